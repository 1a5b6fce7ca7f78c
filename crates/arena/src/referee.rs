//! One game between two players, and how it ends.

use std::{
    fmt,
    time::{Duration, Instant},
};

use jabberwock_engine::Session;
use jabberwock_game::{ByColor, Color, Reason, Score};
use jabberwock_search::StopToken;
use serde::Serialize;

use crate::{
    openings::{Opening, OpeningError},
    pace::{Pace, Watch},
    player::{Answer, Ask, Fault, Player, Thoughts},
};

/// How long a player without a clock may think about one turn before he counts as hung.
const ENDLESS: Duration = Duration::from_mins(10);

/// The rules of a match besides those of the game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Referee {
    /// How far a clock may be overstepped.
    pub margin: Duration,
    /// How long beyond his time a player may be silent before he counts as hung.
    pub patience: Duration,
    /// When games are cut short.
    pub adjudication: Adjudication,
}

/// When a game is cut short. Nothing is, by default.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Adjudication {
    /// A game of so many turns is drawn.
    pub longest: Option<usize>,
    /// A game is drawn when both players have called it even for some time.
    pub draw: Option<Consensus>,
    /// A game is lost by who has called it lost for some time.
    pub resign: Option<Consensus>,
}

/// A view held turn after turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Consensus {
    /// For so many turns of each player concerned.
    pub turns: usize,
    /// In centipawns: scores not farther from 0 make a draw; this far below 0 is lost.
    pub score: i32,
    /// Not before so many turns were made.
    pub after: usize,
}

/// A turn that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// Its canonical text.
    pub turn: String,
    /// What its player thought; nothing in an opening.
    pub thoughts: Thoughts,
    /// How long he took; `None` in an opening.
    pub time: Option<Duration>,
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The rules say so.
    Rules(Reason),
    /// The loser said so.
    Resignation,
    /// The loser took so much longer than he had.
    Time(Duration),
    /// The loser made an illegal turn, or would not accept a legal one.
    Illegal(String),
    /// The loser's program ended.
    Crash(String),
    /// The loser did not answer.
    Hang,
    /// The game was cut short.
    Adjudication(&'static str),
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub cause: Cause,
}

impl Verdict {
    fn lost_by(loser: Color, cause: Cause) -> Verdict {
        Verdict {
            winner: Some(loser.other()),
            cause,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// `checkmate`, `Black oversteps the time by 3 ms`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loser = self
            .winner
            .map_or("nobody".to_owned(), |winner| winner.other().to_string());
        match &self.cause {
            Cause::Rules(reason) => f.write_str(reason.text()),
            Cause::Resignation => write!(f, "{loser} resigns"),
            Cause::Time(by) => {
                write!(f, "{loser} oversteps the time by {} ms", by.as_millis())
            }
            Cause::Illegal(text) => write!(f, "{loser}: {text}"),
            Cause::Crash(text) => write!(f, "{loser} crashes: {text}"),
            Cause::Hang => write!(f, "{loser} does not answer"),
            Cause::Adjudication(why) => write!(f, "adjudication: {why}"),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The position it began from.
    pub origin: String,
    /// Whose turn it was there.
    pub first: Color,
    /// Its turns, those of the opening included.
    pub turns: Vec<Made>,
    /// Its end.
    pub verdict: Verdict,
}

/// Why there is no game to show.
#[derive(Debug, thiserror::Error)]
pub enum NoGame {
    /// The match was stopped.
    #[error("interrupted")]
    Interrupted,
    /// The opening cannot be played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

impl Referee {
    /// Lets `players` play a game from `opening` on the board of `session`.
    ///
    /// # Errors
    /// If the opening is none of this game, or `stop` was called before the game was over.
    pub fn play(
        &self,
        session: &mut dyn Session,
        players: &mut ByColor<&mut dyn Player>,
        paces: ByColor<Pace>,
        opening: &Opening,
        stop: &StopToken,
    ) -> Result<Played, NoGame> {
        opening.set_up(session)?;
        let mut game = Game {
            referee: self,
            turns: of_opening(session),
            session,
            watches: ByColor(paces.0.map(Watch::new)),
            stop,
        };
        let verdict = game.run(players)?;
        let turns = game.turns;
        let result = format!("{} {{{verdict}}}", verdict.result());
        for player in &mut players.0 {
            player.end(&result);
        }
        Ok(played(session, turns, verdict))
    }

    /// The game that `loser` loses because he is not there.
    ///
    /// # Errors
    /// If the opening is none of this game.
    pub fn forfeit(
        &self,
        session: &mut dyn Session,
        opening: &Opening,
        loser: Color,
        cause: Cause,
    ) -> Result<Played, NoGame> {
        opening.set_up(session)?;
        let turns = of_opening(session);
        Ok(played(session, turns, Verdict::lost_by(loser, cause)))
    }
}

/// The turns made before the players take over.
fn of_opening(session: &dyn Session) -> Vec<Made> {
    let turns = session.turns().into_iter().map(|turn| Made {
        turn: turn.to_owned(),
        thoughts: Thoughts::default(),
        time: None,
    });
    turns.collect()
}

fn played(session: &dyn Session, turns: Vec<Made>, verdict: Verdict) -> Played {
    let first = if turns.len().is_multiple_of(2) {
        session.turn()
    } else {
        session.turn().other()
    };
    Played {
        origin: session.origin(),
        first,
        turns,
        verdict,
    }
}

struct Game<'a> {
    referee: &'a Referee,
    session: &'a mut dyn Session,
    turns: Vec<Made>,
    watches: ByColor<Watch>,
    stop: &'a StopToken,
}

impl<'a> Game<'a> {
    fn run(&mut self, players: &mut ByColor<&mut dyn Player>) -> Result<Verdict, NoGame> {
        for color in Color::ALL {
            let ask = self.ask(color);
            if let Err(fault) = players[color].begin(self.session, &ask) {
                return blame(color, fault);
            }
        }
        loop {
            if let Some(outcome) = self.session.outcome() {
                return Ok(Verdict {
                    winner: outcome.winner,
                    cause: Cause::Rules(outcome.reason),
                });
            }
            if let Some(verdict) = self
                .referee
                .adjudication
                .verdict(&self.turns, self.session.turn())
            {
                return Ok(verdict);
            }
            if self.stop.is_stopped() {
                return Err(NoGame::Interrupted);
            }
            let mover = self.session.turn();
            let ask = self.ask(mover);
            let begun = Instant::now();
            let answer = players[mover].choose(self.session, &ask);
            let time = begun.elapsed();
            let Answer { turn, thoughts } = match answer {
                Ok(answer) => answer,
                Err(fault) => return blame(mover, fault),
            };
            let Some(turn) = turn else {
                return Ok(Verdict::lost_by(mover, Cause::Resignation));
            };
            if let Err(by) = self.watches[mover].spend(time, self.referee.margin) {
                return Ok(Verdict::lost_by(mover, Cause::Time(by)));
            }
            match self.session.play(&turn) {
                Ok(turn) => self.turns.push(Made {
                    turn,
                    thoughts,
                    time: Some(time),
                }),
                Err(error) => {
                    return Ok(Verdict::lost_by(mover, Cause::Illegal(error.to_string())));
                }
            }
        }
    }

    fn ask(&self, color: Color) -> Ask<'a> {
        let watch = &self.watches[color];
        let silence = watch
            .allowed()
            .map_or(ENDLESS, |allowed| allowed + self.referee.margin);
        Ask {
            limits: watch.limits(),
            clocks: ByColor(Color::ALL.map(|color| self.watches[color].clock())),
            deadline: Instant::now() + silence + self.referee.patience,
            stop: self.stop,
        }
    }
}

/// What becomes of a game in which `player` is at fault.
fn blame(player: Color, fault: Fault) -> Result<Verdict, NoGame> {
    let cause = match fault {
        Fault::Interrupted => return Err(NoGame::Interrupted),
        Fault::Hang => Cause::Hang,
        Fault::Setup(text) | Fault::Crash(text) => Cause::Crash(text),
        Fault::Refusal(text) => Cause::Illegal(text),
    };
    Ok(Verdict::lost_by(player, cause))
}

impl Adjudication {
    /// The verdict on a game whose next turn is `mover`'s, if it is to be cut short.
    fn verdict(&self, turns: &[Made], mover: Color) -> Option<Verdict> {
        let scores = |concerned: usize| {
            let thoughts = turns.iter().rev().skip(concerned).step_by(2);
            thoughts.map(|made| made.thoughts.score)
        };
        let agrees = |rule: &Consensus, concerned: usize, view: &dyn Fn(Score) -> bool| {
            let mut scores = scores(concerned);
            turns.len() >= rule.after
                && (0..rule.turns).all(|_| scores.next().flatten().is_some_and(view))
        };
        if self.longest.is_some_and(|longest| turns.len() >= longest) {
            return Some(Verdict {
                winner: None,
                cause: Cause::Adjudication("length"),
            });
        }
        if let Some(rule) = &self.draw {
            let even = |Score(score): Score| score.abs() <= rule.score;
            if agrees(rule, 0, &even) && agrees(rule, 1, &even) {
                return Some(Verdict {
                    winner: None,
                    cause: Cause::Adjudication("even scores"),
                });
            }
        }
        if let Some(rule) = &self.resign {
            let lost = |Score(score): Score| score <= -rule.score;
            for (concerned, loser) in [(0, mover.other()), (1, mover)] {
                if agrees(rule, concerned, &lost) {
                    return Some(Verdict::lost_by(loser, Cause::Adjudication("lost score")));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::{Color, Score};

    use super::{Adjudication, Consensus, Made, Thoughts, Verdict};

    /// Turns with these scores, each for its own player.
    fn turns(scores: &[i32]) -> Vec<Made> {
        let made = scores.iter().map(|&score| Made {
            turn: String::new(),
            thoughts: Thoughts {
                score: Some(Score(score)),
                ..Thoughts::default()
            },
            time: None,
        });
        made.collect()
    }

    fn result(verdict: Option<Verdict>) -> Option<&'static str> {
        verdict.map(|verdict| verdict.result())
    }

    #[test]
    fn nothing_is_cut_short_unless_asked() {
        let verdict = Adjudication::default().verdict(&turns(&[0; 1000]), Color::White);
        assert_eq!(verdict, None);
    }

    #[test]
    fn a_lost_score_loses_only_when_held_long_enough() {
        let rule = Adjudication {
            resign: Some(Consensus {
                turns: 2,
                score: 500,
                after: 0,
            }),
            ..Adjudication::default()
        };
        let verdict = |scores: &[i32]| result(rule.verdict(&turns(scores), Color::White));
        assert_eq!(verdict(&[600, -600]), None);
        assert_eq!(verdict(&[-600, -600, 600, -400]), None);
        assert_eq!(verdict(&[0, -600, 600, -600]), Some("1-0"));
        assert_eq!(verdict(&[-600, 0, -600, 0]), Some("0-1"));
    }

    #[test]
    fn a_draw_needs_both_players() {
        let rule = Adjudication {
            draw: Some(Consensus {
                turns: 2,
                score: 10,
                after: 5,
            }),
            ..Adjudication::default()
        };
        let verdict = |scores: &[i32]| result(rule.verdict(&turns(scores), Color::White));
        assert_eq!(verdict(&[0, 0, 0, 0]), None);
        assert_eq!(verdict(&[0, 0, 20, 0, 0]), None);
        assert_eq!(verdict(&[50, 0, -10, 0, 10]), Some("1/2-1/2"));
    }

    #[test]
    fn a_long_game_is_drawn() {
        let rule = Adjudication {
            longest: Some(3),
            ..Adjudication::default()
        };
        assert_eq!(rule.verdict(&turns(&[0; 2]), Color::White), None);
        let verdict = rule.verdict(&turns(&[0; 3]), Color::Black);
        assert_eq!(result(verdict), Some("1/2-1/2"));
    }
}
