//! From the options of `match` to a tournament.

use std::{sync::Arc, time::Duration};

use jabberwock_arena::{
    adjudication::Adjudication,
    openings::{self, Opening, OpeningError, OpeningRequest},
    records::read_file,
    referee::Referee,
    schedule::{Format, Schedule},
    sprt::Sprt,
    time_control::{ClockSettings, TimeControl},
    tournament::{Participant, Tournament},
};
use jabberwock_game::counted;
use jabberwock_search::{Limits, StopToken};
use jabberwock_variants::{Entry, find};

use super::args::Args;
use crate::failure::Failure;

/// Returns the tournament that `args` describe. `stop` ends the search for openings.
pub(super) fn tournament(args: &Args, stop: &StopToken) -> Result<Tournament, Failure> {
    let variant = find(args.variant.as_deref().unwrap_or_default())?;
    if args.players.len() < 2 {
        return Err(Failure::Options("a match needs two players".to_owned()));
    }
    let sprt = sprt(args)?;
    let (openings, openings_name) = openings(args, variant, stop)?;
    let format = if args.round_robin {
        Format::RoundRobin
    } else {
        Format::Gauntlet
    };
    let schedule = Schedule {
        format,
        players: args.players.len(),
        games: args.games,
        openings: openings.len(),
        shard: args.shard,
    };
    if let Some(shard) = args.shard
        && schedule.is_empty()
    {
        let pairs = counted(schedule.pairs(), "pair");
        return Err(Failure::Options(format!(
            "--shard {shard}: the match has only {pairs} of games"
        )));
    }
    Ok(Tournament {
        variant,
        participants: participants(args, variant),
        schedule,
        openings,
        openings_name,
        referee: Referee {
            margin: args.margin,
            patience: args.patience,
            adjudication: Adjudication {
                longest: args.longest,
                draw: args.draw,
                resign: args.resign,
            },
        },
        concurrency: args.concurrency,
        sprt,
        seed: args.seed,
    })
}

/// Returns the sequential test that `args` describe.
pub(super) fn sprt(args: &Args) -> Result<Option<Sprt>, Failure> {
    if !args.sprt {
        return Ok(None);
    }
    let test = Sprt::new(args.elo0, args.elo1, args.alpha, args.beta);
    test.map(Some)
        .map_err(|error| Failure::Options(format!("invalid test: {error}")))
}

/// Returns the players, with names that are all different.
fn participants(args: &Args, variant: &'static Entry) -> Vec<Participant> {
    let mut participants: Vec<Participant> = Vec::new();
    for spec in &args.players {
        let is_used = |name: &str| participants.iter().any(|other| other.name == name);
        let mut name = spec.name.clone();
        let mut number = 2;
        while is_used(&name) {
            name = format!("{}-{number}", spec.name);
            number += 1;
        }
        let time_control = spec.time_control.unwrap_or_else(|| time_control(args));
        let spec = spec.clone();
        participants.push(Participant {
            name,
            description: spec.text.clone(),
            time_control,
            restart: spec.restart,
            create: Arc::new(move |seed, stop| spec.open(variant, time_control, seed, stop)),
        });
    }
    participants
}

/// Returns the time control of players without their own.
fn time_control(args: &Args) -> TimeControl {
    let is_limited = args.st.is_some() || args.nodes.is_some() || args.depth.is_some();
    let default = ClockSettings {
        base: Duration::from_secs(1),
        increment: Duration::from_millis(10),
        turns: None,
    };
    TimeControl {
        clock: args.tc.or((!is_limited).then_some(default)),
        move_time: args.st,
        nodes: args.nodes,
        depth: args.depth,
    }
}

/// Returns the openings, and the name that identifies them.
fn openings(
    args: &Args,
    variant: &'static Entry,
    stop: &StopToken,
) -> Result<(Vec<Opening>, String), Failure> {
    let Some(path) = &args.openings else {
        let request = OpeningRequest {
            count: if args.plies == 0 {
                1
            } else {
                args.games.div_ceil(2)
            },
            turns: (args.plies, args.plies),
            within: None,
            limits: Limits::default(),
            seed: args.seed,
        };
        // If the game has fewer, they are used again.
        let openings = openings::generate(variant, &request, stop, &mut |_| ())?;
        if openings.is_empty() && !stop.is_stopped() {
            return Err(OpeningError::None.into());
        }
        return Ok((openings, format!("random {}", args.plies)));
    };
    let text = read_file(path).map_err(|error| Failure::file(path, error))?;
    let in_file = |error| Failure::Options(format!("{}: {error}", path.display()));
    let mut openings = openings::read(variant, &text).map_err(in_file)?;
    let fingerprint = openings::fingerprint(&openings);
    let mut name = format!("file {fingerprint:016x}");
    if args.ordered {
        name.push_str(" ordered");
    } else {
        openings::shuffle(&mut openings, args.seed);
    }
    Ok((openings, name))
}
