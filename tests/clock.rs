//! Time management: games lost on time, and the lateness of answers to `movetime`. The suites take
//! hours and print figures (`--ignored --nocapture --test-threads 1`), which depend on the machine
//! and its load. `CLOCK_GAMES`, `CLOCK_SEARCHES` and `CLOCK_BUSY` set numbers, `CLOCK_VARIANTS`,
//! `CLOCK_CONTROLS` and `CLOCK_PLAYERS` select some of the matches.
#![expect(clippy::print_stdout, reason = "the long forms print figures")]

#[path = "support/engine.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod engine;
#[path = "support/selection.rs"]
mod selection;

use std::{
    env, hint,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use engine::Engine;
use jabberwock_variants::entries;
use selection::is_chosen;
use serde_json::Value;

/// Games of each pairing of game and time control, unless `CLOCK_GAMES` says otherwise.
const GAMES: usize = 200;

/// Time controls, as arguments of `match`.
const CONTROLS: &[&[&str]] = &[
    &["--tc", "1+0.01"],
    &["--tc", "0.2+0.005"],
    &["--tc", "40/2"],
    &["--st", "0.05", "--margin", "0.02"],
];

/// Options of the engine: two threads, and pondering.
const PLAYERS: &[&str] = &["option.Threads=2", "ponder=on"];

/// Loops that take the processor's time from the engine.
struct BusyLoops {
    stop: Arc<AtomicBool>,
}

impl BusyLoops {
    fn start(count: usize) -> BusyLoops {
        let stop = Arc::<AtomicBool>::default();
        for _ in 0..count {
            let stop = Arc::clone(&stop);
            thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    hint::spin_loop();
                }
            });
        }
        BusyLoops { stop }
    }
}

impl Drop for BusyLoops {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Returns a number from the environment.
fn setting(name: &str, default: usize) -> usize {
    env::var(name).map_or(default, |text| text.parse().expect(name))
}

/// Returns the names of the games, or those in `CLOCK_VARIANTS`.
fn variants() -> impl Iterator<Item = &'static str> {
    let names = entries().iter().map(|entry| entry.name);
    names.filter(|name| is_chosen("CLOCK_VARIANTS", name))
}

/// Games, time controls and players, or those in `CLOCK_VARIANTS`, `CLOCK_CONTROLS` and
/// `CLOCK_PLAYERS`.
fn matches() -> Vec<(&'static str, &'static [&'static str], &'static str)> {
    let mut matches = Vec::new();
    for variant in variants() {
        for &control in CONTROLS {
            for &player in PLAYERS {
                if is_chosen("CLOCK_CONTROLS", control[1]) && is_chosen("CLOCK_PLAYERS", player) {
                    matches.push((variant, control, player));
                }
            }
        }
    }
    assert!(!matches.is_empty(), "no match is chosen");
    matches
}

/// Plays `games` games of the engine with itself and gives how many were lost on time.
fn losses(variant: &str, control: &[&str], player: &str, games: usize) -> u64 {
    let program = assert_cmd::cargo::cargo_bin!("jabberwock");
    let player = format!("cmd={},proto=uci,{player},name=", program.display());
    let output = Command::new(program)
        .args(["match", "--variant", variant, "--json"])
        .args(["--player", &format!("{player}a")])
        .args(["--player", &format!("{player}b")])
        .args(["--games", &games.to_string(), "--longest", "300"])
        .args(control)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let players = report["players"].as_array().unwrap();
    let lost = players.iter().map(|player| &player["forfeits"]["time"]);
    lost.map(|count| count.as_u64().unwrap()).sum()
}

/// Plays all games with `busy` loops beside them; at most `most` in a thousand may be lost on time.
fn check_losses(busy: usize, most: u64) {
    let _load = BusyLoops::start(busy);
    let games = setting("CLOCK_GAMES", GAMES);
    let (mut total, mut played) = (0, 0);
    for (variant, control, player) in matches() {
        let lost = losses(variant, control, player, games);
        let time = control[1];
        println!("{variant} {time} {player}: {lost} of {games} lost on time");
        total += lost;
        played += games as u64;
    }
    println!("{total} of {played} games lost on time, {busy} busy loops");
    assert!(total * 1000 <= most * played);
}

#[test]
#[ignore = "hours: 200 games of every game at four time controls"]
fn no_game_is_lost_on_time() {
    check_losses(0, 0);
}

#[test]
#[ignore = "hours: 200 games of every game at four time controls, with four busy loops"]
fn few_games_are_lost_on_time_under_load() {
    check_losses(4, 1);
}

#[test]
#[ignore = "an hour: how late movetime is answered, in every game"]
fn movetime_is_kept() {
    let _load = BusyLoops::start(setting("CLOCK_BUSY", 0));
    let searches = setting("CLOCK_SEARCHES", 100);
    for variant in variants() {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        for time in [10, 50, 200] {
            let limit = Duration::from_millis(time);
            let mut late: Vec<f64> = (0..searches)
                .map(|_| {
                    engine.send("isready");
                    engine.skip_to(|line| line == "readyok");
                    let start = Instant::now();
                    engine.send(&format!("go movetime {time}"));
                    engine.skip_to(|line| line.starts_with("bestmove "));
                    (start.elapsed().as_secs_f64() - limit.as_secs_f64()) * 1e3
                })
                .collect();
            late.sort_by(f64::total_cmp);
            let at = |percent: usize| late[(late.len() - 1) * percent / 100];
            println!(
                "{variant} movetime {time}: late by {:.1} ms (50 %), {:.1} (90 %), {:.1} (99 %), {:.1} (100 %)",
                at(50),
                at(90),
                at(99),
                at(100)
            );
        }
        engine.send("quit");
        engine.finish();
    }
}

#[test]
fn every_game_answers_a_search_of_little_time() {
    for variant in variants() {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        engine.send("go movetime 1");
        engine.skip_to(|line| line.starts_with("bestmove "));
        engine.send("go wtime 1 btime 1");
        engine.skip_to(|line| line.starts_with("bestmove "));
        engine.send("quit");
        engine.finish();
    }
}
