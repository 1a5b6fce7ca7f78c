//! Reading of the games of a match without their turns, to resume the match or to join its shards.

use jabberwock_game::{ByColor, Color, shortened, shortened_to};

use super::{error::RecordError, write::EVENT};
use crate::{
    description::{DescriptionError, MatchDescription},
    scoreboard::{GameResult, Termination},
    shard::{Shard, ShardError},
};

/// A recorded game of a match, without its turns.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchGame {
    /// The number of the game in the match, from 0.
    pub number: usize,
    /// The name of the game.
    pub variant: String,
    /// The seed of the match.
    pub seed: u64,
    /// The names of the players.
    pub names: ByColor<String>,
    /// The descriptions of the players.
    pub descriptions: ByColor<String>,
    /// The time controls of the players.
    pub time_controls: ByColor<String>,
    /// The position text that it started from; `None` is the variant's start.
    pub origin: Option<String>,
    /// The description of the match; absent in records of old versions.
    pub description: Option<MatchDescription>,
    /// The part of the match in which it was played.
    pub shard: Option<Shard>,
    /// Its result.
    pub result: GameResult,
}

/// The part of a game that a line belongs to.
enum Part<'a> {
    /// Between games.
    Outside,
    /// Tags of the game that begins in this line.
    Tags(usize, Vec<(&'a str, String)>),
    /// Turns of the game that begins in this line.
    Turns(usize, Vec<(&'a str, String)>),
}

/// Reads the games of a record; also returns their length in bytes. The rest is the beginning of a
/// game, left by a killed match.
///
/// # Errors
/// If anything else is in the text, or a game lacks a tag.
pub(super) fn parse(text: &str) -> Result<(Vec<MatchGame>, usize), RecordError> {
    let mut games = Vec::new();
    let (mut offset, mut complete) = (0, 0);
    let mut part = Part::Outside;
    let mut last = "";
    for (index, whole) in text.split_inclusive('\n').enumerate() {
        let line = index + 1;
        offset += whole.len();
        let content = whole.trim();
        let is_cut = !whole.ends_with('\n');
        let error = |problem: String| RecordError { line, problem };
        part = match part {
            Part::Outside if content.is_empty() => {
                complete = offset;
                Part::Outside
            }
            Part::Outside if is_cut && format!("[Event \"{EVENT}\"]").starts_with(content) => break,
            Part::Outside => match tag(content) {
                Some(tag) if tag.0 == "Event" && tag.1 == EVENT => Part::Tags(line, vec![tag]),
                _ => {
                    return Err(error(format!(
                        "no game of this program: {}",
                        start_of(content)
                    )));
                }
            },
            Part::Tags(start, tags) if content.is_empty() => Part::Turns(start, tags),
            Part::Tags(start, mut tags) => match tag(content) {
                Some(tag) => {
                    tags.push(tag);
                    Part::Tags(start, tags)
                }
                None if is_cut => break,
                None => return Err(error(format!("no tag: {}", start_of(content)))),
            },
            Part::Turns(start, tags) if content.is_empty() && is_end(last) && !is_cut => {
                let game = recorded(&tags).map_err(|problem| RecordError {
                    line: start,
                    problem,
                })?;
                games.push(game);
                complete = offset;
                Part::Outside
            }
            Part::Turns(..) if content.is_empty() => {
                return Err(error("the game has no result".to_owned()));
            }
            turns @ Part::Turns(..) => turns,
        };
        last = content;
    }
    Ok((games, complete))
}

/// Reads the games of a record that is complete.
///
/// # Errors
/// If anything else is in the text, a game lacks a tag, or the last one is cut.
pub fn match_games(text: &str) -> Result<Vec<MatchGame>, RecordError> {
    let (games, complete) = parse(text)?;
    let rest = &text[complete..];
    if rest.trim().is_empty() {
        return Ok(games);
    }
    let blank = rest.lines().take_while(|line| line.trim().is_empty());
    Err(RecordError {
        line: text[..complete].lines().count() + blank.count() + 1,
        problem: "the game is cut; the match with --resume plays it again".to_owned(),
    })
}

/// Returns the first letters of a line, for a message.
fn start_of(line: &str) -> String {
    const LENGTH: usize = 60;
    format!("\"{}\"", shortened_to(LENGTH, line))
}

/// Whether a line of turns ends with a result.
fn is_end(line: &str) -> bool {
    matches!(line.rsplit(' ').next(), Some("1-0" | "0-1" | "1/2-1/2"))
}

/// Returns the name and value of `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, String)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    Some((name, unquoted(value)))
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

/// Returns the game described by the tags.
fn recorded(tags: &[(&str, String)]) -> Result<MatchGame, String> {
    let find = |name: &str| {
        let tag = tags.iter().find(|(known, _)| *known == name);
        tag.map(|(_, value)| value.as_str())
    };
    let need = |name: &str| find(name).ok_or_else(|| format!("[{name}] is missing"));
    let pair = |white: &str, black: &str| -> Result<ByColor<String>, String> {
        Ok(ByColor([need(white)?.to_owned(), need(black)?.to_owned()]))
    };
    let invalid = |name: &str, value: &str| format!("invalid [{name} \"{}\"]", shortened(value));
    let round = need("Round")?;
    let number = round.parse::<usize>().ok();
    let number = number.and_then(|number| number.checked_sub(1));
    let seed = need("Seed")?;
    let termination = need("Termination")?;
    Ok(MatchGame {
        number: number.ok_or_else(|| invalid("Round", round))?,
        variant: need("Variant")?.to_owned(),
        seed: seed.parse().map_err(|_| invalid("Seed", seed))?,
        names: pair("White", "Black")?,
        descriptions: pair("WhitePlayer", "BlackPlayer")?,
        time_controls: match find("TimeControl") {
            Some(both) => ByColor([both.to_owned(), both.to_owned()]),
            None => pair("WhiteTimeControl", "BlackTimeControl")?,
        },
        origin: find("FEN").map(str::to_owned),
        description: match find("Match") {
            Some(text) => Some(
                text.parse()
                    .map_err(|error: DescriptionError| error.to_string())?,
            ),
            None => None,
        },
        shard: match find("Shard") {
            Some(text) => Some(
                text.parse()
                    .map_err(|error: ShardError| error.to_string())?,
            ),
            None => None,
        },
        result: GameResult {
            winner: match need("Result")? {
                "1-0" => Some(Color::White),
                "0-1" => Some(Color::Black),
                "1/2-1/2" => None,
                other => return Err(invalid("Result", other)),
            },
            termination: Termination::from_text(termination)
                .ok_or_else(|| invalid("Termination", termination))?,
        },
    })
}
