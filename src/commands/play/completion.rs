//! Completion of typed commands and turns.

use super::command::{BOARD_WORDS, WORDS};

/// Most candidates that are offered whole; of more, only the next few letters are.
const MAX_WHOLE: usize = 48;

/// The words that may be typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// The legal turns; in games of games the mega-moves.
    pub(super) turns: Vec<String>,
    /// Games of games: each board with the turns there.
    pub(super) boards: Option<Vec<(String, Vec<String>)>>,
}

impl Words {
    /// Returns the beginning of the last word of `line`, and its completions, sorted.
    pub(super) fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let (before, word) = line.split_at(start);
        let candidates: Vec<&str> = match (before.trim(), &self.boards) {
            ("", None) => self.first_words(&WORDS).collect(),
            ("", Some(boards)) => {
                let places = boards.iter().map(|(place, _)| place.as_str());
                let words = self.first_words(&WORDS);
                words.chain(BOARD_WORDS).chain(places).collect()
            }
            ("moves", None) => self.turns.iter().map(String::as_str).collect(),
            ("show" | "drop" | "moves", Some(boards)) => {
                boards.iter().map(|(place, _)| place.as_str()).collect()
            }
            (place, Some(boards)) => {
                let mut found = boards.iter().filter(|(name, _)| name == place);
                let turns = found.next().map(|(_, turns)| turns.iter());
                turns.into_iter().flatten().map(String::as_str).collect()
            }
            _ => Vec::new(),
        };
        let fitting = candidates
            .into_iter()
            .filter(|candidate| candidate.starts_with(word));
        let mut fitting: Vec<String> = fitting.map(str::to_owned).collect();
        if fitting.len() > MAX_WHOLE {
            // A square at a time.
            let end = word.len() + 2 - word.len() % 2;
            for candidate in &mut fitting {
                if candidate.is_char_boundary(end) {
                    candidate.truncate(end);
                }
            }
        }
        fitting.sort_unstable();
        fitting.dedup();
        (start, fitting)
    }

    fn first_words<'a>(&'a self, commands: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
        let turns = self.turns.iter().map(String::as_str);
        turns.chain(commands.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn turns_and_commands_are_completed() {
        let words = Words {
            turns: texts(&["e2e4", "e2e3", "draw", "d2d4"]),
            boards: None,
        };
        assert_eq!(words.complete("e2"), (0, texts(&["e2e3", "e2e4"])));
        assert_eq!(words.complete("dr"), (0, texts(&["draw"])));
        assert_eq!(words.complete("moves d"), (6, texts(&["d2d4", "draw"])));
        assert_eq!(words.complete("save e"), (5, texts(&[])));
    }

    #[test]
    fn many_turns_are_completed_square_by_square() {
        let squares = (0..64).map(|index| {
            let file = char::from(b'a' + index % 8);
            format!("b1c3@{file}{}", index / 8 + 1)
        });
        let words = Words {
            turns: squares.collect(),
            boards: None,
        };
        assert_eq!(words.complete("b1").1, ["b1c3"]);
        assert_eq!(words.complete("b1c3@a").1.len(), 8);
    }

    #[test]
    fn a_board_is_completed_and_then_the_turn_there() {
        let words = Words {
            turns: texts(&["a1b1"]),
            boards: Some(vec![
                ("a1".to_owned(), texts(&["e2e4", "d2d4"])),
                ("a2".to_owned(), texts(&["e2e3"])),
            ]),
        };
        assert_eq!(words.complete("a").1, ["a1", "a1b1", "a2"]);
        assert_eq!(words.complete("a1 e"), (3, texts(&["e2e4"])));
        assert_eq!(words.complete("drop a2"), (5, texts(&["a2"])));
        assert_eq!(words.complete("f").1, ["fill", "flip"]);
    }
}
