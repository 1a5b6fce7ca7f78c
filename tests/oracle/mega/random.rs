//! Positions without a past, and turns that may or may not be legal.

use std::rc::Rc;

use rand::{Rng, RngExt, seq::IndexedRandom, seq::SliceRandom};
use shakmaty::{Board, CastlingMode, Chess, Color, FromSetup, Piece, Position, Role, Setup};

use super::{
    Game, Man, Mega, Square, State, Turn, chess_end, squares, start, start_position, text,
};

/// A game that goes on, of few men, so that mates and checks are near.
fn random_chess(rng: &mut impl Rng) -> Chess {
    const ROLES: [Role; 8] = [
        Role::Queen,
        Role::Queen,
        Role::Rook,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
        Role::Pawn,
    ];
    if rng.random_bool(0.3) {
        return random_game(rng);
    }
    loop {
        let mut board = Board::empty();
        let put = |board: &mut Board, role, color, rng: &mut dyn Rng| {
            let at = shakmaty::Square::new(rng.next_u32() % 64);
            let outer = role == Role::Pawn && (at.rank() as u32).is_multiple_of(7);
            if board.piece_at(at).is_none() && !outer {
                board.set_piece_at(at, Piece { color, role });
            }
        };
        for color in Color::ALL {
            put(&mut board, Role::King, color, rng);
        }
        for _ in 0..rng.random_range(1..7) {
            let role = *ROLES.choose(rng).expect("roles");
            let color = Color::from_white(rng.random());
            put(&mut board, role, color, rng);
        }
        let mut setup = Setup::empty();
        setup.board = board;
        setup.turn = Color::from_white(rng.random());
        setup.halfmoves = if rng.random_bool(0.1) {
            99
        } else {
            rng.random_range(0..20)
        };
        if let Ok(pos) = Chess::from_setup(setup, CastlingMode::Standard)
            && chess_end(&pos).is_none()
        {
            return pos;
        }
    }
}

/// A game some random moves after its start.
fn random_game(rng: &mut impl Rng) -> Chess {
    let mut pos = Chess::default();
    for _ in 0..rng.random_range(0..90) {
        let mut after = pos.clone();
        let moves = pos.legal_moves();
        after.play_unchecked(*moves.choose(rng).expect("a move"));
        if chess_end(&after).is_some() {
            break;
        }
        pos = after;
    }
    pos
}

fn random_inner(rng: &mut impl Rng, level: u32) -> Game {
    if rng.random_bool(0.1) {
        return start(level);
    }
    match level {
        0 => Game::Chess(random_chess(rng)),
        _ => loop {
            let mut mega = random_position(rng, level);
            if level > 0 && mega.playable().len() > 3 {
                continue;
            }
            mega.full = 5;
            if mega.end().is_none() {
                return Game::Mega(mega);
            }
        },
    }
}

/// A position of `level` that goes on or not, whose opponent is not in check.
pub(crate) fn random_position(rng: &mut impl Rng, level: u32) -> Mega {
    loop {
        let mut mega = start_position(level);
        mega.men.clear();
        mega.white_to_move = rng.random();
        mega.half = [0, 3, 98, 99][rng.random_range(0..4)];
        mega.full = rng.random_range(1..99);
        let most = if level > 1 { 5 } else { 17 };
        let count = rng.random_range(0..most);
        let homes = rng.random_bool(0.3);
        let mut free: Vec<Square> = squares().collect();
        free.shuffle(rng);
        if homes {
            for (at, letter, white) in [
                ((0, 4), 'K', true),
                ((7, 4), 'K', false),
                ((0, 7), 'R', true),
                ((0, 0), 'R', true),
                ((7, 7), 'R', false),
                ((7, 0), 'R', false),
            ] {
                free.retain(|&other| other != at);
                mega.men.insert(at, random_man(rng, letter, white, level));
            }
            mega.castling = String::from("KQkq");
            for at in [(0, 4), (7, 4)] {
                if mega.men[&at].state == State::Dethroned {
                    mega.forget_rights(at);
                }
            }
        } else {
            mega.castling.clear();
            for white in [true, false] {
                let at = free.pop().expect("a free square");
                mega.men.insert(at, random_man(rng, 'K', white, level));
            }
        }
        for _ in 0..count {
            let at = free.pop().expect("a free square");
            let letter = *['Q', 'R', 'B', 'N', 'P', 'P', 'P']
                .choose(rng)
                .expect("letters");
            let white = rng.random();
            if letter != 'P' || at.0 % 7 != 0 {
                mega.men.insert(at, random_man(rng, letter, white, level));
            }
        }
        if rng.random_bool(0.2) {
            share(&mut mega, rng);
        }
        random_passed_pawn(&mut mega, rng, level);
        let army = |white| mega.men.values().filter(|man| man.white == white).count();
        if army(true) <= 16 && army(false) <= 16 && !mega.is_check(!mega.white_to_move) {
            return mega;
        }
    }
}

fn random_man(rng: &mut impl Rng, letter: char, white: bool, level: u32) -> Man {
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
    Man {
        letter,
        white,
        state,
        game: (state == State::Neutral).then(|| Rc::new(random_inner(rng, level - 1))),
    }
}

/// Makes two games equal.
fn share(mega: &mut Mega, rng: &mut impl Rng) {
    let games: Vec<_> = mega
        .men
        .values()
        .filter_map(|man| man.game.clone())
        .collect();
    let Some(game) = games.choose(rng) else {
        return;
    };
    for man in mega.men.values_mut() {
        if man.game.is_some() && rng.random_bool(0.4) {
            man.game = Some(game.clone());
        }
    }
}

/// Now and then a pawn that has just made a double step.
fn random_passed_pawn(mega: &mut Mega, rng: &mut impl Rng, level: u32) {
    let (second, up) = if mega.white_to_move { (6, -1) } else { (1, 1) };
    let file = rng.random_range(0..8);
    let way = [second, second + up, second + 2 * up].map(|rank| (rank, file));
    if rng.random_bool(0.6) || way.iter().any(|at| mega.men.contains_key(at)) {
        return;
    }
    let pawn = random_man(rng, 'P', !mega.white_to_move, level);
    mega.men.insert(way[2], pawn);
    let beside = (way[2].0, if file == 0 { 1 } else { file - 1 });
    if !mega.men.contains_key(&beside) {
        let mut pawn = random_man(rng, 'P', mega.white_to_move, level);
        (pawn.state, pawn.game) = (State::Armed, None);
        mega.men.insert(beside, pawn);
    }
    mega.passed_over = Some(way[1]);
    let usable = mega.steps().into_iter().any(|step| {
        step.captured.is_some_and(|at| at != step.to) && mega.after_step(step).is_some()
    });
    if !usable {
        mega.passed_over = None;
    }
}

impl Game {
    fn random_turn(&self, rng: &mut impl Rng) -> Turn {
        match self {
            Game::Chess(_) => {
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
            Game::Mega(mega) => mega.random_turn(rng),
        }
    }
}

impl Mega {
    /// Something like a turn: often legal, sometimes against G6, G8 or worse.
    pub(crate) fn random_turn(&self, rng: &mut impl Rng) -> Turn {
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
            // Answer the checks first, as whoever thinks would.
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
