//! The results of a match as a table and as JSON.

use std::{
    fmt::{self, Write},
    time::Duration,
};

use jabberwock_game::{counted, visible};
use serde::Serialize;

use crate::{
    elo::{Estimate, Tally},
    scoreboard::{Forfeits, Scoreboard},
    shard::Shard,
    sprt::{Hypothesis, Sprt},
    tournament::{FinishedGame, Tournament},
};

/// The match of a report.
#[derive(Clone, Debug)]
pub struct ReportedMatch {
    /// The game.
    pub variant: &'static str,
    /// The name and the time control of each player.
    pub players: Vec<(String, String)>,
    /// Scheduled games.
    pub scheduled: usize,
    /// The part of the match, if it is one.
    pub shard: Option<Shard>,
    /// The sequential test of the first player's results.
    pub sprt: Option<Sprt>,
}

impl ReportedMatch {
    /// Returns the test that its results can decide.
    fn test(&self) -> Option<Sprt> {
        self.sprt.filter(|_| self.shard.is_none())
    }
}

impl From<&Tournament> for ReportedMatch {
    fn from(tournament: &Tournament) -> ReportedMatch {
        let players = tournament.participants.iter();
        ReportedMatch {
            variant: tournament.variant.name,
            players: players
                .map(|player| (player.name.clone(), player.time_control.to_string()))
                .collect(),
            scheduled: tournament.schedule.planned(),
            shard: tournament.schedule.shard,
            sprt: tournament.sprt,
        }
    }
}

/// The games played by one run of the program.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Run {
    /// Games of this run; an earlier run may have played others.
    pub played: usize,
    /// Its duration.
    pub seconds: f64,
    /// Games per hour, without those of an earlier run.
    pub games_an_hour: f64,
}

impl Run {
    /// Creates a run with `played` games in `time`.
    pub fn new(played: usize, time: Duration) -> Run {
        let seconds = time.as_secs_f64();
        Run {
            played,
            seconds,
            games_an_hour: played as f64 * 3600.0 / seconds.max(1e-3),
        }
    }
}

/// The results of a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// The game.
    pub variant: &'static str,
    /// The part of the match, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Finished games.
    pub games: usize,
    /// Scheduled games.
    pub scheduled: usize,
    /// The run that has played the last of them; `None` for games that were only read.
    #[serde(flatten)]
    pub run: Option<Run>,
    /// The results of each player.
    pub players: Vec<PlayerRow>,
    /// The sequential test of the first player's results; `None` for a shard, whose results alone
    /// are not sufficient.
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
        let tally = scoreboard.tally(0, None);
        SprtStatus {
            sprt,
            llr: sprt.llr(&tally),
            lower: sprt.lower(),
            upper: sprt.upper(),
            accepted: sprt.accepted(&tally),
        }
    }
}

/// `LLR 1.20 in -2.94 .. 2.94`
impl fmt::Display for SprtStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "LLR {:.2} in {:.2} .. {:.2}",
            visible(self.llr, 2),
            self.lower,
            self.upper
        )
    }
}

/// Returns the score of the first player so far, in one line.
pub fn line(tournament: &Tournament, scoreboard: &Scoreboard) -> String {
    let name = &tournament.participants[0].name;
    let mut text = format!("{name}: {}", summary(&scoreboard.tally(0, None)));
    if let Some(sprt) = ReportedMatch::from(tournament).test() {
        // Writing to a string cannot fail.
        let _ = write!(text, ", {}", SprtStatus::of(sprt, scoreboard));
    }
    text
}

/// Returns a finished game in one line: `game 7 (3 of 100): new - old 1-0 {checkmate}, 84 turns`.
pub fn game_line(tournament: &Tournament, game: &FinishedGame<'_>) -> String {
    let FinishedGame {
        pairing,
        played,
        scoreboard,
    } = game;
    let [white, black] =
        [pairing.white, pairing.black].map(|player| &tournament.participants[player].name);
    format!(
        "game {} ({} of {}): {white} - {black} {} {{{}}}, {}",
        pairing.number + 1,
        scoreboard.finished(),
        tournament.schedule.planned(),
        played.end.result(),
        played.end,
        counted(played.turns.len(), "turn")
    )
}

/// Returns `+34 =46 -20, 57 of 100, Elo 49.0 +/- 40.2, LOS 99.1 %`.
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
        Some(estimate) => format!("{score}, {estimate}, LOS {:.1} %", estimate.los * 100.0),
        None => score,
    }
}

impl PlayerRow {
    /// Returns the estimate of its strength and the error, for a table: `49.0` and `40.2`; in place
    /// of the error an interval that it does not give, `+41 .. +480`; a one-sided bound, `> +338`,
    /// in place of an infinite one.
    pub fn elo_columns(&self) -> (String, String) {
        let Some(estimate) = &self.estimate else {
            return ("-".to_owned(), "-".to_owned());
        };
        let bound = estimate.bound().unwrap_or_else(|| "-".to_owned());
        let elo = format!("{:.1}", visible(estimate.elo, 1));
        if estimate.error.is_finite() {
            let error = format!("{:.1}", estimate.error);
            (elo, estimate.interval().unwrap_or(error))
        } else if estimate.elo.is_finite() {
            (elo, bound)
        } else {
            (bound, "-".to_owned())
        }
    }
}

impl MatchReport {
    /// Creates the report of the results of `of` so far; `run` has played the last of them.
    pub fn new(of: &ReportedMatch, scoreboard: &Scoreboard, run: Option<Run>) -> MatchReport {
        let players = 0..scoreboard.players();
        let rows = players.clone().zip(&of.players);
        let rows = rows.map(|(player, (name, time_control))| {
            let total = scoreboard.tally(player, None);
            let against = players.clone();
            PlayerRow {
                name: name.clone(),
                time_control: time_control.clone(),
                total,
                estimate: total.estimate(),
                forfeits: scoreboard.forfeits(player),
                against: against
                    .map(|other| scoreboard.tally(player, Some(other)))
                    .collect(),
            }
        });
        MatchReport {
            variant: of.variant,
            shard: of.shard,
            games: scoreboard.finished(),
            scheduled: of.scheduled,
            run,
            players: rows.collect(),
            sprt: of.test().map(|sprt| SprtStatus::of(sprt, scoreboard)),
        }
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.variant)?;
        if let Some(shard) = self.shard {
            write!(f, "shard {shard}: ")?;
        }
        write!(f, "{} of {} games", self.games, self.scheduled)?;
        if let Some(run) = self.run {
            if run.played < self.games {
                write!(f, ", {} in this run", run.played)?;
            }
            let Run {
                seconds,
                games_an_hour,
                ..
            } = run;
            write!(f, ", {seconds:.0} s, {games_an_hour:.0} games an hour")?;
        }
        writeln!(f)?;
        self.write_table(f)?;
        if let Some(row) = self.players.first() {
            write!(f, "{}: {}", row.name, summary(&row.total))?;
            if let Some(estimate) = row.estimate {
                if estimate.normalized.is_finite() {
                    write!(
                        f,
                        ", normalized {:.1} +/- {:.1}",
                        visible(estimate.normalized, 1),
                        estimate.normalized_error
                    )?;
                }
                let pairs = row.total.pairs.map(|count| count.to_string());
                write!(f, ", pairs {}", pairs.join(" "))?;
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

impl MatchReport {
    /// Writes a row per player: results, estimate, forfeits, and points against each of the others.
    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.players.iter().map(|row| row.name.chars().count());
        let width = names.fold("player".len(), usize::max);
        write!(
            f,
            "{:>3} {:width$} {:>6} {:>7} {:>6} {:>8} {:>12} {:>5} {:>7} {:>7} {:>5}",
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
            let (elo, error) = row.elo_columns();
            let Forfeits {
                time,
                illegal,
                crashes,
                hangs,
            } = row.forfeits;
            write!(
                f,
                "{:>3} {:width$} {:>6} {:>7.1} {:>6.1} {elo:>8} {error:>12} {time:>5} {illegal:>7} {crashes:>7} {hangs:>5}",
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
        Ok(())
    }
}
