//! Why a turn was chosen, in words.

use jabberwock_game::Score;
use jabberwock_variants::mega::{Board, Play};

use super::{
    compose::Candidate,
    subgame::{Item, Prospect},
};

/// `d1 h5f7 mates, a1 e2e4 +0.35 ...; left alone: h8 -2.10`: what is done where, and why.
pub(super) fn reasons(
    board: &Board,
    prospects: &[Prospect],
    items: &[Item],
    candidate: &Candidate,
) -> String {
    const LEFT: usize = 4;
    let besieged = board.besieged();
    if candidate.boards.is_empty() {
        let what = if board.is_check() {
            "answers the mega-check"
        } else if candidate.after.outcome().is_some() {
            "ends the game"
        } else if candidate.after.is_check() {
            "gives mega-check"
        } else {
            "is better than any board turn"
        };
        return format!("mega-move {} {what}", candidate.play);
    }
    let mut parts = Vec::new();
    for &index in &candidate.boards {
        let item = &items[index];
        let prospect = &prospects[item.index];
        let Some(play) = &prospect.play else { continue };
        let turn = match &**play {
            Play::Boards(groups) => format!("{} groups of boards", groups.len()),
            play @ Play::Move { .. } => play.to_string(),
        };
        let why = if prospect.score == Score::mate_in(1) {
            "wins".to_owned()
        } else if besieged.contains(item.square) {
            format!("answers check, {}", points(prospect.score))
        } else {
            points(prospect.score)
        };
        parts.push(format!("{} {turn} {why}", item.square));
    }
    let left: Vec<String> = (0..items.len())
        .filter(|index| !candidate.boards.contains(index))
        .take(LEFT)
        .map(|index| {
            let item = &items[index];
            format!("{} {}", item.square, points(prospects[item.index].score))
        })
        .collect();
    let mut text = parts.join(", ");
    if !left.is_empty() {
        text.push_str("; left alone: ");
        text.push_str(&left.join(", "));
    }
    text
}

/// `+0.35`, `#3`.
fn points(score: Score) -> String {
    match score.mate_moves() {
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(score.0) / 100.0),
    }
}
