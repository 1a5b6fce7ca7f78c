//! Checks of the invariants in ARCHITECTURE.md against the sources.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use jabberwock_variants::{entries, mega::Mega};

/// Words of rules that the search must not use. `pawn` is allowed: the profile's unit of material
/// is called so.
const RULE_WORDS: &[&str] = &[
    "king",
    "kings",
    "queen",
    "rook",
    "bishop",
    "knight",
    "hopper",
    "hoppers",
    "castling",
    "passant",
    "promotion",
    "merchant",
    "merchants",
    "archbishop",
    "backstab",
    "ghost",
    "disguise",
    "denial",
    "deny",
    "transmitter",
    "courtesan",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns every Rust file below `folder`.
fn sources(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for item in fs::read_dir(folder).unwrap() {
            let path = item.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found
}

fn words(text: &str) -> BTreeSet<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .map(str::to_lowercase)
        .collect()
}

#[test]
fn the_search_names_no_variant_and_no_rule() {
    for path in sources("crates/search/src") {
        let text = fs::read_to_string(&path).unwrap();
        let words = words(&text);
        let names = entries().iter().flat_map(|entry| {
            [entry.name]
                .into_iter()
                .chain(entry.aliases.iter().copied())
        });
        for word in names.chain(RULE_WORDS.iter().copied()) {
            assert!(!words.contains(word), "{word} in {}", path.display());
        }
    }
}

#[test]
fn rules_do_not_read_evaluations() {
    const EVALUATION: &[&str] = &["evaluate.rs"];
    const FOLDERS: &[&str] = &["src", "evaluate", "evaluation"];
    for path in sources("crates/variants/src") {
        let folder = path.parent().and_then(Path::file_name).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        if FOLDERS.iter().any(|&known| folder == known) || EVALUATION.contains(&name) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let declares = |line: &&str| line.trim().starts_with("//") || line.starts_with("mod ");
        for line in text.lines().filter(|line| !declares(line)) {
            for word in ["evaluate", "evaluator", "evaluation", "weights"] {
                assert!(!words(line).contains(word), "{}: {line}", path.display());
            }
        }
    }
}

#[test]
fn crates_depend_on_each_other_in_one_direction() {
    for (name, allowed) in [
        ("game", &[][..]),
        ("network", &["game"]),
        ("variants", &["game", "network"]),
        ("search", &["game"]),
        ("planner", &["game", "variants", "search"]),
        ("engine", &["game", "variants", "search", "planner"]),
        (
            "arena",
            &["game", "network", "variants", "search", "planner", "engine"],
        ),
        ("board", &["game", "variants", "search", "engine", "arena"]),
        ("python", &["game", "variants", "search", "engine"]),
    ] {
        let manifest = root().join("crates").join(name).join("Cargo.toml");
        let text = fs::read_to_string(manifest).unwrap();
        let dependencies = text.split("[dev-dependencies]").next().unwrap();
        for line in dependencies.lines() {
            if let Some((other, _)) = line
                .strip_prefix("jabberwock-")
                .and_then(|line| line.split_once(['.', ' ']))
            {
                assert!(allowed.contains(&other), "{name} depends on {other}");
            }
        }
    }
}

#[test]
fn only_the_program_opens_standard_input_and_output() {
    for path in sources("crates") {
        let text = fs::read_to_string(&path).unwrap();
        for name in ["io::stdin", "io::stdout", "io::stderr"] {
            assert!(!text.contains(name), "{name} in {}", path.display());
        }
    }
}

#[test]
fn no_file_is_longer_than_600_lines() {
    for folder in ["crates", "src", "tests", "benches"] {
        for path in sources(folder) {
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            assert!(lines <= 600, "{} has {lines} lines", path.display());
        }
    }
}

#[test]
fn every_variant_has_its_rules_written_down() {
    let rules = fs::read_to_string(root().join("docs/rules/notation.md")).unwrap();
    for entry in entries() {
        let name = match entry.planned().map(Mega::level) {
            Some(2..) => "recursive-N",
            _ => entry.name,
        };
        assert!(rules.contains(&format!("`{name}`")), "{}", entry.name);
    }
}

/// Tests have names of several words, other items that the invariants name do not.
#[test]
fn the_tests_of_the_invariants_exist() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, rest) = text.split_once("\n## Invariants\n").unwrap();
    let (invariants, _) = rest.split_once("\n## ").unwrap();
    let code: Vec<String> = ["crates", "tests"]
        .into_iter()
        .flat_map(sources)
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let names = invariants.split('`').skip(1).step_by(2);
    let tests: Vec<&str> = names
        .filter(|name| name.matches('_').count() > 2 && !name.contains(['.', '/']))
        .collect();
    assert!(tests.len() > 20, "{tests:?}");
    for test in tests {
        let definition = format!("fn {test}(");
        assert!(code.iter().any(|text| text.contains(&definition)), "{test}");
    }
}
