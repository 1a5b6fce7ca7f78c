//! Analysis at a table: its request and its reports.

use std::time::{Duration, Instant};

use jabberwock_engine::{Session, open};
use jabberwock_variants::{Entry, entries, mega::Mega};

use super::{
    Table,
    clocks::seconds,
    look::check_place,
    target::{Target, WantedAnalysis},
};
use crate::message::{Analysis, Event, Refusal};

/// The maximum number of lines.
pub(crate) const MAX_LINES: usize = 5;
/// The minimum time between two events: ten per second.
const INTERVAL: Duration = Duration::from_millis(100);

impl Table {
    /// Switches analysis on.
    ///
    /// # Errors
    /// If there is no such node or board, or the number of lines is not possible.
    pub(crate) fn analyse(
        &mut self,
        at: Option<u32>,
        place: &str,
        lines: usize,
    ) -> Result<(), Refusal> {
        let node = self.node(at)?;
        if !(1..=MAX_LINES).contains(&lines) {
            let reason = format!("the number of lines is 1 to {MAX_LINES}");
            return Err(Refusal::bad_request(reason, &lines.to_string()));
        }
        if !place.is_empty() {
            check_place(place)?;
            self.walk_to(node);
            let board = self.board_session(place);
            board.map_err(|reason| Refusal::new("position", reason, place))?;
        }
        self.analysis = Some(WantedAnalysis {
            at,
            place: place.to_owned(),
            lines,
        });
        let lines = Some(lines);
        self.events.push(Event::Analysing { lines });
        Ok(())
    }

    /// Switches analysis off.
    pub(crate) fn stop_analysis(&mut self) {
        self.analysis = None;
        self.events.push(Event::Analysing { lines: None });
    }

    /// Returns the game on the board at `place` as a separate game.
    pub(super) fn board_session(&self, place: &str) -> Result<Box<dyn Session>, String> {
        let scene = self.session.scene(place);
        let scene = scene.map_err(|error| error.to_string())?;
        let entry = entry_at(self.session.entry(), place).ok_or("there is no board")?;
        let mut session = open(entry.name).map_err(|error| error.to_string())?;
        let position = scene.position.unwrap_or_default();
        let set = session.set_position(&position);
        set.map_err(|error| error.to_string())?;
        Ok(session)
    }

    /// Reports the findings of the analysis to the pages, unless the last report is too recent.
    pub(super) fn report(&mut self, now: Instant) {
        let Some(search) = self.search.as_mut() else {
            return;
        };
        let Target::Analysis { at, place, .. } = search.target() else {
            return;
        };
        let (at, place) = (*at, place.clone());
        let findings = &mut search.findings;
        if !findings.is_news
            || findings
                .reported
                .is_some_and(|reported| now < reported + INTERVAL)
        {
            return;
        }
        findings.is_news = false;
        findings.reported = Some(now);
        self.events.push(Event::Analysis(Analysis {
            at,
            place,
            depth: findings.depth,
            seldepth: findings.seldepth,
            nodes: findings.nodes,
            nps: findings.nps,
            seconds: seconds(findings.elapsed),
            lines: findings.lines.clone(),
            done: findings.is_done,
        }));
        if let Some(plan) = findings.plan.take() {
            let words = plan.to_string();
            self.events.push(Event::Plan { at, plan, words });
        }
        if let Some(failure) = findings.failure.take() {
            let text = format!("the search failed: {failure}");
            self.events.push(Event::Failure { text });
        }
    }

    /// Returns the time at which [`Table::report`] has something to report.
    pub(super) fn report_time(&self) -> Option<Instant> {
        let findings = &self.search.as_ref()?.findings;
        let reported = findings.reported.filter(|_| findings.is_news);
        reported.map(|reported| reported + INTERVAL)
    }

    /// Returns the time at which [`Table::tick`] must be called.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        [self.report_time(), self.flag_time()]
            .into_iter()
            .flatten()
            .min()
    }

    /// Performs the actions that are due.
    pub(crate) fn tick(&mut self, now: Instant) {
        self.check_flag(now);
        self.report(now);
    }
}

/// Returns the game that is played on the board at `place` of a game of `entry`.
fn entry_at(entry: &'static Entry, place: &str) -> Option<&'static Entry> {
    let depth = place.split('/').count();
    let level = usize::from(entry.planned().map(Mega::level)?);
    let inner = level.checked_sub(depth)?;
    entries().iter().find(|entry| match entry.planned() {
        None => inner == 0,
        Some(mega) => usize::from(mega.level()) == inner,
    })
}
