//! The output, records and refusals of matches, and how they are interrupted and resumed.

#[path = "support/matches.rs"]
mod matches;

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    process::{Command, Stdio},
};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use self::matches::{arena, begun, fresh, games_in, long_match, number, refusal, report, success};

const RANDOM: [&str; 6] = [
    "--variant",
    "chess",
    "--player",
    "random,name=a",
    "--player",
    "random,name=b",
];

fn openings(words: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("jabberwock"));
    command.arg("openings").args(words);
    command
}

#[test]
fn a_pipe_gets_a_line_for_every_game_and_interim_tables() {
    let words = ["--games", "6", "--longest", "8", "--report", "4"];
    let text = success(arena(&[&RANDOM[..], &words].concat()));
    let lines: Vec<&str> = text.lines().collect();
    let games = lines
        .iter()
        .filter(|line| line.starts_with("game "))
        .count();
    assert_eq!(games, 6, "{text}");
    let first = "game 1 (1 of 6): a - b 1/2-1/2 {adjudication: length}, 8 turns";
    assert_eq!(lines[0], first);
    assert!(lines[4].starts_with("chess: 4 of 6 games"), "{text}");
    let tables = text.matches(" of 6 games, ").count();
    assert_eq!(tables, 2, "one in between and one at the end: {text}");
    let words = ["--games", "4", "--longest", "8", "--report", "0"];
    let text = success(arena(&[&RANDOM[..], &words].concat()));
    assert_eq!(text.matches(" of 4 games, ").count(), 1, "{text}");
}

#[test]
fn a_match_whose_games_repeat_others_says_so() {
    let players = ["--player", "self,name=a", "--player", "self,name=b"];
    let limits = ["--variant", "chess", "--plies", "0", "--longest", "8"];
    let warning = |words: &[&str]| {
        let output = arena(&[&players[..], &limits, words].concat())
            .output()
            .unwrap();
        assert!(output.status.success());
        let message = "warning: fewer openings (1) than pairs of games: without a clock, later \
                       games may repeat earlier ones\n";
        String::from_utf8(output.stderr).unwrap().contains(message)
    };
    assert!(warning(&["--games", "4", "--nodes", "50"]));
    assert!(!warning(&["--games", "2", "--nodes", "50"]));
    assert!(!warning(&["--games", "4", "--tc", "1+0.01"]));
}

#[test]
fn json_results_are_alone_on_standard_output() {
    let words = ["--games", "4", "--longest", "8", "--report", "2", "--json"];
    let output = arena(&[&RANDOM[..], &words].concat()).output().unwrap();
    let results: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(number(&results["games"]), 4);
    let lines = String::from_utf8(output.stderr).unwrap();
    assert_eq!(lines.matches("game ").count(), 4, "{lines}");
    assert!(lines.contains("chess: 2 of 4 games"), "{lines}");
}

#[test]
fn a_score_of_all_points_has_a_one_sided_bound() {
    let words = "--variant chess --player material-2 --player random --games 4 --plies 2";
    let words: Vec<&str> = words.split(' ').collect();
    let text = success(arena(&words));
    assert!(text.contains("+4 =0 -0, 4 of 4, Elo > "), "{text}");
    assert!(!text.contains("inf"), "{text}");
}

#[test]
fn contradictions_are_refused() {
    for (words, complaint) in [
        ("--tc 1 --st 1", "cannot be used with"),
        ("--player self,tc=1,st=1", "tc and st exclude each other"),
        ("--draw movenumber=40,score=10", "turns=N,score=CP,after=N"),
        ("--patience 1e19", "1e19"),
        ("--st 1.8e19", "1.8e19"),
        ("--st inf", "inf"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let error = refusal(&[&RANDOM[..], &words].concat());
        assert!(error.contains(complaint), "{error}");
    }
    let output = openings(&["hop", "--least", "9", "--most", "3"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "error: --least 9 is larger than --most 3\n");
}

#[test]
#[cfg(unix)]
fn a_program_that_exits_is_reported_with_its_status() {
    for (program, complaint) in [
        (
            "cmd=true",
            "player true: the program exited with status 0 during the UCI or CECP handshake",
        ),
        (
            "cmd=sh -c \"exit 3\",proto=uci",
            "player sh: the program exited with status 3 during the UCI handshake",
        ),
        (
            "cmd=sh -c \"kill -9 $$\",proto=cecp",
            "player sh: the program was killed by signal 9 during the CECP handshake",
        ),
    ] {
        let words = [
            "--variant",
            "chess",
            "--player",
            program,
            "--player",
            "random",
        ];
        let error = refusal(&words);
        assert!(error.contains(complaint), "{error}");
    }
}

/// Returns the standard output of an interrupted command, which must end with the status of an
/// interrupt.
#[cfg(unix)]
fn interrupted(child: std::process::Child) -> String {
    let output = matches::interrupt(child);
    assert_eq!(output.status.code(), Some(130));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[cfg(unix)]
fn an_interrupted_match_prints_its_results_so_far() {
    let path = fresh("interrupted.pgn");
    let child = begun(&path);
    let text = interrupted(child);
    fs::remove_file(&path).unwrap();
    assert!(text.contains(" of 400 games, "), "{text}");
    assert!(!text.contains("400 of 400 games"), "{text}");
}

#[test]
#[cfg(unix)]
fn a_match_interrupted_while_a_program_starts_prints_its_results() {
    let path = fresh("started");
    let shown = path.to_str().unwrap();
    let player = format!("cmd=sh -c \"echo > '{shown}'; exec sleep 1000\",proto=uci");
    let words = [
        "--variant",
        "chess",
        "--player",
        "random",
        "--player",
        &player,
    ];
    let mut command = arena(&[&words[..], &["--games", "2"]].concat());
    let child = command.stdout(Stdio::piped()).spawn().unwrap();
    matches::wait_until("the program has started", || path.exists());
    let text = interrupted(child);
    fs::remove_file(&path).unwrap();
    assert!(text.starts_with("chess: 0 of 2 games, "), "{text}");
}

#[test]
#[cfg(unix)]
fn interrupted_openings_are_those_found_so_far() {
    let words = ["chess", "--count", "1000000", "--nodes", "2000"];
    let mut child = openings(&words).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    for _ in 0..3 {
        pipe.read_line(&mut text).unwrap();
    }
    let output = matches::interrupt(child);
    pipe.read_to_string(&mut text).unwrap();
    assert_eq!(output.status.code(), Some(130));
    let path = fresh("openings");
    fs::write(&path, &text).unwrap();
    let words = [
        "--games",
        "2",
        "--longest",
        "1",
        "--openings",
        path.to_str().unwrap(),
    ];
    report(&[&RANDOM[..], &words].concat());
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_killed_match_is_resumed_after_its_last_complete_game() {
    let path = fresh("killed.pgn");
    let mut child = begun(&path);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = complete_games(&fs::read_to_string(&path).unwrap()).to_owned();
    let finished = before.matches("[Round ").count();
    let games = long_match(&path, &(finished + 4).next_multiple_of(2).to_string());
    let mut words: Vec<&str> = games.iter().map(String::as_str).collect();
    let error = refusal(&words);
    assert!(
        error.contains("killed.pgn exists already; --resume"),
        "{error}"
    );
    // An incomplete game, as left by an earlier kill.
    let incomplete = format!("{before}[Event \"jabberwock match\"]\n[Round \"9");
    fs::write(&path, incomplete).unwrap();
    words.push("--resume");
    let report = report(&words);
    let after = fs::read_to_string(&path).unwrap();
    let total = games_in(&path);
    assert_eq!(number(&report["games"]), total as u64);
    assert_eq!(number(&report["scheduled"]), total as u64);
    assert!(number(&report["played"]) < total as u64, "{report}");
    assert!(after.starts_with(&before));
    for round in 1..=total {
        assert_eq!(after.matches(&format!("[Round \"{round}\"]")).count(), 1);
    }
    for (option, value, complaint) in [
        ("--seed", "9", "its seed is 1 and not 9"),
        (
            "--depth",
            "3",
            "White time control is nodes 1000 and not nodes 1000, depth 3",
        ),
    ] {
        let error = refusal(&[&words[..], &[option, value]].concat());
        assert!(error.contains(complaint), "{error}");
    }
    let renamed = words.iter().map(|&word| {
        if word == "self,name=b" {
            "self,name=c"
        } else {
            word
        }
    });
    let error = refusal(&renamed.collect::<Vec<_>>());
    assert!(error.contains("is b and not c"), "{error}");
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        after,
        "a refused record is not changed"
    );
    let beside = path.with_extension("pgn.incomplete");
    let removed = fs::read_to_string(&beside).unwrap();
    assert!(removed.contains("[Round \"9"), "{removed}");
    fs::remove_file(&path).unwrap();
    fs::remove_file(&beside).unwrap();
}

/// `text` without an incomplete game at its end.
fn complete_games(text: &str) -> &str {
    // Tags end with the first blank line, and turns with the second.
    let start = text.rfind("[Event").unwrap_or(0);
    if text[start..].matches("\n\n").count() == 2 {
        text
    } else {
        &text[..start]
    }
}

#[test]
fn a_file_that_is_not_a_record_of_the_match_is_refused_and_kept() {
    let path = fresh("notes.txt");
    let record = ["--resume", "--record", path.to_str().unwrap()];
    for text in [
        "my notes\n",
        "[Event \"?\"]\n[Round \"1\"]\n\n1. e4 e5 1-0",
        "[Event \"jabberwock match\"]\n[Round \"1\"]\n\n1. e2e4 1-0\n\n",
    ] {
        fs::write(&path, text).unwrap();
        let error = refusal(&[&RANDOM[..], &record].concat());
        assert!(error.contains("notes.txt: line 1: "), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    fs::remove_file(&path).unwrap();
}

#[test]
#[cfg(unix)]
fn a_record_in_use_is_refused() {
    let path = fresh("used.pgn");
    let child = begun(&path);
    let words = long_match(&path, "400");
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.push("--resume");
    let error = refusal(&words);
    assert!(
        error.contains("another process writes its games"),
        "{error}"
    );
    interrupted(child);
    fs::remove_file(&path).unwrap();
}

#[test]
fn rates_of_a_resumed_match_count_the_games_of_this_run() {
    let path = fresh("rates.pgn");
    let words = [
        "--longest",
        "8",
        "--record",
        path.to_str().unwrap(),
        "--games",
    ];
    let words = [&RANDOM[..], &words].concat();
    success(arena(&[&words[..], &["4"]].concat()));
    let text = success(arena(&[&words[..], &["6", "--resume"]].concat()));
    assert!(
        text.contains("chess: 6 of 6 games, 2 in this run, "),
        "{text}"
    );
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_match_of_players_described_on_several_lines_is_resumed() {
    let path = fresh("lines.pgn");
    let words = [
        "--variant",
        "chess",
        "--player",
        "random,name=a\tb\nc",
        "--player",
        "random",
        "--longest",
        "8",
        "--record",
        path.to_str().unwrap(),
        "--games",
    ];
    success(arena(&[&words[..], &["2"]].concat()));
    let text = success(arena(&[&words[..], &["4", "--resume"]].concat()));
    assert!(text.contains("\n  1 a b c "), "{text}");
    fs::remove_file(&path).unwrap();
}

#[test]
fn an_opening_without_turns_is_the_text_of_the_start() {
    let words = "--count 1 --least 0 --most 0 --within 10000 --nodes 100";
    for variant in ["chess", "hop", "mega"] {
        let words: Vec<&str> = [variant].into_iter().chain(words.split(' ')).collect();
        let start = jabberwock_engine::open(variant).unwrap().position();
        assert_eq!(success(openings(&words)), format!("{start}\n"));
    }
}

#[test]
fn openings_are_found_and_played() {
    let text = success(openings(&[
        "hop", "--count", "5", "--seed", "3", "--nodes", "500",
    ]));
    assert_eq!(text.lines().count(), 5);
    let path = fresh("found");
    fs::write(&path, &text).unwrap();
    let record = fresh("played.pgn");
    let (path_text, record_text) = (path.to_str().unwrap(), record.to_str().unwrap());
    let players = [
        "--variant",
        "hop",
        "--player",
        "random",
        "--player",
        "random",
    ];
    let files = ["--openings", path_text, "--record", record_text];
    success(arena(
        &[&players[..], &["--games", "4", "--ordered"], &files].concat(),
    ));
    let games = fs::read_to_string(&record).unwrap();
    fs::remove_file(&path).unwrap();
    fs::remove_file(&record).unwrap();
    for opening in text.lines().take(2) {
        let turns: Vec<&str> = opening.split(' ').collect();
        let game = format!(
            "1. {} {} 2. {} {} 3. ",
            turns[0], turns[1], turns[2], turns[3]
        );
        assert_eq!(games.matches(&game).count(), 2, "{game}");
    }
}
