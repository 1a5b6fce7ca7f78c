//! Crazy Chess the slow and obvious way, from the rules alone: what men do, and what follows.

/// A man.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) white: bool,
    /// `P`, `N`, `B`, `R`, `Q`, `K`.
    pub(crate) kind: char,
    pub(crate) ghost: bool,
    /// Of a ghost: whether it rose in this turn.
    pub(crate) fresh: bool,
    /// Of a pawn: whether it disguised itself in this turn.
    pub(crate) spent: bool,
}

/// A position, or one in the middle of a turn.
#[derive(Clone, Debug)]
pub(crate) struct Crazy {
    /// By 8 * rank + file; the base first.
    pub(crate) stacks: Vec<Vec<Man>>,
    pub(crate) white: bool,
    pub(crate) castling: String,
    /// Squares passed over, with the pawns' squares.
    pub(crate) doubles: Vec<(usize, usize)>,
    pub(crate) half: u32,
    pub(crate) full: u32,
    /// Whether the clock is reset by this turn.
    pub(crate) reset: bool,
    /// Whether White, Black has lost the king.
    pub(crate) lost: [bool; 2],
}

/// Where a man is: square and level.
type Place = (usize, usize);

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

fn all_directions() -> Vec<(i32, i32)> {
    [STRAIGHT, DIAGONAL].concat()
}

fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let file = square as i32 % 8 + files;
    let rank = square as i32 / 8 + ranks;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

fn neighbours(square: usize) -> Vec<usize> {
    let steps = all_directions();
    steps
        .into_iter()
        .filter_map(|by| step(square, by))
        .collect()
}

pub(crate) fn name(square: usize) -> String {
    let file = char::from(b'a' + (square % 8) as u8);
    format!("{file}{}", square / 8 + 1)
}

fn place_name((square, level): Place) -> String {
    match level {
        0 => name(square),
        _ => format!("{}^{level}", name(square)),
    }
}

/// What a movement leads to: its text, the position before the end of the turn, and whether the own
/// king may be lost by it (K30).
pub(super) struct Movement {
    pub(super) text: String,
    pub(super) after: Crazy,
    pub(super) suicide: bool,
}

impl Crazy {
    pub(super) fn base(&self, square: usize) -> Option<Man> {
        self.stacks[square].first().copied()
    }

    fn is_empty(&self, square: usize) -> bool {
        self.stacks[square].is_empty()
    }

    fn is_rook(&self, square: usize) -> bool {
        self.base(square).is_some_and(|man| man.kind == 'R')
    }

    fn is_enemy(&self, square: usize) -> bool {
        self.base(square).is_some_and(|man| man.white != self.white)
    }

    fn forward(&self) -> i32 {
        if self.white { 1 } else { -1 }
    }

    /// The rank, 0 to 7, as the player to move counts it.
    fn rank_of(&self, square: usize) -> usize {
        if self.white {
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
    fn strike(&mut self, square: usize) -> Vec<Man> {
        if !self.is_empty(square) {
            self.forget_rights(square);
        }
        std::mem::take(&mut self.stacks[square])
    }

    /// What happens when `men[0]` was captured on `square`, the rest being its load.
    fn effects(&mut self, men: &[Man], square: usize) {
        let Some(&man) = men.first() else { return };
        self.reset = true;
        match man.kind {
            'K' => self.lost[usize::from(!man.white)] = true,
            'Q' => {
                let mut around = neighbours(square);
                around.push(square);
                self.capture_together(around);
            }
            'R' => self.fall(&men[1..], square),
            'B' if !man.ghost => {
                let ghost = Man {
                    ghost: true,
                    fresh: man.white == self.white,
                    ..man
                };
                self.land(vec![ghost], square);
            }
            _ => {}
        }
    }

    /// Men come to stand on `square` as a stack, capturing its base first.
    fn land(&mut self, men: Vec<Man>, square: usize) {
        let taken = self.strike(square);
        self.stacks[square] = men;
        self.effects(&taken, square);
    }

    fn fall(&mut self, load: &[Man], square: usize) {
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
        for (square, men) in taken {
            self.effects(&men, square);
        }
    }

    // Movements.

    /// Takes a moving man off the board, a rook with what is above him.
    fn lift(&mut self, (square, level): Place) -> Vec<Man> {
        if level == 0 {
            self.forget_rights(square);
        }
        if self.stacks[square][level].kind == 'R' {
            self.stacks[square].split_off(level)
        } else {
            vec![self.stacks[square].remove(level)]
        }
    }

    /// The squares that a man who is not a pawn reaches without capturing, and those where he
    /// captures, rooks in both.
    fn reach(&self, kind: char, from: usize) -> (Vec<usize>, Vec<usize>) {
        let (directions, far) = match kind {
            'N' => (KNIGHT.to_vec(), 1),
            'B' => (DIAGONAL.to_vec(), 7),
            'R' => (STRAIGHT.to_vec(), 7),
            'Q' => (all_directions(), 7),
            _ => (all_directions(), 1),
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

    /// The position in which this turn's movement begins: no double steps any more.
    fn fresh(&self) -> Crazy {
        Crazy {
            doubles: Vec::new(),
            ..self.clone()
        }
    }

    /// All movements with their effects. Those that capture nobody are left out if `hostile`, and
    /// castling then ignores checks (K34).
    pub(super) fn movements(&self, hostile: bool) -> Vec<Movement> {
        let mut list = Vec::new();
        for square in 0..64 {
            for level in 0..self.stacks[square].len() {
                let man = self.stacks[square][level];
                if man.white != self.white {
                    continue;
                }
                let from = (square, level);
                match man.kind {
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
        let mut add = |text: String, after: Crazy| {
            list.push(Movement {
                text,
                after,
                suicide: false,
            });
        };
        let start = place_name(from);
        for &to in &captures {
            let mut after = self.fresh();
            let men = after.lift(from);
            after.land(men, to);
            add(format!("{start}{}", name(to)), after);
        }
        for &to in free.iter().filter(|_| !hostile) {
            let mut after = self.fresh();
            let men = after.lift(from);
            after.stacks[to].extend(men);
            add(format!("{start}{}{}", name(to), self.mark(to)), after);
        }
        if kind == 'N' {
            for &to in &free {
                for (square, level) in self.knight_victims(from.0, to) {
                    let mut after = self.fresh();
                    let men = after.lift(from);
                    after.stacks[to].extend(men);
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

    /// Whom a knight may capture besides the base of his end square.
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
                at = step(at, leg).expect("a knight's way is on the board");
                for level in 0..self.stacks[at].len() {
                    victims.push((at, level));
                }
            }
        }
        for level in 1..self.stacks[to].len() {
            victims.push((to, level));
        }
        victims.retain(|&(square, level)| self.stacks[square][level].white != self.white);
        victims
    }

    /// A knight captures a man on this place.
    fn pick(&mut self, (square, level): Place) {
        if level == 0 {
            let men = self.strike(square);
            self.effects(&men, square);
        } else if self.stacks[square][level].kind == 'R' {
            let men = self.stacks[square].split_off(level);
            self.effects(&men, square);
        } else {
            let man = self.stacks[square].remove(level);
            self.effects(&[man], square);
        }
    }

    /// Where a pawn could go without capturing if the man there were absent, and the squares a
    /// double step passes over.
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
        let mut add = |text: String, mut after: Crazy| {
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
            let men = after.lift(from);
            if let Some(&(_, pawn)) = passed {
                after.stacks[pawn].clear();
            }
            after.land(men, to);
            add(format!("{start}{}", name(to)), after);
        }
        if hostile {
            return;
        }
        let mut chains = Vec::new();
        for (to, passed) in self.pawn_ends(from) {
            if self.is_empty(to) || self.is_rook(to) {
                let mut after = self.fresh();
                let men = after.lift(from);
                after.stacks[to].extend(men);
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

    /// A pawn disguises itself, if it may.
    fn exchange(mut self, pawn: Place, man: Place, passed: Option<usize>) -> Option<Crazy> {
        let other = self.stacks[man.0][man.1];
        let base_of_load = man.1 == 0 && self.stacks[man.0].len() > 1;
        if base_of_load || other.kind == 'P' && other.white == self.white {
            return None;
        }
        if man.1 == 0 {
            self.forget_rights(man.0);
        }
        self.stacks[man.0][man.1] = Man {
            spent: true,
            ..self.stacks[pawn.0][pawn.1]
        };
        self.stacks[pawn.0][pawn.1] = other;
        if let Some(passed) = passed.filter(|_| man.1 == 0) {
            self.doubles.push((passed, man.0));
        }
        self.reset = true;
        Some(self)
    }

    /// The disguise so far, and all ways to go on with it; the exchanged man is on `man`.
    fn chain(self, text: String, man: Place, list: &mut Vec<Movement>) {
        for square in 0..64 {
            for level in 0..self.stacks[square].len() {
                let pawn = self.stacks[square][level];
                let own = pawn.kind == 'P' && pawn.white == self.white;
                if !own || pawn.spent || square == man.0 {
                    continue;
                }
                for (to, passed) in self.pawn_ends((square, level)) {
                    if to != man.0 {
                        continue;
                    }
                    if let Some(after) = self.clone().exchange((square, level), man, passed) {
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
            let men = after.strike(to);
            after.effects(&men, to);
            let text = format!("{start}{},", name(to));
            // With the first capture done the second step may be any.
            after.king_goes_on(king, to, &text, false, list);
        }
        for (right, rook, wing) in [('k', 7, 1), ('q', 0, -1)] {
            let right = if self.white {
                right.to_ascii_uppercase()
            } else {
                right
            };
            if !self.castling.contains(right) {
                continue;
            }
            let rook = if self.white { rook } else { 56 + rook };
            let (low, high) = (rook.min(from.0) + 1, rook.max(from.0));
            if (low..high).any(|square| !self.is_empty(square)) {
                continue;
            }
            let crossed = (from.0 as i32 + wing) as usize;
            let to = (from.0 as i32 + 2 * wing) as usize;
            if !hostile {
                let mut crossing = self.clone();
                let men = std::mem::take(&mut crossing.stacks[from.0]);
                crossing.stacks[crossed] = men;
                if self.is_check(self.white) || crossing.is_check(self.white) {
                    continue;
                }
            }
            let mut after = hand.clone();
            after.forget_rights(rook);
            let men = std::mem::take(&mut after.stacks[rook]);
            after.stacks[crossed] = men;
            let text = format!("{start}{},", name(to));
            after.king_goes_on(king, to, &text, hostile, list);
        }
    }

    fn king_goes_on(
        &self,
        king: Man,
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
