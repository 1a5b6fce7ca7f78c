//! Texts of turns, lines of `inspect`, and boards within boards.

use arbitrary::Arbitrary;
use jabberwock_engine::{Session, inspect::answer, open};
use jabberwock_variants::entries;

use super::edits::{
    Base, Edits, check_message, known_positions, named_text, plain_text, some_turn, structure,
};

fn names() -> Vec<&'static str> {
    entries().iter().map(|entry| entry.name).collect()
}

/// Reads a turn at a position of any game.
pub fn turn(data: &[u8]) {
    #[derive(Arbitrary, Debug)]
    struct Input {
        base: Base,
        choice: u8,
        edits: Edits,
    }
    if let Some(text) = plain_text(data) {
        let (name, text) = named_text(&text, &names());
        let mut session = open(name).expect("a name of the registry");
        check_turn(session.as_mut(), text);
    } else if let Some(input) = structure::<Input>(data) {
        let mut session = input.base.session(&names());
        let turn = some_turn(session.as_ref(), input.choice).unwrap_or_default();
        check_turn(session.as_mut(), &input.edits.apply(&turn));
    }
}

/// A turn that is accepted has one canonical text; one that is refused changes nothing.
fn check_turn(session: &mut dyn Session, text: &str) {
    let before = (session.position(), session.turns().len());
    match session.play(text) {
        Err(error) => {
            check_message(&error.to_string());
            assert_eq!((session.position(), session.turns().len()), before);
        }
        Ok(turn) => {
            let after = session.position();
            assert_eq!(session.undo().as_ref(), Some(&turn));
            assert_eq!((session.position(), session.turns().len()), before);
            assert_eq!(session.read_turn(&turn), Ok(turn.clone()));
            assert_eq!(session.play(&turn), Ok(turn));
            assert_eq!(session.position(), after);
        }
    }
}

/// Answers a line of `inspect`.
pub fn inspect(data: &[u8]) {
    #[derive(Arbitrary, Debug)]
    struct Input {
        base: Base,
        turn: Option<u8>,
        edits: Edits,
    }
    let (mut session, line) = if let Some(text) = plain_text(data) {
        let (name, text) = named_text(&text, &names());
        (open(name).expect("a name of the registry"), text.to_owned())
    } else if let Some(input) = structure::<Input>(data) {
        let session = input.base.session(&names());
        let mut line = session.position();
        if let Some(choice) = input.turn {
            line.push('\t');
            line.extend(some_turn(session.as_ref(), choice));
        }
        (session, input.edits.apply(&line))
    } else {
        return;
    };
    let line = line.replace('\n', " ");
    let answer = answer(session.as_mut(), &line);
    assert!(!answer.contains('\n') && answer.starts_with('{') && answer.ends_with('}'));
}

/// A part of a text in which boards are nested.
#[derive(Arbitrary, Debug)]
enum Part {
    Open(u8),
    Close(u8),
    Board(u8, u8),
    Position(u8),
    Turn(u8),
    Separator(u8),
    Levels(u16),
}

impl Part {
    /// Returns its text; a position is one of those `known`.
    fn text(&self, known: &[&str]) -> String {
        let one_of = |texts: &[&str], index: u8| {
            let text = texts.get(usize::from(index) % texts.len().max(1));
            text.copied().unwrap_or_default().to_owned()
        };
        match *self {
            Part::Open(times) => "{".repeat(usize::from(times)),
            Part::Close(times) => "}".repeat(usize::from(times)),
            Part::Board(file, rank) => {
                let (file, rank) = (char::from(b'a' + file % 9), char::from(b'1' + rank % 9));
                format!("{file}{rank}=")
            }
            Part::Position(index) => one_of(known, index),
            Part::Turn(index) => one_of(&["e2e4", "g8f6", "e1g1", "a7a8q", "pass", "-"], index),
            Part::Separator(index) => one_of(&[";", ",", " ", "_", "=", "/"], index),
            Part::Levels(times) => "a1={".repeat(usize::from(times)),
        }
    }
}

/// Reads positions, turns and drafts of games of games in which braces are nested and repeated.
pub fn nesting(data: &[u8]) {
    #[derive(Arbitrary, Debug)]
    struct Input {
        level: u8,
        parts: Vec<Part>,
    }
    const GAMES: &[&str] = &[
        "mega",
        "recursive-2",
        "recursive-3",
        "recursive-5",
        "recursive-8",
    ];
    let (name, text) = if let Some(text) = plain_text(data) {
        let (name, text) = named_text(&text, GAMES);
        (name, text.to_owned())
    } else if let Some(input) = structure::<Input>(data) {
        let name = GAMES[usize::from(input.level) % GAMES.len()];
        let entry = open(name).expect("a name of the registry").entry();
        let known = known_positions(entry);
        let parts = input.parts.iter().take(64);
        (name, parts.map(|part| part.text(&known)).collect())
    } else {
        return;
    };
    let mut session = open(name).expect("a name of the registry");
    check_turn(session.as_mut(), &text);
    let before = session.position();
    if let Err(error) = session.set_position(&text) {
        check_message(&error.to_string());
        assert_eq!(session.position(), before);
        return;
    }
    let canonical = session.position();
    assert_eq!(session.set_position(&canonical), Ok(()));
    assert_eq!(session.position(), canonical);
    check_turn(session.as_mut(), &text);
}
