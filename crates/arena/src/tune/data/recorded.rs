//! Positions of recorded games, with the scores that their players reported.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use jabberwock_game::{Color, Evaluate, GameHistory, Key, Position, Turn, play};
use jabberwock_search::Searcher;

use super::{DataProgress, FinishedGame, append, is_quiet, score_for_white, write_new};
use crate::{
    records::{RecordedGame, RecordedResult, games, read_file},
    tune::{
        error::TuneError,
        selfplay::{self, SelfPlayResult},
    },
};

/// The records and the positions to take from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordPlan {
    /// The records, PGN.
    pub records: Vec<PathBuf>,
    /// The player whose turns are used; `None` for both players.
    pub player: Option<String>,
    /// The maximum by which quiescence exceeds the static value of a quiet position, in centipawns.
    pub quiet_margin: i32,
}

impl RecordPlan {
    /// Returns the first line of the file.
    fn header(&self, name: &str) -> String {
        let player = self.player.as_deref().unwrap_or("both players");
        let margin = self.quiet_margin;
        format!("# data of {name}: scores of {player} in records, quiet margin {margin}\n")
    }
}

/// Writes the quiet positions of the finished games in the records of `plan`, all of the game
/// `name`, in which the player to move reported a score, to a new file at `out`.
///
/// # Errors
/// If a file cannot be read or written, or has an invalid game or one other than `name`, or the
/// player of the plan has played in none.
pub fn from_records<V: Evaluate>(
    variant: V,
    name: &str,
    plan: &RecordPlan,
    out: &Path,
) -> Result<DataProgress, TuneError> {
    let mut data = plan.header(name).into_bytes();
    let (mut done, mut seen) = (DataProgress::default(), HashSet::new());
    let mut searcher = selfplay::searcher(variant);
    let mut is_player_known = false;
    for path in &plan.records {
        let text = read_file(path).map_err(TuneError::file(path))?;
        let bad_line = TuneError::line(path);
        for game in games(&text) {
            let mut game = game.map_err(|error| bad_line((error.line, error.problem)))?;
            if game.variant.name != name {
                let problem = format!("a game of {}", game.variant.name);
                return Err(bad_line((game.line, problem)));
            }
            if let Some(error) = game.problem.take() {
                return Err(bad_line((error.line, error.problem)));
            }
            let result = match game.result {
                RecordedResult::Win(winner) => SelfPlayResult::Won(winner),
                RecordedResult::Draw => SelfPlayResult::Drawn,
                RecordedResult::Unknown => continue,
            };
            let scored = Color::ALL.map(|color| is_scored(&game, color, plan));
            is_player_known |= scored.contains(&true);
            let positions = positions(variant, &game, scored, &mut searcher, plan.quiet_margin);
            let positions = positions.map_err(|problem| bad_line((game.line, problem)))?;
            let record = FinishedGame { positions, result };
            // Writing to memory cannot fail.
            let _ = append(&record, done.games, &mut done, &mut seen, &mut data);
        }
    }
    if let Some(player) = plan.player.as_ref().filter(|_| !is_player_known) {
        return Err(TuneError::Player(player.clone()));
    }
    write_new(out, &data)?;
    Ok(done)
}

/// Whether the scores of the player of `color` are used.
fn is_scored(game: &RecordedGame, color: Color, plan: &RecordPlan) -> bool {
    let tag = match color {
        Color::White => "White",
        Color::Black => "Black",
    };
    let player = plan.player.as_deref();
    player.is_none_or(|player| game.tag(tag) == Some(player))
}

/// Returns key, text and score for White of the quiet positions of `game` in which a player
/// reported a score that is used.
fn positions<V: Evaluate>(
    variant: V,
    game: &RecordedGame,
    scored: [bool; 2],
    searcher: &mut Searcher<V>,
    margin: i32,
) -> Result<Vec<(Key, String, i32)>, String> {
    let mut position = match &game.origin {
        Some(text) => variant.parse(text).map_err(|error| error.to_string())?,
        None => variant.start(),
    };
    let mut history = GameHistory::new(position.key());
    let mut found = Vec::new();
    for recorded in &game.main_line.turns {
        let turn = variant.parse_turn(&position, &recorded.turn);
        let turn: Turn = turn.map_err(|error| error.to_string())?;
        let mover = position.turn();
        if let Some(score) = recorded.score.filter(|_| scored[mover.index()])
            && let Some(score) = score_for_white(score, mover)
            && is_quiet(searcher, &position, &history, turn.first().copied(), margin)
        {
            found.push((position.key(), variant.text(&position), score));
        }
        play(&mut position, &turn);
        history.push(position.key());
    }
    Ok(found)
}
