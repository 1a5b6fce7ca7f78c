//! Reference opponents in mega-games, whose turns cannot be listed: `random`, and `lowest-N`, which
//! searches N plies ahead on the eight lowest boards.

use std::sync::Arc;

use jabberwock_engine::Session;
use jabberwock_game::Position as _;
use jabberwock_variants::{
    board::{Bitboard, Square},
    chess::Chess,
    fide::Move,
    mega::{Board, Game, Play},
};
use rand::{SeedableRng, rngs::StdRng, seq::IndexedRandom};

use super::{
    interface::{Answer, Player, PlayerError, TurnRequest},
    material::Material,
    reference::Strategy,
};

/// The highest level at which turns are drawn uniformly; above it, counting them takes too long.
const COUNTED: u8 = 4;

/// Returns a random legal turn, drawn uniformly up to level [`COUNTED`]; above it, a random
/// mega-move.
pub(super) fn random_turn(board: &Board, rng: &mut StdRng) -> Option<Play> {
    if board.level() > COUNTED
        && let Some(&mv) = board.moves().choose(rng)
    {
        return Some(Play::of(mv));
    }
    board.random_turn(rng)
}

/// The method of choosing turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MegaStrategy {
    /// A random legal turn.
    Random,
    /// On each of the lowest boards that may be played on, the move that gains most material within
    /// this many plies; a random turn if the result is not a legal turn.
    Lowest(u32),
}

/// A simple player of mega-games.
#[derive(Debug)]
pub(super) struct MegaReference {
    level: u8,
    strategy: MegaStrategy,
    rng: StdRng,
}

impl MegaReference {
    /// Creates a player of games of `level`.
    pub(super) fn new(level: u8, strategy: MegaStrategy, seed: u64) -> MegaReference {
        let rng = StdRng::seed_from_u64(seed);
        MegaReference {
            level,
            strategy,
            rng,
        }
    }

    /// Returns the best moves on the lowest boards.
    fn lowest(&mut self, board: &Board, depth: u32, request: &TurnRequest<'_>) -> Option<Play> {
        let boards = board.boards_of_a_turn() as usize;
        let mut parts = Vec::new();
        for square in board.playable().into_iter().take(boards) {
            let play = self.answer(board, square, depth, request)?;
            parts.push((Bitboard::of(square), Arc::new(play)));
        }
        let play = Play::boards(parts);
        board.after(&play).is_ok().then_some(play)
    }

    fn answer(
        &mut self,
        board: &Board,
        square: Square,
        depth: u32,
        request: &TurnRequest<'_>,
    ) -> Option<Play> {
        match board.game(square)? {
            Game::Small(position) => {
                debug_assert!(position.has_legal_step(), "a running game goes on");
                let material = Material { depth };
                let (turn, _) = material.choose(Chess, position, request, &mut self.rng)?;
                Some(Play::of(Move::unpack(*turn.first()?)))
            }
            Game::Large(board) => self.choose(board, depth, request),
        }
    }

    fn choose(&mut self, board: &Board, depth: u32, request: &TurnRequest<'_>) -> Option<Play> {
        let lowest = if board.boards_of_a_turn() > 0 {
            self.lowest(board, depth, request)
        } else {
            None
        };
        lowest.or_else(|| random_turn(board, &mut self.rng))
    }
}

impl Player for MegaReference {
    fn new_game(&mut self, _: &dyn Session, _: &TurnRequest<'_>) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose_turn(
        &mut self,
        game: &dyn Session,
        request: &TurnRequest<'_>,
    ) -> Result<Answer, PlayerError> {
        let board = Board::parse(self.level, &game.position())
            .map_err(|error| PlayerError::Refusal(error.to_string()))?;
        let play = match self.strategy {
            MegaStrategy::Random => random_turn(&board, &mut self.rng),
            MegaStrategy::Lowest(depth) => self.choose(&board, depth, request),
        };
        if request.stop.is_stopped() {
            return Err(PlayerError::Interrupted);
        }
        let play = play.ok_or_else(|| PlayerError::Refusal("no turn is legal".to_owned()))?;
        Ok(Answer {
            turn: Some(play.to_string()),
            info: None,
            elapsed: None,
        })
    }

    /// A new player is created for every game, so that its random turns depend on the game alone.
    fn is_reusable(&self) -> bool {
        false
    }
}
