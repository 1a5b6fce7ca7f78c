//! `play`: a game at the terminal.

mod command;
mod completion;
mod dialog;
mod draft;
mod game;
mod help;
mod input;
mod save;
mod screen;

use std::{
    io::{self, IsTerminal, Write},
    path::PathBuf,
    time::Duration,
};

use clap::{ColorChoice, ValueEnum};
use jabberwock_arena::time_control::{ClockSettings, TimeControl};
use jabberwock_engine::Strength;
use jabberwock_game::{Color, DrawStyle};

use crate::{
    failure::Failure,
    position_args::PositionArgs,
    values::{self, seconds},
};
use dialog::Dialog;
use game::Game;
use input::Input;
use save::{AutoSave, Destination};

/// Time for a turn of the engine if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jabberwock play hop --level 4
  jabberwock play mega --side black --st 5
  jabberwock play crazy --side both --ascii

Turns are typed as docs/rules/notation.md writes them, those of chess and Chess960 also in algebraic
notation; Tab completes them. help lists the commands. In mega-games a turn is put together board by
board: `a1 e2e4`, `list`, `drop a1`, `fill` (the engine completes it) and `go`. An unfinished game is
saved when the terminal is closed. Ctrl-C stops the engine's search; while a turn is awaited it
leaves the game as quit does, with status 130.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: PositionArgs,
    /// The side of the person; with `both` two persons play
    #[arg(long, value_enum, default_value_t = Side::White)]
    side: Side,
    /// Level of the engine, 1 to 10 [default: its full strength]
    #[arg(long, value_name = "N", value_parser = values::number::<u8>(1..=10))]
    level: Option<u8>,
    /// A clock for both sides: SECONDS+INCREMENT, or TURNS/SECONDS+INCREMENT
    #[arg(long, value_name = "CONTROL", conflicts_with = "st")]
    tc: Option<ClockSettings>,
    /// Seconds for a turn of the engine [default: 1]
    #[arg(long, value_name = "S", value_parser = seconds)]
    st: Option<Duration>,
    /// Nodes for a turn of the engine
    #[arg(long, value_name = "N", value_parser = values::number::<u64>(1..))]
    nodes: Option<u64>,
    /// Seed of the choices of a level [default: random]
    #[arg(long, value_name = "S", requires = "level", value_parser = values::number::<u64>(0..))]
    seed: Option<u64>,
    /// Draw pieces as letters, not as Unicode's symbols
    #[arg(long)]
    ascii: bool,
    /// Colors: on a terminal unless `NO_COLOR` is set, always or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    /// Begin with Black below [default: if only Black is a person]
    #[arg(long)]
    flip: bool,
    /// Save the game to this file at its end, as PGN [default on a terminal: a new
    /// file in the current directory if the game is not finished]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// The players that are persons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
    Both,
}

impl Side {
    /// Returns the side of the engine; `None` if two persons play.
    fn engine(self) -> Option<Color> {
        match self {
            Side::White => Some(Color::Black),
            Side::Black => Some(Color::White),
            Side::Both => None,
        }
    }
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let session = self.game.open()?;
        if let Some(file) = &self.save {
            save::check(file).map_err(|error| Failure::file(file, error))?;
        }
        let input = Input::open().map_err(Failure::system("cannot set up the terminal"))?;
        let destination = match &self.save {
            Some(file) => Destination::Named(file.clone()),
            None if input.is_terminal() => Destination::New(save::new_file(session.entry().name)),
            None => Destination::Nowhere,
        };
        let is_untimed = self.level.is_none() && self.tc.is_none() && self.nodes.is_none();
        let time_control = TimeControl {
            clock: self.tc,
            move_time: self.st.or(is_untimed.then_some(DEFAULT_TIME)),
            nodes: self.nodes,
            depth: None,
        };
        let strength = self.level.and_then(Strength::of_level);
        let game = Game::new(session, self.side.engine(), time_control, strength);
        let save = AutoSave::new(destination);
        let dialog = Dialog::new(game, input, save, self.style(), self.seed);
        dialog.run(out)
    }

    fn style(&self) -> DrawStyle {
        let is_terminal = io::stdout().is_terminal();
        let allows_color = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        DrawStyle {
            unicode: !self.ascii && is_utf8_locale(),
            color: match self.color {
                ColorChoice::Always => true,
                ColorChoice::Never => false,
                ColorChoice::Auto => is_terminal && allows_color,
            },
            last_turn: true,
            flip: self.flip || self.side == Side::Black,
        }
    }
}

/// Whether the locale's character set is UTF-8, by the variables in their order of precedence.
fn is_utf8_locale() -> bool {
    let mut values = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let value = values.find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    value.is_some_and(|value| {
        let value = value.to_ascii_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    })
}
