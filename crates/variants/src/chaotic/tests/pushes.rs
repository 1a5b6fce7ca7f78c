//! Pawns and their pushes (X13 to X16).

use jabberwock_game::Position as _;

use super::{after, is_legal, placement, read, refusal};

#[test]
fn a_pawn_pushes_whom_it_runs_up_against() {
    // X14: pieces of either player, to the edge or to the next piece.
    for (row, pushed) in [
        ("P2r4", "2P4r"),
        ("P2R4", "2P4R"),
        ("P2p4", "2P4p"),
        ("P2P4", "2P4P"),
        ("P2r2n1", "2P2rn1"),
        ("P1n5", "1P5n"),
    ] {
        let text = format!("6k1/m7/8/8/{row}/8/M7/6K1 w - - 0 1");
        let to = if row == "P1n5" { "b4" } else { "c4" };
        let expected = format!("6k1/m7/8/8/{pushed}/8/M7/6K1");
        assert_eq!(placement(&text, &format!("a4{to}")), expected, "{row}");
    }
}

#[test]
fn pushes_go_in_all_four_directions() {
    // X13, X14.
    let text = "7k/4n3/8/8/1n2P1n1/8/4n3/7K w - - 0 1";
    for (to, expected) in [
        ("e6", "4n2k/8/4P3/8/1n4n1/8/4n3/7K"),
        ("e3", "7k/4n3/8/8/1n4n1/4P3/8/4n2K"),
        ("f4", "7k/4n3/8/8/1n3P1n/8/4n3/7K"),
        ("c4", "7k/4n3/8/8/n1P3n1/8/4n3/7K"),
    ] {
        let text = text.replace("7K", "M6K");
        assert_eq!(
            placement(&text, &format!("e4{to}")),
            expected.replace("7K", "M6K").replace("4n2K", "M3n2K"),
            "{to}"
        );
    }
}

#[test]
fn a_pawn_is_free_to_stop_earlier_and_pushes_nothing_then() {
    // X14.
    let text = "7k/m7/8/8/P2r4/8/M7/7K w - - 0 1";
    assert_eq!(placement(text, "a4b4"), "7k/m7/8/8/1P1r4/8/M7/7K");
}

#[test]
fn a_piece_already_beside_the_pawn_is_not_pushed() {
    // X14: the pawn cannot move towards it at all.
    let text = "7k/m7/8/8/Pr6/8/M7/7K w - - 0 1";
    assert!(refusal(text, "a4b4").contains("cannot capture the piece"));
}

#[test]
fn no_piece_is_pushed_that_is_held_or_has_no_room() {
    // X15, the pawn may go there all the same.
    for (text, why) in [
        ("7k/8/8/8/P2m4/8/M7/7K w - - 0 1", "a merchant"),
        ("7k/m7/8/3M4/P2r4/8/8/7K w - - 0 1", "immobilised"),
        (
            "7k/8/8/3m4/P2r4/8/M7/7K w - - 0 1",
            "beside a friendly merchant",
        ),
        (
            "7k/8/8/3m4/P2p4/8/M7/7K w - - 0 1",
            "a pawn beside a friendly merchant",
        ),
        ("7k/m7/8/8/P2rn3/8/M7/7K w - - 0 1", "no room"),
        ("6k1/m7/8/8/P6r/8/M7/6K1 w - - 0 1", "the edge"),
    ] {
        let after = placement(text, if why == "the edge" { "a4g4" } else { "a4c4" });
        let row = after.split('/').nth(4).expect("eight rows");
        let expected = match why {
            "a merchant" => "2Pm4",
            "a pawn beside a friendly merchant" => "2Pp4",
            "no room" => "2Prn3",
            "the edge" => "6Pr",
            _ => "2Pr4",
        };
        assert_eq!(row, expected, "{why}");
    }
}

#[test]
fn an_enemy_merchant_does_not_hold_a_pawn_against_pushes() {
    // X15: pawns are never immobilized (X7).
    let text = "7k/m7/8/3M4/P2p4/8/8/7K w - - 0 1";
    assert_eq!(placement(text, "a4c4"), "7k/m7/8/3M4/2P4p/8/8/7K");
    // A piece with both kinds beside it is not immobilized, but held.
    let text = "7k/8/8/3M4/P2r4/3m4/8/7K w - - 0 1";
    assert_eq!(placement(text, "a4c4"), "7k/8/8/3M4/2Pr4/3m4/8/7K");
}

#[test]
fn a_pushed_pawn_does_not_push_and_a_pushed_piece_captures_nothing() {
    // X16.
    let text = "7k/m7/8/8/P1p2r2/8/M7/7K w - - 0 1";
    assert_eq!(placement(text, "a4b4"), "7k/m7/8/8/1P2pr2/8/M7/7K");
    let text = "7k/m7/8/8/P1r2N2/8/M7/7K w - - 0 1";
    assert_eq!(placement(text, "a4b4"), "7k/m7/8/8/1P2rN2/8/M7/7K");
}

#[test]
fn the_enemy_king_can_be_pushed_into_check() {
    // X16.
    let text = "8/8/8/8/P2k4/8/m7/6KR w - - 0 1";
    let pos = after(text, "a4c4");
    assert!(pos.is_check());
}

#[test]
fn the_own_king_is_pushed_out_of_check_and_never_into_it() {
    // X16.
    let out = "3r3k/8/8/8/P2K4/8/M7/8 w - - 0 1";
    assert!(read(out).is_check());
    assert_eq!(placement(out, "a4c4"), "3r3k/8/8/8/2P4K/8/M7/8");
    assert!(!is_legal(out, "a4b4"));
    let into = "7r/6k1/8/8/P2K4/8/M7/8 w - - 0 1";
    assert_eq!(refusal(into, "a4c4"), "the king would be in check");
    assert!(is_legal(into, "a4b4"));
}

#[test]
fn a_push_may_not_open_a_line_to_the_own_king() {
    // X16, X17: the pushed knight leaves the d-file.
    let text = "3r3k/8/8/8/P2N4/8/M7/3K4 w - - 0 1";
    assert!(!read(text).is_check());
    assert_eq!(refusal(text, "a4c4"), "the king would be in check");
    // The knight that is pushed to f4 attacks e2.
    let text = "7k/8/8/8/Pn4R1/8/M3K3/8 w - - 0 1";
    assert!(!read(text).is_check());
    let text = "7k/8/8/8/P1n3R1/8/M3K3/8 w - - 0 1";
    assert_eq!(refusal(text, "a4b4"), "the king would be in check");
}

#[test]
fn a_pushed_piece_meets_check() {
    // X17: into the line of the rook on e8.
    let text = "4r2k/8/8/8/P1N2n2/8/M7/4K3 w - - 0 1";
    assert!(read(text).is_check());
    assert!(is_legal(text, "a4b4"));
    assert!(!is_legal(text, "a4a5"));
    // The piece that gives check is pushed away itself.
    let text = "7k/8/8/8/8/P2n4/M7/4K3 w - - 0 1";
    assert!(read(text).is_check());
    assert!(is_legal(text, "a3c3"));
}
