//! A game in progress, with its variant's type erased: text in, text out.

mod divide;
mod in_texts;
mod kept_threads;
mod lazy_searcher;
mod limited_strength;
mod listed_turns;
mod plan_job;
pub(crate) mod planned_game;
mod played_turn;
mod prompt;
mod quick_search;
mod request;
mod running_search;
mod search_job;
mod search_order;
pub(crate) mod searched_game;
mod survey;
#[cfg(test)]
mod tests;
mod watchdog;

use std::{fmt, sync::mpsc, time::Instant};

use jabberwock_game::{
    Color, Coord, Key, Outcome, PositionError, Scene, Score, Tap, Term, TurnError, WeightsError,
    visible,
};
use jabberwock_search::{ParamsError, RootProgress, SearchResult, Settings, StopToken};
use jabberwock_variants::Entry;

pub use listed_turns::{
    ListedTurns, MAX_LISTED, TooDeepToCount, TooManyTurns, TurnKind, TurnWithScene,
};
pub use prompt::{BoardTurn, ChosenBoards, Prompt, PromptError, PromptTarget, Refusal, TargetKind};
pub use request::{SearchError, SearchEvent, SearchRequest};
pub use running_search::RunningSearch;
pub use survey::Survey;

/// A game in progress and its search.
///
/// Texts follow `docs/rules/notation.md`; returned texts are always canonical. A method that fails
/// changes nothing.
pub trait Session: Send + Sync + fmt::Debug {
    /// Returns the registry entry of this game.
    fn entry(&self) -> &'static Entry;

    /// Begins a new game from the variant's start. The tables of the search (transposition table,
    /// histories) are kept.
    fn reset(&mut self);

    /// Begins a new game from the position `text`. The tables of the search are kept.
    ///
    /// # Errors
    /// If `text` is not a position of this variant.
    fn set_position(&mut self, text: &str) -> Result<(), PositionError>;

    /// Returns the text of the current position.
    fn position(&self) -> String;

    /// Returns the key of the current position: the same for positions that are equal under the
    /// repetition rule.
    fn key(&self) -> Key;

    /// Returns the text of the start position of the game.
    fn origin(&self) -> String;

    /// Returns the contents of a displayed board, with its position and the path of the last turn.
    /// `place` names a board of a game of games, `a1`, or `a1/b2` for one on the board of a1; it is
    /// empty for the whole.
    ///
    /// # Errors
    /// If no game is running at `place`. Never if `place` is empty.
    fn scene(&self, place: &str) -> Result<Scene, PositionError>;

    /// Returns the player to move.
    fn turn(&self) -> Color;

    /// Returns the turns made since [`Session::origin`].
    fn turns(&self) -> Vec<&str>;

    /// Whether the player to move is in check.
    fn is_check(&self) -> bool;

    /// Returns the outcome if the game has ended, including draws by repetition and count.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the list of legal turns; `None` if they are too many, in which case
    /// [`Session::survey`] describes them.
    fn listed_turns(&self) -> Option<&dyn ListedTurns>;

    /// Makes a turn and returns its text.
    ///
    /// # Errors
    /// If `text` is not a legal turn in this position.
    fn play(&mut self, text: &str) -> Result<String, TurnError>;

    /// Takes the last turn back and returns its text; `None` at [`Session::origin`].
    fn undo(&mut self) -> Option<String>;

    /// Returns the canonical text of the legal turn `text`, without making it.
    ///
    /// # Errors
    /// If `text` is not a legal turn in this position.
    fn read_turn(&self, text: &str) -> Result<String, TurnError>;

    /// Returns the taps that may follow `taps` in a turn. The result depends only on the position
    /// and on `taps`.
    ///
    /// # Errors
    /// If no legal turn begins with `taps`, where games of games ignore G8
    /// ([`BoardTurn::refusal`]).
    fn prompt(&self, taps: &[Tap]) -> Result<Prompt, PromptError>;

    /// Returns the legal turns that begin with `taps`, sorted bytewise; empty if they are too many
    /// to be listed.
    fn turns_beginning(&self, _taps: &[Tap]) -> Vec<String> {
        Vec::new()
    }

    /// Returns the parts of the legal turns, if these are too many to be listed; `None` if
    /// [`Session::listed_turns`] lists them.
    fn survey(&self) -> Option<Survey> {
        None
    }

    /// Returns the number of sequences of `depth` turns in decimal digits; `None` if it has too
    /// many digits, too many turns would have to be made one by one ([`TooDeepToCount`]), or `stop`
    /// is set before it ends.
    fn perft_text(&self, depth: u32, stop: &StopToken) -> Option<String>;

    /// Returns the static evaluation.
    fn evaluation(&self) -> Evaluation;

    /// Returns the value of each piece but the kings, in the order of
    /// [`jabberwock_game::Evaluate::removals`]; empty if the game has none.
    fn piece_values(&self) -> Vec<PieceValue>;

    /// Changes the search's settings: immediately, or before the next search if one is running.
    fn configure(&mut self, settings: Settings);

    /// Replaces the weights of the evaluation by those of `text`, in the format of the variant's
    /// weights file. Waits for a running search; the tables of the search are cleared.
    ///
    /// # Errors
    /// If `text` does not hold the weights of this variant.
    fn set_weights(&mut self, text: &str) -> Result<(), WeightsError>;

    /// Sets the network to `bytes`, the contents of a file, or evaluates without one if `None`.
    /// Waits for a running search; the tables of the search are cleared.
    ///
    /// # Errors
    /// If the bytes are not a network of this variant.
    fn set_network(&mut self, bytes: Option<&[u8]>) -> Result<(), WeightsError>;

    /// Changes the parameters of the search, or of the planner and its search: those not in `text`
    /// are reset to their defaults. Waits for a running search.
    ///
    /// # Errors
    /// If a line of `text` sets no parameter of either.
    fn set_params(&mut self, text: &str) -> Result<(), ParamsError>;

    /// Prepares the next search, unless one is running: creates the searcher and its threads and
    /// makes the system map the memory of the tables, so that the search begins immediately.
    fn prepare(&self);

    /// Clears the tables of the search: immediately, or before the next search if one is running.
    fn clear(&mut self);

    /// Sets the score of the current position, for the player to move, in later searches that reach
    /// it with at most `depth` plies left (CECP's `setscore`).
    fn assume(&mut self, score: Score, depth: u32);

    /// Starts a search on its own thread, which waits for an earlier one to end. `listener` is
    /// called on that thread: for every principal variation found and, exactly once and last, for
    /// the result.
    ///
    /// # Errors
    /// If a turn named by the request is not legal, or the system cannot create a thread.
    fn start_search(
        &self,
        request: &SearchRequest,
        listener: Box<dyn FnMut(SearchEvent) + Send>,
    ) -> Result<RunningSearch, SearchError>;

    /// Returns the progress of the running search at its root; `None` if turns are not searched.
    fn root_progress(&self) -> Option<RootProgress> {
        None
    }

    /// Runs a search to its end and returns its result. `stop` ends it early, with the result so
    /// far.
    ///
    /// # Errors
    /// If a turn named by the request is not legal, or the search is still running at the
    /// `deadline`; it is then stopped, but not waited for.
    fn search_blocking(
        &self,
        request: &SearchRequest,
        stop: &StopToken,
        deadline: Option<Instant>,
    ) -> Result<SearchResult<String>, SearchError> {
        let (sender, results) = mpsc::channel();
        let listener = Box::new(move |event| {
            if let SearchEvent::Result(result) = event {
                // This fails only after the deadline, when the result is no longer needed.
                sender.send(result).ok();
            }
        });
        self.start_search(request, listener)?
            .wait(&results, stop, deadline)
    }

    /// Returns an independent copy of the game in progress, with the same settings, weights and
    /// parameters and without the tables of the search, which its first search allocates. Does not
    /// wait for a running search.
    fn fork(&self) -> Box<dyn Session>;
}

/// The value of a piece in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceValue {
    /// The owner of the piece.
    pub color: Color,
    /// The letter of the piece in position texts, or a word if it has none.
    pub piece: String,
    /// The square of the piece.
    pub square: Coord,
    /// The amount by which the static evaluation is worse for its owner without it.
    pub value: Score,
}

/// A static evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Its parts.
    pub terms: Vec<Term>,
    /// The total in centipawns, for the player to move.
    pub total: Score,
}

impl Evaluation {
    /// Returns the terms as rows of a table: name, value for White, value for Black.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        let row = |term: &Term| {
            let (white, black) = (visible(term.white, 1), visible(term.black, 1));
            format!("{:24} {white:>8.1} {black:>8.1}", term.name)
        };
        self.terms.iter().map(row)
    }
}
