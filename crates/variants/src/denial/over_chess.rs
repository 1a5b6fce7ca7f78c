//! Denial over chess: the movements of turns, and those that can be denied (denial D5-D7, D12).

mod evaluate;

use jabberwock_game::Step;

use super::base::{Base, Deniable, Movement};
use crate::{
    chess::{Chess, Position},
    fide::{Move, Role},
};

impl Base for Chess {
    type Steps = Option<Step>;

    const DENIAL_PARAMS: &'static str = include_str!("search.txt");

    /// The squares and the piece; captured pieces and promotions are not part of it.
    fn movement(_: &Position, turn: &[Step]) -> Movement {
        let mv = turn.first().map(|&step| Move::unpack(step));
        let (number, denial) = mv.map_or((0, Deniable::Never), |mv| {
            let squares = mv.from.index() << 6 | mv.to.index();
            let denial = match mv.role {
                Role::Knight => Deniable::Never,
                Role::King => Deniable::Hard,
                _ => Deniable::Always,
            };
            ((mv.role as usize) << 12 | squares, denial)
        });
        Movement {
            number: number as u64,
            denial,
        }
    }

    fn without_letter(last: Step) -> Step {
        let mv = Move::unpack(last);
        Move {
            promotion: None,
            ..mv
        }
        .pack()
    }

    fn mirrored(step: Step) -> Step {
        let mv = Move::unpack(step);
        Move {
            from: mv.from.flipped(),
            to: mv.to.flipped(),
            ..mv
        }
        .pack()
    }
}
