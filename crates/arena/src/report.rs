//! What a tournament says, for people and for programs.

use std::{
    fmt::{self, Write},
    time::Duration,
};

use serde::Serialize;

use crate::{
    elo::{Estimate, Tally},
    sprt::{Hypothesis, Sprt},
    standing::{Faults, Standing},
    tournament::Tournament,
};

/// A tournament's results.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub variant: &'static str,
    /// Games that are over.
    pub games: usize,
    /// Games that were to be played.
    pub scheduled: usize,
    /// How long this run took.
    pub seconds: f64,
    /// Games an hour in this run.
    pub games_an_hour: f64,
    /// A row for each player.
    pub players: Vec<Row>,
    /// The sequential test of the first player's results.
    pub sprt: Option<Test>,
}

/// A player's results.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// His name.
    pub name: String,
    /// How fast he had to play.
    pub pace: String,
    /// Against all.
    pub total: Tally,
    /// What that says of his strength; `None` without games.
    pub estimate: Option<Estimate>,
    /// Games lost other than on the board.
    pub faults: Faults,
    /// Against each player, himself included.
    pub against: Vec<Tally>,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Test {
    /// What is tested.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// H0 is accepted here.
    pub lower: f64,
    /// H1 is accepted here.
    pub upper: f64,
    /// What is accepted, if the test is over.
    pub accepted: Option<Hypothesis>,
}

impl Test {
    fn of(sprt: Sprt, standing: &Standing) -> Test {
        let llr = sprt.llr(&standing.tally(0, None));
        Test {
            sprt,
            llr,
            lower: sprt.lower(),
            upper: sprt.upper(),
            accepted: sprt.accepted(llr),
        }
    }
}

/// `LLR 1.20 in -2.94 .. 2.94`
impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "LLR {:.2} in {:.2} .. {:.2}",
            self.llr, self.lower, self.upper
        )
    }
}

/// The score so far in a line, seen by the first player.
pub fn line(tournament: &Tournament, standing: &Standing) -> String {
    let name = &tournament.entrants[0].name;
    let mut text = format!("{name}: {}", summary(&standing.tally(0, None)));
    if let Some(sprt) = tournament.sprt {
        // Writing to a string cannot fail.
        let _ = write!(text, ", {}", Test::of(sprt, standing));
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

impl Report {
    /// The results of `tournament`, of which `played` games were played in this run, in `time`.
    pub fn new(
        tournament: &Tournament,
        standing: &Standing,
        played: usize,
        time: Duration,
    ) -> Report {
        let players = 0..standing.players();
        let rows = players.clone().map(|player| {
            let total = standing.tally(player, None);
            let against = players.clone();
            Row {
                name: tournament.entrants[player].name.clone(),
                pace: tournament.entrants[player].pace.to_string(),
                total,
                estimate: total.estimate(),
                faults: standing.faults(player),
                against: against
                    .map(|other| standing.tally(player, Some(other)))
                    .collect(),
            }
        });
        let seconds = time.as_secs_f64();
        Report {
            variant: tournament.variant.name,
            games: standing.finished(),
            scheduled: tournament.schedule.len(),
            seconds,
            games_an_hour: played as f64 * 3600.0 / seconds.max(1e-3),
            players: rows.collect(),
            sprt: tournament.sprt.map(|sprt| Test::of(sprt, standing)),
        }
    }
}

impl fmt::Display for Report {
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
            let Faults {
                time,
                illegal,
                crashes,
                hangs,
            } = row.faults;
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
            let verdict = match test.accepted {
                Some(Hypothesis::H0) => "H0 accepted",
                Some(Hypothesis::H1) => "H1 accepted",
                None => "undecided",
            };
            writeln!(f, "SPRT {elo0} {elo1}: {test}, {verdict}")?;
        }
        Ok(())
    }
}
