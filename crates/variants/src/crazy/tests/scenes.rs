//! Scenes.

use jabberwock_game::{MarkKind, Position as _, Variant};

use super::{Crazy, read};
use crate::board::scene::tests::{marked, on, trays};

#[test]
fn a_stack_is_described_from_its_base() {
    let scene = Crazy.scene(&read("7k/8/8/3(rNb~)4/8/8/6B~1/K7 w - - 0 1"));
    assert_eq!(
        on(&scene, "d5"),
        "Black rook on, White knight inside, Black bishop ghost inside"
    );
    assert_eq!(on(&scene, "g2"), "White bishop ghost on");
    assert_eq!(trays(&scene), [""; 0]);
}

#[test]
fn between_its_two_steps_the_king_is_in_hand() {
    let mut pos = read("7k/8/8/8/8/8/8/K7 w - - 0 1");
    let turn = Crazy.parse_turn(&pos, "a1b2,b2c3").expect("it is legal");
    pos.play(turn[0]);
    let scene = Crazy.scene(&pos);
    assert_eq!(on(&scene, "a1") + &on(&scene, "b2"), "");
    assert_eq!(trays(&scene), ["hand White: White king tray"]);
}

#[test]
fn the_square_of_a_king_inside_a_rook_is_marked_in_check() {
    // The knight can jump inside too, and captures there.
    let scene = Crazy.scene(&read("7k/8/8/8/5n2/8/4(RK)3/8 w - - 0 1"));
    assert_eq!(marked(&scene, MarkKind::Check), "White: e2");
}

#[test]
fn castling_and_every_double_step_are_rights() {
    let text = "rnbqkbnr/1ppppppp/8/8/P7/8/1PPP1PPP/RNBQKBNR b Qk a3a4 0 1";
    let scene = Crazy.scene(&read(text));
    assert_eq!(
        scene.rights,
        ["castling Q k", "en passant a3, the pawn on a4"]
    );
}
