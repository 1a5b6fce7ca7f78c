//! Laws that every game satisfies, checked in random games and in random positions. Used by tests
//! only.

mod planes;
mod scattered;
mod scenes;
mod wings;

use std::{collections::HashSet, fmt};

use rand::{Rng, RngExt, seq::IndexedRandom};

use jabberwock_game::{
    Color, Evaluate, Evaluator, GameHistory, Planes, Position, Score, Stage, Step, Turn,
    adjudicate, for_each_turn, legal_turns,
};

pub use planes::equal_planes;
pub use scattered::check_scattered;
pub use scenes::check_scenes;
pub use wings::check_wings;

/// A violation of a law.
#[derive(Clone, Debug)]
pub struct Breach {
    /// The law, as a sentence.
    pub law: &'static str,
    /// The text of the last position at the start of a turn.
    pub position: String,
    /// The observed violation.
    pub detail: String,
}

/// Returns a violation of `law` at the position with this text.
fn breach(law: &'static str, position: &str, detail: String) -> Breach {
    Breach {
        law,
        position: position.to_owned(),
        detail,
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}\n  position: {}\n  {}",
            self.law, self.position, self.detail
        )
    }
}

/// The extent of [`check_random_games`].
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Number of games, played from the start position.
    pub games: u32,
    /// Maximum length of a game, in turns.
    pub turns: u32,
    /// Number of positions of each game at which the texts of all turns are read back; in the
    /// others, one turn is.
    pub thorough: u32,
    /// Whether the turns of a position are few enough to be listed.
    pub listed: bool,
}

/// Plays random games and checks every law at every position and within every turn.
///
/// # Errors
/// The first violation found.
pub fn check_random_games<V: Evaluate>(
    variant: V,
    extent: Extent,
    rng: &mut impl Rng,
) -> Result<(), Breach> {
    let mut checker = Checker::new(variant, extent.listed);
    for _ in 0..extent.games {
        let mut pos = variant.start();
        let mut history = GameHistory::new(pos.key());
        for played in 0..extent.turns {
            let over = adjudicate(&pos, &history, variant.profile()).is_some();
            checker.check_position(&pos)?;
            if over && !pos.has_legal_step() {
                break;
            }
            let thorough = played % (extent.turns / extent.thorough.max(1)).max(1) == 0;
            let turn = checker.random_turn(&pos, rng)?;
            checker.check_turns(&pos, &turn, thorough)?;
            jabberwock_game::play(&mut pos, &turn);
            history.push(pos.key());
        }
    }
    Ok(())
}

/// Returns `value`, that of the player to move, from White's point of view.
fn for_white<P: Position>(pos: &P, value: Score) -> f64 {
    f64::from(match pos.turn() {
        Color::White => value.0,
        Color::Black => -value.0,
    })
}

/// Returns the planes of `pos`.
fn planes<V: Evaluate>(pos: &V::Position) -> Planes {
    let mut planes = Planes::new(V::KINDS, V::MIRROR);
    V::planes(pos, &mut planes);
    planes
}

struct Checker<V: Evaluate> {
    variant: V,
    evaluator: V::Evaluator,
    hand_written: V::Evaluator,
    weights: Vec<i32>,
    listed: bool,
    /// The steps of all positions so far, whose legality is tested in every other position.
    pool: HashSet<Step>,
}

impl<V: Evaluate> Checker<V> {
    fn new(variant: V, listed: bool) -> Checker<V> {
        let evaluator = variant.evaluator();
        let mut hand_written = evaluator.clone();
        hand_written.remove_network();
        Checker {
            variant,
            weights: evaluator.weights(),
            evaluator,
            hand_written,
            listed,
            pool: HashSet::new(),
        }
    }

    fn breach(&self, law: &'static str, pos: &V::Position, detail: impl Into<String>) -> Breach {
        let position = if pos.at_turn_start() {
            self.variant.text(pos)
        } else {
            format!("(within a turn) {pos:?}")
        };
        Breach {
            law,
            position,
            detail: detail.into(),
        }
    }

    /// Returns the number of legal turns, where they can be listed.
    fn count(&self, pos: &V::Position) -> Option<u64> {
        self.listed.then(|| jabberwock_game::perft::perft(pos, 1))
    }

    /// Checks the laws of a position at the start of a turn.
    fn check_position(&mut self, pos: &V::Position) -> Result<(), Breach> {
        let text = self.variant.text(pos);
        if pos.outcome().is_none() {
            match self.variant.parse(&text) {
                Err(error) => {
                    let law = "the text of a position is read back";
                    return Err(self.breach(law, pos, error.to_string()));
                }
                Ok(read) if read != *pos => {
                    let law = "the text of a position says all of it";
                    return Err(self.breach(law, pos, format!("{read:?} instead of {pos:?}")));
                }
                Ok(_) => {}
            }
        }
        if let Some(outcome) = pos.outcome()
            && pos.has_legal_step()
        {
            let law = "a finished game has no legal steps";
            return Err(self.breach(law, pos, outcome.to_string()));
        }
        let value = self.evaluator.evaluate(pos, 0);
        if value.is_decisive() {
            return Err(self.breach("a static value claims no mate", pos, value.to_string()));
        }
        self.check_sums(pos, value)?;
        if let Some(mirrored) = self.variant.mirror(pos) {
            let law = "a mirrored position has as many turns and the same value";
            let counts = [pos, &mirrored].map(|pos| self.count(pos));
            let mirrored_value = self.evaluator.evaluate(&mirrored, 0);
            if counts[0] != counts[1] || value != mirrored_value {
                let detail = format!("{counts:?} turns, {value} and {mirrored_value}");
                return Err(self.breach(law, pos, detail));
            }
            let planes = [pos, &mirrored].map(planes::<V>);
            let expected: Vec<u16> = planes[0]
                .inputs()
                .map(|input| V::MIRROR.input(input))
                .collect();
            if !planes[1].inputs().all(|input| expected.contains(&input))
                || planes[1].count() as usize != expected.len()
            {
                let law = "a mirrored position has mirrored planes";
                return Err(self.breach(law, pos, format!("{planes:?}")));
            }
            if mirrored.key() != mirrored.recomputed_key() {
                return Err(self.breach("a mirrored position has its own key", pos, ""));
            }
            self.check_removals(pos, &mirrored)?;
        }
        if let Some(passed) = pos.null_move()
            && (passed.turn() == pos.turn()
                || passed.key() != passed.recomputed_key()
                || passed.key() == pos.key())
        {
            return Err(self.breach("a null move gives the turn to the opponent", pos, ""));
        }
        Ok(())
    }

    /// Checks that each piece of `pos` can be removed, and has the same value in the `mirrored`
    /// position.
    fn check_removals(&mut self, pos: &V::Position, mirrored: &V::Position) -> Result<(), Breach> {
        let [removals, others] = [pos, mirrored].map(|pos| V::removals(pos));
        for removal in &removals {
            if removal.pos.key() != removal.pos.recomputed_key() || removal.pos == *pos {
                let law = "a position without a piece has its own key";
                let piece = format!("{} {}", removal.square, removal.piece);
                return Err(self.breach(law, pos, piece));
            }
        }
        let mut values = [removals, others].map(|removals| {
            let removals = removals.into_iter();
            let values = removals.map(|removal| self.evaluator.evaluate(&removal.pos, 0));
            values.collect::<Vec<Score>>()
        });
        for values in &mut values {
            values.sort();
        }
        if values[0] != values[1] {
            let law = "pieces have the same values in a mirrored position";
            return Err(self.breach(law, pos, format!("{values:?}")));
        }
        Ok(())
    }

    /// Checks that the terms of the evaluation add up to `value`, the value of `pos`, and so do the
    /// weights if there are any, within some centipawns for rounding.
    fn check_sums(&mut self, pos: &V::Position, value: Score) -> Result<(), Breach> {
        const ROUNDING: f64 = 3.0;
        let white = for_white(pos, value);
        let terms = self.evaluator.terms(pos);
        let sum: f64 = terms.iter().map(|term| term.white - term.black).sum();
        if (white - sum).abs() > ROUNDING {
            let law = "the static value is the sum of its terms";
            return Err(self.breach(law, pos, format!("{white} and {sum:.2}")));
        }
        if self.weights.is_empty() {
            return Ok(());
        }
        let value = self.hand_written.evaluate(pos, 0);
        let white = for_white(pos, value);
        let mut sum = 0.0;
        for coefficient in self.hand_written.coefficients(pos) {
            let Some(&weight) = self.weights.get(coefficient.weight as usize) else {
                let detail = format!("weight {}", coefficient.weight);
                return Err(self.breach("only weights that exist are counted", pos, detail));
            };
            sum += f64::from(weight) * f64::from(coefficient.count);
        }
        if (white - sum).abs() > ROUNDING {
            let law = "the static value is the sum of its weights";
            return Err(self.breach(law, pos, format!("{white} and {sum:.2}")));
        }
        Ok(())
    }

    /// Checks the laws of steps at `pos`; returns the legal steps.
    fn check_steps(&mut self, pos: &V::Position) -> Result<Vec<Step>, Breach> {
        if pos.key() != pos.recomputed_key() {
            return Err(self.breach("the key is the recomputed key", pos, ""));
        }
        let mut stages = [Vec::new(), Vec::new()];
        for (stage, list) in Stage::ALL.into_iter().zip(&mut stages) {
            pos.generate(stage, list);
        }
        let [noisy, quiet] = &stages;
        if !pos.at_turn_start() && noisy.is_empty() {
            let law = "within a turn some noisy step leads on";
            return Err(self.breach(law, pos, ""));
        }
        for &step in noisy {
            if !pos.is_noisy(step) {
                return Err(self.breach("noisy steps are noisy", pos, format!("{step:?}")));
            }
        }
        if let Some(step) = quiet.iter().find(|&&step| pos.is_noisy(step)) {
            return Err(self.breach("quiet steps are not noisy", pos, format!("{step:?}")));
        }
        let all = stages.concat();
        let set: HashSet<Step> = all.iter().copied().collect();
        if set.len() != all.len() {
            return Err(self.breach("no step is generated twice", pos, format!("{all:?}")));
        }
        let mut together = Vec::new();
        pos.generate_all(&mut together);
        if together.len() != all.len() || !together.iter().all(|step| set.contains(step)) {
            let detail = format!("{together:?} instead of {all:?}");
            return Err(self.breach("all steps are those of both stages", pos, detail));
        }
        if pos.has_legal_step() == all.is_empty() {
            return Err(self.breach("a legal step exists if one is generated", pos, ""));
        }
        if pos.at_turn_start() && !pos.is_check() {
            self.check_quiet_checks(pos, quiet)?;
        }
        self.pool.extend(&all);
        for &step in &self.pool {
            if pos.is_legal(step) != set.contains(&step) {
                let law = "the legal steps are the generated ones";
                let detail = format!("{step:?} generated: {}", set.contains(&step));
                return Err(self.breach(law, pos, detail));
            }
        }
        self.check_playing(pos, &all)?;
        Ok(all)
    }

    /// Checks the laws of playing each of the legal `steps` of `pos`.
    fn check_playing(&self, pos: &V::Position, steps: &[Step]) -> Result<(), Breach> {
        let profile = self.variant.profile();
        for &step in steps {
            let index = V::history_index(pos, step);
            if usize::from(index.butterfly) >= profile.butterfly_slots
                || usize::from(index.piece_to) >= profile.piece_to_slots
                || pos.is_noisy(step) && usize::from(V::victim(pos, step)) >= profile.victim_slots
            {
                let law = "history indices are in the profile's range";
                return Err(self.breach(law, pos, format!("{step:?} {index:?}")));
            }
            let mut after = pos.clone();
            after.play(step);
            if pos.completes_turn(step) != after.at_turn_start() {
                let law = "a step that completes a turn leads to the start of one";
                return Err(self.breach(law, pos, format!("{step:?}")));
            }
            if !after.at_turn_start() && (after.turn() != pos.turn() || !after.has_legal_step()) {
                let law = "every step can be completed to a turn of the same player";
                return Err(self.breach(law, pos, format!("{step:?}")));
            }
        }
        Ok(())
    }

    /// Checks that the quiet checks of `pos` are among its `quiet` steps, each once, and give
    /// check.
    fn check_quiet_checks(&self, pos: &V::Position, quiet: &[Step]) -> Result<(), Breach> {
        let mut checks: Vec<Step> = Vec::new();
        pos.generate_quiet_checks(&mut checks);
        let distinct: HashSet<Step> = checks.iter().copied().collect();
        let gives_check = |&step: &Step| {
            let mut after = pos.clone();
            after.play(step);
            after.is_check()
        };
        if distinct.len() == checks.len()
            && checks.iter().all(|step| quiet.contains(step))
            && checks.iter().all(gives_check)
        {
            return Ok(());
        }
        let law = "quiet checks are quiet steps that give check";
        Err(self.breach(law, pos, format!("{checks:?}")))
    }

    /// Returns a random turn, checking the laws of steps along the way. After a number of random
    /// steps a long turn is completed by the first step of each list, as some turns have millions
    /// of steps.
    fn random_turn(&mut self, pos: &V::Position, rng: &mut impl Rng) -> Result<Turn, Breach> {
        const RANDOM_STEPS: usize = 24;
        let mut turn = Turn::new();
        let mut pos = pos.clone();
        loop {
            let steps = self.check_steps(&pos)?;
            let chosen = if turn.len() < RANDOM_STEPS {
                steps.choose(rng)
            } else {
                steps.first()
            };
            let Some(&step) = chosen else {
                return Err(self.breach("a game that is not over has a legal turn", &pos, ""));
            };
            let noise = Step::unpack(rng.random()).filter(|step| !steps.contains(step));
            if noise.is_some_and(|step| pos.is_legal(step)) {
                return Err(self.breach("noise is not legal", &pos, format!("{noise:?}")));
            }
            turn.push(step);
            pos.play(step);
            if pos.at_turn_start() {
                return Ok(turn);
            }
        }
    }

    /// Checks that the texts of turns at `pos` are distinct and are read back.
    fn check_turns(&self, pos: &V::Position, one: &Turn, thorough: bool) -> Result<(), Breach> {
        let turns = if thorough && self.listed {
            let mut made = Vec::new();
            for_each_turn(pos, &mut |turn, _| made.push(Turn::from_slice(turn)));
            if legal_turns(pos) != made {
                let law = "turns are the same whether their last steps are made or not";
                return Err(self.breach(law, pos, ""));
            }
            made
        } else {
            vec![one.clone()]
        };
        let mut texts = HashSet::new();
        for turn in turns {
            let text = self.variant.turn_text(pos, &turn);
            match self.variant.parse_turn(pos, &text) {
                Ok(read) if read == turn => {}
                read => {
                    let law = "the text of a turn is read back";
                    return Err(self.breach(law, pos, format!("{text}: {read:?} for {turn:?}")));
                }
            }
            if !texts.insert(text.clone()) {
                return Err(self.breach("no two turns have the same text", pos, text));
            }
        }
        Ok(())
    }
}
