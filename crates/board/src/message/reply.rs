//! Replies to the requests of pages.

use std::{
    sync::OnceLock,
    time::{SystemTime, UNIX_EPOCH},
};

use jabberwock_engine::Prompt;
use jabberwock_game::Color;
use serde::Serialize;

use super::{
    look::Look,
    request::Pace,
    state::{Score, TableState},
    watched::MatchState,
};

/// The answer to the request with the number `re`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reply {
    /// The number of the request; `None` if it could not be read.
    pub re: Option<u32>,
    /// The contents.
    #[serde(flatten)]
    pub payload: Payload,
}

/// The contents of a [`Reply`], depending on the request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Payload {
    /// The request was refused; nothing has changed.
    Error {
        /// The reason.
        error: Refusal,
    },
    /// To `hello`.
    Hello(Box<Hello>),
    /// To `variants`.
    Variants(Variants),
    /// To `examples`.
    Examples(Examples),
    /// To `new`, `load` and `watch`: the state is in the event before.
    Loaded(Loaded),
    /// To `look` and `after`.
    Look(Box<Look>),
    /// To `prompt`.
    Prompt(Box<Prompted>),
    /// To `complete`.
    Complete {
        /// The turns, sorted, at most 50.
        turns: Vec<String>,
    },
    /// To `evaluate`.
    Evaluation(StaticEvaluation),
    /// To `fill`.
    Fill(Fill),
    /// To `record`.
    Record {
        /// The record.
        record: String,
    },
    /// To `text`.
    Text(Shown),
    /// To all other requests: the current state of the table.
    At {
        /// The current node.
        at: u32,
    },
}

/// The reason why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Refusal {
    /// The kind, for programs: `bad-request`, `no-table`, `no-node`, `moved-on`, `position`, `turn`,
    /// `taps`, `record`, `variant`, `seat`, `playing`, `limit`, `watching`, `no-game`.
    pub kind: &'static str,
    /// The reason, a sentence for people; with the number of a broken rule in parentheses.
    pub reason: String,
    /// The offending text, at most 200 characters of it.
    pub text: String,
}

/// The server, its limits and the table joined.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hello {
    /// The program and its version.
    pub program: String,
    /// The time of its start, in milliseconds since 1970: after another start it has other tables.
    #[cfg_attr(test, ts(type = "number"))]
    pub started: u64,
    /// The limits.
    pub limits: Limits,
    /// Search threads, shared by all tables.
    pub threads: usize,
    /// Mebibytes of the transposition tables, shared by all tables.
    pub hash: usize,
    /// The table that was joined, if there is one.
    pub table: Option<TableState>,
    /// The watched match, during which nothing can be changed.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub watched: Option<MatchState>,
}

impl Hello {
    /// Returns the program and its version.
    pub(crate) fn program() -> String {
        format!("Jabberwock {}", env!("CARGO_PKG_VERSION"))
    }

    /// Returns the time at which the program was started, in milliseconds since 1970.
    pub(crate) fn started() -> u64 {
        static STARTED: OnceLock<u64> = OnceLock::new();
        *STARTED.get_or_init(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            since.map_or(0, |time| time.as_millis() as u64)
        })
    }
}

/// The limits of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Limits {
    /// Bytes of a message.
    pub message: usize,
    /// Bytes of a record that is posted.
    pub record: usize,
    /// Connections.
    pub connections: usize,
    /// Tables.
    pub tables: usize,
    /// Nodes of a table.
    pub nodes: usize,
    /// Taps of a request.
    pub taps: usize,
    /// Pending requests of a connection.
    pub waiting: usize,
    /// Lines of an analysis.
    pub lines: usize,
}

/// The games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Variants {
    /// The games, in the order of the registry.
    pub variants: Vec<Variant>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Variant {
    /// Its name.
    pub name: &'static str,
    /// Other names.
    pub aliases: Vec<&'static str>,
    /// Its title: `Hop Chess`.
    pub title: String,
    /// A description in one line.
    pub description: &'static str,
    /// The start position.
    pub start: String,
    /// The number of files.
    pub width: u8,
    /// The number of ranks.
    pub height: u8,
    /// The nesting depth of games of games; 0 if the squares hold nothing but pieces.
    pub level: u8,
    /// The objects on its boards.
    pub glyphs: Vec<Glyph>,
    /// Opponents, the weakest first.
    pub opponents: Vec<Opponent>,
    /// The pages with its rules, its own first: `/rules/NAME`.
    pub rules: Vec<&'static str>,
    /// The number of examples.
    pub examples: usize,
}

/// A kind of object on a board, as in the layers of scenes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Glyph {
    /// The name for display.
    pub glyph: &'static str,
    /// Its state, if the kind has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub form: Option<&'static str>,
    /// Its text in letter drawings.
    pub symbol: String,
}

/// An opponent for a person.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opponent {
    /// Its name as a player: `opponent-4`.
    pub player: String,
    /// A short description.
    pub label: String,
    /// Its limits.
    pub pace: Pace,
}

/// The examples of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Examples {
    /// The examples.
    pub examples: Vec<Example>,
}

/// A position that shows a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Example {
    /// Its name.
    pub name: String,
    /// The text of the position.
    pub position: String,
    /// The description.
    pub see: String,
    /// A turn to try.
    pub turn: String,
}

/// The reply to the start or the loading of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Loaded {
    /// The table.
    pub table: u32,
    /// The current node.
    pub at: u32,
    /// `load`: the number of the record, by which its other games can be opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub record: Option<u32>,
    /// `load`: the games of the record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<RecordSummary>>"))]
    pub games: Vec<RecordSummary>,
    /// `load`: the error in the game that was opened, which is shown as far as it can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub fault: Option<String>,
}

impl Loaded {
    /// Creates the reply that shows node `at` of `table`.
    pub(crate) fn at(table: u32, at: u32) -> Loaded {
        Loaded {
            table,
            at,
            record: None,
            games: Vec::new(),
            fault: None,
        }
    }
}

/// The answer to a posted record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Posted {
    /// The number of the record, for `load`.
    pub record: u32,
    /// Its games.
    pub games: Vec<RecordSummary>,
}

/// A game of a record, without its turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordSummary {
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The name of the game.
    pub variant: String,
    /// The number of turns.
    pub turns: usize,
}

/// The taps that may come next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Prompted {
    /// The node.
    pub at: u32,
    /// The prompt.
    #[cfg_attr(test, ts(as = "super::tests::foreign::Prompt"))]
    pub prompt: Prompt,
    /// The legal turns that begin with the taps, if they are 20 or fewer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub turns: Vec<String>,
}

/// A static evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StaticEvaluation {
    /// The node.
    pub at: u32,
    /// Its terms.
    pub terms: Vec<Term>,
    /// The total, for White.
    pub total: Score,
    /// The player to move.
    #[cfg_attr(test, ts(as = "super::tests::foreign::Color"))]
    pub turn: Color,
}

/// A term of a static evaluation, in centipawns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Term {
    /// The name of the term.
    pub name: String,
    /// White's share.
    pub white: f64,
    /// Black's share.
    pub black: f64,
}

/// A completed turn of a game of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fill {
    /// The node.
    pub at: u32,
    /// The canonical text of the turn.
    pub turn: String,
    /// Taps that enter it: those of the request, and the added ones.
    pub taps: Vec<String>,
    /// The added turns, board by board.
    pub chosen: Vec<Chosen>,
    /// The score of the turn, for White.
    pub score: Score,
}

/// A turn on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Chosen {
    /// The board.
    pub place: String,
    /// The turn there.
    pub turn: String,
}

/// A position as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Shown {
    /// The node.
    pub at: u32,
    /// The text of the position at the root.
    pub origin: String,
    /// The turns from the root.
    pub turns: Vec<String>,
    /// The text of the position.
    pub position: String,
    /// The command that shows it.
    pub command: String,
}
