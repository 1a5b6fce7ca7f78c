//! A child process: lines written to it, lines read from it, and its exit.

use std::{
    io::{self, Write},
    path::PathBuf,
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use jabberwock_engine::{InputLine, lines};
use jabberwock_search::StopToken;

#[cfg(unix)]
use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};

use super::interface::PlayerError;

/// The interval at which a wait checks whether the match must end.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The maximum time for a program to exit after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(300);
/// Maximum number of queued lines; a program that writes more is blocked.
const MAX_QUEUED_LINES: usize = 512;
/// Maximum length of a line, in bytes; longer lines are cut. Turns are much shorter.
const MAX_LINE: usize = 128 * 1024;

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

/// The settings for starting a program as a player.
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
    /// Whether it ponders: searches in the opponent's time.
    pub ponder: bool,
}

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<ReceivedLine>,
    /// The time at which the last line was written to the program.
    last_sent: Arc<Mutex<Instant>>,
    /// The time at which the line received last was read from the program.
    last_received: Instant,
}

/// A line of the program, and the time at which it was read.
type ReceivedLine = (String, Instant);

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
        let child = command.spawn().map_err(cannot)?;
        log::debug!("started {name}, process {}", child.id());
        let last_sent = Arc::new(Mutex::new(Instant::now()));
        let (input, to_write) = mpsc::channel();
        let (read, output) = mpsc::sync_channel(MAX_QUEUED_LINES);
        let mut process = Process {
            child,
            input,
            output,
            last_sent,
            last_received: Instant::now(),
        };
        // A program whose threads cannot be started ends with `process`.
        let no_thread = |error| PlayerError::Setup(format!("no thread for {name}: {error}"));
        if let Some(pipe) = process.child.stdin.take() {
            let last_sent = Arc::clone(&process.last_sent);
            start_thread(move || write_lines(pipe, &to_write, gap, &last_sent))
                .map_err(no_thread)?;
        }
        if let Some(pipe) = process.child.stdout.take() {
            start_thread(move || read_lines(pipe, &read)).map_err(no_thread)?;
        }
        Ok(process)
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
            // Checked even if there is a line: a program may write without end.
            if stop.is_stopped() {
                return Err(PlayerError::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(STOP_POLL_INTERVAL)) {
                // Lines after the deadline do not count as an answer.
                Ok((line, time)) if time <= deadline => {
                    log::trace!("{} > {line}", self.child.id());
                    self.last_received = time;
                    return Ok(line);
                }
                Ok(_) => return Err(PlayerError::Hang),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(PlayerError::Hang),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.exit_error()),
            }
        }
    }

    /// Returns the time from the last line written to the program to the line received last,
    /// without the gaps that the match itself keeps between lines.
    pub(super) fn elapsed(&self) -> Duration {
        let sent = self.last_sent.lock();
        let sent = *sent.unwrap_or_else(PoisonError::into_inner);
        self.last_received.saturating_duration_since(sent)
    }

    /// Takes the lines that the program has written so far.
    pub(super) fn pending_lines(&mut self) -> impl Iterator<Item = String> {
        let lines = self.output.try_iter().map(|(line, _)| line);
        lines.take(MAX_QUEUED_LINES)
    }

    /// Discards the lines that the program has written so far.
    pub(super) fn discard_pending(&mut self) {
        self.pending_lines().for_each(drop);
    }

    /// Returns the error for a program that has closed its output: its exit status.
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
        let exited = wait(&mut self.child, QUIT_TIMEOUT).is_some();
        // Processes started by the program must not outlive the match.
        kill_group(&self.child);
        if !exited {
            // Fails only if it has exited already.
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }
}

/// Kills the processes in the group that `child` leads.
#[cfg(unix)]
fn kill_group(child: &Child) {
    let group = Pid::from_raw(child.id() as i32);
    // Fails only if there is none left.
    killpg(group, Signal::SIGKILL).ok();
}

/// Process groups exist on Unix only.
#[cfg(not(unix))]
fn kill_group(_: &Child) {}

/// Returns `exited with status 1` or `was killed by signal 9`.
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

/// Waits up to `patience` for `child` to exit; returns its exit status.
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

/// Starts a thread that ends by itself.
fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(work).map(|_| ())
}

/// Runs until the match drops the process or the program closes its input.
fn write_lines(
    mut pipe: ChildStdin,
    lines: &Receiver<String>,
    gap: Duration,
    last_sent: &Mutex<Instant>,
) {
    let mark_as_sent = || {
        let now = Instant::now();
        *last_sent.lock().unwrap_or_else(PoisonError::into_inner) = now;
        now
    };
    let mut earliest = Instant::now();
    for line in lines {
        thread::sleep(earliest.saturating_duration_since(Instant::now()));
        // Before the line, too, as the answer may arrive before this thread continues.
        mark_as_sent();
        if writeln!(pipe, "{line}").is_err() {
            return;
        }
        earliest = mark_as_sent() + gap;
    }
}

/// Runs until the program closes its output or the match drops the process.
fn read_lines(pipe: impl io::Read, to: &SyncSender<ReceivedLine>) {
    for line in lines(pipe) {
        let (InputLine::Whole(mut text) | InputLine::TooLong(mut text)) = match line {
            Ok(line) => line,
            Err(error) => {
                log::warn!("cannot read from a program: {error}");
                return;
            }
        };
        text.truncate(text.floor_char_boundary(MAX_LINE));
        if to.send((text, Instant::now())).is_err() {
            return;
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::{
        fs, thread,
        time::{Duration, Instant},
    };

    use jabberwock_search::StopToken;

    use super::{PlayerError, Process, Program};

    fn shell(script: &str) -> Program {
        Program {
            command: ["sh", "-c", script].map(str::to_owned).to_vec(),
            ..Program::default()
        }
    }

    fn far() -> Instant {
        Instant::now() + Duration::from_mins(1)
    }

    #[test]
    fn the_clock_runs_from_the_last_line_sent() {
        let gap = Duration::from_millis(100);
        let stop = StopToken::new();
        let program = shell("read one; read two; read three; echo done; read quit");
        let mut process = Process::start(&program, gap).unwrap();
        let start = Instant::now();
        for line in ["time 100", "otim 100", "usermove e2e4"] {
            process.send(line);
        }
        assert_eq!(process.receive(far(), &stop).unwrap(), "done");
        let elapsed = process.elapsed();
        assert!(
            elapsed + 2 * gap <= start.elapsed(),
            "the gaps are not the program's time: {elapsed:?}"
        );
    }

    #[test]
    fn what_a_program_has_started_ends_with_it() {
        let stop = StopToken::new();
        let program = shell("sleep 777 & echo $!; read quit");
        let mut process = Process::start(&program, Duration::ZERO).unwrap();
        let id = process.receive(far(), &stop).unwrap();
        let stat = format!("/proc/{id}/stat");
        let is_alive = || {
            let stat = fs::read_to_string(&stat);
            // A killed process that has not been waited for is a zombie.
            stat.is_ok_and(|text| !text.contains(") Z "))
        };
        assert!(is_alive());
        drop(process);
        let end = far();
        while is_alive() {
            assert!(Instant::now() < end, "process {id} lives on");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn an_interrupt_counts_while_a_program_writes_without_end() {
        let stop = StopToken::new();
        let mut process = Process::start(&shell("exec yes"), Duration::ZERO).unwrap();
        assert_eq!(process.receive(far(), &stop).unwrap(), "y");
        stop.stop();
        let interrupted = process.receive(far(), &stop);
        assert!(matches!(interrupted, Err(PlayerError::Interrupted)));
    }

    #[test]
    fn long_lines_are_cut() {
        let stop = StopToken::new();
        let program = shell("head -c 1000000 /dev/zero | tr '\\0' x; echo; echo next; read quit");
        let mut process = Process::start(&program, Duration::ZERO).unwrap();
        assert_eq!(
            process.receive(far(), &stop).unwrap().len(),
            super::MAX_LINE
        );
        assert_eq!(process.receive(far(), &stop).unwrap(), "next");
    }
}
