//! Games in the real XBoard. Where it is not installed they are skipped with a message.

#[path = "support/program.rs"]
mod program;
#[path = "support/shown.rs"]
mod shown;
#[path = "support/xboard.rs"]
mod xboard;

use xboard::{Screen, XBoard, engine, with_options};

/// Two engines play a game of `variant`. Both record the same turns, and these lead to the board
/// that XBoard shows in the end. The engines claim every result: where XBoard adjudicates a game
/// itself, it saves the position before the last move.
fn play_a_game(variant: &str) {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let players = ["first", "second"].map(|name| format!("{} --record {name}.jsonl", engine()));
    #[rustfmt::skip]
    let own = [
        "-fcp", &players[0], "-scp", &players[1], "-matchGames", "1",
        "-searchDepth", "3", "-timeControl", "5", "-movesPerSession", "0",
        "-checkMates", "false", "-materialDraws", "false",
    ];
    let mut gui = XBoard::start(&screen, variant, &with_options(variant, &own));
    gui.finish();
    gui.assert_no_complaint();
    let games = gui.file("games.pgn");
    let result = games.split_whitespace().last();
    let ends = ["1-0", "0-1", "1/2-1/2"];
    assert!(result.is_some_and(|word| ends.contains(&word)), "{games}");
    let [first, second] = ["first.jsonl", "second.jsonl"].map(|name| gui.file(name));
    assert_eq!(first.lines().count(), 1, "{first}");
    assert_eq!(first, second);
    shown::assert_shown(&gui.file("end.fen"), &first);
}

#[test]
fn two_engines_play_a_game_of_chess() {
    play_a_game("chess");
}

#[test]
fn two_engines_play_a_game_of_hop() {
    play_a_game("hop");
}

#[test]
fn two_engines_play_a_game_of_denial() {
    play_a_game("denial");
}

#[test]
fn two_engines_play_a_game_of_crazy() {
    play_a_game("crazy");
}

#[test]
fn two_engines_play_a_game_of_chakra() {
    play_a_game("chakra");
}

#[test]
fn two_engines_play_a_game_of_chaotic() {
    play_a_game("chaotic");
}

#[test]
fn a_person_plays_chess_by_clicks() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let gui = begin(&screen, "chess");
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

/// Returns a person's game of `variant` against the engine.
fn begin<'a>(screen: &'a Screen, variant: &str) -> XBoard<'a> {
    begin_at(screen, variant, &format!("person-{variant}"), "")
}

/// Returns the same from `position`, in which commas are semicolons; `name` tells the tests apart.
fn begin_at<'a>(screen: &'a Screen, variant: &str, name: &str, position: &str) -> XBoard<'a> {
    let (engine, position) = (engine(), format!("Position={position}"));
    #[rustfmt::skip]
    let own = [
        "-fcp", &engine, "-searchDepth", "2", "-timeControl", "5", "-boardSize", "72",
    ];
    let mut arguments = with_options(variant, &own);
    arguments.extend(["-firstOptions".to_owned(), position]);
    let gui = XBoard::start(screen, name, &arguments);
    gui.wait_for("<first : pong 1", 1);
    gui
}

#[test]
fn a_person_plays_hop_by_clicks() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let gui = begin(&screen, "hop");
    gui.click_beside_holdings("e2");
    gui.wait_for("<first : highlight 8/8/8/8/4Y3/4Y3/8/8", 1);
    gui.click_beside_holdings("e4");
    gui.wait_for(">first : e2e4", 1);
    gui.wait_for("<first : move ", 3);
    gui.click_beside_holdings("g1");
    gui.wait_for("<first : highlight ", 2);
    gui.click_beside_holdings("f3");
    gui.wait_for(">first : g1f3", 1);
    // The engine passes, and marks the squares for the hopper.
    gui.wait_for("<first : highlight ", 3);
    gui.click_beside_holdings("j6");
    gui.wait_for("<first : highlight ", 4);
    gui.click_beside_holdings("d5");
    gui.wait_for(">first : H@d5", 1);
    gui.wait_for("<first : move ", 7);
    gui.assert_no_complaint();
}

#[test]
fn a_person_moves_the_king_of_crazy_chess_by_two_steps() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let gui = begin(&screen, "crazy-free");
    gui.click_beside_holdings("e2");
    gui.wait_for("<first : highlight ", 1);
    gui.click_beside_holdings("e4");
    gui.wait_for("<first : move ", 1);
    gui.click_beside_holdings("e1");
    gui.wait_for("<first : highlight 8/8/8/8/8/8/4C3/8", 1);
    gui.click_beside_holdings("e2");
    gui.wait_for("<first : highlight ", 3);
    gui.click_beside_holdings("e3");
    gui.wait_for(">first : e1e2,e2e3", 1);
    // The clicks are taken back, and the turn's own ply is sent.
    gui.wait_for("<first : move e1e3", 1);
    gui.wait_for("<first : move ", 3);
    gui.assert_no_complaint();
}

/// A click at each of `squares`, each after an answer to the one before: the squares that may come
/// next, of which `before` sets have been marked already.
fn click_in_turn(gui: &XBoard<'_>, squares: &[&str], before: usize) {
    for (index, square) in squares.iter().enumerate() {
        gui.wait_for("<first : highlight ", before + index);
        gui.click_beside_holdings(square);
    }
}

#[test]
fn a_person_moves_the_hopper_from_its_square() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    // The knight goes over both hoppers.
    let position = "r1bqkbnr/pp2pppp/2np4/2p5/8/2N3P1/PPPPPPBP/R1BQK1NR w KQkq - 0 4 d5/f4";
    let gui = begin_at(&screen, "hop", "person-hopper", position);
    click_in_turn(&gui, &["c3", "h5"], 0);
    gui.wait_for("<first : move @@@@", 1);
    click_in_turn(&gui, &["d5", "a4"], 2);
    gui.wait_for(">first : d5a4", 1);
    gui.wait_for("<first : move ", 4);
    gui.assert_no_complaint();
}

#[test]
fn a_person_disguises_a_piece_by_clicks() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let position = "6k1/8/8/8/8/4n3/4P3/K7 w - - 0 1";
    let gui = begin_at(&screen, "crazy-free", "person-disguise", position);
    click_in_turn(&gui, &["e2", "e3"], 0);
    // The captured knight is put where the pawn was.
    gui.wait_for("<first : move N@e2", 1);
    gui.wait_for("<first : move ", 3);
    gui.assert_no_complaint();
}

#[test]
fn a_person_captures_with_a_knight_on_its_way() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let position = "6k1/8/8/8/8/8/6p1/K5N1 w - - 0 1";
    let gui = begin_at(&screen, "crazy-free", "person-knight", position);
    click_in_turn(&gui, &["g1", "g2", "f3"], 0);
    gui.wait_for(">first : g1g2,g2f3", 1);
    gui.wait_for("<first : move ", 1);
    gui.assert_no_complaint();
}

#[test]
fn a_person_pushes_a_piece_by_clicks() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let position = "k6r/8/8/3n4/8/8/8/K2P3R w - - 0 1";
    let gui = begin_at(&screen, "chaotic", "person-push", position);
    gui.click("d1");
    gui.wait_for("<first : highlight ", 1);
    gui.click("d4");
    // The engine moves the knight that is pushed.
    gui.wait_for("<first : move d5d8", 1);
    gui.wait_for("<first : move ", 3);
    gui.assert_no_complaint();
}

#[test]
fn a_person_turns_a_chakra_over_by_clicks() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let gui = begin(&screen, "chakra");
    // To where it goes, and back to say that it turns over.
    click_in_turn(&gui, &["a2", "c3", "a2"], 0);
    gui.wait_for("<first : move a2c3t", 1);
    gui.wait_for("<first : move ", 2);
    gui.assert_no_complaint();
}

#[test]
fn a_person_is_asked_for_a_promotion() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let position = "3r3k/P7/8/8/8/8/8/1N5K w - - 0 1";
    let gui = begin_at(&screen, "crazy-free", "person-asked", position);
    // The end square clicked again leaves the piece open.
    click_in_turn(&gui, &["a7", "a8", "a8"], 0);
    gui.wait_for("<first : askuser answer ", 1);
    gui.answer("2");
    gui.wait_for("<first : move a7a8n", 1);
    gui.wait_for("<first : move ", 2);
    gui.assert_no_complaint();
}

#[test]
fn a_person_denies_a_move_by_the_clock() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    // A knight's move could not be denied (denial D6), so the engine has no knight.
    let position = "r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 w1 -";
    let gui = begin_at(&screen, "denial", "person-denies", position);
    gui.click("e2");
    gui.wait_for("<first : highlight ", 1);
    gui.click("e4");
    gui.wait_for("<first : move ", 1);
    gui.pass_by_clock();
    // The pass and the engine's move go back, and it moves again.
    gui.wait_for("<first : Illegal move (denied)", 2);
    gui.wait_for("<first : move ", 2);
    gui.assert_no_complaint();
}

#[test]
fn the_engine_denies_a_person_the_mate() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let position = "rnbqkbnr/ppppp2p/5p2/6p1/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3 b0 -";
    let gui = begin_at(&screen, "denial", "person-denied", position);
    gui.click("d1");
    gui.wait_for("<first : highlight ", 1);
    gui.click("h5");
    gui.wait_for("<first : Illegal move (denied)", 1);
    gui.click("a2");
    gui.wait_for("<first : highlight ", 2);
    gui.click("a3");
    gui.wait_for("<first : move ", 1);
    gui.assert_no_complaint();
}

#[test]
fn two_engines_analyze_a_game_in_progress() {
    if !xboard::available() {
        return;
    }
    let screen = Screen::start();
    let gui = begin(&screen, "hop");
    gui.click_beside_holdings("e2");
    gui.wait_for("<first : highlight ", 1);
    gui.click_beside_holdings("e4");
    gui.wait_for("<first : move ", 3);
    gui.press("ctrl+a");
    gui.wait_for(">first : analyze", 1);
    gui.press("ctrl+a");
    gui.wait_for(">second: rejected extmoves", 1);
    // It is asked how far it is every two seconds.
    gui.wait_for("<second: stat01: ", 1);
    let output = gui.debug_output();
    let complaints = [
        "<second: Illegal",
        "<second: Error",
        "<second: tellusererror",
    ];
    let complaint = complaints.iter().find(|words| output.contains(**words));
    assert_eq!(complaint, None, "{output}");
    gui.assert_no_complaint();
}
