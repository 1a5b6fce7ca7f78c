//! A turn of a game of games that is put together board by board.

use jabberwock_engine::{ChosenBoards, Prompt, Session};
use jabberwock_game::{Coord, Tap, TapTarget, taps_of_text};

/// The boards chosen so far, in the order in which they were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Draft {
    entries: Vec<Entry>,
}

/// The same turn on equal boards.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    /// The boards, level by level.
    boards: Vec<Vec<Coord>>,
    turn: String,
}

impl Entry {
    fn taps(&self) -> impl Iterator<Item = Tap> {
        taps_of_text(&self.turn).into_iter().map(|tap| Tap {
            boards: self.boards.clone(),
            target: tap.target,
        })
    }

    fn place(&self) -> String {
        place_text(&self.boards)
    }
}

impl Draft {
    /// Whether nothing is chosen.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the boards and their turns, an item each.
    pub(super) fn list(&self) -> Vec<String> {
        let entries = self.entries.iter();
        entries
            .map(|entry| format!("{} {}", entry.place(), entry.turn))
            .collect()
    }

    /// Returns the session's prompt after this draft.
    ///
    /// # Errors
    /// The reason why the position has no such turn.
    pub(super) fn prompt(&self, session: &dyn Session) -> Result<Prompt, String> {
        let taps: Vec<Tap> = self.entries.iter().flat_map(Entry::taps).collect();
        session.prompt(&taps).map_err(|error| error.reason)
    }

    /// Returns this draft with `turn` on the boards `place`, replacing the earlier choice there.
    ///
    /// # Errors
    /// If it is not a complete turn there, or no legal turn has it.
    pub(super) fn with(
        &self,
        session: &dyn Session,
        place: &str,
        turn: &str,
    ) -> Result<Draft, String> {
        let boards = read_place(place)?;
        let mut draft = self.clone();
        if let [squares] = &boards[..] {
            for &square in squares {
                draft.remove(square);
            }
        } else {
            draft.entries.retain(|entry| entry.boards != boards);
        }
        draft.entries.push(Entry {
            boards: boards.clone(),
            turn: turn.to_owned(),
        });
        let prompt = draft
            .prompt(session)
            .map_err(|reason| format!("{place} {turn}: {reason}"))?;
        if !is_complete(&prompt, &boards) {
            let words = prompt.words;
            return Err(format!("{place} {turn}: not a complete turn ({words})"));
        }
        match prompt.board_turn.and_then(|turn| turn.refusal) {
            Some(refusal) => Err(format!("{place} {turn}: {}", refusal.reason)),
            None => Ok(draft),
        }
    }

    /// Takes the boards `place` out; whether anything was chosen there.
    ///
    /// # Errors
    /// If `place` names no boards.
    pub(super) fn drop_place(&mut self, place: &str) -> Result<bool, String> {
        let boards = read_place(place)?;
        let before = self.clone();
        if let [squares] = &boards[..] {
            for &square in squares {
                self.remove(square);
            }
        } else {
            self.entries.retain(|entry| entry.boards != boards);
        }
        Ok(*self != before)
    }

    /// Takes the outermost board `square` out.
    fn remove(&mut self, square: Coord) {
        for entry in &mut self.entries {
            if let Some(outermost) = entry.boards.first_mut() {
                outermost.retain(|&board| board != square);
            }
        }
        let is_left = |entry: &Entry| entry.boards.first().is_some_and(|outer| !outer.is_empty());
        self.entries.retain(is_left);
    }

    /// Returns the draft of a whole turn, `{a1,b1=e2e4;c1=d2d4}`; `None` if `text` is not written
    /// so.
    pub(super) fn of_turn(text: &str) -> Option<Draft> {
        let mut entries = Vec::new();
        read_parts(text, &[], &mut entries)?;
        Some(Draft { entries })
    }
}

/// Adds the parts of `text`, a turn on `boards`.
fn read_parts(text: &str, boards: &[Vec<Coord>], entries: &mut Vec<Entry>) -> Option<()> {
    let inner = text.strip_prefix('{')?.strip_suffix('}')?;
    let (mut depth, mut start) = (0_u32, 0);
    let mut parts = Vec::new();
    for (index, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1)?,
            ';' if depth == 0 => {
                parts.push(&inner[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    for part in parts {
        let (squares, turn) = part.split_once('=')?;
        let squares: Result<Vec<Coord>, _> = squares.split(',').map(str::parse).collect();
        let boards = [boards, &[squares.ok()?]].concat();
        if turn.starts_with('{') {
            read_parts(turn, &boards, entries)?;
        } else {
            let turn = turn.to_owned();
            entries.push(Entry { boards, turn });
        }
    }
    Some(())
}

/// Reads `a1`, `a1/b2`, `a1,b1`.
fn read_place(place: &str) -> Result<Vec<Vec<Coord>>, String> {
    let tap: Result<Tap, _> = format!("{place}/a1").parse();
    let tap = tap.map_err(|_| format!("\"{place}\" names no boards: a1, a1/b2 or a1,b1"))?;
    debug_assert!(matches!(tap.target, TapTarget::Square(_)));
    Ok(tap.boards)
}

fn place_text(boards: &[Vec<Coord>]) -> String {
    let levels = boards.iter().map(|squares| {
        let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        names.join(",")
    });
    levels.collect::<Vec<_>>().join("/")
}

/// Whether the turn on `boards` is complete.
fn is_complete(prompt: &Prompt, boards: &[Vec<Coord>]) -> bool {
    let mut turn = prompt.board_turn.as_ref();
    let mut found: Option<&ChosenBoards> = None;
    for squares in boards {
        found = turn.and_then(|turn| {
            let mut chosen = turn.chosen.iter();
            chosen.find(|chosen| squares.iter().all(|square| chosen.places.contains(square)))
        });
        turn = found.and_then(|chosen| chosen.board_turn.as_ref());
    }
    found.is_some_and(|chosen| chosen.turn.is_some())
}

#[cfg(test)]
mod tests {
    use jabberwock_engine::open;

    use super::Draft;

    #[test]
    fn a_turn_is_put_together_board_by_board() {
        let session = open("mega").unwrap();
        let session = session.as_ref();
        let mut draft = Draft::default();
        for board in ["a1", "b1", "c1", "d1", "e1", "f1", "g1"] {
            draft = draft.with(session, board, "e2e4").unwrap();
            assert_eq!(draft.prompt(session).unwrap().turn, None);
        }
        draft = draft.with(session, "h1", "d2d4").unwrap();
        let turn = draft.prompt(session).unwrap().turn.unwrap();
        assert_eq!(turn, "{a1,b1,c1,d1,e1,f1,g1=e2e4;h1=d2d4}");
        assert!(draft.drop_place("b1,h1").unwrap());
        assert!(!draft.drop_place("b1").unwrap());
        assert_eq!(draft.list().len(), 6);
        let draft = draft.with(session, "a1", "b1c3").unwrap();
        assert_eq!(draft.list().last().unwrap(), "a1 b1c3");
    }

    #[test]
    fn what_is_no_turn_on_a_board_is_refused() {
        let session = open("mega").unwrap();
        let session = session.as_ref();
        let draft = Draft::default();
        for (place, turn) in [
            ("a1", "e2e5"),
            ("a1", "e2"),
            ("a3", "e2e4"),
            ("a1/b1", "e2e4"),
        ] {
            let error = draft.with(session, place, turn).unwrap_err();
            assert!(error.starts_with(&format!("{place} {turn}: ")), "{error}");
        }
    }

    #[test]
    fn a_whole_turn_is_read_back() {
        let text = "{a1,b1={a2=e2e4;b2=d2d4};c1=e2e4}";
        let draft = Draft::of_turn(text).unwrap();
        assert_eq!(draft.list(), ["a1,b1/a2 e2e4", "a1,b1/b2 d2d4", "c1 e2e4"]);
        for bad in ["e2e4", "{", "{}", "{a1=}}", "{a1=e2e4;}", "{z=e2e4}"] {
            assert_eq!(Draft::of_turn(bad), None, "{bad}");
        }
    }
}
