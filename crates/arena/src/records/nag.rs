//! Numeric annotation glyphs of turns (PGN standard, chapter 10) and the marks that people write.

/// The marks that have a glyph, with its number.
const MARKS: [(&str, u8); 6] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
];

/// The glyph of a mark; 0, which says nothing, if it has none.
pub(super) fn of_mark(mark: &str) -> u8 {
    let known = MARKS.iter().find(|(known, _)| *known == mark);
    known.map_or(0, |(_, nag)| *nag)
}

/// The mark of a glyph.
pub fn mark(nag: u8) -> Option<&'static str> {
    let known = MARKS.iter().find(|(_, known)| *known == nag);
    known.map(|(mark, _)| *mark)
}
