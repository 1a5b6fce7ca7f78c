//! What has been played of a tournament, and what it says so far.

use jabberwock_game::{ByColor, Color};
use serde::Serialize;

use crate::{
    elo::Tally,
    referee::{Cause, Verdict},
    schedule::Fixture,
};

/// How a game ended, as the tag `Termination` of a record says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Termination {
    /// By the rules, or by resignation.
    Normal,
    /// It was cut short.
    Adjudication,
    /// The loser's clock ran out.
    Time,
    /// The loser made an illegal turn.
    Illegal,
    /// The loser's program ended.
    Crash,
    /// The loser did not answer.
    Hang,
}

impl Termination {
    const ALL: [Termination; 6] = [
        Termination::Normal,
        Termination::Adjudication,
        Termination::Time,
        Termination::Illegal,
        Termination::Crash,
        Termination::Hang,
    ];

    /// The words of the tag, those other match runners use.
    pub fn text(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::Time => "time forfeit",
            Termination::Illegal => "illegal move",
            Termination::Crash => "abandoned",
            Termination::Hang => "stalled connection",
        }
    }

    /// The end that has these words.
    pub fn from_text(text: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|end| end.text() == text)
    }
}

impl From<&Cause> for Termination {
    fn from(cause: &Cause) -> Termination {
        match cause {
            Cause::Rules(_) | Cause::Resignation => Termination::Normal,
            Cause::Adjudication(_) => Termination::Adjudication,
            Cause::Time(_) => Termination::Time,
            Cause::Illegal(_) => Termination::Illegal,
            Cause::Crash(_) => Termination::Crash,
            Cause::Hang => Termination::Hang,
        }
    }
}

/// A game that is over, as far as the standing is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bout {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub termination: Termination,
}

impl From<&Verdict> for Bout {
    fn from(verdict: &Verdict) -> Bout {
        Bout {
            winner: verdict.winner,
            termination: (&verdict.cause).into(),
        }
    }
}

impl Bout {
    /// Points of `color`, doubled.
    fn halves(self, color: Color) -> u8 {
        match self.winner {
            None => 1,
            Some(winner) => 2 * u8::from(winner == color),
        }
    }
}

/// Games that a player lost other than on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// By overstepping the time.
    pub time: u64,
    /// By an illegal turn.
    pub illegal: u64,
    /// By a crash.
    pub crashes: u64,
    /// By not answering.
    pub hangs: u64,
}

/// The games that are over.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    players: usize,
    /// By number.
    bouts: Vec<Option<(Fixture, Bout)>>,
    finished: usize,
}

impl Standing {
    /// Nothing played yet among so many players, of so many games.
    pub fn new(players: usize, games: usize) -> Standing {
        Standing {
            players,
            bouts: vec![None; games],
            finished: 0,
        }
    }

    /// A game is over.
    pub fn add(&mut self, fixture: Fixture, bout: Bout) {
        if let Some(place) = self.bouts.get_mut(fixture.number)
            && place.replace((fixture, bout)).is_none()
        {
            self.finished += 1;
        }
    }

    /// Whether the game of this number is over.
    pub fn has(&self, number: usize) -> bool {
        self.bouts.get(number).is_some_and(Option::is_some)
    }

    /// Games that are over.
    pub fn finished(&self) -> usize {
        self.finished
    }

    /// Players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The results of `player`, against `opponent` or against all.
    pub fn tally(&self, player: usize, opponent: Option<usize>) -> Tally {
        let mut tally = Tally::default();
        let halves = |bout: &Option<(Fixture, Bout)>| {
            let (fixture, bout) = bout.as_ref()?;
            let sides = ByColor([fixture.white, fixture.black]);
            let color = Color::ALL
                .into_iter()
                .find(|&color| sides[color] == player)?;
            let met = opponent.is_none_or(|opponent| sides[color.other()] == opponent);
            met.then(|| bout.halves(color))
        };
        for pair in self.bouts.chunks(2) {
            let points: Vec<u8> = pair.iter().filter_map(halves).collect();
            for &halves in &points {
                tally.add_game(halves);
            }
            if let [first, second] = points[..] {
                tally.add_pair(first + second);
            }
        }
        tally
    }

    /// The games that `player` lost other than on the board.
    pub fn faults(&self, player: usize) -> Faults {
        let mut faults = Faults::default();
        for (fixture, bout) in self.bouts.iter().flatten() {
            let loser = match bout.winner {
                Some(Color::White) => fixture.black,
                Some(Color::Black) => fixture.white,
                None => continue,
            };
            if loser == player {
                match bout.termination {
                    Termination::Time => faults.time += 1,
                    Termination::Illegal => faults.illegal += 1,
                    Termination::Crash => faults.crashes += 1,
                    Termination::Hang => faults.hangs += 1,
                    Termination::Normal | Termination::Adjudication => {}
                }
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Color;

    use super::{Bout, Faults, Standing, Termination};
    use crate::schedule::Fixture;

    fn fixture(number: usize) -> Fixture {
        Fixture {
            number,
            opening: 0,
            white: number % 2,
            black: 1 - number % 2,
        }
    }

    fn bout(winner: Option<Color>) -> Bout {
        Bout {
            winner,
            termination: Termination::Normal,
        }
    }

    #[test]
    fn only_complete_pairs_count_as_pairs() {
        let mut standing = Standing::new(2, 6);
        standing.add(fixture(0), bout(Some(Color::White)));
        standing.add(fixture(1), bout(None));
        standing.add(fixture(4), bout(Some(Color::Black)));
        let tally = standing.tally(0, Some(1));
        assert_eq!((tally.won, tally.drawn, tally.lost), (1, 1, 1));
        assert_eq!(tally.pairs, [0, 0, 0, 1, 0]);
        assert_eq!(standing.tally(1, None), tally.reversed());
        assert_eq!(standing.finished(), 3);
    }

    #[test]
    fn faults_are_the_losers() {
        let mut standing = Standing::new(2, 2);
        let late = Bout {
            winner: Some(Color::White),
            termination: Termination::Time,
        };
        standing.add(fixture(0), late);
        assert_eq!(standing.faults(1).time, 1);
        assert_eq!(standing.faults(0), Faults::default());
    }

    #[test]
    fn terminations_are_read_as_written() {
        for end in Termination::ALL {
            assert_eq!(Termination::from_text(end.text()), Some(end));
        }
        assert_eq!(Termination::from_text("unterminated"), None);
    }
}
