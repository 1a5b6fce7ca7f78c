//! Standard algebraic notation: how records of chess write moves.

use jabberwock_game::{Position as _, TurnError, Variant, for_each_turn};
use jabberwock_variants::{
    board::{File, Rank, Square},
    chess::{Chess, Position},
    fide::{Move, MoveKind, Role},
};

/// Reads a legal move, in this notation or in the native one.
///
/// # Errors
/// If no legal move is written so, or more than one.
pub(super) fn read(position: &Position, text: &str) -> Result<Move, TurnError> {
    if let Ok(turn) = Chess.parse_turn(position, text)
        && let [step] = turn[..]
    {
        return Ok(Move::unpack(step));
    }
    let pattern = Pattern::parse(text)
        .ok_or_else(|| TurnError::malformed(text, "neither a move like Nf3 nor like g1f3"))?;
    let mut found = Vec::new();
    for_each_turn(position, &mut |turn, _| {
        let mv = Move::unpack(turn[0]);
        if pattern.is_of(mv) {
            found.push(mv);
        }
    });
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(TurnError::illegal(text, "no legal move is written so")),
        _ => Err(TurnError::illegal(
            text,
            "several legal moves are written so",
        )),
    }
}

/// What the text of a move says about it.
struct Pattern {
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    /// The square that the piece goes to; in castling the king.
    to: To,
    promotion: Option<Role>,
}

enum To {
    Square(Square),
    KingSide,
    QueenSide,
}

impl Pattern {
    /// Reads `Nbd7`, `exd8=Q+`, `O-O#`; signs of check and of captures may be left out.
    fn parse(text: &str) -> Option<Pattern> {
        let text = text.trim_end_matches(['+', '#']);
        let castling = |to| Pattern {
            role: Role::King,
            file: None,
            rank: None,
            to,
            promotion: None,
        };
        match text {
            "O-O" | "0-0" | "o-o" => return Some(castling(To::KingSide)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(castling(To::QueenSide)),
            _ => {}
        }
        if !text.is_ascii() {
            return None;
        }
        let (role, rest) = match text.chars().next().filter(char::is_ascii_uppercase) {
            Some(letter) => (Role::from_letter(letter.to_ascii_lowercase())?, &text[1..]),
            None => (Role::Pawn, text),
        };
        let (rest, promotion) = match rest.chars().last() {
            Some(letter) if letter.is_ascii_alphabetic() && role == Role::Pawn => {
                let promoted = Role::from_letter(letter.to_ascii_lowercase())?;
                let rest = &rest[..rest.len() - 1];
                (rest.strip_suffix('=').unwrap_or(rest), Some(promoted))
            }
            _ => (rest, None),
        };
        let (from, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = To::Square(Square::parse(to)?);
        let from = from.strip_suffix(['x', ':', '-']).unwrap_or(from);
        let (mut file, mut rank) = (None, None);
        for byte in from.bytes() {
            match byte {
                b'a'..=b'h' if file.is_none() && rank.is_none() => {
                    file = File::from_index(usize::from(byte - b'a'));
                }
                b'1'..=b'8' if rank.is_none() => rank = Rank::from_index(usize::from(byte - b'1')),
                _ => return None,
            }
        }
        Some(Pattern {
            role,
            file,
            rank,
            to,
            promotion,
        })
    }

    fn is_of(&self, mv: Move) -> bool {
        let castling = mv.kind == MoveKind::Castling;
        let is_there = match self.to {
            To::Square(to) => to == mv.to && !castling,
            To::KingSide => castling && mv.to.file() == File::G,
            To::QueenSide => castling && mv.to.file() == File::C,
        };
        is_there
            && self.role == mv.role
            && self.promotion == mv.promotion
            && self.file.is_none_or(|file| file == mv.from.file())
            && self.rank.is_none_or(|rank| rank == mv.from.rank())
    }
}

/// The text of a legal move, with `+` or `#` where it gives check.
pub(super) fn text(position: &Position, mv: Move) -> String {
    let mut text = match (mv.kind, mv.to.file()) {
        (MoveKind::Castling, File::G) => "O-O".to_owned(),
        (MoveKind::Castling, _) => "O-O-O".to_owned(),
        _ => piece_move(position, mv),
    };
    let mut after = position.clone();
    after.play(mv.pack());
    if after.is_check() {
        let mut is_mate = true;
        for_each_turn(&after, &mut |_, _| is_mate = false);
        text.push(if is_mate { '#' } else { '+' });
    }
    text
}

/// The text of a move that is not castling.
fn piece_move(position: &Position, mv: Move) -> String {
    let mut text = String::new();
    let from = mv.from.to_string();
    if mv.role == Role::Pawn {
        if mv.captured.is_some() {
            text.push_str(&from[..1]);
        }
    } else {
        text.push(mv.role.letter().to_ascii_uppercase());
        let mut others = Vec::new();
        for_each_turn(position, &mut |turn, _| {
            let other = Move::unpack(turn[0]);
            if other.role == mv.role && other.to == mv.to && other.from != mv.from {
                others.push(other.from);
            }
        });
        let same_file = others.iter().any(|other| other.file() == mv.from.file());
        let same_rank = others.iter().any(|other| other.rank() == mv.from.rank());
        if !others.is_empty() && (!same_file || same_rank) {
            text.push_str(&from[..1]);
        }
        if same_file {
            text.push_str(&from[1..]);
        }
    }
    if mv.captured.is_some() {
        text.push('x');
    }
    text.push_str(&mv.to.to_string());
    if let Some(role) = mv.promotion {
        text.push('=');
        text.push(role.letter().to_ascii_uppercase());
    }
    text
}
