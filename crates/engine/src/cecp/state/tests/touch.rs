//! A person's clicks in `XBoard`.

use super::Harness;

/// Returns a state in which `XBoard` shows `position` in a game of `name`, with both sides played
/// by a person.
fn shown(name: &str, position: &str) -> Harness {
    let variant = format!("variant {name}");
    let mut harness = Harness::after(&[
        "xboard",
        "protover 2",
        "rejected extmoves",
        "new",
        &variant,
        "force",
    ]);
    if !position.is_empty() {
        assert_eq!(harness.send(&format!("setboard {position}")), [""; 0]);
    }
    harness
}

/// Sends `lines`, none of which may be answered by a question; returns the answer to the last line.
fn send(harness: &mut Harness, lines: &[&str]) -> Vec<String> {
    let mut replies = Vec::new();
    for line in lines {
        replies = harness.send(line);
        assert!(
            replies.iter().all(|reply| !reply.starts_with("askuser")),
            "{line}: {replies:?}"
        );
    }
    replies
}

/// Returns the mark of `square` in a `highlight` line.
fn mark(line: &str, square: &str) -> char {
    let rows: Vec<&str> = line.trim_start_matches("highlight ").rsplit('/').collect();
    let square = square.as_bytes();
    let marks = rows[usize::from(square[1] - b'1')].chars();
    let mut marks = marks.flat_map(|mark| {
        let count = mark.to_digit(10).unwrap_or(1);
        std::iter::repeat_n(mark, count as usize)
    });
    marks.nth(usize::from(square[0] - b'a')).unwrap()
}

#[test]
fn a_promotion_is_chosen_by_a_piece_of_its_kind_on_the_board() {
    let position = "3r3k/P7/8/8/8/8/8/1N5K w - - 0 1";
    for (square, letter) in [("b1", 'N'), ("d8", 'R')] {
        let mut harness = shown("crazy-free", position);
        let lifted = send(&mut harness, &["lift a7"]);
        assert_eq!(mark(&lifted[0], "a8"), 'C', "{lifted:?}");
        let lifted = send(&mut harness, &["put a8", "lift a8"]);
        assert_eq!(mark(&lifted[0], square), 'B', "{lifted:?}");
        assert_eq!(mark(&lifted[0], "a8"), 'Y', "{lifted:?}");
        let put = send(&mut harness, &[&format!("put {square}")]);
        assert_eq!(put, [format!("choice {letter}")]);
        let letter = letter.to_ascii_lowercase();
        let usermove = format!("usermove a7a8,a8{square}{letter}");
        let replies = send(&mut harness, &[&usermove]);
        assert_eq!(replies.last().unwrap(), &format!("move a7a8{letter}"));
        assert_eq!(harness.turns(), [format!("a7a8{letter}")]);
    }
}

#[test]
fn a_promotion_to_a_kind_that_is_not_on_the_board_is_chosen_by_an_empty_square() {
    let mut harness = shown("crazy-free", "7k/P7/8/8/8/8/8/7K w - - 0 1");
    let lifted = send(&mut harness, &["lift a7", "put a8", "lift a8"]);
    let squares = ["a6", "a5", "a4", "a3"];
    for square in squares {
        assert_eq!(mark(&lifted[0], square), 'B', "{lifted:?}");
    }
    let puts = squares.map(|square| send(&mut harness, &[&format!("put {square}")]));
    let mut letters = puts.concat();
    letters.sort_unstable();
    assert_eq!(letters, ["choice B", "choice N", "choice Q", "choice R"]);
}

#[test]
fn the_promotion_square_clicked_again_asks_for_the_piece() {
    let mut harness = shown("crazy-free", "7k/P7/8/8/8/8/8/7K w - - 0 1");
    send(&mut harness, &["lift a7", "put a8", "lift a8", "put a8"]);
    let replies = harness.send("usermove a7a8");
    let question = replies.last().unwrap();
    assert!(question.starts_with("askuser answer "), "{replies:?}");
    assert!(question.contains("4: a7a8"), "{question}");
    harness.send("answer 1");
    assert_eq!(harness.turns().len(), 1);
}

#[test]
fn where_xboard_lets_the_person_choose_the_square_is_marked_for_it() {
    let mut harness = shown("hop", "7k/P7/8/8/8/8/8/7K w - - 0 2 -/-");
    let lifted = send(&mut harness, &["lift a7"]);
    assert_eq!(mark(&lifted[0], "a8"), 'M', "{lifted:?}");
    let put = send(&mut harness, &["put a8"]);
    let letters = put[0].strip_prefix("choice ").unwrap();
    let mut letters: Vec<char> = letters.chars().collect();
    letters.sort_unstable();
    assert_eq!(letters, ['B', 'N', 'Q', 'R']);
    let replies = send(&mut harness, &["usermove a7a8n"]);
    assert_eq!(replies[0], "move @@@@");
    send(&mut harness, &["usermove H@c3"]);
    assert_eq!(harness.turns(), ["a7a8n@c3"]);
}

#[test]
fn a_chakra_is_turned_over_by_clicking_its_start_square_after_the_end() {
    let clicks = ["lift h2", "put g4", "lift g4"];
    for (last, turn) in [("usermove h2g4", "h2g4"), ("usermove h2g4,g4h2", "h2g4+")] {
        let mut harness = shown("chakra-modern", "");
        let lifted = send(&mut harness, &clicks[..1]);
        assert_eq!(mark(&lifted[0], "g4"), 'C', "{lifted:?}");
        let lifted = send(&mut harness, &clicks[1..]);
        assert_eq!(mark(&lifted[0], "g4"), 'Y', "{lifted:?}");
        assert_eq!(mark(&lifted[0], "h2"), 'Y', "{lifted:?}");
        send(&mut harness, &[last]);
        assert_eq!(harness.turns(), [turn]);
    }
}

#[test]
fn a_black_kings_two_steps_arrive_in_another_form() {
    // Over an empty square XBoard names the end first, then the square on the way.
    let clicks = ["lift e8", "put e7", "lift e7", "put e6"];
    for usermove in ["usermove e8e6,e7d6", "usermove e8e6,e7f6"] {
        let mut harness = shown("crazy-free", "4k3/p7/8/8/8/8/P7/4K3 b - - 0 1");
        let lifted = send(&mut harness, &clicks[..1]);
        assert_eq!(mark(&lifted[0], "e7"), 'C', "{lifted:?}");
        send(&mut harness, &clicks[1..]);
        send(&mut harness, &[usermove]);
        assert_eq!(harness.turns(), ["e8e7,e7e6"]);
    }
}

#[test]
fn after_the_piece_a_hopper_is_moved_or_stays() {
    let position = "7k/8/8/8/8/8/8/1N5K w - - 0 2 d5/-";
    for (last, turn) in [("usermove d5e5", "b1c3@e5"), ("usermove @@@@", "b1c3@d5")] {
        let mut harness = shown("hop", position);
        send(&mut harness, &["lift b1"]);
        let replies = send(&mut harness, &["usermove b1c3"]);
        assert_eq!(replies[0], "move @@@@", "{replies:?}");
        assert_eq!(mark(&replies[1], "e5"), 'Y', "{replies:?}");
        send(&mut harness, &[last]);
        assert_eq!(harness.turns(), [turn]);
    }
}

#[test]
fn ten_thousand_touches_are_answered_and_change_nothing() {
    for name in ["hop", "crazy", "chakra"] {
        let mut harness = shown(name, "");
        let before = harness.state.session.position();
        let squares: Vec<String> = (b'a'..=b'j')
            .flat_map(|file| (1..=8).map(move |rank| format!("{}{rank}", char::from(file))))
            .collect();
        let mut answered = 0;
        for round in 0..10_000 {
            let square = &squares[round * 7 % squares.len()];
            let touch = ["lift", "put", "hover"][round % 3];
            let replies = harness.send(&format!("{touch} {square}"));
            assert!(replies.len() <= 1, "{name}: {replies:?}");
            answered += usize::from(touch == "lift" && replies.len() == 1);
        }
        assert_eq!(answered, 3334, "{name}");
        assert_eq!(harness.state.session.position(), before, "{name}");
        assert_eq!(harness.send("ping 7"), ["pong 7"], "{name}");
    }
}

#[test]
fn touches_do_not_disturb_a_search() {
    let mut harness = shown("hop", "");
    harness.send("go");
    let search = harness.state.last_search;
    for round in 0..10_000 {
        let touch = ["lift e2", "put e4", "hover e4"][round % 3];
        let replies = harness.send(touch);
        let expected: &[&str] = match round % 3 {
            0 => &["highlight 8/8/8/8/8/8/8/8"],
            _ => &[],
        };
        assert_eq!(replies, expected, "{touch}");
    }
    assert_eq!(harness.state.last_search, search);
    let replies = harness.found("e2e4", None);
    assert_eq!(replies[0], "move e2e4", "{replies:?}");
}
