//! Analysis of many positions: a file of them, or a record.

use std::{
    io::Write,
    path::Path,
    sync::mpsc::{self, Sender},
    thread,
};

use indicatif::ProgressBar;
use jabberwock_arena::{
    analysis::{Analysis, AnalysisError, analyze},
    position_line,
    records::{RecordError, RecordedGame, games, is_record, read_file},
};
use jabberwock_engine::{SearchRequest, Session, open};
use jabberwock_search::{Settings, StopToken};
use jabberwock_variants::find;
use rayon::{ThreadPoolBuilder, prelude::*};
use serde_json::{Map, Value, json};

use super::line::{described, line_text};
use crate::{
    failure::Failure,
    interrupt::{is_interrupted, on_interrupt},
};

/// The positions to search and the parameters of the searches.
pub(super) struct FileAnalysis<'a> {
    /// The file.
    pub(super) path: &'a Path,
    /// The game of the positions; a record names its own.
    pub(super) variant: Option<&'a str>,
    pub(super) request: SearchRequest,
    /// Positions searched at the same time.
    pub(super) threads: usize,
    pub(super) hash_mib: usize,
    pub(super) json: bool,
}

/// A position of the file.
#[derive(Clone, Copy)]
enum Item<'a> {
    /// A line of text, with its number, from 1.
    Line(usize, &'a str),
    /// A game, with its number, and a number of turns.
    Ply(usize, &'a RecordedGame, usize),
}

type Found = Result<Analysis, AnalysisError>;

impl FileAnalysis<'_> {
    /// Prints the lines found at each position as they are ready.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let text = read_file(self.path).map_err(|error| Failure::file(self.path, error))?;
        let mut problems = Vec::new();
        let is_record = is_record(&text);
        let recorded = if is_record {
            self.read_record(&text, &mut problems)?
        } else {
            Vec::new()
        };
        let items = if is_record {
            positions_of(&recorded)
        } else {
            let variant = self.variant.ok_or_else(|| {
                Failure::Options("a file of positions needs the name of their game".to_owned())
            })?;
            // A wrong name is one error, not one a line.
            open(variant)?;
            lines_of(&text)
        };
        if items.is_empty() && problems.is_empty() {
            let path = self.path.display();
            return Err(Failure::Options(format!("{path}: there is no position")));
        }
        self.search(&items, &mut problems, out)?;
        out.flush()?;
        if problems.is_empty() || is_interrupted() {
            return Ok(());
        }
        Err(Failure::Record {
            path: self.path.display().to_string(),
            problems,
        })
    }

    /// Returns the games of a record, of `variant` if one is given.
    fn read_record(
        &self,
        text: &str,
        problems: &mut Vec<RecordError>,
    ) -> Result<Vec<RecordedGame>, Failure> {
        let expected = self.variant.map(find).transpose()?;
        let mut found = Vec::new();
        for game in games(text) {
            match game {
                Err(error) => problems.push(error),
                Ok(game) => {
                    if let Some(entry) = expected
                        && entry.name != game.variant.name
                    {
                        let problem =
                            format!("a game of {} and not of {}", game.variant.name, entry.name);
                        let line = game.line;
                        problems.push(RecordError { line, problem });
                        continue;
                    }
                    problems.extend(game.problem.clone());
                    found.push(game);
                }
            }
        }
        Ok(found)
    }

    fn search(
        &self,
        items: &[Item<'_>],
        problems: &mut Vec<RecordError>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let pool = ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|error| Failure::Search(error.to_string()))?;
        let stop = StopToken::new();
        let stop_token = stop.clone();
        on_interrupt(move || stop_token.stop());
        let bar = ProgressBar::new(items.len() as u64);
        let (sender, results) = mpsc::channel();
        let result = thread::scope(|scope| {
            let stop = &stop;
            let work = move || pool.install(|| self.work(items, &sender, stop));
            let worker = thread::Builder::new().spawn_scoped(scope, work);
            worker.map_err(|error| Failure::Search(format!("no thread to search on: {error}")))?;
            for (item, found) in results {
                bar.inc(1);
                match found {
                    Ok(analysis) => {
                        let written = bar.suspend(|| self.print(item, &analysis, out));
                        if let Err(error) = written {
                            stop.stop();
                            return Err(error);
                        }
                    }
                    Err(AnalysisError::Interrupted) => {}
                    Err(error) => problems.push(RecordError {
                        line: item.line(),
                        problem: error.to_string(),
                    }),
                }
            }
            Ok(())
        });
        bar.finish_and_clear();
        result
    }

    /// Searches all positions on the threads of the current pool.
    fn work<'i>(
        &self,
        items: &'i [Item<'i>],
        sender: &Sender<(Item<'i>, Found)>,
        stop: &StopToken,
    ) {
        let items = items.par_iter().with_max_len(1);
        items.for_each_init(
            || (sender.clone(), None),
            |(sender, session), &item| {
                if stop.is_stopped() {
                    return;
                }
                let found = self.found(item, session, stop);
                // This fails only when the output can no longer be printed.
                sender.send((item, found)).ok();
            },
        );
    }

    /// Searches a position. The `session` of an earlier one is used again.
    fn found(
        &self,
        item: Item<'_>,
        session: &mut Option<Box<dyn Session>>,
        stop: &StopToken,
    ) -> Found {
        let name = match item {
            Item::Line(..) => self.variant.unwrap_or_default(),
            Item::Ply(_, game, _) => game.variant.name,
        };
        let turn = |error: String| AnalysisError::Turn(error);
        let known = session.as_ref().map(|session| session.entry().name);
        if known.is_none_or(|known| known != name) {
            let mut opened = open(name).map_err(|error| turn(error.to_string()))?;
            opened.configure(Settings {
                threads: 1,
                hash_mib: self.hash_mib,
                ..Settings::default()
            });
            *session = Some(opened);
        }
        let Some(session) = session else {
            return Err(AnalysisError::Turn("there is no game".to_owned()));
        };
        match item {
            Item::Line(_, text) => {
                let result = position_line::set_position(session.as_mut(), text);
                result.map_err(|error| turn(error.to_string()))?;
            }
            Item::Ply(_, game, plies) => {
                let result = game.set_up(session.as_mut(), Some(plies));
                result.map_err(|error| turn(error.problem))?;
            }
        }
        analyze(session.as_mut(), &self.request, stop)
    }

    fn print(&self, item: Item<'_>, found: &Analysis, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(outcome) = found.outcome {
            if self.json {
                let mut object = item.object();
                object.insert("outcome".to_owned(), json!(outcome.to_string()));
                writeln!(out, "{}", Value::Object(object))?;
            } else {
                writeln!(out, "{} outcome {outcome}", item.label())?;
            }
        }
        for line in &found.lines {
            if self.json {
                let mut object = item.object();
                if let Value::Object(fields) = described(line) {
                    object.extend(fields);
                }
                writeln!(out, "{}", Value::Object(object))?;
            } else {
                writeln!(out, "{} {}", item.label(), line_text(line))?;
            }
        }
        Ok(out.flush()?)
    }
}

impl Item<'_> {
    /// Returns `line 3` or `game 1 ply 12`.
    fn label(self) -> String {
        match self {
            Item::Line(number, _) => format!("line {number}"),
            Item::Ply(game, _, plies) => format!("game {game} ply {plies}"),
        }
    }

    /// Returns the same as the beginning of a JSON object.
    fn object(self) -> Map<String, Value> {
        let fields = match self {
            Item::Line(number, _) => vec![("line", number)],
            Item::Ply(game, _, plies) => vec![("game", game), ("ply", plies)],
        };
        let fields = fields.into_iter();
        fields
            .map(|(name, number)| (name.to_owned(), json!(number)))
            .collect()
    }

    fn line(self) -> usize {
        match self {
            Item::Line(number, _) => number,
            Item::Ply(_, game, _) => game.line,
        }
    }
}

/// Returns the positions of a file, one a line; blank lines and lines that begin with `#` are
/// ignored.
fn lines_of(text: &str) -> Vec<Item<'_>> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let lines = lines.map(|(index, line)| Item::Line(index + 1, line.trim()));
    let is_position = |item: &Item<'_>| matches!(item, Item::Line(_, text) if !text.is_empty() && !text.starts_with('#'));
    lines.filter(is_position).collect()
}

/// Returns every position of the games.
fn positions_of(games: &[RecordedGame]) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let plies = 0..=game.turns().len();
        items.extend(plies.map(|plies| Item::Ply(index + 1, game, plies)));
    }
    items
}
