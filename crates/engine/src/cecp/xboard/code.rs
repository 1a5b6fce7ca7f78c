//! Turns as plies of `XBoard`: every legal turn of a position has a code.
//!
//! The code of a turn leads from the board before it to the one after it. No code is a prefix of
//! another in the form that the other engine receives, so a turn is recognized as soon as its last
//! ply has arrived. If the boards do not distinguish turns, a *number* comes first: a piece moves
//! over an empty square and back, which changes nothing, and the square encodes the number.

use std::collections::HashMap;

use jabberwock_game::Tap;

use super::{
    board::{Board, Rules, Squares},
    plan::plan,
    ply::{Kills, Move, Ply, Received, Relayed},
    square::{Size, Square},
};

/// A legal turn, and the board to be shown after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cecp) struct Target {
    /// The turn in native text.
    pub(in crate::cecp) turn: String,
    /// The taps by which it is entered.
    pub(in crate::cecp) taps: Vec<Tap>,
    pub(in crate::cecp) kind: Kind,
}

/// The encoding of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cecp) enum Kind {
    /// The board becomes this.
    Shown(Squares),
    /// The opponent's last turn is refused: its plies and those of the refusal are taken back.
    Refusal,
}

/// A turn and its plies.
#[derive(Clone, Debug)]
pub(in crate::cecp) struct Code {
    pub(in crate::cecp) turn: String,
    /// The taps by which it is entered.
    pub(super) taps: Vec<Tap>,
    pub(in crate::cecp) plies: Vec<Ply>,
    /// The plies as the other engine receives them.
    relayed: Vec<Relayed>,
    /// The number of plies that encode its number.
    number: usize,
    pub(in crate::cecp) is_refusal: bool,
}

impl Code {
    /// Returns all plies as the engine sends them.
    pub(super) fn texts(&self, size: Size) -> Vec<String> {
        self.plies.iter().map(|ply| ply.text(size)).collect()
    }

    /// Returns the plies that follow the number.
    pub(super) fn plain(&self) -> &[Ply] {
        &self.plies[self.number..]
    }

    /// Returns these plies as received. A number changes nothing on the board.
    pub(super) fn plain_relayed(&self) -> &[Relayed] {
        &self.relayed[self.number..]
    }

    /// Whether it begins with a number.
    pub(super) fn is_numbered(&self) -> bool {
        self.number > 0
    }
}

/// The codes of all legal turns of a position.
#[derive(Debug, Default)]
pub(in crate::cecp) struct CodeTable {
    /// The codes, sorted by turn.
    codes: Vec<Code>,
}

/// The meaning of the plies received so far.
#[derive(Debug)]
pub(in crate::cecp) enum Reading<'a> {
    /// A whole turn.
    Turn(&'a Code),
    /// The beginning of turns.
    Beginning,
    /// No legal turn.
    Nothing,
}

impl CodeTable {
    /// Returns the codes of `targets`, which are all legal turns, from `board`. They depend only on
    /// the board and the turns.
    pub(in crate::cecp) fn new(
        rules: &Rules,
        board: &Board,
        mut targets: Vec<Target>,
    ) -> CodeTable {
        targets.sort_unstable_by(|a, b| a.turn.cmp(&b.turn));
        let mut encoder = Encoder {
            rules,
            board,
            numbers: Numbers::new(rules, board),
            used: Codes::default(),
            next_number: HashMap::new(),
        };
        let mut drafts: Vec<Draft> = targets
            .into_iter()
            .map(|target| encoder.draft(target))
            .collect();
        encoder.pad(&mut drafts);
        // A refusal is always a pass; then the shorter code is the unnumbered one.
        drafts.sort_by_key(|draft| (!draft.is_refusal, draft.plies.len()));
        let mut codes = Vec::with_capacity(drafts.len());
        let mut numbered = Vec::new();
        for draft in drafts {
            if encoder.used.insert(&draft.relayed) {
                codes.push(draft.into_code());
            } else {
                numbered.push(draft);
            }
        }
        for draft in numbered {
            codes.push(encoder.numbered(draft));
        }
        codes.sort_unstable_by(|a, b| a.turn.cmp(&b.turn));
        CodeTable { codes }
    }

    /// Returns the code of a turn.
    pub(in crate::cecp) fn code(&self, turn: &str) -> Option<&Code> {
        let found = self
            .codes
            .binary_search_by(|code| code.turn.as_str().cmp(turn));
        Some(&self.codes[found.ok()?])
    }

    /// Returns all codes.
    pub(super) fn codes(&self) -> &[Code] {
        &self.codes
    }

    /// Returns the codes that begin with `received`.
    fn fitting(&self, received: &[Received]) -> impl Iterator<Item = &Code> {
        self.codes.iter().filter(move |code| {
            let mut plies = code.relayed.iter().zip(received);
            code.relayed.len() >= received.len() && plies.all(|(ply, text)| ply.is_written(text))
        })
    }

    /// Reads the plies of a turn received so far.
    pub(in crate::cecp) fn read(&self, received: &[Received]) -> Reading<'_> {
        match self.fitting(received).next() {
            None => Reading::Nothing,
            Some(code) if code.relayed.len() == received.len() => Reading::Turn(code),
            Some(_) => Reading::Beginning,
        }
    }
}

/// A turn with its plies, before a number is added if its code is not unique.
struct Draft {
    turn: String,
    taps: Vec<Tap>,
    plies: Vec<Ply>,
    relayed: Vec<Relayed>,
    number: usize,
    is_refusal: bool,
}

struct Encoder<'a> {
    rules: &'a Rules,
    board: &'a Board,
    numbers: Numbers,
    /// The codes in use.
    used: Codes,
    /// The next number to try for turns whose plies are these.
    next_number: HashMap<Vec<Ply>, usize>,
}

impl Encoder<'_> {
    fn draft(&self, target: Target) -> Draft {
        let plies = match &target.kind {
            Kind::Shown(squares) => plan(self.rules, self.board, squares),
            Kind::Refusal => vec![Ply::Pass],
        };
        // If there is no piece on the board every number begins with a pass.
        let plies = if self.numbers.needs_pass && plies == [Ply::Pass] {
            vec![Ply::Pass; 3]
        } else {
            plies
        };
        Draft {
            turn: target.turn,
            taps: target.taps,
            relayed: self.relayed(&plies),
            plies,
            number: 0,
            is_refusal: target.kind == Kind::Refusal,
        }
    }

    /// Adds two passes to a turn whose plies are a prefix of several others', as these would need a
    /// number each.
    fn pad(&self, drafts: &mut [Draft]) {
        let mut all = Codes::default();
        for draft in &*drafts {
            all.add(&draft.relayed);
        }
        let is_padded = |draft: &Draft| !draft.is_refusal && all.longer(&draft.relayed) > 1;
        let padded: Vec<bool> = drafts.iter().map(is_padded).collect();
        for (draft, is_padded) in drafts.iter_mut().zip(padded) {
            if is_padded {
                draft.plies.extend([Ply::Pass, Ply::Pass]);
                draft.relayed = self.relayed(&draft.plies);
            }
        }
    }

    /// Returns the code of `draft` with the first number that makes it unique.
    fn numbered(&mut self, mut draft: Draft) -> Code {
        let mut number = self.next_number.get(&draft.plies).copied().unwrap_or(0);
        loop {
            let mut plies = self.numbers.plies(number);
            draft.number = plies.len();
            plies.extend(draft.plies.iter().cloned());
            let relayed = self.relayed(&plies);
            number += 1;
            if self.used.insert(&relayed) {
                self.next_number.insert(draft.plies, number);
                (draft.plies, draft.relayed) = (plies, relayed);
                return draft.into_code();
            }
        }
    }

    fn relayed(&self, plies: &[Ply]) -> Vec<Relayed> {
        let mut board = self.board.clone();
        let relayed = plies.iter().map(|ply| {
            let relayed = board.relayed(ply);
            let played = board.play(self.rules, ply);
            debug_assert_eq!(played, Ok(()));
            relayed
        });
        relayed.collect()
    }
}

/// A prefix tree of codes: each ply leads from a node to the next.
#[derive(Debug, Default)]
struct Codes {
    /// The edges: from a node and a ply to a node. Node 0 is the root.
    nodes: HashMap<(usize, Relayed), usize>,
    /// The number of codes that end at each node but the first, and of those that continue from it.
    counts: Vec<(usize, usize)>,
}

impl Codes {
    /// Adds a code.
    fn add(&mut self, code: &[Relayed]) {
        let mut node = 0;
        for (index, ply) in code.iter().enumerate() {
            let next = self.counts.len() + 1;
            node = *self.nodes.entry((node, ply.clone())).or_insert(next);
            if node == next {
                self.counts.push((0, 0));
            }
            let (ending, leading) = &mut self.counts[node - 1];
            *if index + 1 == code.len() {
                ending
            } else {
                leading
            } += 1;
        }
    }

    /// Returns the number of codes of which this one is a proper prefix.
    fn longer(&self, code: &[Relayed]) -> usize {
        let mut node = 0;
        for ply in code {
            match self.nodes.get(&(node, ply.clone())) {
                Some(&next) => node = next,
                None => return 0,
            }
        }
        node.checked_sub(1).map_or(0, |index| self.counts[index].1)
    }

    /// Adds a code unless it is a prefix of another, or another is its prefix.
    fn insert(&mut self, code: &[Relayed]) -> bool {
        let mut node = 0;
        for (index, ply) in code.iter().enumerate() {
            let Some(&next) = self.nodes.get(&(node, ply.clone())) else {
                break;
            };
            node = next;
            if self.counts[node - 1].0 > 0 || index + 1 == code.len() {
                return false;
            }
        }
        self.add(code);
        true
    }
}

impl Draft {
    fn into_code(self) -> Code {
        Code {
            turn: self.turn,
            taps: self.taps,
            plies: self.plies,
            relayed: self.relayed,
            number: self.number,
            is_refusal: self.is_refusal,
        }
    }
}

/// Encodes numbers as plies that change nothing.
struct Numbers {
    /// The pieces that encode a digit, and the empty squares that they pass over.
    digit_pieces: Vec<Square>,
    empty: Vec<Square>,
    /// Whether an opponent's piece encodes it because the player has no piece on the board.
    needs_pass: bool,
}

impl Numbers {
    fn new(rules: &Rules, board: &Board) -> Numbers {
        let pieces = |color| -> Vec<Square> {
            let squares = (0..rules.size.squares()).filter(|&square| {
                board.squares[square].is_some_and(|piece| piece.color() == color)
            });
            squares.map(|square| square as Square).collect()
        };
        let own = pieces(board.side);
        let needs_pass = own.is_empty();
        let digit_pieces = if needs_pass { pieces(!board.side) } else { own };
        let empty = (0..rules.size.squares()).filter(|&square| board.squares[square].is_none());
        Numbers {
            digit_pieces,
            empty: empty.map(|square| square as Square).collect(),
            needs_pass,
        }
    }

    /// Returns the plies that encode `number`: two for each digit. The square is the digit; when
    /// there are no more squares, the next piece encodes it.
    fn plies(&self, mut number: usize) -> Vec<Ply> {
        let base = self.digit_pieces.len() * self.empty.len();
        let mut plies = Vec::new();
        loop {
            if base == 0 {
                plies.extend(vec![Ply::Pass; 2 * number + 2]);
                return plies;
            }
            let digit = number % base;
            let at = self.digit_pieces[digit / self.empty.len()];
            let over = self.empty[digit % self.empty.len()];
            let kills: Kills = [over].into_iter().collect();
            let ply = Ply::Move(Move {
                from: at,
                to: at,
                kills,
                letter: None,
            });
            plies.extend(if self.needs_pass {
                [Ply::Pass, ply]
            } else {
                [ply, Ply::Pass]
            });
            number /= base;
            if number == 0 {
                return plies;
            }
            number -= 1;
        }
    }
}
