//! The review of a recorded game: a search of every turn.

use std::{
    fmt,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use jabberwock_engine::SearchRequest;
use jabberwock_game::{ByColor, Color, Score};
use jabberwock_search::{Settings, StopToken};
use serde::Serialize;

use crate::{
    analysis::{Analysis, AnalysisError, analyze},
    records::RecordedGame,
    workers::start_workers,
};

/// The minimum loss of win probability of a turn marked `?!`.
const INACCURACY: f64 = 0.05;
/// The minimum loss of win probability of a turn marked `?`.
const MISTAKE: f64 = 0.10;
/// The minimum loss of win probability of a turn marked `??`.
const BLUNDER: f64 = 0.15;
/// The minimum win probability by which a turn marked `!` is better than every other one.
const ONLY_TURN: f64 = 0.15;
/// The maximum loss in centipawns that is counted: beyond it the game was decided.
const MAX_CENTIPAWNS: i32 = 1000;

/// The settings of the searches of a game's positions.
#[derive(Clone, Debug)]
pub struct ReviewSettings {
    /// Limits and number of lines. `!` requires two lines.
    pub request: SearchRequest,
    /// The number of positions searched at the same time, each on one thread.
    pub threads: usize,
    /// The size of the transposition table of each search, in mebibytes.
    pub hash_mib: usize,
}

/// A mark of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Mark {
    /// `!`: the best turn, and every other one loses much.
    #[serde(rename = "!")]
    Good,
    /// `?!`
    #[serde(rename = "?!")]
    Inaccuracy,
    /// `?`
    #[serde(rename = "?")]
    Mistake,
    /// `??`
    #[serde(rename = "??")]
    Blunder,
}

impl Mark {
    /// Every mark.
    pub const ALL: [Mark; 4] = [Mark::Good, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// Returns its numeric annotation glyph.
    pub fn nag(self) -> u8 {
        match self {
            Mark::Good => 1,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
            Mark::Inaccuracy => 6,
        }
    }

    /// Returns the mark of a turn that lost this win probability, from 0 to 1.
    fn of_loss(loss: f64) -> Option<Mark> {
        match loss {
            BLUNDER.. => Some(Mark::Blunder),
            MISTAKE.. => Some(Mark::Mistake),
            INACCURACY.. => Some(Mark::Inaccuracy),
            _ => None,
        }
    }
}

/// The review of a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnReview {
    /// The player.
    #[serde(serialize_with = "displayed")]
    pub player: Color,
    /// The turn.
    pub turn: String,
    /// The score before it, for the player.
    #[serde(serialize_with = "displayed")]
    pub before: Score,
    /// The score after it, for the player.
    #[serde(serialize_with = "displayed")]
    pub after: Score,
    /// The depth of the search after it, in plies; 0 if the game was over.
    pub depth: u32,
    /// The best line in place of the turn, or from it on.
    pub best: Vec<String>,
    /// The loss of win probability, from 0 to 1.
    pub loss: f64,
    /// The loss in centipawns, at most 1000.
    pub centipawn_loss: i32,
    /// Its mark.
    pub mark: Option<Mark>,
}

/// Serializes a value as its text.
fn displayed<T: fmt::Display, S: serde::Serializer>(value: &T, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(value)
}

/// The turns of a player in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PlayerSummary {
    /// Their number.
    pub turns: usize,
    /// The average loss of win probability, from 0 to 1.
    pub average_loss: f64,
    /// The average loss in centipawns.
    pub centipawn_loss: f64,
    /// Turns marked `!`.
    pub good: usize,
    /// Turns marked `?!`.
    pub inaccuracies: usize,
    /// Turns marked `?`.
    pub mistakes: usize,
    /// Turns marked `??`.
    pub blunders: usize,
}

/// Returns the probability to win, from 0 to 1, a draw counting half, of the player with this
/// score: the logistic curve that lichess.org fitted to its games of chess.
pub fn win_probability(score: Score) -> f64 {
    const PER_CENTIPAWN: f64 = 0.003_682_08;
    match score {
        score if score.is_win() => 1.0,
        score if score.is_loss() => 0.0,
        Score(centipawns) => 1.0 / (1.0 + (-PER_CENTIPAWN * f64::from(centipawns)).exp()),
    }
}

/// Searches every position of a game, the first and the last included. `on_position` is called
/// after each, on any thread. The result does not depend on the number of threads if the limits do
/// not depend on time.
///
/// # Errors
/// If a search fails, or `stop` ends it.
pub fn review(
    game: &RecordedGame,
    settings: &ReviewSettings,
    stop: &StopToken,
    on_position: &(dyn Fn() + Sync),
) -> Result<Vec<TurnReview>, AnalysisError> {
    let count = game.turns().len() + 1;
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<Option<(Color, Analysis)>>> = Mutex::new(vec![None; count]);
    let work = || -> Result<(), AnalysisError> {
        let turn_error = |error: String| AnalysisError::Turn(error);
        let mut session = game
            .session(Some(0))
            .map_err(|error| turn_error(error.to_string()))?;
        session.configure(Settings {
            threads: 1,
            hash_mib: settings.hash_mib,
            ..Settings::default()
        });
        let mut turns = game.turns();
        let mut made = 0;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return Ok(());
            }
            for turn in turns.by_ref().take(index - made) {
                let played = session.play(turn);
                played.map_err(|error| turn_error(error.to_string()))?;
            }
            made = index;
            let analysis = analyze(session.as_mut(), &settings.request, stop)?;
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found[index] = Some((session.turn(), analysis));
            on_position();
        }
    };
    thread::scope(|scope| {
        let work_or_end = || {
            let end = work();
            if end.is_err() {
                next.store(count, Ordering::Relaxed);
            }
            end
        };
        let mut workers = Vec::new();
        start_workers(settings.threads.clamp(1, count), || {
            workers.push(thread::Builder::new().spawn_scoped(scope, work_or_end)?);
            Ok(())
        })
        .map_err(|error| AnalysisError::Search(format!("no thread to search on: {error}")))?;
        let ends = workers.into_iter().map(|worker| {
            let failed = AnalysisError::Search("a thread panicked".to_owned());
            worker.join().unwrap_or(Err(failed))
        });
        ends.collect::<Result<(), _>>()
    })?;
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let found: Vec<(Color, Analysis)> = found.into_iter().flatten().collect();
    let turns = game.turns().zip(found.windows(2));
    Ok(turns
        .map(|(turn, pair)| turn_review(turn, &pair[0], &pair[1]))
        .collect())
}

/// Returns the review of `turn`, given the analyses before and after it.
fn turn_review(
    turn: &str,
    (player, before): &(Color, Analysis),
    (next, after): &(Color, Analysis),
) -> TurnReview {
    let best = before.lines.first().map_or(&[][..], |line| &line.pv[..]);
    let is_best = best.first().is_some_and(|best| best == turn);
    let after_score = if next == player {
        after.score
    } else {
        -after.score
    };
    // The deeper search after the best turn does not make it a loss.
    let (mut loss, mut centipawn_loss) = (0.0, 0);
    if !is_best {
        loss = (win_probability(before.score) - win_probability(after_score)).max(0.0);
        let capped = |score: Score| score.0.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS);
        let difference = capped(before.score) - capped(after_score);
        centipawn_loss = difference.clamp(0, MAX_CENTIPAWNS);
    }
    let second = before.lines.get(1).map(|line| win_probability(line.score));
    let is_only =
        is_best && second.is_some_and(|second| win_probability(before.score) - second >= ONLY_TURN);
    TurnReview {
        player: *player,
        turn: turn.to_owned(),
        before: before.score,
        after: after_score,
        depth: after.lines.first().map_or(0, |line| line.depth),
        best: best.to_vec(),
        loss,
        centipawn_loss,
        mark: if is_only {
            Some(Mark::Good)
        } else {
            Mark::of_loss(loss)
        },
    }
}

/// Returns the summaries of both players of a game.
pub fn summary(turns: &[TurnReview]) -> ByColor<PlayerSummary> {
    ByColor(Color::ALL.map(|color| {
        let own: Vec<&TurnReview> = turns.iter().filter(|turn| turn.player == color).collect();
        let marked = |mark| own.iter().filter(|turn| turn.mark == Some(mark)).count();
        let count = own.len().max(1) as f64;
        PlayerSummary {
            turns: own.len(),
            average_loss: total(&own, |turn| turn.loss) / count,
            centipawn_loss: total(&own, |turn| f64::from(turn.centipawn_loss)) / count,
            good: marked(Mark::Good),
            inaccuracies: marked(Mark::Inaccuracy),
            mistakes: marked(Mark::Mistake),
            blunders: marked(Mark::Blunder),
        }
    }))
}

/// Returns the sum over `turns`; 0 without turns, where [`Iterator::sum`] returns -0.
fn total(turns: &[&TurnReview], loss: impl Fn(&TurnReview) -> f64) -> f64 {
    turns.iter().fold(0.0, |sum, turn| sum + loss(turn))
}
