//! The state of a CECP session, without its input, output and threads.
//!
//! [`State::handle`] (`state/commands.rs`) and [`State::on_event`] (`state/search.rs`) return
//! [`Effect`]s, which the owner of the state carries out. Every rule of the protocol can thus be
//! tested without a process or a search.

mod analyze;
mod commands;
mod deferred;
mod game;
mod gui;
mod records;
mod search;
mod shown_game;
mod start_position;
#[cfg(test)]
mod tests;
mod xboard;

use std::time::Instant;

use jabberwock_game::{Color, Score};
use jabberwock_search::{Limits, SearchInfo, SearchResult};
use jabberwock_variants::NORMAL;

use super::{clock::EngineClock, reply::Reply, selection::TurnSelection};
use crate::{
    open::open,
    options::Options,
    records::GameRecord,
    session::{SearchRequest, Session},
};

/// An action requested by the state machine.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Effect {
    /// Print it.
    Print(Reply),
    /// Start this search in place of any other; its events carry this number.
    StartSearch(u64, SearchRequest),
    /// Stop the running search; its result is needed.
    StopSearch,
    /// Stop the running search; its result is not needed.
    AbandonSearch,
    /// Signal the ponder hit to the running search.
    PonderHit,
    /// Append this game to the file of `--record`.
    Record(GameRecord),
    /// End the session.
    Quit,
}

/// The player for whom the engine makes turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Neither player's.
    Force,
    /// This player's.
    Play(Color),
    /// Neither player's; the position on the board is analyzed.
    Analyze,
}

/// The purpose of a search.
#[derive(Clone, Debug, PartialEq)]
enum Purpose {
    /// To make a turn.
    Move,
    /// To ponder on a turn of the opponent.
    Ponder {
        /// The expected turn.
        reply: String,
        /// The result, if the search has ended before the opponent has moved.
        result: Option<SearchResult<String>>,
    },
    /// To show search info.
    Analyze,
    /// To suggest a turn to the player.
    Hint,
}

/// A running search, or a finished one whose result is still needed.
#[derive(Clone, Debug)]
struct ActiveSearch {
    number: u64,
    purpose: Purpose,
    started: Instant,
    /// Nodes searched before `started`, in the opponent's time.
    nodes_before: u64,
    limits: Limits,
    /// The latest info about the best line.
    latest: Option<SearchInfo<String>>,
    /// The best line of several, while the others of its iteration are shown: `XBoard` takes the
    /// last line of a depth as the engine's evaluation.
    kept_line: Option<SearchInfo<String>>,
    /// Whether a line was shown since the search became one for the engine's turn.
    is_line_shown: bool,
}

impl ActiveSearch {
    /// The nodes searched, as far as its lines tell.
    fn nodes_known(&self) -> u64 {
        self.latest.as_ref().map_or(0, |latest| latest.nodes)
    }
}

/// A CECP session.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent of each other")]
pub(super) struct State {
    session: Box<dyn Session>,
    /// Whether the client's latest position was rejected: the client then shows another position
    /// than the session's, and nothing is played or searched until both agree again.
    is_position_refused: bool,
    mode: Mode,
    /// Whether no turn was made, other than in an analysis, since the last record of a game.
    is_recorded: bool,
    options: Options,
    clock: EngineClock,
    /// Whether search info is shown.
    posting: bool,
    /// Whether the engine may search in the opponent's time.
    pondering: bool,
    search: Option<ActiveSearch>,
    /// The number of the latest search.
    last_search: u64,
    /// Pings that wait for the engine's move.
    pings: Vec<u64>,
    /// The turns that a search considers.
    selection: TurnSelection,
    /// `Some` between `pause` and `resume`: whether `resume` is to start a search.
    paused: Option<bool>,
    /// The expected reply to the engine's last turn.
    expected: Option<String>,
    /// The score of the engine's last turn.
    last_score: Option<Score>,
    /// The number of consecutive latest turns of the engine with a lost score.
    lost_turns: u32,
    /// The client's state, and the game on its board.
    gui: gui::Gui,
    effects: Vec<Effect>,
}

impl State {
    /// Creates a new game of orthodox chess, with the engine playing Black.
    pub(super) fn new() -> State {
        State {
            session: open(NORMAL).expect("orthodox chess is in the registry"),
            is_position_refused: false,
            is_recorded: true,
            mode: Mode::Play(Color::Black),
            options: Options::default(),
            clock: EngineClock::default(),
            posting: false,
            pondering: false,
            search: None,
            last_search: 0,
            pings: Vec::new(),
            selection: TurnSelection::default(),
            paused: None,
            expected: None,
            last_score: None,
            lost_turns: 0,
            gui: gui::Gui::default(),
            effects: Vec::new(),
        }
    }

    /// Returns the game in progress.
    pub(super) fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    fn print(&mut self, reply: Reply) {
        self.effects.push(Effect::Print(reply));
    }
}
