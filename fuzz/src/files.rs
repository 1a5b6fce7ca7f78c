//! Files: openings, records, weights, networks.

use std::{env, fs, io, process};

use arbitrary::Arbitrary;
use jabberwock_arena::{
    openings,
    records::{Line, MatchGame, RecordFile, complete_games, games},
};
use jabberwock_engine::{SearchRequest, Session, open};
use jabberwock_search::{Limits, StopToken};
use jabberwock_variants::entries;

use super::edits::{Base, Edits, check_message, named_text, plain_text, some_turn, structure};

/// The games with weights, and their weights files.
const WEIGHTS: &[(&str, &str)] = &[
    (
        "chess",
        include_str!("../../crates/variants/src/chess/weights.txt"),
    ),
    (
        "hop",
        include_str!("../../crates/variants/src/hop/weights.txt"),
    ),
    (
        "crazy",
        include_str!("../../crates/variants/src/crazy/weights.txt"),
    ),
    (
        "chakra",
        include_str!("../../crates/variants/src/chakra/weights.txt"),
    ),
    (
        "chaotic",
        include_str!("../../crates/variants/src/chaotic/weights.txt"),
    ),
];

const NETWORK: &[u8] = include_bytes!("../../crates/variants/src/hop/network.bin");

const RECORD: &str = include_str!("../corpus/records/match");

const PGN: &str = include_str!("../corpus/pgn/variations");

/// Reads a file of openings. Those that are accepted can be set up.
pub fn openings(data: &[u8]) {
    #[derive(Arbitrary, Debug)]
    struct Input {
        lines: Vec<(Base, Vec<u8>, bool)>,
        edits: Edits,
    }
    let names: Vec<&str> = entries().iter().map(|entry| entry.name).collect();
    let (name, text) = if let Some(text) = plain_text(data) {
        let (name, text) = named_text(&text, &names);
        (name, text.to_owned())
    } else if let Some(input) = structure::<Input>(data) {
        let Some((first, ..)) = input.lines.first() else {
            return;
        };
        let name = names[usize::from(first.game) % names.len()];
        let mut text = String::new();
        for (base, choices, as_position) in input.lines.iter().take(4) {
            if *as_position {
                text += &base.session(&[name]).position();
            } else {
                text += &turns(name, choices).join(" ");
            }
            text.push('\n');
        }
        (name, input.edits.apply(&text))
    } else {
        return;
    };
    let mut session = open(name).expect("a name of the registry");
    match openings::read(session.entry(), &text) {
        Err(error) => check_message(&error.to_string()),
        Ok(openings) => {
            for opening in openings {
                assert_eq!(opening.set_up(session.as_mut()), Ok(()));
            }
        }
    }
}

/// Turns from the start of a game.
fn turns(name: &str, choices: &[u8]) -> Vec<String> {
    let mut session = open(name).expect("a name of the registry");
    for &choice in choices.iter().take(6) {
        if let Some(turn) = some_turn(session.as_ref(), choice) {
            session.play(&turn).expect("a legal turn");
        }
    }
    session.turns().into_iter().map(ToOwned::to_owned).collect()
}

/// Reads a record of a match. What is read is the same after an incomplete game was removed, and
/// nothing is removed without a trace.
pub fn records(data: &[u8]) {
    let text = plain_text(data).or_else(|| Some(structure::<Edits>(data)?.apply(RECORD)));
    let Some(text) = text else {
        return;
    };
    let name = format!(
        "jabberwock-record-{}-{:?}",
        process::id(),
        std::thread::current().id()
    );
    let path = env::temp_dir().join(name);
    let beside = path.with_extension("incomplete");
    fs::write(&path, &text).expect("a file for temporary use");
    let read = || -> io::Result<Vec<MatchGame>> {
        let mut file = RecordFile::open(&path)?;
        let (games, complete) = file.text().and_then(complete_games)?;
        file.keep_complete(complete)?;
        Ok(games)
    };
    match read().map_err(|error| error.to_string()) {
        Err(message) => {
            check_message(&message);
            assert_eq!(
                fs::read_to_string(&path).as_deref().ok(),
                Some(text.as_str())
            );
        }
        Ok(games) => {
            let left = fs::read_to_string(&path).expect("the record");
            assert!(text.starts_with(&left));
            assert_eq!(read().ok(), Some(games));
            assert_eq!(fs::read_to_string(&path).ok(), Some(left));
        }
    }
    for file in [&path, &beside] {
        fs::remove_file(file).ok();
    }
}

/// Reads games of any program. Every turn that is accepted can be made, in variations too.
pub fn pgn(data: &[u8]) {
    #[derive(Arbitrary, Debug)]
    struct Input {
        of_match: bool,
        edits: Edits,
    }
    let text = plain_text(data).or_else(|| {
        let input = structure::<Input>(data)?;
        Some(input.edits.apply(if input.of_match { RECORD } else { PGN }))
    });
    for game in games(&text.unwrap_or_default()).take(16) {
        match game {
            Err(error) => check_message(&error.to_string()),
            Ok(game) => {
                let mut session = open(game.variant.name).expect("a name of the registry");
                if let Some(origin) = &game.origin {
                    assert_eq!(session.set_position(origin), Ok(()));
                }
                check_line(session.as_mut(), &game.main_line);
                if let Some(problem) = &game.problem {
                    check_message(&problem.to_string());
                }
            }
        }
    }
}

/// Makes the turns of `line` and takes them back.
fn check_line(session: &mut dyn Session, line: &Line) {
    for turn in &line.turns {
        for variation in &turn.variations {
            check_line(session, variation);
        }
        assert_eq!(session.play(&turn.turn).as_ref(), Ok(&turn.turn));
    }
    for _ in &line.turns {
        assert!(session.undo().is_some());
    }
}

/// Reads weights, and searches with them.
pub fn weights(data: &[u8]) {
    #[derive(Arbitrary, Debug)]
    struct Input {
        game: u8,
        edits: Edits,
    }
    let (name, text) = if let Some(text) = plain_text(data) {
        let names = WEIGHTS.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        let (name, text) = named_text(&text, &names);
        (name, text.to_owned())
    } else if let Some(input) = structure::<Input>(data) {
        let (name, text) = WEIGHTS[usize::from(input.game) % WEIGHTS.len()];
        (name, input.edits.apply(text))
    } else {
        return;
    };
    let mut session = open(name).expect("a name of the registry");
    match session.set_weights(&text) {
        Err(error) => check_message(&error.to_string()),
        Ok(()) => check_search(session.as_mut()),
    }
}

/// Reads a network, and searches with it.
pub fn network(data: &[u8]) {
    #[derive(Arbitrary, Debug)]
    struct Input {
        changes: Vec<(u16, u8)>,
        length: Option<u32>,
        header: Edits,
        /// Whether the checksum is made right.
        checked: bool,
    }
    let bytes = if plain_text(data).is_some() {
        data.to_vec()
    } else if let Some(input) = structure::<Input>(data) {
        // The header is text, up to the first byte that is none.
        let end = NETWORK
            .iter()
            .position(|byte| !byte.is_ascii() || *byte == 0)
            .unwrap_or(0);
        let header = String::from_utf8_lossy(&NETWORK[..end]);
        let mut bytes = input.header.apply(&header).into_bytes();
        bytes.extend_from_slice(&NETWORK[end..]);
        for (at, value) in input.changes.into_iter().take(64) {
            let at = usize::from(at) % bytes.len();
            bytes[at] = value;
        }
        if let Some(length) = input.length {
            bytes.truncate(length as usize % (bytes.len() + 1));
        }
        if input.checked {
            write_checksum(&mut bytes);
        }
        bytes
    } else {
        return;
    };
    let mut session = open("hop").expect("a name of the registry");
    match session.set_network(Some(&bytes)) {
        Err(error) => check_message(&error.to_string()),
        Ok(()) => check_search(session.as_mut()),
    }
}

/// Replaces the checksum in the header of a network by the right one: the 64-bit FNV-1a hash of
/// what follows the header.
fn write_checksum(bytes: &mut [u8]) {
    let header = NETWORK
        .windows(2)
        .position(|pair| pair == b"\n\n")
        .expect("a header");
    if let Some((header, parameters)) = bytes.split_at_mut_checked(header + 2) {
        let sum = parameters
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        let end = header.len() - 2;
        header[end - 16..end].copy_from_slice(format!("{sum:016x}").as_bytes());
    }
}

/// A short search finds a legal turn and does not panic.
fn check_search(session: &mut dyn Session) {
    let request = SearchRequest {
        limits: Limits {
            nodes: Some(200),
            ..Limits::default()
        },
        ..SearchRequest::default()
    };
    let result = session.search_blocking(&request, &StopToken::new(), None);
    let result = result.expect("the search ends");
    assert_eq!(result.failure, None);
    let best = result.best.expect("a turn");
    assert_eq!(session.read_turn(&best), Ok(best));
}
