//! Games that the search plays with itself, quickly and reproducibly: a count of nodes bounds each
//! turn, and games whose result is plain are not played to the end.

use jabberwock_game::{
    Color, Evaluate, GameHistory, Position, Stage, Step, Turn, adjudicate, complete, play,
};
use jabberwock_search::{Limits, Request, SearchResult, Searcher, Settings, StopToken};
use rand::{Rng, RngExt, seq::IndexedRandom};

use super::TuneError;

/// Both players see the leader this far ahead, in centipawns, for [`WON_TURNS`] turns: he wins.
const WON: i32 = 1000;
const WON_TURNS: u32 = 6;
/// Both players see nobody further ahead for [`LEVEL_TURNS`] turns after [`LEVEL_FROM`]: a draw.
const LEVEL: i32 = 8;
const LEVEL_TURNS: u32 = 12;
const LEVEL_FROM: usize = 70;
/// Turns after which a game is a draw.
const LONGEST: usize = 300;
/// Games begun before it is taken for granted that none is level.
const MOST_ATTEMPTS: usize = 1000;

/// How games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpeningSetup {
    /// Random turns from the start; one more or less changes who moves.
    pub(super) turns: usize,
    /// The search must find the position this level, in centipawns.
    pub(super) within: i32,
}

/// What is known after a search in a game.
pub(super) struct SearchedPosition<'a, V: Evaluate> {
    pub(super) searcher: &'a mut Searcher<V>,
    pub(super) position: &'a V::Position,
    pub(super) history: &'a GameHistory,
    pub(super) result: &'a SearchResult<Turn>,
}

/// A searcher for short searches, its memory empty.
pub(super) fn searcher<V: Evaluate>(variant: V) -> Searcher<V> {
    let settings = Settings {
        hash_mib: 4,
        ..Settings::default()
    };
    Searcher::new(variant, settings)
}

/// Searches `nodes` nodes.
fn search<V: Evaluate>(
    searcher: &mut Searcher<V>,
    position: &V::Position,
    history: &GameHistory,
    nodes: u64,
    stop: &StopToken,
) -> SearchResult<Turn> {
    let request = Request {
        position: position.clone(),
        history: history.clone(),
        limits: Limits {
            nodes: Some(nodes),
            ..Limits::default()
        },
        multi_pv: 1,
        only: None,
        except: Vec::new(),
    };
    searcher.search(&request, stop, &mut |_| ())
}

/// A level position to begin a game from; `None` if `stop` was called.
///
/// # Errors
/// If none is found.
pub(super) fn begin<V: Evaluate>(
    variant: V,
    searcher: &mut Searcher<V>,
    nodes: u64,
    opening_setup: OpeningSetup,
    rng: &mut impl Rng,
    stop: &StopToken,
) -> Result<Option<V::Position>, TuneError> {
    for _ in 0..MOST_ATTEMPTS {
        let mut position = variant.start();
        let mut history = GameHistory::new(position.key());
        let turns = opening_setup.turns + rng.random_range(0..=1);
        for _ in 0..turns {
            if adjudicate(&position, &history, variant.profile()).is_some() {
                break;
            }
            let turn = random_turn(&position, rng);
            play(&mut position, &turn);
            history.push(position.key());
        }
        if adjudicate(&position, &history, variant.profile()).is_some() {
            continue;
        }
        searcher.clear();
        let history = GameHistory::new(position.key());
        let score = search(searcher, &position, &history, nodes, stop).score;
        if stop.is_stopped() {
            return Ok(None);
        }
        if score.0.abs() <= opening_setup.within {
            return Ok(Some(position));
        }
    }
    Err(TuneError::NoOpening)
}

/// A legal turn, made of random steps, at a position that has one.
fn random_turn<P: Position>(pos: &P, rng: &mut impl Rng) -> Turn {
    let mut turn = Turn::new();
    let mut here = pos.clone();
    let mut steps: Vec<Step> = Vec::new();
    loop {
        steps.clear();
        for stage in Stage::ALL {
            here.generate(stage, &mut steps);
        }
        let Some(&step) = steps.choose(rng) else {
            complete(pos, &mut turn);
            return turn;
        };
        turn.push(step);
        here.play(step);
        if here.at_turn_start() {
            return turn;
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SelfPlayResult {
    Won(Color),
    Drawn,
}

impl SelfPlayResult {
    /// White's win, a draw, Black's win.
    pub(super) const ALL: [SelfPlayResult; 3] = [
        SelfPlayResult::Won(Color::White),
        SelfPlayResult::Drawn,
        SelfPlayResult::Won(Color::Black),
    ];

    /// Its index in [`SelfPlayResult::ALL`].
    pub(super) fn index(self) -> usize {
        match self {
            SelfPlayResult::Won(Color::White) => 0,
            SelfPlayResult::Drawn => 1,
            SelfPlayResult::Won(Color::Black) => 2,
        }
    }

    /// White's points.
    pub(super) fn points(self) -> f32 {
        1.0 - self.index() as f32 / 2.0
    }
}

/// What both players have seen for some turns.
#[derive(Debug, Default)]
struct ScoreAgreement {
    won: u32,
    level: u32,
    leader: Option<Color>,
}

impl ScoreAgreement {
    /// Hears what `mover` says of turn `played`; gives the result if the game is decided.
    fn on_score(&mut self, mover: Color, score: i32, played: usize) -> Option<SelfPlayResult> {
        let leader = if score >= 0 { mover } else { !mover };
        if score.abs() < WON || self.leader != Some(leader) {
            self.won = 0;
        }
        self.leader = Some(leader);
        self.won += u32::from(score.abs() >= WON);
        self.level = if score.abs() <= LEVEL && played >= LEVEL_FROM {
            self.level + 1
        } else {
            0
        };
        if self.won >= WON_TURNS {
            Some(SelfPlayResult::Won(leader))
        } else {
            (self.level >= LEVEL_TURNS).then_some(SelfPlayResult::Drawn)
        }
    }
}

/// Plays a game from `start`, `nodes` nodes a turn, and says how it ended; `None` if `stop` was
/// called. White is `searchers[seats[0]]`, Black `searchers[seats[1]]`; what they remember of other
/// games is forgotten. `watch` hears of every search.
pub(super) fn game<V: Evaluate>(
    variant: V,
    start: &V::Position,
    searchers: &mut [Searcher<V>],
    seats: [usize; 2],
    nodes: u64,
    stop: &StopToken,
    on_search: &mut dyn FnMut(SearchedPosition<'_, V>),
) -> Option<SelfPlayResult> {
    for searcher in searchers.iter_mut() {
        searcher.clear();
    }
    let mut position = start.clone();
    let mut history = GameHistory::new(position.key());
    let mut agreement = ScoreAgreement::default();
    for played in 0..LONGEST {
        if let Some(outcome) = adjudicate(&position, &history, variant.profile()) {
            return Some(
                outcome
                    .winner
                    .map_or(SelfPlayResult::Drawn, SelfPlayResult::Won),
            );
        }
        log::trace!("searching {}", variant.text(&position));
        let mover = position.turn();
        let searcher = &mut searchers[seats[mover.index()]];
        let result = search(searcher, &position, &history, nodes, stop);
        if stop.is_stopped() {
            return None;
        }
        on_search(SearchedPosition {
            searcher,
            position: &position,
            history: &history,
            result: &result,
        });
        if let Some(ending) = agreement.on_score(mover, result.score.0, played) {
            return Some(ending);
        }
        play(&mut position, result.best.as_deref().unwrap_or_default());
        history.push(position.key());
    }
    Some(SelfPlayResult::Drawn)
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Color;

    use super::{LEVEL_FROM, LEVEL_TURNS, ScoreAgreement, SelfPlayResult, WON, WON_TURNS};

    #[test]
    fn a_game_is_won_when_both_have_said_so_for_long_enough() {
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
    fn a_long_level_game_is_a_draw_and_a_short_one_goes_on() {
        let mut agreement = ScoreAgreement::default();
        let results: Vec<_> = (0..LEVEL_FROM + LEVEL_TURNS as usize)
            .map(|turn| agreement.on_score(Color::ALL[turn % 2], 0, turn))
            .collect();
        let (last, before) = results.split_last().unwrap();
        assert!(before.iter().all(Option::is_none));
        assert_eq!(*last, Some(SelfPlayResult::Drawn));
    }
}
