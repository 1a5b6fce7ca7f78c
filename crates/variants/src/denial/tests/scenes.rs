//! Scenes.

use jabberwock_game::{MarkKind, Variant};

use super::{HARD, START, played, played_as};
use crate::board::scene::tests::marked;

#[test]
fn a_turn_that_can_be_denied_is_marked() {
    let scene = HARD.scene(&played("e2e4"));
    assert_eq!(marked(&scene, MarkKind::Deniable), "Black: e2 e4");
    // A knight's movement cannot be denied (D6).
    let scene = HARD.scene(&played("g1f3"));
    assert_eq!(marked(&scene, MarkKind::Deniable), "");
}

#[test]
fn a_movement_that_has_been_denied_is_marked() {
    let scene = HARD.scene(&played("e2e4 deny"));
    assert_eq!(marked(&scene, MarkKind::Excluded), "White: e2 e4");
    assert_eq!(marked(&scene, MarkKind::Deniable), "");
}

#[test]
fn what_a_denial_restores_tells_scenes_apart() {
    // The rook captures a pawn, or a knight.
    let after = |captured: &str| {
        let text = format!("4k3/8/8/8/{captured}7/8/8/R3K3 w - - 0 1 b0 -");
        let scene = HARD.scene(&played_as(HARD, &text, "a1a4").0);
        assert_eq!(
            scene.rights,
            [format!(
                "a denial restores 4k3/8/8/8/{captured}7/8/8/R3K3 w - - 0 1"
            )]
        );
        scene
    };
    let [pawn, knight] = ["p", "n"].map(after);
    assert_eq!(pawn.squares, knight.squares);
    assert_ne!(pawn, knight);
    assert_eq!(HARD.scene(&played_as(HARD, START, "").0).rights.len(), 1);
}
