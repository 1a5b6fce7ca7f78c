//! Mega-Chess and Recursive-Chess once more: slow, obvious, and written from `docs/rules/mega.md`
//! alone. Chess itself is played by shakmaty. Nothing is shared with the rules that play; the tests
//! compare the two.

mod boards;
mod count;
mod random;
mod text;

use std::{collections::BTreeMap, rc::Rc};

use shakmaty::{CastlingMode, Position, Role, fen::Fen, uci::UciMove};

pub(crate) use random::random_position;

/// A square as rank and file, both 0 to 7, so that squares are ordered a1, b1, ... h8.
pub(crate) type Square = (i32, i32);

fn on_board((rank, file): Square) -> bool {
    (0..8).contains(&rank) && (0..8).contains(&file)
}

fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file)))
}

/// G11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Neutral,
    Armed,
    Disarmed,
    Dethroned,
}

/// A mega-piece.
#[derive(Clone, Debug)]
pub(crate) struct Man {
    /// In upper case.
    pub(crate) letter: char,
    pub(crate) white: bool,
    pub(crate) state: State,
    /// The game it is, while that is running: if it is neutral.
    pub(crate) game: Option<Rc<Game>>,
}

/// A game of any level.
#[derive(Clone, Debug)]
pub(crate) enum Game {
    Chess(shakmaty::Chess),
    Mega(Mega),
}

/// How a small game ends: who has won, if anybody.
pub(crate) type End = Option<bool>;

/// A game of level 1 or more.
#[derive(Clone, Debug)]
pub(crate) struct Mega {
    pub(crate) level: u32,
    pub(crate) men: BTreeMap<Square, Man>,
    pub(crate) white_to_move: bool,
    /// Those of `KQkq` that are left.
    pub(crate) castling: String,
    pub(crate) passed_over: Option<Square>,
    pub(crate) half: u32,
    pub(crate) full: u32,
}

/// A turn of a game of any level (G5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// A chess move in the notation of UCI, or a mega-move, which is written alike.
    Move(String),
    /// A board turn: the turns by the squares of their games.
    Boards(BTreeMap<Square, Turn>),
}

/// A mega-move, not yet known to be legal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    from: Square,
    to: Square,
    promotion: Option<char>,
    /// Where the man that it captures stands.
    captured: Option<Square>,
}

impl Game {
    /// The player to move is White (G3).
    pub(crate) fn white_to_move(&self) -> bool {
        match self {
            Game::Chess(pos) => pos.turn().is_white(),
            Game::Mega(mega) => mega.white_to_move,
        }
    }

    /// Whether the player to move is in check, at this game's own board (G9).
    fn is_check(&self) -> bool {
        match self {
            Game::Chess(pos) => pos.is_check(),
            Game::Mega(mega) => mega.is_check(mega.white_to_move),
        }
    }

    /// How the game has ended.
    pub(crate) fn end(&self) -> Option<End> {
        match self {
            Game::Chess(pos) => chess_end(pos),
            Game::Mega(mega) => mega.end().map(|(winner, _)| winner),
        }
    }

    /// The game after a legal turn.
    fn after(&self, turn: &Turn) -> Result<Game, String> {
        match (self, turn) {
            (Game::Chess(pos), Turn::Move(text)) => {
                let uci: UciMove = text.parse().map_err(|_| format!("{text} is no move"))?;
                let mv = uci.to_move(pos).map_err(|_| format!("{text} is illegal"))?;
                // Castling as king takes rook is not our notation.
                if mv.to_uci(CastlingMode::Standard).to_string() != *text {
                    return Err(format!("{text} is written otherwise"));
                }
                let mut after = pos.clone();
                after.play_unchecked(mv);
                Ok(Game::Chess(after))
            }
            (Game::Chess(_), Turn::Boards(_)) => Err("no board turn in a game of chess".into()),
            (Game::Mega(mega), turn) => mega.after(turn).map(Game::Mega),
        }
    }
}

/// G1.
fn chess_end(pos: &shakmaty::Chess) -> Option<End> {
    if pos.legal_moves().is_empty() {
        return Some(pos.is_check().then(|| !pos.turn().is_white()));
    }
    // F2: K-K, K+minor-K, only bishops besides the kings and all on one color.
    let men: Vec<_> = pos.board().clone().into_iter().collect();
    let others: Vec<_> = men
        .iter()
        .filter(|(_, man)| man.role != Role::King)
        .collect();
    let bishops_of_a_color = [true, false].iter().any(|&light| {
        others
            .iter()
            .all(|(at, man)| man.role == Role::Bishop && at.is_light() == light)
    });
    let lone_knight = others.len() == 1 && others[0].1.role == Role::Knight;
    (bishops_of_a_color || lone_knight || pos.halfmoves() >= 100).then_some(None)
}

impl Mega {
    fn is_man(&self, at: Square, letter: char, white: bool) -> bool {
        self.men
            .get(&at)
            .is_some_and(|man| man.letter == letter && man.white == white)
    }

    fn king(&self, white: bool) -> Square {
        let king = self
            .men
            .iter()
            .find(|(_, man)| man.letter == 'K' && man.white == white);
        *king.expect("a mega-king").0
    }

    /// The squares that a chess man on `from` attacks; every man blocks (G15).
    fn attacked_from(&self, from: Square) -> Vec<Square> {
        let man = &self.men[&from];
        let up = if man.white { 1 } else { -1 };
        let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        let oblique = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let (directions, range) = match man.letter {
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
            letter => panic!("no man is called {letter}"),
        };
        let mut attacked = Vec::new();
        for (rank, file) in directions {
            for distance in 1..=range {
                let to = (from.0 + distance * rank, from.1 + distance * file);
                if !on_board(to) {
                    break;
                }
                attacked.push(to);
                if self.men.contains_key(&to) {
                    break;
                }
            }
        }
        attacked
    }

    /// G14: only armed men attack.
    fn is_attacked(&self, at: Square, by_white: bool) -> bool {
        self.men.iter().any(|(&from, man)| {
            man.white == by_white
                && man.state == State::Armed
                && self.attacked_from(from).contains(&at)
        })
    }

    /// Whether White's (or Black's) mega-king is in check.
    pub(crate) fn is_check(&self, white: bool) -> bool {
        self.is_attacked(self.king(white), !white)
    }

    /// G13.
    fn can_be_captured(&self, at: Square) -> bool {
        self.men.get(&at).is_some_and(|man| {
            man.white != self.white_to_move
                && man.letter != 'K'
                && matches!(man.state, State::Armed | State::Disarmed)
        })
    }

    /// The mega-moves by G12, G13, G15, G16 and G17, without regard to G8.
    fn steps(&self) -> Vec<Step> {
        let mut steps = self.castlings();
        for (&from, man) in &self.men {
            if man.white != self.white_to_move || man.state == State::Dethroned {
                continue;
            }
            let armed = man.state == State::Armed;
            let mut ends: Vec<(Square, Option<Square>)> = Vec::new();
            for to in self.attacked_from(from) {
                if self.can_be_captured(to) && armed {
                    ends.push((to, Some(to)));
                } else if !self.men.contains_key(&to) && man.letter != 'P' {
                    ends.push((to, None));
                }
            }
            if man.letter == 'P' {
                ends.extend(self.pawn_ends(from, man));
            }
            for (to, captured) in ends {
                let last = if man.white { 7 } else { 0 };
                let promotions: &[Option<char>] = match (man.letter == 'P' && to.0 == last, armed) {
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

    /// A mega-pawn's steps ahead, and en passant (G15).
    fn pawn_ends(&self, from: Square, man: &Man) -> Vec<(Square, Option<Square>)> {
        let up = if man.white { 1 } else { -1 };
        let mut ends = Vec::new();
        let ahead = (from.0 + up, from.1);
        if on_board(ahead) && !self.men.contains_key(&ahead) {
            ends.push((ahead, None));
            let twice = (from.0 + 2 * up, from.1);
            let second = if man.white { 1 } else { 6 };
            if from.0 == second && !self.men.contains_key(&twice) {
                ends.push((twice, None));
            }
        }
        if let Some(passed) = self.passed_over
            && man.state == State::Armed
            && self.attacked_from(from).contains(&passed)
        {
            let pawn = (passed.0 - up, passed.1);
            if self.is_man(pawn, 'P', !man.white) && self.can_be_captured(pawn) {
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
                .all(|&file| !self.men.contains_key(&(rank, file)));
            if self.castling.contains(right)
                && free
                && !self.is_check(white)
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

    /// The legal mega-moves with what they lead to.
    pub(crate) fn mega_moves(&self) -> BTreeMap<String, Mega> {
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

    /// The position after a mega-move (G7), if G8 allows it.
    fn after_step(&self, step: Step) -> Option<Mega> {
        let Step { from, to, .. } = step;
        let mut after = self.clone();
        if let Some(captured) = step.captured {
            after.men.remove(&captured);
            after.forget_rights(captured);
        }
        let mut man = after.men.remove(&from)?;
        let pawn = man.letter == 'P';
        if let Some(letter) = step.promotion {
            man.letter = letter.to_ascii_uppercase();
        }
        if man.letter == 'K' && (to.1 - from.1).abs() == 2 {
            let (rook_from, rook_to) = if to.1 == 6 { (7, 5) } else { (0, 3) };
            let rook = after.men.remove(&(from.0, rook_from))?;
            after.men.insert((from.0, rook_to), rook);
        }
        after.men.insert(to, man);
        after.forget_rights(from);
        after.half = if pawn || step.captured.is_some() {
            0
        } else {
            self.half + 1
        };
        let double = pawn && (to.0 - from.0).abs() == 2;
        after.passed_over = double.then_some((i32::midpoint(to.0, from.0), from.1));
        after.finish(&[])
    }

    /// The end of a turn made in the games on `played`: results (G9, G10), then G8, then it is the
    /// opponent's turn.
    fn finish(mut self, played: &[Square]) -> Option<Mega> {
        let mover = self.white_to_move;
        let mut results: Vec<(Square, End)> = Vec::new();
        for (&at, man) in &self.men {
            let Some(game) = &man.game else { continue };
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
        if self.is_check(mover) {
            return None;
        }
        self.white_to_move = !mover;
        self.full += u32::from(!mover);
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
        let man = self.men.get_mut(&at).expect("a mega-piece");
        man.game = None;
        man.state = match winner {
            None => State::Disarmed,
            Some(winner) if winner == man.white => State::Armed,
            Some(_) => State::Dethroned,
        };
        if man.state == State::Dethroned {
            if man.letter != 'K' {
                self.men.remove(&at);
            }
            self.forget_rights(at);
        }
    }

    /// G18, G19: who has won, if anybody, and why. Repetition is not seen here.
    pub(crate) fn end(&self) -> Option<(End, &'static str)> {
        if !self.has_turn() {
            let reason = if self.is_check(self.white_to_move) {
                "mega-checkmate"
            } else {
                "mega-stalemate"
            };
            return Some((Some(!self.white_to_move), reason));
        }
        (self.half >= 100).then_some((None, "100 plies"))
    }

    /// [`Mega::end`] as it is written.
    pub(crate) fn outcome(&self) -> Option<String> {
        self.end().map(|(winner, reason)| {
            let points = match winner {
                Some(true) => "1-0",
                Some(false) => "0-1",
                None => "1/2-1/2",
            };
            format!("{points} {{{reason}}}")
        })
    }
}

/// The start of a game of `level`, shared by all that are alike.
pub(crate) fn start(level: u32) -> Game {
    if level == 0 {
        return Game::Chess(shakmaty::Chess::default());
    }
    let game = Rc::new(start(level - 1));
    let mut men = BTreeMap::new();
    for file in 0..8 {
        let letter = "RNBQKBNR".as_bytes()[file as usize] as char;
        for (rank, letter, white) in [
            (0, letter, true),
            (1, 'P', true),
            (6, 'P', false),
            (7, letter, false),
        ] {
            let man = Man {
                letter,
                white,
                state: State::Neutral,
                game: Some(game.clone()),
            };
            men.insert((rank, file), man);
        }
    }
    Game::Mega(Mega {
        level,
        men,
        white_to_move: true,
        castling: "KQkq".to_owned(),
        passed_over: None,
        half: 0,
        full: 1,
    })
}

/// The start of the outermost game of `level`, at least 1.
pub(crate) fn start_position(level: u32) -> Mega {
    match start(level) {
        Game::Mega(mega) => mega,
        Game::Chess(_) => panic!("level {level} is no mega-game"),
    }
}

/// Reads a level-0 game.
fn chess(text: &str) -> shakmaty::Chess {
    let fen: Fen = text.parse().expect("a sound FEN");
    fen.into_position(CastlingMode::Standard)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .expect("a sound position")
}
