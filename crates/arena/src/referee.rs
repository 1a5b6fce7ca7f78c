//! One game between two players.

use std::time::{Duration, Instant};

use jabberwock_engine::Session;
use jabberwock_game::{ByColor, Color};
use jabberwock_search::StopToken;
use serde::Serialize;

use crate::{
    adjudication::Adjudication,
    game_clock::GameClock,
    openings::OpeningError,
    played_game::{EndCause, GameEnd, PlayedGame, PlayedTurn},
    player::{Answer, Player, PlayerError, TurnRequest},
    records::beginning,
    time_control::TimeControl,
};

/// The time for one turn without a clock, after which the player is treated as hung.
const UNTIMED_TURN: Duration = Duration::from_mins(10);

/// The rules of a match other than those of the game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Referee {
    /// The time by which a player may exceed its clock without losing.
    pub margin: Duration,
    /// The time beyond clock and margin after which a player that has not answered is treated as
    /// hung.
    pub patience: Duration,
    /// The rules by which games are adjudicated early.
    pub adjudication: Adjudication,
}

/// A game in progress.
#[derive(Debug)]
pub struct GameProgress<'a> {
    /// The game, at its current position.
    pub session: &'a dyn Session,
    /// The turns made so far, those of the opening included.
    pub turns: &'a [PlayedTurn],
    /// The time that each player has left; `None` without a clock.
    pub clocks: ByColor<Option<Duration>>,
}

/// The reason why a game could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The match was stopped.
    #[error("interrupted")]
    Interrupted,
    /// The opening cannot be played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

impl Referee {
    /// Returns the rules as in records, `name value` each.
    pub(crate) fn rules(&self) -> Vec<String> {
        let Adjudication {
            longest,
            draw,
            resign,
        } = self.adjudication;
        let mut rules = vec![
            format!("margin {}", self.margin.as_secs_f64()),
            format!("patience {}", self.patience.as_secs_f64()),
        ];
        rules.extend(longest.map(|turns| format!("longest {turns}")));
        rules.extend(draw.map(|rule| format!("draw {rule}")));
        rules.extend(resign.map(|rule| format!("resign {rule}")));
        rules
    }

    /// Plays a game of `players` in `session`, which is after the opening. `on_progress` is called
    /// after the opening and after every turn; the game waits for it.
    ///
    /// # Errors
    /// If `stop` was called before the game was over.
    pub fn play(
        &self,
        session: &mut dyn Session,
        players: &mut ByColor<&mut dyn Player>,
        time_controls: ByColor<TimeControl>,
        stop: &StopToken,
        on_progress: &mut dyn FnMut(&GameProgress<'_>),
    ) -> Result<PlayedGame, GameError> {
        let mut game = GameInProgress {
            referee: self,
            on_progress,
            turns: opening_turns(session),
            session,
            clocks: ByColor(time_controls.0.map(GameClock::new)),
            stop,
        };
        let end = game.run(players)?;
        let turns = game.turns;
        let result = format!("{} {{{end}}}", end.result());
        for player in &mut players.0 {
            player.game_over(&result);
        }
        Ok(played(session, turns, end))
    }
}

/// Returns the game that `loser` loses without a turn because it could not be started; `session` is
/// after the opening.
pub(crate) fn forfeit(session: &dyn Session, loser: Color, cause: EndCause) -> PlayedGame {
    let turns = opening_turns(session);
    played(session, turns, GameEnd::lost_by(loser, cause))
}

/// Returns the turns of the opening.
fn opening_turns(session: &dyn Session) -> Vec<PlayedTurn> {
    let turns = session.turns().into_iter().map(|turn| PlayedTurn {
        turn: turn.to_owned(),
        info: None,
        time: None,
    });
    turns.collect()
}

fn played(session: &dyn Session, turns: Vec<PlayedTurn>, end: GameEnd) -> PlayedGame {
    PlayedGame {
        origin: session.origin(),
        first: beginning(session).1,
        turns,
        end,
    }
}

struct GameInProgress<'a> {
    referee: &'a Referee,
    session: &'a mut dyn Session,
    on_progress: &'a mut dyn FnMut(&GameProgress<'_>),
    turns: Vec<PlayedTurn>,
    clocks: ByColor<GameClock>,
    stop: &'a StopToken,
}

impl<'a> GameInProgress<'a> {
    fn run(&mut self, players: &mut ByColor<&mut dyn Player>) -> Result<GameEnd, GameError> {
        for color in Color::ALL {
            let request = self.request(color);
            if let Err(error) = players[color].new_game(self.session, &request) {
                return loss_by_failure(color, error);
            }
        }
        loop {
            self.report();
            if let Some(outcome) = self.session.outcome() {
                return Ok(GameEnd {
                    winner: outcome.winner,
                    cause: EndCause::Rules(outcome.reason),
                });
            }
            if let Some(end) = self
                .referee
                .adjudication
                .game_end(&self.turns, self.session.turn())
            {
                return Ok(end);
            }
            if self.stop.is_stopped() {
                return Err(GameError::Interrupted);
            }
            let mover = self.session.turn();
            let waiting = mover.other();
            players[waiting].ponder(self.session, &self.request(waiting));
            let request = self.request(mover);
            let begun = Instant::now();
            let answer = players[mover].choose_turn(self.session, &request);
            let measured = begun.elapsed();
            let Answer {
                turn,
                info,
                elapsed,
            } = match answer {
                Ok(answer) => answer,
                Err(error) => return loss_by_failure(mover, error),
            };
            let time = elapsed.unwrap_or(measured);
            let Some(turn) = turn else {
                return Ok(GameEnd::lost_by(mover, EndCause::Resignation));
            };
            if let Err(by) = self.clocks[mover].spend(time, self.referee.margin) {
                return Ok(GameEnd::lost_by(mover, EndCause::Time(by)));
            }
            match self.session.play(&turn) {
                Ok(turn) => self.turns.push(PlayedTurn {
                    turn,
                    info,
                    time: Some(time),
                }),
                Err(error) => {
                    return Ok(GameEnd::lost_by(
                        mover,
                        EndCause::Illegal(error.to_string()),
                    ));
                }
            }
        }
    }

    fn report(&mut self) {
        let left = |color: Color| self.clocks[color].clock().map(|clock| clock.remaining);
        (self.on_progress)(&GameProgress {
            session: self.session,
            turns: &self.turns,
            clocks: ByColor(Color::ALL.map(left)),
        });
    }

    fn request(&self, color: Color) -> TurnRequest<'a> {
        let clock = &self.clocks[color];
        let time = clock
            .allowed()
            .map_or(UNTIMED_TURN, |allowed| allowed + self.referee.margin);
        TurnRequest {
            limits: clock.limits(),
            clocks: ByColor(Color::ALL.map(|color| self.clocks[color].clock())),
            deadline: Instant::now() + time + self.referee.patience,
            stop: self.stop,
        }
    }
}

/// Returns the loss of `player`, who failed with `error` within a game.
fn loss_by_failure(player: Color, error: PlayerError) -> Result<GameEnd, GameError> {
    let cause = match error {
        PlayerError::Interrupted => return Err(GameError::Interrupted),
        PlayerError::Hang => EndCause::Hang,
        PlayerError::Setup(text) | PlayerError::Crash(text) => EndCause::Crash(text),
        PlayerError::Refusal(text) => EndCause::Illegal(text),
    };
    Ok(GameEnd::lost_by(player, cause))
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use jabberwock_engine::{Session, open};
    use jabberwock_game::{ByColor, Color};
    use jabberwock_search::StopToken;

    use super::{Referee, forfeit};
    use crate::{
        adjudication::Adjudication,
        played_game::EndCause,
        player::{Answer, Player, PlayerError, TurnRequest},
        time_control::TimeControl,
    };

    /// A player that makes one turn, and reports the time it took.
    #[derive(Debug)]
    struct Reporting {
        turn: &'static str,
        elapsed: Option<Duration>,
    }

    impl Player for Reporting {
        fn new_game(&mut self, _: &dyn Session, _: &TurnRequest<'_>) -> Result<(), PlayerError> {
            Ok(())
        }

        fn choose_turn(
            &mut self,
            _: &dyn Session,
            _: &TurnRequest<'_>,
        ) -> Result<Answer, PlayerError> {
            thread::sleep(Duration::from_millis(20));
            Ok(Answer {
                turn: Some(self.turn.to_owned()),
                info: None,
                elapsed: self.elapsed,
            })
        }
    }

    /// Returns the cause of the end of a game of two turns with 10 ms for each.
    fn cause(elapsed: Option<Duration>) -> EndCause {
        let referee = Referee {
            margin: Duration::ZERO,
            patience: Duration::from_mins(1),
            adjudication: Adjudication {
                longest: Some(2),
                ..Adjudication::default()
            },
        };
        let time_control = TimeControl {
            move_time: Some(Duration::from_millis(10)),
            ..TimeControl::default()
        };
        let [mut white, mut black] = ["e2e4", "e7e5"].map(|turn| Reporting { turn, elapsed });
        let mut players = ByColor([&mut white as &mut dyn Player, &mut black]);
        let played = referee.play(
            open("chess").unwrap().as_mut(),
            &mut players,
            ByColor([time_control; 2]),
            &StopToken::new(),
            &mut |_| (),
        );
        played.unwrap().end.cause
    }

    #[test]
    fn the_player_that_claims_a_draw_in_the_first_turn_is_the_first_to_move() {
        let mut session = open("denial-claim").unwrap();
        let position = "7k/8/8/8/8/8/4R3/4K3 w - - 0 1 w3 -";
        session.set_position(position).unwrap();
        session.play("draw").unwrap();
        let played = forfeit(session.as_ref(), Color::White, EndCause::Hang);
        assert_eq!((played.turns.len(), played.first), (1, Color::White));
    }

    #[test]
    fn the_time_that_a_player_reports_is_the_one_that_counts() {
        let reported = cause(Some(Duration::from_millis(9)));
        assert_eq!(reported, EndCause::Adjudication("length"));
        assert!(matches!(cause(None), EndCause::Time(_)));
    }
}
