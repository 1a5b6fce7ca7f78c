//! Denial once more: written from `docs/rules/denial.md` alone, on the chess of another
//! implementation. It remembers everything that was done and works the state of denials out of
//! that, where the rules that play carry it along; the tests compare the two.

use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position, Role, Square, fen::Fen};

/// What a player did in a turn.
#[derive(Clone, Debug)]
enum Deed {
    /// A move, made in this position.
    Move(Chess, Move),
    /// He denied the move before.
    Denial(Color),
}

/// A game: all that was done since it began.
#[derive(Clone, Debug)]
pub(crate) struct Denial {
    soft: bool,
    claim: bool,
    chess: Chess,
    deeds: Vec<Deed>,
    /// What repetition compares, of each position that occurred.
    occurred: Vec<String>,
    drawn: Option<&'static str>,
}

/// The man, where he comes from and where he goes: a movement of chess (D5).
fn movement(mv: Move) -> (Role, Square, Square) {
    let to = match mv {
        Move::Castle { king, rook } => {
            let file = if rook.file() > king.file() { 6 } else { 2 };
            Square::from_coords(shakmaty::File::new(file), king.rank())
        }
        _ => mv.to(),
    };
    (mv.role(), mv.from().expect("nothing is dropped"), to)
}

fn without_letter(mv: Move) -> String {
    let (_, from, to) = movement(mv);
    format!("{from}{to}")
}

fn fen(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}

impl Denial {
    /// A game from `fen`, in which Black holds the right.
    pub(crate) fn new(soft: bool, claim: bool, fen: &str) -> Denial {
        let setup: Fen = fen.parse().expect("a sound FEN");
        let mut game = Denial {
            soft,
            claim,
            chess: setup
                .into_position(CastlingMode::Standard)
                .expect("a sound position"),
            deeds: Vec::new(),
            occurred: Vec::new(),
            drawn: None,
        };
        game.occurred.push(game.compared());
        game
    }

    fn denials(&self) -> usize {
        let denials = self.deeds.iter();
        denials
            .filter(|deed| matches!(deed, Deed::Denial(_)))
            .count()
    }

    /// D1, D2: every denial passes the right on.
    fn holder(&self) -> Color {
        if self.denials().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// D3: who denied last and has not moved since.
    fn is_immune_after(&self, deeds: usize) -> Option<Color> {
        let mut moved = Vec::new();
        for deed in self.deeds[..deeds].iter().rev() {
            match deed {
                Deed::Move(before, _) => moved.push(before.turn()),
                Deed::Denial(by) if moved.contains(by) => return None,
                Deed::Denial(by) => return Some(*by),
            }
        }
        None
    }

    /// D2-D7: the last move, if the player to move may deny it as far as these rules go.
    fn deniable(&self) -> Option<(&Chess, Move)> {
        let Some(Deed::Move(before, mv)) = self.deeds.last() else {
            return None;
        };
        let opponent = before.turn();
        let immune = self.is_immune_after(self.deeds.len() - 1) == Some(opponent);
        let path_is_one = mv.role() != Role::Knight;
        let king_is_safe = self.soft && mv.role() == Role::King;
        let can = self.holder() == self.chess.turn() && !immune && path_is_one && !king_is_safe;
        can.then_some((before, *mv))
    }

    /// D5: the move that was denied, until the player has moved.
    fn excluded(&self) -> Option<Move> {
        match self.deeds.as_slice() {
            [.., Deed::Move(_, mv), Deed::Denial(_)] => Some(*mv),
            _ => None,
        }
    }

    fn moves(&self) -> Vec<Move> {
        let legal = self.chess.legal_moves();
        let excluded = self.excluded().map(movement);
        let other = |mv: &&Move| Some(movement(**mv)) != excluded;
        legal.iter().filter(other).copied().collect()
    }

    /// The draw that the move `draw` would be.
    fn offered_draw(&self) -> Option<&'static str> {
        if self.is_check() {
            return None;
        }
        if self.moves().is_empty() {
            return self.deniable().map(|_| "stalemate accepted");
        }
        let may = self.claim && self.denials() >= 3 && self.holder() == self.chess.turn();
        may.then_some("draw claimed")
    }

    /// Every legal turn.
    pub(crate) fn turns(&self) -> Vec<String> {
        if self.drawn.is_some() {
            return Vec::new();
        }
        let text = |mv: &Move| mv.to_uci(CastlingMode::Standard).to_string();
        let mut turns: Vec<String> = self.moves().iter().map(text).collect();
        if self.deniable().is_some() {
            turns.push("deny".to_owned());
        }
        if self.offered_draw().is_some() {
            turns.push("draw".to_owned());
        }
        turns.sort_unstable();
        turns
    }

    /// Makes a legal turn.
    pub(crate) fn play(&mut self, turn: &str) {
        match turn {
            "draw" => self.drawn = self.offered_draw(),
            "deny" => {
                let (before, _) = self.deniable().expect("it can be denied");
                let (before, by) = (before.clone(), self.chess.turn());
                self.deeds.push(Deed::Denial(by));
                self.chess = before;
            }
            _ => {
                let text = |mv: &Move| mv.to_uci(CastlingMode::Standard).to_string();
                let moves = self.moves();
                let found = moves.iter().find(|mv| text(mv) == turn);
                let mv = *found.expect("a legal turn");
                self.deeds.push(Deed::Move(self.chess.clone(), mv));
                self.chess.play_unchecked(mv);
            }
        }
        self.occurred.push(self.compared());
    }

    pub(crate) fn is_check(&self) -> bool {
        self.chess.is_check()
    }

    fn right(&self) -> String {
        let immune = self.is_immune_after(self.deeds.len()).is_some();
        format!(
            "{}{}{}",
            self.holder().char(),
            self.denials().min(3),
            if immune { "!" } else { "" }
        )
    }

    /// The canonical text.
    pub(crate) fn write(&self) -> String {
        let last = match (self.excluded(), self.deniable()) {
            (Some(mv), _) => format!("x:{}", without_letter(mv)),
            (None, Some((before, mv))) => {
                format!("d:{}@{}", without_letter(mv), fen(before).replace(' ', "_"))
            }
            (None, None) => "-".to_owned(),
        };
        format!("{} {} {last}", fen(&self.chess), self.right())
    }

    /// D13, D15: what tells positions apart.
    fn compared(&self) -> String {
        let fen = fen(&self.chess);
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        let excluded = self.excluded().map(movement);
        let deniable = self.deniable().map(|(_, mv)| movement(mv));
        format!("{fields:?} {} {excluded:?} {deniable:?}", self.right())
    }

    /// How the game has ended.
    pub(crate) fn outcome(&self) -> Option<String> {
        let draw = |reason: &str| Some(format!("1/2-1/2 {{{reason}}}"));
        if let Some(reason) = self.drawn {
            return draw(reason);
        }
        if self.turns().is_empty() {
            return match (self.is_check(), self.chess.turn()) {
                (false, _) => draw("stalemate"),
                (true, Color::White) => Some("0-1 {checkmate}".to_owned()),
                (true, Color::Black) => Some("1-0 {checkmate}".to_owned()),
            };
        }
        let now = self.compared();
        let occurrences = self.occurred.iter().filter(|then| **then == now).count();
        if occurrences >= 3 {
            draw("repetition")
        } else if self.chess.halfmoves() >= 100 {
            draw("100 plies")
        } else if self.is_dead() {
            draw("dead position")
        } else {
            None
        }
    }

    /// Chess F2.
    fn is_dead(&self) -> bool {
        let board = self.chess.board();
        let men = (board.occupied() ^ board.kings()).into_iter();
        let men: Vec<(Role, bool)> = men
            .map(|square| {
                let role = board.role_at(square).expect("a man");
                (role, square.is_light())
            })
            .collect();
        match men.as_slice() {
            [] | [(Role::Knight | Role::Bishop, _)] => true,
            [(_, color), ..] => men
                .iter()
                .all(|&(role, light)| role == Role::Bishop && light == *color),
        }
    }
}
