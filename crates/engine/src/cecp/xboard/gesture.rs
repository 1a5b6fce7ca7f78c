//! A person's mouse input on `XBoard`'s board, matched with legal turns.
//!
//! Mouse input gives the squares of a move, not its side effects (captures on the path) or the
//! number that distinguishes similar turns. The clicks are interpreted by prompts; a ply that is
//! not the turn's own is taken back, and the engine sends the turn's plies.

use jabberwock_game::Tap;

use super::{
    clicks::{Clicked, Clicks, Open, square_of},
    code::{Code, CodeTable},
    markers::{VIAS, shared_taps},
    ply::{Ply, Received},
    shown_game::{PlyReading, ShownGame},
    square::{Size, Square},
    touched::on_board,
};
use crate::session::Session;

/// The engine's response to a person's ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cecp) struct Answer {
    /// The number of plies that `XBoard` is to take back.
    pub(in crate::cecp) take_back: usize,
    /// The plies to be sent afterwards.
    pub(in crate::cecp) plies: Vec<String>,
    /// The meaning of the plies.
    pub(in crate::cecp) reading: PlyReading,
    /// Turns with the same squares, from which the person must choose.
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

impl ShownGame {
    /// Handles a person's ply, made with a piece that was lifted from the squares of `path` in
    /// sequence; `None` if it matches no legal turn.
    pub(in crate::cecp) fn gesture(
        &mut self,
        session: &dyn Session,
        text: &str,
        path: &[Option<Square>],
    ) -> Option<Answer> {
        let ply = Received::parse(text, self.size())?;
        let path = on_board(path).unwrap_or_default();
        self.table(session);
        let table = self.known_table()?;
        let mut turns = if self.is_within_turn() {
            self.turns_of_part(session, table, &ply)
        } else {
            let clicks = Clicks::new(&ply, &path);
            clicks.map_or_else(Vec::new, |clicks| {
                self.turns_of_clicks(session, table, &clicks)
            })
        };
        if turns.is_empty() {
            let plies = [self.received(), std::slice::from_ref(&ply)].concat();
            let mut codes = table.beginning_plainly(&plies);
            // A refusal is always a pass.
            if codes.iter().any(|code| code.is_refusal) {
                codes.retain(|code| code.is_refusal);
            }
            turns = codes.iter().map(|code| code.turn.clone()).collect();
        }
        turns.sort_unstable();
        turns.dedup();
        let codes: Vec<Code> = turns
            .iter()
            .filter_map(|turn| table.code(turn).cloned())
            .collect();
        (!codes.is_empty()).then(|| self.play_gesture(&codes, &ply))
    }

    /// Returns the turns that a person's clicks at the start of a turn can mean.
    fn turns_of_clicks(
        &self,
        session: &dyn Session,
        table: &CodeTable,
        clicks: &Clicks,
    ) -> Vec<String> {
        let squares = &clicks.squares[..];
        let clicked = Clicked::new(session, self.layout(), squares);
        let mut ends = clicked.ends(table);
        let wanted = clicks.letter.map(Open::Promotion);
        if ends.iter().any(|end| Some(end.open) == wanted) {
            ends.retain(|end| Some(end.open) == wanted);
        } else if clicks.is_final && ends.iter().any(|end| end.open == Open::Nothing) {
            ends.retain(|end| end.open == Open::Nothing);
        }
        let mut turns: Vec<String> = ends.into_iter().flat_map(|end| end.turns).collect();
        let is_longest = squares.len() == VIAS + 2;
        if is_longest && !clicks.is_final {
            turns.extend(clicked.turns());
        }
        if turns.is_empty() {
            turns = self.turns_of_menu(session, table, clicks);
        }
        if turns.is_empty() {
            turns = table.turns_going_like(squares, self.size());
        }
        turns
    }

    /// Returns the turns that the last click chooses after the end square.
    fn turns_of_menu(
        &self,
        session: &dyn Session,
        table: &CodeTable,
        clicks: &Clicks,
    ) -> Vec<String> {
        let [path @ .., square] = &clicks.squares[..] else {
            return Vec::new();
        };
        let clicked = Clicked::new(session, self.layout(), path);
        let items = self.menu(&clicked, path, &clicked.ends(table));
        let chosen = items.into_iter().filter(|item| item.square == *square);
        let mut turns: Vec<String> = chosen.flat_map(|item| item.turns).collect();
        if let [from, via] = *path
            && from == *square
            && !self.is_target(session, from, via)
        {
            let staying = table.staying(from, self.size());
            turns.extend(staying.iter().map(|code| code.turn.clone()));
        }
        turns
    }

    /// Returns the turns that a person's ply after the first part of a turn can mean: those of the
    /// same end square, if none has this ply.
    fn turns_of_part(
        &self,
        session: &dyn Session,
        table: &CodeTable,
        ply: &Received,
    ) -> Vec<String> {
        let received = self.received();
        let codes = table.beginning_plainly(received);
        let plies = [received, std::slice::from_ref(ply)].concat();
        let to = match ply {
            Received::Whole(Ply::Move(made)) => made.to,
            Received::Whole(Ply::Drop { to, .. }) => *to,
            Received::Whole(Ply::Pass) | Received::Legs(..) => return Vec::new(),
        };
        if !table.beginning_plainly(&plies).is_empty() {
            return Vec::new();
        }
        let mut taps = shared_taps(&codes);
        taps.push(Tap::square(self.size().coord(to)));
        let mut turns = session.turns_beginning(&taps);
        turns.retain(|turn| codes.iter().any(|code| code.turn == *turn));
        turns
    }

    /// Plays the only turn of `codes` or the plies they all have in common, or offers a choice of
    /// them. `XBoard` shows `ply`.
    fn play_gesture(&mut self, codes: &[Code], ply: &Received) -> Answer {
        let size = self.size();
        let before = self.received().to_vec();
        let at = before.len();
        let is_own = |code: &Code| {
            let relayed = code.plain_relayed().get(at);
            relayed.is_some_and(|relayed| relayed.is_written(ply))
        };
        let skipped = usize::from(codes.iter().all(is_own));
        if let [code] = codes {
            if code.is_numbered() {
                return self.decide(codes, at + 1);
            }
            let rest = code.plies[at + skipped..].iter();
            let plies = rest.map(|ply| ply.text(size)).collect();
            let reading = self.complete(code);
            return Answer::new(1 - skipped, plies, reading);
        }
        let end = at + shared_plies(codes, at);
        let has_next = |code: &Code| code.plain().get(end).is_some_and(is_clickable);
        if end == at
            || codes[0].plain()[at] == Ply::Pass && skipped == 0
            || !codes.iter().all(has_next)
        {
            return self.decide(codes, at + 1);
        }
        let plies = codes[0].plain()[at + skipped..end].iter();
        let plies = plies.map(|ply| ply.text(size)).collect();
        let shown = codes[0].plain_relayed()[at..end].iter();
        let shown = shown.filter_map(|ply| Received::parse(&ply.text(size), size));
        self.set_received(before.into_iter().chain(shown).collect());
        Answer::new(1 - skipped, plies, PlyReading::Beginning)
    }

    /// Plays the only turn of `codes`, or offers a choice of them; the `shown` plies on the board
    /// are taken back.
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
}

impl CodeTable {
    /// Returns the turns without a number whose plies begin with `received`.
    pub(super) fn beginning_plainly(&self, received: &[Received]) -> Vec<&Code> {
        let codes = self.codes().iter().filter(|code| {
            let plain = code.plain_relayed();
            let mut plies = plain.iter().zip(received);
            plain.len() >= received.len() && plies.all(|(ply, text)| ply.is_written(text))
        });
        codes.collect()
    }

    /// Returns the turns of the piece on `from` that are entered by clicking only that square: it
    /// does not move.
    pub(super) fn staying(&self, from: Square, size: Size) -> Vec<&Code> {
        let stays = |code: &&Code| {
            let squares = squares(code, size);
            !squares.is_empty() && squares.iter().all(|&square| square == from)
        };
        self.codes().iter().filter(stays).collect()
    }

    /// Returns the turns that go from the first to the last of `clicked`: over the squares between,
    /// if any turn does.
    fn turns_going_like(&self, clicked: &[Square], size: Size) -> Vec<String> {
        let &[from, ref over @ .., to] = clicked else {
            return Vec::new();
        };
        let mut like: Vec<(&Code, bool)> = Vec::new();
        for code in self.codes() {
            let squares = squares(code, size);
            let mut ends = vec![squares.last().copied()];
            let mut ways = squares.clone();
            if let Some(Ply::Move(made)) = code.plain().first() {
                ends.push(Some(made.to));
                ways.extend(made.kills.iter().copied());
            }
            if squares.first() == Some(&from) && ends.contains(&Some(to)) {
                let is_over = !over.is_empty() && over.iter().all(|over| ways.contains(over));
                like.push((code, is_over));
            }
        }
        if like.iter().any(|(_, is_over)| *is_over) {
            like.retain(|(_, is_over)| *is_over);
        }
        like.into_iter()
            .map(|(code, _)| code.turn.clone())
            .collect()
    }
}

/// Returns the squares by which the turn of `code` is entered.
fn squares(code: &Code, size: Size) -> Vec<Square> {
    let taps = code.taps.iter();
    taps.filter_map(|tap| square_of(tap, size)).collect()
}

/// Returns the number of plies from index `at` on that all of `codes` share.
fn shared_plies(codes: &[Code], at: usize) -> usize {
    let first = codes[0].plain().iter().enumerate().skip(at);
    let is_shared = |&(index, ply): &(usize, &Ply)| {
        codes
            .iter()
            .all(|code| code.plain().get(index) == Some(ply))
    };
    first.take_while(is_shared).count()
}

/// Whether a person can enter `ply` by a start and an end square.
fn is_clickable(ply: &Ply) -> bool {
    match ply {
        Ply::Move(made) => made.kills.is_empty() && made.letter.is_none(),
        Ply::Pass | Ply::Drop { .. } => true,
    }
}
