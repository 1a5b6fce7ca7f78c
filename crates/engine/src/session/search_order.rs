//! The order of the searches of a game: each begins when the previous one has ended, whichever
//! thread is scheduled first.

use std::{
    convert::Infallible,
    sync::{
        Mutex,
        mpsc::{Receiver, Sender, channel},
    },
};

use crate::lock::lock;

/// The searches of a game, in the order in which they were started.
#[derive(Debug, Default)]
pub(super) struct SearchOrder {
    /// Disconnected when the last of them has ended.
    last: Mutex<Option<Receiver<Infallible>>>,
}

/// The place of a search in the order. Dropping it lets the next search begin.
#[derive(Debug)]
pub(super) struct SearchPlace {
    before: Option<Receiver<Infallible>>,
    _next: Sender<Infallible>,
}

impl SearchOrder {
    /// Returns the place after all searches so far.
    pub(super) fn next_place(&self) -> SearchPlace {
        let (sender, receiver) = channel();
        SearchPlace {
            before: lock(&self.last).replace(receiver),
            _next: sender,
        }
    }
}

impl SearchPlace {
    /// Waits until the previous search has ended.
    pub(super) fn wait(&self) {
        if let Some(before) = &self.before {
            // Nothing is ever sent: this returns when the sender is dropped.
            let _ = before.recv();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc::channel, thread};

    use super::SearchOrder;

    #[test]
    fn searches_begin_in_the_order_in_which_they_were_started() {
        let order = SearchOrder::default();
        let places: Vec<_> = (0..8).map(|number| (number, order.next_place())).collect();
        let (sender, begun) = channel();
        // The threads start in the opposite order.
        let threads = places.into_iter().rev().map(|(number, place)| {
            let sender = sender.clone();
            thread::spawn(move || {
                place.wait();
                sender.send(number).unwrap();
            })
        });
        let threads: Vec<_> = threads.collect();
        for thread in threads {
            thread.join().unwrap();
        }
        drop(sender);
        let begun: Vec<i32> = begun.iter().collect();
        assert!(begun.iter().copied().eq(0..8), "{begun:?}");
    }

    #[test]
    fn a_search_that_panics_or_never_starts_holds_up_no_other() {
        let order = SearchOrder::default();
        let [panics, after, never_starts, last] = [(); 4].map(|()| order.next_place());
        let panicked = thread::spawn(move || {
            panics.wait();
            panic!("the search fails");
        });
        assert!(panicked.join().is_err());
        after.wait();
        drop(never_starts);
        last.wait();
    }
}
