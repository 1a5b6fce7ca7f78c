//! The number of winning turns, compared with an enumeration of all turns.

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};

use crate::mega::{Board, count::Counter, enumerate::is_won_board};

/// Small games in which White is to move; some can be won, drawn, or lost by leaving a check.
const WHITE: &[&str] = &[
    "7k/6pp/6PK/8/8/8/8/5R2_w_-_-_0_1",
    "7k/8/6KQ/8/8/8/8/8_w_-_-_0_1",
    "6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1",
    "4k3/8/8/8/8/8/8/r3K3_w_-_-_0_1",
    "k7/P7/K7/8/8/8/7p/7B_w_-_-_0_1",
    "7k/8/8/8/8/8/4r3/4K3_w_-_-_0_1",
    "4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1",
];

/// Small games in which Black is to move.
const BLACK: &[&str] = &[
    "4k3/8/8/8/8/8/4P3/4K3_b_-_-_0_1",
    "4k3/8/8/8/8/8/4R3/4K3_b_-_-_0_1",
    "r3k3/8/8/8/8/8/5PPP/6K1_b_-_-_0_1",
    "8/8/8/8/8/6kq/8/7K_b_-_-_0_1",
];

/// Returns a random board with few pieces, on which a turn may well win.
fn random_board(rng: &mut StdRng) -> Option<Board> {
    const FILES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const STATES: [&str; 5] = ["", "", "+", "+", "-"];
    let mut pieces = std::collections::BTreeMap::new();
    let mut games = Vec::new();
    let kings = [["K!", "K+", "K"], ["k!", "k!", "k"]];
    let mut names: Vec<String> = kings
        .iter()
        .filter_map(|kings| Some((*kings.choose(rng)?).to_owned()))
        .collect();
    for _ in 0..rng.random_range(1..7) {
        let piece = ["R", "B", "N", "Q", "P", "r", "b", "n", "p", "p"].choose(rng)?;
        names.push(format!("{piece}{}", STATES.choose(rng)?));
    }
    let (mut white, mut black) = (0, 0);
    for name in names {
        let (low, high) = if name.starts_with(['p', 'P']) {
            (2, 8)
        } else {
            (1, 9)
        };
        // Near one corner, so that they meet.
        let rank = rng.random_range(low..high);
        let files = if rng.random_bool(0.7) { 3 } else { 8 };
        let file = FILES[rng.random_range(0..files)];
        let square = format!("{file}{rank}");
        if pieces.contains_key(&square) {
            return None;
        }
        if name.len() == 1 {
            let game = if white < 3 && rng.random_bool(0.6) {
                white += 1;
                WHITE.choose(rng)?
            } else if black < 2 {
                black += 1;
                BLACK.choose(rng)?
            } else {
                return None;
            };
            games.push(format!("{square}={game}"));
        }
        pieces.insert(square, name);
    }
    let placement = crate::board::placement::write(|square| pieces.get(&square.to_string()));
    let text = format!("{placement} w - - 0 1 {{{}}}", games.join(";"));
    Board::parse(1, &text).ok()
}

fn compare(seeds: std::ops::Range<u64>, boards: u32) -> (u32, u32) {
    let (mut compared, mut with_wins) = (0, 0);
    for seed in seeds {
        let mut rng = StdRng::seed_from_u64(seed);
        for _ in 0..boards {
            let Some(board) = random_board(&mut rng) else {
                continue;
            };
            let (mut turns, mut wins) = (0u32, 0u32);
            board.any_turn(&mut |after| {
                turns += 1;
                wins += u32::from(is_won_board(&after, board.turn()));
                false
            });
            assert_eq!(board.count_turns(), turns.into(), "{board:?}");
            let counted = Counter::default().wins_of(&board);
            assert_eq!(counted, wins.into(), "{board:?}");
            assert_eq!(board.has_non_winning_turn(), wins < turns, "{board:?}");
            compared += 1;
            with_wins += u32::from(wins > 0);
        }
    }
    (compared, with_wins)
}

#[test]
fn winning_turns_are_as_many_as_are_listed() {
    let (compared, with_wins) = compare(0..1, 600);
    assert!(compared > 60 && with_wins > 20, "{compared}, {with_wins}");
}

#[test]
#[ignore = "goes through millions of turns"]
fn winning_turns_are_as_many_as_are_listed_in_many_positions() {
    let (compared, with_wins) = compare(1..40, 2000);
    assert!(
        compared > 5000 && with_wins > 1000,
        "{compared}, {with_wins}"
    );
}
