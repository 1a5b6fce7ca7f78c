//! A JSON interface to the rules, for programs: one line in, one line of JSON out.

use std::collections::BTreeMap;

use jabberwock_game::{PositionError, TurnError};
use serde::Serialize;

use crate::session::{Session, TooManyTurns};

/// The answer to a position.
#[derive(Serialize)]
struct Inspected {
    position: String,
    check: bool,
    outcome: Option<String>,
    turns: Vec<(String, String)>,
}

/// The answer to a position whose turns are only counted.
#[derive(Serialize)]
struct Surveyed {
    position: String,
    check: bool,
    outcome: Option<String>,
    count: Option<String>,
    mega_moves: Vec<String>,
    boards: BTreeMap<String, Vec<String>>,
}

/// The answer to a turn.
#[derive(Serialize)]
struct Made {
    position: String,
    turn: String,
    after: String,
    outcome: Option<String>,
}

/// The answer to any other line.
#[derive(Serialize)]
struct Bad {
    error: String,
}

/// The reason why a line cannot be answered.
#[derive(Debug, thiserror::Error)]
enum InspectError {
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Turn(#[from] TurnError),
    #[error(transparent)]
    TooManyTurns(#[from] TooManyTurns),
}

/// Returns the answer to a line that is too long, of which `beginning` was read.
pub fn answer_to_long_line(beginning: &str) -> String {
    json(&Bad {
        error: format!("line too long: {beginning}..."),
    })
}

/// Returns the answer to `line`, which is a position, or a position, a tab and a turn, as one line
/// of JSON. Changes the game of `session`.
pub fn answer(session: &mut dyn Session, line: &str) -> String {
    let result = match line.split_once('\t') {
        None => inspect(session, line),
        Some((position, turn)) => make(session, position, turn).map(|turn| json(&turn)),
    };
    result.unwrap_or_else(|failure| {
        json(&Bad {
            error: failure.to_string(),
        })
    })
}

fn inspect(session: &mut dyn Session, text: &str) -> Result<String, InspectError> {
    session.set_position(text)?;
    let (position, check) = (session.position(), session.is_check());
    let outcome = outcome(session);
    if let Some(listed) = session.listed_turns() {
        return Ok(json(&Inspected {
            position,
            check,
            outcome,
            turns: listed.successors()?,
        }));
    }
    let survey = session.survey().unwrap_or_default();
    Ok(json(&Surveyed {
        position,
        check,
        outcome,
        count: survey.count,
        mega_moves: survey.moves,
        boards: survey.boards.into_iter().collect(),
    }))
}

fn make(session: &mut dyn Session, text: &str, turn: &str) -> Result<Made, InspectError> {
    session.set_position(text)?;
    Ok(Made {
        position: session.position(),
        turn: session.play(turn.trim())?,
        after: session.position(),
        outcome: outcome(session),
    })
}

fn outcome(session: &dyn Session) -> Option<String> {
    session.outcome().map(|outcome| outcome.to_string())
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can be written as JSON")
}
