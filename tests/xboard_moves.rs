//! Promotions and castling by mouse in the real XBoard. Where it is not installed they are skipped
//! with a message.

#[path = "support/program.rs"]
mod program;
#[path = "support/xboard.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod xboard;

use std::{
    thread,
    time::{Duration, Instant},
};

use xboard::{Screen, XBoard, engine, with_options};

/// The longest wait for XBoard to send a move.
const PATIENCE: Duration = Duration::from_mins(1);

/// Returns a person's game of `variant` against the engine from `position`, with more options of
/// XBoard.
fn begin<'a>(
    screen: &'a Screen,
    variant: &str,
    name: &str,
    position: &str,
    own: &[&str],
) -> XBoard<'a> {
    let engine = engine();
    let position = format!("Position={position}");
    #[rustfmt::skip]
    let fixed = [
        "-fcp", &engine, "-searchDepth", "2", "-timeControl", "5", "-boardSize", "72",
        "-firstOptions", &position,
    ];
    let arguments = with_options(variant, &[&fixed[..], own].concat());
    let gui = XBoard::start(screen, name, &arguments);
    gui.wait_for("<first : pong 1", 1);
    gui
}

/// Clicks at `squares`, each after an answer to the one before.
fn click_in_turn(gui: &XBoard<'_>, squares: &[&str]) {
    for (answers, square) in squares.iter().enumerate() {
        gui.wait_for("<first : highlight ", answers);
        gui.click_beside_holdings(square);
    }
}

#[test]
fn a_person_promotes_by_pointing_at_a_piece() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let position = "3r3k/P7/8/8/8/8/8/1N5K w - - 0 1";
    let gui = begin(&screen, "crazy-free", "moves-pointed", position, &[]);
    click_in_turn(&gui, &["a7", "a8", "b1"]);
    gui.wait_for("<first : choice N", 1);
    gui.wait_for(">first : a7a8,a8b1n", 1);
    gui.wait_for("<first : move a7a8n", 1);
    gui.wait_for("<first : move ", 2);
    gui.assert_no_complaint();
}

#[test]
fn a_person_promotes_by_xboards_own_buttons() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let position = "7k/P7/8/8/8/8/8/7K w - - 0 1 -/-";
    let own = ["-sweepPromotions", "false"];
    let gui = begin(&screen, "hop", "moves-buttons", position, &own);
    gui.click_beside_holdings("a7");
    gui.wait_for("<first : highlight M7/", 1);
    gui.click_beside_holdings("a8");
    gui.wait_for(">first : put a8", 1);
    // The fourth button, of the knight.
    let deadline = Instant::now() + PATIENCE;
    while !gui.debug_output().contains(">first : a7a8n") {
        assert!(Instant::now() < deadline, "no promotion");
        thread::sleep(Duration::from_secs(1));
        let mut click = screen.command("xdotool");
        click.args(["mousemove", "190", "16", "click", "1"]);
        assert!(click.status().unwrap().success());
    }
    gui.wait_for("<first : move ", 1);
    gui.assert_no_complaint();
}

#[test]
fn a_person_castles_by_moving_the_king() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let position = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1 -/-";
    let gui = begin(&screen, "hop", "moves-castling", position, &[]);
    gui.click_beside_holdings("e1");
    gui.wait_for("<first : highlight 8/8/8/8/8/8/8/R1YY1YYR", 1);
    gui.click_beside_holdings("g1");
    gui.wait_for(">first : e1g1", 1);
    gui.wait_for("<first : move h1f1", 1);
    gui.wait_for("<first : move ", 3);
    gui.assert_no_complaint();
}
