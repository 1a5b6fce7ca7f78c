//! The types of the messages as TypeScript, for the page.

pub(super) mod foreign;

use std::{fs, path::Path};

use ts_rs::{Config, TS};

use super::*;

/// The declarations, in alphabetical order within each part.
fn declarations() -> String {
    let config = Config::default();
    let mut text = String::from(
        "// The messages between the page and its server. Written by a test of crates/board from the\n\
         // types in crates/board/src/message: do not edit.\n",
    );
    macro_rules! declare {
        ($($type:ty),* $(,)?) => {$(
            text.push_str("\nexport ");
            text.push_str(&<$type>::decl(&config));
            text.push('\n');
        )*};
    }
    declare!(
        Envelope,
        Request,
        SeatRequest,
        Pace,
        Reply,
        Payload,
        Refusal,
        Hello,
        Limits,
        Variants,
        Variant,
        Glyph,
        Opponent,
        Examples,
        Example,
        Loaded,
        Posted,
        RecordSummary,
        Look,
        Prompted,
        StaticEvaluation,
        Term,
        Fill,
        Chosen,
        Shown,
        Event,
        TurnMade,
        ClockState,
        GameOutcome,
        Analysis,
        AnalysisLine,
        Score,
        TableState,
        Node,
        Seat,
        MatchState,
        Standing,
        WatchedGame,
        WatchedPlayer,
    );
    foreign::declare(&config, &mut text);
    // Comments of one line on one line, and no blanks at the ends of lines.
    text.replace("/**\n * ", "/** ")
        .replace("\n */", " */")
        .replace(" \n", "\n")
}

#[test]
fn the_types_of_the_page_are_those_of_the_server() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/messages.d.ts");
    let declared = declarations();
    let committed = fs::read_to_string(&path).unwrap_or_default();
    if committed != declared {
        // The correct text is written, so that the second run passes and the change can be
        // committed.
        fs::write(&path, declared).unwrap();
        panic!("{} was out of date; commit what it is now", path.display());
    }
}
