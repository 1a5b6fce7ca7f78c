//! The movements that a denial forbids (denial D5-D7, D14).

use jabberwock_game::{Position as _, Stage, Variant, legal_turns};

use crate::{crazy::Crazy, denial::Layer};

const HARD: Layer<Crazy> = Layer::hard(Crazy);

/// Returns the turns of a position of the layer.
fn turns(text: &str) -> Vec<String> {
    let pos = HARD
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    legal_turns(&pos)
        .iter()
        .map(|turn| HARD.turn_text(&pos, turn))
        .collect()
}

/// Checks that the denial of `turn` forbids exactly the turns `forbidden`.
#[track_caller]
fn forbids(fields: &str, turn: &str, forbidden: &[&str]) {
    let all = turns(&format!("{fields} w1! -"));
    let left = turns(&format!("{fields} w1! x:{turn}"));
    let mut missing: Vec<&str> = all
        .iter()
        .filter(|known| !left.contains(known))
        .map(String::as_str)
        .collect();
    missing.sort_unstable();
    assert_eq!(missing, forbidden, "{fields}: {turn}");
    assert_eq!(left.len() + forbidden.len(), all.len());
}

/// Returns the message that refuses a text with this turn as one that can be denied.
fn refusal(layer: Layer<Crazy>, fields: &str, turn: &str) -> String {
    let text = format!("{fields} w1! x:{turn}");
    match layer.parse(&text) {
        Ok(_) => panic!("{text} is read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn capturing_a_rook_and_jumping_inside_it_are_one_movement() {
    let text = "8/7k/8/3r4/8/8/8/2KR4 w - - 0 1";
    forbids(text, "d1d5", &["d1d5", "d1d5^"]);
    forbids(text, "d1d5^", &["d1d5", "d1d5^"]);
}

#[test]
fn a_knight_is_denied_a_path_and_only_if_it_captures_on_it() {
    let text = "7k/8/8/8/8/6p1/5pp1/K4bN1 w - - 0 1";
    forbids(text, "g1f3xg2", &["g1f3xg2", "g1f3xg3"]);
    forbids(text, "g1f3xf1", &["g1f3xf1", "g1f3xf2"]);
    assert!(refusal(HARD, text, "g1f3").contains("cannot be denied"));
    let inside = "7k/8/8/8/8/5(rp)2/8/K5N1 w - - 0 1";
    assert!(refusal(HARD, inside, "g1f3^xf3^1").contains("cannot be denied"));
}

#[test]
fn a_king_is_denied_its_way_through_the_middle() {
    let text = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    forbids(text, "a1a2,a2b3", &["a1a2,a2b3"]);
    assert!(refusal(HARD.soft(), text, "a1a2,a2b3").contains("cannot be denied"));
    // Whatever it enters or captures on either square.
    let rook = "7k/8/8/8/8/8/r7/K7 w - - 0 1";
    forbids(rook, "a1a2,a2b3", &["a1a2,a2b3", "a1a2^,a2b3"]);
}

/// Quiescence search must be able to complete each turn it begins.
#[test]
fn within_a_turn_some_noisy_step_leads_on_whatever_was_denied() {
    let text = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    let ways = turns(&format!("{text} w1! -"));
    assert!(!ways.is_empty());
    for way in ways {
        let pos = HARD.parse(&format!("{text} w1! x:{way}")).unwrap();
        for turn in legal_turns(&pos) {
            let mut within = pos.clone();
            within.play(turn[0]);
            let mut noisy = Vec::new();
            within.generate(Stage::Noisy, &mut noisy);
            assert!(!noisy.is_empty(), "{way}: {turn:?}");
            assert!(noisy.iter().all(|&step| within.is_noisy(step)), "{way}");
        }
    }
}

#[test]
fn a_pawn_is_denied_its_move_whatever_it_promotes_to() {
    let text = "8/P7/8/8/8/8/7k/K7 w - - 0 10";
    forbids(text, "a7a8", &["a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
}

#[test]
fn a_disguise_is_its_pawns_and_the_exchanged_piece() {
    let text = "7k/8/8/8/8/4r3/2PPP3/7K w - - 3 1";
    forbids(text, "e2=e3", &["e2=e3"]);
    forbids(text, "e2=e3+d2", &["e2=e3+d2"]);
    forbids(text, "e2e3^", &["e2e3^"]);
}

#[test]
fn an_all_round_capture_is_a_movement_of_its_own() {
    let text = "8/5k2/8/8/8/8/1Qp5/7K w - - 3 1";
    forbids(text, "b2*", &["b2*"]);
}
