//! Checks of the laws in unreachable positions: those of random games with pieces moved or removed.

use jabberwock_game::{Evaluate, Position as _, legal_turns, play};
use rand::{
    Rng, RngExt,
    seq::{IndexedRandom, SliceRandom},
};

use super::{Breach, Checker, wings::items};

/// Maximum length, in turns, of the random games from which positions are taken.
const LONGEST_GAME: usize = 60;
const SQUARES: usize = 64;

/// Checks the laws of positions and steps where pieces or whole stacks of random games are
/// exchanged and removed, the given number of times after each of `games` games. Returns the number
/// of positions checked, those whose texts the game accepts.
///
/// # Errors
/// The first violation found.
pub fn check_scattered<V: Evaluate>(
    variant: V,
    games: u32,
    times: u32,
    rng: &mut impl Rng,
) -> Result<u32, Breach> {
    let mut checker = Checker::new(variant, true);
    let mut count = 0;
    for _ in 0..games {
        let mut pos = variant.start();
        for _ in 0..rng.random_range(0..LONGEST_GAME) {
            let turns = legal_turns(&pos);
            let Some(turn) = turns.choose(rng) else {
                break;
            };
            play(&mut pos, turn);
        }
        let text = variant.text(&pos);
        checker.pool.clear();
        for _ in 0..times {
            let Ok(scattered) = variant.parse(&scattered_text(&text, rng)) else {
                continue;
            };
            checker.check_position(&scattered)?;
            if scattered.has_legal_step() {
                checker.random_turn(&scattered, rng)?;
            }
            count += 1;
        }
    }
    Ok(count)
}

/// Returns `text` with some pieces exchanged and removed, and without state that depends on their
/// squares: castling rights and deniable turns.
fn scattered_text(text: &str, rng: &mut impl Rng) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mut squares = squares(&fields[0]);
    let mut places: Vec<usize> = (0..squares.len()).collect();
    if rng.random_bool(0.2) {
        squares.shuffle(rng);
    } else {
        for _ in 0..rng.random_range(1..20) {
            let [from, to] = [(); 2].map(|()| *places.choose(rng).unwrap_or(&0));
            squares.swap(from, to);
        }
    }
    places.shuffle(rng);
    for &place in &places[..rng.random_range(0..squares.len() / 2)] {
        if !squares[place].contains(['K', 'k']) {
            squares[place].clear();
        }
    }
    fields[0] = placement(&squares);
    for field in &mut fields[1..] {
        let is_castling = !field.is_empty() && field.chars().all(|letter| "KQkq".contains(letter));
        if is_castling || field.starts_with("d:") || field.starts_with("x:") {
            "-".clone_into(field);
        }
    }
    fields.join(" ")
}

/// Returns the contents of each square of a placement, in order: a piece with its marks, a stack,
/// or an empty string.
fn squares(placement: &str) -> Vec<String> {
    let mut squares = Vec::with_capacity(SQUARES);
    for item in placement.split('/').flat_map(items) {
        match item.parse::<usize>() {
            Ok(empty) => squares.resize(squares.len() + empty, String::new()),
            Err(_) => squares.push(item.to_owned()),
        }
    }
    squares
}

/// Returns the placement of the given [`squares`].
fn placement(squares: &[String]) -> String {
    let rank = |squares: &[String]| {
        let mut text = String::new();
        let mut empty = 0;
        for square in squares {
            if square.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push_str(square);
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    let ranks: Vec<String> = squares.chunks(8).map(rank).collect();
    ranks.join("/")
}

#[cfg(test)]
mod tests {
    use super::{placement, squares};

    #[test]
    fn a_placement_is_written_as_it_was_read() {
        let text = "6k1/2(rnp)2b1p/1p1q1n2/2pP1(RB~)2/4N3/P3(rPK)1P1/1PPQ4/5B~2";
        let read = squares(text);
        assert_eq!(read.len(), 64);
        assert_eq!(read[10], "(rnp)");
        assert_eq!(read[61], "B~");
        assert_eq!(placement(&read), text);
    }
}
