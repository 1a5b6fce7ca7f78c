//! Records sent by pages.

use std::collections::VecDeque;

use jabberwock_arena::records::{self, RecordedGame};

use crate::message::{RecordSummary, Refusal};

/// Number of records kept; older ones are dropped.
const KEPT: usize = 4;
/// Maximum number of games read from a record.
const MAX_GAMES: usize = 10_000;

/// The games of a record, at least one.
#[derive(Debug)]
pub struct Record(Vec<RecordedGame>);

impl Record {
    /// Reads the games of `text` that can be shown.
    ///
    /// # Errors
    /// If there is none.
    pub fn read(text: &str) -> Result<Record, Refusal> {
        let mut games = Vec::new();
        let mut fault = None;
        for game in records::games(text).take(MAX_GAMES) {
            match game {
                Ok(game) => games.push(game),
                Err(error) => {
                    fault.get_or_insert(error);
                }
            }
        }
        if games.is_empty() {
            let reason =
                fault.map_or_else(|| "there is no game".to_owned(), |error| error.to_string());
            return Err(Refusal::new("record", reason, text));
        }
        Ok(Record(games))
    }

    /// Returns the game with this number, from 0.
    pub(crate) fn game(&self, number: u32) -> Option<&RecordedGame> {
        self.0.get(usize::try_from(number).ok()?)
    }

    /// Returns the summaries of its games for a page.
    pub(crate) fn described(&self) -> Vec<RecordSummary> {
        let games = self.0.iter().map(|game| {
            let tag = |name| game.tag(name).unwrap_or("?").to_owned();
            RecordSummary {
                white: tag("White"),
                black: tag("Black"),
                result: game.result.text().to_owned(),
                variant: game.variant.name.to_owned(),
                turns: game.turns().len(),
            }
        });
        games.collect()
    }
}

/// The most recently sent records.
#[derive(Debug, Default)]
pub(crate) struct Records {
    kept: VecDeque<(u32, Record)>,
    last: u32,
}

impl Records {
    /// Keeps `record` and returns its number.
    pub(crate) fn add(&mut self, record: Record) -> u32 {
        self.last += 1;
        self.kept.push_back((self.last, record));
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
        self.last
    }

    /// Returns the record with this number.
    pub(crate) fn get(&self, number: u32) -> Option<&Record> {
        let found = self.kept.iter().find(|(known, _)| *known == number);
        found.map(|(_, record)| record)
    }
}
