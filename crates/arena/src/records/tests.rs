use std::time::Duration;

use jabberwock_game::{ByColor, Color, Reason, Score};
use jabberwock_search::SearchInfo;
use jabberwock_variants::find;

use super::{
    GameHeader, RecordFile, complete_games, file_text::own_text, match_games, read::parse, text,
};
use crate::{
    played_game::{EndCause, GameEnd, PlayedGame, PlayedTurn},
    scoreboard::{GameResult, Termination},
    time_control::TimeControl,
};

const DESCRIPTION: &str =
    "gauntlet; games 20; openings random 4; margin 0; patience 10; players say \"a\\\\b\", old";

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
        seed: 7,
        names: ByColor(["say \"a\\b\"", "old"]),
        descriptions: ByColor(["self,name=say", "mcts"]),
        time_controls: ByColor([TimeControl::default(); 2]),
        description: &DESCRIPTION.parse().unwrap(),
        shard: "2/4".parse().ok(),
    };
    text(&header, &played(cause), "the start")
}

#[test]
fn a_game_is_written_with_tags_turns_and_scores() {
    let text = game(6, EndCause::Rules(Reason::CHECKMATE));
    for part in [
        "[Event \"jabberwock match\"]\n[Site \"?\"]\n",
        "[Round \"7\"]\n",
        "[White \"say \\\"a\\\\b\\\"\"]\n",
        "[Result \"0-1\"]\n[Variant \"hop\"]\n",
        "[Seed \"7\"]\n[Match \"gauntlet; games 20; openings random 4; ",
        "; players say \\\"a\\\\\\\\b\\\", old\"]\n[Shard \"2/4\"]\n",
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
    assert_eq!(games[0].description, DESCRIPTION.parse().ok());
    assert_eq!(games[0].shard, "2/4".parse().ok());
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
    let file = first.clone() + &game(1, EndCause::Crash("Zugriff verweigert – «ü»".to_owned()));
    let path = std::env::temp_dir().join(format!("jabberwock-cut-{}", std::process::id()));
    for cut in first.len()..file.len() {
        std::fs::write(&path, &file.as_bytes()[..cut]).unwrap();
        let mut record = RecordFile::open(&path).unwrap();
        let (games, complete) = complete_games(record.text().unwrap()).unwrap();
        assert_eq!(games.len(), 1, "{cut}");
        if !file.is_char_boundary(cut) {
            record.keep_complete(complete).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), first, "{cut}");
        }
        let text = own_text(&file.as_bytes()[..cut]).unwrap();
        let whole = match_games(text);
        let line = first.lines().count() + 1;
        match whole {
            Ok(games) => assert!(cut == first.len() && games.len() == 1, "{cut}"),
            Err(error) => assert!(
                cut > first.len()
                    && error
                        .to_string()
                        .starts_with(&format!("line {line}: the game is cut")),
                "{cut}: {error}"
            ),
        }
    }
    std::fs::remove_file(&path).unwrap();
    let mut beside = path.into_os_string();
    beside.push(".incomplete");
    let kept = std::fs::read(&beside).unwrap();
    assert!(kept.starts_with(b"[Event ") && str::from_utf8(&kept).is_err());
    std::fs::remove_file(&beside).unwrap();
}

#[test]
fn a_record_in_another_character_set_is_refused() {
    assert_eq!(own_text("ü".as_bytes()).unwrap(), "ü");
    assert_eq!(own_text(b"a\xc3").unwrap(), "a");
    assert!(own_text(b"\xfc\n[Event").is_err());
}

#[test]
fn text_that_is_not_a_record_of_this_program_is_refused_by_line() {
    let game = game(0, EndCause::Hang);
    let without_seed = game.replace("[Seed \"7\"]\n", "");
    let without_result = game.replace("} 1/2", "} *").replace(" 0-1\n", " *\n");
    for (text, problem) in [
        (
            "my notes\n".to_owned(),
            "line 1: no game of this program: \"my notes\"",
        ),
        (
            "my notes".to_owned(),
            "line 1: no game of this program: \"my notes\"",
        ),
        (
            "\n[Event \"?\"]\n[Round \"1\"]\n\n1. e4 1-0".to_owned(),
            "line 2: no game of this program: \"[Event \"?\"]\"",
        ),
        (game.replace("[White ", "White "), "line 5: no tag: "),
        (without_seed, "line 1: [Seed] is missing"),
        (without_result, "the game has no result"),
        (
            game.clone() + "notes\n",
            "no game of this program: \"notes\"",
        ),
    ] {
        let error = parse(&text).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn a_record_is_continued_after_its_last_complete_game() {
    let path = std::env::temp_dir().join(format!("jabberwock-record-{}", std::process::id()));
    let beside = path.with_extension("incomplete");
    let end = || EndCause::Time(Duration::ZERO);
    let mut record = RecordFile::create(&path).unwrap();
    record.append(&game(0, end())).unwrap();
    let broken = game(1, end());
    let broken = &broken[..broken.len() / 2];
    record.append(broken).unwrap();
    assert!(RecordFile::create(&path).is_err(), "it exists");
    let error = RecordFile::open(&path).unwrap_err().to_string();
    assert_eq!(error, "another process writes its games to this file");
    drop(record);
    let before = std::fs::read_to_string(&path).unwrap();
    let mut record = RecordFile::open(&path).unwrap();
    let (games, complete) = complete_games(record.text().unwrap()).unwrap();
    assert_eq!(games.len(), 1);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    record.keep_complete(complete).unwrap();
    record.append(&game(2, end())).unwrap();
    drop(record);
    let games = RecordFile::read(&path).unwrap();
    let numbers: Vec<usize> = games.iter().map(|game| game.number).collect();
    assert_eq!(numbers, [0, 2]);
    let kept = std::fs::read_to_string(&beside).unwrap();
    assert_eq!(kept.trim_end(), broken.trim_end());
    std::fs::remove_file(&path).unwrap();
    std::fs::remove_file(&beside).unwrap();
}
