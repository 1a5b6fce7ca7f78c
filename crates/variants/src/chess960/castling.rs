//! Castling rights by the files of rooks.

use jabberwock_game::{Color, Key, PositionError};

use crate::{
    board::{
        Bitboard, File, Rank, Square,
        zobrist::{self, Seed},
    },
    fide::{Board, CastlingSide, Move, Role},
};

/// The keys by player, side and file.
static KEYS: [[Key; File::COUNT]; 4] = zobrist::key_rows(Seed::Chess960Castling);

/// The name of the field in errors.
const FIELD: &str = "castling";

/// The flag of a right, beside the file of its rook.
const HELD: u8 = 8;

/// The castling rights of both players, each with the file of its rook. While a player has a right,
/// the king has not moved, and the rook is on its file of the player's first rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Castling([u8; 4]);

fn index(color: Color, side: CastlingSide) -> usize {
    2 * color as usize + side as usize
}

fn first_rank(color: Color) -> Rank {
    Rank::First.of(color)
}

impl Castling {
    /// Whether there are no rights left.
    pub fn is_empty(self) -> bool {
        self == Castling::default()
    }

    /// Returns the rook with which `color` may still castle on this side.
    pub fn rook(self, color: Color, side: CastlingSide) -> Option<Square> {
        let right = self.0[index(color, side)];
        (right != 0).then(|| {
            let file = File::ALL[usize::from(right % HELD)];
            Square::new(file, first_rank(color))
        })
    }

    /// Returns the rooks with which `color` may still castle.
    pub fn rooks(self, color: Color) -> Bitboard {
        let sides = CastlingSide::ALL.into_iter();
        sides.filter_map(|side| self.rook(color, side)).collect()
    }

    /// Returns the rights after a move of `us`: a king that moves loses both, a rook that moves or
    /// is captured its own.
    pub fn after(self, us: Color, mv: Move) -> Castling {
        let mut left = self;
        for side in CastlingSide::ALL {
            if mv.role == Role::King || self.rook(us, side) == Some(mv.from) {
                left.0[index(us, side)] = 0;
            }
            if self.rook(!us, side) == Some(mv.to) {
                left.0[index(!us, side)] = 0;
            }
        }
        left
    }

    /// Returns the key of these rights.
    pub fn key(self) -> Key {
        let rights = self.0.into_iter().zip(&KEYS);
        let held = rights.filter(|&(right, _)| right != 0);
        held.fold(Key::default(), |key, (right, keys)| {
            key ^ keys[usize::from(right % HELD)]
        })
    }

    /// Returns the rights of the players exchanged.
    pub fn mirrored(self) -> Castling {
        let [white_king, white_queen, black_king, black_queen] = self.0;
        Castling([black_king, black_queen, white_king, white_queen])
    }

    /// Returns the field for `board` in X-FEN: `K` for the outermost rook on the h-side of White's
    /// king, `Q` for the outermost one on its a-side, the rook's file for any other, and small
    /// letters for Black.
    pub fn text(self, board: &Board) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let Some(rook) = self.rook(color, side) {
                    let letter = if outermost(board, color, side) == Some(rook) {
                        side.letter(Color::White)
                    } else {
                        file_letter(rook)
                    };
                    text.push(cased(color, letter));
                }
            }
        }
        if text.is_empty() {
            text.push('-');
        }
        text
    }

    /// Returns the rights in the form `castling K Q k q`; `None` if there are none.
    pub fn in_words(self, board: &Board) -> Option<String> {
        let letters: Vec<String> = self.text(board).chars().map(String::from).collect();
        (!self.is_empty()).then(|| format!("castling {}", letters.join(" ")))
    }

    /// Reads the field: X-FEN, or the files of rooks (Shredder-FEN), in any order.
    ///
    /// # Errors
    /// If a letter is neither, a right has no king and rook on their first rank, or a player has
    /// two on one side of the king.
    pub fn read(text: &str, board: &Board) -> Result<Castling, PositionError> {
        let wrong = |reason: String| PositionError::field(FIELD, text, reason);
        let mut rights = Castling::default();
        if text == "-" {
            return Ok(rights);
        }
        for letter in text.chars() {
            let color = if letter.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let king = board.king(color);
            if king.rank() != first_rank(color) {
                let rank = first_rank(color).index() + 1;
                return Err(wrong(format!(
                    "{letter} needs {color}'s king on rank {rank}"
                )));
            }
            let rook = match letter.to_ascii_uppercase() {
                'K' => outermost(board, color, CastlingSide::King),
                'Q' => outermost(board, color, CastlingSide::Queen),
                name @ 'A'..='H' => File::ALL
                    .into_iter()
                    .map(|file| Square::new(file, first_rank(color)))
                    .find(|&square| file_letter(square) == name)
                    .filter(|&square| board.pieces(color, Role::Rook).contains(square)),
                _ => {
                    return Err(wrong(
                        "not \"-\" or letters of KQkq, A-H and a-h".to_owned(),
                    ));
                }
            };
            let rook = rook.ok_or_else(|| wrong(format!("{letter} has no rook of {color}")))?;
            let side = CastlingSide::of_rook(king, rook);
            if rights.rook(color, side).is_some() {
                let reason = format!("{letter} is a second right on one side of {color}'s king");
                return Err(wrong(reason));
            }
            rights.0[index(color, side)] = HELD | rook.file() as u8;
        }
        if rights.is_empty() {
            return Err(wrong("no letters".to_owned()));
        }
        Ok(rights)
    }
}

/// Returns the rook of `color` on its first rank that is farthest from the king on this side.
fn outermost(board: &Board, color: Color, side: CastlingSide) -> Option<Square> {
    let rooks = board.pieces(color, Role::Rook) & Bitboard::rank(first_rank(color));
    let king = board.king(color);
    match side {
        CastlingSide::King => rooks.last().filter(|&rook| rook > king),
        CastlingSide::Queen => rooks.first().filter(|&rook| rook < king),
    }
}

/// Returns `A` for the a-file.
fn file_letter(square: Square) -> char {
    char::from(b'A' + square.file() as u8)
}

fn cased(color: Color, letter: char) -> char {
    match color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    }
}
