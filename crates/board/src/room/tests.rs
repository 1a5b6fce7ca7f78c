//! Conversations with a room: those of `docs/page-protocol.md` and of `tests/transcripts`.

mod annotations;
mod bad_input;
pub(crate) mod conversation;
mod limits;
mod new_variant;

use std::{fs, path::Path};

use conversation::Conversation;

/// Returns a file of the repository.
pub(crate) fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the conversations of a document, which begin with the line `fence`, each with the number
/// of its first line.
pub(crate) fn conversations<'a>(text: &'a str, fence: &str) -> Vec<(usize, Vec<&'a str>)> {
    let mut found = Vec::new();
    let mut conversation: Option<(usize, Vec<&str>)> = None;
    for (index, line) in text.lines().enumerate() {
        match &mut conversation {
            None if line == fence => conversation = Some((index + 2, Vec::new())),
            Some(_) if line == "```" => found.extend(conversation.take()),
            Some((_, lines)) => lines.push(line),
            None => {}
        }
    }
    found
}

#[test]
fn every_conversation_of_the_page_is_true() {
    const NAME: &str = "docs/page-protocol.md";
    let text = file(NAME);
    let found = conversations(&text, "```text");
    assert!(found.len() >= 7, "{}", found.len());
    for (start, lines) in found {
        Conversation::new().play(NAME, start, &lines);
    }
}

#[test]
fn golden_conversations_are_held() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts");
    let mut count = 0;
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with("page-") {
            let text = fs::read_to_string(&path).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            Conversation::new().play(name, 1, &lines);
            count += 1;
        }
    }
    assert!(count >= 5, "{count}");
}
