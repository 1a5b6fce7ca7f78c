//! Where games begin: files of openings, random ones, level ones that a search has chosen.
//!
//! A file has an opening a line, either a position text or turns from the start of the game,
//! separated by blanks. Blank lines and lines that begin with `#` say nothing.

use std::{collections::HashSet, sync::mpsc};

use jabberwock_engine::{SearchEvent, SearchRequest, Session, open};
use jabberwock_game::{Score, TurnError};
use jabberwock_search::{Limits, StopToken};
use jabberwock_variants::Entry;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

use crate::player::RandomTurns;

/// Games begun from the start before it is taken for granted that no more openings can be found.
const MOST_ATTEMPTS: usize = 1000;

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position; `None` is the start of the game.
    pub position: Option<String>,
    /// Turns made from there.
    pub turns: Vec<String>,
}

/// A line that is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// It is neither a position nor turns.
    #[error("opening \"{text}\": {problem}")]
    Bad {
        /// The line, or its beginning.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The game is over before it begins.
    #[error("opening \"{0}\" ends the game")]
    Over(String),
    /// There are none.
    #[error("there is no opening")]
    None,
    /// The search for level openings found too few.
    #[error("only {0} openings were found")]
    TooFew(usize),
}

impl Opening {
    /// Begins a new game of `session` so.
    ///
    /// # Errors
    /// If the texts are none of this game.
    pub fn set_up(&self, session: &mut dyn Session) -> Result<(), OpeningError> {
        let bad = |problem: String| OpeningError::Bad {
            text: self.text(),
            problem,
        };
        match &self.position {
            Some(text) => session
                .set_position(text)
                .map_err(|error| bad(error.to_string()))?,
            None => session.reset(),
        }
        for turn in &self.turns {
            session
                .play(turn)
                .map_err(|error: TurnError| bad(error.to_string()))?;
        }
        Ok(())
    }

    fn text(&self) -> String {
        const LONGEST: usize = 100;
        let text = self
            .position
            .clone()
            .unwrap_or_else(|| self.turns.join(" "));
        text.chars().take(LONGEST).collect()
    }
}

/// Reads a file of openings of `entry`'s game.
///
/// # Errors
/// If a line is none, or there is none.
pub fn read(entry: &'static Entry, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let mut session = board(entry)?;
    let mut openings = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = match session.set_position(line) {
            Ok(()) => Opening {
                position: Some(line.to_owned()),
                turns: Vec::new(),
            },
            Err(error) => {
                let turns = line.split_whitespace().map(str::to_owned).collect();
                let turns = Opening {
                    position: None,
                    turns,
                };
                // The first word tells which of the two the line was meant to be.
                session.reset();
                let first = turns
                    .turns
                    .first()
                    .is_some_and(|turn| session.read_turn(turn).is_ok());
                if !first {
                    return Err(OpeningError::Bad {
                        text: turns.text(),
                        problem: error.to_string(),
                    });
                }
                turns.set_up(session.as_mut())?;
                turns
            }
        };
        if session.outcome().is_some() {
            return Err(OpeningError::Over(opening.text()));
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(OpeningError::None);
    }
    Ok(openings)
}

fn board(entry: &'static Entry) -> Result<Box<dyn Session>, OpeningError> {
    open(entry.name).map_err(|error| OpeningError::Bad {
        text: entry.name.to_owned(),
        problem: error.to_string(),
    })
}

/// Puts openings in an order that depends on nothing but `seed`.
pub fn shuffle(openings: &mut [Opening], seed: u64) {
    openings.shuffle(&mut StdRng::seed_from_u64(seed));
}

/// What openings are to be like.
#[derive(Clone, Debug)]
pub struct Wish {
    /// How many.
    pub count: usize,
    /// Random turns from the start: at least and at most so many.
    pub turns: (usize, usize),
    /// A search must find them this level, in centipawns; `None` takes them as they come.
    pub within: Option<i32>,
    /// What bounds that search.
    pub limits: Limits,
    /// What chance depends on.
    pub seed: u64,
}

/// Finds openings of `entry`'s game that lead to different positions; `found` hears how many there are so
/// far. If `stop` is called the result has those found before.
///
/// # Errors
/// If the game does not have as many as are wished for.
pub fn generate(
    entry: &'static Entry,
    wish: &Wish,
    stop: &StopToken,
    found: &mut dyn FnMut(usize),
) -> Result<Vec<Opening>, OpeningError> {
    let mut session = board(entry)?;
    let mut rng = StdRng::seed_from_u64(wish.seed);
    let mut random = RandomTurns::new(entry, rng.random());
    let mut known = HashSet::new();
    let mut openings = Vec::new();
    let mut failures = 0;
    while openings.len() < wish.count && !stop.is_stopped() {
        if failures >= MOST_ATTEMPTS {
            return Err(OpeningError::TooFew(openings.len()));
        }
        failures += 1;
        session.reset();
        let (least, most) = wish.turns;
        let length = rng.random_range(least..=most.max(least));
        if !wander(session.as_mut(), &mut random, length)
            || session.outcome().is_some()
            || !known.insert(without_counters(&session.position()))
        {
            continue;
        }
        let level = match wish.within {
            Some(within) => {
                let score = search_score(session.as_mut(), &wish.limits, stop);
                score.is_some_and(|Score(score)| score.abs() <= within)
            }
            None => true,
        };
        if level {
            failures = 0;
            let turns = session.turns().into_iter().map(str::to_owned);
            openings.push(Opening {
                position: None,
                turns: turns.collect(),
            });
            found(openings.len());
        }
    }
    Ok(openings)
}

/// Makes random turns; whether the game lasted so long.
fn wander(session: &mut dyn Session, random: &mut RandomTurns, turns: usize) -> bool {
    (0..turns).all(|_| {
        let turn = random.turn(&session.position());
        turn.is_some_and(|turn| session.play(&turn).is_ok())
    })
}

/// The text without its numbers: positions that differ in counters alone are the same opening.
fn without_counters(text: &str) -> String {
    let words = text.split(' ').filter(|word| word.parse::<u32>().is_err());
    words.collect::<Vec<_>>().join(" ")
}

/// What a search says of the position, for its player; `None` if it was stopped or failed.
fn search_score(session: &mut dyn Session, limits: &Limits, stop: &StopToken) -> Option<Score> {
    let (sender, receiver) = mpsc::channel();
    let request = SearchRequest {
        limits: limits.clone(),
        ..SearchRequest::default()
    };
    session.clear();
    let listener = Box::new(move |event| {
        if let SearchEvent::Result(result) = event {
            // Nobody waits any more if this fails.
            sender.send(result).ok();
        }
    });
    let thinking = session.start_search(&request, listener).ok()?;
    let result = receiver.recv().ok()?;
    thinking.join();
    let whole = result.failure.is_none() && !stop.is_stopped();
    whole.then_some(result.score)
}

#[cfg(test)]
mod tests {
    use jabberwock_search::{Limits, StopToken};
    use jabberwock_variants::{Entry, entries, find};

    use super::{OpeningError, Wish, generate, read};

    fn chess() -> &'static Entry {
        find("chess").unwrap()
    }

    fn wish(count: usize, seed: u64) -> Wish {
        Wish {
            count,
            turns: (3, 4),
            within: Some(150),
            limits: Limits {
                depth: Some(2),
                ..Limits::default()
            },
            seed,
        }
    }

    #[test]
    fn files_hold_positions_and_turns() {
        let text = "# a comment\n\n  e2e4 e7e5\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
        let openings = read(chess(), text).unwrap();
        assert_eq!(openings[0].turns, ["e2e4", "e7e5"]);
        assert!(openings[1].position.is_some());
        assert_eq!(openings.len(), 2);
    }

    #[test]
    fn lines_that_are_no_opening_are_named() {
        for bad in ["e2e4 e2e4", "hello", "8/8 w - - 0 1"] {
            let error = read(chess(), bad).unwrap_err().to_string();
            assert!(error.contains(&format!("opening \"{bad}\"")), "{error}");
        }
        assert_eq!(read(chess(), "# nothing\n"), Err(OpeningError::None));
        let mate = "f2f3 e7e5 g2g4 d8h4";
        assert_eq!(
            read(chess(), mate),
            Err(OpeningError::Over(mate.to_owned()))
        );
    }

    #[test]
    fn level_openings_of_every_game_are_different_and_depend_on_the_seed_alone() {
        for entry in entries() {
            if entry.mega_level() > Some(1) {
                continue;
            }
            let stop = StopToken::new();
            let found = |seed| generate(entry, &wish(6, seed), &stop, &mut |_| ()).unwrap();
            let first = found(1);
            assert_eq!(first.len(), 6);
            assert_eq!(first, found(1));
            assert_ne!(first, found(2));
            for (index, opening) in first.iter().enumerate() {
                assert!(!first[..index].contains(opening));
            }
        }
    }

    #[test]
    fn more_openings_than_there_are_is_an_error() {
        let mut wish = wish(30, 1);
        wish.turns = (1, 1);
        wish.within = None;
        let result = generate(chess(), &wish, &StopToken::new(), &mut |_| ());
        assert_eq!(result, Err(OpeningError::TooFew(20)));
    }
}
