//! A recorded game at a table.

use std::collections::VecDeque;

use jabberwock_arena::records::{Line, RecordedGame, RecordedResult, RecordedTurn, nag};

use super::{Table, tree::Tree};
use crate::{
    mailbox::Mailbox,
    message::{GameOutcome, Refusal, Score},
};

impl Table {
    /// A table with a recorded game and its variations, and what is wrong with the game: it is there
    /// as far as it can be read, and the last turn read is current. Otherwise the start is.
    ///
    /// # Errors
    /// If its first position is not valid.
    pub(crate) fn of_record(
        number: u32,
        game: &RecordedGame,
        mailbox: Mailbox,
    ) -> Result<(Table, Option<String>), Refusal> {
        let origin = game.origin.as_deref();
        let mut table = Table::new(number, game.variant.name, origin, &[], mailbox)?;
        let mut fault = game.problem.as_ref().map(ToString::to_string);
        // Breadth first: a node's main continuation is added before its variations.
        let mut lines: VecDeque<(u32, &Line)> = VecDeque::from([(Tree::ROOT, &game.main_line)]);
        while let Some((mut at, line)) = lines.pop_front() {
            for turn in &line.turns {
                match table.add_turn(at, &turn.turn) {
                    Ok((node, _)) => {
                        table.annotate(node, turn);
                        lines.extend(turn.variations.iter().map(|line| (at, line)));
                        at = node;
                    }
                    Err(refusal) => {
                        fault.get_or_insert(refusal.reason);
                        break;
                    }
                }
            }
        }
        if fault.is_some() {
            // People look there for what is wrong.
            table.at = table.last_of_main_line();
        }
        table.finish_record(game);
        Ok((table, fault))
    }

    /// Adds what the record says about the turn that leads to `node`.
    fn annotate(&mut self, node: u32, turn: &RecordedTurn) {
        let parent = self.tree.get(node).and_then(|node| node.parent);
        let mover = self.to_move_at(parent.unwrap_or(Tree::ROOT));
        let marks = turn.nags.iter().filter_map(|&nag| nag::mark(nag));
        let comments = marks.chain(turn.comments.iter().map(String::as_str));
        let comment = comments.collect::<Vec<_>>().join(" ");
        if let Some(node) = self.tree.get_mut(node) {
            node.score = turn.score.map(|score| Score::of(mover, score));
            node.seconds = turn.time.map(|time| time.as_secs_f64());
            node.comment = (!comment.is_empty()).then_some(comment);
        }
    }

    /// Adds how the game ended, where the rules do not say it, and who played.
    fn finish_record(&mut self, game: &RecordedGame) {
        let last = self.last_of_main_line();
        if game.result != RecordedResult::Unknown && self.outcome_at(last).is_none() {
            let reason = game.end.clone();
            let outcome = GameOutcome {
                result: game.result.text(),
                reason: reason.unwrap_or_else(|| "as the record says".to_owned()),
            };
            self.ended = Some((last, outcome));
        }
        let tag = |name| game.tag(name).filter(|value| !value.is_empty());
        let players = ["White", "Black"].map(|name| tag(name).unwrap_or("?"));
        let about = ["Event", "Date"].into_iter().filter_map(tag);
        let words = [players.join(" - ")].into_iter();
        let words = words.chain(about.map(str::to_owned));
        self.heading = Some(words.collect::<Vec<_>>().join(", "));
    }
}
