//! The requests of pages.

use std::time::Instant;

use super::{LIMITS, Room};
use jabberwock_variants::find;

use crate::{
    games::games,
    mailbox::{Connection, Mailbox},
    message::{Example, Examples, Hello, Loaded, Payload, Refusal, Request, Variants, parse},
    record::Record,
    table::{Table, draft::Requester},
};

impl Room {
    /// Answers the text sent by `page`.
    pub(super) fn request(&mut self, page: Connection, text: &str, now: Instant) {
        let (id, request) = match parse(text) {
            Ok(parsed) => parsed,
            Err((id, refusal)) => return self.reply(page, id, Err(refusal)),
        };
        let requester = Requester {
            connection: page,
            id,
        };
        let answer = self.answer(requester, request, now);
        let table = self.pages.get(&page).copied().flatten();
        let answer = answer.transpose();
        if let Some(table) = table {
            self.send_events(table);
        }
        if let Some(answer) = answer {
            self.reply(page, Some(id), answer);
        }
        if let Some(table) = table {
            self.settle(table, now);
        }
    }

    /// Returns the answer to `request`; `None` if it is sent later.
    fn answer(
        &mut self,
        requester: Requester,
        request: Request,
        now: Instant,
    ) -> Result<Option<Payload>, Refusal> {
        let page = requester.connection;
        let payload = match request {
            Request::Hello { table } => self.hello(page, table, now)?,
            Request::Variants => Payload::Variants(Variants {
                variants: games().to_vec(),
            }),
            Request::Examples { variant } => examples(&variant)?,
            Request::New {
                variant,
                position,
                turns,
                separate,
            } => {
                let position = position.as_deref();
                let new = |number, mailbox| Table::new(number, &variant, position, &turns, mailbox);
                let number = self.begin(page, separate, new, now)?;
                Payload::Loaded(self.loaded(number)?)
            }
            Request::Load { text, record, game } => {
                self.load(page, text.as_deref(), record, game, now)?
            }
            Request::Watch { game } => {
                let reason = "there is no match to watch: `jabberwock match --board` shows one";
                return Err(Refusal::new("no-game", reason, &game.to_string()));
            }
            other => return self.at_table(requester, other, now),
        };
        Ok(Some(payload))
    }

    /// Returns the answer to a request about the table of the page.
    fn at_table(
        &mut self,
        requester: Requester,
        request: Request,
        now: Instant,
    ) -> Result<Option<Payload>, Refusal> {
        let table = self.table_of(requester.connection)?;
        match request {
            Request::Goto { at } => table.go_to(at, now)?,
            Request::Delete { at } => table.delete(at, now)?,
            Request::Promote { at } => table.promote(at, now)?,
            Request::Turn { at, taps, text } => {
                table.turn(at, taps.as_deref(), text.as_deref(), now)?;
            }
            Request::Seat { white, black } => table.seat(white, black, now)?,
            Request::Go => table.go(now)?,
            Request::Pause => table.stop(now)?,
            Request::MoveNow => table.move_now()?,
            Request::Resign { color } => table.resign(color.as_deref(), now)?,
            Request::Takeback => table.take_back(now)?,
            Request::Analyse { on: false, .. } => table.stop_analysis(),
            Request::Analyse {
                at, place, lines, ..
            } => table.analyse(at, &place, lines)?,
            Request::Fill { at, taps, seconds } => {
                table.fill(requester, at, &taps, seconds)?;
                return Ok(None);
            }
            other => return question(table, other).map(Some),
        }
        Ok(Some(Payload::At { at: table.at() }))
    }

    fn hello(
        &mut self,
        page: Connection,
        table: Option<u32>,
        now: Instant,
    ) -> Result<Payload, Refusal> {
        let number = match table {
            Some(number) if !self.tables.contains_key(&number) => {
                let reason = format!("there is no table {number}");
                return Err(Refusal::new("no-table", reason, &number.to_string()));
            }
            Some(number) => Some(number),
            None => self.tables.keys().next_back().copied(),
        };
        if let Some(number) = number {
            self.join(page, number, now);
        }
        Ok(Payload::Hello(Box::new(Hello {
            program: Hello::program(),
            started: Hello::started(),
            limits: LIMITS,
            threads: self.settings.threads,
            hash: self.settings.hash_mib,
            table: number.and_then(|number| self.state(number, now)),
            watched: None,
        })))
    }

    /// Begins the game of a `new` table: at the table of `page`, or at another one if that is
    /// requested, or the page has none. Returns the number of the table.
    fn begin(
        &mut self,
        page: Connection,
        separate: bool,
        new: impl FnOnce(u32, Mailbox) -> Result<Table, Refusal>,
        now: Instant,
    ) -> Result<u32, Refusal> {
        let here = self.pages.get(&page).copied().flatten();
        let number = match here.filter(|number| !separate && self.tables.contains_key(number)) {
            Some(number) => {
                let table = new(number, self.mailbox.clone())?;
                if let Some(hosted) = self.tables.get_mut(&number) {
                    hosted.table.replace_by(table);
                }
                self.share_settings();
                number
            }
            None => self.add_table(new)?,
        };
        self.join(page, number, now);
        if let Some(hosted) = self.tables.get_mut(&number) {
            hosted.table.push_state(now);
        }
        Ok(number)
    }

    /// Opens a game of the record `text`, or of the one with the number `record`.
    fn load(
        &mut self,
        page: Connection,
        text: Option<&str>,
        record: Option<u32>,
        game: u32,
        now: Instant,
    ) -> Result<Payload, Refusal> {
        let number = match (text, record) {
            (Some(text), None) => self.records.add(Record::read(text)?),
            (None, Some(number)) => number,
            _ => return Err(Refusal::bad_request("either text or record", "")),
        };
        let unknown = |what: &str, number: u32| {
            let reason = format!("there is no {what} {number} (any more)");
            Refusal::new("record", reason, &number.to_string())
        };
        let record = self.records.get(number);
        let record = record.ok_or_else(|| unknown("record", number))?;
        let recorded = record.game(game).ok_or_else(|| unknown("game", game))?;
        let games = record.described();
        let recorded = recorded.clone();
        let mut fault = None;
        let new = |number, mailbox| {
            let (table, wrong) = Table::of_record(number, &recorded, mailbox)?;
            fault = wrong;
            Ok(table)
        };
        let table = self.begin(page, false, new, now)?;
        Ok(Payload::Loaded(Loaded {
            record: Some(number),
            games,
            fault,
            ..self.loaded(table)?
        }))
    }

    fn loaded(&self, number: u32) -> Result<Loaded, Refusal> {
        let hosted = self.tables.get(&number).ok_or_else(no_table)?;
        Ok(Loaded::at(hosted.table.number(), hosted.table.at()))
    }

    fn table_of(&mut self, page: Connection) -> Result<&mut Table, Refusal> {
        let number = self.pages.get(&page).copied().flatten();
        let hosted = number.and_then(|number| self.tables.get_mut(&number));
        Ok(&mut hosted.ok_or_else(no_table)?.table)
    }
}

/// Returns the answer to a request that changes nothing.
///
/// # Errors
/// If it is refused.
pub(crate) fn question(table: &mut Table, request: Request) -> Result<Payload, Refusal> {
    match request {
        Request::Look { at, place } => table.look(at, &place),
        Request::Prompt { at, taps } => table.prompt(at, &taps),
        Request::After { at, turns, place } => table.after(at, &turns, &place),
        Request::Complete { at, text } => table.complete(at, &text),
        Request::Evaluate { at } => table.evaluate(at),
        Request::Record => Ok(table.record()),
        Request::Text { at } => table.text(at),
        other => Err(Refusal::bad_request(
            "not a request about a table",
            &format!("{other:?}"),
        )),
    }
}

fn no_table() -> Refusal {
    Refusal::new("no-table", "the page is at no table", "")
}

/// Returns the examples of a game.
///
/// # Errors
/// If there is no such game.
pub(crate) fn examples(variant: &str) -> Result<Payload, Refusal> {
    let entry = find(variant).map_err(|error| Refusal::new("variant", error, variant))?;
    let examples = entry.examples().into_iter().map(|example| Example {
        name: example.name.to_owned(),
        position: example.position.to_owned(),
        see: example.see.to_owned(),
        turn: example.turn.to_owned(),
    });
    Ok(Payload::Examples(Examples {
        examples: examples.collect(),
    }))
}
