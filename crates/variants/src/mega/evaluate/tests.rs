//! Values of mega-boards.

use jabberwock_game::{Evaluate as _, Evaluator as _, Position as _, Variant as _};
use rand::{SeedableRng, rngs::StdRng};

use crate::mega::{Mega, tests::START};

/// Returns the static value of a position of `level` for the player to move.
fn value(level: u8, text: &str) -> i32 {
    let variant = Mega::of_level(level);
    let pos = variant
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    variant.evaluator().evaluate(&pos, 0).0
}

#[test]
fn the_starts_are_level_and_evaluated_at_once() {
    for level in 1..=8 {
        assert!(value(level, START).abs() < 100);
    }
}

#[test]
fn armed_is_better_than_neutral_and_neutral_than_disarmed() {
    let of = |rook: &str| value(1, &format!("4k!3/8/8/8/8/8/8/{rook}3K!3 w - - 0 1 {{}}"));
    assert!(of("R+") > of("R") + 100 && of("R") > of("R-") + 100);
}

#[test]
fn a_throne_and_an_open_line_have_a_value() {
    let king = |king: &str| value(1, &format!("4{king}3/8/8/8/8/8/8/4K+3 w - - 0 1 {{}}"));
    assert!(king("k!") > king("k-") && king("k-") > king("k+"));
    let shut = "4k-3/8/4n-3/8/4p-3/8/8/3K+R+3 b - - 0 1 {}";
    let left_alone = "4k-3/8/8/7n-/4p-3/8/8/3K+R+3 b - - 0 1 {}";
    assert!(value(1, left_alone) < value(1, shut));
}

#[test]
fn a_better_small_game_is_a_better_prospect() {
    let game = |fen: &str| {
        value(
            1,
            &format!("4k!3/8/8/8/8/8/8/R3K!3 w - - 0 1 {{a1={fen}_w_-_-_0_1}}"),
        )
    };
    let up = game("4k3/pppp4/8/8/8/8/PPPP4/R3K3");
    let level = game("r3k3/pppp4/8/8/8/8/PPPP4/R3K3");
    let down = game("r3k3/pppp4/8/8/8/8/PPPP4/4K3");
    assert!(up > level && level > down, "{up} {level} {down}");
}

#[test]
fn the_terms_sum_up_to_the_value_and_a_mirrored_board_is_worth_the_same() {
    let mut rng = StdRng::seed_from_u64(3);
    for level in [1, 2] {
        let variant = Mega::of_level(level);
        let mut evaluator = variant.evaluator();
        let mut pos = variant.start();
        for _ in 0..60 {
            let Some(play) = pos.board().random_turn(&mut rng) else {
                break;
            };
            pos.make(&play).expect("a legal turn");
            let value = evaluator.evaluate(&pos, 0).0;
            let terms = evaluator.terms(&pos);
            let white: f64 = terms.iter().map(|term| term.white - term.black).sum();
            let mover = match pos.turn() {
                jabberwock_game::Color::White => white,
                jabberwock_game::Color::Black => -white,
            };
            assert!((mover - f64::from(value)).abs() < 1e-6);
            let mirrored = variant.mirror(&pos).expect("a mirrored position");
            assert_eq!(variant.evaluator().evaluate(&mirrored, 0).0, value);
            assert_eq!(mirrored.key(), mirrored.recomputed_key());
            assert_eq!(
                mirrored.board().count_turns(),
                pos.board().count_turns(),
                "{pos:?}"
            );
        }
    }
}
