//! Games in the real XBoard. Where it is not installed they are skipped, which is said.

#[path = "support/xboard.rs"]
mod xboard;

use xboard::{Screen, XBoard};

/// The command that starts the engine.
fn engine() -> String {
    let program = assert_cmd::cargo::cargo_bin!("jabberwock");
    program.display().to_string()
}

#[test]
fn two_engines_play_a_game_of_chess() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let engine = engine();
    #[rustfmt::skip]
    let arguments = [
        "-fcp", &engine, "-scp", &engine, "-variant", "normal", "-matchGames", "1",
        "-searchDepth", "3", "-timeControl", "5", "-movesPerSession", "0",
    ];
    let mut gui = XBoard::start(&screen, "chess", &arguments);
    gui.finish();
    gui.assert_no_complaint();
    let games = gui.file("games.pgn");
    let result = games.split_whitespace().last();
    let ends = ["1-0", "0-1", "1/2-1/2"];
    assert!(result.is_some_and(|word| ends.contains(&word)), "{games}");
}

#[test]
fn a_person_plays_chess_by_clicks() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let engine = engine();
    #[rustfmt::skip]
    let arguments = [
        "-fcp", &engine, "-variant", "normal", "-searchDepth", "2", "-timeControl", "5",
        "-boardSize", "72",
    ];
    let gui = XBoard::start(&screen, "person", &arguments);
    gui.wait_for("<first : pong 1", 1);
    gui.click("e2");
    gui.click("e4");
    gui.wait_for(">first : e2e4", 1);
    gui.wait_for("<first : move ", 1);
    gui.click("d2");
    gui.click("d4");
    gui.wait_for(">first : d2d4", 1);
    gui.wait_for("<first : move ", 2);
    gui.assert_no_complaint();
}
