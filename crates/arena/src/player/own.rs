//! This program's search, in this process.

use std::{
    fmt, fs,
    sync::mpsc::{self, RecvTimeoutError},
    time::{Duration, Instant},
};

use jabberwock_engine::{
    SearchEvent, SearchRequest, SearchResult, Session, UnknownVariant, open,
    options::{Change, Offered, Options},
};
use jabberwock_search::Params;

use super::{Answer, Ask, Fault, Player, Thoughts};

/// How often a thinking player looks whether the match is over.
const GLANCE: Duration = Duration::from_millis(50);

/// A player with a search of his own.
#[derive(Debug)]
pub struct Own {
    session: Box<dyn Session>,
}

impl Own {
    /// A player of the game called `variant` with these options: by their UCI names, or `weights`
    /// and `params`, files like the game's `weights.txt` and `search.txt`.
    ///
    /// # Errors
    /// If there is no such game or option, or a file is not what it should be.
    pub fn new(variant: &str, options: &[(String, String)]) -> Result<Own, Fault> {
        let setup = |error: UnknownVariant| Fault::Setup(error.to_string());
        let mut session = open(variant).map_err(setup)?;
        let mut set = Options::default();
        for (name, value) in options {
            if name == "weights" {
                let weights = session.set_weights(&read(value)?);
                weights.map_err(|error| bad(value, &error))?;
                continue;
            }
            if name == "params" {
                let params = Params::read(&read(value)?).map_err(|error| bad(value, &error))?;
                session.set_params(params);
                continue;
            }
            match set.set(Offered::Uci, name, value) {
                Ok(Change::Value | Change::ClearHash) => {}
                Ok(Change::Variant(_)) => {
                    return Err(Fault::Setup("the match chooses the variant".to_owned()));
                }
                Err(error) => return Err(Fault::Setup(error.to_string())),
            }
        }
        session.configure(set.settings);
        Ok(Own { session })
    }

    fn think(&self, ask: &Ask<'_>) -> Result<SearchResult<String>, Fault> {
        let request = SearchRequest {
            limits: ask.limits.clone(),
            ..SearchRequest::default()
        };
        let (sender, receiver) = mpsc::channel();
        let listener = Box::new(move |event| {
            if let SearchEvent::Result(result) = event {
                // Nobody waits any more if this fails.
                sender.send(result).ok();
            }
        });
        let thinking = self
            .session
            .start_search(&request, listener)
            .map_err(|error| Fault::Refusal(error.to_string()))?;
        loop {
            match receiver.recv_timeout(GLANCE) {
                Ok(result) => {
                    thinking.join();
                    return Ok(result);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Crash(
                        "the search ended without an answer".to_owned(),
                    ));
                }
                // The search is stopped as it is dropped.
                Err(RecvTimeoutError::Timeout) if ask.stop.is_stopped() => {
                    return Err(Fault::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() >= ask.deadline => {
                    return Err(Fault::Hang);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// The text of a file.
fn read(path: &str) -> Result<String, Fault> {
    fs::read_to_string(path).map_err(|error| bad(path, &error))
}

fn bad(path: &str, error: &dyn fmt::Display) -> Fault {
    Fault::Setup(format!("{path}: {error}"))
}

impl Player for Own {
    fn begin(&mut self, game: &dyn Session, _: &Ask<'_>) -> Result<(), Fault> {
        self.session.clear();
        self.session
            .set_position(&game.origin())
            .map_err(|error| Fault::Refusal(error.to_string()))
    }

    fn choose(&mut self, game: &dyn Session, ask: &Ask<'_>) -> Result<Answer, Fault> {
        let known = self.session.turns().len();
        for turn in &game.turns()[known..] {
            self.session
                .play(turn)
                .map_err(|error| Fault::Refusal(error.to_string()))?;
        }
        let result = self.think(ask)?;
        if let Some(failure) = result.failure {
            return Err(Fault::Crash(failure));
        }
        let turn = result
            .best
            .ok_or_else(|| Fault::Refusal("there is no turn to choose from".to_owned()))?;
        Ok(Answer {
            turn: Some(turn),
            thoughts: Thoughts {
                score: Some(result.score),
                depth: Some(result.depth),
                nodes: Some(result.nodes),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::{Fault, Own};

    fn with(name: &str, text: &str) -> Result<Own, Fault> {
        let file = format!("jabberwock-own-{name}-{}", std::process::id());
        let path = env::temp_dir().join(file);
        fs::write(&path, text).unwrap();
        let options = [(name.to_owned(), path.display().to_string())];
        let player = Own::new("chess", &options);
        fs::remove_file(path).unwrap();
        player
    }

    #[test]
    fn other_weights_and_parameters_come_from_files() {
        with("params", "rfp_margin 90\n").unwrap();
        let error = with("params", "rfp_margin nine\n").unwrap_err().to_string();
        assert!(error.contains("\"rfp_margin nine\""), "{error}");
        let error = with("weights", "material 1:2\n").unwrap_err().to_string();
        assert!(error.contains("1 weights of \"material\""), "{error}");
        let nowhere = [("weights".to_owned(), "/nowhere/at/all".to_owned())];
        let error = Own::new("chess", &nowhere).unwrap_err().to_string();
        assert!(error.starts_with("/nowhere/at/all: "), "{error}");
    }
}
