//! Numeric annotation glyphs of turns (PGN standard, chapter 10) and their usual signs.

/// The marks after a turn, with the numbers of their glyphs.
const MARKS: [(&str, u8); 6] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
];

/// The signs of other glyphs, as chess books print them. Glyphs of White and of Black may share
/// one.
const SIGNS: [(&str, u8); 19] = [
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("⨀", 22),
    ("⨀", 23),
    ("→", 40),
    ("→", 41),
    ("⇆", 132),
    ("⇆", 133),
    ("⊕", 138),
    ("⊕", 139),
    ("∆", 140),
    ("N", 146),
];

/// Returns the glyph of a mark; 0, the null annotation, if it has none.
pub(super) fn of_mark(mark: &str) -> u8 {
    let known = MARKS.iter().find(|(known, _)| *known == mark);
    known.map_or(0, |(_, nag)| *nag)
}

/// Whether a glyph is one of the marks after a turn, `!` to `?!`.
pub fn is_mark(nag: u8) -> bool {
    MARKS.iter().any(|(_, known)| *known == nag)
}

/// Returns the sign of a glyph: `!?` of 5, `±` of 16. `None` if it has none.
pub fn sign(nag: u8) -> Option<&'static str> {
    let mut all = MARKS.iter().chain(&SIGNS);
    let known = all.find(|(_, known)| *known == nag);
    known.map(|(sign, _)| *sign)
}
