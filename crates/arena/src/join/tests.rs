use jabberwock_game::{ByColor, Reason};
use jabberwock_variants::find;

use super::{JoinedReport, join};
use crate::{
    description::MatchDescription,
    played_game::{EndCause, GameEnd, PlayedGame},
    records::{GameHeader, text},
    schedule::Schedule,
    sprt::Sprt,
    time_control::TimeControl,
};

const GAMES: usize = 12;

fn description() -> MatchDescription {
    let text = "round robin; games 4; openings random 4; margin 0; patience 10; players a, b, c";
    text.parse().unwrap()
}

/// Returns the records of the match's `count` shards. White wins every game.
fn shards(count: usize) -> Vec<(String, String)> {
    shards_of(&description(), count)
}

fn shards_of(description: &MatchDescription, count: usize) -> Vec<(String, String)> {
    let shards = (1..=count).map(|number| {
        let shard = format!("{number}/{count}").parse().unwrap();
        let schedule = Schedule {
            format: description.format,
            players: description.players.len(),
            games: description.games,
            openings: 1,
            shard: Some(shard),
        };
        let games = (0..schedule.len()).filter(|&game| schedule.has(game));
        let games = games.map(|number| {
            let pairing = schedule.pairing(number);
            let names =
                ByColor([pairing.white, pairing.black].map(|index| &*description.players[index]));
            let header = GameHeader {
                number,
                variant: find("hop").unwrap(),
                seed: 7,
                names,
                descriptions: names,
                time_controls: ByColor([TimeControl::default(); 2]),
                description,
                shard: (count > 1).then_some(shard),
            };
            let played = PlayedGame {
                origin: format!("round {}", schedule.round(number)),
                first: jabberwock_game::Color::White,
                turns: Vec::new(),
                end: GameEnd {
                    winner: Some(jabberwock_game::Color::White),
                    cause: EndCause::Rules(Reason::CHECKMATE),
                },
            };
            text(&header, &played, "the start")
        });
        (format!("{number}.pgn"), games.collect())
    });
    shards.collect()
}

fn refused(records: &[(String, String)]) -> String {
    join(records, None).unwrap_err().to_string()
}

/// Returns the report without its first line.
fn results(report: &JoinedReport) -> String {
    let text = report.to_string();
    text.split_once('\n').unwrap().1.to_owned()
}

#[test]
fn shards_in_any_order_have_the_results_of_the_whole() {
    let whole = join(&shards(1), None).unwrap();
    assert_eq!(whole.report.games, GAMES);
    assert_eq!(whole.missing.games, 0);
    for count in 2..=6 {
        let mut records = shards(count);
        records.reverse();
        let joined = join(&records, None).unwrap();
        assert_eq!(joined.to_string(), whole.to_string());
    }
}

#[test]
fn missing_games_are_named_by_shard_or_by_pair() {
    let mut records = shards(4);
    records.remove(2);
    let cut = records[0].1.rfind("[Event").unwrap();
    records[0].1.truncate(cut);
    let joined = join(&records, None).unwrap();
    assert_eq!((joined.report.games, joined.report.scheduled), (9, 12));
    let last = "partial: 3 of 12 games missing: shard 1/4 (1 of 4), shard 3/4\n";
    assert!(results(&joined).ends_with(last), "{joined}");
    assert_eq!(joined.missing.pairs, [3, 5]);
    // Parts of another division of the same match leave only the pairs.
    let mut others = shards(6);
    for (file, _) in &mut others {
        file.insert(0, '6');
    }
    let mut doubled = records.clone();
    doubled.push(others[1].clone());
    assert_eq!(refused(&doubled), "62.pgn, game 3: it is in 2.pgn already");
    records.truncate(1);
    records.push(others[2].clone());
    let joined = join(&records, None).unwrap();
    let last = "partial: 7 of 12 games missing: pair 2, pairs 4-6\n";
    assert!(results(&joined).ends_with(last), "{joined}");
}

#[test]
fn a_game_that_is_there_twice_is_refused() {
    let mut records = shards(3);
    records.push(("copy.pgn".to_owned(), records[1].1.clone()));
    assert_eq!(
        refused(&records),
        "copy.pgn, game 3: it is in 2.pgn already"
    );
}

#[test]
fn records_that_are_cut_or_no_records_are_refused() {
    let mut records = shards(2);
    let length = records[1].1.len();
    records[1].1.truncate(length - 10);
    let error = refused(&records);
    assert!(error.starts_with("2.pgn, line "), "{error}");
    assert!(error.contains("the game is cut"), "{error}");
    records[1].1 = "my notes\n".to_owned();
    let error = refused(&records);
    assert_eq!(
        error,
        "2.pgn, line 1: no game of this program: \"my notes\""
    );
    let empty = [("1.pgn".to_owned(), String::new())];
    assert_eq!(refused(&empty), "there is no game in 1.pgn");
    records[1].1.clear();
    assert_eq!(join(&records, None).unwrap().report.games, GAMES / 2);
}

#[test]
fn long_texts_of_records_are_shortened_in_refusals() {
    let long = "x".repeat(100_000);
    for known in ["\"hop\"", "[White \"b\"]", "[TimeControl \"", "players a"] {
        let mut records = shards(2);
        let begin = known.trim_end_matches(['"', ']']);
        let changed =
            records[1]
                .1
                .replacen(known, &known.replace(begin, &format!("{begin}{long}")), 1);
        assert_ne!(changed, records[1].1, "{known}");
        records[1].1 = changed;
        let error = refused(&records);
        assert!(
            error.len() < 600 && error.contains("xxx..."),
            "{error:.600}"
        );
    }
    let mut records = shards(1);
    records[0].1.insert_str(0, &format!("{long}\u{7}\n"));
    let error = refused(&records);
    assert!(
        error.len() < 200 && error.ends_with("xxx...\""),
        "{error:.600}"
    );
}

/// Changes in a record, and the reasons why it is refused then.
const CHANGES: &[(&str, &str, &str)] = &[
    (
        "[Seed \"7\"]",
        "[Seed \"8\"]",
        "its seed is 8 and not 7, as in 1.pgn",
    ),
    (
        "\"hop\"",
        "\"chess\"",
        "it is one of chess and not of hop, as in 1.pgn",
    ),
    (
        "random 4",
        "random 5",
        "its openings are random 5 and not random 4, as in 1.pgn",
    ),
    (
        "margin 0",
        "margin 1",
        "its rules are margin 1, patience 10 and not margin 0, patience 10, as in 1.pgn",
    ),
    (
        "a, b, c",
        "a, b, d",
        "its players are a, b, d and not a, b, c, as in 1.pgn",
    ),
    (
        "[WhitePlayer \"a\"]",
        "[WhitePlayer \"x\"]",
        "White player is x and not a, as in 1.pgn",
    ),
    (
        "[TimeControl \"none\"]",
        "[TimeControl \"nodes 5\"]",
        "White time control is nodes 5 and not none, as in 1.pgn",
    ),
    ("[White \"a\"]", "[White \"b\"]", "White is b and not a"),
    (
        "[Round \"3\"]",
        "[Round \"99\"]",
        "the match has only 12 games",
    ),
    (
        "\"round 0\"",
        "\"round 9\"",
        "its opening differs from that of game 1 in 1.pgn",
    ),
    (
        "[Match ",
        "[Other ",
        "[Match] is missing: an older version wrote it",
    ),
];

#[test]
fn parts_of_different_matches_are_refused() {
    for &(from, to, problem) in CHANGES {
        let mut records = shards(2);
        assert!(records[1].1.contains(from), "{from}: {}", records[1].1);
        records[1].1 = records[1].1.replace(from, to);
        let error = refused(&records);
        let found = error.split_once(": ").unwrap();
        assert!(found.0.starts_with("2.pgn, game "), "{error}");
        assert_eq!(found.1, problem);
    }
}

#[test]
fn numbers_too_large_to_be_true_are_refused() {
    for games in [usize::MAX, 1 << 40, 4_000_000] {
        let from = "games 4;";
        let mut records = shards(1);
        records[0].1 = records[0].1.replace(from, &format!("games {games};"));
        let error = refused(&records);
        assert!(
            error.ends_with("its match has more than 10000000 games"),
            "{error}"
        );
    }
    let mut records = shards(2);
    let shard = format!("[Shard \"1/{}\"]", usize::MAX);
    records[0].1 = records[0].1.replace("[Shard \"1/2\"]", &shard);
    records.pop();
    let last = "partial: 6 of 12 games missing: ";
    let text = join(&records, None).unwrap().to_string();
    assert!(text.lines().last().unwrap().starts_with(last), "{text}");
}

#[test]
fn the_test_is_of_all_parts() {
    let test = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
    let described = MatchDescription {
        sprt: Some(test),
        ..description()
    };
    let mut records = shards_of(&described, 3);
    let joined = join(&records, None).unwrap();
    assert!(results(&joined).contains("\nSPRT 0 5: LLR "), "{joined}");
    records[2].1 = records[2].1.replace("sprt 0 5", "sprt 0 9");
    let error = refused(&records);
    assert!(
        error.ends_with("its sequential test is not the same, as in 1.pgn"),
        "{error}"
    );
    let other = Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap();
    let joined = join(&records, Some(other)).unwrap();
    assert!(results(&joined).contains("\nSPRT 0 10: LLR "), "{joined}");
}

#[test]
fn games_that_a_decided_test_leaves_out_are_not_missed() {
    let test = Sprt::new(-200.0, -1.0, 0.4, 0.4).unwrap();
    let mut records = shards(4);
    records.pop();
    let joined = join(&records, Some(test)).unwrap();
    assert!(joined.to_string().ends_with(" accepted\n"), "{joined}");
    assert_eq!(joined.missing.games, 2);
}
