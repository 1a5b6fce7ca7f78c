//! Playing at a table: turns, seats, and the player to move.

use std::time::Instant;

use jabberwock_arena::records::{san, turn_alone};
use jabberwock_game::{Color, TurnError};

use super::{
    Table,
    seat::{Occupant, Seated},
    target::Target,
};
use crate::message::{Event, GameOutcome, Refusal, Score, SeatRequest, TurnMade};

impl Table {
    /// Makes the turn of a person, entered by its taps or its text, at the node `at`.
    ///
    /// # Errors
    /// If the node is not current, it is a program's turn, or the turn is not legal.
    pub(crate) fn turn(
        &mut self,
        at: u32,
        taps: Option<&[String]>,
        text: Option<&str>,
        now: Instant,
    ) -> Result<(), Refusal> {
        self.node(Some(at))?;
        if at != self.at {
            let reason = format!("the position has moved on: node {} is current", self.at);
            return Err(Refusal::new("moved-on", reason, &at.to_string()));
        }
        if self.is_playing() && !self.seats[self.to_move()].is_person() {
            return Err(Refusal::playing("it is the program's turn"));
        }
        let turn = match (taps, text) {
            (Some(taps), None) => self.tapped_turn(at, taps)?,
            (None, Some(text)) => self.written_turn(text)?,
            _ => return Err(Refusal::bad_request("either taps or text", "")),
        };
        self.make_turn(&turn, None, now)
    }

    /// Returns the native text of a turn at the current node. `text` may be written as in records: after
    /// its number, with marks, and in chess in algebraic notation.
    fn written_turn(&mut self, text: &str) -> Result<String, Refusal> {
        self.walk_to(self.at);
        let session = self.session.as_ref();
        let text = turn_alone(session.entry(), text);
        if !san::is_usual(session.entry())
            || matches!(session.read_turn(text), Err(TurnError::Illegal { .. }))
        {
            return Ok(text.to_owned());
        }
        san::read(session, text).map_err(|error| Refusal::turn(&error, text))
    }

    /// Makes a turn at the current node.
    ///
    /// # Errors
    /// If it is not legal, or there can be no more nodes.
    pub(super) fn make_turn(
        &mut self,
        turn: &str,
        score: Option<Score>,
        now: Instant,
    ) -> Result<(), Refusal> {
        let (node, is_new) = self.add_turn(self.at, turn)?;
        self.at = node;
        if self.is_playing() {
            // Turns that were taken back become a variation of the game.
            self.tree.promote(node);
        }
        let seconds = self.press(now);
        if let Some(made) = self.tree.get_mut(node) {
            made.seconds = seconds.or(made.seconds);
            if score.is_some() {
                (made.score, made.depth) = (score, None);
            }
        }
        if let Some(described) = self.tree.described(node) {
            self.events.push(Event::Turn(TurnMade {
                at: node,
                node: described,
                is_new,
            }));
        }
        match self.outcome_at(node) {
            Some(outcome) if self.is_playing() => self.end_game(outcome, now),
            Some(outcome) => self.events.push(Event::Outcome(outcome)),
            None if self.is_playing() => {
                // `press` has started the other player's clock; after a denial the same player
                // moves again.
                self.running = Some((self.to_move(), now));
                self.push_clocks(now);
            }
            None => {}
        }
        Ok(())
    }

    /// Returns the player to move at the current node.
    pub(super) fn to_move(&self) -> Color {
        let node = self.tree.get(self.at);
        node.map_or(Color::White, |node| node.to_move)
    }

    /// Ends the game that is being played.
    pub(super) fn end_game(&mut self, outcome: GameOutcome, now: Instant) {
        self.pause(now);
        self.ended = Some((self.at, outcome.clone()));
        self.events.push(Event::Outcome(outcome));
    }

    /// Seats players; a seat that is not named is unchanged.
    ///
    /// # Errors
    /// If there is no such player, or it cannot play this game.
    pub(crate) fn seat(
        &mut self,
        white: Option<SeatRequest>,
        black: Option<SeatRequest>,
        now: Instant,
    ) -> Result<(), Refusal> {
        let entry = self.session.entry();
        let seated =
            |request: Option<SeatRequest>| request.map(|request| Seated::new(entry, request));
        let (white, black) = (seated(white).transpose()?, seated(black).transpose()?);
        self.pause(now);
        for (color, seated) in [(Color::White, white), (Color::Black, black)] {
            if let Some(seated) = seated {
                self.seats[color] = seated;
            }
        }
        self.reset_clocks();
        self.events.push(Event::Seats {
            white: self.seats[Color::White].seat.clone(),
            black: self.seats[Color::Black].seat.clone(),
        });
        self.push_clocks(now);
        Ok(())
    }

    /// Starts or continues the game, with new clocks if a player has no time left.
    ///
    /// # Errors
    /// If it is over by the rules, or being played.
    pub(crate) fn go(&mut self, now: Instant) -> Result<(), Refusal> {
        if self.is_playing() {
            return Err(Refusal::playing("the game is being played"));
        }
        if self
            .tree
            .get(self.at)
            .is_none_or(|node| node.outcome.is_some())
        {
            return Err(Refusal::playing("the game is over"));
        }
        self.ended = None;
        if self.is_time_over() {
            self.reset_clocks();
        }
        self.running = Some((self.to_move(), now));
        self.push_clocks(now);
        Ok(())
    }

    /// Pauses the game.
    ///
    /// # Errors
    /// If it is not being played.
    pub(crate) fn stop(&mut self, now: Instant) -> Result<(), Refusal> {
        self.require_play()?;
        self.pause(now);
        Ok(())
    }

    fn require_play(&self) -> Result<(), Refusal> {
        if self.is_playing() {
            Ok(())
        } else {
            Err(Refusal::playing("the game is not being played"))
        }
    }

    /// Makes the search play its turn now.
    ///
    /// # Errors
    /// If it is not its turn.
    pub(crate) fn move_now(&mut self) -> Result<(), Refusal> {
        let thinking = self.search.as_ref();
        let thinking = thinking.filter(|search| matches!(search.target(), Target::Turn { .. }));
        match thinking {
            Some(search) if search.move_now() => Ok(()),
            Some(_) => Err(Refusal::playing("this player takes its time")),
            None => Err(Refusal::playing("no program is thinking about its turn")),
        }
    }

    /// Resigns for a person: `color`, or the player to move if it is a person, or else the other
    /// one.
    ///
    /// # Errors
    /// If the game is not being played, or the seat is not a person's.
    pub(crate) fn resign(&mut self, color: Option<&str>, now: Instant) -> Result<(), Refusal> {
        self.require_play()?;
        let to_move = self.to_move();
        let loser = match color {
            Some("white") => Color::White,
            Some("black") => Color::Black,
            Some(other) => return Err(Refusal::bad_request("neither white nor black", other)),
            None if self.seats[to_move].is_person() => to_move,
            None => to_move.other(),
        };
        if !self.seats[loser].is_person() {
            return Err(Refusal::playing("no person sits there"));
        }
        self.end_game(
            GameOutcome::lost_by(loser, &format!("{loser} resigns")),
            now,
        );
        Ok(())
    }

    /// Goes back to the last node where a person was to move.
    ///
    /// # Errors
    /// If there is no such node before the current one.
    pub(crate) fn take_back(&mut self, now: Instant) -> Result<(), Refusal> {
        let mut node = self.tree.get(self.at);
        let found = loop {
            let Some(parent) = node.and_then(|node| node.parent) else {
                return Err(Refusal::playing(
                    "there is no turn of a person to take back",
                ));
            };
            node = self.tree.get(parent);
            if node.is_some_and(|node| self.seats[node.to_move].is_person()) {
                break parent;
            }
        };
        let was_playing = self.is_playing();
        // The time used is not given back.
        if let Some(clock) = self.running.take()
            && let Some(used) = now.checked_duration_since(clock.1)
        {
            self.clocks[clock.0].deduct(used);
        }
        self.make_current(found);
        if was_playing {
            self.running = Some((self.to_move(), now));
            self.push_clocks(now);
        }
        Ok(())
    }

    /// Handles the answer of the program to move.
    pub(super) fn program_turn(&mut self, turn: &str, score: Option<Score>, now: Instant) {
        if let Err(refusal) = self.make_turn(turn, score, now) {
            self.program_failure(&refusal.reason, now);
        }
    }

    /// Handles the resignation of the program to move.
    pub(super) fn program_resigns(&mut self, now: Instant) {
        let color = self.to_move();
        self.end_game(
            GameOutcome::lost_by(color, &format!("{color} resigns")),
            now,
        );
    }

    /// Handles the failure of the program to move.
    pub(super) fn program_failure(&mut self, reason: &str, now: Instant) {
        self.pause(now);
        let color = self.to_move();
        let text = format!("{color} cannot make a turn: {reason}");
        log::error!("{text}");
        self.events.push(Event::Failure { text });
    }

    /// Whether it is a program's turn.
    pub(super) fn is_programs_turn(&self) -> bool {
        let occupant = &self.seats[self.to_move()].occupant;
        self.is_playing() && !matches!(occupant, Occupant::Person)
    }
}
