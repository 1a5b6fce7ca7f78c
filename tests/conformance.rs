//! The laws of the contract, over random games and positions of every variant.

use jabberwock_game::{Evaluate, Position as _};
use jabberwock_laws::{
    Breach, Extent, check_random_games, check_scattered, check_scenes, check_wings, equal_planes,
};
use jabberwock_search::{Params, ParamsError, Tunable as _};
use jabberwock_variants::{Entry, Visitor, entries, find, mega::Mega};
use rand::{SeedableRng, rngs::StdRng, seq::IndexedRandom as _};

struct Check {
    extent: Extent,
    seed: u64,
}

impl Visitor for Check {
    type Output = Result<(), Breach>;

    fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> Result<(), Breach> {
        check_random_games(variant, self.extent, &mut StdRng::seed_from_u64(self.seed))
    }
}

fn check(extent: Extent, seeds: std::ops::Range<u64>) {
    for entry in entries() {
        // Turns of games of games have many steps.
        let deep = entry.planned().is_some_and(|mega| mega.level() > 1);
        let (games, turns) = if deep {
            (1, 20)
        } else {
            (extent.games, extent.turns)
        };
        let extent = Extent {
            games,
            turns,
            listed: entry.planned().is_none(),
            ..extent
        };
        for seed in seeds.clone() {
            if let Err(breach) = entry.accept(Check { extent, seed }) {
                panic!("{}, seed {seed}: {breach}", entry.name);
            }
        }
    }
}

#[test]
fn the_laws_hold_over_random_games() {
    check(
        Extent {
            games: 2,
            turns: 120,
            thorough: 4,
            listed: true,
        },
        0..3,
    );
}

#[test]
#[ignore = "plays hundreds of games of every variant"]
fn the_laws_hold_over_many_random_games() {
    check(
        Extent {
            games: 20,
            turns: 400,
            thorough: 20,
            listed: true,
        },
        100..110,
    );
}

struct Scattered {
    games: u32,
    times: u32,
    seed: u64,
}

impl Visitor for Scattered {
    type Output = Result<u32, Breach>;

    fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> Result<u32, Breach> {
        let mut rng = StdRng::seed_from_u64(self.seed);
        check_scattered(variant, self.games, self.times, &mut rng)
    }
}

#[expect(
    clippy::print_stdout,
    reason = "the counts are shown to whoever asks the test for its output"
)]
fn check_all_scattered(games: u32, times: u32, seed: u64) {
    // The placements of games of games have other parts than pieces.
    let played = entries().iter().filter(|entry| entry.planned().is_none());
    for entry in played {
        match entry.accept(Scattered { games, times, seed }) {
            Ok(checked) => {
                println!("{}: {checked} positions", entry.name);
                assert!(checked > games, "{}: {checked} positions", entry.name);
            }
            Err(breach) => panic!("{}, seed {seed}: {breach}", entry.name),
        }
    }
}

#[test]
fn the_laws_hold_with_pieces_elsewhere() {
    check_all_scattered(20, 40, 1);
}

#[test]
#[ignore = "checks many positions of every variant"]
fn the_laws_hold_with_pieces_elsewhere_in_many_positions() {
    check_all_scattered(1_000, 200, 2);
}

struct Scenes {
    positions: usize,
    seed: u64,
}

impl Visitor for Scenes {
    type Output = Result<usize, Breach>;

    fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> Result<usize, Breach> {
        check_scenes(
            variant,
            self.positions,
            &mut StdRng::seed_from_u64(self.seed),
        )
    }
}

/// Checks the scenes of so many positions of each game.
#[expect(
    clippy::print_stdout,
    reason = "the counts are shown to whoever asks the test for its output"
)]
fn check_all_scenes(positions: usize, seed: u64) {
    for entry in entries() {
        // Turns of games of games have many steps.
        let positions = match entry.planned().map_or(0, Mega::level) {
            0 | 1 => positions,
            2 | 3 => positions / 10,
            _ => positions / 100,
        };
        match entry.accept(Scenes { positions, seed }) {
            Ok(different) => println!(
                "{}: {positions} positions, {different} different scenes",
                entry.name
            ),
            Err(breach) => panic!("{}: {breach}", entry.name),
        }
    }
}

#[test]
fn scenes_show_what_tells_positions_apart() {
    check_all_scenes(2_000, 1);
}

#[test]
#[ignore = "plays hundreds of games of every variant"]
fn scenes_show_what_tells_many_positions_apart() {
    check_all_scenes(50_000, 2);
}

struct SearchParams;

impl Visitor for SearchParams {
    type Output = Result<Params, ParamsError>;

    fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> Result<Params, ParamsError> {
        Params::read(variant.profile().params)
    }
}

#[test]
fn every_game_asks_for_parameters_that_the_search_has() {
    for entry in entries() {
        let params = entry.accept(SearchParams);
        assert!(params.is_ok(), "{}: {params:?}", entry.name);
    }
}

struct Wings;

impl Visitor for Wings {
    type Output = Result<(), Breach>;

    fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> Self::Output {
        check_wings(variant, 3_000, &mut StdRng::seed_from_u64(4))
    }
}

/// With Denial the result is that of the base game.
#[test]
fn wings_that_are_alike_may_be_exchanged() {
    for name in ["chess", "hop", "chakra", "crazy-free"] {
        let entry = find(name).unwrap();
        let checked = entry.accept(Wings);
        assert!(checked.is_ok(), "{name}: {checked:?}");
    }
}

struct EqualPlanes;

impl Visitor for EqualPlanes {
    type Output = Option<Vec<(String, String)>>;

    fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> Self::Output {
        let mut rng = StdRng::seed_from_u64(3);
        (V::KINDS > 0).then(|| equal_planes(variant, 2_000, &mut rng))
    }
}

/// The games whose planes are incomplete: the order of stacks is missing (Crazy Chess), and so are
/// the excluded and the last turn (denial).
const LEFT_OUT: [&str; 2] = ["crazy", "denial"];

#[test]
fn planes_tell_positions_apart() {
    for entry in entries() {
        let Some(pairs) = entry.accept(EqualPlanes) else {
            assert!(entry.planned().is_some(), "{} has no planes", entry.name);
            continue;
        };
        let allowed = if LEFT_OUT.iter().any(|name| entry.name.starts_with(name)) {
            100
        } else {
            0
        };
        assert!(
            pairs.len() <= allowed,
            "{}: {:?}",
            entry.name,
            pairs.first()
        );
    }
}

/// Counts the steps of a random game whose key is told before they are made, and those of them for which the
/// key is another.
struct KeysAfter;

impl Visitor for KeysAfter {
    type Output = (u32, u32);

    fn visit<V: Evaluate>(self, _: &'static Entry, variant: V) -> (u32, u32) {
        let rng = &mut StdRng::seed_from_u64(7);
        let mut pos = variant.start();
        let (mut told, mut wrong) = (0, 0);
        for _ in 0..300 {
            let mut steps = Vec::new();
            pos.generate_all(&mut steps);
            for &step in &steps {
                let mut child = pos.clone();
                child.play(step);
                if let Some(key) = pos.key_after(step) {
                    told += 1;
                    wrong += u32::from(key != child.table_key());
                }
            }
            match steps.choose(rng) {
                Some(&step) => pos.play(step),
                None => pos = variant.start(),
            }
        }
        (told, wrong)
    }
}

#[test]
fn keys_told_before_steps_are_mostly_those_after_them() {
    for name in ["chess", "chess960", "hop", "denial", "chakra", "chaotic"] {
        let (told, wrong) = find(name).unwrap().accept(KeysAfter);
        assert!(told > 1_000, "{name}: {told}");
        assert!(wrong * 20 < told, "{name}: {wrong} of {told}");
    }
}
