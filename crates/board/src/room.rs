//! The room: all tables, and the pages at them.
//!
//! A single-threaded state machine: [`Room::receive`] takes one [`Message`] and returns the
//! messages to be sent, and [`Room::tick`] must be called at [`Room::deadline`]. It can thus be
//! tested without a browser.

mod requests;
#[cfg(test)]
pub(crate) mod tests;

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use jabberwock_search::Settings;

use crate::{
    mailbox::{Connection, Mailbox, Message},
    message::{Event, Limits, Payload, Posted, Refusal, Reply, TableState, json},
    record::{Record, Records},
    table::{MAX_NODES, Table, analysis::MAX_LINES, draft::Requester, look::MAX_TAPS},
};

pub(crate) use requests::{examples, question};

/// The limits of the server and the room.
pub const LIMITS: Limits = Limits {
    message: 1 << 20,
    record: 16 << 20,
    connections: 16,
    tables: 8,
    nodes: MAX_NODES,
    taps: MAX_TAPS,
    waiting: 64,
    lines: MAX_LINES,
};

/// The time for which a table's search continues without a page.
const SEARCH_WITHOUT_PAGE: Duration = Duration::from_secs(10);
/// The time for which a table is kept without a page.
const TABLE_WITHOUT_PAGE: Duration = Duration::from_hours(1);

/// A message to a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// The answer to a request.
    Reply(Connection, String),
    /// An event, the same for all pages at a table.
    Event(Connection, Arc<str>),
}

/// All tables and pages.
#[derive(Debug)]
pub struct Room {
    settings: Settings,
    mailbox: Mailbox,
    /// The pages, each with the number of its table.
    pages: BTreeMap<Connection, Option<u32>>,
    tables: BTreeMap<u32, HostedTable>,
    /// The number of the next table.
    next_table: u32,
    records: Records,
    outgoing: Vec<Outgoing>,
}

/// A table, with the time since which no page is at it.
#[derive(Debug)]
struct HostedTable {
    table: Table,
    /// The time at which the last page left it; `None` while there is one, and before the first.
    left: Option<Instant>,
}

impl Room {
    /// Creates a room without tables. Searches share `settings`, and report to `mailbox`.
    pub fn new(settings: Settings, mailbox: Mailbox) -> Room {
        Room {
            settings,
            mailbox,
            pages: BTreeMap::new(),
            tables: BTreeMap::new(),
            next_table: 1,
            records: Records::default(),
            outgoing: Vec::new(),
        }
    }

    /// Opens a table before there are pages, with a game of `variant` at `position`, or at its
    /// start, after `turns`.
    ///
    /// # Errors
    /// If there is no such variant, or the position or a turn is not valid.
    pub fn open(
        &mut self,
        variant: &str,
        position: Option<&str>,
        turns: &[String],
    ) -> Result<(), Refusal> {
        let new = |number, mailbox| Table::new(number, variant, position, turns, mailbox);
        self.add_table(new)?;
        Ok(())
    }

    /// Opens a table before there are pages, with the first game of `record`, and returns the
    /// reason if the game cannot be read to its end.
    ///
    /// # Errors
    /// If its first position is not valid.
    pub fn open_record(&mut self, record: Record) -> Result<Option<String>, Refusal> {
        let mut fault = None;
        if let Some(game) = record.game(0) {
            self.add_table(|number, mailbox| {
                let (table, wrong) = Table::of_record(number, game, mailbox)?;
                fault = wrong;
                Ok(table)
            })?;
        }
        self.records.add(record);
        Ok(fault)
    }

    /// Whether any table has a search.
    #[cfg(test)]
    fn is_searching(&self) -> bool {
        self.tables
            .values()
            .any(|hosted| hosted.table.is_searching())
    }

    /// Handles `message`, which was received at the time `now`, and returns the messages to be
    /// sent.
    pub fn receive(&mut self, message: Message, now: Instant) -> Vec<Outgoing> {
        self.check_time(now);
        match message {
            Message::Connected(page) => {
                self.pages.insert(page, None);
            }
            Message::Disconnected(page) => {
                if let Some(Some(table)) = self.pages.remove(&page) {
                    self.leave(table, now);
                }
            }
            Message::Text(page, text) => self.request(page, &text, now),
            Message::Refused(page, refusal) => self.reply(page, None, Err(refusal)),
            Message::Record(record, answer) => {
                let games = record.described();
                let record = self.records.add(record);
                answer(json(&Posted { record, games }));
            }
            Message::Search(number, event) => {
                if let Some(hosted) = self.tables.get_mut(&number.table) {
                    hosted.table.search_event(number, event, now);
                }
                self.settle(number.table, now);
            }
            Message::Answer(number, answer, player) => {
                if let Some(hosted) = self.tables.get_mut(&number.table) {
                    hosted.table.player_answer(number, answer, player, now);
                }
                self.settle(number.table, now);
            }
            Message::End => self.tables.clear(),
        }
        std::mem::take(&mut self.outgoing)
    }

    /// Handles deadlines that have passed, and returns the messages to be sent.
    pub fn tick(&mut self, now: Instant) -> Vec<Outgoing> {
        self.check_time(now);
        std::mem::take(&mut self.outgoing)
    }

    /// Returns the time at which [`Room::tick`] must be called, unless a message is received
    /// before.
    pub fn deadline(&self) -> Option<Instant> {
        let hosted_tables = self.tables.values();
        hosted_tables.filter_map(HostedTable::deadline).min()
    }

    fn check_time(&mut self, now: Instant) {
        let due = |(&number, hosted): (&u32, &HostedTable)| {
            let is_due = hosted.deadline().is_some_and(|time| time <= now);
            is_due.then_some(number)
        };
        let due: Vec<u32> = self.tables.iter().filter_map(due).collect();
        for number in due {
            let Some(hosted) = self.tables.get_mut(&number) else {
                continue;
            };
            let alone = hosted.left.map(|left| now.saturating_duration_since(left));
            if alone.is_some_and(|alone| alone >= TABLE_WITHOUT_PAGE) {
                self.tables.remove(&number);
                self.share_settings();
                continue;
            }
            if alone.is_some_and(|alone| alone >= SEARCH_WITHOUT_PAGE) {
                hosted.table.set_attended(false, now);
            }
            hosted.table.tick(now);
            self.settle(number, now);
        }
    }

    /// Removes a page from `table`.
    fn leave(&mut self, table: u32, now: Instant) {
        let is_empty = !self.pages.values().any(|&other| other == Some(table));
        if is_empty && let Some(hosted) = self.tables.get_mut(&table) {
            hosted.left = Some(now);
        }
    }

    /// Adds a page to `table`, which exists.
    fn join(&mut self, page: Connection, table: u32, now: Instant) {
        let before = self.pages.insert(page, Some(table)).flatten();
        if let Some(before) = before.filter(|&before| before != table) {
            self.leave(before, now);
        }
        if let Some(hosted) = self.tables.get_mut(&table) {
            hosted.left = None;
            hosted.table.set_attended(true, now);
        }
    }

    /// Opens a table and returns its number. If there are too many, the one that has been without a
    /// page for the longest time is removed.
    ///
    /// # Errors
    /// If every table has pages, or those of `new`.
    fn add_table(
        &mut self,
        new: impl FnOnce(u32, Mailbox) -> Result<Table, Refusal>,
    ) -> Result<u32, Refusal> {
        let mut empty = None;
        if self.tables.len() >= LIMITS.tables {
            let left = self.tables.iter();
            let left = left.filter_map(|(&number, hosted)| Some((hosted.left?, number)));
            let (_, number) = left.min().ok_or_else(|| {
                let reason = format!(
                    "there are {} tables, and pages at all of them",
                    LIMITS.tables
                );
                Refusal::limit(reason, "")
            })?;
            empty = Some(number);
        }
        let number = self.next_table;
        let table = new(number, self.mailbox.clone())?;
        if let Some(empty) = empty {
            self.tables.remove(&empty);
        }
        self.next_table += 1;
        self.tables
            .insert(number, HostedTable { table, left: None });
        self.share_settings();
        Ok(number)
    }

    /// Shares threads and memory among the tables.
    fn share_settings(&mut self) {
        let tables = self.tables.len().max(1);
        let share = Settings {
            threads: (self.settings.threads / tables).max(1),
            hash_mib: (self.settings.hash_mib / tables).max(1),
            ..self.settings
        };
        for hosted in self.tables.values_mut() {
            hosted.table.configure(share);
        }
    }

    /// Starts and stops the search of `table`, and sends its events and replies.
    fn settle(&mut self, table: u32, now: Instant) {
        let Some(hosted) = self.tables.get_mut(&table) else {
            return;
        };
        hosted.table.settle(now);
        let replies = hosted.table.take_replies();
        self.send_events(table);
        for (Requester { connection, id }, answer) in replies {
            self.reply(connection, Some(id), answer);
        }
    }

    fn send_events(&mut self, table: u32) {
        let Some(hosted) = self.tables.get_mut(&table) else {
            return;
        };
        for event in hosted.table.take_events() {
            let text: Arc<str> = json::<Event>(&event).into();
            let pages = self.pages.iter();
            for (&page, _) in pages.filter(|&(_, &at)| at == Some(table)) {
                self.outgoing.push(Outgoing::Event(page, text.clone()));
            }
        }
    }

    fn reply(&mut self, page: Connection, re: Option<u32>, answer: Result<Payload, Refusal>) {
        if !self.pages.contains_key(&page) {
            return;
        }
        let payload = answer.unwrap_or_else(|error| Payload::Error { error });
        let text = json(&Reply { re, payload });
        self.outgoing.push(Outgoing::Reply(page, text));
    }

    /// Returns the state of the table `number`, as sent to pages.
    fn state(&self, number: u32, now: Instant) -> Option<TableState> {
        let hosted = self.tables.get(&number);
        hosted.map(|hosted| hosted.table.state(now))
    }
}

impl HostedTable {
    fn deadline(&self) -> Option<Instant> {
        let left = self.left.map(|left| {
            if self.table.is_attended() {
                left + SEARCH_WITHOUT_PAGE
            } else {
                left + TABLE_WITHOUT_PAGE
            }
        });
        left.into_iter().chain(self.table.deadline()).min()
    }
}
