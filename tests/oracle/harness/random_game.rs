//! Random games, made by both implementations and compared at every position.

use std::collections::{BTreeMap, HashSet};

use jabberwock_game::{GameHistory, Key, Position as _, Variant, adjudicate, for_each_turn, play};
use rand::{
    RngExt,
    rngs::StdRng,
    seq::{IndexedRandom, IteratorRandom},
};

use super::{FastPosition, ListingOracle, Oracle, Seen, compare_position, parse};

/// The approximate number of turns of a position after which texts are read back and check is
/// compared, too. Hop Chess has positions with more than a thousand turns.
const THOROUGH: usize = 100;

/// A random game so far.
struct RandomGame<O: Oracle> {
    slow: O,
    fast: FastPosition<O>,
    history: GameHistory,
    /// The text compared by the repetition rule, for each position so far.
    past: Vec<String>,
    keys: HashSet<Key>,
    /// The texts of the turns so far.
    turns: Vec<String>,
}

/// The turns of a position, on which both implementations agree.
struct Turns<O> {
    after: BTreeMap<String, O>,
    /// Those that lead back to an earlier position of the game.
    back: Vec<String>,
}

/// Plays a random game from `slow` and compares at so many positions, fewer if it ends.
pub(super) fn play_random_game<O: ListingOracle>(
    slow: O,
    positions: u32,
    rng: &mut StdRng,
    seen: &mut Seen,
) {
    let mut game = RandomGame::start(slow);
    // Some games go back and forth, so that positions are repeated.
    let back = if rng.random_bool(0.3) { 0.7 } else { 0.0 };
    for left in (0..positions).rev() {
        let turns = game.compare(seen);
        if seen.positions.is_multiple_of(4) {
            game.compare_spellings(seen);
        }
        if left == 0 {
            return;
        }
        let goes_back = rng.random_bool(back);
        let back = turns.back.choose(rng).cloned();
        let back = back.or_else(|| {
            game.way_back()
                .filter(|turn| turns.after.contains_key(turn))
        });
        let Some(turn) = back
            .filter(|_| goes_back)
            .or_else(|| game.choose(&turns.after, rng, seen))
        else {
            return;
        };
        game.play(&turn, turns.after[&turn].clone());
    }
}

impl<O: ListingOracle> RandomGame<O> {
    fn start(slow: O) -> RandomGame<O> {
        let fast = parse(&slow);
        RandomGame {
            history: GameHistory::new(fast.key()),
            past: vec![slow.repetition_text()],
            keys: HashSet::from([fast.key()]),
            turns: Vec::new(),
            slow,
            fast,
        }
    }

    /// Checks that both implementations agree on the position, its turns and its outcome.
    fn compare(&self, seen: &mut Seen) -> Turns<O> {
        compare_position(&self.fast, &self.slow);
        if self.slow.decided().is_none() {
            self.compare_reading();
        }
        let turns = self.compare_turns();
        self.compare_outcome(&turns.after, seen);
        seen.positions += 1;
        seen.turns += turns.after.len() as u32;
        seen.checks += u32::from(self.slow.is_check());
        turns
    }

    /// Checks that the text says all there is to say of the position.
    fn compare_reading(&self) {
        let text = self.slow.write();
        let read = parse(&self.slow);
        assert_eq!(read, self.fast, "{text}");
        assert_eq!(read.key(), self.fast.key(), "{text}");
        assert_eq!(read.table_key(), self.fast.table_key(), "{text}");
    }

    fn compare_turns(&self) -> Turns<O> {
        let (game, text) = (self.slow.game(), self.slow.write());
        let turns = self.slow.turns();
        let mut expected: BTreeMap<&str, &O> = turns
            .iter()
            .map(|(turn, after)| (turn.as_str(), after))
            .collect();
        let stride = turns.len() / THOROUGH + 1;
        let mut back = Vec::new();
        for_each_turn(&self.fast, &mut |steps, after| {
            let turn = game.turn_text(&self.fast, steps);
            let Some(slow) = expected.remove(turn.as_str()) else {
                panic!("{text}: {turn} is not legal, or listed twice");
            };
            assert_eq!(game.text(after), slow.write(), "{text}: {turn}");
            assert_eq!(after.key(), after.recomputed_key(), "{text}: {turn}");
            let decided = after.outcome().map(|outcome| outcome.to_string());
            assert_eq!(decided, slow.decided(), "{text}: {turn}");
            if let Some(noisy) = self.slow.is_noisy(&turn) {
                assert_eq!(self.fast.is_noisy(steps[0]), noisy, "{text}: {turn}");
            }
            if expected.len().is_multiple_of(stride) {
                assert_eq!(after.is_check(), slow.is_check(), "{text}: {turn}");
                let read = game.parse_turn(&self.fast, &turn);
                assert_eq!(read.as_deref(), Ok(steps), "{text}: {turn}");
            }
            if self.keys.contains(&after.key()) {
                back.push(turn);
            }
        });
        assert!(expected.is_empty(), "{text}: missing {:?}", expected.keys());
        Turns { after: turns, back }
    }

    fn compare_outcome(&self, turns: &BTreeMap<String, O>, seen: &mut Seen) {
        let outcome = self.outcome(turns);
        let found = adjudicate(&self.fast, &self.history, self.slow.game().profile());
        let found = found.map(|outcome| outcome.to_string());
        assert_eq!(
            found,
            outcome,
            "{} after {:?}",
            self.slow.write(),
            self.past
        );
        if let Some(outcome) = outcome {
            *seen.outcomes.entry(outcome).or_default() += 1;
        }
    }

    /// Returns the outcome by `docs/rules/notation.md`, *Ends*: when several hold at once, the
    /// decisive one counts, then stalemate, repetition, 100 plies, material.
    fn outcome(&self, turns: &BTreeMap<String, O>) -> Option<String> {
        let stuck = || match (self.slow.is_check(), self.slow.white_to_move()) {
            (true, true) => "0-1 {checkmate}".to_owned(),
            (true, false) => "1-0 {checkmate}".to_owned(),
            (false, _) => "1/2-1/2 {stalemate}".to_owned(),
        };
        let draw = || {
            let now = self.past.last();
            let times = self.past.iter().filter(|then| Some(*then) == now).count();
            let repetition = (times >= 3).then_some("repetition");
            let reason = repetition.or_else(|| self.slow.draw())?;
            Some(format!("1/2-1/2 {{{reason}}}"))
        };
        let decided = self.slow.decided();
        decided
            .or_else(|| turns.is_empty().then(stuck))
            .or_else(draw)
    }

    /// Checks that every spelling of a turn is read as that turn.
    fn compare_spellings(&self, seen: &mut Seen) {
        let (game, text) = (self.slow.game(), self.slow.write());
        for (spelling, canonical) in self.slow.spellings() {
            let turn = game
                .parse_turn(&self.fast, &spelling)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            let found = game.turn_text(&self.fast, &turn);
            assert_eq!(found, canonical, "{text}: {spelling}");
            seen.spellings += 1;
        }
    }

    /// Returns the text of the turn that takes the last turn of the same side back, in most games.
    fn way_back(&self) -> Option<String> {
        let mut own = self.turns.iter().rev().skip(1).step_by(2);
        let last = own.next()?;
        let (from, to) = (last.get(..2)?, last.get(2..4)?);
        // Whatever follows the squares was so before that turn, such as a hopper's square.
        let rest = own.next().and_then(|turn| turn.get(4..)).unwrap_or("");
        Some(format!("{to}{from}{rest}"))
    }

    /// Returns a random turn, now and then of a rare kind; of the others seldom one that decides
    /// the game.
    fn choose(
        &self,
        turns: &BTreeMap<String, O>,
        rng: &mut StdRng,
        seen: &mut Seen,
    ) -> Option<String> {
        if rng.random_bool(0.4) {
            let is_rare = O::RARE.choose(rng)?;
            let rare = turns
                .iter()
                .filter(|(turn, after)| is_rare(&self.slow, turn, after))
                .choose(rng);
            if let Some((turn, _)) = rare {
                seen.rare += 1;
                return Some(turn.clone());
            }
        }
        let may_decide = rng.random_bool(0.1);
        let goes_on = |after: &O| may_decide || after.decided().is_none();
        let any = turns.iter().filter(|(_, after)| goes_on(after)).choose(rng);
        any.map(|(turn, _)| turn.clone())
    }

    /// Makes a legal turn, after which the oracle is in the position `after`.
    fn play(&mut self, turn: &str, after: O) {
        let steps = self
            .slow
            .game()
            .parse_turn(&self.fast, turn)
            .unwrap_or_else(|error| panic!("{}: {error}", self.slow.write()));
        play(&mut self.fast, &steps);
        self.slow = after;
        self.history.push(self.fast.key());
        self.past.push(self.slow.repetition_text());
        self.keys.insert(self.fast.key());
        self.turns.push(turn.to_owned());
    }
}
