//! The score bounds of refusals, compared with a plain search of every refusal.

use jabberwock_game::{Evaluate, Evaluator, Position as _, Score, Stage, Step, Variant};
use jabberwock_search::Refusals;
use jabberwock_variants::{
    chess::Chess,
    denial::{Layer, Position},
};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};

type Denial = Position<Chess>;

/// Alpha-beta without anything else.
struct PlainSearch {
    evaluator: <Layer<Chess> as Evaluate>::Evaluator,
    /// Whether score bounds replace the search of refusals.
    uses_bounds: bool,
    /// Refusals that were not searched.
    saved: u32,
}

/// Returns every legal step, a refusal first.
fn steps(pos: &Denial) -> Vec<Step> {
    let mut steps = Vec::new();
    for stage in Stage::ALL {
        pos.generate(stage, &mut steps);
    }
    steps.sort_by_key(|&step| pos.refusal() != Some(step));
    steps
}

impl PlainSearch {
    fn new(uses_bounds: bool) -> PlainSearch {
        PlainSearch {
            evaluator: Layer::hard(Chess).evaluator(),
            uses_bounds,
            saved: 0,
        }
    }

    /// Returns the score of `pos` for the side to move, and the best step. `before` holds the
    /// bounds for refusals of the turn that led here.
    fn search(
        &mut self,
        pos: &Denial,
        (mut alpha, beta): (Score, Score),
        depth: i32,
        before: &mut Refusals,
    ) -> (Score, Option<Step>) {
        if let Some(outcome) = pos.outcome() {
            return (Score(Score::MATE.0 * outcome.points_for(pos.turn())), None);
        }
        let steps = steps(pos);
        if steps.is_empty() {
            let points = pos.outcome_when_stuck().points_for(pos.turn());
            return (Score(Score::MATE.0 * points), None);
        }
        if depth == 0 {
            return (self.evaluator.evaluate(pos, 0), None);
        }
        let mut best = (-Score::INFINITE, None);
        let mut refusals = Refusals::default();
        for step in steps {
            let mut after = pos.clone();
            after.play(step);
            let is_refusal = self.uses_bounds && pos.refusal() == Some(step);
            let known = if is_refusal {
                lookup(before, &after, (alpha, beta), depth - 1)
            } else {
                None
            };
            self.saved += u32::from(known.is_some());
            let score = known.unwrap_or_else(|| {
                let window = if pos.turn() == after.turn() {
                    (alpha, beta)
                } else {
                    (-beta, -alpha)
                };
                let (score, answer) = self.search(&after, window, depth - 1, &mut refusals);
                if pos.turn() == after.turn() {
                    return score;
                }
                if is_refusal && -score > alpha {
                    before.add_upper_bound(score, after.table_key(), depth - 1);
                }
                if let Some(answer) = answer.filter(|_| is_refusal && -score < beta) {
                    before.add_lower_bound(score, answer, depth - 1);
                }
                -score
            });
            if score > best.0 {
                best = (score, Some(step));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Returns the score of a refusal for the refusing side, if the bounds of others prove that it is
/// outside the window.
fn lookup(
    known: &Refusals,
    after: &Denial,
    (alpha, beta): (Score, Score),
    depth: i32,
) -> Option<Score> {
    let lower = known.lower_bound(depth, |step| after.is_legal(step));
    let upper = known.upper_bound(depth);
    let fail_low = lower.map(|score| -score).filter(|&score| score <= alpha);
    let fail_high = upper.map(|score| -score).filter(|&score| score >= beta);
    fail_low.or(fail_high)
}

/// Returns a position a few random turns from one of several.
fn random_position(rng: &mut StdRng, game: Layer<Chess>) -> Denial {
    const STARTS: [&str; 5] = [
        "4k3/1p3p2/8/8/8/8/1P2P3/R3K3 w - - 0 1",
        "2r3k1/5ppp/8/8/8/8/4QPPP/6K1 b - - 0 1",
        "8/8/4k3/3p4/8/1B2K3/4P3/3q4 w - - 0 1",
        "n3k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
        "r1b1k3/pp6/8/3p4/4P3/8/PP6/R1B1K3 w - - 0 1",
    ];
    let mut pos = game
        .parse(STARTS.choose(rng).expect("there are some"))
        .expect("a valid position");
    for _ in 0..rng.random_range(0..8) {
        let Some(&step) = steps(&pos).choose(rng) else {
            break;
        };
        pos.play(step);
    }
    pos
}

/// Compares the scores with a full window and with zero windows around them. Returns how many
/// refusals were not searched.
fn compare(seed: u64, positions: u32, depth: i32) -> u32 {
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut plain, mut bounded) = (PlainSearch::new(false), PlainSearch::new(true));
    for _ in 0..positions {
        let game = match rng.random_range(0..4) {
            0 => Layer::hard(Chess),
            1 => Layer::hard(Chess).soft(),
            2 => Layer::hard(Chess).claim(),
            _ => Layer::hard(Chess).soft().claim(),
        };
        let pos = random_position(&mut rng, game);
        let full = (-Score::INFINITE, Score::INFINITE);
        let (value, _) = plain.search(&pos, full, depth, &mut Refusals::default());
        let (same, _) = bounded.search(&pos, full, depth, &mut Refusals::default());
        assert_eq!(value, same, "{}", game.text(&pos));
        for _ in 0..4 {
            let alpha = value + rng.random_range(-40..40);
            let (found, _) =
                bounded.search(&pos, (alpha, alpha + 1), depth, &mut Refusals::default());
            assert_eq!(found > alpha, value > alpha, "{}", game.text(&pos));
        }
    }
    bounded.saved
}

#[test]
fn bounds_of_refusals_do_not_change_the_score() {
    let saved = compare(1, 60, 3) + compare(2, 25, 4);
    assert!(saved > 5_000, "{saved}");
}

#[test]
#[ignore = "searches thousands of positions"]
fn bounds_of_refusals_do_not_change_the_score_in_many_positions() {
    compare(3, 1_000, 4);
    compare(4, 40, 5);
}
