//! The pairings of a tournament: players, colors and openings of every game.

use serde::Serialize;

/// How a tournament pairs its players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Format {
    /// The first player against each of the others. With two players it is a match.
    #[default]
    Gauntlet,
    /// Every player against every other player.
    RoundRobin,
}

/// The games of a tournament. Two in a row are a pair: the same players and opening, colors
/// exchanged.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// How the players are paired.
    pub format: Format,
    /// The number of players, at least 2.
    pub players: usize,
    /// Games between two players; an odd number is rounded up.
    pub games: usize,
    /// The number of openings. Each round has one opening, the first one again after the last.
    pub openings: usize,
}

/// The players, colors and opening of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    /// The number of the game in the tournament, from 0. Games 2n and 2n+1 are a pair.
    pub number: usize,
    /// The index of the opening.
    pub opening: usize,
    /// The index of the player of White.
    pub white: usize,
    /// The index of the player of Black.
    pub black: usize,
}

impl Schedule {
    /// The number of games.
    pub fn len(&self) -> usize {
        self.rounds() * self.matchups() * 2
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn rounds(&self) -> usize {
        self.games.div_ceil(2)
    }

    fn matchups(&self) -> usize {
        match self.format {
            Format::Gauntlet => self.players - 1,
            Format::RoundRobin => self.players * (self.players - 1) / 2,
        }
    }

    /// The pairing of game `number`, which is less than [`Schedule::len`].
    pub fn pairing(&self, number: usize) -> Pairing {
        let pair = number / 2;
        let (round, matchup) = (pair / self.matchups(), pair % self.matchups());
        let (first, second) = self.matchup(matchup);
        let (white, black) = if number.is_multiple_of(2) {
            (first, second)
        } else {
            (second, first)
        };
        Pairing {
            number,
            opening: round % self.openings.max(1),
            white,
            black,
        }
    }

    /// The players of matchup `index`, the lower number first.
    fn matchup(&self, index: usize) -> (usize, usize) {
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

    use super::{Format, Pairing, Schedule};

    fn pairings(schedule: Schedule) -> Vec<Pairing> {
        let numbers = 0..schedule.len();
        numbers.map(|number| schedule.pairing(number)).collect()
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
            for pair in pairings(schedule).chunks(2) {
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
    fn all_players_of_a_round_robin_meet_equally_often() {
        let schedule = Schedule {
            format: Format::RoundRobin,
            players: 5,
            games: 3,
            openings: 7,
        };
        let mut met = BTreeMap::new();
        for pairing in pairings(schedule) {
            *met.entry((pairing.white, pairing.black)).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 20);
        assert!(met.values().all(|&games| games == 2));
    }

    #[test]
    fn a_gauntlet_pairs_the_first_player_with_each_of_the_others() {
        let schedule = Schedule {
            format: Format::Gauntlet,
            players: 3,
            games: 2,
            openings: 1,
        };
        let opponents: Vec<_> = pairings(schedule)
            .iter()
            .map(|pairing| (pairing.white, pairing.black))
            .collect();
        assert_eq!(opponents, [(0, 1), (1, 0), (0, 2), (2, 0)]);
    }
}
