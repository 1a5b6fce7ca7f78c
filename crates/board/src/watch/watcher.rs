//! A watcher of a match: its requests, and the messages sent to it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Instant,
};

use super::{gallery::Gallery, lock};
use crate::{
    games::games,
    message::{
        Event, GameOutcome, Hello, Loaded, MatchState, Payload, Refusal, Reply, Request, Variants,
        json, parse,
    },
    room::{LIMITS, examples, question},
};

/// A watcher.
#[derive(Debug)]
pub(crate) struct Watcher {
    gallery: Arc<Mutex<Gallery>>,
    followed: Option<Followed>,
    /// The number of turns on the boards that it has been sent, by the number of the game.
    boards: BTreeMap<usize, usize>,
    /// Whether it has sent a request: before that, nothing is sent to it.
    is_present: bool,
}

/// The game that is followed.
#[derive(Debug)]
struct Followed {
    /// The number of the game, from 0.
    number: usize,
    /// The number of turns that were sent.
    turns: usize,
    /// Whether its end was sent.
    is_ended: bool,
}

impl Watcher {
    pub(super) fn new(gallery: Arc<Mutex<Gallery>>) -> Watcher {
        Watcher {
            gallery,
            followed: None,
            boards: BTreeMap::new(),
            is_present: false,
        }
    }

    /// Returns the messages in answer to `text`: events and the reply.
    pub(crate) fn request(&mut self, text: &str, now: Instant) -> Vec<String> {
        let mut messages = Vec::new();
        let (re, answer) = match parse(text) {
            Ok((id, request)) => (Some(id), self.answer(request, text, now, &mut messages)),
            Err((id, refusal)) => (id, Err(refusal)),
        };
        messages.push(reply(re, answer));
        messages
    }

    /// Returns the refusal of a message that was not parsed.
    pub(crate) fn refused(refusal: Refusal) -> String {
        reply(None, Err(refusal))
    }

    fn answer(
        &mut self,
        request: Request,
        text: &str,
        now: Instant,
        messages: &mut Vec<String>,
    ) -> Result<Payload, Refusal> {
        match request {
            Request::Hello { table } => Ok(self.hello(table, now)),
            Request::Variants => Ok(Payload::Variants(Variants {
                variants: games().to_vec(),
            })),
            Request::Examples { variant } => examples(&variant),
            Request::Watch { game } => {
                let number = index_of(game)?;
                self.follow(number)?;
                let mut gallery = lock(&self.gallery);
                let state = gallery.table_state(number, now)?;
                let (table, at) = (state.table, state.at);
                messages.push(json(&Event::Table(state)));
                Ok(Payload::Loaded(Loaded::at(table, at)))
            }
            request if request.is_question() => {
                let followed = self.followed.as_ref().ok_or_else(|| {
                    Refusal::new("no-table", "no game of the match is followed yet", "")
                })?;
                question(
                    &mut lock(&self.gallery).board(followed.number)?.table,
                    request,
                )
            }
            _ => {
                let reason = "a match is being watched: watchers change nothing";
                Err(Refusal::new("watching", reason, text))
            }
        }
    }

    /// A page that reconnects finds the game that it has followed, if that is still available.
    fn hello(&mut self, table: Option<u32>, now: Instant) -> Payload {
        self.is_present = true;
        self.boards.clear();
        let number = table.and_then(|table| index_of(table).ok());
        let number = number.filter(|&number| self.follow(number).is_ok());
        let state = number.and_then(|number| lock(&self.gallery).table_state(number, now).ok());
        let watched = self.state(now);
        Payload::Hello(Box::new(Hello {
            program: Hello::program(),
            started: Hello::started(),
            limits: LIMITS,
            threads: 0,
            hash: 0,
            table: state,
            watched: Some(watched),
        }))
    }

    /// Follows game `number`, up to its current turn.
    fn follow(&mut self, number: usize) -> Result<(), Refusal> {
        let mut gallery = lock(&self.gallery);
        let turns = gallery.board(number)?.turns;
        gallery.follow(number, true);
        let followed = Followed {
            number,
            turns,
            is_ended: false,
        };
        if let Some(before) = self.followed.replace(followed) {
            gallery.follow(before.number, false);
        }
        Ok(())
    }

    /// Stops following a game.
    fn unfollow(&mut self) {
        if let Some(followed) = self.followed.take() {
            lock(&self.gallery).follow(followed.number, false);
        }
    }

    fn state(&mut self, now: Instant) -> MatchState {
        let boards = &mut self.boards;
        let mut is_new = |game, turns| boards.insert(game, turns) != Some(turns);
        let state = lock(&self.gallery).state(now, &mut is_new);
        let is_under_way = |number: &usize| {
            let mut games = state.games.iter();
            games.any(|game| index_of(game.game) == Ok(*number))
        };
        boards.retain(|number, _| is_under_way(number));
        state
    }

    /// Returns the messages about changes since the last call.
    pub(crate) fn news(&mut self, now: Instant) -> Vec<String> {
        let mut messages = Vec::new();
        if !self.is_present {
            return messages;
        }
        messages.push(json(&Event::Match(self.state(now))));
        if let Err(refusal) = self.follow_on(now, &mut messages) {
            self.unfollow();
            let text = refusal.reason;
            messages.push(json(&Event::Failure { text }));
        }
        messages
    }

    /// Adds the messages about changes in the followed game.
    fn follow_on(&mut self, now: Instant, messages: &mut Vec<String>) -> Result<(), Refusal> {
        let Some(followed) = &mut self.followed else {
            return Ok(());
        };
        if followed.is_ended {
            return Ok(());
        }
        let mut gallery = lock(&self.gallery);
        let clock = gallery.clock(followed.number, now);
        let board = gallery.board(followed.number)?;
        let made = board.table.made_after(followed.turns);
        messages.extend(made.into_iter().map(|turn| json(&Event::Turn(turn))));
        followed.turns = board.turns;
        let is_running = clock.running.is_some();
        messages.push(json(&Event::Clock(clock)));
        if !is_running {
            let outcome = board.table.end_of_watched().unwrap_or(GameOutcome {
                result: "*",
                reason: "not watched to its end".to_owned(),
            });
            messages.push(json(&Event::Outcome(outcome)));
            followed.is_ended = true;
        }
        Ok(())
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.unfollow();
    }
}

/// Returns the number from 0 of a game that pages call `game`.
fn index_of(game: u32) -> Result<usize, Refusal> {
    let index = usize::try_from(game)
        .ok()
        .and_then(|game| game.checked_sub(1));
    index.ok_or_else(|| Refusal::new("no-game", "games are numbered from 1", &game.to_string()))
}

fn reply(re: Option<u32>, answer: Result<Payload, Refusal>) -> String {
    let payload = answer.unwrap_or_else(|error| Payload::Error { error });
    json(&Reply { re, payload })
}
