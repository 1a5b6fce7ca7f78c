//! A recorded game at a table.

use std::collections::VecDeque;

use jabberwock_arena::records::{RecordedGame, RecordedResult, RecordedTurn};

use super::{Table, tree::Tree};
use crate::{
    mailbox::Mailbox,
    message::{GameOutcome, Refusal, Score},
};

/// The reason of an end if the record gives none.
pub(super) const REASON_UNKNOWN: &str = "as the record says";

impl Table {
    /// Creates a table with a recorded game and its variations, and returns the problem of the
    /// game, if any: it is shown as far as it can be read, and the last turn read is current.
    /// Otherwise the start is.
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
        if let Some(root) = table.tree.get_mut(Tree::ROOT) {
            root.comments.clone_from(&game.main_line.comments);
        }
        // Breadth first: a node's main continuation is added before its variations.
        let mut lines: VecDeque<(u32, &[String], &[RecordedTurn])> =
            VecDeque::from([(Tree::ROOT, &[][..], &game.main_line.turns[..])]);
        while let Some((mut at, mut before, turns)) = lines.pop_front() {
            for turn in turns {
                match table.add_turn(at, &turn.turn) {
                    Ok((node, _)) => {
                        table.annotate(node, std::mem::take(&mut before), turn);
                        let variations = turn.variations.iter();
                        lines.extend(
                            variations.map(|line| (at, &line.comments[..], &line.turns[..])),
                        );
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
            // So that the problem is visible.
            table.at = table.last_of_main_line();
        }
        table.finish_record(game);
        Ok((table, fault))
    }

    /// Adds the record's annotations of the turn that leads to `node`, with the comments `before`
    /// it.
    fn annotate(&mut self, node: u32, before: &[String], turn: &RecordedTurn) {
        let parent = self.tree.get(node).and_then(|node| node.parent);
        let mover = self.to_move_at(parent.unwrap_or(Tree::ROOT));
        let score = turn.score.map(|score| Score::of(mover, score));
        let seconds = turn.time.map(|time| time.as_secs_f64());
        if let Some(node) = self.tree.get_mut(node) {
            // A variation may begin with a turn that is known from another line.
            if node.score.is_none() {
                (node.score, node.depth) = (score, turn.depth);
            }
            node.seconds = node.seconds.or(seconds);
            node.before.extend_from_slice(before);
            node.nags.extend(&turn.nags);
            node.comments.extend_from_slice(&turn.comments);
        }
    }

    /// Adds the end of the game, if it is not by the rules, and the players. The comment at the end
    /// of the game is then the reason, and otherwise one about the last turn.
    fn finish_record(&mut self, game: &RecordedGame) {
        let last = self.last_of_main_line();
        let by_rules = self.outcome_at(last);
        if game.result != RecordedResult::Unknown && by_rules.is_none() {
            let reason = game.end.clone();
            let outcome = GameOutcome {
                result: game.result.text(),
                reason: reason.unwrap_or_else(|| REASON_UNKNOWN.to_owned()),
            };
            self.ended = Some((last, outcome));
        } else if let Some(end) = &game.end
            && by_rules.is_none_or(|outcome| outcome.reason != *end)
            && let Some(node) = self.tree.get_mut(last)
        {
            node.comments.push(end.clone());
        }
        let tag = |name| game.tag(name).filter(|value| !value.is_empty());
        let players = ["White", "Black"].map(|name| tag(name).unwrap_or("?"));
        let about = ["Event", "Date"].into_iter().filter_map(tag);
        let words = [players.join(" - ")].into_iter();
        let words = words.chain(about.map(str::to_owned));
        self.heading = Some(words.collect::<Vec<_>>().join(", "));
    }
}
