//! Standard input and output: which protocol is spoken, and the one loop that speaks it.
//!
//! A thread reads lines and each search has its own thread; both talk to the loop through one
//! channel, so that a protocol's state belongs to one thread and needs no locks.

mod input;

use std::{
    io::{self, BufWriter, Read, Write},
    ops::ControlFlow,
    sync::mpsc::{self, Receiver, SyncSender},
    thread,
};

pub use input::{InputLine, lines};

use crate::{cecp::Cecp, session::SearchEvent, uci::Uci};

/// Something for a protocol to deal with.
#[derive(Debug)]
pub(crate) enum Message {
    /// A line of input without its end; bytes that are no UTF-8 are replaced.
    Line(String),
    /// A line too long to be a command, of which this is the beginning.
    TooLong(String),
    /// The input has ended.
    End,
    /// An event of the search that was given this number.
    Search(u64, SearchEvent),
    /// What work that was given this number, and that was no search, has come to.
    Done(u64, Vec<String>),
}

/// Where messages to the loop are posted.
#[derive(Clone, Debug)]
pub(crate) struct Mailbox(SyncSender<Message>);

impl Mailbox {
    /// Messages waiting at most: a client that writes faster than it is served is held up.
    const CAPACITY: usize = 64;

    /// A mailbox, and where its messages arrive.
    pub(crate) fn new() -> (Mailbox, Receiver<Message>) {
        let (sender, receiver) = mpsc::sync_channel(Mailbox::CAPACITY);
        (Mailbox(sender), receiver)
    }

    /// Posts `message`; `false` if the loop is gone.
    pub(crate) fn post(&self, message: Message) -> bool {
        self.0.send(message).is_ok()
    }

    /// What posts the events of a search under the number `search`.
    pub(crate) fn listener(&self, search: u64) -> Box<dyn FnMut(SearchEvent) + Send> {
        let mailbox = self.clone();
        Box::new(move |event| {
            // When the loop is gone nobody wants to know.
            mailbox.post(Message::Search(search, event));
        })
    }
}

/// A protocol's state machine.
pub(crate) trait FrontEnd {
    /// Deals with one message; breaks when the client is done.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    fn receive(&mut self, message: Message, out: &mut dyn Write) -> io::Result<ControlFlow<()>>;

    /// Whether an answer is still owed after the input has ended.
    fn owes_an_answer(&self) -> bool {
        false
    }
}

/// Speaks CECP or UCI, whichever the first command asks for, until the client is done, the input
/// ends or the output is closed.
///
/// # Errors
/// If writing fails in another way than by the client's leaving.
pub fn run(input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    match converse(input, output) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn converse(input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let (mailbox, messages) = Mailbox::new();
    let reader = mailbox.clone();
    thread::spawn(move || post_lines(input, &reader));
    let mut output = BufWriter::new(output);
    let mut front: Option<Box<dyn FrontEnd>> = None;
    let mut ended = false;
    for message in messages {
        let front = match &message {
            Message::Line(line) if front.is_none() && line.trim().is_empty() => continue,
            message => front.get_or_insert_with(|| choose(message, mailbox.clone())),
        };
        ended |= matches!(message, Message::End);
        let flow = front.receive(message, &mut output)?;
        output.flush()?;
        if flow.is_break() || (ended && !front.owes_an_answer()) {
            break;
        }
    }
    Ok(())
}

fn post_lines(input: impl Read, mailbox: &Mailbox) {
    let lines = lines(input).map(|line| match line {
        InputLine::Whole(text) => Message::Line(text),
        InputLine::TooLong(beginning) => Message::TooLong(beginning),
    });
    for message in lines.chain([Message::End]) {
        if !mailbox.post(message) {
            return;
        }
    }
}

/// The protocol of a client whose first message is `first`.
fn choose(first: &Message, mailbox: Mailbox) -> Box<dyn FrontEnd> {
    match first {
        Message::Line(line) if Uci::is_addressed_by(line) => Box::new(Uci::new(mailbox)),
        _ => Box::new(Cecp::new(mailbox)),
    }
}

/// At most 200 characters of a text that may be megabytes, fit to be shown on one line.
pub(crate) fn shortened(text: &str) -> String {
    const LIMIT: usize = 200;
    let mut short = String::new();
    for char in text.chars().take(LIMIT) {
        if char.is_control() {
            short.extend(char.escape_default());
        } else {
            short.push(char);
        }
    }
    if text.chars().nth(LIMIT).is_some() {
        short.push_str("...");
    }
    short
}
