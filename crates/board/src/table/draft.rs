//! A draft of a turn that is to be completed.

use std::time::Duration;

use jabberwock_engine::SearchRequest;
use jabberwock_game::Coord;
use jabberwock_search::Limits;

use crate::mailbox::Connection;

/// A request whose reply is delayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Requester {
    /// The page.
    pub(crate) connection: Connection,
    /// The number of its request.
    pub(crate) id: u32,
}

/// A draft that is being completed.
#[derive(Debug)]
pub(super) struct PendingFill {
    pub(super) requester: Requester,
    pub(super) at: u32,
    /// The complete turns on boards; `None` if there are none yet.
    pub(super) draft: Option<String>,
    /// The boards that have a complete turn.
    pub(super) known: Vec<Coord>,
    pub(super) time: Duration,
}

impl PendingFill {
    /// Returns the node.
    pub(super) fn at(&self) -> u32 {
        self.at
    }

    /// Returns the request for the search around the draft.
    pub(super) fn request(&self) -> SearchRequest {
        SearchRequest {
            limits: Limits {
                move_time: Some(self.time),
                ..Limits::default()
            },
            draft: self.draft.clone(),
            ..SearchRequest::default()
        }
    }
}
