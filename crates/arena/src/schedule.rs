//! The pairings of a tournament: players, colors and openings of every game.

use serde::Serialize;

use crate::shard::Shard;

/// The maximum number of games of a pairing, and of a tournament whose records are joined.
pub const MAX_GAMES: usize = 10_000_000;

/// The pairing system of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Format {
    /// The first player against each of the others. With two players it is a match.
    #[default]
    Gauntlet,
    /// Every player against every other player.
    RoundRobin,
}

impl Format {
    /// Returns the name of the format in a record.
    pub fn text(self) -> &'static str {
        match self {
            Format::Gauntlet => "gauntlet",
            Format::RoundRobin => "round robin",
        }
    }

    /// Returns the format with this name.
    pub fn from_text(text: &str) -> Option<Format> {
        [Format::Gauntlet, Format::RoundRobin]
            .into_iter()
            .find(|format| format.text() == text)
    }
}

/// The games of a tournament. Two consecutive games are a pair: the same players and opening,
/// colors exchanged.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// The pairing system.
    pub format: Format,
    /// The number of players, at least 2.
    pub players: usize,
    /// Games between two players; an odd number is rounded up.
    pub games: usize,
    /// The number of openings. Each round has one opening, the first one again after the last.
    pub openings: usize,
    /// The part of the pairs that is played; `None` is the whole.
    pub shard: Option<Shard>,
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
    /// Returns the number of games of the whole tournament.
    pub fn len(&self) -> usize {
        self.pairs() * 2
    }

    /// Returns the number of games of the whole tournament; `None` if it is too large for its type.
    pub fn checked_len(&self) -> Option<usize> {
        let players = self.players.checked_mul(self.players)?;
        players.checked_mul(self.games.checked_add(1)?)?;
        Some(self.len())
    }

    /// Returns the number of pairs of the whole tournament.
    pub fn pairs(&self) -> usize {
        self.rounds() * self.matchups()
    }

    /// Whether game `number` is to be played: whether it belongs to the shard.
    pub fn has(&self, number: usize) -> bool {
        number < self.len() && self.shard.is_none_or(|shard| shard.has(number / 2))
    }

    /// Returns the number of games to be played: those of the shard.
    pub fn planned(&self) -> usize {
        let pairs = self.pairs();
        2 * self.shard.map_or(pairs, |shard| shard.size(pairs))
    }

    /// Whether no game is to be played.
    pub fn is_empty(&self) -> bool {
        self.planned() == 0
    }

    /// Whether there are fewer openings than rounds, so that several games begin with the same one.
    pub fn repeats_openings(&self) -> bool {
        self.rounds() > self.openings
    }

    fn rounds(&self) -> usize {
        self.games.div_ceil(2)
    }

    /// Returns the round of game `number`, from 0. Its pairs have the same opening.
    pub fn round(&self, number: usize) -> usize {
        number / 2 / self.matchups()
    }

    fn matchups(&self) -> usize {
        match self.format {
            Format::Gauntlet => self.players - 1,
            Format::RoundRobin => self.players * (self.players - 1) / 2,
        }
    }

    /// Returns the pairing of game `number`, which is less than [`Schedule::len`].
    pub fn pairing(&self, number: usize) -> Pairing {
        let (first, second) = self.matchup(number / 2 % self.matchups());
        let (white, black) = if number.is_multiple_of(2) {
            (first, second)
        } else {
            (second, first)
        };
        Pairing {
            number,
            opening: self.round(number) % self.openings.max(1),
            white,
            black,
        }
    }

    /// Returns the players of matchup `index`, the lower number first.
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
                shard: None,
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
            shard: None,
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
            shard: None,
        };
        let opponents: Vec<_> = pairings(schedule)
            .iter()
            .map(|pairing| (pairing.white, pairing.black))
            .collect();
        assert_eq!(opponents, [(0, 1), (1, 0), (0, 2), (2, 0)]);
    }

    #[test]
    fn a_shard_has_whole_pairs() {
        let schedule = Schedule {
            format: Format::Gauntlet,
            players: 2,
            games: 10,
            openings: 1,
            shard: "2/4".parse().ok(),
        };
        let numbers: Vec<usize> = (0..20).filter(|&number| schedule.has(number)).collect();
        assert_eq!(numbers, [2, 3]);
        assert_eq!((schedule.planned(), schedule.len()), (2, 10));
    }
}
