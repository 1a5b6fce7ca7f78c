//! Values of positions and steps, one sentence a test.

use jabberwock_game::{Evaluate, Evaluator as _, Step, Variant};

use crate::{crazy::Crazy, denial::Layer, evaluation::network_base::assert_network_base};

fn value(text: &str) -> i32 {
    let pos = Crazy.parse(text).unwrap_or_else(|error| panic!("{error}"));
    Crazy.evaluator().evaluate(&pos, 0).0
}

fn step(text: &str, turn: &str) -> (super::Position, Step) {
    let pos = Crazy.parse(text).unwrap_or_else(|error| panic!("{error}"));
    let turn = Crazy
        .parse_turn(&pos, turn)
        .unwrap_or_else(|error| panic!("{error}"));
    (pos, turn[0])
}

#[test]
fn more_pieces_are_better_and_ghosts_do_not_count() {
    let even = value("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1");
    assert!(value("4k3/pppp4/8/8/8/8/PPPP4/2B1K3 w - - 0 1") > even + 150);
    assert!(value("4k3/pppp4/8/8/8/8/PPPP4/2B~1K3 w - - 0 1") < even + 150);
    assert!(value("4k3/pppp4/8/8/8/8/PPPP4/(RN)3K3 w - - 0 1") > even + 400);
}

#[test]
fn networks_correct_material_and_the_right_to_move() {
    for text in include_str!("../bench.txt").lines() {
        assert_network_base(Crazy, text, &["material", "tempo"]);
        assert_network_base(Layer::hard(Crazy), &format!("{text} w1! -"), &[]);
    }
}

#[test]
fn a_capture_gains_what_is_left_after_its_effects() {
    let captured_value = |text, turn| {
        let (pos, step) = step(text, turn);
        Crazy::captured_value(&pos, step)
    };
    assert_eq!(
        captured_value("7k/8/8/3p4/4P3/8/8/K7 w - - 0 1", "e4d5"),
        100
    );
    // Queen for rook and pawn.
    let queen = "7k/8/8/2Pq4/8/8/8/K2R4 w - - 0 1";
    assert_eq!(captured_value(queen, "d1d5"), 600 - 450 - 100);
    // The rook for a bishop that becomes a ghost.
    let bishop = "7k/8/8/3b4/8/8/8/K2R4 w - - 0 1";
    assert_eq!(captured_value(bishop, "d1d5"), 350 - 30 - 450);
    let suicide = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";
    assert!(captured_value(suicide, "b1*") < -10_000);
}

#[test]
fn a_defended_pawn_can_be_won_by_the_king_but_not_by_a_rook() {
    let wins = |text, turn| {
        let (pos, step) = step(text, turn);
        Crazy::see_ge(&pos, step, 0)
    };
    let text = "7k/8/2p5/3p4/2K5/8/8/3R4 w - - 0 1";
    assert!(!wins(text, "d1d5"));
    assert!(wins(text, "c4d5,d5c4"));
}
