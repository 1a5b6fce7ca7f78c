//! Conversion of search info and results from steps to texts.

use jabberwock_game::{Position, Step, Turn, Variant};
use jabberwock_search::{SearchInfo, SearchResult};

/// Returns the result with turns as texts.
pub(super) fn result_in_texts<V: Variant>(
    variant: V,
    position: &V::Position,
    result: &SearchResult<Turn>,
) -> SearchResult<String> {
    let ponder = result.ponder.as_ref().map(|reply| {
        let mut after = position.clone();
        jabberwock_game::play(&mut after, result.best.as_deref().unwrap_or_default());
        variant.turn_text(&after, reply)
    });
    SearchResult {
        best: result
            .best
            .as_ref()
            .map(|best| variant.turn_text(position, best)),
        ponder,
        score: result.score,
        depth: result.depth,
        nodes: result.nodes,
        elapsed: result.elapsed,
        failure: None,
    }
}

/// Returns the search info with its variation as turns.
pub(super) fn info_in_texts<V: Variant>(
    variant: V,
    position: &V::Position,
    info: &SearchInfo<Step>,
) -> SearchInfo<String> {
    SearchInfo {
        depth: info.depth,
        seldepth: info.seldepth,
        multi_pv: info.multi_pv,
        line_count: info.line_count,
        score: info.score,
        bound: info.bound,
        nodes: info.nodes,
        elapsed: info.elapsed,
        hashfull: info.hashfull,
        pv: turn_texts(variant, position, &info.pv),
    }
}

/// Returns the texts of the turns that `steps` make up; an incomplete last turn is omitted.
fn turn_texts<V: Variant>(variant: V, position: &V::Position, steps: &[Step]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut start = position.clone();
    let mut pos = position.clone();
    let mut turn = Turn::new();
    for &step in steps {
        pos.play(step);
        turn.push(step);
        if pos.at_turn_start() {
            texts.push(variant.turn_text(&start, &turn));
            turn.clear();
            start = pos.clone();
        }
    }
    texts
}
