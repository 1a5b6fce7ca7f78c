//! Texts of turns, and steps.

use jabberwock_game::{Position as _, Step, Variant};

use super::{Crazy, read, refusal, turns};

#[test]
fn a_wrong_turn_is_refused_with_the_reason() {
    let text = "6k1/2(rnp)2b1p/1p1q1n2/2pP1(RB)2/4N3/P3(rPK)1P1/1PPQ4/5B~2 w - - 3 30";
    for (turn, reason) in [
        ("", "a square is missing"),
        ("a2", "a square is missing"),
        ("a3a4x", "a square is missing"),
        ("a3a4 ", "it goes on after its end"),
        ("a3a4k", "it goes on after its end"),
        ("a3a4qq", "after the promotion letter"),
        ("a3^0a4", "a level is a number from 1 to 31"),
        ("a3^a4", "a level is a number"),
        ("f5^32g6", "a level is a number"),
        ("f5^999999999999999999999g6", "a level is a number"),
        ("e3^2e4,e4e5,e5e6", "it goes on after its end"),
        ("\u{e9}\u{e9}", "a square is missing"),
        ("a4a5", "no piece is on a4"),
        ("f5^2g6", "no piece is on f5^2"),
        ("b6b5", "the piece on b6 is Black's"),
        ("b6*", "the piece on b6 is Black's"),
        ("e3^2e2", "a king makes two steps"),
        ("a3a4,a4a5", "a pawn makes one step"),
        ("e3^2e2,e3e2", "starts from e2, without a level"),
        ("e3^2e2,e2^1e1", "starts from e2, without a level"),
        ("a3a3", "a step cannot end on a3"),
        ("a3a5", "the pawn cannot go from a3 to a5"),
        ("a3b2", "b2 holds a piece of the same player"),
        ("a3a4^", "there is no rook on a4 to jump into"),
        ("a3a4q", "no pawn of the player promotes"),
        ("d2f4xe3", "a queen does not capture on its way"),
        ("e4f6xf6", "captured without x"),
        ("e4f6xd4", "d4 is not on a knight's way from e4 to f6"),
        ("e4f6xf5", "the knight cannot capture on f5 going to f6"),
        ("e4*", "no queen captures all round from e4"),
        ("a3=a4", "no pawn on a3 can take the place of a piece on a4"),
        ("e3^2g3,g3g4", "castling is not possible here"),
    ] {
        let error = refusal(text, turn);
        assert!(error.contains(reason), "{turn}: {error}");
    }
    let promotes = "8/P7/8/8/8/8/7k/K7 w - - 0 10";
    assert!(refusal(promotes, "a7a8").contains("letter q, r, b or n is missing"));
    let pinned = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 10";
    assert!(refusal(pinned, "e2c3").contains("the king would be lost or in check"));
    let own = "7k/8/8/8/8/8/8/K2RR3 w - - 0 10";
    assert!(refusal(own, "d1e1").contains("jump inside it with ^"));
}

#[test]
fn no_32_bits_make_the_rules_panic() {
    let text = "7k/P1(RP)b~4/8/1p1(rqnP)4/2P5/1(Rp)4b1/2p5/2K3N1 w - - 12 50";
    let pos = read(text);
    let spread = (1..200_000u32).map(|n| n.wrapping_mul(2_654_435_761));
    for step in spread.chain(1..400_000).filter_map(Step::unpack) {
        pos.is_legal(step);
    }
    for bits in [u32::MAX, u32::MAX - 1, 7 << 29] {
        assert!(!pos.is_legal(Step::new(bits)));
    }
}

#[test]
fn every_turn_of_a_crowded_position_is_read_back() {
    for text in [
        "7k/P1(RP)b~4/8/1p1(rqnP)4/2P5/1(Rp)4b1/2p5/2K3N1 w - - 12 50",
        "7k/P1(RP)b~4/8/1p1(rqnP)4/2P5/1(Rp)4b1/2p5/2K3N1 b - - 12 50",
        "k7/2(rpp)5/1n3b2/2Q1q3/3R4/2b2N2/P1P1P3/6(rK)1 w - - 0 33",
    ] {
        let pos = read(text);
        for turn in turns(text) {
            let read = Crazy.parse_turn(&pos, &turn);
            assert!(read.is_ok_and(|read| Crazy.turn_text(&pos, &read) == turn));
        }
    }
}
