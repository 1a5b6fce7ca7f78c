//! `bench`: node counts at fixed depths.

use std::{collections::BTreeMap, fs, io::Write, path::Path};

use indicatif::{ProgressBar, ProgressStyle};
use jabberwock_engine::bench;
use jabberwock_search::StopToken;
use jabberwock_variants::{Entry, entries, find};
use serde_json::json;

use crate::{failure::Failure, interrupt::stop_on_interrupt};

/// The file of the node counts, relative to the repository's root.
const SIGNATURE: &str = "benches/signature.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  jabberwock bench hop

A line per game: name, nodes, seconds, nodes a second. The node counts depend on nothing but the
program, so a change of search, evaluation or rules shows in them.")]
pub(crate) struct Args {
    /// Names or aliases of games [default: all]
    variants: Vec<String>,
    /// Write the node counts to benches/signature.txt
    #[arg(long)]
    bless: bool,
    /// Print a JSON object per game
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut chosen: Vec<&'static Entry> = Vec::new();
        for name in &self.variants {
            chosen.push(find(name)?);
        }
        if chosen.is_empty() {
            chosen.extend(entries());
        }
        let stop = stop_on_interrupt();
        let mut counts = Vec::new();
        for entry in chosen {
            let tally = run(entry, &stop).map_err(|error| Failure::Bench(entry.name, error))?;
            let Some(tally) = tally else {
                return Ok(());
            };
            counts.push((entry.name, tally.nodes));
            let (name, nodes, nps) = (entry.name, tally.nodes, tally.nps());
            let seconds = tally.elapsed.as_secs_f64();
            if self.json {
                let line = json!({"variant": name, "nodes": nodes, "seconds": seconds, "nps": nps});
                writeln!(out, "{line}")?;
            } else {
                writeln!(out, "{name} {nodes} {seconds:.3} {nps}")?;
            }
            out.flush()?;
        }
        if self.bless {
            bless(&counts).map_err(|error| Failure::write(Path::new(SIGNATURE), error))?;
        }
        Ok(())
    }
}

fn run(entry: &'static Entry, stop: &StopToken) -> Result<Option<bench::Tally>, bench::BenchError> {
    let bar = ProgressBar::new(bench::positions(entry).count() as u64);
    let style = ProgressStyle::with_template("{prefix} {pos}/{len} {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_prefix(entry.name);
    let tally = bench::run(entry, stop, &mut |tally| {
        bar.set_position(tally.positions as u64);
    });
    bar.finish_and_clear();
    tally
}

/// Writes `counts` to the file, which keeps the lines of other variants.
fn bless(counts: &[(&str, u64)]) -> std::io::Result<()> {
    let before = fs::read_to_string(SIGNATURE).unwrap_or_default();
    let mut lines: BTreeMap<&str, String> = before
        .lines()
        .filter_map(|line| Some((line.split_once(' ')?.0, line.to_owned())))
        .collect();
    for &(name, nodes) in counts {
        lines.insert(name, format!("{name} {nodes}"));
    }
    let text: String = entries()
        .iter()
        .filter_map(|entry| lines.get(entry.name))
        .flat_map(|line| [line, "\n"])
        .collect();
    fs::write(SIGNATURE, text)
}
