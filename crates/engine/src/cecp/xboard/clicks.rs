//! A person's clicks, interpreted as taps by prompts.
//!
//! A click is a tap on a square. Choices and stops have no square, so all of them are followed, and
//! several tap lists may match the same clicks.

use std::collections::BTreeMap;

use jabberwock_game::{Tap, TapTarget};

use super::{
    code::CodeTable,
    layout::Layout,
    ply::{Ply, Received},
    square::{Size, Square},
};
use crate::session::{Prompt, PromptTarget, Session};

/// The clicks of a person's ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clicks {
    /// The start square, those clicked on the way, and the end square.
    pub(super) squares: Vec<Square>,
    /// The letter of the piece that was chosen, upper case.
    pub(super) letter: Option<u8>,
    /// Whether the last square was clicked twice: the move ends there, although it could be
    /// continued.
    pub(super) is_final: bool,
}

impl Clicks {
    /// Returns the clicks of `ply`, where the piece was lifted from the squares of `path` in
    /// sequence; `None` for a pass or a drop. The path has the squares that `XBoard` omits from a
    /// ply.
    pub(super) fn new(ply: &Received, path: &[Square]) -> Option<Clicks> {
        let (mut squares, letter) = match ply {
            Received::Whole(Ply::Move(made)) => (vec![made.from, made.to], made.letter),
            Received::Whole(_) => return None,
            Received::Legs(legs, letter) => (squares_of_legs(legs)?, *letter),
        };
        let mut is_final = false;
        if let [first, .., over] = path
            && squares.first() == Some(first)
        {
            let end = *squares.last()?;
            if *over == end {
                squares = path.to_vec();
                is_final = true;
            } else if squares.len() > 2 && squares[squares.len() - 2] == *over {
                squares = [path, &[end]].concat();
            }
        }
        Some(Clicks {
            squares,
            letter,
            is_final,
        })
    }
}

/// Returns the squares of a ply of several legs, in the order of the clicks.
fn squares_of_legs(legs: &[(Square, Option<Square>)]) -> Option<Vec<Square>> {
    let chain = match *legs {
        // The form with one square emptied, whose last square has no meaning.
        [(from, Some(to)), (over, _)] if over != to => return Some(vec![from, over, to]),
        [(from, _), ..] => [from].into_iter().map(Some),
        [] => return None,
    };
    chain.chain(legs.iter().map(|leg| leg.1)).collect()
}

/// The tap lists that match some clicks.
#[derive(Debug)]
pub(super) struct Clicked<'a> {
    session: &'a dyn Session,
    layout: &'a Layout,
    entries: Vec<Entry>,
}

/// A tap list, and its possible continuations.
#[derive(Debug)]
struct Entry {
    taps: Vec<Tap>,
    /// The choices after the last square.
    choices: Vec<PromptTarget>,
    prompt: Prompt,
}

/// A way to end a turn, or its first part, with the last click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// The turn, or all turns that begin with the part.
    pub(super) turns: Vec<String>,
    /// The choice left open by the last click.
    pub(super) open: Open,
}

/// A choice that belongs to the last square of some clicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// There is none, or the turn ends without it.
    Nothing,
    /// A promotion to the piece of this letter, upper case.
    Promotion(u8),
    /// Another choice.
    Choice,
}

impl<'a> Clicked<'a> {
    /// Returns the tap lists whose squares are `clicks`.
    pub(super) fn new(
        session: &'a dyn Session,
        layout: &'a Layout,
        clicks: &[Square],
    ) -> Clicked<'a> {
        let (first, rest) = match clicks {
            [first, rest @ ..] => (Some(*first), rest),
            [] => (None, clicks),
        };
        let mut clicked = Clicked {
            session,
            layout,
            entries: Vec::new(),
        };
        if let Some(first) = first {
            clicked.follow(vec![clicked.tap(first)], Vec::new());
        }
        rest.iter()
            .fold(clicked, |clicked, &click| clicked.step(click))
    }

    /// Returns the tap lists after another click.
    pub(super) fn step(&self, click: Square) -> Clicked<'a> {
        let mut next = Clicked {
            session: self.session,
            layout: self.layout,
            entries: Vec::new(),
        };
        let tap = self.tap(click);
        for entry in &self.entries {
            if entry.prompt.targets.iter().any(|target| target.tap == tap) {
                next.follow(
                    [&entry.taps[..], std::slice::from_ref(&tap)].concat(),
                    Vec::new(),
                );
            }
        }
        next
    }

    /// Returns the targets on squares.
    pub(super) fn targets(&self) -> BTreeMap<Square, Vec<&PromptTarget>> {
        let mut targets: BTreeMap<Square, Vec<&PromptTarget>> = BTreeMap::new();
        let all = self.entries.iter().flat_map(|entry| &entry.prompt.targets);
        for target in all {
            if let Some(square) = square_of(&target.tap, self.size()) {
                targets.entry(square).or_default().push(target);
            }
        }
        targets
    }

    /// Returns the ways to end a turn or its first part here. `table` holds the codes of all turns.
    pub(super) fn ends(&self, table: &CodeTable) -> Vec<End> {
        let ends = self.entries.iter().filter_map(|entry| {
            let turns = match self.part(entry, table) {
                Some(turns) => turns,
                None => vec![self.complete(entry)?],
            };
            let open = match &entry.choices[..] {
                [] => Open::Nothing,
                [choice] => match self.promotion(choice) {
                    Some(letter) => Open::Promotion(letter),
                    None => Open::Choice,
                },
                _ => Open::Choice,
            };
            Some(End { turns, open })
        });
        ends.collect()
    }

    /// Whether a part of a turn can be continued by another square.
    pub(super) fn goes_on(&self, table: &CodeTable) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|entry| self.has_squares(entry) && self.part(entry, table).is_none())
    }

    /// Returns all legal turns that begin like this.
    pub(super) fn turns(&self) -> Vec<String> {
        let entries = self.entries.iter();
        entries
            .flat_map(|entry| self.session.turns_beginning(&entry.taps))
            .collect()
    }

    /// Returns the turn that `entry` makes, if it is complete.
    fn complete(&self, entry: &Entry) -> Option<String> {
        if entry.prompt.turn.is_some() {
            return entry.prompt.turn.clone();
        }
        let stop = Tap::stop();
        let mut targets = entry.prompt.targets.iter();
        targets.find(|target| target.tap == stop)?;
        let taps = [&entry.taps[..], &[stop]].concat();
        self.session.prompt(&taps).ok()?.turn
    }

    /// Returns the turns that `entry` begins, if it is the first part of each: they begin with the
    /// same ply, and further clicks are for later plies.
    fn part(&self, entry: &Entry, table: &CodeTable) -> Option<Vec<String>> {
        if !self.has_squares(entry) {
            return None;
        }
        let turns = self.session.turns_beginning(&entry.taps);
        let mut codes = turns.iter().map(|turn| table.code(turn));
        let first = codes.next()??.plain().first()?.clone();
        let last_click = entry
            .taps
            .iter()
            .rev()
            .find_map(|tap| square_of(tap, self.size()));
        let ends_here = match &first {
            Ply::Move(made) => Some(made.to) == last_click,
            _ => false,
        };
        let is_part = (turns.len() > 1 || ends_here)
            && turns.iter().all(|turn| {
                table
                    .code(turn)
                    .is_some_and(|code| code.plain().len() > 1 && code.plain()[0] == first)
            });
        is_part.then_some(turns)
    }

    fn has_squares(&self, entry: &Entry) -> bool {
        let mut targets = entry.prompt.targets.iter();
        targets.any(|target| square_of(&target.tap, self.size()).is_some())
    }

    /// Returns the letter of the piece that a promotion chooses.
    fn promotion(&self, choice: &PromptTarget) -> Option<u8> {
        let TapTarget::Choice(text) = &choice.tap.target else {
            return None;
        };
        self.layout.letter(text, choice.glyph?)
    }

    /// Adds `taps`, and their continuations by choices alone.
    fn follow(&mut self, taps: Vec<Tap>, choices: Vec<PromptTarget>) {
        let Ok(prompt) = self.session.prompt(&taps) else {
            return;
        };
        let next: Vec<PromptTarget> = prompt
            .targets
            .iter()
            .filter(|target| matches!(target.tap.target, TapTarget::Choice(_)))
            .cloned()
            .collect();
        for choice in next {
            let taps = [&taps[..], std::slice::from_ref(&choice.tap)].concat();
            self.follow(taps, [&choices[..], &[choice]].concat());
        }
        self.entries.push(Entry {
            taps,
            choices,
            prompt,
        });
    }

    fn tap(&self, square: Square) -> Tap {
        Tap::square(self.size().coord(square))
    }

    fn size(&self) -> Size {
        self.layout.rules.size
    }
}

/// Returns the square of a tap, if it is on one.
pub(super) fn square_of(tap: &Tap, size: Size) -> Option<Square> {
    match tap.target {
        TapTarget::Square(square) => size.square(square.file, square.rank),
        _ => None,
    }
}
