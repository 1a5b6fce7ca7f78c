//! The rules by their numbers.

use super::*;

#[test]
fn black_holds_the_right_at_the_start_d1() {
    assert_eq!(HARD.start().right(), Right::START);
    assert_eq!(Right::START.holder, Color::Black);
}

#[test]
fn after_1_e4_and_its_denial_white_has_19_moves_and_the_right() {
    let pos = played("e2e4");
    assert_eq!(turns(&pos).len(), 21);
    assert!(pos.is_legal(DENY));
    let pos = played("e2e4 deny");
    let moves = turns(&pos);
    assert_eq!(moves.len(), 19);
    assert!(!moves.contains(&"e2e4".to_owned()) && moves.contains(&"e2e3".to_owned()));
    assert_eq!((pos.right().holder, pos.right().count), (Color::White, 1));
    assert!(!played("e2e4 deny d2d4 e7e5").is_legal(DENY));
    assert!(played("e2e4 deny d2d4 e7e5 g1f3 b7b6").is_legal(DENY));
}

#[test]
fn a_denial_undoes_everything_d2() {
    let text = "r3k2r/8/8/8/1p6/8/P7/R3K2R w KQkq - 7 30 b0 -";
    for turn in ["a2a4", "h1h8", "e1c1"] {
        let (pos, _) = played_as(HARD, text, &format!("{turn} deny"));
        let expected = text.replace("b0 -", &format!("w1! x:{turn}"));
        assert_eq!(HARD.text(&pos), expected);
    }
    let text = "4k3/8/8/8/Pp6/8/8/R3K3 b Q a3 0 30 w2 -";
    let (pos, _) = played_as(HARD, text, "b4a3 deny");
    assert_eq!(HARD.text(&pos), text.replace("w2 -", "b3! x:b4a3"));
}

#[test]
fn the_replacement_and_the_move_after_it_cannot_be_denied_d3_d4() {
    for turns in ["e2e4 deny d2d4", "e2e4 deny d2d4 d7d5"] {
        assert!(!played(turns).may_deny(), "{turns}");
    }
    // White's own next move is not deniable either: White holds the right.
    assert!(!played("e2e4 deny d2d4 d7d5 c2c4").may_deny());
}

#[test]
fn a_movement_is_excluded_whatever_it_becomes_d5() {
    let text = "1r5k/P7/8/8/8/8/8/K7 w - - 0 1 b0 -";
    let (pos, _) = played_as(HARD, text, "a7a8q deny");
    let moves = turns(&pos);
    assert!(moves.iter().all(|turn| !turn.starts_with("a7a8")));
    assert!(moves.contains(&"a7b8q".to_owned()));
    assert_eq!(moves.len(), 4 + 1);
}

#[test]
fn the_same_result_by_another_path_is_allowed_d5() {
    let text = "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1 b0 -";
    let (pos, _) = played_as(HARD, text, "a1a5 deny");
    assert!(turns(&pos).contains(&"b1b5".to_owned()));
    // The same piece may come to the same square in two turns, the excluded movement forgotten.
    let (pos, _) = played_as(HARD, text, "a1a5 deny a1a4 e8e7");
    assert!(turns(&pos).contains(&"a4a5".to_owned()));
    let (pos, _) = played_as(HARD, text, "a1a5 deny e1e2 e8e7");
    assert!(turns(&pos).contains(&"a1a5".to_owned()));
}

#[test]
fn knight_moves_cannot_be_denied_d6() {
    assert!(!played("g1f3").is_legal(DENY));
    let (pos, _) = played_as(HARD, "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1 b0 -", "e3d5");
    assert!(!pos.is_legal(DENY));
    let (pos, _) = played_as(HARD, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1 b0 -", "a7a8n");
    assert!(pos.is_legal(DENY));
}

#[test]
fn king_moves_can_be_denied_in_the_hard_version_only_d7_d12() {
    let text = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 b0 -";
    for turn in ["e1g1", "e1c1", "e1e2"] {
        assert!(played_as(HARD, text, turn).0.is_legal(DENY));
        assert!(!played_as(SOFT, text, turn).0.is_legal(DENY));
    }
    assert!(played_as(SOFT, text, "h1g1").0.is_legal(DENY));
    let (pos, _) = played_as(HARD, text, "e1g1 deny");
    assert!(!turns(&pos).contains(&"e1g1".to_owned()));
    assert!(turns(&pos).contains(&"e1c1".to_owned()));
    assert!(turns(&pos).contains(&"h1f1".to_owned()));
}

#[test]
fn a_denial_of_the_only_reply_mates_or_stalemates_d8() {
    // Rook a1 gives check; the king's only escape square is g2.
    let text = "6k1/8/8/8/8/8/5P1P/r5K1 w - - 0 1 b0 -";
    assert_eq!(turns(&read(text)), ["g1g2"]);
    assert_eq!(
        outcome_as(HARD, text, "g1g2 deny"),
        Some("0-1 {checkmate}".to_owned())
    );
    let text = "k7/8/8/8/8/6pp/5q1P/7K w - - 0 1 b0 -";
    let only = turns(&read(text));
    assert_eq!(only, ["h2g3"]);
    assert_eq!(
        outcome_as(HARD, text, "h2g3 deny"),
        Some("1/2-1/2 {stalemate}".to_owned())
    );
}

#[test]
fn a_king_in_check_with_one_deniable_reply_is_mated_by_its_denial() {
    // The line of the perft file: the rook's block is all White has.
    let text = "6k1/8/8/8/4R3/8/5PPP/r5K1 w - - 0 30 b0 -";
    assert_eq!(turns(&read(text)), ["e4e1"]);
    assert_eq!(
        outcome_as(HARD, text, "e4e1 deny"),
        Some("0-1 {checkmate}".to_owned())
    );
    assert_eq!(outcome_as(HARD, text, "e4e1"), None);
}

#[test]
fn fools_mate_is_mate_while_black_holds_the_right() {
    assert_eq!(
        outcome_as(HARD, START, "f2f3 e7e5 g2g4 d8h4"),
        Some("0-1 {checkmate}".to_owned())
    );
}

#[test]
fn who_is_mated_but_may_deny_must_deny_d9() {
    let text = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2 w1 -";
    let (pos, _) = played_as(HARD, text, "d8h4");
    assert!(pos.is_check());
    assert_eq!(turns(&pos), ["deny"]);
    assert_eq!(outcome_as(HARD, text, "d8h4"), None);
    let (pos, _) = played_as(HARD, text, "d8h4 deny");
    assert!(!turns(&pos).contains(&"d8h4".to_owned()));
    assert_eq!(pos.right().holder, Color::Black);
    // In the claim version, too, and three denials made: no claim in check.
    let text = text.replace("w1", "w3");
    assert_eq!(
        turns_as(CLAIM, &played_as(CLAIM, &text, "d8h4").0),
        ["deny"]
    );
}

#[test]
fn who_is_stalemated_but_may_deny_may_accept_d9() {
    let text = "7k/8/5K2/8/8/8/8/Q7 w - - 0 1 b0 -";
    let (pos, _) = played_as(HARD, text, "a1g1");
    assert_eq!(turns(&pos), ["deny", "h8h7"]);
    let text = "k7/2K5/8/8/8/8/8/1Q6 w - - 0 1 b0 -";
    let (pos, line) = played_as(HARD, text, "b1b6");
    assert!(!pos.is_check());
    assert_eq!(turns(&pos), ["deny", "draw"]);
    assert_eq!(adjudicate(&pos, &line, HARD.profile()), None);
    assert_eq!(
        outcome_as(HARD, text, "b1b6 draw"),
        Some("1/2-1/2 {stalemate accepted}".to_owned())
    );
    // Without a denial it is stalemate.
    let held = text.replace("b0", "w0");
    assert_eq!(
        outcome_as(HARD, &held, "b1b6"),
        Some("1/2-1/2 {stalemate}".to_owned())
    );
}

#[test]
fn a_king_may_not_move_to_an_attacked_square_whoever_may_deny_d10() {
    let text = "4k3/8/8/8/8/8/r7/7K w - - 0 1 w0 -";
    assert_eq!(turns(&read(text)), ["h1g1"]);
}

#[test]
fn after_three_denials_the_holder_may_claim_a_draw_d11() {
    let pieces = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
    for (right, claims) in [("w3", true), ("w2", false), ("b3", false), ("w3!", true)] {
        let text = format!("{pieces} {right} -");
        let offered = |game| turns_as(game, &read_as(game, &text)).contains(&"draw".to_owned());
        assert_eq!(offered(CLAIM), claims, "{right}");
        assert_eq!(offered(CLAIM.soft()), claims, "{right}");
        assert!(!offered(HARD) && !offered(SOFT));
    }
    // Not in check.
    let check = "4k3/4p3/8/8/8/8/4r3/4K3 w - - 0 1 w3 -";
    assert!(!turns_as(CLAIM, &read_as(CLAIM, check)).contains(&"draw".to_owned()));
    assert_eq!(
        outcome_as(CLAIM, &format!("{pieces} w3 -"), "draw"),
        Some("1/2-1/2 {draw claimed}".to_owned())
    );
}

#[test]
fn draws_are_claimed_where_one_may_deny_or_is_denied_something_too_d11() {
    let text = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1 b3 -";
    let (pos, _) = played_as(CLAIM, text, "e2e4");
    let moves = turns_as(CLAIM, &pos);
    assert!(moves.contains(&"deny".to_owned()) && moves.contains(&"draw".to_owned()));
    let (pos, _) = played_as(CLAIM, text, "e2e4 deny");
    assert!(turns_as(CLAIM, &pos).contains(&"draw".to_owned()));
    // The third denial counts.
    let (pos, _) = played_as(CLAIM, &text.replace("b3", "b2"), "e2e4 deny");
    assert!(turns_as(CLAIM, &pos).contains(&"draw".to_owned()));
}

#[test]
fn who_is_stalemated_by_a_denial_has_nothing_to_claim_d8_d11() {
    let text = "k7/8/8/8/8/6pp/5q1P/7K w - - 0 1 b2 -";
    assert_eq!(
        outcome_as(CLAIM, text, "h2g3 deny"),
        Some("1/2-1/2 {stalemate}".to_owned())
    );
}

#[test]
fn en_passant_and_promotions_can_be_denied_d12() {
    let (pos, _) = played_as(HARD, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 b0 -", "e5d6");
    assert!(pos.is_legal(DENY));
    let (pos, _) = played_as(HARD, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 b0 -", "e5d6 deny");
    assert!(HARD.text(&pos).contains(" w - d6 0 1 w1! x:e5d6"));
    assert!(turns(&pos).contains(&"e5e6".to_owned()));
    assert!(!turns(&pos).contains(&"e5d6".to_owned()));
}

#[test]
fn a_draw_on_the_board_cannot_be_denied_but_takes_no_moves_away_d13() {
    // The king takes the last piece.
    let text = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1 b0 -";
    let (pos, line) = played_as(HARD, text, "e1e2");
    assert_eq!(
        adjudicate(&pos, &line, HARD.profile()),
        Some(Outcome::draw(DEAD_POSITION))
    );
    assert!(turns(&pos).contains(&"deny".to_owned()));
    assert!(HARD.text(&pos).contains(" d:e1e2@"));
}

#[test]
fn the_hundredth_ply_draws_though_it_could_be_denied_d13() {
    let text = "4k3/8/8/8/8/8/4r3/R3K3 w - - 99 80 b0 -";
    let (pos, line) = played_as(HARD, "r3k3/8/8/8/8/8/8/R3K3 w - - 99 80 b0 -", "a1a2");
    assert_eq!(
        adjudicate(&pos, &line, HARD.profile()),
        Some(Outcome::draw(Reason::PLY_LIMIT))
    );
    assert!(turns(&pos).contains(&"deny".to_owned()));
    assert!(read(text).has_legal_step());
}

#[test]
fn the_clock_goes_back_with_the_position_d13() {
    let text = "r3k3/8/8/8/8/8/8/R3K3 w - - 97 80 b0 -";
    let (pos, _) = played_as(HARD, text, "a1a2");
    assert_eq!(pos.clock(), 98);
    let (pos, _) = played_as(HARD, text, "a1a2 deny");
    assert_eq!(pos.clock(), 97);
}

#[test]
fn who_is_mated_on_the_hundredth_ply_but_may_deny_has_drawn_d17() {
    let text = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80 b0 -";
    assert_eq!(
        outcome_as(HARD, text, "a1a8"),
        Some("1/2-1/2 {100 plies}".to_owned())
    );
    assert_eq!(
        outcome_as(HARD, &text.replace("b0", "w0"), "a1a8"),
        Some("1-0 {checkmate}".to_owned())
    );
}

#[test]
fn the_text_stays_after_a_draw_is_made_but_no_move_follows_d17() {
    let text = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1 w3 -";
    let (before, _) = played_as(CLAIM, text, "");
    let (pos, _) = played_as(CLAIM, text, "draw");
    assert_eq!(CLAIM.text(&pos), CLAIM.text(&before));
    assert_ne!(pos, before);
    assert!(!pos.has_legal_step() && turns_as(CLAIM, &pos).is_empty());
    assert_eq!(pos.outcome(), Some(Outcome::draw(DRAW_CLAIMED)));
}

#[test]
fn who_is_stalemated_and_could_claim_accepts_d17() {
    let text = "k7/2K5/8/8/8/8/8/1Q6 w - - 0 1 b3 -";
    assert_eq!(
        outcome_as(CLAIM, text, "b1b6 draw"),
        Some("1/2-1/2 {stalemate accepted}".to_owned())
    );
}

#[test]
fn positions_differ_in_everything_that_repetition_compares_d13() {
    let fen = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let keys: Vec<Key> = [
        "b0 -",
        "w0 -",
        "b1 -",
        "b2 -",
        "b3 -",
        "b1! -",
        "w1! -",
        "w1! x:a1a2",
        "w1! x:a1a3",
        "w2! x:a1a2",
    ]
    .into_iter()
    .map(|state| read(&format!("{fen} {state}")).key())
    .collect();
    for (index, key) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(key), "{index}");
    }
    let (a, _) = played_as(HARD, fen, "a1a2");
    let (b, _) = played_as(HARD, "r3k3/8/8/8/8/R7/8/4K3 w - - 0 1", "a3a2");
    assert_eq!(a.now().key(), b.now().key());
    assert_ne!(a.key(), b.key());
    // A pawn that has become a queen and a queen that came the same way.
    let (a, _) = played_as(HARD, "8/4P3/8/8/8/8/7k/K7 w - - 0 1", "e7e8q");
    let (b, _) = played_as(HARD, "8/4Q3/8/8/8/8/7k/K7 w - - 0 1", "e7e8");
    assert_eq!(a.now().key(), b.now().key());
    assert_ne!(a.key(), b.key());
}

#[test]
fn positions_with_the_same_movements_are_the_same_whatever_was_before_d15() {
    // The rook captured a piece or none on its way to a8.
    let (took, _) = played_as(HARD, "n6k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8");
    let (went, _) = played_as(HARD, "7k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8");
    assert_eq!(took.key(), went.key());
    assert_ne!(took.table_key(), went.table_key());
    assert_ne!(took, went);
}

#[test]
fn positions_that_were_undone_have_occurred_d15() {
    // Black denies Rb1 and gets the right back; the position after Rb1 comes again.
    let text = "r3k3/p7/8/8/8/8/P7/R3K3 w - - 0 1 b3 -";
    let around = "a1b1 deny e1f1 e8f8 f1e1 a8b8 deny f8e8 e1f1 e8f8 f1e1 f8e8 ";
    let (pos, line) = played_as(HARD, text, &format!("{around}a1b1"));
    assert_eq!(line.earlier_occurrences(pos.reversible_turns()), 1);
    let (pos, line) = played_as(HARD, text, &format!("{around}{around}a1b1"));
    assert_eq!(line.earlier_occurrences(pos.reversible_turns()), 2);
    assert_eq!(
        adjudicate(&pos, &line, HARD.profile()),
        Some(Outcome::draw(Reason::REPETITION))
    );
    // It cannot be denied, though `deny` is still listed (D13).
    assert!(pos.is_legal(DENY));
}

#[test]
fn repetitions_are_found_beyond_the_clock_that_a_denial_took_back() {
    let text = "r3k3/p7/8/8/8/8/P7/R3K3 w - - 0 1 b3 -";
    let turns = "a2a3 deny e1f1 e8f8 f1e1 a7a6 deny f8e8 e1f1 e8f8 f1e1 f8e8";
    let (pos, line) = played_as(HARD, text, turns);
    assert_eq!(pos.clock(), 8);
    assert_eq!(line.len(), 13);
    assert_eq!(line.earlier_occurrences(pos.reversible_turns()), 1);
    // Once a pawn move is accepted, no earlier position can recur.
    let (pos, _) = played_as(HARD, text, &format!("{turns} a2a3 e8f8"));
    assert_eq!(pos.reversible_turns(), 1);
}

#[test]
fn an_irreversible_turn_that_is_denied_and_made_again_has_occurred_d15() {
    let text = "8/8/8/1K2P3/8/6p1/7k/8 w - - 0 40 b3 -";
    let around = "b5b4 h2g2 b4b5 g2h2 deny g2h1 b5b4 h1g1 b4b5 g1h2";
    let (pos, line) = played_as(
        HARD,
        text,
        &format!("e5e6 deny {around} e5e6 deny {around} e5e6"),
    );
    assert_eq!(
        adjudicate(&pos, &line, HARD.profile()),
        Some(Outcome::draw(Reason::REPETITION))
    );
}

#[test]
fn mirrored_positions_have_as_many_turns() {
    for moves in ["", "e2e4", "e2e4 deny", "e2e4 deny d2d4 e7e5 g1f3 b7b6"] {
        let pos = played(moves);
        let mirrored = HARD.mirror(&pos).expect("chess is symmetrical");
        assert_eq!(perft::perft(&pos, 2), perft::perft(&mirrored, 2));
        assert_eq!(mirrored.key(), mirrored.recomputed_key());
        assert_eq!(HARD.mirror(&mirrored), Some(pos));
    }
}

#[test]
fn the_layers_steps_are_quiet_turns() {
    let pos = played("e2e4");
    let mut quiet: Vec<Step> = Vec::new();
    pos.generate(Stage::Quiet, &mut quiet);
    assert_eq!(quiet.last(), Some(&DENY));
    assert!(pos.completes_turn(DENY) && pos.completes_turn(DRAW));
}
