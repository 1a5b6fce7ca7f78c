//! Texts of positions and turns (`docs/rules/notation.md`, *denial*).

use jabberwock_game::{Color, Position as _, PositionError, Step, Turn, TurnError, for_each_turn};

use super::{
    base::{Base, Steps},
    layer::Layer,
    position::{DENY, DRAW, Position, without_letter},
    right::{MAX_DENIALS, Right},
};

/// The number of fields of the base's texts, including counters.
const BASE_FIELDS: usize = 6;
/// The texts of turns that are not turns of the base.
pub(super) const DENY_TEXT: &str = "deny";
pub(super) const DRAW_TEXT: &str = "draw";

const RIGHT: &str = "denial";
const LAST: &str = "last turn";

/// Writes the base's fields, the right and the last turn.
pub(super) fn text<B: Base>(layer: &Layer<B>, pos: &Position<B>) -> String {
    let base = layer.base.text(pos.now());
    let Right {
        holder,
        count,
        immune,
    } = pos.right();
    let immune = if immune { "!" } else { "" };
    let last = if let Some(turn) = pos.excluded() {
        format!("x:{}", layer.base.turn_text(pos.now(), turn))
    } else if let Some((before, turn)) = pos.deniable() {
        let fields = layer.base.text(before).replace(' ', "_");
        format!("d:{}@{fields}", layer.base.turn_text(before, turn))
    } else {
        "-".to_owned()
    };
    format!("{base} {}{count}{immune} {last}", holder.letter())
}

/// Reads the base's fields and, if present, the right and the last turn (D18).
pub(super) fn parse<B: Base>(layer: &Layer<B>, text: &str) -> Result<Position<B>, PositionError> {
    let mut words = text.split_ascii_whitespace();
    let base: Vec<&str> = words.by_ref().take(BASE_FIELDS).collect();
    let now = layer.base.parse(&base.join(" "))?;
    let Some(word) = words.next() else {
        return Ok(Position::new(now, Right::START, layer.options));
    };
    let right = read_right(word)?;
    let last = words.next().ok_or(PositionError::Missing { field: LAST })?;
    if let Some(rest) = words.next() {
        return Err(PositionError::trailing(rest));
    }
    let holds = right.holder == now.turn();
    let pos = Position::new(now, right, layer.options);
    let wrong = |reason: &'static str| Err(PositionError::field(LAST, last, reason));
    if last == "-" {
        Ok(pos)
    } else if let Some(turn) = last.strip_prefix("x:") {
        if !holds {
            return wrong("only the holder of the right is denied a movement");
        }
        if !right.immune {
            return wrong("after a denial the next move of the other player cannot be denied");
        }
        read_excluded(layer, pos, turn).or_else(wrong)
    } else if let Some(turn) = last.strip_prefix("d:") {
        if !holds {
            return wrong("the player to move does not hold the right");
        }
        if right.immune {
            return wrong("the move could not be denied");
        }
        read_deniable(layer, pos, turn).or_else(wrong)
    } else {
        wrong("neither \"-\" nor x: or d: and a move")
    }
}

/// Reads `b0` or `w1!`.
fn read_right(text: &str) -> Result<Right, PositionError> {
    let wrong = |reason: &'static str| Err(PositionError::field(RIGHT, text, reason));
    let mut letters = text.chars();
    let Some(holder) = letters.next().and_then(Color::from_letter) else {
        return wrong("the holder is neither w nor b");
    };
    let count = letters.next().and_then(|digit| digit.to_digit(10));
    let Some(count) = count.filter(|&count| count <= u32::from(MAX_DENIALS)) else {
        return wrong("the number of denials is none of 0, 1, 2, 3");
    };
    let immune = match letters.as_str() {
        "" => false,
        "!" => true,
        _ => return wrong("more than the holder, the number of denials and !"),
    };
    if immune && count == 0 {
        return wrong("without a denial every move can be denied");
    }
    Ok(Right {
        holder,
        count: count as u8,
        immune,
    })
}

/// Returns the first legal turn of `pos` with the text `text`, apart from its choice of promotion,
/// that leads to a position for which `is_wanted` is true.
fn find<B: Base>(
    layer: &Layer<B>,
    pos: &B::Position,
    text: &str,
    is_wanted: impl Fn(&B::Position) -> bool,
) -> Option<Turn> {
    let mut found = None;
    for_each_turn(pos, &mut |turn, after| {
        if found.is_none() && is_wanted(after) {
            let written = layer
                .base
                .turn_text(pos, without_letter::<B>(turn).as_slice());
            found = (written == text).then(|| Turn::from_slice(turn));
        }
    });
    found
}

fn can_be_denied<B: Base>(layer: &Layer<B>, before: &B::Position, turn: &[Step]) -> bool {
    B::movement(before, turn).denial.holds(layer.options.soft)
}

fn read_excluded<B: Base>(
    layer: &Layer<B>,
    pos: Position<B>,
    text: &str,
) -> Result<Position<B>, &'static str> {
    let turn = find(layer, pos.now(), text, |_| true)
        .ok_or("no legal move is written like this, without a letter of promotion")?;
    if !can_be_denied(layer, pos.now(), &turn) {
        return Err("the move cannot be denied");
    }
    Ok(pos.with_excluded(&turn))
}

fn read_deniable<B: Base>(
    layer: &Layer<B>,
    pos: Position<B>,
    text: &str,
) -> Result<Position<B>, &'static str> {
    let (turn, fields) = text
        .split_once('@')
        .ok_or("no @ between the move and the position before it")?;
    if fields.split('_').any(str::is_empty) {
        return Err("the fields before the move are not joined by single underscores");
    }
    let before = layer
        .base
        .parse(&fields.replace('_', " "))
        .map_err(|_| "the fields before the move are no position")?;
    let turn = find(layer, &before, turn, |after| after == pos.now())
        .ok_or("no legal move that is written like this leads here")?;
    if !can_be_denied(layer, &before, &turn) {
        return Err("the move cannot be denied");
    }
    Ok(pos.with_deniable(before, &turn))
}

/// Writes a turn.
pub(super) fn turn_text<B: Base>(layer: &Layer<B>, pos: &Position<B>, turn: &[Step]) -> String {
    match turn {
        [DENY] => DENY_TEXT.to_owned(),
        [DRAW] => DRAW_TEXT.to_owned(),
        _ => layer.base.turn_text(pos.now(), turn),
    }
}

/// Reads a legal turn.
pub(super) fn parse_turn<B: Base>(
    layer: &Layer<B>,
    pos: &Position<B>,
    text: &str,
) -> Result<Turn, TurnError> {
    let illegal = |reason: &'static str| Err(TurnError::illegal(text, reason));
    match text {
        DENY_TEXT | DRAW_TEXT if pos.outcome().is_some() => illegal("the game is over"),
        DENY_TEXT if pos.may_deny() => Ok(Turn::from_slice(&[DENY])),
        DENY_TEXT => illegal(no_denial(pos)),
        DRAW_TEXT if pos.offered_draw().is_some() => Ok(Turn::from_slice(&[DRAW])),
        DRAW_TEXT => illegal("the player to move may not make the game a draw"),
        _ => {
            let turn = layer.base.parse_turn(pos.now(), text)?;
            if pos.outcome().is_some() {
                illegal("the game is over")
            } else if pos.excludes(&turn) {
                illegal("the movement has been denied")
            } else {
                Ok(turn)
            }
        }
    }
}

/// Returns the reason why the player to move may not deny.
fn no_denial<B: Base>(pos: &Position<B>) -> &'static str {
    let right = pos.right();
    if right.holder != pos.turn() {
        "the player to move does not hold the right"
    } else if pos.excluded().is_some() {
        "a denial is answered by a move"
    } else {
        "the last move cannot be denied"
    }
}
