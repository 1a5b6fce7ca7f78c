//! Texts of positions and turns, and those that are refused.

use jabberwock_game::Variant;

use super::{Chaotic, START, after, read, refusal};

#[test]
fn texts_are_those_of_the_notation() {
    let pos = after(START, "d3d5 e6e4");
    let text = "knarm3/narmr3/pppp1ppp/3P4/4p3/PPP1PPPP/3RMRAN/3MRANK w - - 2 2";
    assert_eq!(Chaotic.text(&pos), text);
    assert_eq!(Chaotic.text(&read(&text.replace(' ', "  "))), text);
    let short = read("k6n/8/8/8/8/8/8/K6N b - -");
    assert_eq!(Chaotic.text(&short), "k6n/8/8/8/8/8/8/K6N b - - 0 1");
    // Pawns stand anywhere.
    read("k5pn/8/8/8/8/8/8/KP5N b - - 0 1");
}

#[test]
fn a_wrong_position_is_refused_with_the_field_and_the_reason() {
    let pieces = "k6n/8/8/8/8/8/8/K6N";
    for (rest, reason) in [
        ("", "side to move is missing"),
        ("x - - 0 1", "side to move \"x\": neither w nor b"),
        ("wb - - 0 1", "side to move \"wb\""),
        ("w", "castling is missing"),
        ("w KQ - 0 1", "castling \"KQ\": this game has none"),
        ("w - e3 0 1", "en passant \"e3\": this game has none"),
        ("w - - 0", "fullmove number is missing"),
        ("w - - -1 1", "halfmove clock \"-1\""),
        ("w - - 01 1", "halfmove clock \"01\""),
        ("w - - 0 0", "fullmove number \"0\""),
        ("w - - 0 1 x", "unexpected \"x\""),
    ] {
        let text = format!("{pieces} {rest}");
        let error = Chaotic.parse(&text).expect_err(&text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    for (pieces, reason) in [
        ("8/8/8/8/8/8/8/K6N", "Black has 0 kings"),
        ("k6n/8/8/8/8/8/8/KK5N", "White has 2 kings"),
        ("k6n/8/8/8/8/8/8/K6Q", "no piece is called \"Q\""),
        ("k6n/8/8/8/8/P7/PPPPPPPP/KPPPPPPP", ""),
        ("k6n/8/8/8/8/PP6/PPPPPPPP/KPPPPPPP", ""),
        (
            "k6n/8/8/8/8/PPP5/PPPPPPPP/KPPPPPPP",
            "White has 19 pieces, more than 18",
        ),
        ("k6n/8/8/8/8/8/8/K5N", "fewer than 8 squares"),
        ("", "placement"),
    ] {
        let text = format!("{pieces} w - - 0 1");
        match Chaotic.parse(&text) {
            Ok(_) => assert!(reason.is_empty(), "{text}"),
            Err(error) => assert!(error.to_string().contains(reason), "{text}: {error}"),
        }
    }
    let text = "k6R/8/8/8/8/8/8/K6n w - - 0 1";
    let error = Chaotic.parse(text).expect_err(text).to_string();
    assert!(error.contains("the king on a8 is in check"), "{error}");
}

#[test]
fn a_wrong_turn_is_refused_with_the_reason() {
    for (turn, reason) in [
        ("", "not two different squares"),
        ("d3", "not two different squares"),
        ("d3d3", "not two different squares"),
        ("d3d4q", "not two different squares"),
        ("d3i4", "not two different squares"),
        ("\u{e9}\u{e9}", "not two different squares"),
        ("d4d5", "d4 is empty"),
        ("d6d5", "the piece on d6 is Black's"),
        ("d2e2", "e2 holds a piece of the same player"),
        ("d3d6", "this pawn cannot capture the pawn on d6"),
        ("d2c4", "the rook cannot go from d2 to c4"),
        ("d3d7", "the pawn cannot go from d3 to d7"),
    ] {
        let refused = refusal(START, turn);
        assert!(refused.contains(reason), "{turn}: {refused}");
    }
    let over = "4k3/8/2p5/8/8/8/8/K1M5 w - - 0 1";
    assert_eq!(refusal(over, "a1a2"), "the game is over: 1-0 {bare army}");
}

#[test]
fn an_immobilized_piece_is_drawn_with_a_star() {
    let board = Chaotic
        .scene(&read("8/2mK4/3m2n1/6k1/7M/5a2/1N2r3/8 b - - 19 62"))
        .draw();
    assert!(board.contains(" K* "), "{board}");
    assert_eq!(board.matches('*').count(), 1, "{board}");
}

#[test]
fn a_mirror_exchanges_the_players() {
    let pos = read("8/2mK4/3m2n1/6k1/7M/5a2/1N2r3/8 b - - 19 62");
    let mirrored = Chaotic.mirror(&pos).expect("it has a mirror");
    let text = "8/3R2n1/2A5/m7/1K6/1N2M3/4kM2/8 w - - 19 62";
    assert_eq!(Chaotic.text(&mirrored), text);
    assert_eq!(Chaotic.mirror(&mirrored), Some(pos));
}
