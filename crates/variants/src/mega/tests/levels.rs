//! Higher levels: sharing, deep turns, and the effect of a win on an inner board on the lines
//! outside.

use std::collections::HashSet;

use jabberwock_game::{Position as _, Variant as _, legal_turns};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};

use super::{START, after, board, counts::listed};
use crate::mega::{Board, Game, Mega, Play, Position};

/// Collects the distinct games on `board` and on the boards in it.
fn objects(board: &Board, known: &mut HashSet<usize>) {
    for square in board.running() {
        if let Some(game) = board.game(square)
            && known.insert(game.address())
            && let Some(board) = game.large()
        {
            objects(board, known);
        }
    }
}

/// Returns a turn of `level` on the same eight boards at every level.
fn deep_turn(level: u8, innermost: &str) -> String {
    (0..level).fold(innermost.to_owned(), |turn, _| {
        format!("{{a1,b1,c1,d1,e1,f1,g1,h1={turn}}}")
    })
}

#[test]
fn the_start_of_recursive_8_is_eight_games() {
    let board = board(8, START);
    let mut known = HashSet::new();
    objects(&board, &mut known);
    assert_eq!(known.len(), 8);
}

#[test]
fn a_turn_on_millions_of_boards_makes_one_new_game_at_each_level() {
    let start = board(8, START);
    let board = after(&start, &[&deep_turn(8, "e2e4")]);
    let mut known = HashSet::new();
    objects(&board, &mut known);
    assert_eq!(known.len(), 16);
    assert_eq!(super::board(8, &board.text()), board);
    let back = after(&board, &[&deep_turn(8, "e7e5")]);
    assert_eq!(super::board(8, &back.text()), back);
    assert_eq!(back.key(), back.recomputed_key());
}

#[test]
fn games_that_are_equal_are_one_object_however_they_came_about() {
    let turn = "{a1=e2e4;b1=e2e4;c1=e2e4;d1,e1,f1,g1,h1=d2d4}";
    let board = after(&board(1, START), &[turn]);
    let mut known = HashSet::new();
    objects(&board, &mut known);
    assert_eq!(known.len(), 3);
    let variant = Mega::of_level(1);
    let mut pos = variant.start();
    let steps = variant.parse_turn(&pos, turn).expect("a legal turn");
    jabberwock_game::play(&mut pos, &steps);
    known.clear();
    objects(pos.board(), &mut known);
    assert_eq!(known.len(), 3);
    assert_eq!(*pos.board(), board);
}

#[test]
fn steps_and_whole_turns_lead_to_the_same() {
    let mut rng = StdRng::seed_from_u64(5);
    for (level, turns) in [(1, 60), (2, 5), (3, 1)] {
        let variant = Mega::of_level(level);
        let mut pos = variant.start();
        for _ in 0..turns {
            let Some(play) = pos.board().random_turn(&mut rng) else {
                break;
            };
            let text = play.to_string();
            let steps = variant.parse_turn(&pos, &text).expect("a legal turn");
            assert_eq!(variant.turn_text(&pos, &steps), text);
            let mut stepwise = pos.clone();
            jabberwock_game::play(&mut stepwise, &steps);
            pos.make(&play).expect("a legal turn");
            assert_eq!(stepwise, pos);
            assert_eq!(pos.key(), pos.recomputed_key());
            let read = variant.parse(&variant.text(&pos)).expect("a position");
            assert_eq!(read, pos);
        }
    }
}

/// Plays a turn step by step, at random at first.
fn random_steps(pos: &mut Position, rng: &mut StdRng) -> bool {
    for number in 0.. {
        let mut steps = Vec::new();
        for stage in jabberwock_game::Stage::ALL {
            pos.generate(stage, &mut steps);
        }
        let step = if number < 20 {
            steps.choose(rng)
        } else {
            steps.first()
        };
        let Some(&step) = step else {
            return false;
        };
        let completes = pos.completes_turn(step);
        pos.play(step);
        assert_eq!(completes, pos.at_turn_start());
        if completes {
            break;
        }
    }
    true
}

#[test]
fn random_games_are_played_at_every_level() {
    for level in 2..=8 {
        let mut rng = StdRng::seed_from_u64(u64::from(level));
        let variant = Mega::of_level(level);
        let mut pos = variant.start();
        for _ in 0..6 {
            if !random_steps(&mut pos, &mut rng) {
                break;
            }
            let text = variant.text(&pos);
            let read = variant
                .parse(&text)
                .unwrap_or_else(|error| panic!("{error}"));
            assert!(read == pos && variant.text(&read) == text, "{text}");
            assert_eq!(pos.key(), pos.recomputed_key());
        }
    }
}

/// Games of level 1 with few pieces, in which a turn may win.
const INNER: &[&str] = &[
    "k!7/7p/8/8/8/8/8/1R+2K+3_w_-_-_0_1_{}",
    "k!7/7p/8/8/8/8/8/1R+2K+3_w_-_-_0_1_{h7=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1}",
    "k7/1p6/8/8/8/8/8/R3K+3_w_-_-_0_1_{a1,a8,b7=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1}",
    "k+7/1p-6/8/8/8/8/8/RN2K+3_w_-_-_0_1_{a1=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1;b1=4k3/8/8/8/8/8/8/R3K2R_b_KQ_-_0_1}",
    "kr+6/p-p-6/8/8/8/8/8/R+2NK+3_w_-_-_0_1_{a8=7k/8/6KQ/8/8/8/8/8_w_-_-_0_1;d1=7k/8/6KQ/8/8/8/8/8_w_-_-_0_1}",
    "k!7/8/8/8/8/8/PP6/RR2K!3_w_-_-_0_1_{a1,a2,b1,b2=7k/8/6KQ/8/8/8/8/8_w_-_-_0_1}",
    "k!r6/8/8/8/8/8/8/RR2K+3_w_-_-_0_1_{a1,b1=7k/8/6KQ/8/8/8/8/8_w_-_-_0_1;b8=7k/8/6KQ/8/8/8/8/8_b_-_-_0_1}",
];

/// Returns a random game of level 2 with two or three running games.
fn random_board(rng: &mut StdRng) -> Option<Board> {
    const PLACES: [&str; 10] = ["e5", "e3", "a5", "b4", "h4", "g3", "d3", "c3", "f2", "e2"];
    const PIECES: [&str; 8] = ["n", "b", "r", "q", "N", "B", "R", "p"];
    const FIXED: [(&str, &str); 6] = [
        ("e8", "r+"),
        ("a5", "q+"),
        ("h4", "b+"),
        ("d3", "n+"),
        ("b8", "N-"),
        ("e7", "q+"),
    ];
    let mut squares = std::collections::BTreeMap::new();
    squares.insert("e1".to_owned(), ["K+", "K!", "K-"].choose(rng)?.to_string());
    squares.insert("h8".to_owned(), ["k+", "k!"].choose(rng)?.to_string());
    for _ in 0..2 {
        let (square, piece) = FIXED.choose(rng)?;
        squares.insert((*square).to_owned(), (*piece).to_owned());
    }
    let mut games = Vec::new();
    for _ in 0..rng.random_range(1..3) {
        let square = (*PLACES.choose(rng)?).to_owned();
        if squares.contains_key(&square) {
            continue;
        }
        squares.insert(square.clone(), (*PIECES.choose(rng)?).to_owned());
        games.push(format!("{square}={}", INNER.choose(rng)?));
    }
    let placement = crate::board::placement::write(|square| squares.get(&square.to_string()));
    let text = format!("{placement} w - - 0 1 {{{}}}", games.join(";"));
    Board::parse(2, &text).ok()
}

#[test]
fn wins_on_inner_boards_that_open_lines_are_not_counted() {
    const MOST: u64 = 20_000;
    let mut rng = StdRng::seed_from_u64(11);
    let (mut compared, mut dangerous) = (0, 0);
    for _ in 0..400 {
        let Some(board) = random_board(&mut rng) else {
            continue;
        };
        let count = board.count_turns();
        if count > MOST.into() {
            continue;
        }
        let listed = listed(&board);
        assert_eq!(count, listed.into(), "{board:?}");
        compared += 1;
        let links = board.playable().into_iter();
        let links = links.filter(|&square| board.vanishes_if_won(square));
        dangerous += u32::from(links.count() > 0);
        if listed < 500 {
            let pos = Position::new(board.clone());
            assert_eq!(legal_turns(&pos).len() as u64, listed, "{board:?}");
            if let Some(play) = board.random_turn(&mut rng) {
                assert!(board.check(&play).is_ok(), "{play}");
            }
        }
    }
    assert!(compared > 100 && dangerous > 50, "{compared}, {dangerous}");
}

#[test]
fn a_pinned_inner_board_may_be_played_on_but_not_won() {
    let text = format!("4r+2k+/8/8/4n3/8/8/8/4K+3 w - - 0 1 {{e5={}}}", INNER[0]);
    let start = board(2, &text);
    let play = |text: &str| Play::parse(2, text).expect("a turn");
    assert!(start.check(&play("{e5=b1a1}")).is_err());
    assert!(start.check(&play("{e5=b1c1}")).is_ok());
    let inner = start.game(crate::board::Square::E5).and_then(Game::large);
    let inner = inner.expect("a board");
    // b1a1 and b1b8 mate the dethroned king.
    assert_eq!(
        start.count_turns() + 2u8,
        inner.count_turns() + start.moves().len()
    );
}
