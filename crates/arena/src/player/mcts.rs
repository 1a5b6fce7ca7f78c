//! `mcts`: plain UCT with random playouts (Kocsis and Szepesvári, *Bandit Based Monte-Carlo
//! Planning*, 2006).

use std::time::Instant;

use jabberwock_game::{Color, Evaluate, Outcome, Position, Step, Turn, Variant};
use jabberwock_search::SearchInfo;
use rand::{rngs::StdRng, seq::IndexedRandom};

use super::{
    interface::TurnRequest,
    random::play_turn,
    reference::{Strategy, steps},
    time_budget::time_budget,
};

/// Playouts if the turn has no limit.
const DEFAULT_PLAYOUTS: u64 = 10_000;
/// Weight of the exploration term in UCB1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;
/// Maximum length of a playout, in turns, after which it is scored as a draw.
const LONGEST_PLAYOUT: u32 = 200;
/// The maximum number of nodes in the tree.
const LARGEST_TREE: usize = 4_000_000;

/// UCT over steps; every playout expands one node.
#[derive(Debug)]
pub(super) struct Mcts;

impl Strategy for Mcts {
    fn choose<V: Evaluate>(
        &self,
        variant: V,
        pos: &V::Position,
        request: &TurnRequest<'_>,
        rng: &mut StdRng,
    ) -> Option<(Turn, Option<SearchInfo<String>>)> {
        let until = time_budget(&request.limits).map(|time| Instant::now() + time);
        let playouts = match (request.limits.nodes, until) {
            (Some(nodes), _) => nodes.max(1),
            (None, Some(_)) => u64::MAX,
            (None, None) => DEFAULT_PLAYOUTS,
        };
        let mut tree = Tree::new(variant, rng);
        let mut done = 0;
        while done < playouts {
            tree.playout(pos);
            done += 1;
            if request.stop.is_stopped() {
                return None;
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
        }
        // Shares of won playouts are not scores in centipawns.
        Some((tree.best_turn(pos), None))
    }
}

/// A step and the results of the playouts through it.
struct Node {
    step: Step,
    /// The player that makes the step.
    player: Color,
    /// Points of `player`: 1 for a win, 1/2 for a draw.
    points: f64,
    visits: f64,
    /// Indices of its children in the tree; empty before it is expanded.
    children: std::ops::Range<usize>,
}

struct Tree<'a, V> {
    variant: V,
    rng: &'a mut StdRng,
    nodes: Vec<Node>,
    /// The root's children; the root itself has no node.
    first: std::ops::Range<usize>,
    root_visits: f64,
    list: Vec<Step>,
}

impl<'a, V: Variant> Tree<'a, V> {
    fn new(variant: V, rng: &'a mut StdRng) -> Tree<'a, V> {
        Tree {
            variant,
            rng,
            nodes: Vec::new(),
            first: 0..0,
            root_visits: 0.0,
            list: Vec::new(),
        }
    }

    fn playout(&mut self, root: &V::Position) {
        let mut pos = root.clone();
        let mut path: Vec<usize> = Vec::new();
        if self.first.is_empty() {
            self.first = self.expand(&pos);
        }
        let mut children = self.first.clone();
        let mut visits = self.root_visits;
        while !children.is_empty() {
            let index = self.pick(children, visits);
            path.push(index);
            pos.play(self.nodes[index].step);
            visits = self.nodes[index].visits;
            if visits == 0.0 {
                break;
            }
            if self.nodes[index].children.is_empty()
                && self.nodes.len() < LARGEST_TREE
                && self.ended(&pos).is_none()
            {
                self.nodes[index].children = self.expand(&pos);
            }
            children = self.nodes[index].children.clone();
        }
        let winner = self.finish(pos);
        self.root_visits += 1.0;
        for index in path {
            let node = &mut self.nodes[index];
            node.visits += 1.0;
            node.points += match winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == node.player)),
            };
        }
    }

    /// Adds every step of `pos` to the tree.
    fn expand(&mut self, pos: &V::Position) -> std::ops::Range<usize> {
        steps(pos, &mut self.list);
        let start = self.nodes.len();
        self.nodes.extend(self.list.iter().map(|&step| Node {
            step,
            player: pos.turn(),
            points: 0.0,
            visits: 0.0,
            children: 0..0,
        }));
        start..self.nodes.len()
    }

    /// Returns a random unvisited child; if there is none, the child with the largest upper
    /// confidence bound.
    fn pick(&mut self, children: std::ops::Range<usize>, visits: f64) -> usize {
        let fresh: Vec<usize> = children
            .clone()
            .filter(|&index| self.nodes[index].visits == 0.0)
            .collect();
        if let Some(&index) = fresh.choose(self.rng) {
            return index;
        }
        let log = visits.max(1.0).ln();
        let bound = |index: usize| {
            let node = &self.nodes[index];
            node.points / node.visits + EXPLORATION * (log / node.visits).sqrt()
        };
        let start = children.start;
        children
            .max_by(|&a, &b| bound(a).total_cmp(&bound(b)))
            .unwrap_or(start)
    }

    fn ended(&self, pos: &V::Position) -> Option<Outcome> {
        let limit = self.variant.profile().ply_limit;
        pos.outcome()
            .or_else(|| {
                let over = pos.at_turn_start() && limit.is_some_and(|limit| pos.clock() >= limit);
                over.then_some(Outcome::draw(jabberwock_game::Reason::PLY_LIMIT))
            })
            .or_else(|| pos.drawn_by_material().map(Outcome::draw))
    }

    /// Plays random turns to the end; the winner.
    fn finish(&mut self, mut pos: V::Position) -> Option<Color> {
        for _ in 0..LONGEST_PLAYOUT {
            if let Some(outcome) = self.ended(&pos) {
                return outcome.winner;
            }
            if !play_turn(&mut pos, &mut self.rng, &mut self.list, |_| ()) {
                return pos.outcome_when_stuck().winner;
            }
        }
        None
    }

    /// Returns the most visited steps to the end of the turn; random ones where the tree ends.
    fn best_turn(&mut self, root: &V::Position) -> Turn {
        let mut pos = root.clone();
        let mut turn = Turn::new();
        let mut children = self.first.clone();
        loop {
            let best =
                children.max_by(|&a, &b| self.nodes[a].visits.total_cmp(&self.nodes[b].visits));
            let Some(best) = best else {
                play_turn(&mut pos, &mut self.rng, &mut self.list, |step| {
                    turn.push(step);
                });
                return turn;
            };
            turn.push(self.nodes[best].step);
            pos.play(self.nodes[best].step);
            if pos.at_turn_start() {
                return turn;
            }
            children = self.nodes[best].children.clone();
        }
    }
}
