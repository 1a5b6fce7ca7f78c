//! Reference opponents in mega-games, whose turns cannot be listed: `random`, and `lowest-N`, who
//! looks N plies ahead on the eight lowest boards.

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

use super::{Answer, Ask, Fault, Player, Thoughts, material::Material, reference::Style};

/// The highest level whose turns are drawn from all there are; counting them takes too long above.
const COUNTED: u8 = 4;

/// A legal turn; any is as likely as another, but on high levels only mega-moves are drawn.
pub(super) fn random_turn(board: &Board, rng: &mut StdRng) -> Option<Play> {
    if board.level() > COUNTED
        && let Some(&mv) = board.moves().choose(rng)
    {
        return Some(Play::of(mv));
    }
    board.random_turn(rng)
}

/// How he chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Any legal turn is as likely as another.
    Random,
    /// On each of the lowest boards he may play on, the move that gains most men within so many
    /// plies; where that is no legal turn, any mega-move or turn.
    Lowest(u32),
}

/// A simple player of mega-games.
#[derive(Debug)]
pub(super) struct Simple {
    level: u8,
    manner: Manner,
    rng: StdRng,
}

impl Simple {
    /// A player of games of `level`.
    pub(super) fn new(level: u8, manner: Manner, seed: u64) -> Simple {
        let rng = StdRng::seed_from_u64(seed);
        Simple { level, manner, rng }
    }

    /// The best moves on the lowest boards.
    fn lowest(&mut self, board: &Board, depth: u32, ask: &Ask<'_>) -> Option<Play> {
        let boards = board.boards_of_a_turn() as usize;
        let mut parts = Vec::new();
        for square in board.playable().into_iter().take(boards) {
            let play = self.answer(board, square, depth, ask)?;
            parts.push((Bitboard::of(square), Arc::new(play)));
        }
        let play = Play::boards(parts);
        board.after(&play).is_ok().then_some(play)
    }

    fn answer(&mut self, board: &Board, square: Square, depth: u32, ask: &Ask<'_>) -> Option<Play> {
        match board.game(square)? {
            Game::Small(position) => {
                debug_assert!(position.has_legal_step(), "a running game goes on");
                let material = Material { depth };
                let (turn, _) = material.choose(Chess, position, ask, &mut self.rng)?;
                Some(Play::of(Move::unpack(*turn.first()?)))
            }
            Game::Large(board) => self.choose(board, depth, ask),
        }
    }

    fn choose(&mut self, board: &Board, depth: u32, ask: &Ask<'_>) -> Option<Play> {
        let lowest = if board.boards_of_a_turn() > 0 {
            self.lowest(board, depth, ask)
        } else {
            None
        };
        lowest.or_else(|| random_turn(board, &mut self.rng))
    }
}

impl Player for Simple {
    fn begin(&mut self, _: &dyn Session, _: &Ask<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &dyn Session, ask: &Ask<'_>) -> Result<Answer, Fault> {
        let board = Board::parse(self.level, &game.position())
            .map_err(|error| Fault::Refusal(error.to_string()))?;
        let play = match self.manner {
            Manner::Random => random_turn(&board, &mut self.rng),
            Manner::Lowest(depth) => self.choose(&board, depth, ask),
        };
        if ask.stop.is_stopped() {
            return Err(Fault::Interrupted);
        }
        let play = play.ok_or_else(|| Fault::Refusal("no turn is legal".to_owned()))?;
        Ok(Answer {
            turn: Some(play.to_string()),
            thoughts: Thoughts::default(),
        })
    }

    /// A new one is made for every game, so that his chances depend on the game alone.
    fn is_reusable(&self) -> bool {
        false
    }
}
