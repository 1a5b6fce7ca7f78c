//! This program's search as a player, in this process.

use std::{fmt, fs};

use jabberwock_engine::{
    SearchError, SearchRequest, SearchResult, Session, Strength, open,
    options::{Change, Offered, Options},
};
use jabberwock_variants::UnknownVariant;

use super::interface::{Answer, Player, PlayerError, TurnRequest};

/// The value of `net` for the evaluation without a network.
const NO_NETWORK: &str = "none";

/// A player with its own session of this program's search.
#[derive(Debug)]
pub struct EnginePlayer {
    session: Box<dyn Session>,
    /// `None` is full strength.
    strength: Option<Strength>,
    /// The seed of the choices of a player of limited strength.
    seed: u64,
}

impl EnginePlayer {
    /// Creates a player of the game `variant` with `options`: UCI option names; `weights` and
    /// `params`, files in the format of the game's `weights.txt` and `search.txt`; or `net`, the
    /// file of a network, or `none` for the evaluation without one.
    ///
    /// # Errors
    /// If there is no such game or option, or a file is invalid.
    pub fn new(variant: &str, options: &[(String, String)]) -> Result<EnginePlayer, PlayerError> {
        let setup = |error: UnknownVariant| PlayerError::Setup(error.to_string());
        let mut session = open(variant).map_err(setup)?;
        let mut set = Options::default();
        for (name, value) in options {
            if name == "weights" {
                let weights = session.set_weights(&read(value)?);
                weights.map_err(|error| invalid_file(value, &error))?;
                continue;
            }
            if name == "net" {
                let bytes = match value.as_str() {
                    NO_NETWORK => None,
                    path => Some(fs::read(path).map_err(|error| invalid_file(path, &error))?),
                };
                let network = session.set_network(bytes.as_deref());
                network.map_err(|error| invalid_file(value, &error))?;
                continue;
            }
            if name == "params" {
                let params = session.set_params(&read(value)?);
                params.map_err(|error| invalid_file(value, &error))?;
                continue;
            }
            match set.set(Offered::Uci, name, value) {
                Ok(Change::Value | Change::ClearHash) => {}
                // Over UCI there is no option for the others.
                Ok(Change::Variant(_) | Change::Position(_) | Change::ShowPosition) => {
                    return Err(PlayerError::Setup(
                        "the match chooses the variant".to_owned(),
                    ));
                }
                Err(error) => return Err(PlayerError::Setup(error.to_string())),
            }
        }
        session.configure(set.settings);
        Ok(EnginePlayer {
            session,
            strength: set.strength(),
            seed: 0,
        })
    }

    /// Sets the seed of its choices, and the strength unless it is `None`.
    pub fn with_strength(self, strength: Option<Strength>, seed: u64) -> EnginePlayer {
        EnginePlayer {
            strength: strength.or(self.strength),
            seed,
            ..self
        }
    }

    fn search(&self, request: &TurnRequest<'_>) -> Result<SearchResult<String>, PlayerError> {
        let search = SearchRequest {
            limits: request.limits.clone(),
            strength: self.strength,
            seed: Some(self.seed.wrapping_add(self.session.turns().len() as u64)),
            ..SearchRequest::default()
        };
        let result = self
            .session
            .search_blocking(&search, request.stop, Some(request.deadline))
            .map_err(|error| match error {
                SearchError::Turn(error) => PlayerError::Refusal(error.to_string()),
                SearchError::NoThread(_) => PlayerError::Crash(error.to_string()),
                SearchError::Deadline => PlayerError::Hang,
            })?;
        if request.stop.is_stopped() {
            return Err(PlayerError::Interrupted);
        }
        Ok(result)
    }
}

/// Returns the text of a file.
fn read(path: &str) -> Result<String, PlayerError> {
    fs::read_to_string(path).map_err(|error| invalid_file(path, &error))
}

fn invalid_file(path: &str, error: &dyn fmt::Display) -> PlayerError {
    PlayerError::Setup(format!("{path}: {error}"))
}

impl Player for EnginePlayer {
    fn new_game(&mut self, game: &dyn Session, _: &TurnRequest<'_>) -> Result<(), PlayerError> {
        self.session.clear();
        self.session
            .set_position(&game.origin())
            .map_err(|error| PlayerError::Refusal(error.to_string()))
    }

    fn choose_turn(
        &mut self,
        game: &dyn Session,
        request: &TurnRequest<'_>,
    ) -> Result<Answer, PlayerError> {
        let known = self.session.turns().len();
        for turn in &game.turns()[known..] {
            self.session
                .play(turn)
                .map_err(|error| PlayerError::Refusal(error.to_string()))?;
        }
        let result = self.search(request)?;
        if let Some(failure) = result.failure {
            return Err(PlayerError::Crash(failure));
        }
        let turn = (result.best.clone())
            .ok_or_else(|| PlayerError::Refusal("there is no legal turn".to_owned()))?;
        let pv = [&turn].into_iter().chain(&result.ponder);
        let info = result.info(pv.cloned().collect());
        Ok(Answer {
            turn: Some(turn),
            info: Some(info),
            elapsed: None,
        })
    }

    /// A player of limited strength is created for every game, so that its choices depend on the
    /// game alone.
    fn is_reusable(&self) -> bool {
        self.strength.is_none()
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::{EnginePlayer, PlayerError};

    fn with_file(name: &str, text: &str) -> Result<EnginePlayer, PlayerError> {
        let file = format!("jabberwock-engine-player-{name}-{}", std::process::id());
        let path = env::temp_dir().join(file);
        fs::write(&path, text).unwrap();
        let options = [(name.to_owned(), path.display().to_string())];
        let player = EnginePlayer::new("chess", &options);
        fs::remove_file(path).unwrap();
        player
    }

    #[test]
    fn other_weights_and_parameters_come_from_files() {
        with_file("params", "rfp_margin 90\n").unwrap();
        let error = with_file("params", "rfp_margin nine\n")
            .unwrap_err()
            .to_string();
        assert!(error.contains("\"rfp_margin nine\""), "{error}");
        let error = with_file("weights", "material 1:2\n")
            .unwrap_err()
            .to_string();
        assert!(error.contains("1 weight of \"material\""), "{error}");
        let missing = [("weights".to_owned(), "/nowhere/at/all".to_owned())];
        let error = EnginePlayer::new("chess", &missing)
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("/nowhere/at/all: "), "{error}");
    }
}
