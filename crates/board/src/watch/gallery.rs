//! The boards of a match: a table for each game that is watched, shared by all watchers.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use jabberwock_arena::{
    report::ReportedMatch, schedule::Pairing, time_control::TimeControl, tournament::Tournament,
};
use jabberwock_game::{ByColor, Color};
use tokio::sync::watch::Sender;

use super::newest::{LiveGame, LiveTurn, Newest};
use crate::{
    mailbox::Mailbox,
    message::{
        ClockState, GameOutcome, Look, MatchState, Pace, Payload, Refusal, Seat, Standing,
        TableState, WatchedGame, WatchedPlayer,
    },
    table::{Table, clocks::seconds},
};

/// The boards of a match.
#[derive(Debug)]
pub(crate) struct Gallery {
    newest: Sender<Newest>,
    variant: &'static str,
    scheduled: usize,
    players: Vec<Seat>,
    /// The boards by the number of the game, from 0.
    boards: BTreeMap<usize, Board>,
    /// `Table` requires it; watched tables are never searched.
    mailbox: Mailbox,
}

/// The board of a game.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) table: Table,
    /// Turns of the game that are on the table.
    pub(super) turns: usize,
    /// The number of watchers of the game.
    followers: usize,
    /// The look of the board after the given number of turns.
    look: Option<(usize, Look)>,
}

impl Gallery {
    pub(super) fn new(tournament: &Tournament, newest: Sender<Newest>) -> Gallery {
        let players = tournament.participants.iter();
        let players = players.map(|participant| Seat {
            player: participant.name.clone(),
            pace: pace(participant.time_control),
        });
        Gallery {
            newest,
            variant: tournament.variant.name,
            scheduled: ReportedMatch::from(tournament).scheduled,
            players: players.collect(),
            boards: BTreeMap::new(),
            mailbox: Mailbox::new().0,
        }
    }

    /// Returns the state of the match with the boards of those games in progress for which `is_new`
    /// is true, given the number of the game and the number of turns.
    pub(super) fn state(
        &mut self,
        now: Instant,
        is_new: &mut dyn FnMut(usize, usize) -> bool,
    ) -> MatchState {
        let numbers: Vec<usize> = self.newest.borrow().under_way.keys().copied().collect();
        let mut looks = BTreeMap::new();
        for &number in &numbers {
            if let Ok(board) = self.board(number)
                && is_new(number, board.turns)
            {
                looks.extend(board.look().map(|look| (number, look)));
            }
        }
        self.boards
            .retain(|number, board| board.followers > 0 || numbers.contains(number));
        let newest = self.newest.borrow();
        let described = |game: &LiveGame, look| self.described(game, look, now);
        let games = newest.under_way.iter();
        let games = games.map(|(number, game)| described(game, looks.remove(number)));
        let ended = newest.ended.iter().map(|game| described(game, None));
        let report = &newest.report;
        let rows = report.players.iter().enumerate();
        let standings = rows.map(|(index, row)| Standing {
            name: row.name.clone(),
            limits: row.time_control.clone(),
            games: row.total.games(),
            points: row.total.points(),
            elo: row.elo_columns().into(),
            against: (row.against.iter().enumerate())
                .map(|(other, tally)| (other != index).then(|| tally.points()))
                .collect(),
        });
        MatchState {
            variant: self.variant,
            scheduled: self.scheduled,
            finished: report.games,
            summary: newest.summary.clone(),
            players: standings.collect(),
            games: games.collect(),
            ended: ended.collect(),
            over: newest.is_over,
        }
    }

    fn described(&self, game: &LiveGame, look: Option<Look>, now: Instant) -> WatchedGame {
        let table = self.boards.get(&game.pairing.number);
        let table = table.map(|board| &board.table);
        let seats = self.seats(game.pairing);
        let player = |color| WatchedPlayer {
            name: seats[color].player.clone(),
            score: table.and_then(|table| table.last_score(color)),
        };
        WatchedGame {
            game: number_of(game.pairing),
            white: player(Color::White),
            black: player(Color::Black),
            turns: game.turns.len(),
            clock: clock(game, now),
            outcome: outcome(game),
            look,
        }
    }

    /// Returns the players of a game.
    fn seats(&self, pairing: Pairing) -> ByColor<Seat> {
        ByColor([pairing.white, pairing.black].map(|player| self.players[player].clone()))
    }

    /// Returns the board of game `number`, with the turns made so far.
    ///
    /// # Errors
    /// If there is no such game (any more), or its turns cannot be made again.
    pub(super) fn board(&mut self, number: usize) -> Result<&mut Board, Refusal> {
        let known = self.boards.get(&number).map_or(0, |board| board.turns);
        let (pairing, origin, turns, end) = {
            let newest = self.newest.borrow();
            let Some(game) = newest.game(number) else {
                drop(newest);
                // A followed game stays available after it is dropped.
                return self.boards.get_mut(&number).ok_or_else(|| no_game(number));
            };
            let turns: Vec<LiveTurn> = game.turns[known..].to_vec();
            (game.pairing, game.origin.clone(), turns, outcome(game))
        };
        if !self.boards.contains_key(&number) {
            let seats = self.seats(pairing);
            let heading = format!(
                "Game {}: {} - {}",
                number + 1,
                seats[Color::White].player,
                seats[Color::Black].player
            );
            let table = Table::watched(
                number_of(pairing),
                (self.variant, &origin),
                seats,
                heading,
                self.mailbox.clone(),
            )?;
            let board = Board {
                table,
                turns: 0,
                followers: 0,
                look: None,
            };
            self.boards.insert(number, board);
        }
        let board = self
            .boards
            .get_mut(&number)
            .ok_or_else(|| no_game(number))?;
        for turn in &turns {
            board.table.add_watched(turn)?;
            board.turns += 1;
        }
        if let Some(end) = end {
            board.table.end_watched(end);
        }
        Ok(board)
    }

    /// Returns the number of boards that are kept.
    #[cfg(test)]
    pub(super) fn boards(&self) -> usize {
        self.boards.len()
    }

    /// Records that a watcher follows game `number`, or no longer does.
    pub(super) fn follow(&mut self, number: usize, follows: bool) {
        if let Some(board) = self.boards.get_mut(&number) {
            board.followers = if follows {
                board.followers + 1
            } else {
                board.followers.saturating_sub(1)
            };
        }
    }

    /// Returns the table of game `number`, as sent to pages.
    ///
    /// # Errors
    /// As for [`Gallery::board`].
    pub(super) fn table_state(
        &mut self,
        number: usize,
        now: Instant,
    ) -> Result<TableState, Refusal> {
        let clock = self.clock(number, now);
        let board = self.board(number)?;
        let mut state = board.table.state(now);
        state.playing = clock.running.is_some();
        state.clock = clock;
        Ok(state)
    }

    /// Returns the clocks of game `number`.
    pub(super) fn clock(&self, number: usize, now: Instant) -> ClockState {
        let newest = self.newest.borrow();
        newest.game(number).map_or(
            ClockState {
                white: None,
                black: None,
                running: None,
            },
            |game| clock(game, now),
        )
    }
}

impl Board {
    /// Returns the look of the board after the last turn.
    fn look(&mut self) -> Option<Look> {
        if let Some((turns, look)) = &self.look
            && *turns == self.turns
        {
            return Some(look.clone());
        }
        let Ok(Payload::Look(look)) = self.table.look(None, "") else {
            return None;
        };
        self.look = Some((self.turns, (*look).clone()));
        Some(*look)
    }
}

/// Returns the number of a game as sent to pages, from 1.
fn number_of(pairing: Pairing) -> u32 {
    u32::try_from(pairing.number + 1).unwrap_or(u32::MAX)
}

fn no_game(number: usize) -> Refusal {
    let number = number + 1;
    let reason = format!("game {number} is not under way, and not among the last ones");
    Refusal::new("no-game", reason, &number.to_string())
}

fn outcome(game: &LiveGame) -> Option<GameOutcome> {
    game.end.as_ref().map(|end| GameOutcome {
        result: end.result(),
        reason: end.to_string(),
    })
}

fn clock(game: &LiveGame, now: Instant) -> ClockState {
    let left = |color: Color| {
        let used = game.running.filter(|(running, _)| *running == color);
        let used = used.map_or(Duration::ZERO, |(_, since)| {
            now.saturating_duration_since(since)
        });
        game.clocks[color].map(|left| seconds(left.saturating_sub(used)))
    };
    ClockState {
        white: left(Color::White),
        black: left(Color::Black),
        running: game.running.map(|(color, _)| color),
    }
}

fn pace(limits: TimeControl) -> Pace {
    Pace {
        clock: limits.clock.map(|clock| clock.to_string()),
        seconds: limits.move_time.map(|time| time.as_secs_f64()),
        nodes: limits.nodes,
        depth: limits.depth,
    }
}
