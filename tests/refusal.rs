//! What the search concludes of one refusal from others, beside a plain search of every refusal.

use jabberwock_game::{Evaluate, Evaluator, Position as _, Score, Stage, Step, Variant};
use jabberwock_search::Refusals;
use jabberwock_variants::{
    chess::Chess,
    denial::{Layer, Position},
};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};

type Denial = Position<Chess>;

struct Plain {
    evaluator: <Layer<Chess> as Evaluate>::Evaluator,
    /// Whether refusals are looked up, and how many were not searched because of it.
    clever: bool,
    saved: u32,
}

/// Every legal step, a refusal first.
fn steps(pos: &Denial) -> Vec<Step> {
    let mut steps = Vec::new();
    for stage in Stage::ALL {
        pos.generate(stage, &mut steps);
    }
    steps.sort_by_key(|&step| pos.refusal() != Some(step));
    steps
}

impl Plain {
    fn new(clever: bool) -> Plain {
        Plain {
            evaluator: Layer::hard(Chess).evaluator(),
            clever,
            saved: 0,
        }
    }

    /// The value of `pos` for its player and the step it is reached by, as alpha-beta sees it and
    /// without anything else; `before` is what is known of the refusals of the turn that led here.
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
            return (self.evaluator.evaluate(pos), None);
        }
        let mut best = (-Score::INFINITE, None);
        let mut refusals = Refusals::default();
        for step in steps {
            let mut after = pos.clone();
            after.play(step);
            let refuses = self.clever && pos.refusal() == Some(step);
            let known = if refuses {
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
                if refuses && -score > alpha {
                    before.learn_most(score, after.table_key(), depth - 1);
                }
                if let Some(answer) = answer.filter(|_| refuses && -score < beta) {
                    before.learn_least(score, answer, depth - 1);
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

/// The value of a refusal, for who refuses, as far as others tell that it is outside the window.
fn lookup(
    known: &Refusals,
    after: &Denial,
    (alpha, beta): (Score, Score),
    depth: i32,
) -> Option<Score> {
    let least = known.at_least(depth, |step| after.is_legal(step));
    let most = known.at_most(depth);
    let useless = least.map(|score| -score).filter(|&score| score <= alpha);
    let enough = most.map(|score| -score).filter(|&score| score >= beta);
    useless.or(enough)
}

/// A position some random turns from one of these.
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
        .expect("a sound position");
    for _ in 0..rng.random_range(0..8) {
        let Some(&step) = steps(&pos).choose(rng) else {
            break;
        };
        pos.play(step);
    }
    pos
}

/// Compares the values in windows of all kinds.
fn compare(seed: u64, positions: u32, depth: i32) -> u32 {
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut plain, mut clever) = (Plain::new(false), Plain::new(true));
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
        let (same, _) = clever.search(&pos, full, depth, &mut Refusals::default());
        assert_eq!(value, same, "{}", game.text(&pos));
        for _ in 0..4 {
            let alpha = value + rng.random_range(-40..40);
            let (found, _) =
                clever.search(&pos, (alpha, alpha + 1), depth, &mut Refusals::default());
            assert_eq!(found > alpha, value > alpha, "{}", game.text(&pos));
        }
    }
    clever.saved
}

#[test]
fn refusals_that_are_not_searched_are_worth_what_is_said_of_them() {
    let saved = compare(1, 60, 3) + compare(2, 25, 4);
    assert!(saved > 5_000, "{saved}");
}

#[test]
#[ignore = "searches thousands of positions"]
fn refusals_that_are_not_searched_are_worth_what_is_said_of_them_in_many_positions() {
    compare(3, 1_000, 4);
    compare(4, 40, 5);
}
