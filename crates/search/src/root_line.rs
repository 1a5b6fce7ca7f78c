//! Lines of turns from the root.

use jabberwock_game::{Position, Score, Step, Turn, complete, is_legal_turn, play};

/// A line found at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootLine {
    /// Depth of the iteration that found it, in plies.
    pub(crate) depth: i32,
    pub(crate) score: Score,
    /// Complete legal turns.
    pub(crate) pv: Vec<Step>,
    /// The first turn of `pv`.
    pub(crate) turn: Turn,
}

impl RootLine {
    /// Returns the line with this principal variation of `pos`; `None` if that is empty.
    pub(crate) fn new<P: Position>(
        pos: &P,
        depth: i32,
        score: Score,
        pv: Vec<Step>,
    ) -> Option<RootLine> {
        let turn = first_complete_turn(pos, &pv);
        (!turn.is_empty()).then_some(RootLine {
            depth,
            score,
            pv,
            turn,
        })
    }
}

/// Returns the first complete turn of `steps`; empty if there is none.
pub(crate) fn first_complete_turn<P: Position>(pos: &P, steps: &[Step]) -> Turn {
    let mut steps = steps.iter().copied();
    turn_of(pos, |_| steps.next())
}

/// Returns the complete turn from `pos` whose next step `next` gives in each position of it; empty
/// if a step is missing or not legal.
pub(crate) fn turn_of<P: Position>(pos: &P, mut next: impl FnMut(&P) -> Option<Step>) -> Turn {
    let (mut after, mut turn) = (pos.clone(), Turn::new());
    while let Some(step) = next(&after).filter(|&step| after.is_legal(step)) {
        after.play(step);
        turn.push(step);
        if after.at_turn_start() {
            return turn;
        }
    }
    Turn::new()
}

/// Returns the longest prefix of `pv` that consists of complete legal turns. A turn that `pv`
/// leaves incomplete is completed.
pub(crate) fn legal_prefix<P: Position>(pos: &P, pv: &[Step]) -> Vec<Step> {
    let (mut after, mut legal) = (pos.clone(), Vec::new());
    let mut rest = pv;
    while !rest.is_empty() {
        let mut turn = first_complete_turn(&after, rest);
        if turn.is_empty() {
            turn = Turn::from_slice(legal_start(&after, rest));
            if !turn.is_empty() {
                complete(&after, &mut turn);
            }
            rest = &[];
        } else {
            rest = &rest[turn.len()..];
        }
        if !is_legal_turn(&after, &turn) {
            break;
        }
        play(&mut after, &turn);
        legal.extend_from_slice(&turn);
    }
    legal
}

/// Returns the legal steps at the beginning of `steps`, which contain no complete turn.
fn legal_start<'a, P: Position>(pos: &P, steps: &'a [Step]) -> &'a [Step] {
    let mut after = pos.clone();
    let is_legal = |step: &&Step| {
        let legal = after.is_legal(**step);
        if legal {
            after.play(**step);
        }
        legal
    };
    &steps[..steps.iter().take_while(is_legal).count()]
}
