//! The transposition table, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use jabberwock_game::{Key, Score, Step};

use crate::{info::Bound, window::Window};

/// The stored result of a search of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best step found.
    pub(crate) step: Option<Step>,
    /// Distances to mate count from this position.
    pub(crate) score: Score,
    /// Static evaluation without correction; `None` if it was not computed.
    pub(crate) eval: Option<Score>,
    /// Depth in plies.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Entry {
    /// The score at a node `turns` turns from the root, if it decides a search with `window`.
    pub(crate) fn cutoff(&self, turns: i32, window: Window) -> Option<Score> {
        let score = self.score.from_table(turns);
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        decides.then_some(score)
    }
}

/// Ages of entries before they repeat.
const GENERATIONS: u64 = 64;
const CLUSTER: usize = 4;
const NO_EVAL: i16 = i16::MIN;

/// One packed entry.
///
/// `data` holds, from the low end: score 16, eval 16, depth 8, bound 2, generation 6, key bits 16.
/// `guarded` holds step 32 and key bits 32, XOR `data`: two words written by different
/// threads do not match the key (Hyatt and Mann 2002).
#[derive(Debug, Default)]
struct Slot {
    guarded: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; CLUSTER]);

const _: () = assert!(size_of::<Slot>() == 16 && size_of::<Cluster>() == 64);

/// A fixed number of clusters of four entries.
#[derive(Debug)]
pub(crate) struct Table {
    clusters: Vec<Cluster>,
    generation: u64,
}

impl Table {
    /// An empty table of `mib` mebibytes, or of fewer if the memory cannot be allocated.
    pub(crate) fn new(mib: usize) -> Table {
        let mut mib = mib.max(1);
        loop {
            let count = mib.saturating_mul((1 << 20) / size_of::<Cluster>());
            let mut clusters: Vec<Cluster> = Vec::new();
            if clusters.try_reserve_exact(count).is_ok() {
                clusters.resize_with(count, Cluster::default);
                return Table {
                    clusters,
                    generation: 0,
                };
            }
            log::warn!("cannot allocate a transposition table of {mib} MiB");
            mib /= 2;
        }
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.generation = 0;
        for slot in self.clusters.iter_mut().flat_map(|cluster| &mut cluster.0) {
            *slot = Slot::default();
        }
    }

    /// Starts a new search: existing entries are older from now on.
    pub(crate) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    fn cluster(&self, key: Key) -> &[Slot; CLUSTER] {
        let index = (u128::from(key.0) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize].0
    }

    /// The entry of the position with this key, if there is one.
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        self.cluster(key).iter().find_map(|slot| {
            let (head, data) = slot.load();
            (check_of(head, data) == check(key) && data != 0).then(|| unpack(head, data))
        })
    }

    /// Fetches the cluster of `key` into the processor's cache, so that a probe soon after waits less.
    /// Does nothing where there is no safe way to.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        let slot = &self.cluster(key)[0];
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(slot);
        #[cfg(not(target_arch = "x86_64"))]
        let _ = slot;
    }

    /// Stores `entry` in place of the one with the same key, or else of the least valuable one in
    /// its cluster. A much deeper entry of the same position from the same search is kept, unless
    /// the new one is exact.
    pub(crate) fn store(&self, key: Key, mut entry: Entry) {
        let mut worst = (i32::MAX, &self.cluster(key)[0]);
        for slot in self.cluster(key) {
            let (head, data) = slot.load();
            let known = unpack(head, data);
            let age = (self.generation + GENERATIONS - generation_of(data)) % GENERATIONS;
            if data != 0 && check_of(head, data) == check(key) {
                let fresh = age != 0 || entry.bound == Bound::Exact;
                if !fresh && entry.depth + 4 <= known.depth {
                    return;
                }
                entry.step = entry.step.or(known.step);
                worst.1 = slot;
                break;
            }
            let value = if data == 0 {
                i32::MIN
            } else {
                known.depth - 4 * age as i32
            };
            if value < worst.0 {
                worst = (value, slot);
            }
        }
        let data = pack(key, &entry, self.generation);
        let head = u64::from(Step::pack(entry.step)) | (key.0 & HEAD_KEY);
        worst.1.data.store(data, Ordering::Relaxed);
        worst.1.guarded.store(head ^ data, Ordering::Relaxed);
    }

    /// Occupancy by the current search in permille, estimated from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0)
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == self.generation)
            .count();
        (used * 1000 / (sample.len() * CLUSTER)) as u32
    }
}

const HEAD_KEY: u64 = 0xffff_ffff_0000_0000;

/// The 48 key bits that an entry stores: the 32 high ones and the 16 low ones.
fn check(key: Key) -> u64 {
    (key.0 & HEAD_KEY) | (key.0 & 0xffff)
}

fn check_of(head: u64, data: u64) -> u64 {
    (head & HEAD_KEY) | (data >> 48)
}

fn generation_of(data: u64) -> u64 {
    (data >> 42) & (GENERATIONS - 1)
}

impl Slot {
    fn load(&self) -> (u64, u64) {
        let guarded = self.guarded.load(Ordering::Relaxed);
        let data = self.data.load(Ordering::Relaxed);
        (guarded ^ data, data)
    }
}

fn pack(key: Key, entry: &Entry, generation: u64) -> u64 {
    let bound: u64 = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval.0 as i16);
    u64::from(entry.score.0 as i16 as u16)
        | u64::from(eval as u16) << 16
        | (entry.depth.clamp(0, 255) as u64) << 32
        | bound << 40
        | generation << 42
        | (key.0 & 0xffff) << 48
}

fn unpack(head: u64, data: u64) -> Entry {
    let eval = (data >> 16) as i16;
    Entry {
        step: Step::unpack(head as u32),
        score: Score(i32::from(data as i16)),
        eval: (eval != NO_EVAL).then_some(Score(i32::from(eval))),
        depth: ((data >> 32) & 0xff) as i32,
        bound: match (data >> 40) & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::{Key, Score, Step};

    use super::{Entry, Table};
    use crate::info::Bound;

    fn entry(step: u32, depth: i32) -> Entry {
        Entry {
            step: Step::unpack(step),
            score: Score::mated_in(7),
            eval: Some(Score(-45)),
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn an_entry_is_found_by_its_key_only() {
        let table = Table::new(1);
        for n in 0..1000 {
            table.store(Key::random(1, n), entry(n as u32 + 1, 3));
        }
        let found = (0..1000)
            .filter(|&n| table.probe(Key::random(1, n)) == Some(entry(n as u32 + 1, 3)))
            .count();
        assert!(found > 990, "{found}");
        assert_eq!(table.probe(Key::random(2, 0)), None);
    }

    #[test]
    fn a_full_cluster_loses_its_shallowest_and_oldest_entry() {
        let mut table = Table::new(1);
        let key = |n: u64| Key(n << 32 | n);
        for n in 1..=4 {
            table.store(key(n), entry(n as u32, n as i32));
        }
        table.store(key(5), entry(5, 9));
        assert_eq!(table.probe(key(1)), None);
        table.age();
        table.store(key(6), entry(6, 1));
        assert_eq!(table.probe(key(2)), None);
        assert!(table.probe(key(4)).is_some());
    }

    #[test]
    fn an_entry_without_a_step_keeps_the_stored_step() {
        let table = Table::new(1);
        table.store(Key(77), entry(12, 3));
        table.store(
            Key(77),
            Entry {
                step: None,
                ..entry(0, 5)
            },
        );
        assert_eq!(table.probe(Key(77)).unwrap().step, Step::unpack(12));
    }

    #[test]
    fn clearing_removes_all_entries() {
        let mut table = Table::new(1);
        table.store(Key(77), entry(12, 3));
        assert!(table.hashfull() > 0 || table.probe(Key(77)).is_some());
        table.clear();
        assert_eq!(table.probe(Key(77)), None);
        assert_eq!(table.hashfull(), 0);
    }
}
