//! The number of turns that win a game of level 1 or higher: those that leave the opponent no turn.
//!
//! In almost every position there is none, which is proved cheaply by a reply that the opponent has
//! in any case. If that proof fails the turns are enumerated, but not one by one: turns on a board
//! that leave the opponent the same options there form a class.

use num_bigint::BigUint;

use super::{
    board::{Board, Game},
    choice::Ways as _,
    count::{Counter, Counts},
    enumerate::{PartialBoardTurn, is_won_board},
    piece::State,
    play::is_won,
};
use crate::{
    board::{Square, attacks},
    fide::Role,
};

/// The possible contents of a square after a reply of the opponent: a set of the three below.
type Contents = u8;
/// Nothing.
const EMPTY: Contents = 1;
/// A mega-piece that does not attack the opponent's mega-king.
const BLOCK: Contents = 2;
/// An armed mega-piece of the player, which attacks from there if it can.
const ATTACK: Contents = 4;

/// Turns on one board that leave the opponent the same options.
#[derive(Clone)]
struct Class {
    /// The game after one of them.
    game: Game,
    /// Whether the opponent has a reply there that does not win; only computed if a win would
    /// remove the mega-piece.
    can_avoid_win: bool,
    /// The number of turns.
    count: BigUint,
}

impl Board {
    /// Whether the player to move has a legal turn that does not win.
    pub(super) fn has_non_winning_turn(&self) -> bool {
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
            // The turns on a board are too many to be classified, and almost any of them qualifies.
            return PartialBoardTurn::new(self)
                .any_completion(&mut |after| !is_won_board(&after, us));
        }
        self.non_winning_completion(&[]).is_some()
    }

    /// Returns the games after a legal board turn that does not win and leads to the games `fixed`
    /// among others.
    pub(super) fn non_winning_completion(
        &self,
        fixed: &[(Square, Game)],
    ) -> Option<Vec<(Square, Game)>> {
        let places = self.playable().into_iter().map(|square| {
            let fixed = fixed.iter().find(|(other, _)| *other == square);
            OpenBoard {
                square,
                winnable: true,
                is_fixed: fixed.is_some(),
                classes: fixed.map(|(_, game)| {
                    vec![Class {
                        game: game.clone(),
                        can_avoid_win: true,
                        count: BigUint::from(1u8),
                    }]
                }),
            }
        });
        let mut search = Search::new(self, places.collect(), Goal::NonWinning);
        search.start();
        search.non_winning
    }
}

impl Counter {
    /// Returns the number of legal turns with which the player to move wins this game.
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
        if !search.has_sure_reply() {
            search.start();
        }
        moves + search.wins
    }

    /// Returns the board on `square`, with its turns classified if they are few.
    fn place(&mut self, board: &Board, square: Square) -> Option<OpenBoard> {
        const FEW: u32 = 2000;
        let game = board.game(square)?;
        let mut place = OpenBoard {
            square,
            winnable: true,
            is_fixed: false,
            classes: None,
        };
        if game.level() == 0 || self.turns(game) <= BigUint::from(FEW) {
            place.classify(board);
        } else {
            place.winnable = self.wins(game) > BigUint::ZERO;
        }
        Some(place)
    }
}

/// A board that the player to move may play on.
struct OpenBoard {
    square: Square,
    /// Whether the player may win there.
    winnable: bool,
    /// Whether it is played on in any case, with the only turn of its class.
    is_fixed: bool,
    /// The classes of the turns there, if they were enumerated.
    classes: Option<Vec<Class>>,
}

impl OpenBoard {
    /// Enumerates the turns and sorts them into classes.
    fn classify(&mut self, board: &Board) {
        let (Some(game), None) = (board.game(self.square), &self.classes) else {
            return;
        };
        let us = board.turn;
        let own = board.pieces.color(us).contains(self.square);
        let must_avoid_win = own && board.pieces.king(us) != self.square;
        let mut classes: Vec<Class> = Vec::new();
        game.any_turn(&mut |game| {
            let outcome = game.outcome();
            let can_avoid_win = !must_avoid_win || outcome.is_some() || game.has_non_winning_turn();
            let same = classes.iter_mut().find(|class| {
                class.game.outcome() == outcome
                    && class.can_avoid_win == can_avoid_win
                    && class.game.is_check() == game.is_check()
            });
            match same {
                Some(class) => class.count += 1u8,
                None => classes.push(Class {
                    game,
                    can_avoid_win,
                    count: BigUint::from(1u8),
                }),
            }
            false
        });
        self.winnable = classes.iter().any(|class| is_won(&class.game, us));
        self.classes = Some(classes);
    }
}

impl OpenBoard {
    /// Whether it is played on in any case, or some turn there ends the game, gives check, or
    /// leaves no reply that does not win.
    fn is_relevant(&self) -> bool {
        let mut classes = self.classes.iter().flatten();
        self.is_fixed
            || classes.any(|class| {
                !class.can_avoid_win || class.game.outcome().is_some() || class.game.is_check()
            })
    }
}

/// The player's choice on a board.
enum Choice<'a> {
    /// The board is not played on.
    LeftAlone,
    /// A turn of this class.
    Played(&'a Class),
    /// Any turn.
    Any {
        /// Whether it may win there.
        winnable: bool,
    },
}

/// The goal of the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// The number of board turns that win.
    Wins,
    /// Whether some board turn does not win.
    NonWinning,
}

/// A search through the choices, board after board.
struct Search<'a> {
    board: &'a Board,
    places: Vec<OpenBoard>,
    /// The number of places, at the front, where the choice of the turn matters to the opponent.
    relevant: usize,
    goal: Goal,
    /// The boards decided so far, with the class of the turn made there, if any.
    done: Vec<(Square, Option<Class>)>,
    /// The number of winning board turns found.
    wins: BigUint,
    /// The games after a board turn that does not win, if one was found.
    non_winning: Option<Vec<(Square, Game)>>,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, places: Vec<OpenBoard>, goal: Goal) -> Search<'a> {
        Search {
            board,
            relevant: places.len(),
            places,
            goal,
            done: Vec::new(),
            wins: BigUint::ZERO,
            non_winning: None,
        }
    }

    /// Searches all choices.
    fn start(&mut self) {
        for place in &mut self.places {
            place.classify(self.board);
        }
        let besieged = self.board.besieged();
        self.places.sort_by_key(|place| {
            let matters = place.is_relevant() || besieged.contains(place.square);
            (!place.is_fixed, !matters)
        });
        self.relevant = self
            .places
            .partition_point(|place| place.is_relevant() || besieged.contains(place.square));
        self.descend(0, &BigUint::from(1u8));
    }

    fn descend(&mut self, played: u32, ways: &BigUint) {
        let boards = self.board.boards_of_a_turn();
        let next = self.done.len();
        let left = (self.places.len() - next) as u32;
        if played + left < boards || self.goal == Goal::NonWinning && self.non_winning.is_some() {
            return;
        }
        if played == boards || next == self.relevant {
            self.finish(boards - played, ways);
            return;
        }
        if self.goal == Goal::Wins && self.has_sure_reply() {
            return;
        }
        let OpenBoard {
            square, is_fixed, ..
        } = self.places[next];
        if !is_fixed {
            self.done.push((square, None));
            self.descend(played, ways);
            self.done.pop();
        }
        for class in self.places[next].classes.clone().unwrap_or_default() {
            let ways = ways * &class.count;
            self.done.push((square, Some(class)));
            self.descend(played + 1, &ways);
            self.done.pop();
        }
    }

    /// Handles the remaining choices after all relevant boards are decided; `missing` boards are
    /// still to be played on. Among the others any choice has the same effect, so one is tried and
    /// all are counted.
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
            self.non_winning = Some(games);
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

    /// Whether the opponent certainly has a reply, however the rest is decided. `false` proves
    /// nothing.
    fn has_sure_reply(&self) -> bool {
        self.has_move() || self.has_board_turn()
    }

    /// Calls `each` with every choice on a board.
    fn each_choice(&self, square: Square, each: &mut dyn FnMut(Choice<'_>)) {
        if let Some((_, class)) = self.done.iter().find(|(done, _)| *done == square) {
            each(class.as_ref().map_or(Choice::LeftAlone, Choice::Played));
            return;
        }
        each(Choice::LeftAlone);
        let Some(place) = self.places.iter().find(|place| place.square == square) else {
            return;
        };
        match &place.classes {
            Some(classes) => classes.iter().for_each(|class| each(Choice::Played(class))),
            None => each(Choice::Any {
                winnable: place.winnable,
            }),
        }
    }

    /// Returns the possible contents of each square after a reply of the opponent: with `idle` a
    /// reply that plays on no board, else any that wins only where it must.
    fn contents(&self, idle: bool) -> [Contents; 64] {
        let board = self.board;
        let us = board.turn;
        let mut contents = [EMPTY; 64];
        for square in board.pieces.occupied() {
            let own = board.pieces.color(us).contains(square);
            let king = board.pieces.role(Role::King).contains(square);
            // The effect of a game lost by the opponent, and of one given up by the player.
            let lost = match (own, king) {
                (true, _) => ATTACK,
                (false, true) => BLOCK,
                (false, false) => EMPTY,
            };
            let given_up = if own && !king { EMPTY } else { BLOCK };
            let content = &mut contents[square.index()];
            *content = 0;
            if board.playable().contains(square) {
                let besieged = board.besieged().contains(square);
                let leaves = own && !king;
                self.each_choice(square, &mut |way| {
                    *content |= match way {
                        Choice::LeftAlone if besieged => given_up,
                        Choice::LeftAlone => BLOCK,
                        Choice::Any { .. } => lost | BLOCK | if leaves { EMPTY } else { 0 },
                        Choice::Played(class) => match class.game.outcome() {
                            Some(outcome) if outcome.winner.is_some() => lost,
                            Some(_) => BLOCK,
                            None => contents_after_reply(class, lost, leaves, idle),
                        },
                    };
                });
            } else if let Some(game) = board.game(square) {
                let can_avoid_win = idle || !own || king || game.has_non_winning_turn();
                *content |= match (game.is_check(), idle) {
                    (true, true) => lost,
                    (true, false) => lost | BLOCK,
                    (false, _) => BLOCK,
                };
                *content |= if can_avoid_win { 0 } else { EMPTY };
            } else {
                let armed = own && board.state_at(square) == State::Armed;
                *content = if armed { ATTACK } else { BLOCK };
            }
        }
        contents
    }

    /// Whether the opponent has a mega-move that is legal, however the rest is decided.
    fn has_move(&self) -> bool {
        let board = self.board;
        let them = !board.turn;
        let contents = self.contents(true);
        board.pieces.color(them).into_iter().any(|from| {
            if !self.stays_mobile(from) {
                return false;
            }
            let mut found = false;
            let mut view = board.clone();
            view.turn = them;
            view.outcome = None;
            view.castling = crate::fide::Castling::default();
            view.en_passant = None;
            view.pseudo_legal_moves_from(from, &mut |mv| {
                if found || mv.captured.is_some() || mv.promotion.is_some() {
                    return;
                }
                let mut contents = contents;
                contents[mv.to.index()] = contents[from.index()];
                contents[from.index()] = EMPTY;
                let king = if mv.role == Role::King {
                    mv.to
                } else {
                    board.pieces.king(them)
                };
                found = !self.may_be_attacked(king, &contents);
            });
            found
        })
    }

    /// Whether the opponent's mega-piece on `from` certainly stays on the board and can move.
    fn stays_mobile(&self, from: Square) -> bool {
        let us = self.board.turn;
        let mut mobile = true;
        if self.board.playable().contains(from) {
            self.each_choice(from, &mut |way| {
                mobile &= match way {
                    Choice::LeftAlone => true,
                    Choice::Played(class) => !is_won(&class.game, us),
                    Choice::Any { winnable } => !winnable,
                };
            });
        }
        mobile
    }

    /// Whether the opponent certainly has boards to play on, and every turn there is legal.
    fn has_board_turn(&self) -> bool {
        let board = self.board;
        let king = board.pieces.king(!board.turn);
        let waiting = board.running().without(board.playable());
        let played = self.done.iter().filter(|(_, class)| class.is_some());
        let ending = self.places.iter().filter(|place| {
            let mut ends = false;
            self.each_choice(place.square, &mut |way| {
                ends |= match way {
                    Choice::LeftAlone => false,
                    Choice::Played(class) => class.game.outcome().is_some(),
                    Choice::Any { .. } => true,
                };
            });
            ends
        });
        let goes_on = !waiting.is_empty()
            || (ending.count() as u32) < board.boards_of_a_turn()
            || played
                .filter_map(|(_, class)| class.as_ref())
                .any(|class| class.game.outcome().is_none());
        goes_on && !self.may_be_attacked(king, &self.contents(false))
    }

    /// Whether the opponent's king on `king` may be attacked, given the possible contents of
    /// squares.
    fn may_be_attacked(&self, king: Square, contents: &[Contents; 64]) -> bool {
        let board = self.board;
        let own = board.pieces.color(board.turn);
        let attackers = own
            .into_iter()
            .filter(|square| contents[square.index()] & ATTACK != 0 && board.hits(*square, king));
        attackers.into_iter().any(|from| {
            let mut between = attacks::between(king, from).into_iter();
            between.all(|square| contents[square.index()] & EMPTY != 0)
        })
    }
}

/// Returns the possible contents of the square of a board on which the opponent is to move. `lost`
/// are those after a loss of the opponent; with `leaves`, a win of the opponent removes the
/// mega-piece.
fn contents_after_reply(class: &Class, lost: Contents, leaves: bool, idle: bool) -> Contents {
    let check = class.game.is_check();
    match (check, idle) {
        (true, true) => lost,
        (false, true) => BLOCK,
        (_, false) => {
            let unanswered = if check { lost } else { 0 };
            let won = if leaves && !class.can_avoid_win {
                EMPTY
            } else {
                0
            };
            BLOCK | unanswered | won
        }
    }
}
