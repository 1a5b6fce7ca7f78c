//! Chakra against a second implementation.

mod oracle {
    mod chakra;
    mod chakra_text;

    pub(crate) use chakra::Chakra;
}

use std::collections::BTreeMap;

use jabberwock_game::{GameHistory, Position as _, Variant, adjudicate, for_each_turn};
use jabberwock_variants::chakra;
use oracle::Chakra;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IteratorRandom};

const START: &str = "acmqksca/1pppppp1/8/8/8/8/1PPPPPP1/ACMQKSCA w a2n,h2n/a7n,h7n - 0 1";

#[test]
fn the_oracle_counts_the_published_turns() {
    for line in include_str!("../crates/variants/src/chakra/perft.txt").lines() {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let &[name @ ("chakra" | "chakra-modern"), position, depth, turns] = &fields[..] else {
            continue;
        };
        let turns: u64 = turns.parse().expect("a number");
        if turns < 30_000 {
            let depth = depth.parse().expect("a number");
            let slow = Chakra::read(position, name == "chakra");
            assert_eq!(slow.perft(depth), turns, "{position}");
        }
    }
}

/// Checks that the rules and the oracle see the same turns in the position, with the same texts and
/// the same positions after them, the same check and the same end. Returns the positions after.
fn compare(slow: &Chakra) -> BTreeMap<String, Chakra> {
    let variant = if slow.double_steps {
        chakra::Chakra::CLASSIC
    } else {
        chakra::Chakra::MODERN
    };
    let text = slow.write();
    let pos = variant
        .parse(&text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(variant.text(&pos), text);
    assert_eq!(pos.is_check(), slow.is_check(), "{text}");
    let end = adjudicate(&pos, &GameHistory::new(pos.key()), variant.profile());
    if slow.half < 100 {
        assert_eq!(end.map(|end| end.to_string()), slow.outcome(), "{text}");
    }
    let turns = slow.turns();
    let mut expected: BTreeMap<&String, &Chakra> = turns.iter().collect();
    for_each_turn(&pos, &mut |turn, after| {
        let turn = variant.turn_text(&pos, turn);
        let expected = expected.remove(&turn).map(Chakra::write);
        assert_eq!(Some(variant.text(after)), expected, "{text}: {turn}");
        assert_eq!(after.key(), after.recomputed_key(), "{text}: {turn}");
        assert!(variant.parse_turn(&pos, &turn).is_ok(), "{text}: {turn}");
    });
    assert!(expected.is_empty(), "{text}: missing {:?}", expected.keys());
    turns
}

/// Plays a random game on and compares both at every position.
fn play(rng: &mut StdRng, mut slow: Chakra, turns: u32) {
    for _ in 0..turns {
        let turns = compare(&slow);
        // Captures, promotions and the ways of Transmitters are rare: prefer them now and then.
        let men = |chakra: &Chakra| chakra.men.as_flattened().iter().flatten().count();
        let lively = |turn: &String, after: &Chakra| {
            men(after) < men(&slow)
                || turn.len() == 5
                || turn == "@@@@"
                || after.transmitters.iter().flatten().any(|disc| {
                    after.man(disc.at).is_some() && slow.man(disc.at) != after.man(disc.at)
                })
        };
        let prefer = rng.random_bool(0.4) && turns.iter().any(|(turn, after)| lively(turn, after));
        let chosen = turns
            .iter()
            .filter(|(turn, after)| !prefer || lively(turn, after))
            .choose(rng);
        let Some((_, after)) = chosen else {
            return;
        };
        slow = after.clone();
    }
}

/// Compares random positions, each with some turns played on, and games from the start.
fn compare_random(seed: u64, positions: u32, games: u32) {
    let mut rng = StdRng::seed_from_u64(seed);
    for index in 0..positions {
        let slow = Chakra::random(&mut rng, index % 3 > 0);
        play(&mut rng, slow, 4);
    }
    for index in 0..games {
        play(&mut rng, Chakra::read(START, index % 3 > 0), 120);
    }
}

#[test]
fn the_rules_agree_with_the_oracle() {
    compare_random(1, 400, 6);
}

#[test]
#[ignore = "compares millions of turns"]
fn the_rules_agree_with_the_oracle_on_thousands_of_positions() {
    compare_random(2, 20_000, 300);
}
