//! Values of positions and moves, one sentence a test.

use jabberwock_game::{Evaluate, Evaluator as _, Variant};

use crate::{
    chakra::{Chakra, Position},
    evaluation::network_base::assert_network_base,
};

fn read(text: &str) -> Position {
    Chakra::CLASSIC
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the evaluation by terms alone.
fn hand_written() -> <Chakra as Evaluate>::Evaluator {
    let mut evaluator = Chakra::CLASSIC.evaluator();
    evaluator.remove_network();
    evaluator
}

/// Returns White's share of a group of terms, less Black's.
fn share(text: &str, group: &str) -> f64 {
    let terms = hand_written().terms(&read(text));
    let found = terms.iter().find(|term| term.name == group);
    let term = found.unwrap_or_else(|| panic!("no term {group}"));
    term.white - term.black
}

fn wins(text: &str, turn: &str, threshold: i32) -> bool {
    let pos = read(text);
    let turn = Chakra::CLASSIC
        .parse_turn(&pos, turn)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    Chakra::see_ge(&pos, turn[0], threshold)
}

#[test]
fn the_start_is_worth_the_right_to_move() {
    let start = Chakra::CLASSIC.start();
    let terms = hand_written().terms(&start);
    for term in terms.iter().filter(|term| term.name != "tempo") {
        assert!((term.white - term.black).abs() < 0.01, "{}", term.name);
    }
}

#[test]
fn networks_correct_material_and_the_right_to_move() {
    for text in include_str!("../bench.txt").lines() {
        assert_network_base(Chakra::CLASSIC, text, &["material", "tempo"]);
    }
}

#[test]
fn a_transmitter_is_worth_keeping() {
    let with = "4k3/1pppppp1/8/8/8/8/1PPPPPP1/4K3 w a2n,h2n/- - 0 20";
    assert!(share(with, "transmitter") > 100.0);
}

#[test]
fn a_chakra_without_cover_next_to_the_enemy_king_is_loose() {
    let loose = "6k1/8/8/8/8/8/8/K1S5 w c1n,h7n/- - 0 20";
    let covered = "6k1/8/8/8/8/8/8/K6S w c1n,h7n/- - 0 20";
    assert!(share(loose, "chakra") < share(covered, "chakra"));
}

#[test]
fn a_pawn_that_can_be_transmitted_to_the_last_rank_is_a_threat_while_a_piece_waits() {
    let text = "4k3/8/8/8/8/2P5/2P5/K7 w c4n,f8n/- Q 0 1";
    assert!(share(text, "promotion") > 100.0);
    let none = text.replace(" Q ", " - ");
    assert!(share(&none, "promotion").abs() < 0.01);
}

#[test]
fn an_exchange_counts_pieces_that_capture_by_transmission() {
    // The pawn on b5 is defended by the ape h3, which reaches the vacant chakra g5.
    let text = "4k3/8/8/1p6/8/7a/8/1SK5 w -/b5n,g5n - 0 1";
    assert!(!wins(text, "b1b5", 0));
    assert!(wins(&text.replace("g5n", "g6n"), "b1b5", 100));
}

#[test]
fn the_slider_behind_the_first_piece_captures_next() {
    let supported = "4k3/1s6/8/1p6/8/8/1S6/1QK5 w -/- - 0 1";
    assert!(wins(supported, "b2b5", 100));
    let alone = "4k3/1s6/8/1p6/8/8/1S6/2K5 w -/- - 0 1";
    assert!(!wins(alone, "b2b5", 0) && wins(alone, "b2b5", 100 - 680));
}

#[test]
fn a_chakra_is_lost_where_only_the_enemy_king_goes() {
    let text = "4k3/8/8/8/8/7S/8/K7 w h1n,c5n/- - 0 1";
    assert!(!wins(text, "c5d7", 0));
    assert!(wins(text, "c5e6", 0));
    assert!(wins(text, "c5c5+", 0) && !wins(text, "c5c5+", 1));
    // The samurai covers d7 here.
    assert!(wins(&text.replace("7S", "3S4"), "c5d7", 0));
}
