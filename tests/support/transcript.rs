//! Conversations with the binary, checked against golden transcripts.
//!
//! A transcript has these lines:
//!
//! ```text
//! # a comment
//! > sent to the engine
//! < printed by it next; `...` stands for any text
//! <~ printed by it next, not counting search info
//! << printed by it at some time; everything before is skipped
//! wait 100
//! end
//! ```
//!
//! `wait` gives the engine so many milliseconds in which it must print nothing that the following
//! lines do not expect; no line may rely on what it does in that time. `end` closes its input.
//! After the last line the engine must print nothing more, and must end with status 0.

use std::{path::Path, thread, time::Duration};

use crate::engine::{Engine, matches};

/// Follows `tests/transcripts/NAME.txt`; `is_search_info` tells the lines that `<~` skips.
pub(crate) fn follow(name: &str, is_search_info: impl Fn(&str) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let text = std::fs::read_to_string(folder.join(name).with_extension("txt")).unwrap();
    let mut engine = Engine::start();
    for (index, line) in text.lines().enumerate() {
        let place = format!("{name}.txt:{}", index + 1);
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "" | "#" => {}
            ">" => engine.send(rest),
            "<" | "<~" | "<<" => {
                let is_skipped = |line: &str| match kind {
                    "<~" => is_search_info(line),
                    "<<" => !matches(rest, line.trim_end()),
                    _ => false,
                };
                let mut printed = engine.next_line();
                while printed.as_deref().is_some_and(is_skipped) {
                    printed = engine.next_line();
                }
                let printed = printed.unwrap_or_else(|| panic!("{place}: the engine has ended"));
                assert!(
                    matches(rest, printed.trim_end()),
                    "{place}\nexpected {rest}\n printed {printed}"
                );
            }
            "wait" => thread::sleep(Duration::from_millis(rest.parse().unwrap())),
            "end" => engine.end_input(),
            _ => panic!("{place}: {line}"),
        }
    }
    assert_eq!(engine.next_line(), None, "{name}.txt: at the end");
    engine.finish();
}
