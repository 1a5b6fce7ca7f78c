//! The early end of games by length or by the scores of the players.

use std::{fmt, str::FromStr};

use jabberwock_game::{Color, Score};
use serde::Serialize;

use crate::played_game::{EndCause, GameEnd, PlayedTurn};

/// The rules by which games end early; by default, none.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Adjudication {
    /// Draws a game after this many turns.
    pub longest: Option<usize>,
    /// Draws a game when the scores of both players have been even for some turns.
    pub draw: Option<AdjudicationRule>,
    /// Ends a game as a loss of the player whose scores have been lost for some turns.
    pub resign: Option<AdjudicationRule>,
}

/// A condition on the scores of consecutive turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AdjudicationRule {
    /// The number of consecutive turns of each player.
    pub turns: usize,
    /// The bound in centipawns: scores up to this far from 0 are even; scores this far below 0 are
    /// lost.
    pub score: i32,
    /// The first turn of the game, counted from 0, at which the rule applies.
    pub after: usize,
}

/// An invalid adjudication rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid rule \"{0}\": expected turns=N,score=CP,after=N with at least 1 turn and a score from 0; \
     after may be omitted"
)]
pub struct AdjudicationRuleError(String);

/// Parses `turns=8,score=10,after=80`; `after` is 0 by default.
impl FromStr for AdjudicationRule {
    type Err = AdjudicationRuleError;

    fn from_str(text: &str) -> Result<AdjudicationRule, AdjudicationRuleError> {
        let error = || AdjudicationRuleError(text.to_owned());
        let (mut turns, mut score, mut after) = (None, None, 0);
        for part in text.split(',') {
            let (name, value) = part.split_once('=').ok_or_else(error)?;
            match name {
                "turns" => turns = value.parse().ok().filter(|&turns| turns > 0),
                "score" => score = value.parse().ok().filter(|&score| score >= 0),
                "after" => after = value.parse().map_err(|_| error())?,
                _ => return Err(error()),
            }
        }
        Ok(AdjudicationRule {
            turns: turns.ok_or_else(error)?,
            score: score.ok_or_else(error)?,
            after,
        })
    }
}

impl fmt::Display for AdjudicationRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AdjudicationRule {
            turns,
            score,
            after,
        } = self;
        write!(f, "turns={turns},score={score},after={after}")
    }
}

impl Adjudication {
    /// Returns the early end of a game with these turns, `mover` to move, if a rule applies.
    pub(crate) fn game_end(&self, turns: &[PlayedTurn], mover: Color) -> Option<GameEnd> {
        let draw = |reason| GameEnd {
            winner: None,
            cause: EndCause::Adjudication(reason),
        };
        if self.longest.is_some_and(|longest| turns.len() >= longest) {
            return Some(draw("length"));
        }
        if let Some(rule) = &self.draw {
            let is_even = |Score(score): Score| score.abs() <= rule.score;
            if rule.applies(turns, 0, is_even) && rule.applies(turns, 1, is_even) {
                return Some(draw("even scores"));
            }
        }
        if let Some(rule) = &self.resign {
            let is_lost = |Score(score): Score| score <= -rule.score;
            for (back, loser) in [(0, mover.other()), (1, mover)] {
                if rule.applies(turns, back, is_lost) {
                    let cause = EndCause::Adjudication("lost score");
                    return Some(GameEnd::lost_by(loser, cause));
                }
            }
        }
        None
    }
}

impl AdjudicationRule {
    /// Whether the last scores of one player all satisfy `condition`: of the player that made the
    /// last turn if `back` is 0, of its opponent if it is 1.
    fn applies(
        &self,
        turns: &[PlayedTurn],
        back: usize,
        condition: impl Fn(Score) -> bool,
    ) -> bool {
        let mut own = turns.iter().rev().skip(back).step_by(2);
        turns.len() >= self.after
            && (0..self.turns).all(|_| {
                let info = own.next().and_then(|played| played.info.as_ref());
                info.is_some_and(|info| condition(info.score))
            })
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::{Color, Score};
    use jabberwock_search::SearchInfo;

    use super::{Adjudication, AdjudicationRule, GameEnd, PlayedTurn};

    #[test]
    fn rules_are_read_and_invalid_ones_are_named() {
        let rule: AdjudicationRule = "score=10,turns=8".parse().unwrap();
        assert_eq!((rule.turns, rule.score, rule.after), (8, 10, 0));
        let rule: AdjudicationRule = "turns=8,score=10,after=80".parse().unwrap();
        assert_eq!(rule.after, 80);
        for bad in [
            "",
            "turns=8",
            "score=10",
            "turns=0,score=1",
            "turns=1,score=-1",
            "turns=1,score=1,after=x",
            "turns=1,score=1,before=2",
        ] {
            let error = bad.parse::<AdjudicationRule>().unwrap_err().to_string();
            assert!(error.contains(&format!("{bad:?}")), "{error}");
        }
    }

    /// Returns turns with these scores, each for the player that made the turn.
    fn turns(scores: &[i32]) -> Vec<PlayedTurn> {
        let played_turn = scores.iter().map(|&score| PlayedTurn {
            turn: String::new(),
            info: Some(SearchInfo {
                score: Score(score),
                ..SearchInfo::default()
            }),
            time: None,
        });
        played_turn.collect()
    }

    fn result(end: Option<GameEnd>) -> Option<&'static str> {
        end.map(|end| end.result())
    }

    #[test]
    fn games_do_not_end_early_by_default() {
        let end = Adjudication::default().game_end(&turns(&[0; 1000]), Color::White);
        assert_eq!(end, None);
    }

    #[test]
    fn a_lost_score_loses_only_when_held_long_enough() {
        let rule = Adjudication {
            resign: Some(AdjudicationRule {
                turns: 2,
                score: 500,
                after: 0,
            }),
            ..Adjudication::default()
        };
        let end = |scores: &[i32]| result(rule.game_end(&turns(scores), Color::White));
        assert_eq!(end(&[600, -600]), None);
        assert_eq!(end(&[-600, -600, 600, -400]), None);
        assert_eq!(end(&[0, -600, 600, -600]), Some("1-0"));
        assert_eq!(end(&[-600, 0, -600, 0]), Some("0-1"));
    }

    #[test]
    fn a_draw_needs_both_players() {
        let rule = Adjudication {
            draw: Some(AdjudicationRule {
                turns: 2,
                score: 10,
                after: 5,
            }),
            ..Adjudication::default()
        };
        let end = |scores: &[i32]| result(rule.game_end(&turns(scores), Color::White));
        assert_eq!(end(&[0, 0, 0, 0]), None);
        assert_eq!(end(&[0, 0, 20, 0, 0]), None);
        assert_eq!(end(&[50, 0, -10, 0, 10]), Some("1/2-1/2"));
    }

    #[test]
    fn a_long_game_is_drawn() {
        let rule = Adjudication {
            longest: Some(3),
            ..Adjudication::default()
        };
        assert_eq!(rule.game_end(&turns(&[0; 2]), Color::White), None);
        let end = rule.game_end(&turns(&[0; 3]), Color::Black);
        assert_eq!(result(end), Some("1/2-1/2"));
    }
}
