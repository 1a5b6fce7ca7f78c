//! Long work that Ctrl-C ends: it is done on another thread, while this one lets Python go on and looks
//! for signals.

use std::{
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use jabberwock_search::StopToken;
use pyo3::{exceptions::PyRuntimeError, prelude::*};

/// The interval between checks for signals.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Stack size of a working thread in bytes: enough for counts to the greatest depth.
const STACK_SIZE: usize = 16 << 20;

/// Returns the result of `work` on a thread of its own. `work` should end soon after its token is stopped.
///
/// # Errors
/// The exception of a signal's handler, `KeyboardInterrupt` for Ctrl-C; `work` is stopped then, and
/// not waited for. `RuntimeError` if there is no thread for it or it fails.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&StopToken) -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut results) = mpsc::channel();
    let stop = StopToken::new();
    let thread = {
        let stop = stop.clone();
        let builder = thread::Builder::new().stack_size(STACK_SIZE);
        builder.spawn(move || {
            // This fails only if the work was interrupted.
            sender.send(work(&stop)).ok();
        })
    };
    thread.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
    loop {
        // Exclusive, a receiver can be lent to code that runs without the interpreter.
        let waiting = &mut results;
        match py.detach(move || waiting.recv_timeout(POLL_INTERVAL)) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the work failed"));
            }
        }
        if let Err(signal) = py.check_signals() {
            stop.stop();
            return Err(signal);
        }
    }
}
