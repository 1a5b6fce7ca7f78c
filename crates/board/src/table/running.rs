//! A search of a table, running or ended.

use jabberwock_engine::RunningSearch;
use jabberwock_game::Color;
use jabberwock_search::StopToken;

use super::{findings::Findings, target::Target};

/// A search, running or ended.
#[derive(Debug)]
pub(super) struct TableSearch {
    pub(super) number: u64,
    pub(super) target: Target,
    pub(super) handle: Handle,
    /// The player for whom its scores are.
    pub(super) color: Color,
    pub(super) findings: Findings,
}

/// The handle of a search, which is stopped by dropping it.
#[derive(Debug)]
pub(super) enum Handle {
    Search(RunningSearch),
    Player(StopToken),
}

impl TableSearch {
    /// Returns the target of the search.
    pub(super) fn target(&self) -> &Target {
        &self.target
    }

    /// Makes the search report its result now; `false` if it cannot.
    pub(super) fn move_now(&self) -> bool {
        match &self.handle {
            Handle::Search(search) => {
                search.stop();
                true
            }
            Handle::Player(_) => false,
        }
    }
}

impl Drop for TableSearch {
    fn drop(&mut self) {
        if let Handle::Player(stop) = &self.handle {
            stop.stop();
        }
    }
}
