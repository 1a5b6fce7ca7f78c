//! Boards of chess: the taps of their turns.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock},
};

use jabberwock_game::{Key, Position as _, Tap, TapTarget, legal_turns};
use jabberwock_variants::{
    chess::{Chess, Position},
    fide::Move,
    mega::Play,
};

use super::super::{
    PromptTarget, listed,
    turn_lists::{Node, TurnLists},
    words,
};
use crate::lock::lock;

/// Maximum number of cached boards; a full cache is emptied.
const CAPACITY: usize = 1_000;

/// A cache of boards of chess, so that the tap lists of equal ones are computed once. Prompts do
/// not depend on it.
#[derive(Debug, Default)]
pub(in crate::session) struct SmallBoards {
    known: Mutex<HashMap<Key, Arc<SmallBoard>>>,
}

impl SmallBoards {
    /// Returns the board with this position.
    pub(super) fn get(&self, position: &Position) -> Arc<SmallBoard> {
        let mut known = lock(&self.known);
        let key = position.key();
        if let Some(board) = known.get(&key).filter(|board| board.position == *position) {
            return Arc::clone(board);
        }
        if known.len() >= CAPACITY {
            known.clear();
        }
        let board = Arc::new(SmallBoard {
            lists: TurnLists::new(&Chess, position, legal_turns(position)),
            position: position.clone(),
            first_targets: OnceLock::new(),
        });
        known.insert(key, Arc::clone(&board));
        board
    }
}

/// A board of chess and the lists of its turns.
#[derive(Debug)]
pub(super) struct SmallBoard {
    position: Position,
    lists: TurnLists,
    /// The targets of the first tap.
    first_targets: OnceLock<Vec<PromptTarget>>,
}

/// A turn on a board of chess, entered so far.
#[derive(Clone, Debug)]
pub(super) struct SmallDraft {
    board: Arc<SmallBoard>,
    node: Node,
}

impl SmallDraft {
    /// Creates an empty draft.
    pub(super) fn new(board: Arc<SmallBoard>) -> SmallDraft {
        SmallDraft {
            node: board.lists.settled(&board.lists.root()),
            board,
        }
    }

    /// Enters a tap; if it does not fit, the error lists those that do.
    pub(super) fn enter(&mut self, target: &TapTarget) -> Result<(), String> {
        let lists = &self.board.lists;
        let next = lists.child(&self.node, &Tap::from(target.clone()));
        let next = next.ok_or_else(|| {
            let children = lists.children(&self.node);
            words::possible_taps(children.iter().map(|(tap, _)| *tap))
        })?;
        self.node = lists.settled(&next);
        Ok(())
    }

    /// Returns the turn, if it is complete.
    pub(super) fn turn(&self) -> Option<Play> {
        let turn = self.board.lists.complete(&self.node)?;
        turn.first().map(|&step| Play::of(Move::unpack(step)))
    }

    /// Returns the targets of the next tap.
    pub(super) fn targets(&self) -> Vec<PromptTarget> {
        let SmallBoard {
            position,
            lists,
            first_targets,
        } = &*self.board;
        let targets = || listed::targets(&Chess, position, lists, self.node.clone());
        if lists.entered(&self.node).is_empty() {
            first_targets.get_or_init(targets).clone()
        } else {
            targets()
        }
    }

    /// Returns the entered taps.
    pub(super) fn entered(&self) -> &[Tap] {
        self.board.lists.entered(&self.node)
    }
}
