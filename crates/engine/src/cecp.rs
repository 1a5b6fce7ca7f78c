//! CECP, the Chess Engine Communication Protocol, version 2 (Mann and Muller 2009), in native text.
//! `engine-protocol.md` shows it by example.
//!
//! A line is read to a command, [`State`] turns commands and events of the search into effects, and
//! [`Cecp`] carries them out.

mod clock;
mod command;
mod reply;
mod state;

use std::{
    collections::VecDeque,
    io::{self, Write},
    ops::ControlFlow,
};

use crate::{
    RunningSearch, SearchEvent, SearchResult,
    protocol::{FrontEnd, Mailbox, Message},
};
use state::{Effect, State};

/// What CECP calls orthodox chess, the variant played unless another is asked for.
const STANDARD: &str = "normal";

/// A CECP session.
#[derive(Debug)]
pub(crate) struct Cecp {
    state: State,
    mailbox: Mailbox,
    thinking: Option<RunningSearch>,
}

impl Cecp {
    /// A session at the start of orthodox chess; searches post to `mailbox`.
    pub(crate) fn new(mailbox: Mailbox) -> Cecp {
        Cecp {
            state: State::new(),
            mailbox,
            thinking: None,
        }
    }

    /// Starts a search; what follows if it cannot be started.
    fn think(&mut self, number: u64, request: &crate::SearchRequest) -> Vec<Effect> {
        let listener = self.mailbox.listener(number);
        match self.state.session().start_search(request, listener) {
            Ok(thinking) => {
                self.thinking = Some(thinking);
                Vec::new()
            }
            Err(error) => {
                let result = SearchResult::without_search(None, Some(error.to_string()));
                self.state.hear(number, SearchEvent::Result(result))
            }
        }
    }
}

impl FrontEnd for Cecp {
    fn receive(&mut self, message: Message, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        let mut effects = VecDeque::from(match message {
            Message::Line(line) => self.state.obey(&line),
            Message::TooLong(beginning) => self.state.refuse_long(&beginning),
            Message::Search(number, event) => self.state.hear(number, event),
            Message::End | Message::Done(..) => Vec::new(),
        });
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Say(reply) => writeln!(out, "{reply}")?,
                Effect::Think(number, request) => effects.extend(self.think(number, &request)),
                Effect::Abandon => self.thinking = None,
                Effect::Finish => self.thinking.iter().for_each(RunningSearch::stop),
                Effect::PonderHit => self.thinking.iter().for_each(RunningSearch::ponder_hit),
                Effect::Quit => return Ok(ControlFlow::Break(())),
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
