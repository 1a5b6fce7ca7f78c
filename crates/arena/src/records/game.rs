//! A recorded game: tags, turns with comments and variations, a result.

use std::time::Duration;

use jabberwock_engine::{Session, open};
use jabberwock_game::{Color, Score};
use jabberwock_variants::Entry;

use super::error::RecordError;

/// A game of a record, with turns that are all legal.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// The number of the line in which it begins, from 1.
    pub line: usize,
    /// Names and values of its tags, in the order of the text.
    pub tags: Vec<(String, String)>,
    /// The variant of the game.
    pub variant: &'static Entry,
    /// The canonical text of the start position; `None` is the variant's start.
    pub origin: Option<String>,
    /// The player to move there.
    pub first: Color,
    /// The turns that were made.
    pub main_line: Line,
    /// The reason for the end of the game, given by the comment before its result.
    pub end: Option<String>,
    /// Its result; unknown if the text of the game ends early.
    pub result: RecordedResult,
    /// The reason why the game cannot be read to its end, if there is one.
    pub problem: Option<RecordError>,
}

/// Consecutive turns: those of a game, or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first turn.
    pub comments: Vec<String>,
    /// The turns.
    pub turns: Vec<RecordedTurn>,
}

/// A turn with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedTurn {
    /// Its canonical text.
    pub turn: String,
    /// The score that its player reported, for that player.
    pub score: Option<Score>,
    /// The depth of that score, in plies.
    pub depth: Option<u32>,
    /// The time that it took.
    pub time: Option<Duration>,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?`, 4 for `??`, 6 for `?!`, ...
    pub nags: Vec<u8>,
    /// Comments, without line breaks.
    pub comments: Vec<String>,
    /// Alternative lines in place of the turn.
    pub variations: Vec<Line>,
}

/// The result of a recorded game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordedResult {
    /// A player won.
    Win(Color),
    /// A draw.
    Draw,
    /// The game is not finished, or its result is not known.
    #[default]
    Unknown,
}

impl RecordedResult {
    const ALL: [RecordedResult; 4] = [
        RecordedResult::Win(Color::White),
        RecordedResult::Win(Color::Black),
        RecordedResult::Draw,
        RecordedResult::Unknown,
    ];

    /// Returns `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn text(self) -> &'static str {
        match self {
            RecordedResult::Win(Color::White) => "1-0",
            RecordedResult::Win(Color::Black) => "0-1",
            RecordedResult::Draw => "1/2-1/2",
            RecordedResult::Unknown => "*",
        }
    }

    /// Returns the result with the text `text`.
    pub fn from_text(text: &str) -> Option<RecordedResult> {
        RecordedResult::ALL
            .into_iter()
            .find(|result| result.text() == text)
    }
}

impl From<Option<Color>> for RecordedResult {
    /// Returns the result of a game with this winner; `None` is a draw.
    fn from(winner: Option<Color>) -> RecordedResult {
        winner.map_or(RecordedResult::Draw, RecordedResult::Win)
    }
}

/// Returns the tags of the start position of a game.
pub(super) fn origin_tags(origin: &str) -> [(String, String); 2] {
    [("SetUp", "1"), ("FEN", origin)].map(|(name, value)| (name.to_owned(), value.to_owned()))
}

/// Returns the start of the game of `session`: the text of the position, `None` for the variant's
/// start, and the player to move.
pub fn beginning(session: &dyn Session) -> (Option<String>, Color) {
    let mut game = session.fork();
    while game.undo().is_some() {}
    let first = game.turn();
    game.reset();
    let origin = session.origin();
    ((origin != game.position()).then_some(origin), first)
}

impl RecordedTurn {
    /// Creates a turn with this canonical text, without annotations.
    pub fn plain(turn: impl Into<String>) -> RecordedTurn {
        RecordedTurn {
            turn: turn.into(),
            ..RecordedTurn::default()
        }
    }
}

impl RecordedGame {
    /// Creates the record of the game of `session` up to its current position. `tags` are those
    /// other than `SetUp` and `FEN`, which are added if the game does not begin from the variant's
    /// start.
    pub fn of_session(
        session: &dyn Session,
        mut tags: Vec<(String, String)>,
        result: RecordedResult,
    ) -> RecordedGame {
        let (origin, first) = beginning(session);
        if let Some(origin) = &origin {
            tags.extend(origin_tags(origin));
        }
        let turns = session.turns().into_iter().map(RecordedTurn::plain);
        RecordedGame {
            line: 1,
            tags,
            variant: session.entry(),
            origin,
            first,
            main_line: Line {
                comments: Vec::new(),
                turns: turns.collect(),
            },
            end: None,
            result,
            problem: None,
        }
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(known, _)| known == name);
        tag.map(|(_, value)| value.as_str())
    }

    /// Returns the texts of the turns that were made.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = &str> {
        self.main_line.turns.iter().map(|turn| turn.turn.as_str())
    }

    /// Returns the number of plies before the first turn, by the fullmove number of the first position,
    /// which is the sixth field of the position texts of all games.
    pub(super) fn plies_before(&self) -> usize {
        let field = |origin: &str| origin.split_whitespace().nth(5)?.parse::<u32>().ok();
        let number = self.origin.as_deref().and_then(field).unwrap_or(1);
        2 * (number.max(1) as usize - 1) + usize::from(self.first == Color::Black)
    }

    /// Returns the game after its first `turns` turns, or after all of them.
    ///
    /// # Errors
    /// If a turn is not legal, which is impossible for a game that was read.
    pub fn session(&self, turns: Option<usize>) -> Result<Box<dyn Session>, RecordError> {
        let mut session =
            open(self.variant.name).map_err(|unknown| self.wrong(unknown.to_string()))?;
        self.set_up(session.as_mut(), turns)?;
        Ok(session)
    }

    /// Moves `session`, which is of this game's variant, to the position after the first `turns`
    /// turns, or after all.
    ///
    /// # Errors
    /// If a turn is not legal, which is impossible for a game that was read.
    pub fn set_up(
        &self,
        session: &mut dyn Session,
        turns: Option<usize>,
    ) -> Result<(), RecordError> {
        match &self.origin {
            None => session.reset(),
            Some(origin) => {
                let result = session.set_position(origin);
                result.map_err(|bad| self.wrong(bad.to_string()))?;
            }
        }
        for turn in self.turns().take(turns.unwrap_or(usize::MAX)) {
            let played = session.play(turn);
            played.map_err(|bad| self.wrong(bad.to_string()))?;
        }
        Ok(())
    }

    fn wrong(&self, problem: String) -> RecordError {
        RecordError {
            line: self.line,
            problem,
        }
    }
}
