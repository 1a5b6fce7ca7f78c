//! Joins the records of the parts of a match.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    num::NonZeroUsize,
};

use jabberwock_game::{Color, shortened};
use jabberwock_variants::{UnknownVariant, find};
use serde::Serialize;

use crate::{
    description::MatchDescription,
    records::{MatchGame, RecordError, match_games},
    report::{MatchReport, ReportedMatch},
    schedule::{MAX_GAMES, Schedule},
    scoreboard::Scoreboard,
    shard::Shard,
    sprt::Sprt,
};

/// Maximum number of missing shards and pairs that are listed.
const LISTED: usize = 12;

/// The reason why records cannot be joined.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum JoinError {
    /// A file that is not a complete record.
    #[error("{file}, {error}")]
    Record {
        /// The name of the file.
        file: String,
        /// The problem with it.
        error: RecordError,
    },
    /// A game that belongs to another match, or is a duplicate.
    #[error("{file}, game {number}: {problem}")]
    Game {
        /// The name of the file.
        file: String,
        /// The number of the game in the match, from 1.
        number: usize,
        /// The problem with it.
        problem: String,
    },
    /// A match of an unknown game.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// There are no games in the records.
    #[error("there is no game in {0}")]
    Empty(String),
}

/// The results of a match whose games are in several records.
#[derive(Clone, Debug, Serialize)]
pub struct JoinedReport {
    /// The results of the available games.
    #[serde(flatten)]
    pub report: MatchReport,
    /// The missing games.
    pub missing: Missing,
}

/// The games of a match that are in none of its records.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Missing {
    /// The number of games.
    pub games: usize,
    /// The pairs that they belong to, numbered from 1.
    pub pairs: Vec<usize>,
    /// The shards that they belong to, if all games were played in shards of the same number.
    pub shards: Vec<MissingShard>,
}

/// A shard with missing games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MissingShard {
    /// The shard.
    pub shard: Shard,
    /// The number of games that are missing.
    pub missing: usize,
    /// The number of its games.
    pub games: usize,
}

/// A game with the file that it is in.
struct Part<'a> {
    file: &'a str,
    game: MatchGame,
}

impl Part<'_> {
    fn wrong(&self, problem: String) -> JoinError {
        JoinError::Game {
            file: self.file.to_owned(),
            number: self.game.number + 1,
            problem,
        }
    }
}

/// Data about a player from one of its games.
#[derive(Clone, Copy)]
struct KnownPlayer<'a> {
    file: &'a str,
    description: &'a str,
    time_control: &'a str,
}

/// Joins records, given by the name and the text of their files; `sprt` replaces the test in them.
///
/// # Errors
/// If a text is not a complete record, if games are of different matches, or if one is a duplicate.
pub fn join(records: &[(String, String)], sprt: Option<Sprt>) -> Result<JoinedReport, JoinError> {
    let parts = read(records)?;
    let Some(first) = parts.first() else {
        let files: Vec<&str> = records.iter().map(|(file, _)| file.as_str()).collect();
        return Err(JoinError::Empty(files.join(", ")));
    };
    let variant = find(&first.game.variant)?;
    let description = described(first)?;
    let mut games = description.games;
    for part in &parts {
        games = games.max(check_match(part, first, sprt.is_some())?.games);
    }
    let schedule = Schedule {
        format: description.format,
        players: description.players.len(),
        games,
        // The openings of rounds are not needed.
        openings: 1,
        shard: None,
    };
    if schedule.checked_len().is_none_or(|games| games > MAX_GAMES) {
        return Err(first.wrong(format!("its match has more than {MAX_GAMES} games")));
    }
    let players = players(&parts, description, &schedule)?;
    check_openings(&parts, &schedule)?;
    let mut scoreboard = Scoreboard::new(schedule.players, schedule.len());
    let mut places = BTreeMap::new();
    for part in &parts {
        let pairing = schedule.pairing(part.game.number);
        if let Some(other) = places.insert(part.game.number, part.file) {
            return Err(part.wrong(format!("it is in {other} already")));
        }
        scoreboard.add(pairing, part.game.result);
    }
    let of = ReportedMatch {
        variant: variant.name,
        players,
        scheduled: schedule.len(),
        shard: None,
        sprt: sprt.or(description.sprt),
    };
    Ok(JoinedReport {
        report: MatchReport::new(&of, &scoreboard, None),
        missing: missing(&parts, &schedule, &scoreboard),
    })
}

/// Returns the games of all records.
fn read(records: &[(String, String)]) -> Result<Vec<Part<'_>>, JoinError> {
    let mut parts = Vec::new();
    for (file, text) in records {
        let games = match_games(text).map_err(|error| JoinError::Record {
            file: file.clone(),
            error,
        })?;
        parts.extend(games.into_iter().map(|game| Part { file, game }));
    }
    Ok(parts)
}

/// Returns the description of the match in the record.
fn described<'a>(part: &'a Part<'_>) -> Result<&'a MatchDescription, JoinError> {
    let description = part.game.description.as_ref();
    description
        .ok_or_else(|| part.wrong("[Match] is missing: an older version wrote it".to_owned()))
}

/// Checks that `part` is of the same match as `first`, except for its players; with the same test
/// too, unless another one is `given`.
fn check_match<'a>(
    part: &'a Part<'_>,
    first: &Part<'_>,
    given: bool,
) -> Result<&'a MatchDescription, JoinError> {
    let (description, expected) = (described(part)?, described(first)?);
    let wrong = |problem: String| Err(part.wrong(format!("{problem}, as in {}", first.file)));
    if part.game.variant != first.game.variant {
        let [found, expected] = [part, first].map(|part| shortened(&part.game.variant));
        return wrong(format!("it is one of {found} and not of {expected}"));
    }
    if part.game.seed != first.game.seed {
        let (found, expected) = (part.game.seed, first.game.seed);
        return wrong(format!("its seed is {found} and not {expected}"));
    }
    if let Some(problem) = expected.difference(description) {
        return wrong(problem);
    }
    if description.sprt != expected.sprt && !given {
        return wrong("its sequential test is not the same".to_owned());
    }
    Ok(description)
}

/// Returns the names and time controls of the players, which must be the same in all games.
fn players(
    parts: &[Part<'_>],
    description: &MatchDescription,
    schedule: &Schedule,
) -> Result<Vec<(String, String)>, JoinError> {
    let mut known: BTreeMap<usize, KnownPlayer<'_>> = BTreeMap::new();
    for part in parts {
        let game = &part.game;
        if !schedule.has(game.number) {
            let count = schedule.len();
            return Err(part.wrong(format!("the match has only {count} games")));
        }
        let pairing = schedule.pairing(game.number);
        for (color, index) in [(Color::White, pairing.white), (Color::Black, pairing.black)] {
            let (name, expected) = (&game.names[color], &description.players[index]);
            if name != expected {
                let [name, expected] = [name, expected].map(|name| shortened(name));
                return Err(part.wrong(format!("{color} is {name} and not {expected}")));
            }
            let found = KnownPlayer {
                file: part.file,
                description: &game.descriptions[color],
                time_control: &game.time_controls[color],
            };
            let first = known.entry(index).or_insert(found);
            for (what, found, expected) in [
                ("player", found.description, first.description),
                ("time control", found.time_control, first.time_control),
            ] {
                if found != expected {
                    let [found, expected] = [found, expected].map(shortened);
                    let file = first.file;
                    return Err(part.wrong(format!(
                        "{color} {what} is {found} and not {expected}, as in {file}"
                    )));
                }
            }
        }
    }
    let names = description.players.iter().enumerate();
    let players = names.map(|(index, name)| {
        // A player without a game yet has an unknown one.
        let time_control = known.get(&index).map_or("?", |player| player.time_control);
        (name.clone(), time_control.to_owned())
    });
    Ok(players.collect())
}

/// Checks that all games of a round begin at the same position.
fn check_openings(parts: &[Part<'_>], schedule: &Schedule) -> Result<(), JoinError> {
    let mut known: BTreeMap<usize, &Part<'_>> = BTreeMap::new();
    for part in parts {
        let first = *known
            .entry(schedule.round(part.game.number))
            .or_insert(part);
        if first.game.origin != part.game.origin {
            let (number, file) = (first.game.number + 1, first.file);
            return Err(part.wrong(format!(
                "its opening differs from that of game {number} in {file}"
            )));
        }
    }
    Ok(())
}

fn missing(parts: &[Part<'_>], schedule: &Schedule, scoreboard: &Scoreboard) -> Missing {
    let is_missing = |&number: &usize| !scoreboard.has(number);
    let numbers: Vec<usize> = (0..schedule.len()).filter(is_missing).collect();
    let pairs: BTreeSet<usize> = numbers.iter().map(|number| number / 2 + 1).collect();
    let mut counts = parts.iter().map(|part| part.game.shard.map(Shard::count));
    let first: Option<NonZeroUsize> = counts.next().flatten();
    let count = first.filter(|_| counts.all(|count| count == first));
    let mut by_shard: BTreeMap<Shard, usize> = BTreeMap::new();
    if let Some(count) = count {
        for number in &numbers {
            *by_shard.entry(Shard::of(number / 2, count)).or_default() += 1;
        }
    }
    let shards = by_shard.into_iter().map(|(shard, missing)| MissingShard {
        shard,
        missing,
        games: 2 * shard.size(schedule.pairs()),
    });
    Missing {
        games: numbers.len(),
        pairs: pairs.into_iter().collect(),
        shards: shards.collect(),
    }
}

/// Displays `50 of 200 games missing: shard 2/4 (10 of 50), shard 4/4`.
impl fmt::Display for JoinedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.report)?;
        let is_decided = self.report.sprt.is_some_and(|test| test.accepted.is_some());
        let Missing {
            games,
            pairs,
            shards,
        } = &self.missing;
        if *games == 0 || is_decided {
            return Ok(());
        }
        let mut parts: Vec<String> = shards.iter().map(ToString::to_string).collect();
        if parts.is_empty() {
            parts = ranges(pairs);
        }
        let more = parts.len().saturating_sub(LISTED);
        parts.truncate(LISTED);
        if more > 0 {
            parts.push(format!("{more} more"));
        }
        let scheduled = self.report.scheduled;
        let parts = parts.join(", ");
        writeln!(f, "partial: {games} of {scheduled} games missing: {parts}")
    }
}

impl fmt::Display for MissingShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shard {}", self.shard)?;
        if self.missing < self.games {
            write!(f, " ({} of {})", self.missing, self.games)?;
        }
        Ok(())
    }
}

/// Returns ascending numbers of pairs as `pair 3` or `pairs 5-8`.
fn ranges(pairs: &[usize]) -> Vec<String> {
    let runs = pairs.chunk_by(|before, after| before + 1 == *after);
    runs.map(|run| match run {
        [first, .., last] => format!("pairs {first}-{last}"),
        [pair] => format!("pair {pair}"),
        [] => String::new(),
    })
    .collect()
}

#[cfg(test)]
mod tests;
