//! Checks of [`Evaluate::wings_are_alike`] over random play.

use jabberwock_game::{Evaluate, Position as _, legal_turns, on_other_wing, perft::perft, play};
use rand::{Rng, seq::IndexedRandom};

use super::{Breach, breach, planes};

/// Plays random games until this many positions with symmetric wings have been seen. Each is
/// compared with the one whose text has the wings exchanged. Texts must write squares as in chess
/// and contain nothing that looks like one.
///
/// # Errors
/// The first violation found.
pub fn check_wings<V: Evaluate>(
    variant: V,
    positions: usize,
    rng: &mut impl Rng,
) -> Result<(), Breach> {
    let mut seen = 0;
    let mut pos = variant.start();
    while seen < positions {
        if V::wings_are_alike(&pos) && pos.outcome().is_none() {
            check(variant, &pos)?;
            seen += 1;
        }
        let turns = legal_turns(&pos);
        match turns.choose(rng) {
            Some(turn) => play(&mut pos, turn),
            None => pos = variant.start(),
        }
    }
    Ok(())
}

fn check<V: Evaluate>(variant: V, pos: &V::Position) -> Result<(), Breach> {
    let text = variant.text(pos);
    let breach = |law, detail| Err(breach(law, &text, detail));
    let other = match variant.parse(&with_wings_exchanged(&text)) {
        Ok(other) => other,
        Err(error) => {
            let law = "a position with alike wings may have them exchanged";
            return breach(law, error.to_string());
        }
    };
    let counts = [pos, &other].map(|pos| perft(pos, 1));
    if counts[0] != counts[1] {
        let law = "positions that differ by their wings have as many turns";
        return breach(law, format!("{counts:?}"));
    }
    let [planes, others] = [pos, &other].map(planes::<V>);
    let exchanged = planes
        .inputs()
        .map(|input| on_other_wing(input, V::KINDS_ON_SQUARES));
    let mut exchanged: Vec<u16> = exchanged.collect();
    exchanged.sort_unstable();
    let inputs: Vec<u16> = others.inputs().collect();
    if inputs != exchanged {
        let law = "positions that differ by their wings have planes that do";
        return breach(law, format!("{inputs:?} and {exchanged:?}"));
    }
    Ok(())
}

/// Returns the text of a position with its wings exchanged: each rank reversed, and each square
/// mirrored.
fn with_wings_exchanged(text: &str) -> String {
    let (placement, fields) = text.split_once(' ').unwrap_or((text, ""));
    let ranks = placement.split('/').map(|rank| {
        let mut items = items(rank);
        items.reverse();
        items.concat()
    });
    let ranks: Vec<String> = ranks.collect();
    let fields = fields.split(' ').map(|field| {
        let lists = field.split('/').map(|list| {
            let mut squares: Vec<String> = list.split(',').map(exchanged_squares).collect();
            // By the rank of the first square, then by its file.
            squares.sort_by_key(|square| (square.chars().nth(1), square.chars().next()));
            squares.join(",")
        });
        lists.collect::<Vec<String>>().join("/")
    });
    let fields: Vec<String> = fields.collect();
    format!("{} {}", ranks.join("/"), fields.join(" "))
}

/// Returns the text with each square mirrored to the other wing.
fn exchanged_squares(text: &str) -> String {
    let mut letters = text.chars().peekable();
    let mut exchanged = String::new();
    while let Some(letter) = letters.next() {
        let is_file = ('a'..='h').contains(&letter)
            && letters
                .peek()
                .is_some_and(|next| ('1'..='8').contains(next));
        exchanged.push(if is_file {
            char::from(b'a' + b'h' - letter as u8)
        } else {
            letter
        });
    }
    exchanged
}

/// Splits a rank into pieces, stacks and empty squares.
pub(super) fn items(rank: &str) -> Vec<&str> {
    let mut items = Vec::new();
    let mut left = rank;
    while !left.is_empty() {
        let length = match left.find(')') {
            Some(end) if left.starts_with('(') => end + 1,
            _ => 1 + usize::from(left[1..].starts_with('~')),
        };
        let (item, rest) = left.split_at(length);
        items.push(item);
        left = rest;
    }
    items
}

#[cfg(test)]
mod tests {
    use super::with_wings_exchanged;

    #[test]
    fn ranks_are_read_from_their_end_and_squares_are_on_the_other_wing() {
        for (text, exchanged) in [
            ("3k4/8/K7 w - e6 0 1", "4k3/8/7K w - d6 0 1"),
            ("5(rk)b~/3r w - - 1 2", "b~(rk)5/r3 w - - 1 2"),
            ("a1m/7M b c3n,h7k/- Q 4 20", "m1a/M7 b f3n,a7k/- Q 4 20"),
        ] {
            assert_eq!(with_wings_exchanged(text), exchanged);
            assert_eq!(with_wings_exchanged(exchanged), text);
        }
    }
}
