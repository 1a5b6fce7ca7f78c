//! The search at the root: iterative deepening with aspiration windows, for one line or several.

use std::sync::atomic::Ordering;

use jabberwock_game::{Count, Evaluate, Position, Score, Step, Turn, first_turn};

use crate::{
    info::{Bound, SearchInfo},
    limits::Limits,
    root_line::{RootLine, legal_prefix},
    window::Window,
    worker::Worker,
};

/// The factor by which the total of nodes grows in an iteration after which the soft limit applies
/// unscaled.
const USUAL_GROWTH: f64 = 1.6;
/// Deepest iteration.
const MAX_DEPTH: i32 = 127;
/// Largest half-width of an aspiration window, in centipawns.
const MAX_ASPIRATION_MARGIN: i32 = 600;

/// Receives the info of a search.
pub(crate) type OnInfo<'a> = dyn FnMut(&SearchInfo<Step>) + 'a;

/// The result of iterative deepening.
#[derive(Debug, Default)]
pub(crate) struct RootResult {
    /// Best line first; empty if no iteration was finished.
    pub(crate) lines: Vec<RootLine>,
    pub(crate) depth: i32,
}

impl RootResult {
    /// Merges the improvements of `iteration`, which was stopped, and returns whether there were
    /// any. At most `multi_pv` lines are kept.
    fn improve(&mut self, iteration: Iteration, multi_pv: usize) -> bool {
        let Some(line) = iteration.improved_line(self.lines.is_empty()) else {
            return false;
        };
        self.lines.retain(|known| known.turn != line.turn);
        self.lines.insert(0, line);
        self.lines.truncate(multi_pv);
        true
    }
}

/// The lines of one iteration.
#[derive(Debug, Default)]
struct Iteration {
    /// The lines in the order in which they were searched. If the search was stopped, the last one
    /// may be of an unfinished search.
    lines: Vec<RootLine>,
    /// Whether the search of the first line was finished: then no turn is better.
    is_first_finished: bool,
}

impl Iteration {
    /// Returns the first line, if it may replace those of earlier iterations. A loss found by an
    /// unfinished search may not, unless it is the first result: other turns may not have been
    /// searched.
    fn improved_line(self, is_first_result: bool) -> Option<RootLine> {
        let is_proven = is_first_result || self.is_first_finished;
        let is_usable = |line: &RootLine| is_proven || !line.score.is_loss();
        self.lines.into_iter().next().filter(is_usable)
    }
}

/// The stability of the result from iteration to iteration.
#[derive(Debug, Default)]
struct Stability {
    last: Option<(Turn, Score)>,
    /// Iterations in a row with the same best turn.
    same: u32,
    /// Score lost since the previous iteration, in centipawns.
    drop: i32,
    /// Nodes up to the end of this iteration.
    nodes: u64,
    /// Ratio of `nodes` to those up to the end of the previous iteration.
    growth: f64,
}

impl Stability {
    fn update(&mut self, line: &RootLine, nodes: u64) {
        self.growth = nodes as f64 / self.nodes.max(1) as f64;
        self.nodes = nodes;
        if let Some((turn, score)) = &self.last {
            self.same = if *turn == line.turn { self.same + 1 } else { 0 };
            self.drop = *score - line.score;
        }
        self.last = Some((line.turn.clone(), line.score));
    }

    /// Returns the factor of the time to use. The faster the nodes grow, the earlier the last
    /// iteration must begin to be finished.
    fn time_scale(&self) -> f64 {
        let growth_scale = USUAL_GROWTH / self.growth.clamp(USUAL_GROWTH, 3.0 * USUAL_GROWTH);
        let same_scale = [1.6, 1.2, 1.0, 0.85, 0.75, 0.7][self.same.min(5) as usize];
        growth_scale * same_scale * (1.0 + f64::from(self.drop.clamp(-20, 60)) / 80.0)
    }
}

impl<V: Evaluate> Worker<'_, V> {
    /// Iterative deepening from `first_depth` until a limit is reached. `on_info` gets the lines of
    /// each iteration, unless it only finds again the mates of the one before, and those of the
    /// result.
    pub(crate) fn iterative_deepening(
        &mut self,
        pos: &V::Position,
        limits: &Limits,
        multi_pv: usize,
        first_depth: i32,
        on_info: &mut OnInfo<'_>,
    ) -> RootResult {
        let max_depth = limits
            .depth
            .map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32);
        let mut result = RootResult::default();
        let mut stability = Stability::default();
        let has_one_turn = match &self.filter.only {
            Some(only) => only.len() == 1,
            None => has_one_turn(pos),
        };
        let mut is_reported = true;
        for depth in first_depth..=max_depth.max(first_depth) {
            let iteration = self.search_lines(pos, depth, multi_pv, &result.lines, on_info);
            if self.stopped {
                is_reported &= !result.improve(iteration, multi_pv);
                break;
            }
            let mut lines = iteration.lines;
            if lines.is_empty() {
                break;
            }
            lines.sort_by_key(|line| -line.score);
            is_reported = !repeats_mates(&result.lines, &lines);
            if is_reported {
                self.report(&lines, on_info);
            }
            stability.update(&lines[0], self.nodes);
            result = RootResult { lines, depth };
            if let Some(main) = &mut self.main {
                main.has_result = true;
            }
            self.check_limits();
            if self.stopped
                || reaches_mate_limit(limits, &result)
                || self.is_deepening_done(limits, &result, &stability, has_one_turn)
            {
                break;
            }
        }
        if !is_reported {
            self.report(&result.lines, on_info);
        }
        result
    }

    /// One iteration: the best `multi_pv` lines, each without the turns of those before it.
    fn search_lines(
        &mut self,
        pos: &V::Position,
        depth: i32,
        multi_pv: usize,
        previous: &[RootLine],
        on_info: &mut OnInfo<'_>,
    ) -> Iteration {
        let mut lines: Vec<RootLine> = Vec::new();
        let mut is_first_finished = false;
        let excepted = self.filter.except.len();
        self.seldepth = 0;
        for index in 0..multi_pv {
            let is_left = |line: &&RootLine| lines.iter().all(|found| found.turn != line.turn);
            let expected = previous.iter().find(is_left);
            let Some(line) = self.aspiration_search(pos, depth, index, expected, on_info) else {
                break;
            };
            self.filter.except.push(line.turn.clone());
            lines.push(line);
            if self.stopped {
                break;
            }
            is_first_finished = true;
        }
        self.filter.except.truncate(excepted);
        Iteration {
            lines,
            is_first_finished,
        }
    }

    /// One iteration of line `index`: a narrow window around the score of the `expected` line,
    /// which the previous iteration found, widened while the search fails low or high. `None` if no
    /// turn is left, or the search was stopped too early; if it was stopped after it failed high,
    /// the line of that search.
    fn aspiration_search(
        &mut self,
        pos: &V::Position,
        depth: i32,
        index: usize,
        expected: Option<&RootLine>,
        on_info: &mut OnInfo<'_>,
    ) -> Option<RootLine> {
        let mut margin = self.params.aspiration_margin;
        let mut window = match expected.map(|line| line.score) {
            Some(score) if depth >= self.params.aspiration_depth && !score.is_decisive() => {
                Window::around(score, margin)
            }
            _ => Window::FULL,
        };
        // A search that fails low has no principal variation of its own.
        let mut best_pv = expected.map(|line| line.pv.clone()).unwrap_or_default();
        let mut failed_high = None;
        let mut reduced = 0;
        let step_count = self.count_root_steps(pos);
        loop {
            if let Some(main) = &mut self.main {
                main.root_progress.begin(step_count);
                main.iteration = depth;
            }
            // No step leads to the root, so nothing else resets it.
            self.data.stack[1].cutoffs = 0;
            let score = self.search::<true>(pos, window, (depth - reduced).max(1), 0, false);
            let pv = legal_prefix(pos, &self.data.stack[0].pv);
            if self.stopped {
                // A step that raised alpha before the stop was searched in full.
                return RootLine::new(pos, depth, self.root_score, pv).or(failed_high);
            }
            if score == -Score::INFINITE {
                return None;
            }
            if !pv.is_empty() {
                best_pv.clone_from(&pv);
            }
            let bound = if score <= window.alpha && window.alpha > Window::FULL.alpha {
                window.beta = Score(i32::midpoint(window.alpha.0, window.beta.0));
                window.alpha = score - margin;
                reduced = 0;
                failed_high = None;
                Bound::Upper
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                // A mate needs a line that leads to it, and this one ends where the search failed
                // high.
                let least = if score.is_decisive() {
                    window.beta
                } else {
                    score
                };
                failed_high = RootLine::new(pos, depth, least, pv);
                window.beta = score + margin;
                reduced = (reduced + 1).min(2);
                Bound::Lower
            } else {
                return RootLine::new(pos, depth, score, pv);
            };
            if self.reports_bounds() {
                on_info(&self.info(depth, index, bound, score, &best_pv));
            }
            margin += margin;
            if margin > MAX_ASPIRATION_MARGIN || score.is_decisive() {
                window = Window::FULL;
            }
            window = window.clamped();
        }
    }

    /// Returns the number of legal steps at the root that may be searched.
    fn count_root_steps(&self, pos: &V::Position) -> u32 {
        let mut steps: Vec<Step> = Vec::new();
        pos.generate_all(&mut steps);
        let allowed = steps.iter().filter(|&&step| self.is_allowed(0, step));
        allowed.count() as u32
    }

    /// Whether iterative deepening ends here: another iteration would not be finished in time, or
    /// would not change the result.
    fn is_deepening_done(
        &self,
        limits: &Limits,
        result: &RootResult,
        stability: &Stability,
        has_one_turn: bool,
    ) -> bool {
        let Some(main) = &self.main else {
            return false;
        };
        if limits.infinite || limits.ponder && !self.shared.stop_token.is_ponder_hit() {
            return false;
        }
        let is_settled = |line: &RootLine| is_settled_mate(line.score, result.depth);
        if limits.stop_at_mate && result.lines.iter().all(is_settled) {
            return true;
        }
        let is_obvious = has_one_turn && result.depth >= 4 || is_settled(&result.lines[0]);
        let time_scale = stability.time_scale() * f64::from(self.params.iteration_time) / 100.0;
        main.timer.is_managed() && is_obvious || main.timer.is_soft_limit_reached(time_scale)
    }

    /// Whether scores outside their aspiration window are reported.
    fn reports_bounds(&self) -> bool {
        let main = self.main.as_ref();
        main.is_some_and(|main| main.timer.elapsed() >= main.bound_report_delay)
    }

    /// Reports the lines of an iteration.
    fn report(&self, lines: &[RootLine], on_info: &mut OnInfo<'_>) {
        for (index, line) in lines.iter().enumerate() {
            on_info(&SearchInfo {
                line_count: lines.len(),
                ..self.info(line.depth, index, Bound::Exact, line.score, &line.pv)
            });
        }
    }

    /// Returns the info on line `index`.
    fn info(
        &self,
        depth: i32,
        index: usize,
        bound: Bound,
        score: Score,
        pv: &[Step],
    ) -> SearchInfo<Step> {
        let elapsed = self.main.as_ref().map(|main| main.timer.elapsed());
        SearchInfo {
            depth: depth as u32,
            seldepth: self.seldepth.max(1) as u32,
            multi_pv: index + 1,
            line_count: 1,
            score,
            bound,
            nodes: self.shared.nodes.load(Ordering::Relaxed) + self.unreported,
            elapsed: elapsed.unwrap_or_default(),
            hashfull: self.shared.table.hashfull(),
            pv: pv.to_vec(),
        }
    }
}

/// Whether all `lines` are forced mates that the `previous` iteration has found by the same turns,
/// in whatever order: such an iteration is reported only if it is the last one.
fn repeats_mates(previous: &[RootLine], lines: &[RootLine]) -> bool {
    let is_known = |line: &RootLine| {
        let mut previous = previous.iter().map(|old| (old.score, &old.turn));
        previous.any(|old| old == (line.score, &line.turn))
    };
    let is_known_mate = |line: &RootLine| line.score.mate_moves().is_some() && is_known(line);
    previous.len() == lines.len() && lines.iter().all(is_known_mate)
}

/// Whether the mate asked for is found.
fn reaches_mate_limit(limits: &Limits, result: &RootResult) -> bool {
    let moves = result.lines[0].score.mate_moves();
    matches!((limits.mate, moves), (Some(limit), Some(moves)) if moves.unsigned_abs() <= limit)
}

/// Whether `score` is a forced mate that iterations after `depth` are not expected to change: one
/// in a single move, or one that was searched several times as deep as it is long.
fn is_settled_mate(score: Score, depth: i32) -> bool {
    let moves = score.mate_moves().map(i32::abs);
    moves.is_some_and(|moves| moves <= 1 || depth > 4 * moves + 4)
}

/// Whether `pos` has exactly one legal turn.
fn has_one_turn<P: Position>(pos: &P) -> bool {
    let mut after = pos.clone();
    let turn = first_turn(pos);
    turn.iter().all(|&step| {
        let mut count = Count::default();
        after.generate_all(&mut count);
        after.play(step);
        count.0 == 1
    }) && !turn.is_empty()
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Score;

    use super::is_settled_mate;

    #[test]
    fn a_mate_in_one_is_settled_at_once_and_a_longer_one_by_depth() {
        assert!(is_settled_mate(Score::mate_in(1), 1));
        assert!(is_settled_mate(Score::mated_in(2), 2));
        assert!(!is_settled_mate(Score::mate_in(5), 12));
        assert!(is_settled_mate(Score::mate_in(5), 20));
        assert!(!is_settled_mate(Score(30_000), 100));
    }
}
