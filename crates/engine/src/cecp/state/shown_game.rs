//! The game on `XBoard`'s board: its start, positions sent by `XBoard`, and taking back.

use jabberwock_game::Color;

use super::{Mode, State, game::UNFINISHED, gui::Seat, start_position::PlayerToMove, xboard::PASS};
use crate::cecp::{
    rejection::Rejection,
    reply::Reply,
    xboard::{ShownGame, Steps},
};

impl State {
    /// Begins to show the game from its current position; the previous game is dropped.
    pub(super) fn lay_board(&mut self) {
        self.gui.shown_game = if self.uses_plies() {
            ShownGame::new(self.session.as_ref())
        } else {
            None
        };
    }

    /// Begins to show a game of another variant.
    pub(super) fn set_up_board(&mut self) {
        self.gui.seat = Seat::First;
        self.lay_board();
        if let Some(shown) = &mut self.gui.shown_game {
            shown.begin_with_white();
            let setup = shown.setup();
            self.print(Reply::Gui(setup));
        }
        self.gui.is_floor_marked = false;
        self.highlight_floor();
    }

    /// Shows a position other than the one that was set up, before the first ply.
    pub(super) fn set_up_board_again(&mut self) {
        // XBoard reads no board after the first ply.
        let plies = self.gui.shown_game.as_ref().map_or(0, ShownGame::plies);
        self.take_plies_back(plies, "another start");
        self.lay_board();
        if let Some(shown) = &mut self.gui.shown_game {
            shown.begin_with_white();
        }
        self.print_setup();
        self.highlight_floor();
    }

    /// Prints the lines that replace the board before the first ply.
    fn print_setup(&mut self) {
        if let Some(shown) = &self.gui.shown_game {
            for setup in [shown.other_setup(), shown.setup()] {
                self.print(Reply::Gui(setup));
            }
        }
        self.gui.is_floor_marked = false;
    }

    /// Whether Black is to move at the start, and White has not passed yet.
    pub(super) fn is_pass_due(&self) -> bool {
        let shown = self.gui.shown_game.as_ref();
        shown.is_some_and(ShownGame::is_pass_due)
    }

    /// Makes White pass before the first turn, if Black is to move in the first position. No ping
    /// may be pending: `XBoard` drops moves that are sent before the pong.
    pub(super) fn pass_first(&mut self) -> bool {
        let pass = self.gui.shown_game.as_mut().and_then(ShownGame::pass_first);
        let has_passed = pass.is_some();
        if let Some(pass) = pass {
            self.print(Reply::Turn(pass));
        }
        has_passed
    }

    /// Whether the other engine's turn has begun and `XBoard` takes its first ply for a whole turn:
    /// after the second ply of a game it starts the engine that is then to move.
    pub(super) fn is_turn_under_way(&self) -> bool {
        let shown = self.gui.shown_game.as_ref();
        self.gui.against_engine && shown.is_some_and(ShownGame::is_opponent_to_move)
    }

    /// Handles the first ply of a game in which Black is to move: White's pass.
    pub(super) fn first_pass(&mut self, text: &str) -> Result<(), Rejection> {
        if text != PASS {
            return Err(Rejection::Turn("Black is to move".to_owned()));
        }
        if let Some(shown) = &mut self.gui.shown_game {
            shown.pass_first();
        }
        self.start_mode_search();
        Ok(())
    }

    /// Handles `setboard` of `XBoard`: a position of the game, or a new one.
    pub(super) fn set_board(&mut self, text: &str) -> Result<(), Rejection> {
        let Some(shown) = &mut self.gui.shown_game else {
            return self.set_position(text);
        };
        let is_untouched = shown.is_untouched();
        let Some(Steps { back, on }) = shown.go_to(text) else {
            return self.set_new_board(text);
        };
        if is_untouched && self.gui.seat == Seat::First {
            self.gui.seat = Seat::Second;
        }
        self.before_change();
        self.abandon_search();
        for _ in 0..back {
            self.session.undo();
        }
        for turn in on {
            self.session.play(&turn)?;
        }
        self.is_position_refused = false;
        self.on_new_position();
        self.restart_analysis();
        self.highlight_floor();
        Ok(())
    }

    /// Handles `setboard` with a position that is not one of the game: edited by a person, or
    /// loaded.
    fn set_new_board(&mut self, text: &str) -> Result<(), Rejection> {
        let Some(shown) = self.gui.shown_game.as_ref() else {
            return self.set_position(text);
        };
        if shown.is_within_turn() {
            self.refuse_position();
            return Err(Rejection::Position(UNFINISHED.to_owned()));
        }
        let entry = self.session.entry();
        let is_native = |text: &str| entry.accept(PlayerToMove(text)).is_ok();
        match shown.native_text(text, is_native) {
            None => {
                self.set_position(text)?;
                self.lay_board();
                self.highlight_floor();
            }
            Some(Ok(native)) => {
                self.set_position(&native)?;
                self.lay_board();
                // XBoard may have drawn the board of `variant` over one that it had loaded from a
                // file. It lets Black begin by itself, and ignores `setup` then.
                if self.session.turn() == Color::White {
                    self.print_setup();
                }
                self.highlight_floor();
            }
            Some(Err(missing)) => {
                self.record_unfinished("new position");
                self.refuse_position();
                return Err(Rejection::Position(missing));
            }
        }
        self.gui.seat = Seat::Unknown;
        Ok(())
    }

    /// Handles `undo` and `remove`: `XBoard` has taken `count` plies back. If `whole`, the engine
    /// takes the rest of the last turn of each player back.
    pub(super) fn take_plies(&mut self, count: usize, whole: bool) -> Result<(), Rejection> {
        let Some(shown) = &mut self.gui.shown_game else {
            return self.take_back(count);
        };
        let begins_within = shown.is_within_turn();
        let no_move = || Rejection::Command("no move to take back".to_owned());
        let mut turns = shown.back(count).ok_or_else(no_move)?;
        let mut rest = 0;
        if whole {
            let wanted = if begins_within && turns == 0 { 0 } else { 2 };
            rest += shown.drop_unfinished();
            while (turns < wanted || turns % 2 == 1)
                && let Some((more, plies)) = shown.back_turn()
            {
                turns += more;
                rest += plies;
            }
            shown.clear_line();
        }
        // The squares of the rest of the turn are still marked.
        self.gui.is_floor_marked |= begins_within && !shown.is_within_turn();
        self.take_plies_back(rest, "taken back");
        self.go_back(turns);
        self.highlight_floor();
        if whole && matches!(self.mode, Mode::Play(_)) {
            // If it is not a person's turn, the engine makes its own again.
            self.pass_first();
            self.start_mode_search();
        }
        Ok(())
    }

    /// Marks objects on the floor under pieces, for a person, and removes the marks of the previous
    /// position.
    pub(super) fn highlight_floor(&mut self) {
        let Some(shown) = self
            .gui
            .shown_game
            .as_ref()
            .filter(|_| !self.gui.against_engine)
        else {
            return;
        };
        let line = shown.highlight_floor(self.session.as_ref());
        let was_marked = std::mem::replace(&mut self.gui.is_floor_marked, line.is_some());
        let empty = || was_marked.then(|| shown.no_highlight(self.session.as_ref()));
        if let Some(line) = line.or_else(empty) {
            self.print(Reply::Gui(line));
        }
    }

    /// Restarts `XBoard`'s game from the current board before the game becomes too long for it.
    ///
    /// Both engines do this at the same time, when the first one is to move, so no ply can come in
    /// between. `XBoard` uses only the first engine's lines.
    pub(super) fn restart_if_long(&mut self) {
        let Mode::Play(color) = self.mode else {
            return;
        };
        let is_first = match self.gui.seat {
            Seat::First => true,
            _ if !self.gui.against_engine => true,
            Seat::Second => false,
            Seat::Unknown => return,
        };
        let is_to_move = color == self.session.turn();
        let shown = self
            .gui
            .shown_game
            .as_mut()
            .filter(|shown| shown.is_too_long());
        let Some(shown) = shown.filter(|_| is_to_move == is_first) else {
            return;
        };
        if self.session.outcome().is_some() {
            return;
        }
        let fresh = shown.restart(self.session.as_ref());
        if !is_first {
            shown.expect(fresh);
            return;
        }
        self.take_plies_back(fresh.take_back, "a new start");
        self.print_setup();
        for ply in fresh.plies {
            self.print(Reply::Turn(ply));
        }
        self.highlight_floor();
    }
}
