//! Reports of the steps at the root in long searches.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use jabberwock_game::{Evaluate, GameHistory, Position, Step, Variant};
use jabberwock_search::{Limits, Listeners, Request, RootStep, Searcher, Settings, StopToken};
use jabberwock_variants::{chess::Chess, hop::Hop};

/// Returns the steps at the root that a search of depth 2 reports after `delay`, in their order.
fn root_steps<V: Evaluate>(variant: V, delay: Duration) -> Vec<RootStep<Step>> {
    let mut searcher = Searcher::new(variant, Settings::default());
    searcher.set_root_step_delay(delay);
    let position = variant.start();
    let request = Request {
        history: GameHistory::new(position.key()),
        position,
        limits: Limits {
            depth: Some(2),
            ..Limits::default()
        },
        multi_pv: 1,
        only: None,
        except: Vec::new(),
    };
    let mut steps = Vec::new();
    let mut note = |step: &RootStep<Step>| steps.push(step.clone());
    let listeners = Listeners {
        on_info: &mut |_| (),
        on_root_step: &mut note,
        on_result: &mut |_| (),
    };
    searcher.search_since(Instant::now(), &request, &StopToken::new(), listeners);
    steps
}

#[test]
fn long_searches_report_the_steps_at_the_root_in_their_order() {
    let all = root_steps(Chess, Duration::ZERO);
    let start = Chess.start();
    for depth in [1, 2] {
        let iteration: Vec<_> = all.iter().filter(|root| root.depth == depth).collect();
        let steps: HashSet<Step> = iteration.iter().map(|root| root.step).collect();
        assert!(steps.iter().all(|&step| start.is_legal(step)));
        assert_eq!((steps.len(), iteration[0].number), (20, 1));
        let numbers = iteration
            .windows(2)
            .map(|pair| (pair[0].number, pair[1].number));
        assert!(
            numbers
                .into_iter()
                .all(|(one, next)| next == 1 || next == one + 1)
        );
    }
    assert_eq!(root_steps(Chess, Duration::MAX), []);
    let hop = root_steps(Hop, Duration::ZERO);
    assert!(hop.iter().all(|root| Hop.start().is_legal(root.step)));
}
