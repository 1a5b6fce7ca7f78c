//! Many games at once, until all are played or enough is known.

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

use jabberwock_engine::{Session, open};
use jabberwock_game::{ByColor, Color};
use jabberwock_search::StopToken;
use jabberwock_variants::Entry;

use crate::{
    openings::{Opening, OpeningError},
    pace::Pace,
    player::{Fault, Player},
    records::Recorded,
    referee::{Cause, NoGame, Played, Referee},
    schedule::{Fixture, Schedule},
    sprt::Sprt,
    standing::Standing,
};

/// Lets a player come to the table; what he leaves to chance is drawn by the number.
pub type Invitation = Arc<dyn Fn(u64, &StopToken) -> Result<Box<dyn Player>, Fault> + Send + Sync>;

/// Someone who takes part.
#[derive(Clone)]
pub struct Entrant {
    /// His name.
    pub name: String,
    /// How fast he must play.
    pub pace: Pace,
    /// Whether he is replaced after every game.
    pub restart: bool,
    /// Brings him.
    pub invite: Invitation,
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entrant")
            .field("name", &self.name)
            .field("pace", &self.pace)
            .finish_non_exhaustive()
    }
}

/// A tournament to be played.
#[derive(Debug)]
pub struct Tournament {
    /// The game.
    pub variant: &'static Entry,
    /// Who takes part, at least two.
    pub entrants: Vec<Entrant>,
    /// Who plays whom; its counts are those of `entrants` and `openings`.
    pub schedule: Schedule,
    /// Where games begin.
    pub openings: Vec<Opening>,
    /// The rules besides those of the game.
    pub referee: Referee,
    /// Games at once.
    pub concurrency: NonZeroUsize,
    /// If given, the tournament ends when the first player's results against all others decide it.
    pub sprt: Option<Sprt>,
    /// What players leave to chance depends on this.
    pub seed: u64,
}

/// Why a tournament ended early.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// A player could not come at all.
    #[error("player {name}: {fault}")]
    Player {
        /// His name.
        name: String,
        /// Why not.
        fault: Fault,
    },
    /// An opening that is none of this game.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A recorded game that is none of this tournament.
    #[error("game {number} of the record is not of this match: {problem}")]
    Record {
        /// Its number, from 1.
        number: usize,
        /// What differs.
        problem: String,
    },
    /// A game could not be recorded.
    #[error("cannot record the game: {0}")]
    Recording(#[from] io::Error),
}

/// A game that is over.
#[derive(Debug)]
pub struct Finished<'a> {
    /// Which game.
    pub fixture: Fixture,
    /// How it went.
    pub played: &'a Played,
    /// What has been played, this game included.
    pub standing: &'a Standing,
}

impl Tournament {
    /// The standing after games that were recorded earlier.
    ///
    /// # Errors
    /// If one of them is none of this tournament.
    pub fn resume(&self, games: &[Recorded]) -> Result<Standing, TournamentError> {
        let mut standing = Standing::new(self.entrants.len(), self.schedule.len());
        for game in games {
            let wrong = |problem: String| TournamentError::Record {
                number: game.number + 1,
                problem,
            };
            if game.variant != self.variant.name {
                return Err(wrong(format!("it is one of {}", game.variant)));
            }
            if game.number >= self.schedule.len() {
                // A longer match was cut to fewer games; those beyond do not count.
                continue;
            }
            let fixture = self.schedule.fixture(game.number);
            for (color, player) in [(Color::White, fixture.white), (Color::Black, fixture.black)] {
                let expected = &self.entrants[player].name;
                if game.names[color] != *expected {
                    let name = &game.names[color];
                    return Err(wrong(format!("{color} is {name} and not {expected}")));
                }
            }
            let opening = &self.openings[fixture.opening];
            if opening.position.is_some() {
                let mut session = self.board()?;
                opening.set_up(session.as_mut())?;
                if game
                    .origin
                    .as_ref()
                    .is_some_and(|origin| *origin != session.origin())
                {
                    return Err(wrong("it has another opening".to_owned()));
                }
            }
            standing.add(fixture, game.bout);
        }
        Ok(standing)
    }

    /// Plays the games that `standing` lacks. `listener` hears of every game that is over, in the
    /// order they end; what it returns an error for ends the tournament, as does `stop`, and as
    /// does this tournament itself, by `stop`, when its test has accepted a hypothesis.
    ///
    /// # Errors
    /// If a player cannot come at all, an opening is none, or a game could not be recorded.
    pub fn run(
        &self,
        mut standing: Standing,
        stop: &StopToken,
        listener: &mut dyn FnMut(&Finished<'_>) -> io::Result<()>,
    ) -> Result<Standing, TournamentError> {
        let numbers = 0..self.schedule.len();
        let todo: Vec<usize> = numbers.filter(|&number| !standing.has(number)).collect();
        if todo.is_empty() || self.is_decided(&standing) {
            return Ok(standing);
        }
        for entrant in &self.entrants {
            (entrant.invite)(self.seed, stop).map_err(|fault| TournamentError::Player {
                name: entrant.name.clone(),
                fault,
            })?;
        }
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.get().min(todo.len()) {
                let sender = sender.clone();
                let (todo, next) = (&todo, &next);
                scope.spawn(move || self.work(todo, next, &sender, stop));
            }
            drop(sender);
            let mut result = Ok(());
            for message in receiver {
                let message = message.and_then(|(fixture, played)| {
                    // Games that end after the decision would bias it.
                    if self.is_decided(&standing) {
                        return Ok(());
                    }
                    standing.add(fixture, (&played.verdict).into());
                    listener(&Finished {
                        fixture,
                        played: &played,
                        standing: &standing,
                    })?;
                    Ok(())
                });
                if message.is_err() && result.is_ok() {
                    result = message;
                }
                if result.is_err() || self.is_decided(&standing) {
                    stop.stop();
                }
            }
            result
        })?;
        Ok(standing)
    }

    fn is_decided(&self, standing: &Standing) -> bool {
        self.sprt.is_some_and(|sprt| {
            let llr = sprt.llr(&standing.tally(0, None));
            sprt.accepted(llr).is_some()
        })
    }

    fn board(&self) -> Result<Box<dyn Session>, OpeningError> {
        open(self.variant.name).map_err(|error| OpeningError::Bad {
            text: self.variant.name.to_owned(),
            problem: error.to_string(),
        })
    }

    /// Plays one game after another.
    fn work(
        &self,
        todo: &[usize],
        next: &AtomicUsize,
        sender: &Sender<Result<(Fixture, Played), TournamentError>>,
        stop: &StopToken,
    ) {
        let mut table = Table {
            tournament: self,
            seats: BTreeMap::new(),
        };
        while !stop.is_stopped()
            && let Some(&number) = todo.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let fixture = self.schedule.fixture(number);
            let message = match table.play(fixture, stop) {
                Ok(played) => Ok((fixture, played)),
                Err(NoGame::Interrupted) => return,
                Err(NoGame::Opening(error)) => Err(error.into()),
            };
            let failed = message.is_err();
            // Nobody listens any more if this fails.
            if sender.send(message).is_err() || failed {
                return;
            }
        }
    }
}

/// Where one game after another is played.
struct Table<'a> {
    tournament: &'a Tournament,
    /// Players who stay from game to game.
    seats: BTreeMap<usize, Box<dyn Player>>,
}

impl Table<'_> {
    fn play(&mut self, fixture: Fixture, stop: &StopToken) -> Result<Played, NoGame> {
        let tournament = self.tournament;
        let opening = &tournament.openings[fixture.opening];
        let mut session = tournament.board()?;
        let indices = ByColor([fixture.white, fixture.black]);
        self.seats.retain(|index, _| indices.0.contains(index));
        let mut players = Vec::new();
        for color in Color::ALL {
            let index = indices[color];
            let invite = || {
                let seed = tournament.seed ^ (fixture.number * 2 + color.index() + 1) as u64;
                (tournament.entrants[index].invite)(seed, stop)
            };
            match self.seats.remove(&index).map_or_else(invite, Ok) {
                Ok(player) => players.push((index, player)),
                Err(Fault::Interrupted) => return Err(NoGame::Interrupted),
                Err(fault) => {
                    self.seats.extend(players);
                    let cause = match fault {
                        Fault::Hang => Cause::Hang,
                        fault => Cause::Crash(fault.to_string()),
                    };
                    return tournament
                        .referee
                        .forfeit(session.as_mut(), opening, color, cause);
                }
            }
        }
        let played = {
            let [(_, white), (_, black)] = &mut players[..] else {
                return Err(NoGame::Interrupted);
            };
            let mut both = ByColor([white.as_mut() as &mut dyn Player, black.as_mut()]);
            let paces = ByColor(indices.0.map(|index| tournament.entrants[index].pace));
            tournament
                .referee
                .play(session.as_mut(), &mut both, paces, opening, stop)?
        };
        let loser = played.verdict.winner.map(|winner| indices[winner.other()]);
        let at_fault = matches!(
            played.verdict.cause,
            Cause::Illegal(_) | Cause::Crash(_) | Cause::Hang
        );
        for (index, player) in players {
            let leaves = at_fault && loser == Some(index)
                || tournament.entrants[index].restart
                || !player.is_reusable();
            if !leaves {
                self.seats.insert(index, player);
            }
        }
        Ok(played)
    }
}
