//! Results that every search must find: forced mates, whatever the contents of the transposition
//! table and the number of threads, and draws at the horizon.
#![expect(clippy::print_stdout, reason = "the long forms print figures")]

use std::time::Duration;

use jabberwock_engine::{SearchRequest, Session, open};
use jabberwock_game::{Evaluate, Score};
use jabberwock_search::{Limits, Settings, StopToken};
use jabberwock_variants::{Entry, Visitor, entries};
use rand::{SeedableRng, rngs::StdRng, seq::IndexedRandom};

/// Nodes of a search for a mate.
const NODES: u64 = 100_000;

/// Number of positions at the end of a random game that are searched.
const TAIL: usize = 3;

/// Maximum length of a random game, in turns.
const LONGEST: usize = 200;

/// The text of the position with the players' roles exchanged, where the rules have that symmetry.
struct MirrorImage<'a>(&'a str);

impl Visitor for MirrorImage<'_> {
    type Output = Option<String>;

    fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> Option<String> {
        let pos = variant.parse(self.0).expect("a position");
        Some(variant.text(&variant.mirror(&pos)?))
    }
}

/// Returns the last positions of a random game.
fn end_of_random_game(entry: &'static Entry, rng: &mut StdRng) -> Vec<String> {
    let mut game = open(entry.name).expect("a name of the registry");
    let mut positions = Vec::new();
    while positions.len() < LONGEST && game.outcome().is_none() {
        let listed = game.listed_turns().expect("the turns are listed");
        let turns = listed.legal_turns().expect("few turns");
        positions.push(game.position());
        game.play(turns.choose(rng).expect("a turn"))
            .expect("a legal turn");
    }
    positions.split_off(positions.len().saturating_sub(TAIL))
}

/// Returns the score of `position`, with the current tables of `session`.
fn score(session: &mut dyn Session, position: &str, threads: usize, mate: Option<u32>) -> Score {
    session.configure(Settings {
        threads,
        hash_mib: 1,
        move_overhead: Duration::ZERO,
    });
    session.set_position(position).expect("a position");
    let request = SearchRequest {
        limits: Limits {
            mate,
            depth: Some(8),
            nodes: Some(NODES),
            ..Limits::default()
        },
        ..SearchRequest::default()
    };
    let result = session.search_blocking(&request, &StopToken::new(), None);
    result.expect("the search ends").score
}

/// Compares the mates at the ends of random games: they must be equal for both players, for one
/// thread and two, with empty tables and with full ones. Returns the number of mates.
fn check_mates(entry: &'static Entry, games: usize, rng: &mut StdRng) -> usize {
    let mut session = open(entry.name).expect("a name of the registry");
    let mut count = 0;
    for position in (0..games).flat_map(|_| end_of_random_game(entry, rng)) {
        session.clear();
        let proven = score(session.as_mut(), &position, 1, Some(1));
        if proven != Score::mate_in(1) {
            continue;
        }
        count += 1;
        let text = format!("{} {position}: {proven:?}", entry.name);
        // A text that holds the last turn counts full moves, which begin with the other player in
        // the mirror image: such an image is refused.
        let image = entry.accept(MirrorImage(&position));
        if let Some(image) = image.filter(|image| session.set_position(image).is_ok()) {
            session.clear();
            let mirrored = score(session.as_mut(), &image, 1, Some(1));
            assert_eq!(mirrored, proven, "mirrored: {text}");
        }
        for threads in [1, 2] {
            // The contents of the tables from earlier searches must not matter.
            let known = score(session.as_mut(), &position, threads, None);
            assert_eq!(known, proven, "{threads} threads, known: {text}");
            session.clear();
            let fresh = score(session.as_mut(), &position, threads, None);
            assert_eq!(fresh, proven, "{threads} threads: {text}");
        }
    }
    count
}

fn check_all(games: usize) {
    let mut rng = StdRng::seed_from_u64(1);
    let searched = entries().iter().filter(|entry| entry.planned().is_none());
    let count: usize = searched
        .map(|entry| check_mates(entry, games, &mut rng))
        .sum();
    println!("{count} mates in one");
    assert!(count > 0, "no mate was compared");
}

#[test]
fn a_mate_is_found_by_either_player_with_any_threads_and_memory() {
    check_all(2);
}

#[test]
#[ignore = "the ends of 100 random games of every game"]
fn a_mate_is_found_by_either_player_at_the_end_of_many_games() {
    check_all(100);
}

#[test]
fn a_draw_by_count_at_the_next_ply_is_no_win_and_a_mate_comes_before_it() {
    for (position, expected) in [
        ("7k/8/8/8/8/8/R7/K7 w - - 99 80", Score::DRAW),
        ("7k/8/8/8/8/8/R7/K7 w - - 98 80", Score::DRAW),
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 80", Score::mate_in(1)),
    ] {
        let mut session = open("chess").expect("a name of the registry");
        assert_eq!(
            score(session.as_mut(), position, 1, None),
            expected,
            "{position}"
        );
    }
}
