//! Texts (`docs/rules/notation.md`, *chakra*).

use jabberwock_game::{Position as _, Step, Variant};

use super::{Chakra, START, after, read, refusal, turns_of};

pub(super) const LIVELY: &str =
    "2a1k2s/1PP4P/1q6/p3P2p/3M2c1/1A6/1p1K1p1p/2S4A w e6n,b8k/e1n,h2k QCmc 11 44";

#[test]
fn positions_are_read_back() {
    for text in [START, LIVELY] {
        assert_eq!(Chakra::CLASSIC.text(&read(text)), text);
    }
    assert_eq!(Chakra::CLASSIC.start(), read(START));
    let spaced = START.replace(' ', "   ");
    assert_eq!(read(&spaced), read(START));
    assert_eq!(read(START.trim_end_matches(" 0 1")), read(START));
}

#[test]
fn a_wrong_position_names_what_is_wrong() {
    for (board, with, reason) in [
        ("a2n,h2n/", "a2n,h2n", "chakras"),
        ("a2n,h2n/", "a2n/", "chakras"),
        ("a2n,h2n/", "/", "chakras"),
        ("a2n,h2n/", "h2n,a2n/", "h2 does not stand before a2"),
        ("a2n,h2n/", "a2n,a2n/", "a2 does not stand before a2"),
        ("a2n,h2n/", "a2n,a7n/", "two chakras on a7"),
        ("a2n,h2n/", "a2q,h2n/", "chakras"),
        ("a2n,h2n/", "a2n,h2n,h3n/", "chakras"),
        ("a2n,h2n/", "a2\u{e9},h2n/", "chakras"),
        (" w ", " x ", "neither w nor b"),
        (" - 0", " P 0", "no piece that returns"),
        (" - 0", " K 0", "no piece that returns"),
        (" - 0", " QQ 0", "White has more than 1 queen"),
        (" - 0", " a 0", "Black has more than 2 apes"),
        (" - 0", " x 0", "no piece that returns"),
        (" 0 1", " 00 1", "leading zeros"),
        (" 0 1", " 0 0", "too small"),
        (" 0 1", " 0", "fullmove number is missing"),
        (" 0 1", " 0 1 1", "unexpected"),
        ("ACMQKSCA", "ACMQQSCA", "White has 0 kings"),
        ("ACMQKSCA", "KCMQKSCA", "White has 2 kings"),
        ("ACMQKSCA", "ACMQKSQA", "White has 2 queens"),
        ("1PPPPPP1", "PPPPPPP1", "White has 7 pawns"),
        ("ACMQKSCA", "ACMQKNCA", "no piece is called \"N\""),
        ("acmqksca", "acmqkscP", "more than 6"),
        ("/8/8/8/8/", "/8/8/8/", "7 ranks"),
    ] {
        let text = START.replacen(board, with, 1);
        let error = Chakra::CLASSIC.parse(&text).expect_err(&text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let pools = "7k/8/8/8/8/8/8/K7 w -/- qQ 0 1";
    assert!(Chakra::CLASSIC.parse(pools).is_err());
    let check = "7k/8/8/8/8/8/8/K6S w -/- - 0 1";
    let error = Chakra::CLASSIC.parse(check).expect_err(check).to_string();
    assert!(error.contains("the king on h8 is in check"), "{error}");
    let last = "P6k/8/8/8/8/8/8/K7 w -/- - 0 1";
    let error = Chakra::CLASSIC.parse(last).expect_err(last).to_string();
    assert!(error.contains("a pawn of White on a8"), "{error}");
    // On its own first rank a pawn may stand (C23).
    read("7k/8/8/8/8/8/8/K6P w -/- - 0 1");
}

#[test]
fn what_is_no_turn_names_what_is_wrong() {
    for text in [
        "",
        "b2",
        "b2b4k",
        "b2b4qq",
        "b2b4++",
        "@@@",
        "@@@@@",
        "b2\u{e9}4",
        "B2b4",
        "b2b4p",
    ] {
        assert!(
            refusal(START, text).contains("neither two squares"),
            "{text}"
        );
    }
    for (text, reason) in [
        ("c5c6", "c5 is empty"),
        ("b7b5", "the pawn on b7 is Black's"),
        ("a7c6", "the chakra on a7 is Black's"),
        ("b2b5", "the pawn cannot go from b2 to b5"),
        ("a1a2", "the ape cannot go"),
        ("d1e1", "e1 holds a piece of the same player"),
        ("b2b4q", "nothing promotes here"),
        ("b2b4+", "there is no chakra on b2"),
        ("@@@@", "no piece on a chakra"),
    ] {
        assert!(
            refusal(START, text).contains(reason),
            "{text}: {}",
            refusal(START, text)
        );
    }
    let manned = START.replace("1PPPPPP1", "P1PPPPP1");
    assert!(refusal(&manned, "a2a3+").contains("the chakra on a2 is not vacant"));
}

#[test]
fn the_board_is_drawn_with_chakras_and_their_modes() {
    let board = Chakra::CLASSIC.scene(&read(LIVELY)).draw();
    for cell in [" (N) ", " (K) ", " (n) ", " p(k) ", "pools: White's "] {
        assert!(board.contains(cell), "{cell}: {board}");
    }
}

#[test]
fn a_mirrored_position_exchanges_everything() {
    let pos = read(LIVELY);
    let mirrored = Chakra::CLASSIC.mirror(&pos).expect("there is one");
    assert_eq!(
        Chakra::CLASSIC.text(&mirrored),
        "2s4a/1P1k1P1P/1a6/3m2C1/P3p2P/1Q6/1pp4p/2A1K2S b h7k,e8n/b1k,e3n MCqc 11 44"
    );
    assert_eq!(Chakra::CLASSIC.mirror(&mirrored), Some(pos));
}

#[test]
fn no_32_bits_make_the_rules_panic() {
    let pos = after(LIVELY, "d4e3");
    let text = Chakra::CLASSIC.text(&pos);
    let legal = turns_of(Chakra::CLASSIC, &text).len();
    let noise = (1..1 << 24).filter_map(Step::unpack);
    assert_eq!(noise.filter(|&step| pos.is_legal(step)).count(), legal);
    assert!(!pos.is_legal(Step::new(u32::MAX)));
}
