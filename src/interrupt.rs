//! Ctrl-C ends a long command with what it has.

use std::{
    process,
    sync::atomic::{AtomicBool, Ordering},
};

/// The exit status of a command that Ctrl-C has ended: 128 and the number of the signal, as shells
/// count it.
pub(crate) const EXIT_STATUS: u8 = 130;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C has ended the command.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Lets Ctrl-C call `stop`, which is the usual way to end the command.
#[cfg(feature = "board")]
pub(crate) fn on_quit(stop: impl Fn() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(stop) {
        log::warn!("Ctrl-C ends the program at once: {error}");
    }
}

/// Lets the first Ctrl-C call `stop`, which ends the command soon. The second one ends the program
/// at once.
pub(crate) fn on_interrupt(stop: impl Fn() + Send + 'static) {
    let handler = move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(i32::from(EXIT_STATUS));
        }
        stop();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C ends the program at once: {error}");
    }
}

/// Lets every signal that asks the program to end call `act`, on a thread of its own: Ctrl-C, a closed
/// terminal. The program does not end by itself.
pub(crate) fn on_every_interrupt(act: impl Fn() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(act) {
        log::warn!("signals end the program at once: {error}");
    }
}
