//! Joins the files of all shards of a run.

use std::{
    collections::{BTreeMap, HashSet},
    fmt::Write as _,
    path::{Path, PathBuf},
};

use jabberwock_game::{Evaluate, Position};

use super::{DataProgress, RESULTS, SHARD, TrainingGame, games, write_new};
use crate::{records::read_file, shard::Shard, tune::error::TuneError};

/// The file of a shard.
struct Part<'a> {
    path: &'a Path,
    shard: Shard,
    games: Vec<TrainingGame<'a>>,
}

/// Writes the games in the files of all shards of a run of the game `name`, in the order of their
/// numbers, to a new file at `out`. It is the file that the whole run would have written.
///
/// # Errors
/// If a file cannot be read or written, or the files are not all those of one run.
pub fn join<V: Evaluate>(
    variant: V,
    name: &str,
    paths: &[PathBuf],
    out: &Path,
) -> Result<DataProgress, TuneError> {
    let texts = paths
        .iter()
        .map(|path| read_file(path).map_err(TuneError::file(path)));
    let texts = texts.collect::<Result<Vec<String>, _>>()?;
    let mut settings = None;
    let mut parts = BTreeMap::new();
    for (path, text) in paths.iter().zip(&texts) {
        let problem = |problem: &str| part_error(path, problem.to_owned());
        let header = text.lines().next().and_then(|line| {
            let (run, shard) = line.rsplit_once(SHARD)?;
            Some((run, shard.parse::<Shard>().ok()?))
        });
        let (run, shard) = header.ok_or_else(|| problem("not the file of a shard"))?;
        let known = *settings.get_or_insert((run, shard.count()));
        let of_game = format!("# data of {name}: ");
        if known != (run, shard.count()) || !run.starts_with(&of_game) {
            let settings = known.0.trim_start_matches("# data of ");
            let count = known.1;
            return Err(problem(&format!(
                "a file of another run: expected a shard of {count} of \"{settings}\""
            )));
        }
        if parts.insert(shard, part(path, shard, text)?).is_some() {
            return Err(problem(&format!("shard {shard} is there twice")));
        }
    }
    let Some((settings, count)) = settings else {
        return Err(part_error(out, "there is nothing to be joined".to_owned()));
    };
    if let Some(shard) = Shard::all(count).find(|shard| !parts.contains_key(shard)) {
        return Err(TuneError::MissingShard(shard));
    }
    check_complete(&parts)?;
    write(variant, settings, &parts, out)
}

fn part_error(path: &Path, problem: String) -> TuneError {
    TuneError::Part {
        path: path.to_owned(),
        problem,
    }
}

/// Reads the file of a shard.
fn part<'a>(path: &'a Path, shard: Shard, text: &'a str) -> Result<Part<'a>, TuneError> {
    let mut found = Vec::new();
    let mut complete = 0;
    for game in games(text) {
        let game = game.map_err(TuneError::line(path))?;
        let number = game.number;
        let expected = shard.item(found.len()).map(|number| number as u64);
        if let Some(expected) = expected.filter(|&expected| expected != number) {
            let problem = format!("game {number} is there in place of game {expected}");
            return Err(part_error(path, problem));
        }
        complete = game.end;
        found.push(game);
    }
    let rest = text[complete..].lines();
    if rest
        .clone()
        .any(|line| !line.starts_with("# ") || line.starts_with("# game"))
        || !text.ends_with('\n')
    {
        let problem = "the last game is cut; the command that wrote the file resumes it";
        return Err(part_error(path, problem.to_owned()));
    }
    Ok(Part {
        path,
        shard,
        games: found,
    })
}

/// Checks that the games of all parts are the first ones of the run.
fn check_complete(parts: &BTreeMap<Shard, Part<'_>>) -> Result<(), TuneError> {
    let total: usize = parts.values().map(|part| part.games.len()).sum();
    let short = |part: &&Part<'_>| part.games.len() < part.shard.size(total);
    match parts.values().find(short) {
        None => Ok(()),
        Some(part) => {
            let number = part.shard.item(part.games.len()).unwrap_or_default();
            let problem = format!(
                "game {number} is missing: shard {} is not finished",
                part.shard
            );
            Err(part_error(part.path, problem))
        }
    }
}

fn write<V: Evaluate>(
    variant: V,
    settings: &str,
    parts: &BTreeMap<Shard, Part<'_>>,
    out: &Path,
) -> Result<DataProgress, TuneError> {
    let mut done = DataProgress::default();
    let mut seen = HashSet::new();
    let mut text = format!("{settings}\n");
    let longest = parts.values().map(|part| part.games.len()).max();
    for index in 0..longest.unwrap_or_default() {
        for part in parts.values() {
            let Some(game) = part.games.get(index) else {
                continue;
            };
            for &(line, position, score) in &game.positions {
                let parsed = variant
                    .parse(position)
                    .map_err(|error| TuneError::line(part.path)((line, error.to_string())))?;
                if seen.insert(parsed.key()) {
                    // Writing to a string cannot fail.
                    let _ = writeln!(text, "{position}\t{score}");
                    done.positions += 1;
                }
            }
            let result = game.result.index();
            let _ = writeln!(text, "# game {} {}", game.number, RESULTS[result]);
            done.results[result] += 1;
            done.games += 1;
        }
    }
    write_new(out, text.as_bytes())?;
    Ok(done)
}
