//! The transposition table, shared by all threads without locks.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};
use std::{hint::black_box, num::NonZero, sync::atomic::AtomicU8, thread};

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
    /// Depth in plies, at least [`MIN_DEPTH`]; that of quiescence search is at most
    /// [`QUIESCENCE_DEPTH`].
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Entry {
    /// Returns the score at a node `turns` turns from the root, if it decides a search with
    /// `window`.
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

/// The depth of an entry by quiescence search with quiet checks or evasions.
pub(crate) const QUIESCENCE_DEPTH: i32 = 0;
/// The least depth of an entry: by quiescence search without them.
pub(crate) const MIN_DEPTH: i32 = -1;
/// The number of generations, which wrap around.
const GENERATIONS: u64 = 64;
/// Entries of a cluster. In models there is one, for which all threads compete.
const CLUSTER: usize = if cfg!(loom) { 1 } else { 4 };
const NO_EVAL: i16 = i16::MIN;

/// The size of a processor's cache line in bytes, and that of a cluster.
const CACHE_LINE: usize = 64;

/// One packed entry: the words [`GUARDED`] and [`DATA`].
///
/// `data` holds, from the low end: score 16, eval 16, depth less [`MIN_DEPTH`] 8, bound 2,
/// generation 6, key bits 16. `guarded` holds step 32 and key bits 32, XOR a hash of `data`: two
/// words written by different threads do not match the key (Hyatt and Mann 2002). With `data`
/// itself in place of its hash, results of one position that have the same depth and bound could be
/// mixed.
type Slot = [AtomicU64; 2];

const GUARDED: usize = 0;
const DATA: usize = 1;

/// The factor of the hash: 2^64 divided by the golden ratio.
const HASH_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The memory that the system maps at once, in bytes, if its pages are not huge.
const PAGE: usize = 4096;
/// Tables of as many slots are prefaulted by several threads.
const MANY_SLOTS: usize = (64 << 20) / size_of::<Slot>();

#[cfg(not(loom))]
const _: () = assert!(CLUSTER * size_of::<Slot>() == CACHE_LINE);

/// A fixed number of clusters.
#[derive(Debug)]
pub(crate) struct Table {
    /// The clusters, after up to three slots that are not used.
    slots: Vec<Slot>,
    /// The index of the first slot that is at the beginning of a cache line.
    first: usize,
    /// The number of clusters.
    count: usize,
    /// The current generation, less than [`GENERATIONS`]. Not part of the loom models, as it only
    /// changes between searches.
    generation: AtomicU8,
}

impl Table {
    /// Creates an empty table of `mib` mebibytes, or of fewer if the memory cannot be allocated.
    /// The system maps the memory when it is used first, or by [`Table::prefault`].
    ///
    /// # Panics
    /// If not even one cluster can be allocated.
    pub(crate) fn new(mib: usize) -> Table {
        let mut count = mib.max(1).saturating_mul((1 << 20) / CACHE_LINE);
        loop {
            if let Some(table) = Table::with_clusters(count) {
                return table;
            }
            log::warn!("cannot allocate a transposition table of {count} clusters");
            count /= 2;
            assert!(count > 0, "no memory for a transposition table");
        }
    }

    /// Returns an empty table of `count` clusters; `None` if the memory cannot be allocated.
    fn with_clusters(count: usize) -> Option<Table> {
        let slots = empty_slots(count.checked_mul(CLUSTER)?.checked_add(CLUSTER - 1)?)?;
        let first = slots.as_ptr().align_offset(CACHE_LINE).min(CLUSTER - 1);
        Some(Table {
            slots,
            first,
            count,
            generation: AtomicU8::new(0),
        })
    }

    /// Touches every page, so that the system maps it before the search; if there are many, on as
    /// many threads as there are processors.
    pub(crate) fn prefault(&self) {
        let threads = if self.slots.len() < MANY_SLOTS {
            1
        } else {
            thread::available_parallelism().map_or(1, NonZero::get)
        };
        let parts = self.slots.chunks(self.slots.len().div_ceil(threads));
        thread::scope(|scope| {
            let mut parts = parts.map(|part| move || prefault_slots(part));
            let own = parts.next();
            for part in parts {
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, part) {
                    log::debug!("a part of the table is left for later: {error}");
                }
            }
            if let Some(prefault) = own {
                prefault();
            }
        });
    }

    /// Removes all entries, and returns their memory to the system.
    pub(crate) fn clear(&mut self) {
        let mib = (self.count * CACHE_LINE) >> 20;
        self.slots = Vec::new();
        *self = Table::new(mib);
    }

    /// Starts a new search: existing entries are older from now on.
    pub(crate) fn age(&self) {
        let next = (self.generation() + 1) % GENERATIONS;
        self.generation.store(next as u8, Ordering::Relaxed);
    }

    fn generation(&self) -> u64 {
        u64::from(self.generation.load(Ordering::Relaxed))
    }

    fn cluster(&self, key: Key) -> &[Slot] {
        let index = (u128::from(key.0) * self.count as u128) >> 64;
        &self.slots[self.first + index as usize * CLUSTER..][..CLUSTER]
    }

    /// Returns the entry of the position with this key, if there is one.
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        self.cluster(key).iter().find_map(|slot| {
            let (head, data) = load(slot);
            (stored_key_of(head, data) == stored_key(key) && data != 0).then(|| unpack(head, data))
        })
    }

    /// Fetches the cluster of `key` into the processor's cache, so that a probe soon after waits
    /// less. Does nothing where there is no safe way to.
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
            let (head, data) = load(slot);
            let known = unpack(head, data);
            let age = (self.generation() + GENERATIONS - generation_of(data)) % GENERATIONS;
            if data != 0 && stored_key_of(head, data) == stored_key(key) {
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
        let data = pack(key, &entry, self.generation());
        let head = u64::from(Step::pack(entry.step)) | stored_key_high(key);
        worst.1[DATA].store(data, Ordering::Relaxed);
        worst.1[GUARDED].store(head ^ hash(data), Ordering::Relaxed);
    }

    /// Returns the occupancy by the current search in permille, estimated from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = &self.slots[self.first..][..self.count.min(1000) * CLUSTER];
        let generation = self.generation();
        let used = sample
            .iter()
            .map(|slot| slot[DATA].load(Ordering::Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        (used * 1000 / sample.len()) as u32
    }
}

const STORED_KEY_HIGH: u64 = 0xffff_ffff_0000_0000;

/// Returns the 48 key bits that an entry stores: the low ones, since the high ones choose the
/// cluster.
fn stored_key(key: Key) -> u64 {
    stored_key_high(key) | (key.0 & 0xffff)
}

/// Returns the 32 bits of [`stored_key`] that are stored beside the step.
fn stored_key_high(key: Key) -> u64 {
    (key.0 << 16) & STORED_KEY_HIGH
}

fn stored_key_of(head: u64, data: u64) -> u64 {
    (head & STORED_KEY_HIGH) | (data >> 48)
}

fn generation_of(data: u64) -> u64 {
    (data >> 42) & (GENERATIONS - 1)
}

/// Returns the words of an entry before they were guarded.
fn load(slot: &Slot) -> (u64, u64) {
    let guarded = slot[GUARDED].load(Ordering::Relaxed);
    let data = slot[DATA].load(Ordering::Relaxed);
    (guarded ^ hash(data), data)
}

fn hash(data: u64) -> u64 {
    data.wrapping_mul(HASH_FACTOR)
}

/// Touches the pages of `slots`, whose contents stay.
fn prefault_slots(slots: &[Slot]) {
    for page in slots.chunks(PAGE / size_of::<Slot>()) {
        // A page is mapped when it is first written; `black_box` keeps the compiler from leaving
        // this write out.
        page[0][DATA].fetch_or(black_box(0), Ordering::Relaxed);
    }
}

/// Returns empty slots; `None` if the memory cannot be allocated.
#[cfg(not(loom))]
fn empty_slots(count: usize) -> Option<Vec<Slot>> {
    // The system provides zeroed memory at no cost, page by page on first use.
    let slots: Vec<Slot> = bytemuck::try_zeroed_vec(count).ok()?;
    // Clusters are visited at random: with huge pages the processor looks up fewer addresses of
    // pages.
    kevy_madvise::advise_hugepage(slots.as_ptr().cast(), size_of_val(slots.as_slice()));
    Some(slots)
}

#[cfg(loom)]
fn empty_slots(count: usize) -> Option<Vec<Slot>> {
    let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
    Some(std::iter::repeat_with(empty).take(count).collect())
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
        | ((entry.depth - MIN_DEPTH).clamp(0, 255) as u64) << 32
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
        depth: ((data >> 32) & 0xff) as i32 + MIN_DEPTH,
        bound: match (data >> 40) & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

#[cfg(all(test, not(loom)))]
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
        let table = Table::new(1);
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
    fn clusters_lie_in_cache_lines_and_keep_their_number_when_cleared() {
        let mut table = Table::new(3);
        for _ in 0..2 {
            let cluster = table.cluster(Key(0)).as_ptr();
            assert_eq!(cluster.addr() % super::CACHE_LINE, 0);
            assert_eq!(table.count, 3 << 14);
            assert_eq!(table.cluster(Key(u64::MAX)).len(), super::CLUSTER);
            table.clear();
        }
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

/// Every order in which threads may read and write, tried by loom.
#[cfg(all(test, loom))]
mod models {
    use jabberwock_game::{Key, Score, Step};
    use loom::{sync::Arc, thread};

    use super::{Entry, Table};
    use crate::info::Bound;

    fn entry(step: u32, depth: i32) -> Entry {
        Entry {
            step: Step::unpack(step),
            score: Score(100 * step as i32),
            eval: None,
            depth,
            bound: Bound::Exact,
        }
    }

    /// Keys of one cluster, with the same bits beside the data and others beside the step.
    const FIRST: Key = Key(0x0123_4567_0000_aaaa);
    const SECOND: Key = Key(0x0123_ba98_7654_aaaa);

    fn table() -> Arc<Table> {
        Arc::new(Table::with_clusters(1).unwrap())
    }

    #[test]
    fn an_entry_written_by_two_threads_is_whole_or_not_found() {
        loom::model(|| {
            let table = table();
            let writers = [(FIRST, entry(1, 9)), (SECOND, entry(2, 5))].map(|(key, entry)| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.store(key, entry))
            });
            for (key, expected) in [(FIRST, entry(1, 9)), (SECOND, entry(2, 5))] {
                assert!(table.probe(key).is_none_or(|found| found == expected));
            }
            for writer in writers {
                writer.join().unwrap();
            }
            for (key, expected) in [(FIRST, entry(1, 9)), (SECOND, entry(2, 5))] {
                assert!(table.probe(key).is_none_or(|found| found == expected));
            }
        });
    }

    #[test]
    fn two_results_of_one_position_are_never_mixed() {
        loom::model(|| {
            let table = table();
            // They differ in step and score only.
            let results = [entry(1, 9), entry(2, 9)];
            let writers = results.map(|entry| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.store(FIRST, entry))
            });
            for writer in writers {
                writer.join().unwrap();
            }
            let found = table.probe(FIRST);
            assert!(
                found.is_none_or(|found| results.contains(&found)),
                "{found:?}"
            );
        });
    }
}
