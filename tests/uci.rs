//! UCI as black-box tests: golden transcripts.

#[path = "support/engine.rs"]
mod engine;
#[path = "support/transcript.rs"]
mod transcript;

use engine::Engine;
use jabberwock_engine::open;
use jabberwock_variants::entries;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use transcript::follow;

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
        line.starts_with("info depth") || is_plan(line)
    });
}

/// Whether `line` is the reason for a planned turn.
fn is_plan(line: &str) -> bool {
    line.starts_with("info string plan")
}

#[test]
fn the_end_of_the_input_ends_a_search_with_its_best_turn() {
    follow_uci("uci-end");
}

#[test]
fn every_variant_can_be_chosen_and_searched() {
    for entry in entries() {
        let mut engine = Engine::start();
        engine.send("uci");
        let listed = format!(" var {}", entry.name);
        let is_listed = |line: &str| {
            let mut names = line.split(" var ").map(str::trim);
            line.starts_with("option name UCI_Variant ") && names.any(|name| name == entry.name)
        };
        engine.skip_to(is_listed);
        engine.skip_to(|line| line == "uciok");
        engine.send(&format!("setoption name UCI_Variant value {}", entry.name));
        let mut game = open(entry.name).unwrap();
        for _ in 0..3 {
            let turns = game.turns().join(" ");
            engine.send(&format!("position startpos moves {turns}"));
            engine.send("go nodes 500");
            let best = engine.skip_to(|line| !line.starts_with("info depth") && !is_plan(line));
            let words: Vec<&str> = best.split(' ').collect();
            assert_eq!(words[0], "bestmove", "{listed}: {best}");
            // The turn is legal, and so is the answer expected to it.
            game.play(words[1]).unwrap();
            if let ["ponder", answer] = words[2..] {
                assert!(game.read_turn(answer).is_ok(), "{listed}: {best}");
            }
        }
        engine.send(&format!(
            "position startpos moves {}",
            game.turns().join(" ")
        ));
        engine.send("d");
        engine.skip_to(|line| line == format!("Variant: {}", entry.name));
        let position = format!("Position: {}", game.position());
        assert_eq!(engine.next_line(), Some(position));
        engine.send("quit");
        while engine.next_line().is_some() {}
        engine.finish();
    }
}

#[test]
fn a_line_of_megabytes_is_refused_briefly() {
    let mut engine = Engine::start();
    engine.send("uci");
    engine.skip_to(|line| line == "uciok");
    engine.send(&format!("position fen {}", "8/".repeat(1 << 20)));
    let error = engine.next_line().unwrap();
    assert!(
        error.starts_with("info string Error (bad position: "),
        "{error}"
    );
    assert!(error.len() < 1000, "{error}");
    engine.send(&"x".repeat(20 << 20));
    let error = engine.next_line().unwrap();
    assert!(
        error.starts_with("info string Error (line too long): x"),
        "{error}"
    );
    assert!(error.len() < 1000, "{error}");
    for name in ["", "Hash", "UCI_Variant"] {
        engine.send(&format!(
            "setoption name {name} value x\x1b{}",
            "8/".repeat(1 << 20)
        ));
        let error = engine.next_line().unwrap();
        assert!(error.starts_with("info string Error ("), "{error}");
        assert!(error.len() < 1000 && !error.contains('\x1b'), "{error}");
    }
    engine.send("quit");
    engine.finish();
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of words")]
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
        engine.send("uci");
        engine.send(&format!("setoption name UCI_Variant value {}", entry.name));
        for round in 0..300 {
            let length = rng.random_range(1..8);
            let words: Vec<&str> = (0..length)
                .map(|_| *WORDS.choose(&mut rng).unwrap())
                .collect();
            engine.send(&words.join(" "));
            engine.send("stop");
            if round % 20 == 0 {
                engine.send("isready");
                engine.skip_to(|line| line == "readyok");
            }
        }
        engine.send("quit");
        engine.finish();
    }
}

#[test]
fn quit_ends_the_engine_during_a_search() {
    let mut engine = Engine::start();
    engine.send("uci");
    engine.send("go infinite");
    engine.skip_to(|line| line.starts_with("info depth"));
    engine.send("quit");
    // The search would not end by itself.
    engine.finish();
}

#[test]
fn stop_ends_a_count_inside_a_turn_of_the_root() {
    let mut engine = Engine::start();
    // Lone kings have no last turn: the count goes to its greatest depth at once.
    for position in ["startpos", "fen 7k/8/8/8/8/8/8/K7 w - - 0 1"] {
        engine.send(&format!("position {position}"));
        engine.send("go perft 64");
        engine.send("stop");
        engine.skip_to(|line| line == "info string perft stopped");
        engine.send("isready");
        assert_eq!(engine.next_line().unwrap(), "readyok");
    }
    engine.send("go perft 64");
    engine.end_input();
    engine.finish();
}

#[test]
fn a_stopped_bench_prints_no_count() {
    let mut engine = Engine::start();
    engine.send("uci");
    engine.skip_to(|line| line == "uciok");
    engine.send("bench");
    engine.send("stop");
    assert_eq!(engine.next_line().unwrap(), "info string bench stopped");
    engine.send("quit");
    engine.finish();
}
