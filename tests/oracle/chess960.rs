//! Chess960 by shakmaty.

use std::collections::BTreeMap;

use jabberwock_variants::chess960::Chess960;
use rand::{
    RngExt, SeedableRng,
    rngs::StdRng,
    seq::{IndexedRandom, SliceRandom},
};
use shakmaty::{
    CastlingMode, CastlingSide, Color, EnPassantMode, FromSetup, Move, Piece, Position,
    PositionError, Role, Setup, Square, fen::Fen,
};

use crate::{
    chess::{draw, goes_on},
    harness::{ListingOracle, Oracle},
};

/// The pieces of a first rank, in any order.
const RANK: [Role; 8] = [
    Role::King,
    Role::Rook,
    Role::Rook,
    Role::Bishop,
    Role::Bishop,
    Role::Knight,
    Role::Knight,
    Role::Queen,
];

/// A position of Chess960.
#[derive(Clone, Debug)]
pub(crate) struct Chess960Oracle(shakmaty::Chess);

fn move_text(mv: Move) -> String {
    mv.to_uci(CastlingMode::Chess960).to_string()
}

/// Returns a start: the king between the rooks, the bishops on squares of both colors. Players may
/// have different ones: the rules do not depend on that.
fn start(rng: &mut StdRng) -> shakmaty::Chess {
    let mut setup = Setup::initial();
    for color in Color::ALL {
        let mut rank = RANK;
        loop {
            rank.shuffle(rng);
            let files = |role| {
                let files = rank.iter().enumerate().filter(move |&(_, &at)| at == role);
                files.map(|(file, _)| file).collect::<Vec<_>>()
            };
            let (kings, rooks, bishops) =
                (files(Role::King), files(Role::Rook), files(Role::Bishop));
            let between = rooks[0] < kings[0] && kings[0] < rooks[1];
            if between && (bishops[0] + bishops[1]) % 2 == 1 {
                break;
            }
        }
        for (file, role) in rank.into_iter().enumerate() {
            let rank = if color.is_white() { 0 } else { 56 };
            let at = Square::new(file as u32 + rank);
            setup.board.set_piece_at(at, Piece { color, role });
        }
    }
    setup.castling_rights = setup.board.rooks();
    shakmaty::Chess::from_setup(setup, CastlingMode::Chess960).expect("a valid start")
}

/// Kings and rooks on their first ranks with rights to castle, and a few pieces in their way.
fn random_castling(rng: &mut StdRng) -> Option<shakmaty::Chess> {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        let first = if color.is_white() { 0 } else { 56 };
        let others = [Role::Knight, Role::Bishop, Role::Queen, Role::Rook];
        let mut pieces = vec![Role::King, Role::Rook, Role::Rook];
        pieces.extend((0..2).filter_map(|_| others.choose(rng)));
        for (index, role) in pieces.into_iter().enumerate() {
            let at = if index < 3 {
                Square::new(first + rng.random_range(0..8))
            } else {
                Square::new(rng.random_range(0..64))
            };
            if setup.board.piece_at(at).is_none() {
                setup.board.set_piece_at(at, Piece { color, role });
            }
        }
    }
    setup.turn = Color::from_white(rng.random());
    let rooks = setup.board.rooks();
    setup.castling_rights = rooks.into_iter().filter(|_| rng.random_bool(0.8)).collect();
    shakmaty::Chess::from_setup(setup, CastlingMode::Chess960).ok()
}

impl Oracle for Chess960Oracle {
    type Game = Chess960;

    const NAMES: &'static [&'static str] = &["chess960"];

    fn game(&self) -> Chess960 {
        Chess960
    }

    fn read(_: &str, text: &str) -> Chess960Oracle {
        let fen: Fen = text.parse().expect("a valid FEN");
        let chess = fen.into_position(CastlingMode::Chess960);
        let chess = chess.or_else(PositionError::ignore_too_much_material);
        Chess960Oracle(chess.expect("a valid position"))
    }

    /// X-FEN.
    fn write(&self) -> String {
        Fen::from_position(&self.0, EnPassantMode::Legal).to_string()
    }

    fn random(rng: &mut StdRng) -> Chess960Oracle {
        loop {
            if let Some(chess) = random_castling(rng).filter(goes_on) {
                return Chess960Oracle(chess);
            }
        }
    }

    fn white_to_move(&self) -> bool {
        self.0.turn().is_white()
    }

    fn is_check(&self) -> bool {
        self.0.is_check()
    }
}

impl ListingOracle for Chess960Oracle {
    /// Castling, and promotion.
    const RARE: &'static [crate::harness::TurnTest<Chess960Oracle>] = &[
        |slow, turn, _| {
            let moves = slow.0.legal_moves();
            let mut castlings = moves.iter().filter(|mv| mv.is_castle());
            castlings.any(|&mv| move_text(mv) == turn)
        },
        |_, turn, _| turn.len() == 5,
    ];

    const LENGTH: u32 = 150;

    fn starts() -> Vec<Chess960Oracle> {
        let mut rng = StdRng::seed_from_u64(960);
        (0..50).map(|_| Chess960Oracle(start(&mut rng))).collect()
    }

    fn turns(&self) -> BTreeMap<String, Chess960Oracle> {
        let moves = self.0.legal_moves();
        let turns = moves.iter().map(|&mv| {
            let mut after = self.0.clone();
            after.play_unchecked(mv);
            (move_text(mv), Chess960Oracle(after))
        });
        turns.collect()
    }

    fn spellings(&self) -> Vec<(String, String)> {
        let moves = self.0.legal_moves();
        let castlings = moves.iter().filter_map(|&mv| {
            let name = match mv.castling_side()? {
                CastlingSide::KingSide => "O-O",
                CastlingSide::QueenSide => "O-O-O",
            };
            Some((name.to_owned(), move_text(mv)))
        });
        castlings.collect()
    }

    fn draw(&self) -> Option<&'static str> {
        draw(&self.0)
    }
}
