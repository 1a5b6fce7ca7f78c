//! Conversations with a watcher of a match: that of `docs/page-protocol.md` and of
//! `tests/transcripts`.

use std::{
    collections::VecDeque,
    num::NonZeroUsize,
    sync::Arc,
    time::{Duration, Instant},
};

use jabberwock_arena::{
    adjudication::Adjudication,
    openings::Opening,
    played_game::{EndCause, GameEnd, PlayedGame, PlayedTurn},
    player::PlayerError,
    referee::{GameProgress, Referee},
    schedule::{Format, Schedule},
    scoreboard::Scoreboard,
    time_control::TimeControl,
    tournament::{FinishedGame, Participant, Tournament},
};
use jabberwock_engine::{Session, open};
use jabberwock_game::{ByColor, Color};
use jabberwock_variants::find;
use serde_json::Value;

use super::{MatchFeed, Watcher};
use crate::room::tests::{conversation::matches, conversations, file};

/// A match of Hop Chess, four games between `new` and `old`, whose events are set by a test.
struct Match {
    tournament: Tournament,
    scoreboard: Scoreboard,
    feed: MatchFeed,
    games: Vec<(Box<dyn Session>, Vec<PlayedTurn>)>,
}

impl Match {
    fn new() -> Match {
        let participant = |name: &str| Participant {
            name: name.to_owned(),
            description: name.to_owned(),
            time_control: TimeControl {
                clock: Some("60+1".parse().unwrap()),
                ..TimeControl::default()
            },
            restart: false,
            create: Arc::new(|_, _| Err(PlayerError::Interrupted)),
        };
        let tournament = Tournament {
            variant: find("hop").unwrap(),
            participants: ["new", "old"].map(participant).into(),
            schedule: Schedule {
                format: Format::Gauntlet,
                players: 2,
                games: 4,
                openings: 1,
                shard: None,
            },
            openings: vec![Opening::default()],
            openings_name: "the start".to_owned(),
            referee: Referee {
                margin: Duration::ZERO,
                patience: Duration::ZERO,
                adjudication: Adjudication::default(),
            },
            concurrency: NonZeroUsize::MIN,
            sprt: None,
            seed: 1,
        };
        let scoreboard = tournament.resume(&[]).unwrap();
        let games = (0..4).map(|_| (open("hop").unwrap(), Vec::new()));
        Match {
            feed: MatchFeed::new(&tournament, &scoreboard),
            tournament,
            scoreboard,
            games: games.collect(),
        }
    }

    /// `game 1 begins`, `game 1: e2e4`, `game 1 ends`, `the match is over`.
    fn happen(&mut self, text: &str) {
        if text == "the match is over" {
            return self.feed.over();
        }
        let (number, what) = text.strip_prefix("game ").unwrap().split_at(1);
        let number = number.parse::<usize>().unwrap() - 1;
        let pairing = self.tournament.schedule.pairing(number);
        let (session, turns) = &mut self.games[number];
        if what == " ends" {
            let played = PlayedGame {
                origin: session.origin(),
                first: Color::White,
                turns: turns.clone(),
                end: GameEnd {
                    winner: Some(Color::White),
                    cause: EndCause::Resignation,
                },
            };
            self.scoreboard.add(pairing, (&played.end).into());
            let game = FinishedGame {
                pairing,
                played: &played,
                scoreboard: &self.scoreboard,
            };
            return self.feed.finished(&self.tournament, &game);
        }
        if let Some(turn) = what.strip_prefix(": ") {
            turns.push(PlayedTurn {
                turn: session.play(turn).unwrap(),
                info: None,
                time: Some(Duration::from_millis(250)),
            });
        }
        let progress = GameProgress {
            session: session.as_ref(),
            turns,
            clocks: ByColor([Some(Duration::from_mins(1)); 2]),
        };
        self.feed.progress(pairing, &progress);
    }
}

/// Plays a conversation, of which the first line is line `start` of the file `name`. A line
/// `> text` is sent by the watcher, `= text` happens in the match and is then reported to the
/// watcher; other lines are expected, with `...` as for rooms.
fn play(name: &str, start: usize, lines: &[&str]) {
    let mut shown = Match::new();
    let (mut watcher, _) = shown.feed.watcher();
    let mut sent: VecDeque<String> = VecDeque::new();
    let mut skips = false;
    for (index, line) in lines.iter().enumerate() {
        let place = format!("{name}:{}", start + index);
        if line.starts_with('#') {
        } else if let Some(text) = line.strip_prefix("> ") {
            sent.extend(watcher.request(text, Instant::now()));
        } else if let Some(text) = line.strip_prefix("= ") {
            shown.happen(text);
            sent.extend(watcher.news(Instant::now()));
        } else if *line == "..." {
            skips = true;
        } else {
            let found = sent.iter().position(|text| matches(line, text));
            let found = found.filter(|&found| skips || found == 0);
            let found =
                found.unwrap_or_else(|| panic!("{place}\nexpected {line}\n    sent {sent:#?}"));
            sent.drain(..=found);
            skips = false;
        }
    }
    assert!(skips || sent.is_empty(), "{name}:{start}: {sent:?}");
}

#[test]
fn the_conversations_of_watchers_are_true() {
    const NAME: &str = "docs/page-protocol.md";
    let text = file(NAME);
    let found = conversations(&text, "```text watched");
    assert_eq!(found.len(), 1);
    for (start, lines) in found {
        play(NAME, start, &lines);
    }
    let text = file("tests/transcripts/watch-match.txt");
    let lines: Vec<&str> = text.lines().collect();
    play("watch-match.txt", 1, &lines);
}

#[test]
fn whatever_would_change_something_is_refused() {
    let mut shown = Match::new();
    let (mut watcher, _) = shown.feed.watcher();
    shown.happen("game 1 begins");
    shown.happen("game 1: e2e4");
    let mut ask = |text: &str| {
        let answers = watcher.request(text, Instant::now());
        serde_json::from_str::<Value>(answers.last().unwrap()).unwrap()
    };
    ask(r#"{"id":1,"do":"hello"}"#);
    ask(r#"{"id":1,"do":"watch","game":1}"#);
    let before = ask(r#"{"id":1,"do":"record"}"#);
    for request in [
        r#""new","variant":"chess""#,
        r#""new","variant":"chess","separate":true"#,
        r#""load","text":"1. e2e4 *""#,
        r#""goto","at":0"#,
        r#""delete","at":1"#,
        r#""promote","at":1"#,
        r#""turn","at":1,"text":"e7e5""#,
        r#""turn","at":1,"taps":["e7","e5"]"#,
        r#""seat","white":{"player":"person"}"#,
        r#""go""#,
        r#""pause""#,
        r#""move-now""#,
        r#""resign""#,
        r#""takeback""#,
        r#""analyse","on":true"#,
        r#""analyse","on":false"#,
        r#""fill","taps":[]"#,
    ] {
        let answer = ask(&format!(r#"{{"id":2,"do":{request}}}"#));
        assert_eq!(answer["error"]["kind"], "watching", "{request}: {answer}");
    }
    for nonsense in ["", "{", "[]", r#"{"id":3}"#, r#"{"id":3,"do":"fly"}"#] {
        assert_eq!(ask(nonsense)["error"]["kind"], "bad-request", "{nonsense}");
    }
    for game in ["0", "2", "4294967295"] {
        let answer = ask(&format!(r#"{{"id":4,"do":"watch","game":{game}}}"#));
        assert_eq!(answer["error"]["kind"], "no-game", "{answer}");
    }
    // The game that was followed still is.
    assert_eq!(ask(r#"{"id":1,"do":"record"}"#), before);
}

#[test]
fn a_watcher_who_comes_late_or_seldom_has_all_turns() {
    let mut shown = Match::new();
    shown.happen("game 1 begins");
    shown.happen("game 1: e2e4");
    let (mut watcher, _) = shown.feed.watcher();
    watcher.request(r#"{"id":1,"do":"hello"}"#, Instant::now());
    let followed = watcher.request(r#"{"id":2,"do":"watch","game":1}"#, Instant::now());
    assert!(followed[0].contains(r#""turn":"e2e4""#), "{followed:?}");
    for turn in ["e7e5@a5", "d2d4@a3", "d7d6@h6"] {
        shown.happen(&format!("game 1: {turn}"));
    }
    let news = watcher.news(Instant::now());
    let turns = news.iter().filter_map(|text| {
        let event: Value = serde_json::from_str(text).unwrap();
        (event["event"] == "turn").then(|| event["node"]["turn"].as_str().unwrap().to_owned())
    });
    let turns: Vec<String> = turns.collect();
    assert_eq!(turns, ["e7e5@a5", "d2d4@a3", "d7d6@h6"]);
}

#[test]
fn boards_that_nobody_follows_are_forgotten_when_their_games_have_ended() {
    let mut shown = Match::new();
    let (mut one, _) = shown.feed.watcher();
    let (mut other, _) = shown.feed.watcher();
    for (watcher, game) in [(&mut one, 1), (&mut other, 2)] {
        shown.happen(&format!("game {game} begins"));
        watcher.request(r#"{"id":1,"do":"hello"}"#, Instant::now());
        let watch = format!(r#"{{"id":2,"do":"watch","game":{game}}}"#);
        watcher.request(&watch, Instant::now());
        shown.happen(&format!("game {game} ends"));
    }
    let count = |watcher: &mut Watcher| {
        watcher.news(Instant::now());
        super::lock(&shown.feed.gallery).boards()
    };
    assert_eq!(count(&mut one), 2);
    drop(other);
    assert_eq!(count(&mut one), 1);
    one.request(r#"{"id":3,"do":"record"}"#, Instant::now());
    drop(one);
    let (mut third, _) = shown.feed.watcher();
    third.request(r#"{"id":1,"do":"hello"}"#, Instant::now());
    assert_eq!(count(&mut third), 0);
}

#[test]
fn a_board_that_cannot_be_followed_on_is_forgotten_too() {
    let mut shown = Match::new();
    let (mut watcher, _) = shown.feed.watcher();
    shown.happen("game 1 begins");
    watcher.request(r#"{"id":1,"do":"hello"}"#, Instant::now());
    watcher.request(r#"{"id":2,"do":"watch","game":1}"#, Instant::now());
    // A turn that cannot be made again.
    shown.games[0].1.push(PlayedTurn {
        turn: "e2e5".to_owned(),
        info: None,
        time: None,
    });
    shown.happen("game 1 goes on");
    let news = watcher.news(Instant::now());
    let last = news.last().unwrap();
    assert!(last.starts_with(r#"{"event":"failure""#), "{news:?}");
    shown.happen("game 1 ends");
    watcher.news(Instant::now());
    assert_eq!(super::lock(&shown.feed.gallery).boards(), 0);
}
