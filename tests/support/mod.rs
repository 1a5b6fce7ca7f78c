//! Conversations with the binary, checked against golden transcripts.
//!
//! A transcript has these lines:
//!
//! ```text
//! # a comment
//! > sent to the engine
//! < printed by it next; `...` stands for any text
//! <~ printed by it next, not counting reports of the search
//! wait 100
//! end
//! ```
//!
//! `wait` gives the engine so many milliseconds for what it should not say, `end` closes its
//! input. After the last line the engine must have nothing left to say, and must end with status 0.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

/// How long the engine may take to say something.
const PATIENCE: Duration = Duration::from_secs(30);

/// The engine, as a child process that speaks a protocol.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
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
        }
    }

    /// Sends a line.
    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Closes its input.
    pub(crate) fn end_input(&mut self) {
        self.input = None;
    }

    /// Its next line; `None` if it has ended.
    pub(crate) fn hear(&mut self) -> Option<String> {
        match self.output.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("the engine says nothing"),
        }
    }

    /// Waits for its end, which must be a good one and come soon.
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
        // It has ended already unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Follows `tests/transcripts/NAME.txt`; `is_report` tells lines that `<~` passes over.
pub(crate) fn follow(name: &str, is_report: impl Fn(&str) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let text = std::fs::read_to_string(folder.join(name).with_extension("txt")).unwrap();
    let mut engine = Engine::start();
    for (index, line) in text.lines().enumerate() {
        let place = format!("{name}.txt:{}", index + 1);
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "" | "#" => {}
            ">" => engine.say(rest),
            "<" | "<~" => {
                let mut said = engine.hear();
                while kind == "<~" && said.as_deref().is_some_and(&is_report) {
                    said = engine.hear();
                }
                let said = said.unwrap_or_else(|| panic!("{place}: the engine has ended"));
                assert!(
                    matches(rest, said.trim_end()),
                    "{place}\nexpected {rest}\n    said {said}"
                );
            }
            "wait" => thread::sleep(Duration::from_millis(rest.parse().unwrap())),
            "end" => engine.end_input(),
            _ => panic!("{place}: {line}"),
        }
    }
    assert_eq!(engine.hear(), None, "{name}.txt: at the end");
    engine.finish();
}

/// Whether `text` is `pattern`, in which `...` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
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
