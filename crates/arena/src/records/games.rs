//! Reading of the games of a record by any program.

use jabberwock_engine::{Session, open};
use jabberwock_game::{TurnError, shortened};
use jabberwock_variants::{Entry, find};

use super::{
    comment,
    error::RecordError,
    fen,
    game::{Line, RecordedGame, RecordedResult, RecordedTurn},
    san,
    tokens::{Token, Tokens, begins_turn, only_turn},
};

/// Maximum number of tags of a game.
const MAX_TAGS: usize = 1000;
/// The maximum nesting of variations in a record that is read.
pub const MAX_DEPTH: usize = 64;
/// A draw of which the end is missing: some programs write it so, and so does one that is killed.
const CUT_DRAW: &str = "1/2";
/// The names of chess in the tag `Variant` of other programs.
const CHESS_NAMES: [&str; 3] = ["standard", "normal", "from position"];

/// Whether a text is a record and not a list with one item per line. A record begins with a tag, a
/// comment, a line that is not read or the number of a turn, or it ends with a result.
pub fn is_record(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let is_comment = text.starts_with('{') && !begins_turn(text);
    let after_digits = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = after_digits.len() < text.len() && after_digits.starts_with('.');
    let last = text.split_whitespace().next_back();
    text.starts_with(['[', '%', ';'])
        || is_comment
        || is_number
        || last.is_some_and(|word| RecordedResult::from_text(word).is_some())
}

/// Returns the single turn of the game of `entry` in `text`, without the number, marks, glyphs and comments that
/// records have around it; all of `text` if it is not a single turn.
pub fn turn_alone<'a>(entry: &Entry, text: &'a str) -> &'a str {
    only_turn(text, entry.planned().is_some()).unwrap_or(text)
}

/// Returns the games of a record: PGN with the turns of chess and Chess960 in standard algebraic
/// notation or the native one, and those of other games in the native one
/// (`docs/rules/notation.md`, *Records*).
pub fn games(text: &str) -> Games<'_> {
    Games {
        tokens: Tokens::new(text),
        session: None,
    }
}

/// An iterator over the games of a record.
///
/// An item is an error if there is nothing to be shown: the text is not a game, or the game or its
/// start position is unknown. A game that is cut, or has an illegal turn, is an item with the turns
/// up to there, and the reason in [`RecordedGame::problem`]. Reading continues at the next tags.
#[derive(Debug)]
pub struct Games<'a> {
    tokens: Tokens<'a>,
    /// The game in which turns are verified.
    session: Option<Box<dyn Session>>,
}

impl Iterator for Games<'_> {
    type Item = Result<RecordedGame, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.tokens.skip_to_game();
        if self.tokens.is_at_end() {
            return None;
        }
        let line = self.tokens.line();
        let game = self.read(line);
        let is_whole = game.as_ref().is_ok_and(|game| game.problem.is_none());
        if !is_whole && !self.tokens.is_at_tag() {
            self.tokens.skip_game();
        }
        Some(game.map_err(|problem| RecordError { line, problem }))
    }
}

impl Games<'_> {
    /// Reads a game, which begins in `line`.
    fn read(&mut self, line: usize) -> Result<RecordedGame, String> {
        let mut game = self.begin(line)?;
        let Some(session) = &mut self.session else {
            return Err("no game is begun".to_owned());
        };
        let mut reader = LineReader {
            tokens: &mut self.tokens,
            session: session.as_mut(),
            in_braces: game.variant.planned().is_some(),
            has_tags: !game.tags.is_empty(),
            parents: Vec::new(),
            line: Line::default(),
            is_broken: false,
            pending: None,
        };
        let result = reader.read();
        (game.main_line, game.end) = reader.finish();
        match result {
            Ok(result) => game.result = result,
            Err(problem) if game.tags.is_empty() && game.main_line.turns.is_empty() => {
                return Err(format!("no game: {problem}"));
            }
            Err(problem) => {
                let line = self.tokens.line();
                game.problem = Some(RecordError { line, problem });
            }
        }
        Ok(game)
    }

    /// Reads the tags of a game, and puts the session at its first position.
    fn begin(&mut self, line: usize) -> Result<RecordedGame, String> {
        let mut tags = Vec::new();
        while let Some(tag) = self.tokens.tag() {
            tags.push(tag);
            if tags.len() > MAX_TAGS {
                return Err(format!("a game with more than {MAX_TAGS} tags"));
            }
        }
        let find_tag = |name: &str| {
            let tag = tags.iter().find(|(known, _)| known == name);
            tag.map(|(_, value)| value.as_str())
        };
        let variant = variant(find_tag("Variant"))?;
        let session = match &mut self.session {
            Some(session) if session.entry().name == variant.name => session,
            session => session.insert(open(variant.name).map_err(|error| error.to_string())?),
        };
        session.reset();
        let start = session.position();
        if let Some(text) = find_tag("FEN") {
            let result = fen::set_position(session.as_mut(), text);
            result.map_err(|error| error.to_string())?;
        }
        let origin = session.position();
        Ok(RecordedGame {
            line,
            variant,
            first: session.turn(),
            origin: (origin != start).then_some(origin),
            main_line: Line::default(),
            end: None,
            result: RecordedResult::Unknown,
            problem: None,
            tags,
        })
    }
}

/// Returns the game of the tag `Variant`; chess without it.
fn variant(name: Option<&str>) -> Result<&'static Entry, String> {
    let name = name.unwrap_or("chess");
    let is_chess = CHESS_NAMES.contains(&name.to_lowercase().as_str());
    let name = if is_chess { "chess" } else { name };
    find(name).map_err(|mut error| {
        error.name = shortened(&error.name);
        error.to_string()
    })
}

/// Reads the turns of a game.
struct LineReader<'a, 't> {
    tokens: &'a mut Tokens<'t>,
    session: &'a mut dyn Session,
    in_braces: bool,
    has_tags: bool,
    /// The lines around the current one, the main line first, each with the turn that was taken
    /// back when a variation of it began.
    parents: Vec<(Line, Option<String>, bool)>,
    /// The current line.
    line: Line,
    /// Whether the current variation has an illegal turn; its rest is dropped.
    is_broken: bool,
    /// The last comment of the main line, if nothing has followed it.
    pending: Option<String>,
}

impl LineReader<'_, '_> {
    /// Reads to the result of the game.
    fn read(&mut self) -> Result<RecordedResult, String> {
        while let Some(token) = self.tokens.next(self.in_braces)? {
            if !matches!(token, Token::Result(_)) {
                self.keep_pending();
            }
            match token {
                Token::Turn(text) => self.turn(text)?,
                Token::Comment(text) => self.comment(text),
                Token::Nag(nag) => {
                    if nag > 0
                        && !self.is_broken
                        && let Some(turn) = self.line.turns.last_mut()
                    {
                        turn.nags.push(nag);
                    }
                }
                Token::Open => self.open()?,
                Token::Close => self.close()?,
                Token::Result(result) if self.parents.is_empty() => return Ok(result),
                // Some programs end variations like this.
                Token::Result(_) => {}
            }
        }
        Err(match self.parents.len() {
            0 => "the game has no result".to_owned(),
            _ => "a variation is not closed".to_owned(),
        })
    }

    fn turn(&mut self, text: &str) -> Result<(), String> {
        if self.is_broken {
            return Ok(());
        }
        if self.tokens.is_at_end() && self.has_tags {
            // It may have had more letters.
            return Err(format!("the text ends within \"{}\"", shortened(text)));
        }
        // A variation may end with a result.
        let is_variation = !self.parents.is_empty();
        if text == CUT_DRAW && is_variation {
            return Ok(());
        }
        if text == CUT_DRAW {
            return Err(format!(
                "the result \"{CUT_DRAW}\" is cut, or short for 1/2-1/2"
            ));
        }
        match self.played(text) {
            Ok(turn) => {
                self.line.turns.push(RecordedTurn::plain(turn));
                Ok(())
            }
            Err(error) if !is_variation => {
                let number = self.line.turns.len() + 1;
                Err(format!("turn {number}: {error}"))
            }
            Err(error) => {
                // The main line is not affected.
                log::warn!("line {}: a variation is cut: {error}", self.tokens.line());
                self.is_broken = true;
                Ok(())
            }
        }
    }

    /// Makes a turn and returns its canonical text.
    fn played(&mut self, text: &str) -> Result<String, TurnError> {
        if !san::is_usual(self.session.entry()) {
            return self.session.play(text);
        }
        let turn = san::read(self.session, text)?;
        self.session.play(&turn)
    }

    fn comment(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.is_broken || text.is_empty() {
            return;
        }
        let turn = self.line.turns.last_mut();
        let is_new = |turn: &RecordedTurn| turn.score.is_none() && turn.time.is_none();
        if turn.is_some_and(|turn| is_new(turn) && comment::read(&text, turn)) {
            return;
        }
        let is_about_turn = !self.parents.is_empty() || comment::is_commands(&text);
        self.pending = Some(text);
        if is_about_turn {
            self.keep_pending();
        }
    }

    /// Assigns the pending comment to the last turn rather than the end of the game.
    fn keep_pending(&mut self) {
        let comments = match self.line.turns.last_mut() {
            Some(turn) => &mut turn.comments,
            None => &mut self.line.comments,
        };
        comments.extend(self.pending.take());
    }

    /// Begins a variation, which replaces the last turn.
    fn open(&mut self) -> Result<(), String> {
        if self.parents.len() == MAX_DEPTH {
            return Err(format!("variations are nested more than {MAX_DEPTH} times"));
        }
        // Without a turn to replace, a variation is dropped.
        let can_replace = !self.is_broken && !self.line.turns.is_empty();
        let replaced = if can_replace {
            self.session.undo()
        } else {
            None
        };
        let was_broken = std::mem::replace(&mut self.is_broken, replaced.is_none());
        let line = std::mem::take(&mut self.line);
        self.parents.push((line, replaced, was_broken));
        Ok(())
    }

    fn close(&mut self) -> Result<(), String> {
        let Some((parent, replaced, was_broken)) = self.parents.pop() else {
            return Err("a ) without its (".to_owned());
        };
        let variation = std::mem::replace(&mut self.line, parent);
        self.is_broken = was_broken;
        for _ in &variation.turns {
            self.session.undo();
        }
        if let Some(turn) = replaced {
            let played = self.session.play(&turn);
            played.map_err(|error| error.to_string())?;
        }
        if !variation.turns.is_empty()
            && let Some(turn) = self.line.turns.last_mut()
        {
            turn.variations.push(variation);
        }
        Ok(())
    }

    /// Returns the main line as far as it has been read, and the comment at its end.
    fn finish(mut self) -> (Line, Option<String>) {
        while !self.parents.is_empty() {
            // Closing fails only if a turn that was made once cannot be made again.
            if self.close().is_err() {
                break;
            }
        }
        (self.line, self.pending)
    }
}

#[cfg(test)]
mod tests;
