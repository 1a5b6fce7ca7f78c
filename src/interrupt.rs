//! Ctrl-C ends a long command, which prints its results so far.

use std::{
    process,
    sync::atomic::{AtomicBool, Ordering},
};

use jabberwock_search::StopToken;

/// The exit status of a command that Ctrl-C has ended: 128 and the number of the signal, as shells
/// count it.
pub(crate) const EXIT_STATUS: u8 = 130;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C has ended the command.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Ctrl-C has ended the command, as a key that was read and not as a signal.
pub(crate) fn mark_as_interrupted() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Lets the first Ctrl-C call `stop`, which ends the command soon. The second one ends the program
/// at once.
pub(crate) fn on_interrupt(stop: impl Fn() + Send + 'static) {
    on_every_interrupt(move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(i32::from(EXIT_STATUS));
        }
        stop();
    });
}

/// Returns a token that the first Ctrl-C sets; the second one ends the program at once.
pub(crate) fn stop_on_interrupt() -> StopToken {
    let stop = StopToken::new();
    let token = stop.clone();
    on_interrupt(move || token.stop());
    stop
}

/// Calls `act` on a separate thread at every signal that asks the program to end: Ctrl-C, a
/// closed terminal. The program does not end by itself.
pub(crate) fn on_every_interrupt(act: impl Fn() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(act) {
        log::warn!("signals end the program at once: {error}");
    }
}
