//! The lists of taps that enter the legal turns of a position.
//!
//! A game has lists for each turn, the preferred one first ([`Variant::taps`]). Of these,
//!
//! 1. a list that is not preferred is dropped if it equals, begins or continues another list;
//! 2. if a list is a prefix of another, [`TapTarget::Stop`] is added to it.
//!
//! So no list is a prefix of another, and they form a prefix tree. A choice that is the only
//! continuation at its node is made automatically: it may be tapped, but is never a target. The
//! tree is represented by the sorted lists: a node is a range of lists with a common prefix.
//! The tree is the sorted lists: a node is a range of them, all lists that begin alike.

use std::ops::Range;

use jabberwock_game::{Tap, TapTarget, Turn, Variant, continued};

/// The lists of a position, sorted; at least one for every legal turn.
#[derive(Debug)]
pub(super) struct TurnLists {
    turns: Vec<Turn>,
    lists: Vec<List>,
}

/// A list of taps that enters a turn.
#[derive(Debug)]
struct List {
    taps: Vec<Tap>,
    /// The index of its turn.
    turn: usize,
    is_preferred: bool,
}

/// The lists that begin with the entered taps.
#[derive(Clone, Debug)]
pub(super) struct Node {
    range: Range<usize>,
    /// The number of entered taps.
    depth: usize,
}

impl TurnLists {
    /// Returns the lists of `turns`, all legal turns of `pos`.
    pub(super) fn new<V: Variant>(variant: &V, pos: &V::Position, turns: Vec<Turn>) -> TurnLists {
        let mut lists = Vec::new();
        let mut last: Option<(Turn, Vec<Vec<Tap>>)> = None;
        for (number, turn) in turns.iter().enumerate() {
            let Some((&step, before)) = turn.split_last() else {
                continue;
            };
            // Turns that differ only in their last step are adjacent.
            let beginnings = match last.take() {
                Some((known, beginnings)) if known[..] == *before => beginnings,
                _ => variant.taps(pos, before),
            };
            let endings = variant.step_taps(pos, before, step);
            for (index, taps) in continued(&beginnings, &endings).into_iter().enumerate() {
                lists.push(List {
                    taps,
                    turn: number,
                    is_preferred: index == 0,
                });
            }
            last = Some((Turn::from_slice(before), beginnings));
        }
        TurnLists {
            turns,
            lists: prefix_free(lists),
        }
    }

    /// Returns the node without entered taps.
    pub(super) fn root(&self) -> Node {
        Node {
            range: 0..self.lists.len(),
            depth: 0,
        }
    }

    /// Returns the node that `tap` leads to, `None` if there is none. A choice that would be made
    /// automatically may be tapped, too, unless the tap means its continuation.
    pub(super) fn child(&self, node: &Node, tap: &Tap) -> Option<Node> {
        let settled = self.settled(node);
        let find = |node: &Node| {
            let lists = &self.lists[node.range.clone()];
            let start = lists.partition_point(|list| list.taps.get(node.depth) < Some(tap));
            let count = lists[start..]
                .iter()
                .take_while(|list| list.taps.get(node.depth) == Some(tap))
                .count();
            let start = node.range.start + start;
            (count > 0).then(|| Node {
                range: start..start + count,
                depth: node.depth + 1,
            })
        };
        find(&settled).or_else(|| find(node))
    }

    /// Returns the node after all automatic choices.
    pub(super) fn settled(&self, node: &Node) -> Node {
        let lists = &self.lists[node.range.clone()];
        let mut depth = node.depth;
        if let (Some(first), Some(last)) = (lists.first(), lists.last()) {
            // The lists are sorted: a common prefix of the first and the last is one of all.
            while let Some(tap) = first.taps.get(depth)
                && matches!(tap.target, TapTarget::Choice(_))
                && last.taps.get(depth) == Some(tap)
            {
                depth += 1;
            }
        }
        Node {
            range: node.range.clone(),
            depth,
        }
    }

    /// Returns the taps that may come next, sorted, each with its node. `node` is settled.
    pub(super) fn children(&self, node: &Node) -> Vec<(&Tap, Node)> {
        let mut children = Vec::new();
        let mut start = node.range.start;
        let lists = &self.lists[node.range.clone()];
        for group in lists.chunk_by(|a, b| a.taps.get(node.depth) == b.taps.get(node.depth)) {
            let end = start + group.len();
            if let Some(tap) = group[0].taps.get(node.depth) {
                let child = Node {
                    range: start..end,
                    depth: node.depth + 1,
                };
                children.push((tap, child));
            }
            start = end;
        }
        children
    }

    /// Returns the taps entered at `node`, including automatic choices.
    pub(super) fn entered(&self, node: &Node) -> &[Tap] {
        let first = self.lists[node.range.clone()].first();
        first.map_or(&[], |list| &list.taps[..node.depth])
    }

    /// Returns the turn that is complete at `node`, if any. `node` is settled.
    pub(super) fn complete(&self, node: &Node) -> Option<&Turn> {
        let first = self.lists[node.range.clone()].first()?;
        (first.taps.len() == node.depth).then(|| &self.turns[first.turn])
    }

    /// Returns the turns that begin with the taps of `node`. Some may occur more than once.
    pub(super) fn turns(&self, node: &Node) -> impl Iterator<Item = &Turn> {
        let lists = self.lists[node.range.clone()].iter();
        lists.map(|list| &self.turns[list.turn])
    }
}

/// Converts the lists of all turns to a prefix tree as described for this module. Sorted.
fn prefix_free(mut lists: Vec<List>) -> Vec<List> {
    let order = |lists: &mut Vec<List>| {
        lists.sort_unstable_by(|a, b| {
            let preferred = b.is_preferred.cmp(&a.is_preferred);
            a.taps
                .cmp(&b.taps)
                .then(preferred)
                .then(a.turn.cmp(&b.turn))
        });
    };
    order(&mut lists);
    let mut ambiguous = ambiguous(&lists).into_iter();
    lists.retain(|list| !ambiguous.next().unwrap_or(false) || list.is_preferred);
    debug_assert!(
        lists.array_windows().all(|[a, b]| a.taps != b.taps),
        "two turns have the same taps"
    );
    for index in 1..lists.len() {
        let (before, after) = lists.split_at_mut(index);
        let list = &mut before[index - 1];
        if after[0].taps.starts_with(&list.taps) {
            list.taps.push(Tap::stop());
        }
    }
    order(&mut lists);
    lists
}

/// Returns, for each of the sorted lists, whether it equals, begins or continues another one.
fn ambiguous(lists: &[List]) -> Vec<bool> {
    let mut ambiguous = vec![false; lists.len()];
    // The lists that are prefixes of the current one, each a prefix of the next.
    let mut beginnings: Vec<usize> = Vec::new();
    for (index, list) in lists.iter().enumerate() {
        while let Some(&last) = beginnings.last()
            && !list.taps.starts_with(&lists[last].taps)
        {
            beginnings.pop();
        }
        if let Some(&last) = beginnings.last() {
            ambiguous[last] = true;
            ambiguous[index] = true;
        }
        beginnings.push(index);
    }
    ambiguous
}
