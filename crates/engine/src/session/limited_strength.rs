//! Searches of limited strength: their nodes are limited, and the turn is chosen among the best
//! ones. It is always a turn found by the search, so it is legal.

use std::{
    borrow::Cow,
    hash::{BuildHasher, RandomState},
};

use jabberwock_game::{Position, Score, Turn, legal_turns, perft::perft_bulk};
use jabberwock_search::{Bound, SearchInfo, SearchResult};
use jabberwock_variants::Entry;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::request::{SearchEvent, SearchRequest};
use crate::strength::LevelSettings;

/// The callback of a search.
pub(super) type Listener = Box<dyn FnMut(SearchEvent) + Send>;

/// The number of turns in a typical chess position.
const CHESS_TURNS: f64 = 32.0;

/// The advantage, in centipawns, of a forced mate without [`LevelSettings::is_exact_about_mates`].
const MATE_ADVANTAGE: i32 = 1_200;

/// A line of the latest iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    turn: String,
    reply: Option<String>,
    score: Score,
}

/// Returns the request to be searched and the listener of that search; both are unchanged at full
/// strength. Nodes are multiplied by `scale`.
pub(super) fn weakened<'a>(
    game: &Entry,
    request: &'a SearchRequest,
    mut listener: Listener,
    scale: impl FnOnce() -> f64,
) -> (Cow<'a, SearchRequest>, Listener) {
    let Some(strength) = request.strength else {
        return (Cow::Borrowed(request), listener);
    };
    let settings = strength.settings(game);
    let mut weaker = request.clone();
    let nodes = (f64::from(settings.nodes) * scale()) as u64;
    weaker.limits.nodes = Some(request.limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
    weaker.multi_pv = request.multi_pv.max(settings.candidates as usize);
    let seed = request.seed;
    let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    weaker.seed = Some(seed);
    let shown = request.multi_pv.max(1);
    let mut lines: Vec<Line> = Vec::new();
    let choosing = move |event| match event {
        SearchEvent::Info(mut info) => {
            record_line(&mut lines, &info);
            info.line_count = info.line_count.min(shown);
            if info.multi_pv <= shown {
                listener(SearchEvent::Info(info));
            }
        }
        SearchEvent::Result(mut result) => {
            choose(&mut result, std::mem::take(&mut lines), settings, seed);
            listener(SearchEvent::Result(result));
        }
        event @ (SearchEvent::RootStep(_) | SearchEvent::Plan(_)) => listener(event),
    };
    (Cow::Owned(weaker), Box::new(choosing))
}

/// Returns the factor of the node limit: the legal turns of `pos` relative to chess, at least 1.
/// With the limit of chess, games with many turns would never be searched two turns deep.
pub(super) fn breadth<P: Position>(pos: &P) -> f64 {
    (perft_bulk(pos, 1) as f64 / CHESS_TURNS).max(1.0)
}

/// Returns the legal turns of `pos` but `except`, without those that begin with an overlooked first
/// step; `overlooked` is the percentage of first steps, drawn by `seed`. `None` if no turn is
/// overlooked, or none would remain. In Hop Chess all turns with the same move of a piece have the
/// same first step.
pub(super) fn turns_not_overlooked<P: Position>(
    pos: &P,
    except: &[Turn],
    overlooked: u32,
    seed: u64,
) -> Option<Vec<Turn>> {
    if overlooked == 0 {
        return None;
    }
    // A random sequence independent of the one that chooses the turn.
    let mut rng = StdRng::seed_from_u64(!seed);
    let mut kept: Vec<Turn> = Vec::new();
    let mut last = None;
    let mut is_kept = true;
    let turns = legal_turns(pos).into_iter();
    for turn in turns.filter(|turn| !except.contains(turn)) {
        if last != turn.first().copied() {
            last = turn.first().copied();
            is_kept = rng.random_range(0..100) >= overlooked;
        }
        if is_kept {
            kept.push(turn);
        }
    }
    (!kept.is_empty()).then_some(kept)
}

/// Keeps the lines of the latest iteration.
fn record_line(lines: &mut Vec<Line>, info: &SearchInfo<String>) {
    if info.bound != Bound::Exact {
        return;
    }
    if info.multi_pv == 1 {
        lines.clear();
    }
    let mut pv = info.pv.iter().cloned();
    if let Some(turn) = pv.next() {
        lines.push(Line {
            turn,
            reply: pv.next(),
            score: info.score,
        });
    }
}

/// Replaces the best turn by that of one of `lines`.
fn choose(
    result: &mut SearchResult<String>,
    mut lines: Vec<Line>,
    settings: LevelSettings,
    seed: u64,
) {
    let Some(best) = result.best.clone().filter(|_| result.failure.is_none()) else {
        return;
    };
    // The turn of a watchdog need not be that of the first line.
    lines.retain(|line| line.turn != best);
    lines.insert(
        0,
        Line {
            turn: best,
            reply: result.ponder.clone(),
            score: result.score,
        },
    );
    lines.truncate(settings.candidates as usize);
    let weights = weights(&lines, settings);
    let mut rest = StdRng::seed_from_u64(seed).random_range(0..weights.iter().sum::<u64>());
    for (line, weight) in lines.into_iter().zip(weights) {
        if rest < weight {
            result.best = Some(line.turn);
            result.ponder = line.reply;
            result.score = line.score;
            return;
        }
        rest -= weight;
    }
}

/// Returns the weight of each line in the random choice, the best first: the square of the rest of
/// the tolerance.
fn weights(lines: &[Line], settings: LevelSettings) -> Vec<u64> {
    let is_exact = settings.is_exact_about_mates;
    let value = |line: &Line| match line.score {
        score if is_exact => score.0,
        Score(score) => score.clamp(-MATE_ADVANTAGE, MATE_ADVANTAGE),
    };
    let best = lines.first().map_or(0, value);
    let only_best = is_exact && lines.first().is_some_and(|line| line.score.is_win());
    let tolerance = settings.tolerance as i32;
    let weights = lines.iter().enumerate().map(|(index, line)| {
        let left = match index {
            0 => tolerance,
            _ if only_best => 0,
            _ => (tolerance - (best - value(line))).clamp(0, tolerance),
        };
        u64::from(left.unsigned_abs()).pow(2)
    });
    weights.collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jabberwock_game::{Score, Variant, legal_turns, play};
    use jabberwock_search::SearchResult;
    use jabberwock_variants::{chess::Chess, find, hop::Hop};

    use super::{Line, breadth, choose, turns_not_overlooked, weights};
    use crate::strength::{LEVELS, LevelSettings, Strength};

    fn line(turn: &str, score: Score) -> Line {
        Line {
            turn: turn.to_owned(),
            reply: None,
            score,
        }
    }

    fn level(level: u8) -> LevelSettings {
        let strength = Strength::of_level(level).unwrap();
        strength.settings(find("chess").unwrap())
    }

    #[test]
    fn nothing_beyond_the_tolerance_is_chosen_and_better_turns_more_often() {
        for settings in LEVELS.map(level) {
            let tolerance = settings.tolerance as i32;
            let lines = [20, 19, 20 - tolerance / 2, 20 - tolerance];
            let weights = weights(&lines.map(|score| line("a1a2", Score(score))), settings);
            assert!(weights.is_sorted_by(|a, b| a > b), "{weights:?}");
            assert_eq!(weights[3], 0);
        }
    }

    #[test]
    fn the_upper_half_never_passes_a_mate_over_nor_walks_into_one() {
        let winning = [Score::mate_in(1), Score::mate_in(3), Score(900)];
        let losing = [Score(-1_190), Score::mated_in(2)];
        for settings in LEVELS.filter(|&level| level >= 6).map(level) {
            let mates = weights(&winning.map(|score| line("a1a2", score)), settings);
            assert!(mates[0] > 0 && mates[1..] == [0, 0], "{mates:?}");
            let losses = weights(&losing.map(|score| line("a1a2", score)), settings);
            assert_eq!(losses[1], 0);
        }
        let losses = weights(&losing.map(|score| line("a1a2", score)), level(1));
        assert!(losses[1] > 0, "the lower half may");
    }

    #[test]
    fn turns_are_overlooked_among_those_that_are_not_excluded() {
        let start = Chess.start();
        let mut except = legal_turns(&start);
        let allowed = except.pop().expect("there are twenty");
        let mut seen = [false; 2];
        for seed in 0..20 {
            let kept = turns_not_overlooked(&start, &except, 50, seed);
            seen[usize::from(kept.is_some())] = true;
            assert!(kept.is_none_or(|kept| kept.as_slice() == [allowed.clone()]));
        }
        assert_eq!(seen, [true; 2]);
    }

    #[test]
    fn games_with_more_turns_get_more_nodes() {
        assert!((breadth(&Chess.start()) - 1.0).abs() < 1e-9);
        let mut hop = Hop.start();
        let turn = Hop.parse_turn(&hop, "e2e4").unwrap();
        play(&mut hop, &turn);
        let turns = legal_turns(&hop).len() as f64;
        assert!(turns > 600.0 && (breadth(&hop) * 32.0 - turns).abs() < 1e-6);
    }

    #[test]
    fn a_turn_found_after_the_last_line_is_a_candidate() {
        let mut result = SearchResult {
            best: Some("c1c2".to_owned()),
            ponder: Some("c8c7".to_owned()),
            score: Score(500),
            depth: 3,
            nodes: 9,
            elapsed: Duration::ZERO,
            failure: None,
        };
        let lines = vec![line("a1a2", Score(20)), line("c1c2", Score(-300))];
        choose(&mut result, lines, level(10), 7);
        assert_eq!(result.best.as_deref(), Some("c1c2"));
        assert_eq!(result.ponder.as_deref(), Some("c8c7"));
    }
}
