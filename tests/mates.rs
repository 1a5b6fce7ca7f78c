//! Forced mates, compared with a plain full-width search: no mate is claimed that does not exist,
//! and no requested one is missed.
#![expect(clippy::print_stdout, reason = "the long form prints figures")]

#[path = "support/selection.rs"]
mod selection;

use std::ops::ControlFlow;

use jabberwock_game::{
    Color, Evaluate, GameHistory, Outcome, Position, Score, Step, Turn, Variant as _, adjudicate,
    legal_turns, play, try_for_each_turn,
};
use jabberwock_search::{Limits, Request, Searcher, Settings, StopToken};
use jabberwock_variants::{Entry, Visitor, entries, hop::Hop};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use selection::is_chosen;

/// The longest mates that are searched, in turns of both sides: mate in three.
const HORIZON: i32 = 5;

/// Positions at the end of a random game that are compared.
const TAIL: usize = 4;

/// Positions that the full-width search visits.
const VISITS: u32 = 300_000;

/// Nodes after which a search for a mate has failed, and nodes in which none may be invented.
const NODES_WITH: u64 = 50_000_000;
const NODES_WITHOUT: u64 = 30_000;

/// Longer random games are given up.
const LONGEST: usize = 300;

/// A plain full-width search: every turn is tried, until it has visited so many positions.
struct FullWidth {
    left: u32,
}

impl FullWidth {
    /// Whether `winner` can mate in this many turns of both sides or fewer, whatever is played
    /// against it; `None` if that took too many positions.
    fn forces_mate<P: Position>(&mut self, pos: &P, winner: Color, turns: i32) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        if let Some(end) = end(pos) {
            return Some(end.points_for(winner) > 0);
        }
        if turns <= 0 {
            return Some(false);
        }
        // The winner looks for a turn that mates, the other player for one that does not lose.
        let wanted = pos.turn() == winner;
        let mut answer = None;
        let walk = try_for_each_turn(pos, &mut |_, after| {
            answer = self.forces_mate(after, winner, turns - 1);
            if answer == Some(!wanted) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        if walk.is_break() {
            answer
        } else {
            Some(!wanted)
        }
    }
}

/// The result of a full-width search of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Mate {
    /// The turns until the player to move mates, if it does within `horizon` turns.
    win: Option<i32>,
    /// The turns until it is mated, if it is within one turn less.
    loss: Option<i32>,
    horizon: i32,
}

impl Mate {
    /// Returns the mate of `pos`, as far as it can be seen by [`VISITS`].
    fn of<P: Position>(pos: &P) -> Mate {
        let mut search = FullWidth { left: VISITS };
        let mut mate = Mate::default();
        for turns in 0..=HORIZON {
            let loss = search.forces_mate(pos, !pos.turn(), turns - 1);
            let win = search.forces_mate(pos, pos.turn(), turns);
            let (Some(is_win), Some(is_loss)) = (win, loss) else {
                break;
            };
            mate.horizon = turns;
            mate.win = mate.win.or(is_win.then_some(turns));
            mate.loss = mate.loss.or(is_loss.then_some(turns - 1));
        }
        mate
    }
}

/// Returns the outcome if the game has ended, ignoring its history and counters.
fn end<P: Position>(pos: &P) -> Option<Outcome> {
    pos.outcome()
        .or_else(|| (!pos.has_legal_step()).then(|| pos.outcome_when_stuck()))
        .or_else(|| pos.drawn_by_material().map(Outcome::draw))
}

/// The extent of a comparison.
#[derive(Clone, Copy, Debug)]
struct Extent {
    /// Positions with a mate, and as many without.
    each: usize,
    /// The number of random games after which fewer positions suffice.
    games: usize,
}

/// The number of positions compared.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// By the length of the mate in turns of both sides, whoever mates; without a mate first.
    counts: [usize; HORIZON as usize + 1],
}

impl Tally {
    fn without(&self) -> usize {
        self.counts[0]
    }

    fn with(&self) -> usize {
        self.counts[1..].iter().sum()
    }
}

/// Compares the ends of random games.
struct Mates {
    extent: Extent,
    seed: u64,
}

impl Visitor for Mates {
    type Output = Tally;

    fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) -> Tally {
        let Extent { each, games } = self.extent;
        let mut rng = StdRng::seed_from_u64(self.seed);
        let mut searcher = Searcher::new(variant, Settings::default());
        let mut tally = Tally::default();
        for _ in 0..games {
            for pos in end_of_random_game(variant, &mut rng) {
                let mate = Mate::of(&pos);
                let length = mate.win.or(mate.loss).unwrap_or_default();
                let is_wanted = match length {
                    0 => tally.without() < each,
                    _ => tally.with() < each,
                };
                if is_wanted {
                    compare(entry, variant, &mut searcher, &pos, mate);
                    tally.counts[length as usize] += 1;
                }
            }
            if tally.with() >= each && tally.without() >= each {
                break;
            }
        }
        println!("{}: {:?}", entry.name, tally.counts);
        tally
    }
}

/// Returns the last positions of a random game, in which a turn that wins at once is often played.
fn end_of_random_game<V: Evaluate>(variant: V, rng: &mut StdRng) -> Vec<V::Position> {
    let mut pos = variant.start();
    let mut game = Vec::new();
    let mut history = GameHistory::new(pos.key());
    while game.len() < LONGEST && adjudicate(&pos, &history, variant.profile()).is_none() {
        let turns = legal_turns(&pos);
        let wins = |turn: &&Turn| {
            let mut after = pos.clone();
            play(&mut after, turn);
            end(&after).is_some_and(|end| end.points_for(pos.turn()) > 0)
        };
        let winning = turns.iter().find(wins).filter(|_| rng.random_bool(0.8));
        let turn = winning.or_else(|| turns.choose(rng)).expect("a legal turn");
        game.push(pos.clone());
        play(&mut pos, turn);
        history.push(pos.key());
    }
    // Near the limit of plies a mate may come too late.
    game.retain(|pos| pos.clock() < 80);
    game.split_off(game.len().saturating_sub(TAIL))
}

/// Returns the moves of a mate that takes so many turns of both sides: a search for mate is asked
/// for moves.
fn moves(turns: i32) -> u32 {
    turns.unsigned_abs().div_ceil(2)
}

/// Whether a turn of `line`, which begins at `pos`, is denied.
fn has_denial<P: Position>(pos: &P, line: &[Step]) -> bool {
    let mut pos = pos.clone();
    line.iter().any(|&step| {
        let is_denial = pos.refusal() == Some(step);
        pos.play(step);
        is_denial
    })
}

/// Whether the game is decided at the end of `line`, which begins at `pos`.
fn is_decided_after<P: Position>(pos: &P, line: &[Step]) -> bool {
    let mut pos = pos.clone();
    for &step in line {
        pos.play(step);
    }
    end(&pos).is_some_and(|outcome| outcome.winner.is_some())
}

/// Returns the score of a search of `pos` with empty memory, and its last line.
fn search<V: Evaluate>(
    searcher: &mut Searcher<V>,
    pos: &V::Position,
    limits: Limits,
) -> (Score, Vec<Step>) {
    let request = Request {
        position: pos.clone(),
        history: GameHistory::new(pos.key()),
        limits,
        multi_pv: 1,
        only: None,
        except: Vec::new(),
    };
    searcher.clear();
    let mut line = Vec::new();
    let result = searcher.search(&request, &StopToken::new(), &mut |info| {
        line.clone_from(&info.pv);
    });
    (result.score, line)
}

/// Compares a search of `pos` with the full-width one.
fn compare<V: Evaluate>(
    entry: &Entry,
    variant: V,
    searcher: &mut Searcher<V>,
    pos: &V::Position,
    mate: Mate,
) {
    // A search ends with the first mate that is as short as was asked.
    let length = mate.win.or(mate.loss);
    let nodes = match length {
        Some(_) => NODES_WITH,
        None => NODES_WITHOUT,
    };
    let limits = Limits {
        mate: Some(moves(length.unwrap_or(HORIZON))),
        depth: Some(40),
        nodes: Some(nodes),
        ..Limits::default()
    };
    let (score, line) = search(searcher, pos, limits);
    let text = format!("{} {}: {score:?}", entry.name, variant.text(pos));
    if score.is_decisive() {
        assert!(is_decided_after(pos, &line), "no mate at the end: {text}");
    }
    for (is_claimed, shortest, claimed, last) in [
        (
            score.is_win(),
            mate.win,
            Score::MATE.0 - score.0,
            mate.horizon,
        ),
        (
            score.is_loss(),
            mate.loss,
            Score::MATE.0 + score.0,
            mate.horizon - 1,
        ),
    ] {
        if is_claimed && claimed <= last {
            assert!(
                shortest.is_some_and(|shortest| shortest <= claimed),
                "false: {text}"
            );
        }
        if let Some(shortest) = shortest {
            // If a turn is denied, mates in an odd and an even number of turns can have the same
            // number of moves.
            let is_short_enough =
                claimed <= shortest || has_denial(pos, &line) && moves(claimed) <= moves(shortest);
            assert!(is_claimed && is_short_enough, "missed {shortest}: {text}");
        }
    }
}

/// Compares positions of every game, or of those in `MATES_VARIANTS`; the tally of each.
fn compare_all(extent: Extent) -> Vec<Tally> {
    let entries = entries().iter().filter(|entry| entry.planned().is_none());
    (1..)
        .zip(entries)
        .filter(|(_, entry)| is_chosen("MATES_VARIANTS", entry.name))
        .map(|(seed, entry)| entry.accept(Mates { extent, seed }))
        .collect()
}

#[test]
fn the_last_turn_of_a_line_to_a_mate_mates() {
    // The mating turns must place the hopper on certain squares.
    for (text, mate, nodes) in [
        (
            "3n2r1/5k2/1p2pPp1/5NP1/PpP4p/r7/5K2/8 b - - 3 46 f8/b5",
            Some(2),
            None,
        ),
        (
            "8/5k2/7p/Ppp5/p2bp1r1/P2P1P1P/NRP3P1/5K1n w - - 2 37 g8/g3",
            None,
            Some(30_000),
        ),
    ] {
        let pos = Hop.parse(text).unwrap();
        let mut searcher = Searcher::new(Hop, Settings::default());
        let limits = Limits {
            mate,
            nodes,
            ..Limits::default()
        };
        let (score, line) = search(&mut searcher, &pos, limits);
        assert!(score.is_decisive(), "{text}: {score:?}");
        assert!(is_decided_after(&pos, &line), "{text}");
    }
}

#[test]
fn mates_in_up_to_three_are_found_and_never_invented() {
    let tallies = compare_all(Extent { each: 4, games: 2 });
    assert!(
        tallies
            .iter()
            .all(|tally| tally.with() + tally.without() > 0)
    );
    assert!(tallies.iter().any(|tally| tally.with() > 0));
}

#[test]
#[ignore = "compares 1,000 positions of every game"]
fn mates_are_found_and_never_invented_in_many_positions() {
    let each = 500;
    let tallies = compare_all(Extent {
        each,
        games: usize::MAX,
    });
    assert!(!tallies.is_empty(), "no game is chosen");
    assert!(
        tallies
            .iter()
            .all(|tally| tally.with() >= each && tally.without() >= each)
    );
}
