//! Positions: their texts, their steps and their keys.

use std::collections::BTreeSet;

use arbitrary::Arbitrary;
use jabberwock_game::{Evaluate, Evaluator, Position, Stage, Step};
use jabberwock_variants::{Entry, Visitor, find};

use super::edits::{Base, Edits, check_message, named_text, plain_text, structure};

/// The most steps that are made from a position.
const MAX_STEPS: usize = 12;

/// A position's text and what is done there.
#[derive(Arbitrary, Debug)]
struct Input {
    base: Base,
    edits: Edits,
    /// The steps made, each by its index among the legal ones.
    choices: Vec<u8>,
    /// Bits that may be a step.
    noise: [u32; 4],
}

/// Reads a position of one of the games `names`.
pub fn position(names: &[&'static str], data: &[u8]) {
    if let Some(text) = plain_text(data) {
        let (name, text) = named_text(&text, names);
        check(name, text, &[1, 5, 9], &[0x0000_0c1c]);
    } else if let Some(input) = structure::<Input>(data) {
        let session = input.base.session(names);
        let text = input.edits.apply(&session.position());
        check(session.entry().name, &text, &input.choices, &input.noise);
    }
}

/// Decodes 16 bytes as the transposition table does, at a position of any game: the step may be
/// anything, and must be legal only if it is one of those generated.
pub fn table_entry(data: &[u8]) {
    #[derive(Arbitrary, Debug)]
    struct Entries {
        base: Base,
        entries: Vec<[u32; 4]>,
    }
    let Some(input) = structure::<Entries>(data) else {
        return;
    };
    let names: Vec<&str> = jabberwock_variants::entries()
        .iter()
        .map(|entry| entry.name)
        .collect();
    let session = input.base.session(&names);
    let noise: Vec<u32> = input.entries.into_iter().flatten().collect();
    check(session.entry().name, &session.position(), &[0, 1], &noise);
}

fn check(name: &str, text: &str, choices: &[u8], noise: &[u32]) {
    let entry = find(name).expect("a name of the registry");
    let choices = &choices[..choices.len().min(MAX_STEPS)];
    entry.accept(Check {
        text,
        choices,
        noise,
    });
}

struct Check<'a> {
    text: &'a str,
    choices: &'a [u8],
    noise: &'a [u32],
}

impl Visitor for Check<'_> {
    type Output = ();

    fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) {
        let mut pos = match variant.parse(self.text) {
            Ok(pos) => pos,
            Err(error) => return check_message(&error.to_string()),
        };
        check_text(variant, &pos);
        let mut evaluator = variant.evaluator();
        for &choice in self.choices {
            let steps = check_steps(&pos, self.noise);
            let score = evaluator.evaluate(&pos, 0);
            assert!(!score.is_win() && !score.is_loss(), "{score:?}");
            let Some(&step) = steps.get(usize::from(choice) % steps.len().max(1)) else {
                break;
            };
            pos.play(step);
            if pos.at_turn_start() && pos.outcome().is_none() {
                check_text(variant, &pos);
            }
        }
        check_steps(&pos, self.noise);
    }
}

/// The text of a position is read back as that position, and written the same again.
fn check_text<V: Evaluate>(variant: V, pos: &V::Position) {
    let text = variant.text(pos);
    let read = variant.parse(&text);
    let read = read.unwrap_or_else(|error| panic!("\"{text}\" is not read back: {error}"));
    assert_eq!(variant.text(&read), text);
    assert!(read == *pos, "\"{text}\" does not say all of the position");
    let scene = variant.scene(pos).draw();
    assert!(scene.is_ascii() || !scene.is_empty());
}

/// Returns the key is the recomputed one, and a step is legal if and only if it is generated, once.
/// Gives the legal steps.
fn check_steps<P: Position>(pos: &P, noise: &[u32]) -> Vec<Step> {
    assert_eq!(pos.key(), pos.recomputed_key());
    let mut steps = Vec::new();
    for stage in Stage::ALL {
        let before = steps.len();
        pos.generate(stage, &mut steps);
        for &step in &steps[before..] {
            assert_eq!(pos.is_noisy(step), stage == Stage::Noisy, "{step:?}");
        }
    }
    assert!(pos.outcome().is_none() || steps.is_empty());
    let generated: BTreeSet<Step> = steps.iter().copied().collect();
    assert_eq!(generated.len(), steps.len());
    for &step in &steps {
        assert!(pos.is_legal(step), "{step:?} is generated and not legal");
    }
    // Noise, and legal steps with a bit changed.
    let changed = steps
        .iter()
        .take(64)
        .flat_map(|step| noise.iter().map(|noise| step.bits() ^ (1 << (noise % 32))));
    for step in noise
        .iter()
        .copied()
        .chain(changed)
        .filter_map(Step::unpack)
    {
        let is_generated = generated.contains(&step);
        assert_eq!(pos.is_legal(step), is_generated, "{step:?}");
    }
    steps
}
