//! The output of a match while it is played.

use std::{
    io::{self, IsTerminal, Write},
    time::Instant,
};

use indicatif::{ProgressBar, ProgressStyle};
use jabberwock_arena::{
    report::{self, MatchReport, Run},
    scoreboard::Scoreboard,
    tournament::{FinishedGame, Tournament},
};

/// The progress of a match: a bar on standard error if that is a terminal; lines and interim tables
/// for pipes and files.
pub(super) struct Progress<'a> {
    bar: ProgressBar,
    /// The destination of lines and tables, if there is one.
    lines: Option<Box<dyn Write + 'a>>,
    /// Games after which an interim table is printed; 0 for none.
    interval: usize,
    start: Instant,
    /// Games finished in this run.
    played: usize,
    /// The first error of writing.
    error: Option<io::Error>,
}

impl<'a> Progress<'a> {
    /// Returns the progress of `tournament` from the results `scoreboard` of earlier runs on. `out`
    /// is standard output; with `json` it is kept free for the results.
    pub(super) fn new(
        tournament: &Tournament,
        scoreboard: &Scoreboard,
        interval: usize,
        json: bool,
        out: &'a mut dyn Write,
    ) -> Progress<'a> {
        let bar = ProgressBar::new(tournament.schedule.planned() as u64);
        let style = ProgressStyle::with_template("{pos}/{len} {elapsed} (left {eta}) {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_position(scoreboard.finished() as u64);
        // Games of earlier runs must not count as played in no time.
        bar.reset_eta();
        bar.set_message(report::line(tournament, scoreboard));
        let lines: Option<Box<dyn Write + 'a>> = if json {
            let stderr = io::stderr();
            (!stderr.is_terminal()).then(|| Box::new(stderr) as _)
        } else {
            (!io::stdout().is_terminal()).then(|| Box::new(out) as _)
        };
        Progress {
            bar,
            lines,
            interval,
            start: Instant::now(),
            played: 0,
            error: None,
        }
    }

    /// Shows a finished game; `false` if the output can no longer be written.
    pub(super) fn show(&mut self, tournament: &Tournament, game: &FinishedGame<'_>) -> bool {
        self.played += 1;
        let finished = game.scoreboard.finished();
        self.bar
            .set_message(report::line(tournament, game.scoreboard));
        self.bar.set_position(finished as u64);
        let Some(lines) = &mut self.lines else {
            return true;
        };
        let mut text = report::game_line(tournament, game);
        text.push('\n');
        let is_last = finished == tournament.schedule.planned();
        if self.interval > 0 && self.played.is_multiple_of(self.interval) && !is_last {
            let run = Run::new(self.played, self.start.elapsed());
            let report = MatchReport::new(&tournament.into(), game.scoreboard, Some(run));
            text.push_str(&report.to_string());
        }
        let write = || {
            lines
                .write_all(text.as_bytes())
                .and_then(|()| lines.flush())
        };
        if let Err(error) = self.bar.suspend(write) {
            self.error.get_or_insert(error);
        }
        self.error.is_none()
    }

    /// Removes the bar; the report of this run.
    ///
    /// # Errors
    /// If something could not be written.
    pub(super) fn finish(
        self,
        tournament: &Tournament,
        scoreboard: &Scoreboard,
    ) -> io::Result<MatchReport> {
        self.bar.finish_and_clear();
        if let Some(error) = self.error {
            return Err(error);
        }
        let run = Run::new(self.played, self.start.elapsed());
        Ok(MatchReport::new(&tournament.into(), scoreboard, Some(run)))
    }
}
