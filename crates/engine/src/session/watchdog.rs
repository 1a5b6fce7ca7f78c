//! A watchdog for searches with a time limit: it answers when the search is late.
//!
//! On a busy machine a computing thread may be scheduled late, occasionally by a tenth of a second,
//! while a thread that has slept is resumed almost immediately. Therefore a watchdog thread sleeps
//! until the time of the search is up, and then reports the best line so far as its result, unless
//! the search has reported one itself. If there is no line yet it runs a short search of its own.

use std::{
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    time::{Duration, Instant},
};

use jabberwock_search::{Limits, SearchInfo, SearchResult, StopToken, Timer};

use super::{
    kept_threads::{WATCHDOGS, offer_this_thread},
    request::SearchEvent,
};
use crate::lock::lock;

/// The time that a search has to end by itself after its limit.
const GRACE: Duration = Duration::from_millis(5);

/// A message to a watchdog.
enum Signal {
    /// The turn pondered on was played.
    PonderHit,
    /// The search was stopped.
    Stop,
    /// There is a result.
    Result,
}

/// The sender of a watchdog's messages.
#[derive(Clone, Debug)]
pub(super) struct Signals(Sender<Signal>);

impl Signals {
    /// Signals that the turn pondered on was played.
    pub(super) fn ponder_hit(&self) {
        self.send(Signal::PonderHit);
    }

    /// Signals that the search was stopped.
    pub(super) fn stop(&self) {
        self.send(Signal::Stop);
    }

    fn send(&self, signal: Signal) {
        // The watchdog may have ended.
        let _ = self.0.send(signal);
    }
}

/// The reports of a search: from its own thread, and from its watchdog.
pub(super) struct Reports {
    listener: Box<dyn FnMut(SearchEvent) + Send>,
    /// The best line so far.
    best: Option<SearchInfo<String>>,
    has_result: bool,
    watchdog: Option<Signals>,
}

impl Reports {
    pub(super) fn new(listener: Box<dyn FnMut(SearchEvent) + Send>) -> Reports {
        Reports {
            listener,
            best: None,
            has_result: false,
            watchdog: None,
        }
    }

    /// Forwards `event` to the listener, unless there is a result already.
    pub(super) fn report(&mut self, event: SearchEvent) {
        if self.has_result {
            return;
        }
        match &event {
            SearchEvent::Info(info) if info.multi_pv == 1 => self.best = Some(info.clone()),
            SearchEvent::Result(_) => {
                self.has_result = true;
                if let Some(watchdog) = &self.watchdog {
                    watchdog.send(Signal::Result);
                }
                // The client may ask for the next search before this one has ended.
                offer_this_thread();
            }
            SearchEvent::Info(_) | SearchEvent::RootStep(_) | SearchEvent::Plan(_) => {}
        }
        (self.listener)(event);
    }

    /// Reports the best line so far as the result; `false` if there is neither a line nor a result.
    fn report_best_line(&mut self, elapsed: Duration) -> bool {
        let Some(best) = self.best.take() else {
            return self.has_result;
        };
        let mut turns = best.pv.into_iter();
        self.report(SearchEvent::Result(SearchResult {
            best: turns.next(),
            ponder: turns.next(),
            score: best.score,
            depth: best.depth,
            nodes: best.nodes,
            elapsed,
            failure: None,
        }));
        true
    }
}

/// A search that is made if nothing was reported in time; `None` if it finds nothing, either.
type QuickSearch = Box<dyn FnOnce() -> Option<SearchResult<String>> + Send>;

/// A watchdog, which waits for the result of a search.
pub(super) struct Watchdog {
    reports: Arc<Mutex<Reports>>,
    received: Receiver<Signal>,
    requested_at: Instant,
    /// The time limit of the search.
    limit: Duration,
    /// Whether the search begins by pondering.
    ponder: bool,
    /// Whether the time of a pondering search begins at the ponder hit.
    starts_at_hit: bool,
    quick_search: Option<QuickSearch>,
}

impl Watchdog {
    /// Prepares to watch the search that was requested at `requested_at`; `None` if it has no time
    /// limit. To be called before the search begins: while that reports it holds `reports`, until
    /// there is room for the report.
    pub(super) fn new(
        reports: Arc<Mutex<Reports>>,
        requested_at: Instant,
        limits: &Limits,
        overhead: Duration,
    ) -> Option<(Watchdog, Signals)> {
        let limit = Timer::hard_limit(limits, overhead)?;
        let (sender, received) = mpsc::channel();
        let signals = Signals(sender);
        lock(&reports).watchdog = Some(signals.clone());
        let watchdog = Watchdog {
            reports,
            received,
            requested_at,
            limit,
            ponder: limits.ponder,
            starts_at_hit: limits.move_time.is_some(),
            quick_search: None,
        };
        Some((watchdog, signals))
    }

    /// Makes `quick_search` give the result if nothing was reported in time.
    pub(super) fn with_quick_search(self, quick_search: QuickSearch) -> Watchdog {
        Watchdog {
            quick_search: Some(quick_search),
            ..self
        }
    }

    /// Watches the search, which ends by `stop_token`, on its own thread.
    pub(super) fn start(self, stop_token: StopToken) {
        let watch = move || self.run(&stop_token);
        if let Err(error) = WATCHDOGS.run(watch) {
            log::warn!("no thread for the watchdog of the search: {error}");
        }
    }

    fn run(self, stop_token: &StopToken) {
        // Not known while the search ponders.
        let mut due = (!self.ponder).then(|| self.requested_at + self.limit + GRACE);
        loop {
            let left = due.map(|due| due.saturating_duration_since(Instant::now()));
            let signal = match left {
                None => self.received.recv().map_err(RecvTimeoutError::from),
                // Also while there are signals.
                Some(Duration::ZERO) => Err(RecvTimeoutError::Timeout),
                Some(left) => self.received.recv_timeout(left),
            };
            match signal {
                Ok(Signal::PonderHit) => due = Some(self.due_after_hit() + GRACE),
                Ok(Signal::Stop) => due = Some(due_after_stop(due, Instant::now())),
                Ok(Signal::Result) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    stop_token.stop();
                    return self.answer();
                }
            }
        }
    }

    /// Reports a result in place of the search.
    fn answer(self) {
        let has_answered = lock(&self.reports).report_best_line(self.requested_at.elapsed());
        if !has_answered && let Some(quick_search) = self.quick_search {
            // The search continues to report meanwhile, and may be first.
            let result = quick_search();
            let mut reports = lock(&self.reports);
            if !reports.report_best_line(self.requested_at.elapsed())
                && let Some(result) = result
            {
                reports.report(SearchEvent::Result(result));
            }
        }
    }

    /// Returns the time at which a search whose expected turn is played now must end.
    fn due_after_hit(&self) -> Instant {
        let now = Instant::now();
        if self.starts_at_hit {
            now + self.limit
        } else {
            now.max(self.requested_at + self.limit)
        }
    }
}

/// Returns the time at which a search must end that is stopped `now` and was `due`: repeated stops
/// do not delay it.
fn due_after_stop(due: Option<Instant>, now: Instant) -> Instant {
    let soon = now + GRACE;
    due.map_or(soon, |due| due.min(soon))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Far longer than any of these tests takes.
    const LONG: Duration = Duration::from_mins(10);

    /// Returns reports with the receiver of their events.
    fn reports() -> (Arc<Mutex<Reports>>, Receiver<SearchEvent>) {
        let (sender, events) = mpsc::channel();
        let listener = Box::new(move |event| sender.send(event).unwrap());
        (Arc::new(Mutex::new(Reports::new(listener))), events)
    }

    fn line(multi_pv: usize, depth: u32, turns: &[&str]) -> SearchEvent {
        SearchEvent::Info(SearchInfo {
            multi_pv,
            depth,
            pv: turns.iter().map(ToString::to_string).collect(),
            ..SearchInfo::default()
        })
    }

    fn move_time(time: Duration, ponder: bool) -> Limits {
        Limits {
            move_time: Some(time),
            ponder,
            ..Limits::default()
        }
    }

    /// Watches a search with these reports that is requested now.
    fn watch(reports: Arc<Mutex<Reports>>, limits: &Limits, token: &StopToken) -> Signals {
        let prepared = Watchdog::new(reports, Instant::now(), limits, Duration::ZERO);
        let (watchdog, signals) = prepared.unwrap();
        watchdog.start(token.clone());
        signals
    }

    /// Reports lines of two depths; then the watchdog is started.
    fn watched(limits: &Limits) -> (Signals, Receiver<SearchEvent>, StopToken) {
        let (reports, events) = reports();
        for event in [
            line(1, 3, &["e2e4"]),
            line(1, 4, &["d2d4", "d7d5"]),
            line(2, 4, &["c2c4", "c7c5"]),
        ] {
            lock(&reports).report(event);
            events.recv().unwrap();
        }
        let token = StopToken::new();
        (watch(reports, limits, &token), events, token)
    }

    fn check_answer(events: &Receiver<SearchEvent>, token: &StopToken) {
        let SearchEvent::Result(result) = events.recv().unwrap() else {
            panic!("no result");
        };
        assert_eq!(result.best.as_deref(), Some("d2d4"));
        assert_eq!(result.ponder.as_deref(), Some("d7d5"));
        assert_eq!(result.depth, 4);
        assert!(token.is_stopped());
        // The watchdog ends, and nothing follows.
        assert!(events.recv().is_err());
    }

    #[test]
    fn the_best_line_is_the_result_of_a_search_that_is_late() {
        let (_watchdog, events, token) = watched(&move_time(Duration::from_millis(5), false));
        check_answer(&events, &token);
    }

    #[test]
    fn a_search_that_was_stopped_is_late_soon() {
        let (watchdog, events, token) = watched(&move_time(LONG, false));
        watchdog.stop();
        check_answer(&events, &token);
    }

    #[test]
    fn stops_that_are_repeated_do_not_put_the_answer_off() {
        let now = Instant::now();
        let first = due_after_stop(None, now);
        assert!(first > now);
        assert_eq!(due_after_stop(Some(now + LONG), now), first);
        assert_eq!(due_after_stop(Some(first), now + GRACE / 2), first);
    }

    #[test]
    fn the_time_of_a_search_in_the_opponents_time_begins_with_the_hit() {
        let (watchdog, events, token) = watched(&move_time(Duration::from_millis(1), true));
        assert!(events.recv_timeout(Duration::from_millis(20)).is_err());
        watchdog.ponder_hit();
        check_answer(&events, &token);
    }

    #[test]
    fn a_search_that_has_reported_nothing_is_left_to_itself() {
        let (reports, events) = reports();
        let limits = move_time(Duration::from_millis(1), false);
        let token = StopToken::new();
        watch(reports, &limits, &token);
        assert!(events.recv().is_err());
        assert!(token.is_stopped());
    }

    #[test]
    fn a_quick_search_gives_the_result_if_nothing_was_reported() {
        let quick = |best: &str| SearchResult::without_search(Some(best.to_owned()), None);
        for (is_reported, expected) in [(false, "e2e4"), (true, "d2d4")] {
            let (reports, events) = reports();
            if is_reported {
                lock(&reports).report(line(1, 4, &["d2d4", "d7d5"]));
                events.recv().unwrap();
            }
            let limits = move_time(Duration::from_millis(1), false);
            let prepared = Watchdog::new(reports, Instant::now(), &limits, Duration::ZERO);
            let watchdog = prepared.unwrap().0;
            let quick_search = move || Some(quick("e2e4"));
            watchdog
                .with_quick_search(Box::new(quick_search))
                .start(StopToken::new());
            let SearchEvent::Result(result) = events.recv().unwrap() else {
                panic!("no result");
            };
            assert_eq!(result.best.as_deref(), Some(expected));
            assert!(events.recv().is_err());
        }
    }

    #[test]
    fn a_watchdog_starts_and_is_told_while_the_search_waits_to_report() {
        let (reports, events) = reports();
        let limits = move_time(LONG, true);
        let prepared = Watchdog::new(
            Arc::clone(&reports),
            Instant::now(),
            &limits,
            Duration::ZERO,
        );
        let (watchdog, signals) = prepared.unwrap();
        let mut held = lock(&reports);
        watchdog.start(StopToken::new());
        signals.ponder_hit();
        signals.stop();
        held.report(line(1, 3, &["e2e4"]));
        drop(held);
        events.recv().unwrap();
        assert!(matches!(events.recv(), Ok(SearchEvent::Result(_))));
    }

    #[test]
    fn nothing_is_reported_after_the_result() {
        let (reports, events) = reports();
        let result = || SearchEvent::Result(SearchResult::without_search(None, None));
        for event in [result(), line(1, 3, &["e2e4"]), result()] {
            lock(&reports).report(event);
        }
        assert!(lock(&reports).report_best_line(Duration::ZERO));
        drop(reports);
        assert_eq!(events.iter().collect::<Vec<_>>(), [result()]);
    }

    #[test]
    fn a_watchdog_ends_with_the_search() {
        let (reports, events) = reports();
        let limits = move_time(LONG, false);
        let token = StopToken::new();
        let signals = watch(Arc::clone(&reports), &limits, &token);
        let result = SearchResult::without_search(None, None);
        lock(&reports).report(SearchEvent::Result(result));
        drop(reports);
        assert!(matches!(events.recv(), Ok(SearchEvent::Result(_))));
        // It holds the listener until it ends.
        assert!(events.recv().is_err());
        assert!(!token.is_stopped());
        signals.stop();
    }

    #[test]
    fn searches_without_a_limit_of_time_are_not_watched() {
        let (reports, _events) = reports();
        let limits = Limits {
            depth: Some(3),
            ..Limits::default()
        };
        let watchdog = Watchdog::new(reports, Instant::now(), &limits, Duration::ZERO);
        assert!(watchdog.is_none());
    }
}
