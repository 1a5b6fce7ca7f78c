//! Forced mates, compared with a plain full-width search of the rules: none is claimed that there is
//! not, and none is missed that is asked for.

use std::ops::ControlFlow;

use jabberwock_game::{
    Evaluate, GameHistory, Outcome, Position, Score, Turn, adjudicate, legal_turns, play,
    try_for_each_turn,
};
use jabberwock_search::{Limits, Request, Searcher, Settings, StopToken};
use jabberwock_variants::{Entry, Visitor, entries};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};

/// Positions with more turns are compared to [`SHORT_HORIZON`].
const MANY_TURNS: usize = 60;

/// The longest mates that are looked for, in turns of both sides: mate in two, or in one where there
/// are many turns.
const HORIZON: i32 = 3;
const SHORT_HORIZON: i32 = 2;

/// Positions at the end of a random game that are compared.
const TAIL: usize = 4;

/// Nodes after which a search for a mate has failed.
const NODES: u64 = 200_000;

/// Longer random games are given up.
const LONGEST: usize = 300;

/// Mate in this many turns or fewer for the player to move: every turn is tried.
fn can_win<P: Position>(pos: &P, turns: i32) -> bool {
    if let Some(end) = end(pos) {
        return end.points_for(pos.turn()) > 0;
    }
    let mut is_won = false;
    let mut visit = |_: &[_], after: &P| {
        is_won = if after.turn() == pos.turn() {
            can_win(after, turns - 1)
        } else {
            must_lose(after, turns - 1)
        };
        stop_if(is_won)
    };
    turns > 0 && try_for_each_turn(pos, &mut visit).is_break()
}

/// Whether the player to move is mated in this many turns or fewer, whatever it plays.
fn must_lose<P: Position>(pos: &P, turns: i32) -> bool {
    if let Some(end) = end(pos) {
        return end.points_for(pos.turn()) < 0;
    }
    let mut visit = |_: &[_], after: &P| {
        let is_lost = if after.turn() == pos.turn() {
            must_lose(after, turns - 1)
        } else {
            can_win(after, turns - 1)
        };
        stop_if(!is_lost)
    };
    turns > 0 && try_for_each_turn(pos, &mut visit).is_continue()
}

fn stop_if(condition: bool) -> ControlFlow<()> {
    if condition {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// How the game has ended, apart from its history and counters.
fn end<P: Position>(pos: &P) -> Option<Outcome> {
    pos.outcome()
        .or_else(|| (!pos.has_legal_step()).then(|| pos.outcome_when_stuck()))
        .or_else(|| pos.drawn_by_material().map(Outcome::draw))
}

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    positions: usize,
    won: usize,
    lost: usize,
}

/// Compares the ends of this many random games.
struct Mates {
    games: usize,
    seed: u64,
}

impl Visitor for Mates {
    type Output = Tally;

    fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) -> Tally {
        let mut rng = StdRng::seed_from_u64(self.seed);
        let mut searcher = Searcher::new(variant, Settings::default());
        let mut tally = Tally::default();
        for _ in 0..self.games {
            for pos in end_of_random_game(variant, &mut rng) {
                compare(entry, variant, &mut searcher, &pos, &mut tally);
            }
        }
        tally
    }
}

/// The last positions of a random game, in which a turn that wins at once is often played.
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

/// Compares a search of `pos` with the plain one.
fn compare<V: Evaluate>(
    entry: &Entry,
    variant: V,
    searcher: &mut Searcher<V>,
    pos: &V::Position,
    tally: &mut Tally,
) {
    let horizon = if legal_turns(pos).len() > MANY_TURNS {
        SHORT_HORIZON
    } else {
        HORIZON
    };
    let request = Request {
        position: pos.clone(),
        history: GameHistory::new(pos.key()),
        limits: Limits {
            mate: Some(2),
            depth: Some(10),
            nodes: Some(NODES),
            ..Limits::default()
        },
        multi_pv: 1,
        only: None,
        except: Vec::new(),
    };
    searcher.clear();
    let result = searcher.search(&request, &StopToken::new(), &mut |_| ());
    let score = result.score;
    let text = format!("{} {}: {score:?}", entry.name, variant.text(pos));
    let win = (1..=horizon).find(|&turns| can_win(pos, turns));
    let loss = (0..horizon).find(|&turns| must_lose(pos, turns));
    for (is_claimed, shortest, claimed, last) in [
        (score.is_win(), win, Score::MATE.0 - score.0, horizon),
        (score.is_loss(), loss, Score::MATE.0 + score.0, horizon - 1),
    ] {
        if is_claimed && claimed <= last {
            assert!(
                shortest.is_some_and(|shortest| shortest <= claimed),
                "false: {text}"
            );
        }
        if let Some(shortest) = shortest {
            assert!(
                is_claimed && claimed <= shortest,
                "missed {shortest}: {text}"
            );
        }
    }
    tally.positions += 1;
    tally.won += usize::from(win.is_some());
    tally.lost += usize::from(loss.is_some());
}

fn compare_all(games: usize) {
    let mut won = 0;
    let mut lost = 0;
    for (seed, entry) in (1..).zip(entries().iter().filter(|entry| entry.planned().is_none())) {
        let tally = entry.accept(Mates { games, seed });
        assert!(tally.positions > 0, "{}", entry.name);
        won += tally.won;
        lost += tally.lost;
    }
    assert!(won + lost > 0, "no mate was compared");
}

#[test]
fn mates_in_one_and_two_are_found_and_never_invented() {
    compare_all(1);
}

#[test]
#[ignore = "compares 1,200 positions of every game"]
fn mates_are_found_and_never_invented_in_many_positions() {
    compare_all(300);
}
