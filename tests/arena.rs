//! Matches as black-box tests: players of all kinds, including those that misbehave.

#[expect(dead_code, reason = "other tests use the rest")]
#[path = "support/matches.rs"]
mod matches;

use std::{path::Path, thread};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use self::matches::{arena, number, refusal, report, success};

/// Returns the description of a program that misbehaves at its `turn`-th answer.
fn mock(mode: &str, turn: u32, protocol: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mock/engine.py");
    let engine = cargo_bin!("jabberwock");
    format!(
        "cmd=python3 \"{}\" {mode} {turn} \"{}\",proto={protocol},name=mock,restart=on",
        script.display(),
        engine.display()
    )
}

/// Plays two games of the mock, which misbehaves at its `turn`-th answer, against random turns;
/// returns its row of the report.
fn row_of_mock(mode: &str, turn: u32, protocol: &str, time: &[&str]) -> Value {
    let mock = mock(mode, turn, protocol);
    let mut words = vec![
        "--variant",
        "chess",
        "--player",
        &mock,
        "--player",
        "random",
    ];
    words.extend(["--games", "2", "--plies", "0", "--depth", "1"]);
    words.extend(time);
    let report = report(&words);
    assert_eq!(number(&report["games"]), 2, "{mode}: {report}");
    report["players"][0].clone()
}

fn forfeits(row: &Value) -> u64 {
    let forfeits = row["forfeits"].as_object().unwrap().values();
    forfeits.map(number).sum()
}

#[test]
fn misbehaving_players_lose_the_game_and_never_the_match() {
    let check = |mode, protocol, cause| {
        // Programs that never answer do so from the first turn on: on a slow machine they could
        // lose a game with two turns on time. Two seconds are too late on every machine.
        let (turn, time): (u32, &[&str]) = match mode {
            "late" => (2, &["--tc", "1.5", "--patience", "100"]),
            "hang" | "deaf" | "flood" => (1, &["--tc", "1", "--patience", "2"]),
            _ => (2, &[]),
        };
        let row = row_of_mock(mode, turn, protocol, time);
        assert_eq!(number(&row["total"]["lost"]), 2, "{mode} {protocol}: {row}");
        assert_eq!(
            number(&row["forfeits"][cause]),
            2,
            "{mode} {protocol}: {row}"
        );
        assert_eq!(forfeits(&row), 2, "{mode} {protocol}: {row}");
    };
    // Most of them only wait, so they run at the same time.
    thread::scope(|scope| {
        for (mode, protocol, cause) in [
            ("hang", "uci", "hangs"),
            ("hang", "cecp", "hangs"),
            ("deaf", "uci", "hangs"),
            ("flood", "uci", "hangs"),
            ("late", "cecp", "time"),
        ] {
            scope.spawn(move || check(mode, protocol, cause));
        }
        for (mode, protocol, cause) in [
            ("crash", "uci", "crashes"),
            ("crash", "cecp", "crashes"),
            ("illegal", "uci", "illegal"),
            ("illegal", "cecp", "illegal"),
            ("claim", "cecp", "illegal"),
            ("refuse", "cecp", "illegal"),
        ] {
            check(mode, protocol, cause);
        }
    });
}

#[test]
fn a_resignation_is_not_a_forfeit() {
    for mode in ["resign", "retire"] {
        let row = row_of_mock(mode, 2, "cecp", &[]);
        assert_eq!(number(&row["total"]["lost"]), 2, "{mode}: {row}");
        assert_eq!(forfeits(&row), 0, "{mode}: {row}");
    }
}

#[test]
fn invalid_lines_between_answers_are_ignored() {
    for protocol in ["uci", "cecp"] {
        let row = row_of_mock("garbage", 2, protocol, &["--longest", "12"]);
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
fn programs_that_ponder_play_their_games_to_the_end() {
    let engine = cargo_bin!("jabberwock");
    let [uci, cecp] = ["uci", "cecp"].map(|protocol| {
        let engine = engine.display();
        format!("cmd=\"{engine}\",proto={protocol},name={protocol},ponder=on")
    });
    for variant in ["chess", "hop", "denial"] {
        let players = ["--player", &uci, "--player", &cecp];
        let limits = ["--games", "2", "--nodes", "200", "--longest", "30"];
        let report = report(&[&["--variant", variant][..], &players, &limits].concat());
        assert_eq!(number(&report["games"]), 2, "{report}");
        for row in report["players"].as_array().unwrap() {
            assert_eq!(forfeits(row), 0, "{report}");
        }
    }
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
            "60",
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
fn counting_material_beats_random_turns_in_every_game() {
    let searched = jabberwock_variants::entries().iter();
    for entry in searched.filter(|entry| entry.planned().is_none()) {
        let players = ["--player", "material-1", "--player", "random"];
        let report = report(&[&["--variant", entry.name, "--games", "4"][..], &players].concat());
        let row = &report["players"][0]["total"];
        assert!(number(&row["won"]) > number(&row["lost"]), "{report}");
    }
}

#[test]
fn planning_beats_random_turns_and_the_lowest_boards_in_mega_chess() {
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
    assert!(table.contains("\nchess: 6 of 6 games"), "{table}");
    for name in ["1 random ", "2 random-2 ", "3 last "] {
        assert!(table.contains(name), "{table}");
    }
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
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
