//! Parser of the client's input: one line of text to one [`Command`].

use std::time::Duration;

use jabberwock_game::shortened;

use super::go::GoParameters;

/// A line of UCI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// `uci`
    Identify,
    /// `isready`
    IsReady,
    /// `setoption name Hash value 64`
    SetOption {
        /// The option, in any case of letters.
        name: String,
        /// Its new value; `None` for a button.
        value: Option<String>,
    },
    /// `ucinewgame`
    NewGame,
    /// `position fen TEXT moves T1 T2`
    Position {
        /// A position text; `None` for the variant's start.
        text: Option<String>,
        /// The turns made from there.
        turns: Vec<String>,
    },
    /// `go`
    Go(GoParameters),
    /// `go perft 3`
    Perft(u32),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `d` and `show`
    Show,
    /// `eval`
    Eval,
    /// `bench`
    Bench,
    /// `help`
    Help,
    /// `quit`
    Quit,
}

/// The reason why a line is not a command. The reply contains the line, too.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    /// No command begins with this word.
    #[error("unknown command")]
    Unknown,
    /// A required word is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A word that the command does not accept.
    #[error("unexpected \"{0}\"")]
    Unexpected(String),
    /// A parameter that is not a number, or out of range.
    #[error("{name} must be a number of at least {least}, not \"{text}\"")]
    Number {
        /// The parameter.
        name: &'static str,
        /// The minimum value.
        least: u64,
        /// The text in its place.
        text: String,
    },
}

/// Parses a line; `None` if it needs no action, as blank lines, `debug` and `register` do not.
///
/// # Errors
/// The problem with the line.
pub(super) fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let mut words = line.split_ascii_whitespace();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let command = match first {
        "uci" => Command::Identify,
        "debug" => match words.next() {
            Some("on" | "off") => return Ok(None),
            Some(word) => return Err(CommandError::Unexpected(shortened(word))),
            None => return Err(CommandError::Missing("on or off")),
        },
        "isready" => Command::IsReady,
        "setoption" => return set_option(words).map(Some),
        "register" => return Ok(None),
        "ucinewgame" => Command::NewGame,
        "position" => return position(words).map(Some),
        "go" => return go(words).map(Some),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "d" | "show" => Command::Show,
        "help" => Command::Help,
        "eval" => Command::Eval,
        "bench" => Command::Bench,
        "quit" => Command::Quit,
        _ => return Err(CommandError::Unknown),
    };
    match words.next() {
        Some(word) => Err(CommandError::Unexpected(shortened(word))),
        None => Ok(Some(command)),
    }
}

fn set_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    match words.next() {
        Some("name") => {}
        Some(word) => return Err(CommandError::Unexpected(shortened(word))),
        None => return Err(CommandError::Missing("name")),
    }
    let words: Vec<&str> = words.collect();
    let split = words.iter().position(|&word| word == "value");
    let name = words[..split.unwrap_or(words.len())].join(" ");
    if name.is_empty() {
        return Err(CommandError::Missing("the option's name"));
    }
    let value = split.map(|index| words[index + 1..].join(" "));
    Ok(Command::SetOption { name, value })
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let kind = words
        .next()
        .ok_or(CommandError::Missing("startpos or fen"))?;
    let rest: Vec<&str> = words.collect();
    let split = rest.iter().position(|&word| word == "moves");
    let (before, turns) = match split {
        Some(index) => (&rest[..index], &rest[index + 1..]),
        None => (&rest[..], &[][..]),
    };
    let text = match (kind, before) {
        ("startpos", []) => None,
        ("startpos", [word, ..]) => return Err(CommandError::Unexpected(shortened(word))),
        ("fen", []) => return Err(CommandError::Missing("the position's text")),
        ("fen", fields) => Some(fields.join(" ")),
        (word, _) => return Err(CommandError::Unexpected(shortened(word))),
    };
    let turns = turns.iter().map(ToString::to_string).collect();
    Ok(Command::Position { text, turns })
}

/// The parameters of `go`; any other word after `searchmoves` is a turn.
const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let mut go = GoParameters::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "searchmoves" => {
                while let Some(turn) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.turns.push(turn.to_owned());
                }
            }
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "wtime" => go.time[0] = Some(milliseconds("wtime", words.next())?),
            "btime" => go.time[1] = Some(milliseconds("btime", words.next())?),
            "winc" => go.increment[0] = milliseconds("winc", words.next())?,
            "binc" => go.increment[1] = milliseconds("binc", words.next())?,
            "movestogo" => {
                let moves = number("movestogo", 0, words.next())?;
                go.moves_to_go = (moves > 0).then_some(clamped(moves));
            }
            "depth" => go.depth = Some(clamped(number("depth", 1, words.next())?)),
            "nodes" => go.nodes = Some(number("nodes", 1, words.next())?),
            "mate" => go.mate = Some(clamped(number("mate", 1, words.next())?)),
            "movetime" => go.move_time = Some(milliseconds("movetime", words.next())?),
            "perft" => return Ok(Command::Perft(clamped(number("perft", 0, words.next())?))),
            word => return Err(CommandError::Unexpected(shortened(word))),
        }
    }
    Ok(Command::Go(go))
}

fn number(name: &'static str, least: u64, text: Option<&str>) -> Result<u64, CommandError> {
    let text = text.ok_or(CommandError::Missing(name))?;
    text.parse()
        .ok()
        .filter(|&number| number >= least)
        .ok_or_else(|| CommandError::Number {
            name,
            least,
            text: shortened(text),
        })
}

/// Parses a time in milliseconds. It may be negative, when a flag has fallen, and counts as 0 then.
fn milliseconds(name: &'static str, text: Option<&str>) -> Result<Duration, CommandError> {
    match text.map(str::parse::<i64>) {
        Some(Ok(time)) => Ok(Duration::from_millis(time.max(0).unsigned_abs())),
        _ => number(name, 0, text).map(Duration::from_millis),
    }
}

fn clamped(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::help::UCI;

    fn command(line: &str) -> Command {
        parse(line).unwrap().unwrap()
    }

    fn error(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn blank_lines_and_commands_without_effect_need_no_action() {
        assert_eq!(parse("debug on"), Ok(None));
        assert_eq!(parse("register later"), Ok(None));
        assert_eq!(parse(""), Ok(None));
        assert_eq!(parse("  \t"), Ok(None));
    }

    #[test]
    fn a_position_may_have_any_number_of_fields_before_its_moves() {
        assert_eq!(
            command("position fen 8/8 w - -  0 1 d3/d5 moves e2e4@a1 deny"),
            Command::Position {
                text: Some("8/8 w - - 0 1 d3/d5".into()),
                turns: vec!["e2e4@a1".into(), "deny".into()],
            }
        );
        assert_eq!(
            command("position startpos"),
            Command::Position {
                text: None,
                turns: vec![]
            }
        );
    }

    #[test]
    fn names_and_values_of_options_may_have_blanks() {
        assert_eq!(
            command("setoption name Move Overhead value 30"),
            Command::SetOption {
                name: "Move Overhead".into(),
                value: Some("30".into()),
            }
        );
        assert_eq!(
            command("setoption name Clear Hash"),
            Command::SetOption {
                name: "Clear Hash".into(),
                value: None,
            }
        );
    }

    #[test]
    fn searchmoves_take_every_word_up_to_the_next_parameter_of_go() {
        assert_eq!(
            command("go searchmoves e2e4 d2d4 depth 3"),
            Command::Go(GoParameters {
                turns: vec!["e2e4".into(), "d2d4".into()],
                depth: Some(3),
                ..GoParameters::default()
            })
        );
    }

    #[test]
    fn a_flag_that_has_fallen_leaves_no_time() {
        let Command::Go(go) = command("go wtime -20 btime 1000 winc 5 movestogo 0") else {
            panic!("not a go");
        };
        assert_eq!(
            go.time,
            [Some(Duration::ZERO), Some(Duration::from_secs(1))]
        );
        assert_eq!(go.increment[0], Duration::from_millis(5));
        assert_eq!(go.moves_to_go, None);
    }

    #[test]
    fn what_is_wrong_with_a_line_is_named() {
        assert_eq!(error("xyzzy"), "unknown command");
        assert_eq!(error("stop now"), "unexpected \"now\"");
        assert_eq!(error("debug"), "on or off is missing");
        assert_eq!(error("position"), "startpos or fen is missing");
        assert_eq!(error("position fen"), "the position's text is missing");
        assert_eq!(error("position startpos e2e4"), "unexpected \"e2e4\"");
        assert_eq!(error("setoption Hash"), "unexpected \"Hash\"");
        assert_eq!(error("go depth"), "depth is missing");
        assert_eq!(
            error("go depth 0"),
            "depth must be a number of at least 1, not \"0\""
        );
        assert_eq!(
            error("go wtime soon"),
            "wtime must be a number of at least 0, not \"soon\""
        );
    }

    #[test]
    fn help_describes_commands_and_only_commands() {
        for line in UCI.lines().skip(2) {
            let word = line.split([' ', ',']).next().unwrap();
            let is_unknown = parse(word) == Err(CommandError::Unknown);
            assert!(!is_unknown, "{line}");
        }
        for word in [
            "uci",
            "isready",
            "setoption",
            "register",
            "ucinewgame",
            "position",
            "go",
            "stop",
            "ponderhit",
            "d",
            "show",
            "eval",
            "bench",
            "help",
            "quit",
        ] {
            assert_ne!(parse(word), Err(CommandError::Unknown), "{word}");
            let mut words = UCI.split([' ', ',', '\n']);
            assert!(words.any(|other| other == word), "{word}");
        }
    }
}
