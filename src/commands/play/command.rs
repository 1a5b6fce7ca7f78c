//! The commands of a game at the terminal: a line to a [`Command`].

use std::path::PathBuf;

use jabberwock_arena::records::turn_alone;
use jabberwock_variants::Entry;

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Nothing.
    Nothing,
    /// A turn, as far as the line alone shows.
    Turn(String),
    /// `a1 e2e4`: the turn on a board of a game of games.
    BoardTurn {
        /// The board: `a1`, `a1/b2`, equal ones together: `a1,b1`.
        place: String,
        /// The turn there.
        turn: String,
    },
    /// `show`, `show a1`
    Show(String),
    /// `moves`, `moves e2`
    Moves(String),
    /// `hint`
    Hint,
    /// `undo`
    Undo,
    /// `eval`
    Eval,
    /// `draw`
    Draw,
    /// `resign`
    Resign,
    /// `save FILE`; without a file, the one of the game
    Save(Option<PathBuf>),
    /// `flip`
    Flip,
    /// `list`
    List,
    /// `drop a1`; all boards if none is named
    Drop(String),
    /// `fill`
    Fill,
    /// `go`
    Go,
    /// `help`
    Help,
    /// `quit`
    Quit,
}

/// The words that are commands in every game.
pub(super) const WORDS: [&str; 12] = [
    "draw", "eval", "exit", "flip", "help", "hint", "moves", "quit", "resign", "save", "show",
    "undo",
];

/// The words that are commands in games of games alone.
pub(super) const BOARD_WORDS: [&str; 4] = ["drop", "fill", "go", "list"];

/// Reads a line in a game of `entry`. A turn may be written as in records: after its number, with
/// marks and comments.
///
/// # Errors
/// If a command has words that it does not take.
pub(super) fn parse(line: &str, entry: &Entry) -> Result<Command, String> {
    let has_boards = entry.planned().is_some();
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let command = match word {
        "" => return Ok(Command::Nothing),
        "save" if rest.is_empty() => return Ok(Command::Save(None)),
        "save" => return Ok(Command::Save(Some(PathBuf::from(rest)))),
        "show" => return Ok(Command::Show(rest.to_owned())),
        "moves" => return Ok(Command::Moves(rest.to_owned())),
        "drop" if has_boards => return Ok(Command::Drop(rest.to_owned())),
        "hint" => Command::Hint,
        "undo" => Command::Undo,
        "eval" => Command::Eval,
        "draw" => Command::Draw,
        "resign" => Command::Resign,
        "flip" => Command::Flip,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        "list" if has_boards => Command::List,
        "fill" if has_boards => Command::Fill,
        "go" if has_boards => Command::Go,
        _ if rest.is_empty() && has_boards && is_place(word) => {
            return Ok(Command::Show(word.to_owned()));
        }
        place if has_boards && !rest.is_empty() && is_place(place) => {
            return Ok(Command::BoardTurn {
                place: place.to_owned(),
                turn: rest.to_owned(),
            });
        }
        _ => {
            let turn = turn_alone(entry, line);
            if turn.contains(char::is_whitespace) {
                return Err(format!(
                    "\"{line}\" is neither a turn nor a command; help lists the commands"
                ));
            }
            return Ok(Command::Turn(turn.to_owned()));
        }
    };
    if rest.is_empty() {
        Ok(command)
    } else {
        Err(format!("{word} takes nothing, not \"{rest}\""))
    }
}

/// Whether `word` may name boards: `a1`, `a1/b2`, `a1,b1`.
fn is_place(word: &str) -> bool {
    word.split(['/', ',']).all(|square| {
        let mut letters = square.chars();
        let (file, rank) = (letters.next(), letters.next());
        matches!((file, rank), (Some('a'..='h'), Some('1'..='8'))) && letters.next().is_none()
    })
}

#[cfg(test)]
mod tests {
    use jabberwock_variants::find;

    use super::Command;

    fn parse(line: &str, variant: &str) -> Result<Command, String> {
        super::parse(line, find(variant).unwrap())
    }

    #[test]
    fn a_line_is_a_command_or_a_turn() {
        for (line, command) in [
            ("", Command::Nothing),
            ("  undo ", Command::Undo),
            (
                "save my games/a.pgn",
                Command::Save(Some("my games/a.pgn".into())),
            ),
            ("e2e4", Command::Turn("e2e4".to_owned())),
            ("deny", Command::Turn("deny".to_owned())),
            ("go", Command::Turn("go".to_owned())),
            ("2... Nf6!", Command::Turn("Nf6".to_owned())),
            ("1.e2e4 $1 {best by test}", Command::Turn("e2e4".to_owned())),
            ("moves e2", Command::Moves("e2".to_owned())),
        ] {
            assert_eq!(parse(line, "chess"), Ok(command), "{line}");
        }
        let board_turn = Command::BoardTurn {
            place: "a1,b1".to_owned(),
            turn: "e2e4".to_owned(),
        };
        assert_eq!(parse("a1,b1  e2e4", "mega"), Ok(board_turn));
        assert_eq!(
            parse("a1/b2", "mega"),
            Ok(Command::Show("a1/b2".to_owned()))
        );
        assert_eq!(parse("go", "mega"), Ok(Command::Go));
    }

    #[test]
    fn superfluous_words_are_named() {
        let error = parse("undo twice", "chess").unwrap_err();
        assert_eq!(error, "undo takes nothing, not \"twice\"");
        let error = parse("a1 e2e4", "chess").unwrap_err();
        assert!(error.contains("\"a1 e2e4\""), "{error}");
        assert!(parse("z9 e2e4", "mega").is_err());
    }
}
