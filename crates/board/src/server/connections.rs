//! The connected pages, and the channels from the room to them.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::{Connection, LIMITS, Outgoing};

/// Maximum number of pending messages to a page. A page that does not read them is disconnected.
const WAITING: usize = 256;

/// The connected pages. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Connections(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    next: Connection,
    senders: BTreeMap<Connection, Sender<Frame>>,
}

/// A message to a page.
#[derive(Clone, Debug)]
pub(super) enum Frame {
    Reply(String),
    Event(Arc<str>),
}

impl Connections {
    /// Adds a page and returns the receiver of its messages; `None` if there are too many.
    pub(super) fn add(&self) -> Option<(Connection, Receiver<Frame>)> {
        let mut state = self.state();
        if state.senders.len() >= LIMITS.connections {
            return None;
        }
        let (sender, receiver) = channel(WAITING);
        let number = state.next;
        state.next += 1;
        state.senders.insert(number, sender);
        Some((number, receiver))
    }

    /// Removes a page that has disconnected.
    pub(super) fn remove(&self, page: Connection) {
        self.state().senders.remove(&page);
    }

    /// Sends `message`, unless its page has disconnected. A page with too many pending messages is
    /// removed, which ends its connection.
    pub(super) fn send(&self, message: Outgoing) {
        let (page, frame) = match message {
            Outgoing::Reply(page, text) => (page, Frame::Reply(text)),
            Outgoing::Event(page, text) => (page, Frame::Event(text)),
        };
        let mut state = self.state();
        let sender = state.senders.get(&page);
        if sender.is_some_and(|sender| sender.try_send(frame).is_err()) {
            state.senders.remove(&page);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
