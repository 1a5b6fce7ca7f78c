//! A check, for tests, of the terms that evaluations keep beside a network.

use jabberwock_game::{ByColor, Color};

use super::{Counts, Features};

/// Asserts that in the position `text` the network of `game` corrects exactly the terms of the
/// groups `corrected`.
#[track_caller]
pub(crate) fn assert_network_base<F: Features>(game: F, text: &str, corrected: &[&str]) {
    let pos = game.parse(text);
    let pos = pos.unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut all: ByColor<Counts> = ByColor::default();
    let mut base: ByColor<Counts> = ByColor::default();
    F::count(&pos, &mut all);
    F::count_network_base(&pos, &mut base);
    for term in F::TERMS.iter() {
        let is_corrected = corrected.contains(&term.group());
        for index in term.offset..term.offset + term.len {
            for color in Color::ALL {
                let expected = if is_corrected {
                    all[color].of(index)
                } else {
                    0
                };
                assert_eq!(base[color].of(index), expected, "{text}: {}", term.name);
            }
        }
    }
}
