//! Legal turns, by stage.
//!
//! Only what may matter to the king is tried out: his own moves, those of men and chakras that
//! shield him, and everything while he stands on an enemy chakra.

use jabberwock_game::{Color, Position as _, Sink, Stage};

use super::{
    Position,
    attack::Transmitter,
    field::{Field, Mode},
    men::{Pool, Role},
    moves::{Move, Walk},
};
use crate::board::{Bitboard, Rank, Square, attacks};

/// Gives every legal turn of `stage` to `sink`.
pub(super) fn generate<S: Sink>(pos: &Position, stage: Stage, sink: &mut S) {
    let field = pos.field();
    let us = pos.turn();
    let mut generator = Generator {
        field,
        us,
        limits: Limits::new(field, us),
        transmitter: field.transmitter(us),
        pool: field.pool(us),
        sink,
    };
    match stage {
        Stage::Noisy => generator.men::<true>(),
        Stage::Quiet => {
            generator.men::<false>();
            generator.chakras();
            generator.pass();
        }
    }
}

/// What the safety of the king leaves to the other men and to the chakras.
struct Limits {
    check: bool,
    /// Where a man must go to end a check by one man.
    evasions: Bitboard,
    /// Men and chakras that may not leave their squares without a trial.
    suspects: Bitboard,
}

impl Limits {
    fn new(field: &Field, us: Color) -> Limits {
        let king = field.king(us);
        if field.chakras(!us).contains(king) {
            // A transmission may reach him in ways that no line shows.
            return Limits {
                check: field.is_check(us),
                evasions: Bitboard::FULL,
                suspects: Bitboard::FULL,
            };
        }
        let men = |role| field.men(!us, role);
        let queens = men(Role::Queen);
        let straight = men(Role::Samurai) | queens;
        let diagonal = men(Role::Monk) | queens;
        let courtesans = men(Role::Courtesan);
        let mut checkers = attacks::pawn(us, king) & men(Role::Pawn)
            | attacks::knight(king) & men(Role::Ape)
            | attacks::king(king) & (straight | diagonal | courtesans);
        let mut suspects = Bitboard::EMPTY;
        let snipers = attacks::diagonals(king) & diagonal | attacks::straights(king) & straight;
        let barriers = field.barriers(!us);
        for sniper in snipers {
            let shields = attacks::between(king, sniper) & barriers;
            if shields.is_empty() {
                checkers |= Bitboard::of(sniper);
            } else if !shields.is_several() {
                suspects |= shields;
            }
        }
        // A courtesan slides only along her king's line: from between the two kings.
        let passage = attacks::between(king, field.king(!us));
        let between = passage & field.occupied();
        let mut sight = Bitboard::EMPTY;
        if between.meets(courtesans) && between.len() <= 2 {
            suspects |= passage & (between | field.chakras(us));
            let from = (between & courtesans).sole();
            let way = attacks::between(king, from);
            if !between.is_several() && !way.meets(barriers) && !checkers.contains(from) {
                checkers |= Bitboard::of(from);
                sight = passage;
            }
        }
        let evasions = if checkers.is_empty() {
            Bitboard::FULL
        } else if checkers.is_several() {
            Bitboard::EMPTY
        } else {
            checkers | attacks::between(king, checkers.sole()) | sight
        };
        Limits {
            check: !checkers.is_empty(),
            evasions,
            suspects,
        }
    }
}

struct Generator<'a, S> {
    field: &'a Field,
    us: Color,
    limits: Limits,
    transmitter: Transmitter,
    pool: Pool,
    sink: &'a mut S,
}

impl<S: Sink> Generator<'_, S> {
    /// All moves of men, either the noisy ones or the others.
    fn men<const NOISY: bool>(&mut self) {
        if !self.limits.evasions.is_empty() {
            let goals = self.goals::<NOISY>() & self.limits.evasions;
            for role in [
                Role::Ape,
                Role::Courtesan,
                Role::Monk,
                Role::Samurai,
                Role::Queen,
            ] {
                for from in self.field.men(self.us, role) {
                    let reached = self.field.attacks_of(self.us, role, from);
                    self.moves::<NOISY>(role, from, self.transmitter.extend(reached) & goals);
                }
            }
            self.pawns::<NOISY>();
        }
        self.king::<NOISY>();
    }

    /// The squares that noisy moves, or the others, end on, promotions and seizures aside.
    fn goals<const NOISY: bool>(&self) -> Bitboard {
        if NOISY {
            self.field.color(!self.us)
        } else {
            !self.field.occupied()
        }
    }

    fn moves<const NOISY: bool>(&mut self, role: Role, from: Square, targets: Bitboard) {
        let trial = self.limits.suspects.contains(from);
        for to in targets {
            let walk = Walk {
                from,
                to,
                role,
                captured: if NOISY { self.field.role_at(to) } else { None },
                promotion: None,
                seizes: false,
            };
            if !trial || self.field.is_safe(self.us, Move::Man(walk)) {
                self.sink.push(Move::Man(walk).pack());
            }
        }
    }

    fn pawns<const NOISY: bool>(&mut self) {
        let last = Bitboard::rank(Rank::Eighth.of(self.us));
        let goals = self.goals::<NOISY>() & self.limits.evasions;
        for from in self.field.men(self.us, Role::Pawn) {
            let steps = self.field.pawn_steps(self.us, from);
            let captures = attacks::pawn(self.us, from) & self.field.color(!self.us);
            let targets = self.transmitter.extend(steps) | captures;
            self.moves::<NOISY>(Role::Pawn, from, (targets & goals).without(last));
            let promoting = targets & last & self.limits.evasions;
            if !promoting.is_empty() {
                self.promotions::<NOISY>(from, promoting);
            }
        }
    }

    /// A pawn becomes a man of the pool (chakra C8). If nobody waits there is no move (C9).
    fn promotions<const NOISY: bool>(&mut self, from: Square, targets: Bitboard) {
        let trial = self.limits.suspects.contains(from);
        for to in targets {
            let captured = self.field.role_at(to);
            let walk = Walk {
                from,
                to,
                role: Role::Pawn,
                captured,
                promotion: None,
                seizes: false,
            };
            if trial && !self.field.is_safe(self.us, Move::Man(walk)) {
                continue;
            }
            for (index, role) in self.pool.roles().enumerate() {
                if (captured.is_some() || index == 0) == NOISY {
                    let promotion = Some(role);
                    self.sink.push(Move::Man(Walk { promotion, ..walk }).pack());
                }
            }
        }
    }

    fn king<const NOISY: bool>(&mut self) {
        let from = self.field.king(self.us);
        let reached = attacks::king(from);
        let barred = self.field.barred(self.us);
        let targets = self.transmitter.extend(reached).without(barred);
        let seized = self.field.vacant(!self.us);
        let goals = self.goals::<NOISY>();
        let goals = if NOISY {
            goals | seized
        } else {
            goals.without(seized)
        };
        for to in targets & goals {
            let walk = Walk {
                from,
                to,
                role: Role::King,
                captured: if NOISY { self.field.role_at(to) } else { None },
                promotion: None,
                seizes: seized.contains(to),
            };
            if self.field.is_safe(self.us, Move::Man(walk)) {
                self.sink.push(Move::Man(walk).pack());
            }
        }
    }

    /// Chakras are moved and turned over (chakra C12).
    fn chakras(&mut self) {
        if self.limits.evasions.is_empty() {
            return;
        }
        for from in self.transmitter.gates {
            let trial = self.limits.suspects.contains(from);
            let targets = chakra_targets(self.field, from);
            for to in targets & self.limits.evasions {
                let mv = Move::Chakra {
                    from,
                    to,
                    turned: false,
                };
                // Only men, but no chakras, break a courtesan's sight.
                if (trial || self.limits.check) && !self.field.is_safe(self.us, mv) {
                    continue;
                }
                self.sink.push(mv.pack());
                let turned = true;
                self.sink.push(Move::Chakra { from, to, turned }.pack());
            }
            if !self.limits.check {
                let (to, turned) = (from, true);
                self.sink.push(Move::Chakra { from, to, turned }.pack());
            }
        }
    }

    fn pass(&mut self) {
        if !self.limits.check && may_pass(self.field, self.us, self.transmitter) {
            self.sink.push(Move::Pass.pack());
        }
    }
}

/// Where the vacant chakra on `from` may be moved (chakra C12).
fn chakra_targets(field: &Field, from: Square) -> Bitboard {
    let chakras = field.chakras(Color::White) | field.chakras(Color::Black);
    chakra_reach(field, from).without(field.occupied() | chakras)
}

/// Where the mode of the chakra on `from` leads.
pub(super) fn chakra_reach(field: &Field, from: Square) -> Bitboard {
    match field.mode(from) {
        Mode::Knight => attacks::knight(from),
        Mode::King => attacks::king(from),
    }
}

/// Whether a man stands on one chakra and could formally move onto the other (chakra C15).
fn may_pass(field: &Field, us: Color, transmitter: Transmitter) -> bool {
    transmitter.holder.is_some_and(|from| {
        let reached = match field.role_at(from) {
            Some(Role::Pawn) | None => field.pawn_steps(us, from),
            Some(role) => field.attacks_of(us, role, from),
        };
        reached.meets(transmitter.gates)
    })
}

/// Whether `mv`, which may be a turn of any position, is legal here.
pub(super) fn is_legal(pos: &Position, mv: Move) -> bool {
    is_possible(pos, mv) && pos.field().is_safe(pos.turn(), mv)
}

/// Whether `mv` is legal but for the safety of the king.
pub(super) fn is_possible(pos: &Position, mv: Move) -> bool {
    let us = pos.turn();
    let field = pos.field();
    let transmitter = field.transmitter(us);
    match mv {
        Move::Pass => may_pass(field, us, transmitter),
        Move::Chakra { from, to, turned } => {
            let lies = from == to && turned;
            transmitter.gates.contains(from) && (lies || chakra_targets(field, from).contains(to))
        }
        Move::Man(walk) => {
            field.men(us, walk.role).contains(walk.from)
                && !field.color(us).contains(walk.to)
                && field.role_at(walk.to) == walk.captured
                && walk.seizes == seizes(field, us, walk)
                && promotes_rightly(field, us, walk)
                && reaches(field, us, walk)
        }
    }
}

/// Whether a king who goes like this captures the Transmitter (chakra C18).
pub(super) fn seizes(field: &Field, us: Color, walk: Walk) -> bool {
    walk.role == Role::King && field.vacant(!us).contains(walk.to)
}

/// Whether the walk promotes if, and only if, it must (chakra C8, C9).
fn promotes_rightly(field: &Field, us: Color, walk: Walk) -> bool {
    let must = walk.role == Role::Pawn && walk.to.rank() == Rank::Eighth.of(us);
    match walk.promotion {
        None => !must,
        Some(role) => must && field.pool(us).count(role) > 0,
    }
}

/// Whether the man can go from where he stands to where the walk ends, directly or by
/// transmission.
pub(super) fn reaches(field: &Field, us: Color, walk: Walk) -> bool {
    let transmitter = field.transmitter(us);
    let targets = match walk.role {
        Role::Pawn => {
            let captures = attacks::pawn(us, walk.from) & field.color(!us);
            transmitter.extend(field.pawn_steps(us, walk.from)) | captures
        }
        Role::King => transmitter
            .extend(attacks::king(walk.from))
            .without(field.barred(us)),
        role => transmitter.extend(field.attacks_of(us, role, walk.from)),
    };
    targets.contains(walk.to)
}
