//! Annotations in a recorded game.

use std::{fmt::Write, mem};

use jabberwock_game::{Color, Score};

use super::review::{Mark, TurnReview};
use crate::records::{Line, RecordedGame, RecordedTurn, nag::is_mark};

/// Maximum number of turns of a best line that are written.
const LINE_LENGTH: usize = 8;
/// The beginning of the evaluation command in a comment, as in other programs.
const EVALUATION: &str = "[%eval ";

/// The beginning of the command that distinguishes an annotation's marks and variations from a
/// person's: `[%jabberwock $4]` after the evaluation of a turn marked by $4, `[%jabberwock 8]`
/// before the first turn of a variation with 8 turns.
const OWN: &str = "[%jabberwock ";

/// Writes the reviews of a game's turns into it: a mark as a numeric annotation glyph, the score
/// after the turn as the comment `[%eval 0.35,12]` (pawns for White, or `#-3` for moves to mate,
/// and the depth), and the best line as a variation, if it begins with another turn. `annotator` is
/// added to the tag `Annotator`, after the names of others.
///
/// Earlier annotations are replaced, and so are evaluations by others. Everything else is kept:
/// glyphs, comments and variations of people, and variations of an annotation that they have
/// changed. A turn with a mark of a person, `!` to `?!`, gets no other mark. A best line gets no
/// variation if a kept one begins with it.
pub fn annotate(game: &mut RecordedGame, turns: &[TurnReview], annotator: &str) {
    sign(game, annotator);
    // Some programs merge the comment at the end of the game with those on its last turn.
    if let Some(last) = game.main_line.turns.last_mut() {
        let end = game.end.take();
        game.end = end.and_then(|end| without_annotation(end, &mut last.nags));
    }
    for (made, review) in game.main_line.turns.iter_mut().zip(turns) {
        remove_annotation(made);
        let mut comment = evaluation(review);
        if let Some(mark) = review.mark.map(Mark::nag)
            && !made.nags.iter().any(|&nag| is_mark(nag))
        {
            made.nags.push(mark);
            // Writing to a string cannot fail.
            let _ = write!(comment, " {OWN}${mark}]");
        }
        made.comments.insert(0, comment);
        let best = &review.best[..review.best.len().min(LINE_LENGTH)];
        let is_other = best.first().is_some_and(|best| *best != made.turn);
        if is_other && !made.variations.iter().any(|line| begins_with(line, best)) {
            made.variations.push(Line {
                comments: vec![own_line(best.len())],
                turns: best.iter().map(RecordedTurn::plain).collect(),
            });
        }
    }
}

/// Whether `annotator` is the last one of the names in the tag `Annotator`.
pub fn is_annotated_by(game: &RecordedGame, annotator: &str) -> bool {
    let names = game.tag("Annotator").unwrap_or_default();
    let others = names.strip_suffix(annotator);
    others.is_some_and(|others| others.is_empty() || others.ends_with(':'))
}

/// Puts `annotator`, a program and its settings, into the tag `Annotator`, after other names and in
/// place of the same program with any settings. Names are separated by `:`, as in other tags of
/// PGN.
fn sign(game: &mut RecordedGame, annotator: &str) {
    let is_tag = |(name, _): &(String, String)| name == "Annotator";
    let program = |name: &str| name.split(',').next().map(str::to_owned);
    let known = game.tags.iter().filter(|tag| is_tag(tag));
    let others = known.flat_map(|(_, names)| names.split(':'));
    let others = others.filter(|name| !name.is_empty() && program(name) != program(annotator));
    let names: Vec<&str> = others.chain([annotator]).collect();
    let tag = ("Annotator".to_owned(), names.join(":"));
    game.tags.retain(|tag| !is_tag(tag));
    game.tags.push(tag);
}

/// Removes an earlier annotation of a turn, and evaluations by others.
fn remove_annotation(made: &mut RecordedTurn) {
    let comments = mem::take(&mut made.comments);
    let rest = comments.into_iter();
    made.comments = rest
        .filter_map(|comment| without_annotation(comment, &mut made.nags))
        .collect();
    made.variations.retain(|line| !is_own(line));
}

/// Returns a comment on a turn without evaluations and an earlier annotation, `None` if nothing
/// else is left. The annotation's marks are removed from `nags`.
fn without_annotation(comment: String, nags: &mut Vec<u8>) -> Option<String> {
    let (comment, own) = without_commands(comment, OWN);
    for mark in own {
        let nag = mark.trim().strip_prefix('$').map(str::parse::<u8>);
        // A person may have removed it.
        if let Some(Ok(nag)) = nag
            && let Some(index) = nags.iter().rposition(|&known| known == nag)
        {
            nags.remove(index);
        }
    }
    let (comment, _) = without_commands(comment, EVALUATION);
    (!comment.is_empty()).then_some(comment)
}

/// Returns the comment before the first turn of a variation of an annotation.
fn own_line(turns: usize) -> String {
    format!("{OWN}{turns}]")
}

/// Whether a variation is one of an annotation, unchanged.
fn is_own(line: &Line) -> bool {
    let is_plain = |made: &RecordedTurn| *made == RecordedTurn::plain(&made.turn);
    line.comments == [own_line(line.turns.len())] && line.turns.iter().all(is_plain)
}

/// Whether the turns of `line` begin with `turns`.
fn begins_with(line: &Line, turns: &[String]) -> bool {
    let known = line.turns.iter().map(|made| &made.turn);
    line.turns.len() >= turns.len() && known.zip(turns).all(|(known, turn)| known == turn)
}

/// Removes the commands that begin with `command` from `comment`, and returns their arguments, too:
/// `[%eval 0.35] [%clk 0:01:00]` becomes `[%clk 0:01:00]`.
fn without_commands(mut comment: String, command: &str) -> (String, Vec<String>) {
    let mut said = Vec::new();
    while let Some((before, rest)) = comment.split_once(command)
        && let Some((inside, after)) = rest.split_once(']')
    {
        said.push(inside.to_owned());
        comment = [before.trim_end(), after.trim_start()].join(" ");
    }
    (comment.trim().to_owned(), said)
}

/// Returns `[%eval 0.35,12]`.
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
