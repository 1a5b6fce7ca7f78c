//! Scenes.

use jabberwock_game::{MarkKind, Position as _, Variant};

use super::{EXTRA, Hop, START, after, read};
use crate::board::scene::tests::{marked, on, trays};

#[test]
fn hoppers_are_on_the_board_or_beside_it() {
    let scene = Hop.scene(&read(EXTRA));
    assert_eq!(on(&scene, "d4"), "White hopper on");
    assert_eq!(on(&scene, "f5"), "Black hopper on");
    assert_eq!(trays(&scene), ["hoppers White: ", "hoppers Black: "]);
    assert_eq!(scene.rights, ["castling K Q k q"]);
    let start = Hop.scene(&read(START));
    assert_eq!(trays(&start)[0], "hoppers White: White hopper tray");
}

#[test]
fn between_the_parts_of_a_turn_the_hopper_is_off_the_board() {
    let mut pos = read(EXTRA);
    let turn = Hop.parse_turn(&pos, "g1f3@d4").expect("it is legal");
    pos.play(turn[0]);
    let scene = Hop.scene(&pos);
    assert_eq!(on(&scene, "f3"), "White knight on");
    assert_eq!(on(&scene, "d4"), "");
    assert_eq!(
        trays(&scene),
        ["hoppers White: White hopper tray", "hoppers Black: "]
    );
}

#[test]
fn a_king_in_check_is_marked() {
    let scene = Hop.scene(&after(START, "e2e4 g8f6@d5 d2d4@d3 e7e6@b4"));
    assert_eq!(marked(&scene, MarkKind::Check), "White: e1");
    assert_eq!(marked(&Hop.scene(&read(START)), MarkKind::Check), "");
}
