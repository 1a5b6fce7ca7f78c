//! `match`: players against each other.

use std::{
    fs,
    io::Write,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};
use jabberwock_arena::{
    adjudication::{Adjudication, AdjudicationRule},
    openings::{self, Opening, OpeningRequest},
    player::PlayerSpec,
    records::{self, GameHeader, RecordFile},
    referee::Referee,
    report::{self, MatchReport},
    schedule::{Format, Schedule},
    scoreboard::Scoreboard,
    sprt::Sprt,
    time_control::{ClockSettings, TimeControl},
    tournament::{FinishedGame, Participant, Tournament},
};
use jabberwock_game::ByColor;
use jabberwock_search::{Limits, StopToken};
use jabberwock_variants::{Entry, find};

use crate::{
    failure::Failure,
    interrupt::on_interrupt,
    values::{seconds, seconds_or_zero},
};

#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
#[command(after_help = "\
Example:
  jabberwock match --variant hop --player self --player random --games 20 --st 0.1

A new build against an old one, until it is known which is better:
  jabberwock match --variant hop --player self,name=new \\
    --player \"cmd=./old/jabberwock,proto=uci,name=old,option.Hash=16\" --games 20000 --tc 1+0.01 \\
    --openings tuning/openings/hop.txt --concurrency 2 \\
    --sprt --elo0 0 --elo1 5 --record games.pgn --seed 1

A player is
  self          this program's search
  random        any step is as likely as another; has no clock
  material-N    looks N turns ahead and counts men; has no clock
  lowest-N      in mega-games: looks N plies ahead on the lowest boards; has no clock
  mcts          plain UCT with random playouts
  cmd=COMMAND   another program
followed by what is to be different, separated by commas:
  name=NAME  tc=.. st=.. nodes=.. depth=..  option.NAME=VALUE  restart=on
  for self weights=FILE  params=FILE  (as the game has in weights.txt and search.txt)
  and for programs proto=uci|cecp|auto  dir=FOLDER  init=LINE

Each opening is played twice, with colors exchanged. Crashes, illegal turns, overstepped clocks and
silence lose the game and are counted; the program is started again. Ctrl-C ends the match with the
result so far; with --record, the same command with --resume goes on.")]
pub(crate) struct Args {
    /// Name or alias of the game
    #[arg(long, value_name = "NAME")]
    variant: String,
    /// A player; at least two
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    players: Vec<PlayerSpec>,
    /// Games of each pairing
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000_000))]
    games: usize,
    /// Everybody against everybody, rather than the first against the others
    #[arg(long)]
    round_robin: bool,
    /// A clock: SECONDS+INCREMENT, or TURNS/SECONDS+INCREMENT [default: 1+0.01]
    #[arg(long, value_name = "CONTROL")]
    tc: Option<ClockSettings>,
    /// Exact seconds for a turn
    #[arg(long, value_name = "S", value_parser = seconds)]
    st: Option<Duration>,
    /// Nodes for a turn
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth for a turn, in plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Seconds by which a clock may be overstepped
    #[arg(long, value_name = "S", default_value = "0", value_parser = seconds_or_zero)]
    margin: Duration,
    /// Seconds beyond its time after which a silent player counts as hung
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    patience: Duration,
    /// File of openings, a position or turns from the start a line [default: random turns]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Take the openings in order rather than at random
    #[arg(long)]
    ordered: bool,
    /// Without a file: random turns that make an opening; 0 begins every game at the start
    #[arg(long, value_name = "N", default_value_t = 4, conflicts_with = "openings",
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(0..=1000))]
    plies: usize,
    /// What chance depends on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games at once
    #[arg(long, visible_alias = "threads", value_name = "N", default_value = "1")]
    concurrency: NonZeroUsize,
    /// Stop when the first player is known to be stronger than --elo0, or not to be by --elo1
    #[arg(long, conflicts_with = "round_robin")]
    sprt: bool,
    /// The lesser difference of the test, in normalized Elo
    #[arg(
        long,
        value_name = "E",
        default_value_t = 0.0,
        requires = "sprt",
        allow_negative_numbers = true
    )]
    elo0: f64,
    /// The greater difference of the test, in normalized Elo
    #[arg(
        long,
        value_name = "E",
        default_value_t = 5.0,
        requires = "sprt",
        allow_negative_numbers = true
    )]
    elo1: f64,
    /// Chance that the test takes the lesser difference for the greater
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    alpha: f64,
    /// Chance that the test takes the greater difference for the lesser
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    beta: f64,
    /// Call a game drawn when scores were even: turns=8,score=10,after=80
    #[arg(long, value_name = "RULE")]
    draw: Option<AdjudicationRule>,
    /// Call a game lost when its loser's scores were: turns=4,score=800,after=0
    #[arg(long, value_name = "RULE")]
    resign: Option<AdjudicationRule>,
    /// Call a game of N turns drawn
    #[arg(long, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    longest: Option<usize>,
    /// Write every game to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Go on with the match that the file of --record holds
    #[arg(long, requires = "record")]
    resume: bool,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let stop = StopToken::new();
        let stop_token = stop.clone();
        on_interrupt(move || stop_token.stop());
        let tournament = self.tournament(&stop)?;
        let (mut record_file, scoreboard) = self.record_file(&tournament)?;
        let start = jabberwock_engine::open(tournament.variant.name)?.position();
        let bar = bar(&tournament, &scoreboard);
        let begun = Instant::now();
        let mut played = 0;
        let result = tournament.run(scoreboard, &stop, &mut |finished| {
            played += 1;
            if let Some(record_file) = &mut record_file {
                record_file.append(&record(&tournament, finished, &start))?;
            }
            bar.set_message(report::line(&tournament, finished.scoreboard));
            bar.set_position(finished.scoreboard.finished() as u64);
            Ok(())
        });
        bar.finish_and_clear();
        let report = MatchReport::new(&tournament, &result?, played, begun.elapsed());
        if self.json {
            serde_json::to_writer(&mut *out, &report).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            write!(out, "{report}")?;
        }
        Ok(())
    }

    fn tournament(&self, stop: &StopToken) -> Result<Tournament, Failure> {
        let variant = find(&self.variant)?;
        if self.players.len() < 2 {
            return Err(Failure::Match("a match needs two players".to_owned()));
        }
        let openings = self.openings(variant, stop)?;
        let format = if self.round_robin {
            Format::RoundRobin
        } else {
            Format::Gauntlet
        };
        Ok(Tournament {
            variant,
            participants: self.participants(variant),
            schedule: Schedule {
                format,
                players: self.players.len(),
                games: self.games,
                openings: openings.len(),
            },
            openings,
            referee: Referee {
                margin: self.margin,
                patience: self.patience,
                adjudication: Adjudication {
                    longest: self.longest,
                    draw: self.draw,
                    resign: self.resign,
                },
            },
            concurrency: self.concurrency,
            sprt: self.sprt()?,
            seed: self.seed,
        })
    }

    fn sprt(&self) -> Result<Option<Sprt>, Failure> {
        let test = || Sprt::new(self.elo0, self.elo1, self.alpha, self.beta);
        let test = self.sprt.then(test).transpose();
        test.map_err(|error| Failure::Match(format!("no test: {error}")))
    }

    fn participants(&self, variant: &'static Entry) -> Vec<Participant> {
        let mut participants: Vec<Participant> = Vec::new();
        for spec in &self.players {
            let named = |name: &str| {
                participants
                    .iter()
                    .any(|participant| participant.name == name)
            };
            let mut name = spec.name.clone();
            let mut number = 2;
            while named(&name) {
                name = format!("{}-{number}", spec.name);
                number += 1;
            }
            let time_control = spec.time_control.unwrap_or_else(|| self.time_control());
            let spec = spec.clone();
            participants.push(Participant {
                name,
                time_control,
                restart: spec.restart,
                create: Arc::new(move |seed, stop| spec.open(variant, time_control, seed, stop)),
            });
        }
        participants
    }

    fn time_control(&self) -> TimeControl {
        let bounded = self.st.is_some() || self.nodes.is_some() || self.depth.is_some();
        let usual = ClockSettings {
            base: Duration::from_secs(1),
            increment: Duration::from_millis(10),
            turns: None,
        };
        TimeControl {
            clock: self.tc.or((!bounded).then_some(usual)),
            move_time: self.st,
            nodes: self.nodes,
            depth: self.depth,
        }
    }

    fn openings(&self, variant: &'static Entry, stop: &StopToken) -> Result<Vec<Opening>, Failure> {
        let Some(path) = &self.openings else {
            let request = OpeningRequest {
                count: if self.plies == 0 {
                    1
                } else {
                    self.games.div_ceil(2)
                },
                turns: (self.plies, self.plies),
                within: None,
                limits: Limits::default(),
                seed: self.seed,
            };
            return match openings::generate(variant, &request, stop, &mut |_| ()) {
                // There are not that many; they come again.
                Err(openings::OpeningError::TooFew(count)) if count > 0 => {
                    let request = OpeningRequest { count, ..request };
                    Ok(openings::generate(variant, &request, stop, &mut |_| ())?)
                }
                other => Ok(other?),
            };
        };
        let text = fs::read_to_string(path).map_err(|error| Failure::file(path, error))?;
        let mut openings = openings::read(variant, &text)?;
        if !self.ordered {
            openings::shuffle(&mut openings, self.seed);
        }
        Ok(openings)
    }

    /// The file to record in, and what it says was played.
    fn record_file(
        &self,
        tournament: &Tournament,
    ) -> Result<(Option<RecordFile>, Scoreboard), Failure> {
        let failure = |path: &Path| {
            let path = path.to_owned();
            move |error| Failure::file(&path, error)
        };
        let (record_file, games) = match &self.record {
            None => (None, Vec::new()),
            Some(path) if self.resume => {
                let (record_file, games) = RecordFile::resume(path).map_err(failure(path))?;
                (Some(record_file), games)
            }
            Some(path) => (
                Some(RecordFile::create(path).map_err(failure(path))?),
                Vec::new(),
            ),
        };
        Ok((record_file, tournament.resume(&games)?))
    }
}

fn record(tournament: &Tournament, finished: &FinishedGame<'_>, start: &str) -> String {
    let players = [finished.pairing.white, finished.pairing.black];
    let participants = players.map(|player| &tournament.participants[player]);
    let header = GameHeader {
        number: finished.pairing.number,
        variant: tournament.variant,
        names: ByColor(participants.map(|participant| participant.name.as_str())),
        time_controls: ByColor(participants.map(|participant| participant.time_control)),
    };
    records::text(&header, finished.played, start)
}

fn bar(tournament: &Tournament, scoreboard: &Scoreboard) -> ProgressBar {
    let bar = ProgressBar::new(tournament.schedule.len() as u64);
    let style = ProgressStyle::with_template("{pos}/{len} {elapsed} (left {eta}) {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_position(scoreboard.finished() as u64);
    bar.set_message(report::line(tournament, scoreboard));
    bar
}
