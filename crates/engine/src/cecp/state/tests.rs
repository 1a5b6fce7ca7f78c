mod analysis;
mod bad_input;
mod clocks;
mod game;
mod ponder;

use std::time::Duration;

use jabberwock_game::Score;
use jabberwock_search::Bound;

use super::{Effect, State};
use crate::{SearchEvent, SearchInfo, SearchRequest, SearchResult};

/// A state, and what it did about the latest message.
struct Bench {
    state: State,
    effects: Vec<Effect>,
}

impl Bench {
    fn new() -> Bench {
        Bench {
            state: State::new(),
            effects: Vec::new(),
        }
    }

    /// A bench that has been sent `lines`.
    fn after(lines: &[&str]) -> Bench {
        let mut bench = Bench::new();
        for line in lines {
            bench.send(line);
        }
        bench
    }

    /// Sends a line; what is done about it.
    fn send(&mut self, line: &str) -> Vec<String> {
        self.effects = self.state.obey(line);
        self.done()
    }

    /// The latest search found `best` and expects `ponder`.
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
        self.hear(self.state.searches, SearchEvent::Result(result))
    }

    /// The latest search reports a line.
    fn line(&mut self, pv: &[&str]) -> Vec<String> {
        let analysis = SearchInfo {
            depth: 5,
            seldepth: 8,
            multi_pv: 1,
            score: Score(30),
            bound: Bound::Exact,
            nodes: 1000,
            elapsed: Duration::from_secs(1),
            hashfull: 0,
            pv: pv.iter().map(|&turn| turn.to_owned()).collect(),
        };
        self.hear(self.state.searches, SearchEvent::Info(analysis))
    }

    fn hear(&mut self, number: u64, event: SearchEvent) -> Vec<String> {
        self.effects = self.state.hear(number, event);
        self.done()
    }

    fn done(&self) -> Vec<String> {
        let effects = self.effects.iter().map(|effect| match effect {
            Effect::Say(reply) => reply.to_string(),
            Effect::Think(_, request) if request.limits.ponder => "(ponder)".to_owned(),
            Effect::Think(_, request) if request.limits.infinite => "(analyze)".to_owned(),
            Effect::Think(..) => "(think)".to_owned(),
            Effect::Finish => "(finish)".to_owned(),
            Effect::Abandon => "(abandon)".to_owned(),
            Effect::PonderHit => "(ponder hit)".to_owned(),
            Effect::Quit => "(quit)".to_owned(),
        });
        effects.collect()
    }

    /// The search that the latest message started.
    fn request(&self) -> &SearchRequest {
        let request = self.effects.iter().find_map(|effect| match effect {
            Effect::Think(_, request) => Some(request),
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
