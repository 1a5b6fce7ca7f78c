//! The rules of mega-games beside the oracle. Most positions have too many turns to be listed, so
//! random turns are tried, legal and illegal ones.

use jabberwock_game::{Position as _, Stage, Variant, play};
use jabberwock_variants::{find, mega};
use rand::{SeedableRng, rngs::StdRng};

use super::{MegaOracle, Turn, random::random_position, start_position};
use crate::harness::{Oracle, compare_position, parse};

/// Checks that the oracle counts as many turns as were published.
pub(crate) fn count_published_turns() {
    for name in MegaOracle::NAMES {
        let entry = find(name).unwrap_or_else(|error| panic!("{error}"));
        let mut counted = 0;
        for line in entry.perft.lines() {
            let fields: Vec<&str> = line.split(" ; ").collect();
            let &[of, position, .., turns] = &fields[..] else {
                continue;
            };
            if of == *name {
                let slow = MegaOracle::read(name, position);
                assert_eq!(slow.write(), position);
                let count = slow.count().map(|count| count.to_string());
                assert_eq!(count.as_deref(), Some(turns), "{position}");
                counted += 1;
            }
        }
        assert!(counted > 0, "{counted} counts of {name}");
    }
}

/// Checks that the oracle counts the turns of random positions as it lists them.
pub(crate) fn count_listed_turns(seed: u64, positions: u32) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut compared = 0;
    for index in 0..positions {
        let slow = random_position(&mut rng, 1 + index % 5 / 4);
        let text = slow.write();
        assert_eq!(MegaOracle::read_level(&text, slow.level).write(), text);
        if slow.end().is_some() {
            continue;
        }
        if let (Some(turns), Some(count)) = (slow.turns(2_000), slow.count()) {
            assert_eq!(count, turns.len().into(), "{text}");
            compared += 1;
        }
        let turn = slow.random_turn(&mut rng);
        assert_eq!(Turn::read(&turn.write()), turn);
    }
    assert!(compared > positions / 4, "{compared} positions");
}

/// Compares random positions of `level` and up to six turns from each.
pub(crate) fn compare_positions(seed: u64, level: u32, positions: u32) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut legal = 0;
    for _ in 0..positions {
        let mut slow = random_position(&mut rng, level);
        for _ in 0..6 {
            let fast = compare(&slow);
            let turns: Vec<Turn> = (0..6).map(|_| slow.random_turn(&mut rng)).collect();
            let mut after: Vec<MegaOracle> = turns
                .iter()
                .filter_map(|turn| try_turn(&slow, &fast, turn))
                .collect();
            match after.pop() {
                Some(after) => slow = after,
                None => break,
            }
            legal += 1;
        }
    }
    assert!(legal > positions / 2, "{legal} legal turns");
}

/// Compares random games of `level` from the start.
pub(crate) fn compare_games(seed: u64, level: u32, games: u32, turns: u32) {
    let mut rng = StdRng::seed_from_u64(seed);
    for _ in 0..games {
        let mut slow = start_position(level);
        for _ in 0..turns {
            let fast = compare(&slow);
            let after = (0..20).find_map(|_| try_turn(&slow, &fast, &slow.random_turn(&mut rng)));
            match after {
                Some(after) => slow = after,
                None => break,
            }
        }
    }
}

/// Compares a position and its mega-moves, and gives it as the rules that play read it.
fn compare(slow: &MegaOracle) -> mega::Position {
    let fast = parse(slow);
    compare_position(&fast, slow);
    let mut steps = Vec::new();
    for stage in Stage::ALL {
        fast.generate(stage, &mut steps);
    }
    let turns = steps.iter().filter(|&&step| fast.completes_turn(step));
    let mut moves: Vec<String> = turns
        .map(|&step| slow.game().turn_text(&fast, &[step]))
        .filter(|text| !text.starts_with('{'))
        .collect();
    moves.sort_unstable();
    let expected: Vec<String> = match slow.end() {
        None => slow.mega_moves().into_keys().collect(),
        Some(_) => Vec::new(),
    };
    assert_eq!(moves, expected, "{}", slow.write());
    fast
}

/// Checks that both implementations agree whether `turn` is legal, and on the position after it,
/// which is returned if it is.
fn try_turn(slow: &MegaOracle, fast: &mega::Position, turn: &Turn) -> Option<MegaOracle> {
    let (game, text, written) = (slow.game(), slow.write(), turn.write());
    match (slow.after(turn), game.parse_turn(fast, &written)) {
        (Ok(expected), Ok(steps)) => {
            assert_eq!(game.turn_text(fast, &steps), written, "{text}");
            let mut after = fast.clone();
            play(&mut after, &steps);
            assert_eq!(game.text(&after), expected.write(), "{text}: {written}");
            assert_eq!(after.key(), after.recomputed_key(), "{text}: {written}");
            Some(expected)
        }
        (Err(_), Err(_)) => None,
        (expected, found) => panic!("{text}: {written}: {expected:?} instead of {found:?}"),
    }
}
