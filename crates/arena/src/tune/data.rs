//! Positions with results, from self-play or from records, with the scores of their players or of
//! others.
//!
//! The format of the file: a header with the settings; then for each game its positions, one line
//! `POSITION<tab>SCORE` each (centipawns for White), and the line `# game N RESULT`. A run may be
//! divided into shards, whose files are joined to the file of the whole run.

mod join;
mod recorded;
mod rescored;

use std::{
    collections::HashSet,
    fmt::{self, Display, Formatter},
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    num::NonZeroU32,
    path::Path,
};

use jabberwock_game::{Color, Evaluate, GameHistory, Key, Position, Score, Step};
use jabberwock_search::{Searcher, StopToken};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rayon::prelude::*;

use super::{
    error::TuneError,
    selfplay::{self, OpeningSetup, SearchedPosition, SelfPlay, SelfPlayResult},
    workers::{derived_seed, thread_pool},
};
use crate::{records::require_regular_file, shard::Shard};

/// Positions with a larger absolute score, in centipawns, are skipped: their games are decided.
const MAX_SCORE: i32 = 1500;
/// The texts of [`SelfPlayResult::ALL`] in a file.
const RESULTS: [&str; 3] = ["1-0", "1/2-1/2", "0-1"];
/// Games per thread and batch.
const BATCH: u64 = 8;
/// The text before the shard in the first line of its file.
const SHARD: &str = ", shard ";
/// The second line of the file of a shard.
const SHARD_NOTE: &str = "# the files of all shards are joined by `tune data --join`, or by `cat`, which leaves some positions \
     twice";

pub use join::join;
pub use recorded::{RecordPlan, from_records};
pub use rescored::{RescorePlan, rescore};

/// The positions of a self-play game that are kept, and their scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionChoice {
    /// The quiet ones of the game, with the scores of their searches: quiescence exceeds their
    /// static value by at most this, in centipawns.
    Quiet(i32),
    /// One of this many positions evaluated by the searches, on average, with its static value.
    Evaluated(NonZeroU32),
}

impl Display for PositionChoice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            PositionChoice::Quiet(margin) => write!(f, "quiet margin {margin}"),
            PositionChoice::Evaluated(interval) => write!(f, "evaluated {interval}"),
        }
    }
}

/// The settings of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataPlan {
    /// The final number of games, including those of earlier runs and of all shards.
    pub games: u64,
    /// The part of the games that is played; `None` is the whole.
    pub shard: Option<Shard>,
    /// The number of nodes searched for each turn.
    pub nodes: u64,
    /// Number of random turns before the search takes over, this many or one more.
    pub opening: usize,
    /// The positions that are kept.
    pub choice: PositionChoice,
    /// The seed of the random turns.
    pub seed: u64,
    /// The number of games played at the same time.
    pub threads: usize,
}

impl DataPlan {
    /// Returns the first line of the file; the file of a shard has a second one with instructions.
    fn header(&self, variant: &str) -> String {
        let DataPlan {
            nodes,
            opening,
            choice,
            seed,
            ..
        } = self;
        let settings =
            format!("# data of {variant}: nodes {nodes}, opening {opening}, {choice}, seed {seed}");
        match self.shard {
            Some(shard) => format!("{settings}{SHARD}{shard}\n{SHARD_NOTE}"),
            None => settings,
        }
    }

    /// Returns the final number of games in the file.
    pub fn games_here(&self) -> u64 {
        let games = self.games;
        self.shard
            .map_or(games, |shard| shard.size(games as usize) as u64)
    }

    /// Returns the number in the run of game `game` of the file, both from 0.
    fn number(&self, game: u64) -> u64 {
        let number = self.shard.and_then(|shard| shard.item(game as usize));
        number.map_or(game, |number| number as u64)
    }
}

/// The contents of the file so far, including those of earlier runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DataProgress {
    /// Games in the file.
    pub games: u64,
    /// Positions in the file, all different.
    pub positions: u64,
    /// Games won by White, drawn, won by Black.
    pub results: [u64; 3],
}

/// A finished game.
struct FinishedGame {
    /// The key, text and score for White of each quiet position.
    positions: Vec<(Key, String, i32)>,
    result: SelfPlayResult,
}

/// Plays the games of `plan` that are not yet in the file at `path`, and appends them, until `stop`
/// is set. `on_batch` is called before every batch and at the end.
///
/// # Errors
/// If the file cannot be written, or is of a run with other settings.
pub fn generate<V: Evaluate>(
    variant: V,
    name: &str,
    plan: &DataPlan,
    path: &Path,
    stop: &StopToken,
    on_batch: &mut dyn FnMut(&DataProgress),
) -> Result<DataProgress, TuneError> {
    let mut file = DataFile::open(variant, &plan.header(name), path)?;
    let thread_pool = thread_pool(plan.threads)?;
    let games = plan.games_here();
    while file.done.games < games && !stop.is_stopped() {
        on_batch(&file.done);
        let first = file.done.games;
        let end = (first + BATCH * plan.threads.max(1) as u64).min(games);
        let records: Vec<Option<FinishedGame>> = thread_pool.install(|| {
            let games = (first..end).into_par_iter();
            let games = games.map(|game| play(variant, plan, plan.number(game), stop));
            games.collect::<Result<_, _>>()
        })?;
        let finished = records.into_iter().map_while(|record| record);
        file.append(finished, |game| plan.number(game))?;
    }
    on_batch(&file.done);
    Ok(file.done)
}

/// A data file to which games are appended.
struct DataFile<'a> {
    path: &'a Path,
    out: BufWriter<File>,
    done: DataProgress,
    /// The keys of its positions.
    seen: HashSet<Key>,
}

impl<'a> DataFile<'a> {
    /// Creates the file with the first line `header`, or reads its games and removes an incomplete
    /// game at the end.
    fn open<V: Evaluate>(
        variant: V,
        header: &str,
        path: &'a Path,
    ) -> Result<DataFile<'a>, TuneError> {
        let (done, seen) = open_or_create(variant, header, path)?;
        let file = OpenOptions::new().append(true).open(path);
        let out = BufWriter::new(file.map_err(TuneError::file(path))?);
        Ok(DataFile {
            path,
            out,
            done,
            seen,
        })
    }

    /// Appends `games`; `number` gives the number in the run of a game of the file, both from 0.
    fn append(
        &mut self,
        games: impl Iterator<Item = FinishedGame>,
        number: impl Fn(u64) -> u64,
    ) -> Result<(), TuneError> {
        for game in games {
            let number = number(self.done.games);
            append(&game, number, &mut self.done, &mut self.seen, &mut self.out)
                .map_err(TuneError::write(self.path))?;
        }
        self.out.flush().map_err(TuneError::write(self.path))
    }
}

/// Appends a game to the file, without positions that are already in the file.
fn append(
    record: &FinishedGame,
    number: u64,
    done: &mut DataProgress,
    seen: &mut HashSet<Key>,
    out: &mut impl Write,
) -> io::Result<()> {
    for (key, text, score) in &record.positions {
        if seen.insert(*key) {
            writeln!(out, "{text}\t{score}")?;
            done.positions += 1;
        }
    }
    let index = record.result.index();
    let result = RESULTS[index];
    writeln!(out, "# game {number} {result}")?;
    done.results[index] += 1;
    done.games += 1;
    Ok(())
}

/// Plays game `index` of `plan`; `None` if it was stopped.
fn play<V: Evaluate>(
    variant: V,
    plan: &DataPlan,
    index: u64,
    stop: &StopToken,
) -> Result<Option<FinishedGame>, TuneError> {
    let mut rng = StdRng::seed_from_u64(derived_seed(plan.seed, index));
    let mut searcher = selfplay::searcher(variant);
    let self_play = SelfPlay {
        variant,
        nodes: plan.nodes,
        stop,
    };
    let setup = OpeningSetup {
        turns: plan.opening,
        within: 250,
    };
    let Some(start) = self_play.opening(&mut searcher, setup, &mut rng)? else {
        return Ok(None);
    };
    if let PositionChoice::Evaluated(interval) = plan.choice {
        searcher.sample_evaluated(interval, rng.random());
    }
    let mut positions = Vec::new();
    let mut keep = |position: &V::Position, score: Score| {
        if let Some(score) = score_for_white(score, position.turn()) {
            positions.push((position.key(), variant.text(position), score));
        }
    };
    let mut on_search = |searched: SearchedPosition<'_, V>| match plan.choice {
        PositionChoice::Quiet(margin) => {
            let SearchedPosition {
                searcher,
                position,
                history,
                result,
            } = searched;
            let first = result.best.iter().flatten().next().copied();
            if is_quiet(searcher, position, history, first, margin) {
                keep(position, result.score);
            }
        }
        PositionChoice::Evaluated(_) => {
            for (position, eval) in searched.searcher.take_sample() {
                keep(&position, eval);
            }
        }
    };
    let searchers = std::slice::from_mut(&mut searcher);
    let result = self_play.game(&start, searchers, [0, 0], &mut on_search);
    Ok(result.map(|result| FinishedGame { positions, result }))
}

/// Returns the score for White of a search for `mover`; `None` if it is too large for data.
fn score_for_white(score: Score, mover: Color) -> Option<i32> {
    let white = match mover {
        Color::White => score.0,
        Color::Black => -score.0,
    };
    (white.abs() <= MAX_SCORE).then_some(white)
}

/// Whether `position`, the last of `history`, is quiet: the player to move is not forced to
/// respond, the `first` step of the best turn is quiet, and quiescence exceeds the static value by
/// at most `margin` centipawns.
fn is_quiet<V: Evaluate>(
    searcher: &mut Searcher<V>,
    position: &V::Position,
    history: &GameHistory,
    first: Option<Step>,
    margin: i32,
) -> bool {
    // Only the first step counts: within a turn some steps are always noisy.
    let is_candidate =
        !position.is_forced_to_respond() && first.is_some_and(|step| !position.is_noisy(step));
    is_candidate && searcher.is_quiet_position(position, history.clone(), margin)
}

/// Writes a new data file. If it cannot be written completely, it is removed.
fn write_new(path: &Path, data: &[u8]) -> Result<(), TuneError> {
    let mut file = File::create_new(path).map_err(TuneError::file(path))?;
    file.write_all(data).map_err(|error| {
        // Partial data would be mistaken for complete. If this fails, the error names the file.
        fs::remove_file(path).ok();
        TuneError::write(path)(error)
    })
}

/// Creates the file, or reads its games and removes an incomplete game at the end.
fn open_or_create<V: Evaluate>(
    variant: V,
    header: &str,
    path: &Path,
) -> Result<(DataProgress, HashSet<Key>), TuneError> {
    let (mut done, mut seen) = (DataProgress::default(), HashSet::new());
    if !path.exists() {
        write_new(path, format!("{header}\n").as_bytes())?;
        return Ok((done, seen));
    }
    fs::metadata(path)
        .and_then(|metadata| require_regular_file(&metadata))
        .map_err(TuneError::file(path))?;
    let text = fs::read_to_string(path).map_err(TuneError::file(path))?;
    let begun = text.strip_prefix(header);
    if !begun.is_some_and(|rest| rest.starts_with('\n')) {
        return Err(TuneError::OtherRun {
            path: path.to_owned(),
        });
    }
    let bad_line = TuneError::line(path);
    let mut complete = header.len() + 1;
    for game in games(&text) {
        let game = game.map_err(bad_line)?;
        for (line, position, _) in game.positions {
            let position = variant
                .parse(position)
                .map_err(|error| bad_line((line, error.to_string())))?;
            seen.insert(position.key());
            done.positions += 1;
        }
        done.games += 1;
        done.results[game.result.index()] += 1;
        complete = game.end;
    }
    let file = File::options()
        .write(true)
        .open(path)
        .map_err(TuneError::file(path))?;
    file.set_len(complete as u64)
        .map_err(TuneError::write(path))?;
    Ok((done, seen))
}

/// A game of a data file.
pub(super) struct TrainingGame<'a> {
    /// Its number in the run, from 0.
    number: u64,
    /// The line number, text and score for White of each position.
    pub(super) positions: Vec<(usize, &'a str, i32)>,
    pub(super) result: SelfPlayResult,
    /// The offset of the next game, in bytes.
    end: usize,
}

/// Returns the complete games in the text of a data file. The error of an invalid line is its
/// number and the problem.
pub(super) fn games(text: &str) -> impl Iterator<Item = Result<TrainingGame<'_>, (usize, String)>> {
    let mut lines = text.split_inclusive('\n').enumerate();
    let mut end = 0;
    let mut positions = Vec::new();
    std::iter::from_fn(move || {
        loop {
            let (index, line) = lines.next()?;
            end += line.len();
            // An incomplete last line is left by an interrupted run.
            let line = line.strip_suffix('\n')?;
            let bad = |problem: &str| Some(Err((index + 1, format!("{problem}: \"{line}\""))));
            if let Some(game) = line.strip_prefix("# game ") {
                let (number, result) = game.split_once(' ').unwrap_or_default();
                let index = RESULTS.iter().position(|&known| known == result);
                let (Some(index), Ok(number)) = (index, number.parse()) else {
                    return bad("invalid result");
                };
                return Some(Ok(TrainingGame {
                    number,
                    positions: std::mem::take(&mut positions),
                    result: SelfPlayResult::ALL[index],
                    end,
                }));
            }
            if line.starts_with('#') {
                continue;
            }
            match line.split_once('\t') {
                Some((position, score)) => match score.parse() {
                    Ok(score) => positions.push((index + 1, position, score)),
                    Err(_) => return bad("invalid score"),
                },
                None => return bad("invalid position"),
            }
        }
    })
}

#[cfg(test)]
mod tests;
