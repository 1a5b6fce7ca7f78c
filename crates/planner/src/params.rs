//! Tunable parameters of the planner: one line each, with range and default.

use jabberwock_game::Score;
use jabberwock_search::{Params, ParamsError, Tunable as _, tunable};
use jabberwock_variants::{fide::Role, mega::State};

tunable! {
    /// The tunable parameters of a planner. Values are in centipawns and shares in thousandths
    /// unless stated otherwise.
    pub struct PlannerParams;

    /// The values of armed mega-pieces.
    armed_pawn: 160 in 40..=600;
    armed_knight: 380 in 100..=1200;
    armed_bishop: 350 in 100..=1200;
    armed_rook: 520 in 150..=1600;
    armed_queen: 950 in 300..=2500;
    armed_king: 200 in 0..=1000;
    /// The value of a disarmed mega-piece: `disarmed_base`, plus the armed piece's value divided by
    /// `disarmed_divisor`.
    disarmed_base: 15 in 0..=200;
    disarmed_divisor: 20 in 2..=100;
    /// The cost of a dethroned mega-king, which cannot move.
    dethroned: 700 in 100..=3000;

    /// Mega-board: value of each attacked square beside the enemy king.
    ring: 14 in 0..=100;
    /// Mega-board: value of a slider on a line with the enemy king, times 3 minus the number of
    /// pieces between.
    line: 18 in 0..=120;
    /// Mega-board: value of each step that an armed piece is nearer to the enemy king.
    near: 5 in 0..=60;
    /// Mega-board: value of each rank that an armed pawn has advanced.
    advance: 14 in 0..=100;
    /// Mega-board: value of each square that a king can flee to.
    flight: 8 in 0..=80;
    /// Mega-board: value of an armed piece that mates in one move if the opponent passes; divided
    /// by the number of moves if it needs more.
    mate_threat: 1000 in 0..=5000;

    /// The advantage in a small game, in centipawns, at which a win is ten times as likely as a
    /// loss.
    result_slope: 350 in 100..=1500;
    /// The value of a turn in a small game, as a share of what its end changes: at least, and more
    /// times the expected result; with a mate in sight, at least and more divided by the moves to
    /// it.
    tempo_base: 20 in 0..=200;
    tempo_result: 100 in 0..=400;
    tempo_mate: 120 in 0..=600;
    tempo_mate_near: 500 in 0..=1500;
    /// The factor on it for a knight whose enemy king has no or one square to flee to, in
    /// hundredths.
    knight_mate: 260 in 50..=800;
    knight_near_mate: 180 in 50..=600;

    /// The share of a round's nodes for the games that are likely to be played on, and how many of
    /// these there are beyond the number of a turn.
    likely_share: 750 in 200..=950;
    reserves: 4 in 0..=16;
    /// The divisor of the score of a turn that repeats a position.
    repetition_divisor: 8 in 1..=40;
}

impl PlannerParams {
    /// Returns the value of an armed mega-piece, in centipawns.
    pub(crate) fn armed_value(&self, role: Role) -> i32 {
        match role {
            Role::Pawn => self.armed_pawn,
            Role::Knight => self.armed_knight,
            Role::Bishop => self.armed_bishop,
            Role::Rook => self.armed_rook,
            Role::Queen => self.armed_queen,
            Role::King => self.armed_king,
        }
    }

    /// Returns the value of a mega-piece in `state` to its owner, in centipawns. That of a neutral
    /// one depends on its game, and is 0 here.
    pub(crate) fn value_in_state(&self, role: Role, state: State) -> i32 {
        match state {
            State::Armed => self.armed_value(role),
            State::Disarmed => self.disarmed_base + self.armed_value(role) / self.disarmed_divisor,
            State::Dethroned => -self.dethroned,
            State::Neutral => 0,
        }
    }

    /// Returns the expected result of a game with this score: from -1 for a loss to 1 for a win.
    pub(crate) fn expected_result(&self, score: Score) -> f64 {
        if score.is_win() {
            0.98
        } else if score.is_loss() {
            -0.98
        } else {
            let slope = f64::from(self.result_slope);
            let chance = 1.0 / (1.0 + 10_f64.powf(-f64::from(score.0) / slope));
            0.95 * (2.0 * chance - 1.0)
        }
    }
}

/// The parameters that a text sets: lines of those of the planner and of the search of small games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanningParams {
    /// The parameters of the planner.
    pub planner: PlannerParams,
    /// The parameters of the search of small games; `None` for the defaults, if the text sets none.
    pub search: Option<Params>,
}

impl PlanningParams {
    /// Reads lines `name value`; `#` begins a comment.
    ///
    /// # Errors
    /// If a line is malformed, neither has such a parameter, or its value is out of range.
    pub fn read(text: &str) -> Result<PlanningParams, ParamsError> {
        let is_planner = |line: &&str| {
            let name = line.split_ascii_whitespace().next();
            name.is_some_and(|name| PlannerParams::default().get(name).is_some())
        };
        let (planner, search): (Vec<&str>, Vec<&str>) = text.lines().partition(is_planner);
        let content = |line: &&str| !line.split('#').next().unwrap_or_default().trim().is_empty();
        let has_search = search.iter().any(content);
        let search = Params::read(&search.join("\n"))?;
        Ok(PlanningParams {
            planner: PlannerParams::read(&planner.join("\n"))?,
            search: has_search.then_some(search),
        })
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_search::{Params, Tunable as _};

    use super::{PlannerParams, PlanningParams};

    #[test]
    fn a_text_sets_parameters_of_the_planner_and_of_the_search() {
        let read = PlanningParams::read("ring 20\n# both\nrfp_margin 80 # search\n").unwrap();
        assert_eq!(
            (read.planner.ring, read.search.unwrap().rfp_margin),
            (20, 80)
        );
        assert_eq!(
            PlanningParams::read("# none\n"),
            Ok(PlanningParams::default())
        );
        for text in ["ring 2000", "ring x", "sing 4", "rfp_margin 9999"] {
            let error = PlanningParams::read(text).unwrap_err();
            assert_eq!(error.line, text);
        }
    }

    #[test]
    fn the_planner_and_the_search_share_no_name() {
        let search = Params::default();
        for (name, ..) in PlannerParams::ALL {
            assert_eq!(search.get(name), None, "{name}");
        }
    }
}
