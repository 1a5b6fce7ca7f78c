//! Changes of single mega-squares, and the exchange of the players.

use jabberwock_game::{Color, Outcome};

use super::{Board, Game, STATES, key_of};
use crate::{
    board::{Bitboard, Square},
    fide::Role,
    mega::piece::State,
};

impl Board {
    /// Puts a mega-piece on an empty square; a neutral one needs its game.
    pub(in crate::mega) fn put(&mut self, square: Square, state: State, game: Option<Game>) {
        let bit = Bitboard::of(square);
        match state {
            State::Neutral => {}
            State::Armed => self.armed ^= bit,
            State::Disarmed => self.disarmed ^= bit,
            State::Dethroned => self.dethroned ^= bit,
        }
        self.key ^= STATES[state as usize][square.index()];
        if let Some(game) = game {
            self.set_game(square, game);
        }
    }

    /// Removes the mega-piece on `square`; returns its state and game.
    pub(in crate::mega) fn take(&mut self, square: Square) -> (State, Option<Game>) {
        let state = self.state_at(square);
        let others = !Bitboard::of(square);
        self.armed &= others;
        self.disarmed &= others;
        self.dethroned &= others;
        self.key ^= STATES[state as usize][square.index()];
        (state, self.take_game(square))
    }

    /// Sets the running game on `square`.
    pub(in crate::mega) fn set_game(&mut self, square: Square, game: Game) {
        self.take_game(square);
        let bit = Bitboard::of(square);
        self.key ^= key_of(square, game.key());
        if game.turn() == Color::White {
            self.white_to_move |= bit;
        }
        if game.is_check() {
            self.besieged |= bit;
        }
        self.games[square.index()] = Some(game);
    }

    fn take_game(&mut self, square: Square) -> Option<Game> {
        let game = self.games[square.index()].take()?;
        let others = !Bitboard::of(square);
        self.white_to_move &= others;
        self.besieged &= others;
        self.key ^= key_of(square, game.key());
        Some(game)
    }

    /// Ends the running game on `square` (G11): its mega-piece changes its state or is removed.
    pub(in crate::mega) fn finish(&mut self, square: Square, winner: Option<Color>) {
        let Some(piece) = self.pieces.piece_at(square) else {
            return;
        };
        self.take(square);
        match winner {
            None => self.put(square, State::Disarmed, None),
            Some(winner) if winner == piece.color => self.put(square, State::Armed, None),
            Some(_) => {
                // A dethroned king loses its rights to castle, a lost rook its own (G16).
                self.castling = self.castling.after(square);
                if piece.role == Role::King {
                    self.put(square, State::Dethroned, None);
                } else {
                    self.pieces.toggle(piece, square);
                }
            }
        }
    }

    /// Returns the position with the players exchanged at every level. `games` returns the mirrored
    /// games.
    pub(in crate::mega) fn mirrored(&self, games: &mut impl FnMut(&Game) -> Game) -> Board {
        let pieces = self.pieces.mirrored(Square::flipped);
        let mut board = Board::bare(self.level, pieces, !self.turn, self.castling.mirrored());
        board.en_passant = self.en_passant.map(Square::flipped);
        board.clocks = self.clocks;
        for square in self.pieces.occupied() {
            let game = self.game(square).map(&mut *games);
            board.put(square.flipped(), self.state_at(square), game);
        }
        board.outcome = self.outcome.map(|outcome| Outcome {
            winner: outcome.winner.map(|winner| !winner),
            ..outcome
        });
        board
    }
}
