//! Searches that stop in the middle of an iteration: the last line reported is that of the turn
//! played, and a reply is expected even where that line is only this turn.

use std::time::Duration;

use jabberwock_game::{Evaluate, GameHistory, Position, Score, Step, Variant, is_legal_turn, play};
use jabberwock_search::{Bound, Limits, Request, Searcher, Settings, StopToken};
use jabberwock_variants::{Entry, Visitor, chess::Chess, entries};

/// Returns a search of `position` alone.
fn request<P: Position>(position: &P, limits: Limits, multi_pv: usize) -> Request<P> {
    Request {
        history: GameHistory::new(position.key()),
        position: position.clone(),
        limits,
        multi_pv,
        only: None,
        except: Vec::new(),
    }
}

/// The last report of a search of one position, and whether it was of an unfinished iteration.
struct Reported<'a> {
    entry: &'static Entry,
    start: &'a str,
    multi_pv: usize,
}

impl Visitor for Reported<'_> {
    /// The number of searches whose last line is of an unfinished iteration, of those that had
    /// failed high in it before, and of those that expect a reply to a line of one turn.
    type Output = [u32; 3];

    fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> [u32; 3] {
        let position = variant.parse(self.start).unwrap();
        let mut searcher = Searcher::new(variant, Settings::default());
        searcher.set_bound_report_delay(Duration::ZERO);
        let mut counts = [0; 3];
        for nodes in (500..8000).step_by(500) {
            searcher.clear();
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let request = request(&position, limits, self.multi_pv);
            let mut last: Option<(Score, Vec<Step>, u32)> = None;
            let mut highest = 0;
            let result = searcher.search(&request, &StopToken::new(), &mut |info| {
                if info.multi_pv == 1 && info.bound == Bound::Exact {
                    last = Some((info.score, info.pv.clone(), info.depth));
                } else if info.multi_pv == 1 && info.bound == Bound::Lower {
                    highest = info.depth;
                }
            });
            let (score, pv, depth) = last.expect("a line");
            let best = result.best.expect("a turn");
            let context = format!("{} {} {nodes} nodes", self.entry.name, self.start);
            assert!(pv.starts_with(&best), "{context}");
            assert_eq!(score, result.score, "{context}");
            let is_unfinished = depth > result.depth;
            counts[0] += u32::from(is_unfinished);
            counts[1] += u32::from(is_unfinished && highest == depth);
            if let Some(reply) = result.ponder {
                let mut after = position.clone();
                play(&mut after, &best);
                assert!(is_legal_turn(&after, &reply), "{context}");
                counts[2] += u32::from(pv == best.as_slice());
            }
        }
        counts
    }
}

#[test]
fn the_last_line_is_that_of_the_turn_played_and_a_reply_is_expected() {
    let mut total = [0; 3];
    for entry in entries().iter().filter(|entry| entry.planned().is_none()) {
        for (start, multi_pv) in entry.bench.lines().take(2).zip([1, 3]) {
            let counts = entry.accept(Reported {
                entry,
                start,
                multi_pv,
            });
            total = std::array::from_fn(|index| total[index] + counts[index]);
        }
    }
    assert!(total[0] > 50 && total[1] > 5 && total[2] > 5, "{total:?}");
}

#[test]
fn a_loss_of_the_finished_first_line_is_the_result_while_others_are_searched() {
    let position = Chess
        .parse("6k1/5ppp/8/8/8/5q2/PPPP1P2/3r1NK1 w - - 0 1")
        .unwrap();
    let mut searcher = Searcher::new(Chess, Settings::default());
    let mut search = |limits| {
        searcher.clear();
        let request = request(&position, limits, 4);
        let mut loss = None;
        let result = searcher.search(&request, &StopToken::new(), &mut |info| {
            if info.multi_pv == 1 && info.score.is_loss() && loss.is_none() {
                loss = Some((info.depth, info.nodes));
            }
        });
        (result, loss)
    };
    let depth = Limits {
        depth: Some(20),
        ..Limits::default()
    };
    let (_, loss) = search(depth);
    let (depth, end) = loss.expect("a mate is seen");
    // The searches stop in the iteration that sees the mate, some of them after its first line.
    let losses = (end - 1000..end).step_by(10).filter(|&nodes| {
        let nodes = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let (result, loss) = search(nodes);
        assert_eq!(result.depth, depth - 1, "the last line is not finished");
        let is_loss = result.score.is_loss();
        assert_eq!(loss.map(|loss| loss.0), is_loss.then_some(depth));
        is_loss
    });
    assert!(losses.count() > 3);
}

#[test]
fn a_mate_is_claimed_only_with_the_line_that_leads_to_it() {
    let position = Chess
        .parse("2r2k2/q3r3/b4B2/1ppp1QR1/2PP1p2/p6N/PPN2n2/2R2K2 w - - 0 1")
        .unwrap();
    let mut searcher = Searcher::new(Chess, Settings::default());
    let is_mate = |nodes: &u64| {
        searcher.clear();
        let limits = Limits {
            mate: Some(3),
            nodes: Some(*nodes),
            ..Limits::default()
        };
        let request = request(&position, limits, 1);
        let mut line = Vec::new();
        let result = searcher.search(&request, &StopToken::new(), &mut |info| {
            line.clone_from(&info.pv);
        });
        if result.score.is_decisive() {
            let mut end = position.clone();
            for &step in &line {
                end.play(step);
            }
            assert!(!end.has_legal_step(), "{nodes} nodes: {line:?}");
        }
        result.score.is_decisive()
    };
    // The first of these searches see no mate, and some stop after one that failed high with it.
    let mates = (20_000..40_000).step_by(1000).filter(is_mate).count();
    assert!((5..15).contains(&mates), "{mates}");
}
