//! A conversation with a room, played from its lines.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::mpsc::Receiver,
    time::{Duration, Instant},
};

use jabberwock_engine::Session;
use jabberwock_search::Settings;

use crate::{Connection, Mailbox, Message, Outgoing, Room, table::Table};

/// The maximum time for a search to send the expected message.
const PATIENCE: Duration = Duration::from_mins(5);

/// A room, the pages in it, and the messages sent to them.
///
/// A line `> text` is sent by page 1, `2> text` by page 2; other lines are expected, `2: text` by
/// page 2. `...` within a line matches any text, alone on a line any messages. `+ 10` advances the
/// clock by ten seconds, `2 leaves` closes a connection, `#` begins a comment.
pub(super) struct Conversation {
    room: Room,
    messages: Receiver<Message>,
    sent: BTreeMap<Connection, VecDeque<String>>,
    /// The amount by which the clock is advanced.
    ahead: Duration,
}

impl Conversation {
    pub(super) fn new() -> Conversation {
        let (mailbox, messages) = Mailbox::new();
        Conversation {
            room: Room::new(Settings::default(), mailbox),
            messages,
            sent: BTreeMap::new(),
            ahead: Duration::ZERO,
        }
    }

    /// Plays `lines`, of which the first is line `start` of the file `name`.
    pub(super) fn play(&mut self, name: &str, start: usize, lines: &[&str]) {
        let mut skips: BTreeMap<Connection, bool> = BTreeMap::new();
        for (index, &line) in lines.iter().enumerate() {
            let place = format!("{name}:{}", start + index);
            let (page, rest) = page_of(line);
            if line.starts_with('#') || line.is_empty() {
            } else if let Some(seconds) = line.strip_prefix("+ ") {
                self.wait(seconds.parse().unwrap());
            } else if rest == "leaves" {
                self.leave(page);
            } else if let Some(text) = rest.strip_prefix("> ") {
                self.send(page, text);
            } else if rest == "..." {
                skips.insert(page, true);
            } else {
                let skip = std::mem::take(skips.entry(page).or_default());
                self.expect(page, rest, skip, &place);
            }
        }
        for (page, sent) in &self.sent {
            let skip = skips.get(page).copied().unwrap_or_default();
            assert!(skip || sent.is_empty(), "{name}:{start}: {sent:?}");
        }
    }

    /// Opens a table with the game of `session`.
    pub(super) fn open(&mut self, session: Box<dyn Session>) {
        let new = |number, mailbox| Ok(Table::of_session(number, session, mailbox));
        self.room.add_table(new).unwrap();
    }

    /// Sends `text` from `page`, which is connected first if necessary.
    pub(super) fn send(&mut self, page: Connection, text: &str) {
        let is_new = !self.sent.contains_key(&page);
        if is_new {
            self.handle(Message::Connected(page));
        }
        self.sent.entry(page).or_default();
        self.handle(Message::Text(page, text.to_owned()));
    }

    /// Returns the next message to `page`, waiting for it if there is none yet.
    pub(super) fn next(&mut self, page: Connection) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let sent = self.sent.get_mut(&page).expect("a page that has connected");
            if let Some(text) = sent.pop_front() {
                return text;
            }
            assert!(Instant::now() < end, "nothing is sent to page {page}");
            match self.messages.recv_timeout(Duration::from_millis(20)) {
                Ok(message) => self.handle(message),
                Err(_) => self.wait(0.0),
            }
        }
    }

    /// Returns the answer to `text`, sent by page 1; events are skipped.
    pub(super) fn ask(&mut self, text: &str) -> String {
        self.send(1, text);
        loop {
            let next = self.next(1);
            if next.starts_with("{\"re\":") {
                return next;
            }
        }
    }

    /// Closes the connection of `page`.
    pub(super) fn leave(&mut self, page: Connection) {
        self.handle(Message::Disconnected(page));
        self.sent.remove(&page);
    }

    /// Whether a table has a search.
    pub(super) fn is_searching(&self) -> bool {
        self.room.is_searching()
    }

    /// Advances the clock.
    pub(super) fn wait(&mut self, seconds: f64) {
        self.ahead += Duration::from_secs_f64(seconds);
        let outgoing = self.room.tick(Instant::now() + self.ahead);
        self.deliver(outgoing);
    }

    fn expect(&mut self, page: Connection, expected: &str, skip: bool, place: &str) {
        let mut skipped = Vec::new();
        loop {
            let text = self.next(page);
            if matches(expected, &text) {
                return;
            }
            assert!(skip, "{place}\nexpected {expected}\n    sent {text}");
            skipped.push(text);
            assert!(skipped.len() < 10_000, "{place}: {skipped:?}");
        }
    }

    fn handle(&mut self, message: Message) {
        let outgoing = self.room.receive(message, Instant::now() + self.ahead);
        self.deliver(outgoing);
    }

    fn deliver(&mut self, outgoing: Vec<Outgoing>) {
        for message in outgoing {
            let (page, text) = match message {
                Outgoing::Reply(page, text) => (page, text),
                Outgoing::Event(page, text) => (page, text.to_string()),
            };
            self.sent.entry(page).or_default().push_back(text);
        }
    }
}

/// Splits a line into the page that it concerns and the rest.
fn page_of(line: &str) -> (Connection, &str) {
    let digits = line.len()
        - line
            .trim_start_matches(|letter: char| letter.is_ascii_digit())
            .len();
    let page = line[..digits].parse().unwrap_or(1);
    let rest = &line[digits..];
    (page, rest.strip_prefix(": ").unwrap_or(rest).trim_start())
}

/// Whether `text` matches `expected`, in which `...` matches any text.
pub(crate) fn matches(expected: &str, text: &str) -> bool {
    let mut parts = expected.split("...");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(index) => rest = &rest[index + part.len()..],
            None => return false,
        }
    }
    true
}
