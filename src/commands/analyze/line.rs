//! A principal variation as text and as JSON.

use jabberwock_engine::SearchInfo;
use jabberwock_game::Score;
use serde_json::{Value, json};

/// Returns a principal variation as a line of text.
pub(super) fn line_text(line: &SearchInfo<String>) -> String {
    format!(
        "depth {} seldepth {} multipv {} score {} nodes {} nps {} time {:.3} pv {}",
        line.depth,
        line.seldepth,
        line.multi_pv,
        line.score,
        line.nodes,
        line.nps(),
        line.elapsed.as_secs_f64(),
        line.pv.join(" "),
    )
}

/// Returns the same as JSON.
pub(super) fn described(line: &SearchInfo<String>) -> Value {
    let Score(centipawns) = line.score;
    let score = match line.score.mate_moves() {
        Some(moves) => json!({"mate": moves}),
        None => json!({"cp": centipawns}),
    };
    json!({
        "depth": line.depth,
        "seldepth": line.seldepth,
        "multipv": line.multi_pv,
        "score": score,
        "nodes": line.nodes,
        "nps": line.nps(),
        "time": line.elapsed.as_secs_f64(),
        "pv": line.pv,
    })
}
