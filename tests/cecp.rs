//! CECP as black-box tests: golden transcripts, noise, closed pipes, whole games.

#[path = "support/engine.rs"]
mod engine;
#[path = "support/transcript.rs"]
mod transcript;

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use engine::{Engine, PATIENCE};
use jabberwock_engine::{Session, open};
use jabberwock_game::Color;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use transcript::follow;

/// `9 156 1084 48000 17 44280 0<TAB>g1f3 b8c6`
fn is_thinking(line: &str) -> bool {
    line.split_once('\t').is_some_and(|(numbers, _)| {
        let mut numbers = numbers.split(' ');
        numbers.all(|number| number.parse::<i64>().is_ok())
    })
}

fn follow_cecp(name: &str) {
    follow(name, is_thinking);
}

#[test]
fn the_engine_introduces_itself() {
    follow_cecp("cecp-features");
}

#[test]
fn a_game_is_played_and_its_end_claimed() {
    follow_cecp("cecp-game");
}

#[test]
fn games_of_games_are_played_in_native_turns() {
    follow("cecp-mega", |line| {
        is_thinking(line) || line.starts_with("# plan")
    });
}

#[test]
fn nothing_moves_in_force_mode() {
    follow_cecp("cecp-force");
}

#[test]
fn thinking_is_interrupted_at_once() {
    follow_cecp("cecp-interrupt");
}

/// A person who touches squares of XBoard's board is answered while the engine thinks.
#[test]
fn ten_thousand_touches_do_not_end_a_search() {
    let mut engine = Engine::start();
    for line in ["xboard", "protover 2", "rejected extmoves", "new"] {
        engine.send(line);
    }
    for line in ["variant hop", "nopost", "st 600", "go"] {
        engine.send(line);
    }
    for _ in 0..10_000 {
        for line in ["lift e2", "put e4", "hover e4"] {
            engine.send(line);
        }
    }
    for _ in 0..10_000 {
        let line = engine.skip_to(|line| line.starts_with("highlight") || line.starts_with("move"));
        assert_eq!(line, "highlight 8/8/8/8/8/8/8/8");
    }
    engine.send("?");
    engine.skip_to(|line| line.starts_with("move "));
    engine.send("ping 7");
    engine.skip_to(|line| line == "pong 7");
    engine.send("quit");
    engine.finish();
}

#[test]
fn positions_are_analyzed() {
    follow_cecp("cecp-analyze");
}

#[test]
fn mates_are_announced() {
    follow_cecp("cecp-mate");
}

#[test]
fn pondering_ends_in_no_move_of_its_own() {
    follow_cecp("cecp-ponder");
}

#[test]
fn bad_input_is_named_and_changes_nothing() {
    follow_cecp("cecp-errors");
}

#[test]
fn no_move_is_made_after_a_refused_position() {
    follow_cecp("cecp-refused-position");
}

#[test]
fn hop_is_played_in_native_turns() {
    follow_cecp("cecp-hop");
}

#[test]
fn chaotic_chess_is_played_in_native_turns() {
    follow_cecp("cecp-chaotic");
}

#[test]
fn chakra_is_played_in_native_turns() {
    follow_cecp("cecp-chakra");
}

#[test]
fn denial_is_played_in_native_turns() {
    follow_cecp("cecp-denial");
}

#[test]
fn crazy_chess_is_played_in_native_turns() {
    follow_cecp("cecp-crazy");
}

#[test]
fn xboard_receives_turns_as_bursts_of_plies() {
    follow_cecp("xboard-burst");
}

#[test]
fn a_denial_takes_plies_of_xboard_back() {
    follow_cecp("xboard-denial");
}

#[test]
fn a_person_at_xboard_takes_whole_turns_back() {
    follow_cecp("xboard-retract");
}

#[test]
fn a_persons_clicks_in_xboard_become_turns() {
    follow_cecp("xboard-person");
}

#[test]
fn xboard_is_refused_what_it_cannot_show() {
    follow_cecp("xboard-refused");
}

#[test]
fn xboard_shows_any_position_before_the_first_move() {
    follow_cecp("xboard-position");
}

#[test]
fn positions_edited_in_xboard_are_taken_where_the_board_tells_everything() {
    follow_cecp("xboard-edited");
}

#[test]
fn xboard_steps_through_a_game_in_analysis() {
    follow_cecp("xboard-analysis");
}

#[test]
fn a_second_engine_is_told_the_game_before_xboard_has_read_its_features() {
    follow_cecp("xboard-second-analysis");
}

/// Depth and score of a line of search info.
fn depth_and_score(line: &str) -> Option<(i64, i64)> {
    let (numbers, _) = line.split_once('\t')?;
    let mut numbers = numbers.split(' ').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[test]
fn the_best_of_several_lines_is_the_last_of_its_depth() {
    for variant in ["normal", "hop"] {
        let mut engine = Engine::start();
        for line in ["xboard", "new", &format!("variant {variant}"), "force"] {
            engine.send(line);
        }
        for line in ["option MultiPV=3", "sd 4", "nps 1", "st 5000", "post", "go"] {
            engine.send(line);
        }
        let mut depths: Vec<(i64, Vec<i64>)> = Vec::new();
        engine.skip_to(|line| {
            if let Some((depth, score)) = depth_and_score(line) {
                match depths.last_mut() {
                    Some((last, scores)) if *last == depth => scores.push(score),
                    _ => depths.push((depth, vec![score])),
                }
            }
            line.starts_with("move ")
        });
        assert!(!depths.is_empty(), "{variant}");
        for (depth, scores) in depths {
            assert_eq!(scores.len() % 3, 0, "{variant}, depth {depth}");
            let best = scores[scores.len() - 3..].iter().max();
            assert_eq!(scores.last(), best, "{variant}, depth {depth}");
        }
        engine.send("quit");
        engine.finish();
    }
}

/// Returns the engine as a bare process: its pipes may be closed.
fn spawn() -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("jabberwock"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for the end of the process, with status 0 and nothing on standard error.
fn ends_well(mut child: Child) {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the engine does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let mut errors = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_end_of_the_input_ends_the_engine_even_during_a_search() {
    for lines in [
        "",
        "xboard\n",
        "xboard\nst 1000\ngo\n",
        "xboard\npost\nanalyze\n",
    ] {
        let mut child = spawn();
        let mut input = child.stdin.take().unwrap();
        input.write_all(lines.as_bytes()).unwrap();
        drop(input);
        // The remaining output fits into the pipe.
        ends_well(child);
    }
}

#[test]
fn a_closed_output_ends_the_engine() {
    let mut child = spawn();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"xboard\nprotover 2\n").unwrap();
    // A process that another test is starting may hold a copy of the output for a moment, so that
    // the first line is not yet refused.
    let pings = thread::spawn(move || {
        while input.write_all(b"ping 1\n").is_ok() {
            thread::sleep(Duration::from_millis(5));
        }
    });
    ends_well(child);
    pings.join().unwrap();
}

#[test]
fn a_closed_output_ends_the_engine_even_during_a_search() {
    let mut child = spawn();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"xboard\npost\nanalyze\n").unwrap();
    ends_well(child);
}

/// The first reply is promised within 50 ms of the start. Measured is processor time, which other
/// programs do not change much; the limit allows for a build without optimization.
#[test]
#[cfg(target_os = "linux")]
fn the_first_reply_takes_little_time() {
    /// Clock ticks of 10 ms.
    const LIMIT: u64 = 25;
    let mut child = spawn();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"xboard\nprotover 2\n").unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let status = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
    // The name of the program, in parentheses, may hold blanks. User and system time follow it as
    // the 12th and 13th field.
    let (_, fields) = status.rsplit_once(')').unwrap();
    let times = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = times.map(|field| field.parse::<u64>().unwrap()).sum();
    assert_eq!(line, "feature done=0\n");
    assert!(ticks <= LIMIT, "{ticks} clock ticks");
    input.write_all(b"quit\n").unwrap();
    ends_well(child);
}

#[test]
fn a_line_of_megabytes_is_refused_briefly_and_the_next_is_handled() {
    let mut engine = Engine::start();
    engine.send("xboard");
    engine.send(&format!("setboard {}", "8/".repeat(1 << 20)));
    let refusal = engine.next_line().unwrap();
    assert!(
        refusal.starts_with("tellusererror Illegal position"),
        "{refusal}"
    );
    assert!(refusal.len() < 600, "{refusal}");
    engine.send(&"x".repeat(20 << 20));
    let refusal = engine.next_line().unwrap();
    assert!(
        refusal.starts_with("Error (line too long): xxx"),
        "{refusal}"
    );
    assert!(refusal.len() < 200, "{refusal}");
    for command in ["variant", "option Hash=", "memory"] {
        engine.send(&format!("{command} x\x1b{}", "8/".repeat(1 << 20)));
        let refusal = engine.next_line().unwrap();
        assert!(refusal.starts_with("Error ("), "{refusal}");
        assert!(
            refusal.len() < 1000 && !refusal.contains('\x1b'),
            "{refusal}"
        );
    }
    engine.send("ping 1");
    assert_eq!(engine.next_line().unwrap(), "pong 1");
    engine.send("quit");
    engine.finish();
}

/// Words and values of commands, and some that belong to no command.
const NOISE: &[&str] = &[
    "new",
    "force",
    "go",
    "playother",
    "?",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    ".",
    "hint",
    "bk",
    "draw",
    "pause",
    "resume",
    "usermove",
    "setboard",
    "variant",
    "level",
    "st",
    "sd",
    "nps",
    "time",
    "otim",
    "ping",
    "exclude",
    "include",
    "setscore",
    "option",
    "memory",
    "cores",
    "result",
    "e2e4",
    "e7e5",
    "g1f3",
    "b8c6",
    "f1c4",
    "a1a1",
    "all",
    "0",
    "1",
    "-1",
    "3",
    "0.05",
    "99999999999999999999",
    "0:01",
    "normal",
    "hop",
    "MultiPV=2",
    "Resign=1",
    "Clear Hash",
    "\u{0}",
    "\u{fffd}\u{1f600}",
    "\t",
    "{}",
    "=",
    "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "\"",
];

#[test]
fn noise_neither_stops_nor_kills_the_engine() {
    let mut rng = StdRng::seed_from_u64(7);
    for _ in 0..3 {
        let mut engine = Engine::start();
        engine.send("xboard");
        for _ in 0..400 {
            let count = rng.random_range(1..=3);
            let words: Vec<&str> = (0..count)
                .map(|_| *NOISE.choose(&mut rng).unwrap())
                .collect();
            engine.send(&words.join(" "));
            // Some of the searches get time to begin.
            if rng.random_ratio(1, 20) {
                thread::sleep(Duration::from_millis(5));
            }
        }
        engine.send("force");
        engine.send("ping 424242");
        engine.skip_to(|line| line == "pong 424242");
        engine.send("quit");
        while engine.next_line().is_some() {}
        engine.finish();
    }
}

/// A player of a match: an engine and its clock.
struct Player {
    engine: Engine,
    left: Duration,
}

const BASE: Duration = Duration::from_secs(10);
const INCREMENT: Duration = Duration::from_millis(100);

impl Player {
    fn start(variant: &str) -> Player {
        let mut engine = Engine::start();
        for line in [
            "xboard",
            "new",
            &format!("variant {variant}"),
            "level 0 0:10 0.1",
            "force",
        ] {
            engine.send(line);
        }
        Player { engine, left: BASE }
    }

    /// Has the engine answer `line` with a move.
    fn answer(&mut self, line: &str, other: Duration) -> String {
        let engine = &mut self.engine;
        engine.send(&format!("time {}", self.left.as_millis() / 10));
        engine.send(&format!("otim {}", other.as_millis() / 10));
        let start = Instant::now();
        engine.send(line);
        let line = engine.next_line().expect("the engine answers");
        let used = start.elapsed();
        let left = self.left.checked_sub(used);
        self.left = left.unwrap_or_else(|| panic!("{used:?} of {:?} used", self.left)) + INCREMENT;
        let turn = line.strip_prefix("move ");
        turn.unwrap_or_else(|| panic!("no move: {line}")).to_owned()
    }
}

/// Plays a whole game of `variant` between two processes, refereed by the rules.
#[expect(
    clippy::print_stderr,
    reason = "the game is shown to whoever runs the test"
)]
fn play_a_game(variant: &str) {
    const LONGEST: usize = 400;
    let mut referee = open(variant).unwrap();
    let mut players = [Player::start(variant), Player::start(variant)];
    let mut last = None;
    while referee.outcome().is_none() && referee.turns().len() < LONGEST {
        let mover = referee.turn().index();
        let other = players[1 - mover].left;
        let line = match &last {
            None => "go".to_owned(),
            Some(turn) => format!("usermove {turn}"),
        };
        let turn = players[mover].answer(&line, other);
        assert_eq!(
            referee.play(&turn).as_ref(),
            Ok(&turn),
            "{:?}",
            referee.turns()
        );
        if last.is_none() {
            players[1 - mover].engine.send("playother");
        }
        last = Some(turn);
    }
    eprintln!(
        "{variant}: {} turns, {:?}, clocks {:?} and {:?}\n{}\n{}",
        referee.turns().len(),
        referee.outcome(),
        players[Color::White.index()].left,
        players[Color::Black.index()].left,
        referee.turns().join(" "),
        referee.position(),
    );
    if let Some(outcome) = referee.outcome() {
        claims(
            players,
            referee.as_ref(),
            &last.unwrap(),
            &outcome.to_string(),
        );
    }
}

/// Both players claim the end of the game, the loser when it gets the last move.
fn claims(players: [Player; 2], referee: &dyn Session, last: &str, outcome: &str) {
    for (color, mut player) in Color::ALL.into_iter().zip(players) {
        if color == referee.turn() {
            player.engine.send(&format!("usermove {last}"));
        }
        assert_eq!(player.engine.next_line().as_deref(), Some(outcome));
        player.engine.send("quit");
        player.engine.finish();
    }
}

#[test]
#[ignore = "takes as long as a game"]
fn a_whole_game_of_chess_against_itself() {
    play_a_game("normal");
}

#[test]
#[ignore = "takes as long as a game"]
fn a_whole_game_of_hop_against_itself() {
    play_a_game("hop");
}

#[test]
#[ignore = "takes as long as a game"]
fn a_whole_game_of_denial_against_itself() {
    play_a_game("denial");
}
