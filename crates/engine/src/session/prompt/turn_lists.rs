//! The lists of taps by which the legal turns of a position are entered.
//!
//! A game gives lists for each turn, the preferred one first ([`Variant::taps`]). Of these,
//!
//! 1. a list that is not preferred is dropped if it equals, begins or continues another list;
//! 2. where a list is the beginning of another, [`TapTarget::Stop`] is added to it.
//!
//! So no list is the beginning of another, and they form a prefix tree. A choice that is the only
//! continuation at its node is taken without being asked: it may be tapped, but is never a target.
//! The tree is the sorted lists: a node is a range of them, all lists that begin alike.

use std::ops::Range;

use jabberwock_game::{Tap, TapTarget, Turn, Variant, continued};

/// The lists of a position, sorted; at least one for every legal turn.
#[derive(Debug)]
pub(super) struct TurnLists {
    turns: Vec<Turn>,
    lists: Vec<List>,
}

/// A way to enter a turn.
#[derive(Debug)]
struct List {
    taps: Vec<Tap>,
    /// Its turn's index.
    turn: usize,
    is_preferred: bool,
}

/// The lists that begin with the taps entered so far.
#[derive(Clone, Debug)]
pub(super) struct Node {
    range: Range<usize>,
    /// How many of their taps are entered.
    depth: usize,
}

impl TurnLists {
    /// The lists of `turns`, all legal turns of `pos`.
    pub(super) fn new<V: Variant>(variant: &V, pos: &V::Position, turns: Vec<Turn>) -> TurnLists {
        let mut lists = Vec::new();
        let mut last: Option<(Turn, Vec<Vec<Tap>>)> = None;
        for (number, turn) in turns.iter().enumerate() {
            let Some((&step, before)) = turn.split_last() else {
                continue;
            };
            // Turns that differ in their last step alone come one after another.
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

    /// Nothing is entered yet.
    pub(super) fn root(&self) -> Node {
        Node {
            range: 0..self.lists.len(),
            depth: 0,
        }
    }

    /// The node that `tap` leads to, `None` if it leads nowhere. A choice that would be taken without
    /// being asked may be tapped too, unless the tap means what comes after it.
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

    /// The node after all choices that need not be asked.
    pub(super) fn settled(&self, node: &Node) -> Node {
        let lists = &self.lists[node.range.clone()];
        let mut depth = node.depth;
        if let (Some(first), Some(last)) = (lists.first(), lists.last()) {
            // The lists are sorted: what the first and the last have in common, all have.
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

    /// The taps that may come next, sorted, each with the node it leads to. `node` is settled.
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

    /// The taps entered at `node`, choices that were not asked included.
    pub(super) fn entered(&self, node: &Node) -> &[Tap] {
        let first = self.lists[node.range.clone()].first();
        first.map_or(&[], |list| &list.taps[..node.depth])
    }

    /// The turn that is complete at `node`, if one is. `node` is settled.
    pub(super) fn complete(&self, node: &Node) -> Option<&Turn> {
        let first = self.lists[node.range.clone()].first()?;
        (first.taps.len() == node.depth).then(|| &self.turns[first.turn])
    }

    /// The turns that begin with what is entered at `node`. Some may occur more than once.
    pub(super) fn turns(&self, node: &Node) -> impl Iterator<Item = &Turn> {
        let lists = self.lists[node.range.clone()].iter();
        lists.map(|list| &self.turns[list.turn])
    }
}

/// Makes the lists of all turns a prefix tree, as this module's description says. Sorted.
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

/// For each of the sorted lists, whether it equals, begins or continues another one.
fn ambiguous(lists: &[List]) -> Vec<bool> {
    let mut ambiguous = vec![false; lists.len()];
    // The lists that the present one begins with, each the beginning of the next.
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
