//! Turns of random games entered by the mouse.

use jabberwock_variants::entries;
use rayon::prelude::*;

use super::{
    super::{
        desk::{Desk, PlyReading},
        path::path,
    },
    games::Random,
    *,
};
use crate::{open::open, session::Session};

/// Turns of a game at most.
const LENGTH: usize = 40;

/// Turns entered in each position at most.
const ENTERED: usize = 12;

/// `XBoard`'s board and the desk while a person enters a turn.
struct Entry<'a> {
    session: &'a dyn Session,
    desk: Desk,
    /// The boards before and after each ply; `None` after a gesture, whose effect is `XBoard`'s.
    boards: Vec<Option<Board>>,
}

impl Entry<'_> {
    fn new(session: &dyn Session) -> Entry<'_> {
        let desk = Desk::new(session).unwrap();
        Entry {
            session,
            boards: vec![Some(desk.board().clone())],
            desk,
        }
    }

    /// Enters `turn`; gives whether the person was asked for it.
    fn enter(&mut self, turn: &str) -> bool {
        let name = self.session.entry().name;
        for _ in 0..2 {
            let text = gesture_of(&mut self.desk, self.session, turn);
            let text = text.unwrap_or_else(|| panic!("{name}: {turn}"));
            let answer = self.desk.gesture(self.session, &text);
            let answer = answer.unwrap_or_else(|| panic!("{name}: {turn} by {text}"));
            self.boards.push(None);
            self.boards.truncate(self.boards.len() - answer.take_back);
            let rules = self.desk.rules().clone();
            for text in &answer.plies {
                let mut board = self.boards.last().unwrap().clone();
                if let Some(board) = &mut board {
                    assert_eq!(
                        board.play(&rules, &ply_sent(text)),
                        Ok(()),
                        "{turn}: {text}"
                    );
                }
                self.boards.push(board);
            }
            if !answer.choice.is_empty() {
                assert!(
                    answer.choice.iter().any(|choice| choice == turn),
                    "{name}: {turn} by {text}"
                );
                assert_eq!(self.boards.len(), 1, "{turn} by {text}");
                return true;
            }
            match answer.reading {
                PlyReading::Beginning => {}
                PlyReading::Turn(read) => {
                    assert_eq!(read, turn, "{name}: by {text} {}", self.session.position());
                    assert_eq!(self.boards.len(), self.desk.plies() + 1, "{turn} by {text}");
                    if let Some(board) = self.boards.last().unwrap() {
                        assert_eq!(board, self.desk.board(), "{turn} by {text}");
                    }
                    return false;
                }
                PlyReading::Refusal(read, plies) => {
                    assert_eq!(read, turn, "{name}: by {text}");
                    assert_eq!(plies, 1);
                    return false;
                }
                PlyReading::Nothing => panic!("{name}: {turn} by {text}"),
            }
        }
        let code = self.desk.table(self.session).code(turn).cloned();
        panic!(
            "{name}: {turn} is not complete: {code:?} {:?}",
            self.desk.received()
        );
    }
}

/// The text of a person's ply for the next part of `turn`: its start and end square, and the first
/// square between.
fn gesture_of(desk: &mut Desk, session: &dyn Session, turn: &str) -> Option<String> {
    let size = desk.size();
    let at = desk.received().len();
    let code = desk.table(session).code(turn)?;
    let path = path(code, at, size);
    let Some((start, path)) = path.and_then(|path| Some((path.start?, path))) else {
        return Some(code.plain().get(at)?.text(size));
    };
    let [start, end] = [start, path.end].map(|square| size.name(square));
    Some(match path.over.first() {
        Some(&over) => format!("{start}{over},{over}{end}", over = size.name(over)),
        None => format!("{start}{end}"),
    })
}

/// Enters turns of random games; gives how many, and how many were asked for.
fn play(name: &str, turns: usize) -> [usize; 2] {
    let mut random = Random::new();
    let [mut entered, mut asked] = [0, 0];
    while entered < turns {
        let mut session = open(name).unwrap();
        for _ in 0..LENGTH {
            if session.outcome().is_some() || entered >= turns {
                break;
            }
            let mut legal = session.listed_turns().unwrap().legal_turns().unwrap();
            // A claim of a draw is made in XBoard's menu.
            legal.retain(|turn| turn != "draw");
            if legal.is_empty() {
                break;
            }
            for _ in 0..ENTERED {
                let turn = &legal[random.below(legal.len())];
                asked += usize::from(Entry::new(session.as_ref()).enter(turn));
                entered += 1;
            }
            let turn = &legal[random.below(legal.len())];
            session.play(turn).unwrap();
        }
    }
    [entered, asked]
}

#[test]
fn a_persons_gesture_leads_to_its_turn_or_to_a_choice_that_holds_it() {
    let shown: Vec<_> = entries()
        .iter()
        .filter(|entry| entry.xboard.is_some())
        .collect();
    shown.par_iter().for_each(|entry| {
        let turns = if entry.name.contains('-') { 40 } else { 300 };
        let [entered, asked] = play(entry.name, turns);
        assert!(asked < entered, "{}: {asked} of {entered}", entry.name);
    });
}
