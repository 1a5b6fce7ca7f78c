//! Every variant's known counts of turns.
//!
//! Each row of the registry brings a file of `name ; position ; depth ; turns` lines; without a
//! depth it is 1, and the turns may be too many to be made. Deeper lines are counted by
//! `cargo test --release --test perft -- --ignored`.

use jabberwock_game::{Evaluate, perft::perft};
use jabberwock_variants::{Entry, Visitor, entries, find, mega::Board};

/// The largest count that is made on every run.
const LIMIT: u64 = 6_000_000;

struct KnownCount<'a> {
    name: &'a str,
    position: &'a str,
    depth: u32,
    turns: &'a str,
}

impl KnownCount<'_> {
    /// Returns the turns, if they can be made one by one.
    fn made(&self) -> Option<u64> {
        self.turns.parse().ok()
    }
}

fn lines(entry: &'static Entry) -> impl Iterator<Item = KnownCount<'static>> {
    entry
        .perft
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split(" ; ").map(str::trim).collect();
            let (name, position, depth, turns) = match fields[..] {
                [name, position, depth, turns] => (name, position, depth, turns),
                [name, position, turns] => (name, position, "1", turns),
                _ => panic!("{}: three or four fields in {line}", entry.name),
            };
            let depth = depth.parse();
            KnownCount {
                name,
                position,
                depth: depth.unwrap_or_else(|error| panic!("{line}: {error}")),
                turns,
            }
        })
}

struct Check<'a>(KnownCount<'a>);

impl Visitor for Check<'_> {
    type Output = ();

    fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) {
        let KnownCount {
            position, depth, ..
        } = self.0;
        let pos = variant
            .parse(position)
            .unwrap_or_else(|error| panic!("{}: {position}: {error}", entry.name));
        let mirrored = variant
            .mirror(&pos)
            .filter(|_| self.0.made().is_none_or(|turns| turns < LIMIT / 10));
        for pos in [Some(pos), mirrored].into_iter().flatten() {
            let text = variant.text(&pos);
            let counted =
                count(entry, &text, depth).unwrap_or_else(|| perft(&pos, depth).to_string());
            assert_eq!(
                counted, self.0.turns,
                "{}: {text} to depth {depth}",
                entry.name
            );
        }
    }
}

/// Returns the number of turns of a game of games, which is found without making them.
fn count(entry: &Entry, position: &str, depth: u32) -> Option<String> {
    let mega = entry.planned().filter(|_| depth == 1)?;
    let board = Board::parse(mega.level(), position);
    board.expect("a position").count_text()
}

/// Counts made one by one are checked if they are `wanted`, those that need not be made always.
fn check(wanted: impl Fn(u64) -> bool) {
    for entry in entries() {
        let planned = entry.planned().is_some();
        for line in lines(entry).filter(|line| line.name == entry.name) {
            if planned || line.made().is_some_and(&wanted) {
                entry.accept(Check(line));
            }
        }
    }
}

#[test]
fn known_counts_of_turns_are_met() {
    check(|turns| turns <= LIMIT);
}

#[test]
#[ignore = "counts hundreds of millions of turns"]
fn large_known_counts_of_turns_are_met() {
    check(|turns| turns > LIMIT);
}

#[test]
fn every_variant_has_known_counts_and_every_count_a_variant() {
    for entry in entries() {
        // Of the higher levels the counts are too long to be written down.
        let known = entry.planned().is_some_and(|mega| mega.level() > 2);
        assert!(
            known || lines(entry).any(|line| line.name == entry.name),
            "{}",
            entry.name
        );
        for line in lines(entry) {
            assert!(
                find(line.name).is_ok(),
                "{} in the file of {}",
                line.name,
                entry.name
            );
        }
    }
}
