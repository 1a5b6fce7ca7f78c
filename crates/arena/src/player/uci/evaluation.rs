//! The static evaluation that a program prints on `eval`, a command that UCI does not have but many programs do.

use jabberwock_game::Score;

/// The score for White in a line of the answer: `Evaluation: cp 25 for White`, as this program prints it, or
/// `NNUE evaluation        +0.25 (white side)`, as Stockfish does for its network, in pawns.
pub(super) fn read_evaluation(line: &str) -> Option<Score> {
    let mut words = line.split_ascii_whitespace();
    let score = match (words.next()?, words.next()?) {
        ("Evaluation:", "cp") => {
            let score: i32 = words.next()?.parse().ok()?;
            match (words.next()?, words.next()?) {
                ("for", "White") => score,
                ("for", "Black") => -score,
                _ => return None,
            }
        }
        ("NNUE", "evaluation") => {
            let pawns: f64 = words.next()?.parse().ok()?;
            (pawns * 100.0).round() as i32
        }
        _ => return None,
    };
    Some(Score::from_eval(score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_read_and_other_lines_are_not() {
        let read = |line| read_evaluation(line).map(|score| score.0);
        assert_eq!(read("Evaluation: cp 25 for White"), Some(25));
        assert_eq!(read("Evaluation: cp 25 for Black"), Some(-25));
        assert_eq!(read("NNUE evaluation        -0.29 (white side)"), Some(-29));
        for line in [
            "",
            "NNUE evaluation        none",
            "Final evaluation: none (in check)",
            "Evaluation: cp 25 for Green",
            "Evaluation: cp",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
