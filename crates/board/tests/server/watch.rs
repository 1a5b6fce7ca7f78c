//! A match with watchers, over raw connections.

use std::{io, num::NonZeroUsize, sync::Arc, time::Duration};

use jabberwock_arena::{
    adjudication::Adjudication,
    openings::Opening,
    played_game::PlayedGame,
    player::PlayerSpec,
    referee::Referee,
    schedule::{Format, Schedule},
    time_control::TimeControl,
    tournament::{Participant, Tournament},
};
use jabberwock_board::MatchFeed;
use jabberwock_search::StopToken;
use jabberwock_variants::find;
use serde_json::Value;

use crate::{
    client::Client,
    socket::{Frame, Socket},
};

/// Games of the match.
const GAMES: usize = 40;

/// Returns a match of random turns.
fn tournament() -> Tournament {
    let variant = find("chess").unwrap();
    let participant = |name: &str| {
        let spec: PlayerSpec = "random".parse().unwrap();
        let time_control = TimeControl::default();
        Participant {
            name: name.to_owned(),
            description: name.to_owned(),
            time_control,
            restart: true,
            create: Arc::new(move |seed, stop| spec.open(variant, time_control, seed, stop)),
        }
    };
    Tournament {
        variant,
        participants: ["one", "other"].map(participant).into(),
        schedule: Schedule {
            format: Format::Gauntlet,
            players: 2,
            games: GAMES,
            openings: 1,
            shard: None,
        },
        openings: vec![Opening::default()],
        openings_name: "the start".to_owned(),
        referee: Referee {
            margin: Duration::ZERO,
            patience: Duration::from_mins(1),
            adjudication: Adjudication {
                longest: Some(60),
                ..Adjudication::default()
            },
        },
        concurrency: NonZeroUsize::MIN,
        sprt: None,
        seed: 1,
    }
}

/// Plays the games of `tournament`, shown by `feed` if given.
fn play(tournament: &Tournament, feed: Option<&MatchFeed>) -> Vec<PlayedGame> {
    let mut games = Vec::new();
    let scoreboard = tournament.resume(&[]).unwrap();
    let played = tournament.run(
        scoreboard,
        &StopToken::new(),
        &|pairing, progress| {
            if let Some(feed) = feed {
                feed.progress(pairing, progress);
            }
        },
        &mut |game| {
            if let Some(feed) = feed {
                feed.finished(tournament, game);
            }
            games.push(game.played.clone());
            io::Result::Ok(())
        },
    );
    assert_eq!(played.unwrap().finished(), GAMES);
    games
}

/// Returns the turns of `games`.
fn turns(games: &[PlayedGame]) -> Vec<Vec<&str>> {
    let games = games.iter();
    games
        .map(|game| game.turns.iter().map(|turn| turn.turn.as_str()).collect())
        .collect()
}

#[test]
fn a_watcher_who_reads_nothing_delays_neither_the_match_nor_the_others() {
    let tournament = tournament();
    let alone = play(&tournament, None);
    let feed = MatchFeed::new(&tournament, &tournament.resume(&[]).unwrap());
    let shown = feed.clone();
    let client = Client::serve(move |server| server.show(&shown).unwrap());
    let (mut silent, mut reading) = (Socket::open(&client), Socket::open(&client));
    assert!(
        reading
            .ask(r#"{"id":1,"do":"hello"}"#)
            .contains("\"match\":{")
    );
    // Answers to the silent one accumulate until the system accepts no more: the server waits for
    // it.
    silent.send_without_waiting(r#"{"id":1,"do":"variants"}"#);
    let watched = play(&tournament, Some(&feed));
    assert_eq!(turns(&watched), turns(&alone));
    feed.over();
    client.stop();
    let last = loop {
        match reading.next() {
            Frame::Text(text) if text.contains("\"over\":true") => break text,
            Frame::Text(_) => {}
            other => panic!("{other:?} before the match is over"),
        }
    };
    let last: Value = serde_json::from_str(&last).unwrap();
    assert_eq!(last["finished"], GAMES, "{last}");
    assert_eq!(last["games"].as_array().unwrap().len(), 0, "{last}");
}

#[test]
fn a_match_is_guarded_as_a_table_is() {
    let tournament = tournament();
    let feed = MatchFeed::new(&tournament, &tournament.resume(&[]).unwrap());
    let client = Client::serve(move |server| server.show(&feed).unwrap());
    let (cookie, origin) = (client.cookie(), client.origin());
    assert_eq!(client.get("/", &[]).status, 401);
    assert_eq!(client.get("/", &[("Cookie", &cookie)]).status, 200);
    let foreign = [
        ("Cookie", cookie.as_str()),
        ("Origin", "http://evil.example"),
    ];
    assert_eq!(client.upgrade(&foreign).status, 403);
    assert_eq!(client.upgrade(&[("Cookie", &cookie)]).status, 403);
    assert_eq!(client.upgrade(&[("Origin", &origin)]).status, 401);
    assert_eq!(client.post("/record", &[], b"").status, 405);
    let watchers: Vec<Socket> = (0..16).map(|_| Socket::open(&client)).collect();
    assert_eq!(Socket::try_open(&client).1, 503);
    drop(watchers);
}
