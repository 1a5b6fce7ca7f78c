//! Compares the rules of the engine with a slow second implementation of them, an [`Oracle`].

mod random_game;

use std::{collections::BTreeMap, fmt::Debug};

use jabberwock_game::{Position as _, Variant};
use jabberwock_variants::find;
use rand::{SeedableRng, rngs::StdRng};

use random_game::play_random_game;

/// A position of a game in its slow implementation.
///
/// It is written from the game's page in `docs/rules` alone, and shares no code with the rules
/// that play.
pub(crate) trait Oracle: Clone + Debug + 'static {
    /// The game in the rules that play.
    type Game: Variant;

    /// The names in the registry of the games that the oracle plays.
    const NAMES: &'static [&'static str];

    /// Returns the game that is played.
    fn game(&self) -> Self::Game;

    /// Reads a valid position text of the game called `name`.
    fn read(name: &str, text: &str) -> Self;

    /// Returns the canonical text.
    fn write(&self) -> String;

    /// Returns a position without a past. The side not to move may be in check, which is not
    /// allowed.
    fn random(rng: &mut StdRng) -> Self;

    fn white_to_move(&self) -> bool;

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool;

    /// Whether the side not to move is in check.
    fn is_opponent_in_check(&self) -> bool {
        false
    }

    /// Returns the outcome, if it is decided by the board alone, whether or not there are legal
    /// turns.
    fn decided(&self) -> Option<String> {
        None
    }
}

/// Whether a turn is of some kind, from the position before it, its text and the position after it.
pub(crate) type TurnTest<O> = fn(&O, &str, &O) -> bool;

/// An oracle that lists every legal turn.
pub(crate) trait ListingOracle: Oracle {
    /// Kinds of turns that are rare among all turns of a position. Random games prefer them now and
    /// then.
    const RARE: &'static [TurnTest<Self>];

    /// The most positions of a random game.
    const LENGTH: u32;

    /// Returns the start positions of random games.
    fn starts() -> Vec<Self>;

    /// Returns every legal turn by its canonical text, with the position after it.
    fn turns(&self) -> BTreeMap<String, Self>;

    /// Returns all spellings of legal turns, with the canonical ones, if there are several.
    fn spellings(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Whether the first step of the legal turn `turn` is noisy, if the rules state it plainly.
    fn is_noisy(&self, _turn: &str) -> Option<bool> {
        None
    }

    /// Returns the reason if the game is drawn by count of plies or by material, provided that it
    /// goes on otherwise.
    fn draw(&self) -> Option<&'static str>;

    /// Returns the text compared by the repetition rule: by default the position text without its
    /// two counters.
    fn repetition_text(&self) -> String {
        let text = self.write();
        let fields = text.split(' ').enumerate();
        let compared = fields.filter(|(index, _)| !matches!(index, 4 | 5));
        let compared: Vec<&str> = compared.map(|(_, field)| field).collect();
        compared.join(" ")
    }
}

/// A position of the rules that play.
type FastPosition<O> = <<O as Oracle>::Game as Variant>::Position;

/// The extent of a comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) seed: u64,
    /// Random positions.
    pub(crate) positions: u32,
    /// Games of four turns from random positions.
    pub(crate) short_games: u32,
    /// Games from the starts.
    pub(crate) games: u32,
}

/// Statistics of a comparison, so that a test can check that it was sufficient.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) positions: u32,
    pub(crate) turns: u32,
    pub(crate) spellings: u32,
    pub(crate) checks: u32,
    /// Random positions that were rejected because the side not to move was in check.
    pub(crate) rejected: u32,
    /// Turns of the rare kinds that were played.
    pub(crate) rare: u32,
    /// Positions by their outcomes.
    pub(crate) outcomes: BTreeMap<String, u32>,
}

impl Seen {
    /// Checks that every rare thing was seen: games that ended for all these reasons, checks, turns
    /// of the rare kinds.
    pub(crate) fn assert_reasons(&self, reasons: &[&str]) {
        assert!(self.checks > 50 && self.rare > 20, "{self:?}");
        for reason in reasons {
            let text = format!("{{{reason}}}");
            let seen = self.outcomes.keys().any(|key| key.ends_with(&text));
            assert!(seen, "no {reason}: {self:?}");
        }
    }
}

/// Checks that the oracle counts as many turns as were published, up to `most` turns.
pub(crate) fn count_published_turns<O: ListingOracle>(most: u64) {
    for &name in O::NAMES {
        let entry = find(name).unwrap_or_else(|error| panic!("{error}"));
        let mut counted = 0;
        for line in entry.perft.lines() {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let &[of, position, depth, turns] = &fields[..] else {
                continue;
            };
            let Some(turns) = turns.parse().ok().filter(|_| of == name) else {
                continue;
            };
            if turns < most {
                let depth = depth.parse().expect("a number");
                let found = perft(&O::read(name, position), depth);
                assert_eq!(found, turns, "{name}: {position} to depth {depth}");
                counted += 1;
            }
        }
        assert!(counted > 0, "{counted} counts of {name}");
    }
}

fn perft<O: ListingOracle>(slow: &O, depth: u32) -> u64 {
    let turns = slow.turns();
    match depth {
        0 => 1,
        1 => turns.len() as u64,
        _ => turns.values().map(|after| perft(after, depth - 1)).sum(),
    }
}

/// Compares random positions and random games.
pub(crate) fn compare<O: ListingOracle>(extent: Extent) -> Seen {
    let mut rng = StdRng::seed_from_u64(extent.seed);
    let mut seen = Seen::default();
    for _ in 0..extent.positions {
        let slow = valid_position::<O>(&mut rng, &mut seen);
        play_random_game(slow, 1, &mut rng, &mut seen);
    }
    for _ in 0..extent.short_games {
        let slow = valid_position::<O>(&mut rng, &mut seen);
        play_random_game(slow, 4, &mut rng, &mut seen);
    }
    let starts = O::starts();
    for start in starts.iter().cycle().take(extent.games as usize) {
        play_random_game(start.clone(), O::LENGTH, &mut rng, &mut seen);
    }
    seen
}

/// Returns a random position. Those in which the side not to move is in check must be rejected.
pub(crate) fn valid_position<O: Oracle>(rng: &mut StdRng, seen: &mut Seen) -> O {
    loop {
        let slow = O::random(rng);
        if !slow.is_opponent_in_check() {
            return slow;
        }
        let text = slow.write();
        let error = slow.game().parse(&text).expect_err(&text).to_string();
        assert!(error.contains("in check"), "{text}: {error}");
        seen.rejected += 1;
    }
}

/// Returns the position of `slow` as the rules that play read it.
pub(crate) fn parse<O: Oracle>(slow: &O) -> FastPosition<O> {
    let text = slow.write();
    let parsed = slow.game().parse(&text);
    parsed.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Checks that both implementations agree on all that is read off a position without its turns.
pub(crate) fn compare_position<O: Oracle>(fast: &FastPosition<O>, slow: &O) {
    let text = slow.write();
    assert_eq!(slow.game().text(fast), text);
    assert_eq!(fast.key(), fast.recomputed_key(), "{text}");
    assert_eq!(fast.is_check(), slow.is_check(), "{text}");
    let outcome = fast.outcome().map(|outcome| outcome.to_string());
    assert_eq!(outcome, slow.decided(), "{text}");
}
