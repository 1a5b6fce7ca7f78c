//! The hidden layers of positions, updated by the inputs that differ.

use jabberwock_game::{Color, PlaneMirror, Planes, inputs_of};

use super::{network::Network, shape::LANES};

/// A position and its hidden layer from both players' points of view.
#[derive(Clone, Debug)]
struct Accumulator {
    planes: Planes,
    /// The number of inputs that are set.
    count: u32,
    /// White's point of view, then Black's.
    values: Box<[i16]>,
}

/// The inputs by which two positions differ, from one player's point of view.
#[derive(Clone, Debug, Default)]
struct Changes {
    added: Vec<u16>,
    removed: Vec<u16>,
}

/// The hidden layers of the positions evaluated last at each ply of a search.
///
/// A position differs little from the one evaluated last at the same ply, and from its predecessor.
/// Its hidden layer is computed from the nearer of both. Whichever is used, the value is the same.
#[derive(Clone, Debug, Default)]
pub struct Accumulators {
    plies: Vec<Accumulator>,
    /// Those of the last update, kept for their memory: White's point of view, then Black's.
    changes: [Changes; 2],
}

impl Accumulators {
    /// The value in centipawns of the position `planes` for `turn`, who is to move. `ply` is the
    /// number of steps from the root of the search; consecutive positions of a line have
    /// consecutive plies.
    pub fn evaluate(&mut self, network: &Network, planes: &Planes, turn: Color, ply: usize) -> i32 {
        while self.plies.len() <= ply {
            self.plies
                .push(Accumulator::empty(network, planes.mirror()));
        }
        let (before, rest) = self.plies.split_at_mut(ply);
        let here = &mut rest[0];
        let nearer = before
            .last()
            .filter(|before| difference(&before.planes, planes) < difference(&here.planes, planes));
        here.update(network, planes, nearer, &mut self.changes);
        let (white, black) = here.values.split_at(network.shape().hidden);
        let (us, them) = match turn {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        network.output(us, them, network.shape().bucket(here.count))
    }
}

/// How many planes differ: about half of the inputs that do.
#[inline]
fn difference(one: &Planes, other: &Planes) -> usize {
    let pairs = one.bits().iter().zip(other.bits());
    pairs.filter(|(one, other)| one != other).count()
}

impl Accumulator {
    /// The hidden layer of a position without inputs: the biases.
    fn empty(network: &Network, mirror: PlaneMirror) -> Accumulator {
        let biases = &network.parameters().hidden_biases;
        Accumulator {
            planes: Planes::new(network.shape().planes / 2, mirror),
            count: 0,
            values: [&biases[..], &biases[..]].concat().into(),
        }
    }

    /// Makes it that of `planes`, starting from `from` if given.
    fn update(
        &mut self,
        network: &Network,
        planes: &Planes,
        from: Option<&Accumulator>,
        changes: &mut [Changes; 2],
    ) {
        let (old, count) = from.map_or((&self.planes, self.count), |from| {
            (&from.planes, from.count)
        });
        changes.iter_mut().for_each(Changes::clear);
        let [whites, blacks] = changes;
        let mirror = planes.mirror();
        for (plane, (&old, &new)) in old.bits().iter().zip(planes.bits()).enumerate() {
            if old == new {
                continue;
            }
            for input in inputs_of(plane, new & !old) {
                whites.added.push(input);
                blacks.added.push(mirror.input(input));
            }
            for input in inputs_of(plane, old & !new) {
                whites.removed.push(input);
                blacks.removed.push(mirror.input(input));
            }
        }
        self.planes.copy_from(planes);
        self.count = count + whites.added.len() as u32 - whites.removed.len() as u32;
        let hidden = network.shape().hidden;
        for (view, values) in self.values.chunks_mut(hidden).enumerate() {
            let from = from.map(|from| &from.values[view * hidden..][..hidden]);
            changes[view].apply(network, values, from);
        }
    }
}

impl Changes {
    fn clear(&mut self) {
        self.added.clear();
        self.removed.clear();
    }

    /// Changes a hidden layer, starting from `from` if given.
    fn apply(&self, network: &Network, values: &mut [i16], from: Option<&[i16]>) {
        for (index, values) in values.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let mut sums = from.map_or(*values, |from| from.as_chunks().0[index]);
            for &input in &self.added {
                for (sum, &weight) in sums.iter_mut().zip(network.input(input, index)) {
                    *sum = sum.wrapping_add(weight);
                }
            }
            for &input in &self.removed {
                for (sum, &weight) in sums.iter_mut().zip(network.input(input, index)) {
                    *sum = sum.wrapping_sub(weight);
                }
            }
            *values = sums;
        }
    }
}

#[cfg(test)]
mod tests;
