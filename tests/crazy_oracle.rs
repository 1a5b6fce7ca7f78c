//! Crazy Chess without denial against a second implementation.

mod oracle {
    //! The second implementation.

    pub(crate) mod crazy;
    mod crazy_text;
    mod crazy_turns;
}

use std::collections::BTreeMap;

use jabberwock_game::{GameHistory, Position as _, Variant, adjudicate, for_each_turn};
use jabberwock_variants::crazy;
use oracle::crazy::Crazy;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IteratorRandom};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_oracle_counts_the_published_turns() {
    for line in include_str!("../crates/variants/src/crazy/perft.txt").lines() {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let &["crazy-free", position, depth, turns] = &fields[..] else {
            continue;
        };
        let turns: u64 = turns.parse().expect("a number");
        if turns < 20_000 {
            let depth = depth.parse().expect("a number");
            assert_eq!(Crazy::read(position).perft(depth), turns, "{position}");
        }
    }
}

/// Checks that the rules and the oracle see the same turns in the position `text`, with the same
/// texts and the same positions after them. Returns the positions after.
fn compare(text: &str) -> BTreeMap<String, Crazy> {
    let slow = Crazy::read(text);
    let pos = crazy::Crazy
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(crazy::Crazy.text(&pos), text);
    assert_eq!(pos.is_check(), slow.is_check(slow.white), "{text}");
    let turns = slow.turns();
    let mut expected: BTreeMap<String, String> = turns
        .iter()
        .map(|(turn, after)| (turn.clone(), after.write()))
        .collect();
    for_each_turn(&pos, &mut |turn, after| {
        let turn = crazy::Crazy.turn_text(&pos, turn);
        let expected = expected.remove(&turn);
        assert_eq!(Some(crazy::Crazy.text(after)), expected, "{text}: {turn}");
        assert_eq!(after.key(), after.recomputed_key(), "{text}: {turn}");
    });
    assert!(expected.is_empty(), "{text}: missing {:?}", expected.keys());
    let line = GameHistory::new(pos.key());
    let outcome = adjudicate(&pos, &line, crazy::Crazy.profile());
    let outcome = outcome.map_or_else(|| "-".to_owned(), |outcome| outcome.to_string());
    assert_eq!(outcome, slow.outcome(), "{text}");
    turns
}

/// Whether a turn is of a kind that is rare among all turns: inside rooks, disguises, captures on a
/// knight's way or all round.
fn is_lively(turn: &str) -> bool {
    turn.contains(['^', '=', 'x', '*'])
}

/// Whether a turn takes something that has effects.
fn is_explosive(before: &Crazy, after: &Crazy) -> bool {
    let men = |pos: &Crazy| pos.stacks.iter().flatten().count();
    let ghosts = |pos: &Crazy| pos.stacks.iter().flatten().filter(|man| man.ghost).count();
    men(before) > men(after) + 1 || ghosts(after) > ghosts(before)
}

/// Plays a random game from `text` and compares both at every position.
fn play(rng: &mut StdRng, text: &str, turns: u32) {
    let mut pos = Crazy::read(text);
    for _ in 0..turns {
        let turns = compare(&pos.write());
        let taste = rng.random_range(0..4);
        let is_to_taste = |turn: &str, after: &Crazy| match taste {
            0 => is_lively(turn),
            1 => is_explosive(&pos, after),
            _ => true,
        };
        let goes_on = |after: &Crazy| after.lost == [false; 2];
        let liked = turns
            .iter()
            .filter(|(turn, after)| goes_on(after) && is_to_taste(turn, after))
            .choose(rng);
        let any = turns.iter().filter(|(_, after)| goes_on(after)).choose(rng);
        let Some((_, after)) = liked.or(any) else {
            return;
        };
        pos = after.clone();
    }
}

/// Compares random positions and short games, with this `seed`.
fn compare_random(seed: u64, positions: u32, games: u32) {
    let mut rng = StdRng::seed_from_u64(seed);
    for index in 0..positions {
        let pos = Crazy::random(&mut rng);
        let text = pos.write();
        if pos.is_check(!pos.white) {
            let error = crazy::Crazy.parse(&text).expect_err(&text).to_string();
            assert!(error.contains("in check, but not to move"), "{error}");
        } else if index % 8 == 0 {
            play(&mut rng, &text, 4);
        } else {
            compare(&text);
        }
    }
    for _ in 0..games {
        play(&mut rng, START, 80);
    }
}

#[test]
fn the_rules_agree_with_the_oracle() {
    compare_random(1, 600, 2);
}

#[test]
#[ignore = "compares millions of turns"]
fn the_rules_agree_with_the_oracle_on_thousands_of_positions() {
    compare_random(2, 10_000, 100);
}
