//! The game on `XBoard`'s board: its turns as plies, and an incomplete turn.

mod navigation;
mod start;

use std::collections::VecDeque;

use super::{
    board::Board,
    code::{Code, CodeTable, Reading},
    layout::Layout,
    ply::{Ply, Received, Relayed},
    square::{Size, Square},
    touched::Answers,
};
use crate::session::Session;

pub(in crate::cecp) use navigation::Steps;

/// A game on `XBoard`'s board.
#[derive(Debug)]
pub(in crate::cecp) struct ShownGame {
    layout: Layout,
    /// The board before the first ply.
    start: Board,
    /// The pass before the first turn.
    opening: Opening,
    /// The number of `turns` made before `start`: `XBoard`'s game was restarted since.
    base: usize,
    /// The turns of the game, including those after the current position that were stepped back
    /// over.
    turns: Vec<ShownTurn>,
    /// The number of `turns` made in the current position.
    done: usize,
    /// The plies received of an incomplete turn.
    received: Vec<Received>,
    /// Plies with which the other engine restarts the game.
    expected: VecDeque<Relayed>,
    /// The codes of the legal turns, built on first use in a position.
    table: Option<CodeTable>,
    /// The answers to a person's mouse actions since the board changed.
    answers: Answers,
}

/// The pass at the beginning of `XBoard`'s game. It lets White move first in every position that it
/// is given by `setup`; if Black is to move, White passes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    /// The first ply is the first turn's.
    Plain,
    /// White has not passed yet.
    Due,
    /// White has passed.
    Passed,
}

/// A turn and its plies on `XBoard`'s board. A refused turn and its refusal have none.
#[derive(Clone, Debug)]
struct ShownTurn {
    turn: String,
    plies: Vec<Received>,
    /// The board after each ply.
    boards: Vec<Board>,
    /// Whether it refuses the turn before it.
    is_refusal: bool,
}

impl ShownTurn {
    fn without_plies(turn: &str) -> ShownTurn {
        ShownTurn {
            turn: turn.to_owned(),
            plies: Vec::new(),
            boards: Vec::new(),
            is_refusal: false,
        }
    }
}

/// The plies of one of the engine's turns, sent to `XBoard` together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::cecp) struct Burst {
    /// Its plies.
    pub(in crate::cecp) plies: Vec<String>,
    /// For a refusal of the opponent's last turn: the number of that turn's plies.
    pub(in crate::cecp) refused: Option<usize>,
}

/// The meaning of a ply received from `XBoard`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cecp) enum PlyReading {
    /// It begins turns or continues them.
    Beginning,
    /// It completes this turn.
    Turn(String),
    /// It completes this refusal of the opponent's last turn; this number of plies is to be taken
    /// back.
    Refusal(String, usize),
    /// It matches no legal turn.
    Nothing,
}

impl ShownGame {
    /// Returns the shown game that `session` begins; `None` if `XBoard` cannot show the game.
    pub(in crate::cecp) fn new(session: &dyn Session) -> Option<ShownGame> {
        let data = session.entry().xboard?;
        let scene = session.scene("").ok()?;
        let layout = Layout::new(data, &scene);
        let mut start = layout.start(&scene);
        start.side = session.turn();
        Some(ShownGame {
            start,
            opening: Opening::Plain,
            base: 0,
            layout,
            turns: Vec::new(),
            done: 0,
            received: Vec::new(),
            expected: VecDeque::new(),
            table: None,
            answers: Answers::default(),
        })
    }

    /// Returns the native text of a position sent by `XBoard`, see [`Layout::native_text`].
    pub(in crate::cecp) fn native_text(
        &self,
        text: &str,
        is_native: impl FnOnce(&str) -> bool,
    ) -> Option<Result<String, String>> {
        self.layout.native_text(text, is_native)
    }

    /// Returns the layout in which the game is shown.
    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the board before the first ply.
    #[cfg(test)]
    pub(super) fn start(&self) -> &Board {
        &self.start
    }

    /// Returns the rules of `XBoard`'s board.
    #[cfg(test)]
    pub(super) fn rules(&self) -> &super::board::Rules {
        &self.layout.rules
    }

    /// Returns the board in the current position.
    pub(super) fn board(&self) -> &Board {
        let made = self.turns[..self.done].iter().rev();
        let mut boards = made.filter_map(|shown| shown.boards.last());
        boards.next().unwrap_or(&self.start)
    }

    /// Whether a turn is unfinished.
    pub(in crate::cecp) fn is_within_turn(&self) -> bool {
        !self.received.is_empty()
    }

    /// Whether, after the plies of an unfinished turn, the opponent of its player is to move.
    pub(in crate::cecp) fn is_opponent_to_move(&self) -> bool {
        self.received.len() % 2 == 1
    }

    /// Returns the number of plies `XBoard` shows.
    pub(in crate::cecp) fn plies(&self) -> usize {
        let made = self.turns[..self.done]
            .iter()
            .map(|shown| shown.plies.len());
        let opening = usize::from(self.opening == Opening::Passed);
        opening + made.sum::<usize>() + self.received.len()
    }

    /// Returns the number of plies of the last turn made.
    pub(in crate::cecp) fn last_plies(&self) -> usize {
        let last = self.done.checked_sub(1);
        last.map_or(0, |last| self.turns[last].plies.len())
    }

    /// Returns the codes of the legal turns of `session`, which is in the current position.
    pub(super) fn table(&mut self, session: &dyn Session) -> &CodeTable {
        if self.table.is_none() {
            let targets = self.layout.targets(session);
            let table = CodeTable::new(&self.layout.rules, self.board(), targets);
            self.table = Some(table);
        }
        self.table.get_or_insert_with(CodeTable::default)
    }

    /// Returns the codes of the legal turns, if [`ShownGame::table`] has built them.
    pub(super) fn known_table(&self) -> Option<&CodeTable> {
        self.table.as_ref()
    }

    /// Returns the answers to a person's mouse actions since the board changed.
    pub(super) fn answers(&mut self) -> &mut Answers {
        &mut self.answers
    }

    /// Clears the data that are only valid in one position.
    fn clear_position(&mut self) {
        self.table = None;
        self.answers.clear();
    }

    /// Encodes the engine's `turn` and makes it on the board. `session` has not made it yet.
    ///
    /// The plies of a refusal are taken back by the engine that is refused, together with the turn.
    pub(in crate::cecp) fn encode(&mut self, session: &dyn Session, turn: &str) -> Burst {
        let size = self.layout.rules.size;
        self.received.clear();
        let Some(code) = self.table(session).code(turn).cloned() else {
            // A claim changes nothing.
            self.turns.truncate(self.done);
            self.turns.push(ShownTurn::without_plies(turn));
            self.done += 1;
            return Burst::default();
        };
        let refused = code.is_refusal.then(|| self.last_plies());
        self.make(&code);
        let pass = self.pass_first();
        Burst {
            plies: pass.into_iter().chain(code.texts(size)).collect(),
            refused,
        }
    }

    /// Reads a ply from `XBoard`.
    pub(in crate::cecp) fn receive(&mut self, session: &dyn Session, text: &str) -> PlyReading {
        let Some(ply) = Received::parse(text, self.layout.rules.size) else {
            return PlyReading::Nothing;
        };
        if let Some(expected) = self.expected.pop_front() {
            if expected.is_written(&ply) {
                return PlyReading::Beginning;
            }
            self.expected.clear();
            return PlyReading::Nothing;
        }
        let mut plies = self.received.clone();
        plies.push(ply);
        match self.table(session).read(&plies) {
            Reading::Nothing => PlyReading::Nothing,
            Reading::Beginning => {
                self.set_received(plies);
                PlyReading::Beginning
            }
            Reading::Turn(code) => {
                let code = code.clone();
                self.complete(&code)
            }
        }
    }

    /// Returns the square with this name in `XBoard`; `None` beside the board.
    pub(in crate::cecp) fn square(&self, name: &str) -> Option<Square> {
        self.size().parse(name)
    }

    /// Returns the size of the board.
    pub(super) fn size(&self) -> Size {
        self.layout.rules.size
    }

    /// Returns the plies of an unfinished turn.
    pub(super) fn received(&self) -> &[Received] {
        &self.received
    }

    /// Changes the plies of the unfinished turn.
    pub(super) fn set_received(&mut self, plies: Vec<Received>) {
        self.received = plies;
        self.answers.clear();
    }

    /// Makes the turn of `code`, all of whose plies `XBoard` shows.
    pub(super) fn complete(&mut self, code: &Code) -> PlyReading {
        let refused = self.last_plies();
        self.received.clear();
        self.make(code);
        if code.is_refusal {
            PlyReading::Refusal(code.turn.clone(), refused + code.plies.len())
        } else {
            PlyReading::Turn(code.turn.clone())
        }
    }

    fn make(&mut self, code: &Code) {
        self.clear_position();
        let is_next = self
            .turns
            .get(self.done)
            .is_some_and(|shown| shown.turn == code.turn);
        if !is_next || code.is_refusal {
            self.turns.truncate(self.done);
            let shown = if code.is_refusal {
                if let Some(refused) = self.turns.last_mut() {
                    refused.plies.clear();
                    refused.boards.clear();
                }
                ShownTurn {
                    is_refusal: true,
                    ..ShownTurn::without_plies(&code.turn)
                }
            } else {
                self.show(self.board(), &code.turn, &code.plies).0
            };
            self.turns.push(shown);
        }
        self.done += 1;
    }

    /// Returns the `plies` of a turn from `board` on, and the form in which the other engine
    /// receives them.
    fn show(&self, board: &Board, turn: &str, plies: &[Ply]) -> (ShownTurn, Vec<Relayed>) {
        let size = self.layout.rules.size;
        let mut board = board.clone();
        let mut shown = ShownTurn::without_plies(turn);
        let mut received = Vec::new();
        for ply in plies {
            let relayed = board.relayed(ply);
            shown
                .plies
                .extend(Received::parse(&relayed.text(size), size));
            received.push(relayed);
            let played = board.play(&self.layout.rules, ply);
            debug_assert_eq!(played, Ok(()));
            shown.boards.push(board.clone());
        }
        (shown, received)
    }
}
