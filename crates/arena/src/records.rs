//! Records of games: PGN with turns in native notation.
//!
//! Every game is one write, synchronized to the disk before the next, so a match that is killed
//! loses at most the games in progress. The next run reads from the record which games are finished.

use std::{
    fmt::Write as _,
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
};

use jabberwock_game::{ByColor, Color};
use jabberwock_variants::Entry;
use jiff::Timestamp;

use crate::{
    played_game::{PlayedGame, PlayedTurn},
    scoreboard::{GameResult, Termination},
    time_control::TimeControl,
};

/// Columns after which a line of turns is wrapped.
const WIDTH: usize = 100;

/// The tags of a game that are not part of the game itself.
#[derive(Clone, Copy, Debug)]
pub struct GameHeader<'a> {
    /// The game's number in the match, from 0.
    pub number: usize,
    /// The game.
    pub variant: &'static Entry,
    /// The players' names.
    pub names: ByColor<&'a str>,
    /// The players' time controls.
    pub time_controls: ByColor<TimeControl>,
}

/// The PGN text of a game; `start` is the position text of the variant's start.
pub fn text(header: &GameHeader<'_>, played: &PlayedGame, start: &str) -> String {
    let end = &played.end;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", "jabberwock match");
    tag("Date", &Timestamp::now().strftime("%Y.%m.%d").to_string());
    tag("Round", &(header.number + 1).to_string());
    tag("White", header.names[Color::White]);
    tag("Black", header.names[Color::Black]);
    tag("Result", end.result());
    tag("Variant", header.variant.name);
    if header.time_controls[Color::White] == header.time_controls[Color::Black] {
        tag(
            "TimeControl",
            &header.time_controls[Color::White].to_string(),
        );
    } else {
        tag(
            "WhiteTimeControl",
            &header.time_controls[Color::White].to_string(),
        );
        tag(
            "BlackTimeControl",
            &header.time_controls[Color::Black].to_string(),
        );
    }
    if played.origin != start {
        tag("SetUp", "1");
        tag("FEN", &played.origin);
    }
    tag("PlyCount", &played.turns.len().to_string());
    tag("Termination", Termination::from(&end.cause).text());
    text.push('\n');
    let mut words = Vec::new();
    for (index, played_turn) in played.turns.iter().enumerate() {
        let ply = index + usize::from(played.first == Color::Black);
        let number = match (ply.is_multiple_of(2), index) {
            (true, _) => format!("{}. ", ply / 2 + 1),
            (false, 0) => format!("{}... ", ply / 2 + 1),
            _ => String::new(),
        };
        words.push(format!("{number}{}", played_turn.turn));
        words.extend(comment(played_turn));
    }
    words.push(format!("{{{end}}}"));
    words.push(end.result().to_owned());
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column += length;
    }
    text.push_str("\n\n");
    text
}

/// `{+0.35/9 0.051s}`: score in pawns for the player, depth, time.
fn comment(played_turn: &PlayedTurn) -> Option<String> {
    let time = played_turn.time?.as_secs_f64();
    let Some(info) = &played_turn.info else {
        return Some(format!("{{{time:.3}s}}"));
    };
    let score = match info.score.mate_moves() {
        Some(moves) if moves > 0 => format!("+M{moves}"),
        Some(moves) => format!("-M{}", -moves),
        None => format!("{:+.2}", f64::from(info.score.0) / 100.0),
    };
    Some(match info.depth {
        0 => format!("{{{score} {time:.3}s}}"),
        depth => format!("{{{score}/{depth} {time:.3}s}}"),
    })
}

/// A game read from a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    /// Its number in the match, from 0.
    pub number: usize,
    /// The game's name.
    pub variant: String,
    /// The players' names.
    pub names: ByColor<String>,
    /// The position text that it started from; `None` is the variant's start.
    pub origin: Option<String>,
    /// Its result.
    pub result: GameResult,
}

/// An invalid record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The first line of the invalid game, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

/// Reads the games of a record; also returns how many bytes they take. An incomplete game at the end
/// of the text, as a killed match leaves it, is not read.
///
/// # Errors
/// If a complete game lacks a tag of this program's records.
pub fn parse(text: &str) -> Result<(Vec<RecordedGame>, usize), RecordError> {
    let mut games = Vec::new();
    let mut read = 0;
    let (mut at, mut line) = (0, 1);
    let mut begun: Option<(usize, Vec<(&str, String)>)> = None;
    let mut last = "";
    for whole in text.split_inclusive('\n') {
        at += whole.len();
        let content = whole.trim();
        if let Some(tag) = content
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            && let Some((name, value)) = tag.split_once(' ')
        {
            let (_, tags) = begun.get_or_insert_with(|| (line, Vec::new()));
            tags.push((name, unquoted(value)));
        } else if content.is_empty() && is_end(last) && whole.ends_with('\n') {
            if let Some((line, tags)) = begun.take() {
                games.push(recorded(&tags).map_err(|problem| RecordError { line, problem })?);
            }
            read = at;
        }
        last = content;
        line += 1;
    }
    Ok((games, read))
}

/// Whether a line of turns ends with a result.
fn is_end(line: &str) -> bool {
    matches!(line.rsplit(' ').next(), Some("1-0" | "0-1" | "1/2-1/2"))
}

fn unquoted(value: &str) -> String {
    let mut text = String::new();
    let value = value.trim();
    let value = value.strip_prefix('"').unwrap_or(value);
    let mut letters = value.strip_suffix('"').unwrap_or(value).chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.extend(letters.next()),
            letter => text.push(letter),
        }
    }
    text
}

fn recorded(tags: &[(&str, String)]) -> Result<RecordedGame, String> {
    let find = |name: &str| {
        let tag = tags.iter().find(|(known, _)| *known == name);
        tag.map(|(_, value)| value.as_str())
    };
    let need = |name: &str| find(name).ok_or_else(|| format!("[{name}] is missing"));
    let number = need("Round")?;
    let number = number
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_sub(1))
        .ok_or_else(|| format!("[Round \"{number}\"] is no number"))?;
    let winner = match need("Result")? {
        "1-0" => Some(Color::White),
        "0-1" => Some(Color::Black),
        "1/2-1/2" => None,
        other => return Err(format!("[Result \"{other}\"] is no result")),
    };
    let termination = need("Termination")?;
    let termination = Termination::from_text(termination)
        .ok_or_else(|| format!("[Termination \"{termination}\"] is unknown"))?;
    Ok(RecordedGame {
        number,
        variant: need("Variant")?.to_owned(),
        names: ByColor([need("White")?.to_owned(), need("Black")?.to_owned()]),
        origin: find("FEN").map(str::to_owned),
        result: GameResult {
            winner,
            termination,
        },
    })
}

/// A file to which games are appended.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
}

impl RecordFile {
    /// Creates a new file.
    ///
    /// # Errors
    /// If the file exists or cannot be created.
    pub fn create(path: &Path) -> io::Result<RecordFile> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        Ok(RecordFile { file })
    }

    /// Opens a file to continue, or creates it, and reads its games. An incomplete game at the end is
    /// removed.
    ///
    /// # Errors
    /// If the file cannot be read and written, or is not a record of this program.
    pub fn resume(path: &Path) -> io::Result<(RecordFile, Vec<RecordedGame>)> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let (games, read) =
            parse(&text).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        file.set_len(read as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((RecordFile { file }, games))
    }

    /// Appends the text of a game and waits until it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, game: &str) -> io::Result<()> {
        self.file.write_all(game.as_bytes())?;
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests;
