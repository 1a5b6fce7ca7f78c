//! Openings of games: read from files, or random ones that a search has selected as balanced.
//!
//! A file has one opening per line, either a position text or turns from the start of the game,
//! separated by blanks. Blank lines and lines that begin with `#` are ignored.

use std::collections::HashSet;

use jabberwock_engine::{SearchRequest, Session, open};
use jabberwock_game::{Score, TurnError, shortened};
use jabberwock_search::{Limits, StopToken};
use jabberwock_variants::Entry;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

use crate::player::RandomTurns;

/// Attempts in a row without a new opening before the search for openings is given up.
const MAX_ATTEMPTS: usize = 1000;

/// The first position and turns of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position text; `None` is the start of the variant.
    pub position: Option<String>,
    /// Turns from that position.
    pub turns: Vec<String>,
}

/// An invalid opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// Neither a position nor turns.
    #[error("opening \"{text}\": {problem}")]
    Bad {
        /// The line, or its beginning.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The game is over after the opening.
    #[error("opening \"{0}\" ends the game")]
    Over(String),
    /// A file without openings.
    #[error("there is no opening")]
    None,
}

impl Opening {
    /// Starts a new game of `session` with this opening.
    ///
    /// # Errors
    /// If the position or a turn is invalid in this game.
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
        match &self.position {
            Some(text) => shortened(text),
            None => shortened(&self.turns.join(" ")),
        }
    }
}

/// Reads a file of openings of `entry`'s game.
///
/// # Errors
/// If a line is not an opening of this game, or the file has none.
pub fn read(entry: &'static Entry, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let mut session = new_session(entry)?;
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
                // The first word shows whether the line is a position or turns.
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

/// A session of `entry`'s game.
pub(crate) fn new_session(entry: &'static Entry) -> Result<Box<dyn Session>, OpeningError> {
    open(entry.name).map_err(|error| OpeningError::Bad {
        text: entry.name.to_owned(),
        problem: error.to_string(),
    })
}

/// Puts openings in a random order that depends on `seed` only.
pub fn shuffle(openings: &mut [Opening], seed: u64) {
    openings.shuffle(&mut StdRng::seed_from_u64(seed));
}

/// Which openings to find.
#[derive(Clone, Debug)]
pub struct OpeningRequest {
    /// The number of openings.
    pub count: usize,
    /// The least and the largest number of random turns from the start.
    pub turns: (usize, usize),
    /// The largest absolute score of a search, in centipawns; `None` accepts every position.
    pub within: Option<i32>,
    /// The limits of that search.
    pub limits: Limits,
    /// The seed of the random turns.
    pub seed: u64,
}

/// Finds openings of `entry`'s game that lead to different positions, and calls `on_found` with each.
/// There are fewer than requested if the game does not have so many, or after `stop`.
///
/// # Errors
/// If there is no such game.
pub fn generate(
    entry: &'static Entry,
    request: &OpeningRequest,
    stop: &StopToken,
    on_found: &mut dyn FnMut(&Opening),
) -> Result<Vec<Opening>, OpeningError> {
    let mut session = new_session(entry)?;
    let mut rng = StdRng::seed_from_u64(request.seed);
    let mut random = RandomTurns::new(entry, rng.random());
    let mut known = HashSet::new();
    let mut openings = Vec::new();
    let mut failures = 0;
    while openings.len() < request.count && failures < MAX_ATTEMPTS && !stop.is_stopped() {
        failures += 1;
        session.reset();
        let (least, most) = request.turns;
        let length = rng.random_range(least..=most.max(least));
        if !play_random_turns(session.as_mut(), &mut random, length)
            || session.outcome().is_some()
            || !known.insert(without_counters(&session.position()))
        {
            continue;
        }
        let is_balanced = match request.within {
            Some(within) => {
                let score = search_score(session.as_mut(), &request.limits, stop);
                score.is_some_and(|Score(score)| score.abs() <= within)
            }
            None => true,
        };
        if is_balanced {
            failures = 0;
            let turns = session.turns().into_iter().map(str::to_owned);
            let opening = Opening {
                position: None,
                turns: turns.collect(),
            };
            on_found(&opening);
            openings.push(opening);
        }
    }
    Ok(openings)
}

/// Plays random turns; `false` if the game ended before.
fn play_random_turns(session: &mut dyn Session, random: &mut RandomTurns, turns: usize) -> bool {
    (0..turns).all(|_| {
        let turn = random.turn(&session.position());
        turn.is_some_and(|turn| session.play(&turn).is_ok())
    })
}

/// `text` without its counters: positions that differ only in them are the same opening.
fn without_counters(text: &str) -> String {
    let words = text.split(' ').filter(|word| word.parse::<u32>().is_err());
    words.collect::<Vec<_>>().join(" ")
}

/// The score of a search for the player to move; `None` if it was stopped or failed.
fn search_score(session: &mut dyn Session, limits: &Limits, stop: &StopToken) -> Option<Score> {
    let request = SearchRequest {
        limits: limits.clone(),
        ..SearchRequest::default()
    };
    session.clear();
    let result = session.search_blocking(&request, stop, None).ok()?;
    let is_complete = result.failure.is_none() && !stop.is_stopped();
    is_complete.then_some(result.score)
}

#[cfg(test)]
mod tests {
    use jabberwock_search::{Limits, StopToken};
    use jabberwock_variants::{Entry, entries, find};

    use super::{OpeningError, OpeningRequest, generate, read};

    fn chess() -> &'static Entry {
        find("chess").unwrap()
    }

    fn request(count: usize, seed: u64) -> OpeningRequest {
        OpeningRequest {
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
    fn invalid_openings_are_named() {
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
    fn balanced_openings_of_every_game_are_different_and_depend_on_the_seed_only() {
        for entry in entries() {
            if entry.planned().is_some_and(|mega| mega.level() > 1) {
                continue;
            }
            let stop = StopToken::new();
            let found = |seed| generate(entry, &request(6, seed), &stop, &mut |_| ()).unwrap();
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
    fn fewer_openings_are_found_where_the_game_has_no_more() {
        let mut request = request(30, 1);
        request.turns = (1, 1);
        request.within = None;
        let mut found = 0;
        let result = generate(chess(), &request, &StopToken::new(), &mut |_| found += 1);
        assert_eq!((result.unwrap().len(), found), (20, 20));
    }
}
