//! The start positions and their numbers (Scharnagl 2004).

use jabberwock_game::PositionError;

/// The number of start positions, which are numbered from 0.
pub(super) const COUNT: u32 = 960;

/// The places of the two knights among five free ones.
const KNIGHTS: [(usize, usize); 10] = [
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 3),
    (2, 4),
    (3, 4),
];

/// Returns the text of start position `number`, which is less than [`COUNT`].
pub(super) fn text(number: u32) -> String {
    let rank = first_rank(number as usize);
    let black: String = rank.iter().collect();
    let white = black.to_ascii_uppercase();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

/// Returns the start position with the number `text`; `None` if the text is not a number.
///
/// # Errors
/// If there is no start position with this number.
pub(super) fn numbered(text: &str) -> Result<Option<String>, PositionError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    let number = text
        .parse()
        .ok()
        .filter(|number| (0..COUNT).contains(number));
    let wrong = || PositionError::field("number of the start", text, "not from 0 to 959");
    number
        .map(|number| Some(self::text(number)))
        .ok_or_else(wrong)
}

/// Returns the pieces of a player's first rank, from the a-file on.
fn first_rank(number: usize) -> [char; 8] {
    let mut rank = [' '; 8];
    // The bishop on light squares, then the one on dark squares.
    rank[1 + 2 * (number % 4)] = 'b';
    rank[2 * (number / 4 % 4)] = 'b';
    put(&mut rank, &[(number / 16 % 6, 'q')]);
    let (one, other) = KNIGHTS[number / 96];
    put(&mut rank, &[(one, 'n'), (other, 'n')]);
    put(&mut rank, &[(0, 'r'), (1, 'k'), (2, 'r')]);
    rank
}

/// Puts pieces on the free files with these indices.
fn put(rank: &mut [char; 8], pieces: &[(usize, char)]) {
    let files = 0..rank.len();
    let free: Vec<usize> = files.filter(|&file| rank[file] == ' ').collect();
    for &(index, piece) in pieces {
        rank[free[index]] = piece;
    }
}
