//! The server over raw connections: who may speak to it, and what it limits.

#[path = "server/client.rs"]
mod client;
#[path = "server/guard.rs"]
mod guard;
#[path = "server/limits.rs"]
mod limits;
#[path = "server/socket.rs"]
mod socket;
#[path = "server/watch.rs"]
mod watch;
