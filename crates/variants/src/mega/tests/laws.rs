//! Random games.

use std::collections::BTreeMap;

use jabberwock_game::Position as _;
use rand::{SeedableRng, rngs::StdRng};

use super::{START, board};
use crate::mega::{Board, Position};

/// Checks the invariants of a position at the start of a turn.
fn check_invariants(board: &Board) {
    assert_eq!(board.key(), board.recomputed_key(), "{board:?}");
    let text = board.text();
    let read = super::board(board.level(), &text);
    assert_eq!(read, *board);
    assert_eq!(read.text(), text);
    let turns = board.count_turns();
    assert_eq!(board.outcome().is_none(), turns != 0u8.into());
    let mirrored = Position::new(board.clone()).mirrored();
    assert_eq!(mirrored.board().count_turns(), turns, "{text}");
    let king = board.pieces().king(!board.turn());
    assert!(!board.is_attacked(king, board.turn()), "{text}");
    for game in board
        .running()
        .into_iter()
        .filter_map(|square| board.game(square))
    {
        assert_eq!(game.outcome(), None);
        if let Some(pos) = game.small() {
            assert_eq!(pos.key(), pos.recomputed_key());
        }
    }
}

/// Plays random games to their ends and checks every position.
fn play_games(seeds: std::ops::Range<u64>) -> BTreeMap<String, u32> {
    let mut ends = BTreeMap::new();
    for seed in seeds {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut board = board(1, START);
        while let Some(play) = board.random_turn(&mut rng) {
            board = board.after(&play).expect("a legal turn");
            check_invariants(&board);
            assert!(board.fullmove_number() < 3000);
        }
        let outcome = board.outcome().expect("an end");
        *ends.entry(outcome.to_string()).or_insert(0) += 1;
    }
    ends
}

#[test]
fn random_games_come_to_an_end_with_all_in_order() {
    let ends = play_games(0..3);
    assert_eq!(ends.values().sum::<u32>(), 3);
}

#[test]
#[ignore = "plays hundreds of games"]
fn many_random_games_come_to_all_ends_with_all_in_order() {
    let ends = play_games(100..400);
    for reason in ["mega-checkmate", "mega-stalemate", "100 plies"] {
        assert!(ends.keys().any(|end| end.contains(reason)), "{ends:?}");
    }
}
