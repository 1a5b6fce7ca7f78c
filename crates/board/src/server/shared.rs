//! State shared by the handlers of requests.

use crate::Mailbox;

use super::connections::Connections;

/// What the handlers of requests share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) connections: Connections,
    pub(super) mailbox: Mailbox,
}
