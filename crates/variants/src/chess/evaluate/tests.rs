//! Values of positions and moves, one sentence a test.

use jabberwock_game::{Color, Evaluate, Evaluator as _, Variant};

use crate::{
    chess::{Chess, Position},
    evaluation::network_base::assert_network_base,
    fide::evaluate::mates_lone_king,
};

fn read(text: &str) -> Position {
    Chess
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the value for the player to move.
fn value(text: &str) -> i32 {
    Chess.evaluator().evaluate(&read(text), 0).0
}

#[track_caller]
fn assert_better(better: &str, worse: &str) {
    let values = [better, worse].map(value);
    assert!(
        values[0] > values[1],
        "{better}: {}, {worse}: {}",
        values[0],
        values[1]
    );
}

#[test]
fn a_known_structure_of_pawns_gives_the_value_it_gave_before() {
    let mut evaluator = Chess.evaluator();
    for text in include_str!("../bench.txt").lines() {
        let pos = read(text);
        let first = evaluator.evaluate(&pos, 0);
        assert_eq!(evaluator.evaluate(&pos, 0), first);
        assert_eq!(Chess.evaluator().evaluate(&pos, 0), first);
    }
}

#[test]
fn the_start_is_worth_the_right_to_move() {
    let start = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let mut evaluator = Chess.evaluator();
    let corrected = evaluator.evaluate(&start, 0).0;
    evaluator.remove_network();
    let hand_written = evaluator.evaluate(&start, 0).0;
    assert!((1..40).contains(&hand_written), "{hand_written}");
    assert!((1..60).contains(&corrected), "{corrected}");
}

#[test]
fn beside_the_network_count_those_terms_alone_that_it_corrects() {
    let lone_king = "k7/8/8/2K5/8/8/8/6Q1 w - - 0 1";
    for text in include_str!("../bench.txt").lines().chain([lone_king]) {
        let pos = read(text);
        let is_lone_king_mated = Color::ALL
            .into_iter()
            .any(|us| mates_lone_king(pos.board(), us));
        let corrected = ["material", "tempo", "place", "mating"];
        let count = if is_lone_king_mated { 4 } else { 2 };
        assert_network_base(Chess, text, &corrected[..count]);
    }
}

#[test]
fn a_passed_pawn_is_worth_more_the_farther_it_is_and_less_when_it_is_blocked() {
    let far = "4k3/8/P7/8/8/7p/7P/4K3 w - - 0 1";
    let near = "4k3/8/8/8/P7/7p/7P/4K3 w - - 0 1";
    assert_better(far, near);
    assert_better(far, "4k3/n7/P7/8/8/7p/7P/4K1N1 w - - 0 1");
}

#[test]
fn doubled_isolated_pawns_are_worse_than_neighbors() {
    let neighbors = "4k3/5ppp/8/8/8/8/PP6/4K3 w - - 0 1";
    let doubled = "4k3/5ppp/8/8/8/P7/P7/4K3 w - - 0 1";
    assert_better(neighbors, doubled);
}

#[test]
fn a_king_without_pawns_in_front_is_in_danger() {
    let sheltered = "r1bq1rk1/pppp1ppp/8/8/8/8/PPPP1PPP/R1BQ1RK1 w - - 0 1";
    let bare = "r1bq1rk1/pppp1ppp/8/8/8/8/PPPP1PPP/R1BQ1RK1 w - - 0 1"
        .replace("PPPP1PPP/R1BQ1RK1", "PPPPPPP1/R1BQ1RK1");
    assert_better(sheltered, &bare);
}

#[test]
fn a_lone_king_is_driven_to_the_edge_and_to_the_right_corner() {
    let edge = "k7/8/8/2K5/8/8/8/6Q1 w - - 0 1";
    assert_better(edge, "8/8/3k4/8/2K5/8/8/6Q1 w - - 0 1");
    // The bishop is light: a8 is the corner.
    let right = "k7/8/2K5/8/8/8/8/5BN1 w - - 0 1";
    assert_better(right, "7k/8/5K2/8/8/8/8/5BN1 w - - 0 1");
}

#[test]
fn an_advantage_that_cannot_win_counts_little() {
    for text in [
        "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
        "4k3/8/8/8/8/4p3/8/3BK3 w - - 0 1",
        "7k/8/8/8/8/7P/8/3BK3 w - - 0 1",
    ] {
        assert!(value(text).abs() < 120, "{text}: {}", value(text));
    }
}

/// Returns the least threshold that the exchange does not reach, less one.
fn exchange(text: &str, turn: &str) -> i32 {
    let pos = read(text);
    let step = Chess
        .parse_turn(&pos, turn)
        .unwrap_or_else(|error| panic!("{error}"))[0];
    let reached = |threshold: &i32| Chess::see_ge(&pos, step, *threshold);
    (-2_000..2_000).rev().find(reached).unwrap_or(-2_000)
}

#[test]
fn exchanges_are_played_out_with_the_least_valuable_piece_first() {
    for (text, turn, captured_value) in [
        (
            "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
            "e1e5",
            100,
        ),
        (
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "d3e5",
            -220,
        ),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
        // A defended pawn costs the rook, an undefended square nothing.
        ("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400),
        ("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d4", 0),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", 100),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850),
        ("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", 1_350),
        // The king cannot recapture what is defended, and can what is not.
        ("8/8/3k4/4p3/8/8/7B/4K2R w - - 0 1", "h2e5", -230),
        ("8/8/3k4/4p3/8/2B5/7B/4K3 w - - 0 1", "h2e5", 100),
    ] {
        assert_eq!(exchange(text, turn), captured_value, "{text} {turn}");
    }
}

#[test]
fn castling_exchanges_nothing() {
    assert_eq!(exchange("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), 0);
}
