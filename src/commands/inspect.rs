//! `inspect`: the rules for programs.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use jabberwock_engine::{InputLine, Session, lines, open};
use serde::Serialize;

use crate::{failure::Failure, json::json};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  jabberwock inspect chess < positions.txt

A line `POS` is answered by the position in canonical form, whether it is check, how the game ended
and every legal turn with the position after it (in mega-games their number, the mega-moves, and
the turns on each board); a line `POS<TAB>TURN` by the position after that
turn; anything else by {\"error\": ...}.")]
pub(crate) struct Args {
    /// Name or alias of the game
    variant: String,
}

/// The answer to a position.
#[derive(Serialize)]
struct Inspected {
    position: String,
    check: bool,
    outcome: Option<String>,
    turns: Vec<(String, String)>,
}

/// The answer to a position in which the turns are only counted.
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

/// The answer to anything else.
#[derive(Serialize)]
struct Bad {
    error: String,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut session = open(&self.variant)?;
        for line in lines(io::stdin()) {
            let answer = match line {
                InputLine::Whole(line) => answer(session.as_mut(), &line),
                InputLine::TooLong(beginning) => json(&Bad {
                    error: format!("line too long: {beginning}..."),
                }),
            };
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
        Ok(())
    }
}

fn answer(session: &mut dyn Session, line: &str) -> String {
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

fn inspect(session: &mut dyn Session, text: &str) -> Result<String, Failure> {
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

fn make(session: &mut dyn Session, text: &str, turn: &str) -> Result<Made, Failure> {
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
