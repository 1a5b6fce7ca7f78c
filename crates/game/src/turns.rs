//! Whole turns, made of steps.

use std::ops::ControlFlow;

use crate::{Color, GameHistory, Outcome, Position, Profile, Reason, Score, Stage, Step, Turn};

/// Returns the legal steps of `pos`, noisy ones first.
fn steps<P: Position>(pos: &P) -> Vec<Step> {
    let mut list = Vec::new();
    for stage in Stage::ALL {
        pos.generate(stage, &mut list);
    }
    list
}

/// Calls `visit` with every legal turn of `pos` and the position it leads to.
pub fn for_each_turn<P: Position>(pos: &P, visit: &mut impl FnMut(&[Step], &P)) {
    let all = try_for_each_turn(pos, &mut |turn, after| {
        visit(turn, after);
        ControlFlow::Continue(())
    });
    debug_assert!(all.is_continue(), "nothing breaks the walk");
}

/// Calls `visit` with every legal turn of `pos` and the position it leads to, until it breaks.
pub fn try_for_each_turn<P: Position>(
    pos: &P,
    visit: &mut impl FnMut(&[Step], &P) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn walk<P: Position>(
        pos: &P,
        turn: &mut Turn,
        visit: &mut impl FnMut(&[Step], &P) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for step in steps(pos) {
            let mut after = pos.clone();
            after.play(step);
            turn.push(step);
            if after.at_turn_start() {
                visit(turn, &after)?;
            } else {
                walk(&after, turn, visit)?;
            }
            turn.pop();
        }
        ControlFlow::Continue(())
    }
    walk(pos, &mut Turn::new(), visit)
}

/// Calls `visit` with every legal turn of `pos`, in the order of [`try_for_each_turn`], until it
/// breaks. The last steps of turns are not made, which saves most of the time.
pub fn try_for_each_turn_unmade<P: Position>(
    pos: &P,
    visit: &mut impl FnMut(&[Step]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    fn walk<P: Position>(
        pos: &P,
        turn: &mut Turn,
        visit: &mut impl FnMut(&[Step]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for step in steps(pos) {
            turn.push(step);
            if pos.completes_turn(step) {
                visit(turn)?;
            } else {
                let mut after = pos.clone();
                after.play(step);
                walk(&after, turn, visit)?;
            }
            turn.pop();
        }
        ControlFlow::Continue(())
    }
    walk(pos, &mut Turn::new(), visit)
}

/// Returns the legal turns of `pos`.
pub fn legal_turns<P: Position>(pos: &P) -> Vec<Turn> {
    let mut turns = Vec::new();
    let all = try_for_each_turn_unmade(pos, &mut |turn| {
        turns.push(Turn::from_slice(turn));
        ControlFlow::Continue(())
    });
    debug_assert!(all.is_continue(), "nothing breaks the walk");
    turns
}

/// Whether `turn` is a complete legal turn of `pos`.
pub fn is_legal_turn<P: Position>(pos: &P, turn: &[Step]) -> bool {
    let mut pos = pos.clone();
    for (index, &step) in turn.iter().enumerate() {
        if (index > 0 && pos.at_turn_start()) || !pos.is_legal(step) {
            return false;
        }
        pos.play(step);
    }
    !turn.is_empty() && pos.at_turn_start()
}

/// Plays all steps of `turn`, which is legal at `pos`.
pub fn play<P: Position>(pos: &mut P, turn: &[Step]) {
    for &step in turn {
        pos.play(step);
    }
}

/// Extends `turn`, the legal beginning of one at `pos`, by the first step generated, noisy ones
/// before quiet ones, until it is complete.
pub fn complete<P: Position>(pos: &P, turn: &mut Turn) {
    let mut pos = pos.clone();
    play(&mut pos, turn);
    while turn.is_empty() || !pos.at_turn_start() {
        let Some(&step) = steps(&pos).first() else {
            return;
        };
        turn.push(step);
        pos.play(step);
    }
}

/// Returns one legal turn of `pos`; empty if there is none.
pub fn first_turn<P: Position>(pos: &P) -> Turn {
    let mut turn = Turn::new();
    complete(pos, &mut turn);
    turn
}

/// Returns the outcome of the game at `pos`, the current position of `history`; `None` if the game
/// goes on. If several apply, decisive outcomes take precedence, then stalemate, repetition, the
/// ply limit, and insufficient material (`docs/rules/notation.md`, *Ends*).
pub fn adjudicate<P: Position>(
    pos: &P,
    history: &GameHistory,
    profile: &Profile,
) -> Option<Outcome> {
    let end = pos
        .outcome()
        .or_else(|| (!pos.has_legal_step()).then(|| pos.outcome_when_stuck()));
    let by_count = |end: &Outcome| end.reason == Reason::PLY_LIMIT;
    end.filter(|end| !by_count(end))
        .or_else(|| {
            let occurrences = history.earlier_occurrences(pos.reversible_turns()) + 1;
            (occurrences >= profile.repetitions).then_some(Outcome::draw(Reason::REPETITION))
        })
        .or(end)
        .or_else(|| {
            let over = profile.ply_limit.is_some_and(|limit| pos.clock() >= limit);
            over.then_some(Outcome::draw(Reason::PLY_LIMIT))
        })
        .or_else(|| pos.drawn_by_material().map(Outcome::draw))
}

impl Outcome {
    /// Returns the result for `player`: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn points_for(self, player: Color) -> i32 {
        match self.winner {
            Some(winner) if winner == player => 1,
            Some(_) => -1,
            None => 0,
        }
    }

    /// Returns the score of this outcome for `player`, the side to move, `turns` turns from the
    /// root.
    pub fn score_for(self, player: Color, turns: i32) -> Score {
        match self.points_for(player) {
            0 => Score::DRAW,
            points if points > 0 => Score::mate_in(turns),
            _ => Score::mated_in(turns),
        }
    }
}
