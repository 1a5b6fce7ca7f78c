//! What the loop asks of a protocol.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use super::mailbox::Message;

/// A protocol's state machine.
pub(crate) trait FrontEnd {
    /// Handles one message; breaks when the client has ended the session.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    fn receive(&mut self, message: Message, out: &mut dyn Write) -> io::Result<ControlFlow<()>>;

    /// Whether a reply is still to come after the input has ended.
    fn is_busy(&self) -> bool {
        false
    }
}
