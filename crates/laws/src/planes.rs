//! Whether the planes of positions tell them apart, checked over random play.

use std::collections::HashMap;

use jabberwock_game::{Color, Evaluate, Planes, Position, Stage, Step};
use rand::{Rng, seq::IndexedRandom};

use super::scenes::without_counters;

/// Turns that a random game is cut off after.
const LONGEST_GAME: usize = 200;

/// Plays random games until this many positions have been seen at the start of a turn. Returns pairs
/// of texts that differ in more than counters though the planes are the same.
pub fn equal_planes<V: Evaluate>(
    variant: V,
    positions: usize,
    rng: &mut impl Rng,
) -> Vec<(String, String)> {
    let mut known: HashMap<(Color, Vec<u64>), String> = HashMap::new();
    let mut pairs = Vec::new();
    let mut planes = Planes::new(V::KINDS, V::MIRROR);
    let mut seen = 0;
    while seen < positions {
        let mut pos = variant.start();
        for _ in 0..LONGEST_GAME.min(positions - seen) {
            planes.clear();
            V::planes(&pos, &mut planes);
            let text = without_counters(&variant.text(&pos));
            let key = (pos.turn(), planes.bits().to_vec());
            let other = known.entry(key).or_insert_with(|| text.clone());
            if *other != text {
                pairs.push((other.clone(), text));
            }
            seen += 1;
            if !pos.has_legal_step() {
                break;
            }
            play_random_turn(&mut pos, rng);
        }
    }
    pairs
}

fn play_random_turn<P: Position>(pos: &mut P, rng: &mut impl Rng) {
    let mut steps: Vec<Step> = Vec::new();
    loop {
        steps.clear();
        for stage in Stage::ALL {
            pos.generate(stage, &mut steps);
        }
        let Some(&step) = steps.choose(rng) else {
            return;
        };
        pos.play(step);
        if pos.at_turn_start() {
            return;
        }
    }
}
