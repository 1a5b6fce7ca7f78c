//! The newest state of a match.

use std::{
    collections::{BTreeMap, VecDeque},
    time::{Duration, Instant},
};

use jabberwock_arena::{
    played_game::{GameEnd, PlayedTurn},
    referee::GameProgress,
    report::MatchReport,
    schedule::Pairing,
    tournament::FinishedGame,
};
use jabberwock_game::{ByColor, Color, Score};

/// The number of finished games that are kept.
const KEPT: usize = 24;

/// The newest state of a match.
#[derive(Debug)]
pub(crate) struct Newest {
    /// The games in progress by their number, from 0.
    pub(super) under_way: BTreeMap<usize, LiveGame>,
    /// The finished games, the last one first.
    pub(super) ended: VecDeque<LiveGame>,
    pub(super) report: MatchReport,
    /// The results in one line.
    pub(super) summary: String,
    pub(super) is_over: bool,
}

/// A game in progress, or one that has just ended.
#[derive(Debug)]
pub(super) struct LiveGame {
    pub(super) pairing: Pairing,
    pub(super) origin: String,
    pub(super) turns: Vec<LiveTurn>,
    pub(super) clocks: ByColor<Option<Duration>>,
    /// The player to move and the start of its turn; `None` at the end.
    pub(super) running: Option<(Color, Instant)>,
    pub(super) end: Option<GameEnd>,
}

/// A turn that was made.
#[derive(Clone, Debug)]
pub(crate) struct LiveTurn {
    /// Its canonical text.
    pub(crate) turn: String,
    /// The score that its player reported, for this player.
    pub(crate) score: Option<Score>,
    pub(crate) time: Option<Duration>,
}

impl LiveTurn {
    fn new(turn: &PlayedTurn) -> LiveTurn {
        LiveTurn {
            turn: turn.turn.clone(),
            score: turn.info.as_ref().map(|info| info.score),
            time: turn.time,
        }
    }
}

impl Newest {
    pub(super) fn new((report, summary): (MatchReport, String)) -> Newest {
        Newest {
            under_way: BTreeMap::new(),
            ended: VecDeque::new(),
            report,
            summary,
            is_over: false,
        }
    }

    pub(super) fn progress(&mut self, pairing: Pairing, progress: &GameProgress<'_>) {
        let begin = || LiveGame {
            pairing,
            origin: progress.session.origin(),
            turns: Vec::new(),
            clocks: ByColor::default(),
            running: None,
            end: None,
        };
        let game = self.under_way.entry(pairing.number).or_insert_with(begin);
        let new = &progress.turns[game.turns.len()..];
        game.turns.extend(new.iter().map(LiveTurn::new));
        game.clocks = progress.clocks;
        game.running = Some((progress.session.turn(), Instant::now()));
    }

    pub(super) fn finished(
        &mut self,
        game: &FinishedGame<'_>,
        (report, summary): (MatchReport, String),
    ) {
        let played = game.played;
        // A game that could not be started was never in progress.
        let mut live = self
            .under_way
            .remove(&game.pairing.number)
            .unwrap_or_else(|| LiveGame {
                pairing: game.pairing,
                origin: played.origin.clone(),
                turns: played.turns.iter().map(LiveTurn::new).collect(),
                clocks: ByColor::default(),
                running: None,
                end: None,
            });
        live.running = None;
        live.end = Some(played.end.clone());
        self.ended.push_front(live);
        self.ended.truncate(KEPT);
        self.report = report;
        self.summary = summary;
    }

    pub(super) fn over(&mut self) {
        // Interrupted games have no end.
        self.under_way.clear();
        self.is_over = true;
    }

    /// Whether the match is over.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the game with this number, from 0, if it is in progress or kept.
    pub(super) fn game(&self, number: usize) -> Option<&LiveGame> {
        let ended = || self.ended.iter().find(|game| game.pairing.number == number);
        self.under_way.get(&number).or_else(ended)
    }
}
