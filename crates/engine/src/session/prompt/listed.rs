//! The prompts of games whose turns can be listed: one implementation, a prefix tree of the taps of
//! all legal turns.

use std::sync::{Arc, Mutex};

use jabberwock_game::{Position, Scene, Tap, TapTarget, Turn, Variant, play, shortened};

use super::{
    Prompt, PromptError, PromptTarget, TargetKind,
    takes::{Difference, Steps},
    turn_lists::{Node, TurnLists},
    words,
};
use crate::{
    lock::lock,
    session::listed_turns::{MAX_LISTED, TooManyTurns, listed},
};

/// Creates prompts, with a cache of the tree of the last position. Prompts depend only on the
/// position and the taps.
#[derive(Debug)]
pub(in crate::session) struct Prompter<P> {
    last: Mutex<Option<(P, Arc<TurnLists>)>>,
}

impl<P> Default for Prompter<P> {
    fn default() -> Prompter<P> {
        Prompter {
            last: Mutex::default(),
        }
    }
}

impl<P: Position> Prompter<P> {
    /// Returns the prompt after `taps` at `pos`, where the game is not over.
    ///
    /// # Errors
    /// If no legal turn begins with `taps`.
    pub(in crate::session) fn prompt<V: Variant<Position = P>>(
        &self,
        variant: &V,
        pos: &P,
        taps: &[Tap],
    ) -> Result<Prompt, PromptError> {
        let lists = self
            .lists(variant, pos)
            .map_err(|error| PromptError::new(&[], error.to_string()))?;
        let node = follow(&lists, taps)?;
        Ok(View::new(variant, pos, &lists, node).prompt())
    }

    /// Returns the legal turns that begin with `taps`, sorted bytewise.
    pub(in crate::session) fn turns<V: Variant<Position = P>>(
        &self,
        variant: &V,
        pos: &P,
        taps: &[Tap],
    ) -> Vec<String> {
        let Ok(lists) = self.lists(variant, pos) else {
            return Vec::new();
        };
        let Ok(node) = follow(&lists, taps) else {
            return Vec::new();
        };
        let turns = lists.turns(&node);
        let mut turns: Vec<String> = turns.map(|turn| variant.turn_text(pos, turn)).collect();
        turns.sort_unstable();
        turns.dedup();
        turns
    }

    fn lists<V: Variant<Position = P>>(
        &self,
        variant: &V,
        pos: &P,
    ) -> Result<Arc<TurnLists>, TooManyTurns> {
        let mut last = lock(&self.last);
        if let Some((known, lists)) = &*last
            && known == pos
        {
            return Ok(Arc::clone(lists));
        }
        let turns = listed(pos, MAX_LISTED, |turn, _| Turn::from_slice(turn))?;
        let lists = Arc::new(TurnLists::new(variant, pos, turns));
        *last = Some((pos.clone(), Arc::clone(&lists)));
        Ok(lists)
    }
}

/// Returns the node that `taps` lead to.
fn follow(lists: &TurnLists, taps: &[Tap]) -> Result<Node, PromptError> {
    let mut node = lists.root();
    for (index, tap) in taps.iter().enumerate() {
        node = lists.child(&node, tap).ok_or_else(|| {
            let node = lists.settled(&node);
            let next = lists.children(&node);
            let reason = words::possible_taps(next.iter().map(|(tap, _)| *tap));
            PromptError::new(&taps[..=index], reason)
        })?;
    }
    Ok(lists.settled(&node))
}

/// Returns the targets of the next tap at `node`, which is settled.
pub(super) fn targets<V: Variant>(
    variant: &V,
    pos: &V::Position,
    lists: &TurnLists,
    node: Node,
) -> Vec<PromptTarget> {
    View::new(variant, pos, lists, node).targets()
}

/// A node of the tree with the steps that lead to it.
struct View<'a, V: Variant> {
    variant: &'a V,
    /// The position at the start of the turn.
    start: &'a V::Position,
    lists: &'a TurnLists,
    node: Node,
    /// The entered steps.
    made: Turn,
    /// The position after them, and its scene.
    position: V::Position,
    scene: Scene,
}

impl<'a, V: Variant> View<'a, V> {
    fn new(
        variant: &'a V,
        start: &'a V::Position,
        lists: &'a TurnLists,
        node: Node,
    ) -> View<'a, V> {
        let made = match lists.complete(&node) {
            Some(turn) => turn.clone(),
            None => entered_steps(variant, start, lists, &node),
        };
        let mut position = start.clone();
        play(&mut position, &made);
        View {
            scene: variant.scene(&position),
            variant,
            start,
            lists,
            node,
            made,
            position,
        }
    }

    fn targets(&self) -> Vec<PromptTarget> {
        let children = self.lists.children(&self.node).into_iter();
        children
            .map(|(tap, child)| self.target(tap, &child))
            .collect()
    }

    fn prompt(self) -> Prompt {
        let targets = self.targets();
        let entered = self.lists.entered(&self.node);
        let turn = self.lists.complete(&self.node);
        let own = self.variant.instruction(&self.position, entered);
        Prompt {
            words: words::instruction(own, entered.is_empty(), &targets),
            turn: turn.map(|turn| self.variant.turn_text(self.start, turn)),
            targets,
            scene: self.scene,
            board_turn: None,
        }
    }

    fn target(&self, tap: &Tap, child: &Node) -> PromptTarget {
        let child = self.lists.settled(child);
        let difference = match tap.target {
            TapTarget::Word(_) => Difference::default(),
            _ => self.difference(&child),
        };
        let kind = match tap.target {
            TapTarget::Choice(_) => TargetKind::Choice,
            _ if self.lists.complete(&child).is_none() => TargetKind::On,
            _ if difference.captures => TargetKind::Capture,
            _ => TargetKind::Move,
        };
        let caption = (!matches!(tap.target, TapTarget::Square(_))).then(|| {
            let entered = self.lists.entered(&self.node);
            self.variant.caption(self.start, entered, tap)
        });
        PromptTarget {
            tap: tap.clone(),
            kind,
            glyph: caption.as_ref().and_then(|caption| caption.glyph),
            label: caption.map(|caption| caption.label),
            takes: difference.squares,
        }
    }

    /// Returns the common changes of the turns of `child`: those of the steps that all of them
    /// begin with, or, if there are none but those made already, of the first step of each.
    fn difference(&self, child: &Node) -> Difference {
        let made = self.made.len();
        let mut tried: Vec<&[_]> = Vec::new();
        let mut common: Option<Difference> = None;
        let shared = shared_steps(self.lists, child);
        let length = shared.len().max(made + 1);
        for turn in self.lists.turns(child) {
            let steps = &turn[..length.min(turn.len())];
            if tried.contains(&steps) {
                continue;
            }
            tried.push(steps);
            let difference = self.difference_of(&steps[made.min(steps.len())..], child);
            let both = match common {
                Some(common) => common.and(&difference),
                None => difference,
            };
            let is_empty = both.squares.is_empty();
            common = Some(both);
            if is_empty || length == shared.len() {
                break;
            }
        }
        common.unwrap_or_default()
    }

    fn difference_of(&self, steps: &[jabberwock_game::Step], child: &Node) -> Difference {
        let mut after = self.position.clone();
        play(&mut after, steps);
        let steps = Steps {
            mover: self.start.turn(),
            taps: self.lists.entered(child),
            begin_turn: self.made.is_empty(),
        };
        let scenes = [&self.scene, &self.variant.scene(&after)];
        Difference::new(scenes, &steps, |layer| self.variant.may_vanish(layer))
    }
}

/// Returns the steps that all turns of `node` begin with.
fn shared_steps<'a>(lists: &'a TurnLists, node: &Node) -> &'a [jabberwock_game::Step] {
    let mut turns = lists.turns(node);
    let Some(first) = turns.next() else {
        return &[];
    };
    let mut shared = &first[..];
    for turn in turns {
        let pairs = shared.iter().zip(turn);
        let same = pairs.take_while(|(a, b)| a == b).count();
        shared = &shared[..same];
        if same == 0 {
            break;
        }
    }
    shared
}

/// Returns the steps that all turns of `node` begin with and that are entered at it. The last step
/// of a turn is not, because the turn is not complete.
fn entered_steps<V: Variant>(
    variant: &V,
    start: &V::Position,
    lists: &TurnLists,
    node: &Node,
) -> Turn {
    let shared = shared_steps(lists, node);
    let entered = lists.entered(node);
    let is_entered = |steps: &[_]| {
        let mut after = start.clone();
        play(&mut after, steps);
        let ways = || variant.taps(start, steps);
        !after.at_turn_start() && ways().iter().any(|way| entered.starts_with(way))
    };
    let made = (1..=shared.len())
        .rev()
        .find(|&count| is_entered(&shared[..count]));
    Turn::from_slice(&shared[..made.unwrap_or(0)])
}

impl PromptError {
    /// Creates the error that the last of `taps` does not fit for `reason`.
    pub(in crate::session) fn new(taps: &[Tap], reason: String) -> PromptError {
        let texts: Vec<String> = taps.iter().map(|tap| shortened(&tap.to_string())).collect();
        PromptError {
            index: taps.len().saturating_sub(1),
            taps: texts.join(" "),
            reason,
        }
    }
}
