//! Playing strengths below the full one: fewer nodes, a choice among the best turns and, at the lower
//! levels, turns that are overlooked.
//!
//! `tuning/records/levels.md` has the matches by which the levels were chosen.

use std::ops::RangeInclusive;

/// The lowest and the highest level.
pub const LEVELS: RangeInclusive<u8> = 1..=10;

/// The lowest and the highest value of `UCI_Elo`. The scale is that of the levels' matches in chess,
/// with the player `material-1` at 800.
pub(crate) const ELO: RangeInclusive<usize> = SETTINGS[0].elo..=SETTINGS[SETTINGS.len() - 1].elo;

/// The value of `Skill Level` that is the full strength.
pub(crate) const FULL_SKILL: usize = 20;

/// Hundredths of a level.
const SCALE: u32 = 100;

/// From this level on a forced mate is never passed over.
const EXACT_LEVEL: u32 = 6 * SCALE;

/// What a level consists of.
#[derive(Clone, Copy, Debug)]
struct LevelSettings {
    elo: usize,
    /// Nodes of a turn in chess; in games with more turns as many for each. The first iteration is
    /// always finished.
    nodes: u32,
    /// How many of the best turns are considered.
    candidates: u32,
    /// By how many centipawns a turn may be worse than the best.
    tolerance: u32,
    /// The percentage of first steps that are overlooked.
    overlooked: u32,
}

const fn settings(
    elo: usize,
    nodes: u32,
    candidates: u32,
    tolerance: u32,
    overlooked: u32,
) -> LevelSettings {
    LevelSettings {
        elo,
        nodes,
        candidates,
        tolerance,
        overlooked,
    }
}

/// The levels, the weakest first.
const SETTINGS: [LevelSettings; 10] = [
    settings(800, 50, 12, 600, 55),
    settings(900, 60, 12, 500, 45),
    settings(1140, 75, 11, 420, 33),
    settings(1340, 95, 10, 355, 21),
    settings(1480, 120, 9, 305, 8),
    settings(1640, 150, 9, 260, 0),
    settings(1755, 250, 7, 205, 0),
    settings(1880, 410, 6, 160, 0),
    settings(2050, 670, 5, 122, 0),
    settings(2220, 1_100, 5, 90, 0),
];

/// A playing strength below the full one, from level 1 to level 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// In hundredths of a level.
    level: u32,
}

impl Strength {
    /// The strength of `level`; `None` if it is not one of [`LEVELS`].
    pub fn of_level(level: u8) -> Option<Strength> {
        let level = LEVELS.contains(&level).then_some(level)?;
        Some(Strength {
            level: u32::from(level) * SCALE,
        })
    }

    /// The strength of a `Skill Level` from 0 (level 1) to 19 (level 10); `None`, the full strength,
    /// from `FULL_SKILL` on.
    pub fn of_skill(skill: usize) -> Option<Strength> {
        let highest = FULL_SKILL - 1;
        let steps = (SETTINGS.len() - 1) as u32 * SCALE;
        (skill <= highest).then(|| Strength {
            level: SCALE + skill as u32 * steps / highest as u32,
        })
    }

    /// The strength with this rating, which is brought into the range of `ELO`.
    pub fn of_elo(elo: usize) -> Strength {
        let elo = elo.clamp(*ELO.start(), *ELO.end());
        let above = SETTINGS.iter().position(|level| level.elo > elo);
        let level = match above {
            None => SETTINGS.len() as u32 * SCALE,
            // The lowest level's rating is not above `elo`.
            Some(above) => {
                let (low, high) = (SETTINGS[above - 1].elo, SETTINGS[above].elo);
                above as u32 * SCALE + ((elo - low) as u32 * SCALE) / (high - low) as u32
            }
        };
        Strength { level }
    }

    /// The nodes of a turn, in chess.
    pub fn nodes(self) -> u64 {
        let (low, high, part) = self.neighbours();
        let ratio = f64::from(high.nodes) / f64::from(low.nodes);
        (f64::from(low.nodes) * ratio.powf(part)).round() as u64
    }

    /// How many of the best turns are considered.
    pub(crate) fn candidates(self) -> usize {
        self.between(|level| level.candidates) as usize
    }

    /// By how many centipawns a turn may be worse than the best.
    pub(crate) fn tolerance(self) -> i32 {
        self.between(|level| level.tolerance) as i32
    }

    /// The probability, in per cent, that a first step of a turn is overlooked, with all turns that
    /// begin with it.
    pub(crate) fn overlooked(self) -> u32 {
        self.between(|level| level.overlooked)
    }

    /// Whether a forced mate is never passed over.
    pub(crate) fn is_exact_about_mates(self) -> bool {
        self.level >= EXACT_LEVEL
    }

    fn between(self, value: impl Fn(&LevelSettings) -> u32) -> u32 {
        let (low, high, part) = self.neighbours();
        let (low, high) = (f64::from(value(low)), f64::from(value(high)));
        (low + (high - low) * part).round() as u32
    }

    /// The settings of the levels below and above, and how far this strength is from the lower one,
    /// from 0 to 1.
    fn neighbours(self) -> (&'static LevelSettings, &'static LevelSettings, f64) {
        let low = (self.level / SCALE) as usize - 1;
        let high = (low + 1).min(SETTINGS.len() - 1);
        let part = f64::from(self.level % SCALE) / f64::from(SCALE);
        (&SETTINGS[low], &SETTINGS[high], part)
    }
}

#[cfg(test)]
mod tests {
    use super::{ELO, FULL_SKILL, LEVELS, SETTINGS, Strength};

    #[test]
    fn a_higher_level_has_more_nodes_and_less_choice() {
        for level in LEVELS {
            let settings = SETTINGS[usize::from(level) - 1];
            let strength = Strength::of_level(level).unwrap();
            assert_eq!(strength.nodes(), u64::from(settings.nodes));
            assert_eq!(strength.candidates(), settings.candidates as usize);
            assert_eq!(strength.tolerance(), settings.tolerance as i32);
        }
        for pair in SETTINGS.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes);
            assert!(pair[0].tolerance > pair[1].tolerance);
            assert!(pair[0].overlooked >= pair[1].overlooked);
        }
        let upper = LEVELS.filter_map(Strength::of_level);
        for strength in upper.filter(|level| level.is_exact_about_mates()) {
            assert_eq!(strength.overlooked(), 0);
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
            let elo = SETTINGS[usize::from(level) - 1].elo;
            assert_eq!(Some(Strength::of_elo(elo)), Strength::of_level(level));
        }
        assert_eq!(Some(Strength::of_elo(0)), Strength::of_level(1));
        assert_eq!(Some(Strength::of_elo(9999)), Strength::of_level(10));
        let ratings = ELO.map(|elo| Strength::of_elo(elo).nodes());
        assert!(ratings.is_sorted());
    }
}
