//! The games that the player to move may play on, with the results of their searches.

use std::sync::Arc;

use jabberwock_game::{Color, Outcome, Position as _, Score, Stage};
use jabberwock_variants::{
    board::{Bitboard, Square},
    fide::Move,
    mega::{Board, Game, Play},
};

use crate::{
    explanation::Explanation, params::PlannerParams, plan_cache::CachedPlan,
    search_cache::CachedSearch, subgame_value::SubgameValue,
};

/// Scores of games of level 1 or higher are divided by this to compare with those of games of
/// chess: their centipawns count mega-pieces, which are worth more.
const LEVEL_SCALE: i32 = 20;

/// One game, on however many squares.
#[derive(Clone, Debug)]
pub(crate) struct Subgame {
    /// The squares of the game.
    pub(crate) squares: Bitboard,
    pub(crate) game: Game,
    /// The part of the draft on these squares: of a game of chess the turn.
    pub(crate) draft: Option<Arc<Play>>,
    /// The score for the player to move, after the best turn.
    pub(crate) score: Score,
    /// Finished depth of the search in plies.
    pub(crate) depth: u32,
    /// Nodes searched so far.
    pub(crate) nodes: u64,
    /// Nodes granted in this round.
    pub(crate) round_nodes: u64,
    /// The best turn.
    pub(crate) play: Option<Arc<Play>>,
    /// The turn expected after it.
    pub(crate) reply: Option<Arc<Play>>,
    /// The reasons for it, if the game is of level 1 or higher and was planned.
    pub(crate) explanation: Option<Arc<Explanation>>,
    /// Whether the game is over after the turn of the draft.
    pub(crate) is_over: bool,
}

/// Whether `us` has won `game`.
pub(crate) fn is_won(game: &Game, us: Color) -> bool {
    game.outcome().is_some_and(|end| end.winner == Some(us))
}

impl Subgame {
    fn new(square: Square, game: &Game, draft: Option<Arc<Play>>) -> Subgame {
        Subgame {
            squares: Bitboard::of(square),
            game: game.clone(),
            draft,
            score: Score::DRAW,
            depth: 0,
            nodes: 0,
            round_nodes: 0,
            play: None,
            reply: None,
            explanation: None,
            is_over: false,
        }
    }

    /// Sets the result of a search.
    pub(crate) fn set_search(&mut self, search: &CachedSearch) {
        let mut plays = search.pv.iter().filter_map(|turn| {
            let step = turn.first()?;
            Some(Arc::new(Play::of(Move::unpack(*step))))
        });
        self.score = search.score;
        self.depth = search.depth;
        self.nodes = search.nodes;
        self.play = plays.next();
        self.reply = plays.next();
    }

    /// Sets the turn of the draft as the only one, with the result of a search after it.
    pub(crate) fn set_search_after(&mut self, draft: Arc<Play>, search: &CachedSearch) {
        self.set_search(search);
        self.score = (-search.score).from_table(1);
        self.depth = search.depth + 1;
        self.reply = self.play.take();
        self.play = Some(draft);
    }

    /// Sets the turn of the draft as the only one, after which the game is over.
    pub(crate) fn set_end(&mut self, draft: Arc<Play>, outcome: Outcome) {
        self.score = match outcome.points_for(self.game.turn()) {
            0 => Score::DRAW,
            points => Score(points * Score::mate_in(1).0),
        };
        self.play = Some(draft);
        self.is_over = true;
    }

    /// Sets the result of planning.
    pub(crate) fn set_plan(&mut self, cached: &CachedPlan) {
        let CachedPlan { plan, nodes } = cached;
        self.score = if plan.score.is_decisive() {
            plan.score
        } else {
            Score(plan.score.0 / LEVEL_SCALE)
        };
        self.depth = plan.depth;
        self.nodes = *nodes;
        self.play = Some(Arc::new(plan.play.clone()));
        self.reply = plan.reply.clone().map(Arc::new);
        self.explanation = Some(Arc::clone(&plan.explanation));
    }

    /// Whether no search can change the result: a win in one turn was found, or the turn of the
    /// draft ends the game.
    pub(crate) fn is_solved(&self) -> bool {
        self.is_over || self.score == Score::mate_in(1) && self.depth > 0
    }

    /// Returns a turn by which `us` does not win.
    pub(crate) fn without_win(&self, us: Color) -> Option<Arc<Play>> {
        let is_non_winning =
            |play: &Play| self.game.after(play).is_ok_and(|after| !is_won(&after, us));
        match &self.game {
            Game::Small(position) => {
                let mut steps = Vec::new();
                for stage in Stage::ALL {
                    position.generate(stage, &mut steps);
                }
                let plays = steps.into_iter().map(|step| Play::of(Move::unpack(step)));
                plays.into_iter().find(is_non_winning).map(Arc::new)
            }
            Game::Large(board) => {
                let plays = board.moves().into_iter().map(Play::of);
                plays.into_iter().find(is_non_winning).map(Arc::new)
            }
        }
    }
}

/// A board that may be played on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayableBoard {
    pub(crate) square: Square,
    /// The index of its game in the list of subgames.
    pub(crate) subgame: usize,
    pub(crate) value: SubgameValue,
    /// The gain of playing on it rather than leaving it alone, in centipawns.
    pub(crate) benefit: f64,
}

impl PlayableBoard {
    /// Returns the value of searching `subgame` further, in centipawns: small if the result is
    /// clear.
    pub(crate) fn search_priority(&self, subgame: &Subgame, params: &PlannerParams) -> f64 {
        let certainty = params.expected_result(subgame.score).abs();
        let uncertainty = if subgame.score.is_decisive() {
            0.2
        } else {
            1.2 - certainty
        };
        self.value.if_won.abs().max(self.value.if_lost.abs()) * uncertainty
    }
}

/// Returns the different games that the player to move may play on. Equal ones differ if the draft
/// does.
pub(crate) fn subgames(board: &Board, draft: Option<&Play>) -> Vec<Subgame> {
    let mut subgames: Vec<Subgame> = Vec::new();
    for square in board.playable() {
        let Some(game) = board.game(square) else {
            continue;
        };
        let key = game.key();
        let part = draft.and_then(|draft| draft.on(square));
        let equal = subgames.iter_mut().find(|subgame| {
            subgame.game.key() == key && subgame.draft.as_deref() == part && subgame.game == *game
        });
        if let Some(equal) = equal {
            equal.squares |= Bitboard::of(square);
        } else {
            let part = part.cloned().map(Arc::new);
            subgames.push(Subgame::new(square, game, part));
        }
    }
    subgames
}

/// Returns every board that may be played on: those of the draft, then those with the greatest
/// benefit.
pub(crate) fn playable_boards(
    params: &PlannerParams,
    board: &Board,
    subgames: &[Subgame],
) -> Vec<PlayableBoard> {
    let us = board.turn();
    let besieged = board.besieged();
    let mut boards = Vec::new();
    for (index, subgame) in subgames.iter().enumerate() {
        for square in subgame.squares {
            let Some(value) = SubgameValue::new(params, board, square, us) else {
                continue;
            };
            let mut benefit = value.tempo(subgame.score, params);
            if besieged.contains(square) {
                // Left alone it is lost (G9).
                let answered = value.expected(params.expected_result(subgame.score));
                benefit += answered - value.if_lost + 1.0;
            }
            if subgame.play.is_none() {
                benefit -= 10_000.0;
            }
            boards.push(PlayableBoard {
                square,
                subgame: index,
                value,
                benefit,
            });
        }
    }
    let of_draft = |board: &PlayableBoard| subgames[board.subgame].draft.is_some();
    boards.sort_by(|a, b| {
        let by_benefit = b.benefit.total_cmp(&a.benefit);
        of_draft(b).cmp(&of_draft(a)).then(by_benefit)
    });
    boards
}
