//! The seats of a table: persons and players of this program.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jabberwock_arena::{
    player::{Player, PlayerKind, PlayerSpec},
    time_control::{TimeControl, seconds},
};
use jabberwock_search::StopToken;
use jabberwock_variants::Entry;

use super::opponents::opponents;
use crate::message::{Pace, Refusal, Seat, SeatRequest};

/// The time for a turn of the search without limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A seat and its occupant.
#[derive(Debug)]
pub(super) struct Seated {
    /// The seat as sent to pages.
    pub(super) seat: Seat,
    pub(super) occupant: Occupant,
    /// The limits of each turn.
    pub(super) time_control: TimeControl,
}

/// The player at a seat.
#[derive(Debug)]
pub(super) enum Occupant {
    /// A person at a page.
    Person,
    /// The table's search.
    Search,
    /// Another player of this program; `None` while it is choosing a turn.
    Player(Box<PlayerSpec>, Option<Box<dyn Player>>),
}

impl Seated {
    /// Returns a person without a clock.
    pub(super) fn person() -> Seated {
        Seated {
            seat: Seat {
                player: "person".to_owned(),
                pace: Pace::default(),
            },
            occupant: Occupant::Person,
            time_control: TimeControl::default(),
        }
    }

    /// Whether a person occupies the seat.
    pub(super) fn is_person(&self) -> bool {
        matches!(self.occupant, Occupant::Person)
    }

    /// Returns the requested seat, in a game of `entry`.
    ///
    /// # Errors
    /// If there is no such player, or it cannot play this game.
    pub(super) fn new(entry: &'static Entry, request: SeatRequest) -> Result<Seated, Refusal> {
        let SeatRequest { player, mut pace } = request;
        let mut name = player.as_str();
        let listed = opponents(entry);
        if let Some(opponent) = listed.iter().find(|opponent| opponent.name() == player) {
            name = opponent.player;
            pace = Pace {
                clock: pace.clock,
                ..opponent.pace()
            };
        }
        let mut time_control = time_control(&pace)?;
        let occupant = match name {
            "person" => Occupant::Person,
            name => occupant(entry, name)?,
        };
        let needs_limits = match &occupant {
            Occupant::Person => false,
            Occupant::Search => true,
            Occupant::Player(spec, _) => spec.kind == PlayerKind::Mcts,
        };
        if needs_limits && time_control == TimeControl::default() {
            time_control.move_time = Some(DEFAULT_TIME);
            pace.seconds = Some(DEFAULT_TIME.as_secs_f64());
        }
        Ok(Seated {
            seat: Seat { player, pace },
            occupant,
            time_control,
        })
    }
}

/// Returns the player `name`. Pages may choose neither options nor other programs.
fn occupant(entry: &'static Entry, name: &str) -> Result<Occupant, Refusal> {
    const KNOWN: &str = "expected person, opponent-1 to opponent-10, self, level-N, random, mcts, \
                         material-N or lowest-N";
    if name.starts_with("cmd=") {
        let reason = "other programs cannot be seated from the page";
        return Err(Refusal::seat(reason, name));
    }
    let unknown = || Refusal::seat(format!("no such player: {KNOWN}"), name);
    if name.contains([',', '=']) {
        return Err(unknown());
    }
    let spec: PlayerSpec = name.parse().map_err(|_| unknown())?;
    if matches!(spec.kind, PlayerKind::Engine(_)) {
        return Ok(Occupant::Search);
    }
    let player = open(entry, &spec)?;
    Ok(Occupant::Player(Box::new(spec), Some(player)))
}

/// Returns the player that `spec` describes.
///
/// # Errors
/// If it cannot play this game.
pub(super) fn open(entry: &'static Entry, spec: &PlayerSpec) -> Result<Box<dyn Player>, Refusal> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = since.map_or(0, |time| time.as_nanos() as u64);
    spec.open(entry, TimeControl::default(), seed, &StopToken::new())
        .map_err(|error| Refusal::seat(error, &spec.text))
}

/// Returns the limits of `pace`.
///
/// # Errors
/// If one is out of range.
fn time_control(pace: &Pace) -> Result<TimeControl, Refusal> {
    let invalid = |what: &str, text: String| {
        Refusal::seat(format!("the pace's {what} must be more than 0"), &text)
    };
    let clock = pace.clock.as_deref().map(str::parse).transpose();
    let clock =
        clock.map_err(|error| Refusal::seat(error, &pace.clock.clone().unwrap_or_default()));
    let move_time = match pace.seconds {
        None => None,
        Some(time) => Some(
            seconds(&time.to_string())
                .filter(|time| !time.is_zero())
                .ok_or_else(|| invalid("seconds", time.to_string()))?,
        ),
    };
    if pace.nodes == Some(0) {
        return Err(invalid("nodes", "0".to_owned()));
    }
    if pace.depth == Some(0) {
        return Err(invalid("depth", "0".to_owned()));
    }
    Ok(TimeControl {
        clock: clock?,
        move_time,
        nodes: pace.nodes,
        depth: pace.depth,
    })
}
