use std::{fmt::Write, time::Duration};

use jabberwock_engine::{Session, open};
use jabberwock_game::{ByColor, Reason, Score};
use jabberwock_search::SearchInfo;
use jabberwock_variants::{Entry, entries, find, mega::Mega};
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::{RecordedGame, RecordedResult, games, is_record};
use crate::{
    played_game::{EndCause, GameEnd, PlayedGame, PlayedTurn},
    player::RandomTurns,
    records::{GameHeader, Line, RecordedTurn, text},
    time_control::TimeControl,
};

/// Returns a random game of at most `turns` turns, with random scores and times.
fn random_game(entry: &'static Entry, turns: usize, seed: u64) -> PlayedGame {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut random = RandomTurns::new(entry, seed);
    let mut session = open(entry.name).unwrap();
    if seed % 2 == 1 {
        let turn = random.turn(&session.position()).unwrap();
        session.play(&turn).unwrap();
        let origin = session.position();
        session.set_position(&origin).unwrap();
    }
    let first = session.turn();
    let mut played = Vec::new();
    while played.len() < turns && session.outcome().is_none() {
        let turn = random.turn(&session.position()).unwrap();
        let turn = session.play(&turn).unwrap();
        let score = match rng.random_range(0..4) {
            0 => Score::mate_in(2 * rng.random_range(1..9) - 1),
            1 => Score::mated_in(2 * rng.random_range(0..9)),
            _ => Score(rng.random_range(-3000..3000)),
        };
        let info = SearchInfo {
            score,
            depth: rng.random_range(0..30),
            ..SearchInfo::default()
        };
        let is_timed = rng.random_bool(0.8);
        played.push(PlayedTurn {
            turn,
            info: (is_timed && rng.random_bool(0.8)).then_some(info),
            time: is_timed.then(|| Duration::from_millis(rng.random_range(0..99_999))),
        });
    }
    let outcome = session.outcome();
    PlayedGame {
        origin: session.origin(),
        first,
        turns: played,
        end: GameEnd {
            winner: outcome.and_then(|outcome| outcome.winner),
            cause: outcome.map_or(EndCause::Adjudication("length"), |outcome| {
                EndCause::Rules(outcome.reason)
            }),
        },
    }
}

fn record(entry: &'static Entry, played: &PlayedGame) -> String {
    let header = GameHeader {
        number: 4,
        variant: entry,
        seed: 7,
        names: ByColor(["say \"a\\b\"", "old"]),
        descriptions: ByColor(["self,name=say", "mcts"]),
        time_controls: ByColor([TimeControl::default(); 2]),
        description: &"gauntlet; games 8; openings random 4; players say, old"
            .parse()
            .unwrap(),
        shard: None,
    };
    text(&header, played, &open(entry.name).unwrap().position())
}

fn only_game(text: &str) -> RecordedGame {
    let mut found = games(text);
    let game = found.next().unwrap().unwrap();
    assert!(found.next().is_none());
    game
}

/// Returns a small number of turns for games with long ones.
fn length(entry: &Entry) -> usize {
    match entry.planned().map(Mega::level) {
        None => 60,
        Some(1) => 20,
        Some(level) => 12 - usize::from(level),
    }
}

#[test]
fn random_games_of_every_variant_are_read_back_as_written() {
    for entry in entries() {
        let seeds = if entry.planned().is_some() { 2 } else { 4 };
        for seed in 0..seeds {
            let played = random_game(entry, length(entry), seed);
            let written = record(entry, &played);
            let game = only_game(&written);
            assert_eq!(game.problem, None, "{}: {written}", entry.name);
            assert_eq!(game.text(), written, "{}", entry.name);
            assert_eq!(game.variant.name, entry.name);
            assert_eq!(game.first, played.first);
            assert_eq!(game.result.text(), played.end.result());
            assert_eq!(game.end, Some(played.end.to_string()));
            assert_eq!(game.tag("White"), Some("say \"a\\b\""));
            let turns: Vec<RecordedTurn> = played.turns.iter().map(RecordedTurn::from).collect();
            for (read, made) in game.main_line.turns.iter().zip(&turns) {
                // A distance to mate is written in moves: one turn of two is lost.
                assert_eq!(read.score.map(rounded), made.score.map(rounded));
                let score = made.score;
                assert_eq!(
                    RecordedTurn {
                        score,
                        ..read.clone()
                    },
                    *made
                );
            }
            assert_eq!(game.turns().len(), turns.len());
            let session = game.session(None).unwrap();
            assert_eq!(session.origin(), played.origin);
        }
    }
}

/// A game of two random turns that begins after three, unless it ends earlier.
fn later_game(entry: &'static Entry, seed: u64) -> Option<Box<dyn Session>> {
    let mut random = RandomTurns::new(entry, seed);
    let mut session = open(entry.name).unwrap();
    for number in 0..5 {
        let position = session.position();
        if number == 3 {
            session.set_position(&position).unwrap();
        }
        session.play(&random.turn(&position)?).unwrap();
    }
    Some(session)
}

#[test]
fn turns_are_numbered_from_the_first_position_in_every_game() {
    for entry in entries() {
        let session = (0..9).find_map(|seed| later_game(entry, seed)).unwrap();
        let tags = vec![("Variant".to_owned(), entry.name.to_owned())];
        let game = RecordedGame::of_session(session.as_ref(), tags, RecordedResult::Unknown);
        let written = game.text();
        let words = written.split_whitespace();
        let numbers: Vec<&str> = words.filter(|word| word.ends_with('.')).collect();
        assert_eq!(numbers, ["2...", "3."], "{}: {written}", entry.name);
        let turns: Vec<String> = only_game(&written).turns().map(str::to_owned).collect();
        assert_eq!(turns, session.turns());
    }
}

#[test]
fn a_draw_that_is_cut_or_short_is_named_and_ends_no_turn_early() {
    let next = "[Event \"b\"]\n\n1. d4 *";
    let text = format!("[Event \"a\"]\n\n1. e4 e5 $256 (1... c5 2. Nf3 1/2) 2. Nf3 1/2\n\n{next}");
    let found: Vec<RecordedGame> = games(&text).map(Result::unwrap).collect();
    let problem = found[0].problem.as_ref().unwrap().to_string();
    assert_eq!(
        problem,
        "line 3: the result \"1/2\" is cut, or short for 1/2-1/2"
    );
    let turns: Vec<&str> = found[0].turns().collect();
    assert_eq!(turns, ["e2e4", "e7e5", "g1f3"]);
    assert_eq!(found[0].main_line.turns[1].variations[0].turns.len(), 2);
    assert_eq!(found[1].turns().len(), 1);
}

#[test]
fn any_numbers_of_turns_are_read() {
    let fen = "[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 0 40\"]";
    for turns in ["40... Kd7 41. Kf2 *", "1... Kd7 2. Kf2 *", "Kd7 Kf2 *"] {
        let game = only_game(&format!("{fen}\n\n{turns}"));
        assert_eq!(game.turns().collect::<Vec<_>>(), ["e8d7", "e1f2"]);
        assert!(game.text().ends_with("\n40... Kd7 41. Kf2 *\n\n"));
    }
}

/// Returns a score with the distance to mate in moves.
fn rounded(score: Score) -> (Option<i32>, i32) {
    let moves = score.mate_moves();
    (moves, if moves.is_some() { 0 } else { score.0 })
}

#[test]
fn a_game_cut_anywhere_is_read_up_to_the_cut() {
    for entry in entries() {
        let played = random_game(entry, length(entry).min(8), 3);
        let written = record(entry, &played);
        let whole: Vec<&str> = played.turns.iter().map(|turn| turn.turn.as_str()).collect();
        let complete = written.trim_end().len();
        // Turns of games of games take long to be made.
        let cuts = if entry.planned().is_some() { 30 } else { 200 };
        let step = 1 + written.len() / cuts;
        for cut in (1..complete)
            .step_by(step)
            .filter(|&cut| written.is_char_boundary(cut))
        {
            let text = &written[..cut];
            let mut found = games(text);
            // The tag of the variant or of the first position may be cut.
            if let Some(Ok(game)) = found.next() {
                assert!(game.problem.is_some(), "{text}");
                let turns: Vec<&str> = game.turns().collect();
                assert!(whole.starts_with(&turns), "{text}");
                assert_eq!(game.result, RecordedResult::Unknown);
            }
            assert!(found.next().is_none(), "{text}");
        }
        let cut_and_next = format!("{}\n{written}", &written[..complete - 4]);
        let found: Vec<RecordedGame> = games(&cut_and_next).map(Result::unwrap).collect();
        assert!(found[0].problem.is_some() && found[1].problem.is_none());
        assert_eq!(found[1].turns().len(), whole.len());
    }
}

#[test]
fn a_game_with_an_illegal_turn_is_read_up_to_it() {
    let played = random_game(find("hop").unwrap(), 50, 0);
    let mut bad = played.clone();
    bad.turns[39].turn = "a1h8@e4".to_owned();
    let hop = find("hop").unwrap();
    let text = record(hop, &bad) + &record(hop, &played);
    let found: Vec<RecordedGame> = games(&text).map(Result::unwrap).collect();
    assert_eq!(found[0].turns().len(), 39);
    let problem = found[0].problem.as_ref().unwrap().to_string();
    assert!(
        problem.contains("turn 40: illegal turn \"a1h8@e4\": "),
        "{problem}"
    );
    assert_eq!(found[1].turns().len(), played.turns.len());
    assert_eq!(found[1].problem, None);
}

#[test]
fn no_game_is_lost_by_what_stands_before_its_tags() {
    let game = |name: &str| format!("[Event \"{name}\"]\n\n1. e4 *\n\n");
    for (between, errors) in [("{about the next}\n\n", 0), ("; c\n", 0), ("1. $3\n", 1)] {
        let text = format!("{between}{}{between}{}{between}", game("x"), game("y"));
        let found: Vec<_> = games(&text).collect();
        let names: Vec<&str> = found
            .iter()
            .filter_map(|game| game.as_ref().ok()?.tag("Event"))
            .collect();
        assert_eq!(names, ["x", "y"], "{between}");
        assert_eq!(found.len(), 2 + 3 * errors, "{between}");
    }
}

#[test]
fn the_game_after_one_that_is_not_read_may_begin_with_any_tag() {
    let broken = [
        "[White \"a\"]\n\n1. e4 e5 2. Ke4 {here\n[Black \"is no tag\"]\n} Ke7 3. Kd4 *",
        "[White \"a\"]\n[Variant \"ludo\"]\n\n1. e4 ; an open {\n% another {\n*",
        "[White \"a\"]\n[Black \"b\" c]\n[Site \"d\"]\n\n1. e4 *",
        "[FEN \"8/8\"]\n\n1. e4 *",
    ];
    for broken in broken {
        for gap in ["\n", "\n\n", "\r\n\r\n"] {
            let next = "[White \"next\"]\n[Event \"x\"]\n\n1. d4 *\n";
            let text = format!("{broken}{gap}{next}{next}");
            let found: Vec<_> = games(&text).collect();
            assert_eq!(found.len(), 3, "{text}");
            for game in &found[1..] {
                let game = game.as_ref().unwrap();
                assert_eq!(game.tag("White"), Some("next"), "{text}");
                assert_eq!((game.turns().len(), &game.problem), (1, &None), "{text}");
            }
        }
    }
}

#[test]
fn a_record_is_told_from_a_list() {
    for record in [
        "\u{feff}\n[Event \"a\"]\n\n*",
        "% escaped\n1. e4 *",
        "; by hand\n[Event \"a\"]\n\n*",
        "{a comment} 1. e4 *",
        "1.e4 e5",
        "12... Qh4# 0-1",
        "e4 e5\n1/2-1/2\n",
    ] {
        assert!(is_record(record), "{record}");
    }
    for list in [
        "",
        "# openings\ne2e4 e7e5\n",
        "e2e4 e7e5\nd2d4\n",
        "518\n12\n",
        "8/8/8/8/8/8/8/K1k5 w - - 0 1\n",
        "1k6/8/8/8/8/8/8/K7 w - -\n",
        "{a1,b1=e2e4} {a8=e7e5}\n",
    ] {
        assert!(!is_record(list), "{list}");
    }
}

#[test]
fn a_record_of_another_game_is_named() {
    let hop = record(
        find("hop").unwrap(),
        &random_game(find("hop").unwrap(), 9, 0),
    );
    let game = only_game(&hop.replace("[Variant \"hop\"]", "[Variant \"chess\"]"));
    let problem = game.problem.unwrap().to_string();
    assert!(
        problem.contains("turn ") && problem.contains("is not a turn"),
        "{problem}"
    );
    let text = hop.replace("[Variant \"hop\"]", "[Variant \"ludo\"]") + &hop;
    let found: Vec<_> = games(&text).collect();
    let error = found[0].as_ref().unwrap_err().to_string();
    assert_eq!(error, "line 1: unknown variant \"ludo\"");
    assert!(found[1].is_ok() && found.len() == 2);
}

#[test]
fn noise_is_one_error_that_is_brief() {
    let mut rng = StdRng::seed_from_u64(5);
    let random: String = (0..300_000)
        .map(|_| char::from(rng.random::<u8>()))
        .collect();
    let mut tags = String::new();
    for number in 0..3000 {
        let _ = writeln!(tags, "[Tag{number} \"x\"]");
    }
    for noise in [
        random,
        "{".repeat(300_000),
        "{}".repeat(300_000),
        "(".repeat(300_000),
        "1. e4 ".to_owned() + &"(".repeat(300_000),
        "[".repeat(300_000),
        "\n[A \"".repeat(100_000),
        "x".repeat(300_000),
        "\0".repeat(300_000),
        "$".repeat(300_000),
        "[Variant \"mega\"]\n".to_owned() + &"{a1=".repeat(100_000),
        "[Variant \"mega\"]\n".to_owned() + &"{}".repeat(100_000),
        tags,
    ] {
        let mut found = games(&noise);
        let message = match found.next() {
            Some(Ok(game)) => game.problem.unwrap().to_string(),
            Some(Err(error)) => error.to_string(),
            None => String::new(),
        };
        assert!(message.len() < 2000, "{message}");
        assert!(found.next().is_none());
    }
}

#[test]
fn chess_of_other_programs_is_read_with_variations_and_glyphs() {
    let text = "\u{feff}[Event \"a\"]\r\n[Site \"b\"]\r\n[Variant \"Standard\"]\r\n\r\n\
        {first} 1.e4! e5 $1 2. Nf3 (2. f4 exf4 {taken} (2... d5 3. exd5 Qxd5) 3. Nf3) {then}\r\n\
        2... Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. 0-0 ; castles\n% no move\nBd6 (5... Qh9 6. zz) {tired} \
        1/2-1/2\n\n1. d2d4 d7d5 *";
    let found: Vec<RecordedGame> = games(text).map(Result::unwrap).collect();
    let [game, second] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(game.problem, None);
    let turns: Vec<&str> = game.turns().collect();
    let expected = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f8d6";
    assert_eq!(turns.join(" "), expected);
    let made = &game.main_line.turns;
    assert_eq!(game.main_line.comments, ["first"]);
    assert_eq!((&made[0].nags[..], &made[1].nags[..]), (&[1][..], &[1][..]));
    assert_eq!(made[2].comments, ["then"]);
    assert_eq!(made[8].comments, ["castles"]);
    let line =
        |line: &Line| -> Vec<String> { line.turns.iter().map(|turn| turn.turn.clone()).collect() };
    let variation = &made[2].variations[0];
    assert_eq!(line(variation), ["f2f4", "e5f4", "g1f3"]);
    assert_eq!(
        line(&variation.turns[1].variations[0]),
        ["d7d5", "e4d5", "d8d5"]
    );
    assert!(
        made[9].variations.is_empty(),
        "a variation without a legal turn"
    );
    assert_eq!(game.end.as_deref(), Some("tired"));
    assert_eq!(game.result, RecordedResult::Draw);
    assert_eq!(second.turns().collect::<Vec<_>>(), ["d2d4", "d7d5"]);
    let again = only_game(&game.text());
    assert_eq!(again.main_line, game.main_line);
    assert_eq!(again.text(), game.text());
    let written = "{first} 1. e4 $1 e5 $1 2. Nf3 {then} (2. f4 exf4 {taken} \
        (2... d5 3. exd5 Qxd5) 3. Nf3) 2... Nc6 3. Bb5";
    let text = game.text().replace('\n', " ");
    assert!(text.contains(written), "{text}");
}

#[test]
fn a_comment_that_looks_like_a_turn_is_told_from_turns_by_a_blank() {
    let mega = find("mega").unwrap();
    let mut played = random_game(mega, 2, 0);
    played.end.cause = EndCause::Illegal("a1=e2e4".to_owned());
    let mut game = only_game(&record(mega, &played));
    game.main_line.turns[0]
        .comments
        .push("a1,b1=e2e4 } is better".to_owned());
    let again = only_game(&game.text());
    assert_eq!(
        again.main_line.turns[0].comments,
        ["a1,b1=e2e4 ) is better"]
    );
    assert_eq!(again.turns().len(), 2);
}

#[test]
fn every_end_is_read_back() {
    for reason in [Reason::CHECKMATE, Reason::STALEMATE, Reason::REPETITION] {
        let mut played = random_game(find("chess").unwrap(), 0, 0);
        played.end.cause = EndCause::Rules(reason);
        let game = only_game(&record(find("chess").unwrap(), &played));
        assert_eq!(game.end.as_deref(), Some(reason.text()));
    }
}
