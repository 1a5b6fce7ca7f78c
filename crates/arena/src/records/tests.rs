use std::time::Duration;

use jabberwock_game::{ByColor, Color, Reason, Score};
use jabberwock_search::SearchInfo;
use jabberwock_variants::find;

use super::{GameHeader, RecordFile, parse, text};
use crate::{
    played_game::{EndCause, GameEnd, PlayedGame, PlayedTurn},
    scoreboard::{GameResult, Termination},
    time_control::TimeControl,
};

fn played(cause: EndCause) -> PlayedGame {
    let played_turn = |turn: &str, score: Option<i32>| PlayedTurn {
        turn: turn.to_owned(),
        info: score.map(|score| SearchInfo {
            score: Score(score),
            depth: 9,
            ..SearchInfo::default()
        }),
        time: score.map(|_| Duration::from_millis(51)),
    };
    PlayedGame {
        origin: "the position".to_owned(),
        first: Color::Black,
        turns: vec![
            played_turn("e7e5", None),
            played_turn("d2d4", Some(-35)),
            played_turn("e5d4", Some(31_999)),
        ],
        end: GameEnd {
            winner: Some(Color::Black),
            cause,
        },
    }
}

fn game(number: usize, cause: EndCause) -> String {
    let header = GameHeader {
        number,
        variant: find("hop").unwrap(),
        names: ByColor(["say \"a\\b\"", "old"]),
        time_controls: ByColor([TimeControl::default(); 2]),
    };
    text(&header, &played(cause), "the start")
}

#[test]
fn a_game_is_written_with_tags_turns_and_scores() {
    let text = game(6, EndCause::Rules(Reason::CHECKMATE));
    for part in [
        "[Round \"7\"]\n",
        "[White \"say \\\"a\\\\b\\\"\"]\n",
        "[Result \"0-1\"]\n[Variant \"hop\"]\n",
        "[SetUp \"1\"]\n[FEN \"the position\"]\n",
        "[Termination \"normal\"]\n\n",
        "\n1... e7e5 2. d2d4 {-0.35/9 0.051s} e5d4 {+M1/9 0.051s} {checkmate} 0-1\n\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn games_are_read_as_written_whatever_the_termination_says() {
    let crash = EndCause::Crash("} 1-0\n\n[Round \"x\"]\n".to_owned());
    let file = game(6, EndCause::Time(Duration::ZERO)) + &game(2, crash);
    let (games, read) = parse(&file).unwrap();
    assert_eq!(read, file.len());
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].number, games[1].number), (6, 2));
    assert_eq!(games[0].names[Color::White], "say \"a\\b\"");
    assert_eq!(games[0].origin.as_deref(), Some("the position"));
    assert_eq!(
        games[1].result,
        GameResult {
            winner: Some(Color::Black),
            termination: Termination::Crash,
        }
    );
}

#[test]
fn a_game_cut_anywhere_is_not_read_and_the_one_before_is() {
    let first = game(0, EndCause::Hang);
    let file = first.clone() + &game(1, EndCause::Resignation);
    for cut in (first.len()..file.len()).filter(|&cut| file.is_char_boundary(cut)) {
        let (games, read) = parse(&file[..cut]).unwrap();
        assert_eq!((games.len(), read), (1, first.len()), "{cut}");
    }
}

#[test]
fn a_record_of_another_program_is_refused_by_line() {
    let error = parse("\n[Event \"?\"]\n[Round \"1\"]\n\n1. e4 1-0\n\n").unwrap_err();
    assert_eq!(error.to_string(), "line 2: [Result] is missing");
}

#[test]
fn a_record_is_continued_after_its_last_complete_game() {
    let path = std::env::temp_dir().join(format!("jabberwock-archive-{}", std::process::id()));
    let mut record_file = RecordFile::create(&path).unwrap();
    record_file
        .append(&game(0, EndCause::Time(Duration::ZERO)))
        .unwrap();
    let broken = game(1, EndCause::Time(Duration::ZERO));
    record_file.append(&broken[..broken.len() / 2]).unwrap();
    assert!(RecordFile::create(&path).is_err(), "it exists");
    let (mut record_file, games) = RecordFile::resume(&path).unwrap();
    assert_eq!(games.len(), 1);
    record_file
        .append(&game(2, EndCause::Time(Duration::ZERO)))
        .unwrap();
    let (_, games) = RecordFile::resume(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let numbers: Vec<usize> = games.iter().map(|game| game.number).collect();
    assert_eq!(numbers, [0, 2]);
}
