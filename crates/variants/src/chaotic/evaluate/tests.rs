//! Values of positions and steps, one sentence a test.

use jabberwock_game::{
    Evaluate, Evaluator as _, Position as _, Score, Scored, Sink, Stage, Step, Variant,
};

use crate::{
    chaotic::{Chaotic, Position},
    evaluation::network_base::assert_network_base,
};

fn read(text: &str) -> Position {
    Chaotic
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn value(text: &str) -> Score {
    Chaotic.evaluator().evaluate(&read(text), 0)
}

/// Whether the exchange that `turn` begins gains at least `threshold`.
fn gains(text: &str, turn: &str, threshold: i32) -> bool {
    let pos = read(text);
    let turn = Chaotic.parse_turn(&pos, turn).expect("it is legal");
    Chaotic::see_ge(&pos, turn[0], threshold)
}

#[test]
fn networks_correct_material_and_the_right_to_move() {
    for text in include_str!("../bench.txt").lines() {
        assert_network_base(Chaotic, text, &["material", "tempo"]);
    }
}

#[test]
fn an_immobilized_piece_is_worth_less() {
    let held = "k6n/8/8/4m3/4R3/8/8/K6N w - - 0 1";
    let free = "k6n/8/8/3m4/4R3/8/8/K6N w - - 0 1";
    assert!(value(held) < value(free));
}

#[test]
fn two_merchants_near_the_enemy_king_are_a_threat() {
    let near = "1r6/8/8/3k4/3M4/5M2/8/K6N b - - 0 1";
    let far = "1r6/8/8/3k4/8/8/5M2/K2M3N b - - 0 1";
    assert!(value(near) < value(far));
}

#[test]
fn an_exchange_counts_defenders_that_can_move_and_backstabs() {
    // The knight on d5 is defended by a rook.
    let defended = "k2r4/8/8/3n4/8/8/8/K2R3M w - - 0 1";
    assert!(!gains(defended, "d1d5", 0));
    let held = "k1Mr4/8/8/3n4/8/8/8/K2R4 w - - 0 1";
    assert!(gains(held, "d1d5", 300));
    // The rook that captures lands beside a merchant; another one is near the other side.
    let stab = "k7/8/6m1/3mn3/8/8/8/K3R3 w - - 0 1";
    assert!(!gains(stab, "e1e5", 0));
    let apart = "k7/8/6m1/2m1n3/8/8/8/K3R3 w - - 0 1";
    assert!(gains(apart, "e1e5", 300));
}

#[test]
fn pawns_are_no_bait_for_rooks() {
    // X5.
    assert!(gains("k7/8/8/7r/8/P7/8/K6M w - - 0 1", "a3a5", 0));
    assert!(!gains("k7/8/8/7n/8/P7/8/K6M w - - 0 1", "a3g3", 0));
}

#[test]
fn what_ends_the_game_gains_more_than_all_pieces() {
    // X12, X18.
    assert!(gains("8/8/8/8/3Mk3/5M2/8/K6n w - - 0 1", "f3f4", 10_000));
    assert!(gains("4k3/8/2p5/8/8/2n5/8/K1R5 w - - 0 1", "c1c3", 10_000));
    assert!(!gains(
        "4k3/8/2p5/8/8/2n4r/8/K1R5 w - - 0 1",
        "c1c3",
        10_000
    ));
}

#[test]
fn a_threatened_king_and_a_threatened_last_piece_must_be_answered() {
    // X12, X18: neither is check.
    for (text, threatened) in [
        ("n7/8/8/8/3Mk3/5M2/8/K7 b - - 0 1", true),
        ("n7/8/8/8/3Mk3/6M1/8/K7 b - - 0 1", true),
        ("n7/8/8/8/3Mk3/7M/8/K7 b - - 0 1", false),
        ("n7/8/8/8/3Mk1pM/8/8/K7 b - - 0 1", false),
        ("k7/8/8/4n3/8/8/8/K3R3 b - - 0 1", true),
        ("k7/8/8/4n3/4m3/8/8/K3R3 b - - 0 1", false),
    ] {
        let pos = read(text);
        assert!(!pos.is_check(), "{text}");
        assert_eq!(pos.is_forced_to_respond(), threatened, "{text}");
        assert_eq!(pos.null_move().is_none(), threatened, "{text}");
    }
}

struct Order(Vec<Scored>);

impl Sink for Order {
    fn push(&mut self, step: Step) {
        self.0.push(Scored { step, value: 0 });
    }
}

#[test]
fn merchants_are_sent_beside_pieces_that_they_immobilize() {
    let pos = read("k7/8/8/4r3/8/3M4/8/K7 w - - 0 1");
    let mut order = Order(Vec::new());
    pos.generate(Stage::Quiet, &mut order);
    Chaotic::score_moves(&pos, Stage::Quiet, &mut order.0);
    let best = order.0.iter().max_by_key(|scored| scored.value);
    let best = best.map(|scored| Chaotic.turn_text(&pos, &[scored.step]));
    assert_eq!(best.as_deref(), Some("d3e4"));
}
