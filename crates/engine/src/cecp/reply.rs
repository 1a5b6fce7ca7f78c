//! The engine's output: formats values as lines of CECP.

use std::{fmt, time::Duration};

use jabberwock_game::{Outcome, Score, shortened};
use jabberwock_planner::PlanReport;
use jabberwock_search::{Bound, SearchInfo};
use jabberwock_variants::{Entry, entries};

use super::variant_name::feature_name;
use crate::{
    options::{Offered, OptionKind, Options, offered_by},
    protocol::help,
};

/// One reply: a single line, or several for features, book, help and board.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reply {
    /// The engine's features.
    Features,
    /// The games that `XBoard` can show, in place of the feature `variants`.
    ShownVariants,
    /// The engine's turn.
    Turn(String),
    /// A line specific to `XBoard`: board and pieces of a game, marks of squares.
    Gui(String),
    /// Turns that look alike to `XBoard`, from which a person must choose.
    Ask(Vec<String>),
    /// The answer to `ping`.
    Pong(u64),
    /// A turn that is not legal.
    IllegalTurn {
        /// The reason.
        reason: String,
        /// The turn as given.
        text: String,
    },
    /// An invalid position.
    IllegalPosition {
        /// The reason.
        reason: String,
        /// The position as given.
        text: String,
    },
    /// A command that is rejected.
    Error {
        /// The reason.
        reason: String,
        /// The line as given.
        line: String,
    },
    /// The outcome of the game.
    Result(Outcome),
    /// A turn suggested to the player.
    Hint(String),
    /// The answer to `bk`: there is no opening book.
    NoBook,
    /// The opponent's offer is accepted.
    OfferDraw,
    /// The engine resigns.
    Resign,
    /// A principal variation.
    Info {
        /// The variation, with score, depth, nodes and time.
        info: SearchInfo<String>,
        /// The turn pondered on, which precedes the variation.
        after: Option<String>,
    },
    /// The reasons for a planned turn, as a comment.
    Plan(PlanReport),
    /// The answer to `help`.
    Help,
    /// The board, drawn for people.
    Board(String),
    /// The state of an analysis.
    Status(Status),
    /// An error that prevents further recording of games.
    RecordFailure(String),
}

/// The state of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Status {
    /// Time since it began.
    pub(super) elapsed: Duration,
    /// Nodes searched.
    pub(super) nodes: u64,
    /// The depth finished, in plies.
    pub(super) depth: u32,
    /// Moves (the first steps of turns) still to be searched in this iteration.
    pub(super) moves_left: u32,
    /// All moves of the iteration; 0 before the first line, and if turns are not searched.
    pub(super) moves: u32,
    /// The best turn found.
    pub(super) best: Option<String>,
}

impl Reply {
    /// Whether it is text for people, which programs do not parse.
    pub(super) fn is_for_people(&self) -> bool {
        matches!(self, Reply::Help | Reply::Board(_))
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Features => features(f),
            Reply::ShownVariants => variants(f, Entry::is_shown_by_xboard),
            Reply::Turn(text) => write!(f, "move {text}"),
            Reply::Gui(line) => f.write_str(line),
            Reply::Ask(turns) => ask(f, turns),
            Reply::Pong(number) => write!(f, "pong {number}"),
            Reply::IllegalTurn { reason, text } => {
                write!(f, "Illegal move ({reason}): {}", shortened(text))
            }
            Reply::IllegalPosition { reason, text } => {
                let text = shortened(text);
                write!(f, "tellusererror Illegal position ({reason}): {text}")
            }
            Reply::Error { reason, line } => write!(f, "Error ({reason}): {}", shortened(line)),
            Reply::Result(outcome) => write!(f, "{outcome}"),
            Reply::Hint(text) => write!(f, "Hint: {text}"),
            Reply::NoBook => f.write_str(" There is no opening book.\n"),
            Reply::OfferDraw => f.write_str("offer draw"),
            Reply::Resign => f.write_str("resign"),
            Reply::Info { info, after } => self::info(f, info, after.as_deref()),
            Reply::Plan(plan) => write!(f, "# plan {plan}"),
            Reply::Help => f.write_str(help::CECP.trim_end()),
            Reply::Board(text) => f.write_str(text),
            Reply::Status(status) => self::status(f, status),
            Reply::RecordFailure(failure) => write!(f, "tellusererror {failure}"),
        }
    }
}

/// Writes `askuser answer Which turn? 1: e7e8q, 2: e7e8n`, within the length that `XBoard` reads.
fn ask(f: &mut fmt::Formatter<'_>, turns: &[String]) -> fmt::Result {
    const LONGEST: usize = 400;
    let mut text = String::from("askuser answer Number of the turn?");
    for (index, turn) in turns.iter().enumerate() {
        let item = format!(" {}: {turn}", index + 1);
        if text.len() + item.len() > LONGEST {
            text += " ...";
            break;
        }
        text += &item;
    }
    f.write_str(&text)
}

/// Writes `9 156 1084 48000 17 44280 0<TAB>g1f3 b8c6 ...`.
fn info(f: &mut fmt::Formatter<'_>, info: &SearchInfo<String>, after: Option<&str>) -> fmt::Result {
    write!(
        f,
        "{} {} {} {} {} {} 0\t",
        info.depth,
        points(info.score),
        centiseconds(info.elapsed),
        info.nodes,
        info.seldepth,
        info.nps(),
    )?;
    let turns = after.into_iter().chain(info.pv.iter().map(String::as_str));
    let turns: Vec<&str> = turns.collect();
    f.write_str(&turns.join(" "))?;
    f.write_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " !",
        Bound::Upper => " ?",
    })
}

fn status(f: &mut fmt::Formatter<'_>, status: &Status) -> fmt::Result {
    let time = centiseconds(status.elapsed);
    let Status {
        nodes,
        depth,
        moves_left,
        moves,
        ..
    } = status;
    write!(f, "stat01: {time} {nodes} {depth} {moves_left} {moves}")?;
    match &status.best {
        Some(best) => write!(f, " {best}"),
        None => Ok(()),
    }
}

/// Returns the score in centipawns; for mates 100000 plus the number of moves to the mate.
fn points(score: Score) -> i32 {
    const MATE: i32 = 100_000;
    match score.mate_moves() {
        Some(moves) if score.is_win() => MATE + moves,
        Some(moves) => -MATE + moves,
        None => score.0,
    }
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// Number of blanks in the default of a text option: XBoard 4.9.1 stores a text given by
/// `-firstOptions` in the memory of the default, which must therefore not be shorter.
const TEXT_ROOM: usize = 400;

/// Writes the feature `variants` with the games for which `is_listed` is true.
fn variants(f: &mut fmt::Formatter<'_>, is_listed: impl Fn(&Entry) -> bool) -> fmt::Result {
    let listed = entries().iter().filter(|entry| is_listed(entry));
    let names: Vec<&str> = listed.map(feature_name).collect();
    write!(f, "feature variants=\"{}\"", names.join(","))
}

fn features(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "feature done=0")?;
    writeln!(
        f,
        "feature myname=\"Jabberwock {}\"",
        env!("CARGO_PKG_VERSION")
    )?;
    variants(f, |_| true)?;
    writeln!(f)?;
    writeln!(
        f,
        "feature ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 reuse=1 analyze=1"
    )?;
    writeln!(
        f,
        "feature name=1 pause=1 nps=1 memory=1 smp=1 exclude=1 setscore=1 debug=1 highlight=1 extmoves=1"
    )?;
    writeln!(f, "feature san=0 colors=0 sigint=0 sigterm=0 ics=0")?;
    let defaults = Options::default();
    for spec in offered_by(Offered::Cecp) {
        let name = spec.name;
        match spec.kind {
            OptionKind::Spin { min, max, get, .. } => {
                let default = get(&defaults);
                writeln!(f, "feature option=\"{name} -spin {default} {min} {max}\"")?;
            }
            OptionKind::Check { get, .. } => {
                let default = u8::from(get(&defaults));
                writeln!(f, "feature option=\"{name} -check {default}\"")?;
            }
            OptionKind::Choice { values, .. } => {
                let values = values.join(" /// ");
                writeln!(f, "feature option=\"{name} -combo *{values}\"")?;
            }
            OptionKind::Position => {
                writeln!(f, "feature option=\"{name} -string {:TEXT_ROOM$}\"", "")?;
            }
            OptionKind::ClearHash | OptionKind::ShowPosition => {
                writeln!(f, "feature option=\"{name} -button\"")?;
            }
            OptionKind::Variant => {}
        }
    }
    write!(f, "feature done=1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_from_a_hundred_thousand() {
        assert_eq!(points(Score(-35)), -35);
        assert_eq!(points(Score::mate_in(1)), 100_001);
        assert_eq!(points(Score::mate_in(5)), 100_003);
        assert_eq!(points(Score::mated_in(2)), -100_001);
        assert_eq!(points(Score::mated_in(0)), -100_000);
    }

    #[test]
    fn search_info_shows_which_bound_a_score_is() {
        let mut info = SearchInfo {
            depth: 9,
            seldepth: 17,
            multi_pv: 1,
            line_count: 1,
            score: Score(156),
            bound: Bound::Exact,
            nodes: 48_000,
            elapsed: Duration::from_millis(10_849),
            hashfull: 0,
            pv: vec!["g1f3".to_owned(), "b8c6".to_owned()],
        };
        let show = |info: &SearchInfo<String>, after: Option<&str>| {
            let reply = Reply::Info {
                info: info.clone(),
                after: after.map(str::to_owned),
            };
            reply.to_string()
        };
        let start = "9 156 1084 48000 17 4424 0\t";
        assert_eq!(show(&info, None), format!("{start}g1f3 b8c6"));
        assert_eq!(show(&info, Some("e7e5")), format!("{start}e7e5 g1f3 b8c6"));
        info.bound = Bound::Upper;
        assert_eq!(show(&info, None), format!("{start}g1f3 b8c6 ?"));
        info.bound = Bound::Lower;
        assert_eq!(show(&info, None), format!("{start}g1f3 b8c6 !"));
    }

    #[test]
    fn the_offending_line_is_shortened_and_shown_on_one_line() {
        let reply = Reply::Error {
            reason: "unknown command".to_owned(),
            line: format!("a\u{7}{}", "x".repeat(1000)),
        };
        let text = reply.to_string();
        assert!(
            text.starts_with("Error (unknown command): a\\u{7}xxx"),
            "{text}"
        );
        assert!(text.ends_with("xxx...") && text.len() < 300, "{text}");
    }
}
