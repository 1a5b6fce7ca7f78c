//! The expected display of a recorded game's last position in XBoard, read from
//! `jabberwock show --json`.

use serde_json::Value;

use crate::program::answer;

/// The letters of pieces by glyph and form. A rook that carries pieces has letters of its own.
const LETTERS: [(&str, Option<&str>, char); 16] = [
    ("king", None, 'k'),
    ("queen", None, 'q'),
    ("rook", None, 'r'),
    ("bishop", None, 'b'),
    ("bishop", Some("ghost"), 'g'),
    ("knight", None, 'n'),
    ("pawn", None, 'p'),
    ("hopper", None, 'h'),
    ("ape", None, 'a'),
    ("monk", None, 'm'),
    ("samurai", None, 's'),
    ("courtesan", None, 'c'),
    ("chakra", Some("knight"), 'w'),
    ("chakra", Some("king"), 't'),
    ("archbishop", None, 'a'),
    ("merchant", None, 'm'),
];

/// Checks that `board`, which XBoard has saved, shows the position after the game on the first line
/// of `record`.
///
/// # Panics
/// If it shows another one, or the record cannot be replayed.
pub(crate) fn assert_shown(board: &str, record: &str) {
    let shown = board.split([' ', '[']).next();
    assert_eq!(shown, Some(last_placement(record).as_str()), "{board}");
}

/// Returns the placement, as in FEN, of the position after the game on the first line of `record`.
fn last_placement(record: &str) -> String {
    let game: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
    let turns: Vec<&str> = game["turns"].as_array().unwrap().iter().map(text).collect();
    let [variant, start] = [&game["variant"], &game["start"]].map(text);
    let turns = turns.join(" ");
    let scene = answer(&[
        "show",
        variant,
        "--json",
        "--position",
        start,
        "--moves",
        &turns,
    ]);
    placement(&serde_json::from_str(&scene).unwrap())
}

fn placement(scene: &Value) -> String {
    let squares = scene["squares"].as_array().unwrap();
    let rank = |rank: char| {
        let mut row = String::new();
        let mut empty = 0;
        for file in 'a'..='h' {
            let name = format!("{file}{rank}");
            let shown = squares.iter().find(|at| text(&at["square"]) == name);
            let Some(square) = shown else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                row += &empty.to_string();
            }
            empty = 0;
            row.push(letter(square["layers"].as_array().unwrap()));
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        row
    };
    let rows: Vec<String> = ('1'..='8').rev().map(rank).collect();
    rows.join("/")
}

/// Returns the letter for the layers of a square: the piece there, or else what is on the floor.
fn letter(layers: &[Value]) -> char {
    let at = |level: &'static str| layers.iter().filter(move |layer| layer["level"] == level);
    let shown = at("on").chain(at("floor")).next().unwrap();
    let (glyph, form) = (text(&shown["glyph"]), shown["form"].as_str());
    let carries_king = |is_own: bool| {
        at("inside")
            .any(|layer| layer["glyph"] == "king" && (layer["owner"] == shown["owner"]) == is_own)
    };
    let letter = match (
        at("inside").count(),
        carries_king(true),
        carries_king(false),
    ) {
        (0, ..) => plain_letter(glyph, form),
        (_, true, true) => 'w',
        (_, true, false) => 't',
        (_, false, true) => 'u',
        (_, false, false) => 'l',
    };
    match text(&shown["owner"]) {
        "white" => letter.to_ascii_uppercase(),
        _ => letter,
    }
}

fn plain_letter(glyph: &str, form: Option<&str>) -> char {
    let mut letters = LETTERS.iter();
    let found = letters.find(|(name, shape, _)| (*name, *shape) == (glyph, form));
    found.unwrap_or_else(|| panic!("{glyph} {form:?}")).2
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}
