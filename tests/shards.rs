//! Matches, annotations and training data in parts, and the parts joined.

#[expect(dead_code, reason = "other tests use the rest")]
#[path = "support/matches.rs"]
mod matches;

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output, id},
};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use self::matches::{arena, number, refusal, success};

const MATCH: &str = "--variant hop --player self,name=a --player self,name=b,nodes=200 --nodes 80 \
                     --longest 60 --games";

/// Returns a new folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("jabberwock-shards-{name}-{}", id()));
    fs::remove_dir_all(&folder).ok();
    fs::create_dir(&folder).unwrap();
    folder
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn jabberwock(text: &str) -> Output {
    let program = cargo_bin!("jabberwock");
    Command::new(program).args(words(text)).output().unwrap()
}

/// Returns the standard output of a command that must succeed.
fn done(text: &str) -> String {
    let output = jabberwock(text);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the message of a command that is refused.
fn refused(text: &str) -> String {
    let output = jabberwock(text);
    assert_eq!(output.status.code(), Some(2), "{text}");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: "), "{text}: {message}");
    message
}

/// Plays a part of a match, and gives its record.
fn play(folder: &Path, options: &str, name: &str) -> String {
    let path = folder.join(name).display().to_string();
    success(arena(&words(&format!("{MATCH} {options} --record {path}"))));
    path
}

/// Returns the games of records by their numbers: tags and turns, without the shard, dates and
/// times.
fn games(records: &[String]) -> BTreeMap<usize, String> {
    let mut found = BTreeMap::new();
    for record in records {
        let text = fs::read_to_string(record).unwrap();
        for game in text.split("[Event ").skip(1) {
            let mut number = None;
            let mut kept = String::new();
            for line in game.lines() {
                if let Some(round) = line.strip_prefix("[Round \"") {
                    number = round.trim_end_matches("\"]").parse().ok();
                }
                if !line.starts_with("[Shard ") && !line.starts_with("[Date ") {
                    kept.push_str(line);
                    kept.push(' ');
                }
            }
            let kept: Vec<&str> = kept
                .split(' ')
                .filter(|word| !word.ends_with("s}"))
                .collect();
            let known = found.insert(number.unwrap(), kept.join(" "));
            assert!(known.is_none(), "game {number:?} is there twice");
        }
    }
    found
}

/// Returns a report without its first line, which has the time.
fn results(report: &str) -> &str {
    let start = report.find("    player ").unwrap();
    &report[start..]
}

#[test]
fn four_shards_joined_are_the_match_game_by_game() {
    let folder = folder("four");
    let sprt = "24 --sprt --elo0 0 --elo1 5";
    let whole = folder.join("whole.pgn").display().to_string();
    let expected = success(arena(&words(&format!("{MATCH} {sprt} --record {whole}"))));
    let shards: Vec<String> = (1..=4)
        .map(|shard| {
            let options = format!("{sprt} --shard {shard}/4 --concurrency 2");
            play(&folder, &options, &format!("shard-{shard}.pgn"))
        })
        .collect();
    let joined = done(&format!("match --join {}", shards.join(" ")));
    assert_eq!(joined.lines().next(), Some("hop: 24 of 24 games"));
    assert_eq!(results(&joined), results(&expected));
    assert!(joined.contains("\nSPRT 0 5: LLR "), "{joined}");
    assert_eq!(games(&shards), games(std::slice::from_ref(&whole)));
    // The record of the whole match is one part, and so are all shards in one file.
    assert_eq!(done(&format!("match --join {whole}")), joined);
    let texts = shards
        .iter()
        .map(|shard| fs::read_to_string(shard).unwrap());
    fs::write(&whole, texts.collect::<String>()).unwrap();
    assert_eq!(done(&format!("match --join {whole}")), joined);
    let json: Value = serde_json::from_str(&done(&format!("match --join {whole} --json"))).unwrap();
    assert_eq!(number(&json["games"]), 24);
    assert_eq!(number(&json["missing"]["games"]), 0);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_shard_is_resumed_and_what_is_missing_is_named() {
    let folder = folder("resumed");
    let second = play(&folder, "4 --shard 2/2", "2.pgn");
    let partial = done(&format!("match --join {second}"));
    assert!(
        partial.ends_with("\npartial: 2 of 4 games missing: shard 1/2\n"),
        "{partial}"
    );
    let before = fs::read_to_string(&second).unwrap();
    let resume = format!("match {MATCH} 8 --shard 2/2 --resume --record {second}");
    let text = done(&resume);
    assert!(
        text.contains("hop: shard 2/2: 4 of 4 games, 2 in this run, "),
        "{text}"
    );
    assert!(fs::read_to_string(&second).unwrap().starts_with(&before));
    let first = play(&folder, "8 --shard 1/2", "1.pgn");
    let joined = done(&format!("match --join {first} {second}"));
    let whole = success(arena(&words(&format!("{MATCH} 8"))));
    assert_eq!(results(&joined), results(&whole));
    // The name of the folder may end with a 2 as well.
    let other = refused(&resume.replace("--shard 2/2", "--shard 1/2"));
    assert!(
        other.contains("game 3 of the record is not of this match: it belongs to another shard"),
        "{other}"
    );
    let other = refused(&resume.replace("--longest 60", "--longest 30"));
    assert!(
        other.contains("its rules are ") && other.contains("longest 60 and not "),
        "{other}"
    );
    // Joining does not touch the records, and a doubled part is refused.
    let kept = fs::read_to_string(&first).unwrap();
    let doubled = refused(&format!("match --join {first} {second} {first}"));
    assert!(doubled.contains("1.pgn, game 1: it is in "), "{doubled}");
    assert_eq!(fs::read_to_string(&first).unwrap(), kept);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_shard_plays_on_where_its_own_results_would_decide_the_test() {
    let options = "--variant chess --player material-2 --player random --games 40 --longest 60 --plies 2 \
                   --sprt --elo0 0 --elo1 20 --alpha 0.4 --beta 0.4";
    let whole = done(&format!("match {options}"));
    assert!(whole.ends_with(" accepted\n"), "{whole}");
    assert!(!whole.contains("40 of 40 games"), "{whole}");
    let shard = done(&format!("match {options} --shard 1/2"));
    assert!(
        shard.contains("\nchess: shard 1/2: 20 of 20 games"),
        "{shard}"
    );
    assert!(!shard.contains("SPRT"), "{shard}");
}

#[test]
fn records_that_do_not_belong_together_are_refused() {
    let folder = folder("refused");
    let known = play(&folder, "4 --shard 1/2", "known.pgn");
    let openings = folder.join("openings.txt");
    fs::write(&openings, "e2e4 g8f6@d5\nd2d4 g8f6@d5\n").unwrap();
    let from_file = format!("4 --shard 2/2 --openings {}", openings.display());
    for (name, options, problem) in [
        (
            "seed",
            "4 --shard 2/2 --seed 5",
            "its seed is 5 and not 1, as in ",
        ),
        (
            "pace",
            "4 --shard 2/2 --depth 1",
            "White time control is nodes 80, depth 1 and not nodes 80",
        ),
        (
            "players",
            "4 --shard 2/2 --player random",
            "its players are a, b, random and not a, b",
        ),
        (
            "plies",
            "4 --shard 2/2 --plies 3",
            "its openings are random 3 and not random 4",
        ),
        ("openings", &from_file, "its openings are file "),
        (
            "variant",
            "4 --shard 2/2 --variant chess",
            "it is one of chess and not of hop",
        ),
    ] {
        let options = if name == "variant" {
            let path = folder.join(name).display().to_string();
            let changed = MATCH.replace("hop", "chess");
            done(&format!("match {changed} 4 --shard 2/2 --record {path}"));
            path
        } else {
            play(&folder, options, name)
        };
        let error = refused(&format!("match --join {known} {options}"));
        assert!(error.contains(&format!("{name}, game 3: ")), "{error}");
        assert!(error.contains(problem), "{name}: {error}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_that_are_no_whole_records_are_refused() {
    let folder = folder("bad");
    let known = play(&folder, "4 --shard 1/2", "known.pgn");
    let text = fs::read_to_string(&known).unwrap();
    let bad = folder.join("bad").display().to_string();
    for (content, problem) in [
        (
            &text[..text.len() - 20],
            ": the game is cut; the match with --resume plays it again",
        ),
        (
            "my notes\n",
            "bad, line 1: no game of this program: \"my notes\"",
        ),
        ("\0\u{1}\u{ff}", "bad, line 1: no game of this program: "),
        ("", "there is no game in "),
    ] {
        fs::write(&bad, content).unwrap();
        let error = refused(&format!("match --join {bad}"));
        assert!(error.contains(problem), "{error}");
    }
    let error = refused(&format!(
        "match --join {known} {}/nowhere",
        folder.display()
    ));
    assert!(error.contains("/nowhere: "), "{error}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn shards_out_of_range_are_refused() {
    let data = "tune data hop --out data --shard";
    let annotate = "annotate games.pgn --nodes 9 -o out --shard";
    for shard in ["3/2", "0/4", "x", "1/0", "1", "-1/2"] {
        let message = format!("invalid shard \"{shard}\": expected K/N");
        let error = refusal(&words(&format!("{MATCH} 4 --shard={shard}")));
        assert!(error.contains(&message), "{error}");
        for command in [data, annotate] {
            let error = refused(&format!("{command}={shard}"));
            assert!(error.contains(&message), "{error}");
        }
    }
    let error = refusal(&words(&format!("{MATCH} 4 --shard 3/3")));
    assert_eq!(
        error,
        "error: --shard 3/3: the match has only 2 pairs of games\n"
    );
    for options in [
        "--shard 1/2",
        "--games 4",
        "--nodes 5",
        "--resume --record x",
        "--seed 2",
    ] {
        let error = refused(&format!("match --join a.pgn {options}"));
        assert!(error.contains("cannot be used with"), "{options}: {error}");
    }
}

#[test]
fn pairings_are_those_that_are_played() {
    let folder = folder("pairings");
    let options = "4 --round-robin --player random --shard 2/3";
    let record = play(&folder, options, "games.pgn");
    let listed = done(&format!("match {MATCH} {options} --pairings"));
    let played: Vec<usize> = games(std::slice::from_ref(&record)).into_keys().collect();
    assert_eq!(played, [3, 4, 9, 10]);
    assert_eq!(
        listed,
        "game 3 (pair 2): a - random, opening 1\ngame 4 (pair 2): random - a, opening 1\n\
         game 9 (pair 5): a - random, opening 2\ngame 10 (pair 5): random - a, opening 2\n"
    );
    let json = done(&format!("match {MATCH} {options} --pairings --json"));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(number(&json["pairs"]), 6);
    assert_eq!(number(&json["games"][1]["game"]), 4);
    let resume = format!("match {MATCH} {options} --pairings --record {record}");
    let left = done(&format!("{} --resume", resume.replace("--shard 2/3", "")));
    let left: Vec<&str> = left
        .lines()
        .map(|line| line.split(')').next().unwrap())
        .collect();
    assert_eq!(left.len(), 8, "{left:?}");
    assert_eq!(left[2..4], ["game 5 (pair 3", "game 6 (pair 3"]);
    assert!(refused(&resume).contains("--resume leaves out recorded ones"));
    let other = refused(&format!("{resume} --resume --seed 3"));
    assert!(other.contains("its seed is 1 and not 3"), "{other}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_record_is_annotated_in_parts() {
    let folder = folder("annotated");
    let record = play(&folder, "4", "games.pgn");
    let whole = folder.join("whole").display().to_string();
    let expected = done(&format!("annotate {record} --nodes 40 -o {whole}"));
    let parts: Vec<(String, String)> = (1..=4)
        .map(|shard| {
            let part = folder.join(format!("part-{shard}")).display().to_string();
            let command = format!("annotate {record} --nodes 40 --shard {shard}/4 -o {part}");
            (done(&command), fs::read_to_string(&part).unwrap())
        })
        .collect();
    let (printed, written): (Vec<String>, Vec<String>) = parts.into_iter().unzip();
    assert_eq!(printed.concat(), expected);
    assert_eq!(written.concat(), fs::read_to_string(&whole).unwrap());
    let list = done(&format!("annotate {record} --list --shard 2/2"));
    let first: Vec<&str> = list
        .lines()
        .map(|line| line.split(", ").next().unwrap())
        .collect();
    assert_eq!(first, ["game 2: hop", "game 4: hop"]);
    let json = done(&format!("annotate {record} --list --json"));
    assert_eq!(json.lines().count(), 4);
    let error = refused(&format!(
        "annotate {record} --nodes 40 --shard 5/5 -o {whole}-5"
    ));
    assert!(
        error.contains("--shard 5/5: ") && error.contains("has only 4 games"),
        "{error}"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn training_data_in_parts_are_those_of_the_whole_run() {
    let folder = folder("data");
    let path = |name: &str| folder.join(name).display().to_string();
    let options = "tune data chess --games 10 --nodes 40 --seed 2";
    let expected = done(&format!("{options} --out {}", path("whole")));
    let parts: Vec<String> = (1..=3)
        .map(|shard| path(&format!("part-{shard}")))
        .collect();
    for (shard, part) in parts.iter().enumerate() {
        let text = done(&format!(
            "{options} --shard {}/3 --out {part} --threads 2",
            shard + 1
        ));
        assert!(text.starts_with(["4", "3", "3"][shard]), "{text}");
    }
    let join = format!(
        "tune data chess --join {} --out {}",
        parts.join(" "),
        path("joined")
    );
    assert_eq!(done(&join), expected);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("joined"), read("whole"));
    assert!(
        read("part-2")
            .lines()
            .nth(1)
            .unwrap()
            .contains("`tune data --join`")
    );
    let error = refused(&join);
    assert!(
        error.contains("joined: "),
        "an existing file is kept: {error}"
    );
    for (changed, problem) in [
        (join.replace(&parts[1], ""), "shard 2/3 is missing"),
        (
            join.replace(&parts[1], &parts[0]),
            "shard 1/3 is there twice",
        ),
        (
            join.replace(&parts[1], &path("whole")),
            "whole: not the file of a shard",
        ),
        (
            join.replace("chess", "hop"),
            "part-1: a file of another run",
        ),
        (
            join.replace("--join", "--seed 4 --join"),
            "cannot be used with",
        ),
    ] {
        let error = refused(&changed.replace("joined", "new"));
        assert!(error.contains(problem), "{error}");
    }
    fs::remove_dir_all(folder).unwrap();
}
