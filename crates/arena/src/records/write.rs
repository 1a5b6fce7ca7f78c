//! The text of a recorded game.

use std::fmt::Write;

use jabberwock_game::{ByColor, Color};
use jabberwock_variants::Entry;
use jiff::Timestamp;

use crate::{
    played_game::{PlayedGame, PlayedTurn},
    scoreboard::Termination,
    time_control::TimeControl,
};

/// The value of the tag `Event` in every record.
pub(super) const EVENT: &str = "jabberwock match";
/// Columns after which a line of turns is wrapped.
const WIDTH: usize = 100;

/// The tags of a game that are not part of the game itself.
#[derive(Clone, Copy, Debug)]
pub struct GameHeader<'a> {
    /// The number of the game in the match, from 0.
    pub number: usize,
    /// The game.
    pub variant: &'static Entry,
    /// The seed of the match.
    pub seed: u64,
    /// The names of the players.
    pub names: ByColor<&'a str>,
    /// The descriptions of the players, as on the command line.
    pub descriptions: ByColor<&'a str>,
    /// The time controls of the players.
    pub time_controls: ByColor<TimeControl>,
}

/// The PGN text of a game; `start` is the position text of the variant's start.
pub fn text(header: &GameHeader<'_>, played: &PlayedGame, start: &str) -> String {
    let mut text = tags(header, played, start);
    text.push('\n');
    text.push_str(&turns(played));
    text.push_str("\n\n");
    text
}

fn tags(header: &GameHeader<'_>, played: &PlayedGame, start: &str) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let value = value.replace(char::is_control, " ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", EVENT);
    tag("Date", &Timestamp::now().strftime("%Y.%m.%d").to_string());
    tag("Round", &(header.number + 1).to_string());
    tag("White", header.names[Color::White]);
    tag("Black", header.names[Color::Black]);
    tag("Result", played.end.result());
    tag("Variant", header.variant.name);
    tag("WhitePlayer", header.descriptions[Color::White]);
    tag("BlackPlayer", header.descriptions[Color::Black]);
    let [white, black] = header.time_controls.0.map(|control| control.to_string());
    if white == black {
        tag("TimeControl", &white);
    } else {
        tag("WhiteTimeControl", &white);
        tag("BlackTimeControl", &black);
    }
    tag("Seed", &header.seed.to_string());
    if played.origin != start {
        tag("SetUp", "1");
        tag("FEN", &played.origin);
    }
    tag("PlyCount", &played.turns.len().to_string());
    let termination = Termination::from(&played.end.cause);
    tag("Termination", termination.text());
    text
}

/// The numbered turns with comments, wrapped into lines, and the result.
fn turns(played: &PlayedGame) -> String {
    let mut text = String::new();
    let mut words = Vec::new();
    for (index, played_turn) in played.turns.iter().enumerate() {
        let ply = index + usize::from(played.first == Color::Black);
        let number = match (ply.is_multiple_of(2), index) {
            (true, _) => format!("{}. ", ply / 2 + 1),
            (false, 0) => format!("{}... ", ply / 2 + 1),
            _ => String::new(),
        };
        words.push(format!("{number}{}", played_turn.turn));
        words.extend(comment(played_turn));
    }
    words.push(format!("{{{}}}", played.end));
    words.push(played.end.result().to_owned());
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column += length;
    }
    text
}

/// `{+0.35/9 0.051s}`: score in pawns for the player, depth, time.
fn comment(played_turn: &PlayedTurn) -> Option<String> {
    let time = played_turn.time?.as_secs_f64();
    let Some(info) = &played_turn.info else {
        return Some(format!("{{{time:.3}s}}"));
    };
    let score = match info.score.mate_moves() {
        Some(moves) if moves > 0 => format!("+M{moves}"),
        Some(moves) => format!("-M{}", -moves),
        None => format!("{:+.2}", f64::from(info.score.0) / 100.0),
    };
    Some(match info.depth {
        0 => format!("{{{score} {time:.3}s}}"),
        depth => format!("{{{score}/{depth} {time:.3}s}}"),
    })
}
