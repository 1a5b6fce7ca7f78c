//! Data of a search thread that is kept from search to search.

use jabberwock_game::{Evaluate, Profile, Scored};

use crate::{history::History, sampler::Sampler, stack::Stack};

/// Initial capacity of the step buffer.
const STEPS: usize = 4096;

/// The data of one thread that is kept from search to search.
#[derive(Debug)]
pub(crate) struct ThreadData<V: Evaluate> {
    pub(crate) evaluator: V::Evaluator,
    pub(crate) history: History,
    pub(crate) stack: Stack,
    /// The generated steps of all nodes on the path, those of the deepest node last.
    pub(crate) steps: Vec<Scored>,
    /// Keeps a sample of the positions evaluated, if asked to.
    pub(crate) sampler: Option<Sampler<V::Position>>,
}

impl<V: Evaluate> ThreadData<V> {
    pub(crate) fn new(profile: &Profile, evaluator: V::Evaluator) -> ThreadData<V> {
        ThreadData {
            evaluator,
            history: History::new(profile),
            stack: Stack::new(),
            steps: Vec::with_capacity(STEPS),
            sampler: None,
        }
    }
}
