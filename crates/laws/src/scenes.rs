//! Checks of the laws of scenes in random games.

use std::{
    collections::{BTreeSet, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
};

use jabberwock_game::{
    Color, Coord, Layer, Level, MarkKind, Position, Scene, Stage, Step, Variant,
};
use rand::{
    Rng,
    seq::{IndexedRandom, IteratorRandom},
};

use super::{Breach, breach};

/// Maximum length of a random game, in turns.
const LONGEST_GAME: usize = 200;
/// Number of steps of a turn that are chosen at random. A turn may have millions of steps;
/// afterwards the first step of each list completes it quickly.
const RANDOM_STEPS: usize = 24;

/// The indices of the counters among the fields of a text.
const COUNTERS: [usize; 2] = [4, 5];
/// Maximum number of values remembered for each field of the texts.
const MAX_VALUES: usize = 64;

/// Plays random games until this many positions have been seen at the start of a turn, and checks
/// their scenes and those within turns. Returns the number of distinct scenes seen, including those
/// of positions that differ from these in one field of the text.
///
/// # Errors
/// The first violation found.
pub fn check_scenes<V: Variant>(
    variant: V,
    positions: usize,
    rng: &mut impl Rng,
) -> Result<usize, Breach> {
    let mut checker = SceneChecker {
        variant,
        known: HashMap::new(),
        fields: Vec::new(),
    };
    let mut seen = 0;
    while seen < positions {
        let mut pos = variant.start();
        for _ in 0..LONGEST_GAME.min(positions - seen) {
            checker.check_start(&pos)?;
            checker.check_neighbours(&pos, rng)?;
            seen += 1;
            if !pos.has_legal_step() {
                break;
            }
            checker.play_turn(&mut pos, rng)?;
        }
    }
    Ok(checker.known.len())
}

struct SceneChecker<V> {
    variant: V,
    /// The texts without counters, by the hashes of their scenes.
    known: HashMap<u64, String>,
    /// Some of the values of each field of the texts.
    fields: Vec<BTreeSet<String>>,
}

impl<V: Variant> SceneChecker<V> {
    /// Checks the laws of scenes at the start of a turn.
    fn check_start(&mut self, pos: &V::Position) -> Result<(), Breach> {
        let scene = self.variant.scene(pos);
        let text = self.variant.text(pos);
        let breach = |law, detail: String| Err(breach(law, &text, detail));
        if let Err((law, detail)) = check_form(&scene) {
            return breach(law, detail);
        }
        let pieces = text.split(' ').next().unwrap_or_default();
        if placement(&scene) != pieces {
            let law = "the pieces of the scene are the pieces of the text";
            return breach(law, placement(&scene));
        }
        if scene.turn != pos.turn() {
            let law = "the player to move of the scene is that of the position";
            return breach(law, scene.turn.to_string());
        }
        let mut checks = scene
            .marks
            .iter()
            .filter(|mark| mark.kind == MarkKind::Check);
        let checked = checks.next().map(|mark| (mark.owner, mark.squares.len()));
        let expected = pos.is_check().then_some((Some(pos.turn()), 1));
        if checked != expected || checks.next().is_some() {
            let law = "the king is marked exactly in check";
            return breach(law, format!("{checked:?}"));
        }
        self.remember(&scene, &text)
    }

    /// Checks that positions that differ in more than counters have different scenes.
    fn remember(&mut self, scene: &Scene, text: &str) -> Result<(), Breach> {
        let plain = without_counters(text);
        let other = self.known.entry(hash(scene));
        let other = other.or_insert_with(|| plain.clone());
        if *other == plain {
            return Ok(());
        }
        let law = "positions that differ in more than counters have different scenes";
        Err(breach(law, text, other.clone()))
    }

    /// Checks the same for positions whose texts differ from that of `pos` in one field, which are
    /// rare in random games.
    fn check_neighbours(&mut self, pos: &V::Position, rng: &mut impl Rng) -> Result<(), Breach> {
        let text = self.variant.text(pos);
        let fields: Vec<&str> = text.split(' ').collect();
        let none = BTreeSet::from(["-".to_owned()]);
        self.fields.resize(fields.len(), none);
        for (index, &field) in fields.iter().enumerate() {
            if COUNTERS.contains(&index) {
                continue;
            }
            let known = self.fields[index].iter().choose(rng).cloned();
            for value in known.into_iter().chain(["-".to_owned()]) {
                let mut fields = fields.clone();
                fields[index] = &value;
                if let Ok(neighbour) = self.variant.parse(&fields.join(" ")) {
                    let text = self.variant.text(&neighbour);
                    self.remember(&self.variant.scene(&neighbour), &text)?;
                }
            }
            if self.fields[index].len() < MAX_VALUES {
                self.fields[index].insert(field.to_owned());
            }
        }
        Ok(())
    }

    /// Makes a random turn and checks the scenes within it: pieces and tokens may be captured, but
    /// none disappears temporarily. (A turn of one step may bring pieces back.)
    fn play_turn(&self, pos: &mut V::Position, rng: &mut impl Rng) -> Result<(), Breach> {
        let start = self.variant.text(pos);
        let breach = |law, detail: String| Err(breach(law, &start, detail));
        let mut turn: Vec<Step> = Vec::new();
        let mut before = layer_counts(&self.variant.scene(pos));
        loop {
            let mut steps = Vec::new();
            for stage in Stage::ALL {
                pos.generate(stage, &mut steps);
            }
            let chosen = if turn.len() < RANDOM_STEPS {
                steps.choose(rng)
            } else {
                steps.first()
            };
            let Some(&step) = chosen else {
                return breach("every step can be completed to a turn", format!("{turn:?}"));
            };
            turn.push(step);
            pos.play(step);
            let is_over = pos.at_turn_start();
            if is_over && turn.len() == 1 {
                return Ok(());
            }
            let scene = self.variant.scene(pos);
            if let Err((law, detail)) = check_form(&scene) {
                return breach(law, format!("{detail} after {turn:?}"));
            }
            let counts = layer_counts(&scene);
            if Color::ALL
                .iter()
                .any(|color| counts[color.index()] > before[color.index()])
            {
                let law = "within a turn no piece is missing that is there later";
                return breach(law, format!("{before:?} to {counts:?} after {turn:?}"));
            }
            before = counts;
            if is_over {
                return Ok(());
            }
        }
    }
}

/// Checks the laws of all scenes; the error is the law and the observed violation.
fn check_form(scene: &Scene) -> Result<(), (&'static str, String)> {
    let is_here = |square: Coord| square.file < scene.width && square.rank < scene.height;
    let order = scene
        .squares
        .windows(2)
        .all(|two| two[0].square < two[1].square);
    if !order || !scene.squares.iter().all(|at| is_here(at.square)) {
        let law = "the squares of a scene are on the board and in order";
        return Err((law, format!("{:?}", scene.squares)));
    }
    for at in &scene.squares {
        let levels: Vec<Level> = at.layers.iter().map(|layer| layer.level).collect();
        if !is_pile(&levels) {
            let law = "layers are in the order floor, piece, what is inside it";
            return Err((law, format!("{}: {levels:?}", at.square)));
        }
    }
    for tray in &scene.trays {
        let fits = |layer: &Layer| layer.level == Level::Tray && layer.owner == Some(tray.owner);
        if !tray.layers.iter().all(fits) {
            let law = "a tray holds things of its owner";
            return Err((law, format!("{tray:?}")));
        }
    }
    for mark in &scene.marks {
        if mark.squares.is_empty() || !mark.squares.iter().all(|&square| is_here(square)) {
            return Err(("marks are on the board", format!("{mark:?}")));
        }
    }
    check_games(scene)
}

/// Whether layers of these levels may be on one square: at most one part of the floor, then tokens
/// and a piece, then the objects inside the piece.
fn is_pile(levels: &[Level]) -> bool {
    let rank = |level: &Level| match level {
        Level::Floor => 0,
        Level::On => 1,
        Level::Inside => 2,
        Level::Tray => 3,
    };
    let is_inside = |level: &Level| *level == Level::Inside;
    !levels.is_empty()
        && levels.is_sorted_by_key(rank)
        && !levels.contains(&Level::Tray)
        && (!levels.iter().any(is_inside) || levels.contains(&Level::On))
}

/// Checks the laws of the games on a board.
fn check_games(scene: &Scene) -> Result<(), (&'static str, String)> {
    for board in &scene.boards {
        let law = "a board stands on a piece, and its game is described";
        let game = scene.games.get(board.game);
        if scene.layers(board.square).is_empty() || game.is_none_or(|game| game.turn != board.turn)
        {
            return Err((law, format!("{board:?}")));
        }
    }
    for (index, game) in scene.games.iter().enumerate() {
        if game.level + 1 != scene.level || game.position.is_none() || !game.games.is_empty() {
            let law = "one level below is described, each game with its position";
            return Err((law, format!("{game:?}")));
        }
        let others = &scene.games[..index];
        if others.iter().any(|other| other.position == game.position) {
            return Err(("each different game is described once", format!("{game:?}")));
        }
    }
    Ok(())
}

/// Returns the placement field of a text with these pieces.
fn placement(scene: &Scene) -> String {
    let is_piece = |layer: &&Layer| {
        layer.level != Level::Floor && layer.symbol.starts_with(char::is_alphabetic)
    };
    let ranks = (0..scene.height).rev().map(|rank| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..scene.width {
            let layers = scene.layers(Coord::new(file, rank));
            let pieces: String = layers
                .iter()
                .filter(is_piece)
                .map(|layer| &*layer.symbol)
                .collect();
            if pieces.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            let is_stack = layers.iter().any(|layer| layer.level == Level::Inside);
            let [open, close] = if is_stack { ["(", ")"] } else { [""; 2] };
            text.extend([open, &pieces, close]);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    });
    ranks.collect::<Vec<_>>().join("/")
}

/// Returns the number of layers of each player, on squares and in trays.
fn layer_counts(scene: &Scene) -> [usize; 2] {
    let on_squares = scene.squares.iter().flat_map(|at| &at.layers);
    let layers = on_squares.chain(scene.trays.iter().flat_map(|tray| &tray.layers));
    let mut counts = [0; 2];
    for owner in layers.filter_map(|layer| layer.owner) {
        counts[owner.index()] += 1;
    }
    counts
}

/// Returns the text without its own counters.
pub(super) fn without_counters(text: &str) -> String {
    let fields = text.split(' ').enumerate();
    let kept = fields.filter(|&(index, _)| !COUNTERS.contains(&index));
    kept.map(|(_, field)| field).collect::<Vec<_>>().join(" ")
}

fn hash(scene: &Scene) -> u64 {
    let mut hasher = DefaultHasher::new();
    scene.hash(&mut hasher);
    hasher.finish()
}
