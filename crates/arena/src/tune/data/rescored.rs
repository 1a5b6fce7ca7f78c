//! Positions of data files, with the scores of another player's searches or its static evaluations.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use jabberwock_engine::Session;
use jabberwock_game::{ByColor, Evaluate, Position, Score, fnv1a};
use jabberwock_search::{Bound, StopToken};
use jabberwock_variants::Entry;
use rayon::prelude::*;

use super::{BATCH, DataFile, DataProgress, FinishedGame, TrainingGame, games, score_for_white};
use crate::{
    game_clock::GameClock,
    player::{Player, PlayerError, PlayerSpec, TurnRequest},
    records::read_file,
    tune::{error::TuneError, workers::thread_pool},
};

/// The maximum time for a player's answer to one position.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(10);

/// The positions to be scored, and the player that scores them.
#[derive(Clone, Debug)]
pub struct RescorePlan {
    /// The files of positions.
    pub files: Vec<PathBuf>,
    /// The player that scores them; its time control limits each search.
    pub player: PlayerSpec,
    /// Whether the positions get static evaluations instead of scores of a search.
    pub is_static: bool,
    /// The factor by which its scores are multiplied.
    pub scale: f64,
    /// The seed of random choices of the player.
    pub seed: u64,
    /// The number of positions searched at the same time.
    pub threads: usize,
}

impl RescorePlan {
    /// Returns the first line of the file, of positions in `texts`.
    fn header(&self, name: &str, texts: &[String]) -> String {
        let hash = fnv1a(texts.iter().flat_map(|text| text.bytes()));
        let RescorePlan {
            player,
            is_static,
            scale,
            seed,
            ..
        } = self;
        let player = &player.text;
        let scores = if *is_static {
            "static evaluations"
        } else {
            "scores"
        };
        format!(
            "# data of {name}: {scores} of {player}, times {scale}, seed {seed}, of the positions \
             {hash:016x}"
        )
    }

    fn error(&self, error: PlayerError) -> TuneError {
        TuneError::Scores {
            player: self.player.name.clone(),
            error,
        }
    }
}

/// Appends the games in the files of `plan` that are not yet in the file at `out`, until `stop` is
/// set, each position with the score of a separate search with empty tables. Positions with a large
/// score, or none, are omitted. `on_batch` gets the progress and the number of games, before every
/// batch and at the end.
///
/// # Errors
/// If a file cannot be read or written, `out` is of a run with other settings, or the player has no
/// limit or fails.
pub fn rescore<V: Evaluate>(
    variant: V,
    entry: &'static Entry,
    plan: &RescorePlan,
    out: &Path,
    stop: &StopToken,
    on_batch: &mut dyn FnMut(&DataProgress, u64),
) -> Result<DataProgress, TuneError> {
    let control = plan.player.time_control.unwrap_or_default();
    let has_limit =
        control.nodes.is_some() || control.depth.is_some() || control.move_time.is_some();
    if !plan.is_static && !has_limit {
        let problem = "it needs a limit: nodes, depth or st".to_owned();
        return Err(plan.error(PlayerError::Setup(problem)));
    }
    let texts = plan
        .files
        .iter()
        .map(|path| read_file(path).map_err(TuneError::file(path)));
    let texts = texts.collect::<Result<Vec<String>, _>>()?;
    let mut known = Vec::new();
    for (path, text) in plan.files.iter().zip(&texts) {
        for game in games(text) {
            known.push((path.as_path(), game.map_err(TuneError::line(path))?));
        }
    }
    let scorers = (0..plan.threads.max(1)).map(|_| Scorer::open(entry, plan, stop));
    let scorers = unless_interrupted(scorers.collect::<Result<Vec<_>, _>>())?;
    let mut file = DataFile::open(variant, &plan.header(entry.name, &texts), out)?;
    let thread_pool = thread_pool(plan.threads)?;
    let total = known.len() as u64;
    let rest = known.get(file.done.games as usize..).unwrap_or_default();
    for batch in rest.chunks(BATCH as usize * plan.threads.max(1)) {
        let Some(scorers) = &scorers else {
            break;
        };
        on_batch(&file.done, total);
        let scored = thread_pool.install(|| {
            let games = batch.par_iter().map(|(path, game)| {
                let index = rayon::current_thread_index().unwrap_or_default();
                let mut scorer = scorers[index]
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                scorer.score_game(variant, path, game)
            });
            games.collect::<Result<Vec<_>, _>>()
        });
        let Some(scored) = unless_interrupted(scored)? else {
            break;
        };
        file.append(scored.into_iter(), |game| game)?;
        if stop.is_stopped() {
            break;
        }
    }
    on_batch(&file.done, total);
    Ok(file.done)
}

/// Returns the result; `None` if the player was interrupted before.
fn unless_interrupted<T>(found: Result<T, TuneError>) -> Result<Option<T>, TuneError> {
    match found {
        Err(TuneError::Scores {
            error: PlayerError::Interrupted,
            ..
        }) => Ok(None),
        found => found.map(Some),
    }
}

/// A player that scores positions.
struct Scorer<'a> {
    plan: &'a RescorePlan,
    player: Box<dyn Player>,
    session: Box<dyn Session>,
    stop: &'a StopToken,
}

impl<'a> Scorer<'a> {
    fn open(
        entry: &'static Entry,
        plan: &'a RescorePlan,
        stop: &'a StopToken,
    ) -> Result<Mutex<Scorer<'a>>, TuneError> {
        // A program that uses CECP is sent its limit once.
        let control = plan.player.time_control.unwrap_or_default();
        let player = plan.player.open(entry, control, plan.seed, stop);
        let session = jabberwock_engine::open(entry.name)
            .map_err(|error| plan.error(PlayerError::Setup(error.to_string())))?;
        Ok(Mutex::new(Scorer {
            plan,
            player: player.map_err(|error| plan.error(error))?,
            session,
            stop,
        }))
    }

    /// Returns `game`, of the file at `path`, with the scores of the player.
    fn score_game<V: Evaluate>(
        &mut self,
        variant: V,
        path: &Path,
        game: &TrainingGame<'_>,
    ) -> Result<FinishedGame, TuneError> {
        let mut positions = Vec::new();
        for &(line, text, _) in &game.positions {
            let position = variant
                .parse(text)
                .map_err(|error| TuneError::line(path)((line, error.to_string())))?;
            let score = self.score(text).map_err(|error| self.plan.error(error))?;
            if let Some(score) =
                score.and_then(|score| score_for_white(self.scaled(score), position.turn()))
            {
                positions.push((position.key(), text.to_owned(), score));
            }
        }
        let result = game.result;
        Ok(FinishedGame { positions, result })
    }

    /// Returns the player's score of the position `text` for the player to move; `None` if it has
    /// none, or its last one is a bound. A position that ends the game, as some that searches
    /// evaluate do, is not searched.
    fn score(&mut self, text: &str) -> Result<Option<Score>, PlayerError> {
        let set = self.session.set_position(text);
        set.map_err(|error| PlayerError::Refusal(error.to_string()))?;
        let request = TurnRequest {
            limits: GameClock::new(self.plan.player.time_control.unwrap_or_default()).limits(),
            clocks: ByColor::default(),
            deadline: Instant::now() + ANSWER_TIMEOUT,
            stop: self.stop,
        };
        if self.plan.is_static {
            return self
                .player
                .static_evaluation(self.session.as_ref(), &request);
        }
        if self.session.outcome().is_some() {
            return Ok(None);
        }
        self.player.new_game(self.session.as_ref(), &request)?;
        let answer = self.player.choose_turn(self.session.as_ref(), &request)?;
        let info = answer
            .info
            .ok_or_else(|| PlayerError::Setup("it reports no score".to_owned()))?;
        Ok((info.bound == Bound::Exact).then_some(info.score))
    }

    fn scaled(&self, score: Score) -> Score {
        if score.is_decisive() {
            score
        } else {
            Score::from_eval((f64::from(score.0) * self.plan.scale).round() as i32)
        }
    }
}
