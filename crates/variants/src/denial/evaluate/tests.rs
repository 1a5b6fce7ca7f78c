//! Values of positions with the right to deny, one sentence a test.

use jabberwock_game::{Evaluate, Evaluator as _, Variant};

use crate::{
    chess::Chess,
    denial::{DenialEvaluator, Layer},
    evaluation::network_base::assert_network_base,
};

const GAME: Layer<Chess> = Layer::hard(Chess);

/// Returns the hand-written terms.
fn terms(text: &str) -> Vec<(String, f64, f64)> {
    let pos = GAME.parse(text).expect("a sound position");
    let mut evaluator = GAME.evaluator();
    evaluator.remove_network();
    let terms = evaluator.terms(&pos).into_iter();
    terms
        .map(|term| (term.name, term.white, term.black))
        .collect()
}

#[test]
fn weights_are_read_in_two_parts() {
    let text = DenialEvaluator::<Chess>::weights_text();
    assert!(DenialEvaluator::<Chess>::with_weights(text).is_ok());
    let own = text.find("material").expect("the weights of chess");
    for wrong in [
        &text[..own],
        &text[own..],
        &text.replacen("right.held", "right.holds", 1),
        &format!("{text}\nmaterial"),
    ] {
        assert!(DenialEvaluator::<Chess>::with_weights(wrong).is_err());
    }
}

#[test]
fn networks_learn_the_value_of_the_right() {
    for text in include_str!("../bench.txt").lines() {
        assert_network_base(GAME, text, &[]);
    }
}

#[test]
fn the_right_has_a_value_for_its_holder_alone() {
    let fen = "r1bq1rk1/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQ1RK1 w - - 0 1";
    let (group, white, black) = terms(&format!("{fen} b0 -")).remove(0);
    assert_eq!(group, "right");
    assert!(black > 0.0, "{white} {black}");
    let (_, white, _) = terms(&format!("{fen} w1 -")).remove(0);
    assert!(white > 0.0);
}
