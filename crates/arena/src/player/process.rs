//! Another program as a child process: lines to it, lines from it, and its end.

use std::{
    io::Write,
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    thread,
    time::{Duration, Instant},
};

use jabberwock_engine::{InputLine, lines};
use jabberwock_search::StopToken;

use super::Fault;

/// How often a wait for a line looks whether the match is over.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a program may take to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(300);
/// Lines kept until they are read; a program that writes more waits.
const BACKLOG: usize = 4096;

/// What the program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// UCI if it answers to it within two seconds, CECP otherwise.
    #[default]
    Auto,
    /// The Universal Chess Interface.
    Uci,
    /// The protocol of `XBoard`.
    Cecp,
}

/// A program to play with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where it runs.
    pub directory: Option<PathBuf>,
    /// What it speaks.
    pub protocol: Protocol,
    /// Lines sent before the game is chosen.
    pub init: Vec<String>,
    /// Options to set, by name.
    pub options: Vec<(String, String)>,
}

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
}

impl Process {
    /// Starts `program`. Lines to it are at least `gap` apart.
    pub(super) fn start(program: &Program, gap: Duration) -> Result<Process, Fault> {
        let (name, arguments) = program
            .command
            .split_first()
            .ok_or_else(|| Fault::Setup("the command is empty".to_owned()))?;
        let mut command = Command::new(name);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(directory) = &program.directory {
            command.current_dir(directory);
        }
        // Ctrl-C is for the match, which ends its players itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let cannot = |error| Fault::Setup(format!("cannot start {name}: {error}"));
        let mut child = command.spawn().map_err(cannot)?;
        let (input, to_write) = mpsc::channel();
        let (read, output) = mpsc::sync_channel(BACKLOG);
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write_lines(pipe, &to_write, gap));
        }
        if let Some(pipe) = child.stdout.take() {
            thread::spawn(move || read_lines(pipe, &read));
        }
        log::debug!("started {name}, process {}", child.id());
        Ok(Process {
            child,
            input,
            output,
        })
    }

    /// Sends a line. It never blocks, whether the program reads or not.
    pub(super) fn say(&mut self, line: impl Into<String>) {
        let line = line.into();
        log::trace!("{} < {line}", self.child.id());
        // That the program has ended is noticed when an answer is wanted.
        self.input.send(line).ok();
    }

    /// The next line.
    pub(super) fn hear(&mut self, deadline: Instant, stop: &StopToken) -> Result<String, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(GLANCE)) {
                // A program that never stops talking has not answered either.
                Ok(_) if left.is_zero() => return Err(Fault::Hang),
                Ok(line) => {
                    log::trace!("{} > {line}", self.child.id());
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.epitaph()),
                Err(RecvTimeoutError::Timeout) if stop.is_stopped() => {
                    return Err(Fault::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Fault::Hang),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Forgets what the program has said so far.
    pub(super) fn ignore_backlog(&mut self) {
        for _ in 0..BACKLOG {
            if self.output.try_recv().is_err() {
                return;
            }
        }
    }

    /// How the program ended, which has closed its output.
    fn epitaph(&mut self) -> Fault {
        let status = wait(&mut self.child, FAREWELL);
        Fault::Crash(status.unwrap_or_else(|| "closed its output".to_owned()))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        if wait(&mut self.child, FAREWELL).is_none() {
            // It is gone already if this fails.
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }
}

/// Waits for the end of `child`; how it ended, if it did.
fn wait(child: &mut Child, patience: Duration) -> Option<String> {
    let end = Instant::now() + patience;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.to_string()),
            Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
            Ok(None) | Err(_) => return None,
        }
    }
}

/// Ends when the match lets go of the program, or the program of its input.
fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>, gap: Duration) {
    let mut earliest = Instant::now();
    for line in lines {
        thread::sleep(earliest.saturating_duration_since(Instant::now()));
        if writeln!(pipe, "{line}").is_err() {
            return;
        }
        earliest = Instant::now() + gap;
    }
}

/// Ends when the program closes its output, or the match lets go of it.
fn read_lines(pipe: impl std::io::Read, to: &SyncSender<String>) {
    for line in lines(pipe) {
        let (InputLine::Whole(text) | InputLine::TooLong(text)) = line;
        if to.send(text).is_err() {
            return;
        }
    }
}
