//! A game in progress that `XBoard` sends to an engine before it has read the engine's features.
//!
//! `XBoard` starts a second engine for an analysis by two, and immediately sends, by commands of
//! the protocol's first version, the board (`edit`) and all plies. Whether turns are written as
//! plies or natively is only known when it has answered the feature `extmoves`, so these lines are
//! deferred until then.

use jabberwock_game::Color;

use super::{State, gui::Deferred, xboard::UNKNOWN_FEATURE};
use crate::cecp::{
    command::{self, Command},
    reply::Reply,
    xboard::rank_text,
};

/// Maximum number of deferred lines. `XBoard` ends a game at its 1,000th ply.
const MAX_LINES: usize = 4096;

/// Maximum length of a deferred line, in bytes.
const MAX_LINE_LENGTH: usize = 256;

/// Commands of clients that have read the features, or ignore them.
const NATIVE: [&str; 6] = ["accepted", "go", "new", "ping", "setboard", "usermove"];

impl State {
    /// Defers `line` if its interpretation is not known yet; returns whether it does. Previously
    /// deferred lines are handled first if the client turns out to read native turns.
    pub(super) fn defer(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default();
        let is_about_turns = words.next() == Some(UNKNOWN_FEATURE);
        match (&mut self.gui.deferred, word) {
            (Deferred::Unanswered, "accepted") if is_about_turns => {
                self.gui.deferred = Deferred::Off;
                return false;
            }
            (Deferred::Unanswered, "edit") => {
                self.gui.deferred = Deferred::Lines(vec![line.to_owned()]);
            }
            (Deferred::Lines(_), "quit" | "rejected") => return false,
            (Deferred::Lines(_), "accepted") if !is_about_turns => return false,
            (Deferred::Lines(lines), word)
                if !NATIVE.contains(&word)
                    && lines.len() < MAX_LINES
                    && line.len() <= MAX_LINE_LENGTH =>
            {
                lines.push(line.to_owned());
            }
            (Deferred::Lines(lines), _) => {
                let lines = std::mem::take(lines);
                self.gui.deferred = Deferred::Off;
                for line in lines {
                    self.handle_now(&line);
                }
                return false;
            }
            _ => return false,
        }
        true
    }

    /// Handles the deferred lines, now that the client is known to be `XBoard`.
    pub(super) fn read_deferred_game(&mut self) {
        let Deferred::Lines(lines) = std::mem::take(&mut self.gui.deferred) else {
            return;
        };
        let mut lines = lines.iter().map(|line| line.trim()).skip(1);
        let edited: Vec<&str> = lines.by_ref().take_while(|&line| line != ".").collect();
        let has_castling = self.gui.shown_game.is_none();
        let position = fen(&edited, self.session.turn(), has_castling);
        self.handle_now(&format!("setboard {position}"));
        for line in lines {
            match command::parse(line) {
                Ok(Some(Command::Bare(ply))) => self.play_earlier_ply(&ply),
                _ => self.handle_now(line),
            }
        }
    }

    /// Makes a ply of the game so far. If it cannot be read the engine has no position: after
    /// `Illegal move` `XBoard` would take back a ply of the game.
    fn play_earlier_ply(&mut self, ply: &str) {
        if !self.is_position_refused && self.user_move(ply).is_err() {
            self.refuse_position();
            self.print(Reply::Error {
                reason: "the game so far cannot be read".to_owned(),
                line: ply.to_owned(),
            });
        }
    }
}

/// The castling rights: letter, king, rook, the index of their rank, the index of the rook's file.
/// The king's file is e.
const HOMES: [(char, char, char, usize, usize); 4] = [
    ('K', 'K', 'R', 0, 7),
    ('Q', 'K', 'R', 0, 0),
    ('k', 'k', 'r', 7, 7),
    ('q', 'k', 'r', 7, 0),
];

/// Returns the FEN of the board described by the lines between `edit` and `.`: `#` empties it,
/// `Pa2` puts a piece there, White's until `c`. Kings and rooks on their origin squares have the
/// right to castle if `has_castling`.
fn fen(edited: &[&str], side: Color, has_castling: bool) -> String {
    let mut board = [[None; 8]; 8];
    let mut is_black = false;
    for line in edited {
        match line.as_bytes() {
            b"#" => board = [[None; 8]; 8],
            b"c" => is_black = !is_black,
            &[piece, file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                let piece = if is_black {
                    piece.to_ascii_lowercase()
                } else {
                    piece.to_ascii_uppercase()
                };
                board[usize::from(rank - b'1')][usize::from(file - b'a')] = Some(char::from(piece));
            }
            _ => {}
        }
    }
    let mut rights = String::new();
    for (right, king, rook, rank, file) in HOMES {
        if has_castling && board[rank][4] == Some(king) && board[rank][file] == Some(rook) {
            rights.push(right);
        }
    }
    if rights.is_empty() {
        rights.push('-');
    }
    let side = if side == Color::White { 'w' } else { 'b' };
    let ranks = board
        .iter()
        .rev()
        .map(|rank| rank_text(rank.iter().copied()));
    let ranks: Vec<String> = ranks.collect();
    format!("{} {side} {rights} -", ranks.join("/"))
}
