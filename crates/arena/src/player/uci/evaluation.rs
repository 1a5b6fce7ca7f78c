//! The static evaluation that a program prints on `eval`, a command that is not part of UCI but
//! common.

use jabberwock_game::Score;

/// Returns the score for White in a line of the answer: `Evaluation: cp 25 for White`, as this
/// program prints it, or `NNUE evaluation        +0.25 (white side)`, as Stockfish does for its
/// network, in pawns.
pub(super) fn read_evaluation(line: &str) -> Option<Score> {
    let mut words = line.split_ascii_whitespace();
    match (words.next()?, words.next()?) {
        ("Evaluation:", "cp") => {
            let score = Score::from_eval(words.next()?.parse().ok()?);
            match (words.next()?, words.next()?) {
                ("for", "White") => Some(score),
                ("for", "Black") => Some(-score),
                _ => None,
            }
        }
        ("NNUE", "evaluation") => {
            let pawns: f64 = words.next()?.parse().ok()?;
            Some(Score::from_eval((pawns * 100.0).round() as i32))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_read_and_other_lines_are_not() {
        let read = |line| read_evaluation(line).map(|score| score.0);
        assert_eq!(read("Evaluation: cp 25 for White"), Some(25));
        assert_eq!(read("Evaluation: cp 25 for Black"), Some(-25));
        let least = format!("Evaluation: cp {} for Black", i32::MIN);
        assert!(read_evaluation(&least).is_some_and(|score| !score.is_decisive()));
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
