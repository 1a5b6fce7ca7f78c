//! `annotate`: scores, best lines and marks in recorded games.

mod list;
mod output;

use std::{io::Write, path::PathBuf, time::Duration};

use clap::ArgGroup;
use indicatif::{ProgressBar, ProgressStyle};
use jabberwock_arena::{
    analysis::AnalysisError,
    annotate::{PlayerSummary, ReviewSettings, TurnReview, annotate, review, summary},
    records::{RecordedGame, games, read_file},
    shard::Shard,
};
use jabberwock_engine::{SearchRequest, memory::check_hash};
use jabberwock_game::{ByColor, Color, counted};
use jabberwock_search::Limits;
use serde::Serialize;

use self::output::Output;
use crate::{
    failure::Failure,
    interrupt::{is_interrupted, stop_on_interrupt},
    json::json,
    values::{self, seconds},
};

#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(group = ArgGroup::new("limit").args(["time", "nodes", "list"]).required(true).multiple(true))]
#[command(after_help = "\
Examples:
  jabberwock annotate games.pgn --nodes 100000 -o annotated.pgn
  jabberwock annotate games.pgn --time 0.5 --threads 4 --resume -o annotated.pgn

Every position of every game is searched. Each turn gets the score after it ({[%eval 0.35,12]}: pawns for
White, or #-3 for moves to mate, and the depth), and the best line as a variation where it begins with
another turn. A turn that gives away 5 % of the probability to win is marked ?!, one that gives away 10 %
?, one that gives away 15 % ??; the best turn is marked ! where every other one gives away 15 %, which
needs two lines (--multipv). What the marks mean, as numbers in PGN: $6, $2, $4, $1.
Marks, comments and variations of people stay; those of an earlier annotation, told by [%jabberwock ...], are
replaced.

Standard output has the losses of both players of each game, with --json an object a game, which holds
all turns too. Finished games are in the new file at once; Ctrl-C ends the run with them, and status 130.
The same command with --resume goes on, and moves a game that is not complete to FILE.incomplete. --shard divides a record among machines. A game that is cut or has an illegal turn is annotated up to
there; the reason is printed at the end, and the status is 2.")]
pub(crate) struct Args {
    /// A record of any game: PGN, of chess also by other programs
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Seconds to search each position
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// Nodes to search each position
    #[arg(long, value_name = "N", value_parser = values::number::<u64>(1..))]
    nodes: Option<u64>,
    /// Positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    threads: usize,
    /// Lines to find at each position; ! needs two
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = values::variations())]
    multipv: usize,
    /// Transposition table of each thread in mebibytes
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = values::mebibytes())]
    hash: usize,
    /// The new file for the annotated games
    #[arg(long, short, value_name = "OUT", required_unless_present = "list")]
    output: Option<PathBuf>,
    /// Go on after the games that are in the new file already
    #[arg(long)]
    resume: bool,
    /// Annotate only part K of N of the games: K, K + N, K + 2 N, ...
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Print what games the record has, without searching
    #[arg(long, conflicts_with_all = ["output", "resume"])]
    list: bool,
    /// Print a JSON object for each game
    #[arg(long)]
    json: bool,
}

/// The output of `--json` for a game.
#[derive(Serialize)]
struct ReviewedGame<'a> {
    game: usize,
    variant: &'static str,
    white: &'a str,
    black: &'a str,
    result: &'static str,
    problem: Option<String>,
    players: [PlayerSummary; 2],
    turns: &'a [TurnReview],
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(output) = &self.output else {
            return list::print(&self.file, self.shard, self.json, out);
        };
        check_hash(self.hash.saturating_mul(self.threads))?;
        let text = read_file(&self.file).map_err(|error| Failure::file(&self.file, error))?;
        let stop = stop_on_interrupt();
        let settings = self.settings();
        let annotator = self.annotator();
        let mut output = Output::open(output, self.resume, &annotator)?;
        let mut problems = Vec::new();
        let bar = progress_bar(&text, self.shard);
        let mut number = 0;
        for game in games(&text) {
            number += 1;
            if self.shard.is_some_and(|shard| !shard.has(number - 1)) {
                continue;
            }
            let mut game = match game {
                Ok(game) => game,
                Err(error) => {
                    problems.push(error);
                    continue;
                }
            };
            problems.extend(game.problem.clone());
            let positions = game.turns().len() as u64 + 1;
            if output.has(&game)? {
                bar.inc(positions);
                continue;
            }
            bar.set_message(format!("game {number}"));
            let reviewed = review(&game, &settings, &stop, &|| bar.inc(1));
            let turns = match reviewed {
                Ok(turns) => turns,
                Err(AnalysisError::Interrupted) => break,
                Err(AnalysisError::Search(failure) | AnalysisError::Turn(failure)) => {
                    return Err(Failure::Search(failure));
                }
            };
            annotate(&mut game, &turns, &annotator);
            output.append(&game)?;
            bar.suspend(|| self.print(number, &game, &turns, out))?;
        }
        bar.finish_and_clear();
        if !is_interrupted() {
            list::check_count(&self.file, number, self.shard)?;
        }
        if problems.is_empty() || is_interrupted() {
            return Ok(());
        }
        out.flush()?;
        Err(Failure::Record {
            path: self.file.display().to_string(),
            problems,
        })
    }

    fn settings(&self) -> ReviewSettings {
        ReviewSettings {
            request: SearchRequest {
                limits: Limits {
                    nodes: self.nodes,
                    move_time: self.time,
                    stop_at_mate: true,
                    ..Limits::default()
                },
                multi_pv: self.multipv,
                ..SearchRequest::default()
            },
            threads: self.threads,
            hash_mib: self.hash,
        }
    }

    /// Returns the value of the tag `Annotator`, from which a file is recognized as one of this
    /// run.
    fn annotator(&self) -> String {
        let time = self.time.map(|time| format!("{} s", time.as_secs_f64()));
        let nodes = self.nodes.map(|nodes| counted(nodes, "node"));
        let limits: Vec<String> = time.into_iter().chain(nodes).collect();
        let lines = counted(self.multipv, "line");
        format!("Jabberwock, {}, {lines}", limits.join(", "))
    }

    fn print(
        &self,
        number: usize,
        game: &RecordedGame,
        turns: &[TurnReview],
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let players = summary(turns);
        let names = ByColor(["White", "Black"].map(|color| game.tag(color).unwrap_or("?")));
        if self.json {
            let reviewed = ReviewedGame {
                game: number,
                variant: game.variant.name,
                white: names[Color::White],
                black: names[Color::Black],
                result: game.result.text(),
                problem: game.problem.as_ref().map(ToString::to_string),
                players: players.0,
                turns,
            };
            writeln!(out, "{}", json(&reviewed))?;
            return Ok(out.flush()?);
        }
        let result = game.result.text();
        writeln!(
            out,
            "game {number}: {}, {result}, {}",
            game.variant.name,
            counted(turns.len(), "turn")
        )?;
        for color in Color::ALL {
            let player = players[color];
            writeln!(
                out,
                "  {color} {}: average loss {:.1} % ({:.0} cp), {} ?!, {} ?, {} ??, {} !",
                names[color],
                player.average_loss * 100.0,
                player.centipawn_loss,
                player.inaccuracies,
                player.mistakes,
                player.blunders,
                player.good,
            )?;
        }
        Ok(out.flush()?)
    }
}

/// Returns a bar on standard error, if that is a terminal, over the positions of the record's
/// games, or of its shard.
fn progress_bar(text: &str, shard: Option<Shard>) -> ProgressBar {
    let bar = ProgressBar::no_length();
    if bar.is_hidden() {
        return bar;
    }
    let own = games(text).enumerate();
    let own = own.filter(|&(index, _)| shard.is_none_or(|shard| shard.has(index)));
    let positions = own.filter_map(|(_, game)| Some(game.ok()?.turns().len() as u64 + 1));
    bar.set_length(positions.sum());
    let style = ProgressStyle::with_template("{pos}/{len} positions {elapsed} (left {eta}) {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
