//! Every variant's known counts of turns.
//!
//! Each row of the registry brings a file of `name ; position ; depth ; turns` lines. Deeper lines
//! are counted by `cargo test --release --test perft -- --ignored`.

use jabberwock_game::{Evaluate, perft::perft};
use jabberwock_variants::{Entry, Visitor, entries, find};

/// The largest count that is made on every run.
const LIMIT: u64 = 6_000_000;

struct Line<'a> {
    name: &'a str,
    position: &'a str,
    depth: u32,
    turns: u64,
}

fn lines(entry: &'static Entry) -> impl Iterator<Item = Line<'static>> {
    entry
        .perft
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let &[name, position, depth, turns] = &fields[..] else {
                panic!("{}: four fields in {line}", entry.name);
            };
            let number = |text: &str| {
                text.parse()
                    .unwrap_or_else(|error| panic!("{line}: {error}"))
            };
            Line {
                name,
                position,
                depth: number(depth) as u32,
                turns: number(turns),
            }
        })
}

struct Check<'a>(Line<'a>);

impl Visitor for Check<'_> {
    type Output = ();

    fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) {
        let Line {
            position,
            depth,
            turns,
            ..
        } = self.0;
        let pos = variant
            .parse(position)
            .unwrap_or_else(|error| panic!("{}: {position}: {error}", entry.name));
        assert_eq!(
            perft(&pos, depth),
            turns,
            "{}: {position} to depth {depth}",
            entry.name
        );
        if let Some(mirrored) = variant.mirror(&pos)
            && turns < LIMIT / 10
        {
            assert_eq!(
                perft(&mirrored, depth),
                turns,
                "{}: mirrored {position}",
                entry.name
            );
        }
    }
}

fn check(wanted: impl Fn(u64) -> bool) {
    for entry in entries() {
        for line in lines(entry).filter(|line| line.name == entry.name && wanted(line.turns)) {
            entry.accept(Check(line));
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
        assert!(
            lines(entry).any(|line| line.name == entry.name),
            "{}",
            entry.name
        );
        for line in lines(entry) {
            assert!(
                find(line.name).is_some(),
                "{} in the file of {}",
                line.name,
                entry.name
            );
        }
    }
}
