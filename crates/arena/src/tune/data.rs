//! Positions with results, from self-play.
//!
//! The file: a heading with the settings, then for each game, in order, its positions, a line
//! `POSITION<tab>SCORE` each (centipawns for White), and the line `# game N RESULT`.

use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::{BufWriter, Write},
    path::Path,
};

use jabberwock_game::{Color, Evaluate, Key, Position};
use jabberwock_search::StopToken;
use rand::{SeedableRng, rngs::StdRng};
use rayon::prelude::*;

use super::{
    TuneError, derived_seed,
    selfplay::{self, OpeningSetup, SearchedPosition, SelfPlayResult},
    thread_pool,
};

/// A position is quiet if the search of noisy steps does not change its value by more than this.
const CALM: i32 = 30;
/// Positions further from level than this, in centipawns, teach nothing of positions that matter.
const DECIDED: i32 = 1500;
/// How a file writes the elements of [`SelfPlayResult::ALL`].
const RESULTS: [&str; 3] = ["1-0", "1/2-1/2", "0-1"];
/// Games on their way at a time for each thread.
const BATCH: u64 = 8;

/// What is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataPlan {
    /// The number of games.
    pub games: u64,
    /// Nodes searched for each turn.
    pub nodes: u64,
    /// Random turns, this many or one more, before the search takes over.
    pub opening: usize,
    /// What chance depends on.
    pub seed: u64,
    /// Games played at the same time.
    pub threads: usize,
}

impl DataPlan {
    /// The file's first line.
    fn header(&self, variant: &str) -> String {
        let DataPlan {
            nodes,
            opening,
            seed,
            ..
        } = self;
        format!("# data of {variant}: nodes {nodes}, opening {opening}, seed {seed}")
    }
}

/// What has been done, earlier runs included.
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
struct SelfPlayGame {
    /// Key, text and White's score of each quiet position.
    positions: Vec<(Key, String, i32)>,
    ending: SelfPlayResult,
}

/// Plays the games of `plan` that are not yet in the file at `path`, and appends them, until
/// `stop` is called. `progress` hears of every batch.
///
/// # Errors
/// If the file cannot be written, or holds something else.
pub fn generate<V: Evaluate>(
    variant: V,
    name: &str,
    plan: &DataPlan,
    path: &Path,
    stop: &StopToken,
    progress: &mut dyn FnMut(&DataProgress),
) -> Result<DataProgress, TuneError> {
    let (mut done, mut seen) = open_or_create(variant, &plan.header(name), path)?;
    let file = OpenOptions::new()
        .append(true)
        .open(path)
        .map_err(TuneError::file(path))?;
    let mut out = BufWriter::new(file);
    let thread_pool = thread_pool(plan.threads)?;
    while done.games < plan.games && !stop.is_stopped() {
        progress(&done);
        let end = (done.games + BATCH * plan.threads.max(1) as u64).min(plan.games);
        let records: Vec<Option<SelfPlayGame>> = thread_pool.install(|| {
            let games = (done.games..end).into_par_iter();
            let games = games.map(|index| play(variant, plan, index, stop));
            games.collect::<Result<_, _>>()
        })?;
        for record in records.into_iter().map_while(|record| record) {
            append(&record, &mut done, &mut seen, &mut out).map_err(TuneError::file(path))?;
        }
        out.flush().map_err(TuneError::file(path))?;
    }
    progress(&done);
    Ok(done)
}

/// Adds a game to the file, without positions that are in it already.
fn append(
    record: &SelfPlayGame,
    done: &mut DataProgress,
    seen: &mut HashSet<Key>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    for (key, text, score) in &record.positions {
        if seen.insert(*key) {
            writeln!(out, "{text}\t{score}")?;
            done.positions += 1;
        }
    }
    let index = record.ending.index();
    let result = RESULTS[index];
    writeln!(out, "# game {} {result}", done.games)?;
    done.results[index] += 1;
    done.games += 1;
    Ok(())
}

/// Plays a game; `None` if it was stopped.
fn play<V: Evaluate>(
    variant: V,
    plan: &DataPlan,
    index: u64,
    stop: &StopToken,
) -> Result<Option<SelfPlayGame>, TuneError> {
    let mut rng = StdRng::seed_from_u64(derived_seed(plan.seed, index));
    let mut searcher = selfplay::searcher(variant);
    let opening_setup = OpeningSetup {
        turns: plan.opening,
        within: 250,
    };
    let start = selfplay::begin(
        variant,
        &mut searcher,
        plan.nodes,
        opening_setup,
        &mut rng,
        stop,
    );
    let Some(start) = start? else {
        return Ok(None);
    };
    let mut positions = Vec::new();
    let mut on_search = |mut searched: SearchedPosition<'_, V>| {
        let position = searched.position;
        let score = searched.result.score.0;
        if score.abs() <= DECIDED && is_quiet(&mut searched) {
            let white = match position.turn() {
                Color::White => score,
                Color::Black => -score,
            };
            positions.push((position.key(), variant.text(position), white));
        }
    };
    let searchers = std::slice::from_mut(&mut searcher);
    let ending = selfplay::game(
        variant,
        &start,
        searchers,
        [0, 0],
        plan.nodes,
        stop,
        &mut on_search,
    );
    Ok(ending.map(|ending| SelfPlayGame { positions, ending }))
}

/// Whether the static value of the position can be trusted: there is no check, the best turn is
/// quiet, and noisy steps change little.
fn is_quiet<V: Evaluate>(searched: &mut SearchedPosition<'_, V>) -> bool {
    let position = searched.position;
    if position.is_forced_to_respond() {
        return false;
    }
    // Within a turn some noisy step always leads on, which says nothing of it.
    let first = searched.result.best.iter().flatten().next();
    if first.is_none_or(|&step| position.is_noisy(step)) {
        return false;
    }
    let history = searched.history.clone();
    searched.searcher.is_calm(position, history, CALM)
}

/// Begins the file, or reads what it holds; what follows its last whole game is cut off.
fn open_or_create<V: Evaluate>(
    variant: V,
    header: &str,
    path: &Path,
) -> Result<(DataProgress, HashSet<Key>), TuneError> {
    let (mut done, mut seen) = (DataProgress::default(), HashSet::new());
    if !path.exists() {
        fs::write(path, format!("{header}\n")).map_err(TuneError::file(path))?;
        return Ok((done, seen));
    }
    let text = fs::read_to_string(path).map_err(TuneError::file(path))?;
    if text.lines().next() != Some(header) {
        return Err(TuneError::OtherRun {
            path: path.to_owned(),
        });
    }
    let mut whole = header.len() + 1;
    for game in games(&text) {
        let game = game.map_err(|(line, problem)| TuneError::Line {
            path: path.to_owned(),
            line,
            problem,
        })?;
        for (line, position, _) in game.positions {
            let position = variant.parse(position).map_err(|error| TuneError::Line {
                path: path.to_owned(),
                line,
                problem: error.to_string(),
            })?;
            seen.insert(position.key());
            done.positions += 1;
        }
        done.games += 1;
        done.results[game.ending.index()] += 1;
        whole = game.end;
    }
    let file = File::options()
        .write(true)
        .open(path)
        .map_err(TuneError::file(path))?;
    file.set_len(whole as u64).map_err(TuneError::file(path))?;
    Ok((done, seen))
}

/// A game of a data file.
pub(super) struct TrainingGame<'a> {
    /// Number of the line, text and White's score of each position.
    pub(super) positions: Vec<(usize, &'a str, i32)>,
    pub(super) ending: SelfPlayResult,
    /// Where the next game begins, in bytes.
    end: usize,
}

/// The whole games in the text of a data file; a line that makes no sense is given by its number
/// and what is wrong with it.
pub(super) fn games(text: &str) -> impl Iterator<Item = Result<TrainingGame<'_>, (usize, String)>> {
    let mut lines = text.split_inclusive('\n').enumerate();
    let mut end = 0;
    let mut positions = Vec::new();
    std::iter::from_fn(move || {
        loop {
            let (index, line) = lines.next()?;
            end += line.len();
            // A line without an end was being written when the run ended.
            let line = line.strip_suffix('\n')?;
            let bad = |problem: &str| Some(Err((index + 1, format!("{problem}: \"{line}\""))));
            if let Some(game) = line.strip_prefix("# game ") {
                let result = game.split(' ').nth(1).unwrap_or_default();
                let Some(index) = RESULTS.iter().position(|&known| known == result) else {
                    return bad("no result");
                };
                return Some(Ok(TrainingGame {
                    positions: std::mem::take(&mut positions),
                    ending: SelfPlayResult::ALL[index],
                    end,
                }));
            }
            if line.starts_with('#') {
                continue;
            }
            match line.split_once('\t') {
                Some((position, score)) => match score.parse() {
                    Ok(score) => positions.push((index + 1, position, score)),
                    Err(_) => return bad("no score"),
                },
                None => return bad("no position"),
            }
        }
    })
}

#[cfg(test)]
mod tests;
