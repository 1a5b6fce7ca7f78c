//! The file of a network: lines of text, an empty line, and the parameters as little-endian
//! integers in the order of [`Parameters`].

use jabberwock_game::{NetworkKind, fnv1a, shortened};

use super::{
    error::NetworkError,
    network::{Network, Parameters},
    shape::{LANES, MAX_OUTPUT_WEIGHT, Shape},
};

/// The first line.
const TITLE: &str = "jabberwock network 2";
/// The names of the lines that follow.
const NAMES: [&str; 7] = [
    "game", "base", "planes", "hidden", "buckets", "training", "checksum",
];
/// The largest sizes that are read.
const MAX_HIDDEN: usize = 1024;
const MAX_BUCKETS: usize = 16;
const MAX_PLANES: usize = 128;

impl Network {
    /// Reads a network of the given kind, for positions with `planes` planes.
    ///
    /// # Errors
    /// If the bytes are not those of such a network.
    pub fn from_bytes(
        bytes: &[u8],
        kind: NetworkKind,
        planes: usize,
    ) -> Result<Network, NetworkError> {
        let network = read(bytes)?;
        if network.game() != kind.game {
            return Err(NetworkError::Game {
                expected: kind.game.to_owned(),
                found: shortened(network.game()),
            });
        }
        if network.base() != kind.base {
            return Err(NetworkError::Base {
                expected: kind.base.to_owned(),
                found: shortened(network.base()),
            });
        }
        if network.shape().planes != planes {
            return Err(NetworkError::Planes {
                expected: planes,
                found: network.shape().planes,
            });
        }
        Ok(network)
    }

    /// Returns the bytes of a file with this network.
    pub fn to_bytes(&self) -> Vec<u8> {
        write(self)
    }
}

fn write(network: &Network) -> Vec<u8> {
    let Parameters {
        input_weights,
        hidden_biases,
        output_weights,
        output_biases,
    } = network.parameters();
    let mut payload = Vec::with_capacity(2 * network.shape().parameters());
    for numbers in [input_weights, hidden_biases, output_weights] {
        payload.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    payload.extend(output_biases.iter().flat_map(|number| number.to_le_bytes()));
    let Shape {
        planes,
        hidden,
        buckets,
    } = network.shape();
    let values = [
        network.game().to_owned(),
        network.base().to_owned(),
        planes.to_string(),
        hidden.to_string(),
        buckets.to_string(),
        network.training().to_owned(),
        format!("{:016x}", fnv1a(payload.iter().copied())),
    ];
    let named = NAMES.iter().zip(values);
    let lines: Vec<String> = named
        .map(|(name, value)| format!("{name} {value}\n"))
        .collect();
    let mut bytes = format!("{TITLE}\n{}\n", lines.concat()).into_bytes();
    bytes.extend(payload);
    bytes
}

fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
    let (title, mut rest) = line(bytes)?;
    if title != TITLE {
        return Err(NetworkError::header(title));
    }
    let mut values = NAMES.map(|_| "");
    for (name, value) in NAMES.iter().zip(&mut values) {
        let (text, after) = line(rest)?;
        let found = text
            .strip_prefix(name)
            .and_then(|text| text.strip_prefix(' '));
        *value = found.ok_or_else(|| NetworkError::header(text))?;
        rest = after;
    }
    let (empty, payload) = line(rest)?;
    if !empty.is_empty() {
        return Err(NetworkError::header(empty));
    }
    let [game, base, planes, hidden, buckets, training, sum] = values;
    let number = |text: &str| -> Result<usize, NetworkError> {
        let number = text.parse();
        number.map_err(|_| NetworkError::header(text))
    };
    let shape = Shape {
        planes: number(planes)?,
        hidden: number(hidden)?,
        buckets: number(buckets)?,
    };
    let parameters = parameters(shape, payload)?;
    if format!("{:016x}", fnv1a(payload.iter().copied())) != sum {
        return Err(NetworkError::Checksum);
    }
    Ok(Network::new(shape, game, base, training, parameters))
}

/// Splits `bytes` into the first line and the remainder.
fn line(bytes: &[u8]) -> Result<(&str, &[u8]), NetworkError> {
    const LONGEST: usize = 1000;
    let end = bytes.iter().take(LONGEST).position(|&byte| byte == b'\n');
    let invalid = || NetworkError::header(&String::from_utf8_lossy(&bytes[..bytes.len().min(40)]));
    let end = end.ok_or_else(invalid)?;
    let text = std::str::from_utf8(&bytes[..end]).map_err(|_| invalid())?;
    Ok((text, &bytes[end + 1..]))
}

fn parameters(shape: Shape, payload: &[u8]) -> Result<Parameters, NetworkError> {
    let Shape {
        planes,
        hidden,
        buckets,
    } = shape;
    let is_supported = (1..=MAX_HIDDEN / LANES).contains(&(hidden / LANES))
        && hidden.is_multiple_of(LANES)
        && (1..=MAX_BUCKETS).contains(&buckets);
    if !is_supported {
        return Err(NetworkError::Size { hidden, buckets });
    }
    if planes > MAX_PLANES {
        return Err(NetworkError::header(&planes.to_string()));
    }
    let expected = 2 * (shape.inputs() + 1) * hidden + buckets * (4 * hidden + 4);
    if payload.len() != expected {
        return Err(NetworkError::Length {
            expected,
            found: payload.len(),
        });
    }
    let (numbers, biases) = payload.split_at(payload.len() - 4 * buckets);
    let (pairs, _) = numbers.as_chunks::<2>();
    let mut numbers = pairs.iter().map(|&pair| i16::from_le_bytes(pair));
    let (biases, _) = biases.as_chunks::<4>();
    let mut take = |count: usize| -> Vec<i16> { numbers.by_ref().take(count).collect() };
    let input_weights = take(shape.inputs() * hidden);
    let hidden_biases = take(hidden);
    let mut output_weights = take(2 * hidden * buckets);
    for weight in &mut output_weights {
        *weight = (*weight).clamp(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT);
    }
    Ok(Parameters {
        input_weights,
        hidden_biases,
        output_weights,
        output_biases: biases
            .iter()
            .map(|&bias| i32::from_le_bytes(bias))
            .collect(),
    })
}

#[cfg(test)]
mod tests;
