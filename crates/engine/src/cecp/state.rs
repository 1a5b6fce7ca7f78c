//! The state of a CECP session, without its input, output and threads.
//!
//! [`State::obey`] and [`State::hear`] say what is to be done as [`Effect`]s; whoever holds the
//! state does it. So every rule of the protocol can be tested without a process or a search.

mod analyze;
mod game;
mod think;

use std::time::Instant;

use jabberwock_game::{Color, PositionError, Score, TurnError};
use jabberwock_search::Limits;

use super::{
    clock::TimeControl,
    command::{self, Command, CommandError},
    reply::Reply,
};
use crate::{
    SearchEvent, SearchInfo, SearchRequest, SearchResult, Session, open,
    options::{Change, Offered, OptionError, Options},
};
use analyze::Selection;

/// Something to be done.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Effect {
    /// Say it.
    Say(Reply),
    /// Start this search in place of any other; its events are heard under the number.
    Think(u64, SearchRequest),
    /// The search under way is to end and conclude.
    Finish,
    /// The search under way is to end; nobody wants to hear of it.
    Abandon,
    /// The turn pondered on was played.
    PonderHit,
    /// The session is over.
    Quit,
}

/// Whose moves the engine makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Nobody's.
    Force,
    /// This player's.
    Play(Color),
    /// Nobody's; it analyzes whatever is on the board.
    Analyze,
}

/// Why the engine thinks.
#[derive(Clone, Debug, PartialEq)]
enum Purpose {
    /// To move.
    Move,
    /// To be ready should the opponent make this turn.
    Ponder {
        /// The turn expected.
        reply: String,
        /// What was found, if the search is over before the opponent has moved.
        found: Option<SearchResult<String>>,
    },
    /// To show what it sees.
    Analyze,
    /// To suggest a turn to the player.
    Hint,
}

/// A search under way, or one that is over while its result still counts.
#[derive(Clone, Debug)]
struct Activity {
    number: u64,
    purpose: Purpose,
    started: Instant,
    limits: Limits,
    /// The best line heard of.
    latest: Option<SearchInfo<String>>,
}

/// A CECP session.
#[derive(Debug)]
pub(super) struct State {
    session: Box<dyn Session>,
    mode: Mode,
    options: Options,
    clock: TimeControl,
    /// Lines found are shown.
    posting: bool,
    /// The engine may think on the opponent's time.
    pondering: bool,
    activity: Option<Activity>,
    /// The number of the latest search.
    searches: u64,
    /// Pings that wait for the engine's move.
    pings: Vec<u64>,
    /// The turns that a search considers.
    selection: Selection,
    /// `Some` while all thinking is suspended: whether there is some to take up again.
    paused: Option<bool>,
    /// The reply expected to the engine's last turn.
    expected: Option<String>,
    /// What the engine thought of its position when it moved last.
    verdict: Option<Score>,
    /// The number of its latest turns at which all seemed lost.
    hopeless: u32,
    effects: Vec<Effect>,
}

/// Why a command is not obeyed.
#[derive(Clone, Debug, PartialEq)]
enum Refusal {
    /// It makes no sense, or not now.
    Command(String),
    /// The turn it names is not legal.
    Move(String),
    /// The position it names is none.
    Position(String),
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Refusal {
        Refusal::Command(error.to_string())
    }
}

impl From<CommandError> for Refusal {
    fn from(error: CommandError) -> Refusal {
        Refusal::Command(error.to_string())
    }
}

impl From<TurnError> for Refusal {
    fn from(error: TurnError) -> Refusal {
        Refusal::Move(error.reason().to_owned())
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Refusal {
        let text = error.to_string();
        let reason = text.strip_prefix("bad position: ").unwrap_or(&text);
        Refusal::Position(reason.to_owned())
    }
}

impl State {
    /// A new game of orthodox chess, the engine to play Black.
    pub(super) fn new() -> State {
        State {
            session: open(super::STANDARD).expect("orthodox chess is in the registry"),
            mode: Mode::Play(Color::Black),
            options: Options::default(),
            clock: TimeControl::default(),
            posting: false,
            pondering: false,
            activity: None,
            searches: 0,
            pings: Vec::new(),
            selection: Selection::default(),
            paused: None,
            expected: None,
            verdict: None,
            hopeless: 0,
            effects: Vec::new(),
        }
    }

    /// The game in progress.
    pub(super) fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// Obeys a line of input.
    pub(super) fn obey(&mut self, line: &str) -> Vec<Effect> {
        let obeyed = match command::parse(line) {
            Ok(None) => Ok(()),
            Ok(Some(command)) => self.apply(command),
            Err(error) => Err(error.into()),
        };
        if let Err(refusal) = obeyed {
            self.say(refusal.reply(line));
        }
        self.answer_pings();
        std::mem::take(&mut self.effects)
    }

    /// Refuses a line that is too long, of which `beginning` is left.
    pub(super) fn refuse_long(&mut self, beginning: &str) -> Vec<Effect> {
        let refusal = Refusal::Command("line too long".to_owned());
        self.say(refusal.reply(&format!("{beginning}...")));
        std::mem::take(&mut self.effects)
    }

    /// Takes note of an event of search `number`.
    pub(super) fn hear(&mut self, number: u64, event: SearchEvent) -> Vec<Effect> {
        let current = self.activity.as_ref();
        if current.is_some_and(|activity| activity.number == number) {
            match event {
                SearchEvent::Info(analysis) => self.show(analysis),
                SearchEvent::Plan(plan) => self.explain(plan),
                SearchEvent::Result(result) => self.conclude(result),
            }
            self.answer_pings();
        }
        std::mem::take(&mut self.effects)
    }

    fn apply(&mut self, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Protover(version) => {
                if version >= 2 {
                    self.say(Reply::Features);
                }
            }
            Command::Quit => self.effects.push(Effect::Quit),
            Command::New => self.new_game(),
            Command::Variant(name) => self.change_variant(&name)?,
            Command::Setboard(text) => self.set_position(&text)?,
            Command::Force => self.force(),
            Command::Go => self.go(),
            Command::PlayOther => self.play_other(),
            Command::UserMove(text) => self.user_move(&text)?,
            Command::Bare(text) => self.bare(&text)?,
            Command::Undo => self.take_back(1)?,
            Command::Remove => self.take_back(2)?,
            Command::Result => self.end_game(),
            Command::Draw => self.consider_draw(),
            Command::MoveNow => self.move_now(),
            Command::Hint => self.hint(),
            Command::Book => self.say(Reply::NoBook),
            Command::Ping(number) => self.pings.push(number),
            Command::Post(posting) => self.posting = posting,
            Command::Ponder(pondering) => self.allow_pondering(pondering),
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            Command::Analyze => self.begin_analysis(),
            Command::Exit => self.end_analysis()?,
            Command::Status => self.status(),
            Command::Exclude(text) => self.select(Selection::exclude, &text)?,
            Command::Include(text) => self.select(Selection::include, &text)?,
            Command::ExcludeAll => self.select_all(Selection::none()),
            Command::IncludeAll => self.select_all(Selection::default()),
            Command::SetScore(score, depth) => self.set_score(score, depth),
            Command::Level(level) => self.clock.set_level(level, self.session.turns().len()),
            Command::TimePerTurn(time) => self.clock.set_time_per_turn(time),
            Command::Depth(depth) => self.clock.set_depth(depth),
            Command::NodeRate(rate) => self.clock.set_node_rate(rate),
            Command::Time(time) => self.clock.set_remaining(time),
            Command::Memory(size) => self.set_option(Offered::Uci, "Hash", &size)?,
            Command::Cores(number) => self.set_option(Offered::Uci, "Threads", &number)?,
            Command::Option { name, value } => self.set_option(Offered::Cecp, &name, &value)?,
        }
        Ok(())
    }

    fn say(&mut self, reply: Reply) {
        self.effects.push(Effect::Say(reply));
    }

    /// Answers pings unless a move is owed first.
    fn answer_pings(&mut self) {
        if !self.is_moving() {
            for number in std::mem::take(&mut self.pings) {
                self.say(Reply::Pong(number));
            }
        }
    }

    fn set_option(&mut self, offered: Offered, name: &str, value: &str) -> Result<(), Refusal> {
        match self.options.set(offered, name, value)? {
            Change::Value | Change::Variant(_) => self.session.configure(self.options.settings),
            Change::ClearHash => self.session.clear(),
        }
        self.analyze_afresh();
        Ok(())
    }
}

impl Refusal {
    /// What to say of `line`, the one refused.
    fn reply(self, line: &str) -> Reply {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or(("", line));
        match self {
            // A move that came bare has no command before it.
            Refusal::Move(reason) if word == "usermove" || word.is_empty() => Reply::IllegalMove {
                reason,
                text: rest.trim_start().to_owned(),
            },
            Refusal::Position(reason) => Reply::IllegalPosition {
                reason,
                text: rest.trim_start().to_owned(),
            },
            Refusal::Command(reason) | Refusal::Move(reason) => Reply::Error {
                reason,
                line: line.to_owned(),
            },
        }
    }
}

#[cfg(test)]
mod tests;
