//! Signals to a running search.

#[cfg(loom)]
use loom::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
#[cfg(not(loom))]
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use std::{thread, time::Duration};

/// The polling interval of [`StopToken::wait_until_stopped`].
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Stops a search, or signals a ponder hit. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl StopToken {
    /// Creates a stop token for one search.
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// Ends the search at its next check of the limits, within milliseconds.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// Signals that the expected turn was played (`ponderhit`): an exact time for the turn starts
    /// now; of a clock, the time pondered is used up.
    pub fn ponder_hit(&self) {
        self.0.ponder_hit.store(true, Ordering::Relaxed);
    }

    /// Whether [`StopToken::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Whether [`StopToken::ponder_hit`] was called.
    pub fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Ordering::Relaxed)
    }

    /// Waits until the search is stopped: an infinite one that has ended by itself gives no result
    /// before.
    pub fn wait_until_stopped(&self) {
        while !self.is_stopped() {
            thread::sleep(POLL_INTERVAL);
        }
    }
}

/// Every order in which threads may read and write, tried by loom.
#[cfg(all(test, loom))]
mod models {
    use loom::thread;

    use super::StopToken;

    #[test]
    fn a_waiting_search_sees_the_stop_and_the_ponder_hit_in_either_order() {
        for hit_first in [false, true] {
            loom::model(move || {
                let token = StopToken::new();
                let client = {
                    let token = token.clone();
                    thread::spawn(move || {
                        if hit_first {
                            token.ponder_hit();
                            token.stop();
                        } else {
                            token.stop();
                            token.ponder_hit();
                        }
                    })
                };
                while !token.is_stopped() {
                    thread::yield_now();
                }
                client.join().unwrap();
                assert!(token.is_stopped() && token.is_ponder_hit());
            });
        }
    }

    #[test]
    fn a_token_stopped_by_two_threads_stays_stopped() {
        loom::model(|| {
            let token = StopToken::new();
            let other = token.clone();
            let client = thread::spawn(move || other.stop());
            token.stop();
            assert!(token.is_stopped());
            client.join().unwrap();
            assert!(token.is_stopped() && !token.is_ponder_hit());
        });
    }
}
