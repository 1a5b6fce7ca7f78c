//! The instruction of a prompt, as a sentence.

use jabberwock_game::Coord;

use super::{
    super::PromptTarget,
    board_turn::{BoardTurn, ChosenBoards, Refusal},
};

/// Returns the instruction when a mega-move is being entered.
pub(super) fn of_mega_move(targets: &[PromptTarget]) -> &'static str {
    match targets.first() {
        None => "The turn is complete",
        Some(target) if target.label.is_some() => "Choose what the mega-pawn becomes",
        Some(_) => "Choose where the mega-piece goes",
    }
}

/// Returns the instruction when boards are chosen, or nothing is entered yet.
pub(super) fn of_board_turn(turn: &BoardTurn, targets: &[PromptTarget]) -> String {
    if let Some(Refusal { place, reason }) = &turn.refusal {
        return if turn.chosen.is_empty() {
            format!("Choose a mega-piece to move: {reason}")
        } else if place.is_empty() {
            format!("This turn is not legal: {reason}")
        } else {
            format!("This turn is not legal on {place}: {reason}")
        };
    }
    let next = next(turn, targets);
    if turn.besieged.is_empty() {
        return next;
    }
    let besieged = names(turn.besieged.iter());
    format!("{next}; you are in check on {besieged} and lose what you do not answer")
}

fn next(turn: &BoardTurn, targets: &[PromptTarget]) -> String {
    let open = turn.chosen.iter().filter(|chosen| chosen.turn.is_none());
    let open = names(open.flat_map(|chosen| &chosen.places));
    let begun = |chosen: &ChosenBoards| chosen.places.len();
    let missing = turn.need as usize - turn.chosen.iter().map(begun).sum::<usize>();
    if turn.chosen.is_empty() {
        let may_move = targets.iter().any(|target| target.tap.boards.is_empty());
        let verb = if may_move {
            "Choose a mega-piece to move, or play"
        } else {
            "Play"
        };
        return format!("{verb} on {}", boards(missing, ""));
    }
    match (missing, open.as_str()) {
        (0, "") => "The turn is complete".to_owned(),
        (0, open) => format!("Complete the turn on {open}"),
        (missing, "") => format!("Play on {}", boards(missing, "more ")),
        (missing, open) => format!(
            "Complete the turn on {open}, and play on {}",
            boards(missing, "more ")
        ),
    }
}

/// Returns `1 more board` or `8 boards`.
fn boards(count: usize, more: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {more}board{plural}")
}

fn names<'a>(squares: impl Iterator<Item = &'a Coord>) -> String {
    let names: Vec<String> = squares.map(ToString::to_string).collect();
    names.join(" ")
}
