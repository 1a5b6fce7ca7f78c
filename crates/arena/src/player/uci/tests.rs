//! Commands sent to UCI programs, and the reading of their answers.

use std::time::Duration;

use jabberwock_game::Score;
use jabberwock_search::{Bound, SearchInfo};

use super::{read_best_move, read_info};

#[test]
fn the_info_of_the_best_line_is_read() {
    let text = "depth 3 seldepth 5 multipv 1 score cp -31 lowerbound nodes 99 nps 9 hashfull 7 \
                time 11 pv e2e4 depth 7";
    let expected = SearchInfo {
        depth: 3,
        seldepth: 5,
        multi_pv: 1,
        line_count: 1,
        score: Score(-31),
        bound: Bound::Lower,
        nodes: 99,
        elapsed: Duration::from_millis(11),
        hashfull: 7,
        pv: ["e2e4", "depth", "7"].map(str::to_owned).to_vec(),
    };
    assert_eq!(read_info(text), Some(expected));
    let mate = read_info("depth 4 score mate -2 nodes 120").unwrap();
    assert_eq!((mate.score, mate.nodes), (Score::mated_in(4), 120));
    let partial = read_info("score cp 5").unwrap();
    assert_eq!((partial.depth, partial.nodes), (0, 0), "not reported");
}

#[test]
fn infos_without_a_score_and_of_other_lines_are_ignored() {
    for text in [
        "",
        "depth 9 multipv 2 score cp 700 nodes 999",
        "string depth 50 score cp 9",
        "depth x score cp y",
        "depth 9 currmove e2e4 currmovenumber 1",
    ] {
        assert_eq!(read_info(text), None, "{text}");
    }
}

#[test]
fn the_turn_that_a_program_expects_is_read() {
    let expected = |text| read_best_move(text).1;
    assert_eq!(read_best_move("e2e4 ponder e7e5").0, "e2e4");
    assert_eq!(expected("e2e4 ponder e7e5").as_deref(), Some("e7e5"));
    for text in ["e2e4", "e2e4 ponder", "ponder e7e5", ""] {
        assert_eq!(expected(text), None, "{text}");
    }
}

#[cfg(target_os = "linux")]
mod pondering {
    use std::{
        env, fs,
        path::{Path, PathBuf},
        process,
        time::{Duration, Instant},
    };

    use jabberwock_engine::open;
    use jabberwock_game::ByColor;
    use jabberwock_search::{Limits, StopToken};
    use jabberwock_variants::find;

    use super::super::{Player, PlayerError, Program, TurnRequest, Uci};

    /// A program that logs what it is sent. It opens with e2e4 and expects e7e5, then with g1f3.
    const PROGRAM: &str = r#"
        while read -r line; do
            echo "$line" >> "$LOG"
            case "$line" in
                uci) echo 'option name Ponder type check default false'; echo uciok ;;
                isready) echo readyok ;;
                'go ponder'*) ;;
                go*) echo 'bestmove e2e4 ponder e7e5' ;;
                ponderhit) echo 'bestmove g1f3 ponder b8c6' ;;
                stop) echo 'bestmove a2a3 ponder a7a6' ;;
                quit) exit ;;
            esac
        done"#;

    fn log_file(name: &str) -> PathBuf {
        env::temp_dir().join(format!("jabberwock-{name}-{}", process::id()))
    }

    fn logging(log: &Path) -> String {
        format!("LOG='{}'; {PROGRAM}", log.display())
    }

    /// Starts the player run by `script`, for a game of chess.
    fn open_player(script: &str) -> Result<Uci, PlayerError> {
        let program = Program {
            command: ["sh", "-c", script].map(str::to_owned).to_vec(),
            ponder: true,
            ..Program::default()
        };
        let start = open("chess").unwrap().position();
        let patience = Duration::from_mins(1);
        let chess = find("chess").unwrap();
        Uci::open(&program, chess, &start, patience, &StopToken::new())
    }

    fn request(stop: &StopToken) -> TurnRequest<'_> {
        TurnRequest {
            limits: Limits {
                nodes: Some(9),
                ..Limits::default()
            },
            clocks: ByColor::default(),
            deadline: Instant::now() + Duration::from_mins(1),
            stop,
        }
    }

    #[test]
    fn a_program_thinks_on_the_turn_that_it_expects() {
        let log = log_file("ponder");
        let mut player = open_player(&logging(&log)).unwrap();
        let stop = StopToken::new();
        let request = request(&stop);
        let mut game = open("chess").unwrap();
        player.new_game(game.as_ref(), &request).unwrap();
        for reply in ["e7e5", "g8f6"] {
            let answer = player.choose_turn(game.as_ref(), &request).unwrap();
            game.play(&answer.turn.unwrap()).unwrap();
            player.ponder(game.as_ref(), &request);
            game.play(reply).unwrap();
        }
        // Its expected reply is now not a legal turn for White.
        player.choose_turn(game.as_ref(), &request).unwrap();
        player.ponder(game.as_ref(), &request);
        player.game_over("1-0");
        player.new_game(game.as_ref(), &request).unwrap();
        drop(player);
        let sent = fs::read_to_string(&log).unwrap();
        fs::remove_file(&log).unwrap();
        let expected = [
            "uci",
            "setoption name Ponder value true",
            "isready",
            "ucinewgame",
            "isready",
            "position startpos",
            "go nodes 9",
            "position startpos moves e2e4 e7e5",
            "go ponder nodes 9",
            "ponderhit",
            "position startpos moves e2e4 e7e5 g1f3 b8c6",
            "go ponder nodes 9",
            "stop",
            "position startpos moves e2e4 e7e5 g1f3 g8f6",
            "go nodes 9",
            "ucinewgame",
            "isready",
            "quit",
        ];
        assert_eq!(sent.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_search_in_the_opponents_time_ends_with_the_game() {
        let log = log_file("ponder-end");
        let mut player = open_player(&logging(&log)).unwrap();
        let stop = StopToken::new();
        let request = request(&stop);
        let mut game = open("chess").unwrap();
        player.choose_turn(game.as_ref(), &request).unwrap();
        game.play("e2e4").unwrap();
        player.ponder(game.as_ref(), &request);
        player.game_over("1/2-1/2");
        game.reset();
        player.new_game(game.as_ref(), &request).unwrap();
        let answer = player.choose_turn(game.as_ref(), &request).unwrap();
        let sent = fs::read_to_string(&log).unwrap();
        fs::remove_file(&log).unwrap();
        assert_eq!(answer.turn.as_deref(), Some("e2e4"), "not that of `stop`");
        assert_eq!(sent.lines().filter(|&line| line == "stop").count(), 1);
    }

    #[test]
    fn a_program_without_the_option_cannot_ponder() {
        let error = open_player("read -r uci; echo uciok; read -r quit").unwrap_err();
        assert_eq!(error.to_string(), "the program cannot ponder");
    }
}
