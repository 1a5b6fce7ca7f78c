//! Games on the board of `XBoard`: its plies in place of turns.

use super::{State, gui::Seat};
use crate::{
    cecp::{
        command::Touch,
        rejection::Rejection,
        reply::Reply,
        variant_name::cecp_turn,
        xboard::{Answer, PlyReading, Touched},
    },
    options::TurnEncoding,
};

/// A feature that `XBoard` rejects and other clients ignore.
pub(super) const UNKNOWN_FEATURE: &str = "extmoves";

/// The reason sent for plies that a refusal takes back. `XBoard` ignores lines with certain words.
pub(super) const DENIED: &str = "denied";

/// The ply of a player who passes.
pub(super) const PASS: &str = "@@@@";

/// Maximum number of squares from which a piece is lifted in one ply.
const LONGEST_PATH: usize = 3;

/// The reason sent for a ply that begins no turn.
const NO_TURN: &str = "fits no legal turn";

impl State {
    /// Handles `rejected`.
    pub(super) fn on_rejected(&mut self, feature: &str) {
        if feature == UNKNOWN_FEATURE {
            self.gui.is_xboard = true;
            self.lay_board();
            self.print(Reply::ShownVariants);
            self.read_deferred_game();
        }
    }

    /// Handles `computer`.
    pub(super) fn on_computer(&mut self) {
        self.gui.against_engine = true;
    }

    /// Whether turns are sent as plies of `XBoard`.
    pub(super) fn uses_plies(&self) -> bool {
        match self.options.turn_encoding {
            TurnEncoding::Auto => self.gui.is_xboard,
            TurnEncoding::Native => false,
            TurnEncoding::XBoard => true,
        }
    }

    /// Applies a change of the option `Turn Encoding`.
    pub(super) fn change_encoding(&mut self) {
        let is_shown = self.gui.shown_game.is_some();
        if is_shown != (self.uses_plies() && self.session.entry().xboard.is_some()) {
            self.lay_board();
        }
    }

    /// Handles `lift`, `put` and `hover`: marks the possible targets of the piece, and sends the
    /// promotions there.
    pub(super) fn on_touch(&mut self, touch: Touch, square: &str) {
        let may_move = self.check_user_may_move().is_ok();
        // XBoard sends mouse actions only if a person is playing.
        if may_move && self.pass_first() {
            self.start_mode_search();
        }
        let Some(shown) = &mut self.gui.shown_game else {
            return;
        };
        let square = shown.square(square);
        let path = self.gui.path.clone();
        let touched = match touch {
            Touch::Hover => Touched::Hover(path, square),
            Touch::Put => {
                let was_lifted = std::mem::take(&mut self.gui.is_lifted);
                self.gui.put = square.filter(|_| was_lifted);
                Touched::Put(path, square)
            }
            Touch::Lift => {
                let goes_on = self.gui.put.take().is_some_and(|put| Some(put) == square);
                if !goes_on || path.len() >= LONGEST_PATH {
                    self.gui.path.clear();
                }
                self.gui.path.push(square);
                self.gui.is_lifted = true;
                Touched::Lift(self.gui.path.clone())
            }
        };
        let line = if may_move {
            shown.answer_touch(self.session.as_ref(), touched)
        } else if touch == Touch::Lift {
            Some(shown.no_highlight(self.session.as_ref()))
        } else {
            None
        };
        if let Some(line) = line {
            self.print(Reply::Gui(line));
        }
    }

    /// Rejects a game that `XBoard` cannot show; returns whether it was rejected.
    pub(super) fn refuse_unshown(&mut self, name: &str) -> bool {
        let entry = match jabberwock_variants::find(name) {
            Ok(entry) if self.uses_plies() => entry,
            _ => return false,
        };
        if entry.is_shown_by_xboard() {
            return false;
        }
        self.print(Reply::Gui(format!(
            "tellusererror XBoard cannot show {}: play it over UCI, or see jabberwock --help",
            entry.name
        )));
        self.refuse_position();
        true
    }

    /// Resets the opponent at the start of a new game; `computer` may follow.
    pub(super) fn reset_opponent(&mut self) {
        self.gui.against_engine = false;
    }

    /// Handles `usermove`: a turn, or a ply of `XBoard`.
    pub(super) fn user_move(&mut self, text: &str) -> Result<(), Rejection> {
        if self.gui.shown_game.is_none() {
            return self.user_turn(text);
        }
        self.check_user_may_move()?;
        if self.is_pass_due() {
            return self.first_pass(text);
        }
        if self.is_entered_by_person() && !self.continues_line(text) {
            return self.on_gesture(text);
        }
        let reading = match &mut self.gui.shown_game {
            Some(shown) => shown.receive(self.session.as_ref(), text),
            None => PlyReading::Nothing,
        };
        if reading == PlyReading::Nothing {
            self.drop_unfinished_turn(NO_TURN);
            return Err(Rejection::Turn(NO_TURN.to_owned()));
        }
        self.apply_reading(reading)
    }

    /// Whether plies are entered by a person, so that they may lack a part of the turn. The second
    /// engine only follows a game: it receives all plies, including those before `computer` if it
    /// joins a game in progress.
    fn is_entered_by_person(&self) -> bool {
        let is_follower = match self.gui.seat {
            Seat::First => false,
            Seat::Second => true,
            // Only the first engine receives `lift`, when a person lifts a piece.
            Seat::Unknown => self.gui.path.is_empty(),
        };
        !self.gui.against_engine && !is_follower
    }

    /// Makes the turn that plies complete, if they do.
    fn apply_reading(&mut self, reading: PlyReading) -> Result<(), Rejection> {
        match reading {
            PlyReading::Beginning | PlyReading::Nothing => Ok(()),
            PlyReading::Turn(turn) => self.user_turn(&turn),
            PlyReading::Refusal(turn, plies) => self.user_refusal(&turn, plies),
        }
    }

    /// Whether a ply is the next one of those that `XBoard` stepped back over.
    fn continues_line(&self, text: &str) -> bool {
        let shown = self.gui.shown_game.as_ref();
        shown.is_some_and(|shown| shown.continues_line(text))
    }

    /// Handles a person's ply: sends the rest of the turn, or the list of turns to choose from.
    fn on_gesture(&mut self, text: &str) -> Result<(), Rejection> {
        self.gui.asked.clear();
        let path = std::mem::take(&mut self.gui.path);
        self.gui.put = None;
        let shown = self.gui.shown_game.as_mut();
        let answer = shown.and_then(|shown| shown.gesture(self.session.as_ref(), text, &path));
        let Some(answer) = answer else {
            return Err(Rejection::Turn(NO_TURN.to_owned()));
        };
        let Answer {
            take_back,
            plies,
            reading,
            choice,
        } = answer;
        self.take_plies_back(take_back, "sent again");
        for ply in plies {
            self.print(Reply::Turn(ply));
        }
        if reading != PlyReading::Beginning {
            return self.apply_reading(reading);
        }
        if choice.is_empty() {
            self.highlight_next();
        } else {
            self.print(Reply::Ask(choice.clone()));
            self.gui.asked = choice;
        }
        Ok(())
    }

    /// Handles `answer`: the number or the text of an offered turn.
    pub(super) fn on_answer(&mut self, text: &str) -> Result<(), Rejection> {
        let text = text.trim();
        let asked = &self.gui.asked;
        let numbered = text
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1));
        let turn = numbered
            .and_then(|index| asked.get(index))
            .or_else(|| asked.iter().find(|turn| *turn == text));
        let no_choice = || Rejection::Command("not one of the turns asked for".to_owned());
        let turn = turn.cloned().ok_or_else(no_choice)?;
        self.check_user_may_move()?;
        self.gui.asked.clear();
        let Some(shown) = &mut self.gui.shown_game else {
            return Ok(());
        };
        let burst = shown.encode(self.session.as_ref(), &turn);
        for ply in burst.plies {
            self.print(Reply::Turn(ply));
        }
        self.user_turn(&turn)
    }

    /// Suggests a turn. `XBoard` reads `Hint:` as a move in its own notation.
    pub(super) fn print_hint(&mut self, turn: String) {
        let reply = match self.gui.shown_game {
            Some(_) => Reply::Gui(format!("telluser Hint: {turn}")),
            None => Reply::Hint(cecp_turn(self.session.as_ref(), turn)),
        };
        self.print(reply);
    }

    /// Marks the possible targets of the second part of a turn.
    fn highlight_next(&mut self) {
        if let Some(shown) = &mut self.gui.shown_game {
            let line = shown.highlight_next(self.session.as_ref());
            self.print(Reply::Gui(line));
        }
    }

    /// Makes `XBoard` take `count` plies back.
    pub(super) fn take_plies_back(&mut self, count: usize, reason: &str) {
        for rejection in take_backs(count, reason) {
            self.print(rejection);
        }
    }

    /// Takes back the plies of an unfinished turn.
    pub(super) fn drop_unfinished_turn(&mut self, reason: &str) {
        if let Some(shown) = &mut self.gui.shown_game {
            let count = shown.drop_unfinished();
            self.take_plies_back(count, reason);
        }
    }

    /// Returns the lines that announce the engine's `turn`, which is made next, and the number of
    /// plies that the engine takes back if the turn is a refusal that ends the game.
    ///
    /// In all other games of two engines, the one that is refused takes them back. Here they must
    /// be removed before the result, which both engines claim.
    pub(super) fn announcement(&mut self, turn: &str) -> (Vec<Reply>, usize) {
        let Some(shown) = &mut self.gui.shown_game else {
            let turn = cecp_turn(self.session.as_ref(), turn.to_owned());
            return (vec![Reply::Turn(turn)], 0);
        };
        let burst = shown.encode(self.session.as_ref(), turn);
        match burst.refused {
            Some(plies) if !self.gui.against_engine => (take_backs(plies, DENIED).collect(), 0),
            refused => {
                let taken = refused.map_or(0, |plies| plies + burst.plies.len());
                (burst.plies.into_iter().map(Reply::Turn).collect(), taken)
            }
        }
    }

    /// Takes back the `plies` of a refusal and of the engine's turn that it refuses, unless the
    /// other engine does.
    pub(super) fn take_refused_back(&mut self, plies: usize) {
        let is_done = self.gui.against_engine && self.session.outcome().is_some();
        if !is_done {
            self.take_plies_back(plies, DENIED);
        }
    }
}

/// Returns the lines that make `XBoard` take `count` plies back.
fn take_backs(count: usize, reason: &str) -> impl Iterator<Item = Reply> {
    let rejection = Reply::IllegalTurn {
        reason: reason.to_owned(),
        text: PASS.to_owned(),
    };
    std::iter::repeat_n(rejection, count)
}
