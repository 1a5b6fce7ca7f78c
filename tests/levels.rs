//! Playing strengths below the full one, over the registry.

use jabberwock_engine::{LEVELS, SearchRequest, Session, Strength, open};
use jabberwock_search::{Limits, StopToken};

/// Returns the turn of a search at `level`.
fn turn(session: &dyn Session, level: u8, seed: u64) -> String {
    let request = SearchRequest {
        strength: Strength::of_level(level),
        seed: Some(seed),
        ..SearchRequest::default()
    };
    let result = session.search_blocking(&request, &StopToken::new(), None);
    result.unwrap().best.expect("a game that is not over")
}

/// Games in which a mate in one is on the board, with all turns that mate.
const MATES_IN_ONE: [(&str, &str); 7] = [
    ("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
    (
        "chess",
        "r1bqkbnr/1ppp1ppp/p1n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4",
    ),
    ("hop", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 a3/h3"),
    ("denial", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 w0 -"),
    ("crazy", "4k3/R7/1R6/2Q5/8/8/8/K7 w - - 0 1 w0 -"),
    ("crazy-free", "4k3/R7/1R6/2Q5/8/8/8/K7 w - - 0 1"),
    ("chaotic", "7k/R7/8/8/8/4n3/1R6/K7 w - - 0 1"),
];

#[test]
fn the_upper_half_mates_in_one_if_the_full_strength_does() {
    for (variant, position) in MATES_IN_ONE {
        let mut session = open(variant).unwrap();
        session.set_position(position).unwrap();
        let mates = |session: &mut dyn Session, turn: &str| {
            session.play(turn).unwrap();
            let is_won = session
                .outcome()
                .is_some_and(|outcome| outcome.result() != "1/2-1/2");
            session.undo();
            is_won
        };
        let limits = Limits {
            depth: Some(6),
            ..Limits::default()
        };
        let request = SearchRequest {
            limits,
            ..SearchRequest::default()
        };
        let full = session.search_blocking(&request, &StopToken::new(), None);
        let full = full.unwrap().best.unwrap();
        assert!(
            mates(session.as_mut(), &full),
            "{variant}: {full} is no mate"
        );
        for level in [6, 8, *LEVELS.end()] {
            for seed in 0..6 {
                session.clear();
                let turn = turn(session.as_ref(), level, seed);
                let is_mate = mates(session.as_mut(), &turn);
                assert!(is_mate, "{variant} level {level} seed {seed}: {turn}");
            }
        }
    }
}

#[test]
fn every_level_plays_legal_turns_in_every_game() {
    for entry in jabberwock_variants::entries() {
        // Planning a turn of the higher levels takes long.
        if entry.name.starts_with("recursive") {
            continue;
        }
        for level in LEVELS.filter(|level| level % 3 == 1) {
            let mut session = open(entry.name).unwrap();
            for seed in 0..4 {
                if session.outcome().is_some() {
                    break;
                }
                let turn = turn(session.as_ref(), level, seed);
                session
                    .play(&turn)
                    .unwrap_or_else(|error| panic!("{}: {error}", entry.name));
            }
        }
    }
}

#[test]
fn a_weak_level_varies_its_turns_and_one_seed_always_gives_the_same() {
    let session = open("hop").unwrap();
    let mut turns: Vec<String> = (0..12)
        .map(|seed| turn(session.as_ref(), 2, seed))
        .collect();
    let mut again = open("hop").unwrap();
    again.clear();
    assert_eq!(turn(again.as_ref(), 2, 0), turns[0]);
    turns.sort_unstable();
    turns.dedup();
    assert!(turns.len() > 3, "{turns:?}");
}
