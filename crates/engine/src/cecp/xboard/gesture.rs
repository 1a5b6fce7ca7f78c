//! A person's mouse input on `XBoard`'s board, matched with legal turns.
//!
//! Mouse input gives the squares of a move, not its side effects (captures on the way) or the number
//! that distinguishes similar turns. A ply that begins no turn's code therefore matches every turn
//! with the same start and end square; the engine takes the ply back and sends the turn's own plies.

use std::collections::HashSet;

use jabberwock_game::Tap;

use super::{
    code::{Code, CodeTable},
    desk::{Desk, PlyReading},
    path::{Path, going_like, path, same_clicks},
    ply::{Ply, Received, Relayed},
    square::{Size, Square},
};
use crate::session::Session;

/// The engine's response to a person's ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cecp) struct Answer {
    /// How many plies `XBoard` is to take back.
    pub(in crate::cecp) take_back: usize,
    /// The plies to be sent then.
    pub(in crate::cecp) plies: Vec<String>,
    /// The meaning of the plies.
    pub(in crate::cecp) reading: PlyReading,
    /// Turns with the same squares, of which the person is to choose one.
    pub(in crate::cecp) choice: Vec<String>,
}

impl Answer {
    fn new(take_back: usize, plies: Vec<String>, reading: PlyReading) -> Answer {
        Answer {
            take_back,
            plies,
            reading,
            choice: Vec::new(),
        }
    }
}

/// How a square is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Marker {
    /// Something on the floor under a piece; no move ends there.
    Floor,
    /// A piece that the hovered move takes; no move ends there.
    Victim,
    /// The move continues from there.
    Via,
    /// An empty end square.
    End,
    /// An occupied end square.
    Capture,
}

impl Marker {
    fn letter(self) -> char {
        match self {
            // Lower case is a colour only.
            Marker::Floor => 'b',
            Marker::Victim => 'g',
            Marker::Via => 'C',
            Marker::End => 'Y',
            Marker::Capture => 'R',
        }
    }
}

impl Desk {
    /// Handles a person's ply; `None` if it fits no legal turn.
    pub(in crate::cecp) fn gesture(&mut self, session: &dyn Session, text: &str) -> Option<Answer> {
        let size = self.size();
        let ply = Received::parse(text, size)?;
        let before = self.received().to_vec();
        let mut plies = [&before[..], std::slice::from_ref(&ply)].concat();
        let table = self.table(session);
        let mut take_back = 0;
        let mut plies_sent = Vec::new();
        let mut fitting = table.beginning_plainly(&plies);
        let alike = going_like(&table.beginning_plainly(&before), before.len(), &ply, size);
        if fitting.is_empty() {
            fitting = alike;
            let at = before.len();
            let next = next(fitting.first()?, at)?;
            let is_shared = fitting
                .iter()
                .all(|code| code.plain().get(at) == Some(&next.0));
            if !is_shared || next.0 == Ply::Pass {
                let fitting = owned(&fitting);
                return Some(self.decide(&fitting, plies.len()));
            }
            take_back = 1;
            plies_sent.push(next.0.text(size));
            plies.pop();
            plies.extend(Received::parse(&next.1.text(size), size));
        } else {
            let all = with_same_clicks(&fitting, &alike, before.len(), &ply, size);
            if all.len() > fitting.len() {
                let all = owned(&all);
                return Some(self.decide(&all, plies.len()));
            }
        }
        loop {
            let at = plies.len();
            let is_complete = fitting.iter().any(|code| code.plain().len() == at);
            if is_complete || fitting.len() == 1 {
                let fitting = owned(&fitting);
                if let [code] = &fitting[..]
                    && !code.is_numbered()
                {
                    plies_sent.extend(code.plies[at..].iter().map(|ply| ply.text(size)));
                    let reading = self.complete(code);
                    return Some(Answer::new(take_back, plies_sent, reading));
                }
                return Some(self.decide(&fitting, before.len() + 1));
            }
            let Some(next) = fitting.first().and_then(|code| next(code, at)) else {
                break;
            };
            if fitting.iter().any(|code| code.plain()[at] != next.0) {
                if !fitting.iter().all(|code| is_clickable(&code.plain()[at])) {
                    let fitting = owned(&fitting);
                    return Some(self.decide(&fitting, before.len() + 1));
                }
                break;
            }
            plies_sent.push(next.0.text(size));
            plies.extend(Received::parse(&next.1.text(size), size));
        }
        self.set_received(plies);
        Some(Answer::new(take_back, plies_sent, PlyReading::Beginning))
    }

    /// Plays the only turn of `codes`, or asks for one; the `shown` plies on the board are taken back.
    fn decide(&mut self, codes: &[Code], shown: usize) -> Answer {
        let size = self.size();
        self.set_received(Vec::new());
        if let [code] = codes {
            let plies = code.texts(size);
            let reading = self.complete(code);
            return Answer::new(shown, plies, reading);
        }
        Answer {
            choice: codes.iter().map(|code| code.turn.clone()).collect(),
            ..Answer::new(shown, Vec::new(), PlyReading::Beginning)
        }
    }

    /// The `highlight` line for a piece lifted from the last square of `path`, its first or second.
    pub(in crate::cecp) fn highlight(&mut self, session: &dyn Session, path: &[String]) -> String {
        let markers = self.markers(session, path);
        line(&markers, self.size())
    }

    /// The `highlight` line for `square` under the mouse, after the clicks of `path`: it also marks
    /// what a move there takes. `None` where the prompt of `session` has no such target.
    pub(in crate::cecp) fn highlight_takes(
        &mut self,
        session: &dyn Session,
        path: &[String],
        square: &str,
    ) -> Option<String> {
        let size = self.size();
        if path.is_empty() || self.is_within_turn() {
            return None;
        }
        let taps: Option<Vec<Tap>> = path.iter().map(|square| tap(square)).collect();
        let hovered = tap(square)?;
        let prompt = session.prompt(&taps?).ok()?;
        let target = prompt.targets.iter().find(|target| target.tap == hovered)?;
        let mut markers = self.markers(session, path);
        for taken in &target.takes {
            set(
                &mut markers,
                size.square(taken.file, taken.rank)?,
                Marker::Victim,
            );
        }
        Some(line(&markers, size))
    }

    /// The `highlight` line that shows what is on the floor under pieces; `None` if nothing is.
    pub(in crate::cecp) fn highlight_floor(&self, session: &dyn Session) -> Option<String> {
        let markers = self.floor_markers(session);
        let is_marked = markers.iter().any(Option::is_some);
        is_marked.then(|| line(&markers, self.size()))
    }

    /// The `highlight` line where no move is possible.
    pub(in crate::cecp) fn no_highlight(&self, session: &dyn Session) -> String {
        line(&self.floor_markers(session), self.size())
    }

    /// The `highlight` line for the next part of an incomplete turn.
    pub(in crate::cecp) fn highlight_next(&mut self, session: &dyn Session) -> String {
        let mut markers = self.floor_markers(session);
        self.mark(session, &mut markers, None, None);
        line(&markers, self.size())
    }

    /// The marks for a piece lifted from the last square of `path`, its first or second.
    fn markers(&mut self, session: &dyn Session, path: &[String]) -> Vec<Option<Marker>> {
        let size = self.size();
        let mut markers = self.floor_markers(session);
        let mut squares = path.iter().map(|square| size.parse(square));
        let from = squares.next().flatten();
        let via = squares.next().flatten();
        match from {
            Some(from) => self.mark(session, &mut markers, Some(from), via),
            // A piece of the holdings beside the board.
            None if self.is_within_turn() => self.mark(session, &mut markers, None, None),
            None => {}
        }
        markers
    }

    /// The marks for what is on the floor under pieces.
    fn floor_markers(&self, session: &dyn Session) -> Vec<Option<Marker>> {
        let mut markers = vec![None; self.size().squares()];
        if let Ok(scene) = session.scene("") {
            for square in self.layout().covered(&scene) {
                set(&mut markers, square, Marker::Floor);
            }
        }
        markers
    }

    fn mark(
        &mut self,
        session: &dyn Session,
        markers: &mut [Option<Marker>],
        from: Option<Square>,
        via: Option<Square>,
    ) {
        let size = self.size();
        let received = self.received().to_vec();
        // Only the first part of a turn captures.
        let is_start = received.is_empty();
        let squares = self.board().squares.iter();
        let occupied: Vec<bool> = squares.map(|man| is_start && man.is_some()).collect();
        let table = self.table(session);
        let codes = table.beginning_plainly(&received);
        let paths = codes
            .iter()
            .filter_map(|code| path(code, received.len(), size));
        let paths: Vec<Path> = paths
            .filter(|path| from.is_none() || path.start == from)
            .collect();
        let direct: HashSet<(Option<Square>, Square)> = paths
            .iter()
            .filter(|path| path.over.is_empty())
            .map(|path| (path.start, path.end))
            .collect();
        for path in &paths {
            let is_direct = direct.contains(&(path.start, path.end));
            let is_return = path.start == Some(path.end);
            let needs_way = is_return || path.is_in_text || is_direct;
            let end = if occupied[usize::from(path.end)] && !is_return {
                Marker::Capture
            } else {
                Marker::End
            };
            match (via, path.over.first()) {
                (Some(via), Some(_)) if path.over.contains(&via) => set(markers, path.end, end),
                (Some(_), _) => {}
                (None, Some(&over)) if needs_way => set(markers, over, Marker::Via),
                (None, _) => set(markers, path.end, end),
            }
        }
    }
}

impl CodeTable {
    /// The turns whose plies, without a number, begin like this.
    fn beginning_plainly(&self, received: &[Received]) -> Vec<&Code> {
        let codes = self.codes().iter().filter(|code| {
            let plain = code.plain_relayed();
            let mut plies = plain.iter().zip(received);
            plain.len() >= received.len() && plies.all(|(ply, text)| ply.is_written(text))
        });
        codes.collect()
    }
}

/// The ply of `code` at index `at` after its number, and how it is received.
fn next(code: &Code, at: usize) -> Option<(Ply, Relayed)> {
    let ply = code.plain().get(at)?.clone();
    Some((ply, code.plain_relayed().get(at)?.clone()))
}

/// The turns of `fitting`, and those of `alike` with the same clicks whose ply at index `at` is
/// another one.
fn with_same_clicks<'a>(
    fitting: &[&'a Code],
    alike: &[&'a Code],
    at: usize,
    ply: &Received,
    size: Size,
) -> Vec<&'a Code> {
    let mut all = fitting.to_vec();
    all.extend(same_clicks(alike, at, ply, size));
    all.sort_by(|a, b| a.turn.cmp(&b.turn));
    all.dedup_by(|a, b| a.turn == b.turn);
    all
}

/// Whether a person can enter `ply` by a start and an end square.
fn is_clickable(ply: &Ply) -> bool {
    match ply {
        Ply::Move(made) => made.kills.is_empty() && made.letter.is_none(),
        Ply::Pass | Ply::Drop { .. } => true,
    }
}

fn tap(square: &str) -> Option<Tap> {
    Some(Tap::square(square.parse().ok()?))
}

fn owned(codes: &[&Code]) -> Vec<Code> {
    codes.iter().map(|&code| code.clone()).collect()
}

fn set(markers: &mut [Option<Marker>], square: Square, marker: Marker) {
    let at = &mut markers[usize::from(square)];
    *at = (*at).max(Some(marker));
}

/// `highlight 8/8/8/8/4C3/C1C5/8/8`
fn line(markers: &[Option<Marker>], size: Size) -> String {
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
