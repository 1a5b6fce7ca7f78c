//! The server over raw connections: access, limits, and its end.

#[path = "server/client.rs"]
mod client;
#[path = "server/end.rs"]
mod end;
#[path = "server/guard.rs"]
mod guard;
#[path = "server/limits.rs"]
mod limits;
#[path = "server/socket.rs"]
mod socket;
#[path = "server/watch.rs"]
mod watch;
