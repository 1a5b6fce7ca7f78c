//! A table as text: the record of its game, and the command that shows a position.

use std::fmt::Write;

use jabberwock_engine::open;
use jabberwock_game::Color;
use jiff::Timestamp;

use super::{Table, tree::Tree};
use crate::message::{Payload, Refusal, Score, Shown};

/// Columns after which a line of turns is wrapped.
const WIDTH: usize = 100;

/// What is left to be written of a tree of turns.
enum Task {
    /// The continuations of a node; whether the number of the next turn is written in any case.
    Continuations(u32, bool),
    /// The turn that leads to a node.
    Turn(u32, bool),
    /// The beginning or end of a variation.
    Word(&'static str),
}

impl Table {
    /// The game as a record.
    pub(crate) fn record(&self) -> Payload {
        let last = self.last_of_main_line();
        let outcome = self.outcome_at(last);
        let result = outcome.as_ref().map_or("*", |outcome| outcome.result);
        let mut record = self.tags(result);
        let mut words = self.words();
        if let Some(outcome) = &outcome {
            words.push(format!("{{{}}}", without_braces(&outcome.reason)));
        }
        words.push(result.to_owned());
        record.push('\n');
        record.push_str(&wrapped(&words));
        record.push_str("\n\n");
        Payload::Record { record }
    }

    /// The last node of the main line.
    pub(super) fn last_of_main_line(&self) -> u32 {
        let mut last = Tree::ROOT;
        while let Some(&next) = self.tree.get(last).and_then(|node| node.children.first()) {
            last = next;
        }
        last
    }

    fn tags(&self, result: &str) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let value = value.replace(char::is_control, " ");
            // Writing to a string cannot fail.
            writeln!(text, "[{name} \"{value}\"]").ok();
        };
        tag("Event", "jabberwock board");
        tag("Date", &Timestamp::now().strftime("%Y.%m.%d").to_string());
        tag("Round", "-");
        tag("White", &self.seats[Color::White].seat.player);
        tag("Black", &self.seats[Color::Black].seat.player);
        tag("Result", result);
        tag("Variant", self.session.entry().name);
        if let Some(origin) = self.unusual_origin() {
            tag("SetUp", "1");
            tag("FEN", &origin);
        }
        text
    }

    /// The position at the root, if it is not the start of the variant.
    fn unusual_origin(&self) -> Option<String> {
        let origin = self.session.origin();
        let start = open(self.session.entry().name).ok()?.position();
        (origin != start).then_some(origin)
    }

    /// The turns with numbers, comments and variations.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut tasks = vec![Task::Continuations(Tree::ROOT, true)];
        // Variations may lie thousands deep in each other, so this does not call itself.
        while let Some(task) = tasks.pop() {
            match task {
                Task::Word(word) => words.push(word.to_owned()),
                Task::Turn(node, numbered) => words.extend(self.turn_words(node, numbered)),
                Task::Continuations(node, numbered) => {
                    let children = self.tree.get(node).map(|node| node.children.as_slice());
                    let Some((&main, others)) = children.and_then(<[u32]>::split_first) else {
                        continue;
                    };
                    tasks.push(Task::Continuations(main, !others.is_empty()));
                    for &other in others.iter().rev() {
                        tasks.push(Task::Word(")"));
                        tasks.push(Task::Continuations(other, false));
                        tasks.push(Task::Turn(other, true));
                        tasks.push(Task::Word("("));
                    }
                    tasks.push(Task::Turn(main, numbered));
                }
            }
        }
        words
    }

    /// The turn that leads to `node`, with its number if it is White's or `numbered`, and its comment.
    fn turn_words(&self, number: u32, numbered: bool) -> Vec<String> {
        let Some(node) = self.tree.get(number) else {
            return Vec::new();
        };
        let black_began = self.to_move_at(Tree::ROOT) == Color::Black;
        let ply = node.number.saturating_sub(1) + u32::from(black_began);
        let before = match (ply.is_multiple_of(2), numbered) {
            (true, _) => format!("{}. ", ply / 2 + 1),
            (false, true) => format!("{}... ", ply / 2 + 1),
            (false, false) => String::new(),
        };
        let mover = node
            .parent
            .map_or(Color::White, |parent| self.to_move_at(parent));
        let score = node.score.map(|score| score_text(score, mover));
        let time = node.seconds.map(|seconds| format!("{seconds:.3}s"));
        let comment = node.comment.as_deref().map(without_braces);
        let comments: Vec<String> = [score, time, comment].into_iter().flatten().collect();
        let mut words = vec![format!("{before}{}", node.turn)];
        if !comments.is_empty() {
            words.push(format!("{{{}}}", comments.join(" ")));
        }
        words
    }

    /// The position at a node as text, with the turns that lead to it.
    ///
    /// # Errors
    /// If there is no such node.
    pub(crate) fn text(&mut self, at: Option<u32>) -> Result<Payload, Refusal> {
        let node = self.node(at)?;
        self.walk_to(node);
        let turns = self.session.turns().into_iter().map(str::to_owned);
        let turns: Vec<String> = turns.collect();
        let mut command = format!("jabberwock board {}", self.session.entry().name);
        if let Some(origin) = self.unusual_origin() {
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

/// `text` in quotes for a shell. `!` would be replaced within double quotes.
fn quoted(text: &str) -> String {
    if text.contains(['!', '$', '`', '\\', '"']) {
        format!("'{text}'")
    } else {
        format!("\"{text}\"")
    }
}

/// `score` for `player`, in pawns: `+0.35`, `+M3`.
fn score_text(score: Score, player: Color) -> String {
    let sign = match player {
        Color::White => 1,
        Color::Black => -1,
    };
    match score {
        Score::Cp(centipawns) => format!("{:+.2}", f64::from(sign * centipawns) / 100.0),
        Score::Mate(moves) if sign * moves > 0 => format!("+M{}", moves.abs()),
        Score::Mate(moves) => format!("-M{}", moves.abs()),
    }
}

/// `text` without what would end a comment.
fn without_braces(text: &str) -> String {
    text.replace('{', "(")
        .replace('}', ")")
        .replace(char::is_control, " ")
}

/// `words` in lines.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    let mut is_first = true;
    for word in words {
        let length = word.chars().count();
        // No blank within the parentheses of a variation.
        let glued = is_first || word == ")" || text.ends_with('(');
        if !glued && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if !glued {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
        is_first = false;
    }
    text
}
