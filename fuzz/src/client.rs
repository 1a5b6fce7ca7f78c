//! A client of a protocol that reads what the engine prints before it decides what to send.

use std::{
    fmt, io,
    io::{Read, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The maximum time that the client waits for the engine. It only ends conversations with an engine
/// that hangs.
const PATIENCE: Duration = Duration::from_mins(2);

/// The next action of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// It sends a line.
    Send(String),
    /// It waits for more output.
    Wait,
    /// It ends the input.
    End,
}

/// A client's part of a conversation.
pub trait Dialogue: Send + fmt::Debug + 'static {
    /// Returns the action after the engine has printed `output`. Called again when there is more
    /// output, and after each line sent.
    fn next(&mut self, output: &str) -> Next;
}

/// Runs a conversation of the engine with `dialogue` to the end, and returns all its output.
///
/// # Panics
/// If the engine does not print the expected output, or fails.
pub fn converse(dialogue: impl Dialogue) -> String {
    let shared = Arc::<Shared>::default();
    let input = Input {
        dialogue: Box::new(dialogue),
        line: Vec::new(),
        shared: Arc::clone(&shared),
    };
    let output = Output(Arc::clone(&shared));
    let result = jabberwock_engine::run(input, output, false, None);
    let state = shared.lock();
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(state.failure, None, "output:\n{}", state.output);
    state.output.clone()
}

/// The state shared by both ends of the conversation.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    output: String,
    /// The reason why the client gave up.
    failure: Option<String>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The input of the engine.
#[derive(Debug)]
struct Input {
    dialogue: Box<dyn Dialogue>,
    /// The rest of the line that is being read.
    line: Vec<u8>,
    shared: Arc<Shared>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty() {
            self.line = self.next_line();
        }
        let length = self.line.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.line[..length]);
        self.line.drain(..length);
        Ok(length)
    }
}

impl Input {
    /// Returns the next line with its end; empty at the end of the input.
    fn next_line(&mut self) -> Vec<u8> {
        let start = Instant::now();
        let mut state = self.shared.lock();
        loop {
            match self.dialogue.next(&state.output) {
                Next::Send(line) => return format!("{line}\n").into_bytes(),
                Next::End => return Vec::new(),
                Next::Wait => {}
            }
            if start.elapsed() > PATIENCE {
                state.failure = Some(format!("the engine does not answer {:?}", self.dialogue));
                return Vec::new();
            }
            let waited = self
                .shared
                .changed
                .wait_timeout(state, Duration::from_secs(1));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// The output of the engine.
struct Output(Arc<Shared>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text =
            std::str::from_utf8(bytes).map_err(|error| io::Error::other(error.to_string()))?;
        self.0.lock().output.push_str(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.changed.notify_all();
        Ok(())
    }
}
