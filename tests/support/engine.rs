//! The engine as a child process that speaks a protocol.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

/// The maximum time that a test waits for a line, or for the end of the engine, before it fails. No
/// test depends on the speed of the machine; this only ends tests of an engine that hangs.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// The last line sent or printed.
    last_line: String,
}

impl Engine {
    /// Starts it.
    pub(crate) fn start() -> Engine {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("jabberwock"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, output) = channel();
        thread::spawn(move || {
            for line in lines {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Engine {
            child,
            input,
            output,
            last_line: String::new(),
        }
    }

    /// Returns the number of its process.
    #[allow(dead_code, reason = "not every test asks for it")]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
        line.clone_into(&mut self.last_line);
    }

    /// Skips lines until one that `is_last` accepts, which is given.
    pub(crate) fn skip_to(&mut self, mut is_last: impl FnMut(&str) -> bool) -> String {
        loop {
            let line = self.next_line().expect("the engine has not ended");
            if is_last(&line) {
                return line;
            }
        }
    }

    /// Closes its input.
    pub(crate) fn end_input(&mut self) {
        self.input = None;
    }

    /// Returns the next line it prints; `None` if it has ended.
    pub(crate) fn next_line(&mut self) -> Option<String> {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => {
                self.last_line.clone_from(&line);
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                panic!("the engine prints nothing after {:?}", self.last_line)
            }
        }
    }

    /// Waits for its end, with exit status 0.
    pub(crate) fn finish(mut self) {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(start.elapsed() < PATIENCE, "the engine does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It has ended already, unless the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether `text` is `pattern`, in which `...` stands for anything.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split("...");
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}
