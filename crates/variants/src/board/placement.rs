//! The placement field: ranks 8 to 1 separated by `/`, digits for empty squares.

use std::{borrow::Cow, fmt::Write};

use jabberwock_game::{Color, PositionError, counted, shortened};

use super::{
    bitboard::Bitboard,
    square::{File, Rank, Square},
};

/// The name of the field in errors.
pub const FIELD: &str = "placement";

/// Reads a placement. `read_piece` is called at each occupied square with the text that begins
/// there, and returns the number of bytes read.
///
/// # Errors
/// If the text does not have eight ranks of eight squares, two digits follow each other, or
/// `read_piece` fails.
pub fn read(
    text: &str,
    mut read_piece: impl FnMut(Square, &str) -> Result<usize, Cow<'static, str>>,
) -> Result<(), PositionError> {
    let wrong = |reason: String| wrong(text, reason);
    let too_many = |row| wrong(format!("more than 8 squares in \"{}\"", shortened(row)));
    let count = text.split('/').count();
    if count != 8 {
        return Err(wrong(format!("{} instead of 8", counted(count, "rank"))));
    }
    for (row, rank) in text.split('/').zip(Rank::ALL.into_iter().rev()) {
        let mut squares = File::ALL.into_iter().map(|file| Square::new(file, rank));
        let mut rest = row;
        let mut after_digit = false;
        while let Some(first) = rest.chars().next() {
            let skipped = first.to_digit(10);
            if let Some(empty) = skipped {
                if after_digit || !(1..=8).contains(&empty) {
                    let row = shortened(row);
                    return Err(wrong(format!("\"{first}\" is out of place in \"{row}\"")));
                }
                if squares.by_ref().take(empty as usize).count() < empty as usize {
                    return Err(too_many(row));
                }
                rest = &rest[1..];
            } else {
                let square = squares.next().ok_or_else(|| too_many(row))?;
                let length =
                    read_piece(square, rest).map_err(|reason| wrong(reason.into_owned()))?;
                rest = &rest[length..];
            }
            after_digit = skipped.is_some();
        }
        if squares.next().is_some() {
            let row = shortened(row);
            return Err(wrong(format!("fewer than 8 squares in \"{row}\"")));
        }
    }
    Ok(())
}

/// Checks that `color` has one king.
///
/// # Errors
/// If it does not: an error of the placement `text`.
pub fn check_kings(text: &str, color: Color, kings: usize) -> Result<(), PositionError> {
    match kings {
        1 => Ok(()),
        _ => Err(wrong(text, format!("{color} has {kings} kings"))),
    }
}

/// Checks that `color` has at most `most` pieces.
///
/// # Errors
/// If it has more: an error of the placement `text`.
pub fn check_piece_count(
    text: &str,
    color: Color,
    pieces: usize,
    most: usize,
) -> Result<(), PositionError> {
    if pieces <= most {
        return Ok(());
    }
    Err(wrong(
        text,
        format!("{color} has {pieces} pieces, more than {most}"),
    ))
}

/// Checks that no pawn is on the first or last rank.
///
/// # Errors
/// If one is: an error of the placement `text`.
pub fn check_pawns(text: &str, pawns: Bitboard) -> Result<(), PositionError> {
    let outer = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    match (pawns & outer).first() {
        Some(square) => Err(wrong(text, format!("a pawn on {square}"))),
        None => Ok(()),
    }
}

/// Returns the error of the placement `text` with `reason`.
pub fn wrong(text: &str, reason: impl Into<Cow<'static, str>>) -> PositionError {
    PositionError::field(FIELD, text, reason)
}

/// Returns the error of the position `text` in which the player who is not to move is in check,
/// with the king on `king`.
pub fn opposite_check(text: &str, king: Square) -> PositionError {
    let field = text.split_ascii_whitespace().next().unwrap_or_default();
    wrong(
        field,
        format!("the king on {king} is in check, but not to move"),
    )
}

/// Writes a placement; `piece_text` gives the text of the contents of a square, `None` if it is
/// empty.
pub fn write<M: std::fmt::Display>(piece_text: impl Fn(Square) -> Option<M>) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            let piece = piece_text(Square::new(file, rank));
            if empty > 0 && (piece.is_some()) {
                push(&mut text, empty);
                empty = 0;
            }
            match piece {
                Some(piece) => push(&mut text, piece),
                None => empty += 1,
            }
        }
        if empty > 0 {
            push(&mut text, empty);
        }
        if rank != Rank::First {
            text.push('/');
        }
    }
    text
}

fn push(text: &mut String, item: impl std::fmt::Display) {
    write!(text, "{item}").expect("a string takes any text");
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::board::Square;

    fn letters(text: &str) -> Result<[Option<char>; 64], String> {
        let mut board = [None; 64];
        let piece = |square: Square, rest: &str| {
            board[square.index()] = rest.chars().next();
            if rest.starts_with('x') {
                Err("no x".into())
            } else {
                Ok(1)
            }
        };
        read(text, piece).map_err(|error| error.to_string())?;
        Ok(board)
    }

    #[test]
    fn a_placement_is_read_back() {
        for text in ["8/8/8/8/8/8/8/8", "k7/8/1p5p/8/2P2P2/8/8/7K"] {
            let board = letters(text).expect("it is sound");
            assert_eq!(write(|square| board[square.index()]), text);
        }
    }

    #[test]
    fn a_wrong_placement_names_what_is_wrong() {
        for (text, reason) in [
            ("8/8/8/8/8/8/8", "7 ranks"),
            ("8/8/8/8/8/8/8/8/8", "9 ranks"),
            ("8/8/44/8/8/8/8/8", "\"4\" is out of place"),
            ("9/8/8/8/8/8/8/8", "\"9\" is out of place"),
            ("0k7/8/8/8/8/8/8/8", "\"0\" is out of place"),
            ("7/8/8/8/8/8/8/8", "fewer than 8 squares in \"7\""),
            ("8k/8/8/8/8/8/8/8", "more than 8 squares"),
            ("k8/8/8/8/8/8/8/8", "more than 8 squares"),
            ("x7/8/8/8/8/8/8/8", "no x"),
        ] {
            let error = letters(text).expect_err(text);
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_briefly() {
        for row in ["8", "k", "k1"] {
            let row = row.repeat(100_000);
            let error = letters(&format!("{row}/8/8/8/8/8/8/8")).unwrap_err();
            assert!(error.len() < 1000, "{error}");
        }
    }
}
