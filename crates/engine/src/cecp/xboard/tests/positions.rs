//! Positions that `XBoard` sends by its own FEN.

use jabberwock_game::{Level, Scene};
use jabberwock_variants::entries;

use super::{super::shown_game::ShownGame, games::Random, *};
use crate::{open::open, session::Session};

/// Positions of each game.
const POSITIONS: usize = 300;

/// Maximum number of turns of a random game.
const LENGTH: usize = 100;

/// Returns the FEN that `XBoard` sends for a board with the pieces of `session`'s position.
fn fen(shown: &ShownGame, session: &dyn Session) -> String {
    let mut board = shown.board().clone();
    board.squares = shown.layout().squares(&session.scene("").unwrap());
    let placement = shown.layout().fen(&board);
    let rights = match shown.rules().parent {
        XBoardParent::Chu => "-",
        XBoardParent::Lion => "- -",
    };
    format!("{placement} {} {rights} 0 1", session.turn().letter())
}

fn native(shown: &ShownGame, text: &str) -> Option<Result<String, String>> {
    shown.native_text(text, |_| false)
}

/// Returns the part of a scene that the board does not show: something inside a piece, under one,
/// or removed for good.
fn missing(scene: &Scene) -> Option<&'static str> {
    let has = |level| {
        let mut squares = scene.squares.iter();
        squares.any(|at| at.layers.len() > 1 && at.layers.iter().any(|layer| layer.level == level))
    };
    let glyph = |glyph: &str| {
        let layers = scene.squares.iter().flat_map(|at| &at.layers);
        layers.filter(|layer| layer.glyph == glyph).count()
    };
    if has(Level::Inside) {
        Some("the pieces inside the rook on ")
    } else if has(Level::Floor) || glyph("chakra") % 4 != 0 {
        Some(": where the others are, or that they are captured, is missing")
    } else {
        None
    }
}

/// Reads the position of `session` from its board; returns whether the board determines it.
fn check(name: &str, shown: &ShownGame, session: &dyn Session) -> bool {
    let scene = session.scene("").unwrap();
    let text = fen(shown, session);
    let read = native(shown, &text).unwrap_or_else(|| panic!("{name}: {text}"));
    if let Some(reason) = missing(&scene) {
        let refused = read.unwrap_err();
        assert!(refused.contains(reason), "{name}: {text}: {refused}");
        return false;
    }
    let read = read.unwrap_or_else(|reason| panic!("{name}: {text}: {reason}"));
    let mut other = open(name).unwrap();
    other
        .set_position(&read)
        .unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
    let shown = other.scene("").unwrap();
    assert_eq!(shown.squares, scene.squares, "{name}: {text}");
    assert_eq!(shown.trays, scene.trays, "{name}: {text}");
    assert_eq!(other.turn(), session.turn(), "{name}: {text}");
    true
}

#[test]
fn positions_are_read_from_the_board_where_it_tells_everything() {
    for entry in entries().iter().filter(|entry| entry.xboard.is_some()) {
        let name = entry.name;
        let mut random = Random::new(0);
        let mut read = 0;
        for _ in 0..POSITIONS / LENGTH {
            let mut session = open(name).unwrap();
            let shown = ShownGame::new(session.as_ref()).unwrap();
            for _ in 0..LENGTH {
                // A lost king is on no board.
                if session.outcome().is_some() {
                    break;
                }
                read += usize::from(check(name, &shown, session.as_ref()));
                let mut legal = session.listed_turns().unwrap().legal_turns().unwrap();
                legal.retain(|turn| turn != "draw");
                if legal.is_empty() {
                    break;
                }
                let turn = &legal[random.below(legal.len())];
                session.play(turn).unwrap();
            }
        }
        assert!(read > 10, "{name}: {read}");
    }
}

#[test]
fn fields_that_xboard_leaves_out_are_filled_in() {
    let session = open("denial").unwrap();
    let shown = ShownGame::new(session.as_ref()).unwrap();
    let board = "r3k2r/8/8/8/4P3/8/8/R3K1R1";
    let texts = [
        ("", "w Qkq - 0 1"),
        (" w", "w Qkq - 0 1"),
        (" b 0 1", "b Qkq - 0 1"),
        (" b - 0 1", "b Qkq - 0 1"),
        (" b - - 3 7", "b Qkq - 3 7"),
        // Rights without a rook on its origin square are dropped.
        (" b KQk e3 0 1", "b Qk e3 0 1"),
    ];
    for (rest, fields) in texts {
        let read = native(&shown, &format!("{board}{rest}"));
        assert_eq!(read, Some(Ok(format!("{board} {fields}"))), "{rest}");
    }
    for rest in [" x", " w z", " w - - - 0 1", " w KQkq - 0 1 b0 -"] {
        assert_eq!(native(&shown, &format!("{board}{rest}")), None, "{rest}");
    }
}

#[test]
fn two_hoppers_of_one_player_are_refused() {
    let session = open("hop").unwrap();
    let shown = ShownGame::new(session.as_ref()).unwrap();
    let text = |board: &str| native(&shown, &format!("{board}[H] w - - 0 1")).unwrap();
    assert_eq!(
        text("4k3/8/3h4/8/4H3/8/8/4K3"),
        Ok("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e4/d6".to_owned())
    );
    assert_eq!(
        text("4k3/8/3H4/8/4H3/8/8/4K3"),
        Err("White has more than one hopper".to_owned())
    );
}

#[test]
fn captured_pieces_of_chakra_wait_to_return() {
    let session = open("chakra").unwrap();
    let shown = ShownGame::new(session.as_ref()).unwrap();
    let board = "acm1ksca/wpppppp1/7t/8/8/W6T/1PPPPPP1/1CMQK1CA";
    let read = native(&shown, &format!("{board}[QSqa] w - 0 1"));
    let text = "acm1ksca/1pppppp1/8/8/8/8/1PPPPPP1/1CMQK1CA w a3n,h3k/h6k,a7n SAq 0 1";
    assert_eq!(read, Some(Ok(text.to_owned())));
}
