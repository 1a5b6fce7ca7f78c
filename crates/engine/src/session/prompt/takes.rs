//! The squares from which a turn captures, pushes or moves something, computed from the scenes
//! before and after it.

use jabberwock_game::{Color, Coord, Layer, Scene, Tap, TapTarget};

/// The difference that steps of a turn make on the board, ignoring the moved piece itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Difference {
    /// The squares from which something is captured or moved, or on which its form changes; sorted.
    pub(super) squares: Vec<Coord>,
    /// Whether something is captured.
    pub(super) captures: bool,
}

/// The steps whose difference is computed.
pub(super) struct Steps<'a> {
    /// The player who makes them.
    pub(super) mover: Color,
    /// The taps of the turn up to the end of these steps.
    pub(super) taps: &'a [Tap],
    /// Whether they begin the turn.
    pub(super) begin_turn: bool,
}

/// An object on a square.
#[derive(Clone, Copy)]
struct Thing<'a> {
    square: Coord,
    layer: &'a Layer,
}

impl Thing<'_> {
    /// Whether `other` can be the same object in another place or form.
    fn is_like(&self, other: &Thing<'_>) -> bool {
        self.layer.owner == other.layer.owner && self.layer.glyph == other.layer.glyph
    }
}

/// The squares that steps begin and end on, as far as known from taps.
struct Path {
    /// The origin of the moved piece, if the steps begin the turn.
    first: Option<Coord>,
    /// The end square of the moved piece.
    last: Option<Coord>,
    /// Whether a piece may start on the last square, as a further pawn of a disguise does.
    may_start_last: bool,
}

impl Path {
    fn new(steps: &Steps<'_>) -> Path {
        let squares = steps.taps.iter().filter_map(|tap| match tap.target {
            TapTarget::Square(square) => Some(square),
            _ => None,
        });
        let squares: Vec<Coord> = squares.collect();
        Path {
            first: squares.first().copied().filter(|_| steps.begin_turn),
            last: squares.last().copied(),
            may_start_last: !steps.begin_turn || squares.len() > 2,
        }
    }
}

impl Difference {
    /// Returns the difference between two scenes. `may_vanish` tells whether an object may leave
    /// the board without being captured.
    pub(super) fn new(
        [before, after]: [&Scene; 2],
        steps: &Steps<'_>,
        may_vanish: impl Fn(&Layer) -> bool,
    ) -> Difference {
        let path = Path::new(steps);
        let is_own = |thing: &Thing<'_>| thing.layer.owner == Some(steps.mover);
        let starts = |thing: &Thing<'_>| {
            let square = Some(thing.square);
            // The load of a rook leaves with it, whoever owns it.
            square == path.first || square == path.last && path.may_start_last && is_own(thing)
        };
        let mut gone = things_missing(before, after);
        gone.sort_by_key(|thing| !starts(thing));
        // A hopper is tapped on its new square, and comes from elsewhere.
        let comes_from_elsewhere = !steps.begin_turn && !gone.first().is_some_and(starts);
        let is_tapped = |thing: &Thing<'_>, now: &Thing<'_>| {
            comes_from_elsewhere && is_own(thing) && Some(now.square) == path.last
        };
        let mut come = things_missing(after, before);
        let mut difference = Difference::default();
        for thing in gone {
            let starts = starts(&thing);
            let promoted = if starts {
                path.last
            } else {
                Some(thing.square)
            };
            let now = take_like(&mut come, &thing, promoted);
            if starts {
                difference.captures |= now.is_none();
                continue;
            }
            match now {
                Some(now) if is_tapped(&thing, &now) || !thing.is_like(&now) => continue,
                // A captured piece that rises again.
                Some(now) => difference.captures |= now.square == thing.square,
                None if is_own(&thing) && may_vanish(thing.layer) => continue,
                None => difference.captures = true,
            }
            difference.squares.push(thing.square);
        }
        difference.squares.sort_unstable();
        difference.squares.dedup();
        difference
    }

    /// Returns the common part of both.
    pub(super) fn and(mut self, other: &Difference) -> Difference {
        self.squares.retain(|square| other.squares.contains(square));
        self.captures &= other.captures;
        self
    }
}

/// Removes from `things` the successor of `thing`: the same in another form or place, or the piece
/// to which a pawn that is now on `promoted` was promoted.
fn take_like<'a>(
    things: &mut Vec<Thing<'a>>,
    thing: &Thing<'_>,
    promoted: Option<Coord>,
) -> Option<Thing<'a>> {
    let find = |fits: &dyn Fn(&Thing<'_>) -> bool| things.iter().position(fits);
    let index = find(&|other| thing.is_like(other) && other.square == thing.square)
        .or_else(|| find(&|other| thing.is_like(other)))
        .or_else(|| {
            let owner = thing.layer.owner;
            find(&|other| other.layer.owner == owner && Some(other.square) == promoted)
        });
    index.map(|index| things.swap_remove(index))
}

/// Returns the objects on squares of `scene` that are not there in `other`.
fn things_missing<'a>(scene: &'a Scene, other: &Scene) -> Vec<Thing<'a>> {
    let mut missing = Vec::new();
    for at in &scene.squares {
        let there = other.layers(at.square);
        if at.layers == there {
            continue;
        }
        let is_same =
            |a: &Layer, b: &Layer| (a.glyph, a.owner, a.form) == (b.glyph, b.owner, b.form);
        let mut rest: Vec<&Layer> = there.iter().collect();
        for layer in &at.layers {
            if let Some(index) = rest.iter().position(|other| is_same(layer, other)) {
                rest.swap_remove(index);
            } else {
                missing.push(Thing {
                    square: at.square,
                    layer,
                });
            }
        }
    }
    missing
}
