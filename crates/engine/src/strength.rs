//! Limited playing strengths: fewer nodes, a random choice among the best turns and, at the lower
//! levels, random turns that are not searched.
//!
//! `tuning/records/levels.md` has the matches from which the levels were chosen.

use std::ops::RangeInclusive;

use jabberwock_variants::Entry;

/// The range of levels.
pub const LEVELS: RangeInclusive<u8> = 1..=10;

/// The range of `UCI_Elo`. The scale is that of the levels' matches in chess, with the player
/// `material-1` at 800.
pub(crate) const ELO: RangeInclusive<usize> = RATINGS[0]..=RATINGS[RATINGS.len() - 1];

/// The value of `Skill Level` that is full strength.
pub(crate) const FULL_SKILL: usize = 20;

/// The unit of levels: hundredths.
const SCALE: u32 = 100;

/// The level from which a forced mate is always played.
const EXACT_LEVEL: u32 = 6 * SCALE;

/// The ratings of the levels in chess.
const RATINGS: [usize; 10] = [595, 830, 1010, 1220, 1440, 1710, 1870, 2110, 2300, 2565];

/// The settings of a game at some strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LevelSettings {
    /// Nodes for a turn in a position with as many turns as chess has; proportionally more with
    /// more turns. The first iteration is always finished.
    pub(crate) nodes: u32,
    /// The number of the best turns that are considered.
    pub(crate) candidates: u32,
    /// The maximum difference to the best turn, in centipawns.
    pub(crate) tolerance: u32,
    /// The probability, in percent, that a first step of a turn is overlooked, with all turns that
    /// begin with it.
    pub(crate) overlooked: u32,
    /// Whether a forced mate is always played.
    pub(crate) is_exact_about_mates: bool,
}

const fn settings(nodes: u32, candidates: u32, tolerance: u32, overlooked: u32) -> LevelSettings {
    LevelSettings {
        nodes,
        candidates,
        tolerance,
        overlooked,
        is_exact_about_mates: false,
    }
}

/// The levels, the weakest first.
type Ladder = [LevelSettings; 10];

/// The levels of chess, and of all games but those below.
const CHESS: Ladder = [
    settings(50, 12, 600, 55),
    settings(62, 12, 488, 43),
    settings(74, 11, 426, 34),
    settings(91, 10, 367, 23),
    settings(115, 9, 315, 10),
    settings(150, 9, 260, 0),
    settings(225, 8, 215, 0),
    settings(330, 7, 180, 0),
    settings(590, 5, 131, 0),
    settings(1_100, 5, 90, 0),
];

/// In Hop Chess an overlooked turn is replaced by many others that are nearly as good.
const HOP: Ladder = [
    settings(50, 12, 880, 82),
    settings(60, 12, 700, 71),
    settings(75, 11, 570, 58),
    settings(95, 10, 430, 37),
    settings(120, 9, 340, 20),
    settings(150, 9, 260, 0),
    settings(270, 7, 200, 0),
    settings(500, 6, 150, 0),
    settings(850, 5, 110, 0),
    settings(1_550, 5, 80, 0),
];

/// In Crazy Chess twice the nodes gain less, and many games of weak players are drawn.
const CRAZY: Ladder = [
    settings(50, 12, 600, 60),
    settings(66, 12, 523, 47),
    settings(97, 11, 445, 34),
    settings(186, 10, 368, 18),
    settings(373, 9, 301, 4),
    settings(860, 8, 220, 0),
    settings(1_600, 7, 180, 0),
    settings(2_300, 6, 150, 0),
    settings(3_200, 5, 127, 0),
    settings(4_900, 5, 100, 0),
];

/// Returns the levels of a game. Games of a family, whose names have a common prefix, share them.
fn ladder(game: &Entry) -> &'static Ladder {
    match game.name.split('-').next() {
        Some("hop") => &HOP,
        Some("crazy") => &CRAZY,
        _ => &CHESS,
    }
}

/// A limited playing strength, from level 1 to level 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The level in hundredths.
    level: u32,
}

impl Strength {
    /// Returns the strength of `level`; `None` if it is not one of [`LEVELS`].
    pub fn of_level(level: u8) -> Option<Strength> {
        let level = LEVELS.contains(&level).then_some(level)?;
        Some(Strength {
            level: u32::from(level) * SCALE,
        })
    }

    /// Returns the strength of a `Skill Level` from 0 (level 1) to 19 (level 10); `None`, full
    /// strength, from `FULL_SKILL` on.
    pub fn of_skill(skill: usize) -> Option<Strength> {
        let highest = FULL_SKILL - 1;
        let steps = (RATINGS.len() - 1) as u32 * SCALE;
        (skill <= highest).then(|| Strength {
            level: SCALE + skill as u32 * steps / highest as u32,
        })
    }

    /// Returns the strength with this rating, clamped to the range of `ELO`.
    pub fn of_elo(elo: usize) -> Strength {
        let elo = elo.clamp(*ELO.start(), *ELO.end());
        let above = RATINGS.iter().position(|&rating| rating > elo);
        let level = match above {
            None => RATINGS.len() as u32 * SCALE,
            // The lowest level's rating is not above `elo`.
            Some(above) => {
                let (low, high) = (RATINGS[above - 1], RATINGS[above]);
                above as u32 * SCALE + ((elo - low) as u32 * SCALE) / (high - low) as u32
            }
        };
        Strength { level }
    }

    /// Returns the settings of `game` at this strength. Between two levels nodes are interpolated
    /// geometrically, and the rest linearly.
    pub(crate) fn settings(self, game: &Entry) -> LevelSettings {
        let ladder = ladder(game);
        let low = (self.level / SCALE) as usize - 1;
        let (low, high) = (ladder[low], ladder[(low + 1).min(ladder.len() - 1)]);
        let part = f64::from(self.level % SCALE) / f64::from(SCALE);
        let between = |value: fn(&LevelSettings) -> u32| {
            let (low, high) = (f64::from(value(&low)), f64::from(value(&high)));
            (low + (high - low) * part).round() as u32
        };
        let ratio = f64::from(high.nodes) / f64::from(low.nodes);
        LevelSettings {
            nodes: (f64::from(low.nodes) * ratio.powf(part)).round() as u32,
            candidates: between(|level| level.candidates),
            tolerance: between(|level| level.tolerance),
            overlooked: between(|level| level.overlooked),
            is_exact_about_mates: self.level >= EXACT_LEVEL,
        }
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_variants::entries;

    use super::{ELO, FULL_SKILL, LEVELS, RATINGS, Strength, ladder};

    #[test]
    fn a_higher_level_has_more_nodes_and_less_choice() {
        for game in entries() {
            let levels = ladder(game);
            for level in LEVELS {
                let settings = Strength::of_level(level).unwrap().settings(game);
                let mut written = levels[usize::from(level) - 1];
                written.is_exact_about_mates = settings.is_exact_about_mates;
                assert_eq!(settings, written, "{} {level}", game.name);
                assert!(!settings.is_exact_about_mates || settings.overlooked == 0);
            }
            for pair in levels.windows(2) {
                assert!(pair[0].nodes < pair[1].nodes);
                assert!(pair[0].tolerance > pair[1].tolerance);
                assert!(pair[0].overlooked >= pair[1].overlooked);
            }
            let ratings = ELO.map(|elo| Strength::of_elo(elo).settings(game).nodes);
            assert!(ratings.is_sorted());
        }
        for outside in [0, 11, 255] {
            assert_eq!(Strength::of_level(outside), None);
        }
    }

    #[test]
    fn skills_and_ratings_are_points_between_the_levels() {
        assert_eq!(Strength::of_skill(0), Strength::of_level(1));
        assert_eq!(Strength::of_skill(19), Strength::of_level(10));
        assert_eq!(Strength::of_skill(FULL_SKILL), None);
        for level in LEVELS {
            let elo = RATINGS[usize::from(level) - 1];
            assert_eq!(Some(Strength::of_elo(elo)), Strength::of_level(level));
        }
        assert_eq!(Some(Strength::of_elo(0)), Strength::of_level(1));
        assert_eq!(Some(Strength::of_elo(9999)), Strength::of_level(10));
    }
}
