//! Counts of legal turns.

use num_bigint::BigUint;
use rand::{SeedableRng, rngs::StdRng};

use super::{START, board};
use crate::mega::Board;

/// Returns the lines of `variant` in the file of known counts.
fn known() -> impl Iterator<Item = (u8, &'static str, &'static str)> {
    let lines = include_str!("../perft.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let level = match fields[0] {
            "mega" => 1,
            name => name["recursive-".len()..].parse().expect("a level"),
        };
        (level, fields[1], fields[2])
    })
}

#[test]
fn known_counts_are_met() {
    for (level, text, count) in known() {
        assert_eq!(
            board(level, text).count_turns().to_string(),
            count,
            "{level} {text}"
        );
    }
}

/// Returns the number of legal turns, found by enumeration.
pub(super) fn listed(board: &Board) -> u64 {
    let mut count = 0;
    board.any_turn(&mut |_| {
        count += 1;
        false
    });
    count
}

#[test]
fn turns_that_are_few_are_as_many_as_are_listed() {
    for (level, text, count) in known() {
        if count.len() <= 6 {
            assert_eq!(listed(&board(level, text)).to_string(), count, "{text}");
        }
    }
}

#[test]
fn the_start_has_the_turns_of_g21() {
    let choose_8_of_32 = BigUint::from(10_518_300u32);
    let mut turns = BigUint::from(20u8);
    for level in 1..=4 {
        turns = &choose_8_of_32 * turns.pow(8) + 20u8;
        assert_eq!(board(level, START).count_turns(), turns);
    }
}

#[test]
fn random_turns_are_legal_and_reach_all() {
    let mut rng = StdRng::seed_from_u64(7);
    for (level, text, count) in known() {
        let board = board(level, text);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..100 {
            let play = board.random_turn(&mut rng).expect("a turn");
            board
                .check(&play)
                .unwrap_or_else(|error| panic!("{text}: {play}: {error}"));
            seen.insert(play.to_string());
        }
        let turns: f64 = count.parse().expect("a number");
        assert!(seen.len() as f64 >= turns.min(50.0) * 0.9, "{text}");
    }
}
