//! The game on `XBoard`'s board: its turns as plies, an incomplete turn, and navigation.

use super::{
    board::Board,
    code::{Code, CodeTable, Reading},
    layout::Layout,
    ply::Received,
    square::Size,
};
use crate::session::Session;

/// A game on `XBoard`'s board.
#[derive(Debug)]
pub(in crate::cecp) struct Desk {
    layout: Layout,
    /// The board before the first ply.
    start: Board,
    /// The turns of the game, also those after the present position that were stepped back over.
    turns: Vec<ShownTurn>,
    /// How many of `turns` are made in the present position.
    done: usize,
    /// The plies received of an incomplete turn.
    received: Vec<Received>,
    /// The codes of the legal turns, built on first use in a position.
    table: Option<CodeTable>,
}

/// A turn and its plies on `XBoard`'s board. A refused turn and its refusal have none.
#[derive(Clone, Debug)]
struct ShownTurn {
    turn: String,
    plies: Vec<Received>,
    /// The board after each ply.
    boards: Vec<Board>,
}

impl ShownTurn {
    fn without_plies(turn: &str) -> ShownTurn {
        ShownTurn {
            turn: turn.to_owned(),
            plies: Vec::new(),
            boards: Vec::new(),
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
    /// It fits no legal turn.
    Nothing,
}

/// How to reach a position of the game: turns to be taken back, then turns to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::cecp) struct Steps {
    pub(in crate::cecp) back: usize,
    pub(in crate::cecp) on: Vec<String>,
}

impl Desk {
    /// The desk of the game that `session` begins; `None` if `XBoard` cannot show the game.
    pub(in crate::cecp) fn new(session: &dyn Session) -> Option<Desk> {
        let data = session.entry().xboard?;
        let scene = session.scene("").ok()?;
        let layout = Layout::new(data, &scene);
        let mut start = layout.start(&scene);
        start.side = session.turn();
        Some(Desk {
            start,
            layout,
            turns: Vec::new(),
            done: 0,
            received: Vec::new(),
            table: None,
        })
    }

    /// The line by which the first engine gives `XBoard` the board and its pieces.
    pub(in crate::cecp) fn setup(&self) -> String {
        self.layout.setup(&self.start)
    }

    /// An empty board of another size: `XBoard` ignores a second line of the same size.
    pub(in crate::cecp) fn other_setup(&self) -> String {
        self.layout.other_setup()
    }

    /// How the game is shown.
    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The rules of `XBoard`'s board.
    #[cfg(test)]
    pub(super) fn rules(&self) -> &super::board::Rules {
        &self.layout.rules
    }

    /// The board in the present position.
    pub(super) fn board(&self) -> &Board {
        let made = self.turns[..self.done].iter().rev();
        let mut boards = made.filter_map(|shown| shown.boards.last());
        boards.next().unwrap_or(&self.start)
    }

    /// Whether a turn is unfinished.
    pub(in crate::cecp) fn is_within_turn(&self) -> bool {
        !self.received.is_empty()
    }

    /// The number of plies `XBoard` shows.
    pub(in crate::cecp) fn plies(&self) -> usize {
        let made = self.turns[..self.done]
            .iter()
            .map(|shown| shown.plies.len());
        made.sum::<usize>() + self.received.len()
    }

    /// The number of plies of the last turn made.
    pub(in crate::cecp) fn last_plies(&self) -> usize {
        let last = self.done.checked_sub(1);
        last.map_or(0, |last| self.turns[last].plies.len())
    }

    /// The codes of the legal turns of `session`, which is in the present position.
    pub(super) fn table(&mut self, session: &dyn Session) -> &CodeTable {
        if self.table.is_none() {
            let targets = self.layout.targets(session);
            let table = CodeTable::new(&self.layout.rules, self.board(), targets);
            self.table = Some(table);
        }
        self.table.get_or_insert_with(CodeTable::default)
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
        Burst {
            plies: code.texts(size),
            refused,
        }
    }

    /// Reads a ply from `XBoard`.
    pub(in crate::cecp) fn receive(&mut self, session: &dyn Session, text: &str) -> PlyReading {
        let Some(ply) = Received::parse(text, self.layout.rules.size) else {
            return PlyReading::Nothing;
        };
        let mut plies = self.received.clone();
        plies.push(ply);
        match self.table(session).read(&plies) {
            Reading::Nothing => PlyReading::Nothing,
            Reading::Beginning => {
                self.received = plies;
                PlyReading::Beginning
            }
            Reading::Turn(code) => {
                let code = code.clone();
                self.complete(&code)
            }
        }
    }

    /// The size of the board.
    pub(super) fn size(&self) -> Size {
        self.layout.rules.size
    }

    /// The plies of an unfinished turn.
    pub(super) fn received(&self) -> &[Received] {
        &self.received
    }

    /// Changes the plies of the unfinished turn.
    pub(super) fn set_received(&mut self, plies: Vec<Received>) {
        self.received = plies;
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

    /// Whether `text` is the next ply of the turn that was stepped back over.
    pub(in crate::cecp) fn continues_line(&self, text: &str) -> bool {
        let ply = Received::parse(text, self.size());
        let next = self.turns.get(self.done);
        next.is_some_and(|shown| {
            shown.plies.starts_with(&self.received)
                && shown.plies.get(self.received.len()) == ply.as_ref()
        })
    }

    /// Removes the turns that were stepped back over.
    pub(in crate::cecp) fn clear_line(&mut self) {
        self.turns.truncate(self.done);
    }

    fn make(&mut self, code: &Code) {
        self.table = None;
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
                ShownTurn::without_plies(&code.turn)
            } else {
                self.shown_turn(code)
            };
            self.turns.push(shown);
        }
        self.done += 1;
    }

    fn shown_turn(&self, code: &Code) -> ShownTurn {
        let size = self.layout.rules.size;
        let mut board = self.board().clone();
        let mut shown = ShownTurn::without_plies(&code.turn);
        for ply in &code.plies {
            let relayed = board.relayed(ply).text(size);
            shown.plies.extend(Received::parse(&relayed, size));
            let played = board.play(&self.layout.rules, ply);
            debug_assert_eq!(played, Ok(()));
            shown.boards.push(board.clone());
        }
        shown
    }

    /// Clears the plies of an unfinished turn, which were taken back; returns their number.
    pub(in crate::cecp) fn drop_unfinished(&mut self) -> usize {
        std::mem::take(&mut self.received).len()
    }

    /// Goes back by `count` plies; gives the number of turns to be taken back. `None` if there are
    /// not so many plies.
    pub(in crate::cecp) fn back(&mut self, count: usize) -> Option<usize> {
        if count > self.plies() {
            return None;
        }
        let mut turns = 0;
        let mut left = count;
        loop {
            let now = left.min(self.received.len());
            self.received.truncate(self.received.len() - now);
            left -= now;
            if left == 0 {
                break;
            }
            self.done -= 1;
            turns += 1;
            self.received = self.turns[self.done].plies.clone();
        }
        if turns > 0 {
            self.table = None;
        }
        Some(turns)
    }

    /// Goes to the position of the game whose board is that of `fen`, the nearest before the present
    /// one, or else the nearest after it. `None` if there is no such position.
    pub(in crate::cecp) fn go_to(&mut self, fen: &str) -> Option<Steps> {
        let (squares, side) = self.layout.read_fen(fen)?;
        let is_there = |board: &Board| board.squares == squares && board.side == side;
        // Positions as (turns made, plies of the next turn).
        let mut places = Vec::new();
        if is_there(&self.start) {
            places.push((0, 0));
        }
        for (index, shown) in self.turns.iter().enumerate() {
            for (ply, board) in shown.boards.iter().enumerate() {
                if is_there(board) {
                    let is_last = ply + 1 == shown.boards.len();
                    places.push(if is_last {
                        (index + 1, 0)
                    } else {
                        (index, ply + 1)
                    });
                }
            }
        }
        let now = (self.done, self.received.len());
        let before = places.iter().rev().find(|&&place| place <= now);
        let &(done, plies) = before.or_else(|| places.first())?;
        let steps = Steps {
            back: self.done.saturating_sub(done),
            on: self
                .turns
                .get(self.done..done)
                .unwrap_or_default()
                .iter()
                .map(|shown| shown.turn.clone())
                .collect(),
        };
        if done != self.done {
            self.table = None;
        }
        self.received = match self.turns.get(done) {
            Some(shown) => shown.plies[..plies].to_vec(),
            None => Vec::new(),
        };
        self.done = done;
        Some(steps)
    }
}
