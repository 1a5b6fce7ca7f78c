//! The list of a record's games.

use std::{io::Write, path::Path};

use jabberwock_arena::{
    records::{games, read_file},
    shard::Shard,
};
use jabberwock_game::counted;
use serde::Serialize;

use crate::{failure::Failure, json::json};

/// A game of a record.
#[derive(Serialize)]
struct ListedGame<'a> {
    game: usize,
    variant: &'static str,
    white: &'a str,
    black: &'a str,
    result: &'static str,
    turns: usize,
}

/// Prints the games in the record at `path`, or of a part of it. A game that cannot be read is
/// omitted, and reported at the end.
pub(super) fn print(
    path: &Path,
    shard: Option<Shard>,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let text = read_file(path).map_err(|error| Failure::file(path, error))?;
    let mut problems = Vec::new();
    let mut number = 0;
    for game in games(&text) {
        number += 1;
        if shard.is_some_and(|shard| !shard.has(number - 1)) {
            continue;
        }
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                problems.push(error);
                continue;
            }
        };
        let listed = ListedGame {
            game: number,
            variant: game.variant.name,
            white: game.tag("White").unwrap_or("?"),
            black: game.tag("Black").unwrap_or("?"),
            result: game.result.text(),
            turns: game.turns().len(),
        };
        if as_json {
            writeln!(out, "{}", json(&listed))?;
        } else {
            let ListedGame {
                variant,
                white,
                black,
                result,
                turns,
                ..
            } = listed;
            writeln!(
                out,
                "game {number}: {variant}, {white} - {black}, {result}, {}",
                counted(turns, "turn")
            )?;
        }
        problems.extend(game.problem);
    }
    out.flush()?;
    check_count(path, number, shard)?;
    if problems.is_empty() {
        return Ok(());
    }
    Err(Failure::Record {
        path: path.display().to_string(),
        problems,
    })
}

/// Checks that a record of `count` games at `path` has any, of this part too.
pub(super) fn check_count(path: &Path, count: usize, shard: Option<Shard>) -> Result<(), Failure> {
    let path = path.display();
    if count == 0 {
        return Err(Failure::Options(format!("{path}: there is no game")));
    }
    match shard {
        Some(shard) if shard.number() > count => Err(Failure::Options(format!(
            "--shard {shard}: {path} has only {}",
            counted(count, "game")
        ))),
        _ => Ok(()),
    }
}
