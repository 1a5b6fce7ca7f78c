//! Movements and effects.

use jabberwock_game::{Position as _, Variant};

use super::{Crazy, START, after, is_legal, leads, outcome, read, turns};

#[test]
fn a_rook_carries_all_above_it_and_others_leave_alone() {
    // K2.
    let text = "8/7k/8/8/8/8/8/(RnRbP)6K w - - 0 1";
    leads(text, "a1a4", "8/7k/8/8/(RnRbP)7/8/8/7K b - - 1 1");
    leads(text, "a1^2a4", "8/7k/8/8/(RbP)7/8/8/(Rn)6K b - - 1 1");
    leads(text, "a1^4a2", "8/7k/8/8/8/8/P7/(RnRb)6K b - - 0 1");
    let black = text.replace(" w ", " b ");
    leads(&black, "a1^1b3", "8/7k/8/8/8/1n6/8/(RRbP)6K w - - 1 2");
}

#[test]
fn an_enemy_rook_may_be_captured_or_entered_and_an_own_one_entered_only() {
    // K3.
    let text = "8/7k/8/3r4/8/8/8/2KR4 w - - 0 1";
    leads(text, "d1d5", "8/7k/8/3R4/8/8/8/2K5 b - - 0 1");
    leads(text, "d1d5^", "8/7k/8/3(rR)4/8/8/8/2K5 b - - 1 1");
    let own = text.replace('r', "R");
    assert!(!is_legal(&own, "d1d5"));
    leads(&own, "d1d5^", "8/7k/8/3(RR)4/8/8/8/2K5 b - - 1 1");
}

#[test]
fn a_king_makes_two_steps_and_may_come_back() {
    // K5.
    let text = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    leads(text, "a1a2,a2a1", "7k/8/8/8/8/8/8/K7 b - - 1 1");
    leads(text, "a1b2,b2c3", "7k/8/8/8/8/2K5/8/8 b - - 1 1");
    assert!(!is_legal(text, "a1a2"));
    // 3 first steps; the second may come back.
    assert_eq!(turns(text).len(), 5 + 5 + 8);
}

#[test]
fn a_king_in_hand_is_not_captured_and_takes_loads_queens_and_bishops() {
    // K6: the queen's effect does not reach the king in hand.
    leads(
        "7k/8/8/8/8/8/1q6/KN6 w - - 0 1",
        "a1b2,b2a1",
        "7k/8/8/8/8/8/8/K7 b - - 0 1",
    );
    // The bishop rises after the king has left, and may be taken with the second step of another
    // turn.
    leads(
        "7k/8/8/8/8/8/b7/K7 w - - 0 1",
        "a1a2,a2b2",
        "7k/8/8/8/8/8/b~K6/8 b - - 0 1",
    );
    // A load falls on the empty square.
    leads(
        "7k/8/8/8/8/8/(rp)7/K7 w - - 0 1",
        "a1a2,a2a3",
        "7k/8/8/8/8/K7/p7/8 b - - 0 1",
    );
    // With the second step the king is on the square, and a captured queen captures it (K30).
    assert!(!is_legal("7k/8/8/8/2q5/8/8/K7 w - - 0 1", "a1b2,b2c3"));
    assert!(!is_legal("6k1/8/8/8/8/1q6/8/K7 w - - 0 1", "a1a2,a2b3"));
}

#[test]
fn a_king_enters_rooks_and_leaves_them() {
    let text = "7k/8/8/8/8/8/8/(RN)K6 w - - 0 1";
    leads(text, "b1a1^,a1b1", "7k/8/8/8/8/8/8/(RN)K6 b - - 1 1");
    leads(text, "b1b2,b2a1^", "7k/8/8/8/8/8/8/(RNK)7 b - - 1 1");
    let inside = "7k/8/8/8/8/8/8/(RKN)7 w - - 0 1";
    leads(inside, "a1^1b1,b1b2", "7k/8/8/8/8/8/1K6/(RN)7 b - - 1 1");
    leads(inside, "a1^1b1,b1a1^", "7k/8/8/8/8/8/8/(RNK)7 b - - 1 1");
}

#[test]
fn castling_is_a_first_step_and_the_rook_carries() {
    // K8.
    let text = "4k3/8/8/8/8/8/8/4K2(RN) w K - 0 1";
    leads(text, "e1g1,g1f1^", "4k3/8/8/8/8/8/8/5(RNK)2 b - - 1 1");
    leads(text, "e1g1,g1h1", "4k3/8/8/8/8/8/8/5(RN)1K b - - 1 1");
    // The square where it lands may be attacked, the square it crosses may not.
    let landing = "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(is_legal(landing, "e1g1,g1h2"));
    let crossing = "4kr2/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(!is_legal(crossing, "e1g1,g1h2"));
    // Attacked through a queen next to that square, too (K35).
    let queen = "4k1r1/8/8/8/8/8/6Q1/4K2R w K - 0 1";
    assert!(!is_legal(queen, "e1g1,g1h1"));
    let shut = "4k3/8/8/8/8/8/8/4KN1R w K - 0 1";
    assert!(!is_legal(shut, "e1g1,g1h1"));
}

#[test]
fn a_right_to_castle_is_lost_when_king_or_rook_leaves_its_square_in_any_way() {
    // K37.
    let home = "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1";
    let castling = |pos: &super::Position| pos.castling().to_string();
    assert_eq!(castling(&after(home, "e1d1,d1e1")), "-");
    assert_eq!(castling(&after(home, "a1b1")), "-");
    assert_eq!(castling(&after(home, "a2a3")), "Q");
    // A piece that jumps in or out does not affect it.
    let loaded = "4k3/8/8/8/8/1N6/8/R3K3 w Q - 0 1";
    assert_eq!(castling(&after(loaded, "b3a1^ e8d8,d8e8 a1^1b3")), "Q");
    // Exchanged by the enemy.
    let pawn = "4k3/8/8/8/8/8/1p6/R3K3 b Q - 0 1";
    assert!(!is_legal(pawn, "b2=a1"));
    let pawn = "4k3/8/8/8/8/8/p7/R3K3 b Q - 0 1";
    assert_eq!(castling(&after(pawn, "a2=a1q")), "-");
    // Captured, even if another rook falls there.
    let fall = "4k3/8/8/8/8/1n6/8/(RR)3K3 b Q - 0 1";
    let pos = after(fall, "b3a1");
    assert_eq!(Crazy.text(&pos), "4k3/8/8/8/8/8/8/R3K3 w - - 0 2");
}

#[test]
fn an_all_round_capture_takes_both_colours_and_only_pieces_on_the_squares() {
    // K9, E2: from White's side the loads fall and the bishops rise in order.
    leads(
        "7k/8/8/2pNb3/2(rn)Q4/4P3/8/K7 w - - 5 1",
        "d4*",
        "7k/8/8/4b~3/2nQ4/8/8/K7 b - - 0 1",
    );
    assert!(!is_legal("8/6k1/8/8/2Q5/8/8/K7 w - - 0 1", "c4*"));
    // Inside a rook the square itself is not affected.
    leads(
        "8/6k1/8/3p4/2(RQ)5/8/8/K7 w - - 5 1",
        "c4^1*",
        "8/6k1/8/8/2(RQ)5/8/8/K7 b - - 0 1",
    );
}

#[test]
fn a_captured_queen_takes_its_neighbours_and_its_captor() {
    // K10.
    leads(
        "7k/8/2pp4/2qP4/3N4/8/8/K1R5 w - - 5 1",
        "c1c5",
        "7k/8/8/8/8/8/8/K7 b - - 0 1",
    );
    // Inside a rook: the rook is the piece on the square.
    leads(
        "7k/8/8/8/1(rqn)6/1N6/8/K7 w - - 5 1",
        "b3c5xb4^1",
        "7k/8/8/8/1n6/8/8/K7 b - - 0 1",
    );
}

#[test]
fn two_queens_side_by_side_go_together() {
    leads(
        "7k/8/8/2qq4/4p3/8/8/K1R5 w - - 5 1",
        "c1c5",
        "7k/8/8/8/8/8/8/K7 b - - 0 1",
    );
}

#[test]
fn of_a_load_each_piece_falls_on_the_one_before_it() {
    // K12.
    leads(
        "7k/8/8/3(rnpb)4/4P3/8/8/K7 w - - 0 1",
        "e4d5",
        "7k/8/8/3b4/8/8/8/K7 b - - 0 1",
    );
    // A bishop on which a pawn falls rises and captures it.
    leads(
        "7k/8/8/3(rbp)4/4P3/8/8/K7 w - - 0 1",
        "e4d5",
        "7k/8/8/3b~4/8/8/8/K7 b - - 0 1",
    );
    // A falling rook takes those above it with it, still inside it.
    leads(
        "7k/8/8/3(rnrp)4/4P3/8/8/K7 w - - 0 1",
        "e4d5",
        "7k/8/8/3(rp)4/8/8/8/K7 b - - 0 1",
    );
}

#[test]
fn a_rook_taken_inside_a_rook_drops_its_load_on_the_base() {
    // K13: the knight between them falls onto the pieces that fell.
    leads(
        "7k/8/8/3(rnrp)4/3N4/8/8/2K5 w - - 0 1",
        "d4c6xd5^2",
        "7k/8/2N5/3n4/8/8/8/2K5 b - - 0 1",
    );
}

#[test]
fn a_bishop_rises_once_and_its_ghost_vanishes_after_its_owners_next_turn() {
    // K15, K16.
    let text = "7k/7p/8/3b4/8/8/8/2KR4 w - - 0 1";
    let pos = after(text, "d1d5");
    assert_eq!(Crazy.text(&pos), "7k/7p/8/3b~4/8/8/8/2K5 b - - 0 1");
    leads(text, "d1d5 h7h6", "7k/8/7p/8/8/8/8/2K5 w - - 0 2");
    leads(text, "d1d5 d5e4", "7k/7p/8/8/8/8/8/2K5 w - - 1 2");
    // A ghost that is captured does not rise again.
    leads(
        "7k/7p/8/3b4/8/4N3/8/2KR4 w - - 0 1",
        "d1d5 h8g8,g8h8 c1c2,c2c1",
        "7k/7p/8/8/8/4N3/8/2K5 b - - 2 2",
    );
    // One that rises in its owner's own turn stays for the following one.
    let own = "7k/7p/8/8/8/8/3B4/K2Q4 w - - 0 1";
    leads(own, "d1*", "7k/7p/8/8/8/8/3B~4/K2Q4 b - - 0 1");
    leads(own, "d1* h7h6 d1e1", "7k/8/7p/8/8/8/8/K3Q3 b - - 1 2");
}

#[test]
fn a_ghost_gives_check() {
    assert!(read("7k/8/8/8/3B~4/8/8/K7 b - - 0 1").is_check());
}

#[test]
fn a_knight_captures_one_piece_on_its_way() {
    // K17a: g2 and g3, or f1 and f2.
    let text = "7k/8/8/8/8/6p1/5pp1/K4bN1 w - - 0 1";
    for piece in ["g2", "g3", "f1", "f2"] {
        assert!(is_legal(text, &format!("g1f3x{piece}")), "{piece}");
    }
    assert!(!is_legal(text, "g1h3xf2"));
    leads(text, "g1f3xf1", "7k/8/8/8/8/5Np1/5pp1/K4b~2 b - - 0 1");
    // The end square is empty or a rook to jump inside.
    let rook = "7k/8/8/8/8/5r2/6p1/K5N1 w - - 0 1";
    leads(rook, "g1f3^xg2", "7k/8/8/8/8/5(rN)2/8/K7 b - - 0 1");
    assert!(!is_legal(&rook.replace("5r2", "5n2"), "g1f3xg2"));
    // K39: inside a rook of either colour, but no piece of its own side.
    let inside = "7k/8/8/8/8/6(RpN)1/8/K5N1 w - - 0 1";
    leads(inside, "g1f3xg3^1", "7k/8/8/8/8/5N(RN)1/8/K7 b - - 0 1");
    assert!(!is_legal(inside, "g1f3xg3^2"));
}

#[test]
fn a_knight_captures_inside_the_rook_it_jumps_into_and_is_part_of_it() {
    // K17b, K18: the knight, now on top, falls last.
    let text = "7k/8/8/8/8/5(rpb)2/8/K5N1 w - - 0 1";
    leads(text, "g1f3^xf3^1", "7k/8/8/8/8/5(rbN)2/8/K7 b - - 0 1");
    leads(text, "g1f3^xf3^2", "7k/8/8/8/8/5N2/8/K7 b - - 0 1");
    leads(text, "g1f3^", "7k/8/8/8/8/5(rpbN)2/8/K7 b - - 1 1");
}

#[test]
fn pawns_go_back_and_sideways_but_not_to_their_first_rank() {
    // K20, K23.
    let text = "7k/8/8/8/3P4/8/8/K7 w - - 0 1";
    for turn in ["d4d5", "d4d3", "d4c4", "d4e4"] {
        assert!(is_legal(text, turn), "{turn}");
    }
    let low = "7k/8/8/8/8/8/3P4/K2R4 w - - 0 1";
    assert!(!is_legal(low, "d2d1^"));
    assert!(!is_legal(&low.replace('R', "b"), "d2=d1"));
}

#[test]
fn a_pawn_makes_double_steps_from_its_second_rank_whenever_it_stands_there() {
    // K21.
    let text = "7k/8/8/8/8/8/3P4/K7 w - - 0 30";
    leads(text, "d2d4", "7k/8/8/8/3P4/8/8/K7 b - d3d4 0 30");
    leads(text, "d2b2", "7k/8/8/8/8/8/1P6/K7 b - c2b2 0 30");
    leads(text, "d2f2", "7k/8/8/8/8/8/5P2/K7 b - e2f2 0 30");
    let inside = text.replace("3P4", "3(RP)4");
    assert!(!is_legal(&inside, "d2^1d4"));
    let shut = text.replace("3P4", "2nP4");
    assert!(!is_legal(&shut, "d2b2"));
    assert!(!is_legal("7k/3P4/8/8/8/8/8/K7 w - - 0 30", "d7d5"));
}

#[test]
fn en_passant_answers_every_double_step_also_sideways() {
    // K22.
    leads(
        "7k/8/8/8/8/4p3/4P3/K7 w - - 0 1",
        "e2c2 e3d2",
        "7k/8/8/8/8/8/3p4/K7 w - - 0 2",
    );
    // From inside a rook, too; but not if the pawn came to rest inside one.
    leads(
        "7k/8/8/8/4(rp)3/8/3P4/K7 w - - 0 1",
        "d2d4 e4^1d3",
        "7k/8/8/8/4r3/3p4/8/K7 w - - 0 2",
    );
    leads(
        "7k/8/8/8/3R4/8/3P4/K7 w - - 0 1",
        "d2d4^",
        "7k/8/8/8/3(RP)4/8/8/K7 b - - 0 1",
    );
}

#[test]
fn a_pawn_that_falls_on_its_first_rank_captures_itself() {
    // K23.
    leads(
        "7k/8/8/8/8/1n6/8/(RP)6K b - - 0 1",
        "b3a1",
        "7k/8/8/8/8/8/8/7K w - - 0 2",
    );
}

#[test]
fn a_pawn_promotes_on_its_last_rank_only_on_the_square() {
    // K24.
    let text = "(RP)7/8/7k/8/8/8/8/K7 w - - 0 1";
    leads(text, "a8^1b8n", "RN6/8/7k/8/8/8/8/K7 b - - 0 1");
    leads(text, "a8c8", "2(RP)5/8/7k/8/8/8/8/K7 b - - 1 1");
    // K41: whatever caused it.
    leads(
        "(rP)6k/8/8/8/8/8/8/R6K w - - 0 1",
        "a1a8q",
        "Q6k/8/8/8/8/8/8/7K b - - 0 1",
    );
    // K25: the other player's pawns become queens.
    leads(
        "(RP)2r4/7k/8/8/8/8/8/7K b - - 0 1",
        "d8a8",
        "Q7/7k/8/8/8/8/8/7K w - - 0 2",
    );
}

#[test]
fn a_pawn_disguises_itself_as_any_piece_it_might_step_on() {
    // K26.
    leads(
        "7k/8/8/8/3n4/3P4/8/K7 w - - 4 1",
        "d3=d4",
        "7k/8/8/8/3P4/3n4/8/K7 b - - 0 1",
    );
    leads(
        "8/8/8/8/3(rnk)4/3P4/8/K7 w - - 4 1",
        "d3=d4^2",
        "8/8/8/8/3(rnP)4/3k4/8/K7 b - - 0 1",
    );
    // Not the base of a loaded stack, not two pawns of one colour, not within its own stack.
    let text = "7k/8/8/8/2PP(rn)3/8/8/K7 w - - 0 1";
    assert!(!is_legal(text, "d4=e4"));
    assert!(is_legal(text, "d4=e4^1"));
    assert!(!is_legal(text, "d4=c4"));
    // K40: a lone rook may be exchanged and entered.
    let rook = "7k/8/8/8/4r3/8/4P3/K7 w - - 0 1";
    assert!(is_legal(rook, "e2=e4") && is_legal(rook, "e2e4^"));
}

#[test]
fn other_pawns_may_go_on_with_a_disguise() {
    // K27, K28.
    leads(
        "7k/8/8/8/8/4n3/2PPP3/7K w - - 3 1",
        "e2=e3+d2+c2",
        "7k/8/8/8/8/4P3/2nPP3/7K b - - 0 1",
    );
    leads(
        "7k/8/8/8/4n3/8/2P1P3/7K w - - 3 1",
        "e2=e4+c2",
        "7k/8/8/8/4P3/8/2n1P3/7K b - d2e2,e3e4 0 1",
    );
}

#[test]
fn an_own_king_lost_is_illegal_but_for_the_all_round_capture() {
    // K30, K31.
    assert_eq!(outcome(&after(START, "d1*")), "0-1 {king lost}");
    // Another capture may not lose the king.
    assert!(!is_legal("7k/8/8/8/3q4/2K1P3/8/8 w - - 0 1", "e3d4"));
}

#[test]
fn a_knight_may_not_open_a_line_to_a_bishop_beside_the_king() {
    // K29: the queen takes the bishop on c8, which rises and captures it; its revenge takes the
    // queen on d8, and that one's the king.
    let text = "r1bqk1n(rb)/pp1ppp1p/3p2p1/2n5/2P5/2QPP3/P1P2PPP/RNB2KNR b kq - 0 9";
    assert!(!is_legal(text, "c5b3xc4"));
    assert!(is_legal(text, "c5b3"));
}

#[test]
fn a_king_inside_a_rook_is_in_check_by_the_ghost_of_a_bishop_that_it_was_safe_from() {
    // The black bishop rises once on g2 and captures the white one, which is a ghost when the king
    // falls onto it. A black ghost does not rise, and the white bishop is captured first by the
    // king.
    let text = "4k3/8/8/8/8/5b2/3N2(RBK)1/8 w - - 0 1";
    assert!(is_legal(text, "d2b3"));
    assert!(!is_legal(text, "d2f3"));
    assert!(!is_legal("4k3/8/8/8/8/5b~2/3N2(RBK)1/8 w - - 0 1", "d2b3"));
}

#[test]
fn a_player_with_nothing_but_suicide_is_neither_mated_nor_stalemated() {
    // K31, K42.
    let text = "8/8/2rqP3/1qpQQP2/2r1pp2/1QKnpk2/1Pnnrp2/8 w - - 2 19";
    assert_eq!(turns(text), ["b3*"]);
    assert_eq!(outcome(&read(text)), "-");
    let end = after(text, "b3*");
    assert_eq!(outcome(&end), "0-1 {king lost}");
    assert!(!end.has_legal_step());
    assert!(Crazy.parse(&Crazy.text(&end)).is_err());
}

#[test]
fn a_player_in_check_without_a_legal_move_is_mated() {
    // K31.
    let mate = read("5rq1/2n1pP2/5q2/3Kqn2/4b3/8/3k3r/8 w - - 4 6");
    assert_eq!(outcome(&mate), "0-1 {checkmate}");
}

#[test]
fn bare_kings_are_a_draw_and_a_ghost_is_not_nothing() {
    // K32, K43.
    let bare = "k7/8/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(outcome(&read(bare)), "1/2-1/2 {bare kings}");
    assert!(read(bare).has_legal_step());
    assert_eq!(outcome(&read(&bare.replace("/8/K7", "/7B~/K7"))), "-");
    assert_eq!(
        outcome(&read(&bare.replace("0 1", "100 90"))),
        "1/2-1/2 {100 plies}"
    );
}

#[test]
fn the_clock_is_reset_by_any_capture_and_any_pawn_that_moves() {
    // K38.
    let carried = "7k/8/8/8/8/8/8/K2(RP)4 w - - 9 1";
    assert_eq!(after(carried, "d1d4").clock(), 10);
    assert_eq!(after(carried, "d1^1d2").clock(), 0);
    let own = "6k1/8/8/8/3QP3/8/8/K7 w - - 9 1";
    assert_eq!(after(own, "d4*").clock(), 0);
    let king = "7k/8/8/8/8/8/p7/K7 w - - 9 1";
    assert_eq!(after(king, "a1a2,a2a1").clock(), 0);
}

#[test]
fn a_position_comes_again_although_pawns_have_moved() {
    // K32: the third occurrence is a draw, and pawns go back (K20).
    let mut pos = read("7k/8/8/p7/P7/8/8/K7 w - - 0 1");
    let mut history = jabberwock_game::GameHistory::new(pos.key());
    for text in "a4b4 a5b5 b4a4 b5a5".split(' ').cycle().take(8) {
        let ended = jabberwock_game::adjudicate(&pos, &history, Crazy.profile());
        assert_eq!(ended, None);
        let turn = Crazy.parse_turn(&pos, text).expect("it is legal");
        jabberwock_game::play(&mut pos, &turn);
        history.push(pos.key());
    }
    let ended = jabberwock_game::adjudicate(&pos, &history, Crazy.profile());
    let draw = jabberwock_game::Outcome::draw(jabberwock_game::Reason::REPETITION);
    assert_eq!(ended, Some(draw));
}
