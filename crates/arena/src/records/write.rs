//! The text of a recorded game.

use std::fmt::Write;

use jabberwock_engine::Session;
use jabberwock_game::{ByColor, Color};
use jabberwock_variants::Entry;
use jiff::Zoned;

use super::{
    comment,
    game::{Line, RecordedGame, RecordedResult, RecordedTurn, origin_tags},
    san,
    tokens::begins_turn,
};
use crate::{
    description::MatchDescription,
    plain_text::{on_one_line, without_braces},
    played_game::{PlayedGame, PlayedTurn},
    scoreboard::Termination,
    shard::Shard,
    time_control::TimeControl,
};

/// The value of the tag `Event` in every record of a match.
pub(super) const EVENT: &str = "jabberwock match";
/// The maximum width of a line of turns, in columns.
const WIDTH: usize = 100;

/// The tags of a game that are not part of the game itself.
#[derive(Clone, Copy, Debug)]
pub struct GameHeader<'a> {
    /// The number of the game in the match, from 0.
    pub number: usize,
    /// The game.
    pub variant: &'static Entry,
    /// The seed of the match.
    pub seed: u64,
    /// The names of the players.
    pub names: ByColor<&'a str>,
    /// The descriptions of the players, as on the command line.
    pub descriptions: ByColor<&'a str>,
    /// The time controls of the players.
    pub time_controls: ByColor<TimeControl>,
    /// The match.
    pub description: &'a MatchDescription,
    /// The part of the match that was played.
    pub shard: Option<Shard>,
}

/// Returns the PGN text of a game of a match; `start` is the position text of the variant's start.
pub fn text(header: &GameHeader<'_>, played: &PlayedGame, start: &str) -> String {
    let game = RecordedGame {
        line: 1,
        tags: tags(header, played, start),
        variant: header.variant,
        origin: (played.origin != start).then(|| played.origin.clone()),
        first: played.first,
        main_line: Line {
            comments: Vec::new(),
            turns: played.turns.iter().map(RecordedTurn::from).collect(),
        },
        end: Some(played.end.to_string()),
        result: played.end.winner.into(),
        problem: None,
    };
    game.text()
}

impl From<&PlayedTurn> for RecordedTurn {
    fn from(played: &PlayedTurn) -> RecordedTurn {
        let info = played.info.as_ref().filter(|_| played.time.is_some());
        RecordedTurn {
            turn: played.turn.clone(),
            score: info.map(|info| info.score),
            depth: info.map(|info| info.depth).filter(|&depth| depth > 0),
            time: played.time,
            ..RecordedTurn::default()
        }
    }
}

/// Returns the seven tags that every game has (PGN standard, 8.1.1), dated today, and the game's
/// name.
pub fn roster(
    event: &str,
    round: &str,
    names: ByColor<&str>,
    result: RecordedResult,
    variant: &Entry,
) -> Vec<(String, String)> {
    let date = Zoned::now().strftime("%Y.%m.%d").to_string();
    let tags = [
        ("Event", event),
        ("Site", "?"),
        ("Date", &date),
        ("Round", round),
        ("White", names[Color::White]),
        ("Black", names[Color::Black]),
        ("Result", result.text()),
        ("Variant", variant.name),
    ];
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
    tags.to_vec()
}

fn tags(header: &GameHeader<'_>, played: &PlayedGame, start: &str) -> Vec<(String, String)> {
    let round = (header.number + 1).to_string();
    let result = RecordedResult::from(played.end.winner);
    let mut tags = roster(EVENT, &round, header.names, result, header.variant);
    if played.origin != start {
        tags.extend(origin_tags(&played.origin));
    }
    let mut tag = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
    tag("WhitePlayer", header.descriptions[Color::White]);
    tag("BlackPlayer", header.descriptions[Color::Black]);
    let [white, black] = header.time_controls.0.map(|control| control.to_string());
    if white == black {
        tag("TimeControl", &white);
    } else {
        tag("WhiteTimeControl", &white);
        tag("BlackTimeControl", &black);
    }
    tag("Seed", &header.seed.to_string());
    tag("Match", &header.description.to_string());
    if let Some(shard) = header.shard {
        tag("Shard", &shard.to_string());
    }
    tag("PlyCount", &played.turns.len().to_string());
    let termination = Termination::from(&played.end.cause);
    tag("Termination", termination.text());
    tags
}

impl RecordedGame {
    /// Returns the PGN text of the game, with a blank line at its end. Moves of chess and Chess960
    /// are written in standard algebraic notation, turns of other games in the native one.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let value = on_one_line(&value);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text.push('\n');
        text.push_str(&wrapped(&self.words(), WIDTH));
        text.push_str("\n\n");
        text
    }

    /// Returns the words of the text, which must not be broken across lines.
    fn words(&self) -> Vec<String> {
        let is_algebraic = san::is_usual(self.variant);
        let mut writer = LineWriter {
            words: Vec::new(),
            in_braces: self.variant.planned().is_some(),
            plies_before: self.plies_before(),
            session: is_algebraic.then(|| self.session(Some(0)).ok()).flatten(),
        };
        writer.line(&self.main_line, 0);
        writer
            .words
            .extend(self.end.as_deref().map(|end| writer.comment(end)));
        writer.words.push(self.result.text().to_owned());
        writer.words
    }
}

struct LineWriter {
    words: Vec<String>,
    in_braces: bool,
    /// The plies that the numbers of turns count before the first turn.
    plies_before: usize,
    /// The game before the next turn, where turns are written in algebraic notation.
    session: Option<Box<dyn Session>>,
}

impl LineWriter {
    /// Writes the turns of `line`, the first of which is number `index` of the game, from 0.
    fn line(&mut self, line: &Line, mut index: usize) {
        for text in &line.comments {
            self.words.push(self.comment(text));
        }
        let mut is_first = true;
        for turn in &line.turns {
            let ply = self.plies_before + index;
            let number = match (ply.is_multiple_of(2), is_first) {
                (true, _) => format!("{}. ", ply / 2 + 1),
                (false, true) => format!("{}... ", ply / 2 + 1),
                _ => String::new(),
            };
            let text = self.play(&turn.turn);
            self.words.push(format!("{number}{text}"));
            let nags = turn.nags.iter().map(|nag| format!("${nag}"));
            self.words.extend(nags);
            let comments = comment::text(turn).into_iter().chain(turn.comments.clone());
            let comments: Vec<String> = comments.map(|text| self.comment(&text)).collect();
            self.words.extend(comments);
            if !turn.variations.is_empty() {
                self.undo(1);
            }
            for variation in &turn.variations {
                let begin = self.words.len();
                self.line(variation, index);
                self.undo(variation.turns.len());
                if let Some(word) = self.words.get_mut(begin) {
                    word.insert(0, '(');
                    self.words
                        .last_mut()
                        .into_iter()
                        .for_each(|word| word.push(')'));
                }
            }
            if !turn.variations.is_empty() {
                self.play(&turn.turn);
            }
            is_first = !turn.variations.is_empty();
            index += 1;
        }
    }

    /// Makes a turn and returns its text. After an illegal turn, texts are native.
    fn play(&mut self, turn: &str) -> String {
        let text = self
            .session
            .as_mut()
            .map(|game| san::play(game.as_mut(), turn));
        match text {
            Some(Ok(text)) => text,
            Some(Err(_)) => {
                self.session = None;
                turn.to_owned()
            }
            None => turn.to_owned(),
        }
    }

    /// Takes `turns` turns back.
    fn undo(&mut self, turns: usize) {
        if let Some(session) = &mut self.session {
            for _ in 0..turns {
                session.undo();
            }
        }
    }

    /// Returns a comment in braces. It contains no braces itself, and does not begin like a turn in
    /// braces.
    fn comment(&self, text: &str) -> String {
        let comment = format!("{{{}}}", without_braces(text));
        if self.in_braces && begins_turn(&comment) {
            return comment.replacen('{', "{ ", 1);
        }
        comment
    }
}

/// Returns the `words` of a game's turns in lines of at most `width` characters, unless a word is
/// longer.
fn wrapped(words: &[String], width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}
