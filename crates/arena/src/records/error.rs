//! Errors in records.

/// Text that is not a record, or a game that cannot be read to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The number of the line, or of the first line of the invalid game, from 1.
    pub line: usize,
    /// The problem with it.
    pub problem: String,
}
