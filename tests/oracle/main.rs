//! Every game compared with a second implementation of its rules, its oracle: slow, obvious, and
//! written from `docs/rules` alone.

mod board;
mod chakra;
mod chaotic;
mod chess;
mod chess960;
mod crazy;
mod denial;
mod harness;
mod hop;
mod mega;

use chakra::ChakraOracle;
use chaotic::ChaoticOracle;
use chess::ChessOracle;
use chess960::Chess960Oracle;
use crazy::CrazyOracle;
use denial::DenialOracle;
use harness::{Extent, compare, count_published_turns};
use hop::HopOracle;
use mega::compare::{compare_games, compare_positions, count_listed_turns};

#[test]
fn the_oracles_count_the_published_turns() {
    count_published_turns::<ChessOracle>(700_000);
    count_published_turns::<Chess960Oracle>(30_000);
    count_published_turns::<DenialOracle<ChessOracle>>(10_000);
    count_published_turns::<HopOracle>(200_000);
    count_published_turns::<ChakraOracle>(30_000);
    count_published_turns::<ChaoticOracle>(10_000);
    count_published_turns::<CrazyOracle>(20_000);
    mega::compare::count_published_turns();
}

#[test]
fn chess_agrees_with_its_oracle() {
    let seen = compare::<ChessOracle>(Extent {
        seed: 1,
        positions: 100,
        short_games: 100,
        games: 50,
    });
    seen.assert_reasons(&["checkmate", "repetition", "100 plies", "dead position"]);
}

#[test]
#[ignore = "plays thousands of games"]
fn chess_agrees_with_its_oracle_at_length() {
    let seen = compare::<ChessOracle>(Extent {
        seed: 2,
        positions: 5_000,
        short_games: 2_000,
        games: 5_000,
    });
    seen.assert_reasons(&[
        "checkmate",
        "stalemate",
        "repetition",
        "100 plies",
        "dead position",
    ]);
}

#[test]
fn chess960_agrees_with_its_oracle() {
    let seen = compare::<Chess960Oracle>(Extent {
        seed: 1,
        positions: 1_000,
        short_games: 200,
        games: 50,
    });
    seen.assert_reasons(&["checkmate", "repetition"]);
    assert!(seen.spellings > 100, "{seen:?}");
}

#[test]
#[ignore = "plays thousands of games"]
fn chess960_agrees_with_its_oracle_at_length() {
    let seen = compare::<Chess960Oracle>(Extent {
        seed: 2,
        positions: 50_000,
        short_games: 5_000,
        games: 3_000,
    });
    seen.assert_reasons(&["checkmate", "stalemate", "repetition", "100 plies"]);
}

#[test]
fn denial_agrees_with_its_oracle() {
    let seen = compare::<DenialOracle<ChessOracle>>(Extent {
        seed: 1,
        positions: 0,
        short_games: 100,
        games: 160,
    });
    seen.assert_reasons(&[
        "checkmate",
        "repetition",
        "100 plies",
        "dead position",
        "draw claimed",
    ]);
}

#[test]
#[ignore = "plays thousands of games"]
fn denial_agrees_with_its_oracle_at_length() {
    let seen = compare::<DenialOracle<ChessOracle>>(Extent {
        seed: 2,
        positions: 0,
        short_games: 4_000,
        games: 6_000,
    });
    seen.assert_reasons(&[
        "checkmate",
        "stalemate",
        "stalemate accepted",
        "draw claimed",
    ]);
}

#[test]
fn hop_chess_agrees_with_its_oracle() {
    let seen = compare::<HopOracle>(Extent {
        seed: 1,
        positions: 300,
        short_games: 10,
        games: 2,
    });
    seen.assert_reasons(&["checkmate", "100 plies", "bare kings"]);
    assert!(seen.spellings > 10_000, "{seen:?}");
}

#[test]
#[ignore = "compares millions of turns"]
fn hop_chess_agrees_with_its_oracle_at_length() {
    let seen = compare::<HopOracle>(Extent {
        seed: 2,
        positions: 10_000,
        short_games: 300,
        games: 100,
    });
    seen.assert_reasons(&["checkmate", "stalemate", "100 plies", "bare kings"]);
}

#[test]
fn chakra_agrees_with_its_oracle() {
    let seen = compare::<ChakraOracle>(Extent {
        seed: 1,
        positions: 0,
        short_games: 400,
        games: 6,
    });
    seen.assert_reasons(&["checkmate", "100 plies"]);
}

#[test]
#[ignore = "compares millions of turns"]
fn chakra_agrees_with_its_oracle_at_length() {
    let seen = compare::<ChakraOracle>(Extent {
        seed: 2,
        positions: 0,
        short_games: 20_000,
        games: 300,
    });
    seen.assert_reasons(&[
        "checkmate",
        "stalemate",
        "repetition",
        "100 plies",
        "bare kings",
    ]);
}

#[test]
fn chaotic_chess_agrees_with_its_oracle() {
    let seen = compare::<ChaoticOracle>(Extent {
        seed: 1,
        positions: 3_000,
        short_games: 50,
        games: 10,
    });
    seen.assert_reasons(&["checkmate", "stalemate", "bare army", "100 plies"]);
}

#[test]
#[ignore = "compares millions of turns"]
fn chaotic_chess_agrees_with_its_oracle_at_length() {
    let seen = compare::<ChaoticOracle>(Extent {
        seed: 2,
        positions: 60_000,
        short_games: 1_000,
        games: 500,
    });
    seen.assert_reasons(&[
        "checkmate",
        "stalemate",
        "bare army",
        "backstab",
        "100 plies",
        "repetition",
    ]);
}

#[test]
fn crazy_chess_agrees_with_its_oracle() {
    let seen = compare::<CrazyOracle>(Extent {
        seed: 1,
        positions: 525,
        short_games: 75,
        games: 2,
    });
    seen.assert_reasons(&["checkmate", "100 plies"]);
}

#[test]
#[ignore = "compares millions of turns"]
fn crazy_chess_agrees_with_its_oracle_at_length() {
    let seen = compare::<CrazyOracle>(Extent {
        seed: 2,
        positions: 8_750,
        short_games: 1_250,
        games: 100,
    });
    seen.assert_reasons(&["checkmate", "king lost", "repetition", "100 plies"]);
}

#[test]
fn denial_over_crazy_chess_agrees_with_its_oracle() {
    let seen = compare::<DenialOracle<CrazyOracle>>(Extent {
        seed: 1,
        positions: 0,
        short_games: 300,
        games: 4,
    });
    seen.assert_reasons(&["checkmate", "100 plies"]);
}

#[test]
#[ignore = "compares millions of turns"]
fn denial_over_crazy_chess_agrees_with_its_oracle_at_length() {
    let seen = compare::<DenialOracle<CrazyOracle>>(Extent {
        seed: 2,
        positions: 0,
        short_games: 4_000,
        games: 60,
    });
    seen.assert_reasons(&["checkmate", "king lost", "repetition", "100 plies"]);
}

#[test]
fn the_oracle_of_mega_games_counts_the_turns_that_it_lists() {
    count_listed_turns(1, 400);
}

#[test]
fn mega_games_agree_with_their_oracle_on_random_positions() {
    compare_positions(1, 1, 300);
    compare_positions(2, 2, 30);
}

#[test]
fn mega_games_agree_with_their_oracle_over_random_games() {
    compare_games(1, 1, 2, 150);
    compare_games(2, 2, 1, 4);
}

#[test]
#[ignore = "compares thousands of positions"]
fn mega_games_agree_with_their_oracle_at_length() {
    compare_positions(3, 1, 10_000);
    compare_positions(4, 2, 1_000);
    compare_games(3, 1, 40, 400);
    compare_games(4, 2, 3, 20);
}
