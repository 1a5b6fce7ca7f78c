//! What a person does with the mouse on `XBoard`'s board, read as plies of turns.
//!
//! A person shows how a piece goes, not what else happens: captures on the way, a number that tells
//! turns apart. So a ply that is no turn's own is taken for each turn that goes from the same square
//! to the same square; the engine takes it back and says the turn's own plies.

use jabberwock_game::{TapTarget, taps_of_text};

use super::{
    code::{Code, CodeTable},
    desk::{Desk, Heard},
    ply::{Move, Ply, Received, Relayed},
    square::{Size, Square},
};
use crate::session::Session;

/// What follows a person's ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cecp) struct Answer {
    /// How many plies `XBoard` is to take back.
    pub(in crate::cecp) take_back: usize,
    /// The plies to be said then.
    pub(in crate::cecp) plies: Vec<String>,
    /// What the plies come to.
    pub(in crate::cecp) heard: Heard,
    /// Turns that look alike, of which the person is to choose one.
    pub(in crate::cecp) choice: Vec<String>,
}

impl Answer {
    fn new(take_back: usize, plies: Vec<String>, heard: Heard) -> Answer {
        Answer {
            take_back,
            plies,
            heard,
            choice: Vec::new(),
        }
    }
}

/// How a square is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Marker {
    /// A ply may go on over it.
    Via,
    /// A ply may end there.
    End,
    /// A ply may end there, where something stands.
    Capture,
}

impl Marker {
    fn letter(self) -> char {
        match self {
            Marker::Via => 'C',
            Marker::End => 'Y',
            Marker::Capture => 'R',
        }
    }
}

impl Desk {
    /// A ply of a person's; `None` if it fits no legal turn.
    pub(in crate::cecp) fn gesture(&mut self, session: &dyn Session, text: &str) -> Option<Answer> {
        let size = self.size();
        let ply = Received::parse(text, size)?;
        let before = self.received().to_vec();
        let mut plies = before.clone();
        plies.push(ply.clone());
        let table = self.table(session);
        let mut take_back = 0;
        let mut said = Vec::new();
        let mut fitting = table.beginning_plainly(&plies);
        if fitting.is_empty() {
            fitting = table.beginning_plainly(&before);
            fitting.retain(|code| goes_like(code, before.len(), &ply, size));
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
            said.push(next.0.text(size));
            plies.pop();
            plies.extend(Received::parse(&next.1.text(size), size));
        }
        loop {
            let at = plies.len();
            let is_complete = fitting.iter().any(|code| code.plain().len() == at);
            if is_complete || fitting.len() == 1 {
                let fitting = owned(&fitting);
                if let [code] = &fitting[..]
                    && !code.is_numbered()
                {
                    let code = code.clone();
                    said.extend(code.plies[at..].iter().map(|ply| ply.text(size)));
                    let heard = self.complete(&code);
                    return Some(Answer::new(take_back, said, heard));
                }
                return Some(self.decide(&fitting, before.len() + 1));
            }
            let Some(next) = fitting.first().and_then(|code| next(code, at)) else {
                break;
            };
            if fitting.iter().any(|code| code.plain()[at] != next.0) {
                break;
            }
            said.push(next.0.text(size));
            plies.extend(Received::parse(&next.1.text(size), size));
        }
        self.set_received(plies);
        Some(Answer::new(take_back, said, Heard::Beginning))
    }

    /// Plays the only turn of `codes`, or asks for one, after `shown` plies that are no turn's own.
    fn decide(&mut self, codes: &[Code], shown: usize) -> Answer {
        let size = self.size();
        self.set_received(Vec::new());
        if let [code] = codes {
            let plies = code.plies.iter().map(|ply| ply.text(size)).collect();
            let heard = self.complete(code);
            return Answer::new(shown, plies, heard);
        }
        Answer {
            choice: codes.iter().map(|code| code.turn.clone()).collect(),
            ..Answer::new(shown, Vec::new(), Heard::Beginning)
        }
    }

    /// Where a piece lifted from `square` may go: the line that marks it. After `via`, where it may
    /// go on from there.
    pub(in crate::cecp) fn highlight(
        &mut self,
        session: &dyn Session,
        square: &str,
        via: Option<&str>,
    ) -> String {
        let size = self.size();
        let mut markers = vec![None; size.squares()];
        if let Some(from) = size.parse(square) {
            let via = via.and_then(|via| size.parse(via));
            self.mark(session, &mut markers, Some(from), via);
        }
        line(&markers, size)
    }

    /// Where the second part of a turn may be made.
    pub(in crate::cecp) fn highlight_next(&mut self, session: &dyn Session) -> String {
        let size = self.size();
        let mut markers = vec![None; size.squares()];
        self.mark(session, &mut markers, None, None);
        line(&markers, size)
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
        let occupied: Vec<bool> = {
            let squares = &self.board().squares;
            squares.iter().map(Option::is_some).collect()
        };
        let table = self.table(session);
        for code in table.beginning_plainly(&received) {
            for (start, end, kills) in paths(code, received.len(), size) {
                if from.is_some_and(|from| start != Some(from)) {
                    continue;
                }
                let is_stay = start == Some(end);
                match via {
                    Some(via) if kills.contains(&via) => set(markers, end, Marker::End),
                    Some(_) => {}
                    None if is_stay => {
                        for &kill in &kills {
                            set(markers, kill, Marker::Via);
                        }
                    }
                    None if occupied[usize::from(end)] => set(markers, end, Marker::Capture),
                    None => set(markers, end, Marker::End),
                }
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

/// The ways that show the ply of `code` at index `at`: start (none for a drop), end, and what is
/// emptied on the way. At the start of a turn its native text shows a way, too.
fn paths(code: &Code, at: usize, size: Size) -> Vec<(Option<Square>, Square, Vec<Square>)> {
    let mut paths = Vec::new();
    match code.plain().get(at) {
        Some(Ply::Move(Move {
            from, to, kills, ..
        })) => paths.push((Some(*from), *to, kills.to_vec())),
        Some(Ply::Drop { to, .. }) => paths.push((None, *to, Vec::new())),
        Some(Ply::Pass) if at == 0 => {
            let squares: Vec<Square> = taps_of_text(&code.turn)
                .into_iter()
                .filter_map(|tap| match tap.target {
                    TapTarget::Square(square) => size.square(square.file, square.rank),
                    _ => None,
                })
                .collect();
            if let [first, .., last] = squares[..] {
                paths.push((Some(first), last, Vec::new()));
            }
        }
        Some(Ply::Pass) | None => {}
    }
    paths
}

/// Whether a person may show the ply of `code` at index `at` by `ply`.
fn goes_like(code: &Code, at: usize, ply: &Received, size: Size) -> bool {
    let (from, to) = match ply {
        Received::Whole(Ply::Move(made)) => (made.from, made.to),
        Received::Legs(legs, _) => match (legs.first(), legs.last()) {
            (Some(first), Some(&(_, Some(end)))) => (first.0, end),
            _ => return false,
        },
        Received::Whole(_) => return false,
    };
    let mut paths = paths(code, at, size).into_iter();
    paths.any(|(start, end, _)| (start, end) == (Some(from), to))
}
