//! Who plays whom, from which opening, with which color.

use serde::Serialize;

/// How a tournament pairs its players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Format {
    /// The first player against each of the others. With two players it is a match.
    #[default]
    Gauntlet,
    /// Everybody against everybody.
    RoundRobin,
}

/// A tournament's games. Two in a row are a pair: the same players and opening, colors exchanged.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// How players are paired.
    pub format: Format,
    /// How many players there are, at least 2.
    pub players: usize,
    /// Games of each pairing; an odd number is taken for the next even one.
    pub games: usize,
    /// How many openings there are; each round has one, the first again after the last.
    pub openings: usize,
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixture {
    /// Its number in the tournament, from 0. Games 2n and 2n+1 are a pair.
    pub number: usize,
    /// The index of its opening.
    pub opening: usize,
    /// White's index.
    pub white: usize,
    /// Black's index.
    pub black: usize,
}

impl Schedule {
    /// Games in all.
    pub fn len(&self) -> usize {
        self.rounds() * self.pairings() * 2
    }

    /// Whether nothing is to be played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn rounds(&self) -> usize {
        self.games.div_ceil(2)
    }

    fn pairings(&self) -> usize {
        match self.format {
            Format::Gauntlet => self.players - 1,
            Format::RoundRobin => self.players * (self.players - 1) / 2,
        }
    }

    /// The game of this number, which is less than [`Schedule::len`].
    pub fn fixture(&self, number: usize) -> Fixture {
        let pair = number / 2;
        let (round, pairing) = (pair / self.pairings(), pair % self.pairings());
        let (first, second) = self.pairing(pairing);
        let (white, black) = if number.is_multiple_of(2) {
            (first, second)
        } else {
            (second, first)
        };
        Fixture {
            number,
            opening: round % self.openings.max(1),
            white,
            black,
        }
    }

    /// The players of the `index`-th pairing, the lower number first.
    fn pairing(&self, index: usize) -> (usize, usize) {
        match self.format {
            Format::Gauntlet => (0, index + 1),
            Format::RoundRobin => {
                let (mut first, mut left) = (0, index);
                while left >= self.players - 1 - first {
                    left -= self.players - 1 - first;
                    first += 1;
                }
                (first, first + 1 + left)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Fixture, Format, Schedule};

    fn fixtures(schedule: Schedule) -> Vec<Fixture> {
        let numbers = 0..schedule.len();
        numbers.map(|number| schedule.fixture(number)).collect()
    }

    #[test]
    fn every_pair_has_one_opening_and_both_colors() {
        for format in [Format::Gauntlet, Format::RoundRobin] {
            let schedule = Schedule {
                format,
                players: 4,
                games: 6,
                openings: 2,
            };
            for pair in fixtures(schedule).chunks(2) {
                assert_eq!(pair[0].opening, pair[1].opening);
                assert_eq!(
                    (pair[0].white, pair[0].black),
                    (pair[1].black, pair[1].white)
                );
                assert_ne!(pair[0].white, pair[0].black);
            }
        }
    }

    #[test]
    fn every_pairing_of_a_round_robin_meets_equally_often() {
        let schedule = Schedule {
            format: Format::RoundRobin,
            players: 5,
            games: 3,
            openings: 7,
        };
        let mut met = BTreeMap::new();
        for fixture in fixtures(schedule) {
            *met.entry((fixture.white, fixture.black)).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 20);
        assert!(met.values().all(|&games| games == 2));
    }

    #[test]
    fn a_gauntlet_is_the_first_against_the_others() {
        let schedule = Schedule {
            format: Format::Gauntlet,
            players: 3,
            games: 2,
            openings: 1,
        };
        let opponents: Vec<_> = fixtures(schedule)
            .iter()
            .map(|fixture| (fixture.white, fixture.black))
            .collect();
        assert_eq!(opponents, [(0, 1), (1, 0), (0, 2), (2, 0)]);
    }
}
