//! Iterative deepening with aspiration windows, one line or several.

use jabberwock_game::{
    Count, Evaluate, Position, Score, Stage, Step, Turn, complete, first_turn, is_legal_turn,
};

use crate::{Bound, Limits, SearchInfo, window::Window, worker::Worker};

/// The nodes of an iteration over those of all before it, where time is spent as planned.
const USUAL_GROWTH: f64 = 1.6;
/// Deepest iteration.
const MAX_DEPTH: i32 = 127;

/// A line found at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootLine {
    pub(crate) score: Score,
    /// Complete legal turns.
    pub(crate) pv: Vec<Step>,
    /// Of which this is the first.
    pub(crate) turn: Turn,
}

/// What iterative deepening came to.
#[derive(Debug)]
pub(crate) struct Deepened {
    /// Best line first; empty if no iteration was finished.
    pub(crate) lines: Vec<RootLine>,
    pub(crate) depth: i32,
}

/// How settled the result is, from iteration to iteration.
#[derive(Debug, Default)]
struct Stability {
    last: Option<(Turn, Score)>,
    /// Iterations with the same turn.
    same: u32,
    /// Score lost since the iteration before, in centipawns.
    drop: i32,
    /// Nodes up to the end of the iteration, and how many times as many as before it.
    nodes: u64,
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

    /// Factor of the time to spend. An iteration that is likely to take many times as long as all
    /// before it is begun only early.
    fn scale(&self) -> f64 {
        let begun = USUAL_GROWTH / self.growth.clamp(USUAL_GROWTH, 3.0 * USUAL_GROWTH);
        let settled = [1.6, 1.2, 1.0, 0.85, 0.75, 0.7][self.same.min(5) as usize];
        begun * settled * (1.0 + f64::from(self.drop.clamp(-20, 60)) / 80.0)
    }
}

impl<V: Evaluate> Worker<'_, V> {
    /// Searches deeper and deeper until a limit is reached; `on_info` sees each result.
    pub(crate) fn deepen(
        &mut self,
        pos: &V::Position,
        limits: &Limits,
        multi_pv: usize,
        first_depth: i32,
        on_info: &mut dyn FnMut(SearchInfo<Step>),
    ) -> Deepened {
        let max_depth = limits
            .depth
            .map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32);
        let mut result = Deepened {
            lines: Vec::new(),
            depth: 0,
        };
        let mut stability = Stability::default();
        let only_one = has_one_turn(pos);
        let excepted = self.filter.except.len();
        for depth in first_depth..=max_depth.max(first_depth) {
            let mut lines: Vec<RootLine> = Vec::new();
            self.seldepth = 0;
            for number in 0..multi_pv {
                let guess = result.lines.get(number).map(|line| line.score);
                // Earlier numbers of this iteration may have taken the turn of the previous
                // line with this number.
                let is_new = |line: &&RootLine| lines.iter().all(|new| new.turn != line.turn);
                let previous = result.lines.iter().find(is_new);
                let previous = previous.map_or(&[][..], |line| &line.pv);
                let found = self.aspire(pos, depth, guess, previous, number, on_info);
                let Some(line) = found else { break };
                self.filter.except.push(line.turn.clone());
                lines.push(line);
                if self.stopped {
                    break;
                }
            }
            self.filter.except.truncate(excepted);
            if self.stopped {
                // A better first line found before the stop is worth having. That what was tried
                // so far loses proves nothing.
                if let Some(line) = lines.into_iter().next()
                    && (result.lines.is_empty() || !line.score.is_loss())
                {
                    replace_first(&mut result.lines, line);
                }
                break;
            }
            if lines.is_empty() {
                break;
            }
            lines.sort_by_key(|line| -line.score);
            for (index, line) in lines.iter().enumerate() {
                on_info(self.report(depth, index + 1, line.score, Bound::Exact, &line.pv));
            }
            stability.update(&lines[0], self.nodes);
            result = Deepened { lines, depth };
            if let Some(watch) = &mut self.watch {
                watch.has_result = true;
            }
            self.look();
            if self.stopped || self.is_enough(limits, &result, &stability, only_one) {
                break;
            }
        }
        result
    }

    /// Whether another iteration would be wasted.
    fn is_enough(
        &self,
        limits: &Limits,
        result: &Deepened,
        stability: &Stability,
        only_one: bool,
    ) -> bool {
        let Some(watch) = &self.watch else {
            return false;
        };
        let mate = result.lines[0].score.mate_moves().map(i32::unsigned_abs);
        if let (Some(limit), Some(mate)) = (limits.mate, mate)
            && mate <= limit
        {
            return true;
        }
        if limits.infinite || limits.ponder && !self.shared.stop_token.is_ponder_hit() {
            return false;
        }
        let proven = mate.is_some_and(|mate| result.depth > 4 * mate as i32 + 4);
        (watch.timer.is_managed() && (only_one && result.depth >= 4 || proven))
            || watch.timer.is_enough(stability.scale())
    }

    /// One iteration of one line: a narrow window around `guess`, widened where the score falls
    /// out of it. `previous` is the best line of the iteration before.
    fn aspire(
        &mut self,
        pos: &V::Position,
        depth: i32,
        guess: Option<Score>,
        previous: &[Step],
        number: usize,
        on_info: &mut dyn FnMut(SearchInfo<Step>),
    ) -> Option<RootLine> {
        let mut margin = self.params.aspiration_margin;
        let mut window = match guess {
            Some(guess) if depth >= self.params.aspiration_depth && !guess.is_decisive() => {
                Window::around(guess, margin)
            }
            _ => Window::FULL,
        };
        let mut reduced = 0;
        // A search that fails low has no principal variation of its own.
        let mut best_pv = previous.to_vec();
        loop {
            let score = self.search::<true>(pos, window, (depth - reduced).max(1), 0, false);
            let pv = legal_prefix(pos, &self.memory.stack[0].pv);
            if self.stopped {
                // What was above alpha before the stop has been searched in full.
                let turn = first_of(pos, &pv);
                let score = self.root_score;
                return (!turn.is_empty()).then_some(RootLine { score, pv, turn });
            }
            if score == -Score::INFINITE {
                return None;
            }
            if !pv.is_empty() {
                best_pv.clone_from(&pv);
            }
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                self.tell_bound(depth, number, score, Bound::Upper, &best_pv, on_info);
                window.beta = Score(i32::midpoint(window.alpha.0, window.beta.0));
                window.alpha = score - margin;
                reduced = 0;
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                self.tell_bound(depth, number, score, Bound::Lower, &best_pv, on_info);
                window.beta = score + margin;
                reduced = (reduced + 1).min(2);
            } else {
                let turn = first_of(pos, &pv);
                return (!turn.is_empty()).then_some(RootLine { score, pv, turn });
            }
            margin += margin;
            if margin > 600 || score.is_decisive() {
                window = Window::FULL;
            }
            window = window.clamped();
        }
    }

    /// Reports a score out of its window, once the search has run long enough to be read.
    fn tell_bound(
        &self,
        depth: i32,
        number: usize,
        score: Score,
        bound: Bound,
        pv: &[Step],
        on_info: &mut dyn FnMut(SearchInfo<Step>),
    ) {
        if self
            .watch
            .as_ref()
            .is_some_and(|watch| watch.timer.elapsed() >= watch.bound_report_delay)
        {
            on_info(self.report(depth, number + 1, score, bound, pv));
        }
    }

    fn report(
        &self,
        depth: i32,
        multi_pv: usize,
        score: Score,
        bound: Bound,
        pv: &[Step],
    ) -> SearchInfo<Step> {
        let nodes = self.shared.nodes.load(std::sync::atomic::Ordering::Relaxed) + self.unreported;
        SearchInfo {
            depth: depth as u32,
            seldepth: self.seldepth.max(1) as u32,
            multi_pv,
            score,
            bound,
            nodes,
            elapsed: self
                .watch
                .as_ref()
                .map(|watch| watch.timer.elapsed())
                .unwrap_or_default(),
            hashfull: self.shared.table.hashfull(),
            pv: pv.to_vec(),
        }
    }
}

/// Puts `line` first; a line with the same turn goes.
fn replace_first(lines: &mut Vec<RootLine>, line: RootLine) {
    lines.retain(|known| known.turn != line.turn);
    lines.insert(0, line);
}

/// The longest beginning of `pv` that consists of complete legal turns; a turn it breaks off in is
/// completed.
fn legal_prefix<P: Position>(pos: &P, pv: &[Step]) -> Vec<Step> {
    let (mut here, mut legal) = (pos.clone(), Vec::new());
    let mut rest = pv;
    while !rest.is_empty() {
        let mut turn = first_of(&here, rest);
        if turn.is_empty() {
            turn = Turn::from_slice(legal_start(&here, rest));
            if !turn.is_empty() {
                complete(&here, &mut turn);
            }
            rest = &[];
        } else {
            rest = &rest[turn.len()..];
        }
        if !is_legal_turn(&here, &turn) {
            break;
        }
        jabberwock_game::play(&mut here, &turn);
        legal.extend_from_slice(&turn);
    }
    legal
}

/// The first complete turn of `steps`; empty if there is none.
pub(crate) fn first_of<P: Position>(pos: &P, steps: &[Step]) -> Turn {
    let mut here = pos.clone();
    for (index, &step) in steps.iter().enumerate() {
        if !here.is_legal(step) {
            break;
        }
        here.play(step);
        if here.at_turn_start() {
            return Turn::from_slice(&steps[..=index]);
        }
    }
    Turn::new()
}

/// The legal steps at the beginning of `steps`, which do not hold a complete turn.
fn legal_start<'a, P: Position>(pos: &P, steps: &'a [Step]) -> &'a [Step] {
    let mut here = pos.clone();
    let is_legal = |step: &&Step| {
        let legal = here.is_legal(**step);
        if legal {
            here.play(**step);
        }
        legal
    };
    &steps[..steps.iter().take_while(is_legal).count()]
}

/// Whether `pos` has exactly one legal turn.
fn has_one_turn<P: Position>(pos: &P) -> bool {
    let mut here = pos.clone();
    let turn = first_turn(pos);
    turn.iter().all(|&step| {
        let mut count = Count::default();
        for stage in Stage::ALL {
            here.generate(stage, &mut count);
        }
        here.play(step);
        count.0 == 1
    }) && !turn.is_empty()
}
