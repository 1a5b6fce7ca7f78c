//! Planning turns on many boards, where a turn is too large to be searched.
//!
//! Small games are nearly independent of each other: each is searched by the chess search, equal
//! ones once, and the results are cached. The value of a game to the mega-game (`subgame_value`)
//! gives the value of a turn in it now; the most valuable boards make a board turn (`compose`),
//! which is compared with the mega-moves by a shallow search of the mega-board (`mega_board`). On
//! higher levels the games on the boards are planned the same way.

mod compose;
mod explain;
mod fallback;
mod mega_board;
mod plan_cache;
mod search_cache;
mod subgame;
mod subgame_value;
#[cfg(test)]
mod tests;
mod time_budget;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use jabberwock_game::{GameHistory, Score};
use jabberwock_search::{Limits, Params, Settings, StopToken};
use jabberwock_variants::{
    board::Bitboard,
    mega::{Board, Game, Play},
};

use compose::{Candidate, Composer};
use fallback::any_play;
pub use fallback::some_turn;
use plan_cache::Memory;
use search_cache::Insights;
use subgame::{Item, Prospect};
use subgame_value::{Stake, expectation};
use time_budget::Guard;

/// Nodes of the first round, and how many times as many each later one has.
const FIRST_ROUND: u64 = 3_000;
const GROWTH: u64 = 4;
const LARGE_ROUND: u64 = 200_000;
/// If nothing is left to search in a round of so many nodes, nothing is left at all.
const LAST_ROUND: u64 = 20_000_000;
/// Fewest nodes a game of chess is looked at with.
const GLANCE: u64 = 60;
/// What a pawn is in a game of chess, so many are on a mega-board.
const SCALE: i32 = 20;
/// Boards beyond those of a turn that are looked at closely.
const RESERVES: usize = 4;

/// A turn that was decided on.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The turn.
    pub play: Play,
    /// The turn expected of the opponent.
    pub reply: Option<Play>,
    /// For the player to move.
    pub score: Score,
    /// How deep the games played on were searched, in plies.
    pub depth: u32,
    /// Why, in words.
    pub words: String,
    /// The next best turns.
    pub others: Vec<(Play, Score)>,
}

/// What is to be planned.
#[derive(Debug)]
pub struct Task<'a> {
    /// The position.
    pub board: &'a Board,
    /// The past of the game.
    pub history: &'a GameHistory,
    /// What ends the planning.
    pub limits: &'a Limits,
    /// If given, only these turns may be made.
    pub only: Option<&'a [Play]>,
    /// These turns may not be made.
    pub except: &'a [Play],
}

/// What a planner says between rounds.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The best plan so far.
    pub plan: &'a Plan,
    /// Positions searched so far.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// What planning came to.
#[derive(Debug)]
pub struct Done {
    /// `None` if no plan was made in time.
    pub plan: Option<Plan>,
    /// Positions searched.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// Plans turns; what it learns it keeps.
#[derive(Debug)]
pub struct Planner {
    settings: Settings,
    insights: Insights,
    memory: Memory,
    /// Nodes of games of chess searched so far.
    searched: u64,
    /// By how much searches have overrun their time of late.
    overrun: Duration,
}

impl Planner {
    /// A planner with empty caches.
    pub fn new(settings: Settings) -> Planner {
        Planner {
            settings,
            insights: Insights::new(settings),
            memory: Memory::default(),
            searched: 0,
            overrun: Duration::ZERO,
        }
    }

    /// Changes the settings of the chess search.
    pub fn configure(&mut self, settings: Settings) {
        self.settings = settings;
        self.insights.configure(settings);
    }

    /// Forgets everything learnt.
    pub fn clear(&mut self) {
        self.insights.clear();
        self.memory = Memory::default();
    }

    /// Changes the numbers of the chess search.
    pub fn set_params(&mut self, params: Params) {
        self.insights.set_params(params);
    }

    /// Plans a turn, round by round, until a limit or `stop_token` ends it.
    pub fn plan(
        &mut self,
        task: &Task<'_>,
        stop_token: &StopToken,
        say: &mut dyn FnMut(&Progress<'_>),
    ) -> Done {
        let overhead = self.settings.move_overhead;
        let levels = task.board.level();
        let mut guard = Guard::new(task.limits, overhead, levels, self.overrun, stop_token);
        self.memory.arrive(task.board);
        let mut best: Option<Plan> = None;
        let mut nodes = FIRST_ROUND;
        // Where no board turn is possible there are no games to search.
        let alone = task.board.playable().is_empty() || task.board.is_check();
        while best.is_none() || !guard.is_over() {
            let top = Top {
                history: task.history,
                only: task.only,
                except: task.except,
            };
            let searched = self.searched;
            let Some(plan) = self.round(task.board, Some(&top), nodes, &mut guard) else {
                break;
            };
            // Rounds in which nothing is searched repeat what is known from earlier turns.
            let idle = searched == self.searched;
            if !idle || best.is_none() {
                say(&Progress {
                    plan: &plan,
                    nodes: guard.nodes,
                    elapsed: guard.elapsed(),
                });
            }
            let done = alone || is_settled(&plan, task.limits) || idle && nodes > LAST_ROUND;
            best = Some(plan);
            if done {
                break;
            }
            // Who waits long wants to hear something now and then.
            let growth = if nodes < LARGE_ROUND { GROWTH } else { 2 };
            nodes = nodes.saturating_mul(growth);
        }
        self.overrun = guard.overrun() * 3 / 4;
        if let Some(after) = best
            .as_ref()
            .and_then(|plan| task.board.after(&plan.play).ok())
        {
            self.memory.leave(after);
        }
        guard.wait_for_orders();
        Done {
            plan: best,
            nodes: guard.nodes,
            elapsed: guard.elapsed(),
        }
    }

    /// One round of about `nodes` nodes: looks at the games, those that matter most of all, and
    /// decides.
    fn round(
        &mut self,
        board: &Board,
        top: Option<&Top<'_>>,
        nodes: u64,
        guard: &mut Guard<'_>,
    ) -> Option<Plan> {
        let mut prospects = subgame::prospects(board);
        for prospect in &mut prospects {
            self.recall(prospect);
        }
        let count = prospects.len().max(1) as u64;
        let glance = (nodes / 4 / count).max(GLANCE);
        for prospect in &mut prospects {
            self.look(prospect, glance, guard);
        }
        if !board.is_check() {
            self.look_closely(board, &mut prospects, nodes, guard);
        }
        for prospect in &mut prospects {
            if prospect.play.is_none() {
                prospect.play = any_play(&prospect.game).map(Arc::new);
            }
        }
        let began = Instant::now();
        let items = subgame::items(board, &prospects);
        let composer = Composer {
            board,
            prospects: &prospects,
            items: &items,
            elsewhere: self.elsewhere(board),
            history: top.map(|top| top.history),
        };
        let mut candidates = composer.candidates(guard);
        if candidates.is_empty() {
            candidates = composer.legal(some_turn(board, &[]).as_slice());
        }
        if let Some(top) = top {
            if let Some(only) = top.only {
                candidates = composer.legal(only);
            }
            candidates.retain(|candidate| !top.except.contains(&candidate.play));
        }
        guard.learn_reserve(began.elapsed());
        composer.judge(&mut candidates, nodes, guard);
        let (best, others) = candidates.split_first()?;
        Some(plan(board, &prospects, &items, best, others))
    }

    /// The rest of the round's nodes, for the games that are likely to be played on.
    fn look_closely(
        &mut self,
        board: &Board,
        prospects: &mut [Prospect],
        nodes: u64,
        guard: &mut Guard<'_>,
    ) {
        // Twice, since what is found out may bring others to the fore.
        for _ in 0..2 {
            let items = subgame::items(board, prospects);
            let close = board.boards_of_a_turn() as usize + RESERVES;
            let mut needs: Vec<(usize, f64)> = Vec::new();
            for item in items.iter().take(close) {
                let need = item.need(&prospects[item.index]);
                match needs.iter_mut().find(|(index, _)| *index == item.index) {
                    Some((_, known)) => *known += need,
                    None => needs.push((item.index, need)),
                }
            }
            let total: f64 = needs.iter().map(|(_, need)| need).sum();
            for (index, need) in needs {
                let share = nodes as f64 * 0.75 * need / total.max(1.0);
                let prospect = &mut prospects[index];
                if prospect.round_nodes < share as u64 / 2 {
                    self.look(prospect, share as u64, guard);
                }
            }
        }
    }

    /// What the games in which the opponent is to move promise, at a glance.
    fn elsewhere(&mut self, board: &Board) -> f64 {
        let us = board.turn();
        let games = board.to_move(!us).into_iter();
        games
            .filter_map(|square| {
                let stake = Stake::new(board, square, us)?;
                let score = match board.game(square)? {
                    Game::Small(position) => -self.insights.glance(position),
                    Game::Large(_) => Score::DRAW,
                };
                Some(stake.worth(expectation(score)))
            })
            .sum()
    }

    /// What is known already.
    fn recall(&self, prospect: &mut Prospect) {
        match &prospect.game {
            Game::Small(position) => {
                if let Some(insight) = self.insights.of(position) {
                    prospect.learn(insight);
                }
            }
            Game::Large(board) => {
                if let Some((nodes, plan)) = self.memory.of(board) {
                    prospect.score = if plan.score.is_decisive() {
                        plan.score
                    } else {
                        Score(plan.score.0 / SCALE)
                    };
                    prospect.depth = plan.depth;
                    prospect.nodes = *nodes;
                    prospect.play = Some(Arc::new(plan.play.clone()));
                    prospect.reply = plan.reply.clone().map(Arc::new);
                }
            }
        }
    }

    /// Searches a game with about `nodes` nodes, unless as much was done before.
    fn look(&mut self, prospect: &mut Prospect, nodes: u64, guard: &mut Guard<'_>) {
        prospect.round_nodes = prospect.round_nodes.max(nodes);
        let deep = guard.depth().is_some_and(|depth| prospect.depth >= depth);
        let known = prospect.play.is_some() && (prospect.nodes >= nodes || deep);
        if known || prospect.is_plain() || guard.is_over() {
            return;
        }
        match prospect.game.clone() {
            Game::Small(position) => {
                let (time, began) = (guard.search_time(), Instant::now());
                let limits = Limits {
                    depth: guard.depth(),
                    nodes: Some(nodes.min(guard.nodes_left())),
                    move_time: time,
                    ..Limits::default()
                };
                let history = self.memory.history(position.as_ref());
                let nodes = self
                    .insights
                    .search(&position, history, limits, guard.stop_token());
                guard.learn_overrun(time, began.elapsed());
                guard.nodes += nodes;
                self.searched += nodes;
                self.recall(prospect);
            }
            Game::Large(board) => {
                if let Some(plan) = self.round(&board, None, nodes, guard) {
                    self.memory.keep(&board, nodes, plan);
                    self.recall(prospect);
                }
            }
        }
    }
}

/// What only the outermost game has.
#[derive(Debug)]
struct Top<'a> {
    history: &'a GameHistory,
    only: Option<&'a [Play]>,
    except: &'a [Play],
}

/// Whether more thinking makes no difference.
fn is_settled(plan: &Plan, limits: &Limits) -> bool {
    const DEEPEST: u32 = 60;
    let deepest = limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
    let mate = limits.mate.zip(plan.score.mate_moves());
    plan.depth >= deepest
        || plan.score == Score::mate_in(1)
        || mate.is_some_and(|(limit, moves)| moves.unsigned_abs() <= limit)
}

fn plan(
    board: &Board,
    prospects: &[Prospect],
    items: &[Item],
    best: &Candidate,
    others: &[Candidate],
) -> Plan {
    let played = best.boards.iter().map(|&index| &items[index]);
    let depths = played.clone().map(|item| &prospects[item.index]);
    let depth = depths
        .filter(|prospect| !prospect.is_plain())
        .map(|prospect| prospect.depth)
        .min();
    // A mega-move has no games to be deep in.
    let depth = depth.or_else(|| prospects.iter().map(|prospect| prospect.depth).max());
    let replies = played.filter(|item| best.after.game(item.square).is_some());
    let replies = replies.map(|item| {
        let reply = prospects[item.index].reply.clone()?;
        Some((Bitboard::of(item.square), reply))
    });
    let reply = replies.collect::<Option<Vec<_>>>().map(Play::boards);
    Plan {
        play: best.play.clone(),
        reply: reply.filter(|reply| best.after.after(reply).is_ok()),
        score: best.score(),
        depth: depth.unwrap_or(1).max(1),
        words: explain::reasons(board, prospects, items, best),
        others: others
            .iter()
            .map(|candidate| (candidate.play.clone(), candidate.score()))
            .collect(),
    }
}
