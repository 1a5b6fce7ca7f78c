//! A board in the browser: the games on its tables, and the server of its page.
//!
//! A page and its server exchange messages ([`message`]), one JSON object each, in both directions
//! over one connection. `docs/page-protocol.md` shows them by example. They concern a [`Room`]:
//! tables, and the pages at them.

mod games;
mod mailbox;
pub mod message;
mod record;
mod refusal;
mod room;
mod rules;
pub mod server;
mod table;
mod watch;

pub use mailbox::{Connection, Mailbox, Message, SearchNumber};
pub use record::Record;
pub use room::{LIMITS, Outgoing, Room};
pub use watch::MatchFeed;
