//! A single ply of `XBoard`: as an engine sends it, and as the other engine receives it.
//!
//! `XBoard` does not relay a move's text. It parses it to origin, end, promotion letter and up to
//! two squares that are emptied on the path (*kills*), and writes the ply in a form of its own. In
//! one form, for a kill of an own piece or of Black over an empty square, the promotion letter and
//! the first of two kills are lost.

use arrayvec::ArrayVec;

use super::square::{Size, Square};

/// One ply, of the player whose turn it is on `XBoard`'s board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::cecp) enum Ply {
    /// No piece moves.
    Pass,
    /// A piece is dropped from the holdings.
    Drop {
        /// The piece's letter, upper case.
        letter: u8,
        /// An empty square.
        to: Square,
    },
    /// A piece moves.
    Move(Move),
}

/// A ply of a piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::cecp) struct Move {
    /// The origin square.
    pub(super) from: Square,
    /// The end square: `from` itself if there are kills.
    pub(super) to: Square,
    /// The squares emptied on the path, in order.
    pub(super) kills: Kills,
    /// The letter of the piece it becomes, upper case.
    pub(super) letter: Option<u8>,
}

/// The squares that a ply empties on its path.
pub(super) type Kills = ArrayVec<Square, 2>;

/// A ply as the other engine receives it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::cecp) enum Relayed {
    /// All of the ply.
    Whole(Ply),
    /// A move relayed with only its last kill.
    Reduced {
        from: Square,
        to: Square,
        kill: Square,
    },
}

impl Ply {
    /// Returns a move without kills.
    pub(super) fn step(from: Square, to: Square, letter: Option<u8>) -> Ply {
        Ply::Move(Move {
            from,
            to,
            kills: Kills::new(),
            letter,
        })
    }

    /// Returns the ply as an engine sends it to `XBoard`. Two kills can only be written in long
    /// algebraic notation: of three legs `XBoard` loses the last.
    pub(in crate::cecp) fn text(&self, size: Size) -> String {
        match self {
            Ply::Move(ply) if ply.kills.len() == 2 => {
                let name = |square| size.name(square);
                format!(
                    "{}x{}x{}-{}",
                    name(ply.from),
                    name(ply.kills[0]),
                    name(ply.kills[1]),
                    name(ply.to),
                )
            }
            _ => legs(self, size),
        }
    }
}

/// Returns the ply as legs, joined by commas: `b3c4,c4d5q`.
fn legs(ply: &Ply, size: Size) -> String {
    let ply = match ply {
        Ply::Pass => return "@@@@".to_owned(),
        Ply::Drop { letter, to } => return format!("{}@{}", char::from(*letter), size.name(*to)),
        Ply::Move(ply) => ply,
    };
    let mut text = size.name(ply.from);
    for &kill in &ply.kills {
        let name = size.name(kill);
        text.extend([&name, ",", &name]);
    }
    text += &size.name(ply.to);
    text.extend(
        ply.letter
            .map(|letter| char::from(letter.to_ascii_lowercase())),
    );
    text
}

impl Relayed {
    /// Returns the text that the other engine receives.
    pub(in crate::cecp) fn text(&self, size: Size) -> String {
        match *self {
            Relayed::Whole(ref ply) => legs(ply, size),
            Relayed::Reduced { from, to, kill } => {
                // The last square is meaningless: a neighbor of the end square, possibly off the
                // board.
                let is_left = size.file(kill) > size.file(to);
                let file = size.file(to) + if is_left { b'a' - 1 } else { b'a' + 1 };
                let [from, to, kill] = [from, to, kill].map(|at| size.name(at));
                let beside = format!("{}{}", char::from(file), &to[1..]);
                format!("{from}{to},{kill}{beside}")
            }
        }
    }

    /// Whether `text`, received from `XBoard`, is this ply.
    pub(in crate::cecp) fn is_written(&self, text: &Received) -> bool {
        match (self, text) {
            (Relayed::Whole(ply), Received::Whole(received)) => ply == received,
            (Relayed::Whole(Ply::Move(ply)), Received::Legs(legs, letter)) => {
                let start = [ply.from].into_iter().chain(ply.kills.iter().copied());
                let end = ply.kills.iter().copied().chain([ply.to]).map(Some);
                *letter == ply.letter && start.zip(end).eq(legs.iter().copied())
            }
            (&Relayed::Reduced { from, to, kill }, Received::Legs(legs, _)) => {
                matches!(legs[..], [first, second] if first == (from, Some(to)) && second.0 == kill)
            }
            _ => false,
        }
    }
}

/// The parsed text of a ply from `XBoard`. The meaning of two legs depends on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cecp) enum Received {
    /// A pass, a drop, or a move of one leg.
    Whole(Ply),
    /// Two or three legs, each with start and end, and the letter after them. The last end may be
    /// off the board, where it is meaningless.
    Legs(ArrayVec<(Square, Option<Square>), 3>, Option<u8>),
}

impl Received {
    /// Parses a ply's text; `None` if it is not one.
    pub(in crate::cecp) fn parse(text: &str, size: Size) -> Option<Received> {
        if text == "@@@@" {
            return Some(Received::Whole(Ply::Pass));
        }
        if let [letter, b'@', ..] = *text.as_bytes() {
            let letter = letter.is_ascii_alphabetic().then_some(letter)?;
            let to = size.parse(&text[2..])?;
            let letter = letter.to_ascii_uppercase();
            return Some(Received::Whole(Ply::Drop { letter, to }));
        }
        let mut legs = ArrayVec::new();
        let mut rest = text;
        loop {
            let (from, after) = size.parse_prefix(rest)?;
            let (to, after) = size.parse_end(after)?;
            legs.try_push((from, to)).ok()?;
            let Some(next) = after.strip_prefix(',') else {
                rest = after;
                break;
            };
            rest = next;
        }
        let letter = match *rest.as_bytes() {
            [] => None,
            [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_uppercase()),
            _ => return None,
        };
        match legs[..] {
            [(from, to)] => Some(Received::Whole(Ply::step(from, to?, letter))),
            [(_, Some(_)), _] | [(_, Some(_)), (_, Some(_)), (_, Some(_))] => {
                Some(Received::Legs(legs, letter))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { files: 8, ranks: 8 };

    fn at(name: &str) -> Square {
        SIZE.parse(name).unwrap()
    }

    fn ply(from: &str, kills: &[&str], to: &str, letter: Option<u8>) -> Ply {
        Ply::Move(Move {
            from: at(from),
            to: at(to),
            kills: kills.iter().map(|name| at(name)).collect(),
            letter,
        })
    }

    #[test]
    fn an_engine_says_two_kills_in_long_notation_and_all_else_in_legs() {
        let texts = [
            (Ply::Pass, "@@@@"),
            (
                Ply::Drop {
                    letter: b'H',
                    to: at("e5"),
                },
                "H@e5",
            ),
            (ply("e2", &[], "e4", None), "e2e4"),
            (ply("a1", &[], "a4", Some(b'S')), "a1a4s"),
            (ply("b3", &["c4"], "d5", Some(b'Q')), "b3c4,c4d5q"),
            (ply("b1", &["h2"], "h2", None), "b1h2,h2h2"),
            (ply("b3", &["c4", "d5"], "e6", None), "b3xc4xd5-e6"),
            (ply("e1", &["d5", "c4"], "e1", None), "e1xd5xc4-e1"),
        ];
        for (ply, text) in texts {
            assert_eq!(ply.text(SIZE), text);
            assert!(text.split(',').all(|leg| leg.len() < 20), "{text}");
        }
    }

    #[test]
    fn a_ply_matches_its_relayed_text() {
        let relayed = [
            (Relayed::Whole(Ply::Pass), "@@@@"),
            (Relayed::Whole(ply("e2", &[], "e4", None)), "e2e4"),
            (
                Relayed::Whole(ply("b3", &["c4"], "d5", Some(b'Q'))),
                "b3c4,c4d5q",
            ),
            (
                Relayed::Whole(ply("b3", &["c4", "d5"], "e6", None)),
                "b3c4,c4d5,d5e6",
            ),
            (
                Relayed::Reduced {
                    from: at("b3"),
                    to: at("c5"),
                    kill: at("a1"),
                },
                "b3c5,a1d5",
            ),
        ];
        for (index, (ply, text)) in relayed.iter().enumerate() {
            assert_eq!(ply.text(SIZE), *text);
            let received = Received::parse(text, SIZE).unwrap();
            for (other_index, (other, _)) in relayed.iter().enumerate() {
                assert_eq!(other.is_written(&received), index == other_index, "{text}");
            }
        }
        // The last square of the reduced form is meaningless.
        for text in ["b3c5,a1b5", "b3c5,a1`5", "b3c5,a1i5"] {
            let received = Received::parse(text, SIZE).unwrap();
            assert!(relayed[4].0.is_written(&received), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_ply_is_not_read() {
        let texts = [
            "",
            "@",
            "@@@",
            "@@@@@",
            "H@",
            "H@i9",
            "1@e4",
            "e2",
            "e2e9",
            "e2e4,",
            "e2e4,e4",
            "e2e4qq",
            "e2e4=",
            "e2e4 ",
            "e2e4,e4e5,e5e6,e6e7",
            "é2e4",
            "e2e4,e4e5é",
            "0000",
        ];
        for text in texts {
            assert_eq!(Received::parse(text, SIZE), None, "{text}");
        }
    }
}
