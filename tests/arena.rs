//! Matches, seen from outside: players that misbehave, matches that break off, what is printed.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// How long a match of these tests may take.
const PATIENCE: Duration = Duration::from_mins(1);

fn arena(words: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("jabberwock"));
    command.arg("match").args(words);
    command
}

/// What the match printed, which must have come to a good end.
fn success(mut command: Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let complaint = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{status}: {complaint}");
    String::from_utf8(stdout).unwrap()
}

fn report(words: &[&str]) -> Value {
    let mut command = arena(words);
    command.arg("--json");
    serde_json::from_str(&success(command)).unwrap()
}

/// The only line on standard error of a match that cannot be played.
fn refusal(words: &[&str]) -> String {
    let output = arena(words).output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(output.stdout.is_empty());
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    complaint
}

/// The text that names a program which misbehaves at its `turn`-th answer.
fn mock(mode: &str, turn: u32, protocol: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mock/engine.py");
    let engine = cargo_bin!("jabberwock");
    format!(
        "cmd=python3 \"{}\" {mode} {turn} \"{}\",proto={protocol},name=mock,restart=on",
        script.display(),
        engine.display()
    )
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value}"))
}

/// Lets the mock play two games against random turns, and gives its row of the report.
fn row_of_mock(mode: &str, protocol: &str, pace: &[&str]) -> Value {
    let mock = mock(mode, 2, protocol);
    let mut words = vec![
        "--variant",
        "chess",
        "--player",
        &mock,
        "--player",
        "random",
    ];
    words.extend(["--games", "2", "--plies", "0", "--depth", "1"]);
    words.extend(pace);
    let report = report(&words);
    assert_eq!(number(&report["games"]), 2, "{mode}: {report}");
    report["players"][0].clone()
}

fn forfeits(row: &Value) -> u64 {
    let forfeits = row["faults"].as_object().unwrap().values();
    forfeits.map(number).sum()
}

#[test]
fn misbehaving_players_lose_the_game_and_never_the_match() {
    let check = |mode, protocol, fault| {
        let pace: &[&str] = match mode {
            "late" => &["--tc", "1.5"],
            "hang" | "deaf" | "flood" => &["--tc", "1.5", "--patience", "3"],
            _ => &[],
        };
        let row = row_of_mock(mode, protocol, pace);
        assert_eq!(number(&row["total"]["lost"]), 2, "{mode} {protocol}: {row}");
        assert_eq!(number(&row["faults"][fault]), 2, "{mode} {protocol}: {row}");
        assert_eq!(forfeits(&row), 2, "{mode} {protocol}: {row}");
    };
    // Most of them only wait.
    thread::scope(|scope| {
        for (mode, protocol, fault) in [
            ("hang", "uci", "hangs"),
            ("hang", "cecp", "hangs"),
            ("deaf", "uci", "hangs"),
            ("flood", "uci", "hangs"),
            ("late", "cecp", "time"),
        ] {
            scope.spawn(move || check(mode, protocol, fault));
        }
        for (mode, protocol, fault) in [
            ("crash", "uci", "crashes"),
            ("crash", "cecp", "crashes"),
            ("illegal", "uci", "illegal"),
            ("illegal", "cecp", "illegal"),
            ("claim", "cecp", "illegal"),
            ("refuse", "cecp", "illegal"),
        ] {
            check(mode, protocol, fault);
        }
    });
}

#[test]
fn a_resignation_is_no_fault() {
    let row = row_of_mock("resign", "cecp", &[]);
    assert_eq!(number(&row["total"]["lost"]), 2, "{row}");
    assert_eq!(forfeits(&row), 0, "{row}");
}

#[test]
fn nonsense_between_answers_is_passed_over() {
    for protocol in ["uci", "cecp"] {
        let row = row_of_mock("garbage", protocol, &["--longest", "12"]);
        assert_eq!(forfeits(&row), 0, "{protocol}: {row}");
    }
}

#[test]
fn a_program_that_cannot_play_ends_the_match_before_it_begins() {
    let engine = cargo_bin!("jabberwock");
    let engine = format!("cmd=\"{}\"", engine.display());
    let quiet = mock("quiet", 0, "cecp");
    let wrong = [
        format!("{engine},option.Nonsense=1"),
        engine.clone() + ",nodes=x",
    ];
    for (player, complaint) in [
        ("cmd=/nonexistent/engine", "/nonexistent/engine"),
        (wrong[0].as_str(), "Nonsense"),
        (wrong[1].as_str(), "nodes=x"),
        (quiet.as_str(), "does not play hop"),
        ("self,option.Hash=0", "Hash"),
        ("nobody", "nobody"),
    ] {
        let words = ["--variant", "hop", "--player", player, "--player", "random"];
        let said = refusal(&words);
        assert!(said.contains(complaint), "{said}");
    }
    let said = refusal(&["--variant", "hop", "--player", "random"]);
    assert!(said.contains("two players"), "{said}");
}

#[test]
fn two_processes_play_a_pair_match_over_both_protocols() {
    let engine = cargo_bin!("jabberwock");
    let uci = format!(
        "cmd=\"{}\",proto=uci,name=u,option.Hash=2",
        engine.display()
    );
    let cecp = format!(
        "cmd=\"{}\",name=c,proto=cecp,option.memory=2",
        engine.display()
    );
    for variant in ["chess", "hop"] {
        let words = ["--variant", variant, "--player", &uci, "--player", &cecp];
        let more = [
            "--games",
            "2",
            "--tc",
            "40/2+0.05",
            "--margin",
            "5",
            "--longest",
            "30",
        ];
        let report = report(&[&words[..], &more].concat());
        assert_eq!(number(&report["games"]), 2, "{report}");
        for row in report["players"].as_array().unwrap() {
            assert_eq!(forfeits(row), 0, "{report}");
            let pairs = row["total"]["pairs"].as_array().unwrap();
            assert_eq!(pairs.iter().map(number).sum::<u64>(), 1, "{report}");
        }
    }
}

#[test]
fn counting_men_beats_chance_in_every_game() {
    let searched = jabberwock_variants::entries().iter();
    for entry in searched.filter(|entry| entry.planned().is_none()) {
        let players = ["--player", "material-1", "--player", "random"];
        let report = report(&[&["--variant", entry.name, "--games", "4"][..], &players].concat());
        let row = &report["players"][0]["total"];
        assert!(number(&row["won"]) > number(&row["lost"]), "{report}");
    }
}

#[test]
fn planning_beats_chance_and_the_lowest_boards_in_mega_chess() {
    for opponent in ["random", "lowest-1"] {
        let players = ["--player", "self,nodes=3000", "--player", opponent];
        let report = report(&[&["--variant", "mega", "--games", "2"][..], &players].concat());
        let row = &report["players"][0]["total"];
        assert_eq!(number(&row["won"]), 2, "{report}");
    }
}

#[test]
fn the_same_seed_gives_the_same_match_however_many_play_at_once() {
    let results = |more: &[&str]| {
        let words = [
            "--variant",
            "hop",
            "--player",
            "material-1",
            "--player",
            "random",
        ];
        let report = report(&[&words[..], &["--games", "4", "--longest", "40"], more].concat());
        report["players"].clone()
    };
    assert_eq!(results(&[]), results(&["--concurrency", "2"]));
}

#[test]
fn a_round_robin_has_a_table() {
    let words = [
        "--variant",
        "chess",
        "--round-robin",
        "--games",
        "2",
        "--longest",
        "10",
    ];
    let players = [
        "--player",
        "random",
        "--player",
        "random",
        "--player",
        "random,name=last",
    ];
    let table = success(arena(&[&words[..], &players].concat()));
    assert!(table.starts_with("chess: 6 of 6 games"), "{table}");
    for name in ["1 random ", "2 random-2 ", "3 last "] {
        assert!(table.contains(name), "{table}");
    }
}

#[test]
fn a_test_ends_the_match_when_enough_is_known() {
    let words = [
        "--variant",
        "chess",
        "--player",
        "material-1",
        "--player",
        "random",
    ];
    let test = ["--games", "2000", "--sprt", "--elo1", "200"];
    let report = report(&[&words[..], &test].concat());
    assert_eq!(report["sprt"]["accepted"], "H1", "{report}");
    assert!(number(&report["games"]) < 1000, "{report}");
}

/// A file of this name that is not there.
fn fresh(name: &str) -> PathBuf {
    let name = format!("jabberwock-{}-{name}.pgn", std::process::id());
    let path = std::env::temp_dir().join(name);
    // It is there only if an earlier test failed.
    fs::remove_file(&path).ok();
    path
}

fn games_in(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.matches("[Round ").count()
}

/// Starts a long match that records its games, and waits for some of them.
fn begun(path: &Path) -> (Child, Vec<&str>) {
    let path_text = path.to_str().unwrap();
    let mut words = vec![
        "--variant",
        "chess",
        "--player",
        "self,name=a",
        "--player",
        "self,name=b",
    ];
    words.extend(["--nodes", "1000", "--games", "16", "--record", path_text]);
    let mut command = arena(&words);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    let start = Instant::now();
    while games_in(path) < 2 {
        assert!(start.elapsed() < PATIENCE, "no game ends");
        thread::sleep(Duration::from_millis(5));
    }
    (child, words)
}

#[test]
fn a_killed_match_goes_on_where_it_was() {
    let path = fresh("killed");
    let (mut child, mut words) = begun(&path);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = fs::read_to_string(&path).unwrap();
    assert!(games_in(&path) < 16, "it ended before it was killed");
    let said = refusal(&words);
    assert!(
        said.contains("killed.pgn"),
        "a record is not overwritten: {said}"
    );
    // A game that was being written.
    fs::write(
        &path,
        format!("{before}[Event \"jabberwock match\"]\n[Round \"9"),
    )
    .unwrap();
    words.push("--resume");
    let report = report(&words);
    assert_eq!(number(&report["games"]), 16);
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&before));
    assert_eq!(games_in(&path), 16);
    for round in 1..=16 {
        assert_eq!(after.matches(&format!("[Round \"{round}\"]")).count(), 1);
    }
    let renamed: Vec<&str> = words
        .iter()
        .map(|&word| {
            if word == "self,name=b" {
                "self,name=c"
            } else {
                word
            }
        })
        .collect();
    let said = refusal(&renamed);
    assert!(said.contains("is b and not c"), "{said}");
    fs::remove_file(&path).unwrap();
}

#[test]
#[cfg(unix)]
fn an_interrupted_match_says_what_it_has() {
    let path = fresh("interrupted");
    let (child, _) = begun(&path);
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    fs::remove_file(&path).unwrap();
    assert!(output.status.success());
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains(" of 16 games"), "{table}");
    assert!(!table.starts_with("chess: 16 "), "{table}");
}

#[test]
fn openings_are_found_and_played() {
    let mut command = Command::new(cargo_bin!("jabberwock"));
    command.args([
        "openings", "hop", "--count", "5", "--seed", "3", "--nodes", "500",
    ]);
    let text = success(command);
    assert_eq!(text.lines().count(), 5);
    let path = fresh("openings");
    fs::write(&path, &text).unwrap();
    let record = fresh("played");
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
