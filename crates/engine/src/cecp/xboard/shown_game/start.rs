//! The start of `XBoard`'s game: a pass if Black is to move, and restarts before it is too long.

use jabberwock_game::Color;

use super::{Opening, ShownGame};
use crate::{
    cecp::xboard::{
        plan::plan,
        ply::{Ply, Relayed},
    },
    session::Session,
};

/// The number of plies after which `XBoard`'s game is restarted. `XBoard` itself ends it at 1,000;
/// until the first engine is to move again there may be two turns, and plies that are taken back.
const MAX_PLIES: usize = 900;

/// The steps of a restart of `XBoard`'s game: plies are taken back, the board is set up, plies are
/// sent.
#[derive(Clone, Debug)]
pub(in crate::cecp) struct FreshStart {
    /// The number of plies to be taken back.
    pub(in crate::cecp) take_back: usize,
    /// The plies to be sent afterwards.
    pub(in crate::cecp) plies: Vec<String>,
    /// The plies as the other engine receives them.
    relayed: Vec<Relayed>,
}

impl ShownGame {
    /// Returns the line by which the first engine sends `XBoard` the board and its pieces.
    pub(in crate::cecp) fn setup(&self) -> String {
        self.layout.setup(&self.start)
    }

    /// Returns an empty board of another size: `XBoard` ignores a second line of the same size.
    pub(in crate::cecp) fn other_setup(&self) -> String {
        self.layout.other_setup()
    }

    /// Begins a game that was sent to `XBoard` by [`ShownGame::setup`], which cannot make Black
    /// move first.
    pub(in crate::cecp) fn begin_with_white(&mut self) {
        if self.start.side == Color::Black {
            self.opening = Opening::Due;
        }
    }

    /// Whether Black is to move at the start, and White has not passed yet.
    pub(in crate::cecp) fn is_pass_due(&self) -> bool {
        self.opening == Opening::Due
    }

    /// Makes White pass before the first turn if that is due; returns the ply.
    pub(in crate::cecp) fn pass_first(&mut self) -> Option<String> {
        if self.opening != Opening::Due {
            return None;
        }
        self.opening = Opening::Passed;
        Some(Ply::Pass.text(self.size()))
    }

    /// Whether the game is so long that it must be restarted. Impossible if `XBoard` itself began
    /// with Black: then its first ply has number 1, and it accepts a board only at number 0.
    pub(in crate::cecp) fn is_too_long(&self) -> bool {
        let is_of_black = self.opening == Opening::Plain && self.start.side == Color::Black;
        self.plies() >= MAX_PLIES && !self.is_within_turn() && !is_of_black
    }

    /// Restarts `XBoard`'s game from the current board, on which no turn is unfinished; from the
    /// board before the last turn if that can be refused, since a refusal takes its plies back.
    ///
    /// Both engines do this at the same position, and find the same plies.
    pub(in crate::cecp) fn restart(&mut self, session: &dyn Session) -> FreshStart {
        let take_back = self.plies();
        let is_refusable = self
            .table(session)
            .codes()
            .iter()
            .any(|code| code.is_refusal);
        let last = self.done.checked_sub(1).filter(|_| is_refusable);
        let target = self.board().squares.clone();
        self.base = last.unwrap_or(self.done);
        let mut made = self.turns[..self.base].iter().rev();
        let board = made.find_map(|shown| shown.boards.last());
        if let Some(board) = board {
            self.start.squares.clone_from(&board.squares);
            self.start.side = board.side;
        }
        self.start.advanced = None;
        self.turns.truncate(self.done);
        for shown in &mut self.turns {
            shown.plies.clear();
            shown.boards.clear();
        }
        self.clear_position();
        self.opening = Opening::Plain;
        self.begin_with_white();
        let mut plies: Vec<String> = self.pass_first().into_iter().collect();
        let mut relayed = vec![Relayed::Whole(Ply::Pass); plies.len()];
        if let Some(last) = last {
            let kept = plan(&self.layout.rules, &self.start, &target);
            plies.extend(kept.iter().map(|ply| ply.text(self.size())));
            let turn = self.turns[last].turn.clone();
            let (shown, received) = self.show(&self.start, &turn, &kept);
            relayed.extend(received);
            self.turns[last] = shown;
        }
        FreshStart {
            take_back,
            plies,
            relayed,
        }
    }

    /// Expects the plies of `fresh` from the other engine; they change nothing here.
    pub(in crate::cecp) fn expect(&mut self, fresh: FreshStart) {
        self.expected = fresh.relayed.into();
    }
}
