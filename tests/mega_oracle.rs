//! Mega-Chess and Recursive-Chess against a second implementation.

#[path = "oracle/mega/mod.rs"]
mod oracle;

use jabberwock_variants::mega::{Board, Play};
use oracle::{Mega, Turn, random_position, start_position};
use rand::{SeedableRng, rngs::StdRng};

/// The published counts: `variant ; position ; depth ; turns`.
const COUNTS: &str = include_str!("../crates/variants/src/mega/perft.txt");

fn level(name: &str) -> u32 {
    match name {
        "mega" => 1,
        name => name
            .strip_prefix("recursive-")
            .and_then(|level| level.parse().ok())
            .unwrap_or_else(|| panic!("{name} is no such game")),
    }
}

#[test]
fn the_oracle_counts_the_published_turns() {
    for line in COUNTS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let &[name, position, .., turns] = &fields[..] else {
            panic!("three fields in {line}");
        };
        // Games of higher levels are too many for it.
        if level(name) > 2 {
            continue;
        }
        let mega = Mega::read(position, level(name));
        assert_eq!(mega.write(), position);
        let count = mega.count().map(|count| count.to_string());
        assert_eq!(count.as_deref(), Some(turns), "{position}");
    }
}

#[test]
fn the_oracle_counts_what_it_lists() {
    let mut rng = StdRng::seed_from_u64(1);
    let mut compared = 0;
    for index in 0..400 {
        let mega = random_position(&mut rng, 1 + index % 5 / 4);
        assert_eq!(Mega::read(&mega.write(), mega.level).write(), mega.write());
        if mega.end().is_some() {
            continue;
        }
        if let (Some(turns), Some(count)) = (mega.turns(2_000), mega.count()) {
            assert_eq!(count, turns.len().into(), "{}", mega.write());
            compared += 1;
        }
        let turn = mega.random_turn(&mut rng);
        assert_eq!(Turn::read(&turn.write()), turn);
    }
    assert!(compared > 100, "{compared} positions");
}

/// Compares a position, and gives it as the rules read it.
fn compare(slow: &Mega) -> Board {
    let text = slow.write();
    let fast =
        Board::parse(slow.level as u8, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(fast.text(), text);
    assert_eq!(fast.is_check(), slow.is_check(slow.white_to_move), "{text}");
    let outcome = fast.outcome().map(|outcome| outcome.to_string());
    assert_eq!(outcome, slow.outcome(), "{text}");
    assert_eq!(fast.key(), fast.recomputed_key(), "{text}");
    let mut moves: Vec<String> = fast
        .moves()
        .into_iter()
        .map(|mv| Play::of(mv).to_string())
        .collect();
    moves.sort();
    let expected: Vec<String> = match slow.end() {
        None => slow.mega_moves().into_keys().collect(),
        Some(_) => Vec::new(),
    };
    assert_eq!(moves, expected, "{text}");
    fast
}

/// Compares what both say of a turn; gives the position after it if it is legal.
fn try_turn(slow: &Mega, fast: &Board, turn: &Turn) -> Option<Mega> {
    let (text, written) = (slow.write(), turn.write());
    let play = Play::parse(slow.level as u8, &written);
    let after = play.map(|play| {
        assert_eq!(play.to_string(), written);
        fast.after(&play)
    });
    match (slow.after(turn), after) {
        (Ok(expected), Ok(Ok(after))) => {
            assert_eq!(after.text(), expected.write(), "{text}: {written}");
            assert_eq!(after.key(), after.recomputed_key(), "{text}: {written}");
            Some(expected)
        }
        (Err(_), Ok(Err(_)) | Err(_)) => None,
        (expected, after) => panic!("{text}: {written}: {expected:?} instead of {after:?}"),
    }
}

/// Compares positions without a past, of `level`, with turns from there.
fn compare_positions(seed: u64, level: u32, positions: u32) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut legal = 0;
    for _ in 0..positions {
        let mut slow = random_position(&mut rng, level);
        for _ in 0..6 {
            let fast = compare(&slow);
            let turns: Vec<Turn> = (0..6).map(|_| slow.random_turn(&mut rng)).collect();
            let mut after: Vec<Mega> = turns
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

/// Compares games from the start.
fn compare_games(seed: u64, level: u32, games: u32, turns: u32) {
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

#[test]
fn the_rules_agree_with_the_oracle_on_random_positions() {
    compare_positions(1, 1, 300);
    compare_positions(2, 2, 30);
}

#[test]
fn the_rules_agree_with_the_oracle_over_random_games() {
    compare_games(1, 1, 2, 150);
    compare_games(2, 2, 1, 4);
}

#[test]
#[ignore = "compares thousands of positions"]
fn the_rules_agree_with_the_oracle_on_thousands_of_positions() {
    compare_positions(3, 1, 10_000);
    compare_positions(4, 2, 1_000);
    compare_games(3, 1, 40, 400);
    compare_games(4, 2, 3, 20);
}
