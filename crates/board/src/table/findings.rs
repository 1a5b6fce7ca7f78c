//! Results of an analysis so far.

use std::time::{Duration, Instant};

use jabberwock_engine::{PlanReport, SearchEvent, SearchInfo};
use jabberwock_game::Color;
use jabberwock_search::Bound;

use crate::message::{AnalysisLine, Score};

/// The results of a search so far.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) depth: u32,
    pub(super) seldepth: u32,
    pub(super) nodes: u64,
    pub(super) nps: u64,
    pub(super) elapsed: Duration,
    pub(super) lines: Vec<AnalysisLine>,
    pub(super) plan: Option<PlanReport>,
    pub(super) failure: Option<String>,
    pub(super) is_done: bool,
    /// Whether there are unreported results.
    pub(super) is_news: bool,
    pub(super) reported: Option<Instant>,
}

impl Findings {
    /// Adds a report of a search, whose scores are for `color`.
    pub(super) fn add(&mut self, event: SearchEvent, color: Color) {
        match event {
            SearchEvent::Info(info) if info.bound == Bound::Exact => self.add_line(info, color),
            SearchEvent::Info(_) | SearchEvent::RootStep(_) => {}
            SearchEvent::Plan(plan) => self.plan = Some(plan),
            SearchEvent::Result(result) => {
                self.is_done = true;
                self.is_news = true;
                self.failure = result.failure;
            }
        }
    }

    fn add_line(&mut self, info: SearchInfo<String>, color: Color) {
        self.depth = info.depth;
        self.seldepth = info.seldepth;
        self.nodes = info.nodes;
        self.nps = info.nps();
        self.elapsed = info.elapsed;
        let line = AnalysisLine {
            score: Score::of(color, info.score),
            depth: info.depth,
            turns: info.pv,
        };
        let index = info.multi_pv.max(1) - 1;
        match self.lines.get_mut(index) {
            Some(known) => *known = line,
            None => self.lines.push(line),
        }
        if info.multi_pv >= info.line_count {
            self.lines.truncate(info.line_count.max(1));
            self.is_news = true;
        }
    }
}
