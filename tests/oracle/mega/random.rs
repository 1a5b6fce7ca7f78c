//! Positions without a past, and turns that may or may not be legal.

use std::rc::Rc;

use rand::{
    RngExt,
    rngs::StdRng,
    seq::{IndexedRandom, IteratorRandom, SliceRandom},
};

use super::{
    InnerGame, MegaOracle, MegaPiece, Square, State, Turn, squares, start, start_position, text,
};
use crate::chess::random_chess;

fn random_inner(rng: &mut StdRng, level: u32) -> InnerGame {
    if rng.random_bool(0.1) {
        return start(level);
    }
    match level {
        0 => InnerGame::Chess(random_chess(rng)),
        _ => loop {
            let mut mega = random_position(rng, level);
            if level > 0 && mega.playable().len() > 3 {
                continue;
            }
            mega.fullmove_number = 5;
            if mega.end().is_none() {
                return InnerGame::Mega(mega);
            }
        },
    }
}

/// Returns a position of `level`, the game over or not, in which the side not to move is not in
/// check.
pub(super) fn random_position(rng: &mut StdRng, level: u32) -> MegaOracle {
    loop {
        let mut mega = start_position(level);
        mega.pieces.clear();
        mega.white_to_move = rng.random();
        mega.halfmove_clock = [0, 3, 98, 99][rng.random_range(0..4)];
        mega.fullmove_number = rng.random_range(1..99);
        let most = if level > 1 { 5 } else { 17 };
        let count = rng.random_range(0..most);
        let mut free: Vec<Square> = squares().collect();
        free.shuffle(rng);
        if rng.random_bool(0.3) {
            set_home(&mut mega, &mut free, rng);
        } else {
            mega.castling.clear();
            for white in [true, false] {
                let at = free.pop().expect("a free square");
                mega.pieces.insert(at, random_piece(rng, 'K', white, level));
            }
        }
        for _ in 0..count {
            let at = free.pop().expect("a free square");
            let letter = "QRBNPPP".chars().choose(rng).expect("letters");
            let white = rng.random();
            if letter != 'P' || at.0 % 7 != 0 {
                mega.pieces
                    .insert(at, random_piece(rng, letter, white, level));
            }
        }
        if rng.random_bool(0.2) {
            share(&mut mega, rng);
        }
        set_random_passed_pawn(&mut mega, rng, level);
        let pieces = mega.pieces.values();
        let white = pieces.clone().filter(|piece| piece.white).count();
        let black = pieces.len() - white;
        if white <= 16 && black <= 16 && !mega.is_mega_check(!mega.white_to_move) {
            return mega;
        }
    }
}

/// Kings and rooks at home, with the rights to castle.
fn set_home(mega: &mut MegaOracle, free: &mut Vec<Square>, rng: &mut StdRng) {
    for (at, letter, white) in [
        ((0, 4), 'K', true),
        ((7, 4), 'K', false),
        ((0, 7), 'R', true),
        ((0, 0), 'R', true),
        ((7, 7), 'R', false),
        ((7, 0), 'R', false),
    ] {
        free.retain(|&other| other != at);
        let piece = random_piece(rng, letter, white, mega.level);
        mega.pieces.insert(at, piece);
    }
    mega.castling = String::from("KQkq");
    for at in [(0, 4), (7, 4)] {
        if mega.pieces[&at].state == State::Dethroned {
            mega.forget_rights(at);
        }
    }
}

fn random_piece(rng: &mut StdRng, letter: char, white: bool, level: u32) -> MegaPiece {
    let states = [
        State::Neutral,
        State::Neutral,
        State::Armed,
        State::Armed,
        State::Disarmed,
        State::Dethroned,
    ];
    let count = if letter == 'K' { 6 } else { 5 };
    let state = *states[..count].choose(rng).expect("states");
    MegaPiece {
        letter,
        white,
        state,
        game: (state == State::Neutral).then(|| Rc::new(random_inner(rng, level - 1))),
    }
}

/// Makes two games equal.
fn share(mega: &mut MegaOracle, rng: &mut StdRng) {
    let games: Vec<_> = mega
        .pieces
        .values()
        .filter_map(|piece| piece.game.clone())
        .collect();
    let Some(game) = games.choose(rng) else {
        return;
    };
    for piece in mega.pieces.values_mut() {
        if piece.game.is_some() && rng.random_bool(0.4) {
            piece.game = Some(game.clone());
        }
    }
}

/// Now and then a pawn that has just made a double step.
fn set_random_passed_pawn(mega: &mut MegaOracle, rng: &mut StdRng, level: u32) {
    let (second, up) = if mega.white_to_move { (6, -1) } else { (1, 1) };
    let file = rng.random_range(0..8);
    let way = [second, second + up, second + 2 * up].map(|rank| (rank, file));
    if rng.random_bool(0.6) || way.iter().any(|at| mega.pieces.contains_key(at)) {
        return;
    }
    let pawn = random_piece(rng, 'P', !mega.white_to_move, level);
    mega.pieces.insert(way[2], pawn);
    let beside = (way[2].0, if file == 0 { 1 } else { file - 1 });
    if !mega.pieces.contains_key(&beside) {
        let mut pawn = random_piece(rng, 'P', mega.white_to_move, level);
        (pawn.state, pawn.game) = (State::Armed, None);
        mega.pieces.insert(beside, pawn);
    }
    mega.passed_over = Some(way[1]);
    let usable = mega.steps().into_iter().any(|step| {
        step.captured.is_some_and(|at| at != step.to) && mega.after_step(step).is_some()
    });
    if !usable {
        mega.passed_over = None;
    }
}

impl InnerGame {
    pub(super) fn random_turn(&self, rng: &mut StdRng) -> Turn {
        match self {
            InnerGame::Chess(_) => {
                let turns = self.turns(1_000).expect("chess has few moves");
                // Mates, draws and checks are rare: prefer them now and then.
                let lively: Vec<_> = turns
                    .iter()
                    .filter(|turn| {
                        let after = self.after(turn).expect("a legal move");
                        after.end().is_some() || after.is_check()
                    })
                    .collect();
                if rng.random_bool(0.5)
                    && let Some(&turn) = lively.choose(rng)
                {
                    return turn.clone();
                }
                turns.choose(rng).expect("a move").clone()
            }
            InnerGame::Mega(mega) => mega.random_turn(rng),
        }
    }
}

impl MegaOracle {
    /// Something like a turn: often legal, sometimes against G6, G8 or worse.
    pub(super) fn random_turn(&self, rng: &mut StdRng) -> Turn {
        let mut games: Vec<_> = self.playable().into_iter().collect();
        if games.is_empty() || rng.random_bool(0.25) {
            if rng.random_bool(0.2) {
                let mut any = || (rng.random_range(0..8), rng.random_range(0..8));
                return Turn::Move(format!("{}{}", text::name(any()), text::name(any())));
            }
            let moves: Vec<_> = self.mega_moves().into_keys().collect();
            let none = || "a1a1".to_owned();
            return Turn::Move(moves.choose(rng).cloned().unwrap_or_else(none));
        }
        games.shuffle(rng);
        if rng.random_bool(0.5) {
            // Answer the checks first: else their games are lost.
            games.sort_by_key(|(_, game)| !game.is_check());
        }
        let boards = self.boards_a_turn();
        let boards = match rng.random_range(0..20) {
            0 => boards + 1,
            1 => boards - 1,
            _ => boards,
        };
        let parts = games
            .into_iter()
            .take(boards)
            .map(|(at, game)| (at, game.random_turn(rng)));
        Turn::Boards(parts.collect())
    }
}
