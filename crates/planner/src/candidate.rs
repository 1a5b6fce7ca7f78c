//! A candidate turn.

use jabberwock_game::Score;
use jabberwock_variants::mega::{Board, Play};

/// A legal turn and its value.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) play: Play,
    /// The position after it.
    pub(crate) after: Board,
    /// The boards played on, as indices of playable boards; none for a mega-move.
    pub(crate) boards: Vec<usize>,
    /// The value of the running games after the turn, in centipawns.
    pub(crate) games: f64,
    /// The value of having made turns in them, in centipawns.
    pub(crate) tempo: f64,
    /// The number of earlier occurrences of the position after it in the outermost game; 0 on inner
    /// boards.
    pub(crate) earlier_occurrences: u32,
    /// The value of the turn, in centipawns.
    pub(crate) value: i32,
}

impl Candidate {
    /// Whether the game is drawn after it, by its end or by the third occurrence of the position
    /// (mega G19).
    pub(crate) fn is_drawn(&self) -> bool {
        match self.after.outcome() {
            Some(outcome) => outcome.winner.is_none(),
            None => self.earlier_occurrences >= 2,
        }
    }

    /// Returns the score of the position, without `tempo`.
    fn score(&self, tempo: i32) -> Score {
        let value = Score(self.value);
        if self.is_drawn() {
            Score::DRAW
        } else if value.is_decisive() {
            value
        } else {
            Score::from_eval(self.value - tempo)
        }
    }
}

/// Returns the scores of `candidates`, which are sorted by value. A tempo only serves to compare
/// turns: the tempo of the best turn is omitted from all scores, so that another turn is lower by
/// the tempo it gives up.
pub(crate) fn scores(candidates: &[Candidate]) -> Vec<Score> {
    let best = candidates.first().filter(|best| !best.is_drawn());
    let tempo = best.map_or(0, |best| best.tempo as i32);
    let scores = candidates.iter().map(|candidate| candidate.score(tempo));
    let mut scores: Vec<Score> = scores.collect();
    // A draw has the same score whatever is omitted from others: a better turn is worth at least as
    // much.
    for index in (1..scores.len()).rev() {
        scores[index - 1] = scores[index - 1].max(scores[index]);
    }
    scores
}
