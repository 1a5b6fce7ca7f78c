//! A plan as data and as text.

use std::{collections::HashMap, fmt, sync::Arc};

use jabberwock_game::Score;
use jabberwock_variants::mega::Play;
use serde::Serialize;

use crate::{
    explanation::{ExplainedBoard, Explanation, MoveReason},
    plan::Plan,
};

/// Maximum number of unplayed boards that the text names.
const LEFT_IN_WORDS: usize = 4;

/// A plan with its reasons. Its text, one line, names the boards played on with turn and reason,
/// then some of the others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanReport {
    /// The planned turn.
    #[serde(flatten)]
    pub turn: TurnReport,
    /// The planned turns of games on the boards, where these are games of games themselves. Equal
    /// ones are listed once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inner: Vec<TurnReport>,
}

/// A planned turn of a game of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnReport {
    /// The canonical text.
    pub turn: String,
    /// The score for the player to move.
    pub score: ReportScore,
    /// The reason for the choice, if it is a mega-move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<MoveReason>,
    /// The boards played on: those of the draft, then the others, the greatest gain first.
    pub boards: Vec<BoardReport>,
    /// The other boards that could have been played on, the greatest gain first.
    pub left_alone: Vec<BoardReport>,
}

/// A board that may be played on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardReport {
    /// The square of the board.
    pub place: String,
    /// The turn made on it, or the best one found if it is left alone.
    pub turn: Option<String>,
    /// The score of its game for the player to move; `None` if another turn than the best one found
    /// is made.
    pub score: Option<ReportScore>,
    /// The gain of playing on it rather than leaving it alone, in centipawns of the mega-game.
    pub gain: i32,
    /// Whether it is lost if it is left alone, because the player to move is in check on it.
    pub is_besieged: bool,
    /// Whether the draft planned around has its turn, or part of it.
    pub is_drafted: bool,
    /// The number of moves to mate, if the player to move mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mates_in: Option<u32>,
    /// The index in [`PlanReport::inner`] of the reasons for `turn`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inner: Option<usize>,
    /// The moves that `turn` consists of, on boards of all levels.
    #[serde(skip)]
    moves: u64,
}

/// A score: `{"cp": 35}`, `{"mate": 3}`. Its text is `+0.35`, `#3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ReportScore {
    /// A score in centipawns.
    #[serde(rename = "cp")]
    Centipawns(i32),
    /// The moves to mate, negative if the player to move is mated.
    #[serde(rename = "mate")]
    Mate(i32),
}

impl From<Score> for ReportScore {
    fn from(score: Score) -> ReportScore {
        let mate = score.mate_moves();
        mate.map_or(ReportScore::Centipawns(score.0), ReportScore::Mate)
    }
}

impl PlanReport {
    /// Returns the report of `plan`.
    pub fn new(plan: &Plan) -> PlanReport {
        let mut builder = Builder::default();
        let turn = builder.turn(&plan.play, plan.score, &plan.explanation);
        PlanReport {
            turn,
            inner: builder.inner,
        }
    }
}

/// Collects the inner turns.
#[derive(Default)]
struct Builder {
    inner: Vec<TurnReport>,
    /// Indices by the address of the explanation.
    known: HashMap<*const Explanation, usize>,
}

impl Builder {
    fn turn(&mut self, play: &Play, score: Score, explanation: &Explanation) -> TurnReport {
        let played = explanation.played.iter();
        let boards = played.map(|board| {
            let inner = self.inner(board);
            BoardReport {
                inner,
                ..board_report(board)
            }
        });
        TurnReport {
            turn: play.to_string(),
            score: score.into(),
            reason: explanation.reason,
            boards: boards.collect(),
            left_alone: explanation.left_alone.iter().map(board_report).collect(),
        }
    }

    /// Returns the index of the reasons for the turn on `board`.
    fn inner(&mut self, board: &ExplainedBoard) -> Option<usize> {
        let (play, score) = (board.play.as_ref()?, board.score?);
        let explanation = board.inner.as_ref()?;
        let address = Arc::as_ptr(explanation);
        if let Some(&index) = self.known.get(&address) {
            return Some(index);
        }
        let report = self.turn(play, score, explanation);
        self.inner.push(report);
        let index = self.inner.len() - 1;
        self.known.insert(address, index);
        Some(index)
    }
}

fn board_report(board: &ExplainedBoard) -> BoardReport {
    let mate = board.score.and_then(Score::mate_moves);
    BoardReport {
        place: board.square.to_string(),
        turn: board.play.as_ref().map(ToString::to_string),
        score: board.score.map(ReportScore::from),
        gain: board.gain,
        is_besieged: board.is_besieged,
        is_drafted: board.is_drafted,
        mates_in: mate.and_then(|moves| u32::try_from(moves).ok().filter(|&moves| moves > 0)),
        inner: None,
        moves: board.play.as_deref().map_or(0, moves_of),
    }
}

/// Returns the number of moves that a turn consists of.
fn moves_of(play: &Play) -> u64 {
    match play {
        Play::Move { .. } => 1,
        Play::Boards(groups) => groups
            .iter()
            .map(|(squares, play)| u64::from(squares.len()) * moves_of(play))
            .sum(),
    }
}

impl fmt::Display for PlanReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TurnReport {
            turn,
            reason,
            boards,
            left_alone,
            ..
        } = &self.turn;
        if let Some(reason) = reason {
            return write!(f, "mega-move {turn} {reason}");
        }
        for (index, board) in boards.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{} {}", self.described(board), Value(board))?;
        }
        for (index, board) in left_alone.iter().take(LEFT_IN_WORDS).enumerate() {
            let separator = if index == 0 { "; left alone: " } else { ", " };
            write!(f, "{separator}{}", board.place)?;
            if let Some(score) = board.score {
                write!(f, " {score}")?;
            }
        }
        Ok(())
    }
}

impl PlanReport {
    /// Returns the place and the turn on `board`: `a1 e2e4`, or for a turn on boards of that board
    /// the one with the greatest gain: `a1/b1 e2e4 and 7 more`.
    fn described(&self, board: &BoardReport) -> String {
        let mut path = board.place.clone();
        let mut innermost = board;
        while let Some(next) = innermost
            .inner
            .and_then(|index| self.inner[index].boards.first())
        {
            innermost = next;
            path = format!("{path}/{}", next.place);
        }
        let turn = innermost.turn.as_deref().unwrap_or_default();
        match board.moves {
            0 | 1 => format!("{path} {turn}"),
            _ if innermost.moves > 1 => format!("{path} {turn}"),
            moves => format!("{path} {turn} and {} more", moves - 1),
        }
    }
}

impl fmt::Display for MoveReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveReason::Given => "is given",
            MoveReason::AnswersMegaCheck => "answers the mega-check",
            MoveReason::EndsGame => "ends the game",
            MoveReason::GivesMegaCheck => "gives mega-check",
            MoveReason::BestScore => "is better than any board turn",
        })
    }
}

impl fmt::Display for ReportScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportScore::Centipawns(score) => write!(f, "{:+.2}", f64::from(*score) / 100.0),
            ReportScore::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// The value of the turn on a board in words.
struct Value<'a>(&'a BoardReport);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Value(board) = self;
        if board.is_drafted {
            f.write_str("given, ")?;
        }
        match board.score {
            None => f.write_str("instead of its best turn"),
            Some(ReportScore::Mate(1)) => f.write_str("wins"),
            Some(score) if board.is_besieged => write!(f, "answers check, {score}"),
            Some(score) => write!(f, "{score}"),
        }
    }
}
