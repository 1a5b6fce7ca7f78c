//! Texts that are almost valid: those of known positions after a few turns, edited.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use arbitrary::{Arbitrary, Unstructured};
use jabberwock_engine::{Session, open};
use jabberwock_variants::Entry;

/// The characters that an edit may insert: those of all texts, and some that are in none.
const ALPHABET: &[u8] =
    b"abcdefghnpqrxKQRBNPMCTHW12345678 90/-+=*!?@^~:;,.|()[]{}<>_'\"\t\\%#&$\0\x7f\xc3";

/// The longest text that edits make, in bytes.
const LONGEST: usize = 1 << 16;

/// One change of a text. Places are counted modulo its length.
#[derive(Arbitrary, Clone, Debug)]
pub enum Edit {
    Replace { at: u16, with: u8 },
    Insert { at: u16, with: u8 },
    Remove { at: u16, length: u8 },
    Copy { from: u16, length: u8, to: u16 },
    Repeat { at: u16, length: u8, times: u8 },
    Number { at: u16, number: u64 },
    Text { at: u16, text: String },
}

/// Makes `edits`, of which there may be any number, on `text`.
pub fn edited(text: &str, edits: &[Edit]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for edit in edits {
        let end = bytes.len();
        let place = |at: u16| usize::from(at) % (end + 1);
        let letter = |with: u8| ALPHABET[usize::from(with) % ALPHABET.len()];
        let part = |at: usize, length: u8| at..(at + usize::from(length)).min(end);
        match edit {
            Edit::Replace { at, with } => {
                let (at, with) = (place(*at), letter(*with));
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = with;
                }
            }
            Edit::Insert { at, with } => bytes.insert(place(*at), letter(*with)),
            Edit::Remove { at, length } => drop(bytes.drain(part(place(*at), length % 16))),
            Edit::Copy { from, length, to } => {
                let (copy, to) = (bytes[part(place(*from), *length)].to_vec(), place(*to));
                bytes.splice(to..to, copy);
            }
            Edit::Repeat { at, length, times } => {
                let part = part(place(*at), length % 16);
                let copies = bytes[part.clone()].repeat(usize::from(*times));
                bytes.splice(part, copies);
            }
            Edit::Number { at, number } => {
                let at = place(*at);
                bytes.splice(at..at, number.to_string().into_bytes());
            }
            Edit::Text { at, text } => {
                let at = place(*at);
                bytes.splice(at..at, text.bytes());
            }
        }
        bytes.truncate(LONGEST);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// An edited text.
#[derive(Arbitrary, Clone, Debug)]
pub struct Edits {
    pub edits: Vec<Edit>,
}

impl Edits {
    /// Returns the edited `text`; at most a dozen edits are made, so that something of it is left.
    pub fn apply(&self, text: &str) -> String {
        edited(text, &self.edits[..self.edits.len().min(12)])
    }
}

/// A known position of a game, and turns from there, each by its index among the legal ones.
#[derive(Arbitrary, Clone, Debug)]
pub struct Base {
    pub game: u8,
    pub position: u8,
    pub turns: Vec<u8>,
}

/// The most turns that a [`Base`] makes.
const MAX_TURNS: usize = 8;

impl Base {
    /// Returns the game of `names` and its position, with the turns made.
    pub fn session(&self, names: &[&str]) -> Box<dyn Session> {
        let name = names[usize::from(self.game) % names.len()];
        let mut session = open(name).expect("a name of the registry");
        let texts = known_positions(session.entry());
        if let Some(text) = texts.get(usize::from(self.position) % (texts.len() + 1)) {
            session.set_position(text).expect("a known position");
        }
        for &choice in self.turns.iter().take(MAX_TURNS) {
            let Some(turn) = some_turn(session.as_ref(), choice) else {
                break;
            };
            session.play(&turn).expect("a legal turn");
        }
        session
    }
}

/// Returns a legal turn; in games of games one that plays on one board, or on none, where it is
/// legal.
pub fn some_turn(session: &dyn Session, choice: u8) -> Option<String> {
    if session.outcome().is_some() {
        return None;
    }
    let choice = usize::from(choice);
    if let Some(listed) = session.listed_turns() {
        let turns = listed.legal_turns().ok()?;
        return turns.get(choice % turns.len().max(1)).cloned();
    }
    let survey = session.survey()?;
    let boards = survey.boards.iter().filter_map(|(board, turns)| {
        Some(format!(
            "{board}={}",
            turns.get(choice % turns.len().max(1))?
        ))
    });
    let boards: Vec<String> = boards.collect();
    let all = match survey.moves.get(choice % survey.moves.len().max(1)) {
        Some(turn) => turn.clone(),
        None => format!("{{{}}}", boards.join(";")),
    };
    session.read_turn(&all).ok()
}

/// The positions of [`known_positions`], by the name of the game.
static KNOWN: Mutex<BTreeMap<&str, Arc<[&str]>>> = Mutex::new(BTreeMap::new());

/// Returns the positions whose turns are counted, and those of the bench.
pub fn known_positions(entry: &'static Entry) -> Arc<[&'static str]> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let texts = known
        .entry(entry.name)
        .or_insert_with(|| read_known_positions(entry));
    Arc::clone(texts)
}

fn read_known_positions(entry: &'static Entry) -> Arc<[&'static str]> {
    let counted = entry.perft.lines().filter_map(|line| {
        let mut fields = line.split(';').map(str::trim);
        (fields.next() == Some(entry.name)).then(|| fields.next())?
    });
    let plain = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let mut texts: Vec<&str> = counted.chain(entry.bench.lines().filter(plain)).collect();
    // Boards within boards contain the separator of fields.
    texts.retain(|text| open(entry.name).is_ok_and(|mut game| game.set_position(text).is_ok()));
    texts.dedup();
    texts.into()
}

/// Returns the text of an input that begins with a printable character.
pub fn plain_text(data: &[u8]) -> Option<String> {
    let is_text = data.first().is_some_and(|&byte| byte >= b' ');
    is_text.then(|| String::from_utf8_lossy(data).into_owned())
}

/// Returns the name of a game on the first line of `text`, and the rest; the first of `names` if
/// there is none.
pub fn named_text<'a>(text: &'a str, names: &[&'static str]) -> (&'static str, &'a str) {
    let (first, rest) = text.split_once('\n').unwrap_or((names[0], text));
    let known = names.iter().find(|name| **name == first.trim());
    known.map_or((names[0], text), |name| (name, rest))
}

/// Returns the structure in `data`.
pub fn structure<'a, T: Arbitrary<'a>>(data: &'a [u8]) -> Option<T> {
    let data = data.strip_prefix(&[0]).unwrap_or(data);
    T::arbitrary_take_rest(Unstructured::new(data)).ok()
}

/// Panics if `message` repeats more of the input than a person can read.
pub fn check_message(message: &str) {
    assert!(message.chars().count() <= 3_000, "{message}");
    assert!(!message.contains('\n'), "{message}");
}
