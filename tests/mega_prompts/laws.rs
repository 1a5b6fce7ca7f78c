//! Laws of turns of games of games that are entered by taps: uniformly random ones, and ones that
//! break G8.

use std::collections::VecDeque;

use jabberwock_engine::{Session, open};
use jabberwock_game::{Coord, Tap, legal_turns};
use jabberwock_variants::{
    board::{Bitboard, Square},
    fide::Move,
    mega::{Board, Game, Play},
};
use rand::{RngExt as _, SeedableRng, rngs::StdRng, seq::SliceRandom as _};

use super::{LINE, offers, refusal, session, text};

/// Returns a position in which either player may win on any board, the one that moves first, and
/// the mega-kings stand on open lines.
fn sharp(level: u8) -> String {
    const ARRAY: &str = "r2q2r1/2b2n2/8/3k4/8/4K3/2N2B2/R2Q2R1";
    const SQUARES: &str = "a1,d1,g1,c2,f2,e3,d5,c7,f7,a8,d8,g8";
    let mut text = "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".to_owned();
    for _ in 0..level {
        let inner = text.replace(' ', "_");
        text = format!("{ARRAY} w - - 0 1 {{{SQUARES}={inner}}}");
    }
    text
}

/// The taps of `play`, a list for each move that it consists of.
fn lists_of(play: &Play, boards: &[Vec<Coord>], lists: &mut Vec<Vec<Tap>>) {
    match play {
        Play::Move {
            from,
            to,
            promotion,
        } => {
            let squares = [from, to].map(|&square| Tap::square(square.into()));
            let letter = promotion.map(|role| Tap::choice(role.letter()));
            let own = squares.into_iter().chain(letter);
            lists.push(
                own.map(|tap| Tap {
                    boards: boards.to_vec(),
                    ..tap
                })
                .collect(),
            );
        }
        Play::Boards(groups) => {
            for (squares, play) in groups {
                for square in *squares {
                    let boards = [boards, &[vec![Coord::from(square)]]].concat();
                    lists_of(play, &boards, lists);
                }
            }
        }
    }
}

/// Returns the lists in random order, now and then one tap of each in turn.
fn shuffled(mut lists: Vec<Vec<Tap>>, rng: &mut StdRng) -> Vec<Tap> {
    lists.shuffle(rng);
    if rng.random_bool(0.5) {
        return lists.concat();
    }
    let mut taps = Vec::new();
    let mut rest: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    while !rest.is_empty() {
        let index = rng.random_range(0..rest.len());
        match rest[index].next() {
            Some(tap) => taps.push(tap),
            None => drop(rest.swap_remove(index)),
        }
    }
    taps
}

/// Enters `play` in random order, one of its boards twice, and checks every prompt.
fn enter(session: &dyn Session, play: &Play, rng: &mut StdRng) {
    let mut lists = Vec::new();
    lists_of(play, &[], &mut lists);
    let taps = shuffled(lists, rng);
    let drop_at = rng.random_range(0..=taps.len());
    let mut entered: Vec<Tap> = Vec::new();
    let mut waiting: VecDeque<Tap> = taps.into();
    let mut is_dropped = false;
    while let Some(tap) = waiting.pop_front() {
        let prompt = session.prompt(&entered);
        let prompt = prompt.unwrap_or_else(|error| panic!("{error}"));
        let place = || format!("{} {} then {tap}", session.position(), text(&entered));
        assert!(offers(&prompt, &tap), "{}", place());
        assert_eq!(prompt.turn, None, "{}", place());
        if !entered.is_empty() {
            // A legal turn contains the entered part, so it is not refused.
            assert_eq!(refusal(&prompt), None, "{}", place());
        }
        entered.push(tap);
        if !is_dropped && entered.len() == drop_at {
            // A board is dropped: its taps are omitted, and entered again later.
            is_dropped = true;
            let board = entered[rng.random_range(0..entered.len())].boards.clone();
            let level = rng.random_range(0..=board.len());
            let on_it = |tap: &Tap| tap.boards.get(..level) == Some(&board[..level]);
            let (dropped, kept) = entered.into_iter().partition(on_it);
            entered = kept;
            let dropped: Vec<Tap> = dropped;
            // Taps still to be entered on the same boards come after those that are entered again.
            let is_same = |tap: &Tap| dropped.iter().any(|other| other.boards == tap.boards);
            let (same, others): (Vec<Tap>, Vec<Tap>) = waiting.into_iter().partition(is_same);
            waiting = others.into_iter().chain(dropped).chain(same).collect();
        }
    }
    let last = session.prompt(&entered);
    let last = last.unwrap_or_else(|error| panic!("{error}"));
    let place = format!("{} {}", session.position(), text(&entered));
    assert_eq!(last.turn, Some(play.to_string()), "{place}");
    assert_eq!(refusal(&last), None, "{place}");
    assert!(last.targets.is_empty(), "{place}");
}

fn name_of(level: u8) -> String {
    match level {
        1 => "mega".to_owned(),
        level => format!("recursive-{level}"),
    }
}

fn random_turns_can_be_entered(level: u8, positions: u32, seed: u64) {
    let name = name_of(level);
    let mut rng = StdRng::seed_from_u64(seed);
    let mut session = open(&name).expect("a game");
    let starts = [session.position(), sharp(level)];
    for number in 0..positions as usize {
        let mut board = Board::parse(level, &session.position()).expect("a position");
        if number % 50 == 0 || session.outcome().is_some() {
            session
                .set_position(&starts[number / 50 % 2])
                .expect("a start");
            board = Board::parse(level, &session.position()).expect("a position");
        }
        let turn = board.random_turn(&mut rng).expect("a turn");
        enter(&*session, &turn, &mut rng);
        session.play(&turn.to_string()).expect("a legal turn");
    }
}

#[test]
fn every_turn_of_mega_can_be_entered_board_by_board_in_any_order() {
    random_turns_can_be_entered(1, 2_000, 1);
}

#[test]
fn every_turn_of_recursive_games_can_be_entered_board_by_board_in_any_order() {
    random_turns_can_be_entered(2, 20, 2);
    random_turns_can_be_entered(3, 1, 3);
}

#[test]
#[ignore = "takes some minutes"]
fn many_turns_of_games_of_games_can_be_entered_board_by_board_in_any_order() {
    random_turns_can_be_entered(1, 50_000, 4);
    random_turns_can_be_entered(2, 500, 5);
    random_turns_can_be_entered(3, 10, 6);
}

/// Returns a turn of the player to move that obeys every rule but perhaps G8.
fn random_formal_turn(board: &Board, rng: &mut StdRng) -> Option<Play> {
    let mut squares: Vec<Square> = board.playable().into_iter().collect();
    let is_inner_move = rng.random_bool(0.2);
    let moves = board.moves();
    if squares.is_empty() || is_inner_move && !moves.is_empty() {
        return moves.first().map(|_| {
            let index = rng.random_range(0..moves.len());
            Play::of(moves[index])
        });
    }
    squares.shuffle(rng);
    squares.truncate(board.boards_of_a_turn() as usize);
    let parts = squares.into_iter().map(|square| {
        let play = match board.game(square)? {
            Game::Small(position) => {
                let turns = legal_turns(&**position).into_iter();
                let mut plays: Vec<Play> =
                    turns.map(|turn| Play::of(Move::unpack(turn[0]))).collect();
                plays.shuffle(rng);
                // Ends of games matter to G8.
                let ends = |play: &Play| {
                    let after = board.game(square).map(|game| game.after(play));
                    after.is_some_and(|after| after.is_ok_and(|after| after.outcome().is_some()))
                };
                let end = plays.iter().position(ends).filter(|_| rng.random_bool(0.5));
                plays.swap_remove(end.unwrap_or(0))
            }
            Game::Large(inner) => random_formal_turn(inner, rng)?,
        };
        Some((Bitboard::of(square), play.into()))
    });
    parts.collect::<Option<Vec<_>>>().map(Play::boards)
}

/// Compares the prompts of random drafts with the errors of `read_turn`; returns the number of
/// refused drafts.
fn compare_refusals(session: &dyn Session, drafts: u32, rng: &mut StdRng) -> u32 {
    let level = session.scene("").expect("a scene").level;
    let board = Board::parse(level, &session.position()).expect("a position");
    let mut count = 0;
    for _ in 0..drafts {
        let Some(play) = random_formal_turn(&board, rng) else {
            continue;
        };
        let mut lists = Vec::new();
        lists_of(&play, &[], &mut lists);
        let taps = shuffled(lists, rng);
        let read = session.read_turn(&play.to_string());
        let reason = read.as_ref().err().map(|error| error.reason().to_owned());
        count += u32::from(reason.is_some());
        let place = || format!("{} {play}", session.position());
        match session.prompt(&taps) {
            Ok(prompt) => {
                assert_eq!(prompt.turn, read.ok(), "{}", place());
                assert_eq!(refusal(&prompt), reason, "{}", place());
            }
            Err(error) => {
                // Some board, or the outermost, has no legal board turn at all.
                let reason = reason.expect("a refused turn");
                assert!(reason.ends_with("(G8)"), "{}: {reason}", place());
                assert!(error.reason.ends_with("(G8)"), "{}: {error}", place());
            }
        }
    }
    count
}

/// Returns the same over random games of sharp positions.
fn compare_refusals_of_games(level: u8, turns: u32, drafts: u32, seed: u64) -> u32 {
    let name = name_of(level);
    let mut rng = StdRng::seed_from_u64(seed);
    let mut session = session(&name, &sharp(level));
    let mut count = 0;
    for turn in 0..turns {
        if turn % 12 == 0 || session.outcome().is_some() {
            session.set_position(&sharp(level)).expect("a position");
        }
        count += compare_refusals(&*session, drafts, &mut rng);
        let board = Board::parse(level, &session.position()).expect("a position");
        // Turns that win on many boards.
        let legal = (0..10).find_map(|_| {
            let turn = random_formal_turn(&board, &mut rng)?;
            board.after(&turn).is_ok().then_some(turn)
        });
        let turn = legal
            .or_else(|| board.random_turn(&mut rng))
            .expect("a turn");
        session.play(&turn.to_string()).expect("a legal turn");
    }
    count
}

#[test]
fn turns_that_break_g8_are_refused_as_texts_are() {
    let mut rng = StdRng::seed_from_u64(7);
    let mut compare = |variant: &str, position: &str, drafts: u32| {
        compare_refusals(&*session(variant, position), drafts, &mut rng)
    };
    assert!(compare("mega", LINE, 3_000) > 0);
    // The same within a game of a higher level.
    let inner = LINE.replace(' ', "_");
    let outer = format!("k7/8/8/8/8/8/8/R3K3 w - - 0 9 {{a1={inner}}}");
    assert!(compare("recursive-2", &outer, 400) > 0);
    assert!(compare("mega", "k7/8/8/8/8/8/8/r+3K3 w - - 0 9 {}", 50) > 0);
    assert!(compare_refusals_of_games(1, 1_000, 5, 8) > 100);
    assert!(compare_refusals_of_games(2, 40, 2, 9) > 5);
}
