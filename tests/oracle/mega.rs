//! A second implementation of Mega-Chess and Recursive-Chess: slow, obvious, and written from
//! `docs/rules/mega.md` alone. Chess itself is played by shakmaty. Nothing is shared with the rules
//! of the engine; the tests compare the two.

mod boards;
pub(crate) mod compare;
mod count;
mod random;
mod text;

use std::{collections::BTreeMap, rc::Rc};

use jabberwock_variants::mega::Mega;
use rand::rngs::StdRng;
use shakmaty::{Position, uci::UciMove};

use crate::{
    chess::{draw, move_text},
    harness::Oracle,
};

/// A square as rank and file, both 0 to 7, so that squares are ordered a1, b1, ... h8.
type Square = (i32, i32);

fn on_board((rank, file): Square) -> bool {
    (0..8).contains(&rank) && (0..8).contains(&file)
}

fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file)))
}

/// G11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Neutral,
    Armed,
    Disarmed,
    Dethroned,
}

/// A mega-piece.
#[derive(Clone, Debug)]
struct MegaPiece {
    /// In upper case.
    letter: char,
    white: bool,
    state: State,
    /// The game it is, while that is running: if it is neutral.
    game: Option<Rc<InnerGame>>,
}

/// A game of any level.
#[derive(Clone, Debug)]
enum InnerGame {
    Chess(shakmaty::Chess),
    Mega(MegaOracle),
}

/// The end of a small game: whether White has won; `None` for a draw.
type End = Option<bool>;

/// A game of level 1 or more.
#[derive(Clone, Debug)]
pub(crate) struct MegaOracle {
    level: u32,
    pieces: BTreeMap<Square, MegaPiece>,
    white_to_move: bool,
    /// Those of `KQkq` that are left.
    castling: String,
    passed_over: Option<Square>,
    halfmove_clock: u32,
    fullmove_number: u32,
}

/// A turn of a game of any level (G5).
#[derive(Clone, Debug, PartialEq, Eq)]
enum Turn {
    /// A chess move in the notation of UCI, or a mega-move, which is written alike.
    Move(String),
    /// A board turn: the turns by the squares of their games.
    Boards(BTreeMap<Square, Turn>),
}

/// A mega-move, not yet known to be legal.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: Square,
    to: Square,
    promotion: Option<char>,
    /// The square of the captured piece.
    captured: Option<Square>,
}

impl InnerGame {
    /// Returns the player to move is White (G3).
    fn white_to_move(&self) -> bool {
        match self {
            InnerGame::Chess(pos) => pos.turn().is_white(),
            InnerGame::Mega(mega) => mega.white_to_move,
        }
    }

    /// Whether the player to move is in check, at this game's own board (G9).
    fn is_check(&self) -> bool {
        match self {
            InnerGame::Chess(pos) => pos.is_check(),
            InnerGame::Mega(mega) => mega.is_mega_check(mega.white_to_move),
        }
    }

    /// Returns the end of the game, if it has ended.
    fn end(&self) -> Option<End> {
        match self {
            InnerGame::Chess(pos) => chess_end(pos),
            InnerGame::Mega(mega) => mega.end().map(|(winner, _)| winner),
        }
    }

    /// Returns the game after a legal turn.
    fn after(&self, turn: &Turn) -> Result<InnerGame, String> {
        match (self, turn) {
            (InnerGame::Chess(pos), Turn::Move(text)) => {
                let uci: UciMove = text.parse().map_err(|_| format!("{text} is no move"))?;
                let mv = uci.to_move(pos).map_err(|_| format!("{text} is illegal"))?;
                // Castling as king takes rook is not our notation.
                if move_text(mv) != *text {
                    return Err(format!("{text} is written otherwise"));
                }
                let mut after = pos.clone();
                after.play_unchecked(mv);
                Ok(InnerGame::Chess(after))
            }
            (InnerGame::Chess(_), Turn::Boards(_)) => {
                Err("no board turn in a game of chess".into())
            }
            (InnerGame::Mega(mega), turn) => mega.after(turn).map(InnerGame::Mega),
        }
    }
}

/// G1.
fn chess_end(pos: &shakmaty::Chess) -> Option<End> {
    if pos.legal_moves().is_empty() {
        return Some(pos.is_check().then(|| !pos.turn().is_white()));
    }
    draw(pos).map(|_| None)
}

impl MegaOracle {
    fn is_piece(&self, at: Square, letter: char, white: bool) -> bool {
        self.pieces
            .get(&at)
            .is_some_and(|piece| piece.letter == letter && piece.white == white)
    }

    fn king(&self, white: bool) -> Square {
        let king = self
            .pieces
            .iter()
            .find(|(_, piece)| piece.letter == 'K' && piece.white == white);
        *king.expect("a mega-king").0
    }

    /// Returns the squares that a chess piece on `from` attacks; every piece blocks (G15).
    fn attacked_from(&self, from: Square) -> Vec<Square> {
        let piece = &self.pieces[&from];
        let up = if piece.white { 1 } else { -1 };
        let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        let oblique = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let (directions, range) = match piece.letter {
            'P' => (vec![(up, -1), (up, 1)], 1),
            'N' => {
                let jumps = [1, -1].iter().flat_map(|&a| {
                    [2, -2]
                        .iter()
                        .flat_map(move |&b| [(a, b), (b, a)])
                        .collect::<Vec<_>>()
                });
                (jumps.collect(), 1)
            }
            'B' => (oblique.to_vec(), 7),
            'R' => (straight.to_vec(), 7),
            'Q' => ([straight, oblique].concat(), 7),
            'K' => ([straight, oblique].concat(), 1),
            letter => panic!("no piece is called {letter}"),
        };
        let mut attacked = Vec::new();
        for (rank, file) in directions {
            for distance in 1..=range {
                let to = (from.0 + distance * rank, from.1 + distance * file);
                if !on_board(to) {
                    break;
                }
                attacked.push(to);
                if self.pieces.contains_key(&to) {
                    break;
                }
            }
        }
        attacked
    }

    /// G14: only armed pieces attack.
    fn is_attacked(&self, at: Square, by_white: bool) -> bool {
        self.pieces.iter().any(|(&from, piece)| {
            piece.white == by_white
                && piece.state == State::Armed
                && self.attacked_from(from).contains(&at)
        })
    }

    /// Whether White's (or Black's) mega-king is in check.
    fn is_mega_check(&self, white: bool) -> bool {
        self.is_attacked(self.king(white), !white)
    }

    /// G13.
    fn can_be_captured(&self, at: Square) -> bool {
        self.pieces.get(&at).is_some_and(|piece| {
            piece.white != self.white_to_move
                && piece.letter != 'K'
                && matches!(piece.state, State::Armed | State::Disarmed)
        })
    }

    /// Returns the mega-moves by G12, G13, G15, G16 and G17, without regard to G8.
    fn steps(&self) -> Vec<Step> {
        let mut steps = self.castlings();
        for (&from, piece) in &self.pieces {
            if piece.white != self.white_to_move || piece.state == State::Dethroned {
                continue;
            }
            let armed = piece.state == State::Armed;
            let mut ends: Vec<(Square, Option<Square>)> = Vec::new();
            for to in self.attacked_from(from) {
                if self.can_be_captured(to) && armed {
                    ends.push((to, Some(to)));
                } else if !self.pieces.contains_key(&to) && piece.letter != 'P' {
                    ends.push((to, None));
                }
            }
            if piece.letter == 'P' {
                ends.extend(self.pawn_ends(from, piece));
            }
            for (to, captured) in ends {
                let last = if piece.white { 7 } else { 0 };
                let promotions: &[Option<char>] = match (piece.letter == 'P' && to.0 == last, armed)
                {
                    (false, _) => &[None],
                    (true, true) => &[Some('q'), Some('r'), Some('b'), Some('n')],
                    (true, false) => &[],
                };
                steps.extend(promotions.iter().map(|&promotion| Step {
                    from,
                    to,
                    promotion,
                    captured,
                }));
            }
        }
        steps
    }

    /// Returns a mega-pawn's steps ahead, and en passant (G15).
    fn pawn_ends(&self, from: Square, piece: &MegaPiece) -> Vec<(Square, Option<Square>)> {
        let up = if piece.white { 1 } else { -1 };
        let mut ends = Vec::new();
        let ahead = (from.0 + up, from.1);
        if on_board(ahead) && !self.pieces.contains_key(&ahead) {
            ends.push((ahead, None));
            let twice = (from.0 + 2 * up, from.1);
            let second = if piece.white { 1 } else { 6 };
            if from.0 == second && !self.pieces.contains_key(&twice) {
                ends.push((twice, None));
            }
        }
        if let Some(passed) = self.passed_over
            && piece.state == State::Armed
            && self.attacked_from(from).contains(&passed)
        {
            let pawn = (passed.0 - up, passed.1);
            if self.is_piece(pawn, 'P', !piece.white) && self.can_be_captured(pawn) {
                ends.push((passed, Some(pawn)));
            }
        }
        ends
    }

    /// G16.
    fn castlings(&self) -> Vec<Step> {
        let white = self.white_to_move;
        let rank = if white { 0 } else { 7 };
        let from = (rank, 4);
        let mut steps = Vec::new();
        for (right, between, crossed, end) in
            [('K', &[5, 6][..], 5, 6), ('Q', &[1, 2, 3][..], 3, 2)]
        {
            let right = if white {
                right
            } else {
                right.to_ascii_lowercase()
            };
            let free = between
                .iter()
                .all(|&file| !self.pieces.contains_key(&(rank, file)));
            if self.castling.contains(right)
                && free
                && !self.is_mega_check(white)
                && !self.is_attacked((rank, crossed), !white)
            {
                steps.push(Step {
                    from,
                    to: (rank, end),
                    promotion: None,
                    captured: None,
                });
            }
        }
        steps
    }

    /// Returns the legal mega-moves with what they lead to.
    fn mega_moves(&self) -> BTreeMap<String, MegaOracle> {
        let legal = self.steps().into_iter().filter_map(|step| {
            let text = text::step(step);
            self.after_step(step).map(|after| (text, after))
        });
        legal.collect()
    }

    fn forget_rights(&mut self, at: Square) {
        for (home, rights) in [
            ((0, 4), "KQ"),
            ((0, 7), "K"),
            ((0, 0), "Q"),
            ((7, 4), "kq"),
            ((7, 7), "k"),
            ((7, 0), "q"),
        ] {
            if at == home {
                self.castling.retain(|right| !rights.contains(right));
            }
        }
    }

    /// Returns the position after a mega-move (G7), if G8 allows it.
    fn after_step(&self, step: Step) -> Option<MegaOracle> {
        let Step { from, to, .. } = step;
        let mut after = self.clone();
        if let Some(captured) = step.captured {
            after.pieces.remove(&captured);
            after.forget_rights(captured);
        }
        let mut piece = after.pieces.remove(&from)?;
        let pawn = piece.letter == 'P';
        if let Some(letter) = step.promotion {
            piece.letter = letter.to_ascii_uppercase();
        }
        if piece.letter == 'K' && (to.1 - from.1).abs() == 2 {
            let (rook_from, rook_to) = if to.1 == 6 { (7, 5) } else { (0, 3) };
            let rook = after.pieces.remove(&(from.0, rook_from))?;
            after.pieces.insert((from.0, rook_to), rook);
        }
        after.pieces.insert(to, piece);
        after.forget_rights(from);
        after.halfmove_clock = if pawn || step.captured.is_some() {
            0
        } else {
            self.halfmove_clock + 1
        };
        let double = pawn && (to.0 - from.0).abs() == 2;
        after.passed_over = double.then_some((i32::midpoint(to.0, from.0), from.1));
        after.finish(&[])
    }

    /// Returns the end of a turn made in the games on `played`: results (G9, G10), then G8, then it
    /// is the opponent's turn.
    fn finish(mut self, played: &[Square]) -> Option<MegaOracle> {
        let mover = self.white_to_move;
        let mut results: Vec<(Square, End)> = Vec::new();
        for (&at, piece) in &self.pieces {
            let Some(game) = &piece.game else { continue };
            if game.white_to_move() == mover && game.is_check() {
                results.push((at, Some(!mover)));
            } else if played.contains(&at)
                && let Some(end) = game.end()
            {
                results.push((at, end));
            }
        }
        for (at, winner) in results {
            self.settle(at, winner);
        }
        if self.is_mega_check(mover) {
            return None;
        }
        self.white_to_move = !mover;
        self.fullmove_number += u32::from(!mover);
        if self.passed_over.is_some() {
            let usable = self.steps().into_iter().any(|step| {
                step.captured.is_some_and(|at| at != step.to) && self.after_step(step).is_some()
            });
            if !usable {
                self.passed_over = None;
            }
        }
        Some(self)
    }

    /// G11: the game on `at` is over.
    fn settle(&mut self, at: Square, winner: End) {
        let piece = self.pieces.get_mut(&at).expect("a mega-piece");
        piece.game = None;
        piece.state = match winner {
            None => State::Disarmed,
            Some(winner) if winner == piece.white => State::Armed,
            Some(_) => State::Dethroned,
        };
        if piece.state == State::Dethroned {
            if piece.letter != 'K' {
                self.pieces.remove(&at);
            }
            self.forget_rights(at);
        }
    }

    /// G18, G19: who has won, `None` for a draw, and why. Repetition is not seen here.
    fn end(&self) -> Option<(End, &'static str)> {
        if !self.has_turn() {
            let reason = if self.is_mega_check(self.white_to_move) {
                "mega-checkmate"
            } else {
                "mega-stalemate"
            };
            return Some((Some(!self.white_to_move), reason));
        }
        (self.halfmove_clock >= 100).then_some((None, "100 plies"))
    }
}

/// Returns the start of a game of `level`, shared by all that are alike.
fn start(level: u32) -> InnerGame {
    if level == 0 {
        return InnerGame::Chess(shakmaty::Chess::default());
    }
    let game = Rc::new(start(level - 1));
    let mut pieces = BTreeMap::new();
    for file in 0..8 {
        let letter = "RNBQKBNR".as_bytes()[file as usize] as char;
        for (rank, letter, white) in [
            (0, letter, true),
            (1, 'P', true),
            (6, 'P', false),
            (7, letter, false),
        ] {
            let piece = MegaPiece {
                letter,
                white,
                state: State::Neutral,
                game: Some(game.clone()),
            };
            pieces.insert((rank, file), piece);
        }
    }
    InnerGame::Mega(MegaOracle {
        level,
        pieces,
        white_to_move: true,
        castling: "KQkq".to_owned(),
        passed_over: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    })
}

/// Returns the start of the outermost game of `level`, at least 1.
fn start_position(level: u32) -> MegaOracle {
    match start(level) {
        InnerGame::Mega(mega) => mega,
        InnerGame::Chess(_) => panic!("level {level} is no mega-game"),
    }
}

impl Oracle for MegaOracle {
    type Game = Mega;

    const NAMES: &'static [&'static str] = &["mega", "recursive-2"];

    fn game(&self) -> Mega {
        Mega::of_level(self.level as u8)
    }

    fn read(name: &str, text: &str) -> MegaOracle {
        MegaOracle::read_level(text, level(name))
    }

    fn write(&self) -> String {
        self.text()
    }

    fn random(rng: &mut StdRng) -> MegaOracle {
        random::random_position(rng, 1)
    }

    fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    fn is_check(&self) -> bool {
        self.is_mega_check(self.white_to_move)
    }

    /// Returns every end but repetition leaves no turns.
    fn decided(&self) -> Option<String> {
        let (winner, reason) = self.end()?;
        let points = match winner {
            Some(true) => "1-0",
            Some(false) => "0-1",
            None => "1/2-1/2",
        };
        Some(format!("{points} {{{reason}}}"))
    }
}

/// Returns the level of the game called `name`.
fn level(name: &str) -> u32 {
    match name {
        "mega" => 1,
        name => name
            .strip_prefix("recursive-")
            .and_then(|level| level.parse().ok())
            .unwrap_or_else(|| panic!("{name} is no mega-game")),
    }
}
