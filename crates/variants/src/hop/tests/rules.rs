//! Rule by rule.

use jabberwock_game::{Position as _, Variant, legal_turns};

use super::{Hop, after, is_move, piece_moves, read, refusal};

/// Returns the squares on which the hopper may be put after the piece's move `mv`.
fn placements(text: &str, mv: &str) -> Vec<String> {
    let pos = read(text);
    legal_turns(&pos)
        .iter()
        .map(|turn| Hop.turn_text(&pos, turn))
        .filter_map(|turn| Some(turn.strip_prefix(mv)?.strip_prefix('@')?.to_owned()))
        .collect()
}

fn holds(list: &[String], item: &str) -> bool {
    list.iter().any(|known| known == item)
}

const QUIET: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 10 d4/e5";

#[test]
fn a_hopper_goes_to_any_empty_square_or_stays() {
    // H3. Three pieces and the other hopper take squares.
    let squares = placements(QUIET, "e2e3");
    assert_eq!(squares.len(), 60);
    for (square, free) in [
        ("d4", true),
        ("e2", true),
        ("a1", true),
        ("e3", false),
        ("e5", false),
        ("e8", false),
    ] {
        assert_eq!(holds(&squares, square), free, "{square}");
    }
    assert_eq!(
        refusal(QUIET, "e2e3@e3"),
        "no hopper on e3: a piece stands there"
    );
    assert_eq!(
        refusal(QUIET, "e2e3@e5"),
        "no hopper on e5: the other hopper stands there"
    );
}

#[test]
fn pieces_pass_over_hoppers() {
    // H5.
    let rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 10 a3/a5";
    for (mv, legal) in [
        ("a1a2", true),
        ("a1a4", true),
        ("a1a8", true),
        ("a1a3", false),
    ] {
        assert_eq!(is_move(rook, mv), legal, "{mv}");
    }
    assert!(is_move("4k3/8/8/8/8/8/4P3/4K3 w - - 0 10 e3/-", "e2e4"));
}

#[test]
fn a_piece_that_lands_on_a_hopper_moves_on() {
    // H6.
    for hoppers in ["f3/-", "-/f3"] {
        let knight = format!("4k3/8/8/8/8/8/8/4K1N1 w - - 0 10 {hoppers}");
        assert!(is_move(&knight, "g1f3,f3e5"));
        assert!(is_move(&knight, "g1f3,f3d4"));
        assert_eq!(
            refusal(&knight, "g1f3@a1"),
            "a hopper stands on f3: no move ends there"
        );
        assert_eq!(
            refusal(&knight, "g1f3,f3g1@a1"),
            "a move cannot end on g1, where it started"
        );
    }
    // It captures as it moves on, too.
    assert!(is_move(
        "4k3/8/8/4r3/8/8/8/4K1N1 w - - 0 10 f3/-",
        "g1f3,f3e5"
    ));
}

#[test]
fn a_piece_that_cannot_move_on_may_not_land() {
    // H6.
    let stuck = "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 10 e3/-";
    assert!(piece_moves(stuck).iter().all(|mv| !mv.starts_with("e2")));
}

#[test]
fn the_starting_square_is_empty_while_a_piece_moves_on() {
    // H6: the new queen crosses a7.
    let text = "8/P7/8/8/8/8/7k/K7 w - - 0 10 a8/-";
    assert!(is_move(text, "a7a8q,a8a3"));
    assert!(!is_move(text, "a7a8q,a8a7"));
}

#[test]
fn two_hoppers_make_three_legs_and_no_more() {
    // H7.
    let text = "4k3/8/8/8/8/8/8/4K1N1 w - - 0 10 f3/e5";
    assert!(is_move(text, "g1f3,f3e5,e5c4"));
    assert_eq!(
        refusal(text, "g1f3,f3e5,e5f3@a1"),
        "a hopper stands on f3: no move ends there"
    );
    assert_eq!(
        refusal(text, "g1f3,f3e5,e5f3,f3d4@a1"),
        "more than three legs"
    );
}

#[test]
fn kings_never_hop() {
    // H8.
    let text = "4k3/8/8/8/8/8/8/4K3 w - - 0 10 e2/d2";
    assert_eq!(piece_moves(text), ["e1d1", "e1f1", "e1f2"]);
}

#[test]
fn a_king_castles_neither_over_nor_onto_a_hopper() {
    // H8. On b1 it is the rook's business only.
    for (hopper, short, long) in [
        ("a6", true, true),
        ("b1", true, true),
        ("c1", true, false),
        ("d1", true, false),
        ("f1", false, true),
        ("g1", false, true),
    ] {
        for hoppers in [format!("{hopper}/-"), format!("-/{hopper}")] {
            let text = format!("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 10 {hoppers}");
            assert_eq!(is_move(&text, "e1g1"), short, "{hoppers}");
            assert_eq!(is_move(&text, "e1c1"), long, "{hoppers}");
        }
    }
}

#[test]
fn attacks_through_hoppers_stop_castling() {
    // H8: the rook reaches f1 by way of f3, or a hopper takes that way away.
    for (hoppers, castles) in [("-/f3", false), ("f3/-", false), ("-/h6", true)] {
        let text = format!("4k3/8/8/8/8/r7/8/4K2R w K - 0 10 {hoppers}");
        assert_eq!(is_move(&text, "e1g1"), castles, "{hoppers}");
    }
    // The square where the king lands is safe or not by the placement as well.
    let text = "4k3/8/8/8/8/r7/8/4K2R w K - 0 10 -/h6";
    let squares = placements(text, "e1g1");
    assert!(holds(&squares, "f3") && !holds(&squares, "g3"));
}

#[test]
fn a_queen_keeps_its_kind_of_movement() {
    // H9.
    let straight = "8/k7/8/8/8/8/8/K2Q4 w - - 0 10 d4/-";
    assert!(is_move(straight, "d1d4,d4h4"));
    assert!(!is_move(straight, "d1d4,d4h8"));
    let oblique = "8/k7/8/8/8/8/8/K2Q4 w - - 0 10 g4/-";
    assert!(is_move(oblique, "d1g4,g4c8"));
    assert!(!is_move(oblique, "d1g4,g4g8"));
    assert_eq!(
        refusal(straight, "d1d4,d4h8@a2"),
        "the queen cannot go from d1 to h8"
    );
    // One kind of movement leads there, but not on this route.
    let both = "8/k7/8/8/8/8/8/K2Q4 w - - 0 10 d3/h1";
    assert_eq!(
        refusal(both, "d1d3,d3f1@a2"),
        "the queen cannot go this way"
    );
}

#[test]
fn a_pawn_goes_on_as_a_pawn() {
    // H10.
    let single = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 10 e3/-";
    assert!(is_move(single, "e2e3,e3d4"));
    assert!(!is_move(single, "e2e3,e3f4"));
    assert!(!is_move(single, "e2e3,e3e5"));
    let double = "4k3/8/8/5p2/8/8/4P3/4K3 w - - 0 10 e4/-";
    assert!(is_move(double, "e2e4,e4e5"));
    assert!(is_move(double, "e2e4,e4f5"));
    assert!(!is_move(double, "e2e4,e4e6"));
    let twice = "4k3/8/8/5p2/8/8/4P3/4K3 w - - 0 10 e4/e3";
    assert!(is_move(twice, "e2e4,e4f5"));
    assert!(is_move(twice, "e2e4,e4e5"));
}

#[test]
fn a_pawn_that_promotes_on_a_hopper_moves_on_as_the_new_piece() {
    // H11.
    let text = "8/P7/8/8/8/8/7k/K7 w - - 0 10 a8/a4";
    for (mv, legal) in [
        ("a7a8q,a8d8", true),
        ("a7a8q,a8d5", true),
        ("a7a8r,a8d8", true),
        ("a7a8b,a8d5", true),
        ("a7a8n,a8c7", true),
        ("a7a8r,a8d5", false),
        ("a7a8n,a8d8", false),
        // A new queen chooses once.
        ("a7a8q,a8a4,a4d4", true),
        ("a7a8q,a8a4,a4d1", false),
        ("a7a8b,a8a4,a4d1", false),
    ] {
        assert_eq!(is_move(text, mv), legal, "{mv}");
    }
    assert_eq!(
        refusal(text, "a7a8q@b1"),
        "a hopper stands on a8: no move ends there"
    );
}

#[test]
fn en_passant_takes_a_whole_turn_of_one_double_step() {
    // H12.
    let text = |hoppers| format!("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 10 {hoppers}");
    for (hoppers, turn, right) in [
        ("a8/h8", "e2e4@b6", true),
        // A hopper elsewhere does not matter, nor one that stood on the square.
        ("e3/h8", "e2e4@b6", true),
        ("e3/h8", "e2e3,e3e4@b6", true),
        // One that stands there does.
        ("a8/h8", "e2e4@e3", false),
        ("a8/e3", "e2e4@b6", false),
        // More than a double step gives no right.
        ("a8/e4", "e2e4,e4e5@b6", false),
    ] {
        let pos = after(&text(hoppers), turn);
        assert_eq!(pos.en_passant().is_some(), right, "{hoppers} {turn}");
        let written = Hop.text(&pos);
        assert_eq!(written.contains(" e3 "), right, "{written}");
        assert_eq!(is_move(&written, "d4e3"), right, "{written}");
    }
}

#[test]
fn en_passant_captures_with_the_only_leg() {
    // H12: the pawn on d5 would hop first.
    let text = "4k3/8/8/3p4/4Pp2/8/8/4K3 b - e3 0 10 d4/a6";
    assert!(is_move(text, "f4e3"));
    assert!(!is_move(text, "d5d4,d4e3"));
}

#[test]
fn en_passant_is_written_if_some_placement_allows_it() {
    // The capture opens the rank to the king on a4; no placement closes it again.
    let pinned = "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 10 a8/h8";
    assert!(Hop.text(&read(pinned)).contains(" b - - "));
    // With the rook off the rank it depends on the placement only.
    let free = "7R/8/8/8/k2pP3/8/8/4K3 b - e3 0 10 c1/d8";
    let squares = placements(free, "d4e3");
    assert!(!squares.is_empty() && !holds(&squares, "a8"));
    assert_eq!(Hop.text(&read(free)), free);
}

#[test]
fn a_move_may_be_legal_with_some_placements_only() {
    // H13: from e3 the rook would reach the king.
    let text = "4k3/8/8/8/8/r7/7P/4K3 w - - 0 10 -/h8";
    let squares = placements(text, "h2h4");
    assert!(holds(&squares, "d5") && !holds(&squares, "e3"));
    assert_eq!(
        refusal(text, "h2h4@e3"),
        "no hopper on e3: the king would be in check"
    );
}

#[test]
fn check_goes_through_both_hoppers_and_is_read_after_the_placement() {
    // H13: the rook goes b2-b5-e5 and down the file.
    let text = "4k3/8/8/8/8/8/1R6/4K3 w - - 0 10 -/b5";
    assert!(after(text, "e1d1@e5").is_check());
    assert!(!after(text, "e1d1@f5").is_check());
}

#[test]
fn an_attack_by_the_enemys_hopper_must_be_met_by_a_piece() {
    // H13: the rook on a3 attacks by way of e3; the own hopper is no help.
    let text = "4k3/8/8/8/8/r7/3B3P/4K3 w - - 0 10 h5/e3";
    let pos = read(text);
    assert!(pos.is_check());
    assert!(!is_move(text, "h2h4"));
    assert!(is_move(text, "e1d1"));
    // Blocks work, and so does landing between the hopper and the rook.
    assert!(is_move(text, "d2c3"));
}

#[test]
fn only_the_last_leg_captures() {
    // H14: past a piece there is no way on.
    let text = "4k3/8/8/2r5/8/2n5/8/2R1K3 w - - 0 10 c4/-";
    assert!(is_move(text, "c1c3"));
    assert!(!piece_moves(text).iter().any(|mv| mv.contains("c4")));
}

#[test]
fn a_move_is_its_ends_and_its_text_the_first_of_its_shortest_routes() {
    // H15.
    for (text, written, canonical) in [
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 10 e3/-",
            "e2e3,e3e4@a1",
            "e2e4@a1",
        ),
        (
            "3r4/4P3/8/8/8/k7/8/4K3 w - - 0 10 -/e8",
            "e7e8q,e8d8@a1",
            "e7d8q@a1",
        ),
        (
            "8/8/8/8/8/8/1k6/R3K3 w - - 0 10 a4/d1",
            "a1d1,d1d4@h1",
            "a1a4,a4d4@h1",
        ),
        (
            "7k/8/8/8/8/8/8/R3K3 w - - 0 10 a4/d4",
            "a1a4,a4d4,d4d1@h1",
            "a1d1@h1",
        ),
    ] {
        let pos = read(text);
        let turn = Hop.parse_turn(&pos, written);
        let turn = turn.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(Hop.turn_text(&pos, &turn), canonical);
        let turns = legal_turns(&pos);
        assert_eq!(turns.iter().filter(|&known| *known == turn).count(), 1);
    }
}

#[test]
fn positions_differ_by_their_hoppers() {
    // H16.
    let keys = ["d4/e5", "e5/d4", "d4/-", "-/d4", "-/-"].map(|hoppers| {
        let text = format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 10 {hoppers}");
        read(&text).key()
    });
    for (index, key) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(key));
    }
    // Whether White places a hopper is read off the move number (H4).
    let first = read("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 -/-");
    assert_ne!(first.key(), keys[4]);
}
