//! A search on its own thread: starting, stopping and waiting.

use std::{
    any::Any,
    sync::{
        Mutex,
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

use jabberwock_search::{SearchResult, StopToken};

use super::{
    kept_threads::{SEARCHES, WATCHDOGS},
    request::SearchError,
    watchdog::{Signals, Watchdog},
};
use crate::lock::lock;

/// The interval at which [`RunningSearch::wait`] checks the stop token.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A running search. Dropping it stops the search without waiting for its end.
#[derive(Debug)]
pub struct RunningSearch {
    stop_token: StopToken,
    /// Receives when it has ended, nothing if it panicked. The mutex makes it `Sync`.
    end: Mutex<Receiver<()>>,
    watchdog: Option<Signals>,
}

impl RunningSearch {
    /// Runs `search` on a thread with the stack of a search, and its watchdog, if it has one, on
    /// another.
    ///
    /// # Errors
    /// If the system cannot create the thread of the search.
    pub(super) fn start(
        watchdog: Option<(Watchdog, Signals)>,
        search: impl FnOnce(&StopToken) + Send + 'static,
    ) -> Result<RunningSearch, SearchError> {
        let stop_token = StopToken::new();
        let end = {
            let stop_token = stop_token.clone();
            SEARCHES.run(move || search(&stop_token))
        };
        let end = end.map_err(|error| SearchError::NoThread(error.to_string()))?;
        let watchdog = watchdog.map(|(watchdog, signals)| {
            watchdog.start(stop_token.clone());
            signals
        });
        Ok(RunningSearch {
            stop_token,
            end: Mutex::new(end),
            watchdog,
        })
    }

    /// Ends the search within milliseconds; its result still follows.
    pub fn stop(&self) {
        self.stop_token.stop();
        if let Some(watchdog) = &self.watchdog {
            watchdog.stop();
        }
    }

    /// Signals that the expected turn was played (`ponderhit`): an exact time for the turn starts
    /// now; of a clock, the time pondered is used up.
    pub fn ponder_hit(&self) {
        self.stop_token.ponder_hit();
        if let Some(watchdog) = &self.watchdog {
            watchdog.ponder_hit();
        }
    }

    /// Returns the token that stops this search, for other threads.
    pub fn stop_token(&self) -> StopToken {
        self.stop_token.clone()
    }

    /// Waits for the end of the search.
    pub fn join(self) {
        if lock(&self.end).recv().is_err() {
            log::error!("a listener of the search panicked");
        }
    }

    /// Waits for the single result that the search sends to `results`. `stop` ends the search
    /// early; its result still counts. At the `deadline` the search is left to end by itself.
    pub(super) fn wait(
        self,
        results: &Receiver<SearchResult<String>>,
        stop: &StopToken,
        deadline: Option<Instant>,
    ) -> Result<SearchResult<String>, SearchError> {
        loop {
            match results.recv_timeout(POLL_INTERVAL) {
                Ok(result) => {
                    self.join();
                    return Ok(result);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let failure = "the search ended without a result".to_owned();
                    return Ok(SearchResult::without_search(None, Some(failure)));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(SearchError::Deadline);
            }
            if stop.is_stopped() {
                self.stop();
            }
        }
    }
}

impl Drop for RunningSearch {
    fn drop(&mut self) {
        self.stop_token.stop();
    }
}

/// Creates the threads of the next search and of its watchdog.
pub(super) fn prepare_threads() {
    for threads in [&SEARCHES, &WATCHDOGS] {
        if let Err(error) = threads.run(|| ()) {
            log::warn!("no thread for searches: {error}");
        }
    }
}

/// Returns the message of a thread's panic.
pub(super) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
