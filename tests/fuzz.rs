//! The targets of fuzzing on their corpora, and on inputs made from these by a fixed seed: the
//! short form of `cargo fuzz`, which needs no build of its own.

#[path = "../fuzz/src/lib.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    missing_debug_implementations
)]
mod fuzz;

use std::{fs, path::Path};

use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};

/// Inputs made for each target.
const INPUTS: u64 = 300;

/// The longest input that is made.
const LONGEST: usize = 512;

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/corpus")
        .join(name);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Returns an input: random bytes, or one of the corpus with some bytes changed.
fn input(corpus: &[Vec<u8>], rng: &mut StdRng) -> Vec<u8> {
    if corpus.is_empty() || rng.random_bool(0.7) {
        let mut data = vec![0; rng.random_range(1..LONGEST)];
        rng.fill_bytes(&mut data);
        data[0] = 0;
        return data;
    }
    let mut data = corpus[rng.random_range(0..corpus.len())].clone();
    for _ in 0..rng.random_range(1..6) {
        let at = rng.random_range(0..data.len().max(1));
        match rng.random_range(0..3) {
            0 if at < data.len() => data[at] = rng.random(),
            1 if at < data.len() => drop(data.remove(at)),
            _ => data.insert(at.min(data.len()), rng.random_range(b' '..0x7f)),
        }
    }
    data
}

fn check(name: &str) {
    let corpus = corpus(name);
    assert!(!corpus.is_empty(), "{name} has no corpus");
    for data in &corpus {
        fuzz::run(name, data);
    }
    let mut rng = StdRng::seed_from_u64(1);
    for _ in 0..INPUTS {
        fuzz::run(name, &input(&corpus, &mut rng));
    }
}

/// A test for every target, so that they run beside each other.
macro_rules! targets {
    ($($test:ident $name:literal)*) => {
        $(#[test]
        fn $test() {
            check($name);
        })*

        #[test]
        fn every_target_is_run_and_has_a_program() {
            let mut tested = vec![$($name),*];
            tested.sort_unstable();
            let mut known: Vec<&str> = fuzz::TARGETS.iter().map(|target| target.name).collect();
            known.sort_unstable();
            assert_eq!(tested, known);
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
            let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
            for name in known {
                assert!(manifest.contains(&format!("name = \"{name}\"\n")), "{name}");
                let program = fs::read_to_string(root.join(format!("fuzz_targets/{name}.rs")));
                assert!(program.unwrap().contains(&format!("run(\"{name}\", data)")), "{name}");
            }
        }
    };
}

targets! {
    positions_of_chess_are_read "position_chess"
    positions_of_hop_are_read "position_hop"
    positions_of_chaotic_are_read "position_chaotic"
    positions_of_chakra_are_read "position_chakra"
    positions_of_denial_are_read "position_denial"
    positions_of_crazy_are_read "position_crazy"
    positions_of_games_of_games_are_read "position_mega"
    nested_boards_are_read "nesting"
    turns_are_read "turn"
    lines_of_inspect_are_answered "inspect"
    taps_are_read "prompt"
    table_entries_of_any_bytes_are_survived "table_entry"
    streams_of_uci_are_answered "uci"
    streams_of_cecp_are_answered "cecp"
    options_are_read "options"
    openings_are_read "openings"
    records_are_read "records"
    games_of_any_program_are_read "pgn"
    weights_are_read "weights"
    networks_are_read "network"
    messages_of_pages_are_answered "page"
}
