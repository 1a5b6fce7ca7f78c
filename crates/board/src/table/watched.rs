//! A table with a game that is played elsewhere.

use jabberwock_game::{ByColor, Color};

use super::{Table, tree::Tree};
use crate::{
    mailbox::Mailbox,
    message::{GameOutcome, Refusal, Score, Seat, TurnMade},
    watch::LiveTurn,
};

impl Table {
    /// Creates a table with a game of `variant` from `origin`, in which no turn has been made.
    ///
    /// # Errors
    /// If the position is not valid.
    pub(crate) fn watched(
        number: u32,
        (variant, origin): (&str, &str),
        seats: ByColor<Seat>,
        heading: String,
        mailbox: Mailbox,
    ) -> Result<Table, Refusal> {
        let mut table = Table::new(number, variant, Some(origin), &[], mailbox)?;
        for (seated, seat) in table.seats.0.iter_mut().zip(seats.0) {
            seated.seat = seat;
        }
        table.heading = Some(heading);
        Ok(table)
    }

    /// Adds the next turn of the game.
    ///
    /// # Errors
    /// If it is not legal, or there can be no more nodes.
    pub(crate) fn add_watched(&mut self, turn: &LiveTurn) -> Result<(), Refusal> {
        let mover = self.to_move_at(self.at);
        let (node, _) = self.add_turn(self.at, &turn.turn)?;
        self.at = node;
        if let Some(made) = self.tree.get_mut(node) {
            made.score = turn.score.map(|score| Score::of(mover, score));
            made.seconds = turn.time.map(|time| time.as_secs_f64());
        }
        Ok(())
    }

    /// Sets the outcome of the game.
    pub(crate) fn end_watched(&mut self, outcome: GameOutcome) {
        self.ended = Some((self.at, outcome));
    }

    /// Returns the outcome of the game.
    pub(crate) fn end_of_watched(&self) -> Option<GameOutcome> {
        self.outcome_at(self.at)
    }

    /// Returns the turns after the first `turns`, as sent to pages.
    pub(crate) fn made_after(&self, turns: usize) -> Vec<TurnMade> {
        let path = self.tree.path(self.at);
        let new = path.iter().skip(turns);
        let made = new.filter_map(|&at| {
            let node = self.tree.described(at)?;
            let is_new = true;
            Some(TurnMade { at, node, is_new })
        });
        made.collect()
    }

    /// Returns the score that `color` has reported last, for White.
    pub(crate) fn last_score(&self, color: Color) -> Option<Score> {
        let path = self.tree.path(self.at);
        path.iter().rev().find_map(|&at| {
            let node = self.tree.get(at)?;
            let mover = self.to_move_at(node.parent.unwrap_or(Tree::ROOT));
            node.score.filter(|_| mover == color)
        })
    }
}
