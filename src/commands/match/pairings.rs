//! The pairings of a match.

use std::io::Write;

use jabberwock_arena::{scoreboard::Scoreboard, tournament::Tournament};
use serde::Serialize;

use crate::{failure::Failure, json::json};

/// The output of `--json` for the pairings.
#[derive(Serialize)]
struct Pairings<'a> {
    variant: &'static str,
    /// The number of pairs of games in the whole match.
    pairs: usize,
    games: Vec<ListedPairing<'a>>,
}

/// A game that is to be played; all numbers are from 1.
#[derive(Serialize)]
struct ListedPairing<'a> {
    game: usize,
    pair: usize,
    white: &'a str,
    black: &'a str,
    opening: usize,
}

/// Prints the games of `tournament`, or of its shard, that `scoreboard` does not have.
pub(super) fn print(
    tournament: &Tournament,
    scoreboard: &Scoreboard,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let schedule = &tournament.schedule;
    let name = |player: usize| tournament.participants[player].name.as_str();
    let games =
        (0..schedule.len()).filter(|&number| schedule.has(number) && !scoreboard.has(number));
    let games = games.map(|number| {
        let pairing = schedule.pairing(number);
        ListedPairing {
            game: number + 1,
            pair: number / 2 + 1,
            white: name(pairing.white),
            black: name(pairing.black),
            opening: pairing.opening + 1,
        }
    });
    if as_json {
        let pairings = Pairings {
            variant: tournament.variant.name,
            pairs: schedule.pairs(),
            games: games.collect(),
        };
        writeln!(out, "{}", json(&pairings))?;
    } else {
        for ListedPairing {
            game,
            pair,
            white,
            black,
            opening,
        } in games
        {
            writeln!(
                out,
                "game {game} (pair {pair}): {white} - {black}, opening {opening}"
            )?;
        }
    }
    Ok(out.flush()?)
}
