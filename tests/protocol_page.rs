//! The conversations of `engine-protocol.md`, played against the program.

#[path = "support/engine.rs"]
mod engine;

use engine::{Engine, matches};

/// Returns the conversations of the page: the line where each begins, and its lines.
fn conversations(page: &str) -> Vec<(usize, Vec<&str>)> {
    let mut found = Vec::new();
    let mut current: Option<(usize, Vec<&str>)> = None;
    for (index, line) in page.lines().enumerate() {
        match &mut current {
            None if line == "```text" => current = Some((index + 2, Vec::new())),
            Some(_) if line == "```" => found.extend(current.take()),
            Some((_, lines)) => lines.push(line),
            None => {}
        }
    }
    found
}

/// Plays a conversation that begins at line `start` of the page. `...` alone on a line allows any
/// number of lines before the next one printed, or before the end.
fn play(start: usize, lines: &[&str]) {
    let mut engine = Engine::start();
    let mut skips = false;
    for (index, &line) in lines.iter().enumerate() {
        let place = format!("engine-protocol.md:{}", start + index);
        if let Some(command) = line.strip_prefix("> ") {
            engine.send(command);
        } else if line == "..." {
            skips = true;
        } else if skips {
            engine.skip_to(|printed| matches(line, printed));
            skips = false;
        } else {
            let printed = engine.next_line();
            let printed = printed.unwrap_or_else(|| panic!("{place}: the engine has ended"));
            assert!(
                matches(line, &printed),
                "{place}\nexpected {line}\n printed {printed}"
            );
        }
    }
    engine.end_input();
    while let Some(line) = engine.next_line() {
        assert!(
            skips,
            "engine-protocol.md:{start}: printed at the end: {line}"
        );
    }
    engine.finish();
}

#[test]
fn every_conversation_of_the_page_is_true() {
    let page = include_str!("../engine-protocol.md");
    let conversations = conversations(page);
    assert!(conversations.len() >= 10, "{}", conversations.len());
    for (start, lines) in conversations {
        let sent = lines.iter().filter(|line| line.starts_with("> "));
        assert!(sent.count() > 0, "engine-protocol.md:{start}");
        play(start, &lines);
    }
}

#[test]
fn every_fenced_block_of_the_page_is_a_conversation() {
    let page = include_str!("../engine-protocol.md");
    let fences = page.lines().filter(|line| line.starts_with("```"));
    assert_eq!(fences.count(), 2 * conversations(page).len());
}
