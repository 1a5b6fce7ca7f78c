//! Texts of turns (`docs/rules/notation.md`, *crazy*).

use jabberwock_game::{Position as _, Step, Turn, TurnError};

use super::{
    board::Level,
    knight_ways::way,
    movegen,
    moves::{Move, StepKind},
    pending::Pending,
    piece::Piece,
    position::Position,
};
use crate::{board::Square, fide::Role};

/// The place of a piece: a square, and a level if it is not the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    square: Square,
    level: Level,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.square)?;
        if self.level > 0 {
            write!(f, "^{}", self.level)?;
        }
        Ok(())
    }
}

const fn place(square: Square, level: Level) -> Place {
    Place { square, level }
}

/// Writes a turn, or the beginning of one.
pub(super) fn turn_text(turn: &[Step]) -> String {
    let mut text = String::new();
    let mut linked = false;
    for &step in turn {
        let mv = Move::unpack(step);
        let from = place(mv.from, mv.level);
        let jump = if mv.jump { "^" } else { "" };
        let part = match mv.kind {
            StepKind::Go | StepKind::Castle => {
                let comma = if text.is_empty() { "" } else { "," };
                format!("{comma}{from}{}{jump}", mv.to)
            }
            StepKind::Way | StepKind::Inner => {
                format!(
                    "{from}{}{jump}x{}",
                    mv.to,
                    place(mv.captures_on(), mv.other)
                )
            }
            StepKind::Round => format!("{from}*"),
            StepKind::Link if linked => format!("+{from}"),
            StepKind::Link => format!("{from}={}", place(mv.to, mv.other)),
        };
        linked = mv.kind == StepKind::Link;
        text += &part;
        text.extend(mv.promotion.map(Role::letter));
    }
    text
}

/// A parsed text of a turn, before it is compared with a position.
#[derive(Clone, Debug)]
enum ParsedTurn {
    /// A piece moves, a knight captures on its way, or a king makes its two steps.
    Steps(Vec<Leg>),
    Round(Place),
    Disguise(Vec<Place>, Place),
}

#[derive(Clone, Copy, Debug)]
struct Leg {
    from: Place,
    to: Square,
    jump: bool,
    captures: Option<Place>,
}

/// Reads from the beginning of a text.
struct Reader<'a>(&'a str);

impl Reader<'_> {
    fn eat(&mut self, letter: char) -> bool {
        match self.0.strip_prefix(letter) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    fn square(&mut self) -> Result<Square, &'static str> {
        let square = self.0.get(..2).and_then(Square::parse);
        let square = square.ok_or("a square is missing")?;
        self.0 = &self.0[2..];
        Ok(square)
    }

    /// Parses a level after its `^`: from 1 to 31.
    fn level(&mut self) -> Result<Level, &'static str> {
        let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let (text, rest) = self.0.split_at(digits);
        self.0 = rest;
        let level = text.parse().unwrap_or(0);
        if text.starts_with('0') || !(1..32).contains(&level) {
            return Err("a level is a number from 1 to 31");
        }
        Ok(level)
    }

    fn place(&mut self) -> Result<Place, &'static str> {
        let square = self.square()?;
        let level = if self.eat('^') { self.level()? } else { 0 };
        Ok(place(square, level))
    }

    fn leg(&mut self, from: Place) -> Result<Leg, &'static str> {
        let to = self.square()?;
        let jump = self.eat('^');
        let captures = if self.eat('x') {
            Some(self.place()?)
        } else {
            None
        };
        Ok(Leg {
            from,
            to,
            jump,
            captures,
        })
    }

    fn parsed(&mut self) -> Result<ParsedTurn, &'static str> {
        const MAX_PAWNS: usize = 8;
        let first = self.place()?;
        if self.eat('*') {
            return Ok(ParsedTurn::Round(first));
        }
        if self.eat('=') {
            let piece = self.place()?;
            let mut pawns = vec![first];
            while self.eat('+') {
                pawns.push(self.place()?);
                if pawns.len() > MAX_PAWNS {
                    return Err("more pawns than there are");
                }
            }
            return Ok(ParsedTurn::Disguise(pawns, piece));
        }
        let mut legs = vec![self.leg(first)?];
        if self.eat(',') {
            let from = self.place()?;
            legs.push(self.leg(from)?);
        }
        Ok(ParsedTurn::Steps(legs))
    }

    fn promotion(&mut self) -> Result<Option<Role>, &'static str> {
        let Some(letter) = self.0.chars().next() else {
            return Ok(None);
        };
        let role = Role::from_letter(letter).filter(|role| Role::PROMOTIONS.contains(role));
        let role = role.ok_or("it goes on after its end")?;
        self.0 = &self.0[1..];
        if self.0.is_empty() {
            Ok(Some(role))
        } else {
            Err("it goes on after the promotion letter")
        }
    }
}

/// Reads a legal turn.
pub(super) fn parse_turn(pos: &Position, text: &str) -> Result<Turn, TurnError> {
    let mut reader = Reader(text);
    let read = reader
        .parsed()
        .and_then(|parsed| Ok((parsed, reader.promotion()?)));
    let (parsed, promotion) = read.map_err(|reason| TurnError::malformed(text, reason))?;
    steps(pos, &parsed, promotion).map_err(|reason| TurnError::illegal(text, reason))
}

/// Returns the steps of a turn, all legal.
fn steps(pos: &Position, parsed: &ParsedTurn, promotion: Option<Role>) -> Result<Turn, String> {
    let moves = match parsed {
        ParsedTurn::Steps(legs) => legs_moves(pos, legs)?,
        ParsedTurn::Round(from) => {
            owner(pos, *from)?;
            vec![Move {
                kind: StepKind::Round,
                ..Move::go(from.square, from.level, from.square)
            }]
        }
        ParsedTurn::Disguise(pawns, piece) => {
            let mut target = *piece;
            let mut moves = Vec::new();
            for &pawn in pawns {
                moves.push(Move {
                    kind: StepKind::Link,
                    other: target.level,
                    last: false,
                    ..Move::go(pawn.square, pawn.level, target.square)
                });
                target = pawn;
            }
            moves
        }
    };
    let mut turn = Turn::new();
    let mut at = pos.clone();
    for (index, &mv) in moves.iter().enumerate() {
        let mut mv = mv;
        if index + 1 == moves.len() {
            mv.promotion = promotion;
            mv.last = true;
        }
        if !at.is_legal(mv.pack()) {
            return Err(reason_of_illegality(&at, mv));
        }
        turn.push(mv.pack());
        at.play(mv.pack());
    }
    Ok(turn)
}

/// Returns the role of the piece on `from`, which must be the mover's.
fn owner(pos: &Position, from: Place) -> Result<Role, String> {
    match pos.board().at(from.square, from.level) {
        None => Err(format!("no piece is on {from}")),
        Some(piece) if piece.color() != pos.turn() => {
            Err(format!("the piece on {from} is {}'s", piece.color()))
        }
        Some(piece) => Ok(piece.role()),
    }
}

fn legs_moves(pos: &Position, legs: &[Leg]) -> Result<Vec<Move>, String> {
    let first = legs[0];
    let role = owner(pos, first.from)?;
    if (role == Role::King) != (legs.len() == 2) {
        return Err(if role == Role::King {
            "a king makes two steps, like e1e2,e2e3".to_owned()
        } else {
            format!("a {} makes one step", role.name())
        });
    }
    let mut moves = Vec::new();
    for (index, leg) in legs.iter().enumerate() {
        let (from, to) = (leg.from.square, leg.to);
        let go = Move {
            jump: leg.jump,
            last: index + 1 == legs.len(),
            ..Move::go(from, leg.from.level, to)
        };
        if from == to {
            return Err(format!("a step cannot end on {to}, where it started"));
        }
        if index == 1 && leg.from != place(first.to, 0) {
            return Err(format!(
                "the king's second step starts from {}, without a level",
                first.to
            ));
        }
        let castles = role == Role::King && index == 0 && from.distance(to) == 2;
        moves.push(match leg.captures {
            None if castles => Move {
                kind: StepKind::Castle,
                ..go
            },
            None => go,
            Some(piece) => knight(role, go, piece)?,
        });
    }
    Ok(moves)
}

/// Returns a knight's capture of the piece on `piece` during its move.
fn knight(role: Role, go: Move, piece: Place) -> Result<Move, String> {
    if role != Role::Knight {
        return Err(format!("a {} does not capture on its way", role.name()));
    }
    let other = piece.level;
    if piece.square == go.to {
        return if other == 0 {
            Err("the base of the end square is captured without x".to_owned())
        } else {
            Ok(Move {
                kind: StepKind::Inner,
                other,
                ..go
            })
        };
    }
    let (from, to) = (go.from, go.to);
    let (path, _) = crate::board::attacks::knight(from)
        .contains(to)
        .then(|| (0..).zip(way(from, to)).find(|&(_, at)| at == piece.square))
        .flatten()
        .ok_or_else(|| {
            format!(
                "{} is not on a knight's way from {from} to {to}",
                piece.square
            )
        })?;
    Ok(Move {
        kind: StepKind::Way,
        other,
        path,
        ..go
    })
}

/// Returns the reason why `mv` is not legal.
fn reason_of_illegality(pos: &Position, mv: Move) -> String {
    let with = |promotion| pos.is_legal(Move { promotion, ..mv }.pack());
    if mv.promotion.is_none() && Role::PROMOTIONS.into_iter().any(|role| with(Some(role))) {
        return "a promotion letter q, r, b or n is missing".to_owned();
    }
    if mv.promotion.is_some() && with(None) {
        return "no pawn of the player promotes".to_owned();
    }
    let plain = Move {
        promotion: None,
        last: mv.last || mv.kind == StepKind::Link,
        ..mv
    };
    if movegen::is_pseudo_legal(pos, plain) {
        return if mv.last {
            "the king would be lost or in check".to_owned()
        } else if mv.kind == StepKind::Link {
            "the next pawn cannot go on, or the king would be in check".to_owned()
        } else {
            "no second step leaves the king safe".to_owned()
        };
    }
    let (from, to) = (place(mv.from, mv.level), mv.to);
    match mv.kind {
        StepKind::Castle => "castling is not possible here".to_owned(),
        StepKind::Round => format!("no queen captures all round from {from}"),
        StepKind::Link => format!(
            "no pawn on {from} can take the place of a piece on {}",
            place(to, mv.other)
        ),
        StepKind::Way | StepKind::Inner => {
            let captured = place(mv.captures_on(), mv.other);
            format!("the knight cannot capture on {captured} going to {to}")
        }
        StepKind::Go => {
            let rook = pos.board().base(to).map(Piece::role) == Some(Role::Rook);
            if mv.jump && !rook {
                return format!("there is no rook on {to} to jump into");
            }
            let own = pos.board().color(pos.turn()).contains(to);
            if own && !mv.jump {
                let more = if rook { ": jump inside it with ^" } else { "" };
                return format!("{to} holds a piece of the same player{more}");
            }
            let role = match pos.pending() {
                Pending::Nothing => pos.board().at(mv.from, mv.level).map(Piece::role),
                _ => Some(Role::King),
            };
            let name = role.map_or("piece", Role::name);
            format!("the {name} cannot go from {from} to {to}")
        }
    }
}
