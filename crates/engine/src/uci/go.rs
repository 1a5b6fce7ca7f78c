//! `go`: conversion of its parameters to limits of a search.

use std::time::Duration;

use jabberwock_game::Color;
use jabberwock_search::{Clock, Limits};

/// The parameters of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoParameters {
    /// `searchmoves`; empty if all turns are considered.
    pub(super) turns: Vec<String>,
    /// `ponder`
    pub(super) ponder: bool,
    /// `wtime` and `btime`
    pub(super) time: [Option<Duration>; 2],
    /// `winc` and `binc`
    pub(super) increment: [Duration; 2],
    /// `movestogo`; `None` if it was 0.
    pub(super) moves_to_go: Option<u32>,
    /// `depth`, in plies.
    pub(super) depth: Option<u32>,
    /// `nodes`
    pub(super) nodes: Option<u64>,
    /// `mate`, in moves.
    pub(super) mate: Option<u32>,
    /// `movetime`
    pub(super) move_time: Option<Duration>,
    /// `infinite`
    pub(super) infinite: bool,
}

impl GoParameters {
    /// Returns the limits of a search by `player`. Without any limit the search is infinite.
    pub(super) fn limits(&self, player: Color) -> Limits {
        let clock = self.time[player.index()].map(|remaining| Clock {
            remaining,
            increment: self.increment[player.index()],
            moves_to_go: self.moves_to_go,
            lag: None,
        });
        let is_limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || clock.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            stop_at_mate: false,
            move_time: self.move_time,
            clock,
            infinite: self.infinite || !is_limited,
            ponder: self.ponder,
        }
    }
}
