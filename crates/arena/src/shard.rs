//! Parts of a match, or of other numbered work, for several machines.

use std::{fmt, num::NonZeroUsize, str::FromStr};

use jabberwock_game::shortened;
use serde::{Serialize, Serializer};

/// The K-th of N parts of numbered work: the items K, K + N, K + 2 N, ..., counted from 1. The N
/// parts are disjoint and together are the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// The number of parts.
    count: NonZeroUsize,
    /// The number of the part, from 0; less than `count`.
    index: usize,
}

/// Error for a text that is not a part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid shard \"{0}\": expected K/N, part K of N, with K from 1 to N")]
pub struct ShardError(String);

/// Parses `2/4`, the second of four parts.
impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let parts = text.split_once('/').and_then(|(number, count)| {
            let (number, count) = (number.parse::<usize>().ok()?, count.parse().ok()?);
            Some((number.checked_sub(1)?, count))
        });
        match parts {
            Some((index, count)) if index < NonZeroUsize::get(count) => Ok(Shard { count, index }),
            _ => Err(ShardError(shortened(text))),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number(), self.count)
    }
}

impl Serialize for Shard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Shard {
    /// Returns all `count` parts.
    pub fn all(count: NonZeroUsize) -> impl Iterator<Item = Shard> {
        (0..count.get()).map(move |index| Shard { count, index })
    }

    /// Returns the one of `count` parts that `item` belongs to.
    pub fn of(item: usize, count: NonZeroUsize) -> Shard {
        Shard {
            count,
            index: item % count,
        }
    }

    /// Returns the number of this part, from 1.
    pub fn number(self) -> usize {
        self.index + 1
    }

    /// Returns the number of parts.
    pub fn count(self) -> NonZeroUsize {
        self.count
    }

    /// Whether item `item`, counted from 0, belongs to this part.
    pub fn has(self, item: usize) -> bool {
        Shard::of(item, self.count) == self
    }

    /// Returns the number of the first `items` items that belong to this part.
    pub fn size(self, items: usize) -> usize {
        items.saturating_sub(self.index).div_ceil(self.count.get())
    }

    /// Returns the item that is number `index` of this part, both counted from 0; `None` if it is
    /// too large.
    pub fn item(self, index: usize) -> Option<usize> {
        index.checked_mul(self.count.get())?.checked_add(self.index)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::Shard;

    #[test]
    fn parts_are_disjoint_and_together_are_the_whole() {
        for count in (1..=5).map(|count| NonZeroUsize::new(count).unwrap()) {
            for items in 0..12 {
                let mut found: Vec<usize> = Vec::new();
                for shard in Shard::all(count) {
                    let own = (0..items).filter(|&item| shard.has(item));
                    let own: Vec<usize> = own.collect();
                    assert_eq!(own.len(), shard.size(items), "{shard} of {items}");
                    let listed = (0..own.len()).map(|index| shard.item(index).unwrap());
                    assert!(own.iter().copied().eq(listed));
                    found.extend(own);
                }
                found.sort_unstable();
                assert!(found.into_iter().eq(0..items));
            }
        }
    }

    #[test]
    fn only_numbers_within_range_name_a_part() {
        let shard: Shard = "4/4".parse().unwrap();
        assert_eq!(shard.to_string(), "4/4");
        for text in [
            "3/2",
            "0/4",
            "x",
            "",
            "1/0",
            "0/0",
            "1",
            "1/2/3",
            "-1/2",
            "1/99999999999999999999",
        ] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains(&format!("\"{text}\"")), "{error}");
        }
    }
}
