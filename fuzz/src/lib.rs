//! Targets of fuzzing: what untrusted input may do, with the checks of its results.
//!
//! An input that begins with a printable character is text and read as it is: in most targets the
//! name of a game, a newline, and the text. Any other input is read by `arbitrary` as a structure,
//! of which a text is made that is almost valid.

#[path = "boards.rs"]
pub mod boards;
#[path = "client.rs"]
pub mod client;
#[path = "edits.rs"]
pub mod edits;
#[path = "files.rs"]
pub mod files;
#[path = "options.rs"]
pub mod options;
#[path = "pages.rs"]
pub mod pages;
#[path = "streams.rs"]
pub mod streams;
#[path = "taps.rs"]
pub mod taps;
#[path = "turns.rs"]
pub mod turns;

/// Something that reads untrusted input.
pub struct Target {
    /// Its name, and that of its folder in `corpus`.
    pub name: &'static str,
    /// Feeds it with an input. It panics if a check fails.
    pub run: fn(&[u8]),
}

/// Every target.
pub const TARGETS: &[Target] = &[
    target("position_chess", |data| boards::position(&["chess"], data)),
    target("position_hop", |data| boards::position(&["hop"], data)),
    target("position_chaotic", |data| {
        boards::position(&["chaotic"], data);
    }),
    target("position_chakra", |data| {
        boards::position(&["chakra", "chakra-modern"], data);
    }),
    target("position_denial", |data| {
        boards::position(
            &["denial", "denial-soft", "denial-claim", "denial-soft-claim"],
            data,
        );
    }),
    target("position_crazy", |data| {
        boards::position(&["crazy", "crazy-free", "crazy-soft", "crazy-claim"], data);
    }),
    target("position_mega", |data| {
        boards::position(&["mega", "recursive-2", "recursive-3"], data);
    }),
    target("nesting", turns::nesting),
    target("turn", turns::turn),
    target("inspect", turns::inspect),
    target("prompt", taps::prompt),
    target("table_entry", boards::table_entry),
    target("uci", streams::uci),
    target("cecp", streams::cecp),
    target("options", options::options),
    target("openings", files::openings),
    target("records", files::records),
    target("pgn", files::pgn),
    target("weights", files::weights),
    target("network", files::network),
    target("page", pages::page),
];

const fn target(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run }
}

/// Runs the target called `name`.
///
/// # Panics
/// If there is none, or a check fails.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.expect("a target").run)(data);
}
