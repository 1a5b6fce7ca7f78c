//! The squares that `XBoard` marks when a person lifts a piece.

use jabberwock_game::Tap;
use jabberwock_variants::xboard::XBoardParent;

use super::{
    clicks::{Clicked, Open, square_of},
    code::{Code, CodeTable},
    ply::Ply,
    shown_game::ShownGame,
    square::{Size, Square},
    touched::on_board,
};
use crate::session::{PromptTarget, Session, TargetKind};

/// Maximum number of squares that `XBoard` lets a piece pass before the end square.
pub(super) const VIAS: usize = 2;

/// The marker of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Marker {
    /// An object on the floor under a piece; no move ends there.
    Floor,
    /// A piece captured by the hovered move; no move ends there.
    Victim,
    /// The move continues from there, or ends there if it is clicked again.
    Via,
    /// An empty end square.
    End,
    /// The end square of a capture or an exchange.
    Capture,
    /// The end square of a promotion, for which `XBoard` asks the person for the piece.
    Promotion,
    /// A square that represents a promotion.
    Choice,
}

impl Marker {
    fn letter(self) -> char {
        match self {
            // Lower case only colors the square.
            Marker::Floor => 'b',
            Marker::Victim => 'g',
            Marker::Via => 'C',
            Marker::End => 'Y',
            Marker::Capture => 'R',
            Marker::Promotion => 'M',
            Marker::Choice => 'B',
        }
    }
}

/// The marks of all squares.
pub(super) type Markers = Vec<Option<Marker>>;

impl ShownGame {
    /// Returns the marks for a piece lifted from the last square of `path`.
    pub(super) fn markers(&mut self, session: &dyn Session, path: &[Option<Square>]) -> Markers {
        let mut markers = self.floor_markers(session);
        match on_board(path).as_deref() {
            Some([from, ..]) if self.is_within_turn() => {
                self.mark_part(session, &mut markers, Some(*from));
            }
            // A piece of the holdings beside the board.
            None if self.is_within_turn() => self.mark_part(session, &mut markers, None),
            Some([]) | None => {}
            Some(squares) => self.mark_start(session, &mut markers, squares),
        }
        markers
    }

    /// Returns the marks for objects on the floor under pieces.
    pub(super) fn floor_markers(&self, session: &dyn Session) -> Markers {
        let mut markers = vec![None; self.size().squares()];
        if let Ok(scene) = session.scene("") {
            for square in self.layout().covered(&scene) {
                set(&mut markers, square, Marker::Floor);
            }
        }
        markers
    }

    /// Marks the end squares of a part of a turn after its first: if `from` is given, only those of
    /// its piece.
    pub(super) fn mark_part(
        &mut self,
        session: &dyn Session,
        markers: &mut Markers,
        from: Option<Square>,
    ) {
        let received = self.received().to_vec();
        let codes = self.table(session).beginning_plainly(&received);
        let plies = codes
            .iter()
            .filter_map(|code| code.plain().get(received.len()));
        // A piece that is not to be moved is left in place by a pass.
        let ends: Vec<Square> = plies
            .filter_map(|ply| match ply {
                Ply::Move(made) => from.is_none_or(|from| from == made.from).then_some(made.to),
                Ply::Drop { to, .. } => from.is_none().then_some(*to),
                Ply::Pass => None,
            })
            .collect();
        let taps = shared_taps(&codes);
        let Ok(prompt) = session.prompt(&taps) else {
            return;
        };
        let size = self.size();
        let targets = prompt.targets.iter();
        for square in targets.filter_map(|target| square_of(&target.tap, size)) {
            if ends.contains(&square) {
                set(markers, square, Marker::End);
            }
        }
    }

    /// Marks the squares where the clicks of `path` may continue at the start of a turn.
    fn mark_start(&mut self, session: &dyn Session, markers: &mut Markers, path: &[Square]) {
        self.table(session);
        let Some(table) = self.known_table() else {
            return;
        };
        let clicked = Clicked::new(session, self.layout(), path);
        let mut returns_by_taps = false;
        for (square, targets) in clicked.targets() {
            let marked = self.mark(&clicked, table, &[path, &[square]].concat(), &targets);
            returns_by_taps |= marked.returns;
            if let Some(marker) = marked.marker {
                set(markers, square, marker);
            }
        }
        let ends = clicked.ends(table);
        if let [_, .., to] = path {
            for item in self.menu(&clicked, path, &ends) {
                let marker = match item.letter {
                    Some(_) => Marker::Choice,
                    None => Marker::End,
                };
                set(markers, item.square, marker);
            }
            if !ends.is_empty() {
                let is_occupied = self.board().squares[usize::from(*to)].is_some();
                let end = if is_occupied {
                    Marker::Capture
                } else {
                    Marker::End
                };
                set(markers, *to, end);
            }
        }
        match *path {
            [from] if !returns_by_taps && !table.staying(from, self.size()).is_empty() => {
                self.mark_neighbours(markers, from);
            }
            [from, via]
                if !self.is_target(session, from, via)
                    && !table.staying(from, self.size()).is_empty() =>
            {
                set(markers, from, Marker::End);
            }
            _ => {}
        }
    }

    /// Returns the mark of the last square of `path`, where `targets` are possible.
    fn mark(
        &self,
        clicked: &Clicked<'_>,
        table: &CodeTable,
        path: &[Square],
        targets: &[&PromptTarget],
    ) -> Marked {
        let square = path[path.len() - 1];
        let size = self.size();
        let piece_at = |at: Square| self.board().squares[usize::from(at)];
        let takes_enemy = |target: &PromptTarget| {
            let mut squares = target
                .takes
                .iter()
                .filter_map(|at| size.square(at.file, at.rank));
            target.kind == TargetKind::On
                && squares
                    .any(|at| piece_at(at).is_some_and(|piece| piece.color() != self.board().side))
        };
        let is_capture = square != path[0] && piece_at(square).is_some()
            || targets
                .iter()
                .any(|target| target.kind == TargetKind::Capture || takes_enemy(target));
        let end = if is_capture {
            Marker::Capture
        } else {
            Marker::End
        };
        if let [target] = targets
            && target.kind != TargetKind::On
        {
            return Marked {
                marker: Some(end),
                returns: false,
            };
        }
        let after = clicked.step(square);
        let ends = after.ends(table);
        let goes_on = after.goes_on(table);
        let promotes = ends
            .iter()
            .any(|end| matches!(end.open, Open::Promotion(_)));
        let may_go_on = path.len() <= VIAS + 1;
        let marker = if promotes && !goes_on && self.layout().rules.parent == XBoardParent::Lion {
            Some(Marker::Promotion)
        } else if may_go_on && (goes_on || !self.menu(&after, path, &ends).is_empty()) {
            Some(Marker::Via)
        } else {
            (!ends.is_empty()).then_some(end)
        };
        Marked {
            marker,
            returns: goes_on && after.targets().contains_key(&path[0]),
        }
    }

    /// Whether a move of the piece on `from` goes to `to` or over it.
    pub(super) fn is_target(&self, session: &dyn Session, from: Square, to: Square) -> bool {
        let clicked = Clicked::new(session, self.layout(), &[from]);
        clicked.targets().contains_key(&to)
    }

    /// Marks squares that a piece that stays on `from` passes: the nearest ones to which no move
    /// goes.
    fn mark_neighbours(&self, markers: &mut Markers, from: Square) {
        let size = self.size();
        let is_free = |square: &Square| markers[usize::from(*square)] < Some(Marker::Via);
        let squares = (0..size.squares()).map(|square| square as Square);
        let free: Vec<Square> = squares
            .filter(|&square| square != from)
            .filter(is_free)
            .collect();
        let distance = |square: &Square| size.distance(from, *square);
        let nearest = free.iter().map(distance).min();
        for square in free {
            if Some(distance(&square)) == nearest {
                markers[usize::from(square)] = Some(Marker::Via);
            }
        }
    }
}

/// The marker of a target.
struct Marked {
    marker: Option<Marker>,
    /// Whether the piece may return to its start square from there.
    returns: bool,
}

/// Returns the common prefix of the taps of all of `codes`.
pub(super) fn shared_taps(codes: &[&Code]) -> Vec<Tap> {
    let mut codes = codes.iter();
    let Some(first) = codes.next() else {
        return Vec::new();
    };
    let mut shared = &first.taps[..];
    for code in codes {
        let pairs = shared.iter().zip(&code.taps);
        shared = &shared[..pairs.take_while(|(a, b)| a == b).count()];
    }
    shared.to_vec()
}

pub(super) fn set(markers: &mut [Option<Marker>], square: Square, marker: Marker) {
    let at = &mut markers[usize::from(square)];
    *at = (*at).max(Some(marker));
}

/// Returns `highlight 8/8/8/8/4C3/C1C5/8/8`.
pub(super) fn line(markers: &[Option<Marker>], size: Size) -> String {
    let rows = markers.chunks(usize::from(size.files)).rev().map(|row| {
        let mut text = String::new();
        for run in row.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match run[0] {
                None => text += &run.len().to_string(),
                Some(marker) => text.push(marker.letter()),
            }
        }
        text
    });
    let rows: Vec<String> = rows.collect();
    format!("highlight {}", rows.join("/"))
}
