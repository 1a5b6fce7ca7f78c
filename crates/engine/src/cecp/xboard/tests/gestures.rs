//! Turns of random games entered by mouse.

use jabberwock_game::TapTarget;
use jabberwock_variants::entries;
use rayon::prelude::*;

use super::{
    super::{
        clicks::square_of,
        code::Code,
        markers::VIAS,
        ply::Ply,
        shown_game::{PlyReading, ShownGame},
        square::Square,
        touched::Touched,
    },
    games::Random,
    *,
};
use crate::{open::open, session::Session};

/// Maximum number of turns of a game.
const LENGTH: usize = 40;

/// Maximum number of turns entered in each position.
const ENTERED: usize = 12;

/// The way in which a turn was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entered {
    /// By clicks alone.
    Clicked,
    /// By answering a question.
    Asked,
}

/// `XBoard`'s board and what is shown on it while a person enters a turn.
struct Entry<'a> {
    session: &'a dyn Session,
    shown: ShownGame,
    /// The boards before and after each ply; `None` after a gesture, whose effect is determined by
    /// `XBoard`.
    boards: Vec<Option<Board>>,
}

/// A person's gesture for a ply: the squares from which the piece is lifted, and `XBoard`'s text.
struct Gesture {
    path: Vec<Option<Square>>,
    text: String,
}

impl Entry<'_> {
    fn new(session: &dyn Session) -> Entry<'_> {
        let shown = ShownGame::new(session).unwrap();
        Entry {
            session,
            boards: vec![Some(shown.board().clone())],
            shown,
        }
    }

    /// Enters `turn`.
    fn enter(&mut self, turn: &str) -> Entered {
        let name = self.session.entry().name;
        for _ in 0..2 {
            let gesture = self.gesture_for(turn);
            let text = &gesture.text;
            let answer = self.shown.gesture(self.session, text, &gesture.path);
            let answer = answer.unwrap_or_else(|| panic!("{name}: {turn} by {text}"));
            self.boards.push(None);
            self.boards.truncate(self.boards.len() - answer.take_back);
            let rules = self.shown.rules().clone();
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
                return Entered::Asked;
            }
            match answer.reading {
                PlyReading::Beginning => {}
                PlyReading::Turn(read) => {
                    assert_eq!(read, turn, "{name}: by {text} {}", self.session.position());
                    assert_eq!(
                        self.boards.len(),
                        self.shown.plies() + 1,
                        "{turn} by {text}"
                    );
                    if let Some(board) = self.boards.last().unwrap() {
                        assert_eq!(board, self.shown.board(), "{turn} by {text}");
                    }
                    return Entered::Clicked;
                }
                PlyReading::Refusal(read, plies) => {
                    assert_eq!(read, turn, "{name}: by {text}");
                    assert_eq!(plies, 1);
                    return Entered::Clicked;
                }
                PlyReading::Nothing => panic!("{name}: {turn} by {text}"),
            }
        }
        let code = self.shown.table(self.session).code(turn).cloned();
        panic!(
            "{name}: {turn} is not complete: {code:?} {:?}",
            self.shown.received()
        );
    }

    /// Returns a person's gesture for the next part of `turn`, over squares that are marked.
    fn gesture_for(&mut self, turn: &str) -> Gesture {
        let size = self.shown.size();
        let at = self.shown.received().len();
        let code = self.shown.table(self.session).code(turn).unwrap().clone();
        let squares = code.taps.iter().filter_map(|tap| square_of(tap, size));
        let mut squares: Vec<Square> = squares.collect();
        if at > 0 || squares.is_empty() {
            return Gesture {
                path: Vec::new(),
                text: code.plain()[at].text(size),
            };
        }
        if let (Ply::Move(made), true) = (&code.plain()[0], code.plain().len() > 1)
            && self.session.entry().name == "hop"
        {
            // The rest belongs to the hopper.
            let end = squares.iter().rposition(|&square| square == made.to);
            squares.truncate(end.map_or(squares.len(), |end| end + 1));
        }
        squares.dedup();
        if let [from] = squares[..] {
            let marks = self.marks(&[from]);
            let mut vias = (0..size.squares() as Square).filter(|&via| {
                let is_target = self.shown.is_target(self.session, from, via);
                let back = self.marks(&[from, via])[usize::from(from)];
                marks[usize::from(via)] == 'C' && back == if is_target { 'R' } else { 'Y' }
            });
            let via = vias.next();
            squares.extend([via.unwrap_or_else(|| panic!("{turn}: {marks:?}")), from]);
        }
        if squares.len() > VIAS + 2 {
            squares = vec![squares[0], squares[squares.len() - 1]];
        }
        self.gesture_over(&squares, &code)
    }

    /// Returns the gesture over `squares` for the turn of `code`.
    fn gesture_over(&mut self, squares: &[Square], code: &Code) -> Gesture {
        let size = self.shown.size();
        let mut path = vec![squares[0]];
        let mut mark = '1';
        for &square in &squares[1..] {
            mark = self.marks(&path)[usize::from(square)];
            path.push(square);
        }
        let promotion = code.taps.iter().rev().find_map(|tap| match &tap.target {
            TapTarget::Choice(text) if text.len() == 1 => Some(text.as_bytes()[0]),
            _ => None,
        });
        let mut text: Vec<String> = squares
            .array_windows()
            .map(|[from, to]| size.name(*from) + &size.name(*to))
            .collect();
        if mark == 'C' {
            let chosen = promotion.and_then(|letter| self.square_for(&path, letter));
            let last = size.name(path[path.len() - 1]);
            let has_choice = matches!(
                code.taps.last().map(|tap| &tap.target),
                Some(TapTarget::Choice(_))
            );
            if let (Some(square), Some(letter)) = (chosen, promotion) {
                text.push(last + &size.name(square) + &char::from(letter).to_string());
            } else if has_choice && self.marks(&path)[usize::from(path[0])] == 'Y' {
                text.push(last + &size.name(path[0]));
            } else if has_choice {
                path.pop();
            }
        } else {
            path.pop();
            if let ('M', Some(letter)) = (mark, promotion) {
                text.last_mut().unwrap().push(char::from(letter));
            }
        }
        Gesture {
            path: path.into_iter().map(Some).collect(),
            text: text.join(","),
        }
    }

    /// Returns the square on which a piece of this letter is chosen after the clicks of `path`.
    fn square_for(&mut self, path: &[Square], letter: u8) -> Option<Square> {
        let path: Vec<Option<Square>> = path.iter().copied().map(Some).collect();
        (0..self.shown.size().squares() as Square).find(|&square| {
            let put = Touched::Put(path.clone(), Some(square));
            let answer = self.shown.answer_touch(self.session, put);
            let wanted = format!("choice {}", char::from(letter));
            answer.is_some_and(|answer| answer.eq_ignore_ascii_case(&wanted))
        })
    }

    /// Returns the mark of each square for a piece lifted from the squares of `path`.
    fn marks(&mut self, path: &[Square]) -> Vec<char> {
        let path = path.iter().copied().map(Some).collect();
        let line = self.shown.answer_touch(self.session, Touched::Lift(path));
        let line = line.unwrap();
        let rows = line.strip_prefix("highlight ").unwrap().rsplit('/');
        let marks = rows.flat_map(str::chars).flat_map(|mark| {
            let count = mark.to_digit(10).unwrap_or(1);
            std::iter::repeat_n(mark, count as usize)
        });
        marks.collect()
    }
}

/// Enters turns of random games; returns their number and the number of questions.
fn play(name: &str, turns: usize) -> [usize; 2] {
    let mut random = Random::new(0);
    let [mut entered, mut asked] = [0, 0];
    while entered < turns {
        let mut session = open(name).unwrap();
        for _ in 0..LENGTH {
            if session.outcome().is_some() || entered >= turns {
                break;
            }
            let mut legal = session.listed_turns().unwrap().legal_turns().unwrap();
            // A draw is claimed in XBoard's menu.
            legal.retain(|turn| turn != "draw");
            if legal.is_empty() {
                break;
            }
            for _ in 0..ENTERED {
                let turn = &legal[random.below(legal.len())];
                let how = Entry::new(session.as_ref()).enter(turn);
                asked += usize::from(how == Entered::Asked);
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
        assert!(asked * 20 < entered, "{}: {asked} of {entered}", entry.name);
    });
}
