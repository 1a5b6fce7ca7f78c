//! Annotations in a recorded game.

use jabberwock_game::{Color, Score};

use super::review::{Mark, TurnReview};
use crate::records::{Line, RecordedGame, RecordedTurn};

/// The turns of a best line that are written.
const LINE_LENGTH: usize = 8;
/// How the command of an evaluation begins in a comment, as other programs write it.
const EVALUATION: &str = "[%eval ";

/// Writes the reviews of a game's turns into it: a mark as a numeric annotation glyph, the score after
/// the turn as the comment `[%eval 0.35,12]` (pawns for White, or `#-3` for moves to mate, and the depth),
/// and the best line as a variation, where it begins with another turn. `annotator` goes to the tag
/// `Annotator`. Evaluations that are there already are replaced; what else the comments say, and variations, stay.
pub fn annotate(game: &mut RecordedGame, turns: &[TurnReview], annotator: &str) {
    game.tags.retain(|(name, _)| name != "Annotator");
    game.tags
        .push(("Annotator".to_owned(), annotator.to_owned()));
    let marks = Mark::ALL.map(Mark::nag);
    for (made, review) in game.main_line.turns.iter_mut().zip(turns) {
        made.nags.retain(|nag| !marks.contains(nag));
        made.nags.extend(review.mark.map(Mark::nag));
        let known = std::mem::take(&mut made.comments);
        let rest = known.into_iter().map(without_evaluation);
        made.comments.push(evaluation(review));
        made.comments.extend(rest.filter(|text| !text.is_empty()));
        let is_other = review.best.first().is_some_and(|best| *best != made.turn);
        let variation = best_line(review);
        if is_other && !made.variations.contains(&variation) {
            made.variations.push(variation);
        }
    }
}

/// `comment` without evaluations: `[%eval 0.35] [%clk 0:01:00]` becomes `[%clk 0:01:00]`.
fn without_evaluation(mut comment: String) -> String {
    while let Some((before, rest)) = comment.split_once(EVALUATION)
        && let Some((_, after)) = rest.split_once(']')
    {
        comment = [before.trim_end(), after.trim_start()].join(" ");
    }
    comment.trim().to_owned()
}

/// `[%eval 0.35,12]`
fn evaluation(review: &TurnReview) -> String {
    let score = match review.player {
        Color::White => review.after,
        Color::Black => -review.after,
    };
    let text = match score.mate_moves() {
        // The game is over.
        Some(0) => return format!("{EVALUATION}#0]"),
        Some(moves) => format!("#{moves}"),
        None => {
            let Score(centipawns) = score;
            format!("{:.2}", f64::from(centipawns) / 100.0)
        }
    };
    match review.depth {
        0 => format!("{EVALUATION}{text}]"),
        depth => format!("{EVALUATION}{text},{depth}]"),
    }
}

fn best_line(review: &TurnReview) -> Line {
    let turns = review.best.iter().take(LINE_LENGTH);
    Line {
        comments: Vec::new(),
        turns: turns.map(RecordedTurn::plain).collect(),
    }
}
