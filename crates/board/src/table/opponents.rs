//! Ten opponents for a person, the weakest first.

use jabberwock_game::counted;
use jabberwock_variants::Entry;

use crate::message::{self, Pace};

/// An opponent: a player with limits. Opponents are not the levels of `match`, which are one search
/// at several strengths: the weakest of these do not search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opponent {
    /// Its number, from 1.
    number: usize,
    /// The name of the player.
    pub(super) player: &'static str,
    limit: Limit,
}

/// The limit of a turn.
#[derive(Clone, Copy, Debug)]
enum Limit {
    None,
    Nodes(u64),
    Seconds(f64),
}

/// The opponents in games whose turns are searched.
const SEARCHED: [(&str, Limit); 10] = [
    ("random", Limit::None),
    ("material-1", Limit::None),
    ("material-2", Limit::None),
    ("self", Limit::Nodes(100)),
    ("self", Limit::Nodes(500)),
    ("self", Limit::Nodes(2_500)),
    ("self", Limit::Nodes(12_500)),
    ("self", Limit::Seconds(0.2)),
    ("self", Limit::Seconds(1.0)),
    ("self", Limit::Seconds(5.0)),
];

/// The opponents in games whose turns are planned.
const PLANNED: [(&str, Limit); 10] = [
    ("random", Limit::None),
    ("lowest-2", Limit::None),
    ("self", Limit::Nodes(100)),
    ("self", Limit::Nodes(500)),
    ("self", Limit::Nodes(2_500)),
    ("self", Limit::Nodes(12_500)),
    ("self", Limit::Seconds(0.2)),
    ("self", Limit::Seconds(0.5)),
    ("self", Limit::Seconds(1.5)),
    ("self", Limit::Seconds(5.0)),
];

/// Returns the ten opponents in a game of `entry`.
pub(crate) fn opponents(entry: &Entry) -> [Opponent; 10] {
    let opponents = match entry.planned() {
        None => SEARCHED,
        Some(_) => PLANNED,
    };
    let mut number = 0;
    opponents.map(|(player, limit)| {
        number += 1;
        Opponent {
            number,
            player,
            limit,
        }
    })
}

impl Opponent {
    /// Returns its name as a player: `opponent-4`.
    pub(super) fn name(self) -> String {
        format!("opponent-{}", self.number)
    }

    /// Returns the limits of its turns.
    pub(super) fn pace(self) -> Pace {
        let mut pace = Pace::default();
        match self.limit {
            Limit::None => {}
            Limit::Nodes(nodes) => pace.nodes = Some(nodes),
            Limit::Seconds(seconds) => pace.seconds = Some(seconds),
        }
        pace
    }

    /// Returns its description, as sent to pages.
    pub(crate) fn described(self) -> message::Opponent {
        let words = match (self.player, self.limit) {
            ("random", _) => "random turns".to_owned(),
            (player, Limit::None) => player.replace('-', ", looking ahead "),
            (_, Limit::Nodes(nodes)) => {
                format!("the engine with {} a turn", counted(nodes, "node"))
            }
            (_, Limit::Seconds(seconds)) => format!("the engine with {seconds} s a turn"),
        };
        message::Opponent {
            player: self.name(),
            label: words,
            pace: self.pace(),
        }
    }
}
