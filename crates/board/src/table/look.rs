//! Requests that change nothing: scenes, prompts, evaluations.

use jabberwock_game::{Color, MarkKind, Tap, shortened};

use super::Table;
use crate::message::{
    GameOutcome, Look, Payload, Prompted, Refusal, Score, StaticEvaluation, Term,
};

/// The maximum number of taps of a request.
pub(crate) const MAX_TAPS: usize = 1024;
/// The maximum length of a tap, in bytes: eight levels of up to 64 boards.
const LONGEST_TAP: usize = 2048;
/// The maximum length of a place, in bytes: eight squares.
const LONGEST_PLACE: usize = 64;
/// The maximum number of turns that are previewed.
const LONGEST_LINE: usize = 1000;
/// The maximum number of turns that are sent with a prompt.
const FEW_TURNS: usize = 20;
/// The maximum number of completions of a text.
const COMPLETIONS: usize = 50;

impl Table {
    /// Returns the look of the board at `place`.
    ///
    /// # Errors
    /// If there is no such node, or no board.
    pub(crate) fn look(&mut self, at: Option<u32>, place: &str) -> Result<Payload, Refusal> {
        let node = self.node(at)?;
        self.walk_to(node);
        let outcome = self.outcome_at(node);
        Ok(Payload::Look(Box::new(self.shown(node, place, outcome)?)))
    }

    /// Returns the look of the board at `place` after `turns`, which are not made.
    ///
    /// # Errors
    /// If there is no such node, a turn is not legal, or there is no board.
    pub(crate) fn after(
        &mut self,
        at: Option<u32>,
        turns: &[String],
        place: &str,
    ) -> Result<Payload, Refusal> {
        let node = self.node(at)?;
        if turns.len() > LONGEST_LINE {
            let reason = format!("{} turns; at most {LONGEST_LINE}", turns.len());
            return Err(Refusal::limit(reason, ""));
        }
        self.walk_to(node);
        let mut made = 0;
        let mut illegal = None;
        for turn in turns {
            match self.session.play(turn) {
                Ok(_) => made += 1,
                Err(error) => {
                    illegal = Some(Refusal::turn(&error, turn));
                    break;
                }
            }
        }
        let outcome = self.session.outcome().map(GameOutcome::from);
        let shown = match illegal {
            Some(refusal) => Err(refusal),
            None => self.shown(node, place, outcome),
        };
        for _ in 0..made {
            self.session.undo();
        }
        Ok(Payload::Look(Box::new(shown?)))
    }

    /// Returns the look of the session's current position. A board within the game has no outcome:
    /// the games on boards are running.
    fn shown(&self, node: u32, place: &str, outcome: Option<GameOutcome>) -> Result<Look, Refusal> {
        check_place(place)?;
        let scene = self.session.scene(place);
        let scene = scene.map_err(|error| Refusal::position(&error, place))?;
        Ok(Look {
            at: node,
            place: place.to_owned(),
            variant: self.session.entry().name,
            check: scene.marks.iter().any(|mark| mark.kind == MarkKind::Check),
            outcome: outcome.filter(|_| place.is_empty()),
            scene,
        })
    }

    /// Returns the prompt after `taps`.
    ///
    /// # Errors
    /// If there is no such node, or no turn begins with the taps.
    pub(crate) fn prompt(&mut self, at: Option<u32>, taps: &[String]) -> Result<Payload, Refusal> {
        let node = self.node(at)?;
        let taps = parse_taps(taps)?;
        self.walk_to(node);
        let prompt = self.session.prompt(&taps);
        let prompt = prompt.map_err(|error| Refusal::taps(&error))?;
        let mut turns = Vec::new();
        if !taps.is_empty() && prompt.targets.len() <= FEW_TURNS {
            turns = self.session.turns_beginning(&taps);
            if turns.len() > FEW_TURNS {
                turns.clear();
            }
        }
        let at = node;
        Ok(Payload::Prompt(Box::new(Prompted { at, prompt, turns })))
    }

    /// Returns the turn that `taps` enter at `node`.
    ///
    /// # Errors
    /// If they enter none.
    pub(super) fn tapped_turn(&mut self, node: u32, taps: &[String]) -> Result<String, Refusal> {
        let parsed = parse_taps(taps)?;
        self.walk_to(node);
        let prompt = self.session.prompt(&parsed);
        let prompt = prompt.map_err(|error| Refusal::taps(&error))?;
        prompt.turn.ok_or_else(|| {
            let refusal = prompt.board_turn.and_then(|turn| turn.refusal);
            let reason = refusal.map_or(prompt.words, |refusal| refusal.reason);
            let reason = format!("the taps make no turn yet: {reason}");
            Refusal::new("taps", reason, &taps.join(" "))
        })
    }

    /// Returns the legal turns that begin with `text`.
    ///
    /// # Errors
    /// If there is no such node.
    pub(crate) fn complete(&mut self, at: Option<u32>, text: &str) -> Result<Payload, Refusal> {
        let node = self.node(at)?;
        self.walk_to(node);
        let listed = self.session.listed_turns();
        let turns = listed.and_then(|turns| turns.legal_turns().ok());
        let mut turns = turns.unwrap_or_default();
        turns.retain(|turn| turn.starts_with(text));
        turns.sort();
        turns.truncate(COMPLETIONS);
        Ok(Payload::Complete { turns })
    }

    /// Returns the static evaluation.
    ///
    /// # Errors
    /// If there is no such node.
    pub(crate) fn evaluate(&mut self, at: Option<u32>) -> Result<Payload, Refusal> {
        let node = self.node(at)?;
        self.walk_to(node);
        let evaluation = self.session.evaluation();
        let turn = self.session.turn();
        let terms = evaluation.terms.into_iter();
        let terms = terms.map(|term| Term {
            name: term.name,
            white: tenths(term.white),
            black: tenths(term.black),
        });
        Ok(Payload::Evaluation(StaticEvaluation {
            at: node,
            terms: terms.collect(),
            total: Score::of(turn, evaluation.total),
            turn,
        }))
    }

    /// Returns the player to move at `node`.
    pub(super) fn to_move_at(&self, node: u32) -> Color {
        let node = self.tree.get(node);
        node.map_or(Color::White, |node| node.to_move)
    }
}

/// Rounds to tenths.
fn tenths(number: impl Into<f64>) -> f64 {
    (number.into() * 10.0).round() / 10.0
}

/// Refuses a place that is too long to be one.
///
/// # Errors
/// If it is.
pub(super) fn check_place(place: &str) -> Result<(), Refusal> {
    if place.len() > LONGEST_PLACE {
        let reason = format!("no board is at \"{}\"", shortened(place));
        return Err(Refusal::new("position", reason, place));
    }
    Ok(())
}

/// Reads taps.
///
/// # Errors
/// If they are too many, or one is not a tap.
pub(super) fn parse_taps(taps: &[String]) -> Result<Vec<Tap>, Refusal> {
    if taps.len() > MAX_TAPS {
        let reason = format!("{} taps; at most {MAX_TAPS}", taps.len());
        return Err(Refusal::limit(reason, &taps.join(" ")));
    }
    let parse = |text: &String| {
        if text.len() > LONGEST_TAP {
            let reason = format!("\"{}\" is too long for a tap", shortened(text));
            return Err(Refusal::new("taps", reason, text));
        }
        let tap = text.parse();
        tap.map_err(|error: jabberwock_game::TapError| Refusal::new("taps", error, text))
    };
    taps.iter().map(parse).collect()
}
