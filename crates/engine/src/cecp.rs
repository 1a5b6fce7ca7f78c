//! CECP, the Chess Engine Communication Protocol, version 2.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use crate::protocol::{FrontEnd, Mailbox, Message};

/// A CECP session.
#[derive(Debug)]
pub(crate) struct Cecp {
    mailbox: Mailbox,
}

impl Cecp {
    /// A session at the start of the default variant; searches post to `mailbox`.
    pub(crate) fn new(mailbox: Mailbox) -> Cecp {
        Cecp { mailbox }
    }
}

impl FrontEnd for Cecp {
    fn receive(&mut self, message: Message, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        match message {
            Message::Line(line) if line.trim() == "quit" => return Ok(ControlFlow::Break(())),
            Message::Line(line) => writeln!(out, "Error (unknown command): {line}")?,
            Message::TooLong(text) => writeln!(out, "Error (line too long): {text}...")?,
            Message::End | Message::Done(..) => {}
            Message::Search(search, event) => {
                log::debug!("search {search}: {event:?} {:?}", self.mailbox);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
