//! What the engine says: values to lines of UCI.

use std::io::{self, Write};

use jabberwock_game::{Color, Outcome, Score};
use jabberwock_planner::PlanReport;
use jabberwock_search::Bound;
use jabberwock_variants::entries;

use crate::{
    SearchInfo, SearchResult, Session,
    options::{Kind, Offered, Options, offered_by},
    protocol::shortened,
};

/// The answer to `uci`.
pub(super) fn identity(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "id name Jabberwock {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "id author Jabberwock developers")?;
    let defaults = Options::default();
    for spec in offered_by(Offered::Uci) {
        write!(out, "option name {} type ", spec.name)?;
        match spec.kind {
            Kind::Spin { min, max, get, .. } => {
                writeln!(out, "spin default {} min {min} max {max}", get(&defaults))?;
            }
            Kind::Check { get, .. } => writeln!(out, "check default {}", get(&defaults))?,
            Kind::ClearHash => writeln!(out, "button")?,
            Kind::Variant => {
                write!(out, "combo default {}", super::default_variant().name)?;
                for entry in entries() {
                    write!(out, " var {}", entry.name)?;
                }
                writeln!(out)?;
            }
        }
    }
    writeln!(out, "uciok")
}

/// Something could not be understood or done; `text` is shortened.
pub(super) fn error(
    out: &mut dyn Write,
    reason: &dyn std::fmt::Display,
    text: &str,
) -> io::Result<()> {
    writeln!(out, "info string Error ({reason}): {}", shortened(text))
}

/// A line found by a search.
pub(super) fn analysis(out: &mut dyn Write, line: &SearchInfo<String>) -> io::Result<()> {
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    writeln!(
        out,
        "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {} hashfull {} time {} pv {}",
        line.depth,
        line.seldepth,
        line.multi_pv,
        line.score,
        line.nodes,
        line.nps(),
        line.hashfull,
        line.elapsed.as_millis(),
        line.pv.join(" "),
    )
}

/// Why a planned turn was chosen.
pub(super) fn plan(out: &mut dyn Write, plan: &PlanReport) -> io::Result<()> {
    writeln!(out, "info string plan {plan}")
}

/// The end of a search.
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

/// The value of a game that is over, for the player to move.
pub(super) fn over(out: &mut dyn Write, outcome: Outcome, mover: Color) -> io::Result<()> {
    let score = match outcome.points_for(mover) {
        0 => Score::DRAW,
        points if points > 0 => Score::mate_in(0),
        _ => Score::mated_in(0),
    };
    writeln!(out, "info string {outcome}")?;
    writeln!(out, "info depth 0 score {score}")
}

/// The answer to `d`.
pub(super) fn position(out: &mut dyn Write, session: &dyn Session) -> io::Result<()> {
    writeln!(out, "{}", session.drawing().trim_end())?;
    writeln!(out)?;
    writeln!(out, "Variant: {}", session.entry().name)?;
    writeln!(out, "Position: {}", session.position())?;
    if session.is_check() {
        writeln!(out, "Check: {}", session.turn())?;
    }
    match session.outcome() {
        Some(outcome) => writeln!(out, "Outcome: {outcome}"),
        None => Ok(()),
    }
}

/// The answer to `eval`.
pub(super) fn evaluation(out: &mut dyn Write, session: &dyn Session) -> io::Result<()> {
    let evaluation = session.evaluation();
    for term in &evaluation.terms {
        writeln!(
            out,
            "{:<24} {:>8.1} {:>8.1}",
            term.name, term.white, term.black
        )?;
    }
    let mover = session.turn();
    writeln!(out, "Evaluation: {} for {mover}", evaluation.total)
}
