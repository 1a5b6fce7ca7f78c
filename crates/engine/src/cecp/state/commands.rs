//! Dispatch of commands.

use super::{Effect, State, gui::Deferred};
use crate::{
    cecp::{
        command::{self, Command},
        rejection::Rejection,
        reply::Reply,
        selection::TurnSelection,
    },
    options::{Change, Offered},
    protocol::board_text::board_text,
};

/// The reason for rejecting moves and searches after a rejected position.
pub(super) const NO_POSITION: &str = "no valid position";

impl State {
    /// Handles a line of input.
    pub(in crate::cecp) fn handle(&mut self, line: &str) -> Vec<Effect> {
        if !self.defer(line) {
            self.handle_now(line);
        }
        self.answer_pings();
        std::mem::take(&mut self.effects)
    }

    /// Handles a line that is not deferred.
    pub(super) fn handle_now(&mut self, line: &str) {
        let handled = match command::parse(line) {
            Ok(None) => Ok(()),
            Ok(Some(command)) => self.apply(command),
            Err(error) => Err(error.into()),
        };
        if let Err(rejection) = handled {
            self.print(rejection.reply(line));
        }
    }

    /// Rejects a line that is too long, given its beginning.
    pub(in crate::cecp) fn reject_long(&mut self, beginning: &str) -> Vec<Effect> {
        if beginning.split_whitespace().next() == Some("setboard") {
            self.refuse_position();
        }
        let rejection = Rejection::Command("line too long".to_owned());
        self.print(rejection.reply(&format!("{beginning}...")));
        self.answer_pings();
        std::mem::take(&mut self.effects)
    }

    fn apply(&mut self, command: Command) -> Result<(), Rejection> {
        if self.is_position_refused && command.uses_position() {
            return Err(Rejection::Command(NO_POSITION.to_owned()));
        }
        match command {
            Command::Protover(version) => {
                if version >= 2 {
                    self.print(Reply::Features);
                    self.gui.deferred = Deferred::Unanswered;
                }
            }
            Command::Quit => self.effects.push(Effect::Quit),
            Command::New => self.new_game(),
            Command::Variant(name) => self.change_variant(&name)?,
            Command::Setboard(text) => self.set_board(&text)?,
            Command::Force => self.force(),
            Command::Go => self.go(),
            Command::PlayOther => self.play_other(),
            Command::UserMove(text) => self.user_move(&text)?,
            Command::Bare(text) => self.bare(&text)?,
            Command::Undo => self.take_plies(1, false)?,
            Command::Remove => self.take_plies(2, true)?,
            Command::Rejected(feature) => self.on_rejected(&feature),
            Command::Answer(text) => self.on_answer(&text)?,
            Command::Touch(touch, square) => self.on_touch(touch, &square),
            Command::Computer => self.on_computer(),
            Command::Result(result, reason) => self.end_game(&result, &reason),
            Command::Draw => self.answer_draw_offer(),
            Command::MoveNow => self.move_now(),
            Command::Hint => self.hint(),
            Command::Book => self.print(Reply::NoBook),
            Command::Ping(number) => {
                if self.search.is_none() {
                    self.session.prepare();
                }
                self.pings.push(number);
            }
            Command::Post(posting) => self.posting = posting,
            Command::Ponder(pondering) => self.set_pondering(pondering),
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            Command::Analyze => self.begin_analysis(),
            Command::Exit => self.end_analysis()?,
            Command::Status => self.status(),
            Command::Exclude(text) => self.select(TurnSelection::exclude, &text)?,
            Command::Include(text) => self.select(TurnSelection::include, &text)?,
            Command::ExcludeAll => self.select_all(TurnSelection::none()),
            Command::IncludeAll => self.select_all(TurnSelection::default()),
            Command::SetScore(score, depth) => self.set_score(score, depth),
            Command::Level(level) => self.clock.set_level(level, self.session.turns().len()),
            Command::TimePerTurn(time) => self.clock.set_time_per_turn(time),
            Command::Depth(depth) => self.clock.set_depth(depth),
            Command::NodeRate(rate) => self.clock.set_node_rate(rate),
            Command::Time(time) => self.clock.set_remaining(time),
            Command::Memory(size) => self.set_option(Offered::Uci, "Hash", &size)?,
            Command::Cores(number) => self.set_option(Offered::Uci, "Threads", &number)?,
            Command::Option { name, value } => self.set_option(Offered::Cecp, &name, &value)?,
            Command::Help => self.print(Reply::Help),
            Command::Show => self.print(Reply::Board(board_text(self.session()))),
        }
        Ok(())
    }

    /// Answers pings, unless the engine has to make a turn first.
    pub(super) fn answer_pings(&mut self) {
        if !self.is_searching_own_turn() {
            for number in std::mem::take(&mut self.pings) {
                self.print(Reply::Pong(number));
            }
        }
    }

    fn set_option(&mut self, offered: Offered, name: &str, value: &str) -> Result<(), Rejection> {
        match self.options.set(offered, name, value)? {
            Change::Value | Change::Variant(_) => {
                self.session.configure(self.options.settings);
                self.change_encoding();
            }
            Change::ClearHash => self.session.clear(),
            Change::Position(text) => return self.set_start_position(&text),
            Change::ShowPosition => {
                self.print_position();
                return Ok(());
            }
        }
        self.restart_analysis();
        Ok(())
    }
}
