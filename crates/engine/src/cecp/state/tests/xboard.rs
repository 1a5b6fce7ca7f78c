//! Bad input from `XBoard`, and the reasons in its messages.

use jabberwock_game::Level;
use jabberwock_variants::entries;

use super::Harness;

/// Words that make `XBoard` ignore a line `Illegal move (...)`.
const IGNORED: [&str; 14] = [
    "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random",
    "depth", "accepted", "draw", "analyze",
];

/// Texts that are no legal ply, square, answer or position.
const NOISE: &[&str] = &[
    "e2",
    "e9e4",
    "a1a1",
    "a1a1,",
    "e2e4,",
    "a4a5",
    "@@@",
    "Z@e4",
    "Z@e9",
    "a1`1",
    "e7e5,e5e4,",
    "\u{e9}2e4",
    "e2e4e5e6e7",
    ",,,",
    "0",
    "1",
    "99999999999999999999999",
    "-1",
    "8/8/8/8/8/8/8/8 x",
    "9/8/8/8/8/8/8/8 w",
    "255255/8/8/8/8/8/8/8 w",
    "e2\u{0}e4",
];

/// Returns a state in which `XBoard` begins a game of `name`, with both sides played by a person.
pub(super) fn shown(name: &str) -> Harness {
    let variant = format!("variant {name}");
    Harness::after(&[
        "xboard",
        "protover 2",
        "rejected extmoves",
        "new",
        &variant,
        "force",
    ])
}

fn shown_games() -> impl Iterator<Item = &'static str> {
    let shown = entries().iter().filter(|entry| entry.xboard.is_some());
    shown.map(|entry| entry.name)
}

/// Returns the game and the board that a client sees.
fn fingerprint(harness: &Harness) -> String {
    let state = &harness.state;
    format!(
        "{} {:?} {:?}",
        state.session.position(),
        state.session.turns(),
        state.gui,
    )
}

/// Checks that `XBoard` ignores no line `Illegal move (...)` of `lines`.
fn check_reasons(lines: &[String]) {
    for line in lines {
        if let Some(rest) = line.strip_prefix("Illegal move (") {
            let reason = &rest[..rest.rfind("): ").unwrap()];
            let ignored = IGNORED.iter().find(|word| reason.contains(**word));
            assert_eq!(ignored, None, "{line}");
        }
    }
}

#[test]
fn noise_from_xboard_changes_nothing() {
    for name in shown_games() {
        for against_engine in [false, true] {
            let mut harness = shown(name);
            if against_engine {
                harness.send("computer");
            }
            // The first ply has the codes of all turns made.
            harness.send("usermove a1a1");
            let before = fingerprint(&harness);
            for noise in NOISE {
                for command in ["usermove", "answer"] {
                    let line = format!("{command} {noise}");
                    let replies = harness.send(&line);
                    assert_eq!(replies.len(), 1, "{name}: {line}: {replies:?}");
                    assert!(replies[0].contains('('), "{name}: {line}: {replies:?}");
                    check_reasons(&replies);
                    assert!(fingerprint(&harness) == before, "{name}: {line}");
                }
            }
        }
    }
}

#[test]
fn clicks_off_the_board_mark_nothing() {
    for name in shown_games() {
        let mut harness = shown(name);
        for noise in NOISE.iter().filter(|&&noise| noise != "e2") {
            for command in ["lift", "put", "hover"] {
                let replies = harness.send(&format!("{command} {noise}"));
                let is_empty = |reply: &String| !reply.contains(['C', 'Y', 'R']);
                assert!(
                    replies.iter().all(is_empty),
                    "{name}: {command} {noise}: {replies:?}"
                );
            }
        }
        assert_eq!(harness.turns().len(), 0, "{name}");
    }
}

#[test]
fn a_position_that_cannot_be_read_is_refused_and_the_game_stays() {
    for name in shown_games() {
        let mut harness = shown(name);
        let before = harness.state.session.position();
        for noise in NOISE {
            let replies = harness.send(&format!("setboard {noise}"));
            assert_eq!(replies.len(), 1, "{name}: {noise}: {replies:?}");
            assert!(
                replies[0].starts_with("tellusererror Illegal position ("),
                "{name}: {replies:?}"
            );
            assert_eq!(harness.state.session.position(), before, "{name}: {noise}");
        }
    }
}

#[test]
fn no_reason_for_an_illegal_move_makes_xboard_ignore_it() {
    let squares =
        (1..=8).flat_map(|rank| "abcdefgh".chars().map(move |file| format!("{file}{rank}")));
    let squares: Vec<String> = squares.collect();
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/1P4P1/8/2pPp3/1b5q/8/4N3/R3K2R w KQkq c6 0 1",
        "4r1k1/8/8/8/7b/8/4R3/R3K2R w KQ - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "8/8/8/4k3/8/4K3/8/8 w - - 0 1",
    ];
    for position in positions {
        let mut harness =
            Harness::after(&["xboard", "protover 2", "rejected extmoves", "new", "force"]);
        let replies = harness.send(&format!("setboard {position}"));
        assert_eq!(replies, [""; 0], "{position}");
        let mut rejected = 0;
        for from in &squares {
            for to in &squares {
                for promotion in ["", "q", "k"] {
                    let line = format!("usermove {from}{to}{promotion}");
                    let replies = harness.send(&line);
                    check_reasons(&replies);
                    if replies
                        .iter()
                        .any(|reply| reply.starts_with("Illegal move ("))
                    {
                        rejected += 1;
                    } else {
                        harness.send(&format!("setboard {position}"));
                    }
                }
            }
        }
        assert!(rejected > 8000, "{position}");
    }
}

#[test]
fn a_chakra_under_a_piece_is_marked_after_the_turn_and_by_every_answer_to_a_click() {
    let mut harness = shown("chakra");
    let turns_with_scenes = harness
        .state
        .session
        .listed_turns()
        .unwrap()
        .turns_with_scenes()
        .unwrap();
    let entered = turns_with_scenes.iter().find_map(|shown_turn| {
        let square = shown_turn.scene.squares.iter().find(|at| {
            [Level::Floor, Level::On].iter().all(|&level| {
                let mut layers = at.layers.iter();
                layers.any(|layer| layer.level == level)
            })
        });
        Some((shown_turn.turn.clone(), square?.square))
    });
    let (turn, square) = entered.unwrap();
    assert_eq!(square.to_string(), "a2", "{turn}");
    harness.send("go");
    let replies = harness.found(&turn, None);
    let line = "highlight 8/8/8/8/8/8/b7/8";
    assert!(replies.iter().any(|reply| reply == line), "{replies:?}");
    assert_eq!(harness.send("lift a1"), [line]);
}

#[test]
fn the_pieces_that_a_hovered_move_takes_are_marked() {
    let mut harness = shown("chaotic");
    harness.send("setboard 4k3/3r4/8/3Mn3/5M2/8/8/4K2N w - - 0 1");
    assert_eq!(harness.send("hover f5"), [""; 0]);
    let lifted = "highlight 8/8/8/5RY1/4Y1Y1/4YYY1/8/8";
    assert_eq!(harness.send("lift f4"), [lifted]);
    let taking = "highlight 8/8/8/4gRY1/4Y1Y1/4YYY1/8/8";
    assert_eq!(harness.send("hover f5"), [taking]);
    assert_eq!(harness.send("hover g5"), [lifted]);
    assert_eq!(harness.send("hover a8"), [""; 0]);
}
