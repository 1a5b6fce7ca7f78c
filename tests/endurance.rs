//! Many searches in one process, and signals at any moment: memory does not grow, and recorded data
//! stay complete.
#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, reason = "the long forms print figures")]

#[path = "support/engine.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod engine;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    thread,
    time::Instant,
};

use engine::{Engine, PATIENCE};
use jabberwock_variants::entries;
use rand::{RngExt, SeedableRng, rngs::StdRng};

/// The maximum growth of memory after every game was searched, in kibibytes: less than a table of
/// one game.
const MAX_GROWTH: u64 = 12 << 10;

/// Returns the memory that the process uses, in kibibytes.
fn memory_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.unwrap()
        .split_whitespace()
        .next()
        .unwrap()
        .parse()
        .unwrap()
}

#[test]
fn the_system_has_provided_the_memory_of_the_table_when_the_engine_is_ready() {
    const TABLE: u64 = 128 << 10;
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 128");
    engine.send("isready");
    engine.skip_to(|line| line == "readyok");
    let ready = memory_of(engine.id());
    assert!(ready > TABLE, "{ready}");
    // Once more for a new game.
    engine.send("ucinewgame");
    engine.send("isready");
    engine.skip_to(|line| line == "readyok");
    let again = memory_of(engine.id());
    assert!(again > TABLE && again < TABLE * 3 / 2, "{again}");
    engine.send("position startpos");
    engine.send("go nodes 50000");
    engine.skip_to(|line| line.starts_with("bestmove "));
    let searched = memory_of(engine.id());
    assert!(searched < again + (4 << 10), "{again} {searched}");
}

/// Searches in every game in turn, `rounds` times, and compares the memory of the last rounds with
/// that of the first ones.
fn check_memory(rounds: usize) {
    let mut engine = Engine::start();
    let (mut early, mut late) = (0, 0);
    engine.send("setoption name Hash value 4");
    for round in 0..rounds {
        for entry in entries() {
            engine.send(&format!("setoption name UCI_Variant value {}", entry.name));
            if round % 2 == 1 {
                engine.send("ucinewgame");
            }
            for _ in 0..3 {
                engine.send("go nodes 200");
                engine.skip_to(|line| line.starts_with("bestmove "));
            }
            let memory = memory_of(engine.id());
            if round < rounds / 2 {
                early = memory.max(early);
            } else {
                late = memory.max(late);
            }
        }
    }
    println!("{rounds} rounds: {early} KiB, then {late} KiB");
    assert!(late < early + MAX_GROWTH, "{early} KiB, then {late} KiB");
    engine.send("quit");
    engine.finish();
}

#[test]
fn memory_stays_flat_over_searches_and_changes_of_game() {
    check_memory(70);
}

#[test]
#[ignore = "50,000 searches and more"]
fn memory_stays_flat_over_tens_of_thousands_of_searches() {
    check_memory(700);
}

/// Returns a file for temporary use.
fn temporary(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("jabberwock-{name}-{}", process::id()));
    remove(&path);
    path
}

fn remove(path: &Path) {
    for file in [path.to_owned(), path.with_added_extension("incomplete")] {
        fs::remove_file(file).ok();
    }
}

/// A command that writes a file of results piece by piece, and goes on with a file that is there.
#[derive(Clone, Copy, Debug)]
enum Job {
    /// A match of 24 games at 300 nodes a turn.
    Match,
    /// The annotation of the games of a record at 100 nodes a position.
    Annotate,
    /// Positions of 12 games at 100 nodes a turn.
    Data,
}

impl Job {
    /// Starts or continues the job; `record` is a finished match for the job to read.
    fn start(self, record: &Path, out: &Path) -> Child {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("jabberwock"));
        match self {
            Job::Match => {
                let players = ["--player", "self,name=a", "--player", "self,name=b"];
                let amounts = ["--nodes", "300", "--games", "24", "--longest", "40"];
                command
                    .args(["match", "--variant", "chaotic"])
                    .args(amounts);
                command
                    .args(players)
                    .args(["--seed", "7", "--resume", "--record"])
            }
            Job::Annotate => {
                command.arg("annotate").arg(record);
                command.args(["--nodes", "100", "--resume", "-o"])
            }
            Job::Data => {
                let amounts = ["--nodes", "100", "--games", "12"];
                command
                    .args(["tune", "data", "chaotic"])
                    .args(amounts)
                    .arg("--out")
            }
        };
        let quiet = command.arg(out).stdout(Stdio::null()).stderr(Stdio::null());
        quiet.spawn().unwrap()
    }

    /// Returns the contents of the file: for a match the games in order, without dates and times.
    fn results(self, out: &Path) -> Vec<String> {
        match self {
            Job::Match => games(out),
            Job::Annotate | Job::Data => {
                let text = fs::read_to_string(out).unwrap_or_default();
                text.lines().map(ToOwned::to_owned).collect()
            }
        }
    }
}

/// Returns the games of a record: everything but dates and times.
fn games(record: &Path) -> Vec<String> {
    let text = fs::read_to_string(record).unwrap_or_default();
    let games = text.split("[Event ").skip(1).map(|game| {
        let lines = game.lines().filter(|line| !line.starts_with("[Date"));
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        let words = words
            .into_iter()
            .filter(|word| !word.trim_end_matches('}').ends_with('s'));
        words.collect::<Vec<_>>().join(" ")
    });
    let mut games: Vec<String> = games.collect();
    games.sort();
    games
}

/// Kills a job `kills` times at random moments, each time in another way, and finishes it.
fn check_kills(job: Job, kills: usize) {
    let name = |file: &str| temporary(&format!("{file}-{job:?}"));
    let (record, whole, killed) = (name("record"), name("whole"), name("killed"));
    if matches!(job, Job::Annotate) {
        assert!(Job::Match.start(&record, &record).wait().unwrap().success());
    }
    let begun = Instant::now();
    assert!(job.start(&record, &whole).wait().unwrap().success());
    let longest = begun.elapsed();
    let expected = job.results(&whole);
    assert!(expected.len() >= 24, "{}", expected.len());
    let mut rng = StdRng::seed_from_u64(1);
    let mut done = 0;
    while done < kills && begun.elapsed() < PATIENCE * (1 + kills as u32) {
        let mut child = job.start(&record, &killed);
        thread::sleep(longest.mul_f64(rng.random_range(0.0..0.7)));
        let signal = ["-KILL", "-TERM", "-HUP", "-INT"][done % 4];
        let killed_now = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(killed_now.unwrap().success());
        child.wait().unwrap();
        done += 1;
        let so_far = job.results(&killed).len();
        assert!(so_far <= expected.len(), "{so_far}");
        if so_far == expected.len() {
            remove(&killed);
        }
    }
    assert!(job.start(&record, &killed).wait().unwrap().success());
    assert_eq!(job.results(&killed), expected, "after {done} kills");
    for file in [record, whole, killed] {
        remove(&file);
    }
}

#[test]
fn a_match_killed_by_any_signal_ends_as_if_it_had_not_been() {
    check_kills(Job::Match, 4);
}

#[test]
fn an_annotation_killed_by_any_signal_ends_as_if_it_had_not_been() {
    check_kills(Job::Annotate, 4);
}

#[test]
fn collected_data_after_any_signal_are_those_without_it() {
    check_kills(Job::Data, 4);
}

#[test]
#[ignore = "50 kills of each job"]
fn jobs_killed_many_times_end_as_if_they_had_not_been() {
    for job in [Job::Match, Job::Annotate, Job::Data] {
        check_kills(job, 50);
    }
}

#[test]
fn a_record_that_cannot_be_written_ends_the_match_with_a_message() {
    let folder = temporary("vanished");
    for path in [Path::new("/dev/full"), &folder.join("no/such/folder.pgn")] {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("jabberwock"))
            .args([
                "match",
                "--variant",
                "chess",
                "--nodes",
                "20",
                "--games",
                "2",
            ])
            .args([
                "--player",
                "self,name=a",
                "--player",
                "self,name=b",
                "--record",
            ])
            .arg(path)
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success());
        assert!(
            errors.starts_with("error: ") && errors.contains(path.to_str().unwrap()),
            "{errors}"
        );
    }
}
