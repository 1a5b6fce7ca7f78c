//! Texts of positions and turns.

use std::time::{Duration, Instant};

use jabberwock_game::Variant as _;

use super::{START, after, board};
use crate::mega::{Board, Mega, Play};

const KNIGHTS: &str = "{a1,b1,c1,d1,e1,f1,g1,h1=g1f3}";

#[test]
fn the_start_is_read_back_at_every_level() {
    for level in 1..=8 {
        assert_eq!(board(level, START).text(), START);
    }
}

#[test]
fn the_number_of_the_move_stays_at_its_greatest_value() {
    let text = START.replace("w KQkq - 0 1", "b KQkq - 5 1000000");
    let after = after(&board(1, &text), &["b8c6"]);
    let text = after.text();
    assert!(text.ends_with(" w KQkq - 6 1000000 {}"), "{text}");
    assert_eq!(board(1, &text), after);
}

#[test]
fn equal_games_share_an_entry() {
    let board = after(&board(1, START), &[KNIGHTS]);
    assert_eq!(
        board.text(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1 \
         {a1,b1,c1,d1,e1,f1,g1,h1=rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R_b_KQkq_-_1_1}"
    );
}

#[test]
fn the_positions_with_known_counts_are_canonical() {
    let lines = include_str!("../perft.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(" ; ");
        let name = fields.next().expect("a name");
        let level = match name.strip_prefix("recursive-") {
            None => 1,
            Some(level) => level.parse().expect("a level"),
        };
        let text = fields.next().expect("a position");
        assert_eq!(board(level, text).text(), text);
    }
}

/// Returns the reason why `text` is not a position of `level`.
fn refusal(level: u8, text: &str) -> String {
    let error = Board::parse(level, text).expect_err(text).to_string();
    assert!(error.len() < 500, "{error}");
    error
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn a_wrong_position_names_the_field_and_the_board() {
    const GAME: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1";
    let with = |games: &str| START.replace("{}", games);
    for (text, reason) in [
        (START.replace(" {}", ""), "games is missing"),
        (with("{} x"), "unexpected \"x\""),
        (with("{a1=x y}"), "1 brace is not closed"),
        (with("a1=x"), "does not begin with a brace"),
        (with("{"), "1 brace is not closed"),
        (with("{}}"), "text after the closing brace"),
        (with("{;}"), "an entry is squares, =, a position"),
        (with("{a9=x}"), "\"a9\" is no square"),
        (with("{=x}"), "\"\" is no square"),
        (with(&format!("{{a1,a1={GAME}}}")), "a1 is named twice"),
        (
            with(&format!("{{a1={GAME};a1={GAME}}}")),
            "a1 has an entry already",
        ),
        (
            with(&format!("{{a3={GAME}}}")),
            "no neutral mega-piece stands on a3",
        ),
        (
            with("{a1=8_w_-_-}"),
            "in the game on a1: 1 rank instead of 8",
        ),
        (
            with("{b2=8/8/8/8/8/8/8/K6k_w_-_-_0}"),
            "in the game on b2: fullmove number is missing",
        ),
        (
            with("{b2=7k/6Q1/6K1/8/8/8/8/8_b_-_-_0_1}"),
            "the game on b2 is finished: 1-0 {checkmate}",
        ),
        (
            with("{b2=7k/8/8/8/8/8/8/K7_b_-_-_0_1}"),
            "the game on b2 is finished: 1/2-1/2 {dead position}",
        ),
        (
            with("{b2=7k/7p/8/8/8/8/8/K7_b_-_-_100_90}"),
            "the game on b2 is finished: 1/2-1/2 {100 plies}",
        ),
        (
            with("{b2=k+7/7p/8/8/8/8/8/K7_b_-_-_0_1}"),
            "in the game on b2: no piece is called \"+\"",
        ),
        (
            START.replace("RNBQ", "RNBQ!"),
            "\"Q!\" on d1: only a king is dethroned",
        ),
        (
            START.replace("BQKB", "BQK!B"),
            "White's mega-king is dethroned",
        ),
        (START.replace("/8/8/8/8/", "/44/8/8/8/"), "out of place"),
        (
            START.replace("KQkq -", "KQkq e3"),
            "no pawn has just passed",
        ),
        (START.replace("0 1 {", "0 0 {"), "too small"),
        (START.replace("0 1 {", "00 1 {"), "leading zeros"),
        (
            "k6R+/8/8/8/8/8/8/4K3 w - - 0 1 {}".to_owned(),
            "the mega-king on a8 is in check, but not to move",
        ),
        (
            "kk6/8/8/8/8/8/8/4K3 w - - 0 1 {}".to_owned(),
            "Black has 2 mega-kings",
        ),
        (
            "k6P/8/8/8/8/8/8/4K3 w - - 0 1 {}".to_owned(),
            "a mega-pawn on h8",
        ),
    ] {
        let error = refusal(1, &text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    let inner = START.replace(' ', "_");
    for (games, reason) in [
        (
            format!("{{a1={}}}", inner.replace("{}", "{b1=x}")),
            "in the game on a1: in the game on b1",
        ),
        (
            format!("{{a1={}}}", inner.replace("_{}", "")),
            "in the game on a1: games is missing",
        ),
        (
            format!("{{a1={inner}_x}}"),
            "in the game on a1: unexpected after the last field",
        ),
        (
            "{a1=k!6R+/8/8/8/8/8/8/4K+3_b_-_-_0_1_{}}".to_owned(),
            "finished: 1-0 {mega-checkmate}",
        ),
    ] {
        let error = refusal(2, &START.replace("{}", &games));
        assert!(error.contains(reason), "{games}: {error}");
    }
}

#[test]
fn megabytes_of_braces_are_refused_at_once() {
    let start = Instant::now();
    let begun = START.trim_end_matches("{}");
    for part in [
        "{",
        "}",
        "{}",
        "{a1=",
        "=",
        ";",
        "{a1={",
        "_",
        "a1,",
        "{a1=k_w_-_-_0_1_",
    ] {
        let braces = part.repeat(1_000_000 / part.len());
        for text in [
            format!("{begun}{braces}"),
            format!("{begun}{{{braces}}}"),
            format!("{begun}{{a1={braces}}}"),
            format!("{begun}{{a1=k7/8/8/8/8/8/8/K7_w_-_-_0_1_{braces}}}"),
        ] {
            for level in [1, 2, 8] {
                refusal(level, &text);
            }
        }
        for turn in [
            braces.clone(),
            format!("{{{braces}}}"),
            format!("{{a1={braces}}}"),
        ] {
            for level in [1, 8] {
                let error = Play::parse(level, &turn).expect_err("no turn").to_string();
                assert!(error.len() < 500, "{error}");
            }
        }
    }
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn other_orders_groups_and_blanks_are_read_and_rewritten() {
    let game = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1";
    // The same with an en passant square on which no capture is possible, without counters, and the
    // start.
    let odd = format!(
        "{{h1={game};c1,b1={};a1={};d1={start}}}",
        game.replace("_-_", "_e3_"),
        game.replace("_0_1", "")
    );
    let text = START.replace(' ', "  ").replace("{}", &odd);
    let expected = START.replace("{}", &format!("{{a1,b1,c1,h1={game}}}"));
    assert_eq!(board(1, &text).text(), expected);
    let play = Play::parse(1, "{h1=e2e4;c1,a1=d2d4;b1=e2e4}").expect("a turn");
    assert_eq!(play.to_string(), "{a1,c1=d2d4;b1,h1=e2e4}");
    let deep = Play::parse(2, "{b1={d1=e2e4;c1=d2d4};a1={c1=d2d4;d1=e2e4}}").expect("a turn");
    assert_eq!(deep.to_string(), "{a1,b1={c1=d2d4;d1=e2e4}}");
}

#[test]
fn counters_tell_games_apart_in_texts() {
    let early = "4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1";
    let late = "4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_2";
    let text = START.replace("{}", &format!("{{a1={early};b1={late}}}"));
    assert_eq!(board(1, &text).text(), text);
    let counted = START.replace(
        "{}",
        "{a1=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_4_3}",
    );
    assert_eq!(board(1, &counted).text(), counted);
    assert_eq!(board(1, &counted).key(), board(1, START).key());
}

#[test]
fn texts_that_are_no_turns_are_malformed() {
    for (level, text, reason) in [
        (1, "", "neither squares"),
        (1, "e2", "neither squares"),
        (1, "e2e4qq", "neither squares"),
        (1, "{}", "a board turn has a board"),
        (1, "{a1}", "a part is squares, =, a turn"),
        (1, "{a1=}", "neither squares"),
        (1, "{a1=e2e4;}", "a part is squares"),
        (1, "{a1=e2e4;a1=d2d4}", "a1 is named twice"),
        (1, "{a1,a1=e2e4}", "a1 is named twice"),
        (1, "{a1=e2e4", "1 brace is not closed"),
        (1, "{a1=e2e4}}", "text after the closing brace"),
        (1, "{a1={b1=e2e4}}", "a small board has no boards"),
        (2, "{a1={b1={c1=e2e4}}}", "a small board has no boards"),
    ] {
        let error = Play::parse(level, text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn a_drawing_shows_states_and_where_to_play() {
    let check = "4k3/8/8/8/8/8/8/r3K3_w_-_-_0_1";
    let text = format!("4k!3/8/8/8/8/8/p-7/N2RK+3 w - - 0 1 {{a1={check}}}");
    let variant = Mega::of_level(1);
    let drawn = variant
        .scene(&variant.parse(&text).expect("a position"))
        .draw();
    assert!(
        drawn.contains("| k! |") && drawn.contains("| p- |"),
        "{drawn}"
    );
    assert!(drawn.contains("| N  |"), "{drawn}");
    assert!(
        drawn.ends_with("to play on a1 d1\nin check   a1\n"),
        "{drawn}"
    );
}
