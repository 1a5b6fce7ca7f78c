//! State shared by the handlers of requests.

use crate::Mailbox;

use super::connections::Connections;

/// The state shared by the handlers of requests.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) connections: Connections,
    pub(super) mailbox: Mailbox,
}
