//! Examples of the rules of games: positions with a turn to try, described in words.
//!
//! Each game's folder has them in `examples.txt`: blocks of `key text` lines, with empty lines
//! between the blocks. They are used by menus, pictures and tests.

/// A position of a game, and a turn that shows one of its rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// The name, a few words. Names of one game are distinct.
    pub name: &'static str,
    /// The position, as text.
    pub position: &'static str,
    /// A legal turn in it, as text.
    pub turn: &'static str,
    /// The text of the position after the turn. A game in layers may add fields to it.
    pub after: &'static str,
    /// The outcome of the game if the turn ends it, as in `1-0 {checkmate}`.
    pub ends: Option<&'static str>,
    /// The description, with the numbers of the rules.
    pub see: &'static str,
    /// The names of the games to which it applies; empty for all that have the file.
    only: &'static str,
}

impl Example {
    /// Whether it is an example of the game called `name`.
    fn is_of(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.split(' ').any(|game| game == name)
    }

    /// Reads the lines of a block; `None` if a line or the name of a field is missing or unknown.
    fn read(block: &'static str) -> Option<Self> {
        let mut example = Self::default();
        for line in block.lines() {
            let (key, text) = line.split_once(' ')?;
            match key {
                "name" => example.name = text,
                "position" => example.position = text,
                "turn" => example.turn = text,
                "after" => example.after = text,
                "ends" => example.ends = Some(text),
                "see" => example.see = text,
                "only" => example.only = text,
                _ => return None,
            }
        }
        let Self {
            name,
            position,
            turn,
            after,
            see,
            ..
        } = example;
        let complete = [name, position, turn, after, see]
            .iter()
            .all(|text| !text.is_empty());
        complete.then_some(example)
    }
}

/// Returns the blocks of a file, without its comments.
fn blocks(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split("\n\n")
        .map(str::trim)
        .filter(|block| !block.is_empty() && !block.starts_with('#'))
}

/// Returns the examples of the game called `name` in `files`.
pub(crate) fn of_game(files: &'static [&'static str], name: &str) -> Vec<Example> {
    files
        .iter()
        .flat_map(|text| blocks(text))
        .filter_map(Example::read)
        .filter(|example| example.is_of(name))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{entries, find};

    #[test]
    fn every_block_of_every_file_is_read() {
        for entry in entries() {
            for block in entry.example_files.iter().flat_map(|text| blocks(text)) {
                let example = Example::read(block)
                    .unwrap_or_else(|| panic!("{}: not an example: {block}", entry.name));
                for game in example.only.split_whitespace() {
                    assert_eq!(find(game).map(|found| found.name), Ok(game), "{block}");
                }
            }
        }
    }

    #[test]
    fn a_block_without_a_field_is_not_read() {
        let whole = "name A\nposition p\nturn t\nafter q\nsee s";
        assert!(Example::read(whole).is_some());
        assert_eq!(Example::read("name A\nposition p\nturn t\nsee s"), None);
        assert_eq!(Example::read("name A\nmoves e2e4"), None);
    }

    #[test]
    fn every_game_has_examples_with_names_of_their_own() {
        for entry in entries() {
            let examples = entry.examples();
            let names: BTreeSet<_> = examples.iter().map(|example| example.name).collect();
            assert!(!examples.is_empty(), "{} has no examples", entry.name);
            assert_eq!(names.len(), examples.len(), "{}: equal names", entry.name);
        }
    }
}
