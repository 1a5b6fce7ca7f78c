//! The comment of a turn: `+0.35/9 0.051s`, score, depth and time, or a part of it.

use std::time::Duration;

use jabberwock_game::Score;

use super::game::RecordedTurn;
use crate::time_control;

/// Returns the score in pawns for the player, the depth and the time: `+0.35/9 0.051s`; `None`
/// without score and time.
pub(super) fn text(turn: &RecordedTurn) -> Option<String> {
    let score = turn.score.map(|score| match score.mate_moves() {
        Some(moves) if moves > 0 => format!("+M{moves}"),
        Some(moves) => format!("-M{}", -moves),
        None => format!("{:+.2}", f64::from(score.0) / 100.0),
    });
    let score = match (score, turn.depth) {
        (Some(score), Some(depth)) => Some(format!("{score}/{depth}")),
        (score, _) => score,
    };
    let time = turn.time.map(|time| format!("{:.3}s", time.as_secs_f64()));
    match (score, time) {
        (Some(score), Some(time)) => Some(format!("{score} {time}")),
        (score, time) => score.or(time),
    }
}

/// Parses a comment into `turn`; `false` if it has another form.
pub(super) fn read(comment: &str, turn: &mut RecordedTurn) -> bool {
    let (score, time) = match comment.split_once(' ') {
        Some((score, time)) => (Some(score), Some(time)),
        None if comment.ends_with('s') => (None, Some(comment)),
        None => (Some(comment), None),
    };
    let time = match time.map(seconds) {
        Some(None) => return false,
        time => time.flatten(),
    };
    if let Some(text) = score {
        let (score, depth) = match text.split_once('/') {
            Some((score, depth)) => match depth.parse() {
                Ok(depth) => (score, Some(depth)),
                Err(_) => return false,
            },
            None => (text, None),
        };
        let Some(score) = read_score(score) else {
            return false;
        };
        turn.score = Some(score);
        turn.depth = depth;
    }
    turn.time = time;
    true
}

/// Whether a comment consists of commands of other programs and nothing else:
/// `[%eval 0.35,12] [%clk 0:10:00]`.
pub(super) fn is_commands(comment: &str) -> bool {
    let mut rest = comment;
    while let Some((_, after)) = rest
        .strip_prefix("[%")
        .and_then(|rest| rest.split_once(']'))
    {
        rest = after.trim_start();
    }
    rest.is_empty() && !comment.is_empty()
}

/// Parses `0.051s`.
fn seconds(text: &str) -> Option<Duration> {
    let digits = text.strip_suffix('s')?;
    digits
        .starts_with(|letter: char| letter.is_ascii_digit())
        .then_some(())?;
    time_control::seconds(digits)
}

/// Parses `+0.35` or `-M2`: a score in pawns or moves to mate. A mate by the player is assumed to
/// end with the player's own turn.
pub(super) fn read_score(text: &str) -> Option<Score> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let number = &text[1..];
    if let Some(moves) = number.strip_prefix('M') {
        let moves: i32 = moves.parse().ok()?;
        let is_near = (0..=Score::MAX_DISTANCE / 2).contains(&moves);
        return is_near.then(|| match sign {
            1 => Score::mate_in((2 * moves - 1).max(0)),
            _ => Score::mated_in(2 * moves),
        });
    }
    let is_number = number
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let pawns: f64 = number.parse().ok().filter(|_| is_number)?;
    let centipawns = (pawns * 100.0).round();
    (centipawns <= f64::from(Score::MAX_EVAL.0)).then(|| Score(sign * centipawns as i32))
}

#[cfg(test)]
mod tests {
    use super::{RecordedTurn, is_commands, read, text};

    #[test]
    fn scores_depths_and_times_are_read_as_written() {
        for comment in [
            "+0.35/9 0.051s",
            "-12.05/31 1.500s",
            "+0.00 0.000s",
            "+M1/9 0.051s",
            "-M2/1 60.000s",
            "-M0/1 0.001s",
            "0.250s",
            "+0.35/9",
            "-M2",
        ] {
            let mut turn = RecordedTurn::default();
            assert!(read(comment, &mut turn), "{comment}");
            assert_eq!(text(&turn).as_deref(), Some(comment));
        }
    }

    #[test]
    fn other_comments_are_not_taken_for_scores() {
        for comment in [
            "",
            "s",
            "checkmate",
            "0.35/9 0.051s",
            "0.35",
            "+0.35/9 ",
            "+",
            "+x 1s",
            "+M9999 1s",
            "+1/z 1s",
            "+1e9 1s",
            "-s",
            "two words",
            "+ 1s",
            "NaNs",
        ] {
            let mut turn = RecordedTurn::default();
            assert!(!read(comment, &mut turn), "{comment}");
            assert_eq!(turn, RecordedTurn::default());
        }
    }

    #[test]
    fn commands_are_told_from_words() {
        for comment in ["[%eval 0.35,12]", "[%eval #-3] [%clk 0:10:00]", "[%a][%b]"] {
            assert!(is_commands(comment), "{comment}");
        }
        for comment in [
            "",
            "[%eval 0.35] resigns",
            "White [%clk 1]",
            "[%eval",
            "[a]",
        ] {
            assert!(!is_commands(comment), "{comment}");
        }
    }
}
