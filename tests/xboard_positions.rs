//! Start positions of games in the real XBoard: with Black to move, and again before the games are
//! too long. If it is not installed the tests are skipped with a message.

#[path = "support/program.rs"]
mod program;
#[path = "support/shown.rs"]
mod shown;
#[expect(dead_code, reason = "other tests use the rest")]
#[path = "support/xboard.rs"]
mod xboard;

use std::{fs, path::Path};

use xboard::{Screen, XBoard, engine, with_options};

/// A game of Hop Chess with few pieces, Black to move.
const BLACK: &str = "Position=4k3/p6p/8/8/8/8/P6P/4K3 b - - 0 1 -/-";

/// The same, White to move.
const WHITE: &str = "Position=4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1 -/-";

/// Two engines, started by `command`, play `games` games from the position that `own` gives; both
/// record the same ones. Gives the records, and XBoard's debug output.
fn play(name: &str, command: &str, games: &str, own: &[&str]) -> (String, String) {
    let screen = Screen::start();
    let players = ["first", "second"].map(|name| format!("{command} --record {name}.jsonl"));
    #[rustfmt::skip]
    let all = [
        "-fcp", &players[0], "-scp", &players[1], "-matchGames", games,
        "-searchDepth", "1", "-timeControl", "60", "-movesPerSession", "0",
        "-ponderNextMove", "false",
    ];
    let all = [&all[..], own].concat();
    let mut gui = XBoard::start(&screen, name, &with_options("hop", &all));
    gui.finish();
    gui.assert_no_complaint();
    let [first, second] = ["first.jsonl", "second.jsonl"].map(|name| gui.file(name));
    assert_eq!(first, second);
    let last = first.lines().last().unwrap_or_default();
    shown::assert_shown(&gui.file("end.fen"), last);
    (first, gui.debug_output())
}

#[test]
fn two_engines_play_games_in_which_black_begins() {
    if !xboard::available() {
        return;
    }
    let own = ["-firstOptions", BLACK, "-secondOptions", BLACK];
    let (records, output) = play("black", &engine(), "2", &own);
    assert_eq!(records.lines().count(), 2, "{records}");
    let start = BLACK.strip_prefix("Position=").unwrap();
    assert!(
        records.lines().all(|line| line.contains(start)),
        "{records}"
    );
    // White's engine passes first, once in each game.
    assert!(output.contains("<first : move @@@@"), "{output}");
    assert!(output.contains("<second: move @@@@"), "{output}");
}

#[test]
fn two_engines_play_from_a_position_that_xboard_has_loaded() {
    if !xboard::available() {
        return;
    }
    // Both engines get it in XBoard's own FEN. The best first turn is castling, of three plies.
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xboard-loaded.fen");
    fs::write(&file, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K2R w KQkq - 0 1\n").unwrap();
    let file = file.display().to_string();
    let (records, _) = play("loaded", &engine(), "1", &["-loadPositionFile", &file]);
    let start = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K2R w K - 0 1 -/-";
    assert!(records.contains(start), "{records}");
}

#[test]
fn a_person_and_the_engine_play_a_game_in_which_black_begins() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let engine = engine();
    #[rustfmt::skip]
    let own = [
        "-fcp", &engine, "-searchDepth", "1", "-timeControl", "5", "-boardSize", "72",
        "-firstOptions", BLACK,
    ];
    let gui = XBoard::start(&screen, "black-person", &with_options("hop", &own));
    gui.wait_for("<first : pong 1", 1);
    // White passes as soon as the person touches a piece, and the engine moves.
    gui.click_beside_holdings("e1");
    gui.wait_for("<first : move ", 4);
    gui.click_beside_holdings("a2");
    gui.wait_for("<first : highlight ", 2);
    gui.click_beside_holdings("a3");
    gui.wait_for(">first : a2a3", 1);
    gui.assert_no_complaint();
}

#[test]
fn a_game_goes_on_beyond_the_plies_that_xboard_allows() {
    if !xboard::available() {
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mock/shuffler.py");
    let command = format!("python3 {} {}", script.display(), engine());
    let own = ["-firstOptions", WHITE, "-secondOptions", WHITE];
    let (records, output) = play("long", &command, "1", &own);
    // Three plies a turn: XBoard alone would end the game at its 1,000th.
    assert!(records.matches('@').count() > 310, "{records}");
    assert!(records.contains("\"reason\":\"long enough\""), "{records}");
    assert!(output.contains("Illegal move (a new start)"), "{output}");
    assert!(!output.contains("too long"), "{output}");
}
