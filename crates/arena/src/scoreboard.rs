//! The results of the finished games of a tournament.

use jabberwock_game::{ByColor, Color};
use serde::Serialize;

use crate::{
    elo::Tally,
    played_game::{EndCause, GameEnd},
    schedule::Pairing,
};

/// The termination of a game, as in the tag `Termination` of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Termination {
    /// Ended by the rules, or by resignation.
    Normal,
    /// Ended by adjudication.
    Adjudication,
    /// The loser exceeded its time.
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

    /// Returns the value of the tag, as in other match runners.
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

    /// Returns the termination with this value of the tag.
    pub fn from_text(text: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|end| end.text() == text)
    }
}

impl From<&EndCause> for Termination {
    fn from(cause: &EndCause) -> Termination {
        match cause {
            EndCause::Rules(_) | EndCause::Resignation => Termination::Normal,
            EndCause::Adjudication(_) => Termination::Adjudication,
            EndCause::Time(_) => Termination::Time,
            EndCause::Illegal(_) => Termination::Illegal,
            EndCause::Crash(_) => Termination::Crash,
            EndCause::Hang => Termination::Hang,
        }
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The outcome of the game.
    pub termination: Termination,
}

impl From<&GameEnd> for GameResult {
    fn from(end: &GameEnd) -> GameResult {
        GameResult {
            winner: end.winner,
            termination: (&end.cause).into(),
        }
    }
}

impl GameResult {
    /// Returns the points of `color` in half points: 0, 1 or 2.
    fn half_points(self, color: Color) -> u8 {
        match self.winner {
            None => 1,
            Some(winner) => 2 * u8::from(winner == color),
        }
    }
}

/// Games that a player lost other than by play, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Forfeits {
    /// Games lost on time.
    pub time: u64,
    /// Games lost by an illegal turn.
    pub illegal: u64,
    /// Games lost by the end of its program.
    pub crashes: u64,
    /// Games lost by giving no answer.
    pub hangs: u64,
}

/// The results of the finished games.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    players: usize,
    /// The results by the number of the game.
    results: Vec<Option<(Pairing, GameResult)>>,
    finished: usize,
}

impl Scoreboard {
    /// Creates the empty scoreboard of a tournament of `players` players and `games` games.
    pub fn new(players: usize, games: usize) -> Scoreboard {
        Scoreboard {
            players,
            results: vec![None; games],
            finished: 0,
        }
    }

    /// Adds the result of a game.
    pub fn add(&mut self, pairing: Pairing, result: GameResult) {
        if let Some(place) = self.results.get_mut(pairing.number)
            && place.replace((pairing, result)).is_none()
        {
            self.finished += 1;
        }
    }

    /// Whether game `number` is finished.
    pub fn has(&self, number: usize) -> bool {
        self.results.get(number).is_some_and(Option::is_some)
    }

    /// Returns the number of finished games.
    pub fn finished(&self) -> usize {
        self.finished
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Returns the results of `player`, against `opponent` or against all players.
    pub fn tally(&self, player: usize, opponent: Option<usize>) -> Tally {
        let mut tally = Tally::default();
        let half_points = |result: &Option<(Pairing, GameResult)>| {
            let (pairing, result) = result.as_ref()?;
            let sides = ByColor([pairing.white, pairing.black]);
            let color = Color::ALL
                .into_iter()
                .find(|&color| sides[color] == player)?;
            let met = opponent.is_none_or(|opponent| sides[color.other()] == opponent);
            met.then(|| result.half_points(color))
        };
        for pair in self.results.chunks(2) {
            let points: Vec<u8> = pair.iter().filter_map(half_points).collect();
            for &half_points in &points {
                tally.add_game(half_points);
            }
            if let [first, second] = points[..] {
                tally.add_pair(first + second);
            }
        }
        tally
    }

    /// Returns the games that `player` lost other than by play.
    pub fn forfeits(&self, player: usize) -> Forfeits {
        let mut forfeits = Forfeits::default();
        for (pairing, result) in self.results.iter().flatten() {
            let loser = match result.winner {
                Some(Color::White) => pairing.black,
                Some(Color::Black) => pairing.white,
                None => continue,
            };
            if loser == player {
                match result.termination {
                    Termination::Time => forfeits.time += 1,
                    Termination::Illegal => forfeits.illegal += 1,
                    Termination::Crash => forfeits.crashes += 1,
                    Termination::Hang => forfeits.hangs += 1,
                    Termination::Normal | Termination::Adjudication => {}
                }
            }
        }
        forfeits
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Color;

    use super::{Forfeits, GameResult, Scoreboard, Termination};
    use crate::schedule::Pairing;

    fn pairing(number: usize) -> Pairing {
        Pairing {
            number,
            opening: 0,
            white: number % 2,
            black: 1 - number % 2,
        }
    }

    fn result(winner: Option<Color>) -> GameResult {
        GameResult {
            winner,
            termination: Termination::Normal,
        }
    }

    #[test]
    fn only_complete_pairs_count_as_pairs() {
        let mut scoreboard = Scoreboard::new(2, 6);
        scoreboard.add(pairing(0), result(Some(Color::White)));
        scoreboard.add(pairing(1), result(None));
        scoreboard.add(pairing(4), result(Some(Color::Black)));
        let tally = scoreboard.tally(0, Some(1));
        assert_eq!((tally.won, tally.drawn, tally.lost), (1, 1, 1));
        assert_eq!(tally.pairs, [0, 0, 0, 1, 0]);
        assert_eq!(scoreboard.tally(1, None), tally.reversed());
        assert_eq!(scoreboard.finished(), 3);
    }

    #[test]
    fn forfeits_are_counted_for_the_loser() {
        let mut scoreboard = Scoreboard::new(2, 2);
        let late = GameResult {
            winner: Some(Color::White),
            termination: Termination::Time,
        };
        scoreboard.add(pairing(0), late);
        assert_eq!(scoreboard.forfeits(1).time, 1);
        assert_eq!(scoreboard.forfeits(0), Forfeits::default());
    }

    #[test]
    fn terminations_are_read_as_written() {
        for end in Termination::ALL {
            assert_eq!(Termination::from_text(end.text()), Some(end));
        }
        assert_eq!(Termination::from_text("unterminated"), None);
    }
}
