//! Self-play games of the search, fast and reproducible: each turn has a node limit, and decided
//! games are adjudicated.

use jabberwock_game::{Color, Evaluate, GameHistory, Position, Turn, adjudicate, play};
use jabberwock_search::{Limits, Request, SearchResult, Searcher, Settings, StopToken};
use rand::{Rng, RngExt};

use super::error::TuneError;
use crate::player::play_turn;

/// A game is won when the scores of both players, in centipawns, agree on a lead of at least this
/// for [`WON_TURNS`] turns.
const WON: i32 = 1000;
const WON_TURNS: u32 = 6;
/// A game is drawn when all scores are at most this, in centipawns, for [`EVEN_TURNS`] turns after
/// turn [`EVEN_FROM`].
const EVEN: i32 = 8;
const EVEN_TURNS: u32 = 12;
const EVEN_FROM: usize = 70;
/// Maximum length of a game, in turns, after which it is drawn.
const LONGEST: usize = 300;
/// Maximum number of random positions tried for one balanced opening.
const MAX_ATTEMPTS: usize = 1000;

/// The parameters of the choice of the start position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpeningSetup {
    /// Number of random turns from the start, this many or one more.
    pub(super) turns: usize,
    /// The maximum absolute score of the position, in centipawns.
    pub(super) within: i32,
}

/// A position of a game after its search.
pub(super) struct SearchedPosition<'a, V: Evaluate> {
    pub(super) searcher: &'a mut Searcher<V>,
    pub(super) position: &'a V::Position,
    pub(super) history: &'a GameHistory,
    pub(super) result: &'a SearchResult<Turn>,
}

/// Creates a searcher for short searches, with empty tables.
pub(super) fn searcher<V: Evaluate>(variant: V) -> Searcher<V> {
    let settings = Settings {
        hash_mib: 4,
        ..Settings::default()
    };
    Searcher::new(variant, settings)
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SelfPlayResult {
    Won(Color),
    Drawn,
}

impl SelfPlayResult {
    /// All results, in the order of [`SelfPlayResult::index`].
    pub(super) const ALL: [SelfPlayResult; 3] = [
        SelfPlayResult::Won(Color::White),
        SelfPlayResult::Drawn,
        SelfPlayResult::Won(Color::Black),
    ];

    /// Returns the result of a game that has ended by the rules.
    fn of_winner(winner: Option<Color>) -> SelfPlayResult {
        winner.map_or(SelfPlayResult::Drawn, SelfPlayResult::Won)
    }

    /// Returns its index in [`SelfPlayResult::ALL`].
    pub(super) fn index(self) -> usize {
        match self {
            SelfPlayResult::Won(Color::White) => 0,
            SelfPlayResult::Drawn => 1,
            SelfPlayResult::Won(Color::Black) => 2,
        }
    }

    /// Returns the points of White.
    pub(super) fn points(self) -> f32 {
        1.0 - self.index() as f32 / 2.0
    }
}

/// The number of turns for which the scores of both players have agreed.
#[derive(Debug, Default)]
struct ScoreAgreement {
    won: u32,
    even: u32,
    leader: Option<Color>,
}

impl ScoreAgreement {
    /// Adds the score of `mover` at turn `turns` of the game; returns the result if the game is
    /// decided.
    fn on_score(&mut self, mover: Color, score: i32, turns: usize) -> Option<SelfPlayResult> {
        let leader = if score >= 0 { mover } else { !mover };
        if score.abs() < WON || self.leader != Some(leader) {
            self.won = 0;
        }
        self.leader = Some(leader);
        self.won += u32::from(score.abs() >= WON);
        self.even = if score.abs() <= EVEN && turns >= EVEN_FROM {
            self.even + 1
        } else {
            0
        };
        if self.won >= WON_TURNS {
            Some(SelfPlayResult::Won(leader))
        } else {
            (self.even >= EVEN_TURNS).then_some(SelfPlayResult::Drawn)
        }
    }
}

/// Self-play of one game: the limits of each search.
#[derive(Clone, Copy)]
pub(super) struct SelfPlay<'a, V> {
    pub(super) variant: V,
    /// Nodes searched for each turn.
    pub(super) nodes: u64,
    pub(super) stop: &'a StopToken,
}

impl<V: Evaluate> SelfPlay<'_, V> {
    fn search(
        &self,
        searcher: &mut Searcher<V>,
        position: &V::Position,
        history: &GameHistory,
    ) -> SearchResult<Turn> {
        let request = Request {
            position: position.clone(),
            history: history.clone(),
            limits: Limits {
                nodes: Some(self.nodes),
                ..Limits::default()
            },
            multi_pv: 1,
            only: None,
            except: Vec::new(),
        };
        searcher.search(&request, self.stop, &mut |_| ())
    }

    /// Returns a balanced position after random turns; `None` if `stop` was set.
    ///
    /// # Errors
    /// If none is found.
    pub(super) fn opening(
        &self,
        searcher: &mut Searcher<V>,
        setup: OpeningSetup,
        rng: &mut impl Rng,
    ) -> Result<Option<V::Position>, TuneError> {
        for _ in 0..MAX_ATTEMPTS {
            let Some(position) = self.random_position(setup, rng) else {
                continue;
            };
            searcher.clear();
            let history = GameHistory::new(position.key());
            let score = self.search(searcher, &position, &history).score;
            if self.stop.is_stopped() {
                return Ok(None);
            }
            if score.0.abs() <= setup.within {
                return Ok(Some(position));
            }
        }
        Err(TuneError::NoOpening)
    }

    /// Returns the position after random turns; `None` if the game is over there.
    fn random_position(&self, setup: OpeningSetup, rng: &mut impl Rng) -> Option<V::Position> {
        let mut position = self.variant.start();
        let mut history = GameHistory::new(position.key());
        let turns = setup.turns + rng.random_range(0..=1);
        let mut steps = Vec::new();
        for _ in 0..turns {
            if adjudicate(&position, &history, self.variant.profile()).is_some() {
                return None;
            }
            play_turn(&mut position, rng, &mut steps, |_| ());
            history.push(position.key());
        }
        let outcome = adjudicate(&position, &history, self.variant.profile());
        outcome.is_none().then_some(position)
    }

    /// Plays a game from `start`; `None` if `stop` was set. White is `searchers[seats[0]]`, Black
    /// `searchers[seats[1]]`; their tables are cleared first. `on_search` is called after every
    /// search.
    pub(super) fn game(
        &self,
        start: &V::Position,
        searchers: &mut [Searcher<V>],
        seats: [usize; 2],
        on_search: &mut dyn FnMut(SearchedPosition<'_, V>),
    ) -> Option<SelfPlayResult> {
        for searcher in searchers.iter_mut() {
            searcher.clear();
        }
        let mut position = start.clone();
        let mut history = GameHistory::new(position.key());
        let mut agreement = ScoreAgreement::default();
        for turns in 0..LONGEST {
            if let Some(outcome) = adjudicate(&position, &history, self.variant.profile()) {
                return Some(SelfPlayResult::of_winner(outcome.winner));
            }
            log::trace!("searching {}", self.variant.text(&position));
            let mover = position.turn();
            let searcher = &mut searchers[seats[mover.index()]];
            let result = self.search(searcher, &position, &history);
            if self.stop.is_stopped() {
                return None;
            }
            on_search(SearchedPosition {
                searcher,
                position: &position,
                history: &history,
                result: &result,
            });
            if let Some(result) = agreement.on_score(mover, result.score.0, turns) {
                return Some(result);
            }
            play(&mut position, result.best.as_deref().unwrap_or_default());
            history.push(position.key());
        }
        Some(SelfPlayResult::Drawn)
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Color;

    use super::{EVEN_FROM, EVEN_TURNS, ScoreAgreement, SelfPlayResult, WON, WON_TURNS};

    #[test]
    fn a_game_is_won_when_both_scores_agree_for_long_enough() {
        let mut agreement = ScoreAgreement::default();
        let mut on_score = |turn: u32, score: i32| {
            let mover = Color::ALL[turn as usize % 2];
            let score = if mover == Color::White { score } else { -score };
            agreement.on_score(mover, score, turn as usize)
        };
        for turn in 0..WON_TURNS - 1 {
            assert_eq!(on_score(turn, WON), None);
        }
        assert_eq!(on_score(WON_TURNS - 1, WON - 1), None);
        for turn in WON_TURNS..2 * WON_TURNS - 1 {
            assert_eq!(on_score(turn, -WON), None);
        }
        let last = on_score(2 * WON_TURNS - 1, -WON - 100);
        assert_eq!(last, Some(SelfPlayResult::Won(Color::Black)));
    }

    #[test]
    fn an_even_game_is_drawn_only_after_many_turns() {
        let mut agreement = ScoreAgreement::default();
        let results: Vec<_> = (0..EVEN_FROM + EVEN_TURNS as usize)
            .map(|turn| agreement.on_score(Color::ALL[turn % 2], 0, turn))
            .collect();
        let (last, before) = results.split_last().unwrap();
        assert!(before.iter().all(Option::is_none));
        assert_eq!(*last, Some(SelfPlayResult::Drawn));
    }
}
