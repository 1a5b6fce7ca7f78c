//! Denial once more: written from `docs/rules/denial.md` alone, on the chess of another
//! implementation. It remembers everything that was done and works the state of denials out of
//! that, where the rules that play carry it along.

use std::{collections::BTreeMap, iter::successors, rc::Rc};

use jabberwock_variants::{chess::Chess, denial::Layer};
use rand::{RngExt, rngs::StdRng, seq::IndexedRandom};
use shakmaty::{Color, Move, Position, Role, Square};

use crate::{
    chess::{self, move_text, random_chess, read_fen, write_fen},
    harness::{ListingOracle, Oracle, TurnTest},
};

/// What a side did in a turn.
#[derive(Clone, Debug)]
enum Action {
    /// A move, made in this position.
    Move(shakmaty::Chess, Move),
    /// The denial of the move before.
    Denial(Color),
}

/// All that was done until a turn.
#[derive(Debug)]
struct Past {
    last: Action,
    before: Option<Rc<Past>>,
}

/// A position, with everything that was done since the position text that the game began with.
#[derive(Clone, Debug)]
pub(crate) struct DenialOracle {
    soft: bool,
    claim: bool,
    first_holder: Color,
    /// Denials before the first position.
    first_denials: usize,
    chess: shakmaty::Chess,
    past: Option<Rc<Past>>,
    /// The reason, after the move `draw`.
    drawn: Option<&'static str>,
}

/// The piece, its square and its end square: a movement of chess (D5).
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

/// What was done last, then what was done before it, and so on.
fn actions(past: Option<&Rc<Past>>) -> impl Iterator<Item = &Action> {
    let turns = successors(past, |past| past.before.as_ref());
    turns.map(|past| &past.last)
}

/// D3: the side that denied last and has not moved since.
fn immune(past: Option<&Rc<Past>>) -> Option<Color> {
    let mut moved = Vec::new();
    for action in actions(past) {
        match action {
            Action::Move(before, _) => moved.push(before.turn()),
            Action::Denial(by) if moved.contains(by) => return None,
            Action::Denial(by) => return Some(*by),
        }
    }
    None
}

impl DenialOracle {
    fn denials(&self) -> usize {
        let denials = actions(self.past.as_ref());
        denials
            .filter(|action| matches!(action, Action::Denial(_)))
            .count()
    }

    /// D1, D2: every denial passes the right on.
    fn holder(&self) -> Color {
        if self.denials().is_multiple_of(2) {
            self.first_holder
        } else {
            self.first_holder.other()
        }
    }

    /// The number of denials in the whole game.
    fn all_denials(&self) -> usize {
        self.first_denials + self.denials()
    }

    /// D2-D7: the last move, if the side to move may deny it as far as these rules go.
    fn deniable(&self) -> Option<(&shakmaty::Chess, Move)> {
        let past = self.past.as_ref()?;
        let Action::Move(before, mv) = &past.last else {
            return None;
        };
        let is_immune = immune(past.before.as_ref()) == Some(before.turn());
        let has_one_path = mv.role() != Role::Knight;
        let king_is_safe = self.soft && mv.role() == Role::King;
        let can = self.holder() == self.chess.turn() && !is_immune && has_one_path && !king_is_safe;
        can.then_some((before, *mv))
    }

    /// D5: the move that was denied, until its side has moved.
    fn excluded(&self) -> Option<Move> {
        let past = self.past.as_ref()?;
        match (&past.last, &past.before.as_ref()?.last) {
            (Action::Denial(_), Action::Move(_, mv)) => Some(*mv),
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
    fn offered_draw(&self, has_moves: bool) -> Option<&'static str> {
        if self.is_check() {
            return None;
        }
        if !has_moves {
            return self.deniable().map(|_| "stalemate accepted");
        }
        let may = self.claim && self.all_denials() >= 3 && self.holder() == self.chess.turn();
        may.then_some("draw claimed")
    }

    /// The position after this action, on the board `chess`.
    fn after(&self, action: Action, chess: shakmaty::Chess) -> DenialOracle {
        let past = Past {
            last: action,
            before: self.past.clone(),
        };
        DenialOracle {
            chess,
            past: Some(Rc::new(past)),
            ..self.clone()
        }
    }

    fn right(&self) -> String {
        let immune = immune(self.past.as_ref()).is_some();
        format!(
            "{}{}{}",
            self.holder().char(),
            self.all_denials().min(3),
            if immune { "!" } else { "" }
        )
    }

    fn from_chess(name: &str, chess: shakmaty::Chess) -> DenialOracle {
        DenialOracle {
            soft: name.contains("-soft"),
            claim: name.contains("-claim"),
            first_holder: Color::Black,
            first_denials: 0,
            chess,
            past: None,
            drawn: None,
        }
    }
}

impl Oracle for DenialOracle {
    type Game = Layer<Chess>;

    const NAMES: &'static [&'static str] =
        &["denial", "denial-soft", "denial-claim", "denial-soft-claim"];

    fn game(&self) -> Layer<Chess> {
        let game = Layer::hard(Chess);
        let game = if self.soft { game.soft() } else { game };
        if self.claim { game.claim() } else { game }
    }

    /// The last move must be `-`.
    fn read(name: &str, text: &str) -> DenialOracle {
        let fields: Vec<&str> = text.split_whitespace().collect();
        assert!(fields.len() == 8 && fields[7] == "-", "{text}");
        let (holder, denials) = fields[6].split_at(1);
        DenialOracle {
            first_holder: Color::from_white(holder == "w"),
            first_denials: denials.parse().expect("a number"),
            ..DenialOracle::from_chess(name, read_fen(&fields[..6].join(" ")))
        }
    }

    fn write(&self) -> String {
        let last = match (self.excluded(), self.deniable()) {
            (Some(mv), _) => format!("x:{}", without_letter(mv)),
            (None, Some((before, mv))) => {
                let before = write_fen(before).replace(' ', "_");
                format!("d:{}@{before}", without_letter(mv))
            }
            (None, None) => "-".to_owned(),
        };
        format!("{} {} {last}", write_fen(&self.chess), self.right())
    }

    fn random(rng: &mut StdRng) -> DenialOracle {
        let name = *Self::NAMES.choose(rng).expect("names");
        let mut denial = DenialOracle::from_chess(name, random_chess(rng));
        denial.first_holder = Color::from_white(rng.random());
        denial.first_denials = rng.random_range(0..=3);
        denial
    }

    fn white_to_move(&self) -> bool {
        self.chess.turn().is_white()
    }

    fn is_check(&self) -> bool {
        self.chess.is_check()
    }

    fn decided(&self) -> Option<String> {
        self.drawn.map(|reason| format!("1/2-1/2 {{{reason}}}"))
    }
}

impl ListingOracle for DenialOracle {
    const RARE: &'static [TurnTest<DenialOracle>] = &[
        |_, turn, _| turn == "deny",
        |_, _, after| after.drawn == Some("stalemate accepted"),
    ];

    const LENGTH: u32 = 120;

    fn starts() -> Vec<DenialOracle> {
        let starts = chess::STARTS.iter().flat_map(|text| {
            let chess = read_fen(text);
            let names = Self::NAMES.iter();
            names.map(move |name| DenialOracle::from_chess(name, chess.clone()))
        });
        starts.collect()
    }

    fn turns(&self) -> BTreeMap<String, DenialOracle> {
        let mut turns = BTreeMap::new();
        if self.drawn.is_some() {
            return turns;
        }
        let moves = self.moves();
        for &mv in &moves {
            let mut chess = self.chess.clone();
            chess.play_unchecked(mv);
            let action = Action::Move(self.chess.clone(), mv);
            turns.insert(move_text(mv), self.after(action, chess));
        }
        if let Some((before, _)) = self.deniable() {
            let action = Action::Denial(self.chess.turn());
            turns.insert("deny".to_owned(), self.after(action, before.clone()));
        }
        if let Some(reason) = self.offered_draw(!moves.is_empty()) {
            let drawn = Some(reason);
            turns.insert(
                "draw".to_owned(),
                DenialOracle {
                    drawn,
                    ..self.clone()
                },
            );
        }
        turns
    }

    fn draw(&self) -> Option<&'static str> {
        chess::draw(&self.chess)
    }

    /// D13, D15.
    fn repetition_text(&self) -> String {
        let fen = write_fen(&self.chess);
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        let excluded = self.excluded().map(movement);
        let deniable = self.deniable().map(|(_, mv)| movement(mv));
        format!("{fields:?} {} {excluded:?} {deniable:?}", self.right())
    }
}
