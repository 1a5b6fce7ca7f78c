//! The moves of pieces (chakra C4 to C10, C16, C17).

use super::{Chakra, START, is_check, is_turn, refusal, text_after, turns_from, turns_of};

#[test]
fn the_start_has_28_turns_and_22_without_double_steps() {
    assert_eq!(turns_of(Chakra::CLASSIC, START).len(), 28);
    assert_eq!(turns_of(Chakra::MODERN, START).len(), 22);
}

#[test]
fn samurai_and_monk_also_step_like_kings() {
    // C5.
    let samurai = turns_from("7k/8/8/8/3S4/8/8/K7 w -/- - 0 1", "d4");
    assert_eq!(samurai.len(), 14 + 4);
    assert!(
        ["c3", "e5", "e3", "c5"]
            .iter()
            .all(|to| samurai.contains(&(*to).to_owned()))
    );
    let monk = turns_from("8/7k/8/8/3M4/8/K7/8 w -/- - 0 1", "d4");
    assert_eq!(monk.len(), 13 + 4);
}

#[test]
fn a_courtesan_that_does_not_see_its_king_steps() {
    // C6.
    assert_eq!(turns_from("7k/8/8/8/3C4/8/K7/8 w -/- - 0 1", "d4").len(), 8);
    // A piece between them, of either player, blocks the courtesan.
    assert_eq!(
        turns_from("7k/8/8/8/3C4/2p5/8/K7 w -/- - 0 1", "d4").len(),
        8
    );
}

#[test]
fn a_courtesan_slides_on_the_line_of_its_king_in_both_directions() {
    let courtesan = turns_from("8/6s1/8/4C3/8/8/8/K6k w -/- - 0 1", "e5");
    for to in ["b2", "c3", "f6", "g7"] {
        assert!(courtesan.contains(&to.to_owned()), "{to}: {courtesan:?}");
    }
    assert_eq!(courtesan.len(), 8 + 3);
    // It does not pass over the piece it may capture.
    assert!(!courtesan.contains(&"h8".to_owned()));
}

#[test]
fn chakras_do_not_break_the_sight_of_a_courtesan_but_stop_it() {
    // C16, C17: the enemy chakra on c3 lies between courtesan and king, that on f6 beyond.
    let courtesan = turns_from("8/8/8/4C3/8/8/8/K6k w -/c3n,f6n - 0 1", "e5");
    let mut line: Vec<&str> = courtesan
        .iter()
        .map(String::as_str)
        .filter(|to| ["b2", "c3", "d4", "f6", "g7", "h8"].contains(to))
        .collect();
    line.sort_unstable();
    assert_eq!(line, ["c3", "d4", "f6"]);
    // Own chakras do not block it.
    assert!(is_turn("8/8/8/4C3/8/8/8/K6k w c3n,f6n/- - 0 1", "e5h8"));
}

#[test]
fn a_courtesan_checks_from_between_the_kings() {
    assert!(is_check("7k/8/8/4C3/8/8/8/K7 b -/- - 0 1"));
    // A chakra of the king's side between the two blocks it, one beyond it does not.
    assert!(!is_check("7k/6c1/8/4C3/8/8/8/K7 b -/- - 0 1"));
    assert!(!is_check("7k/8/5p2/4C3/8/8/8/K7 b -/- - 0 1"));
    assert!(!is_check("7k/8/8/4C3/8/8/8/K7 b -/c1n,f6n - 0 1"));
    assert!(is_check("7k/8/8/4C3/8/8/8/K7 b -/c1n,c3n - 0 1"));
    // Breaking the sight ends the check.
    assert!(is_turn("7k/8/8/4C3/8/1s6/8/K7 b -/- - 0 1", "b3c3"));
}

#[test]
fn a_piece_whose_departure_lets_a_courtesan_see_its_king_is_pinned() {
    let text = "7k/8/8/4C3/8/2s5/8/K7 b -/- - 0 1";
    assert_eq!(refusal(text, "c3c5"), "the king would be in check");
    assert!(is_turn(text, "c3d4"));
}

#[test]
fn a_pawn_has_a_double_step_from_its_second_rank_however_it_came_there() {
    // C7, C14.
    assert!(is_turn(START, "b2b4"));
    let first = "7k/8/8/8/8/8/8/K4P2 w c2n,f2n/- - 0 1";
    assert_eq!(turns_from(first, "f1"), ["c2", "f2"]);
    let second = text_after(first, "f1c2");
    assert!(is_turn(&second.replace(" b ", " w "), "c2c4"));
}

#[test]
fn a_double_step_does_not_pass_over_an_enemy_chakra_but_ends_on_one() {
    // C16.
    let over = "7k/8/8/8/8/8/2P5/K7 w -/c3n,f6n - 0 1";
    assert_eq!(turns_from(over, "c2"), ["c3"]);
    let onto = "7k/8/8/8/8/8/2P5/K7 w -/c4n,f6n - 0 1";
    assert_eq!(turns_from(onto, "c2"), ["c3", "c4"]);
    let own = "7k/8/8/8/8/8/2P5/K7 w c3n,f6n/- - 0 1";
    assert_eq!(
        turns_from(own, "c2"),
        ["c3", "c3+", "c4", "f6"]
            .into_iter()
            .filter(|turn| !turn.ends_with('+'))
            .collect::<Vec<_>>()
    );
}

#[test]
fn sliding_pieces_stop_on_enemy_chakras_and_leave_them_freely() {
    // C16.
    let stopped = turns_from("7k/8/8/8/8/8/8/K1Q5 w -/g1n,c4n - 0 1", "c1");
    for (to, expected) in [("c4", true), ("c5", false), ("g1", true), ("h1", false)] {
        assert_eq!(stopped.contains(&to.to_owned()), expected, "{to}");
    }
    let leaving = turns_from("7k/8/8/8/2S5/8/8/K7 w -/g1n,c4n - 0 1", "c4");
    assert_eq!(leaving.len(), 18);
    assert!(!is_check("k7/8/8/8/8/8/8/S6K b -/a4n,h8n - 0 1"));
    assert!(is_check("k7/8/8/8/8/8/8/S6K b a4n,h8n/- - 0 1"));
}

#[test]
fn a_pawn_promotes_to_a_piece_of_the_pool_and_takes_it_out_of_it() {
    // C8.
    let text = "7k/2P5/8/8/8/8/8/K7 w -/- SAAsm 0 1";
    assert_eq!(turns_from(text, "c7"), ["c8a", "c8s"]);
    assert!(text_after(text, "c7c8a").contains(" -/- SAsm 0 1"));
    assert!(refusal(text, "c7c8").contains("letter is missing"));
    assert!(refusal(text, "c7c8q").contains("no such captured piece"));
    assert_eq!(
        refusal("7k/8/2P5/8/8/8/8/K7 w -/- S 0 1", "c6c7s"),
        "nothing promotes here"
    );
}

#[test]
fn without_captured_pieces_a_pawn_does_not_end_on_the_last_rank_but_gives_check_there() {
    // C9.
    let text = "1a4k1/2P5/8/8/8/8/8/K7 w -/- - 0 1";
    assert!(turns_from(text, "c7").is_empty());
    assert!(is_check("1k6/2P5/8/8/8/8/8/K7 b -/- - 0 1"));
    let transmitted = "6k1/8/8/8/8/2P5/8/K7 w c4n,f8n/- - 0 1";
    assert_eq!(turns_from(transmitted, "c3"), ["c4"]);
}

#[test]
fn a_promoted_piece_returns_to_the_pool_as_the_piece_it_is_and_a_pawn_never() {
    // C10.
    let text = text_after("q6k/1P6/8/8/8/8/8/6K1 w -/- Q 0 1", "b7b8q a8b8");
    assert!(text.ends_with(" w -/- Q 0 2"), "{text}");
    assert!(text_after("7k/8/8/8/8/1p6/S7/K7 w -/- - 0 1", "a2b3").contains(" -/- - "));
}
