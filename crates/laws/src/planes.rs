//! Checks over random play that different positions have different planes.

use std::collections::HashMap;

use jabberwock_game::{Color, Evaluate, Planes, Position as _, legal_turns, play};
use rand::{Rng, seq::IndexedRandom};

use super::scenes::without_counters;

/// Maximum length of a random game, in turns.
const LONGEST_GAME: usize = 200;

/// Plays random games until this many positions have been seen at the start of a turn. Returns
/// pairs of texts that differ in more than counters although the planes are the same.
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
            let turns = legal_turns(&pos);
            let Some(turn) = turns.choose(rng) else {
                break;
            };
            play(&mut pos, turn);
        }
    }
    pairs
}
