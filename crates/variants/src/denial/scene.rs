//! The scene of a position.

use jabberwock_game::{Coord, MarkKind, Position as _, Scene, counted};

use super::{base::Base, layer::Layer, position::Position, right::MAX_DENIALS};

/// Returns the base's scene with marks for denied and deniable turns.
pub(super) fn scene<B: Base>(layer: &Layer<B>, pos: &Position<B>) -> Scene {
    let mut scene = layer.base.scene(pos.now());
    let owner = Some(pos.turn());
    if let Some(turn) = pos.excluded() {
        let text = layer.base.turn_text(pos.now(), turn);
        scene.mark(MarkKind::Excluded, Coord::path(&text), owner);
    }
    if let Some((before, turn)) = pos.deniable() {
        if pos.may_deny() {
            let text = layer.base.turn_text(before, turn);
            scene.mark(MarkKind::Deniable, Coord::path(&text), owner);
        }
        let text = layer.base.text(before);
        scene.rights.push(format!("a denial restores {text}"));
    }
    scene.facts.extend(facts(layer, pos));
    scene
}

/// Returns the state of denials in words, one line each.
fn facts<B: Base>(layer: &Layer<B>, pos: &Position<B>) -> Vec<String> {
    let right = pos.right();
    let denials = match right.count {
        0 => "no denial so far".to_owned(),
        MAX_DENIALS => format!("{MAX_DENIALS} denials or more so far"),
        count => format!("{} so far", counted(count, "denial")),
    };
    let mut lines = vec![format!(
        "{} holds the right to deny, {denials}",
        right.holder
    )];
    if right.immune {
        lines.push(format!("{}'s next move cannot be denied", !right.holder));
    }
    if let Some(turn) = pos.excluded() {
        let text = layer.base.turn_text(pos.now(), turn);
        lines.push(format!("{text} has been denied"));
    }
    if let Some((before, turn)) = pos.deniable() {
        let text = layer.base.turn_text(before, turn);
        lines.push(format!("{text} can be denied"));
    }
    lines
}
