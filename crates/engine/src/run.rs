//! The protocol mode: selects the protocol by the first command, and passes lines in and out.

use std::{
    io::{self, BufWriter, Read, Write},
    ops::ControlFlow,
    sync::mpsc::{self, Sender},
    thread,
};

use jabberwock_variants::entries;

use crate::{
    cecp::Cecp,
    open,
    protocol::{
        board_text::board_text,
        dispatcher::{Dispatcher, Message},
        front_end::FrontEnd,
        help,
        input::{InputLine, lines},
    },
    records::Recorder,
    uci::Uci,
};

/// Printed at the start on a terminal, where a user may have expected something else.
const GREETING: &str = "\
This is the engine's protocol mode, for chess programs that speak UCI or XBoard's CECP.
Type \"help\" for the commands, \"quit\" to leave. For commands without a protocol see
`jabberwock --help`, for example `jabberwock analyze hop`.";

/// Stack size in bytes of the thread that reads the input and handles most commands.
const STACK_SIZE: usize = 8 << 20;

/// The reason for the failure of a conversation over a protocol.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The input cannot be read.
    #[error("cannot read the input: {0}")]
    Input(io::Error),
    /// The output cannot be written, or there is no thread for the input.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

/// Runs the protocol of the first command, CECP or UCI, until the client quits, the input ends or
/// the output is closed. On a terminal it prints a greeting first. Games that end are appended to
/// the file of `recorder`.
///
/// # Errors
/// If the input cannot be read, writing fails for any reason but a closed output, or the thread of
/// the input cannot be created.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    on_terminal: bool,
    recorder: Option<Recorder>,
) -> Result<(), RunError> {
    match speak(input, output, on_terminal, recorder) {
        Err(RunError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn speak(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    on_terminal: bool,
    recorder: Option<Recorder>,
) -> Result<(), RunError> {
    let mut output = BufWriter::new(output);
    if on_terminal {
        writeln!(output, "Jabberwock {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(output, "{GREETING}")?;
        output.flush()?;
    }
    let dispatcher = Dispatcher::default();
    let mut conversation = Conversation {
        dispatcher: dispatcher.clone(),
        protocol: None,
        output,
        on_terminal,
        recorder,
        input_ended: false,
    };
    dispatcher.handle_by(Box::new(move |message| conversation.receive(message)));
    let reader = dispatcher.clone();
    let (sender, failures) = mpsc::channel();
    thread::Builder::new()
        .stack_size(STACK_SIZE)
        .spawn(move || send_lines(input, &reader, &sender))?;
    dispatcher.wait_for_end()?;
    failures
        .try_recv()
        .map_or(Ok(()), |error| Err(RunError::Input(error)))
}

/// The protocol in use, and its output.
struct Conversation<W: Write> {
    dispatcher: Dispatcher,
    /// `None` before the first command.
    protocol: Option<Box<dyn FrontEnd>>,
    output: BufWriter<W>,
    on_terminal: bool,
    recorder: Option<Recorder>,
    input_ended: bool,
}

impl<W: Write> Conversation<W> {
    /// Handles `message` and flushes the output; breaks when the conversation is over.
    fn receive(&mut self, message: Message) -> ControlFlow<io::Result<()>> {
        self.input_ended |= matches!(message, Message::End);
        if self.protocol.is_none()
            && let Message::Line(line) = &message
            && let Some(answer) = answer_of_either_protocol(line)
        {
            let written = self.output.write_all(answer.as_bytes());
            return match written.and_then(|()| self.output.flush()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            };
        }
        let protocol = match (&mut self.protocol, &message) {
            (Some(protocol), _) => protocol,
            (None, Message::Line(line)) if line.trim().is_empty() => {
                return ControlFlow::Continue(());
            }
            (protocol, message) => protocol.insert(choose_protocol(
                message,
                self.dispatcher.clone(),
                self.on_terminal,
                self.recorder.take(),
            )),
        };
        let flow = protocol.receive(message, &mut self.output);
        let flow = match flow.and_then(|flow| self.output.flush().map(|()| flow)) {
            Ok(flow) => flow,
            Err(error) => {
                // A failure cannot be reported anywhere.
                let _ = protocol.end_session("end of output", &mut io::sink());
                return ControlFlow::Break(Err(error));
            }
        };
        let is_over = self.input_ended && !protocol.is_busy();
        if flow.is_continue() && !is_over {
            return ControlFlow::Continue(());
        }
        let reason = if is_over { "end of input" } else { "quit" };
        let ended = protocol.end_session(reason, &mut self.output);
        ControlFlow::Break(ended.and_then(|()| self.output.flush()))
    }
}

/// Sends the lines and the end of the input. If it cannot be read, that is its end, and the error goes to
/// `failures` before.
fn send_lines(input: impl Read, dispatcher: &Dispatcher, failures: &Sender<io::Error>) {
    for line in lines(input) {
        let message = match line {
            Ok(InputLine::Whole(text)) => Message::Line(text),
            Ok(InputLine::TooLong(beginning)) => Message::TooLong(beginning),
            Err(error) => {
                // This fails only when the conversation is over.
                failures.send(error).ok();
                break;
            }
        };
        if !dispatcher.send_input(message) {
            return;
        }
    }
    dispatcher.send_input(Message::End);
}

/// Returns the answer to a command that both protocols share (`help`, `d`, `show`), which therefore
/// does not select one; `None` for all others.
fn answer_of_either_protocol(line: &str) -> Option<String> {
    match line.split_ascii_whitespace().next()? {
        "help" => Some([help::OPEN, help::UCI, help::CECP].join("\n")),
        "d" | "show" => {
            let session = open(entries()[0].name).expect("a row of the registry can be opened");
            Some(board_text(session.as_ref()) + "\n")
        }
        _ => None,
    }
}

/// Returns the protocol of a client whose first message is `first`.
fn choose_protocol(
    first: &Message,
    dispatcher: Dispatcher,
    on_terminal: bool,
    recorder: Option<Recorder>,
) -> Box<dyn FrontEnd> {
    match first {
        Message::Line(line) if Uci::is_command(line) => Box::new(Uci::new(dispatcher, recorder)),
        _ => Box::new(Cecp::new(dispatcher, on_terminal, recorder)),
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Cursor, Write},
        sync::{Arc, Mutex},
    };

    use super::{GREETING, run};

    /// The bytes written so far.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns all output for `input`.
    fn output(input: &str, on_terminal: bool) -> String {
        let output = Written::default();
        let input = Cursor::new(input.to_owned());
        run(input, output.clone(), on_terminal, None).unwrap();
        let bytes = output.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_person_at_a_terminal_is_greeted_and_a_program_is_not() {
        let text = output("quit\n", true);
        assert!(text.starts_with("Jabberwock "), "{text}");
        assert!(text.ends_with(&format!("\n{GREETING}\n")), "{text}");
        assert!(text.contains("\"help\"") && text.contains("jabberwock --help"));
        assert_eq!(output("quit\n", false), "");
        assert_eq!(output("", false), "");
    }

    #[test]
    fn the_first_command_chooses_the_protocol() {
        for uci in ["go depth 1", "uci", "\n \nisready", "go perft 1", "eval"] {
            let text = output(&format!("{uci}\nxyzzy\n"), false);
            let error = "info string Error (unknown command): xyzzy";
            assert!(text.contains(error), "{uci}: {text}");
        }
        for cecp in ["xboard", "new", "go", "post", "e2e4", "hello", ""] {
            let text = output(&format!("{cecp}\nforce\nxyzzy\nping 1\n"), false);
            let error = "Error (unknown command): xyzzy\npong 1\n";
            assert!(text.ends_with(error), "{cecp}: {text}");
            assert!(!text.contains("info string"), "{cecp}: {text}");
        }
    }

    #[test]
    fn board_and_help_leave_the_protocol_open() {
        for (first, drawn) in [
            ("d", "\nVariant: chess\n"),
            ("show", "\nVariant: chess\n"),
            ("help", "\nposition startpos "),
            ("help", "\nsetboard POSITION "),
        ] {
            let turn = output(&format!("{first}\nforce\ne2e4\nshow\n"), true);
            assert!(turn.contains(drawn), "{first}: {turn}");
            assert!(turn.contains("4P3"), "{first}: {turn}");
            assert!(!turn.contains("Error"), "{first}: {turn}");
            let search = output(&format!("{first}\ngo depth 1\nxyzzy\n"), false);
            assert!(search.contains(drawn), "{first}: {search}");
            let error = "info string Error (unknown command): xyzzy";
            assert!(search.contains(error), "{first}: {search}");
        }
    }

    #[test]
    fn help_lists_the_commands_of_the_protocol_in_use() {
        let uci = output("uci\nhelp\nquit\n", true);
        assert!(uci.contains("\nposition startpos "), "{uci}");
        assert!(!uci.contains("\nsetboard POSITION "), "{uci}");
        let cecp = output("xboard\nhelp\nquit\n", true);
        assert!(cecp.contains("\nsetboard POSITION "), "{cecp}");
        assert!(!cecp.contains("\nposition startpos "), "{cecp}");
    }

    #[test]
    fn the_board_is_drawn_in_both_protocols() {
        for protocol in ["uci", "xboard"] {
            for command in ["d", "show"] {
                let text = output(&format!("{protocol}\n{command}\nquit\n"), true);
                assert!(text.contains("\nVariant: chess\n"), "{protocol}: {text}");
            }
        }
    }
}
