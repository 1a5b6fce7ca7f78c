//! Texts of positions and turns, read if they are good ones, and written canonically.

use std::{collections::BTreeMap, rc::Rc};

use super::{InnerGame, MegaOracle, MegaPiece, Square, State, Step, Turn, start};
use crate::{
    board::{join_row, or_dash, side_letter},
    chess::{read_fen, write_fen},
};

const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub(super) fn name((rank, file): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn square(text: &str) -> Square {
    let bytes = text.as_bytes();
    assert_eq!(bytes.len(), 2, "{text} is a square");
    (i32::from(bytes[1] - b'1'), i32::from(bytes[0] - b'a'))
}

pub(super) fn step(step: Step) -> String {
    let promotion = step.promotion.map(String::from).unwrap_or_default();
    format!("{}{}{promotion}", name(step.from), name(step.to))
}

/// Splits the text between the braces into its parts, each `squares` and `text`.
fn parts(text: &str) -> Vec<(Vec<Square>, String)> {
    let inner = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'));
    let inner = inner.unwrap_or_else(|| panic!("{text} has braces"));
    let mut parts: Vec<String> = vec![String::new()];
    let mut depth = 0;
    for letter in inner.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ';' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("a part").push(letter);
        }
    }
    parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (places, text) = part.split_once('=').expect("squares and text");
            (places.split(',').map(square).collect(), text.to_owned())
        })
        .collect()
}

/// Returns the inverse: equal texts grouped, groups ordered by their first square.
fn joined(texts: &BTreeMap<Square, String>) -> String {
    let mut groups: Vec<(Vec<Square>, &String)> = Vec::new();
    for (&at, text) in texts {
        if let Some((places, _)) = groups.iter_mut().find(|(_, known)| *known == text) {
            places.push(at);
        } else {
            groups.push((vec![at], text));
        }
    }
    let groups = groups.into_iter().map(|(places, text)| {
        let places: Vec<String> = places.into_iter().map(name).collect();
        format!("{}={text}", places.join(","))
    });
    format!("{{{}}}", groups.collect::<Vec<_>>().join(";"))
}

/// Exchanges a character for another outside braces.
fn exchange(text: &str, old: char, new: char) -> String {
    let mut depth = 0;
    text.chars()
        .map(|letter| {
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            if letter == old && depth == 0 {
                new
            } else {
                letter
            }
        })
        .collect()
}

fn piece_text(piece: &MegaPiece) -> String {
    let letter = if piece.white {
        piece.letter
    } else {
        piece.letter.to_ascii_lowercase()
    };
    let state = match piece.state {
        State::Neutral => "",
        State::Armed => "+",
        State::Disarmed => "-",
        State::Dethroned => "!",
    };
    format!("{letter}{state}")
}

impl Turn {
    pub(super) fn read(text: &str) -> Turn {
        if !text.starts_with('{') {
            return Turn::Move(text.to_owned());
        }
        let mut boards = BTreeMap::new();
        for (places, text) in parts(text) {
            for at in places {
                boards.insert(at, Turn::read(&text));
            }
        }
        Turn::Boards(boards)
    }

    pub(super) fn write(&self) -> String {
        match self {
            Turn::Move(text) => text.clone(),
            Turn::Boards(boards) => {
                let texts = boards.iter().map(|(&at, turn)| (at, turn.write()));
                joined(&texts.collect())
            }
        }
    }
}

impl InnerGame {
    /// Reads a game of `level`.
    pub(super) fn read(text: &str, level: u32) -> InnerGame {
        if level == 0 {
            return InnerGame::Chess(read_fen(text));
        }
        InnerGame::Mega(MegaOracle::read_level(text, level))
    }

    pub(super) fn write(&self) -> String {
        match self {
            InnerGame::Chess(pos) => write_fen(pos),
            InnerGame::Mega(mega) => mega.text(),
        }
    }

    fn is_untouched(&self) -> bool {
        match self {
            InnerGame::Chess(_) => self.write() == CHESS_START,
            InnerGame::Mega(mega) => mega.text() == format!("{CHESS_START} {{}}"),
        }
    }
}

impl MegaOracle {
    pub(super) fn read_level(text: &str, level: u32) -> MegaOracle {
        let fields: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(fields.len(), 7, "{text}");
        let mut games: BTreeMap<Square, Rc<InnerGame>> = BTreeMap::new();
        for (places, text) in parts(fields[6]) {
            let game = Rc::new(InnerGame::read(&exchange(&text, '_', ' '), level - 1));
            games.extend(places.into_iter().map(|at| (at, game.clone())));
        }
        let untouched = Rc::new(start(level - 1));
        let mut pieces = BTreeMap::new();
        for (row, line) in fields[0].split('/').enumerate() {
            let mut file = 0;
            let mut last = (0, 0);
            for letter in line.chars() {
                if let Some(skip) = letter.to_digit(10) {
                    file += skip as i32;
                } else if letter.is_alphabetic() {
                    last = (7 - row as i32, file);
                    file += 1;
                    let game = games.remove(&last).unwrap_or_else(|| untouched.clone());
                    let piece = MegaPiece {
                        letter: letter.to_ascii_uppercase(),
                        white: letter.is_ascii_uppercase(),
                        state: State::Neutral,
                        game: Some(game),
                    };
                    pieces.insert(last, piece);
                } else {
                    let piece: &mut MegaPiece =
                        pieces.get_mut(&last).expect("a piece before its state");
                    piece.game = None;
                    piece.state = match letter {
                        '+' => State::Armed,
                        '-' => State::Disarmed,
                        '!' => State::Dethroned,
                        _ => panic!("{text}: state {letter}"),
                    };
                }
            }
        }
        assert!(games.is_empty(), "{text}: games nowhere");
        MegaOracle {
            level,
            pieces,
            white_to_move: fields[1] == "w",
            castling: fields[2].replace('-', ""),
            passed_over: (fields[3] != "-").then(|| square(fields[3])),
            halfmove_clock: fields[4].parse().expect("a number"),
            fullmove_number: fields[5].parse().expect("a number"),
        }
    }

    /// Returns the canonical text.
    pub(super) fn text(&self) -> String {
        let piece = |at| self.pieces.get(&at).map(piece_text);
        let row = |rank| join_row((0..8).map(|file| piece((rank, file))));
        let rows: Vec<String> = (0..8).rev().map(row).collect();
        let mut games = BTreeMap::new();
        for (&at, piece) in &self.pieces {
            if let Some(game) = piece.game.as_ref().filter(|game| !game.is_untouched()) {
                games.insert(at, exchange(&game.write(), ' ', '_'));
            }
        }
        format!(
            "{} {} {} {} {} {} {}",
            rows.join("/"),
            side_letter(self.white_to_move),
            or_dash(self.castling.clone()),
            self.passed_over.map_or("-".to_owned(), name),
            self.halfmove_clock,
            self.fullmove_number,
            joined(&games),
        )
    }
}
