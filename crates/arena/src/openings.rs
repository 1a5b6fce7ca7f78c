//! Openings of games: read from files, or random ones that a search has selected as balanced.
//!
//! A file has one opening per line, either a position text or turns from the start of the game,
//! separated by blanks. Blank lines and lines that begin with `#` are ignored. In chess and Chess960
//! a line may be EPD. A file may also be a record (PGN); all turns of a game are an opening.

use std::collections::HashSet;

use jabberwock_engine::{SearchRequest, Session, open};
use jabberwock_game::{Score, TurnError, fnv1a, shortened};
use jabberwock_search::{Limits, StopToken};
use jabberwock_variants::Entry;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

use crate::{
    player::RandomTurns,
    position_line,
    records::{RecordError, games, is_record},
};

/// Maximum number of consecutive attempts without a new opening.
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
        /// The problem with it.
        problem: String,
    },
    /// The game is over after the opening.
    #[error("opening \"{0}\" ends the game")]
    Over(String),
    /// A game of a record that cannot be read to its end.
    #[error(transparent)]
    Record(#[from] RecordError),
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

    /// Returns its line in a file of openings, for openings that are a position or turns from the
    /// start.
    pub fn line(&self) -> String {
        match &self.position {
            Some(text) => text.clone(),
            None => self.turns.join(" "),
        }
    }

    fn text(&self) -> String {
        shortened(&self.line())
    }
}

/// Reads a file of openings of `entry`'s game.
///
/// # Errors
/// If a line is not an opening of this game, or the file has none.
pub fn read(entry: &'static Entry, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let openings = if is_record(text) {
        read_record(entry, text)?
    } else {
        read_lines(entry, text)?
    };
    if openings.is_empty() {
        return Err(OpeningError::None);
    }
    Ok(openings)
}

/// Adds `opening`, whose final position is that of `session`, unless the game is over.
fn add(
    openings: &mut Vec<Opening>,
    opening: Opening,
    session: &dyn Session,
) -> Result<(), OpeningError> {
    if session.outcome().is_some() {
        return Err(OpeningError::Over(opening.text()));
    }
    openings.push(opening);
    Ok(())
}

/// Reads a file with one opening per line.
fn read_lines(entry: &'static Entry, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let mut session = new_session(entry)?;
    let mut openings = Vec::new();
    for line in text.trim_start_matches('\u{feff}').lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = match position_line::set_position(session.as_mut(), line) {
            Ok(position) => Opening {
                position: Some(position),
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
        add(&mut openings, opening, session.as_ref())?;
    }
    Ok(openings)
}

/// Returns the games of a record as openings.
fn read_record(entry: &'static Entry, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for game in games(text) {
        let game = game?;
        let opening = Opening {
            turns: game.turns().map(str::to_owned).collect(),
            position: game.origin.clone(),
        };
        if game.variant.name != entry.name {
            return Err(OpeningError::Bad {
                text: opening.text(),
                problem: format!("line {}: a game of {}", game.line, game.variant.name),
            });
        }
        let session = game.session(None)?;
        if let Some(problem) = game.problem {
            return Err(problem.into());
        }
        add(&mut openings, opening, session.as_ref())?;
    }
    Ok(openings)
}

/// Returns a session of `entry`'s game.
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

/// Returns a hash that identifies a list of openings; the same on every machine (FNV-1a, 64 bits).
pub fn fingerprint(openings: &[Opening]) -> u64 {
    let texts = openings.iter().flat_map(|opening| {
        let turns = opening.turns.iter().map(String::as_str);
        opening
            .position
            .as_deref()
            .into_iter()
            .chain(turns)
            .chain(["\n"])
    });
    fnv1a(texts.flat_map(|text| text.bytes().chain([0])))
}

/// The parameters of a search for openings.
#[derive(Clone, Debug)]
pub struct OpeningRequest {
    /// The number of openings.
    pub count: usize,
    /// The minimum and the maximum number of random turns from the start.
    pub turns: (usize, usize),
    /// The largest absolute score of a search, in centipawns; `None` accepts every position.
    pub within: Option<i32>,
    /// The limits of that search.
    pub limits: Limits,
    /// The seed of the random turns.
    pub seed: u64,
}

/// Finds openings of `entry`'s game that lead to different positions, and calls `on_found` with
/// each. If the game has several starts each opening has a random one, and consists of the
/// resulting position. There are fewer than requested if the game does not have as many, or after
/// `stop`.
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
        let starts = entry.starts();
        if starts > 1 {
            let start = entry.start_text(rng.random_range(0..starts));
            if session.set_position(&start).is_err() {
                continue;
            }
        }
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
            let opening = if starts > 1 {
                Opening {
                    position: Some(session.position()),
                    turns: Vec::new(),
                }
            } else {
                let turns = session.turns().into_iter().map(str::to_owned);
                Opening {
                    position: None,
                    turns: turns.collect(),
                }
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

/// Returns `text` without its counters: positions that differ only in them are the same opening.
fn without_counters(text: &str) -> String {
    let words = text.split(' ').filter(|word| word.parse::<u32>().is_err());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the score of a search for the player to move; `None` if it was stopped or failed.
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
    fn a_byte_order_mark_and_ends_of_lines_of_other_systems_are_no_part_of_an_opening() {
        let openings = read(chess(), "\u{feff}e2e4 e7e5\r\n\r\nd2d4").unwrap();
        let turns: Vec<&[String]> = openings.iter().map(|opening| &opening.turns[..]).collect();
        assert_eq!(turns, [&["e2e4", "e7e5"][..], &["d2d4"]]);
        assert_eq!(read(chess(), "\u{feff}# nothing"), Err(OpeningError::None));
    }

    #[test]
    fn openings_of_chess_may_be_epd() {
        let text = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"king's; pawn\";\n\
            4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; fmvn 12;\n";
        let openings = read(chess(), text).unwrap();
        let positions: Vec<&str> = openings
            .iter()
            .map(|opening| opening.position.as_deref().unwrap())
            .collect();
        assert!(positions[0].ends_with(" b KQkq - 0 1"), "{}", positions[0]);
        assert_eq!(positions[1], "4k3/8/8/8/8/8/4P3/4K3 w - - 3 12");
    }

    #[test]
    fn openings_may_be_the_games_of_a_record() {
        let text = "[Event \"a\"]\n\n1. e4 c5 (1... e5) 2. Nf3 *\n\n[Event \"b\"]\n\
            [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n";
        let openings = read(chess(), text).unwrap();
        assert_eq!(openings[0].turns, ["e2e4", "c7c5", "g1f3"]);
        assert_eq!(openings[1].turns, ["e2e4"]);
        assert!(openings[1].position.is_some());
        let cut = read(chess(), "[Event \"a\"]\n\n1. e4 c5 2. Nf4 *").unwrap_err();
        assert!(cut.to_string().contains("turn 3: illegal"), "{cut}");
        let other = read(find("hop").unwrap(), text).unwrap_err();
        assert!(
            other.to_string().contains("line 1: a game of chess"),
            "{other}"
        );
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
