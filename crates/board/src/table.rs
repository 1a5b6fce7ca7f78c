//! A table: a game with its variations, two seats, clocks and one search.
//!
//! A table is changed by requests, by events of its search and by the time; each change adds events
//! for the pages at the table, and ends with [`Table::settle`], which starts and stops the search.

pub(crate) mod analysis;
pub(crate) mod clocks;
pub(crate) mod draft;
mod fill;
mod findings;
mod load;
pub(crate) mod look;
pub(crate) mod opponents;
mod play;
mod running;
mod search;
mod seat;
mod target;
mod text;
mod tree;
mod watched;

use std::time::Instant;

use jabberwock_arena::game_clock::GameClock;
use jabberwock_engine::{Session, open};
use jabberwock_game::{ByColor, Color, Outcome, Score as SearchScore, shortened};
use jabberwock_search::Settings;

use crate::{
    mailbox::Mailbox,
    message::{Event, GameOutcome, Payload, Refusal, Score, TableState},
};
use draft::{PendingFill, Requester};
use running::TableSearch;
use seat::Seated;
use target::WantedAnalysis;
use tree::Tree;

/// The maximum number of nodes of a table.
pub(crate) const MAX_NODES: usize = Tree::LARGEST;

/// A table.
#[derive(Debug)]
pub(crate) struct Table {
    number: u32,
    session: Box<dyn Session>,
    /// The nodes that the turns of the session lead to. The session moves through the tree: it is
    /// at the node that was last requested.
    path: Vec<u32>,
    tree: Tree,
    /// The current node.
    at: u32,
    seats: ByColor<Seated>,
    clocks: ByColor<GameClock>,
    /// The player whose clock runs and its start; `None` if the game is paused.
    running: Option<(Color, Instant)>,
    /// The end of the game, if not by the rules, and its node.
    ended: Option<(u32, GameOutcome)>,
    analysis: Option<WantedAnalysis>,
    fill: Option<PendingFill>,
    search: Option<TableSearch>,
    /// The number of searches so far.
    searches: u64,
    /// Whether pages are at the table: without them nothing is searched.
    is_attended: bool,
    settings: Settings,
    heading: Option<String>,
    mailbox: Mailbox,
    /// Events for the pages at the table, not sent yet.
    events: Vec<Event>,
    /// Delayed replies, with the page and the number of its request.
    replies: Vec<(Requester, Result<Payload, Refusal>)>,
}

impl Table {
    /// Creates a table with a game of the variant called `variant`: at its start, or at `position`,
    /// after `turns`.
    ///
    /// # Errors
    /// If there is no such variant, or the position or a turn is not valid.
    pub(crate) fn new(
        number: u32,
        variant: &str,
        position: Option<&str>,
        turns: &[String],
        mailbox: Mailbox,
    ) -> Result<Table, Refusal> {
        let mut session = open(variant).map_err(|error| Refusal::new("variant", error, variant))?;
        if let Some(text) = position.filter(|text| text.trim() != "startpos") {
            let set = session.set_position(text);
            set.map_err(|error| Refusal::position(&error, text))?;
        }
        let mut table = Table::of_session(number, session, mailbox);
        for turn in turns {
            table.at = table.add_turn(table.at, turn)?.0;
        }
        Ok(table)
    }

    /// Creates a table with the game of `session`, in which no turn has been made.
    pub(crate) fn of_session(number: u32, session: Box<dyn Session>, mailbox: Mailbox) -> Table {
        let seats = ByColor([Seated::person(), Seated::person()]);
        let clocks = ByColor([0, 1].map(|index| GameClock::new(seats.0[index].time_control)));
        Table {
            number,
            path: Vec::new(),
            tree: Tree::new(session.turn(), session.outcome().map(GameOutcome::from)),
            at: Tree::ROOT,
            seats,
            clocks,
            running: None,
            ended: None,
            analysis: None,
            fill: None,
            search: None,
            searches: 0,
            is_attended: true,
            settings: Settings::default(),
            heading: None,
            mailbox,
            events: Vec::new(),
            replies: Vec::new(),
            session,
        }
    }

    /// Replaces the table by `other`, which has the same number. Analysis that follows the current
    /// node continues.
    pub(crate) fn replace_by(&mut self, mut other: Table) {
        // Numbers of searches are not reused.
        other.searches = self.searches;
        let analysis = self.analysis.take();
        other.analysis = analysis.filter(WantedAnalysis::follows);
        other.events = std::mem::take(&mut self.events);
        other.is_attended = self.is_attended;
        self.refuse_fill("another game was begun");
        other.replies = std::mem::take(&mut self.replies);
        *self = other;
    }

    /// Whether there is a search, running or ended.
    #[cfg(test)]
    pub(crate) fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Whether pages are at the table.
    pub(crate) fn is_attended(&self) -> bool {
        self.is_attended
    }

    /// Changes the settings of future searches.
    pub(crate) fn configure(&mut self, settings: Settings) {
        if settings != self.settings {
            self.settings = settings;
            self.session.configure(settings);
        }
    }

    /// Sets whether pages are at the table. Without them the game is paused, and nothing is
    /// searched.
    pub(crate) fn set_attended(&mut self, is_attended: bool, now: Instant) {
        if self.is_attended != is_attended {
            self.is_attended = is_attended;
            if !is_attended {
                self.pause(now);
            }
            self.settle(now);
        }
    }

    /// Takes the unsent events.
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Takes the delayed replies.
    pub(crate) fn take_replies(&mut self) -> Vec<(Requester, Result<Payload, Refusal>)> {
        std::mem::take(&mut self.replies)
    }

    /// Returns its number.
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    /// Returns the current node.
    pub(crate) fn at(&self) -> u32 {
        self.at
    }

    /// Returns the whole state, as sent to pages.
    pub(crate) fn state(&self, now: Instant) -> TableState {
        TableState {
            table: self.number,
            variant: self.session.entry().name,
            origin: self.session.origin(),
            nodes: self.tree.all(),
            at: self.at,
            white: self.seats[Color::White].seat.clone(),
            black: self.seats[Color::Black].seat.clone(),
            clock: self.clock_state(now),
            playing: self.is_playing(),
            outcome: self.outcome_at(self.at),
            analysis: self.analysis.as_ref().map(|wanted| wanted.lines),
            heading: self.heading.clone(),
        }
    }

    /// Returns the outcome of the game at `node`, if it has ended there.
    fn outcome_at(&self, node: u32) -> Option<GameOutcome> {
        let by_rules = self.tree.get(node)?.outcome.clone();
        let ended = self.ended.as_ref().filter(|(at, _)| *at == node);
        by_rules.or_else(|| ended.map(|(_, outcome)| outcome.clone()))
    }

    /// Returns the node of a request.
    ///
    /// # Errors
    /// If there is none with this number.
    fn node(&self, at: Option<u32>) -> Result<u32, Refusal> {
        let node = at.unwrap_or(self.at);
        match self.tree.get(node) {
            Some(_) => Ok(node),
            None => Err(Refusal::no_node(node)),
        }
    }

    /// Moves the session to `node`, which is in the tree.
    fn walk_to(&mut self, node: u32) {
        if self.path.last().copied().unwrap_or(Tree::ROOT) == node {
            return;
        }
        let path = self.tree.path(node);
        let common = self.path.iter().zip(&path);
        let common = common.take_while(|(here, there)| here == there).count();
        while self.path.len() > common {
            self.session.undo();
            self.path.pop();
        }
        for &next in &path[common..] {
            let turn = self.tree.get(next).map(|node| node.turn.clone());
            if let Err(error) = self.session.play(&turn.unwrap_or_default()) {
                // Every turn of the tree was made before.
                log::error!("{error}");
                return;
            }
            self.path.push(next);
        }
    }

    /// Returns the node after `turn` at `parent`, and whether it is new. Moves the session there.
    ///
    /// # Errors
    /// If the turn is not legal, or there can be no more nodes.
    fn add_turn(&mut self, parent: u32, turn: &str) -> Result<(u32, bool), Refusal> {
        self.walk_to(parent);
        let played = self.session.play(turn);
        let played = played.map_err(|error| Refusal::turn(&error, turn))?;
        if let Some(known) = self.tree.child(parent, &played) {
            self.path.push(known);
            return Ok((known, false));
        }
        if self.tree.is_full() {
            self.session.undo();
            let reason = format!("a table has at most {} nodes", Tree::LARGEST);
            return Err(Refusal::limit(reason, turn));
        }
        let node = self.tree.add(parent, played, self.session.turn());
        self.path.push(node);
        if let Some(added) = self.tree.get_mut(node) {
            added.outcome = self.session.outcome().map(GameOutcome::from);
        }
        Ok((node, true))
    }

    /// Makes `at` current, and pauses the game.
    ///
    /// # Errors
    /// If there is no such node.
    pub(crate) fn go_to(&mut self, at: u32, now: Instant) -> Result<(), Refusal> {
        let node = self.node(Some(at))?;
        self.pause(now);
        self.make_current(node);
        Ok(())
    }

    /// Makes `node` current without a turn.
    fn make_current(&mut self, node: u32) {
        self.at = node;
        self.events.push(Event::Goto {
            at: node,
            outcome: self.outcome_at(node),
        });
    }

    /// Removes `at` and all that follows, and pauses the game. A draft there is not completed.
    ///
    /// # Errors
    /// If there is no such node, or it is the root.
    pub(crate) fn delete(&mut self, at: u32, now: Instant) -> Result<(), Refusal> {
        let node = self.node(Some(at))?;
        let Some(parent) = self.tree.remove(node) else {
            return Err(Refusal::bad_request("the root cannot be removed", "0"));
        };
        self.pause(now);
        if self.tree.get(self.at).is_none() {
            self.at = parent;
        }
        let filled = self.fill.as_ref().map(PendingFill::at);
        if filled.is_some_and(|at| self.tree.get(at).is_none()) {
            self.refuse_fill("its node was removed");
        }
        self.push_state(now);
        Ok(())
    }

    /// Makes `at` the first of its parent's continuations.
    ///
    /// # Errors
    /// If there is no such node.
    pub(crate) fn promote(&mut self, at: u32, now: Instant) -> Result<(), Refusal> {
        let node = self.node(Some(at))?;
        self.tree.promote(node);
        self.push_state(now);
        Ok(())
    }

    /// Adds an event with the whole state, for the pages at the table.
    pub(crate) fn push_state(&mut self, now: Instant) {
        let state = self.state(now);
        self.events.push(Event::Table(state));
    }
}

impl From<Outcome> for GameOutcome {
    fn from(outcome: Outcome) -> GameOutcome {
        GameOutcome {
            result: outcome.result(),
            reason: outcome.reason.text().to_owned(),
        }
    }
}

impl GameOutcome {
    /// Returns the outcome of a loss of `loser` for `reason`.
    fn lost_by(loser: Color, reason: &str) -> GameOutcome {
        GameOutcome {
            result: match loser {
                Color::White => "0-1",
                Color::Black => "1-0",
            },
            reason: shortened(reason),
        }
    }
}

impl Score {
    /// Converts `score` of the player `color`.
    fn of(color: Color, score: SearchScore) -> Score {
        let for_white = match color {
            Color::White => score,
            Color::Black => -score,
        };
        for_white
            .mate_moves()
            .map_or(Score::Cp(for_white.0), Score::Mate)
    }

    /// Returns the score for the player `color`. A mate by that player ends with the player's own
    /// turn.
    fn for_player(self, color: Color) -> SearchScore {
        let for_white = match self {
            Score::Cp(centipawns) => SearchScore(centipawns),
            Score::Mate(moves) if moves > 0 => SearchScore::mate_in(2 * moves - 1),
            Score::Mate(moves) => SearchScore::mated_in(-2 * moves),
        };
        match color {
            Color::White => for_white,
            Color::Black => -for_white,
        }
    }
}
