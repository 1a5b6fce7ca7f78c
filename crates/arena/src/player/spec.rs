//! Descriptions of players, as on the command line.

use std::{ffi::OsStr, path::Path, str::FromStr, time::Duration};

use jabberwock_engine::{LEVELS, Strength};
use jabberwock_search::StopToken;
use jabberwock_variants::{Entry, mega::Mega};

use super::{
    cecp::Cecp,
    engine::EnginePlayer,
    interface::{Player, PlayerError},
    material::Material,
    mcts::Mcts,
    mega::{MegaReference, MegaStrategy},
    process::{Program, Protocol},
    random::Random,
    reference,
    uci::Uci,
};
use crate::{
    plain_text::on_one_line,
    time_control::{TimeControl, seconds},
};

/// The maximum time for the answer to `uci` before CECP is tried.
const DETECTION_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum time for the handshake of a given protocol.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// The description of a player, from which it can be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The text from which it was parsed, on one line as in records.
    pub text: String,
    /// Its name in the match, on one line.
    pub name: String,
    /// Its kind.
    pub kind: PlayerKind,
    /// Its own time control; `None` is that of the match.
    pub time_control: Option<TimeControl>,
    /// Whether its program is restarted for every game.
    pub restart: bool,
}

/// The kind of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// This program's search, with options for [`EnginePlayer::new`].
    Engine(Vec<(String, String)>),
    /// This program's search at a level from 1 to 10.
    Level(u8),
    /// Random steps.
    Random,
    /// Searches this many turns ahead and counts material.
    Material(u32),
    /// In mega-games: searches this many plies ahead on the lowest boards and counts material.
    Lowest(u32),
    /// Plain UCT with random playouts.
    Mcts,
    /// Another program.
    Program(Program),
}

/// An invalid description of a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerSpecError {
    /// The first word is neither a known player nor `cmd=`.
    #[error(
        "unknown player \"{0}\": expected self, level-1 to level-10, random, material-N, lowest-N, mcts or cmd=COMMAND"
    )]
    Unknown(String),
    /// Both a clock and an exact time per turn.
    #[error("tc and st exclude each other in player \"{0}\"")]
    TwoTimes(String),
    /// A part that is not `key=value`, or not an option of this player.
    #[error("invalid option \"{part}\" in player \"{player}\"")]
    Part {
        /// The part.
        part: String,
        /// The whole text.
        player: String,
    },
}

/// Parses `self`, `mcts,nodes=1000`, `cmd=./old --uci,proto=uci,name=old,option.Hash=16`. A comma
/// within a value is written `\,`; blanks separate the words of a command unless they are in
/// quotes.
impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
        let parts = split(text, ',');
        let (first, rest) = parts
            .split_first()
            .ok_or(PlayerSpecError::Unknown(String::new()))?;
        let (mut kind, name) =
            kind(first).ok_or_else(|| PlayerSpecError::Unknown(first.clone()))?;
        let untimed = matches!(
            kind,
            PlayerKind::Level(_)
                | PlayerKind::Random
                | PlayerKind::Material(_)
                | PlayerKind::Lowest(_)
        );
        let mut spec = PlayerSpec {
            text: on_one_line(text),
            name,
            kind: PlayerKind::Random,
            time_control: untimed.then(TimeControl::default),
            restart: false,
        };
        for part in rest {
            let done = part
                .split_once('=')
                .is_some_and(|(key, value)| set(&mut spec, &mut kind, key, value).is_some());
            if !done {
                return Err(PlayerSpecError::Part {
                    part: part.clone(),
                    player: text.to_owned(),
                });
            }
        }
        let has_two_times =
            |control: &TimeControl| control.clock.is_some() && control.move_time.is_some();
        if spec.time_control.as_ref().is_some_and(has_two_times) {
            return Err(PlayerSpecError::TwoTimes(text.to_owned()));
        }
        spec.kind = kind;
        Ok(spec)
    }
}

/// Returns the kind that the first part names, and the default name of the player.
fn kind(text: &str) -> Option<(PlayerKind, String)> {
    if let Some(command) = text.strip_prefix("cmd=") {
        let command: Vec<String> = split(command, ' ')
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect();
        let name = program_name(Path::new(command.first()?))?;
        let program = Program {
            command,
            ..Program::default()
        };
        return Some((PlayerKind::Program(program), name));
    }
    let kind = match text {
        "self" => PlayerKind::Engine(Vec::new()),
        "random" => PlayerKind::Random,
        "mcts" => PlayerKind::Mcts,
        _ => {
            let (strategy, depth) = text.split_once('-')?;
            let depth = depth
                .parse()
                .ok()
                .filter(|depth| (1..=20).contains(depth))?;
            match strategy {
                "level" => PlayerKind::Level(
                    u8::try_from(depth)
                        .ok()
                        .filter(|level| LEVELS.contains(level))?,
                ),
                "material" => PlayerKind::Material(depth),
                "lowest" => PlayerKind::Lowest(depth),
                _ => return None,
            }
        }
    };
    Some((kind, text.to_owned()))
}

/// Returns the name of the program at `path`, without an extension like `exe` or `sh`, but with a
/// version: `engine-1.2`.
fn program_name(path: &Path) -> Option<String> {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_version = extension.starts_with(|first: char| first.is_ascii_digit());
    let name = if is_version {
        path.file_name()
    } else {
        path.file_stem()
    };
    name?.to_str().map(str::to_owned)
}

fn set(spec: &mut PlayerSpec, kind: &mut PlayerKind, key: &str, value: &str) -> Option<()> {
    if let Some(name) = key.strip_prefix("option.") {
        let option = (name.to_owned(), value.to_owned());
        match kind {
            PlayerKind::Engine(options) | PlayerKind::Program(Program { options, .. }) => {
                options.push(option);
            }
            _ => return None,
        }
        return Some(());
    }
    let time_control = spec.time_control.unwrap_or_default();
    match (key, &mut *kind) {
        ("name", _) if !value.is_empty() => spec.name = on_one_line(value),
        ("tc", _) => {
            spec.time_control = Some(TimeControl {
                clock: Some(value.parse().ok()?),
                ..time_control
            });
        }
        ("st", _) => {
            spec.time_control = Some(TimeControl {
                move_time: Some(seconds(value).filter(|time| !time.is_zero())?),
                ..time_control
            });
        }
        ("nodes", _) => {
            spec.time_control = Some(TimeControl {
                nodes: Some(value.parse().ok().filter(|&nodes| nodes > 0)?),
                ..time_control
            });
        }
        ("depth", _) => {
            spec.time_control = Some(TimeControl {
                depth: Some(value.parse().ok().filter(|&depth| depth > 0)?),
                ..time_control
            });
        }
        ("restart", _) => spec.restart = flag(value)?,
        ("proto", PlayerKind::Program(program)) => {
            program.protocol = match value {
                "auto" => Protocol::Auto,
                "uci" => Protocol::Uci,
                "cecp" | "xboard" => Protocol::Cecp,
                _ => return None,
            };
        }
        ("weights" | "params" | "net", PlayerKind::Engine(options)) => {
            options.push((key.to_owned(), value.to_owned()));
        }
        ("dir", PlayerKind::Program(program)) => program.directory = Some(value.into()),
        ("ponder", PlayerKind::Program(program)) => program.ponder = flag(value)?,
        ("init", PlayerKind::Program(program)) => program.init.push(value.to_owned()),
        _ => return None,
    }
    Some(())
}

fn flag(value: &str) -> Option<bool> {
    match value {
        "on" | "true" | "1" => Some(true),
        "off" | "false" | "0" => Some(false),
        _ => None,
    }
}

/// Splits at `at`, but neither within double quotes nor after a backslash.
fn split(text: &str, at: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let part = parts.last_mut();
        match (letter, part) {
            ('\\', Some(part)) if letters.peek() == Some(&at) => part.extend(letters.next()),
            // Quotes are kept at commas, so that the words of a command can be split later.
            ('"', Some(part)) => {
                quoted = !quoted;
                if at == ',' {
                    part.push('"');
                }
            }
            (_, Some(part)) if letter != at || quoted => part.push(letter),
            _ => parts.push(String::new()),
        }
    }
    parts
}

impl PlayerSpec {
    /// Creates the player for `entry`'s game. `seed` determines its random choices.
    ///
    /// # Errors
    /// If it cannot play the game, or its program cannot be started.
    pub fn open(
        &self,
        entry: &'static Entry,
        time_control: TimeControl,
        seed: u64,
        stop: &StopToken,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let unable = || PlayerError::Setup(format!("{} cannot play {}", self.name, entry.name));
        Ok(match (&self.kind, entry.planned().map(Mega::level)) {
            (PlayerKind::Random, Some(level)) => {
                Box::new(MegaReference::new(level, MegaStrategy::Random, seed))
            }
            (&PlayerKind::Lowest(depth), Some(level)) => {
                Box::new(MegaReference::new(level, MegaStrategy::Lowest(depth), seed))
            }
            (PlayerKind::Material(_) | PlayerKind::Mcts, Some(_))
            | (PlayerKind::Lowest(_), None) => {
                return Err(unable());
            }
            (PlayerKind::Engine(options), _) => {
                let player = EnginePlayer::new(entry.name, options)?;
                Box::new(player.with_strength(None, seed))
            }
            (&PlayerKind::Level(level), _) => {
                let player = EnginePlayer::new(entry.name, &[])?;
                Box::new(player.with_strength(Strength::of_level(level), seed))
            }
            (PlayerKind::Random, None) => reference::player(entry, Random, seed),
            (&PlayerKind::Material(depth), None) => {
                reference::player(entry, Material { depth }, seed)
            }
            (PlayerKind::Mcts, None) => reference::player(entry, Mcts, seed),
            (PlayerKind::Program(program), _) => open_program(program, entry, time_control, stop)?,
        })
    }
}

fn open_program(
    program: &Program,
    entry: &'static Entry,
    time_control: TimeControl,
    stop: &StopToken,
) -> Result<Box<dyn Player>, PlayerError> {
    let start = jabberwock_engine::open(entry.name)
        .map_err(|error| PlayerError::Setup(error.to_string()))?
        .position();
    let uci = |patience| Uci::open(program, entry, &start, patience, stop);
    let cecp = || {
        Cecp::open(
            program,
            entry,
            &start,
            time_control,
            HANDSHAKE_TIMEOUT,
            stop,
        )
    };
    let player: Result<Box<dyn Player>, PlayerError> = match program.protocol {
        Protocol::Uci => uci(HANDSHAKE_TIMEOUT).map(|player| Box::new(player) as _),
        Protocol::Cecp => cecp().map(|player| Box::new(player) as _),
        Protocol::Auto => match uci(DETECTION_TIMEOUT) {
            Ok(player) => Ok(Box::new(player)),
            Err(PlayerError::Hang | PlayerError::Crash(_)) => {
                cecp().map(|player| Box::new(player) as _)
            }
            Err(error) => Err(error),
        },
    };
    player.map_err(|error| handshake_error(program.protocol, error))
}

/// Returns `error`, with the name of the protocol if the program has not answered as the protocol
/// requires.
fn handshake_error(protocol: Protocol, error: PlayerError) -> PlayerError {
    let protocol = match protocol {
        Protocol::Auto => "UCI or CECP",
        Protocol::Uci => "UCI",
        Protocol::Cecp => "CECP",
    };
    match error {
        PlayerError::Crash(text) => {
            PlayerError::Setup(format!("{text} during the {protocol} handshake"))
        }
        PlayerError::Hang => PlayerError::Setup(format!(
            "the program does not complete the {protocol} handshake"
        )),
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{PlayerKind, PlayerSpec, PlayerSpecError, Protocol};

    #[test]
    fn programs_are_described_by_parts() {
        let text = "cmd=./old/jabberwock --log \"a b\",proto=uci,name=old,dir=/tmp,\
                    option.Hash=16,option.Strategy=a\\,b,st=0.5,restart=on,init=hello,ponder=on";
        let spec: PlayerSpec = text.parse().unwrap();
        assert_eq!(spec.name, "old");
        assert!(spec.restart);
        assert_eq!(
            spec.time_control.unwrap().move_time,
            Some(Duration::from_millis(500))
        );
        let PlayerKind::Program(program) = spec.kind else {
            panic!("{spec:?}")
        };
        assert_eq!(program.command, ["./old/jabberwock", "--log", "a b"]);
        assert_eq!(program.protocol, Protocol::Uci);
        assert_eq!(program.options[0], ("Hash".to_owned(), "16".to_owned()));
        assert_eq!(program.options[1].1, "a,b");
        assert_eq!(program.init, ["hello"]);
        assert!(program.ponder);
    }

    #[test]
    fn names_and_descriptions_are_on_one_line() {
        let text = "cmd=sh -c \"read a\nread b\",name=a\tb";
        let spec: PlayerSpec = text.parse().unwrap();
        assert_eq!(spec.name, "a b");
        assert_eq!(spec.text, "cmd=sh -c \"read a read b\",name=a b");
        let PlayerKind::Program(program) = spec.kind else {
            panic!("{spec:?}")
        };
        assert_eq!(program.command, ["sh", "-c", "read a\nread b"]);
    }

    #[test]
    fn players_of_this_program_are_named() {
        let spec: PlayerSpec = "material-3".parse().unwrap();
        assert_eq!(spec.kind, PlayerKind::Material(3));
        assert!(spec.time_control.is_some(), "it plays without a clock");
        let spec: PlayerSpec = "level-10".parse().unwrap();
        assert_eq!(spec.kind, PlayerKind::Level(10));
        let spec: PlayerSpec = "lowest-3".parse().unwrap();
        assert_eq!(spec.kind, PlayerKind::Lowest(3));
        let spec: PlayerSpec = "mcts,nodes=100,name=m".parse().unwrap();
        assert_eq!((spec.kind, spec.name.as_str()), (PlayerKind::Mcts, "m"));
        for (program, name) in [
            ("/usr/games/fairymax", "fairymax"),
            ("./engine.sh", "engine"),
            ("./engine-1.2", "engine-1.2"),
            ("engine-1.2.exe", "engine-1.2"),
        ] {
            let spec: PlayerSpec = format!("cmd={program}").parse().unwrap();
            assert_eq!(spec.name, name);
        }
    }

    #[test]
    fn invalid_descriptions_are_named() {
        for bad in [
            "",
            "me",
            "material-0",
            "material-x",
            "lowest-21",
            "level-0",
            "level-11",
            "cmd=",
            "proto=uci",
        ] {
            let error = bad.parse::<PlayerSpec>().unwrap_err();
            assert_eq!(error, PlayerSpecError::Unknown(bad.to_owned()));
        }
        for (bad, part) in [
            ("self,fast", "fast"),
            ("self,proto=uci", "proto=uci"),
            ("self,ponder=on", "ponder=on"),
            ("cmd=x,ponder=maybe", "ponder=maybe"),
            ("mcts,weights=w.txt", "weights=w.txt"),
            ("random,option.Hash=1", "option.Hash=1"),
            ("self,st=0", "st=0"),
            ("cmd=x,proto=usi", "proto=usi"),
            ("self,", ""),
        ] {
            let error = bad.parse::<PlayerSpec>().unwrap_err();
            let (part, player) = (part.to_owned(), bad.to_owned());
            assert_eq!(error, PlayerSpecError::Part { part, player });
        }
        let error = "self,tc=1,st=1".parse::<PlayerSpec>().unwrap_err();
        assert_eq!(
            error,
            PlayerSpecError::TwoTimes("self,tc=1,st=1".to_owned())
        );
    }
}
