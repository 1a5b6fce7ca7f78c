//! Scenes.

use jabberwock_game::{MarkKind, Variant};

use super::{Chakra, read, texts::LIVELY};
use crate::board::scene::tests::{marked, on, trays};

#[test]
fn chakras_are_on_the_floor() {
    let scene = Chakra::CLASSIC.scene(&read(LIVELY));
    assert_eq!(on(&scene, "e6"), "White chakra knight floor");
    assert_eq!(on(&scene, "h2"), "Black chakra king floor, Black pawn on");
    assert_eq!(
        marked(&scene, MarkKind::Transmitter),
        "White: e6 b8; Black: e1 h2"
    );
}

#[test]
fn pools_are_trays() {
    assert_eq!(
        trays(&Chakra::CLASSIC.scene(&read(LIVELY))),
        [
            "pool White: White queen tray, White courtesan tray",
            "pool Black: Black monk tray, Black courtesan tray"
        ]
    );
}
