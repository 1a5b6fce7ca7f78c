//! Denial against a second implementation.

#[path = "oracle/denial.rs"]
mod oracle;

use std::collections::{BTreeMap, HashSet};

use jabberwock_game::{GameHistory, Position as _, Variant, adjudicate, for_each_turn};
use jabberwock_variants::{
    chess::Chess,
    denial::{Layer, Position},
};
use oracle::Denial;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IteratorRandom};

/// Long games, sharp ones, and small ones that soon come to an end or repeat themselves.
const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "k7/2K5/8/8/8/8/8/1Q6 w - - 0 1",
    "r3k3/8/8/8/8/8/8/R3K3 w Qq - 90 80",
    "7k/7p/8/8/8/8/P7/K7 w - - 0 40",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 96 60",
];

/// What was seen, so that a test can say that it saw it.
#[derive(Debug, Default)]
struct Seen {
    positions: u32,
    denials: u32,
    ends: BTreeMap<String, u32>,
}

/// Checks that the rules and the oracle see the same turns, texts, check and outcome.
fn compare(game: Layer<Chess>, pos: &Position<Chess>, line: &GameHistory, slow: &Denial) {
    let text = slow.write();
    assert_eq!(game.text(pos), text);
    assert_eq!(pos.is_check(), slow.is_check(), "{text}");
    let outcome = adjudicate(pos, line, game.profile()).map(|outcome| outcome.to_string());
    assert_eq!(outcome, slow.outcome(), "{text} after {slow:?}");
    if pos.outcome().is_none() {
        let read = game
            .parse(&text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(&read, pos, "{text}");
        assert_eq!(read.key(), pos.key(), "{text}");
        assert_eq!(read.table_key(), pos.table_key(), "{text}");
    }
    let mut turns = Vec::new();
    for_each_turn(pos, &mut |turn, after| {
        assert_eq!(after.key(), after.recomputed_key(), "{text}");
        turns.push(game.turn_text(pos, turn));
    });
    turns.sort_unstable();
    assert_eq!(turns, slow.turns(), "{text}");
}

/// Plays a random game in which much is denied, and compares at every position.
fn play(rng: &mut StdRng, soft: bool, claim: bool, start: &str, turns: u32, seen: &mut Seen) {
    let game = match (soft, claim) {
        (false, false) => Layer::hard(Chess),
        (true, false) => Layer::hard(Chess).soft(),
        (false, true) => Layer::hard(Chess).claim(),
        (true, true) => Layer::hard(Chess).soft().claim(),
    };
    let mut slow = Denial::new(soft, claim, start);
    let mut pos = game.parse(start).expect("a sound position");
    let mut line = GameHistory::new(pos.key());
    let mut known = HashSet::from([pos.key()]);
    // Some games go round in circles.
    let homesick = if rng.random_bool(0.5) { 0.8 } else { 0.0 };
    for _ in 0..turns {
        compare(game, &pos, &line, &slow);
        seen.positions += 1;
        if let Some(end) = slow.outcome() {
            *seen.ends.entry(end).or_default() += 1;
        }
        let after = |turn: &str| {
            let mut after = pos.clone();
            let steps = game.parse_turn(&pos, turn).expect("a legal turn");
            jabberwock_game::play(&mut after, &steps);
            after
        };
        let choices = slow.turns();
        let back = |turn: &&String| known.contains(&after(turn.as_str()).key());
        let denies = choices.iter().find(|turn| *turn == "deny");
        let turn = if let Some(turn) = denies.filter(|_| rng.random_bool(0.4)) {
            seen.denials += 1;
            Some(turn)
        } else if rng.random_bool(homesick) {
            choices.iter().filter(back).choose(rng)
        } else {
            None
        };
        // Draws that may be made end the game: not too soon.
        let lasting = |turn: &&String| *turn != "draw";
        let any = |rng: &mut StdRng| {
            let early = rng.random_bool(0.9);
            choices
                .iter()
                .filter(|turn| !early || lasting(turn))
                .choose(rng)
                .or(choices.first())
        };
        let Some(turn) = turn.or_else(|| any(rng)) else {
            return;
        };
        let next = after(turn);
        slow.play(turn);
        pos = next;
        line.push(pos.key());
        known.insert(pos.key());
    }
}

fn play_games(from: u64, rounds: u32) -> Seen {
    let mut rng = StdRng::seed_from_u64(from);
    let mut seen = Seen::default();
    for _ in 0..rounds {
        for start in STARTS {
            for (soft, claim) in [(false, false), (true, false), (false, true), (true, true)] {
                play(&mut rng, soft, claim, start, 120, &mut seen);
            }
        }
    }
    seen
}

#[test]
fn the_rules_agree_with_the_oracle() {
    let seen = play_games(1, 4);
    assert!(seen.positions > 5_000 && seen.denials > 500, "{seen:?}");
    for end in [
        "checkmate",
        "repetition",
        "100 plies",
        "draw claimed",
        "dead position",
    ] {
        assert!(
            seen.ends.keys().any(|key| key.contains(end)),
            "{end}: {seen:?}"
        );
    }
}

#[test]
#[ignore = "compares hundreds of thousands of positions"]
fn the_rules_agree_with_the_oracle_over_many_games() {
    let seen = play_games(2, 150);
    for end in ["stalemate}", "stalemate accepted"] {
        assert!(
            seen.ends.keys().any(|key| key.contains(end)),
            "{end}: {seen:?}"
        );
    }
}
