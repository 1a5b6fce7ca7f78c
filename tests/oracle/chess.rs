//! Chess by shakmaty, another implementation of its rules. Denial and the mega-games are played on
//! it.

use std::collections::BTreeMap;

use jabberwock_variants::chess::Chess;
use rand::{RngExt, rngs::StdRng, seq::IndexedRandom};
use shakmaty::{
    Board, CastlingMode, Color, EnPassantMode, FromSetup, Move, Piece, Position, PositionError,
    Role, Setup, Square, fen::Fen,
};

use crate::harness::{ListingOracle, Oracle, TurnTest};

/// Long games, sharp ones, and small ones that soon end or repeat positions.
pub(crate) const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "k7/2K5/8/8/8/8/8/1Q6 w - - 0 1",
    "r3k3/8/8/8/8/8/8/R3K3 w Qq - 90 80",
    "7k/7p/8/8/8/8/P7/K7 w - - 0 40",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 96 60",
];

/// Reads a valid FEN.
pub(crate) fn read_fen(text: &str) -> shakmaty::Chess {
    let fen: Fen = text.parse().expect("a valid FEN");
    fen.into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .expect("a valid position")
}

pub(crate) fn write_fen(chess: &shakmaty::Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}

pub(crate) fn move_text(mv: Move) -> String {
    mv.to_uci(CastlingMode::Standard).to_string()
}

/// Returns a draw by 100 plies or a dead position (F2): bare kings, a lone minor piece besides the
/// kings, or only bishops on squares of one color.
pub(crate) fn draw(chess: &shakmaty::Chess) -> Option<&'static str> {
    if chess.halfmoves() >= 100 {
        return Some("100 plies");
    }
    let board = chess.board();
    let others: Vec<(Role, bool)> = (board.occupied() ^ board.kings())
        .into_iter()
        .map(|at| (board.role_at(at).expect("a piece"), at.is_light()))
        .collect();
    let is_dead = match others.as_slice() {
        [] | [(Role::Knight | Role::Bishop, _)] => true,
        [(_, color), ..] => others
            .iter()
            .all(|&(role, light)| role == Role::Bishop && light == *color),
    };
    is_dead.then_some("dead position")
}

/// Returns a position in which the game goes on, often with few pieces, so that mates and checks
/// are near.
pub(crate) fn random_chess(rng: &mut StdRng) -> shakmaty::Chess {
    if rng.random_bool(0.3) {
        return random_game(rng);
    }
    loop {
        let mut setup = Setup::empty();
        setup.board = random_board(rng);
        setup.turn = Color::from_white(rng.random());
        setup.halfmoves = if rng.random_bool(0.1) {
            99
        } else {
            rng.random_range(0..20)
        };
        if let Ok(chess) = shakmaty::Chess::from_setup(setup, CastlingMode::Standard)
            && goes_on(&chess)
        {
            return chess;
        }
    }
}

fn random_board(rng: &mut StdRng) -> Board {
    const ROLES: [Role; 8] = [
        Role::Queen,
        Role::Queen,
        Role::Rook,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
        Role::Pawn,
    ];
    let kings = Color::ALL.map(|color| (color, Role::King));
    let others = (0..rng.random_range(1..7)).map(|_| {
        let role = *ROLES.choose(rng).expect("roles");
        (Color::from_white(rng.random()), role)
    });
    let pieces: Vec<(Color, Role)> = kings.into_iter().chain(others).collect();
    let mut board = Board::empty();
    for (color, role) in pieces {
        let at = Square::new(rng.random_range(0..64));
        let outer = role == Role::Pawn && (at.rank() as u32).is_multiple_of(7);
        if board.piece_at(at).is_none() && !outer {
            board.set_piece_at(at, Piece { color, role });
        }
    }
    board
}

/// Returns a game some random moves after its start.
fn random_game(rng: &mut StdRng) -> shakmaty::Chess {
    let mut chess = shakmaty::Chess::default();
    for _ in 0..rng.random_range(0..90) {
        let mut after = chess.clone();
        let moves = chess.legal_moves();
        after.play_unchecked(*moves.choose(rng).expect("a move"));
        if !goes_on(&after) {
            break;
        }
        chess = after;
    }
    chess
}

/// Whether the game is not over.
pub(crate) fn goes_on(chess: &shakmaty::Chess) -> bool {
    !chess.legal_moves().is_empty() && draw(chess).is_none()
}

/// A position of chess.
#[derive(Clone, Debug)]
pub(crate) struct ChessOracle(shakmaty::Chess);

impl ChessOracle {
    /// Returns the kind of the piece on a square, such as `e2`.
    pub(crate) fn kind_at(&self, square: &str) -> char {
        let square: Square = square.parse().expect("a square");
        let role = self.0.board().role_at(square).expect("a piece");
        role.upper_char()
    }
}

impl Oracle for ChessOracle {
    type Game = Chess;

    const NAMES: &'static [&'static str] = &["chess"];

    fn game(&self) -> Chess {
        Chess
    }

    fn read(_: &str, text: &str) -> ChessOracle {
        ChessOracle(read_fen(text))
    }

    fn write(&self) -> String {
        write_fen(&self.0)
    }

    fn random(rng: &mut StdRng) -> ChessOracle {
        ChessOracle(random_chess(rng))
    }

    fn white_to_move(&self) -> bool {
        self.0.turn().is_white()
    }

    fn is_check(&self) -> bool {
        self.0.is_check()
    }
}

impl ListingOracle for ChessOracle {
    const RARE: &'static [TurnTest<ChessOracle>] =
        &[|_, turn, _| turn.len() == 5, |_, _, after| after.is_check()];

    const LENGTH: u32 = 150;

    fn starts() -> Vec<ChessOracle> {
        let starts = STARTS.iter();
        starts.map(|text| ChessOracle(read_fen(text))).collect()
    }

    fn turns(&self) -> BTreeMap<String, ChessOracle> {
        let moves = self.0.legal_moves();
        let turns = moves.iter().map(|&mv| {
            let mut after = self.0.clone();
            after.play_unchecked(mv);
            (move_text(mv), ChessOracle(after))
        });
        turns.collect()
    }

    fn draw(&self) -> Option<&'static str> {
        draw(&self.0)
    }
}
