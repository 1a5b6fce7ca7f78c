//! The facts stated by the sources (chakra, *Facts*).

use jabberwock_game::{Color, Outcome, Position as _, Reason, Variant};

use super::{Chakra, after, is_check, is_turn, read, refusal, text_after, turns_of};

/// Monk b5 and courtesan d3 reach c4.
const TWO_PIECES: &str = "7k/8/8/1M6/8/3C4/8/K7 w c4n,f7n/- - 0 1";

#[test]
fn of_two_pieces_that_reach_a_vacant_chakra_either_may_appear_on_the_other() {
    assert!(is_turn(TWO_PIECES, "b5f7") && is_turn(TWO_PIECES, "d3f7"));
    assert!(is_turn(TWO_PIECES, "b5c4") && is_turn(TWO_PIECES, "d3c4"));
    assert_eq!(
        text_after(TWO_PIECES, "b5f7"),
        "7k/5M2/8/8/8/3C4/8/K7 b c4n,f7n/- - 1 1"
    );
}

#[test]
fn an_enemy_piece_on_the_other_chakra_is_captured_on_arrival() {
    let enemy = "7k/5a2/8/1M6/8/3C4/8/K7 w c4n,f7n/- - 5 1";
    for turn in ["b5f7", "d3f7"] {
        assert!(is_turn(enemy, turn));
        assert!(
            text_after(enemy, turn).ends_with(" b c4n,f7n/- a 0 1"),
            "{turn}"
        );
    }
}

#[test]
fn an_enemy_piece_on_the_near_chakra_is_captured_there_without_transmission() {
    let enemy = "7k/8/8/1M6/2a5/3C4/8/K7 w c4n,f7n/- - 0 1";
    for from in ["b5", "d3"] {
        assert!(is_turn(enemy, &format!("{from}c4")));
        assert!(!is_turn(enemy, &format!("{from}f7")));
    }
}

#[test]
fn an_arrival_may_be_check_and_is_covered_by_the_other_piece() {
    let near = TWO_PIECES.replacen("7k", "6k1", 1);
    for turn in ["b5f7", "d3f7"] {
        let pos = after(&near, turn);
        assert!(pos.is_check(), "{turn}");
        let covered = Chakra::CLASSIC.parse_turn(&pos, "g8f7");
        assert_eq!(
            covered.expect_err("it is covered").reason(),
            "the king would be in check"
        );
    }
}

#[test]
fn a_king_captures_the_transmitter_on_the_vacant_chakra_while_a_piece_stands_on_the_other() {
    let upper = "4k3/8/8/8/2C5/8/8/K7 b c4n,f7n/- - 3 1";
    assert_eq!(
        text_after(upper, "e8f7"),
        "8/5k2/8/8/2C5/8/8/K7 w -/- - 0 2"
    );
    let lower = "8/5C2/8/8/8/2k5/8/K7 b c4n,f7n/- - 3 1";
    assert_eq!(
        text_after(lower, "c3c4"),
        "8/5C2/8/8/2k5/8/8/K7 w -/- - 0 2"
    );
}

const PAWNS: &str = "4k3/8/8/8/8/2P5/2P5/K7 w c4n,f8n/- Q 0 1";

#[test]
fn a_pawn_transmitted_to_the_last_rank_promotes_at_once() {
    assert_eq!(
        text_after(PAWNS, "c3f8q"),
        "4kQ2/8/8/8/8/8/2P5/K7 b c4n,f8n/- - 0 1"
    );
    // C8: only pieces in the pool return.
    assert!(!is_turn(PAWNS, "c3f8s") && !is_turn(PAWNS, "c3f8"));
}

#[test]
fn the_double_step_of_a_pawn_defends_the_piece_that_has_just_promoted() {
    let queen = "4kQ2/8/8/8/8/8/2P5/K7 b c4n,f8n/- - 0 1";
    assert!(is_check(queen));
    assert_eq!(refusal(queen, "e8f8"), "the king would be in check");
    // Without double steps nothing defends the queen.
    let modern = turns_of(Chakra::MODERN, queen);
    assert!(modern.contains(&"e8f8".to_owned()), "{modern:?}");
}

const KINGS: &str = "4k3/8/8/8/8/8/8/5K2 w c3n,e8n/- - 0 1";

#[test]
fn a_king_checks_the_other_through_its_transmitter() {
    assert!(after(KINGS, "c3e2").is_check());
    assert!(!after(KINGS, "c3b5").is_check());
}

#[test]
fn a_king_on_its_own_chakra_protects_the_transmitter_from_the_other_king() {
    let pos = after(KINGS, "c3e2 e8d8 f1e2");
    let text = Chakra::CLASSIC.text(&pos);
    assert_eq!(
        refusal(&text, "d8e8"),
        "the other king's Transmitter bars e8"
    );
    // While the king stands beside it, it can be captured.
    assert!(is_turn("3k4/8/8/8/8/8/8/5K2 b e2n,e8n/- - 0 1", "d8e8"));
}

#[test]
fn an_ape_on_a_chakra_that_reaches_the_vacant_other_may_pass() {
    let pass = "7k/8/6a1/8/8/8/8/K7 b -/f4n,g6n - 7 9";
    assert_eq!(
        text_after(pass, "@@@@"),
        "7k/8/6a1/8/8/8/8/K7 w -/f4n,g6n - 8 10"
    );
}

#[test]
fn an_ape_that_reaches_a_vacant_chakra_may_capture_a_pawn_on_the_other() {
    let ape = "7k/8/8/3p4/8/8/8/KA6 w c3n,d5n/- - 4 9";
    assert_eq!(
        text_after(ape, "b1d5"),
        "7k/8/8/3A4/8/8/8/K7 b c3n,d5n/- - 0 9"
    );
}

#[test]
fn it_is_mate_where_the_king_on_its_chakra_bars_the_last_flight_square() {
    let pos = read("k7/2A5/1K6/8/8/8/8/8 b b6n,b8n/- - 0 1");
    assert!(pos.is_check() && !pos.has_legal_step());
    let mate = Outcome::win(Color::White, Reason::CHECKMATE);
    assert_eq!(pos.outcome_when_stuck(), mate);
    // Without the Transmitter the king escapes.
    assert!(is_turn("k7/2A5/1K6/8/8/8/8/8 b -/- - 0 1", "a8b8"));
}

#[test]
fn a_pawns_formal_step_to_the_last_rank_is_check_through_the_transmitter() {
    assert!(is_check("8/3P4/6k1/8/8/8/8/7K b g6n,d8n/- - 0 1"));
}

#[test]
fn a_pawn_may_transmit_through_a_chakra_on_the_last_rank_with_an_empty_pool() {
    let text = "7k/4P3/8/8/8/8/8/K7 w b4n,e8n/- - 0 1";
    assert!(is_turn(text, "e7b4"));
    assert_eq!(refusal(text, "e7e8"), "no captured piece waits to return");
}

#[test]
fn a_pinned_piece_may_transmit_to_capture_the_pinner() {
    let text = "s6k/8/8/8/8/8/A7/K7 w c3n,a8n/- - 0 1";
    assert!(is_turn(text, "a2a8"));
    assert!(!is_turn(text, "a2c3"));
}
