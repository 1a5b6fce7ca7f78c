//! The tree of turns made at a table, including variations.

use std::collections::BTreeMap;

use jabberwock_arena::records::nag;
use jabberwock_game::Color;

use crate::message::{GameOutcome, Node, Score};

/// A tree of turns. The root has the number 0; numbers are not reused, and increase along every
/// line.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: BTreeMap<u32, TreeNode>,
    next: u32,
}

/// A node of the tree, reached by a turn.
#[derive(Clone, Debug)]
pub(super) struct TreeNode {
    pub(super) parent: Option<u32>,
    /// The canonical text of the turn; empty for the root.
    pub(super) turn: String,
    pub(super) to_move: Color,
    /// The number of turns that lead here.
    pub(super) number: u32,
    /// The nodes after it, the main line first.
    pub(super) children: Vec<u32>,
    pub(super) score: Option<Score>,
    /// The depth of that score, in plies, if a record gives it.
    pub(super) depth: Option<u32>,
    /// The time that the turn took, in seconds.
    pub(super) seconds: Option<f64>,
    /// Comments before the turn, with which it begins a variation.
    pub(super) before: Vec<String>,
    /// Numeric annotation glyphs of the turn.
    pub(super) nags: Vec<u8>,
    /// Comments after the turn; those of the root come before the first turn of the game.
    pub(super) comments: Vec<String>,
    pub(super) outcome: Option<GameOutcome>,
}

impl TreeNode {
    /// Creates a node without annotations.
    fn new(parent: Option<u32>, turn: String, to_move: Color, number: u32) -> TreeNode {
        TreeNode {
            parent,
            turn,
            to_move,
            number,
            children: Vec::new(),
            score: None,
            depth: None,
            seconds: None,
            before: Vec::new(),
            nags: Vec::new(),
            comments: Vec::new(),
            outcome: None,
        }
    }

    /// Returns its comments as a text, with the signs of its glyphs: `!?`, `±`. Some glyphs have no
    /// sign.
    fn comment(&self) -> Option<String> {
        let before = self.before.iter().map(String::as_str);
        let signs = self.nags.iter().filter_map(|&nag| nag::sign(nag));
        let comments = self.comments.iter().map(String::as_str);
        let words: Vec<&str> = before.chain(signs).chain(comments).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }
}

impl Tree {
    /// The number of the root.
    pub(super) const ROOT: u32 = 0;
    /// The maximum number of nodes.
    pub(super) const LARGEST: usize = 10_000;

    /// Creates a tree with only a root.
    pub(super) fn new(to_move: Color, outcome: Option<GameOutcome>) -> Tree {
        let root = TreeNode {
            outcome,
            ..TreeNode::new(None, String::new(), to_move, 0)
        };
        Tree {
            nodes: BTreeMap::from([(Tree::ROOT, root)]),
            next: 1,
        }
    }

    /// Returns the node with this number.
    pub(super) fn get(&self, node: u32) -> Option<&TreeNode> {
        self.nodes.get(&node)
    }

    /// Returns the node with this number for modification.
    pub(super) fn get_mut(&mut self, node: u32) -> Option<&mut TreeNode> {
        self.nodes.get_mut(&node)
    }

    /// Whether there can be no more nodes.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= Tree::LARGEST
    }

    /// Returns the node after `turn` at `parent`, if there is one.
    pub(super) fn child(&self, parent: u32, turn: &str) -> Option<u32> {
        let mut children = self.get(parent)?.children.iter().copied();
        children.find(|&child| self.get(child).is_some_and(|node| node.turn == turn))
    }

    /// Adds a node after `parent`, which must exist, and returns its number.
    pub(super) fn add(&mut self, parent: u32, turn: String, to_move: Color) -> u32 {
        let node = self.next;
        self.next += 1;
        let mut number = 1;
        if let Some(parent) = self.nodes.get_mut(&parent) {
            parent.children.push(node);
            number += parent.number;
        }
        let added = TreeNode::new(Some(parent), turn, to_move, number);
        self.nodes.insert(node, added);
        node
    }

    /// Removes `node`, which is not the root, with all that follows, and returns its parent.
    pub(super) fn remove(&mut self, node: u32) -> Option<u32> {
        let parent = self.get(node)?.parent?;
        if let Some(parent) = self.nodes.get_mut(&parent) {
            parent.children.retain(|&child| child != node);
        }
        let mut doomed = vec![node];
        while let Some(node) = doomed.pop() {
            if let Some(node) = self.nodes.remove(&node) {
                doomed.extend(node.children);
            }
        }
        Some(parent)
    }

    /// Makes `node` the first of its parent's continuations.
    pub(super) fn promote(&mut self, node: u32) {
        let parent = self.get(node).and_then(|node| node.parent);
        if let Some(parent) = parent.and_then(|parent| self.nodes.get_mut(&parent))
            && let Some(index) = parent.children.iter().position(|&child| child == node)
        {
            parent.children[..=index].rotate_right(1);
        }
    }

    /// Returns the nodes from the first turn to `node`, without the root.
    pub(super) fn path(&self, node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(parent) = self.get(at).and_then(|node| node.parent) {
            path.push(at);
            at = parent;
        }
        path.reverse();
        path
    }

    /// Returns node `node` as sent to pages.
    pub(super) fn described(&self, number: u32) -> Option<Node> {
        let node = self.get(number)?;
        Some(Node {
            node: number,
            parent: node.parent,
            turn: node.parent.map(|_| node.turn.clone()),
            to_move: node.to_move,
            number: node.number,
            children: node.children.clone(),
            score: node.score,
            seconds: node.seconds,
            comment: node.comment(),
            outcome: node.outcome.clone(),
        })
    }

    /// Returns all nodes as sent to pages, parents before children.
    pub(super) fn all(&self) -> Vec<Node> {
        let numbers = self.nodes.keys();
        numbers
            .filter_map(|&number| self.described(number))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Color;

    use super::Tree;

    /// Returns the tree 0 - 1 - 2 and 0 - 3 - 4.
    fn tree() -> Tree {
        let mut tree = Tree::new(Color::White, None);
        let first = tree.add(Tree::ROOT, "e2e4".to_owned(), Color::Black);
        tree.add(first, "e7e5".to_owned(), Color::White);
        let second = tree.add(Tree::ROOT, "d2d4".to_owned(), Color::Black);
        tree.add(second, "d7d5".to_owned(), Color::White);
        tree
    }

    #[test]
    fn a_promoted_turn_comes_first_and_the_others_keep_their_order() {
        let mut tree = tree();
        tree.add(Tree::ROOT, "c2c4".to_owned(), Color::Black);
        tree.promote(5);
        assert_eq!(tree.get(0).unwrap().children, [5, 1, 3]);
        tree.promote(3);
        assert_eq!(tree.get(0).unwrap().children, [3, 5, 1]);
    }

    #[test]
    fn a_removed_node_takes_its_line_along_and_its_number_is_not_given_again() {
        let mut tree = tree();
        assert_eq!(tree.remove(1), Some(0));
        assert!(tree.get(2).is_none());
        assert_eq!(tree.path(4), [3, 4]);
        assert_eq!(tree.remove(Tree::ROOT), None);
        assert_eq!(tree.add(3, "g8f6".to_owned(), Color::White), 5);
        assert_eq!(tree.child(3, "g8f6"), Some(5));
        assert_eq!(tree.child(0, "e2e4"), None);
    }
}
