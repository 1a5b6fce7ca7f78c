//! Parser of the client's input: one line of text to one [`Command`].

use std::time::Duration;

use super::clock::Level;

/// A command of CECP, with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// `protover 2`
    Protover(u32),
    /// `new`
    New,
    /// `variant hop`
    Variant(String),
    /// `setboard 8/8/...`
    Setboard(String),
    /// `quit`
    Quit,
    /// `force`
    Force,
    /// `go`
    Go,
    /// `playother`
    PlayOther,
    /// `level 40 5:00 0.1`
    Level(Level),
    /// `st 30`
    TimePerTurn(Duration),
    /// `sd 12`, in plies.
    Depth(u32),
    /// `nps 10000`; 0 means processor time.
    NodeRate(u64),
    /// `time 30000`: the time on the engine's clock, in centiseconds.
    Time(Duration),
    /// `usermove e2e4`
    UserMove(String),
    /// `e2e4`, or an unknown command.
    Bare(String),
    /// `?`
    MoveNow,
    /// `ping 7`
    Ping(u64),
    /// `draw`
    Draw,
    /// `result 1-0 {White mates}`: the result and the reason, as text.
    Result(String, String),
    /// `hint`
    Hint,
    /// `bk`
    Book,
    /// `undo`
    Undo,
    /// `remove`
    Remove,
    /// `hard` and `easy`
    Ponder(bool),
    /// `post` and `nopost`
    Post(bool),
    /// `analyze`
    Analyze,
    /// `exit`
    Exit,
    /// `.`
    Status,
    /// `pause`
    Pause,
    /// `resume`
    Resume,
    /// `memory 64`: mebibytes, as text.
    Memory(String),
    /// `cores 2`, as text.
    Cores(String),
    /// `option MultiPV=3`
    Option {
        /// The option, in any case of letters.
        name: String,
        /// Its new value, empty for a button.
        value: String,
    },
    /// `exclude e2e4`
    Exclude(String),
    /// `exclude all`
    ExcludeAll,
    /// `include e2e4`
    Include(String),
    /// `include all`
    IncludeAll,
    /// `setscore 35 12`: centipawns for the player to move, plies.
    SetScore(i32, u32),
    /// `answer 2`: the choice among the offered turns.
    Answer(String),
    /// `lift e2`, `put e4`, `hover e4`: a mouse action on a square.
    Touch(Touch, String),
    /// `rejected extmoves`: a feature that the client does not support.
    Rejected(String),
    /// `computer`: the opponent is an engine.
    Computer,
    /// `help`
    Help,
    /// `d` and `show`
    Show,
}

impl Command {
    /// Whether it depends on the position on the board, other than by replacing it or by a turn.
    pub(super) fn uses_position(&self) -> bool {
        matches!(
            self,
            Command::Go
                | Command::PlayOther
                | Command::Undo
                | Command::Remove
                | Command::Draw
                | Command::Hint
                | Command::Exclude(_)
                | Command::ExcludeAll
                | Command::Include(_)
                | Command::IncludeAll
                | Command::SetScore(..)
                | Command::Show
        )
    }
}

/// A mouse action on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    /// The piece is picked up.
    Lift,
    /// The held piece is put down.
    Put,
    /// The held piece is over the square.
    Hover,
}

/// The reason why a line is not a command. The reply contains the line, too.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    /// A required parameter is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// More words than the command accepts.
    #[error("too many parameters")]
    TooMany,
    /// A parameter that cannot be read, or is out of range.
    #[error("{name} must be {expected}")]
    Bad {
        /// The parameter.
        name: &'static str,
        /// The expected value.
        expected: &'static str,
    },
}

/// The maximum time accepted, in seconds: four months.
const LONGEST: f64 = 1e7;

/// Parses a line; `None` if it needs no action.
///
/// # Errors
/// The problem with the line.
pub(super) fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim_start();
    let command = match word {
        "" | "xboard" | "accepted" | "random" | "name" | "rating" | "ics" | "white" | "black" => {
            return Ok(None);
        }
        "answer" => Command::Answer(required(rest, "the answer")?),
        "lift" => Command::Touch(Touch::Lift, required(rest, "the square")?),
        "put" => Command::Touch(Touch::Put, required(rest, "the square")?),
        "hover" => Command::Touch(Touch::Hover, required(rest, "the square")?),
        "rejected" => Command::Rejected(rest.to_owned()),
        "otim" => return clock_time(rest).map(|_| None),
        "protover" => Command::Protover(number(rest, "the version", "a whole number")?),
        "variant" => Command::Variant(required(rest, "the variant's name")?),
        "setboard" => Command::Setboard(required(rest, "the position")?),
        "level" => Command::Level(level(rest)?),
        "st" => Command::TimePerTurn(time_per_turn(rest)?),
        "sd" => Command::Depth(depth(rest)?),
        "nps" => Command::NodeRate(number(rest, "the rate", "a whole number")?),
        "time" => Command::Time(clock_time(rest)?),
        "usermove" => Command::UserMove(required(rest, "the move")?),
        "ping" => Command::Ping(number(rest, "the ping", "a whole number")?),
        "result" => result(rest),
        "memory" => Command::Memory(required(rest, "the size")?),
        "cores" => Command::Cores(required(rest, "the number of cores")?),
        "option" => option(rest)?,
        "exclude" if rest == "all" => Command::ExcludeAll,
        "exclude" => Command::Exclude(required(rest, "the move")?),
        "include" if rest == "all" => Command::IncludeAll,
        "include" => Command::Include(required(rest, "the move")?),
        "setscore" => set_score(rest)?,
        _ => match without_parameters(word) {
            Some(_) if !rest.is_empty() => return Err(CommandError::TooMany),
            Some(command) => command,
            None => Command::Bare(line.to_owned()),
        },
    };
    Ok(Some(command))
}

/// Parses the commands without parameters.
fn without_parameters(word: &str) -> Option<Command> {
    Some(match word {
        "new" => Command::New,
        "quit" => Command::Quit,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "?" => Command::MoveNow,
        "draw" => Command::Draw,
        "hint" => Command::Hint,
        "bk" => Command::Book,
        "undo" => Command::Undo,
        "remove" => Command::Remove,
        "hard" => Command::Ponder(true),
        "easy" => Command::Ponder(false),
        "post" => Command::Post(true),
        "nopost" => Command::Post(false),
        "analyze" => Command::Analyze,
        "exit" => Command::Exit,
        "." => Command::Status,
        "help" => Command::Help,
        "d" | "show" => Command::Show,
        "pause" => Command::Pause,
        "resume" => Command::Resume,
        "computer" => Command::Computer,
        _ => return None,
    })
}

fn required(text: &str, name: &'static str) -> Result<String, CommandError> {
    if text.is_empty() {
        Err(CommandError::Missing(name))
    } else {
        Ok(text.to_owned())
    }
}

fn number<T: std::str::FromStr>(
    text: &str,
    name: &'static str,
    expected: &'static str,
) -> Result<T, CommandError> {
    let text = required(text, name)?;
    text.parse()
        .map_err(|_| CommandError::Bad { name, expected })
}

/// Parses `MOVES BASE INCREMENT`, the base in minutes or as `M:SS`, the increment in seconds.
fn level(text: &str) -> Result<Level, CommandError> {
    let mut words = text.split_whitespace();
    let mut word = |name| words.next().ok_or(CommandError::Missing(name));
    let moves = number(
        word("the number of moves")?,
        "the number of moves",
        "a whole number",
    )?;
    let base = base(word("the base time")?)?;
    let increment = seconds(
        word("the increment")?,
        "the increment",
        "a number of seconds",
    )?;
    match words.next() {
        Some(_) => Err(CommandError::TooMany),
        None => Ok(Level {
            moves,
            base,
            increment,
        }),
    }
}

/// Parses `M` or `M:SS`. The rest is reserved for later versions of the protocol, and ignored.
fn base(text: &str) -> Result<Duration, CommandError> {
    const NAME: &str = "the base time";
    const EXPECTED: &str = "minutes or minutes:seconds";
    let bad = || CommandError::Bad {
        name: NAME,
        expected: EXPECTED,
    };
    let (minutes, rest) = leading_number(text).ok_or_else(bad)?;
    let seconds = match rest.strip_prefix(':') {
        Some(rest) => leading_number(rest).ok_or_else(bad)?.0,
        None => 0.0,
    };
    duration(minutes * 60.0 + seconds).ok_or_else(bad)
}

/// Splits `text` into the decimal number that it begins with and the remainder.
fn leading_number(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    Some((digits.parse().ok()?, rest))
}

/// Parses `1.5` seconds.
fn seconds(
    text: &str,
    name: &'static str,
    expected: &'static str,
) -> Result<Duration, CommandError> {
    let bad = CommandError::Bad { name, expected };
    let (seconds, rest) = leading_number(text).ok_or(bad.clone())?;
    let duration = duration(seconds).filter(|_| rest.is_empty());
    duration.ok_or(bad)
}

fn duration(seconds: f64) -> Option<Duration> {
    (seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds))
}

fn time_per_turn(text: &str) -> Result<Duration, CommandError> {
    const NAME: &str = "the time";
    const EXPECTED: &str = "a number of seconds above 0";
    let time = seconds(&required(text, NAME)?, NAME, EXPECTED)?;
    if time.is_zero() {
        return Err(CommandError::Bad {
            name: NAME,
            expected: EXPECTED,
        });
    }
    Ok(time)
}

fn depth(text: &str) -> Result<u32, CommandError> {
    const NAME: &str = "the depth";
    const EXPECTED: &str = "a whole number above 0";
    match number(text, NAME, EXPECTED)? {
        0 => Err(CommandError::Bad {
            name: NAME,
            expected: EXPECTED,
        }),
        depth => Ok(depth),
    }
}

/// Parses the time on a clock, in centiseconds; it is negative if the clock has run out.
fn clock_time(text: &str) -> Result<Duration, CommandError> {
    let centiseconds: i64 = number(text, "the time", "a whole number of centiseconds")?;
    let centiseconds = centiseconds.clamp(0, (LONGEST * 100.0) as i64);
    Ok(Duration::from_millis(10 * centiseconds.unsigned_abs()))
}

/// Parses `1-0 {White mates}`. Anything else is treated as an unknown result.
fn result(text: &str) -> Command {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (result, reason) = match word {
        "1-0" | "0-1" | "1/2-1/2" | "*" => (word, rest.trim()),
        _ => ("*", text),
    };
    let inner = reason
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'));
    Command::Result(result.to_owned(), inner.unwrap_or(reason).trim().to_owned())
}

fn option(text: &str) -> Result<Command, CommandError> {
    let text = required(text, "the option's name")?;
    let (name, value) = text.split_once('=').unwrap_or((&text, ""));
    Ok(Command::Option {
        name: name.trim().to_owned(),
        value: value.trim().to_owned(),
    })
}

fn set_score(text: &str) -> Result<Command, CommandError> {
    let mut words = text.split_whitespace();
    let score = number(
        words.next().unwrap_or(""),
        "the score",
        "a number of centipawns",
    )?;
    let depth = depth(words.next().unwrap_or(""))?;
    match words.next() {
        Some(_) => Err(CommandError::TooMany),
        None => Ok(Command::SetScore(score, depth)),
    }
}

#[cfg(test)]
mod tests;
