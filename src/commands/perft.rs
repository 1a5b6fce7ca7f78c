//! `perft`: counting turns.

use std::{
    fmt,
    io::{self, Write},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use indicatif::ProgressBar;
use jabberwock_engine::{ListedTurns, Session, TooDeepToCount, TooManyTurns};
use jabberwock_game::perft::MAX_DEPTH;
use jabberwock_search::StopToken;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use crate::{failure::Failure, interrupt::on_interrupt, position_args::PositionArgs, values};

/// Stack size of a counting thread in bytes: enough for the greatest depth.
const STACK_SIZE: usize = 16 << 20;

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  jabberwock perft chess 6 --threads 2")]
pub(crate) struct Args {
    #[command(flatten)]
    game: PositionArgs,
    /// The deepest count, in turns
    #[arg(value_parser = values::number::<u32>(1..=u64::from(MAX_DEPTH)))]
    depth: u32,
    /// List the count behind each turn, for the greatest depth
    #[arg(long)]
    divide: bool,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    threads: usize,
    /// Print a JSON object per depth
    #[arg(long)]
    json: bool,
}

/// A number of sequences, as JSON a text if it is too large for a number.
#[derive(Serialize)]
#[serde(untagged)]
enum Nodes {
    Number(u64),
    Text(String),
}

impl fmt::Display for Nodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nodes::Number(nodes) => write!(f, "{nodes}"),
            Nodes::Text(nodes) => f.write_str(nodes),
        }
    }
}

/// The count to one depth.
#[derive(Serialize)]
struct Count {
    depth: u32,
    nodes: Nodes,
    seconds: f64,
    nps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<Vec<(String, u64)>>,
}

/// A message to the main thread.
enum Message {
    Counted(Count),
    Failed(Failure),
    Interrupted,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (sender, receiver) = mpsc::channel();
        let started = self.start(self.game.open()?, sender.clone());
        started.map_err(|error| Failure::Search(format!("no thread: {error}")))?;
        on_interrupt(move || {
            // This fails only when the program is ending.
            sender.send(Message::Interrupted).ok();
        });
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(200));
        for depth in 1..=self.depth {
            bar.set_message(format!("depth {depth}"));
            match receiver.recv() {
                Ok(Message::Counted(count)) => bar.suspend(|| self.print(&count, out))?,
                Ok(Message::Failed(failure)) => {
                    bar.finish_and_clear();
                    return Err(failure);
                }
                Ok(Message::Interrupted) | Err(_) => break,
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Counts on a separate thread, which may be interrupted by the end of the program.
    fn start(
        &self,
        mut session: Box<dyn Session>,
        sender: mpsc::Sender<Message>,
    ) -> io::Result<()> {
        let (depths, divide, threads) = (1..=self.depth, self.divide, self.threads);
        let run = move || {
            let parallel = threads > 1 && session.listed_turns().is_some();
            let pool = parallel.then(|| pool(threads)).flatten();
            for depth in depths.clone() {
                let divide = divide && depth == *depths.end();
                let message = if session.listed_turns().is_some() {
                    count(session.as_mut(), depth, divide, pool.as_ref())
                        .map_or_else(|error| Message::Failed(error.into()), Message::Counted)
                } else {
                    count_unlisted(session.as_ref(), depth, divide)
                };
                let last = matches!(message, Message::Failed(_));
                if sender.send(message).is_err() || last {
                    return;
                }
            }
        };
        let builder = thread::Builder::new().stack_size(STACK_SIZE);
        builder.spawn(run).map(|_| ())
    }

    fn print(&self, count: &Count, out: &mut dyn Write) -> Result<(), Failure> {
        if self.json {
            serde_json::to_writer(&mut *out, count).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            for (turn, nodes) in count.turns.iter().flatten() {
                writeln!(out, "{turn} {nodes}")?;
            }
            let Count {
                depth,
                nodes,
                seconds,
                nps,
                ..
            } = count;
            writeln!(out, "{depth} {nodes} {seconds:.3} {nps}")?;
        }
        Ok(out.flush()?)
    }
}

/// Returns a pool of threads; without one the count is made on one thread.
fn pool(threads: usize) -> Option<ThreadPool> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_SIZE)
        .build();
    pool.inspect_err(|error| log::warn!("one thread only: {error}"))
        .ok()
}

fn count(
    session: &mut dyn Session,
    depth: u32,
    divide: bool,
    pool: Option<&ThreadPool>,
) -> Result<Count, TooManyTurns> {
    let start = Instant::now();
    let turns = match pool {
        Some(pool) => {
            let session = &mut *session;
            let divide = move || session.listed_turns().map(|turns| turns.divide(depth));
            pool.install(divide).transpose()?
        }
        None if divide => Some(by_turn(session, depth)?),
        None => None,
    };
    let nodes = match &turns {
        Some(turns) => turns.iter().map(|(_, nodes)| nodes).sum(),
        None => perft(session, depth),
    };
    let seconds = start.elapsed().as_secs_f64();
    Ok(Count {
        depth,
        nodes: Nodes::Number(nodes),
        seconds,
        nps: (nodes as f64 / seconds.max(1e-9)) as u64,
        turns: turns.filter(|_| divide),
    })
}

/// Returns the count in a game whose turns are not listed.
fn count_unlisted(session: &dyn Session, depth: u32, divide: bool) -> Message {
    if divide {
        let problem = "--divide: the turns of a game of games cannot be listed one by one";
        return Message::Failed(Failure::Options(problem.to_owned()));
    }
    let start = Instant::now();
    // An interrupt ends the program, and this thread with it.
    let Some(text) = session.perft_text(depth, &StopToken::new()) else {
        return Message::Failed(TooDeepToCount(depth).into());
    };
    let seconds = start.elapsed().as_secs_f64();
    let number: Option<u64> = text.parse().ok();
    Message::Counted(Count {
        depth,
        // They are counted at once, none is made.
        nps: 0,
        nodes: number.map_or(Nodes::Text(text), Nodes::Number),
        seconds,
        turns: None,
    })
}

/// Returns the number of sequences of `depth` turns in a game whose turns are listed.
fn perft(session: &dyn Session, depth: u32) -> u64 {
    let turns = session.listed_turns();
    turns.map_or(0, |turns| turns.perft(depth, true))
}

/// Returns the count behind each turn, one after another.
fn by_turn(session: &mut dyn Session, depth: u32) -> Result<Vec<(String, u64)>, TooManyTurns> {
    let mut counts = Vec::new();
    let turns = session.listed_turns().map(ListedTurns::legal_turns);
    for turn in turns.transpose()?.into_iter().flatten() {
        if session.play(&turn).is_ok() {
            counts.push((turn, perft(session, depth - 1)));
            session.undo();
        }
    }
    Ok(counts)
}
