//! The answers to a person's mouse actions on `XBoard`'s board.

use super::{
    clicks::Clicked,
    markers::{Marker, line, set},
    shown_game::ShownGame,
    square::Square,
    touched::{Touched, on_board},
};
use crate::session::Session;

/// Maximum number of answers cached in a position.
const REMEMBERED: usize = 1000;

impl ShownGame {
    /// Returns the line that answers a mouse action; `None` if there is none. The squares from
    /// which a piece was lifted have `XBoard`'s names.
    pub(in crate::cecp) fn answer_touch(
        &mut self,
        session: &dyn Session,
        touched: Touched,
    ) -> Option<String> {
        if let Some(answer) = self.answers().get(&touched) {
            return answer.clone();
        }
        let answer = match &touched {
            Touched::Lift(path) => Some(line(&self.markers(session, path), self.size())),
            Touched::Put(path, square) => self.choice(session, path, *square),
            Touched::Hover(path, square) => self.takes(session, path, *square),
        };
        let answers = self.answers();
        if answers.len() >= REMEMBERED {
            answers.clear();
        }
        answers.insert(touched, answer.clone());
        answer
    }

    /// Returns the `highlight` line for objects on the floor under pieces; `None` if there are
    /// none.
    pub(in crate::cecp) fn highlight_floor(&self, session: &dyn Session) -> Option<String> {
        let markers = self.floor_markers(session);
        let is_marked = markers.iter().any(Option::is_some);
        is_marked.then(|| line(&markers, self.size()))
    }

    /// Returns the `highlight` line for a position in which no move is possible.
    pub(in crate::cecp) fn no_highlight(&self, session: &dyn Session) -> String {
        line(&self.floor_markers(session), self.size())
    }

    /// Returns the `highlight` line for the next part of an incomplete turn.
    pub(in crate::cecp) fn highlight_next(&mut self, session: &dyn Session) -> String {
        let mut markers = self.floor_markers(session);
        self.mark_part(session, &mut markers, None);
        line(&markers, self.size())
    }

    /// Returns the `choice` line for a piece put on a square where a promotion is chosen.
    fn choice(
        &mut self,
        session: &dyn Session,
        path: &[Option<Square>],
        square: Option<Square>,
    ) -> Option<String> {
        let square = square?;
        let is_choice = matches!(
            self.markers(session, path)[usize::from(square)],
            Some(Marker::Promotion | Marker::Choice)
        );
        let path = on_board(path).filter(|_| is_choice)?;
        let letters = self.letters(session, &path, square)?;
        Some(format!("choice {letters}"))
    }

    /// Returns the `highlight` line for a piece over `square`, which also marks the pieces that a
    /// move there captures. `None` if no move goes there.
    fn takes(
        &mut self,
        session: &dyn Session,
        path: &[Option<Square>],
        square: Option<Square>,
    ) -> Option<String> {
        let square = square?;
        let squares = on_board(path)?;
        if squares.is_empty() || self.is_within_turn() {
            return None;
        }
        let clicked = Clicked::new(session, self.layout(), &squares);
        let mut targets = clicked.targets();
        let targets = targets.remove(&square)?;
        let taken = targets.iter().flat_map(|target| &target.takes);
        let size = self.size();
        let taken: Vec<Square> = taken
            .filter_map(|at| size.square(at.file, at.rank))
            .collect();
        let mut markers = self.markers(session, path);
        for square in taken {
            set(&mut markers, square, Marker::Victim);
        }
        Some(line(&markers, size))
    }
}
