//! The interface of a protocol, which CECP and UCI implement.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use super::dispatcher::Message;

/// A protocol's state machine.
pub(crate) trait FrontEnd: Send {
    /// Handles one message; breaks when the client has ended the session.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    fn receive(&mut self, message: Message, out: &mut dyn Write) -> io::Result<ControlFlow<()>>;

    /// Records the game in progress when the session ends for `reason`.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    fn end_session(&mut self, reason: &str, out: &mut dyn Write) -> io::Result<()>;

    /// Whether a reply is still pending after the input has ended.
    fn is_busy(&self) -> bool {
        false
    }
}
