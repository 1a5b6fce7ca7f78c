//! The hidden layers of positions, updated by the inputs that differ.

use jabberwock_game::{Color, Planes, View, inputs_of};

use super::{lanes::Lanes, network::Network};

/// A position and its hidden layer from both players' points of view.
#[derive(Clone, Debug)]
struct Accumulator {
    planes: Planes,
    /// The number of inputs that are set.
    count: u32,
    /// White's point of view, then Black's.
    values: Box<[Lanes]>,
}

/// The inputs by which two positions differ, from White's point of view.
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
    /// The changes of the last update; kept to reuse their allocations.
    changes: Changes,
}

impl Accumulators {
    /// Returns the value in centipawns of the position `planes` for `turn`, who is to move. `ply`
    /// is the number of steps from the root of the search; consecutive positions of a line have
    /// consecutive plies.
    pub fn evaluate(&mut self, network: &Network, planes: &Planes, turn: Color, ply: usize) -> i32 {
        while self.plies.len() <= ply {
            self.plies.push(Accumulator::empty(network, planes));
        }
        let (before, rest) = self.plies.split_at_mut(ply);
        let here = &mut rest[0];
        let nearer = before
            .last()
            .filter(|before| difference(&before.planes, planes) < difference(&here.planes, planes));
        here.update(network, planes, nearer, &mut self.changes);
        let (white, black) = here.values.split_at(here.values.len() / 2);
        let (us, them) = match turn {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        network.output(us, them, network.shape().bucket(here.count))
    }
}

/// Returns the number of planes that differ, an estimate of half the number of inputs that do.
#[inline]
fn difference(one: &Planes, other: &Planes) -> usize {
    let pairs = one.bits().iter().zip(other.bits());
    pairs.filter(|(one, other)| one != other).count()
}

impl Accumulator {
    /// Returns the hidden layer of a position without inputs: the biases. Its planes are of the
    /// kind of `planes`.
    fn empty(network: &Network, planes: &Planes) -> Accumulator {
        let mut planes = planes.clone();
        planes.clear();
        let biases = network.hidden_biases();
        Accumulator {
            planes,
            count: 0,
            values: [biases, biases].concat().into(),
        }
    }

    /// Updates the accumulator to `planes`, from the state of `from` if given, otherwise from its
    /// own.
    fn update(
        &mut self,
        network: &Network,
        planes: &Planes,
        from: Option<&Accumulator>,
        changes: &mut Changes,
    ) {
        let (old, count) = from.map_or((&self.planes, self.count), |from| {
            (&from.planes, from.count)
        });
        changes.find(old, planes);
        let Changes { added, removed } = changes;
        self.count = count + added.len() as u32 - removed.len() as u32;
        let old_views = Color::ALL.map(|color| old.view(color));
        self.planes.copy_from(planes);
        let half = self.values.len() / 2;
        let values = self.values.chunks_exact_mut(half);
        for ((color, old_view), values) in Color::ALL.into_iter().zip(old_views).zip(values) {
            let view = planes.view(color);
            if view == old_view {
                let from = from.map(|from| &from.values[color.index() * half..][..half]);
                changes.apply(values, from, |input| {
                    network.input_weights(view.input(input))
                });
            } else {
                refresh(network, planes, view, values);
            }
        }
    }
}

/// Computes the hidden layer of `planes` as one player sees them from the biases.
fn refresh(network: &Network, planes: &Planes, view: View, values: &mut [Lanes]) {
    values.copy_from_slice(network.hidden_biases());
    for input in planes.inputs() {
        change(values, None, [network.input_weights(view.input(input))], []);
    }
}

impl Changes {
    /// Sets the changes to those from `old` to `new`.
    fn find(&mut self, old: &Planes, new: &Planes) {
        self.added.clear();
        self.removed.clear();
        for (plane, (&old, &new)) in old.bits().iter().zip(new.bits()).enumerate() {
            if old != new {
                self.added.extend(inputs_of(plane, new & !old));
                self.removed.extend(inputs_of(plane, old & !new));
            }
        }
    }

    /// Applies the changes to the hidden layer `values`, from the state of `from` if given.
    /// `weights` gives the weights of an input.
    #[inline]
    fn apply<'a>(
        &self,
        values: &mut [Lanes],
        from: Option<&[Lanes]>,
        weights: impl Fn(u16) -> &'a [Lanes],
    ) {
        match (&self.added[..], &self.removed[..]) {
            (&[added], &[removed]) => {
                change(values, from, [weights(added)], [weights(removed)]);
            }
            (&[added], &[moved, captured]) => {
                change(
                    values,
                    from,
                    [weights(added)],
                    [moved, captured].map(weights),
                );
            }
            (&[added, other], &[removed, another]) => {
                let (added, removed) = ([added, other], [removed, another]);
                change(values, from, added.map(&weights), removed.map(&weights));
            }
            (added, removed) => {
                if let Some(from) = from {
                    values.copy_from_slice(from);
                }
                let pairs = added.len().min(removed.len());
                for (&added, &removed) in added.iter().zip(removed) {
                    change(values, None, [weights(added)], [weights(removed)]);
                }
                for &added in &added[pairs..] {
                    change(values, None, [weights(added)], []);
                }
                for &removed in &removed[pairs..] {
                    change(values, None, [], [weights(removed)]);
                }
            }
        }
    }
}

/// Adds and subtracts weights to `values`, or to `from` if given, and stores the result in
/// `values`.
#[inline]
fn change<const A: usize, const R: usize>(
    values: &mut [Lanes],
    from: Option<&[Lanes]>,
    added: [&[Lanes]; A],
    removed: [&[Lanes]; R],
) {
    let count = values.len();
    let (added, removed) = (
        added.map(|weights| &weights[..count]),
        removed.map(|weights| &weights[..count]),
    );
    let sum = |before: Lanes, index: usize| {
        let sum = added
            .iter()
            .fold(before, |sum, weights| sum + weights[index]);
        removed
            .iter()
            .fold(sum, |sum, weights| sum - weights[index])
    };
    match from {
        Some(from) => {
            for (index, (value, &from)) in values.iter_mut().zip(from).enumerate() {
                *value = sum(from, index);
            }
        }
        None => {
            for (index, value) in values.iter_mut().enumerate() {
                *value = sum(*value, index);
            }
        }
    }
}

#[cfg(test)]
mod tests;
