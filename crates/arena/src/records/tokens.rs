//! The tokens of a record: tags, and the parts of the text of a game's turns.

use jabberwock_game::shortened;

use super::{game::RecordedResult, nag};

/// A line break and the beginning of the tag that is the first one of most games.
const NEXT_EVENT: &str = "\n[Event \"";

/// A part of the text of a game's turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// The text of a turn, legal or not.
    Turn(&'a str),
    /// The inside of a comment.
    Comment(&'a str),
    /// A numeric annotation glyph.
    Nag(u8),
    /// `(`: a variation begins.
    Open,
    /// `)`: a variation ends.
    Close,
    /// The result of the game.
    Result(RecordedResult),
}

/// Reads a record from its beginning to its end.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    /// The number of bytes read.
    offset: usize,
    /// A number of bytes that have been read, and the line at their end, from 1.
    counted: (usize, usize),
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens {
            offset: if text.starts_with('\u{feff}') { 3 } else { 0 },
            text,
            counted: (0, 1),
        }
    }

    /// Returns the number of the current line, from 1.
    pub(super) fn line(&mut self) -> usize {
        let (offset, line) = self.counted;
        let read = &self.text.as_bytes()[offset..self.offset];
        let breaks = read.split(|&byte| byte == b'\n').count() - 1;
        self.counted = (self.offset, line + breaks);
        self.counted.1
    }

    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn is_line_start(&self) -> bool {
        self.offset == 0 || self.text.as_bytes()[self.offset - 1] == b'\n'
    }

    /// Whether everything has been read.
    pub(super) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Whether a line with a tag begins here.
    pub(super) fn is_at_tag(&self) -> bool {
        self.is_line_start() && tag(self.rest()).is_some()
    }

    /// Skips to the next line that begins the tags of a game, or to the end. It is one with the tag
    /// `Event`, or with any tag if it is not within a comment and no line with `[` precedes it.
    pub(super) fn skip_game(&mut self) {
        let read = &self.text[..self.offset];
        let line = read.rfind('\n').map_or(0, |index| index + 1);
        let mut is_after_tag = self.text[line..].starts_with('[');
        let mut is_in_comment = false;
        for line in self.rest().split_inclusive('\n') {
            if self.is_line_start() {
                let is_first_tag = !is_in_comment && !is_after_tag && tag(line).is_some();
                if is_first_tag || line.starts_with(&NEXT_EVENT[1..]) {
                    return;
                }
                is_after_tag = line.starts_with('[');
            }
            // A line that begins with `%` is skipped.
            if is_in_comment || !(self.is_line_start() && line.starts_with('%')) {
                is_in_comment = leaves_comment_open(line, is_in_comment);
            }
            self.offset += line.len();
        }
    }

    /// Skips blanks and lines that begin with `%`.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            if self.is_line_start() && self.rest().starts_with('%') {
                self.offset += self.rest().find('\n').unwrap_or(self.rest().len());
            }
            let rest = self.rest();
            match rest.find(|letter: char| !letter.is_whitespace()) {
                // A `%` is special only at the start of a line.
                Some(0) => return,
                Some(blanks) => self.offset += blanks,
                None => {
                    self.offset = self.text.len();
                    return;
                }
            }
        }
    }

    /// Skips blanks, and comments that belong to no game: those before tags, and those before the
    /// end of the text.
    pub(super) fn skip_to_game(&mut self) {
        self.skip_blanks();
        let mut after = self.clone();
        while after.rest().starts_with(['{', ';']) && after.next(false).is_ok() {
            after.skip_blanks();
        }
        if after.is_at_tag() || after.is_at_end() {
            *self = after;
        }
    }

    /// Returns the next tag; `None` if something else follows.
    pub(super) fn tag(&mut self) -> Option<(String, String)> {
        self.skip_blanks();
        let (name, value, length) = tag(self.rest())?;
        self.offset += length;
        Some((name.to_owned(), value))
    }

    /// Returns the next part of a game's turns; `None` at the end of the text or before tags.
    /// `in_braces` tells whether turns of this game may be written in braces.
    ///
    /// # Errors
    /// If a comment or a turn is not closed.
    pub(super) fn next(&mut self, in_braces: bool) -> Result<Option<Token<'a>>, String> {
        loop {
            self.skip_blanks();
            let rest = self.rest();
            let Some(letter) = rest.chars().next() else {
                return Ok(None);
            };
            if self.is_at_tag() {
                return Ok(None);
            }
            let (token, length) = match letter {
                '{' if in_braces && begins_turn(rest) => {
                    let length = braced_length(rest)?;
                    (Token::Turn(&rest[..length]), length)
                }
                '{' => {
                    let text = braced_comment(rest)?;
                    (Token::Comment(text), text.len() + 2)
                }
                ';' => {
                    let length = rest.find('\n').unwrap_or(rest.len());
                    (Token::Comment(&rest[1..length]), length)
                }
                '(' => (Token::Open, 1),
                ')' => (Token::Close, 1),
                '$' => {
                    let digits = length_of(&rest[1..], |letter| letter.is_ascii_digit());
                    if digits == 0 {
                        return Err(format!("no annotation: {}", quoted(rest)));
                    }
                    (Token::Nag(self.nag(&rest[1..=digits])), 1 + digits)
                }
                '!' | '?' => {
                    let length = length_of(rest, |letter| matches!(letter, '!' | '?'));
                    (Token::Nag(nag::of_mark(&rest[..length])), length)
                }
                '}' => return Err("a } without its {".to_owned()),
                _ => {
                    let length = length_of(rest, |letter| {
                        !letter.is_whitespace() && !"{}()$;!?".contains(letter)
                    });
                    let word = &rest[..length];
                    let number = number_length(word);
                    if number > 0 {
                        self.offset += number;
                        continue;
                    }
                    self.offset += length;
                    if matches!(word, "e.p." | "ep") {
                        continue;
                    }
                    let result = RecordedResult::from_text(word);
                    return Ok(Some(result.map_or(Token::Turn(word), Token::Result)));
                }
            };
            self.offset += length;
            return Ok(Some(token));
        }
    }

    /// The glyph with this number in decimal digits; 0, which says nothing, if it is none of PGN's.
    fn nag(&mut self, digits: &str) -> u8 {
        digits.parse().unwrap_or_else(|_| {
            let glyph = shortened(digits);
            log::warn!("line {}: the glyph ${glyph} is left out", self.line());
            0
        })
    }
}

/// Returns the single turn in `text`, which may have a number, marks, glyphs and comments as in
/// records (`2... Nf6!`); `None` if it is anything else. `in_braces` is as in [`Tokens::next`].
pub(super) fn only_turn(text: &str, in_braces: bool) -> Option<&str> {
    let mut tokens = Tokens::new(text);
    let mut found = None;
    while let Some(token) = tokens.next(in_braces).ok()? {
        match token {
            Token::Turn(turn) if found.is_none() => found = Some(turn),
            Token::Nag(_) | Token::Comment(_) => {}
            _ => return None,
        }
    }
    found.filter(|_| tokens.is_at_end())
}

/// Returns the beginning of a word, for a message.
fn quoted(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or_default();
    format!("\"{}\"", shortened(word))
}

/// Returns the length in bytes of the prefix of `text` whose letters are `wanted`.
fn length_of(text: &str, wanted: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !wanted(letter)).unwrap_or(text.len())
}

/// Returns the length of the number of a turn, `12.` or `12...`, at the beginning of `word`.
fn number_length(word: &str) -> usize {
    let digits = length_of(word, |letter| letter.is_ascii_digit());
    let dots = length_of(&word[digits..], |letter| letter == '.');
    if dots > 0 || digits == word.len() {
        digits + dots
    } else {
        0
    }
}

/// Whether the brace at the beginning of `text` opens a turn of a game of games: squares and `=`
/// follow.
pub(super) fn begins_turn(text: &str) -> bool {
    // A list of all squares is not longer than this, and a text may be megabytes long.
    let start = &text.as_bytes()[1..text.len().min(1 + 64 * 3)];
    let Some(end) = start.iter().position(|&byte| byte == b'=') else {
        return false;
    };
    start[..end].split(|&byte| byte == b',').all(|square| {
        matches!(square, [file, rank]
            if (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank))
    })
}

/// Returns the length of the turn in braces at the beginning of `text`.
fn braced_length(text: &str) -> Result<usize, String> {
    let mut depth = 0u32;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b' ' | b'\t' | b'\r' | b'\n' => break,
            _ => {}
        }
        if depth == 0 {
            return Ok(index + 1);
        }
    }
    Err(format!("a turn is not closed: {}", quoted(text)))
}

/// Returns the inside of the comment at the beginning of `text`.
fn braced_comment(text: &str) -> Result<&str, String> {
    let end = text.find('}');
    let inside = end.map(|end| &text[1..end]);
    // A game that was cut within a comment does not affect those after it.
    match inside.filter(|inside| start_of_event(inside).is_none()) {
        Some(inside) => Ok(inside),
        None => Err("a comment is not closed".to_owned()),
    }
}

/// Returns the beginning of the next line with the tag `Event`.
fn start_of_event(text: &str) -> Option<usize> {
    text.find(NEXT_EVENT).map(|index| index + 1)
}

/// Whether a comment continues after `line`, which begins within one if `is_in_comment`.
fn leaves_comment_open(line: &str, mut is_in_comment: bool) -> bool {
    for byte in line.bytes() {
        match byte {
            b'{' => is_in_comment = true,
            b'}' => is_in_comment = false,
            b';' if !is_in_comment => break,
            _ => {}
        }
    }
    is_in_comment
}

/// Returns name and value of the tag at the beginning of `text`, and its length.
fn tag(text: &str) -> Option<(&str, String, usize)> {
    let inside = text.strip_prefix('[')?;
    let name = &inside[..length_of(inside, |letter| letter.is_alphanumeric() || letter == '_')];
    let after = &inside[name.len()..];
    let quote = after.trim_start_matches([' ', '\t']).strip_prefix('"')?;
    if name.is_empty() {
        return None;
    }
    let mut value = String::new();
    let mut letters = quote.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '\\' => value.push(letters.next()?.1),
            '\n' => return None,
            '"' => {
                let rest = quote[index + 1..].trim_start_matches([' ', '\t']);
                if let Some(rest) = rest.strip_prefix(']') {
                    return Some((name, value, text.len() - rest.len()));
                }
                // Some programs do not escape quotes.
                value.push('"');
            }
            letter => value.push(letter),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Token, Tokens, only_turn};
    use crate::records::RecordedResult;

    fn tokens(text: &str, in_braces: bool) -> Vec<Token<'_>> {
        let mut tokens = Tokens::new(text);
        std::iter::from_fn(|| tokens.next(in_braces).unwrap()).collect()
    }

    #[test]
    fn numbers_and_escaped_lines_are_left_out_and_marks_are_glyphs() {
        let text = "1. e4! e5 2.Nf3 $14 (2... d5?! ) 0-0\n% not read\n12... d1* 1/2-1/2";
        assert_eq!(
            tokens(text, false),
            [
                Token::Turn("e4"),
                Token::Nag(1),
                Token::Turn("e5"),
                Token::Turn("Nf3"),
                Token::Nag(14),
                Token::Open,
                Token::Turn("d5"),
                Token::Nag(6),
                Token::Close,
                Token::Turn("0-0"),
                Token::Turn("d1*"),
                Token::Result(RecordedResult::Draw),
            ]
        );
    }

    #[test]
    fn glyphs_that_do_not_exist_say_nothing() {
        let text = "e4 $255 $256 $99999999999999999999 1/2-1/2";
        assert_eq!(
            tokens(text, false),
            [
                Token::Turn("e4"),
                Token::Nag(255),
                Token::Nag(0),
                Token::Nag(0),
                Token::Result(RecordedResult::Draw),
            ]
        );
        let error = Tokens::new("$x 1-0").next(false).unwrap_err();
        assert_eq!(error, "no annotation: \"$x\"");
    }

    #[test]
    fn squares_and_an_equals_sign_tell_a_turn_in_braces_from_a_comment() {
        let text = "{a1,b1=e2e4;c1={d8=a7a6}} {a1=b} {+0.35/9 0.051s} { a1=b} {e4} *";
        let found = tokens(text, true);
        assert_eq!(
            found[..5],
            [
                Token::Turn("{a1,b1=e2e4;c1={d8=a7a6}}"),
                Token::Turn("{a1=b}"),
                Token::Comment("+0.35/9 0.051s"),
                Token::Comment(" a1=b"),
                Token::Comment("e4"),
            ]
        );
        assert_eq!(tokens("{a1=b} *", false)[0], Token::Comment("a1=b"));
    }

    #[test]
    fn a_turn_alone_is_found_among_its_number_marks_and_comments() {
        for (text, turn) in [
            ("Nf6", Some("Nf6")),
            ("2... Nf6", Some("Nf6")),
            ("2...Nf6!?", Some("Nf6")),
            ("12. exd6 e.p. $1 {better}", Some("exd6")),
            ("e2e4 e7e5", None),
            ("12.", None),
            ("", None),
            ("1-0", None),
            ("(Nf6)", None),
            ("{open", None),
            ("Nf6\n[Event \"a\"]", None),
        ] {
            assert_eq!(only_turn(text, false), turn, "{text}");
        }
        let turn = "{a1,b1=e2e4;c1={d8=a7a6}}";
        assert_eq!(only_turn(&format!("3. {turn}?"), true), Some(turn));
    }

    #[test]
    fn comments_before_tags_and_before_the_end_are_skipped() {
        let tags = "[Event \"a\"]\n\n1. e4 *";
        for (text, rest) in [
            (format!("; b\n% c\n{{d}}\n{tags}"), tags),
            ("{e}\n; f".to_owned(), ""),
            ("\n{g} 1. e4 *".to_owned(), "{g} 1. e4 *"),
            ("{not closed".to_owned(), "{not closed"),
        ] {
            let mut tokens = Tokens::new(&text);
            tokens.skip_to_game();
            assert_eq!(tokens.rest(), rest);
        }
    }

    #[test]
    fn lines_are_counted() {
        let mut tokens = Tokens::new("[Event \"a \\\" b\"]\n\n[Site \"\"]\n1. e4 *");
        let tag = ("Event".to_owned(), "a \" b".to_owned());
        assert_eq!((tokens.line(), tokens.tag()), (1, Some(tag)));
        assert!(tokens.tag().is_some() && tokens.tag().is_none());
        assert_eq!(tokens.line(), 4);
    }

    #[test]
    fn quotes_in_tags_need_not_be_escaped() {
        let mut tokens = Tokens::new("[White \"\"a\" b\"]\n[Black \"c\" d]\n");
        assert_eq!(
            tokens.tag(),
            Some(("White".to_owned(), "\"a\" b".to_owned()))
        );
        assert_eq!(tokens.tag(), None);
    }

    #[test]
    fn what_is_not_closed_is_an_error() {
        for text in [
            "{no end",
            "{cut\n[Event \"next\"]\n\n1. e4 {a} *",
            "{a1={b2=e2e4} *",
            "}",
        ] {
            let mut tokens = Tokens::new(text);
            assert!(tokens.next(true).is_err(), "{text}");
        }
    }
}
