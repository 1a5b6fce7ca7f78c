//! The options of `match`.

use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

use clap::builder::TypedValueParser as _;
use jabberwock_arena::{
    adjudication::AdjudicationRule, player::PlayerSpec, schedule::MAX_GAMES, shard::Shard,
    time_control::ClockSettings,
};

use crate::values::{self, seconds, seconds_or_zero};

#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
#[command(after_help = "\
Example:
  jabberwock match --variant hop --player self --player random --games 20 --st 0.1

A new build against an old one, until a sequential test decides which is stronger:
  jabberwock match --variant hop --player self,name=new \\
    --player \"cmd=./old/jabberwock,proto=uci,name=old,option.Hash=16\" --games 20000 --tc 1+0.01 \\
    --openings tuning/openings/hop.txt --concurrency 2 \\
    --sprt --elo0 0 --elo1 5 --record games.pgn --seed 1

A player is
  self          this program's search
  level-N       this program's search at a level from 1 to 10, without a clock
  random        plays random steps, without a clock
  material-N    searches N turns ahead and counts material, without a clock
  lowest-N      in mega-games: searches N plies ahead on the lowest boards, without a clock
  mcts          plain UCT with random playouts
  cmd=COMMAND   another program

It may have options of its own, after commas (self,name=new,nodes=500):
  name=NAME  tc=.. st=.. nodes=.. depth=..  option.NAME=VALUE  restart=on
  for self weights=FILE  params=FILE  (in the format of the game's weights.txt and search.txt,
           or what tune spsa writes)
           net=FILE|none  (a network written by tune network, or the evaluation without one)
  and for programs proto=uci|cecp|auto  dir=FOLDER  init=LINE
           ponder=on  (think in the opponent's time)

Each opening is played twice, with colors exchanged. A player that crashes, makes an illegal turn,
exceeds its time or does not answer loses the game; its program is then restarted.

Into a pipe or a file, standard output has a line for every finished game, a table after every N games
(--report) and the final table; on a terminal there is a progress bar and the final table. With --json,
standard output has one JSON object, the final results; lines and tables go to standard error, if that is
not a terminal.

On several machines, each plays a part of the match with --shard; the same command, with another K,
plays the others. The records are then joined:
  jabberwock match --variant hop --player self --player mcts --games 200 --shard 2/4 --record games-2.pgn
  jabberwock match --join games-*.pgn
A shard plays all its games: --sprt is of all parts, and --join says whether it is decided (--sprt with
--join tests other hypotheses). Parts that are missing are named; parts of different matches are refused.

Ctrl-C ends the match: the results so far are printed, and the exit status is 130. With --record, the
same command with --resume continues the match.")]
pub(crate) struct Args {
    /// Name or alias of the game
    #[arg(long, value_name = "NAME", required_unless_present = "join")]
    pub(super) variant: Option<String>,
    /// A player; give at least two
    #[arg(
        long = "player",
        value_name = "PLAYER",
        required_unless_present = "join"
    )]
    pub(super) players: Vec<PlayerSpec>,
    /// Games of each pairing; they come in pairs, so an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = values::number::<usize>(1..=MAX_GAMES as u64))]
    pub(super) games: usize,
    /// Pair every player with every other, rather than the first with the others
    #[arg(long)]
    pub(super) round_robin: bool,
    /// A clock: SECONDS+INCREMENT, or TURNS/SECONDS+INCREMENT [default: 1+0.01]
    #[arg(long, value_name = "CONTROL", conflicts_with = "st")]
    pub(super) tc: Option<ClockSettings>,
    /// Exact time for a turn, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(super) st: Option<Duration>,
    /// Nodes for a turn
    #[arg(long, value_name = "N", value_parser = values::number::<u64>(1..))]
    pub(super) nodes: Option<u64>,
    /// Depth for a turn, in plies
    #[arg(long, value_name = "D", value_parser = values::number::<u32>(1..))]
    pub(super) depth: Option<u32>,
    /// Seconds by which the time may be exceeded
    #[arg(long, value_name = "S", default_value = "0", value_parser = seconds_or_zero)]
    pub(super) margin: Duration,
    /// Seconds beyond its time after which a player without an answer has lost
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    pub(super) patience: Duration,
    /// File of openings: a position or turns from the start a line, in chess also EPD; or a record
    /// (PGN) [default: random turns]
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Use the openings in the order of the file rather than a random one
    #[arg(long)]
    pub(super) ordered: bool,
    /// Without a file: random turns of an opening; 0 starts every game from the start position
    #[arg(long, value_name = "N", default_value_t = 4, conflicts_with = "openings",
          value_parser = values::number::<usize>(0..=1000))]
    pub(super) plies: usize,
    /// Seed of openings and random choices
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = values::number::<u64>(0..))]
    pub(super) seed: u64,
    /// Games played at the same time
    #[arg(long, visible_alias = "threads", value_name = "N", default_value = "1",
          value_parser = values::number::<usize>(1..).try_map(NonZeroUsize::try_from))]
    pub(super) concurrency: NonZeroUsize,
    /// Sequential test: stop when the first player is found stronger than --elo0, or not by --elo1
    #[arg(long, conflicts_with = "round_robin")]
    pub(super) sprt: bool,
    /// The lesser difference of the test, in normalized Elo
    #[arg(long, value_name = "E", default_value_t = 0.0, requires = "sprt")]
    pub(super) elo0: f64,
    /// The greater difference of the test, in normalized Elo
    #[arg(long, value_name = "E", default_value_t = 5.0, requires = "sprt")]
    pub(super) elo1: f64,
    /// Probability that the test accepts --elo1 where --elo0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    pub(super) alpha: f64,
    /// Probability that the test accepts --elo0 where --elo1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    pub(super) beta: f64,
    /// Adjudicate a draw when scores were even for some turns: turns=8,score=10,after=80
    #[arg(long, value_name = "RULE")]
    pub(super) draw: Option<AdjudicationRule>,
    /// Adjudicate a loss when a player's scores were lost: turns=4,score=800,after=0
    #[arg(long, value_name = "RULE")]
    pub(super) resign: Option<AdjudicationRule>,
    /// Adjudicate a draw after N turns
    #[arg(long, value_name = "N", value_parser = values::number::<usize>(1..))]
    pub(super) longest: Option<usize>,
    /// Write every game to this new file, as PGN; turns are native, moves of chess in standard
    /// notation
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,
    /// Continue the match in the file of --record
    #[arg(long, requires = "record")]
    pub(super) resume: bool,
    /// Games after which an interim table is printed; 0 for none
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = values::number::<usize>(0..))]
    pub(super) report: usize,
    /// Play only part K of N of the match: the pairs of games K, K + N, K + 2 N, ...
    #[arg(long, value_name = "K/N")]
    pub(super) shard: Option<Shard>,
    /// Print who plays whom with which opening, without playing; with --resume, in the games that
    /// the record does not have
    #[arg(long)]
    pub(super) pairings: bool,
    /// Print the results of a match from its records, instead of playing
    #[arg(long, value_name = "RECORD", num_args = 1.., conflicts_with_all = [
        "variant", "players", "games", "round_robin", "tc", "st", "nodes", "depth", "margin", "patience",
        "openings", "ordered", "plies", "seed", "concurrency", "draw", "resign", "longest", "record",
        "resume", "report", "shard", "pairings",
    ])]
    pub(super) join: Option<Vec<PathBuf>>,
    /// Print the results as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Show the match in the browser, at an address that is printed on standard error
    /// [default port: 8157, or any other that is free]
    #[cfg(feature = "board")]
    #[expect(clippy::option_option, reason = "the value may be left out")]
    #[arg(long, value_name = "PORT", value_parser = values::number::<u16>(1..=u64::from(u16::MAX)),
          conflicts_with_all = ["pairings", "join"])]
    pub(super) board: Option<Option<u16>>,
}
