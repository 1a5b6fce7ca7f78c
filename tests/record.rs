//! `--record`: the games that are played over a protocol, in a file.

#![cfg(unix)]

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
};

use jabberwock_engine::{Session, open};
use serde_json::Value;

/// Starts the engine with games recorded in `path`.
fn start(path: &Path) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("jabberwock"))
        .arg("--record")
        .arg(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends `lines` to the engine, waiting where a line is `<TEXT` for one that begins with TEXT. Then
/// its input ends. Gives the status and the lines that it has printed.
fn run(path: &Path, lines: &[&str]) -> (ExitStatus, Vec<String>) {
    let mut child = start(path);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut printed: Vec<String> = Vec::new();
    for line in lines {
        match line.strip_prefix('<') {
            None => writeln!(input, "{line}").unwrap(),
            Some(beginning) => loop {
                let line = output.next().expect("the engine has not ended").unwrap();
                let is_last = line.starts_with(beginning);
                printed.push(line);
                if is_last {
                    break;
                }
            },
        }
    }
    drop(input);
    printed.extend(output.map(Result::unwrap));
    (child.wait().unwrap(), printed)
}

fn new_file(name: &str) -> PathBuf {
    let name = format!("jabberwock-record-{name}-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Returns the games recorded in a conversation.
fn games(name: &str, lines: &[&str]) -> Vec<Value> {
    let path = new_file(name);
    let (status, _) = run(&path, lines);
    assert!(status.success());
    let text = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns the game of `record`, replayed.
fn replayed(record: &Value) -> Box<dyn Session> {
    let mut session = open(record["variant"].as_str().unwrap()).unwrap();
    let start = record["start"].as_str().unwrap();
    session.set_position(start).unwrap();
    for turn in record["turns"].as_array().unwrap() {
        let turn = turn.as_str().unwrap();
        assert_eq!(session.play(turn).unwrap(), turn);
    }
    session
}

fn end(record: &Value) -> (&str, &str) {
    (
        record["result"].as_str().unwrap(),
        record["reason"].as_str().unwrap(),
    )
}

#[test]
fn games_over_xboard_are_recorded_to_their_ends() {
    let ending = "setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 -/-";
    let mut lines = vec!["xboard", "new", "variant hop", "force", ending, "sd 2"];
    lines.extend(["go", "<move", "new", "sd 2", "usermove e2e4", "<move"]);
    lines.extend(["result 1-0 {Black forfeits on time}", "new", "force"]);
    lines.extend(["usermove d2d4", "variant crazy", "usermove e2e4", "quit"]);
    let games = games("cecp", &lines);
    assert_eq!(games.len(), 4, "{games:?}");
    let mate = replayed(&games[0]);
    let outcome = mate.outcome().unwrap();
    assert_eq!(mate.entry().name, "hop");
    assert_eq!(end(&games[0]), (outcome.result(), outcome.reason.text()));
    assert_eq!(replayed(&games[1]).turns()[0], "e2e4");
    assert_eq!(end(&games[1]), ("1-0", "Black forfeits on time"));
    assert_eq!(replayed(&games[2]).turns(), ["d2d4"]);
    assert_eq!(end(&games[2]), ("*", "new game"));
    assert_eq!(replayed(&games[3]).entry().name, "crazy");
    assert_eq!(end(&games[3]), ("*", "quit"));
}

#[test]
fn a_whole_game_of_the_engine_against_itself_is_recorded() {
    let path = new_file("whole");
    let mut child = start(&path);
    let mut input = child.stdin.take().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in ["xboard", "new", "variant denial", "force", "sd 1", "go"] {
        writeln!(input, "{line}").unwrap();
    }
    let mut made = Vec::new();
    let mut claim = String::new();
    for line in output.map(Result::unwrap) {
        if let Some(turn) = line.strip_prefix("move ") {
            made.push(turn.to_owned());
            writeln!(input, "go").unwrap();
        } else if line.starts_with(['0', '1']) {
            claim = line;
            break;
        }
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    let text = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let [line] = lines[..] else {
        panic!("{text}");
    };
    let game: Value = serde_json::from_str(line).unwrap();
    let replayed = replayed(&game);
    assert_eq!(replayed.turns(), made);
    assert_eq!(replayed.outcome().unwrap().to_string(), claim);
    assert_eq!(format!("{} {{{}}}", end(&game).0, end(&game).1), claim);
}

#[test]
fn the_end_of_the_input_ends_a_game() {
    let games = games("end", &["xboard", "new", "force", "usermove e2e4"]);
    assert_eq!(games.len(), 1);
    assert_eq!(end(&games[0]), ("*", "end of input"));
}

#[test]
fn games_over_uci_are_recorded_by_the_turns_asked_for() {
    let mut lines = Vec::new();
    for line in [
        "position startpos moves e2e4",
        "position startpos moves e2e4 e7e5 g1f3",
        "ucinewgame",
        "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
        "position startpos moves d2d4",
        "position startpos moves c2c4",
    ] {
        lines.push(line);
        if line != "ucinewgame" {
            lines.extend(["go depth 2", "<bestmove"]);
        }
    }
    let games = games("uci", &lines);
    assert_eq!(games.len(), 4, "{games:?}");
    let first = replayed(&games[0]);
    assert_eq!(first.turns()[..3], ["e2e4", "e7e5", "g1f3"]);
    assert_eq!(first.turns().len(), 4);
    assert_eq!(end(&games[0]), ("*", "new game"));
    assert_eq!(replayed(&games[1]).turns(), ["a1a8"]);
    assert_eq!(end(&games[1]), ("1-0", "checkmate"));
    assert_eq!(replayed(&games[2]).turns()[0], "d2d4");
    assert_eq!(end(&games[2]), ("*", "new position"));
    assert_eq!(replayed(&games[3]).turns().len(), 2);
    assert_eq!(end(&games[3]), ("*", "end of input"));
}

#[test]
fn a_game_ends_with_quit_even_during_its_first_search() {
    let lines = [
        "uci",
        "position startpos moves d2d4 d7d5",
        "go infinite",
        "stop",
    ];
    assert!(games("no-turn", &lines).is_empty());
    let lines = [
        "uci",
        "position startpos moves d2d4 d7d5",
        "go nodes 1000000000",
        "quit",
    ];
    let games = games("first-search", &lines);
    assert_eq!(games.len(), 1);
    assert_eq!(games[0]["turns"], serde_json::json!(["d2d4", "d7d5"]));
    assert_eq!(end(&games[0]), ("*", "quit"));
}

#[test]
fn what_is_only_pondered_on_or_analyzed_over_uci_is_no_part_of_a_game() {
    let analysis = ["position startpos moves e2e4", "go infinite", "stop"];
    assert_eq!(games("analysis", &analysis), [Value::Null; 0]);
    let mut lines = vec![
        "position startpos moves e2e4",
        "go depth 1 searchmoves e7e6",
        "<bestmove",
    ];
    lines.extend([
        "position startpos moves e2e4 e7e6 d2d4",
        "go ponder depth 1",
    ]);
    lines.extend(["stop", "<bestmove"]);
    lines.extend(["position startpos moves e2e4 e7e6 g1f3", "go depth 1"]);
    lines.extend(["<bestmove", "ucinewgame"]);
    let games = games("ponder", &lines);
    assert_eq!(games.len(), 1, "{games:?}");
    let game = replayed(&games[0]);
    assert_eq!(game.turns()[..3], ["e2e4", "e7e6", "g1f3"]);
    assert_eq!(game.turns().len(), 4);
}

#[test]
fn a_file_that_cannot_be_opened_is_refused_at_the_start() {
    let output = start(Path::new("/no/such/folder/games"))
        .wait_with_output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, b"");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.starts_with("error: /no/such/folder/games: "),
        "{message}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_once_and_the_game_goes_on() {
    let full = Path::new("/dev/full");
    let mut lines = vec!["xboard", "new", "force", "e2e4", "new", "force", "e2e4"];
    lines.extend(["result 1-0 {time}", "ping 1", "quit"]);
    let (status, printed) = run(full, &lines);
    let failure = "no game is recorded any more: /dev/full: ";
    assert!(printed[0].starts_with(&format!("tellusererror {failure}")));
    assert_eq!(printed[1..], ["pong 1"]);
    assert!(status.success());
    let game = ["position startpos", "go depth 1", "<bestmove", "ucinewgame"];
    let (status, printed) = run(full, &[game, game].concat());
    let is_failure = |line: &&String| line.starts_with(&format!("info string Error: {failure}"));
    assert_eq!(printed.iter().filter(is_failure).count(), 1, "{printed:?}");
    assert!(status.success());
}

#[test]
fn commands_without_a_protocol_refuse_it() {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("jabberwock"))
        .args(["--record", "games.jsonl", "variants"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: --record FILE "), "{message}");
}
