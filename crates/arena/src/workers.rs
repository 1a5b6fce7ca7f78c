//! Threads that share work.

use std::io;

/// Calls `start`, which starts a thread, `count` times, or until no more threads can be created.
///
/// # Errors
/// If none can be created.
pub(crate) fn start_workers(
    count: usize,
    mut start: impl FnMut() -> io::Result<()>,
) -> io::Result<()> {
    for started in 0..count {
        match start() {
            Ok(()) => {}
            Err(error) if started == 0 => return Err(error),
            Err(error) => {
                log::error!("{started} of {count} threads share the work: {error}");
                break;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::start_workers;

    #[test]
    fn work_goes_on_with_the_threads_that_the_system_gives() {
        for (given, played) in [(0_usize, false), (1, true), (9, true)] {
            let mut left = given;
            let started = start_workers(4, || {
                left = left.checked_sub(1).ok_or(std::io::ErrorKind::WouldBlock)?;
                Ok(())
            });
            assert_eq!(started.is_ok(), played, "{started:?}");
            assert_eq!(left, given.saturating_sub(4));
        }
    }
}
