//! The games that the player to move may play on, and what is known of each.

use std::sync::Arc;

use jabberwock_game::{Color, Position as _, Score, Stage};
use jabberwock_variants::{
    board::{Bitboard, Square},
    fide::Move,
    mega::{Board, Game, Play},
};

use super::{
    search_cache::Insight,
    subgame_value::{Stake, expectation},
};

/// One game, wherever it stands.
#[derive(Clone, Debug)]
pub(super) struct Prospect {
    /// The squares it stands on.
    pub(super) squares: Bitboard,
    pub(super) game: Game,
    /// What it is worth to the player to move, if he makes the turn.
    pub(super) score: Score,
    /// Finished depth of the search in plies.
    pub(super) depth: u32,
    /// What the search has cost so far.
    pub(super) nodes: u64,
    /// What was granted it in this round.
    pub(super) round_nodes: u64,
    /// The best turn, and the one expected after it.
    pub(super) play: Option<Arc<Play>>,
    pub(super) reply: Option<Arc<Play>>,
}

/// Whether `us` has won `game`.
pub(super) fn wins(game: &Game, us: Color) -> bool {
    game.outcome().is_some_and(|end| end.winner == Some(us))
}

impl Prospect {
    /// Takes over what a search has found out.
    pub(super) fn learn(&mut self, insight: &Insight) {
        let mut plays = insight.line.iter().filter_map(|turn| {
            let step = turn.first()?;
            Some(Arc::new(Play::of(Move::unpack(*step))))
        });
        self.score = insight.score;
        self.depth = insight.depth;
        self.nodes = insight.nodes;
        self.play = plays.next();
        self.reply = plays.next();
    }

    /// Whether searching on would change nothing: it is won at once.
    pub(super) fn is_plain(&self) -> bool {
        self.score == Score::mate_in(1) && self.depth > 0
    }

    /// A turn with which `us` does not win.
    pub(super) fn without_win(&self, us: Color) -> Option<Arc<Play>> {
        let quiet = |play: &Play| self.game.after(play).is_ok_and(|after| !wins(&after, us));
        match &self.game {
            Game::Small(position) => {
                let mut steps = Vec::new();
                for stage in Stage::ALL {
                    position.generate(stage, &mut steps);
                }
                let plays = steps.into_iter().map(|step| Play::of(Move::unpack(step)));
                plays.into_iter().find(quiet).map(Arc::new)
            }
            Game::Large(board) => {
                let plays = board.moves().into_iter().map(Play::of);
                plays.into_iter().find(quiet).map(Arc::new)
            }
        }
    }
}

/// A board that may be played on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) square: Square,
    /// Which prospect it is.
    pub(super) index: usize,
    pub(super) stake: Stake,
    /// What is gained by playing on it rather than on another, in centipawns.
    pub(super) benefit: f64,
}

impl Item {
    /// How much more there is to be found out, in centipawns: little where a game is decided.
    pub(super) fn need(&self, prospect: &Prospect) -> f64 {
        let certainty = expectation(prospect.score).abs();
        let known = if prospect.score.is_decisive() {
            0.2
        } else {
            1.2 - certainty
        };
        self.stake.won.abs().max(self.stake.lost.abs()) * known
    }
}

/// The different games that the player to move may play on.
pub(super) fn prospects(board: &Board) -> Vec<Prospect> {
    let mut prospects: Vec<Prospect> = Vec::new();
    for square in board.playable() {
        let Some(game) = board.game(square) else {
            continue;
        };
        let key = game.key();
        let known = prospects
            .iter_mut()
            .find(|prospect| prospect.game.key() == key && prospect.game == *game);
        if let Some(known) = known {
            known.squares |= Bitboard::of(square);
        } else {
            prospects.push(Prospect {
                squares: Bitboard::of(square),
                game: game.clone(),
                score: Score::DRAW,
                depth: 0,
                nodes: 0,
                round_nodes: 0,
                play: None,
                reply: None,
            });
        }
    }
    prospects
}

/// Every board that may be played on, the most worthwhile first.
pub(super) fn items(board: &Board, prospects: &[Prospect]) -> Vec<Item> {
    let us = board.turn();
    let besieged = board.besieged();
    let mut items = Vec::new();
    for (index, prospect) in prospects.iter().enumerate() {
        for square in prospect.squares {
            let Some(stake) = Stake::new(board, square, us) else {
                continue;
            };
            let mut benefit = stake.tempo(prospect.score);
            if besieged.contains(square) {
                // Left alone it is lost (G9).
                let answered = stake.worth(expectation(prospect.score));
                benefit += answered - stake.lost + 1.0;
            }
            if prospect.play.is_none() {
                benefit -= 10_000.0;
            }
            items.push(Item {
                square,
                index,
                stake,
                benefit,
            });
        }
    }
    items.sort_by(|a, b| b.benefit.total_cmp(&a.benefit));
    items
}
