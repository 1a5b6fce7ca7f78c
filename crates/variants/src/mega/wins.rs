//! How many turns win a game of level 1 or higher: those that leave the opponent without any.
//!
//! In almost every position none does, and that is soon proved by an answer that the opponent has
//! whatever happens. Where it cannot be proved, turns are gone through, but not one by one: turns
//! on a board that leave the opponent the same there are taken together.

use num_bigint::BigUint;

use super::{
    Board, Game, State,
    choice::Ways as _,
    count::{Counter, Counts},
    enumerate::{Draft, is_won_board},
    play::is_won,
};
use crate::{
    board::{Square, attacks},
    fide::Role,
};

/// What may stand on a square when the opponent has answered: a set of the three below.
type Faces = u8;
/// Nothing.
const EMPTY: Faces = 1;
/// A mega-piece that does not attack the opponent's king.
const BLOCK: Faces = 2;
/// A mega-piece that does, if it can from there.
const ATTACK: Faces = 4;

/// Turns on one board that leave the opponent the same.
#[derive(Clone)]
struct Class {
    /// The game after one of them.
    game: Game,
    /// Whether the opponent has an answer there with which he does not win; asked only where his
    /// win would take the mega-piece away.
    quiet: bool,
    /// How many they are.
    count: BigUint,
}

impl Board {
    /// Whether the player to move has a legal turn with which he does not win.
    pub(super) fn has_quiet_turn(&self) -> bool {
        let us = self.turn;
        if self.outcome.is_some() {
            return false;
        }
        let mut moves = self.moves().into_iter();
        if moves.any(|mv| !is_won_board(&self.after_move(mv), us)) {
            return true;
        }
        if !self.has_board_turn() {
            return false;
        }
        if self.level > 1 {
            // The turns on a board are too many to be sorted, and the first is almost always one.
            return Draft::new(self).any_completion(&mut |after| !is_won_board(&after, us));
        }
        let places = self.playable().into_iter().map(|square| Place {
            square,
            winnable: true,
            classes: None,
        });
        let mut search = Search::new(self, places.collect(), Goal::Quiet);
        search.start();
        search.quiet
    }
}

impl Counter {
    /// The number of legal turns with which the player to move wins this game.
    pub(super) fn wins_of(&mut self, board: &Board) -> BigUint {
        let us = board.turn;
        let moves = board.moves().into_iter();
        let moves = moves.filter(|&mv| is_won_board(&board.after_move(mv), us));
        let moves = BigUint::from(moves.count());
        if self.board_turns_of(board) == BigUint::ZERO {
            return moves;
        }
        let playable = board.playable().into_iter();
        let places = playable.filter_map(|square| self.place(board, square));
        let mut search = Search::new(board, places.collect(), Goal::Wins);
        if !search.is_answered() {
            search.start();
        }
        moves + search.wins
    }

    /// What is known of the board on `square` without much effort.
    fn place(&mut self, board: &Board, square: Square) -> Option<Place> {
        const FEW: u32 = 2000;
        let game = board.game(square)?;
        let mut place = Place {
            square,
            winnable: true,
            classes: None,
        };
        if game.level() == 0 || self.turns(game) <= BigUint::from(FEW) {
            place.know(board);
        } else {
            place.winnable = self.wins(game) > BigUint::ZERO;
        }
        Some(place)
    }
}

/// A board that the player to move may play on.
struct Place {
    square: Square,
    /// Whether he may win there.
    winnable: bool,
    /// The turns there, if they have been gone through.
    classes: Option<Vec<Class>>,
}

impl Place {
    /// Goes through the turns.
    fn know(&mut self, board: &Board) {
        let (Some(game), None) = (board.game(self.square), &self.classes) else {
            return;
        };
        let us = board.turn;
        let own = board.men.color(us).contains(self.square);
        let asks = own && board.men.king(us) != self.square;
        let mut classes: Vec<Class> = Vec::new();
        game.any_turn(&mut |game| {
            let outcome = game.outcome();
            let quiet = !asks || outcome.is_some() || game.has_quiet_turn();
            let same = classes.iter_mut().find(|class| {
                class.game.outcome() == outcome
                    && class.quiet == quiet
                    && class.game.is_check() == game.is_check()
            });
            match same {
                Some(class) => class.count += 1u8,
                None => classes.push(Class {
                    game,
                    quiet,
                    count: BigUint::from(1u8),
                }),
            }
            false
        });
        self.winnable = classes.iter().any(|class| is_won(&class.game, us));
        self.classes = Some(classes);
    }
}

impl Place {
    /// Whether some turn leaves the opponent anything but a game to go on with, without a check
    /// and with an answer that does not win.
    fn tells(&self) -> bool {
        let mut classes = self.classes.iter().flatten();
        classes.any(|class| !class.quiet || class.game.outcome().is_some() || class.game.is_check())
    }
}

/// What may be done on a board.
enum Way<'a> {
    /// Nothing.
    Idle,
    /// A turn of this class.
    Played(&'a Class),
    /// Some turn; with it the game may be won or not.
    Any {
        /// Whether it may be won.
        winnable: bool,
    },
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// How many board turns win.
    Wins,
    /// Whether some board turn does not.
    Quiet,
}

/// The way through the choices, board after board.
struct Search<'a> {
    board: &'a Board,
    places: Vec<Place>,
    /// The first places; on the others every turn leaves the opponent the same.
    telling: usize,
    goal: Goal,
    /// The boards decided on so far, with the class of the turn if there is one.
    done: Vec<(Square, Option<Class>)>,
    /// The board turns found that win.
    wins: BigUint,
    /// Whether one was found that does not.
    quiet: bool,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, places: Vec<Place>, goal: Goal) -> Search<'a> {
        Search {
            board,
            telling: places.len(),
            places,
            goal,
            done: Vec::new(),
            wins: BigUint::ZERO,
            quiet: false,
        }
    }

    /// Goes through all choices.
    fn start(&mut self) {
        for place in &mut self.places {
            place.know(self.board);
        }
        let besieged = self.board.besieged();
        self.places
            .sort_by_key(|place| !place.tells() && !besieged.contains(place.square));
        self.telling = self
            .places
            .partition_point(|place| place.tells() || besieged.contains(place.square));
        self.go_on(0, &BigUint::from(1u8));
    }

    fn go_on(&mut self, played: u32, ways: &BigUint) {
        let boards = self.board.boards_of_a_turn();
        let next = self.done.len();
        let left = (self.places.len() - next) as u32;
        if played + left < boards || self.goal == Goal::Quiet && self.quiet {
            return;
        }
        if played == boards || next == self.telling {
            self.finish(boards - played, ways);
            return;
        }
        if self.goal == Goal::Wins && self.is_answered() {
            return;
        }
        let square = self.places[next].square;
        self.done.push((square, None));
        self.go_on(played, ways);
        self.done.pop();
        for class in self.places[next].classes.clone().unwrap_or_default() {
            let ways = ways * &class.count;
            self.done.push((square, Some(class)));
            self.go_on(played + 1, &ways);
            self.done.pop();
        }
    }

    /// All that matters is decided; `missing` boards are still to be played on. Where those are
    /// among the boards that tell nothing, one choice of them speaks for all.
    fn finish(&mut self, missing: u32, ways: &BigUint) {
        let missing = missing as usize;
        let rest = &self.places[self.done.len()..];
        let done = self.done.iter();
        let done = done.filter_map(|(square, class)| Some((*square, class.as_ref()?.game.clone())));
        let more = rest.iter().take(missing).filter_map(|place| {
            let class = place.classes.as_ref()?.first()?;
            Some((place.square, class.game.clone()))
        });
        let games: Vec<(Square, Game)> = done.chain(more).collect();
        let Ok(after) = self.board.after_boards(&games) else {
            return;
        };
        if !is_won_board(&after, self.board.turn) {
            self.quiet = true;
            return;
        }
        let mut choices = Counts::one();
        if missing > 0 {
            for place in rest {
                let classes = place.classes.iter().flatten();
                let turns: BigUint = classes.map(|class| &class.count).sum();
                choices = choices.clone().or(choices.and(&turns));
            }
        }
        self.wins += ways * &choices.0[missing];
    }

    /// Whether the opponent has an answer however the rest is decided. `false` says nothing.
    fn is_answered(&self) -> bool {
        self.has_move() || self.has_board_turn()
    }

    /// Calls `each` with every way a board may be left.
    fn each_way(&self, square: Square, each: &mut dyn FnMut(Way<'_>)) {
        if let Some((_, class)) = self.done.iter().find(|(done, _)| *done == square) {
            each(class.as_ref().map_or(Way::Idle, Way::Played));
            return;
        }
        each(Way::Idle);
        let Some(place) = self.places.iter().find(|place| place.square == square) else {
            return;
        };
        match &place.classes {
            Some(classes) => classes.iter().for_each(|class| each(Way::Played(class))),
            None => each(Way::Any {
                winnable: place.winnable,
            }),
        }
    }

    /// What may stand on each square after an answer of the opponent; `idle` if he plays on no
    /// board, otherwise whatever he does but win needlessly.
    fn faces(&self, idle: bool) -> [Faces; 64] {
        let board = self.board;
        let us = board.turn;
        let mut faces = [EMPTY; 64];
        for square in board.men.occupied() {
            let own = board.men.color(us).contains(square);
            let king = board.men.role(Role::King).contains(square);
            // A game that the opponent loses, and one that the player does.
            let lost = match (own, king) {
                (true, _) => ATTACK,
                (false, true) => BLOCK,
                (false, false) => EMPTY,
            };
            let given_up = if own && !king { EMPTY } else { BLOCK };
            let face = &mut faces[square.index()];
            *face = 0;
            if board.playable().contains(square) {
                let besieged = board.besieged().contains(square);
                let leaves = own && !king;
                self.each_way(square, &mut |way| {
                    *face |= match way {
                        Way::Idle if besieged => given_up,
                        Way::Idle => BLOCK,
                        Way::Any { .. } => lost | BLOCK | if leaves { EMPTY } else { 0 },
                        Way::Played(class) => match class.game.outcome() {
                            Some(outcome) if outcome.winner.is_some() => lost,
                            Some(_) => BLOCK,
                            None => answered(class, lost, leaves, idle),
                        },
                    };
                });
            } else if let Some(game) = board.game(square) {
                let quiet = idle || !own || king || game.has_quiet_turn();
                *face |= match (game.is_check(), idle) {
                    (true, true) => lost,
                    (true, false) => lost | BLOCK,
                    (false, _) => BLOCK,
                };
                *face |= if quiet { 0 } else { EMPTY };
            } else {
                let armed = own && board.state_at(square) == State::Armed;
                *face = if armed { ATTACK } else { BLOCK };
            }
        }
        faces
    }

    /// Whether the opponent has a mega-move that is legal however the rest is decided.
    fn has_move(&self) -> bool {
        let board = self.board;
        let them = !board.turn;
        let faces = self.faces(true);
        board.men.color(them).into_iter().any(|from| {
            if !self.stays_mobile(from) {
                return false;
            }
            let mut found = false;
            let mut view = board.clone();
            view.turn = them;
            view.outcome = None;
            view.castling = crate::fide::Castling::default();
            view.en_passant = None;
            view.formal_moves_from(from, &mut |mv| {
                if found || mv.captured.is_some() || mv.promotion.is_some() {
                    return;
                }
                let mut faces = faces;
                faces[mv.to.index()] = faces[from.index()];
                faces[from.index()] = EMPTY;
                let king = if mv.role == Role::King {
                    mv.to
                } else {
                    board.men.king(them)
                };
                found = !self.may_be_attacked(king, &faces);
            });
            found
        })
    }

    /// Whether the opponent's mega-piece on `from` surely stays on the board, free to move.
    fn stays_mobile(&self, from: Square) -> bool {
        let us = self.board.turn;
        let mut mobile = true;
        if self.board.playable().contains(from) {
            self.each_way(from, &mut |way| {
                mobile &= match way {
                    Way::Idle => true,
                    Way::Played(class) => !is_won(&class.game, us),
                    Way::Any { winnable } => !winnable,
                };
            });
        }
        mobile
    }

    /// Whether the opponent surely has boards to play on, and whatever he does there is legal.
    fn has_board_turn(&self) -> bool {
        let board = self.board;
        let king = board.men.king(!board.turn);
        let waiting = board.running().without(board.playable());
        let played = self.done.iter().filter(|(_, class)| class.is_some());
        let ending = self.places.iter().filter(|place| {
            let mut ends = false;
            self.each_way(place.square, &mut |way| {
                ends |= match way {
                    Way::Idle => false,
                    Way::Played(class) => class.game.outcome().is_some(),
                    Way::Any { .. } => true,
                };
            });
            ends
        });
        let goes_on = !waiting.is_empty()
            || (ending.count() as u32) < board.boards_of_a_turn()
            || played
                .filter_map(|(_, class)| class.as_ref())
                .any(|class| class.game.outcome().is_none());
        goes_on && !self.may_be_attacked(king, &self.faces(false))
    }

    /// Whether the opponent's king on `king` is attacked if `faces` turn out badly.
    fn may_be_attacked(&self, king: Square, faces: &[Faces; 64]) -> bool {
        let board = self.board;
        let own = board.men.color(board.turn);
        let attackers = own
            .into_iter()
            .filter(|square| faces[square.index()] & ATTACK != 0 && board.hits(*square, king));
        attackers.into_iter().any(|from| {
            let mut between = attacks::between(king, from).into_iter();
            between.all(|square| faces[square.index()] & EMPTY != 0)
        })
    }
}

/// What may become of a board on which the opponent is to move, `lost` being what comes of his
/// losing it; `leaves` if his winning it takes the mega-piece away.
fn answered(class: &Class, lost: Faces, leaves: bool, idle: bool) -> Faces {
    let check = class.game.is_check();
    match (check, idle) {
        (true, true) => lost,
        (false, true) => BLOCK,
        (_, false) => {
            let unanswered = if check { lost } else { 0 };
            let won = if leaves && !class.quiet { EMPTY } else { 0 };
            BLOCK | unanswered | won
        }
    }
}
