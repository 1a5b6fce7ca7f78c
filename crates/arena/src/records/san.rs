//! Standard algebraic notation (FIDE Laws, appendix C): `Nbd7`, `exd8=Q+`, `O-O`. Records of chess
//! and Chess960 are written in it, and it is accepted as input.
//!
//! It is read and written using the pieces on a board and the native texts of the legal turns, so
//! it also serves boards of chess within a game of games.

use jabberwock_engine::{ListedTurns, Session};
use jabberwock_game::{Coord, Scene, TurnError};
use jabberwock_variants::Entry;

/// Letters of pieces.
const LETTERS: [(char, &str); 6] = [
    ('K', "king"),
    ('Q', "queen"),
    ('R', "rook"),
    ('B', "bishop"),
    ('N', "knight"),
    ('P', PAWN),
];
const PAWN: &str = "pawn";

/// Whether the turns of a game are usually written in this notation.
pub fn is_usual(entry: &Entry) -> bool {
    matches!(entry.name, "chess" | "chess960")
}

/// Returns the native text of the legal turn written as `text`, in this notation or in the native
/// one.
///
/// # Errors
/// If no legal turn is written like this, or more than one.
pub fn read(session: &dyn Session, text: &str) -> Result<String, TurnError> {
    let native = session.read_turn(text);
    if native.is_ok() {
        return native;
    }
    let turns = legal_turns(session)?;
    let scene = scene(session)?;
    let written = Written::parse(text)
        .ok_or_else(|| TurnError::malformed(text, "neither a move like Nf3 nor like g1f3"))?;
    match written.turns(&scene, &turns)[..] {
        [turn] => Ok(turn.to_owned()),
        [] => Err(TurnError::illegal(text, "no legal move is written so")),
        _ => Err(TurnError::illegal(
            text,
            "several legal moves are written so",
        )),
    }
}

/// Returns those of `turns`, all legal ones on the board of `scene`, that `text` may mean in this
/// notation; none if it is not written in it.
pub fn turns_meant<'a>(scene: &Scene, turns: &'a [String], text: &str) -> Vec<&'a str> {
    let text = text.trim_end_matches(['!', '?']);
    Written::parse(text).map_or_else(Vec::new, |written| written.turns(scene, turns))
}

/// Makes the legal turn `turn`, and returns its text in this notation, with `+` or `#` if it gives
/// check.
pub(super) fn play(session: &mut dyn Session, turn: &str) -> Result<String, TurnError> {
    let (scene, turns) = (scene(session)?, legal_turns(session)?);
    let turn = session.play(turn)?;
    let mut text = written(&scene, &turns, &turn)
        .ok_or_else(|| TurnError::malformed(&turn, "not from a square to a square"))?;
    if session.is_check() {
        let is_mate = legal_turns(session)?.is_empty();
        text.push(if is_mate { '#' } else { '+' });
    }
    Ok(text)
}

fn scene(session: &dyn Session) -> Result<Scene, TurnError> {
    let scene = session.scene("");
    scene.map_err(|error| TurnError::illegal("", error.to_string()))
}

fn legal_turns(session: &dyn Session) -> Result<Vec<String>, TurnError> {
    let listed = session.listed_turns().map(ListedTurns::legal_turns);
    match listed {
        Some(Ok(turns)) => Ok(turns),
        Some(Err(error)) => Err(TurnError::illegal("", error.to_string())),
        None => Ok(Vec::new()),
    }
}

/// Returns the piece on `square`.
fn piece(scene: &Scene, square: Coord) -> Option<&'static str> {
    scene.layers(square).last().map(|layer| layer.glyph)
}

/// Splits `turn` into its origin, its target, and the promotion.
fn parts(turn: &str) -> Option<(Coord, Coord, &str)> {
    let (from, rest) = Coord::split(turn)?;
    let (to, rest) = Coord::split(rest)?;
    Some((from, to, rest))
}

/// Whether `turn` castles on the king's side; `None` if it is not castling.
fn castles(scene: &Scene, turn: &str) -> Option<bool> {
    let (from, to, _) = parts(turn)?;
    let king = scene.layers(from).last()?;
    let rook = scene.layers(to).last();
    let takes_rook = rook.is_some_and(|rook| rook.owner == king.owner);
    let is_castling = king.glyph == "king" && (from.file.abs_diff(to.file) > 1 || takes_rook);
    is_castling.then_some(to.file > from.file)
}

/// Returns the text of `turn`, one of the legal `turns` on the board of `scene`, without a sign of
/// check.
fn written(scene: &Scene, turns: &[String], turn: &str) -> Option<String> {
    if let Some(short) = castles(scene, turn) {
        return Some(if short { "O-O" } else { "O-O-O" }.to_owned());
    }
    let (from, to, promotion) = parts(turn)?;
    let moved = piece(scene, from)?;
    let is_capture = piece(scene, to).is_some() || (moved == PAWN && from.file != to.file);
    let mut text = String::new();
    let origin = from.to_string();
    let (file, rank) = origin.split_at(1);
    if moved == PAWN {
        text.push_str(if is_capture { file } else { "" });
    } else {
        let (letter, _) = LETTERS.iter().find(|(_, glyph)| *glyph == moved)?;
        text.push(*letter);
        let others = turns.iter().filter_map(|other| parts(other));
        let others: Vec<Coord> = others
            .filter(|&(other, there, _)| {
                there == to && other != from && piece(scene, other) == Some(moved)
            })
            .map(|(other, ..)| other)
            .collect();
        let same_file = others.iter().any(|other| other.file == from.file);
        let same_rank = others.iter().any(|other| other.rank == from.rank);
        if !others.is_empty() && (!same_file || same_rank) {
            text.push_str(file);
        }
        if same_file {
            text.push_str(rank);
        }
    }
    if is_capture {
        text.push('x');
    }
    text.push_str(&to.to_string());
    if !promotion.is_empty() {
        text.push('=');
        text.push_str(&promotion.to_ascii_uppercase());
    }
    Some(text)
}

/// The parsed text of a move.
enum Written {
    /// Castling, on the king's side or on the queen's.
    Castling { short: bool },
    /// Any other move.
    Move {
        glyph: &'static str,
        file: Option<u8>,
        rank: Option<u8>,
        to: Coord,
        /// The letter of the role, in lower case.
        promotion: Option<char>,
    },
}

impl Written {
    /// Parses `Nbd7`, `exd8=Q+`, `O-O#`; signs of check and of captures may be omitted.
    fn parse(text: &str) -> Option<Written> {
        let text = text.trim_end_matches(['+', '#']);
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Written::Castling { short: true }),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Written::Castling { short: false }),
            _ => {}
        }
        if !text.is_ascii() {
            return None;
        }
        let (glyph, rest) = match text.chars().next().filter(char::is_ascii_uppercase) {
            Some(first) => {
                let (_, glyph) = LETTERS.iter().find(|(letter, _)| *letter == first)?;
                (*glyph, &text[1..])
            }
            None => (PAWN, text),
        };
        let (rest, promotion) = match rest.strip_suffix(|last: char| last.is_ascii_alphabetic()) {
            Some(before) if glyph == PAWN => {
                let promotion = rest[before.len()..].to_ascii_lowercase();
                let before = before.strip_suffix('=').unwrap_or(before);
                (before, promotion.chars().next())
            }
            _ => (rest, None),
        };
        let (from, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let from = from.strip_suffix(['x', ':', '-']).unwrap_or(from);
        let mut letters = from.chars().peekable();
        let file = letters.next_if(char::is_ascii_lowercase);
        let rank = letters.next_if(|letter| ('1'..='8').contains(letter));
        if letters.next().is_some() {
            return None;
        }
        Some(Written::Move {
            glyph,
            file: file.map(|file| file as u8 - b'a'),
            rank: rank.map(|rank| rank as u8 - b'1'),
            to: to.parse().ok()?,
            promotion,
        })
    }

    /// Returns those of `turns` that are written like this.
    fn turns<'a>(&self, scene: &Scene, turns: &'a [String]) -> Vec<&'a str> {
        let turns = turns.iter().map(String::as_str);
        turns.filter(|turn| self.is_of(scene, turn)).collect()
    }

    fn is_of(&self, scene: &Scene, turn: &str) -> bool {
        let castling = castles(scene, turn);
        match *self {
            Written::Castling { short } => castling == Some(short),
            Written::Move {
                glyph,
                file,
                rank,
                to,
                promotion,
            } => parts(turn).is_some_and(|(from, there, promoted)| {
                castling.is_none()
                    && piece(scene, from) == Some(glyph)
                    && there == to
                    && file.is_none_or(|file| file == from.file)
                    && rank.is_none_or(|rank| rank == from.rank)
                    && promoted.chars().eq(promotion)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_engine::open;

    use super::{play, read, turns_meant};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const KNIGHTS: &str = "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1";
    const PROMOTION: &str = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1";

    #[test]
    fn a_move_is_found_among_the_legal_ones() {
        for (position, text, meant) in [
            (START, "e4", "e2e4"),
            (START, "Pe4", "e2e4"),
            (START, "Nf3", "g1f3"),
            (START, "Ng1-f3", "g1f3"),
            (START, "Nd4", ""),
            (START, "é4", ""),
            (START, "=Q", ""),
            (START, "N", ""),
            (START, "Xe4", ""),
            (CASTLING, "O-O", "e1g1"),
            (CASTLING, "0-0-0+", "e1c1"),
            (CASTLING, "Kg1", ""),
            (CASTLING, "Rxa8+", "a1a8"),
            (KNIGHTS, "Nd2", "b3d2 f3d2"),
            (KNIGHTS, "Nbd2", "b3d2"),
            (KNIGHTS, "Nf3d2!?", "f3d2"),
            (PROMOTION, "exd8=Q#", "e7d8q"),
            (PROMOTION, "exd8N", "e7d8n"),
            (PROMOTION, "exd8", ""),
            (PROMOTION, "exd8=QQ", ""),
        ] {
            let mut session = open("chess").unwrap();
            session.set_position(position).unwrap();
            let turns = session.listed_turns().unwrap().legal_turns().unwrap();
            let found = turns_meant(&session.scene("").unwrap(), &turns, text);
            assert_eq!(found.join(" "), meant, "{text}");
        }
    }

    #[test]
    fn every_legal_turn_is_read_back_as_it_is_written() {
        for (variant, position) in [
            ("chess", START),
            ("chess", CASTLING),
            ("chess", KNIGHTS),
            ("chess", PROMOTION),
            ("chess", "1k6/8/8/3pP3/8/Q6Q/8/K6Q w - d6 0 1"),
            ("chess960", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"),
            ("chess960", "6kr/8/8/8/8/8/8/6KR w H - 0 1"),
        ] {
            let mut session = open(variant).unwrap();
            session.set_position(position).unwrap();
            for turn in session.listed_turns().unwrap().legal_turns().unwrap() {
                let text = play(session.as_mut(), &turn).unwrap();
                session.undo();
                assert_eq!(read(session.as_ref(), &text).unwrap(), turn, "{text}");
            }
        }
    }

    #[test]
    fn turns_are_written_as_usual() {
        let queens = "1k6/8/8/3pP3/8/Q6Q/8/K6Q w - d6 0 1";
        for (variant, position, turn, text) in [
            ("chess", START, "g1f3", "Nf3"),
            ("chess", CASTLING, "a1a8", "Rxa8+"),
            ("chess", CASTLING, "e1c1", "O-O-O"),
            ("chess", PROMOTION, "e7d8q", "exd8=Q+"),
            ("chess", queens, "e5d6", "exd6"),
            ("chess", queens, "h3f1", "Q3f1"),
            ("chess", queens, "a3d3", "Qad3"),
            ("chess", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"),
            ("chess960", "6kr/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "O-O"),
        ] {
            let mut session = open(variant).unwrap();
            session.set_position(position).unwrap();
            assert_eq!(play(session.as_mut(), turn).unwrap(), text);
        }
    }
}
