use std::{num::NonZeroUsize, sync::Arc, time::Duration};

use jabberwock_search::StopToken;
use jabberwock_variants::find;

use super::{Participant, Tournament, TournamentError};
use crate::{
    adjudication::Adjudication,
    openings::Opening,
    player::PlayerSpec,
    referee::Referee,
    schedule::{Format, Schedule},
    time_control::TimeControl,
};

/// Returns a match of games that are drawn after two turns, eight at the same time.
fn short_games(games: usize) -> Tournament {
    let variant = find("chess").unwrap();
    let participant = |name: &str| {
        let spec: PlayerSpec = "random".parse().unwrap();
        Participant {
            name: name.to_owned(),
            description: name.to_owned(),
            time_control: TimeControl::default(),
            restart: false,
            create: Arc::new(move |seed, stop| {
                spec.open(variant, TimeControl::default(), seed, stop)
            }),
        }
    };
    Tournament {
        variant,
        participants: ["new", "old"].map(participant).into(),
        schedule: Schedule {
            format: Format::Gauntlet,
            players: 2,
            games,
            openings: 1,
            shard: None,
        },
        openings: vec![Opening::default()],
        openings_name: "the start".to_owned(),
        referee: Referee {
            margin: Duration::from_mins(1),
            patience: Duration::from_mins(1),
            adjudication: Adjudication {
                longest: Some(2),
                ..Adjudication::default()
            },
        },
        concurrency: NonZeroUsize::new(8).unwrap(),
        sprt: None,
        seed: 1,
    }
}

#[test]
fn no_game_is_recorded_after_one_that_could_not_be() {
    let tournament = short_games(64);
    let scoreboard = tournament.resume(&[]).unwrap();
    let mut recorded = 0;
    let end = tournament.run(scoreboard, &StopToken::new(), &|_, _| (), &mut |_| {
        recorded += 1;
        // Other games end meanwhile.
        std::thread::sleep(Duration::from_millis(50));
        Err(std::io::ErrorKind::StorageFull.into())
    });
    assert!(matches!(end, Err(TournamentError::Recording(_))), "{end:?}");
    assert_eq!(recorded, 1);
}
