//! `analyze`: searches a position and prints its lines.

mod file;
mod line;

use std::{io::Write, path::PathBuf, sync::mpsc, time::Duration};

use jabberwock_engine::{
    PlanReport, SearchError, SearchEvent, SearchInfo, SearchRequest, memory::check_hash,
};
use jabberwock_search::{Bound, Limits, Settings};
use serde_json::json;

use self::{
    file::FileAnalysis,
    line::{described, line_text},
};
use crate::{
    failure::Failure,
    interrupt::on_interrupt,
    position_args::PositionArgs,
    values::{self, seconds},
};

/// Search time if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

#[derive(Debug, clap::Args)]
#[command(mut_arg("variant", |arg| arg.required(false).required_unless_present("file")))]
#[command(after_help = "\
Examples:
  jabberwock analyze hop --time 5
  jabberwock analyze mega --draft '{a1=e2e4;b1=g1f3}'
  jabberwock analyze hop --file positions.txt --nodes 100000 --threads 2
  jabberwock analyze --file games.pgn --depth 10

A line per finished depth and variation: depth, deepest turn, score in centipawns (cp) or moves to
mate for the player to move, nodes, nodes a second, seconds, variation. The last line is `best T`, after
`outcome ...` if the game is over: draws by count or material leave turns to be searched.
Several limits may be given; the first that is reached ends the search. Without any it takes five
seconds. It ends when every variation is a proven mate, unless `--go-on` is given. Ctrl-C ends it
with what it has. In mega-games `plan ...` follows: the turn on each board, its score and reason,
and the best boards left alone; with --json as data. A draft is a turn that may lack boards, at every
level: only turns that contain it are considered.

With --file every position of the file is searched, on one thread each and as many at the same time as
--threads says: one position a line, in chess and Chess960 also EPD, or all positions of the games of a
record (PGN). What is found is printed for each as it is ready, after `line N` or `game N ply N`. Lines that are no positions are named
at the end, and the status is 2.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: PositionArgs,
    /// Search every position of this file: one a line, in chess also EPD; or a record (PGN)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "draft"])]
    file: Option<PathBuf>,
    /// Seconds to search
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// Deepest iteration, in plies
    #[arg(long, value_name = "D", value_parser = values::number::<u32>(1..))]
    depth: Option<u32>,
    /// Nodes to search
    #[arg(long, value_name = "N", value_parser = values::number::<u64>(1..))]
    nodes: Option<u64>,
    /// Stop at a mate in N moves or fewer
    #[arg(long, value_name = "N", value_parser = values::number::<u32>(1..))]
    mate: Option<u32>,
    /// Search on after every variation is a proven mate
    #[arg(long)]
    go_on: bool,
    /// Variations to find
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = values::variations())]
    multipv: usize,
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    threads: usize,
    /// Transposition table in mebibytes; with --file, of each thread
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = values::mebibytes())]
    hash: usize,
    /// In mega-games: plan around this part of a turn, like {a1=e2e4;b1=g1f3}
    #[arg(long, value_name = "TURN")]
    draft: Option<String>,
    /// Print JSON objects
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(path) = &self.file {
            check_hash(self.hash.saturating_mul(self.threads))?;
            let analysis = FileAnalysis {
                path,
                variant: self.game.variant.as_deref(),
                request: self.request(),
                threads: self.threads,
                hash_mib: self.hash,
                json: self.json,
            };
            return analysis.run(out);
        }
        check_hash(self.hash)?;
        let mut session = self.game.open()?;
        session.configure(Settings {
            threads: self.threads,
            hash_mib: self.hash,
            move_overhead: Duration::ZERO,
        });
        let (sender, receiver) = mpsc::channel();
        let thinking = session.start_search(
            &self.request(),
            Box::new(move |event| {
                // This fails only when the program is ending.
                sender.send(event).ok();
            }),
        );
        let thinking = thinking.map_err(|error| match error {
            SearchError::Turn(error) => Failure::Turn(error),
            other => Failure::Search(other.to_string()),
        })?;
        let stop_token = thinking.stop_token();
        on_interrupt(move || stop_token.stop());
        for event in receiver {
            match event {
                SearchEvent::Info(line) if line.bound == Bound::Exact => self.print(&line, out)?,
                SearchEvent::Info(_) | SearchEvent::RootStep(_) => {}
                SearchEvent::Plan(plan) => self.print_plan(&plan, out)?,
                SearchEvent::Result(result) => {
                    if let Some(failure) = result.failure {
                        return Err(Failure::Search(failure));
                    }
                    let outcome = session.outcome().map(|outcome| outcome.to_string());
                    if self.json {
                        let last = json!({"best": result.best, "outcome": outcome});
                        writeln!(out, "{last}")?;
                    } else {
                        if let Some(outcome) = outcome {
                            writeln!(out, "outcome {outcome}")?;
                        }
                        let best = result.best.as_deref().unwrap_or("none");
                        writeln!(out, "best {best}")?;
                    }
                }
            }
        }
        Ok(())
    }

    fn request(&self) -> SearchRequest {
        SearchRequest {
            limits: self.limits(),
            multi_pv: self.multipv,
            draft: self.draft.clone(),
            ..SearchRequest::default()
        }
    }

    fn limits(&self) -> Limits {
        let bounded = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            stop_at_mate: !self.go_on,
            move_time: self.time.or((!bounded).then_some(DEFAULT_TIME)),
            ..Limits::default()
        }
    }

    fn print_plan(&self, plan: &PlanReport, out: &mut dyn Write) -> Result<(), Failure> {
        if self.json {
            writeln!(out, "{}", json!({"plan": plan}))?;
        } else {
            writeln!(out, "plan {plan}")?;
        }
        Ok(out.flush()?)
    }

    fn print(&self, line: &SearchInfo<String>, out: &mut dyn Write) -> Result<(), Failure> {
        if self.json {
            writeln!(out, "{}", described(line))?;
        } else {
            writeln!(out, "{}", line_text(line))?;
        }
        Ok(out.flush()?)
    }
}
