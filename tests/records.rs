//! Records read back by the command line: shown, annotated, analyzed, played from.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output, id},
};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// Two games of chess; the second has an illegal turn.
const CHESS: &str = "[Event \"a\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 {oops} Qh4# \
    {checkmate} 0-1\n\n[Event \"b\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Ke3 1-0\n";

fn run(words: &[&str]) -> Output {
    Command::new(cargo_bin!("jabberwock"))
        .args(words)
        .output()
        .unwrap()
}

fn success(words: &[&str]) -> String {
    let output = run(words);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the standard output and standard error of a command that fails with status 2.
fn failure(words: &[&str]) -> (String, String) {
    let output = run(words);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
    (String::from_utf8(output.stdout).unwrap(), error)
}

/// Returns a file of this test that does not exist.
fn fresh(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("jabberwock-records-{}-{name}", id()));
    fs::remove_file(&path).ok();
    path
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = fresh(name);
    fs::write(&path, text).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns a record of two games of `variant`, written by a match.
fn played(variant: &str, test: &str) -> PathBuf {
    let path = fresh(&format!("{test}-{variant}.pgn"));
    let words = "--player random,name=a --player random,name=b --games 2 --longest 12 --plies 2";
    let mut all = vec!["match", "--variant", variant, "--record", text(&path)];
    all.extend(words.split(' '));
    success(&all);
    path
}

#[test]
fn a_recorded_game_is_shown_at_any_turn() {
    let path = played("hop", "shown");
    let record = fs::read_to_string(&path).unwrap();
    assert_eq!(record.matches("[Variant \"hop\"]").count(), 2);
    let shown = success(&["show", "--pgn", text(&path), "--game", "2", "--ply", "3"]);
    assert!(
        shown.contains("game     2: b - a, 1/2-1/2 {adjudication: length}"),
        "{shown}"
    );
    assert!(shown.contains("turn     3 of 12: "), "{shown}");
    let start = success(&["show", "--pgn", text(&path), "--ply", "0"]);
    let usual = success(&["show", "hop"]);
    assert!(start.starts_with(&usual), "{start}");
    let (_, error) = failure(&["show", "--pgn", text(&path), "--game", "3"]);
    assert!(error.contains("there is no game 3 but 2 games"), "{error}");
    let (_, error) = failure(&["show", "--pgn", text(&path), "--ply", "13"]);
    assert!(error.contains("game 1 has 12 turns and not 13"), "{error}");
    let (_, error) = failure(&["show", "chess", "--pgn", text(&path)]);
    assert!(
        error.contains("game 1 is one of hop and not chess"),
        "{error}"
    );
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_game_with_an_illegal_turn_is_shown_up_to_it_with_the_reason() {
    let path = file("illegal.pgn", CHESS);
    let (shown, error) = failure(&["show", "--pgn", text(&path), "--game", "2"]);
    assert!(shown.contains("turn     6 of 6: e8f7"), "{shown}");
    assert!(error.contains("turn 7: illegal turn \"Ke3\": "), "{error}");
    success(&["show", "--pgn", text(&path), "--game", "2", "--ply", "6"]);
    fs::remove_file(&path).unwrap();
}

#[test]
fn what_is_no_record_is_refused_by_one_brief_line() {
    let noise = "\u{1}noise ".repeat(200_000);
    let path = file("noise.pgn", &noise);
    let out = fresh("noise-out.pgn");
    for words in [
        &["show", "--pgn", text(&path)][..],
        &["annotate", text(&path), "--nodes", "1", "-o", text(&out)],
    ] {
        let (shown, error) = failure(words);
        assert!(shown.is_empty() && error.lines().count() == 1, "{error}");
        assert!(
            error.len() < 1000 && error.contains("line 1: no game: "),
            "{error}"
        );
    }
    assert!(!out.exists(), "there is nothing to be written");
    fs::remove_file(&path).unwrap();
}

#[test]
fn annotated_records_of_several_games_have_the_same_turns() {
    for variant in [
        "chess", "hop", "chakra", "chaotic", "denial", "crazy", "mega",
    ] {
        let path = played(variant, "annotated");
        let out = fresh(&format!("{variant}-annotated.pgn"));
        let nodes = if variant == "mega" { "2000" } else { "200" };
        let words = ["annotate", text(&path), "--nodes", nodes, "-o", text(&out)];
        let printed = success(&words);
        assert_eq!(printed.matches("average loss").count(), 4, "{printed}");
        let record = fs::read_to_string(&out).unwrap();
        let turns = record
            .lines()
            .filter_map(|line| line.strip_prefix("[PlyCount \""));
        let turns = turns.map(|count| count.trim_end_matches("\"]").parse::<usize>().unwrap());
        assert_eq!(
            record.matches("{[%eval ").count(),
            turns.sum::<usize>(),
            "{record}"
        );
        let last = |path| success(&["show", "--pgn", text(path), "--game", "2", "--json"]);
        assert_eq!(last(&path), last(&out), "{variant}");
        fs::remove_file(&path).unwrap();
        fs::remove_file(&out).unwrap();
    }
}

/// Returns the incomplete game that was kept beside the record `path`, whose file is removed.
fn taken_incomplete(path: &Path) -> Vec<u8> {
    let beside = format!("{}.incomplete", text(path));
    let game = fs::read(&beside).unwrap();
    fs::remove_file(beside).unwrap();
    game.trim_ascii_end().to_vec()
}

#[test]
fn an_annotation_marks_blunders_and_is_resumed() {
    let path = file("annotate.pgn", CHESS);
    let out = fresh("annotated.pgn");
    let words = ["annotate", text(&path), "--nodes", "2000", "-o", text(&out)];
    let (printed, error) = failure(&words);
    assert!(
        printed.contains("game 1: chess, 0-1, 4 turns\n"),
        "{printed}"
    );
    assert!(printed.contains("White Ann: average loss "), "{printed}");
    assert!(error.contains("turn 7: illegal turn \"Ke3\""), "{error}");
    let whole = fs::read_to_string(&out).unwrap();
    assert!(
        whole.replace('\n', " ").contains("2. g4 $4 {[%eval #-1,"),
        "{whole}"
    );
    let (_, error) = failure(&words);
    assert!(
        error.contains("exists already; --resume goes on in it"),
        "{error}"
    );
    let second = whole.rfind("[Event").unwrap();
    fs::write(&out, &whole[..second + 60]).unwrap();
    let (printed, _) = failure(&[&words[..], &["--resume", "--json"]].concat());
    let object: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(object["game"], 2);
    assert_eq!(object["turns"].as_array().unwrap().len(), 6);
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    let cut = taken_incomplete(&out);
    assert_eq!(cut, whole.as_bytes()[second..second + 60].trim_ascii_end());
    let other = [
        "annotate",
        text(&path),
        "--nodes",
        "2001",
        "-o",
        text(&out),
        "--resume",
    ];
    let (_, error) = failure(&other);
    assert!(error.contains("line 1: not a game of this run"), "{error}");
    fs::remove_file(&path).unwrap();
    fs::remove_file(&out).unwrap();
}

#[test]
fn an_annotation_cut_in_the_middle_of_a_letter_is_resumed() {
    let games = "[White \"Zoë\"]\n\n1. f3 *\n\n[White \"Zoë\"]\n\n1. f4 {ë} *\n";
    let path = file("letters.pgn", games);
    let out = fresh("letters-annotated.pgn");
    let words = ["annotate", text(&path), "--nodes", "100", "-o", text(&out)];
    success(&words);
    let whole = fs::read_to_string(&out).unwrap();
    let letter = whole.rfind('ë').unwrap();
    fs::write(&out, &whole.as_bytes()[..=letter]).unwrap();
    let printed = success(&[&words[..], &["--resume"]].concat());
    assert!(printed.starts_with("game 2: "), "{printed}");
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    assert!(taken_incomplete(&out).ends_with(&whole.as_bytes()[letter - 1..=letter]));
    fs::remove_file(&path).unwrap();
    fs::remove_file(&out).unwrap();
}

#[test]
fn positions_of_chess_in_a_file_may_be_epd() {
    let epd = "R5k1/5ppp/8/8/8/8/8/4K3 b - - hmvc 3; fmvn 40; id \"mate\";\n\
        6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\n";
    let path = file("mates.epd", epd);
    let words = ["analyze", "chess", "--file", text(&path), "--mate", "1"];
    let printed = success(&words);
    assert!(
        printed.contains("line 1 outcome 1-0 {checkmate}\n")
            && printed.contains("line 2 depth 1 ")
            && printed.ends_with("pv a1a8\n"),
        "{printed}"
    );
    fs::remove_file(&path).unwrap();
}

#[test]
fn every_position_of_a_file_is_analyzed_and_bad_ones_are_named() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let path = file(
        "positions.txt",
        &format!("# two\n{start}\n\nnonsense\n{mate}\n"),
    );
    let words = [
        "analyze",
        "chess",
        "--file",
        text(&path),
        "--depth",
        "2",
        "--threads",
        "2",
    ];
    let (printed, error) = failure(&words);
    assert_eq!(printed.lines().count(), 2, "{printed}");
    assert!(printed.contains("line 2 depth 2 "), "{printed}");
    assert!(
        printed.contains("line 5 outcome 0-1 {checkmate}"),
        "{printed}"
    );
    assert!(
        error.contains("positions.txt: line 4: bad position"),
        "{error}"
    );
    fs::remove_file(&path).unwrap();
    let path = played("hop", "analyzed");
    let printed = success(&["analyze", "--file", text(&path), "--depth", "1", "--json"]);
    let plies = printed.lines().map(|line| {
        let object: Value = serde_json::from_str(line).unwrap();
        (
            object["game"].as_u64().unwrap(),
            object["ply"].as_u64().unwrap(),
        )
    });
    let mut plies: Vec<(u64, u64)> = plies.collect();
    plies.sort_unstable();
    let expected = (1..=2).flat_map(|game| (0..=12).map(move |ply| (game, ply)));
    assert_eq!(plies, expected.collect::<Vec<_>>());
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_record_need_not_begin_with_a_tag() {
    for beginning in ["% escaped\n", "; by hand\n", ""] {
        let path = file("no-tag.pgn", &format!("{beginning}1. e4 e5 *\n"));
        let found = success(&["analyze", "--file", text(&path), "--depth", "1"]);
        assert!(found.contains("game 1 ply 2 depth 1 "), "{found}");
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_match_begins_with_the_games_of_a_record() {
    let path = file("openings.pgn", "[Event \"a\"]\n\n1. e4 c5 2. Nf3 *\n");
    let record = fresh("from-record.pgn");
    let words = "match --variant chess --player random,name=a --player random,name=b --games 2 \
        --longest 6";
    let mut words: Vec<&str> = words.split_whitespace().collect();
    words.extend(["--openings", text(&path), "--record", text(&record)]);
    success(&words);
    let games = fs::read_to_string(&record).unwrap();
    assert_eq!(games.matches("1. e4 c5 2. Nf3 ").count(), 2, "{games}");
    assert_eq!(games.matches("[Site \"?\"]").count(), 2);
    fs::remove_file(&path).unwrap();
    fs::remove_file(&record).unwrap();
}
