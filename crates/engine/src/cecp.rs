//! CECP, the Chess Engine Communication Protocol, version 2 (Mann and Muller 2009), in native text.
//! `engine-protocol.md` shows it by example.
//!
//! A line is parsed to a command, [`State`] turns commands and search events into effects, and
//! [`Cecp`] carries them out.

mod clock;
mod command;
mod rejection;
mod reply;
mod selection;
mod state;
mod variant_name;
mod xboard;

pub use variant_name::cecp_turns;

use std::{
    collections::VecDeque,
    io::{self, Write},
    ops::ControlFlow,
};

use jabberwock_search::SearchResult;

use crate::{
    protocol::{
        dispatcher::{Dispatcher, Message},
        front_end::FrontEnd,
    },
    records::{Recorder, record},
    session::{RunningSearch, SearchEvent, SearchRequest},
};
use reply::Reply;
use state::{Effect, State};

/// A CECP session.
#[derive(Debug)]
pub(crate) struct Cecp {
    state: State,
    dispatcher: Dispatcher,
    search: Option<RunningSearch>,
    recorder: Option<Recorder>,
    /// Whether the output is a terminal. Otherwise text for people is sent as comments.
    on_terminal: bool,
}

impl Cecp {
    /// Creates a session at the start of orthodox chess; searches send their events to
    /// `dispatcher`, games go to `recorder`.
    pub(crate) fn new(
        dispatcher: Dispatcher,
        on_terminal: bool,
        recorder: Option<Recorder>,
    ) -> Cecp {
        Cecp {
            state: State::new(),
            dispatcher,
            search: None,
            recorder,
            on_terminal,
        }
    }

    /// Starts a search; returns the resulting effects if it cannot be started.
    fn start_search(&mut self, number: u64, request: &SearchRequest) -> Vec<Effect> {
        let listener = self.dispatcher.listener(number);
        match self.state.session().start_search(request, listener) {
            Ok(search) => {
                self.search = Some(search);
                Vec::new()
            }
            Err(error) => {
                let result = SearchResult::without_search(None, Some(error.to_string()));
                self.state.on_event(number, SearchEvent::Result(result))
            }
        }
    }

    /// Carries out `effects`; breaks when one ends the session.
    fn carry_out(
        &mut self,
        effects: Vec<Effect>,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>> {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Print(reply) => self.print(&reply, out)?,
                Effect::StartSearch(number, request) => {
                    effects.extend(self.start_search(number, &request));
                }
                Effect::AbandonSearch => self.search = None,
                Effect::StopSearch => self.search.iter().for_each(RunningSearch::stop),
                Effect::PonderHit => self.search.iter().for_each(RunningSearch::ponder_hit),
                Effect::Record(game) => {
                    if let Some(failure) = record(&mut self.recorder, &game) {
                        self.print(&Reply::RecordFailure(failure), out)?;
                    }
                }
                Effect::Quit => return Ok(ControlFlow::Break(())),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn print(&self, reply: &Reply, out: &mut dyn Write) -> io::Result<()> {
        if self.on_terminal || !reply.is_for_people() {
            return writeln!(out, "{reply}");
        }
        for line in reply.to_string().lines() {
            writeln!(out, "{}", format!("# {line}").trim_end())?;
        }
        Ok(())
    }
}

impl FrontEnd for Cecp {
    fn receive(&mut self, message: Message, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        let effects = match message {
            Message::Line(line) => self.state.handle(&line),
            Message::TooLong(beginning) => self.state.reject_long(&beginning),
            Message::Search(number, event) => self.state.on_event(number, event),
            Message::End | Message::Job(..) => Vec::new(),
        };
        self.carry_out(effects, out)
    }

    fn end_session(&mut self, reason: &str, out: &mut dyn Write) -> io::Result<()> {
        let effects = self.state.end_session(reason);
        self.carry_out(effects, out).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::Cecp;
    use crate::protocol::{
        dispatcher::{Dispatcher, Message},
        front_end::FrontEnd,
    };

    /// Returns the output for `line`.
    fn output(line: &str, on_terminal: bool) -> String {
        let mut out = Vec::new();
        let mut cecp = Cecp::new(Dispatcher::default(), on_terminal, None);
        let flow = cecp.receive(Message::Line(line.to_owned()), &mut out);
        assert!(flow.unwrap().is_continue());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn text_for_people_is_plain_on_a_terminal_and_a_comment_elsewhere() {
        for line in ["help", "d", "show"] {
            let plain = output(line, true);
            let comments = output(line, false);
            assert!(!plain.starts_with('#'), "{plain}");
            assert!(comments.lines().all(|line| line.starts_with('#')));
            let uncommented: Vec<&str> = comments
                .lines()
                .map(|line| line[1..].trim_start())
                .collect();
            let trimmed: Vec<&str> = plain.lines().map(str::trim).collect();
            assert_eq!(uncommented, trimmed);
        }
        assert_eq!(output("d", true), output("show", true));
        assert!(output("d", true).contains("\nVariant: chess\n"));
        assert!(output("ping 1", false) == "pong 1\n");
    }
}
