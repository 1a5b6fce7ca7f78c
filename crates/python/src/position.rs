//! `Position`: a position and the turns that led to it.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
};

use jabberwock_engine::{ListedTurns, Session, Survey, TooDeepToCount, open};
use jabberwock_game::{DrawStyle, perft::MAX_DEPTH};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    arguments::{Integer, Turns, ranged, refused},
    count,
    game::{Game, entry_of},
    interrupt::interruptible,
    outcome::{Outcome, player},
    pickle::{Reduced, reduced},
};

/// The text that stands for the start of every game.
const START: &str = "startpos";

/// A position of a game, with the turns that led to it: `Position("hop", turns="e2e4 g8f6@d5")`.
///
/// It begins from the position `text`, or from the start of the game, and makes `turns`: a list of
/// turns, or a text in which they are separated by blanks. `ValueError` if there is no such game, or the
/// text or a turn is refused.
///
/// Positions do not change. `play` gives the position after a turn, which knows the positions before it,
/// so that repetitions end games. Positions are equal if they are of the same game and have the same
/// text; they may be used as keys, copied and pickled.
#[pyclass(frozen, module = "jabberwock")]
#[derive(Debug)]
pub(crate) struct Position(Arc<dyn Session>);

impl Position {
    /// The game in progress.
    pub(crate) fn session(&self) -> &dyn Session {
        self.0.as_ref()
    }

    fn listed(&self) -> PyResult<&dyn ListedTurns> {
        self.0.listed_turns().ok_or_else(|| {
            refused(
                "the turns of this game are too many to be listed: boards() and mega_moves() have \
                 their parts, count() has their number",
            )
        })
    }

    /// Returns the parts of turns of a game of games.
    fn survey(&self, py: Python<'_>) -> PyResult<Survey> {
        if self.0.listed_turns().is_some() {
            return Err(refused("only games of games have boards"));
        }
        let session = Arc::clone(&self.0);
        Ok(interruptible(py, move |_| session.survey())?.unwrap_or_default())
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text = "startpos", turns = None))]
    fn new(game: &Bound<'_, PyAny>, text: &str, turns: Option<Turns>) -> PyResult<Position> {
        let mut session = open(entry_of(game)?.name).map_err(refused)?;
        if text.trim() != START {
            session.set_position(text).map_err(refused)?;
        }
        for turn in turns.unwrap_or_default().0 {
            session.play(&turn).map_err(refused)?;
        }
        Ok(Position(session.into()))
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.0.entry())
    }

    /// The position as text, in the canonical form.
    #[getter]
    fn text(&self) -> String {
        self.0.position()
    }

    /// The hash key of the position, 64 bits: the same for positions that count as the same for
    /// repetition, whatever their counters. It may change with the version of the package.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key().0
    }

    /// `white` or `black`.
    #[getter]
    fn to_move(&self) -> &'static str {
        player(self.0.turn())
    }

    /// The text of the position that the game began from.
    #[getter]
    fn origin(&self) -> String {
        self.0.origin()
    }

    /// The turns made since `origin`.
    #[getter]
    fn played(&self) -> Vec<&str> {
        self.0.turns()
    }

    /// The position before the last turn; `None` if no turn was made.
    #[getter]
    fn previous(&self) -> Option<Position> {
        let mut session = self.0.fork();
        session.undo()?;
        Some(Position(session.into()))
    }

    /// The legal turns, sorted.
    ///
    /// `ValueError` in games of games, in which they are too many to be listed.
    fn turns(&self) -> PyResult<Vec<String>> {
        self.listed()?.legal_turns().map_err(refused)
    }

    /// The number of legal turns, however large.
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(listed) = self.0.listed_turns() {
            return Ok(listed.perft(1, true).into_pyobject(py)?.into_any());
        }
        match self.survey(py)?.count {
            Some(digits) => count::int(py, &digits),
            None => Err(refused("the number of legal turns has too many digits")),
        }
    }

    /// In a game of games, the turns on each board that may be played on, by the name of the board
    /// (`a1`, or `a1/b2` for one on the board of a1). A turn of the game is put together of them:
    /// `{a1=e2e4;b1=g1f3;...}`.
    ///
    /// `ValueError` in other games.
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let boards = PyDict::new(py);
        for (place, turns) in self.survey(py)?.boards {
            boards.set_item(place, turns)?;
        }
        Ok(boards)
    }

    /// In a game of games, the turns that move a piece of the outer board, sorted.
    ///
    /// `ValueError` in other games.
    fn mega_moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.survey(py)?.moves)
    }

    /// The position after a turn. This one does not change.
    ///
    /// `ValueError` if the turn is not legal.
    fn play(&self, turn: &str) -> PyResult<Position> {
        let mut session = self.0.fork();
        session.play(turn).map_err(refused)?;
        Ok(Position(session.into()))
    }

    /// A legal turn in its canonical form.
    ///
    /// `ValueError` if the turn is not legal.
    fn read_turn(&self, turn: &str) -> PyResult<String> {
        self.0.read_turn(turn).map_err(refused)
    }

    /// Whether the player to move is in check.
    fn is_check(&self) -> bool {
        self.0.is_check()
    }

    /// The outcome of the game, draws by repetition and by count included; `None` if it goes on.
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(Outcome::from)
    }

    /// The number of sequences of `depth` turns, from 0 to 64. Draws by repetition and by count do not
    /// end them. Ctrl-C ends the counting.
    ///
    /// `ValueError` in games of games if the turns are too many to be made one by one, or at depth 1, which is
    /// counted at once, if their number has too many digits.
    fn perft<'py>(&self, py: Python<'py>, depth: Integer) -> PyResult<Bound<'py, PyAny>> {
        let depth = ranged("depth", depth, &(0..=MAX_DEPTH))?;
        let session = Arc::clone(&self.0);
        let digits = interruptible(py, move |stop| match session.listed_turns() {
            Some(listed) => listed
                .perft_until(depth, stop)
                .map(|count| count.to_string()),
            None => session.perft_text(depth, stop),
        })?;
        let digits = digits.ok_or_else(|| refused(TooDeepToCount(depth)))?;
        count::int(py, &digits)
    }

    /// The board drawn for people, White below unless it is to `flip`, with letters or with the symbols
    /// of `unicode`. In a game of games `board` names a board, like `a1`.
    #[pyo3(signature = (*, unicode = false, flip = false, board = ""))]
    fn draw(&self, unicode: bool, flip: bool, board: &str) -> PyResult<String> {
        let style = DrawStyle {
            unicode,
            flip,
            ..DrawStyle::default()
        };
        let scene = self.0.scene(board).map_err(refused)?;
        Ok(scene.draw_in(style))
    }

    fn __eq__(&self, other: &Position) -> bool {
        let (one, other) = (&self.0, &other.0);
        one.entry().name == other.entry().name && one.position() == other.position()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.0.entry().name, self.0.position()).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> PyResult<String> {
        self.draw(false, false, "")
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.0.entry().name, self.text())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let session = &slf.get().0;
        let arguments = (session.entry().name, session.origin(), session.turns());
        reduced(slf, arguments)
    }
}
