//! The display of a game.

use std::{
    io::{self, Write},
    time::Duration,
};

use jabberwock_engine::{Prompt, Session, Survey};
use jabberwock_game::{DrawStyle, Scene, counted};

/// Columns of lists.
const WIDTH: usize = 80;

/// Draws a board with its last turn.
pub(super) fn board(out: &mut dyn Write, scene: &Scene, style: DrawStyle) -> io::Result<()> {
    write!(out, "\n{}", scene.draw_in(style))
}

/// Writes the static evaluation by terms.
pub(super) fn evaluation(out: &mut dyn Write, session: &dyn Session) -> io::Result<()> {
    let evaluation = session.evaluation();
    for row in evaluation.rows() {
        writeln!(out, "{row}")?;
    }
    writeln!(out, "total {} for {}", evaluation.total, session.turn())
}

/// Words in columns.
pub(super) fn columns<'a>(
    out: &mut dyn Write,
    words: impl Iterator<Item = &'a str>,
) -> io::Result<()> {
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            writeln!(out)?;
            column = 0;
        } else if column > 0 {
            write!(out, " ")?;
            column += 1;
        }
        write!(out, "{word}")?;
        column += word.len();
    }
    writeln!(out)
}

/// Writes the parts of the turns of a game of games.
pub(super) fn survey(out: &mut dyn Write, survey: &Survey) -> io::Result<()> {
    if !survey.moves.is_empty() {
        write!(out, "mega-moves: ")?;
        columns(out, survey.moves.iter().map(String::as_str))?;
    }
    let boards = survey.boards.iter();
    let boards = boards.map(|(place, turns)| format!("{place}:{}", turns.len()));
    let boards: Vec<String> = boards.collect();
    if !boards.is_empty() {
        writeln!(out, "turns on each board (moves a1 lists those on a1):")?;
        columns(out, boards.iter().map(String::as_str))?;
    }
    let count = survey.count.as_deref();
    writeln!(out, "legal turns: {}", count.unwrap_or("too many to count"))
}

/// Writes the entered part of a turn of a game of games.
pub(super) fn draft(out: &mut dyn Write, list: &[String], prompt: &Prompt) -> io::Result<()> {
    for line in list {
        writeln!(out, "{line}")?;
    }
    if prompt.turn.is_some() {
        return writeln!(out, "the turn is complete: go makes it");
    }
    let Some(turn) = &prompt.board_turn else {
        return Ok(());
    };
    if let Some(refusal) = &turn.refusal {
        writeln!(out, "{}", refusal.reason)?;
    }
    if !turn.besieged.is_empty() {
        let names: Vec<String> = turn.besieged.iter().map(ToString::to_string).collect();
        writeln!(out, "in check, and lost if left: {}", names.join(" "))?;
    }
    let chosen: usize = turn.chosen.iter().map(|chosen| chosen.places.len()).sum();
    let verb = if turn.need == 1 { "is" } else { "are" };
    let boards = counted(turn.need, "board");
    writeln!(out, "{chosen} of {boards} {verb} chosen")
}

/// Returns `4:32`.
pub(super) fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
