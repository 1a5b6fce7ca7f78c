//! Messages to the room.
//!
//! Every connection and every search sends its messages through one channel, so the state of all
//! tables belongs to one thread and needs no locks.

use std::{
    fmt,
    sync::mpsc::{self, Receiver, SyncSender, TrySendError},
};

use jabberwock_arena::player::{Answer, Player, PlayerError};
use jabberwock_engine::SearchEvent;

use crate::{message::Refusal, record::Record};

/// The number of a connection, never reused.
pub type Connection = u64;

/// A message to the room.
pub enum Message {
    /// A page has connected.
    Connected(Connection),
    /// A page has sent text.
    Text(Connection, String),
    /// A page has sent something that is refused without being parsed.
    Refused(Connection, Refusal),
    /// A page has disconnected.
    Disconnected(Connection),
    /// A record was posted. The answer is a JSON object.
    Record(Record, Box<dyn FnOnce(String) + Send>),
    /// An event of a search.
    Search(SearchNumber, SearchEvent),
    /// The answer of a player other than the search, with the player itself.
    Answer(SearchNumber, Result<Answer, PlayerError>, Box<dyn Player>),
    /// The program ends.
    End,
}

/// Identifies a search of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchNumber {
    /// The table.
    pub(crate) table: u32,
    /// The number of the search among those of all tables.
    pub(crate) search: u64,
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Connected(connection) => write!(f, "Connected({connection})"),
            Message::Text(connection, text) => write!(f, "Text({connection}, {text:?})"),
            Message::Refused(connection, refusal) => {
                write!(f, "Refused({connection}, {refusal:?})")
            }
            Message::Disconnected(connection) => write!(f, "Disconnected({connection})"),
            Message::Record(record, _) => write!(f, "Record({record:?})"),
            Message::Search(number, event) => write!(f, "Search({number:?}, {event:?})"),
            Message::Answer(number, answer, _) => write!(f, "Answer({number:?}, {answer:?})"),
            Message::End => f.write_str("End"),
        }
    }
}

/// The sending end of the channel. Clones send to the same room.
#[derive(Clone, Debug)]
pub struct Mailbox(SyncSender<Message>);

impl Mailbox {
    /// Maximum number of pending messages. The requests of all connections together are fewer.
    const CAPACITY: usize = 4096;

    /// Creates a mailbox, and the receiver of its messages.
    pub fn new() -> (Mailbox, Receiver<Message>) {
        let (sender, receiver) = mpsc::sync_channel(Mailbox::CAPACITY);
        (Mailbox(sender), receiver)
    }

    /// Sends `message`, if there is room and the receiver exists. Never blocks.
    pub fn send(&self, message: Message) -> bool {
        match self.0.try_send(message) {
            Ok(()) => true,
            Err(TrySendError::Full(message)) => {
                log::warn!("the mailbox is full: {message:?}");
                false
            }
            Err(TrySendError::Disconnected(_)) => false,
        }
    }

    /// Sends `message`, waiting for room. The room itself never blocks, so there will be room, or
    /// the receiver is dropped. Must not be called by the server's thread while it serves.
    pub(crate) fn send_waiting(&self, message: Message) {
        // After the end of the room the message is not needed.
        self.0.send(message).ok();
    }
}
