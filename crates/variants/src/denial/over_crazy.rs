//! Denial over Crazy Chess: the movements of turns, and those that can be denied (denial D5-D7,
//! D14).

mod evaluate;
#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;
use jabberwock_game::{Key, Step};

use super::base::{Base, Deniable, Movement};
use crate::{
    board::zobrist::Seed,
    crazy::{Crazy, Move, Piece, Position, StepKind},
    fide::Role,
};

/// More than the number of pawns of a player, each of which may be a link of a disguise (K27).
const MAX_STEPS: usize = 16;

impl Base for Crazy {
    type Steps = ArrayVec<Step, MAX_STEPS>;

    /// The piece with its place and the squares it visits; for a knight that captures on its path,
    /// also which of its two paths it is; for a disguise, the pawns and the place of the exchanged
    /// piece. Captured pieces and whether the piece jumps inside are not part of it (`notation.md`,
    /// *crazy*).
    fn movement(before: &Position, turn: &[Step]) -> Movement {
        let Some(first) = turn.first().map(|&step| Move::unpack(step)) else {
            return Movement {
                number: 0,
                denial: Deniable::Never,
            };
        };
        if first.kind == StepKind::Link {
            return disguise(turn);
        }
        let piece = before.board().at(first.from, first.level);
        let role = piece.map_or(Role::King, Piece::role);
        let denial = match (role, first.kind) {
            (Role::King, _) => Deniable::Hard,
            (Role::Knight, StepKind::Go | StepKind::Inner) => Deniable::Never,
            _ => Deniable::Always,
        };
        let path = match first.kind {
            StepKind::Way => 1 + first.path as u64 / 2,
            StepKind::Round => 3,
            _ => 0,
        };
        let start = first.from as u64 | (first.level as u64) << 6 | (role as u64) << 11;
        // A king has a second step: the first ends in the middle of its path.
        let end = match turn.last() {
            Some(&last) if role == Role::King => Move::unpack(last).to,
            _ => first.to,
        };
        let visited = first.to as u64 | (end as u64) << 6 | path << 12;
        Movement {
            number: start | visited << 14,
            denial,
        }
    }

    fn without_letter(last: Step) -> Step {
        Move {
            promotion: None,
            ..Move::unpack(last)
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

/// Returns the movement of a disguise: its pawns in order, and the piece.
fn disguise(links: &[Step]) -> Movement {
    let mut number = 0;
    for (index, &link) in links.iter().enumerate() {
        let link = Move::unpack(link);
        if index == 0 {
            number = link.to as u64 | (link.other as u64) << 6;
        }
        let pawn = link.from as u64 | (link.level as u64) << 6;
        number = Key::random(Seed::CrazyDisguise as u64 ^ number, pawn).0;
    }
    Movement {
        number,
        denial: Deniable::Always,
    }
}
