//! The results of a match as a table and as JSON.

use std::{
    fmt::{self, Write},
    time::Duration,
};

use serde::Serialize;

use crate::{
    elo::{Estimate, Tally},
    scoreboard::{Forfeits, Scoreboard},
    sprt::{Hypothesis, Sprt},
    tournament::Tournament,
};

/// The results of a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// The game.
    pub variant: &'static str,
    /// Finished games.
    pub games: usize,
    /// Scheduled games.
    pub scheduled: usize,
    /// The duration of this run.
    pub seconds: f64,
    /// Games per hour of this run, those of an earlier run not counted.
    pub games_an_hour: f64,
    /// The results of each player.
    pub players: Vec<PlayerRow>,
    /// The sequential test of the first player's results.
    pub sprt: Option<SprtStatus>,
}

/// A player's results.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerRow {
    /// Its name.
    pub name: String,
    /// Its time control.
    pub time_control: String,
    /// Results against all players.
    pub total: Tally,
    /// The estimate of its strength; `None` without games.
    pub estimate: Option<Estimate>,
    /// Games lost other than by play.
    pub forfeits: Forfeits,
    /// Results against each player, itself included.
    pub against: Vec<Tally>,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtStatus {
    /// The hypotheses and error rates.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// H0 is accepted at or below this ratio.
    pub lower: f64,
    /// H1 is accepted at or above this ratio.
    pub upper: f64,
    /// The accepted hypothesis, if the test is over.
    pub accepted: Option<Hypothesis>,
}

impl SprtStatus {
    fn of(sprt: Sprt, scoreboard: &Scoreboard) -> SprtStatus {
        let llr = sprt.llr(&scoreboard.tally(0, None));
        SprtStatus {
            sprt,
            llr,
            lower: sprt.lower(),
            upper: sprt.upper(),
            accepted: sprt.accepted(llr),
        }
    }
}

/// `LLR 1.20 in -2.94 .. 2.94`
impl fmt::Display for SprtStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "LLR {:.2} in {:.2} .. {:.2}",
            self.llr, self.lower, self.upper
        )
    }
}

/// The score of the first player so far, in one line.
pub fn line(tournament: &Tournament, scoreboard: &Scoreboard) -> String {
    let name = &tournament.participants[0].name;
    let mut text = format!("{name}: {}", summary(&scoreboard.tally(0, None)));
    if let Some(sprt) = tournament.sprt {
        // Writing to a string cannot fail.
        let _ = write!(text, ", {}", SprtStatus::of(sprt, scoreboard));
    }
    text
}

/// `+34 =46 -20, 57.0 of 100, Elo 49 +/- 40, LOS 99.1 %`
fn summary(tally: &Tally) -> String {
    let Tally {
        won, drawn, lost, ..
    } = tally;
    let score = format!(
        "+{won} ={drawn} -{lost}, {} of {}",
        tally.points(),
        tally.games()
    );
    match tally.estimate() {
        Some(estimate) => format!(
            "{score}, Elo {:.1} +/- {:.1}, LOS {:.1} %",
            estimate.elo,
            estimate.error,
            estimate.los * 100.0
        ),
        None => score,
    }
}

impl MatchReport {
    /// The results of `tournament`, of which `played` games were played in this run, in `time`.
    pub fn new(
        tournament: &Tournament,
        scoreboard: &Scoreboard,
        played: usize,
        time: Duration,
    ) -> MatchReport {
        let players = 0..scoreboard.players();
        let rows = players.clone().map(|player| {
            let total = scoreboard.tally(player, None);
            let against = players.clone();
            PlayerRow {
                name: tournament.participants[player].name.clone(),
                time_control: tournament.participants[player].time_control.to_string(),
                total,
                estimate: total.estimate(),
                forfeits: scoreboard.forfeits(player),
                against: against
                    .map(|other| scoreboard.tally(player, Some(other)))
                    .collect(),
            }
        });
        let seconds = time.as_secs_f64();
        MatchReport {
            variant: tournament.variant.name,
            games: scoreboard.finished(),
            scheduled: tournament.schedule.len(),
            seconds,
            games_an_hour: played as f64 * 3600.0 / seconds.max(1e-3),
            players: rows.collect(),
            sprt: tournament.sprt.map(|sprt| SprtStatus::of(sprt, scoreboard)),
        }
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: {} of {} games, {:.0} s, {:.0} games an hour",
            self.variant, self.games, self.scheduled, self.seconds, self.games_an_hour
        )?;
        let width = self
            .players
            .iter()
            .map(|row| row.name.chars().count())
            .fold("player".len(), usize::max);
        write!(
            f,
            "{:>3} {:width$} {:>6} {:>7} {:>6} {:>8} {:>7} {:>5} {:>7} {:>7} {:>5}",
            "",
            "player",
            "games",
            "points",
            "%",
            "Elo",
            "+/-",
            "late",
            "illegal",
            "crashes",
            "hangs"
        )?;
        for index in 0..self.players.len() {
            write!(f, " {:>7}", index + 1)?;
        }
        writeln!(f)?;
        for (index, row) in self.players.iter().enumerate() {
            let (elo, error) = row
                .estimate
                .map_or((0.0, 0.0), |estimate| (estimate.elo, estimate.error));
            let Forfeits {
                time,
                illegal,
                crashes,
                hangs,
            } = row.forfeits;
            write!(
                f,
                "{:>3} {:width$} {:>6} {:>7.1} {:>6.1} {elo:>8.1} {error:>7.1} {time:>5} {illegal:>7} {crashes:>7} {hangs:>5}",
                index + 1,
                row.name,
                row.total.games(),
                row.total.points(),
                row.total.score() * 100.0,
            )?;
            for (other, tally) in row.against.iter().enumerate() {
                if other == index {
                    write!(f, " {:>7}", "-")?;
                } else {
                    write!(f, " {:>7.1}", tally.points())?;
                }
            }
            writeln!(f)?;
        }
        if let Some(row) = self.players.first() {
            write!(f, "{}: {}", row.name, summary(&row.total))?;
            if let Some(estimate) = row.estimate {
                write!(
                    f,
                    ", normalized {:.1} +/- {:.1}, pairs {}",
                    estimate.normalized,
                    estimate.normalized_error,
                    row.total.pairs.map(|count| count.to_string()).join(" "),
                )?;
            }
            writeln!(f)?;
        }
        if let Some(test) = &self.sprt {
            let Sprt { elo0, elo1, .. } = test.sprt;
            let conclusion = match test.accepted {
                Some(Hypothesis::H0) => "H0 accepted",
                Some(Hypothesis::H1) => "H1 accepted",
                None => "undecided",
            };
            writeln!(f, "SPRT {elo0} {elo1}: {test}, {conclusion}")?;
        }
        Ok(())
    }
}
