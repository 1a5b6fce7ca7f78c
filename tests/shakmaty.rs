//! Chess beside shakmaty, another implementation of its rules, over random games.

use std::collections::BTreeSet;

use jabberwock_game::{Position as _, Variant, legal_turns, play};
use jabberwock_variants::chess::{self, Chess};
use rand::{SeedableRng, rngs::StdRng, seq::IndexedRandom};
use shakmaty::{CastlingMode, EnPassantMode, Position, fen::Fen, uci::UciMove};

fn oracle_moves(pos: &shakmaty::Chess) -> BTreeSet<String> {
    pos.legal_moves()
        .iter()
        .map(|mv| mv.to_uci(CastlingMode::Standard).to_string())
        .collect()
}

fn compare(ours: &chess::Position, theirs: &shakmaty::Chess) {
    let text = Chess.text(ours);
    assert_eq!(
        text,
        Fen::from_position(theirs, EnPassantMode::Legal).to_string()
    );
    let moves = legal_turns(ours)
        .iter()
        .map(|turn| Chess.turn_text(ours, turn))
        .collect();
    assert_eq!(oracle_moves(theirs), moves, "{text}");
    assert_eq!(ours.is_check(), theirs.is_check(), "{text}");
    assert_eq!(Chess.parse(&text).as_ref(), Ok(ours));
}

/// Plays one random game of at most `plies` from a position.
fn play_along(text: &str, plies: u32, rng: &mut StdRng) {
    let mut ours = Chess.parse(text).expect("a sound position");
    let fen: Fen = text.parse().expect("a sound FEN");
    let mut theirs: shakmaty::Chess = fen
        .into_position(CastlingMode::Standard)
        .expect("a sound position");
    for _ in 0..plies {
        compare(&ours, &theirs);
        let turns = legal_turns(&ours);
        let Some(turn) = turns.choose(rng) else {
            return;
        };
        let uci: UciMove = Chess.turn_text(&ours, turn).parse().expect("a move");
        theirs.play_unchecked(uci.to_move(&theirs).expect("a legal move"));
        play(&mut ours, turn);
    }
}

fn play_games(count: u32, seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    for _ in 0..count {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
        ] {
            play_along(text, 150, &mut rng);
        }
    }
}

#[test]
fn moves_and_texts_are_those_of_another_implementation() {
    play_games(10, 1);
}

#[test]
#[ignore = "plays thousands of games"]
fn moves_and_texts_are_those_of_another_implementation_at_length() {
    play_games(1_000, 2);
}
