//! UCI, seen from outside: golden transcripts.

mod support;

use std::time::{Duration, Instant};

use jabberwock_variants::entries;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use support::{Engine, follow};

fn follow_uci(name: &str) {
    follow(name, |line| line.starts_with("info depth"));
}

#[test]
fn the_engine_introduces_itself_and_its_options() {
    follow_uci("uci-options");
}

#[test]
fn positions_are_set_and_shown() {
    follow_uci("uci-position");
}

#[test]
fn searches_end_when_they_should_and_not_before() {
    follow_uci("uci-search");
}

#[test]
fn pondering_waits_for_the_hit() {
    follow_uci("uci-ponder");
}

#[test]
fn bad_input_is_named_and_changes_nothing() {
    follow_uci("uci-errors");
}

#[test]
fn a_game_of_hop_chess_is_played_in_native_text() {
    follow_uci("uci-hop");
}

#[test]
fn a_game_of_chaotic_chess_is_played_in_native_text() {
    follow_uci("uci-chaotic");
}

#[test]
fn a_game_of_chakra_is_played_in_native_text() {
    follow_uci("uci-chakra");
}

#[test]
fn denial_is_played_in_native_text() {
    follow_uci("uci-denial");
}

#[test]
fn crazy_chess_is_played_in_native_text() {
    follow_uci("uci-crazy");
}

#[test]
fn games_of_games_are_played_in_native_text() {
    follow("uci-mega", |line| {
        line.starts_with("info depth") || line.starts_with("info string plan")
    });
}

#[test]
fn the_end_of_the_input_ends_a_search_with_its_best_turn() {
    follow_uci("uci-end");
}

#[test]
fn every_variant_can_be_chosen_and_searched() {
    for entry in entries() {
        let mut engine = Engine::start();
        for line in [
            "uci",
            &format!("setoption name UCI_Variant value {}", entry.name),
            "position startpos",
            "d",
            "go depth 2",
            "go perft 1",
            "bench",
            "quit",
        ] {
            engine.say(line);
        }
        let mut text = Vec::new();
        while let Some(line) = engine.hear() {
            text.push(line);
        }
        engine.finish();
        let listed = format!(" var {}", entry.name);
        assert!(text.iter().any(|line| line.contains(&listed)), "{text:?}");
        let named = format!("Variant: {}", entry.name);
        assert!(text.contains(&named), "{text:?}");
        assert!(!text.iter().any(|line| line.contains("Error")), "{text:?}");
    }
}

#[test]
fn a_line_of_megabytes_is_refused_quickly_and_briefly() {
    let mut engine = Engine::start();
    engine.say("uci");
    while engine.hear().unwrap() != "uciok" {}
    let start = Instant::now();
    engine.say(&format!("position fen {}", "8/".repeat(1 << 20)));
    let error = engine.hear().unwrap();
    assert!(
        error.starts_with("info string Error (bad position: "),
        "{error}"
    );
    assert!(error.len() < 1000, "{error}");
    engine.say(&"x".repeat(20 << 20));
    let error = engine.hear().unwrap();
    assert!(
        error.starts_with("info string Error (line too long): x"),
        "{error}"
    );
    assert!(error.len() < 1000, "{error}");
    assert!(start.elapsed() < Duration::from_secs(5));
    engine.say("quit");
    engine.finish();
}

#[test]
fn noise_is_survived() {
    const WORDS: &[&str] = &[
        "uci",
        "debug",
        "isready",
        "setoption",
        "name",
        "value",
        "Hash",
        "MultiPV",
        "Move",
        "Overhead",
        "UCI_Variant",
        "Clear",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "e2e4@d5",
        "g8f6@d5",
        "a7a8q",
        "0000",
        "8/8/8/8/8/8/8/8",
        "w",
        "-",
        "0",
        "1",
        "2",
        "-1",
        "18446744073709551616",
        "go",
        "depth",
        "nodes",
        "movetime",
        "searchmoves",
        "wtime",
        "movestogo",
        "mate",
        "ponder",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "on",
        "x\u{0}y",
        "\u{1f409}",
        "KQkq",
        "e3",
        "-/-",
        "perft",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    ];
    for (seed, entry) in (0..).zip(entries()) {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut engine = Engine::start();
        engine.say("uci");
        engine.say(&format!("setoption name UCI_Variant value {}", entry.name));
        for round in 0..300 {
            let length = rng.random_range(1..8);
            let words: Vec<&str> = (0..length)
                .map(|_| *WORDS.choose(&mut rng).unwrap())
                .collect();
            engine.say(&words.join(" "));
            engine.say("stop");
            if round % 20 == 0 {
                engine.say("isready");
                while engine.hear().expect("the engine lives") != "readyok" {}
            }
        }
        engine.say("quit");
        engine.finish();
    }
}

#[test]
fn quit_ends_the_engine_while_it_thinks() {
    let mut engine = Engine::start();
    engine.say("uci");
    engine.say("go infinite");
    while !engine.hear().unwrap().starts_with("info depth") {}
    let start = Instant::now();
    engine.say("quit");
    engine.finish();
    assert!(start.elapsed() < Duration::from_secs(1));
}
