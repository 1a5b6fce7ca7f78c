//! The generated steps, compared with those found by making every pseudo-legal step, in random
//! positions.

use std::collections::BTreeSet;

use jabberwock_game::{Color, Position as _, Variant};
use rand::{
    Rng, RngExt, SeedableRng,
    rngs::StdRng,
    seq::{IndexedRandom, SliceRandom},
};

use super::{
    super::{
        moves::{Move, StepKind},
        pending::Pending,
        pseudo::{self, Wanted},
        threat,
    },
    Crazy, Position,
};
use crate::fide::{CastlingSide, Role};

/// Returns the pseudo-legal steps at the start of a turn; every link is the last.
fn pseudo_legal(pos: &Position) -> Vec<Move> {
    let mut list = Vec::new();
    let board = pos.board();
    for square in board.occupied() {
        for (level, piece) in board.levels(square) {
            if piece.color() == pos.turn() {
                let from = (square, level);
                pseudo::of_piece(pos, from, piece, Wanted::ALL, &mut |mv, _| list.push(mv));
            }
        }
    }
    list
}

fn made(pos: &Position, mv: Move) -> Position {
    let mut after = pos.clone();
    after.make(mv);
    after
}

/// Returns the pseudo-legal steps that continue an incomplete turn.
fn pseudo_legal_next(pos: &Position) -> Vec<Move> {
    let mut list = Vec::new();
    match pos.pending() {
        Pending::Nothing => {}
        Pending::King(at) => pseudo::second_steps(pos, at, &mut |mv, _| list.push(mv)),
        Pending::Chain(at, level) => {
            pseudo::further_links(pos, at, level, &mut |mv| list.push(mv));
        }
    }
    list
}

/// Returns the castling moves of the player to move, attacked paths included (K34).
fn castlings(pos: &Position) -> impl Iterator<Item = Move> {
    let us = pos.turn;
    let sides = CastlingSide::ALL.into_iter().filter(move |&side| {
        pos.castling.has(us, side) && threat::may_pass(pos.board.occupied(), us, side)
    });
    sides.map(move |side| Move {
        kind: StepKind::Castle,
        last: false,
        ..Move::go(CastlingSide::king_from(us), 0, side.king_to(us))
    })
}

/// Whether a movement of the other player would capture the king of `us` (K29, K34).
fn is_check(pos: &Position, us: Color) -> bool {
    let mut pos = pos.clone();
    pos.turn = !us;
    pos.check = false;
    let castlings: Vec<Move> = castlings(&pos).collect();
    castlings.into_iter().chain(pseudo_legal(&pos)).any(|mv| {
        if mv.kind == StepKind::Link {
            return false;
        }
        let after = made(&pos, mv);
        if mv.last {
            return after.has_lost(us);
        }
        let mut next = pseudo_legal_next(&after).into_iter();
        next.any(|second| after.has_lost(us) || made(&after, second).has_lost(us))
    })
}

/// Returns the letters, or none, with which the turn may end whose steps have led to `after`.
fn letters(after: &Position, suicide: bool) -> Vec<Option<Role>> {
    let us = after.turn;
    let lost = after.has_lost(us);
    if lost && !suicide {
        return Vec::new();
    }
    let mut after = after.clone();
    after.settle();
    let choices: &[Option<Role>] = if after.promoting(us).is_empty() {
        &[None]
    } else {
        &[
            Some(Role::Queen),
            Some(Role::Rook),
            Some(Role::Bishop),
            Some(Role::Knight),
        ]
    };
    let is_legal = |letter: &&Option<Role>| {
        let mut promoted = after.clone();
        promoted.promote(letter.unwrap_or(Role::Queen));
        lost || !is_check(&promoted, us)
    };
    choices.iter().filter(is_legal).copied().collect()
}

/// Returns the legal forms of the pseudo-legal step `mv`.
fn legal_forms(pos: &Position, mv: Move) -> Vec<Move> {
    let after = made(pos, mv);
    let is_link = mv.kind == StepKind::Link;
    let mut forms = Vec::new();
    if mv.last {
        let letters = letters(&after, mv.kind == StepKind::Round);
        forms.extend(
            letters
                .into_iter()
                .map(|promotion| Move { promotion, ..mv }),
        );
    }
    if is_link || !mv.last {
        let mut next = pseudo_legal_next(&after).into_iter();
        if next.any(|next| !legal_forms(&after, next).is_empty()) {
            forms.push(Move { last: false, ..mv });
        }
    }
    forms
}

fn packed(moves: impl IntoIterator<Item = Move>) -> BTreeSet<u32> {
    moves.into_iter().map(|mv| mv.pack().bits()).collect()
}

/// Compares the steps of `pos`, and those within turns that begin with one of them.
fn compare(pos: &Position, rng: &mut impl Rng) {
    let text = Crazy.text(pos);
    assert_eq!(pos.is_check(), is_check(pos, pos.turn), "{text}");
    let mut pos = pos.clone();
    let mut list = pseudo_legal(&pos);
    loop {
        let mut generated = Vec::new();
        pos.generate_all(&mut generated);
        let legal = list.into_iter().flat_map(|mv| legal_forms(&pos, mv));
        let (expected, found) = (packed(legal), generated.iter().map(|step| step.bits()));
        let found: BTreeSet<u32> = found.collect();
        let different: Vec<Move> = expected
            .symmetric_difference(&found)
            .filter_map(|&bits| jabberwock_game::Step::unpack(bits))
            .map(Move::unpack)
            .collect();
        assert!(different.is_empty(), "{text}: {different:?}");
        let begins = generated.iter().filter(|step| !pos.completes_turn(**step));
        let begins: Vec<_> = begins.copied().collect();
        let Some(&step) = begins.choose(rng) else {
            return;
        };
        pos.play(step);
        list = pseudo_legal_next(&pos);
    }
}

/// Returns a random text: few pieces, close to each other, many of them inside rooks, including the
/// kings. In some of them one rook carries both kings, and half of the other pieces are pawns,
/// which disguise in chains.
pub(in crate::crazy) fn random_text(rng: &mut impl Rng) -> String {
    let (mut pieces, mut stacks) = (vec!['K', 'k'], Vec::new());
    let mut letters = ['P', 'N', 'B', 'B', 'R', 'R', 'Q'];
    if rng.random_bool(0.2) {
        pieces.clear();
        stacks.push(if rng.random_bool(0.5) { "RKk" } else { "rKk" }.to_string());
        letters = ['P', 'P', 'P', 'B', 'B', 'N', 'Q'];
    }
    for black in [false, true] {
        for _ in 0..rng.random_range(1..8) {
            let letter = *letters.choose(rng).unwrap_or(&'P');
            pieces.push(if black {
                letter.to_ascii_lowercase()
            } else {
                letter
            });
        }
    }
    pieces.shuffle(rng);
    for piece in pieces {
        let ghost = matches!(piece, 'B' | 'b') && rng.random_bool(0.1);
        let piece = if ghost {
            format!("{piece}~")
        } else {
            piece.to_string()
        };
        let rook = stacks
            .last_mut()
            .filter(|stack| stack.starts_with(['R', 'r']));
        match rook.filter(|_| rng.random_bool(0.6)) {
            Some(stack) => stack.push_str(&piece),
            None => stacks.push(piece),
        }
    }
    let width = rng.random_range(3..=8);
    let (file, rank) = (
        rng.random_range(0..=8 - width),
        rng.random_range(0..=8 - width),
    );
    let mut squares: Vec<(usize, usize)> = (0..width * width)
        .map(|index| (file + index % width, rank + index / width))
        .collect();
    squares.shuffle(rng);
    let mut rows = vec![vec![String::from("1"); 8]; 8];
    for (stack, (file, rank)) in stacks.into_iter().zip(squares) {
        rows[rank][file] = if stack.trim_end_matches('~').len() > 1 {
            format!("({stack})")
        } else {
            stack
        };
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.concat()).collect();
    let empty = (2..=8)
        .rev()
        .map(|count| ("1".repeat(count), count.to_string()));
    let board = empty.fold(rows.join("/"), |text, (ones, digit)| {
        text.replace(&ones, &digit)
    });
    let turn = if rng.random_bool(0.5) { 'w' } else { 'b' };
    format!("{board} {turn} - - 0 1")
}

/// Compares the valid ones of `texts` random texts. Returns the number of positions with the own
/// king inside a rook.
fn compare_random_positions(texts: usize, seed: u64) -> usize {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut inside = 0;
    for _ in 0..texts {
        let Ok(pos) = Crazy.parse(&random_text(&mut rng)) else {
            continue;
        };
        compare(&pos, &mut rng);
        let king = pos.board().king(pos.turn());
        inside += usize::from(king.is_some_and(|(_, level)| level > 0));
    }
    inside
}

#[test]
fn the_generated_steps_are_those_that_are_legal_when_tried_out() {
    assert!(compare_random_positions(3_000, 1) > 100);
}

/// The piece that the enemy king captures on its return falls: a bishop captures it, and is
/// captured by the pawn below the own king, which then falls onto a ghost.
#[test]
fn a_king_may_return_to_the_rook_that_carries_both_kings() {
    let text = "8/pp1p4/8/8/3Pr3/8/2(rBPkK)P4/8 b - - 0 30";
    let pos = Crazy.parse(text).expect("a position");
    compare(&pos, &mut StdRng::seed_from_u64(1));
}

/// The rook that carries both kings captures the bishop at the end of the chain, and is captured in
/// return.
#[test]
fn a_chain_may_not_end_on_a_line_of_the_rook_that_carries_both_kings() {
    let text = "8/3ppb1p/6pp/2N5/8/4(rKk)B2/4PP1P/8 w - - 0 21";
    let pos = Crazy.parse(text).expect("a position");
    for seed in 0..16 {
        compare(&pos, &mut StdRng::seed_from_u64(seed));
    }
}

/// The rook that castles carries the enemy king next to a queen, whose effect captures it.
#[test]
fn a_king_may_be_lost_where_a_castling_rook_carries_it() {
    for text in [
        "4k2(rKp)/8/5Q2/8/8/8/8/8 w k - 0 1",
        "(rKp)3k3/8/8/2Q5/8/8/8/8 w q - 0 1",
    ] {
        let pos = Crazy.parse(text).expect("a position");
        for seed in 0..16 {
            compare(&pos, &mut StdRng::seed_from_u64(seed));
        }
    }
}

#[test]
#[ignore = "tries out millions of steps"]
fn the_generated_steps_of_many_positions_are_legal_when_tried_out() {
    compare_random_positions(1_000_000, 2);
}
