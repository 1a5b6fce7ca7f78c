//! The parts that the tuning commands share.

use std::{fs, path::PathBuf};

use indicatif::{ProgressBar, ProgressStyle};

use crate::{failure::Failure, values};

/// The options of every run.
#[derive(Debug, clap::Args)]
pub(super) struct Common {
    /// Name or alias of the game
    pub(super) variant: String,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Seed of every random choice
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = values::number::<u64>(0..))]
    pub(super) seed: u64,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(super) threads: usize,
    /// Print results as JSON objects
    #[arg(long)]
    pub(super) json: bool,
}

impl Common {
    /// Returns the file beside the output from which an interrupted run is resumed.
    pub(super) fn checkpoint(&self) -> PathBuf {
        let mut name = self.out.as_os_str().to_owned();
        name.push(".checkpoint");
        PathBuf::from(name)
    }

    /// Refuses to replace a file that no run with a checkpoint has written.
    pub(super) fn check_output(&self) -> Result<(), Failure> {
        if self.out.exists() && !self.checkpoint().exists() {
            let path = self.out.display();
            return Err(Failure::Options(format!(
                "{path} exists already and is of no run that can be resumed; move it away"
            )));
        }
        Ok(())
    }

    /// Writes the results.
    pub(super) fn write(&self, results: impl AsRef<[u8]>) -> Result<(), Failure> {
        fs::write(&self.out, results).map_err(|error| Failure::write(&self.out, error))
    }
}

/// The progress of a run: a bar on a terminal, nothing elsewhere.
pub(super) struct Progress {
    bar: ProgressBar,
    is_started: bool,
}

impl Progress {
    /// Returns the progress of a run of `length` steps.
    pub(super) fn new(length: u64) -> Progress {
        let bar = ProgressBar::new(length);
        let style =
            ProgressStyle::with_template("{pos}/{len} {wide_bar} {elapsed}, {eta} left {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Progress {
            bar,
            is_started: false,
        }
    }

    /// Changes the number of steps.
    pub(super) fn set_length(&self, length: u64) {
        self.bar.set_length(length);
    }

    /// Shows the number of steps done.
    pub(super) fn show(&mut self, done: u64, message: String) {
        self.bar.set_position(done);
        if !self.is_started {
            // Steps of earlier runs must not count as done in no time.
            self.bar.reset_eta();
            self.is_started = true;
        }
        self.bar.set_message(message);
    }

    /// Removes the bar.
    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }
}

/// Parses a number above 0.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "it is not a number above 0".to_owned())
}

/// Parses a number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "it is not a number from 0 to 1".to_owned())
}
