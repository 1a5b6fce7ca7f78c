//! The planner: rounds with more and more nodes, each of which searches the games and composes a
//! turn.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use jabberwock_game::{GameHistory, Position as _, Score};
use jabberwock_search::{Delays, Limits, Settings, StopToken, Timer};
use jabberwock_variants::{
    board::Bitboard,
    chess::Position,
    mega::{Board, Game, Play},
};

use crate::{
    candidate::{Candidate, scores},
    compose::Composer,
    explain::explain,
    fallback::{some_turn, some_turn_of},
    params::{PlannerParams, PlanningParams},
    plan::{Plan, PlanProgress, PlanRequest, PlanResult},
    plan_cache::PlanCache,
    search_cache::SearchCache,
    subgame::{PlayableBoard, Subgame, playable_boards, subgames},
    subgame_value::SubgameValue,
    time_budget::TimeBudget,
};

/// Nodes of the first round.
const FIRST_ROUND: u64 = 3_000;
/// Growth of the nodes from round to round, up to [`LARGE_ROUND`]; then they double.
const GROWTH: u64 = 4;
/// From this number of nodes on, rounds grow more slowly, so that progress is reported often
/// enough.
const LARGE_ROUND: u64 = 200_000;
/// If a round of more nodes finds nothing left to search, planning ends.
const LAST_ROUND: u64 = 20_000_000;
/// The minimum number of nodes for the search of a game.
const MIN_SEARCH: u64 = 60;

/// Plans turns. Results are cached from turn to turn.
#[derive(Debug)]
pub struct Planner {
    settings: Settings,
    params: PlannerParams,
    searches: SearchCache,
    plans: PlanCache,
    /// Nodes of games of chess searched so far.
    chess_nodes: u64,
    /// The time by which recent searches exceeded their limits.
    overrun: Duration,
    /// The lags of earlier turns: what they took on the clock beyond the time used for them.
    delays: Delays,
}

/// The parts of a request that concern only the outermost game.
#[derive(Debug)]
struct Outermost<'a> {
    history: &'a GameHistory,
    /// Only these turns are considered.
    only: Option<&'a [Play]>,
    except: &'a [Play],
    /// The number of turns whose scores are wanted.
    multi_pv: usize,
}

impl Planner {
    /// Prepares the search of games of chess: creates its threads and maps its memory.
    pub fn prepare(&mut self) {
        self.searches.prepare();
    }

    /// Creates a planner with empty caches.
    pub fn new(settings: Settings) -> Planner {
        Planner {
            settings,
            params: PlannerParams::default(),
            searches: SearchCache::new(settings),
            plans: PlanCache::default(),
            chess_nodes: 0,
            overrun: Duration::ZERO,
            delays: Delays::default(),
        }
    }

    /// Changes the settings of the chess search.
    pub fn configure(&mut self, settings: Settings) {
        self.settings = settings;
        self.searches.configure(settings);
    }

    /// Empties the caches.
    pub fn clear(&mut self) {
        self.searches.clear();
        self.plans = PlanCache::default();
    }

    /// Changes the parameters of the planner, and those of the chess search if `params` sets any.
    /// Plans made with other parameters are removed.
    pub fn set_params(&mut self, params: PlanningParams) {
        if self.params != params.planner {
            self.params = params.planner;
            self.plans.clear_plans();
        }
        if let Some(search) = params.search {
            self.searches.set_params(search);
        }
    }

    /// Plans a turn, round by round, until a limit or `stop_token` ends it. `on_progress` is called
    /// after every round that searched something, and after the first.
    pub fn plan(
        &mut self,
        request: &PlanRequest<'_>,
        stop_token: &StopToken,
        on_progress: &mut dyn FnMut(&PlanProgress<'_>),
    ) -> PlanResult {
        let board = request.board;
        let PlanRequest {
            limits,
            requested_at,
            ..
        } = *request;
        self.delays.add_lag(limits);
        let timer = Timer::since(
            requested_at,
            limits,
            self.settings.move_overhead,
            self.delays,
        );
        let mut budget = TimeBudget::new(timer, limits, board.level(), self.overrun, stop_token);
        self.plans.advance_to(board.clone());
        let outermost = Outermost {
            history: request.history,
            only: request.only,
            except: request.except,
            multi_pv: request.multi_pv,
        };
        let mut best: Option<Plan> = None;
        let mut nodes = FIRST_ROUND;
        // Where no board turn is possible there are no games to search.
        let no_games = board.playable().is_empty() || board.is_check();
        while best.is_none() || !budget.is_spent() {
            let chess_nodes = self.chess_nodes;
            let Some(plan) = self.round(board, Some(&outermost), request.draft, nodes, &mut budget)
            else {
                break;
            };
            // A round without searches repeats the results of earlier turns.
            let is_idle = chess_nodes == self.chess_nodes;
            if !is_idle || best.is_none() {
                on_progress(&PlanProgress {
                    plan: &plan,
                    nodes: budget.nodes(),
                    elapsed: budget.elapsed(),
                });
            }
            let is_done = no_games || is_settled(&plan, limits) || is_idle && nodes > LAST_ROUND;
            best = Some(plan);
            if is_done {
                break;
            }
            let growth = if nodes < LARGE_ROUND { GROWTH } else { 2 };
            nodes = nodes.saturating_mul(growth);
        }
        self.overrun = budget.overrun() * 3 / 4;
        if let Some(after) = best.as_ref().and_then(|plan| board.after(&plan.play).ok()) {
            self.plans.advance_to(after);
        }
        if limits.infinite {
            stop_token.wait_until_stopped();
        }
        PlanResult {
            plan: best,
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
        }
    }

    /// Makes one round of about `nodes` nodes: searches all games, in particular those that are
    /// likely to be played on, and composes a turn.
    fn round(
        &mut self,
        board: &Board,
        outermost: Option<&Outermost<'_>>,
        draft: Option<&Play>,
        nodes: u64,
        budget: &mut TimeBudget<'_>,
    ) -> Option<Plan> {
        let subgames = self.search_subgames(board, draft, nodes, budget);
        let start = Instant::now();
        let playable = playable_boards(&self.params, board, &subgames);
        let waiting_value = self.waiting_value(board);
        let composer = Composer {
            params: &self.params,
            board,
            subgames: &subgames,
            playable: &playable,
            waiting_value,
            history: outermost.map(|outermost| outermost.history),
        };
        let mut candidates = match draft {
            Some(draft) => composer.completed(draft),
            None => composer.candidates(budget),
        };
        if candidates.is_empty() && draft.is_none() {
            candidates = composer.legal(some_turn(board, &[]).as_slice());
        }
        if let Some(outermost) = outermost {
            if let Some(only) = outermost.only {
                candidates = composer.legal(only);
                let fits = |turn: &Play| draft.is_none_or(|draft| turn.contains(draft));
                candidates.retain(|candidate| fits(&candidate.play));
            }
            candidates.retain(|candidate| !outermost.except.contains(&candidate.play));
        }
        budget.record_composing(start.elapsed());
        let lines = outermost.map_or(1, |outermost| outermost.multi_pv);
        composer.evaluate_candidates(&mut candidates, lines, nodes, budget);
        plan(&composer, draft, &candidates)
    }

    /// Returns the games that may be played on, searched with about `nodes` nodes.
    fn search_subgames(
        &mut self,
        board: &Board,
        draft: Option<&Play>,
        nodes: u64,
        budget: &mut TimeBudget<'_>,
    ) -> Vec<Subgame> {
        let mut subgames = subgames(board, draft);
        for subgame in &mut subgames {
            self.load(subgame);
        }
        let count = subgames.len().max(1) as u64;
        let share = (nodes / 4 / count).max(MIN_SEARCH);
        for subgame in &mut subgames {
            self.search(subgame, share, budget);
        }
        if !board.is_check() {
            self.search_likely(board, &mut subgames, nodes, budget);
        }
        for subgame in &mut subgames {
            if subgame.play.is_none() {
                let turn = some_turn_of(&subgame.game, subgame.draft.as_deref());
                subgame.play = turn.map(Arc::new);
            }
        }
        subgames
    }

    /// Spends the rest of the round's nodes on the games that are likely to be played on.
    fn search_likely(
        &mut self,
        board: &Board,
        subgames: &mut [Subgame],
        nodes: u64,
        budget: &mut TimeBudget<'_>,
    ) {
        // Twice, since the results may make other boards likely.
        for _ in 0..2 {
            let playable = playable_boards(&self.params, board, subgames);
            let count = board.boards_of_a_turn() as usize + self.params.reserves as usize;
            let mut priorities: Vec<(usize, f64)> = Vec::new();
            for board in playable.iter().take(count) {
                let index = board.subgame;
                let priority = board.search_priority(&subgames[index], &self.params);
                match priorities.iter_mut().find(|(other, _)| *other == index) {
                    Some((_, sum)) => *sum += priority,
                    None => priorities.push((index, priority)),
                }
            }
            let total: f64 = priorities.iter().map(|(_, priority)| priority).sum();
            for (index, priority) in priorities {
                let likely_nodes = nodes as f64 * f64::from(self.params.likely_share) / 1000.0;
                let share = likely_nodes * priority / total.max(1.0);
                let subgame = &mut subgames[index];
                if subgame.round_nodes < share as u64 / 2 {
                    self.search(subgame, share as u64, budget);
                }
            }
        }
    }

    /// Returns the value of the games in which the opponent is to move, in centipawns, without a
    /// search.
    fn waiting_value(&mut self, board: &Board) -> f64 {
        let us = board.turn();
        let games = board.to_move(!us).into_iter();
        games
            .filter_map(|square| {
                let value = SubgameValue::new(&self.params, board, square, us)?;
                let score = match board.game(square)? {
                    Game::Small(position) => -self.searches.estimate(position),
                    Game::Large(_) => Score::DRAW,
                };
                Some(value.expected(self.params.expected_result(score)))
            })
            .sum()
    }

    /// Sets the cached result of a game.
    fn load(&self, subgame: &mut Subgame) {
        let draft = subgame.draft.clone();
        match (subgame.game.clone(), draft) {
            (Game::Small(position), None) => {
                if let Some(search) = self.searches.get(&position) {
                    subgame.set_search(search);
                }
            }
            (Game::Small(_), Some(draft)) => {
                let Ok(after) = subgame.game.after(&draft) else {
                    return;
                };
                if let Some(outcome) = after.outcome() {
                    subgame.set_end(draft, outcome);
                } else if let Some(search) = after.small().and_then(|pos| self.searches.get(pos)) {
                    subgame.set_search_after(draft, search);
                }
            }
            (Game::Large(board), draft) => {
                if let Some(cached) = self.plans.get(&board, draft.as_deref()) {
                    subgame.set_plan(cached);
                }
            }
        }
    }

    /// Searches or plans a game with about `nodes` nodes, unless the cached result is as deep.
    fn search(&mut self, subgame: &mut Subgame, nodes: u64, budget: &mut TimeBudget<'_>) {
        subgame.round_nodes = subgame.round_nodes.max(nodes);
        let is_deep = budget.depth().is_some_and(|depth| subgame.depth >= depth);
        let is_known = subgame.play.is_some() && (subgame.nodes >= nodes || is_deep);
        if is_known || subgame.is_solved() || budget.is_spent() {
            return;
        }
        match subgame.game.clone() {
            Game::Small(position) => {
                let (time, start) = (budget.search_time(), Instant::now());
                let limits = Limits {
                    depth: budget.depth(),
                    nodes: Some(nodes.min(budget.nodes_left())),
                    move_time: time,
                    ..Limits::default()
                };
                let history = self.plans.history(&position);
                let Some((position, history)) = after_draft(subgame, position, history) else {
                    return;
                };
                let nodes = self
                    .searches
                    .search(&position, history, limits, budget.stop_token());
                budget.record_search(time, start.elapsed());
                budget.add_nodes(nodes);
                self.chess_nodes += nodes;
                self.load(subgame);
            }
            Game::Large(board) => {
                let draft = subgame.draft.clone();
                let draft = draft.as_deref();
                if let Some(plan) = self.round(&board, None, draft, nodes, budget) {
                    self.plans.insert(&board, draft, nodes, plan);
                    self.load(subgame);
                }
            }
        }
    }
}

/// Returns the position to search of the game of chess `subgame`, with its history: `position`, or
/// the one after the turn of the draft.
fn after_draft(
    subgame: &Subgame,
    position: Arc<Position>,
    mut history: GameHistory,
) -> Option<(Arc<Position>, GameHistory)> {
    let Some(draft) = &subgame.draft else {
        return Some((position, history));
    };
    match subgame.game.after(draft) {
        Ok(Game::Small(after)) => {
            history.push(after.key());
            Some((after, history))
        }
        _ => None,
    }
}

/// Whether more rounds cannot change the plan, or a limit of depth or mate is reached.
fn is_settled(plan: &Plan, limits: &Limits) -> bool {
    const MAX_DEPTH: u32 = 60;
    let depth = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let mate = limits.mate.zip(plan.score.mate_moves());
    plan.depth >= depth
        || plan.score == Score::mate_in(1)
        || mate.is_some_and(|(limit, moves)| moves.unsigned_abs() <= limit)
}

/// Returns the plan to make the first of `candidates`, which contain `draft` and are sorted by
/// value; `None` if there is none.
fn plan(composer: &Composer<'_>, draft: Option<&Play>, candidates: &[Candidate]) -> Option<Plan> {
    let (best, others) = candidates.split_first()?;
    let mut scores = scores(candidates).into_iter();
    let score = scores.next()?;
    let Composer {
        board,
        subgames,
        playable,
        ..
    } = *composer;
    let explanation = explain(board, draft, subgames, playable, best);
    let others = others.iter().map(|candidate| candidate.play.clone());
    Some(Plan {
        play: best.play.clone(),
        reply: expected_reply(subgames, playable, best),
        score,
        depth: searched_depth(subgames, playable, best),
        explanation: Arc::new(explanation),
        alternatives: others.zip(scores).collect(),
    })
}

/// Returns the least depth of the games played on; of a mega-move the greatest of all games.
fn searched_depth(subgames: &[Subgame], playable: &[PlayableBoard], turn: &Candidate) -> u32 {
    let played = turn.boards.iter().map(|&index| playable[index].subgame);
    let depth = played
        .map(|index| &subgames[index])
        .filter(|subgame| !subgame.is_solved())
        .map(|subgame| subgame.depth)
        .min();
    let depth = depth.or_else(|| subgames.iter().map(|subgame| subgame.depth).max());
    depth.unwrap_or(1).max(1)
}

/// Returns the opponent's answers on the boards played on, if they make a legal turn.
fn expected_reply(
    subgames: &[Subgame],
    playable: &[PlayableBoard],
    turn: &Candidate,
) -> Option<Play> {
    let played = turn.boards.iter().map(|&index| &playable[index]);
    let running = played.filter(|board| turn.after.game(board.square).is_some());
    let replies = running.map(|board| {
        let reply = subgames[board.subgame].reply.clone()?;
        Some((Bitboard::of(board.square), reply))
    });
    let reply = replies.collect::<Option<Vec<_>>>().map(Play::boards)?;
    turn.after.after(&reply).is_ok().then_some(reply)
}
