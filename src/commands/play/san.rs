//! Turns of chess in standard algebraic notation (FIDE Laws, appendix C): `Nbd7`, `exd8=Q+`, `O-O`.

use jabberwock_game::{Coord, Scene};

/// The turns among `turns`, all legal ones on the board of `scene`, that `text` may mean in standard
/// algebraic notation; none if it is not written so.
pub(super) fn turns_meant<'a>(scene: &Scene, turns: &'a [String], text: &str) -> Vec<&'a str> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let is_castling = match text {
        "O-O" | "0-0" => Some(true),
        "O-O-O" | "0-0-0" => Some(false),
        _ => None,
    };
    let turns = turns.iter().map(String::as_str);
    match is_castling {
        Some(short) => turns
            .filter(|turn| castles(scene, turn) == Some(short))
            .collect(),
        None => match Pattern::read(text) {
            Some(pattern) => turns.filter(|turn| pattern.fits(scene, turn)).collect(),
            None => Vec::new(),
        },
    }
}

/// The piece that stands on `square`.
fn glyph(scene: &Scene, square: Coord) -> Option<&'static str> {
    scene.layers(square).last().map(|layer| layer.glyph)
}

/// From where to where `turn` goes, and what follows: the promotion.
fn parts(turn: &str) -> Option<(Coord, Coord, &str)> {
    let (from, rest) = Coord::split(turn)?;
    let (to, rest) = Coord::split(rest)?;
    Some((from, to, rest))
}

/// Whether `turn` castles on the king's side; `None` if it is no castling.
fn castles(scene: &Scene, turn: &str) -> Option<bool> {
    let (from, to, _) = parts(turn)?;
    let takes_rook = {
        let (king, rook) = (scene.layers(from).last()?, scene.layers(to).last());
        rook.is_some_and(|rook| rook.owner == king.owner)
    };
    let is_castling =
        glyph(scene, from) == Some("king") && (from.file.abs_diff(to.file) > 1 || takes_rook);
    is_castling.then_some(to.file > from.file)
}

/// A move as it is written, castling apart.
struct Pattern {
    glyph: &'static str,
    file: Option<u8>,
    rank: Option<u8>,
    to: Coord,
    /// In lower case.
    promotion: String,
}

impl Pattern {
    fn read(text: &str) -> Option<Pattern> {
        let glyphs = [
            ('K', "king"),
            ('Q', "queen"),
            ('R', "rook"),
            ('B', "bishop"),
            ('N', "knight"),
        ];
        let piece = glyphs.iter().find(|(letter, _)| text.starts_with(*letter));
        let rest = if piece.is_some() { &text[1..] } else { text };
        let promotion: String = rest
            .chars()
            .rev()
            .take_while(char::is_ascii_uppercase)
            .collect();
        let rest = &rest[..rest.len() - promotion.len()];
        let rest = rest.strip_suffix('=').unwrap_or(rest);
        let start = rest.len().checked_sub(2)?;
        let to = rest.get(start..)?.parse().ok()?;
        let before = rest.get(..start)?;
        let before = before.strip_suffix(['x', '-']).unwrap_or(before);
        let mut letters = before.chars().peekable();
        let file = letters.next_if(char::is_ascii_lowercase);
        let rank = letters.next_if(char::is_ascii_digit);
        if letters.next().is_some() || promotion.len() > 1 {
            return None;
        }
        Some(Pattern {
            glyph: piece.map_or("pawn", |(_, glyph)| glyph),
            file: file.map(|file| file as u8 - b'a'),
            rank: rank.map(|rank| (rank as u8).wrapping_sub(b'1')),
            to,
            promotion: promotion.to_ascii_lowercase(),
        })
    }

    fn fits(&self, scene: &Scene, turn: &str) -> bool {
        let Some((from, to, promotion)) = parts(turn) else {
            return false;
        };
        glyph(scene, from) == Some(self.glyph)
            && castles(scene, turn).is_none()
            && to == self.to
            && self.file.is_none_or(|file| file == from.file)
            && self.rank.is_none_or(|rank| rank == from.rank)
            && promotion == self.promotion
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_engine::open;

    use super::turns_meant;

    fn meant(position: &str, text: &str) -> Vec<String> {
        let mut session = open("chess").unwrap();
        session.set_position(position).unwrap();
        let turns = session.listed_turns().unwrap().legal_turns().unwrap();
        let found = turns_meant(&session.scene("").unwrap(), &turns, text);
        found.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn a_move_in_algebraic_notation_is_found_among_the_legal_ones() {
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let knights = "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1";
        let promotion = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1";
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (position, text, turns) in [
            (start, "e4", "e2e4"),
            (start, "Nf3", "g1f3"),
            (start, "Nd4", ""),
            (start, "é4", ""),
            (start, "=Q", ""),
            (start, "N", ""),
            (castling, "O-O", "e1g1"),
            (castling, "0-0-0+", "e1c1"),
            (castling, "Kg1", ""),
            (castling, "Rxa8+", "a1a8"),
            (knights, "Nd2", "b3d2 f3d2"),
            (knights, "Nbd2", "b3d2"),
            (knights, "Nf3d2!?", "f3d2"),
            (promotion, "exd8=Q#", "e7d8q"),
            (promotion, "exd8N", "e7d8n"),
            (promotion, "exd8", ""),
        ] {
            assert_eq!(meant(position, text).join(" "), turns, "{text}");
        }
    }
}
