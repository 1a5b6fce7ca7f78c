//! Games on file: PGN with native turns.
//!
//! Every game is one write, flushed to the disk before the next, so a match that is killed loses at
//! most the games under way. What it leaves behind tells the next run which games are over.

use std::{
    fmt::Write as _,
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use jabberwock_game::{ByColor, Color};
use jabberwock_variants::Entry;

use crate::{
    pace::Pace,
    referee::{Made, Played},
    standing::{Bout, Termination},
};

/// Columns after which a line of turns is broken.
const WIDTH: usize = 100;

/// Who played what, besides the game itself.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// The game's number in the match, from 0.
    pub number: usize,
    /// The game.
    pub variant: &'static Entry,
    /// The players' names.
    pub names: ByColor<&'a str>,
    /// The players' paces.
    pub paces: ByColor<Pace>,
}

/// The text of a game; `start` is the position text of the variant's start.
pub fn text(heading: &Heading<'_>, played: &Played, start: &str) -> String {
    let verdict = &played.verdict;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", "jabberwock match");
    tag("Date", &date(SystemTime::now()));
    tag("Round", &(heading.number + 1).to_string());
    tag("White", heading.names[Color::White]);
    tag("Black", heading.names[Color::Black]);
    tag("Result", verdict.result());
    tag("Variant", heading.variant.name);
    if heading.paces[Color::White] == heading.paces[Color::Black] {
        tag("TimeControl", &heading.paces[Color::White].to_string());
    } else {
        tag("WhiteTimeControl", &heading.paces[Color::White].to_string());
        tag("BlackTimeControl", &heading.paces[Color::Black].to_string());
    }
    if played.origin != start {
        tag("SetUp", "1");
        tag("FEN", &played.origin);
    }
    tag("PlyCount", &played.turns.len().to_string());
    tag("Termination", Termination::from(&verdict.cause).text());
    text.push('\n');
    let mut words = Vec::new();
    for (index, made) in played.turns.iter().enumerate() {
        let ply = index + usize::from(played.first == Color::Black);
        let number = match (ply.is_multiple_of(2), index) {
            (true, _) => format!("{}. ", ply / 2 + 1),
            (false, 0) => format!("{}... ", ply / 2 + 1),
            _ => String::new(),
        };
        words.push(format!("{number}{}", made.turn));
        words.extend(comment(made));
    }
    words.push(format!("{{{}}}", plain(&verdict.to_string())));
    words.push(verdict.result().to_owned());
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
fn comment(made: &Made) -> Option<String> {
    let time = made.time?.as_secs_f64();
    let score = made.thoughts.score.map(|score| match score.mate_moves() {
        Some(moves) if moves > 0 => format!("+M{moves}"),
        Some(moves) => format!("-M{}", -moves),
        None => format!("{:+.2}", f64::from(score.0) / 100.0),
    });
    Some(match (score, made.thoughts.depth) {
        (Some(score), Some(depth)) => format!("{{{score}/{depth} {time:.3}s}}"),
        (Some(score), None) => format!("{{{score} {time:.3}s}}"),
        (None, _) => format!("{{{time:.3}s}}"),
    })
}

/// Text without what would end a comment or a line.
fn plain(text: &str) -> String {
    let kept = text.chars().map(|letter| match letter {
        '{' => '(',
        '}' => ')',
        letter if letter.is_control() => ' ',
        letter => letter,
    });
    kept.collect()
}

/// `2026.11.20`, in universal time.
fn date(time: SystemTime) -> String {
    let days = time
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs() / 86_400);
    // Years begin in March here, so that the leap day comes last; eras are 400 years from 0000-03-01.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = (shifted_month + 2) % 12 + 1;
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

/// A game read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its number in the match, from 0.
    pub number: usize,
    /// The game's name.
    pub variant: String,
    /// The players' names.
    pub names: ByColor<String>,
    /// The position it began from; `None` is the variant's start.
    pub origin: Option<String>,
    /// Its end.
    pub bout: Bout,
}

/// Text that is no record of this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line at which the game begins, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

/// Reads games back, and says how many bytes they take. A game that breaks off at the end of the
/// text is not one of them: that is what a kill leaves behind.
///
/// # Errors
/// If a complete game lacks what a record of this program has.
pub fn parse(text: &str) -> Result<(Vec<Recorded>, usize), RecordError> {
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

fn recorded(tags: &[(&str, String)]) -> Result<Recorded, String> {
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
    Ok(Recorded {
        number,
        variant: need("Variant")?.to_owned(),
        names: ByColor([need("White")?.to_owned(), need("Black")?.to_owned()]),
        origin: find("FEN").map(str::to_owned),
        bout: Bout {
            winner,
            termination,
        },
    })
}

/// A file of games that grows game by game.
#[derive(Debug)]
pub struct Archive {
    file: File,
}

impl Archive {
    /// Begins a new file.
    ///
    /// # Errors
    /// If there is one already, or it cannot be made.
    pub fn create(path: &Path) -> io::Result<Archive> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        Ok(Archive { file })
    }

    /// Opens a file to go on with, which need not be there yet, and reads its games. A game that
    /// breaks off at the end is cut away.
    ///
    /// # Errors
    /// If the file cannot be read and written, or holds no records of this program.
    pub fn resume(path: &Path) -> io::Result<(Archive, Vec<Recorded>)> {
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
        Ok((Archive { file }, games))
    }

    /// Adds a game's text. When this returns the game is on the disk.
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
