//! Texts of positions.

use jabberwock_game::Variant;

use super::{Crazy, START, read};

#[test]
fn texts_are_those_of_the_notation() {
    for text in [
        START,
        "6k1/2(rnp)2b1p/1p1q1n2/2pP1(RB)2/4N3/P3(rPK)1P1/1PPQ4/5B~2 w - - 3 30",
        "2b2(rk)2/p1p1qppp/1pn2n2/3pp3/3PP3/2N2N2/PPP1QPPP/2(RK)2B1(Rr) w - d6d5,e6e5 0 9",
        "7k/8/8/8/8/8/2P5/K7 b - d2c2 0 30",
    ] {
        assert_eq!(Crazy.text(&read(text)), text);
        let fields: Vec<&str> = text.split(' ').collect();
        assert_eq!(Crazy.text(&read(&fields.join("  "))), text);
        let short = Crazy.text(&read(&fields[..4].join(" ")));
        assert_eq!(short, format!("{} 0 1", fields[..4].join(" ")));
    }
}

#[test]
fn a_lone_square_passed_over_is_read_as_in_fen() {
    let text = "7k/8/8/8/4P3/8/8/K7 b - e3 0 1";
    assert_eq!(Crazy.text(&read(text)), text.replace("e3", "e3e4"));
}

#[test]
fn a_wrong_position_is_refused_with_the_field_and_the_reason() {
    for (text, reason) in [
        ("", "placement is missing"),
        ("7k/8/8/8/8/8/8/K7", "side to move is missing"),
        (
            "7k/8/8/8/8/8/8/K7 x - -",
            "side to move \"x\": neither w nor b",
        ),
        ("7k/8/8/8/8/8/8/K7 w - - 0", "fullmove number is missing"),
        ("7k/8/8/8/8/8/8/K7 w - - 00 1", "halfmove clock \"00\""),
        ("7k/8/8/8/8/8/8/K7 w - - 0 0", "fullmove number \"0\""),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1 b0", "unexpected \"b0\""),
        ("7k/8/8/8/8/8/8/8 w - -", "White has 0 kings"),
        ("7k/8/8/(Rk)7/8/8/8/K7 w - -", "Black has 2 kings"),
        ("7k/8/8/(R7/8/8/8/K7 w - -", "no piece is called \"7\""),
        ("7k/8/8/8/8/8/8/K6(R w - -", "a stack is not closed"),
        ("7k/8/8/8/8/8/8/K6(R) w - -", "fewer than two pieces"),
        ("7k/8/8/8/8/8/8/K6() w - -", "fewer than two pieces"),
        (
            "7k/8/8/8/8/8/8/K6(NR) w - -",
            "a stack on N, which is no rook",
        ),
        ("7k/8/8/8/8/8/8/K5N~1 w - -", "N is no bishop"),
        ("7k/8/8/8/8/8/8/K5~1 w - -", "no piece is called \"~\""),
        ("7k/8/8/8/8/8/8/K5P1 w - -", "a pawn on g1"),
        ("7k/8/8/8/8/8/8/K5\u{e9}1 w - -", "no piece is called"),
        (
            "7k/8/(RPPPPPPPPPPPPPPPP)7/8/8/8/8/K7 w - -",
            "White has 18 pieces",
        ),
        (
            "7k/8/8/8/3(RPPPPPPP)(RPPPPPPn)3/8/8/K7 w - - 0 1",
            "White has 13 pawns, more than 8",
        ),
        (
            "7k/8/8/8/8/NNN5/PPPPPPPP/K7 w - -",
            "White has 8 pawns and 1 or more promoted pieces, more than 8 in all",
        ),
        ("7k/8/8/8/8/NNN5/PPPPPPP1/K2B~2B~1 w - -", "-"),
        ("4k3/8/8/8/8/8/8/4(RK)2R w K -", "castling \"K\""),
        ("4k3/8/8/8/8/8/8/4K2r w K -", "castling \"K\""),
        (
            "7k/8/8/8/8/8/8/K6R w - -",
            "Black is in check, but not to move",
        ),
        ("7k/8/8/8/4P3/8/8/K7 b - e4", "en passant \"e4\""),
        ("7k/8/8/8/4P3/8/8/K7 b - e3e5", "no pawn of White"),
        ("7k/8/8/8/4P3/8/8/K7 w - e3e4", "no pawn of Black"),
        ("7k/8/8/8/4P3/8/8/K7 b - e3e4,", "neither"),
        ("7k/8/8/8/3PP3/8/8/K7 b - e3e4,d3d4", "d3d4 is out of order"),
        ("7k/8/8/8/3PP3/8/8/K7 b - d3,e3e4", "is missing after d3"),
        ("7k/8/8/8/8/3P4/8/K7 b - c3d3", "no double step"),
        ("7k/8/8/8/8/8/P7/K7 b - b2a2", "-"),
        ("7k/8/8/8/8/8/1P6/K7 b - a2b2", "no double step"),
        ("7k/8/8/8/8/8/P1P5/K7 b - b2a2,b2c2", "no double step"),
    ] {
        match Crazy.parse(text) {
            Ok(pos) => assert_eq!(reason, "-", "{text} is read as {}", Crazy.text(&pos)),
            Err(error) => assert!(error.to_string().contains(reason), "{text}: {error}"),
        }
    }
}

#[test]
fn stacks_and_ghosts_are_drawn() {
    let board = Crazy
        .scene(&read("7k/8/8/3(rNb~)4/8/8/6B~1/K7 w - - 0 1"))
        .draw();
    assert!(board.contains("| (rNb~) |"), "{board}");
    assert!(board.contains("|   B~   |"), "{board}");
}

#[test]
fn a_mirrored_position_exchanges_the_players() {
    let text = "6k1/2(rnp)2b1p/1p1q1n2/2pP1(RB)2/4N3/P3(rPK)1P1/1PPQ4/5B~2 w - - 3 30";
    let mirrored = Crazy.mirror(&read(text)).expect("it has a mirror image");
    assert_eq!(
        Crazy.text(&mirrored),
        "5b~2/1ppq4/p3(Rpk)1p1/4n3/2Pp1(rb)2/1P1Q1N2/2(RNP)2B1P/6K1 b - - 3 30"
    );
}
