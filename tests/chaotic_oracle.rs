//! Chaotic Chess against a second implementation.

#[path = "oracle/chaotic.rs"]
mod oracle;

use std::collections::BTreeMap;

use jabberwock_game::{Position as _, Variant, for_each_turn};
use jabberwock_variants::chaotic;
use oracle::Chaotic;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IteratorRandom};

const START: &str = "knarm3/narmr3/pppppppp/8/8/PPPPPPPP/3RMRAN/3MRANK w - - 0 1";

#[test]
fn the_oracle_counts_the_published_turns() {
    for line in include_str!("../crates/variants/src/chaotic/perft.txt").lines() {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let &["chaotic", position, depth, turns] = &fields[..] else {
            continue;
        };
        let turns: u64 = turns.parse().expect("a number");
        if turns < 10_000 {
            let depth = depth.parse().expect("a number");
            assert_eq!(Chaotic::read(position).perft(depth), turns, "{position}");
        }
    }
}

/// Checks that the rules and the oracle see the same turns in the position `text`, with the same
/// positions, checks and ends after them. Returns the positions after.
fn compare(text: &str) -> BTreeMap<String, Chaotic> {
    let slow = Chaotic::read(text);
    let pos = chaotic::Chaotic
        .parse(text)
        .expect("the oracle's text is sound");
    assert_eq!(chaotic::Chaotic.text(&pos), text);
    assert_eq!(pos.is_check(), slow.is_check(), "{text}");
    let stuck = || (!pos.has_legal_step()).then(|| pos.outcome_when_stuck());
    let outcome = pos.outcome().or_else(stuck);
    let outcome = outcome.map(|outcome| outcome.to_string());
    assert_eq!(outcome.as_deref(), slow.outcome(), "{text}");
    let turns = slow.turns();
    let mut expected: BTreeMap<&str, &Chaotic> = turns
        .iter()
        .map(|(turn, after)| (turn.as_str(), after))
        .collect();
    for_each_turn(&pos, &mut |turn, after| {
        assert_eq!(
            pos.is_noisy(turn[0]),
            after.clock() == 0,
            "{text}: {turn:?}"
        );
        let turn = chaotic::Chaotic.turn_text(&pos, turn);
        let Some(expected) = expected.remove(turn.as_str()) else {
            panic!("{text}: {turn} is not legal");
        };
        let found = chaotic::Chaotic.text(after);
        assert_eq!(found, expected.write(), "{text}: {turn}");
        assert_eq!(after.is_check(), expected.is_check(), "{text}: {turn}");
        let decided = after.outcome().map(|outcome| outcome.to_string());
        assert_eq!(decided.as_deref(), expected.decided(), "{text}: {turn}");
        assert_eq!(after.key(), after.recomputed_key(), "{text}: {turn}");
    });
    assert!(expected.is_empty(), "{text}: missing {:?}", expected.keys());
    turns
}

/// Plays a random game from the start and compares both at every position.
fn play(rng: &mut StdRng, turns: u32) {
    let mut pos = Chaotic::read(START);
    for _ in 0..turns {
        let turns = compare(&pos.write());
        // Captures and merchants' steps are what the game is about: prefer them now and then.
        let taste = rng.random_range(0..4);
        let likes = |turn: &str| match taste {
            0 => pos.captures(turn),
            1 => pos.trades(turn),
            _ => true,
        };
        let chosen = turns.iter().filter(|(turn, _)| likes(turn)).choose(rng);
        let Some((_, after)) = chosen.or_else(|| turns.iter().choose(rng)) else {
            return;
        };
        if after.decided().is_some() {
            return;
        }
        pos = after.clone();
    }
}

/// Compares random positions and games with this `seed`.
fn compare_random(seed: u64, positions: u32, games: u32) {
    let mut rng = StdRng::seed_from_u64(seed);
    for _ in 0..positions {
        compare(&Chaotic::random(&mut rng).write());
    }
    for _ in 0..games {
        play(&mut rng, 120);
    }
}

#[test]
fn the_rules_agree_with_the_oracle() {
    compare_random(1, 3_000, 10);
}

#[test]
#[ignore = "compares millions of turns"]
fn the_rules_agree_with_the_oracle_on_thousands_of_positions() {
    compare_random(2, 60_000, 500);
}
