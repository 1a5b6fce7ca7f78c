//! Messages to the loop that speaks a protocol.
//!
//! The input has a thread and each search has one; both send their messages through one channel, so
//! that the state of a protocol belongs to one thread and needs no locks.

use std::sync::mpsc::{self, Receiver, SyncSender};

use crate::session::SearchEvent;

/// A message to a protocol's loop.
#[derive(Debug)]
pub(crate) enum Message {
    /// A line of input without its end; invalid UTF-8 is replaced.
    Line(String),
    /// The beginning of a line that is too long to be a command.
    TooLong(String),
    /// The input has ended.
    End,
    /// An event of the search with this number.
    Search(u64, SearchEvent),
    /// The result of the job (work that is not a search) with this number, as lines to print.
    Job(u64, Vec<String>),
}

/// The sending end of the channel. Clones send to the same loop.
#[derive(Clone, Debug)]
pub(crate) struct Mailbox(SyncSender<Message>);

impl Mailbox {
    /// Messages waiting at most; a sender waits while there are so many.
    const CAPACITY: usize = 64;

    /// A mailbox, and where its messages arrive.
    pub(crate) fn new() -> (Mailbox, Receiver<Message>) {
        let (sender, receiver) = mpsc::sync_channel(Mailbox::CAPACITY);
        (Mailbox(sender), receiver)
    }

    /// Sends `message`; `false` if the loop has ended.
    pub(crate) fn send(&self, message: Message) -> bool {
        self.0.send(message).is_ok()
    }

    /// A listener that sends the events of a search with the number `search`.
    pub(crate) fn listener(&self, search: u64) -> Box<dyn FnMut(SearchEvent) + Send> {
        let mailbox = self.clone();
        Box::new(move |event| {
            // After the end of the loop events are not needed any more.
            mailbox.send(Message::Search(search, event));
        })
    }
}
