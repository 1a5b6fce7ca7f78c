//! The hidden layers of positions, updated by the inputs that differ.

use jabberwock_game::{Color, PlaneMirror, Planes, inputs_of};

use super::network::Network;

/// A position and its hidden layer from both players' points of view.
#[derive(Clone, Debug)]
struct Accumulator {
    planes: Planes,
    /// White's point of view, then Black's.
    values: Box<[i16]>,
}

/// The hidden layers of the positions evaluated last at each ply of a search.
///
/// A position differs little from the one evaluated last at the same ply, and from its predecessor.
/// Its hidden layer is computed from the nearer of both. Whichever is used, the value is the same.
#[derive(Clone, Debug, Default)]
pub struct Accumulators {
    plies: Vec<Accumulator>,
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
        if let Some(before) = before.last()
            && difference(&before.planes, planes) < difference(&here.planes, planes)
        {
            here.update(network, planes, Some(before));
        } else {
            here.update(network, planes, None);
        }
        let (white, black) = here.values.split_at(network.shape().hidden);
        let (us, them) = match turn {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        network.output(us, them, network.shape().bucket(planes.count()))
    }
}

/// How many inputs differ.
#[inline]
fn difference(one: &Planes, other: &Planes) -> u32 {
    let pairs = one.bits().iter().zip(other.bits());
    let changed = pairs.map(|(one, other)| one ^ other);
    let changed = changed.filter(|&bits| bits != 0);
    changed.map(u64::count_ones).sum()
}

impl Accumulator {
    /// The hidden layer of a position without inputs: the biases.
    fn empty(network: &Network, mirror: PlaneMirror) -> Accumulator {
        let biases = &network.parameters().hidden_biases;
        Accumulator {
            planes: Planes::new(network.shape().planes / 2, mirror),
            values: [&biases[..], &biases[..]].concat().into(),
        }
    }

    /// Makes it that of `planes`, starting from `from` if given.
    fn update(&mut self, network: &Network, planes: &Planes, from: Option<&Accumulator>) {
        if let Some(from) = from {
            self.values.copy_from_slice(&from.values);
        }
        let old = from.map_or(&self.planes, |from| &from.planes);
        let (hidden, mirror) = (network.shape().hidden, planes.mirror());
        let (white, black) = self.values.split_at_mut(hidden);
        for (plane, (&old, &new)) in old.bits().iter().zip(planes.bits()).enumerate() {
            if old == new {
                continue;
            }
            for input in inputs_of(plane, new & !old) {
                add(white, network.input(input));
                add(black, network.input(mirror.input(input)));
            }
            for input in inputs_of(plane, old & !new) {
                subtract(white, network.input(input));
                subtract(black, network.input(mirror.input(input)));
            }
        }
        self.planes.copy_from(planes);
    }
}

#[inline]
fn add(values: &mut [i16], weights: &[i16]) {
    for (value, &weight) in values.iter_mut().zip(weights) {
        *value = value.wrapping_add(weight);
    }
}

#[inline]
fn subtract(values: &mut [i16], weights: &[i16]) {
    for (value, &weight) in values.iter_mut().zip(weights) {
        *value = value.wrapping_sub(weight);
    }
}

#[cfg(test)]
mod tests;
