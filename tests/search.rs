//! The search through its public interface: mates, reproducibility, legal lines, repetition.

use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
    time::Duration,
};

use jabberwock_game::{
    Evaluate, GameHistory, Position, Score, Turn, Variant, adjudicate, for_each_turn,
    is_legal_turn, legal_turns, play,
};
use jabberwock_search::{Bound, Limits, Request, Searcher, Settings, StopToken};
use jabberwock_variants::{Entry, Visitor, chess::Chess, entries, find};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use rayon::prelude::*;

/// The part of a search result that the tests compare.
#[derive(Debug, PartialEq)]
struct BestTurn {
    best: String,
    score: Score,
    nodes: u64,
}

fn limits_of(depth: Option<u32>, nodes: Option<u64>) -> Limits {
    Limits {
        depth,
        nodes,
        ..Limits::default()
    }
}

fn request<V: Variant>(
    variant: V,
    start: &str,
    turns: &[&str],
    limits: Limits,
) -> Request<V::Position> {
    let mut position = variant.parse(start).unwrap();
    let mut history = GameHistory::new(position.key());
    for text in turns {
        let turn = variant.parse_turn(&position, text).unwrap();
        play(&mut position, &turn);
        history.push(position.key());
    }
    Request {
        position,
        history,
        limits,
        multi_pv: 1,
        only: None,
        except: Vec::new(),
    }
}

/// Returns the best turn of a search.
fn best<V: Evaluate>(searcher: &mut Searcher<V>, request: &Request<V::Position>) -> Turn {
    let result = searcher.search(request, &StopToken::new(), &mut |_| ());
    result.best.expect("a best turn")
}

struct Search<'a> {
    start: &'a str,
    turns: &'a [&'a str],
    limits: Limits,
    threads: usize,
}

impl Visitor for Search<'_> {
    type Output = BestTurn;

    fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> BestTurn {
        let settings = Settings {
            threads: self.threads,
            ..Settings::default()
        };
        let mut searcher = Searcher::new(variant, settings);
        let request = request(variant, self.start, self.turns, self.limits);
        searcher.set_bound_report_delay(Duration::ZERO);
        let result = searcher.search(&request, &StopToken::new(), &mut |info| {
            let turns = split_turns(&request.position, &info.pv);
            assert!(!turns.is_empty(), "{}: {info:?}", self.start);
        });
        let best = result.best.expect("a best turn");
        assert!(is_legal_turn(&request.position, &best), "{}", self.start);
        BestTurn {
            best: variant.turn_text(&request.position, &best),
            score: result.score,
            nodes: result.nodes,
        }
    }
}

/// Returns the turns of `pv`; none if a step is illegal or the last turn is not complete.
fn split_turns<P: Position>(pos: &P, pv: &[jabberwock_game::Step]) -> Vec<Turn> {
    let (mut pos, mut turns, mut turn) = (pos.clone(), Vec::new(), Turn::new());
    for &step in pv {
        if !pos.is_legal(step) {
            return Vec::new();
        }
        pos.play(step);
        turn.push(step);
        if pos.at_turn_start() {
            turns.push(std::mem::take(&mut turn));
        }
    }
    if turn.is_empty() { turns } else { Vec::new() }
}

fn search(variant: &str, start: &str, turns: &[&str], limits: Limits) -> BestTurn {
    let threads = 1;
    find(variant).unwrap().accept(Search {
        start,
        turns,
        limits,
        threads,
    })
}

#[test]
fn mates_in_one_to_four_are_found() {
    let mates = [
        ("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
        ("chess", "7k/R7/8/8/8/1r6/r7/6K1 b - - 0 1", 1),
        ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        (
            "chess",
            "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1",
            2,
        ),
        ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("chess", "8/8/8/8/8/2k5/7q/K7 b - - 0 1", 1),
        ("chess", "8/8/8/8/2k5/8/7r/K7 b - - 0 1", 2),
        ("chess", "8/8/8/8/3k4/8/7r/1K6 b - - 0 1", 3),
        ("chess", "5k2/R7/4K3/8/8/8/8/8 w - - 0 1", 4),
        // The king on its chakra covers the last flight square (chakra C19).
        ("chakra", "k7/8/1K2A3/8/8/8/8/8 w b6n,b8n/- - 0 1", 1),
        ("chakra", "k7/8/1K6/7p/5A2/8/8/8 w b6n,b8n/- - 0 1", 2),
        ("chaotic", "k7/8/7R/6R1/8/8/4n3/K6m w - - 0 1", 2),
        ("chaotic", "k7/8/7R/6R1/8/8/3n4/K1m5 w - - 0 1", 3),
        // A backstab of a king that is immobilised and never in check.
        ("chaotic", "n7/8/8/8/3Mk2M/8/8/K7 w - - 0 1", 2),
        // The last piece of an army is captured.
        ("chaotic", "7k/8/8/8/8/1R6/2n5/K5R1 w - - 0 1", 2),
    ];
    for (variant, position, moves) in mates {
        let limits = Limits {
            mate: Some(moves as u32),
            ..limits_of(None, Some(1_000_000))
        };
        let result = search(variant, position, &[], limits);
        assert_eq!(
            result.score.mate_moves(),
            Some(moves),
            "{variant} {position}: {result:?}"
        );
    }
}

#[test]
fn a_transmission_that_promotes_at_once_is_found_and_prepared() {
    // Through c4 to f8, where the other pawn's double step covers the new queen (chakra, Facts).
    let at_once = "4k3/8/8/8/8/2P5/2P5/K7 w c4n,f8n/- Q 0 1";
    let result = search("chakra", at_once, &[], limits_of(Some(6), None));
    assert_eq!(result.best, "c3f8q");
    // The chakra goes to the last rank first.
    let prepared = "8/8/8/6k1/8/2P5/8/K7 w c4n,e6n/- Q 0 1";
    let result = search("chakra", prepared, &[], limits_of(Some(6), None));
    let last_rank = ["e6d8", "e6d8+", "e6f8", "e6f8+"];
    assert!(last_rank.contains(&result.best.as_str()), "{result:?}");
    assert!(result.score > Score(600), "{result:?}");
}

/// Returns the games that are searched, not planned.
fn searched_games() -> impl Iterator<Item = &'static Entry> {
    entries().iter().filter(|entry| entry.planned().is_none())
}

#[test]
fn a_threat_that_is_no_check_is_answered_in_quiescence() {
    // The merchant's step threatens a backstab that cannot be parried; one ply of search shows it.
    let text = "n7/8/8/8/3Mk2M/8/8/K7 w - - 0 1";
    let result = search("chaotic", text, &[], limits_of(Some(1), None));
    assert_eq!(result.score.mate_moves(), Some(2), "{result:?}");
    // The same threat by Black: White does not take the archbishop.
    let text = "7k/4a3/8/5N2/3mK3/6m1/8/8 w - - 0 1";
    let result = search("chaotic", text, &[], limits_of(Some(1), None));
    assert_ne!(result.best, "f5e7", "{result:?}");
}

#[test]
fn one_thread_makes_the_same_nodes_twice() {
    for entry in searched_games() {
        for start in entry.bench.lines().take(3) {
            let limits = || limits_of(None, Some(30_000));
            let once = search(entry.name, start, &[], limits());
            assert_eq!(
                once,
                search(entry.name, start, &[], limits()),
                "{}",
                entry.name
            );
        }
    }
}

#[test]
fn two_threads_find_a_legal_turn_too() {
    for entry in searched_games() {
        for start in entry.bench.lines().take(3) {
            let limits = limits_of(None, Some(60_000));
            let (turns, threads) = (&[], 2);
            entry.accept(Search {
                start,
                turns,
                limits,
                threads,
            });
        }
    }
}

#[test]
fn a_search_stopped_at_once_still_has_a_legal_turn() {
    struct AtOnce;
    impl Visitor for AtOnce {
        type Output = ();
        fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) {
            let stop_token = StopToken::new();
            stop_token.stop();
            let start = variant.text(&variant.start());
            let request = request(variant, &start, &[], Limits::default());
            let mut searcher = Searcher::new(variant, Settings::default());
            let result = searcher.search(&request, &stop_token, &mut |_| ());
            let best = result.best.expect("a best turn");
            assert!(is_legal_turn(&request.position, &best));
        }
    }
    for entry in searched_games() {
        entry.accept(AtOnce);
    }
}

#[test]
fn preparing_changes_no_search() {
    struct Prepared;
    impl Visitor for Prepared {
        type Output = ();
        fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) {
            let start = variant.text(&variant.start());
            let request = request(variant, &start, &[], limits_of(None, Some(2000)));
            let nodes = |prepare: bool| {
                let mut searcher = Searcher::new(variant, Settings::default());
                let mut nodes = Vec::new();
                for search in 0..4 {
                    if prepare {
                        searcher.prepare();
                    }
                    if search == 2 {
                        searcher.clear();
                    }
                    let result = searcher.search(&request, &StopToken::new(), &mut |_| ());
                    nodes.push((result.nodes, result.score));
                }
                nodes
            };
            assert_eq!(nodes(true), nodes(false), "{}", entry.name);
        }
    }
    for entry in searched_games() {
        entry.accept(Prepared);
    }
}

#[test]
fn a_panic_of_the_main_thread_ends_its_helpers_too() {
    let start = Chess::START;
    let request = request(Chess, start, &[], limits_of(Some(3), None));
    let settings = Settings {
        threads: 3,
        ..Settings::default()
    };
    let mut searcher = Searcher::new(Chess, settings);
    let search = || {
        searcher.search(&request, &StopToken::new(), &mut |info| {
            assert!(info.depth == 0, "this panic is part of the test");
        })
    };
    assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
    searcher.renew();
    let best = best(&mut searcher, &request);
    assert!(is_legal_turn(&request.position, &best));
}

#[test]
fn the_losing_side_repeats_a_position_and_the_winning_side_does_not() {
    // White is a queen up. The knights have gone out and home: Black can repeat, then White.
    let start = "4k1n1/pppp4/8/8/8/8/PPPP4/3QK1N1 w - - 0 1";
    let out_and_home = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    let losing = search("chess", start, &out_and_home, limits_of(Some(8), None));
    assert_eq!((losing.best.as_str(), losing.score), ("f6g8", Score::DRAW));
    let winning = search("chess", start, &out_and_home[..6], limits_of(Some(8), None));
    assert!(
        winning.best != "f3g1" && winning.score > Score(300),
        "{winning:?}"
    );
}

#[test]
fn a_search_that_is_to_stop_at_mates_shows_all_lines_and_ends() {
    // Mates in one, two and three; three mates in one; a side that is mated in one.
    for (position, multi_pv, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1, 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 1, 2),
        ("8/8/8/8/3k4/8/7r/1K6 b - - 0 1", 1, 3),
        ("k7/8/1K6/8/8/2Q5/8/7R w - - 0 1", 3, 1),
        ("8/8/8/8/8/2k5/7q/K7 w - - 0 1", 3, -1),
    ] {
        let limits = Limits {
            stop_at_mate: true,
            ..limits_of(Some(60), Some(5_000_000))
        };
        let mut request = request(Chess, position, &[], limits);
        request.multi_pv = multi_pv;
        let mut searcher = Searcher::new(Chess, Settings::default());
        let mut shown = 0;
        let result = searcher.search(&request, &StopToken::new(), &mut |info| {
            shown = shown.max(info.multi_pv);
        });
        assert_eq!(
            result.score.mate_moves(),
            Some(moves),
            "{position}: {result:?}"
        );
        assert!(result.depth < 60 && result.nodes < 5_000_000, "{result:?}");
        let turns = legal_turns(&request.position).len();
        assert_eq!(shown, multi_pv.min(turns), "{position}");
    }
}

#[test]
fn a_mate_is_reported_when_it_is_found_and_at_the_end() {
    // Mates in one and in three, three mates in one; last a second line that is no mate.
    for (position, multi_pv, moves, all_mates) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, 1, true),
        ("8/8/8/8/3k4/8/7r/1K6 b - - 0 1", 1, 3, true),
        ("k7/8/1K6/8/8/2Q5/8/7R w - - 0 1", 3, 1, true),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 2, 1, false),
    ] {
        let mut request = request(Chess, position, &[], limits_of(Some(20), None));
        request.multi_pv = multi_pv;
        let mut searcher = Searcher::new(Chess, Settings::default());
        let mut depths = Vec::new();
        searcher.search(&request, &StopToken::new(), &mut |info| {
            if info.multi_pv == 1 && info.score.mate_moves() == Some(moves) {
                depths.push(info.depth);
            }
        });
        assert_eq!(depths.last(), Some(&20), "{position}");
        let expected = if all_mates { 2 } else { 20 };
        assert_eq!(depths.len(), expected, "{position}: {depths:?}");
    }
}

#[test]
fn a_mate_ends_only_searches_that_are_to_stop_at_mates() {
    let mate_in_one = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    let stops = |stop_at_mate, infinite, multi_pv| {
        let limits = Limits {
            stop_at_mate,
            infinite,
            ..Limits::default()
        };
        let mut request = request(Chess, mate_in_one, &[], limits);
        request.multi_pv = multi_pv;
        let stop_token = StopToken::new();
        let mut searcher = Searcher::new(Chess, Settings::default());
        let result = searcher.search(&request, &stop_token, &mut |info| {
            if info.depth >= 6 {
                stop_token.stop();
            }
        });
        !stop_token.is_stopped() && result.depth < 6
    };
    assert!(stops(true, false, 1));
    // Not asked to stop; infinite; the second line is no mate.
    assert!(!stops(false, false, 1));
    assert!(!stops(true, true, 1));
    assert!(!stops(true, false, 2));
}

#[test]
fn the_moves_left_at_the_root_are_counted_while_they_are_searched() {
    for (excluded, total) in [(0, 20), (1, 19)] {
        let limits = Limits::default();
        let mut request = request(Chess, &Chess.text(&Chess.start()), &[], limits);
        request.except = legal_turns(&request.position)[..excluded].to_vec();
        let mut searcher = Searcher::new(Chess, Settings::default());
        let progress = searcher.root_progress();
        assert_eq!((progress.left(), progress.total()), (0, 0));
        let stop_token = StopToken::new();
        let mut counts = HashSet::new();
        thread::scope(|scope| {
            scope.spawn(|| searcher.search(&request, &stop_token, &mut |_| ()));
            // Deeper iterations take ever longer for each move, so that counts in between are seen.
            let is_between = |left: &&u32| (1..total).contains(*left);
            while counts.iter().filter(is_between).count() < 3 {
                counts.insert(progress.left());
                thread::sleep(Duration::from_micros(100));
            }
            stop_token.stop();
        });
        assert_eq!(progress.total(), total);
        assert!(counts.iter().all(|&left| left <= total), "{counts:?}");
    }
}

#[test]
fn excluded_turns_are_not_played_and_allowed_ones_are() {
    struct Choice;
    impl Visitor for Choice {
        type Output = ();
        fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) {
            let start = entry.bench.lines().next().unwrap();
            let mut searcher = Searcher::new(variant, Settings::default());
            let mut request = request(variant, start, &[], limits_of(Some(4), None));
            let first = best(&mut searcher, &request);
            request.except = vec![first.clone()];
            let second = best(&mut searcher, &request);
            assert_ne!(first, second, "{}", entry.name);
            request.except = Vec::new();
            request.only = Some(vec![second.clone()]);
            let third = best(&mut searcher, &request);
            assert_eq!(third, second, "{}", entry.name);
        }
    }
    for entry in searched_games() {
        entry.accept(Choice);
    }
}

#[test]
fn several_lines_are_different_turns_in_order_of_score() {
    struct Lines;
    impl Visitor for Lines {
        type Output = ();
        fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) {
            let start = entry.bench.lines().next().unwrap();
            let mut searcher = Searcher::new(variant, Settings::default());
            let mut request = request(variant, start, &[], limits_of(Some(4), None));
            request.multi_pv = 4;
            let mut last: Vec<(Score, Turn)> = Vec::new();
            searcher.search(&request, &StopToken::new(), &mut |info| {
                if info.depth == 4 {
                    let turns = split_turns(&request.position, &info.pv);
                    last.push((info.score, turns[0].clone()));
                }
            });
            assert_eq!(last.len(), 4, "{}", entry.name);
            assert!(
                last.is_sorted_by(|a, b| a.0 >= b.0),
                "{}: {last:?}",
                entry.name
            );
            last.sort_by(|a, b| a.1.cmp(&b.1));
            assert!(
                last.is_sorted_by(|a, b| a.1 != b.1),
                "{}: {last:?}",
                entry.name
            );
        }
    }
    for entry in searched_games() {
        entry.accept(Lines);
    }
}

#[test]
fn a_score_out_of_its_window_is_reported_with_a_line() {
    struct Bounds;
    impl Visitor for Bounds {
        type Output = [u32; 2];
        fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) -> [u32; 2] {
            let mut counts = [0; 2];
            for (start, multi_pv) in entry.bench.lines().take(4).zip([1, 2, 1, 3]) {
                let mut searcher = Searcher::new(variant, Settings::default());
                searcher.set_bound_report_delay(Duration::ZERO);
                let mut request = request(variant, start, &[], limits_of(Some(9), Some(60_000)));
                request.multi_pv = multi_pv;
                searcher.search(&request, &StopToken::new(), &mut |info| {
                    let turns = split_turns(&request.position, &info.pv);
                    assert!(!turns.is_empty(), "{} {start}: {info:?}", entry.name);
                    counts[0] += u32::from(info.bound == Bound::Upper);
                    counts[1] += u32::from(info.bound == Bound::Lower);
                });
            }
            counts
        }
    }
    for entry in searched_games() {
        let [low, high] = entry.accept(Bounds);
        assert!(low > 0 && high > 0, "{}: {low} {high}", entry.name);
    }
}

/// Whether the side to move can force a mate in `moves` moves, by brute force.
fn can_mate<P: Position>(pos: &P, moves: i32) -> bool {
    let mut found = false;
    if moves > 0 {
        for_each_turn(pos, &mut |_, after: &P| {
            found = found || can_be_mated(after, moves - 1);
        });
    }
    found
}

/// Whether the side to move is mated, or can be mated in `moves` moves, by brute force.
fn can_be_mated<P: Position>(pos: &P, moves: i32) -> bool {
    if !pos.has_legal_step() {
        return pos.outcome_when_stuck().points_for(pos.turn()) < 0;
    }
    let mut mated = moves > 0;
    if mated {
        for_each_turn(pos, &mut |_, after: &P| {
            mated = mated && can_mate(after, moves);
        });
    }
    mated
}

/// Returns a position some random turns from the start.
fn random_game<V: Variant>(variant: V, rng: &mut StdRng) -> (V::Position, GameHistory) {
    let mut position = variant.start();
    let mut history = GameHistory::new(position.key());
    for _ in 0..rng.random_range(6..60) {
        let turns = legal_turns(&position);
        let Some(turn) = turns.choose(rng) else {
            break;
        };
        play(&mut position, turn);
        history.push(position.key());
    }
    (position, history)
}

#[test]
fn no_mate_is_claimed_that_brute_force_refutes() {
    struct Claims;
    impl Visitor for Claims {
        type Output = u32;
        fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) -> u32 {
            let mut rng = StdRng::seed_from_u64(7);
            let mut searcher = Searcher::new(variant, Settings::default());
            // Two-step turns are too many to try a mate in two by brute force.
            let most = if variant.profile().step_depth.len() > 1 {
                1
            } else {
                2
            };
            let mut checked = 0;
            for _ in 0..80 {
                let (position, history) = random_game(variant, &mut rng);
                if adjudicate(&position, &history, variant.profile()).is_some() {
                    continue;
                }
                let limits = limits_of(None, Some(20_000));
                let (multi_pv, only, except) = (1, None, Vec::new());
                let request = Request {
                    position,
                    history,
                    limits,
                    multi_pv,
                    only,
                    except,
                };
                let result = searcher.search(&request, &StopToken::new(), &mut |_| ());
                let pos = &request.position;
                if let Some(moves) = result.score.mate_moves()
                    && moves.abs() <= most
                {
                    checked += 1;
                    let proven = if moves > 0 {
                        can_mate(pos, moves)
                    } else {
                        can_be_mated(pos, -moves)
                    };
                    assert!(proven, "{} {}: {result:?}", entry.name, variant.text(pos));
                }
            }
            checked
        }
    }
    // In some games random play rarely leads to positions near a mate.
    let games = searched_games().par_bridge();
    let checked: u32 = games.map(|entry| entry.accept(Claims)).sum();
    assert!(checked >= 10, "only {checked} mates were claimed");
}
