//! Hop Chess against a second implementation.

mod oracle;

use std::collections::BTreeMap;

use jabberwock_game::{Position as _, Variant, for_each_turn};
use jabberwock_variants::hop;
use oracle::Hop;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IteratorRandom};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -/-";

#[test]
fn the_oracle_counts_the_published_turns() {
    for line in include_str!("../crates/variants/src/hop/perft.txt").lines() {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let &["hop", position, depth, turns] = &fields[..] else {
            continue;
        };
        let turns: u64 = turns.parse().expect("a number");
        if turns < 200_000 {
            let depth = depth.parse().expect("a number");
            assert_eq!(Hop::read(position).perft(depth), turns, "{position}");
        }
    }
}

/// Checks that the rules and the oracle see the same turns in the position `text`, with the same
/// texts and the same positions after them. Returns the positions after.
fn compare(text: &str) -> BTreeMap<String, Hop> {
    let slow = Hop::read(text);
    let pos = hop::Hop.parse(text).expect("the oracle's text is sound");
    assert_eq!(hop::Hop.text(&pos), text);
    assert_eq!(pos.is_check(), slow.is_check(), "{text}");
    let turns = slow.turns();
    let mut expected: BTreeMap<String, String> = turns
        .iter()
        .map(|(turn, after)| (turn.clone(), after.write()))
        .collect();
    for_each_turn(&pos, &mut |turn, after| {
        let turn = hop::Hop.turn_text(&pos, turn);
        let expected = expected.remove(&turn);
        assert_eq!(Some(hop::Hop.text(after)), expected, "{text}: {turn}");
        assert_eq!(after.key(), after.recomputed_key(), "{text}: {turn}");
    });
    assert!(expected.is_empty(), "{text}: missing {:?}", expected.keys());
    turns
}

/// Checks that every way of writing a turn is read as the same turn.
fn compare_texts(text: &str) {
    let slow = Hop::read(text);
    let pos = hop::Hop.parse(text).expect("the oracle's text is sound");
    for (written, canonical) in slow.all_texts() {
        let turn = hop::Hop
            .parse_turn(&pos, &written)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(
            hop::Hop.turn_text(&pos, &turn),
            canonical,
            "{text}: {written}"
        );
    }
}

/// Plays random games from `text` and compares both at every position.
fn play(rng: &mut StdRng, text: &str, turns: u32) {
    let mut text = text.to_owned();
    for played in 0..turns {
        let turns = compare(&text);
        if played % 8 == 0 {
            compare_texts(&text);
        }
        // Captures, promotions and hops are rare among many placements: prefer them now and then.
        let lively = |turn: &String| turn.contains(',') || turn.contains('q');
        let prefer = rng.random_bool(0.3) && turns.keys().any(lively);
        let Some((_, after)) = turns
            .iter()
            .filter(|(turn, _)| !prefer || lively(turn))
            .choose(rng)
        else {
            return;
        };
        text = after.write();
    }
}

/// Compares random positions and short games from the start, with this `seed`.
fn compare_random(seed: u64, positions: u32, games: u32) {
    let mut rng = StdRng::seed_from_u64(seed);
    for index in 0..positions {
        let text = Hop::random(&mut rng).write();
        if index % 4 == 0 {
            compare_texts(&text);
        }
        compare(&text);
    }
    for _ in 0..games {
        play(&mut rng, START, 60);
    }
}

#[test]
fn the_rules_agree_with_the_oracle() {
    compare_random(1, 300, 2);
}

#[test]
#[ignore = "compares millions of turns"]
fn the_rules_agree_with_the_oracle_on_thousands_of_positions() {
    compare_random(2, 10_000, 100);
}
