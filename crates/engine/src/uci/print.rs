//! The engine's output: formats values as lines of UCI.

use std::io::{self, Write};

use jabberwock_game::{Color, Outcome, shortened};
use jabberwock_planner::PlanReport;
use jabberwock_search::{Bound, RootStep, SearchInfo, SearchResult};
use jabberwock_variants::{Entry, entries};

use crate::{
    options::{Offered, OptionKind, Options, offered_by},
    protocol::help,
    session::Session,
    win_model::{WinDrawLoss, WinModel},
};

/// Writes the answer to `uci`; `default` is the initial variant.
pub(super) fn identity(out: &mut dyn Write, default: &Entry) -> io::Result<()> {
    writeln!(out, "id name Jabberwock {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "id author Jabberwock developers")?;
    let defaults = Options::default();
    for spec in offered_by(Offered::Uci) {
        write!(out, "option name {} type ", spec.name)?;
        match spec.kind {
            OptionKind::Spin { min, max, get, .. } => {
                writeln!(out, "spin default {} min {min} max {max}", get(&defaults))?;
            }
            OptionKind::Check { get, .. } => writeln!(out, "check default {}", get(&defaults))?,
            OptionKind::Choice { values, .. } => {
                write!(out, "combo default {}", values[0])?;
                for value in values {
                    write!(out, " var {value}")?;
                }
                writeln!(out)?;
            }
            OptionKind::Position => writeln!(out, "string default <empty>")?,
            OptionKind::ClearHash | OptionKind::ShowPosition => writeln!(out, "button")?,
            OptionKind::Variant => {
                write!(out, "combo default {}", default.name)?;
                for entry in entries() {
                    write!(out, " var {}", entry.name)?;
                }
                writeln!(out)?;
            }
        }
    }
    writeln!(out, "uciok")
}

/// Writes the reply to a rejected command; `text` is shortened.
pub(super) fn error(
    out: &mut dyn Write,
    reason: &dyn std::fmt::Display,
    text: &str,
) -> io::Result<()> {
    writeln!(out, "info string Error ({reason}): {}", shortened(text))
}

/// Writes a principal variation, with a `model` including the probabilities of the results.
pub(super) fn info(
    out: &mut dyn Write,
    info: &SearchInfo<String>,
    model: Option<WinModel>,
) -> io::Result<()> {
    let wdl = wdl(model.map(|model| model.probabilities(info.score)));
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    writeln!(
        out,
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {} hashfull {} time {} pv {}",
        info.depth,
        info.seldepth,
        info.multi_pv,
        info.score,
        info.nodes,
        info.nps(),
        info.hashfull,
        info.elapsed.as_millis(),
        info.pv.join(" "),
    )
}

/// Returns the probabilities of the results after a score, if they are to be printed.
fn wdl(probabilities: Option<WinDrawLoss>) -> String {
    probabilities.map_or_else(String::new, |WinDrawLoss { win, draw, loss }| {
        format!(" wdl {win} {draw} {loss}")
    })
}

/// Writes the turn that a long search is about to search, or its first step.
pub(super) fn root_step(out: &mut dyn Write, root: &RootStep<String>) -> io::Result<()> {
    let RootStep {
        depth,
        step,
        number,
    } = root;
    writeln!(
        out,
        "info depth {depth} currmove {step} currmovenumber {number}"
    )
}

/// Writes the reasons for a planned turn.
pub(super) fn plan(out: &mut dyn Write, plan: &PlanReport) -> io::Result<()> {
    writeln!(out, "info string plan {plan}")
}

/// Writes the result of a search.
pub(super) fn result(out: &mut dyn Write, result: &SearchResult<String>) -> io::Result<()> {
    if let Some(failure) = &result.failure {
        error(out, &"the search broke down", failure)?;
    }
    match (&result.best, &result.ponder) {
        (Some(best), Some(ponder)) => writeln!(out, "bestmove {best} ponder {ponder}"),
        (Some(best), None) => writeln!(out, "bestmove {best}"),
        (None, _) => writeln!(out, "bestmove (none)"),
    }
}

/// Writes the outcome of a game, and its value for the player to move; with `show_wdl` also as
/// probabilities.
pub(super) fn outcome(
    out: &mut dyn Write,
    outcome: Outcome,
    mover: Color,
    show_wdl: bool,
) -> io::Result<()> {
    let score = outcome.score_for(mover, 0);
    let [win, draw, loss] = match outcome.points_for(mover) {
        0 => [0, 1000, 0],
        points if points > 0 => [1000, 0, 0],
        _ => [0, 0, 1000],
    };
    let wdl = wdl(show_wdl.then_some(WinDrawLoss { win, draw, loss }));
    writeln!(out, "info string {outcome}")?;
    writeln!(out, "info depth 0 score {score}{wdl}")
}

/// Writes that games can no longer be recorded.
pub(super) fn record_failure(out: &mut dyn Write, failure: &str) -> io::Result<()> {
    writeln!(out, "info string Error: {failure}")
}

/// Writes the answer to `help`.
pub(super) fn help(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(help::UCI.as_bytes())
}

/// Writes the answer to `eval`.
pub(super) fn evaluation(out: &mut dyn Write, session: &dyn Session) -> io::Result<()> {
    let evaluation = session.evaluation();
    for row in evaluation.rows() {
        writeln!(out, "{row}")?;
    }
    let mover = session.turn();
    writeln!(out, "Evaluation: {} for {mover}", evaluation.total)
}
