//! The games of a tournament, several at a time, until all are played or a test is decided.

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    fmt, io,
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{self, Sender},
    },
    thread,
};

use jabberwock_game::{ByColor, Color, shortened};
use jabberwock_search::StopToken;
use jabberwock_variants::Entry;

use crate::{
    description::MatchDescription,
    openings::{self, Opening, OpeningError},
    played_game::{EndCause, PlayedGame},
    player::{Player, PlayerError},
    records::MatchGame,
    referee::{GameError, GameProgress, Referee, forfeit},
    schedule::{Pairing, Schedule},
    scoreboard::Scoreboard,
    sprt::Sprt,
    time_control::TimeControl,
    workers::start_workers,
};

/// Creates a player; the number is the seed of its random choices.
pub type PlayerFactory =
    Arc<dyn Fn(u64, &StopToken) -> Result<Box<dyn Player>, PlayerError> + Send + Sync>;

/// A participant of a tournament.
#[derive(Clone)]
pub struct Participant {
    /// Its name.
    pub name: String,
    /// Its description, by which a record is recognized as one of this match.
    pub description: String,
    /// Its time control.
    pub time_control: TimeControl,
    /// Whether a new player is created for every game.
    pub restart: bool,
    /// Creates the player.
    pub create: PlayerFactory,
}

impl fmt::Debug for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Participant")
            .field("name", &self.name)
            .field("time_control", &self.time_control)
            .finish_non_exhaustive()
    }
}

/// A tournament to be played.
#[derive(Debug)]
pub struct Tournament {
    /// The game.
    pub variant: &'static Entry,
    /// The participants, at least two.
    pub participants: Vec<Participant>,
    /// The pairings; its counts are those of `participants` and `openings`.
    pub schedule: Schedule,
    /// The openings of the games.
    pub openings: Vec<Opening>,
    /// The name of the list of openings in records, by which a match is recognized.
    pub openings_name: String,
    /// The rules of the match other than those of the game.
    pub referee: Referee,
    /// The number of games played at the same time.
    pub concurrency: NonZeroUsize,
    /// If given, the tournament ends when the first player's results against all others decide it.
    /// A shard does not end like this: the test applies to the results of all shards.
    pub sprt: Option<Sprt>,
    /// The seed of the random choices of players.
    pub seed: u64,
}

/// A callback when a game begins and after each of its turns, on the thread that plays the game.
pub type OnProgress<'a> = &'a (dyn Fn(Pairing, &GameProgress<'_>) + Sync);

/// The reason why a tournament ended early.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// A player could not be created.
    #[error("player {name}: {error}")]
    Player {
        /// Its name.
        name: String,
        /// The reason.
        error: PlayerError,
    },
    /// An invalid opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A recorded game that is not part of this tournament.
    #[error("game {number} of the record is not of this match: {problem}")]
    Record {
        /// Its number, from 1.
        number: usize,
        /// The difference.
        problem: String,
    },
    /// No thread to play on can be created.
    #[error("no thread to play on: {0}")]
    NoThread(io::Error),
    /// A game could not be recorded.
    #[error("cannot record the game: {0}")]
    Recording(#[from] io::Error),
}

/// A game that has just ended.
#[derive(Debug)]
pub struct FinishedGame<'a> {
    /// The pairing.
    pub pairing: Pairing,
    /// Its turns and result.
    pub played: &'a PlayedGame,
    /// The results so far, those of this game included.
    pub scoreboard: &'a Scoreboard,
}

impl Tournament {
    /// Returns its description, as in its records.
    pub fn description(&self) -> MatchDescription {
        let names = self.participants.iter();
        MatchDescription {
            format: self.schedule.format,
            games: self.schedule.games,
            sprt: self.sprt,
            openings: self.openings_name.clone(),
            rules: self.referee.rules(),
            players: names.map(|participant| participant.name.clone()).collect(),
        }
    }

    /// Whether some games repeat others, unless a player chooses at random: they begin alike, and
    /// no turn depends on time. Repeated games make the error bars of the results too small.
    pub fn repeats_games(&self) -> bool {
        let mut players = self.participants.iter();
        let is_timeless = |player: &Participant| !player.time_control.depends_on_time();
        self.schedule.repeats_openings() && players.all(is_timeless)
    }

    /// Returns the scoreboard after games that were recorded by an earlier run.
    ///
    /// # Errors
    /// If one of them is not part of this tournament.
    pub fn resume(&self, games: &[MatchGame]) -> Result<Scoreboard, TournamentError> {
        let mut scoreboard = Scoreboard::new(self.participants.len(), self.schedule.len());
        let own = self.description();
        for game in games {
            let wrong = |problem: String| TournamentError::Record {
                number: game.number + 1,
                problem,
            };
            if game.variant != self.variant.name {
                let variant = shortened(&game.variant);
                return Err(wrong(format!("it is one of {variant}")));
            }
            if game.number >= self.schedule.len() {
                // The match was scheduled with more games before; the others do not count.
                continue;
            }
            if !self.schedule.has(game.number) {
                return Err(wrong("it belongs to another shard".to_owned()));
            }
            if game.seed != self.seed {
                let problem = format!("its seed is {} and not {}", game.seed, self.seed);
                return Err(wrong(problem));
            }
            let pairing = self.schedule.pairing(game.number);
            for (color, player) in [(Color::White, pairing.white), (Color::Black, pairing.black)] {
                self.check_participant(game, color, player).map_err(wrong)?;
            }
            let difference = game.description.as_ref();
            if let Some(problem) = difference.and_then(|recorded| own.difference(recorded)) {
                return Err(wrong(problem));
            }
            let opening = &self.openings[pairing.opening];
            if opening.position.is_some() {
                let mut session = openings::new_session(self.variant)?;
                opening.set_up(session.as_mut())?;
                if game
                    .origin
                    .as_ref()
                    .is_some_and(|origin| *origin != session.origin())
                {
                    return Err(wrong("it has another opening".to_owned()));
                }
            }
            scoreboard.add(pairing, game.result);
        }
        Ok(scoreboard)
    }

    /// Plays the games that are missing in `scoreboard`. `on_progress` is called when a game begins
    /// and after each of its turns, by the threads that play; `on_game` after every game, in the
    /// order in which the games end. The tournament ends early when `on_game` returns an error,
    /// when `stop` is set, or when its test has accepted a hypothesis (it then sets `stop`).
    ///
    /// # Errors
    /// If a player cannot be created, an opening is invalid, a game could not be recorded, or no
    /// thread can be created.
    pub fn run(
        &self,
        mut scoreboard: Scoreboard,
        stop: &StopToken,
        on_progress: OnProgress<'_>,
        on_game: &mut dyn FnMut(&FinishedGame<'_>) -> io::Result<()>,
    ) -> Result<Scoreboard, TournamentError> {
        let numbers = 0..self.schedule.len();
        let is_missing = |&number: &usize| self.schedule.has(number) && !scoreboard.has(number);
        let todo: Vec<usize> = numbers.filter(is_missing).collect();
        if todo.is_empty() || self.is_decided(&scoreboard) {
            return Ok(scoreboard);
        }
        for participant in &self.participants {
            match (participant.create)(self.seed, stop) {
                Ok(_) => {}
                Err(PlayerError::Interrupted) => return Ok(scoreboard),
                Err(error) => {
                    let name = participant.name.clone();
                    return Err(TournamentError::Player { name, error });
                }
            }
        }
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let (todo, next) = (&todo, &next);
            let count = self.concurrency.get().min(todo.len());
            let work = move || self.work(todo, next, &sender, stop, on_progress);
            start_workers(count, move || {
                let worker = thread::Builder::new().spawn_scoped(scope, work.clone());
                worker.map(|_| ())
            })
            .map_err(TournamentError::NoThread)?;
            let mut result = Ok(());
            for message in receiver {
                // After a failure to record a game, no later one is recorded.
                if result.is_err() {
                    continue;
                }
                let message = message.and_then(|(pairing, played)| {
                    // Counting games that end after the decision would bias the result.
                    if self.is_decided(&scoreboard) {
                        return Ok(());
                    }
                    scoreboard.add(pairing, (&played.end).into());
                    on_game(&FinishedGame {
                        pairing,
                        played: &played,
                        scoreboard: &scoreboard,
                    })?;
                    Ok(())
                });
                result = message;
                if result.is_err() || self.is_decided(&scoreboard) {
                    stop.stop();
                }
            }
            result
        })?;
        Ok(scoreboard)
    }

    /// Returns the difference between the player of `color` in a recorded game and a participant,
    /// if any.
    fn check_participant(
        &self,
        game: &MatchGame,
        color: Color,
        index: usize,
    ) -> Result<(), String> {
        let participant = &self.participants[index];
        let time_control = participant.time_control.to_string();
        for (what, recorded, expected) in [
            ("", &game.names[color], &participant.name),
            (
                " player",
                &game.descriptions[color],
                &participant.description,
            ),
            (" time control", &game.time_controls[color], &time_control),
        ] {
            if recorded != expected {
                let recorded = shortened(recorded);
                return Err(format!("{color}{what} is {recorded} and not {expected}"));
            }
        }
        Ok(())
    }

    fn is_decided(&self, scoreboard: &Scoreboard) -> bool {
        let test = self.sprt.filter(|_| self.schedule.shard.is_none());
        test.is_some_and(|sprt| sprt.accepted(&scoreboard.tally(0, None)).is_some())
    }

    /// Plays one game after another.
    fn work(
        &self,
        todo: &[usize],
        next: &AtomicUsize,
        sender: &Sender<Result<(Pairing, PlayedGame), TournamentError>>,
        stop: &StopToken,
        on_progress: OnProgress<'_>,
    ) {
        let mut runner = GameRunner {
            tournament: self,
            players: BTreeMap::new(),
            on_progress,
        };
        while !stop.is_stopped()
            && let Some(&number) = todo.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let pairing = self.schedule.pairing(number);
            let message = match runner.play(pairing, stop) {
                Ok(played) => Ok((pairing, played)),
                Err(GameError::Interrupted) => return,
                Err(GameError::Opening(error)) => Err(error.into()),
            };
            let failed = message.is_err();
            // The receiver is dropped only if the tournament has failed.
            if sender.send(message).is_err() || failed {
                return;
            }
        }
    }
}

/// Plays one game after another on one thread.
struct GameRunner<'a> {
    tournament: &'a Tournament,
    /// Players kept for the next game.
    players: BTreeMap<usize, Box<dyn Player>>,
    on_progress: OnProgress<'a>,
}

impl GameRunner<'_> {
    fn play(&mut self, pairing: Pairing, stop: &StopToken) -> Result<PlayedGame, GameError> {
        let Tournament {
            variant,
            participants,
            openings,
            referee,
            ..
        } = self.tournament;
        let opening = &openings[pairing.opening];
        let mut session = openings::new_session(variant)?;
        opening.set_up(session.as_mut())?;
        let indices = ByColor([pairing.white, pairing.black]);
        self.players.retain(|index, _| indices.0.contains(index));
        let mut white = match self.player(pairing, Color::White, stop) {
            Ok(player) => player,
            Err(error) => {
                let cause = cause_of_forfeit(error)?;
                return Ok(forfeit(session.as_ref(), Color::White, cause));
            }
        };
        let mut black = match self.player(pairing, Color::Black, stop) {
            Ok(player) => player,
            Err(error) => {
                self.players.insert(pairing.white, white);
                let cause = cause_of_forfeit(error)?;
                return Ok(forfeit(session.as_ref(), Color::Black, cause));
            }
        };
        let mut players = ByColor([white.as_mut() as &mut dyn Player, black.as_mut()]);
        let time_controls = ByColor(indices.0.map(|index| participants[index].time_control));
        let mut on_progress = |progress: &GameProgress<'_>| (self.on_progress)(pairing, progress);
        let played = referee.play(
            session.as_mut(),
            &mut players,
            time_controls,
            stop,
            &mut on_progress,
        )?;
        let loser = played.end.winner.map(|winner| indices[winner.other()]);
        let has_failed = matches!(
            played.end.cause,
            EndCause::Illegal(_) | EndCause::Crash(_) | EndCause::Hang
        );
        for (index, player) in [(pairing.white, white), (pairing.black, black)] {
            let is_replaced = has_failed && loser == Some(index)
                || participants[index].restart
                || !player.is_reusable();
            if !is_replaced {
                self.players.insert(index, player);
            }
        }
        Ok(played)
    }

    /// Returns the player of `color`: the one kept from the last game, or a new one.
    fn player(
        &mut self,
        pairing: Pairing,
        color: Color,
        stop: &StopToken,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let index = ByColor([pairing.white, pairing.black])[color];
        if let Some(player) = self.players.remove(&index) {
            return Ok(player);
        }
        let seed = self.tournament.seed ^ (pairing.number * 2 + color.index() + 1) as u64;
        (self.tournament.participants[index].create)(seed, stop)
    }
}

/// Returns the cause of a loss by a player that could not be created.
fn cause_of_forfeit(error: PlayerError) -> Result<EndCause, GameError> {
    match error {
        PlayerError::Interrupted => Err(GameError::Interrupted),
        PlayerError::Hang => Ok(EndCause::Hang),
        error => Ok(EndCause::Crash(error.to_string())),
    }
}
