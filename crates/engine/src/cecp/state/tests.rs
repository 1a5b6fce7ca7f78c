mod analysis;
mod bad_input;
mod clocks;
mod deferred;
mod game;
mod ponder;
mod records;
mod shown_games;
mod touch;
mod xboard;

use std::time::Duration;

use jabberwock_game::Score;
use jabberwock_search::{Bound, SearchInfo, SearchResult};

use super::{Effect, State};
use crate::session::{SearchEvent, SearchRequest};

/// A state with the effects of the latest message.
struct Harness {
    state: State,
    effects: Vec<Effect>,
}

impl Harness {
    fn new() -> Harness {
        Harness {
            state: State::new(),
            effects: Vec::new(),
        }
    }

    /// Creates a harness and sends `lines`.
    fn after(lines: &[&str]) -> Harness {
        let mut harness = Harness::new();
        for line in lines {
            harness.send(line);
        }
        harness
    }

    /// Sends a line and returns its effects.
    fn send(&mut self, line: &str) -> Vec<String> {
        self.effects = self.state.handle(line);
        self.described()
    }

    /// Makes the latest search find `best` and expect `ponder`.
    fn found(&mut self, best: &str, ponder: Option<&str>) -> Vec<String> {
        self.scored(best, ponder, 0)
    }

    fn scored(&mut self, best: &str, ponder: Option<&str>, centipawns: i32) -> Vec<String> {
        let result = SearchResult {
            best: Some(best.to_owned()),
            ponder: ponder.map(str::to_owned),
            score: Score(centipawns),
            depth: 9,
            nodes: 1000,
            elapsed: Duration::from_secs(1),
            failure: None,
        };
        self.event(self.state.last_search, SearchEvent::Result(result))
    }

    /// Makes the latest search report a line.
    fn line(&mut self, pv: &[&str]) -> Vec<String> {
        self.line_of(1, 1, Bound::Exact, pv)
    }

    /// Makes the latest search report line `multi_pv` of `line_count`.
    fn line_of(
        &mut self,
        multi_pv: usize,
        line_count: usize,
        bound: Bound,
        pv: &[&str],
    ) -> Vec<String> {
        let info = SearchInfo {
            depth: 5,
            seldepth: 8,
            multi_pv,
            line_count,
            score: Score(30),
            bound,
            nodes: 1000,
            elapsed: Duration::from_secs(1),
            hashfull: 0,
            pv: pv.iter().map(|&turn| turn.to_owned()).collect(),
        };
        self.event(self.state.last_search, SearchEvent::Info(info))
    }

    fn event(&mut self, number: u64, event: SearchEvent) -> Vec<String> {
        self.effects = self.state.on_event(number, event);
        self.described()
    }

    /// Returns the effects, apart from records.
    fn described(&self) -> Vec<String> {
        let effects = self.effects.iter().filter_map(|effect| {
            Some(match effect {
                Effect::Print(reply) => reply.to_string(),
                Effect::StartSearch(_, request) if request.limits.ponder => "(ponder)".to_owned(),
                Effect::StartSearch(_, request) if request.limits.infinite => {
                    "(analyze)".to_owned()
                }
                Effect::StartSearch(..) => "(search)".to_owned(),
                Effect::StopSearch => "(stop)".to_owned(),
                Effect::AbandonSearch => "(abandon)".to_owned(),
                Effect::PonderHit => "(ponder hit)".to_owned(),
                Effect::Record(_) => return None,
                Effect::Quit => "(quit)".to_owned(),
            })
        });
        effects.collect()
    }

    /// Returns the recorded games, as lines of the file.
    fn records(&self) -> Vec<String> {
        let records = self.effects.iter().filter_map(|effect| match effect {
            Effect::Record(game) => Some(serde_json::to_string(game).unwrap()),
            _ => None,
        });
        records.collect()
    }

    /// Returns the search that the latest message started.
    fn request(&self) -> &SearchRequest {
        let request = self.effects.iter().find_map(|effect| match effect {
            Effect::StartSearch(_, request) => Some(request),
            _ => None,
        });
        request.expect("a search was started")
    }

    fn turns(&self) -> Vec<&str> {
        self.state.session.turns()
    }
}

/// Turns of White and Black up to the shortest mate there is, given by Black.
const FOOLS_MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];
