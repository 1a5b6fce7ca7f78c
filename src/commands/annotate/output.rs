//! The file of annotated games.

use std::{
    collections::VecDeque,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use jabberwock_arena::{
    annotate::is_annotated_by,
    records::{RecordFile, RecordedGame, games},
};

use crate::failure::Failure;

/// The file of annotated games, which may have some already. One that was created for nothing is
/// removed.
pub(super) struct Output {
    path: PathBuf,
    file: RecordFile,
    /// Whether it was created, and no game has been written yet.
    is_unused: bool,
    /// The games of an earlier run that have not been met again, the first one first.
    done: VecDeque<RecordedGame>,
}

impl Output {
    /// Creates the file, or with `resume` opens the one that a run with the same settings has left.
    /// An incomplete game at its end is moved to a file beside it, whose name ends with
    /// `.incomplete`.
    pub(super) fn open(path: &Path, resume: bool, annotator: &str) -> Result<Output, Failure> {
        let error = |error| Failure::file(path, error);
        match RecordFile::create(path) {
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => {}
            file => {
                return Ok(Output {
                    path: path.to_owned(),
                    file: file.map_err(error)?,
                    is_unused: true,
                    done: VecDeque::new(),
                });
            }
        }
        let shown = path.display();
        if !resume {
            let message = format!("{shown} exists already; --resume goes on in it");
            return Err(Failure::Options(message));
        }
        let mut file = RecordFile::open(path).map_err(error)?;
        let text = file.text().map_err(error)?;
        let (done, cut) = done_games(text, annotator)
            .map_err(|problem| Failure::Options(format!("{shown}: {problem}")))?;
        let complete = text.len() - cut.len();
        file.keep_complete(complete)
            .map_err(|error| Failure::write(path, error))?;
        Ok(Output {
            path: path.to_owned(),
            file,
            is_unused: false,
            done,
        })
    }

    /// Whether an earlier run has annotated `game`, the next one of the record.
    pub(super) fn has(&mut self, game: &RecordedGame) -> Result<bool, Failure> {
        let Some(done) = self.done.pop_front() else {
            return Ok(false);
        };
        if done.variant.name == game.variant.name && done.turns().eq(game.turns()) {
            return Ok(true);
        }
        let path = self.path.display();
        let message = format!("{path}: line {}: a game of another record", done.line);
        Err(Failure::Options(message))
    }

    /// Appends an annotated game and waits until it is on the disk.
    pub(super) fn append(&mut self, game: &RecordedGame) -> Result<(), Failure> {
        self.is_unused = false;
        let written = self.file.append(&game.text());
        written.map_err(|error| Failure::write(&self.path, error))
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if self.is_unused {
            // It is only in the way if it stays.
            fs::remove_file(&self.path).ok();
        }
    }
}

/// Returns the complete games of `text`, written by a run with `annotator`, and the rest: empty, or
/// the beginning of another game.
fn done_games<'a>(
    text: &'a str,
    annotator: &str,
) -> Result<(VecDeque<RecordedGame>, &'a str), String> {
    let mut done = VecDeque::new();
    let mut rest = text;
    let mut items = games(text);
    while let Some(item) = items.next() {
        let game = match item {
            Ok(game) => game,
            Err(_) if is_cut_in_tags(rest) => return Ok((done, rest)),
            Err(problem) => return Err(problem.to_string()),
        };
        let is_own = is_annotated_by(&game, annotator);
        if !is_own && !is_cut_in_tags(rest) {
            return Err(format!("line {}: not a game of this run", game.line));
        }
        let written = game.text();
        if game.problem.is_none()
            && let Some(after) = rest.strip_prefix(&written)
        {
            rest = after;
            done.push_back(game);
            continue;
        }
        let is_cut = game.problem.is_some() || written.starts_with(rest);
        return if is_cut && items.next().is_none() {
            Ok((done, rest))
        } else {
            Err(format!("line {}: changed since it was written", game.line))
        };
    }
    Ok((done, rest))
}

/// Whether `text` is the beginning of a game whose tags are not complete.
fn is_cut_in_tags(text: &str) -> bool {
    text.starts_with('[') && !text.contains("\n\n")
}

#[cfg(test)]
mod tests {
    use super::{done_games, games};

    const ANNOTATOR: &str = "Jabberwock, 100 nodes";

    /// Two annotated games as they are written.
    fn annotated() -> String {
        let game = |name, turns| {
            format!(
                "[Event \"?\"]\n[White \"{name}\"]\n[Variant \"chakra\"]\n[Annotator \"{ANNOTATOR}\"]\n\n{turns}\n\n"
            )
        };
        let text = game("Ann", "1. e2e4 {best e2e4} e7e5 1/2-1/2") + &game("Zoë", "1. g1f3 *");
        let written = games(&text).map(|game| game.unwrap().text());
        written.collect()
    }

    #[test]
    fn a_file_cut_anywhere_has_the_games_that_are_complete() {
        let text = annotated();
        let second = text.rfind("[Event").unwrap();
        let cuts = (0..=text.len()).filter(|&cut| text.is_char_boundary(cut));
        for cut in cuts {
            let (done, rest) = done_games(&text[..cut], ANNOTATOR).unwrap();
            let expected = usize::from(cut >= second) + usize::from(cut == text.len());
            assert_eq!(done.len(), expected, "{:?}", &text[..cut]);
            let start = [0, second, text.len()][expected];
            assert_eq!(rest, &text[start..cut]);
        }
    }

    #[test]
    fn files_of_others_are_refused() {
        let text = annotated();
        let problem = |text: &str| done_games(text, ANNOTATOR).unwrap_err();
        assert!(problem("my notes\n").starts_with("line 1: no game: "));
        let foreign = "[Event \"?\"]\n\n1. e4 e5 2. Ke4 *\n\n[Event \"?\"]\n\n1. d4 *\n";
        assert_eq!(problem(foreign), "line 1: not a game of this run");
        assert_eq!(
            problem(&text.replacen("100", "200", 1)),
            "line 1: not a game of this run"
        );
        let changed = text.replacen("1. e2e4", "1.e2e4", 1);
        assert_eq!(problem(&changed), "line 1: changed since it was written");
        let broken = text.replacen("e7e5", "e8e5", 1);
        assert_eq!(problem(&broken), "line 1: changed since it was written");
    }
}
