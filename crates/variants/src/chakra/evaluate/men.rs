//! What the men are worth where they stand, and what they attack.

use jabberwock_game::{ByColor, Color};

use super::{place, terms};
use crate::{
    board::{Bitboard, Square, attacks},
    chakra::{attack::Transmitter, board::Board, men::Role},
    evaluation::{EvalTerm, Trace},
};

/// What the men of a player attack, by transmission too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// By the men of a role.
    pub by: [Bitboard; Role::COUNT],
    /// By any man.
    pub all: Bitboard,
    /// By two men or more.
    pub twice: Bitboard,
    /// Weight of the men that attack squares around the enemy king.
    pub units: usize,
    /// Men who can be transmitted at once.
    pub users: usize,
    /// The squares that pawns can go to without capturing, by transmission too.
    pub steps: Bitboard,
    /// The own Transmitter.
    pub transmitter: Transmitter,
}

impl Reach {
    fn add(&mut self, role: Role, squares: Bitboard) {
        self.by[role.index()] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }

    /// What a man attacks who by his own power attacks `reached`.
    fn extend(&mut self, reached: Bitboard) -> Bitboard {
        self.users += usize::from(reached.meets(self.transmitter.gates));
        self.transmitter.extend(reached)
    }
}

/// What kings and pawns attack, before the other men are counted.
pub(super) fn groundwork(board: &Board) -> ByColor<Reach> {
    ByColor(Color::ALL.map(|color| {
        let mut reach = Reach {
            by: [Bitboard::EMPTY; Role::COUNT],
            all: Bitboard::EMPTY,
            twice: Bitboard::EMPTY,
            units: 0,
            users: 0,
            steps: Bitboard::EMPTY,
            transmitter: board.transmitter(color),
        };
        let pawns = board.men(color, Role::Pawn);
        let ahead = pawns.ahead(color);
        reach.add(Role::Pawn, ahead.east());
        reach.add(Role::Pawn, ahead.west());
        for from in pawns {
            let steps = board.pawn_steps(color, from);
            let extended = reach.extend(steps);
            reach.steps |= extended;
            if extended != steps {
                reach.add(Role::Pawn, reach.transmitter.exits);
            }
        }
        let king = reach.extend(attacks::king(board.king(color)));
        reach.add(Role::King, king);
        reach
    }))
}

/// What is particular to a role.
struct Kind {
    role: Role,
    /// Units of attack on a king.
    units: usize,
    mobility: EvalTerm,
    placement: EvalTerm,
}

const KINDS: [Kind; 5] = [
    Kind {
        role: Role::Ape,
        units: 2,
        mobility: terms::MOBILITY_APE,
        placement: terms::PLACE_APE,
    },
    Kind {
        role: Role::Courtesan,
        units: 2,
        mobility: terms::MOBILITY_COURTESAN,
        placement: terms::PLACE_COURTESAN,
    },
    Kind {
        role: Role::Monk,
        units: 3,
        mobility: terms::MOBILITY_MONK,
        placement: terms::PLACE_MONK,
    },
    Kind {
        role: Role::Samurai,
        units: 4,
        mobility: terms::MOBILITY_SAMURAI,
        placement: terms::PLACE_SAMURAI,
    },
    Kind {
        role: Role::Queen,
        units: 5,
        mobility: terms::MOBILITY_QUEEN,
        placement: terms::PLACE_QUEEN,
    },
];

/// The squares around a king that attackers look at: those next to him, and the three beyond on the
/// way to the enemy.
fn zone(king: Square, color: Color) -> Bitboard {
    let near = attacks::king(king);
    near | near.ahead(color) | Bitboard::of(king)
}

/// Counts `us`'s men but the pawns; fills in what they attack.
pub(super) fn count<T: Trace>(board: &Board, us: Color, reach: &mut ByColor<Reach>, trace: &mut T) {
    let area = !(reach[!us].by[Role::Pawn.index()] | board.color(us));
    let zone = zone(board.king(!us), !us);
    let ours = &mut reach[us];
    for kind in &KINDS {
        for square in board.men(us, kind.role) {
            let own = board.attacks_of(us, kind.role, square);
            let reached = ours.extend(own);
            ours.add(kind.role, reached);
            trace.add(terms::MATERIAL, kind.role.index(), 1);
            trace.add(kind.placement, place(square, us), 1);
            let squares = (reached & area).len() as usize;
            trace.add(kind.mobility, squares.min(kind.mobility.len - 1), 1);
            if reached.meets(zone) {
                ours.units += kind.units;
            }
            if kind.role == Role::Courtesan && sees_king(board, us, square) {
                trace.add(terms::COURTESAN_SIGHT, 0, 1);
            }
        }
    }
    trace.add(terms::PLACE_KING, place(board.king(us), us), 1);
}

fn sees_king(board: &Board, us: Color, from: Square) -> bool {
    let king = board.king(us);
    !attacks::line(from, king).is_empty() && !attacks::between(from, king).meets(board.occupied())
}
