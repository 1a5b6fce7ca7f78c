//! A child process: lines written to it, lines read from it, and its exit.

use std::{
    io::Write,
    path::PathBuf,
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    thread,
    time::{Duration, Instant},
};

use jabberwock_engine::{InputLine, lines};
use jabberwock_search::StopToken;

use super::interface::PlayerError;

/// The interval at which a wait checks whether the match must end.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long a program may take to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(300);
/// Lines queued until they are read; a program that writes more is blocked.
const MAX_QUEUED_LINES: usize = 4096;

/// The protocol of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// UCI if the program answers `uci` within five seconds, CECP otherwise.
    #[default]
    Auto,
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of `XBoard`, version 2.
    Cecp,
}

/// How to start a program as a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its working directory; `None` is that of the match.
    pub directory: Option<PathBuf>,
    /// Its protocol.
    pub protocol: Protocol,
    /// Lines sent before the variant is chosen.
    pub init: Vec<String>,
    /// Options to set: names and values.
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
    /// Starts `program`. Lines are sent to it at least `gap` apart.
    pub(super) fn start(program: &Program, gap: Duration) -> Result<Process, PlayerError> {
        let (name, arguments) = program
            .command
            .split_first()
            .ok_or_else(|| PlayerError::Setup("the command is empty".to_owned()))?;
        let mut command = Command::new(name);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(directory) = &program.directory {
            command.current_dir(directory);
        }
        // Ctrl-C must reach the match only, which ends its players itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let cannot = |error| PlayerError::Setup(format!("cannot start {name}: {error}"));
        let mut child = command.spawn().map_err(cannot)?;
        let (input, to_write) = mpsc::channel();
        let (read, output) = mpsc::sync_channel(MAX_QUEUED_LINES);
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

    /// Sends a line. Never blocks, whether the program reads or not.
    pub(super) fn send(&mut self, line: impl Into<String>) {
        let line = line.into();
        log::trace!("{} < {line}", self.child.id());
        // If the program has exited, reading its answer reports it.
        self.input.send(line).ok();
    }

    /// Waits for the next line.
    pub(super) fn receive(
        &mut self,
        deadline: Instant,
        stop: &StopToken,
    ) -> Result<String, PlayerError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(STOP_POLL_INTERVAL)) {
                // A program that writes without end has not answered either.
                Ok(_) if left.is_zero() => return Err(PlayerError::Hang),
                Ok(line) => {
                    log::trace!("{} > {line}", self.child.id());
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.exit_error()),
                Err(RecvTimeoutError::Timeout) if stop.is_stopped() => {
                    return Err(PlayerError::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(PlayerError::Hang),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Discards the lines that the program has written so far.
    pub(super) fn discard_pending(&mut self) {
        for _ in 0..MAX_QUEUED_LINES {
            if self.output.try_recv().is_err() {
                return;
            }
        }
    }

    /// The error for a program that has closed its output: its exit status.
    fn exit_error(&mut self) -> PlayerError {
        let status = wait(&mut self.child, QUIT_TIMEOUT);
        PlayerError::Crash(status.map_or_else(
            || "the program closed its output".to_owned(),
            |status| format!("the program {}", exit_text(status)),
        ))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        if wait(&mut self.child, QUIT_TIMEOUT).is_none() {
            // Fails only if it has exited already.
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }
}

/// `exited with status 1`, `was killed by signal 9`
fn exit_text(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was killed by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exited with status {code}"),
        None => "exited".to_owned(),
    }
}

/// Waits up to `patience` for `child` to exit; its exit status.
fn wait(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let end = Instant::now() + patience;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
            Ok(None) | Err(_) => return None,
        }
    }
}

/// Runs until the match drops the process or the program closes its input.
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

/// Runs until the program closes its output or the match drops the process.
fn read_lines(pipe: impl std::io::Read, to: &SyncSender<String>) {
    for line in lines(pipe) {
        let (InputLine::Whole(text) | InputLine::TooLong(text)) = line;
        if to.send(text).is_err() {
            return;
        }
    }
}
