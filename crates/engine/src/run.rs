//! Standard input and output: which protocol is spoken, and the one loop that speaks it.

use std::{
    io::{self, BufWriter, Read, Write},
    ops::ControlFlow,
    thread,
};

use crate::{
    cecp::Cecp,
    protocol::{
        front_end::FrontEnd,
        input::{InputLine, lines},
        mailbox::{Mailbox, Message},
    },
    records::Recorder,
    uci::Uci,
};

/// Printed at the start on a terminal, where a person may have expected something else.
const GREETING: &str = "\
This is the engine's protocol mode, for chess programs that speak UCI or XBoard's CECP.
Type \"help\" for the commands, \"quit\" to leave. For commands without a protocol see
`jabberwock --help`, for example `jabberwock analyze hop`.";

/// Speaks CECP or UCI, depending on the first command, until the client quits, the input ends or the
/// output is closed. On a terminal it greets the person there first. Games that end are appended to the
/// file of `recorder`.
///
/// # Errors
/// If writing fails for another reason than a closed output.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    on_terminal: bool,
    recorder: Option<Recorder>,
) -> io::Result<()> {
    match speak(input, output, on_terminal, recorder) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn speak(
    input: impl Read + Send + 'static,
    output: impl Write,
    on_terminal: bool,
    mut recorder: Option<Recorder>,
) -> io::Result<()> {
    let (mailbox, messages) = Mailbox::new();
    let reader = mailbox.clone();
    thread::spawn(move || send_lines(input, &reader));
    let mut output = BufWriter::new(output);
    if on_terminal {
        writeln!(output, "Jabberwock {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(output, "{GREETING}")?;
        output.flush()?;
    }
    let mut protocol: Option<Box<dyn FrontEnd>> = None;
    let mut input_ended = false;
    for message in messages {
        let protocol = match &message {
            Message::Line(line) if protocol.is_none() && line.trim().is_empty() => continue,
            message => protocol.get_or_insert_with(|| {
                choose(message, mailbox.clone(), on_terminal, recorder.take())
            }),
        };
        input_ended |= matches!(message, Message::End);
        let flow = match receive(protocol.as_mut(), message, &mut output) {
            Ok(flow) => flow,
            Err(error) => {
                // There may be nowhere to report a failure to.
                let _ = protocol.end_session("end of output", &mut io::sink());
                return Err(error);
            }
        };
        let is_over = input_ended && !protocol.is_busy();
        if flow.is_break() || is_over {
            let reason = if is_over { "end of input" } else { "quit" };
            protocol.end_session(reason, &mut output)?;
            output.flush()?;
            break;
        }
    }
    Ok(())
}

/// Has `protocol` handle `message`, and flushes what it prints.
fn receive(
    protocol: &mut dyn FrontEnd,
    message: Message,
    output: &mut impl Write,
) -> io::Result<ControlFlow<()>> {
    let flow = protocol.receive(message, output)?;
    output.flush()?;
    Ok(flow)
}

fn send_lines(input: impl Read, mailbox: &Mailbox) {
    let lines = lines(input).map(|line| match line {
        InputLine::Whole(text) => Message::Line(text),
        InputLine::TooLong(beginning) => Message::TooLong(beginning),
    });
    for message in lines.chain([Message::End]) {
        if !mailbox.send(message) {
            return;
        }
    }
}

/// The protocol of a client whose first message is `first`.
fn choose(
    first: &Message,
    mailbox: Mailbox,
    on_terminal: bool,
    recorder: Option<Recorder>,
) -> Box<dyn FrontEnd> {
    match first {
        Message::Line(line) if Uci::is_command(line) => Box::new(Uci::new(mailbox, recorder)),
        _ => Box::new(Cecp::new(mailbox, on_terminal, recorder)),
    }
}

#[cfg(test)]
mod tests {
    use super::{GREETING, run};

    /// All output for `input`.
    fn output(input: &str, on_terminal: bool) -> String {
        let mut output = Vec::new();
        run(
            std::io::Cursor::new(input.to_owned()),
            &mut output,
            on_terminal,
            None,
        )
        .unwrap();
        String::from_utf8(output).unwrap()
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
        for uci in [
            "go depth 1",
            "help",
            "d",
            "show",
            "uci",
            "\n \nisready",
            "go perft 1",
        ] {
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
    fn help_lists_the_commands_of_the_protocol_in_use() {
        let uci = output("help\nquit\n", true);
        assert!(uci.contains("\nposition startpos "), "{uci}");
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
