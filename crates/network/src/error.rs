//! Errors in network files.

use jabberwock_game::{counted, shortened};
use thiserror::Error;

/// The reason why the bytes of a file are no network for a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file does not begin with the header of a network.
    #[error("no network: the header is invalid at \"{0}\"")]
    Header(String),
    /// The network belongs to another game.
    #[error("a network of \"{found}\", not of \"{expected}\"")]
    Game {
        /// The game that was asked for.
        expected: String,
        /// The game of the file.
        found: String,
    },
    /// The network corrects another evaluation of the game.
    #[error("a network that corrects \"{found}\", not \"{expected}\"")]
    Base {
        /// The evaluation that the game's networks correct.
        expected: String,
        /// The evaluation that the network of the file corrects.
        found: String,
    },
    /// The sizes are not those of the game's networks.
    #[error("a network of {}, not of {expected}", counted(.found, "plane"))]
    Planes {
        /// The number of the game's planes.
        expected: usize,
        /// The number of the file's planes.
        found: usize,
    },
    /// The sizes are out of range.
    #[error("a hidden layer of {hidden} with {} is not supported", counted(.buckets, "output"))]
    Size {
        /// The size of the hidden layer.
        hidden: usize,
        /// The number of output layers.
        buckets: usize,
    },
    /// The file is cut or too long.
    #[error("{} of parameters, not {expected}", counted(.found, "byte"))]
    Length {
        /// The number of bytes that the sizes require.
        expected: usize,
        /// The number of bytes in the file.
        found: usize,
    },
    /// The parameters are not those that were written.
    #[error("the checksum of the parameters is wrong")]
    Checksum,
}

impl NetworkError {
    /// Returns the error for a header that is invalid at `text`.
    pub(super) fn header(text: &str) -> NetworkError {
        NetworkError::Header(shortened(text))
    }
}
