//! Messages to the loop that speaks a protocol.
//!
//! The input has a thread and each search has one; both send their messages through one channel, so
//! that the state of a protocol belongs to one thread and needs no locks.

use std::sync::{
    Arc, Condvar, Mutex, MutexGuard, PoisonError,
    mpsc::{self, Receiver, SyncSender},
};

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

impl Message {
    /// The length of a line, in bytes; 0 for messages of the program itself, which are small.
    fn line_length(&self) -> usize {
        match self {
            Message::Line(line) => line.len(),
            _ => 0,
        }
    }
}

/// The sending end of the channel. Clones send to the same loop.
#[derive(Clone, Debug)]
pub(crate) struct Mailbox {
    sender: SyncSender<Message>,
    waiting: Arc<WaitingLines>,
}

impl Mailbox {
    /// Messages waiting at most; a sender waits while there are so many.
    const CAPACITY: usize = 64;

    /// A mailbox, and where its messages arrive.
    pub(crate) fn new() -> (Mailbox, Inbox) {
        let (sender, receiver) = mpsc::sync_channel(Mailbox::CAPACITY);
        let waiting = Arc::<WaitingLines>::default();
        let mailbox = Mailbox {
            sender,
            waiting: Arc::clone(&waiting),
        };
        let waiting = ClosedAtEnd(waiting);
        (mailbox, Inbox { receiver, waiting })
    }

    /// Sends `message`; `false` if the loop has ended. Lines wait until there is room for them.
    pub(crate) fn send(&self, message: Message) -> bool {
        self.waiting.add(message.line_length());
        self.sender.send(message).is_ok()
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

/// The receiving end of the channel: an iterator over the messages.
#[derive(Debug)]
pub(crate) struct Inbox {
    /// Dropped first: senders released at the end find the channel closed.
    receiver: Receiver<Message>,
    waiting: ClosedAtEnd,
}

impl Iterator for Inbox {
    type Item = Message;

    /// The next message, waited for; `None` if there are no senders any more.
    fn next(&mut self) -> Option<Message> {
        let message = self.receiver.recv().ok()?;
        self.waiting.0.remove(message.line_length());
        Some(message)
    }
}

/// The lines that wait, closed when the loop has ended.
#[derive(Debug)]
struct ClosedAtEnd(Arc<WaitingLines>);

impl Drop for ClosedAtEnd {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The length of the lines that wait, together in bytes; `None` after the end of the loop.
#[derive(Debug)]
struct WaitingLines {
    bytes: Mutex<Option<usize>>,
    has_room: Condvar,
}

impl Default for WaitingLines {
    fn default() -> WaitingLines {
        WaitingLines {
            bytes: Mutex::new(Some(0)),
            has_room: Condvar::new(),
        }
    }
}

impl WaitingLines {
    /// More than this is read only when it is the only line.
    const MAX_BYTES: usize = 16 << 20;

    fn lock(&self) -> MutexGuard<'_, Option<usize>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line of `length` bytes, as soon as there is room for it.
    fn add(&self, length: usize) {
        if length == 0 {
            return;
        }
        let is_full = |bytes: &mut Option<usize>| {
            bytes.is_some_and(|bytes| bytes > 0 && bytes + length > WaitingLines::MAX_BYTES)
        };
        let waited = self.has_room.wait_while(self.lock(), is_full);
        let mut bytes = waited.unwrap_or_else(PoisonError::into_inner);
        *bytes = bytes.map(|bytes| bytes + length);
    }

    fn remove(&self, length: usize) {
        let mut bytes = self.lock();
        *bytes = bytes.map(|bytes| bytes - length);
        self.has_room.notify_all();
    }

    fn close(&self) {
        *self.lock() = None;
        self.has_room.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc::RecvTimeoutError, thread, time::Duration};

    use super::{Mailbox, Message, WaitingLines};

    fn line(length: usize) -> Message {
        Message::Line("x".repeat(length))
    }

    #[test]
    fn lines_wait_outside_while_those_inside_are_many_bytes() {
        let (mailbox, mut inbox) = Mailbox::new();
        let half = WaitingLines::MAX_BYTES / 2 + 1;
        let (sent, progress) = std::sync::mpsc::channel();
        let reader = mailbox.clone();
        let thread = thread::spawn(move || {
            for length in [half, half, 2 * WaitingLines::MAX_BYTES] {
                assert!(reader.send(line(length)));
                sent.send(length).unwrap();
            }
        });
        assert_eq!(progress.recv(), Ok(half));
        let second = progress.recv_timeout(Duration::from_millis(50));
        assert_eq!(second, Err(RecvTimeoutError::Timeout));
        // Messages of a search are not held up by lines.
        assert!(mailbox.send(Message::Job(1, Vec::new())));
        for length in [half, 0, half, 2 * WaitingLines::MAX_BYTES] {
            assert_eq!(inbox.next().unwrap().line_length(), length);
        }
        thread.join().unwrap();
    }

    #[test]
    fn a_reader_that_waits_for_room_is_released_at_the_end_of_the_loop() {
        let (mailbox, inbox) = Mailbox::new();
        assert!(mailbox.send(line(WaitingLines::MAX_BYTES)));
        let reader = thread::spawn(move || mailbox.send(line(1)));
        drop(inbox);
        assert!(!reader.join().unwrap());
    }
}
