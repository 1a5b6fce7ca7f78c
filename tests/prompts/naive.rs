//! The taps that may be entered in a position, by plain lists and sets.

use std::collections::{BTreeSet, HashMap, HashSet};

use jabberwock_game::{Tap, TapTarget, Variant, legal_turns};

/// The lists of taps that may be entered.
pub(crate) struct NaiveLists {
    /// Each offered list, without automatic choices, with its turn's text.
    pub(crate) lists: Vec<(Vec<Tap>, String)>,
    /// The taps that follow each beginning.
    pub(crate) next: HashMap<Vec<Tap>, BTreeSet<Tap>>,
    /// The number of lists of the game that were not offered, because they are ambiguous.
    pub(crate) dropped: usize,
}

struct Way {
    taps: Vec<Tap>,
    turn: usize,
    is_preferred: bool,
}

impl NaiveLists {
    /// Returns the lists of the legal turns of `pos`.
    ///
    /// # Panics
    /// If a turn has no taps, or two turns have the same preferred ones.
    pub(crate) fn new<V: Variant>(variant: &V, pos: &V::Position) -> NaiveLists {
        let mut texts = Vec::new();
        let mut ways = Vec::new();
        for (turn, steps) in legal_turns(pos).into_iter().enumerate() {
            texts.push(variant.turn_text(pos, &steps));
            let lists = variant.taps(pos, &steps);
            assert!(!lists.is_empty(), "{} has no taps", texts[turn]);
            for (index, taps) in lists.into_iter().enumerate() {
                assert!(!taps.is_empty(), "{} has an empty list", texts[turn]);
                ways.push(Way {
                    taps,
                    turn,
                    is_preferred: index == 0,
                });
            }
        }
        let all = ways.len();
        drop_ambiguous(&mut ways);
        let dropped = all - ways.len();
        let beginnings = beginnings(&ways);
        let mut seen = HashSet::new();
        for way in &mut ways {
            assert!(
                seen.insert(way.taps.clone()),
                "{} has the taps of another turn",
                texts[way.turn]
            );
            if beginnings.contains_key(&way.taps) {
                way.taps.push(Tap::stop());
            }
        }
        let asked = ask(&ways);
        let mut next: HashMap<Vec<Tap>, BTreeSet<Tap>> = HashMap::new();
        for taps in &asked {
            for count in 0..taps.len() {
                let following = next.entry(taps[..count].to_vec()).or_default();
                following.insert(taps[count].clone());
            }
        }
        let lists = asked.into_iter().zip(&ways);
        NaiveLists {
            lists: lists
                .map(|(taps, way)| (taps, texts[way.turn].clone()))
                .collect(),
            next,
            dropped,
        }
    }
}

/// Returns, for each list of taps, the number of lists of which it is a proper prefix.
fn beginnings(ways: &[Way]) -> HashMap<Vec<Tap>, u32> {
    let mut counts = HashMap::new();
    for way in ways {
        for count in 0..way.taps.len() {
            *counts.entry(way.taps[..count].to_vec()).or_default() += 1;
        }
    }
    counts
}

/// Drops the lists that are not preferred and equal, begin or continue another one.
fn drop_ambiguous(ways: &mut Vec<Way>) {
    let beginnings = beginnings(ways);
    let mut lists: HashMap<Vec<Tap>, u32> = HashMap::new();
    for way in &*ways {
        *lists.entry(way.taps.clone()).or_default() += 1;
    }
    ways.retain(|way| {
        let equals = lists[&way.taps] > 1;
        let begins = beginnings.contains_key(&way.taps);
        let continues = (0..way.taps.len()).any(|count| lists.contains_key(&way.taps[..count]));
        way.is_preferred || !(equals || begins || continues)
    });
}

/// Returns the lists without the choices that nothing else can stand in the place of.
fn ask(ways: &[Way]) -> Vec<Vec<Tap>> {
    let mut next: HashMap<&[Tap], HashSet<&Tap>> = HashMap::new();
    for way in ways {
        for count in 0..way.taps.len() {
            let following = next.entry(&way.taps[..count]).or_default();
            following.insert(&way.taps[count]);
        }
    }
    let asked = ways.iter().map(|way| {
        let taps = way.taps.iter().enumerate().filter(|&(count, tap)| {
            let is_choice = matches!(tap.target, TapTarget::Choice(_));
            !is_choice || next[&way.taps[..count]].len() > 1
        });
        taps.map(|(_, tap)| tap.clone()).collect()
    });
    asked.collect()
}
