//! The rules of chakras (chakra C11 to C23).

use jabberwock_game::{GameHistory, Outcome, Position as _, Reason, Variant, adjudicate};

use super::{
    Chakra, START, after, is_check, is_turn, read, refusal, text_after, turns_from, turns_of,
};
use crate::board::BARE_KINGS;

#[test]
fn a_vacant_chakra_moves_by_its_mode_and_may_turn_over() {
    // C12.
    let knight = turns_from(START, "a2");
    assert_eq!(knight, ["a2+", "b4", "b4+", "c3", "c3+"]);
    let king = "7k/8/8/8/8/8/8/K7 w h1n,c3k/- - 0 1";
    assert_eq!(turns_from(king, "c3").len(), 17);
    assert!(text_after(king, "c3d4+").contains(" h1n,d4n/- "));
    assert!(text_after(king, "c3c3+").contains(" h1n,c3n/- "));
    assert!(text_after(king, "c3d4").contains(" h1n,d4k/- "));
}

#[test]
fn a_chakra_moves_neither_onto_a_piece_nor_onto_a_chakra_nor_from_under_a_piece() {
    let text = "8/7k/8/8/8/3p4/1C6/K7 w b2k,c3k/h1n,c4n - 0 1";
    let turns = turns_from(text, "c3");
    for to in ["d3", "b2", "c4"] {
        assert!(!turns.iter().any(|turn| turn.starts_with(to)), "{to}");
    }
    assert!(refusal(text, "c3c4").contains("c4 holds a piece or a chakra"));
    assert!(refusal(text, "b2b2+").contains("not vacant"));
    assert!(refusal(text, "c4c5").contains("is Black's"));
    assert!(refusal(text, "c3c3").contains("turned over"));
    assert!(refusal(text, "c3c6").contains("cannot go"));
    assert!(refusal(text, "c3d4q").contains("does not promote"));
    let under = "7k/8/8/8/8/3a4/8/K7 w d3k,h5n/- - 0 1";
    assert!(turns_from(under, "d3").is_empty());
}

#[test]
fn pieces_move_onto_chakras_of_either_side_and_capture_on_them() {
    // C13.
    let text = "7k/8/8/8/3a4/2M5/8/K7 w d4n,h5n/b2n,g3n - 0 1";
    assert!(is_turn(text, "c3d4") && is_turn(text, "c3b2"));
    assert!(text_after(text, "c3d4").contains(" d4n,h5n/b2n,g3n a "));
}

#[test]
fn nobody_uses_the_enemys_transmitter() {
    // C14.
    assert!(!is_turn("7k/8/8/8/8/8/1A6/K7 w -/d3n,h5n - 0 1", "b2h5"));
    assert!(is_turn("7k/8/8/8/8/8/1A6/K7 w d3n,h5n/- - 0 1", "b2h5"));
}

#[test]
fn both_ways_to_a_square_are_one_turn() {
    let turns = turns_of(Chakra::CLASSIC, "7k/8/8/8/8/8/8/K1S5 w c4n,c6n/- - 0 1");
    assert_eq!(turns.iter().filter(|turn| *turn == "c1c6").count(), 1);
}

#[test]
fn a_pawn_transmits_by_its_steps_and_captures_as_it_does_so() {
    // C14.
    let step = "7k/8/8/5q2/8/2P5/8/K7 w c4n,f5n/- - 0 1";
    assert!(is_turn(step, "c3f5"));
    let double = "7k/8/8/5q2/8/8/2P5/K7 w c4n,f5n/- - 0 1";
    assert!(is_turn(double, "c2f5"));
    assert!(!turns_of(Chakra::MODERN, double).contains(&"c2f5".to_owned()));
    let diagonal = "7k/8/8/5q2/8/3P4/8/K7 w c4n,f5n/- - 0 1";
    assert!(!is_turn(diagonal, "d3f5"));
}

#[test]
fn a_king_transmits_even_over_an_attacked_chakra() {
    // C14, C21.
    let text = "7k/8/8/s7/8/8/8/2K5 w d2n,g5n/- - 0 1";
    let attacked = "3s3k/8/8/8/8/8/8/2K5 w d2n,g5n/- - 0 1";
    assert!(is_turn(attacked, "c1g5"));
    assert!(!is_turn(attacked, "c1d2"));
    // g5 is attacked from a5.
    assert_eq!(refusal(text, "c1g5"), "the king would be in check");
}

#[test]
fn a_pass_needs_a_formal_move_and_is_written_once() {
    // C15: the queen stands on b2, d2 is vacant.
    let text = "8/7k/8/8/8/8/1Q6/K7 w b2n,d2n/- - 0 1";
    let passes = turns_of(Chakra::CLASSIC, text);
    assert_eq!(passes.iter().filter(|turn| *turn == "@@@@").count(), 1);
    // A pinned piece serves.
    assert!(is_turn("s6k/8/8/8/8/8/A7/K7 w a2n,c3n/- - 0 1", "@@@@"));
    // A pawn by its steps, not by its diagonal.
    assert!(is_turn("7k/8/8/8/8/8/2P5/K7 w c2n,c4n/- - 0 1", "@@@@"));
    assert!(!is_turn("7k/8/8/8/8/8/2P5/K7 w c2n,d3n/- - 0 1", "@@@@"));
    // C9: by a step to the last rank too.
    assert!(is_turn("7k/2P5/8/8/8/8/8/K7 w c7n,c8n/- - 0 1", "@@@@"));
    // The other chakra must be vacant.
    let occupied = "8/7k/8/8/8/8/1Q1a4/K7 w b2n,d2n/- - 0 1";
    assert!(refusal(occupied, "@@@@").contains("could move onto the other"));
    // Not in check.
    let check = "s6k/8/8/8/8/8/1A6/K7 w b2n,d3n/- - 0 1";
    assert_eq!(refusal(check, "@@@@"), "the king would be in check");
}

#[test]
fn a_king_captures_a_piece_on_an_enemy_chakra_and_not_the_transmitter() {
    // C18.
    let text = "7k/8/8/8/8/8/1a6/K7 w -/b2n,f6n - 0 1";
    assert!(text_after(text, "a1b2").contains(" -/b2n,f6n a 0 1"));
}

#[test]
fn a_piece_on_the_other_chakra_stays_when_the_transmitter_is_captured() {
    let text = "7k/8/5a2/8/8/8/8/K7 w -/b2n,f6n - 9 1";
    assert_eq!(text_after(text, "a1b2"), "7k/8/5a2/8/8/8/1K6/8 b -/- - 0 1");
}

#[test]
fn cover_that_existed_only_through_the_captured_transmitter_is_gone() {
    // The ape could transmit to b2 by way of f6.
    let text = "7k/8/8/7a/8/8/8/K7 w -/b2n,f6n - 0 1";
    assert!(is_turn(text, "a1b2"));
    // Were there a piece on it, capturing it would leave the Transmitter, and the cover.
    let piece = "7k/8/8/7a/8/8/1p6/K7 w -/b2n,f6n - 0 1";
    assert_eq!(refusal(piece, "a1b2"), "the king would be in check");
}

#[test]
fn a_king_on_its_own_chakra_bars_the_other_chakra_even_with_a_piece_on_it() {
    // C19.
    let text = "1Ak5/8/1K6/8/8/8/8/8 b b6n,b8n/- - 0 1";
    assert!(refusal(text, "c8b8").contains("bars b8"));
}

#[test]
fn a_piece_that_leaves_an_enemy_chakra_may_open_it_for_a_check() {
    // The king on b2 and the monk on f6 stand on Black's chakras; the ape h5 reaches f6.
    let text = "8/7k/5M2/7a/8/8/1K6/8 w -/b2n,f6n - 0 1";
    assert!(!is_check(text));
    assert_eq!(refusal(text, "f6e7"), "the king would be in check");
    assert!(is_turn(text, "b2b1"));
}

#[test]
fn a_vacant_chakra_shields_its_king_and_is_pinned() {
    // C16.
    let text = "s6k/8/8/8/3A4/8/8/K7 w e1n,a3n/- - 0 1";
    assert!(!is_check(text));
    assert_eq!(refusal(text, "a3b5"), "the king would be in check");
    assert!(is_turn(text, "a3a3+"));
    assert!(is_turn("s6k/8/8/8/3A4/8/8/K7 w e1n,b5n/- - 0 1", "b5a3"));
}

#[test]
fn repetition_does_not_tell_the_two_chakras_of_a_side_apart() {
    // C23: the chakras exchange their squares.
    let text = "7k/8/8/8/8/8/8/K7 w c3k,d3k/- - 0 1";
    let pos = read(text);
    let exchanged = after(text, "c3c4 h8g8 d3c3 g8h8 c4d3 h8g8 a1b1 g8h8 b1a1 h8g8");
    let same = read("6k1/8/8/8/8/8/8/K7 w c3k,d3k/- - 0 1");
    assert_eq!(exchanged.key(), same.key());
    assert_ne!(pos.key(), same.key());
    let mut history = GameHistory::new(pos.key());
    let mut now = pos;
    let profile = Chakra::CLASSIC.profile();
    for turn in [
        "a1b1", "h8g8", "b1a1", "g8h8", "a1b1", "h8g8", "b1a1", "g8h8",
    ] {
        assert_eq!(adjudicate(&now, &history, profile), None);
        super::play(&mut now, turn);
        history.push(now.key());
    }
    let draw = Outcome::draw(Reason::REPETITION);
    assert_eq!(adjudicate(&now, &history, profile), Some(draw));
}

#[test]
fn repetitions_are_found_beyond_pawn_moves_that_transmission_undoes() {
    // C14, C23: the pawn on a7 moves to a6 and back by way of a chakra.
    let text = "aMmqks1a/p7/1p1p2p1/4ppc1/4A3/3PPP2/1P4PP/AC1QKSC1 b h2n,f3k/a5k,a7n c 0 50";
    let mut pos = read(text);
    let mut history = GameHistory::new(pos.key());
    for turn in "a7a6 e4g3 a6a7 g3e4 a7a6 e4g3 a6a7 g3e4".split(' ') {
        assert_eq!(adjudicate(&pos, &history, Chakra::CLASSIC.profile()), None);
        super::play(&mut pos, turn);
        history.push(pos.key());
    }
    assert_eq!(
        adjudicate(&pos, &history, Chakra::CLASSIC.profile()),
        Some(Outcome::draw(Reason::REPETITION))
    );
}

#[test]
fn modes_and_pools_tell_positions_apart() {
    let texts = [
        "7k/8/8/8/8/8/8/K7 w c3k,d3k/- - 0 1",
        "7k/8/8/8/8/8/8/K7 w c3n,d3k/- - 0 1",
        "7k/8/8/8/8/8/8/K7 w -/c3k,d3k - 0 1",
        "7k/8/8/8/8/8/8/K7 w c3k,d3k/- A 0 1",
        "7k/8/8/8/8/8/8/K7 w c3k,d3k/- AA 0 1",
        "7k/8/8/8/8/8/8/K7 w c3k,d3k/- a 0 1",
        "7k/8/8/8/8/8/8/K7 b c3k,d3k/- - 0 1",
    ];
    for (index, text) in texts.iter().enumerate() {
        for other in &texts[..index] {
            assert_ne!(read(text).key(), read(other).key(), "{text}, {other}");
        }
    }
}

#[test]
fn chakra_moves_and_passes_do_not_reset_the_clock() {
    // C23.
    assert!(text_after(START, "a2c3").ends_with(" 1 1"));
    assert!(text_after(START, "a2c3 b7b6").ends_with(" 0 2"));
    assert_eq!(Chakra::CLASSIC.profile().ply_limit, Some(100));
}

#[test]
fn bare_kings_draw_only_without_transmitters_whatever_the_pools() {
    // C23.
    let bare = read("7k/8/8/8/8/8/8/K7 w -/- Qqs 0 1");
    assert_eq!(bare.drawn_by_material(), Some(BARE_KINGS));
    for text in [
        "7k/8/8/8/8/8/8/K7 w -/c3n,d3n - 0 1",
        "7k/8/8/8/8/8/7P/K7 w -/- - 0 1",
    ] {
        assert_eq!(read(text).drawn_by_material(), None, "{text}");
    }
}

#[test]
fn a_player_without_a_turn_who_is_not_in_check_draws() {
    // C22.
    let pos = read("k7/2Q5/8/8/8/8/8/K7 b -/- - 0 1");
    assert!(!pos.has_legal_step());
    assert_eq!(pos.outcome_when_stuck(), Outcome::draw(Reason::STALEMATE));
    // A vacant chakra always gives a turn.
    assert!(read("k7/2Q5/8/8/8/8/8/K7 b -/h1n,h3n - 0 1").has_legal_step());
}

#[test]
fn there_is_no_null_move_in_check_or_without_pieces_and_vacant_chakras() {
    assert!(read(START).null_move().is_some());
    let check = read("s6k/8/8/8/8/8/1A6/K7 w -/- - 0 1");
    assert!(check.is_check() && check.null_move().is_none());
    assert!(read("7k/8/8/8/8/8/7P/K7 w -/- - 0 1").null_move().is_none());
    let vacant = "7k/8/8/8/8/8/7P/K7 w g1n,g3n/- - 0 1";
    assert!(read(vacant).null_move().is_some());
}
