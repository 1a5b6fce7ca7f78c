use jabberwock_game::PlaneMirror;

use super::*;
use crate::{
    network::Parameters,
    shape::{ACTIVATION_ONE, OUTPUT_ONE, SCALE, Shape},
};

const SHAPE: Shape = Shape {
    planes: 6,
    hidden: 64,
    buckets: 3,
};

/// The kind whose wing decides, if one does.
const KING: usize = 1;

/// A simple generator (splitmix64): the tests need no more.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn weights(&mut self, count: usize, most: i16) -> Vec<i16> {
        let range = 2 * most as u64 + 1;
        let weight = |_| (self.next() % range) as i16 - most;
        (0..count).map(weight).collect()
    }
}

fn network(numbers: &mut Numbers) -> Network {
    let parameters = Parameters {
        input_weights: numbers.weights(SHAPE.inputs() * SHAPE.hidden, 120),
        hidden_biases: numbers.weights(SHAPE.hidden, 100),
        output_weights: numbers.weights(2 * SHAPE.hidden * SHAPE.buckets, 127),
        output_biases: vec![1000, -1000, 0],
    };
    Network::new(SHAPE, "test", "all", "none", parameters)
}

/// Returns the value by the definition, in floating point.
fn naive_value(network: &Network, planes: &Planes, turn: Color) -> f64 {
    let parameters = network.parameters();
    let bucket = SHAPE.bucket(planes.count());
    let weights = &parameters.output_weights[2 * SHAPE.hidden * bucket..];
    let mut output = f64::from(parameters.output_biases[bucket])
        / f64::from(ACTIVATION_ONE)
        / f64::from(OUTPUT_ONE);
    for (view, color) in [turn, !turn].into_iter().enumerate() {
        for neuron in 0..SHAPE.hidden {
            let mut value = f64::from(parameters.hidden_biases[neuron]);
            for input in planes.inputs() {
                let input = usize::from(planes.view(color).input(input));
                value += f64::from(parameters.input_weights[input * SHAPE.hidden + neuron]);
            }
            let clipped = (value / f64::from(ACTIVATION_ONE)).clamp(0.0, 1.0);
            let weight = f64::from(weights[view * SHAPE.hidden + neuron]);
            output += clipped * clipped * weight / f64::from(OUTPUT_ONE);
        }
    }
    output * f64::from(SCALE)
}

fn random_planes(numbers: &mut Numbers) -> Planes {
    let mut planes = Planes::new(SHAPE.planes / 2, PlaneMirror::Ranks);
    for kind in 0..SHAPE.planes / 2 {
        for color in Color::ALL {
            let squares = match kind {
                KING => 1 << (numbers.next() % 64),
                _ => numbers.next() & numbers.next() & numbers.next(),
            };
            planes.set(kind, color, squares);
        }
    }
    planes
}

#[test]
fn values_are_those_of_the_definition_whatever_was_evaluated_before() {
    let mut numbers = Numbers(1);
    let network = network(&mut numbers);
    for wings_by in [None, Some(KING)] {
        check_values(&network, &mut numbers, wings_by);
    }
}

fn check_values(network: &Network, numbers: &mut Numbers, wings_by: Option<usize>) {
    let mut accumulators = Accumulators::default();
    let mut planes = random_planes(numbers).with_king(wings_by);
    for _ in 0..2000 {
        let random = numbers.next();
        if random.is_multiple_of(50) {
            planes = random_planes(numbers).with_king(wings_by);
        } else {
            let kind = random as usize / 64 % (SHAPE.planes / 2);
            let color = Color::ALL[random as usize / 1024 % 2];
            let squares = planes.bits()[2 * kind + color.index()] ^ 1 << (random % 64);
            planes.set(kind, color, squares);
        }
        let turn = Color::ALL[random as usize / 4096 % 2];
        let ply = random as usize / 8192 % 5;
        let value = accumulators.evaluate(network, &planes, turn, ply);
        let expected = naive_value(network, &planes, turn);
        // Two divisions of integers round towards zero.
        assert!(
            (f64::from(value) - expected).abs() < 2.0,
            "{value} {expected}"
        );
        let fresh = Accumulators::default().evaluate(network, &planes, turn, 0);
        assert_eq!(value, fresh);
    }
}

#[test]
fn both_players_see_the_same_in_mirrored_positions() {
    let mut numbers = Numbers(2);
    let network = network(&mut numbers);
    for _ in 0..100 {
        let planes = random_planes(&mut numbers).with_king(Some(KING));
        let mut mirrored = planes.clone();
        for (index, &bits) in planes.bits().iter().enumerate() {
            mirrored.set(index / 2, Color::ALL[1 - index % 2], bits.swap_bytes());
        }
        let value = |planes, turn| Accumulators::default().evaluate(&network, planes, turn, 0);
        assert_eq!(value(&planes, Color::White), value(&mirrored, Color::Black));
    }
}
