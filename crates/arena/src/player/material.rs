//! `material-N`: looks N turns ahead and counts material.

use std::time::Instant;

use jabberwock_game::{Evaluate, Outcome, Position, Score, Stage, Step, Turn, for_each_turn};
use jabberwock_search::SearchInfo;
use rand::{rngs::StdRng, seq::SliceRandom};

use super::{interface::TurnRequest, reference::Strategy, time_budget::time_budget};

/// Alpha-beta to a fixed depth in turns. The value of a position is the material gained since the
/// root; the choice among equally good turns is random.
#[derive(Debug)]
pub(super) struct Material {
    /// The depth in turns, at least 1.
    pub(super) depth: u32,
}

impl Strategy for Material {
    fn choose<V: Evaluate>(
        &self,
        _: V,
        pos: &V::Position,
        request: &TurnRequest<'_>,
        rng: &mut StdRng,
    ) -> Option<(Turn, Option<SearchInfo<String>>)> {
        let mut search = Search {
            nodes: 0,
            request,
            until: time_budget(&request.limits)
                .map_or(request.deadline, |time| Instant::now() + time),
            late: false,
        };
        let mut turns = turns::<V>(pos);
        turns.shuffle(rng);
        // The largest gains first, for cutoffs; equal ones stay shuffled.
        turns.sort_by_key(|(_, _, gain)| -gain);
        let mut best: Option<(Turn, i32)> = None;
        for (turn, after, gain) in turns {
            let alpha = best
                .as_ref()
                .map_or(-Score::INFINITE.0, |&(_, value)| value);
            let value = gain
                - search.value::<V>(&after, self.depth - 1, 1, -Score::INFINITE.0, gain - alpha);
            if search.late && best.is_some() {
                break;
            }
            if best.is_none() || value > alpha {
                best = Some((turn, value));
            }
        }
        if request.stop.is_stopped() {
            return None;
        }
        best.map(|(turn, value)| {
            let info = SearchInfo {
                depth: self.depth,
                multi_pv: 1,
                line_count: 1,
                score: Score(value.clamp(-Score::MATE.0, Score::MATE.0)),
                nodes: search.nodes,
                ..SearchInfo::default()
            };
            (turn, Some(info))
        })
    }
}

struct Search<'a> {
    nodes: u64,
    request: &'a TurnRequest<'a>,
    /// The time at which the best turn so far becomes the answer.
    until: Instant,
    late: bool,
}

impl Search<'_> {
    /// Returns the material that the player to move can gain within `depth` turns, `ply` turns from
    /// the root.
    fn value<V: Evaluate>(
        &mut self,
        pos: &V::Position,
        depth: u32,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.late |= Instant::now() >= self.until || self.request.stop.is_stopped();
        }
        if self.late {
            return 0;
        }
        if let Some(outcome) = pos.outcome() {
            return ended(outcome, pos, ply);
        }
        if depth == 0 {
            let stuck = pos.is_check() && !pos.has_legal_step();
            return if stuck {
                ended(pos.outcome_when_stuck(), pos, ply)
            } else {
                0
            };
        }
        if pos.drawn_by_material().is_some() {
            return 0;
        }
        if depth == 1 {
            return largest_capture::<V>(pos)
                .unwrap_or_else(|| ended(pos.outcome_when_stuck(), pos, ply));
        }
        let mut turns = turns::<V>(pos);
        if turns.is_empty() {
            return ended(pos.outcome_when_stuck(), pos, ply);
        }
        turns.sort_by_key(|(_, _, gain)| -gain);
        let mut best = -Score::INFINITE.0;
        for (_, after, gain) in turns {
            let bound = best.max(alpha);
            let value =
                gain - self.value::<V>(&after, depth - 1, ply + 1, gain - beta, gain - bound);
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }
}

/// Returns every legal turn of `pos`, the position after it, and the captured material.
fn turns<V: Evaluate>(pos: &V::Position) -> Vec<(Turn, V::Position, i32)> {
    let mut list = Vec::new();
    for_each_turn(pos, &mut |turn, after: &V::Position| {
        let captured = captured_value::<V>(pos, turn);
        list.push((Turn::from_slice(turn), after.clone(), captured));
    });
    list
}

fn captured_value<V: Evaluate>(pos: &V::Position, turn: &[Step]) -> i32 {
    let mut pos = pos.clone();
    let mut sum = 0;
    for &step in turn {
        sum += V::captured_value(&pos, step);
        pos.play(step);
    }
    sum
}

/// Returns the largest gain of a turn (or the rest of one) of noisy steps, at least 0 where a turn
/// begins; `None` if there is no such turn. Only noisy steps gain material, so the last turn of
/// the search needs no full generation.
fn largest_capture<V: Evaluate>(pos: &V::Position) -> Option<i32> {
    let mut noisy = Vec::new();
    pos.generate(Stage::Noisy, &mut noisy);
    let floor = pos.at_turn_start().then_some(0);
    let gains = noisy.into_iter().filter_map(|step| {
        let gain = V::captured_value(pos, step);
        let mut after = pos.clone();
        after.play(step);
        if after.at_turn_start() {
            Some(gain)
        } else {
            largest_capture::<V>(&after).map(|rest| gain + rest)
        }
    });
    gains.max().max(floor.filter(|_| pos.has_legal_step()))
}

/// Returns the value of `outcome` for the player to move at `pos`; wins near the root are worth
/// more.
fn ended<P: Position>(outcome: Outcome, pos: &P, ply: i32) -> i32 {
    outcome.points_for(pos.turn()) * (Score::MATE.0 - ply)
}
