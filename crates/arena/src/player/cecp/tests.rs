//! Commands sent to CECP programs, and the reading of their answers.

use std::time::Duration;

use jabberwock_game::Score;

use super::{check_refusal, read_move, read_thinking};

#[test]
fn lines_of_thinking_are_read_and_others_are_not() {
    let info = read_thinking("7. 35 12 4321 9 100 0\te2e4").unwrap();
    assert_eq!((info.score, info.depth, info.nodes), (Score(35), 7, 4321));
    assert_eq!(info.elapsed, Duration::from_millis(120));
    let mate = read_thinking("9 -100002 1 1 e2e4").unwrap();
    assert_eq!(mate.score, Score::mated_in(4));
    for (score, read) in [
        (100_001, Score::mate_in(1)),
        (100_000, Score::mate_in(1)),
        (-100_000, Score::mated_in(0)),
    ] {
        let info = read_thinking(&format!("1 {score} 1 1")).unwrap();
        assert_eq!(info.score, read, "{score}");
    }
    for line in ["# 1 2 3 4", "8 good 1 1", "8 1 1", ""] {
        assert_eq!(read_thinking(line), None, "{line}");
    }
    for score in [i32::MIN, i32::MAX] {
        assert!(read_thinking(&format!("1 {score} 1 1")).is_some());
    }
}

#[test]
fn turns_are_announced_in_two_ways() {
    assert_eq!(read_move("move e7e8q"), Some("e7e8q"));
    assert_eq!(read_move("2. ... g1f3"), Some("g1f3"));
    assert_eq!(read_move("move"), Some(""));
    for line in ["2. g1f3", "1 +26 0 4 Na3", "My move is : g1f3", ""] {
        assert_eq!(read_move(line), None);
    }
}

#[test]
fn a_refused_turn_is_an_error() {
    assert!(check_refusal("Illegal move (in check): e2e4").is_err());
    assert!(check_refusal("tellusererror Illegal position").is_err());
    assert!(check_refusal("Error (unknown command): easy").is_ok());
}

#[cfg(target_os = "linux")]
mod conversations {
    use std::time::{Duration, Instant};

    use jabberwock_engine::{Session, open};
    use jabberwock_game::ByColor;
    use jabberwock_search::{Limits, StopToken};

    use super::super::{Answer, Cecp, Player, PlayerError, Program, TurnRequest};
    use crate::time_control::TimeControl;

    /// Returns the answer of a program that has `features` and on `go` runs `on_go`, in which
    /// `$turns` are the turns it was sent, and `$san` is the answer to the feature of this name.
    fn answer(features: &str, on_go: &str, game: &dyn Session) -> Result<Answer, PlayerError> {
        let script = format!(
            r#"while read -r word rest; do
                case "$word" in
                    protover) echo 'feature ping=1 {features} done=1' ;;
                    ping) echo "pong $rest" ;;
                    accepted|rejected) [ "$rest" != san ] || san=$word ;;
                    usermove) turns="${{turns:+$turns,}}$rest" ;;
                    go) {on_go} ;;
                esac
            done"#
        );
        let program = Program {
            command: ["sh", "-c", &script].map(str::to_owned).to_vec(),
            ..Program::default()
        };
        let stop = StopToken::new();
        let request = TurnRequest {
            limits: Limits::default(),
            clocks: ByColor::default(),
            deadline: Instant::now() + Duration::from_mins(1),
            stop: &stop,
        };
        let entry = game.entry();
        let start = open(entry.name).unwrap().position();
        let patience = Duration::from_mins(1);
        let control = TimeControl::default();
        let mut player = Cecp::open(&program, entry, &start, control, patience, &stop)?;
        player.new_game(game, &request)?;
        player.choose_turn(game, &request)
    }

    /// Does the same in a game of chess that begins with 1. e4 e5.
    fn answer_in_chess(features: &str, on_go: &str) -> Result<Answer, PlayerError> {
        let mut game = open("chess").unwrap();
        for turn in ["e2e4", "e7e5"] {
            game.play(turn).unwrap();
        }
        answer(features, on_go, game.as_ref())
    }

    #[test]
    fn moves_of_chess_may_be_algebraic_but_are_not_sent_so() {
        for (said, turn) in [("Nf3", "g1f3"), ("g1f3", "g1f3"), ("Nf4", "Nf4")] {
            let on_go = format!("[ $san = rejected ] && echo 'move {said}'");
            let answer = answer_in_chess("san=1", &on_go).unwrap();
            assert_eq!(answer.turn.as_deref(), Some(turn));
        }
    }

    #[test]
    fn castling_in_chess960_is_sent_as_o_o() {
        let mut game = open("chess960").unwrap();
        let position = "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1";
        game.set_position(position).unwrap();
        for turn in ["O-O", "O-O-O", "f1f2", "c8b8"] {
            game.play(turn).unwrap();
        }
        let features = "setboard=1 usermove=1 variants=fischerandom";
        let on_go = "echo \"move $turns\"";
        let answer = answer(features, on_go, game.as_ref()).unwrap();
        assert_eq!(answer.turn.as_deref(), Some("O-O,O-O-O,f1f2,c8b8"));
    }

    #[test]
    fn a_program_may_resign_by_a_result() {
        for said in ["resign", "0-1 {White resigns}", "0-1 {RESIGN}"] {
            let answer = answer_in_chess("", &format!("echo '{said}'")).unwrap();
            assert_eq!(answer.turn, None, "{said}");
        }
        for said in [
            "1-0 {Black resigns}",
            "0-1 {Black mates}",
            "1/2-1/2 {resign}",
        ] {
            let refused = answer_in_chess("", &format!("echo '{said}'"));
            assert_eq!(refused, Err(PlayerError::Refusal(said.to_owned())));
        }
    }

    #[test]
    fn a_message_for_the_user_is_no_refusal_of_the_game() {
        let on_go = "echo 'tellusererror The book cannot be opened'; echo 'move g1f3'";
        let answer = answer_in_chess("", on_go).unwrap();
        assert_eq!(answer.turn.as_deref(), Some("g1f3"));
        let refused = answer_in_chess("", "echo 'tellusererror Illegal position'");
        assert!(
            matches!(refused, Err(PlayerError::Refusal(_))),
            "{refused:?}"
        );
    }
}
