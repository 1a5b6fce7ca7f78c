//! Conversion of a score to the probabilities of a win, a draw and a loss.
//!
//! The parameters were fitted to the scores and results of self-play games
//! (`tuning/win-models.md`).

use jabberwock_game::Score;
use jabberwock_variants::Entry;

/// A model of results: the probability of a win is logistic in the score, centered at `even`, and
/// that of a loss is the same for the opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinModel {
    /// The score in centipawns at which half of the games are won.
    even: f64,
    /// The scale in centipawns: an increase by one scale multiplies the odds by e.
    scale: f64,
}

/// The models of games, by the prefixes of their names.
const MODELS: [(&str, WinModel); 6] = [
    ("chess", WinModel::new(96.0, 130.0)),
    ("hop", WinModel::new(8.0, 442.0)),
    ("chakra", WinModel::new(221.0, 416.0)),
    ("chaotic", WinModel::new(246.0, 400.0)),
    ("denial", WinModel::new(60.0, 232.0)),
    ("crazy", WinModel::new(721.0, 511.0)),
];

/// The model of games without their own.
const DEFAULT: WinModel = WinModel::new(100.0, 300.0);

/// Probabilities in permille, which add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// The probability that the player to move wins.
    pub win: u32,
    /// The probability of a draw.
    pub draw: u32,
    /// The probability that the player to move loses.
    pub loss: u32,
}

impl WinModel {
    const fn new(even: f64, scale: f64) -> WinModel {
        WinModel { even, scale }
    }

    /// Returns the model of this game.
    pub fn of(entry: &Entry) -> WinModel {
        let mut models = MODELS.iter();
        let found = models.find(|(name, _)| entry.name.starts_with(name));
        found.map_or(DEFAULT, |&(_, model)| model)
    }

    /// Returns the probabilities for the player whose score this is.
    pub fn probabilities(self, score: Score) -> WinDrawLoss {
        let permille = |score: Score| match score {
            score if score.is_win() => 1000,
            score if score.is_loss() => 0,
            Score(centipawns) => {
                let odds = ((self.even - f64::from(centipawns)) / self.scale).exp();
                (1000.0 / (1.0 + odds)).round() as u32
            }
        };
        let win = permille(score);
        // Rounding may bring both to 500.5.
        let loss = permille(-score).min(1000 - win);
        WinDrawLoss {
            win,
            draw: 1000 - win - loss,
            loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Score;
    use jabberwock_variants::entries;

    use super::WinModel;

    #[test]
    fn probabilities_add_up_and_grow_with_the_score() {
        for entry in entries() {
            let model = WinModel::of(entry);
            let mut last = 0;
            for score in (-3000..=3000).step_by(50) {
                let here = model.probabilities(Score(score));
                let there = model.probabilities(Score(-score));
                assert_eq!(here.win + here.draw + here.loss, 1000);
                assert_eq!((here.win, here.loss), (there.loss, there.win));
                assert!(here.win >= last);
                last = here.win;
            }
        }
    }

    #[test]
    fn a_forced_mate_is_certain() {
        let model = WinModel::of(&entries()[0]);
        assert_eq!(model.probabilities(Score::mate_in(3)).win, 1000);
        assert_eq!(model.probabilities(Score::mated_in(2)).loss, 1000);
    }
}
