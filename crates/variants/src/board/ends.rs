//! Game endings shared by several games.

use jabberwock_game::Reason;

/// Only the kings are left.
pub const BARE_KINGS: Reason = Reason::new("bare kings");
