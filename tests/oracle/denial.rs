//! A second implementation of Denial: written from `docs/rules/denial.md` alone, on the oracle of
//! the game without denials. It remembers all actions and derives the state of denials from them,
//! whereas the rules of the engine update it.

use std::{collections::BTreeMap, iter::successors, rc::Rc};

use jabberwock_variants::denial::{Base, Layer};
use rand::{RngExt, rngs::StdRng, seq::IndexedRandom};

use crate::{
    chess::ChessOracle,
    crazy::CrazyOracle,
    harness::{ListingOracle, Oracle, TurnTest},
};

/// The oracle of a game that Denial is played over.
pub(crate) trait DenialBase: ListingOracle {
    /// The names in the registry of the games with denials.
    const NAMES_WITH_DENIALS: &'static [&'static str];

    /// The most positions of a random game with denials.
    const LENGTH_WITH_DENIALS: u32;

    /// Returns the movement of a turn from this position (D5, D14), and whether it can be denied
    /// (D6, D7).
    fn movement(&self, turn: &str, soft: bool) -> (String, bool);
}

/// An action of a side in a turn.
#[derive(Clone, Debug)]
enum Action<B> {
    /// A move, by its text without a promotion letter, made in this position.
    Move(B, String),
    /// The denial of the move before, by White or Black.
    Denial(bool),
}

/// All actions before a turn.
#[derive(Debug)]
struct Past<B> {
    last: Action<B>,
    before: Option<Rc<Past<B>>>,
}

/// A position, with all actions since the position text that the game began with.
#[derive(Clone, Debug)]
pub(crate) struct DenialOracle<B> {
    soft: bool,
    claim: bool,
    white_holds_first: bool,
    /// Denials before the first position.
    first_denials: usize,
    base: B,
    past: Option<Rc<Past<B>>>,
    /// The reason, after the move `draw`.
    drawn: Option<&'static str>,
}

fn without_letter(turn: &str) -> String {
    turn.trim_end_matches(['q', 'r', 'b', 'n']).to_owned()
}

/// Returns the actions, the last one first.
fn actions<B>(past: Option<&Rc<Past<B>>>) -> impl Iterator<Item = &Action<B>> {
    let turns = successors(past, |past| past.before.as_ref());
    turns.map(|past| &past.last)
}

/// D3: whether White is the side that denied last and has not moved since.
fn immune<B: Oracle>(past: Option<&Rc<Past<B>>>) -> Option<bool> {
    let mut moved = Vec::new();
    for action in actions(past) {
        match action {
            Action::Move(before, _) => moved.push(before.white_to_move()),
            Action::Denial(by) if moved.contains(by) => return None,
            Action::Denial(by) => return Some(*by),
        }
    }
    None
}

impl<B> DenialOracle<B>
where
    B: DenialBase<Game: Base>,
{
    fn denials(&self) -> usize {
        let denials = actions(self.past.as_ref());
        denials
            .filter(|action| matches!(action, Action::Denial(_)))
            .count()
    }

    /// D1, D2: every denial passes the right on.
    fn white_holds(&self) -> bool {
        self.white_holds_first == self.denials().is_multiple_of(2)
    }

    fn all_denials(&self) -> usize {
        self.first_denials + self.denials()
    }

    /// D2-D7: the last move, if the side to move may deny it as far as these rules go.
    fn deniable(&self) -> Option<(&B, &str)> {
        let past = self.past.as_ref()?;
        let Action::Move(before, turn) = &past.last else {
            return None;
        };
        let is_immune = immune(past.before.as_ref()) == Some(before.white_to_move());
        let can = self.white_holds() == self.base.white_to_move()
            && !is_immune
            && before.movement(turn, self.soft).1;
        can.then_some((before, turn))
    }

    /// D5: the move that was denied, until its side has moved.
    fn excluded(&self) -> Option<&str> {
        let past = self.past.as_ref()?;
        match (&past.last, &past.before.as_ref()?.last) {
            (Action::Denial(_), Action::Move(_, turn)) => Some(turn),
            _ => None,
        }
    }

    /// Returns the draw that the move `draw` would be.
    fn offered_draw(&self, has_moves: bool) -> Option<&'static str> {
        if self.is_check() {
            return None;
        }
        if !has_moves {
            return self.deniable().map(|_| "stalemate accepted");
        }
        let holds = self.white_holds() == self.base.white_to_move();
        (self.claim && self.all_denials() >= 3 && holds).then_some("draw claimed")
    }

    /// Returns the position after this action, on the board of `base`.
    fn after(&self, action: Action<B>, base: B) -> DenialOracle<B> {
        let past = Past {
            last: action,
            before: self.past.clone(),
        };
        DenialOracle {
            base,
            past: Some(Rc::new(past)),
            ..self.clone()
        }
    }

    fn right(&self) -> String {
        let immune = immune(self.past.as_ref()).is_some();
        format!(
            "{}{}{}",
            if self.white_holds() { 'w' } else { 'b' },
            self.all_denials().min(3),
            if immune { "!" } else { "" }
        )
    }

    fn from_base(name: &str, base: B) -> DenialOracle<B> {
        DenialOracle {
            soft: name.contains("-soft"),
            claim: name.contains("-claim"),
            white_holds_first: false,
            first_denials: 0,
            base,
            past: None,
            drawn: None,
        }
    }
}

impl<B> Oracle for DenialOracle<B>
where
    B: DenialBase<Game: Base>,
{
    type Game = Layer<B::Game>;

    const NAMES: &'static [&'static str] = B::NAMES_WITH_DENIALS;

    fn game(&self) -> Layer<B::Game> {
        let game = Layer::hard(self.base.game());
        let game = if self.soft { game.soft() } else { game };
        if self.claim { game.claim() } else { game }
    }

    /// Returns the last move must be `-`.
    fn read(name: &str, text: &str) -> DenialOracle<B> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        assert!(fields.len() == 8 && fields[7] == "-", "{text}");
        let (holder, denials) = fields[6].split_at(1);
        let base = B::read(B::NAMES[0], &fields[..6].join(" "));
        DenialOracle {
            white_holds_first: holder == "w",
            first_denials: denials.parse().expect("a number"),
            ..DenialOracle::from_base(name, base)
        }
    }

    fn write(&self) -> String {
        let last = match (self.excluded(), self.deniable()) {
            (Some(turn), _) => format!("x:{turn}"),
            (None, Some((before, turn))) => {
                format!("d:{turn}@{}", before.write().replace(' ', "_"))
            }
            (None, None) => "-".to_owned(),
        };
        format!("{} {} {last}", self.base.write(), self.right())
    }

    fn random(rng: &mut StdRng) -> DenialOracle<B> {
        let name = *Self::NAMES.choose(rng).expect("names");
        let mut denial = DenialOracle::from_base(name, B::random(rng));
        denial.white_holds_first = rng.random();
        denial.first_denials = rng.random_range(0..=3);
        denial
    }

    fn white_to_move(&self) -> bool {
        self.base.white_to_move()
    }

    fn is_check(&self) -> bool {
        self.base.is_check()
    }

    fn is_opponent_in_check(&self) -> bool {
        self.base.is_opponent_in_check()
    }

    fn decided(&self) -> Option<String> {
        let drawn = self.drawn.map(|reason| format!("1/2-1/2 {{{reason}}}"));
        drawn.or_else(|| self.base.decided())
    }
}

impl<B> ListingOracle for DenialOracle<B>
where
    B: DenialBase<Game: Base>,
{
    const RARE: &'static [TurnTest<DenialOracle<B>>] = &[
        |_, turn, _| turn == "deny",
        |_, turn, _| turn.contains(['^', '=', 'x', '*']),
        |_, _, after| after.drawn == Some("stalemate accepted"),
    ];

    const LENGTH: u32 = B::LENGTH_WITH_DENIALS;

    fn starts() -> Vec<DenialOracle<B>> {
        let starts = B::starts().into_iter().flat_map(|base| {
            let names = Self::NAMES.iter();
            names.map(move |name| DenialOracle::from_base(name, base.clone()))
        });
        starts.collect()
    }

    fn turns(&self) -> BTreeMap<String, DenialOracle<B>> {
        let mut turns = BTreeMap::new();
        if self.decided().is_some() {
            return turns;
        }
        let excluded = self
            .excluded()
            .map(|turn| self.base.movement(turn, self.soft).0);
        for (turn, after) in self.base.turns() {
            let plain = without_letter(&turn);
            if Some(self.base.movement(&plain, self.soft).0) != excluded {
                let action = Action::Move(self.base.clone(), plain);
                turns.insert(turn, self.after(action, after));
            }
        }
        let has_moves = !turns.is_empty();
        if let Some((before, _)) = self.deniable() {
            let action = Action::Denial(self.base.white_to_move());
            turns.insert("deny".to_owned(), self.after(action, before.clone()));
        }
        if let Some(reason) = self.offered_draw(has_moves) {
            let drawn = Some(reason);
            let after = DenialOracle {
                drawn,
                ..self.clone()
            };
            turns.insert("draw".to_owned(), after);
        }
        turns
    }

    fn draw(&self) -> Option<&'static str> {
        self.base.draw()
    }

    /// D13, D15.
    fn repetition_text(&self) -> String {
        let text = self.base.repetition_text();
        let excluded = self
            .excluded()
            .map(|turn| self.base.movement(turn, self.soft).0);
        let deniable = self
            .deniable()
            .map(|(before, turn)| before.movement(turn, self.soft).0);
        format!("{text} {} {excluded:?} {deniable:?}", self.right())
    }
}

impl DenialBase for ChessOracle {
    const NAMES_WITH_DENIALS: &'static [&'static str] =
        &["denial", "denial-soft", "denial-claim", "denial-soft-claim"];

    const LENGTH_WITH_DENIALS: u32 = 120;

    fn movement(&self, turn: &str, soft: bool) -> (String, bool) {
        let kind = self.kind_at(&turn[..2]);
        // A knight has two ways.
        let can_be_denied = kind != 'N' && !(soft && kind == 'K');
        (format!("{kind} {}", &turn[..4]), can_be_denied)
    }
}

/// Returns a place, `e2` or `a1^2`, at the start of a text, and the rest.
fn split_place(text: &str) -> (&str, &str) {
    let level = text[2..].strip_prefix('^').map_or(0, |rest| {
        1 + rest.bytes().take_while(u8::is_ascii_digit).count()
    });
    text.split_at(2 + level)
}

impl DenialBase for CrazyOracle {
    const NAMES_WITH_DENIALS: &'static [&'static str] =
        &["crazy", "crazy-soft", "crazy-claim", "crazy-soft-claim"];

    const LENGTH_WITH_DENIALS: u32 = 80;

    fn movement(&self, turn: &str, soft: bool) -> (String, bool) {
        if turn.contains(['=', '*']) {
            return (turn.to_owned(), true);
        }
        let (start, rest) = split_place(turn);
        let kind = self.kind_at(start);
        let to = &rest[..2];
        match kind {
            'K' => {
                let (_, second) = turn.split_once(',').expect("two steps");
                let end = &second[2..4];
                (format!("K {start} {to} {end}"), !soft)
            }
            'N' => {
                let victim = rest.split_once('x').map(|(_, place)| &place[..2]);
                let path = victim.filter(|&at| at != to).map(|at| {
                    let (from, to, at) = (start.as_bytes(), to.as_bytes(), at.as_bytes());
                    let long_is_rank = from[0].abs_diff(to[0]) == 1;
                    // The long leg first: the file stays while the rank changes, or the other way
                    // round.
                    let on_long = if long_is_rank {
                        at[0] == from[0]
                    } else {
                        at[1] == from[1]
                    };
                    if on_long { "long" } else { "short" }
                });
                let path_text = path.unwrap_or("any");
                (format!("N {start} {to} {path_text}"), path.is_some())
            }
            kind => (format!("{kind} {start} {to}"), true),
        }
    }
}
