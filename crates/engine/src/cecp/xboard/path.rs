//! The squares that a person clicks for a turn, and the turns that fit such clicks.

use jabberwock_game::{TapTarget, taps_of_text};

use super::{
    code::Code,
    ply::{Move, Ply, Received},
    square::{Size, Square},
};

/// The squares that a person clicks for a ply.
pub(super) struct Path {
    /// Where it starts; `None` for a drop.
    pub(super) start: Option<Square>,
    pub(super) end: Square,
    /// The squares between.
    pub(super) over: Vec<Square>,
    /// Whether `over` comes from the turn's native text and not from the ply.
    pub(super) is_in_text: bool,
}

/// The path of the ply of `code` at index `at`. At the start of a turn its native text may add
/// squares to the ply: the middle of two steps, or the end square of a piece that vanishes.
pub(super) fn path(code: &Code, at: usize, size: Size) -> Option<Path> {
    let text_squares = |has_room: bool| -> Vec<Square> {
        let taps = taps_of_text(&code.turn).into_iter().filter(|_| has_room);
        taps.filter_map(|tap| match tap.target {
            TapTarget::Square(square) => size.square(square.file, square.rank),
            _ => None,
        })
        .collect()
    };
    match code.plain().get(at)? {
        Ply::Move(Move {
            from, to, kills, ..
        }) => {
            let squares = text_squares(at == 0);
            if squares.first().is_some_and(|first| first != from) {
                return match squares[..] {
                    // A piece that captures around itself, done by another piece's ply.
                    [square] => Some(Path {
                        start: Some(square),
                        end: square,
                        over: kills.to_vec(),
                        is_in_text: false,
                    }),
                    _ => text_path(&squares),
                };
            }
            let middle = match squares[..] {
                [first, middle, last] if (first, last) == (*from, *to) => Some(middle),
                _ => None,
            };
            Some(Path {
                start: Some(*from),
                end: *to,
                over: middle.map_or_else(|| kills.to_vec(), |middle| vec![middle]),
                is_in_text: middle.is_some(),
            })
        }
        Ply::Drop { to, .. } => Some(Path {
            start: None,
            end: *to,
            over: Vec::new(),
            is_in_text: false,
        }),
        Ply::Pass => text_path(&text_squares(at == 0)),
    }
}

/// The path of a turn whose native text names `squares`.
fn text_path(squares: &[Square]) -> Option<Path> {
    let [start, over @ .., end] = squares else {
        return None;
    };
    Some(Path {
        start: Some(*start),
        end: *end,
        over: over.to_vec(),
        is_in_text: squares.len() == 3,
    })
}

/// The start, end and middle square of a person's ply; `None` for a pass or a drop.
fn clicks(ply: &Received) -> Option<(Square, Option<Square>, Option<Square>)> {
    match ply {
        Received::Whole(Ply::Move(made)) => Some((made.from, Some(made.to), None)),
        Received::Whole(_) => None,
        Received::Legs(legs, _) => match legs[..] {
            [(from, Some(middle)), (next, Some(to))] if middle == next => {
                Some((from, Some(to), Some(middle)))
            }
            [(from, Some(to)), (over, _)] | [(from, _), (_, Some(over)), (_, Some(to))] => {
                Some((from, Some(to), Some(over)))
            }
            _ => None,
        },
    }
}

/// Those of `codes` whose ply at index `at` has the same start and end square as `ply`, and passes
/// over the same square if any of them does.
pub(super) fn going_like<'a>(
    codes: &[&'a Code],
    at: usize,
    ply: &Received,
    size: Size,
) -> Vec<&'a Code> {
    let Some((from, to, over)) = clicks(ply) else {
        return Vec::new();
    };
    let like: Vec<(&Code, Path)> = paths(codes, at, size)
        .filter(|(_, path)| (path.start, Some(path.end)) == (Some(from), to))
        .collect();
    let is_over = |path: &Path| over.is_some_and(|over| path.over.contains(&over));
    let has_over = like.iter().any(|(_, path)| is_over(path));
    let chosen = like.iter().filter(|(_, path)| !has_over || is_over(path));
    chosen.map(|&(code, _)| code).collect()
}

/// Those of `codes` for whose ply at index `at` a person clicks exactly the squares of `ply`.
pub(super) fn same_clicks<'a>(
    codes: &[&'a Code],
    at: usize,
    ply: &Received,
    size: Size,
) -> Vec<&'a Code> {
    let Some((from, to, over)) = clicks(ply) else {
        return Vec::new();
    };
    let is_same = |path: &Path| {
        (path.start, Some(path.end), path.over.first().copied()) == (Some(from), to, over)
    };
    let chosen = paths(codes, at, size).filter(|(_, path)| is_same(path));
    chosen.map(|(code, _)| code).collect()
}

/// The paths of the plies of `codes` at index `at`, where there are any.
fn paths<'a>(codes: &[&'a Code], at: usize, size: Size) -> impl Iterator<Item = (&'a Code, Path)> {
    codes
        .iter()
        .filter_map(move |&code| Some((code, path(code, at, size)?)))
}
