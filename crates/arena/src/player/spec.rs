//! Players as the command line names them.

use std::{path::PathBuf, str::FromStr, time::Duration};

use jabberwock_search::StopToken;
use jabberwock_variants::Entry;

use super::{
    Fault, Own, Player, Program, Protocol,
    cecp::Cecp,
    material::Material,
    mcts::Mcts,
    mega::{Manner, Simple},
    random::Random,
    reference,
    uci::Uci,
};
use crate::pace::{Pace, seconds};

/// How long a program may take to show that it speaks UCI.
const DETECTION: Duration = Duration::from_secs(2);
/// How long a program that is known to speak a protocol may take to introduce itself.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// A player to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// His name in the match.
    pub name: String,
    /// What he is.
    pub kind: Kind,
    /// His own pace, where it is not that of the match.
    pub pace: Option<Pace>,
    /// Whether his program is started anew for every game.
    pub restart: bool,
}

/// What a player is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// This program's search, with what [`Own::new`] knows.
    Own(Vec<(String, String)>),
    /// Any step is as likely as another.
    Random,
    /// Looks so many turns ahead and counts men.
    Material(u32),
    /// In mega-games: looks so many plies ahead on the lowest boards and counts men.
    Lowest(u32),
    /// Plain UCT with random playouts.
    Mcts,
    /// Another program.
    Program(Program),
}

/// Text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The first word is neither a known player nor `cmd=`.
    #[error("player \"{0}\" is none of self, random, material-N, lowest-N, mcts, cmd=COMMAND")]
    Unknown(String),
    /// A part that is not `key=value`, or that this player has no use for.
    #[error("\"{part}\" makes no sense in player \"{player}\"")]
    Part {
        /// The part.
        part: String,
        /// The whole text.
        player: String,
    },
}

/// `self`, `mcts,nodes=1000`, `cmd=./old --uci,proto=uci,name=old,option.Hash=16`. A comma within a
/// value is written `\,`; blanks separate the words of a command unless they are in quotes.
impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let parts = split(text, ',');
        let (first, rest) = parts
            .split_first()
            .ok_or(SpecError::Unknown(String::new()))?;
        let (mut kind, name) = kind(first).ok_or_else(|| SpecError::Unknown(first.clone()))?;
        let untimed = matches!(kind, Kind::Random | Kind::Material(_) | Kind::Lowest(_));
        let mut spec = Spec {
            name,
            kind: Kind::Random,
            pace: untimed.then(Pace::default),
            restart: false,
        };
        for part in rest {
            let done = part
                .split_once('=')
                .is_some_and(|(key, value)| set(&mut spec, &mut kind, key, value).is_some());
            if !done {
                return Err(SpecError::Part {
                    part: part.clone(),
                    player: text.to_owned(),
                });
            }
        }
        spec.kind = kind;
        Ok(spec)
    }
}

/// What the first part names, and what it is called if nothing else is said.
fn kind(text: &str) -> Option<(Kind, String)> {
    if let Some(command) = text.strip_prefix("cmd=") {
        let command: Vec<String> = split(command, ' ')
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect();
        let path = PathBuf::from(command.first()?);
        let name = path.file_stem()?.to_str()?.to_owned();
        let program = Program {
            command,
            ..Program::default()
        };
        return Some((Kind::Program(program), name));
    }
    let kind = match text {
        "self" => Kind::Own(Vec::new()),
        "random" => Kind::Random,
        "mcts" => Kind::Mcts,
        _ => {
            let (manner, depth) = text.split_once('-')?;
            let depth = depth
                .parse()
                .ok()
                .filter(|depth| (1..=20).contains(depth))?;
            match manner {
                "material" => Kind::Material(depth),
                "lowest" => Kind::Lowest(depth),
                _ => return None,
            }
        }
    };
    Some((kind, text.to_owned()))
}

fn set(spec: &mut Spec, kind: &mut Kind, key: &str, value: &str) -> Option<()> {
    if let Some(name) = key.strip_prefix("option.") {
        let option = (name.to_owned(), value.to_owned());
        match kind {
            Kind::Own(options) | Kind::Program(Program { options, .. }) => options.push(option),
            _ => return None,
        }
        return Some(());
    }
    let pace = spec.pace.unwrap_or_default();
    match (key, &mut *kind) {
        ("name", _) if !value.is_empty() => value.clone_into(&mut spec.name),
        ("tc", _) => {
            spec.pace = Some(Pace {
                control: Some(value.parse().ok()?),
                ..pace
            });
        }
        ("st", _) => {
            spec.pace = Some(Pace {
                move_time: Some(seconds(value).filter(|time| !time.is_zero())?),
                ..pace
            });
        }
        ("nodes", _) => {
            spec.pace = Some(Pace {
                nodes: Some(value.parse().ok().filter(|&nodes| nodes > 0)?),
                ..pace
            });
        }
        ("depth", _) => {
            spec.pace = Some(Pace {
                depth: Some(value.parse().ok().filter(|&depth| depth > 0)?),
                ..pace
            });
        }
        ("restart", _) => spec.restart = flag(value)?,
        ("proto", Kind::Program(program)) => {
            program.protocol = match value {
                "auto" => Protocol::Auto,
                "uci" => Protocol::Uci,
                "cecp" | "xboard" => Protocol::Cecp,
                _ => return None,
            };
        }
        ("weights" | "params", Kind::Own(options)) => {
            options.push((key.to_owned(), value.to_owned()));
        }
        ("dir", Kind::Program(program)) => program.directory = Some(value.into()),
        ("init", Kind::Program(program)) => program.init.push(value.to_owned()),
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

/// Splits at `at`, but neither within double quotes, which disappear, nor after a backslash.
fn split(text: &str, at: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let part = parts.last_mut();
        match (letter, part) {
            ('\\', Some(part)) if letters.peek() == Some(&at) => part.extend(letters.next()),
            // The quotes of a command are left for the splitting of its words.
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

impl Spec {
    /// Lets the player come to a match in `entry`'s game at `pace`. What he leaves to chance is
    /// drawn by `seed`.
    ///
    /// # Errors
    /// If he cannot play.
    pub fn open(
        &self,
        entry: &'static Entry,
        pace: Pace,
        seed: u64,
        stop: &StopToken,
    ) -> Result<Box<dyn Player>, Fault> {
        let unable = || Fault::Setup(format!("{} cannot play {}", self.name, entry.name));
        Ok(match (&self.kind, entry.mega_level()) {
            (Kind::Random, Some(level)) => Box::new(Simple::new(level, Manner::Random, seed)),
            (&Kind::Lowest(depth), Some(level)) => {
                Box::new(Simple::new(level, Manner::Lowest(depth), seed))
            }
            (Kind::Material(_) | Kind::Mcts, Some(_)) | (Kind::Lowest(_), None) => {
                return Err(unable());
            }
            (Kind::Own(options), _) => Box::new(Own::new(entry.name, options)?),
            (Kind::Random, None) => reference::player(entry, Random, seed),
            (&Kind::Material(depth), None) => reference::player(entry, Material { depth }, seed),
            (Kind::Mcts, None) => reference::player(entry, Mcts, seed),
            (Kind::Program(program), _) => open_program(program, entry, pace, stop)?,
        })
    }
}

fn open_program(
    program: &Program,
    entry: &'static Entry,
    pace: Pace,
    stop: &StopToken,
) -> Result<Box<dyn Player>, Fault> {
    let start = jabberwock_engine::open(entry.name)
        .map_err(|error| Fault::Setup(error.to_string()))?
        .position();
    let uci = |patience| Uci::open(program, entry, &start, patience, stop);
    let cecp = || Cecp::open(program, entry, &start, pace, INTRODUCTION, stop);
    Ok(match program.protocol {
        Protocol::Uci => Box::new(uci(INTRODUCTION)?),
        Protocol::Cecp => Box::new(cecp()?),
        Protocol::Auto => match uci(DETECTION) {
            Ok(player) => Box::new(player),
            Err(Fault::Hang | Fault::Crash(_)) => Box::new(cecp()?),
            Err(fault) => return Err(fault),
        },
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Kind, Protocol, Spec, SpecError};

    #[test]
    fn programs_are_described_by_parts() {
        let text = "cmd=./old/jabberwock --log \"a b\",proto=uci,name=old,dir=/tmp,\
                    option.Hash=16,option.Style=a\\,b,st=0.5,restart=on,init=hello";
        let spec: Spec = text.parse().unwrap();
        assert_eq!(spec.name, "old");
        assert!(spec.restart);
        assert_eq!(
            spec.pace.unwrap().move_time,
            Some(Duration::from_millis(500))
        );
        let Kind::Program(program) = spec.kind else {
            panic!("{spec:?}")
        };
        assert_eq!(program.command, ["./old/jabberwock", "--log", "a b"]);
        assert_eq!(program.protocol, Protocol::Uci);
        assert_eq!(program.options[0], ("Hash".to_owned(), "16".to_owned()));
        assert_eq!(program.options[1].1, "a,b");
        assert_eq!(program.init, ["hello"]);
    }

    #[test]
    fn players_of_this_program_are_named() {
        let spec: Spec = "material-3".parse().unwrap();
        assert_eq!(spec.kind, Kind::Material(3));
        assert!(spec.pace.is_some(), "it has no clock");
        let spec: Spec = "lowest-3".parse().unwrap();
        assert_eq!(spec.kind, Kind::Lowest(3));
        let spec: Spec = "mcts,nodes=100,name=m".parse().unwrap();
        assert_eq!((spec.kind, spec.name.as_str()), (Kind::Mcts, "m"));
        let spec: Spec = "cmd=/usr/games/fairymax".parse().unwrap();
        assert_eq!(spec.name, "fairymax");
    }

    #[test]
    fn nonsense_is_named() {
        for bad in [
            "",
            "me",
            "material-0",
            "material-x",
            "lowest-21",
            "cmd=",
            "proto=uci",
        ] {
            let error = bad.parse::<Spec>().unwrap_err();
            assert_eq!(error, SpecError::Unknown(bad.to_owned()));
        }
        for (bad, part) in [
            ("self,fast", "fast"),
            ("self,proto=uci", "proto=uci"),
            ("mcts,weights=w.txt", "weights=w.txt"),
            ("random,option.Hash=1", "option.Hash=1"),
            ("self,st=0", "st=0"),
            ("cmd=x,proto=usi", "proto=usi"),
            ("self,", ""),
        ] {
            let error = bad.parse::<Spec>().unwrap_err();
            let (part, player) = (part.to_owned(), bad.to_owned());
            assert_eq!(error, SpecError::Part { part, player });
        }
    }
}
