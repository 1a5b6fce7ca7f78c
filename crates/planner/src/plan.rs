//! Requests to the planner, and its results.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use jabberwock_game::{GameHistory, Score};
use jabberwock_search::Limits;
use jabberwock_variants::mega::{Board, Play};

use crate::explanation::Explanation;

/// A planned turn.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The turn.
    pub play: Play,
    /// The turn expected of the opponent.
    pub reply: Option<Play>,
    /// The score for the player to move, in centipawns.
    pub score: Score,
    /// Depth in plies to which the games played on were searched.
    pub depth: u32,
    /// The explanation of the choice.
    pub explanation: Arc<Explanation>,
    /// The other turns, the best first, with their scores: of as many as the request asks for, the
    /// rest are upper bounds.
    pub alternatives: Vec<(Play, Score)>,
}

/// A position to plan a turn for.
#[derive(Debug)]
pub struct PlanRequest<'a> {
    /// The position.
    pub board: &'a Board,
    /// The positions that led to it, itself included.
    pub history: &'a GameHistory,
    /// The limits of planning.
    pub limits: &'a Limits,
    /// The number of turns whose scores are wanted, the best included: at least 1.
    pub multi_pv: usize,
    /// If given, only turns that contain this one are considered: a turn that may lack boards, at
    /// every level. A legal turn must contain it.
    pub draft: Option<&'a Play>,
    /// If given, only these turns are considered.
    pub only: Option<&'a [Play]>,
    /// These turns are not considered.
    pub except: &'a [Play],
    /// The time at which the turn was requested, from which its time counts.
    pub requested_at: Instant,
}

/// The state of planning after a round.
#[derive(Debug)]
pub struct PlanProgress<'a> {
    /// The best plan so far.
    pub plan: &'a Plan,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// The result of planning.
#[derive(Debug)]
pub struct PlanResult {
    /// `None` if no plan was made in time.
    pub plan: Option<Plan>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
}
