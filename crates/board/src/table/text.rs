//! A table as text: the record of its game, and the command that shows a position.

use std::{fmt::Write, iter, time::Duration};

use jabberwock_arena::records::{
    Line, MAX_DEPTH, RecordedGame, RecordedResult, RecordedTurn, beginning, roster,
};
use jabberwock_game::ByColor;

use super::{Table, load::REASON_UNKNOWN, tree::Tree};
use crate::message::{Payload, Refusal, Shown};

impl Table {
    /// Returns the game as a record. Variations that are nested too deeply to be read back are
    /// omitted.
    pub(crate) fn record(&self) -> Payload {
        let last = self.last_of_main_line();
        let outcome = self.outcome_at(last);
        // Turns that were looked at after the end do not affect the result.
        let is_main = |at: u32| at == Tree::ROOT || self.tree.path(last).contains(&at);
        let ended = self.ended.as_ref().filter(|(at, _)| is_main(*at));
        let ended = ended.map(|(_, outcome)| outcome);
        let result = outcome.as_ref().or(ended).map(|outcome| outcome.result);
        let result = result.and_then(RecordedResult::from_text);
        let result = result.unwrap_or(RecordedResult::Unknown);
        let names = ByColor(
            self.seats
                .0
                .each_ref()
                .map(|seat| seat.seat.player.as_str()),
        );
        let tags = roster("jabberwock board", "-", names, result, self.session.entry());
        let mut game = RecordedGame::of_session(self.session.as_ref(), tags, result);
        let root = self.tree.get(Tree::ROOT);
        game.main_line.comments = root.map_or_else(Vec::new, |root| root.comments.clone());
        game.main_line.turns = self.continuation(Tree::ROOT, 0);
        let reason = outcome.map(|outcome| outcome.reason);
        game.end = reason.filter(|reason| reason != REASON_UNKNOWN);
        Payload::Record {
            record: game.text(),
        }
    }

    /// Returns the turns after a node of a line that is nested `depth` deep, with their variations.
    fn continuation(&self, node: u32, depth: usize) -> Vec<RecordedTurn> {
        let mut turns = Vec::new();
        let mut at = node;
        while let Some((&main, others)) = self
            .tree
            .get(at)
            .and_then(|node| node.children.split_first())
        {
            let (before, mut turn) = self.recorded_turn(main);
            // It may have begun a variation before it became the main line.
            turn.comments.splice(0..0, before);
            if depth < MAX_DEPTH {
                let variations = others.iter().map(|&other| {
                    let (comments, turn) = self.recorded_turn(other);
                    let turns = iter::once(turn).chain(self.continuation(other, depth + 1));
                    Line {
                        comments,
                        turns: turns.collect(),
                    }
                });
                turn.variations = variations.collect();
            }
            turns.push(turn);
            at = main;
        }
        turns
    }

    /// Returns the turn that leads to a node, after the comments before it.
    fn recorded_turn(&self, number: u32) -> (Vec<String>, RecordedTurn) {
        let Some(node) = self.tree.get(number) else {
            return (Vec::new(), RecordedTurn::default());
        };
        let mover = self.to_move_at(node.parent.unwrap_or(Tree::ROOT));
        let turn = RecordedTurn {
            turn: node.turn.clone(),
            score: node.score.map(|score| score.for_player(mover)),
            depth: node.depth,
            time: node.seconds.map(Duration::from_secs_f64),
            nags: node.nags.clone(),
            comments: node.comments.clone(),
            ..RecordedTurn::default()
        };
        (node.before.clone(), turn)
    }

    /// Returns the last node of the main line.
    pub(super) fn last_of_main_line(&self) -> u32 {
        let mut last = Tree::ROOT;
        while let Some(&next) = self.tree.get(last).and_then(|node| node.children.first()) {
            last = next;
        }
        last
    }

    /// Returns the position at a node as text, with the turns that lead to it.
    ///
    /// # Errors
    /// If there is no such node.
    pub(crate) fn text(&mut self, at: Option<u32>) -> Result<Payload, Refusal> {
        let node = self.node(at)?;
        self.walk_to(node);
        let turns = self.session.turns().into_iter().map(str::to_owned);
        let turns: Vec<String> = turns.collect();
        let mut command = format!("jabberwock board {}", self.session.entry().name);
        if let (Some(origin), _) = beginning(self.session.as_ref()) {
            // Writing to a string cannot fail.
            write!(command, " --position {}", quoted(&origin)).ok();
        }
        if !turns.is_empty() {
            write!(command, " --moves {}", quoted(&turns.join(" "))).ok();
        }
        Ok(Payload::Text(Shown {
            at: node,
            origin: self.session.origin(),
            turns,
            position: self.session.position(),
            command,
        }))
    }
}

/// Quotes `text` for a shell. `!` would be replaced within double quotes.
fn quoted(text: &str) -> String {
    if text.contains(['!', '$', '`', '\\', '"']) {
        format!("'{text}'")
    } else {
        format!("\"{text}\"")
    }
}
