//! A second implementation of Crazy Chess without denial: slow, obvious, and written from
//! `docs/rules/crazy.md` alone: movements and their effects.

mod text;
mod turns;

use crate::board::{ANY, DIAGONAL, Direction, KNIGHT, ORTHOGONAL, square, square_name};

/// A piece.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StackPiece {
    white: bool,
    /// `P`, `N`, `B`, `R`, `Q`, `K`.
    kind: char,
    ghost: bool,
    /// Of a ghost: whether it rose in this turn.
    fresh: bool,
    /// Of a pawn: whether it disguised itself in this turn.
    spent: bool,
}

/// A position, or one in the middle of a turn.
#[derive(Clone, Debug)]
pub(crate) struct CrazyOracle {
    /// By 8 * rank + file; the base first.
    stacks: Vec<Vec<StackPiece>>,
    white_to_move: bool,
    castling: String,
    /// Squares passed over, with the pawns' squares.
    doubles: Vec<(usize, usize)>,
    halfmove_clock: u32,
    fullmove_number: u32,
    /// Whether the clock is reset by this turn.
    reset: bool,
    /// Whether White, Black has lost the king.
    lost: [bool; 2],
}

/// The place of a piece: square and level.
type Place = (usize, usize);

fn step(square: usize, (files, ranks): Direction) -> Option<usize> {
    let file = square as i32 % 8 + files;
    let rank = square as i32 / 8 + ranks;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

fn neighbours(square: usize) -> Vec<usize> {
    ANY.into_iter().filter_map(|by| step(square, by)).collect()
}

fn name(square: usize) -> String {
    square_name((square as i32 % 8, square as i32 / 8))
}

fn place_name((square, level): Place) -> String {
    match level {
        0 => name(square),
        _ => format!("{}^{level}", name(square)),
    }
}

/// The result of a movement: its text, the position before the end of the turn, and whether the own
/// king may be lost by it (K30).
struct Movement {
    text: String,
    after: CrazyOracle,
    suicide: bool,
}

impl CrazyOracle {
    /// Returns the kind of the piece on a place, `e2` or `a1^2`.
    pub(crate) fn kind_at(&self, place: &str) -> char {
        let (file, rank) = square(&place[..2]);
        let level = place.get(3..).map_or(Ok(0), str::parse);
        let level: usize = level.expect("a level");
        self.stacks[(8 * rank + file) as usize][level].kind
    }

    fn base(&self, square: usize) -> Option<StackPiece> {
        self.stacks[square].first().copied()
    }

    fn is_empty(&self, square: usize) -> bool {
        self.stacks[square].is_empty()
    }

    fn is_rook(&self, square: usize) -> bool {
        self.base(square).is_some_and(|piece| piece.kind == 'R')
    }

    fn is_enemy(&self, square: usize) -> bool {
        self.base(square)
            .is_some_and(|piece| piece.white != self.white_to_move)
    }

    fn forward(&self) -> i32 {
        if self.white_to_move { 1 } else { -1 }
    }

    /// Returns the rank, 0 to 7, as the player to move counts it.
    fn rank_of(&self, square: usize) -> usize {
        if self.white_to_move {
            square / 8
        } else {
            7 - square / 8
        }
    }

    fn forget_rights(&mut self, square: usize) {
        let gone = match square {
            0 => "Q",
            4 => "KQ",
            7 => "K",
            56 => "q",
            60 => "kq",
            63 => "k",
            _ => "",
        };
        self.castling.retain(|right| !gone.contains(right));
    }

    // Effects.

    /// Takes a whole stack off because its base is captured.
    fn strike(&mut self, square: usize) -> Vec<StackPiece> {
        if !self.is_empty(square) {
            self.forget_rights(square);
        }
        std::mem::take(&mut self.stacks[square])
    }

    /// Applies the effects of the capture of `pieces[0]` on `square`, the rest being its load.
    fn effects(&mut self, pieces: &[StackPiece], square: usize) {
        let Some(&piece) = pieces.first() else { return };
        self.reset = true;
        match piece.kind {
            'K' => self.lost[usize::from(!piece.white)] = true,
            'Q' => {
                let mut around = neighbours(square);
                around.push(square);
                self.capture_together(around);
            }
            'R' => self.fall(&pieces[1..], square),
            'B' if !piece.ghost => {
                let ghost = StackPiece {
                    ghost: true,
                    fresh: piece.white == self.white_to_move,
                    ..piece
                };
                self.land(vec![ghost], square);
            }
            _ => {}
        }
    }

    /// Puts pieces on `square` as a stack, capturing its base first.
    fn land(&mut self, pieces: Vec<StackPiece>, square: usize) {
        let taken = self.strike(square);
        self.stacks[square] = pieces;
        self.effects(&taken, square);
    }

    fn fall(&mut self, load: &[StackPiece], square: usize) {
        let Some(&first) = load.first() else { return };
        if first.kind == 'R' {
            self.land(load.to_vec(), square);
        } else {
            self.land(vec![first], square);
            self.fall(&load[1..], square);
        }
    }

    fn capture_together(&mut self, mut squares: Vec<usize>) {
        squares.sort_by_key(|&square| (self.rank_of(square), square % 8));
        let taken: Vec<_> = squares
            .into_iter()
            .map(|square| (square, self.strike(square)))
            .collect();
        for (square, pieces) in taken {
            self.effects(&pieces, square);
        }
    }

    // Movements.

    /// Takes a moving piece off the board, a rook with what is above it.
    fn lift(&mut self, (square, level): Place) -> Vec<StackPiece> {
        if level == 0 {
            self.forget_rights(square);
        }
        if self.stacks[square][level].kind == 'R' {
            self.stacks[square].split_off(level)
        } else {
            vec![self.stacks[square].remove(level)]
        }
    }

    /// Returns the squares that a piece other than a pawn reaches without capturing, and those
    /// where it captures, rooks in both.
    fn reach(&self, kind: char, from: usize) -> (Vec<usize>, Vec<usize>) {
        let (directions, far) = match kind {
            'N' => (KNIGHT.to_vec(), 1),
            'B' => (DIAGONAL.to_vec(), 7),
            'R' => (ORTHOGONAL.to_vec(), 7),
            'Q' => (ANY.to_vec(), 7),
            _ => (ANY.to_vec(), 1),
        };
        let (mut free, mut captures) = (Vec::new(), Vec::new());
        for direction in directions {
            let mut at = from;
            for _ in 0..far {
                let Some(to) = step(at, direction) else { break };
                if self.is_empty(to) || self.is_rook(to) {
                    free.push(to);
                }
                if self.is_enemy(to) {
                    captures.push(to);
                }
                if !self.is_empty(to) {
                    break;
                }
                at = to;
            }
        }
        (free, captures)
    }

    fn mark(&self, square: usize) -> &'static str {
        if self.is_empty(square) { "" } else { "^" }
    }

    /// Returns the position in which this turn's movement begins: no double steps any more.
    fn fresh(&self) -> CrazyOracle {
        CrazyOracle {
            doubles: Vec::new(),
            ..self.clone()
        }
    }

    /// Returns all movements with their effects. Those that capture nothing are left out if
    /// `hostile`, and castling then ignores checks (K34).
    fn movements(&self, hostile: bool) -> Vec<Movement> {
        let mut list = Vec::new();
        for square in 0..64 {
            for level in 0..self.stacks[square].len() {
                let piece = self.stacks[square][level];
                if piece.white != self.white_to_move {
                    continue;
                }
                let from = (square, level);
                match piece.kind {
                    'K' => self.king(from, hostile, &mut list),
                    'P' => self.pawn(from, hostile, &mut list),
                    kind => self.piece(kind, from, hostile, &mut list),
                }
            }
        }
        list
    }

    fn piece(&self, kind: char, from: Place, hostile: bool, list: &mut Vec<Movement>) {
        let (free, captures) = self.reach(kind, from.0);
        let mut add = |text: String, after: CrazyOracle| {
            list.push(Movement {
                text,
                after,
                suicide: false,
            });
        };
        let start = place_name(from);
        for &to in &captures {
            let mut after = self.fresh();
            let pieces = after.lift(from);
            after.land(pieces, to);
            add(format!("{start}{}", name(to)), after);
        }
        for &to in free.iter().filter(|_| !hostile) {
            let mut after = self.fresh();
            let pieces = after.lift(from);
            after.stacks[to].extend(pieces);
            add(format!("{start}{}{}", name(to), self.mark(to)), after);
        }
        if kind == 'N' {
            for &to in &free {
                for (square, level) in self.knight_victims(from.0, to) {
                    let mut after = self.fresh();
                    let pieces = after.lift(from);
                    after.stacks[to].extend(pieces);
                    after.pick((square, level));
                    let victim = place_name((square, level));
                    add(
                        format!("{start}{}{}x{victim}", name(to), self.mark(to)),
                        after,
                    );
                }
            }
        }
        let around = neighbours(from.0);
        if kind == 'Q' && around.iter().any(|&square| !self.is_empty(square)) {
            let mut after = self.fresh();
            after.capture_together(around);
            list.push(Movement {
                text: format!("{start}*"),
                after,
                suicide: true,
            });
        }
    }

    /// Returns the pieces that a knight may capture besides the base of its end square.
    fn knight_victims(&self, from: usize, to: usize) -> Vec<Place> {
        let (files, ranks) = (
            to as i32 % 8 - from as i32 % 8,
            to as i32 / 8 - from as i32 / 8,
        );
        let (long, short) = if files.abs() == 2 {
            ((files / 2, 0), (0, ranks))
        } else {
            ((0, ranks / 2), (files, 0))
        };
        let mut victims = Vec::new();
        for path in [[long, long], [short, long]] {
            let mut at = from;
            for leg in path {
                at = step(at, leg).expect("a knight's path is on the board");
                for level in 0..self.stacks[at].len() {
                    victims.push((at, level));
                }
            }
        }
        for level in 1..self.stacks[to].len() {
            victims.push((to, level));
        }
        victims.retain(|&(square, level)| self.stacks[square][level].white != self.white_to_move);
        victims
    }

    /// A knight captures a piece on this place.
    fn pick(&mut self, (square, level): Place) {
        if level == 0 {
            let pieces = self.strike(square);
            self.effects(&pieces, square);
        } else if self.stacks[square][level].kind == 'R' {
            let pieces = self.stacks[square].split_off(level);
            self.effects(&pieces, square);
        } else {
            let piece = self.stacks[square].remove(level);
            self.effects(&[piece], square);
        }
    }

    /// Returns the squares where a pawn could go without capturing if they were empty, with the
    /// squares a double step passes over.
    fn pawn_ends(&self, (from, level): Place) -> Vec<(usize, Option<usize>)> {
        let ahead = (0, self.forward());
        let mut ends = Vec::new();
        for direction in [ahead, (0, -self.forward()), (1, 0), (-1, 0)] {
            let Some(next) = step(from, direction) else {
                continue;
            };
            ends.push((next, None));
            let double = direction == ahead || direction.1 == 0;
            if double && level == 0 && self.rank_of(from) == 1 && self.is_empty(next) {
                ends.extend(step(next, direction).map(|to| (to, Some(next))));
            }
        }
        ends.retain(|&(to, _)| self.rank_of(to) != 0);
        ends
    }

    fn pawn(&self, from: Place, hostile: bool, list: &mut Vec<Movement>) {
        let start = place_name(from);
        let mut add = |text: String, mut after: CrazyOracle| {
            after.reset = true;
            list.push(Movement {
                text,
                after,
                suicide: false,
            });
        };
        for side in [-1, 1] {
            let Some(to) = step(from.0, (side, self.forward())) else {
                continue;
            };
            let passed = self.doubles.iter().find(|&&(passed, _)| passed == to);
            if !self.is_enemy(to) && passed.is_none() {
                continue;
            }
            let mut after = self.fresh();
            let pieces = after.lift(from);
            if let Some(&(_, pawn)) = passed {
                after.stacks[pawn].clear();
            }
            after.land(pieces, to);
            add(format!("{start}{}", name(to)), after);
        }
        if hostile {
            return;
        }
        let mut chains = Vec::new();
        for (to, passed) in self.pawn_ends(from) {
            if self.is_empty(to) || self.is_rook(to) {
                let mut after = self.fresh();
                let pieces = after.lift(from);
                after.stacks[to].extend(pieces);
                if let Some(passed) = passed.filter(|_| self.is_empty(to)) {
                    after.doubles.push((passed, to));
                }
                add(format!("{start}{}{}", name(to), self.mark(to)), after);
            }
            for level in 0..self.stacks[to].len() {
                if let Some(after) = self.fresh().exchange(from, (to, level), passed) {
                    let text = format!("{start}={}", place_name((to, level)));
                    after.chain(text, from, &mut chains);
                }
            }
        }
        list.extend(chains);
    }

    /// Returns a pawn disguises itself, if it may.
    fn exchange(mut self, pawn: Place, piece: Place, passed: Option<usize>) -> Option<CrazyOracle> {
        let other = self.stacks[piece.0][piece.1];
        let base_of_load = piece.1 == 0 && self.stacks[piece.0].len() > 1;
        if base_of_load || other.kind == 'P' && other.white == self.white_to_move {
            return None;
        }
        if piece.1 == 0 {
            self.forget_rights(piece.0);
        }
        self.stacks[piece.0][piece.1] = StackPiece {
            spent: true,
            ..self.stacks[pawn.0][pawn.1]
        };
        self.stacks[pawn.0][pawn.1] = other;
        if let Some(passed) = passed.filter(|_| piece.1 == 0) {
            self.doubles.push((passed, piece.0));
        }
        self.reset = true;
        Some(self)
    }

    /// The disguise so far, and all ways to go on with it; the exchanged piece is on `piece`.
    fn chain(self, text: String, piece: Place, list: &mut Vec<Movement>) {
        for square in 0..64 {
            for level in 0..self.stacks[square].len() {
                let pawn = self.stacks[square][level];
                let own = pawn.kind == 'P' && pawn.white == self.white_to_move;
                if !own || pawn.spent || square == piece.0 {
                    continue;
                }
                for (to, passed) in self.pawn_ends((square, level)) {
                    if to != piece.0 {
                        continue;
                    }
                    if let Some(after) = self.clone().exchange((square, level), piece, passed) {
                        let text = format!("{text}+{}", place_name((square, level)));
                        after.chain(text, (square, level), list);
                    }
                }
            }
        }
        list.push(Movement {
            text,
            after: self,
            suicide: false,
        });
    }

    fn king(&self, from: Place, hostile: bool, list: &mut Vec<Movement>) {
        let start = place_name(from);
        let (free, captures) = self.reach('K', from.0);
        let mut hand = self.fresh();
        let king = hand.lift(from)[0];
        for &to in &free {
            let text = format!("{start}{}{},", name(to), self.mark(to));
            hand.king_goes_on(king, to, &text, hostile, list);
        }
        for &to in &captures {
            let mut after = hand.clone();
            let pieces = after.strike(to);
            after.effects(&pieces, to);
            let text = format!("{start}{},", name(to));
            // With the first capture done the second step may be any.
            after.king_goes_on(king, to, &text, false, list);
        }
        for (right, rook, wing) in [('k', 7, 1), ('q', 0, -1)] {
            let right = if self.white_to_move {
                right.to_ascii_uppercase()
            } else {
                right
            };
            if !self.castling.contains(right) {
                continue;
            }
            let rook = if self.white_to_move { rook } else { 56 + rook };
            let (low, high) = (rook.min(from.0) + 1, rook.max(from.0));
            if (low..high).any(|square| !self.is_empty(square)) {
                continue;
            }
            let crossed = (from.0 as i32 + wing) as usize;
            let to = (from.0 as i32 + 2 * wing) as usize;
            if !hostile {
                let mut crossing = self.clone();
                let pieces = std::mem::take(&mut crossing.stacks[from.0]);
                crossing.stacks[crossed] = pieces;
                if self.is_attacked(self.white_to_move) || crossing.is_attacked(self.white_to_move)
                {
                    continue;
                }
            }
            let mut after = hand.clone();
            after.forget_rights(rook);
            let pieces = std::mem::take(&mut after.stacks[rook]);
            after.stacks[crossed] = pieces;
            let text = format!("{start}{},", name(to));
            after.king_goes_on(king, to, &text, hostile, list);
        }
    }

    fn king_goes_on(
        &self,
        king: StackPiece,
        from: usize,
        text: &str,
        hostile: bool,
        list: &mut Vec<Movement>,
    ) {
        let (free, captures) = self.reach('K', from);
        for to in free.into_iter().filter(|_| !hostile) {
            let mut after = self.clone();
            after.stacks[to].push(king);
            list.push(Movement {
                text: format!("{text}{}{}{}", name(from), name(to), self.mark(to)),
                after,
                suicide: false,
            });
        }
        for to in captures {
            let mut after = self.clone();
            after.land(vec![king], to);
            list.push(Movement {
                text: format!("{text}{}{}", name(from), name(to)),
                after,
                suicide: false,
            });
        }
    }
}
