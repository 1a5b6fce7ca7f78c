//! A game in progress, with its variant's type erased: text in, text out.

mod divide;
mod in_texts;
mod kept_threads;
mod lazy_searcher;
mod listed_turns;
mod near_best;
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
/// Texts are those of `docs/rules/notation.md`; what is given back is always canonical. A method
/// that fails changes nothing.
pub trait Session: Send + Sync + fmt::Debug {
    /// The row of the registry this game belongs to.
    fn entry(&self) -> &'static Entry;

    /// Begins a new game from the variant's start. The tables of the search (transposition table, histories)
    /// are kept.
    fn reset(&mut self);

    /// Begins a new game from the position `text`. The tables of the search are kept.
    ///
    /// # Errors
    /// If `text` is not a position of this variant.
    fn set_position(&mut self, text: &str) -> Result<(), PositionError>;

    /// The present position.
    fn position(&self) -> String;

    /// The key of the present position: the same for positions that count as the same for the
    /// repetition rule.
    fn key(&self) -> Key;

    /// The position that the game began from.
    fn origin(&self) -> String;

    /// What a board shows, with its position and the path of the last turn. `place` names a board of
    /// a game of games, `a1`, or `a1/b2` for one on the board of a1; it is empty for the whole.
    ///
    /// # Errors
    /// If no game is running at `place`. There is none if `place` is empty.
    fn scene(&self, place: &str) -> Result<Scene, PositionError>;

    /// The player to move.
    fn turn(&self) -> Color;

    /// The turns made since [`Session::origin`].
    fn turns(&self) -> Vec<&str>;

    /// Whether the player to move is in check.
    fn is_check(&self) -> bool;

    /// How the game has ended, draws by repetition and count included.
    fn outcome(&self) -> Option<Outcome>;

    /// The list of legal turns; `None` where they are too many, and [`Session::survey`] says what
    /// they consist of.
    fn listed_turns(&self) -> Option<&dyn ListedTurns>;

    /// Makes a turn and gives its text.
    ///
    /// # Errors
    /// If `text` is not a legal turn here.
    fn play(&mut self, text: &str) -> Result<String, TurnError>;

    /// Takes the last turn back and gives its text; `None` at [`Session::origin`].
    fn undo(&mut self) -> Option<String>;

    /// The canonical text of the legal turn `text`, which is not made.
    ///
    /// # Errors
    /// If `text` is not a legal turn here.
    fn read_turn(&self, text: &str) -> Result<String, TurnError>;

    /// What may be pointed at next in a turn that `taps` begin. It depends on the position and on
    /// `taps` alone.
    ///
    /// # Errors
    /// If no legal turn begins with `taps`, in games of games G8 apart ([`BoardTurn::refusal`]).
    fn prompt(&self, taps: &[Tap]) -> Result<Prompt, PromptError>;

    /// The legal turns that `taps` begin, sorted bytewise; none where they are too many to be listed.
    fn turns_beginning(&self, _taps: &[Tap]) -> Vec<String> {
        Vec::new()
    }

    /// What the legal turns consist of, where they are too many to be listed; `None` where
    /// [`Session::listed_turns`] lists them.
    fn survey(&self) -> Option<Survey> {
        None
    }

    /// The number of sequences of `depth` turns in decimal digits; `None` if even the digits are too many, it
    /// takes too many turns to be made one by one ([`TooDeepToCount`]), or `stop` is given before it ends.
    fn perft_text(&self, depth: u32, stop: &StopToken) -> Option<String>;

    /// The static evaluation.
    fn evaluation(&self) -> Evaluation;

    /// What each piece but the kings is worth, in the order of [`jabberwock_game::Evaluate::removals`];
    /// empty if the game has none.
    fn piece_values(&self) -> Vec<PieceValue>;

    /// Changes the search's settings: at once, or before the next search if one is under way.
    fn configure(&mut self, settings: Settings);

    /// Replaces the evaluation's weights by those of `text`, which is written like the variant's
    /// weights file. Waits for a search under way; the tables of the search are cleared.
    ///
    /// # Errors
    /// If `text` does not hold the weights of this variant.
    fn set_weights(&mut self, text: &str) -> Result<(), WeightsError>;

    /// Evaluates by the network in `bytes`, the contents of a file; without one if there are none.
    /// Waits for a search under way; the tables of the search are cleared.
    ///
    /// # Errors
    /// If the bytes are no network of this variant.
    fn set_network(&mut self, bytes: Option<&[u8]>) -> Result<(), WeightsError>;

    /// Changes the parameters of the search, or of the planner and its search: those not in `text` get their
    /// defaults. Waits for a search under way.
    ///
    /// # Errors
    /// If a line of `text` sets no parameter of either.
    fn set_params(&mut self, text: &str) -> Result<(), ParamsError>;

    /// Prepares the next search, unless one is under way: creates the searcher and its threads and has the
    /// system map the memory of the tables, so that the search begins at once.
    fn prepare(&self);

    /// Clears the tables of the search: at once, or before the next one if one is under way.
    fn clear(&mut self);

    /// Sets the score of the present position, for the player to move, in later searches that reach it with
    /// at most `depth` plies left (CECP's `setscore`).
    fn assume(&mut self, score: Score, depth: u32);

    /// Starts a search on a thread of its own, which waits for an earlier one to end. `listener` is
    /// called on that thread: for every principal variation found and, exactly once and last, for the
    /// result.
    ///
    /// # Errors
    /// If a turn named by the request is not legal, or the system cannot create a thread.
    fn start_search(
        &self,
        request: &SearchRequest,
        listener: Box<dyn FnMut(SearchEvent) + Send>,
    ) -> Result<RunningSearch, SearchError>;

    /// How far the search under way has come at its root; `None` where turns are not searched.
    fn root_progress(&self) -> Option<RootProgress> {
        None
    }

    /// Runs a search to its end and gives its result. `stop` ends it early, with what it has found so
    /// far.
    ///
    /// # Errors
    /// If a turn named by the request is not legal, or the search is still running at the `deadline`;
    /// it is stopped then, but not waited for.
    fn search_blocking(
        &self,
        request: &SearchRequest,
        stop: &StopToken,
        deadline: Option<Instant>,
    ) -> Result<SearchResult<String>, SearchError> {
        let (sender, results) = mpsc::channel();
        let listener = Box::new(move |event| {
            if let SearchEvent::Result(result) = event {
                // This fails only after the deadline, when the result is not needed any more.
                sender.send(result).ok();
            }
        });
        self.start_search(request, listener)?
            .wait(&results, stop, deadline)
    }

    /// An independent copy of the game in progress, with the same settings, weights and parameters
    /// and without the tables of the search, which its first search allocates. It does not wait for a search
    /// under way.
    fn fork(&self) -> Box<dyn Session>;
}

/// What a piece is worth in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceValue {
    /// Whose piece it is.
    pub color: Color,
    /// The piece: the letter that position texts write, or a word where they have none.
    pub piece: String,
    /// Where it stands.
    pub square: Coord,
    /// By how much the static evaluation is worse for its owner without it.
    pub value: Score,
}

/// A static evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Its parts.
    pub terms: Vec<Term>,
    /// The whole in centipawns, for the player to move.
    pub total: Score,
}

impl Evaluation {
    /// The terms as rows of a table: name, value for White, value for Black.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        let row = |term: &Term| format!("{:24} {:>8.1} {:>8.1}", term.name, term.white, term.black);
        self.terms.iter().map(row)
    }
}
