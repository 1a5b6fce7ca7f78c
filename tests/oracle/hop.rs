//! A second implementation of Hop Chess: slow, obvious, and written from `docs/rules/hop.md` alone.
//! It shares nothing with the rules of the engine; the tests compare the two.

mod text;

use std::collections::BTreeMap;

use crate::{
    board::{
        DIAGONAL, Direction, KNIGHT, ORTHOGONAL, Piece, Placement, Square, on_board, square,
        square_name, squares,
    },
    harness::{ListingOracle, Oracle, TurnTest},
};

/// The two ways of moving a queen chooses between (H9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QueenMovement {
    Orthogonal,
    Diagonal,
}

/// One leg of a piece's route over the board, the promotion on its end square included.
#[derive(Clone, Copy, Debug)]
struct Leg {
    from: Square,
    to: Square,
    promotion: Option<char>,
}

/// A whole move of a piece.
#[derive(Clone, Debug)]
struct Route {
    legs: Vec<Leg>,
    /// The piece that stands at the end of it.
    piece: Piece,
    captured: Option<Square>,
    castling: bool,
}

impl Route {
    fn from(&self) -> Square {
        self.legs[0].from
    }

    fn to(&self) -> Square {
        self.legs[self.legs.len() - 1].to
    }

    fn text(&self) -> String {
        let legs: Vec<String> = self
            .legs
            .iter()
            .map(|leg| {
                let promotion = leg.promotion.map(|letter| letter.to_ascii_lowercase());
                let promotion = promotion.map(String::from).unwrap_or_default();
                format!(
                    "{}{}{promotion}",
                    square_name(leg.from),
                    square_name(leg.to)
                )
            })
            .collect();
        legs.join(",")
    }
}

/// A position at the start of a turn, or between its two parts.
#[derive(Clone, Debug)]
pub(crate) struct HopOracle {
    pieces: Placement,
    white_to_move: bool,
    /// Those of `KQkq` that are left.
    castling: String,
    passed_over: Option<Square>,
    halfmove_clock: u32,
    fullmove_number: u32,
    /// White's, Black's.
    hoppers: [Option<Square>; 2],
}

impl HopOracle {
    /// Returns the targets of `piece` in one leg from `at`: the squares, and the movement for
    /// queens.
    fn leg_ends(
        &self,
        piece: Piece,
        at: Square,
        kind: Option<QueenMovement>,
    ) -> Vec<(Square, Option<QueenMovement>)> {
        let mut ends = Vec::new();
        let mut ride = |directions: &[Direction], range: i32, kind: Option<QueenMovement>| {
            for &(right, up) in directions {
                for distance in 1..=range {
                    let to = (at.0 + right * distance, at.1 + up * distance);
                    if !on_board(to) || self.pieces.is_of(to, piece.white) {
                        break;
                    }
                    ends.push((to, kind));
                    if self.pieces.at(to).is_some() {
                        break;
                    }
                }
            }
        };
        match piece.letter {
            'N' => ride(&KNIGHT, 1, None),
            'B' => ride(&DIAGONAL, 7, None),
            'R' => ride(&ORTHOGONAL, 7, None),
            'K' => {
                ride(&ORTHOGONAL, 1, None);
                ride(&DIAGONAL, 1, None);
            }
            'Q' => {
                // H9: after an orthogonal leg only orthogonal ones.
                if kind != Some(QueenMovement::Diagonal) {
                    ride(&ORTHOGONAL, 7, Some(QueenMovement::Orthogonal));
                }
                if kind != Some(QueenMovement::Orthogonal) {
                    ride(&DIAGONAL, 7, Some(QueenMovement::Diagonal));
                }
            }
            'P' => {
                // H10.
                let up = if piece.white { 1 } else { -1 };
                let ahead = (at.0, at.1 + up);
                if on_board(ahead) && self.pieces.at(ahead).is_none() {
                    ends.push((ahead, None));
                    let second = if piece.white { 1 } else { 6 };
                    let twice = (at.0, at.1 + 2 * up);
                    if at.1 == second && self.pieces.at(twice).is_none() {
                        ends.push((twice, None));
                    }
                }
                for to in [(at.0 - 1, at.1 + up), (at.0 + 1, at.1 + up)] {
                    if on_board(to) && self.pieces.is_of(to, !piece.white) {
                        ends.push((to, None));
                    }
                }
            }
            letter => panic!("no piece is called {letter}"),
        }
        ends
    }

    /// Returns every route of the piece on `from`, castling and en passant left out. Kings may be
    /// captured.
    fn plain_routes(&self, from: Square) -> Vec<Route> {
        let piece = self.pieces.at(from).expect("a piece");
        let mut lifted = self.clone();
        // H6: while it moves on, its starting square counts as empty.
        lifted.pieces.set(from, None);
        let mut routes = Vec::new();
        lifted.extend_routes(
            piece,
            from,
            None,
            [false, false],
            &mut Vec::new(),
            &mut routes,
        );
        routes
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a recursive walk")]
    fn extend_routes(
        &self,
        piece: Piece,
        at: Square,
        kind: Option<QueenMovement>,
        used: [bool; 2],
        legs: &mut Vec<Leg>,
        routes: &mut Vec<Route>,
    ) {
        for (to, kind) in self.leg_ends(piece, at, kind) {
            let promotes = piece.letter == 'P' && (to.1 == 0 || to.1 == 7);
            let choices: &[Option<char>] = if promotes {
                &[Some('Q'), Some('R'), Some('B'), Some('N')]
            } else {
                &[None]
            };
            for &promotion in choices {
                let after = Piece {
                    letter: promotion.unwrap_or(piece.letter),
                    white: piece.white,
                };
                legs.push(Leg {
                    from: at,
                    to,
                    promotion,
                });
                if let Some(hopper) = self.hoppers.iter().position(|&square| square == Some(to)) {
                    // H6, H7, H8: on again, each hopper once, kings never. H11: a new queen is
                    // free to choose.
                    if !used[hopper] && piece.letter != 'K' {
                        let mut used = used;
                        used[hopper] = true;
                        let kind = if promotion.is_some() { None } else { kind };
                        self.extend_routes(after, to, kind, used, legs, routes);
                    }
                } else if to != legs[0].from {
                    routes.push(Route {
                        legs: legs.clone(),
                        piece: after,
                        captured: self.pieces.at(to).map(|_| to),
                        castling: false,
                    });
                }
                legs.pop();
            }
        }
    }

    /// H12.
    fn en_passant_routes(&self) -> Vec<Route> {
        let mut routes = Vec::new();
        let Some(to) = self.passed_over else {
            return routes;
        };
        if self.hoppers.contains(&Some(to)) {
            return routes;
        }
        let back = if self.white_to_move { -1 } else { 1 };
        let piece = Piece {
            letter: 'P',
            white: self.white_to_move,
        };
        for from in [(to.0 - 1, to.1 + back), (to.0 + 1, to.1 + back)] {
            if on_board(from) && self.pieces.at(from) == Some(piece) {
                routes.push(Route {
                    legs: vec![Leg {
                        from,
                        to,
                        promotion: None,
                    }],
                    piece,
                    captured: Some((to.0, to.1 + back)),
                    castling: false,
                });
            }
        }
        routes
    }

    /// H8.
    fn castling_routes(&self) -> Vec<Route> {
        let mut routes = Vec::new();
        let white = self.white_to_move;
        let rank = if white { 0 } else { 7 };
        for (right, must_be_empty, king_files) in [
            ('K', &[5, 6][..], [4, 5, 6]),
            ('Q', &[1, 2, 3][..], [4, 3, 2]),
        ] {
            let right = if white {
                right
            } else {
                right.to_ascii_lowercase()
            };
            let king = Piece { letter: 'K', white };
            if !self.castling.contains(right)
                || must_be_empty
                    .iter()
                    .any(|&file| self.pieces.at((file, rank)).is_some())
                || king_files
                    .iter()
                    .any(|&file| self.hoppers.contains(&Some((file, rank))))
            {
                continue;
            }
            let attacked = king_files.iter().any(|&file| {
                let mut there = self.clone();
                there.pieces.set((4, rank), None);
                there.pieces.set((file, rank), Some(king));
                there.is_attacked(white)
            });
            if !attacked {
                routes.push(Route {
                    legs: vec![Leg {
                        from: (4, rank),
                        to: (king_files[2], rank),
                        promotion: None,
                    }],
                    piece: king,
                    captured: None,
                    castling: true,
                });
            }
        }
        routes
    }

    /// Whether the king of White (or Black) could be captured by a piece's move (H13).
    fn is_attacked(&self, white: bool) -> bool {
        let king = self.pieces.king(white).expect("a king");
        self.pieces.squares_of(!white).any(|from| {
            self.plain_routes(from)
                .iter()
                .any(|route| route.to() == king)
        })
    }

    /// Returns the position after a piece's move, before the hopper is placed.
    fn after_move(&self, route: &Route) -> HopOracle {
        let mut after = self.clone();
        let (from, to) = (route.from(), route.to());
        after.pieces.set(from, None);
        if let Some(captured) = route.captured {
            after.pieces.set(captured, None);
        }
        after.pieces.set(to, Some(route.piece));
        if route.castling {
            let (rook_from, rook_to) = if to.0 == 6 { (7, 5) } else { (0, 3) };
            let rook = after.pieces.at((rook_from, from.1));
            after.pieces.set((rook_from, from.1), None);
            after.pieces.set((rook_to, from.1), rook);
        }
        for (right, home) in [
            ('K', "e1 h1"),
            ('Q', "e1 a1"),
            ('k', "e8 h8"),
            ('q', "e8 a8"),
        ] {
            if home
                .split(' ')
                .any(|home| square(home) == from || square(home) == to)
            {
                after.castling = after.castling.replace(right, "");
            }
        }
        let moved = self.pieces.at(from).expect("a piece");
        // H12, H15: a route of one leg, if there is one, is the one a move is written by.
        let double = moved.letter == 'P' && route.legs.len() == 1 && (from.1 - to.1).abs() == 2;
        after.passed_over = double.then_some((from.0, i32::midpoint(from.1, to.1)));
        after.halfmove_clock = if moved.letter == 'P' || route.captured.is_some() {
            0
        } else {
            self.halfmove_clock + 1
        };
        after.fullmove_number = self.fullmove_number + u32::from(!self.white_to_move);
        after
    }

    /// H4.
    fn places_hopper(&self) -> bool {
        !(self.white_to_move && self.hoppers == [None, None] && self.fullmove_number == 1)
    }

    /// Returns every position that `route` may lead to, by the square the hopper is put on (`None`
    /// if no hopper is placed). The en passant square is kept whether or not a pawn can use it.
    fn completions(&self, route: &Route) -> Vec<(Option<Square>, HopOracle)> {
        let mut own_lifted = self.after_move(route);
        let own = usize::from(!self.white_to_move);
        own_lifted.hoppers[own] = None;
        let placements: Vec<Option<Square>> = if self.places_hopper() {
            squares()
                .filter(|&square| {
                    own_lifted.pieces.at(square).is_none()
                        && !own_lifted.hoppers.contains(&Some(square))
                })
                .map(Some)
                .collect()
        } else {
            vec![None]
        };
        let mut completions = Vec::new();
        for placement in placements {
            let mut after = own_lifted.clone();
            after.hoppers[own] = placement;
            if !after.is_attacked(self.white_to_move) {
                after.white_to_move = !self.white_to_move;
                completions.push((placement, after));
            }
        }
        completions
    }

    /// Forgets an en passant square that no pawn can use with any placement.
    fn settle_en_passant(&mut self) {
        let usable = self
            .en_passant_routes()
            .iter()
            .any(|route| !self.completions(route).is_empty());
        if !usable {
            self.passed_over = None;
        }
    }

    /// Returns one route for each piece's move (H15), the one it is written by.
    fn moves(&self) -> Vec<Route> {
        let mut routes = self.castling_routes();
        routes.extend(self.en_passant_routes());
        for from in self.pieces.squares_of(self.white_to_move) {
            routes.extend(self.plain_routes(from));
        }
        routes.sort_by_key(|route| (route.legs.len(), route.text()));
        let mut moves: Vec<Route> = Vec::new();
        for route in routes {
            let known = moves.iter().any(|known| {
                (known.from(), known.to(), known.piece, known.captured)
                    == (route.from(), route.to(), route.piece, route.captured)
            });
            if !known {
                moves.push(route);
            }
        }
        moves
    }
}

impl ListingOracle for HopOracle {
    const RARE: &'static [TurnTest<HopOracle>] =
        &[|_, turn, _| turn.contains(',') || turn.contains('q')];

    const LENGTH: u32 = 60;

    fn starts() -> Vec<HopOracle> {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -/-";
        vec![HopOracle::read("hop", start)]
    }

    fn turns(&self) -> BTreeMap<String, HopOracle> {
        let mut turns = BTreeMap::new();
        for route in self.moves() {
            for (placement, mut after) in self.completions(&route) {
                let placement =
                    placement.map_or(String::new(), |at| format!("@{}", square_name(at)));
                after.settle_en_passant();
                let text = format!("{}{placement}", route.text());
                assert!(turns.insert(text, after).is_none(), "one text, one turn");
            }
        }
        turns
    }

    /// Returns all the routes of H15.
    fn spellings(&self) -> Vec<(String, String)> {
        let moves = self.moves();
        let mut texts = Vec::new();
        for from in self.pieces.squares_of(self.white_to_move) {
            for route in self.plain_routes(from) {
                let canonical = moves
                    .iter()
                    .find(|known| {
                        (known.from(), known.to(), known.piece)
                            == (route.from(), route.to(), route.piece)
                    })
                    .expect("every route is one of a move");
                for (placement, _) in self.completions(&route) {
                    let placement =
                        placement.map_or(String::new(), |at| format!("@{}", square_name(at)));
                    texts.push((
                        format!("{}{placement}", route.text()),
                        format!("{}{placement}", canonical.text()),
                    ));
                }
            }
        }
        texts
    }

    /// H16.
    fn draw(&self) -> Option<&'static str> {
        if self.halfmove_clock >= 100 {
            return Some("100 plies");
        }
        let bare = self.pieces.pieces().all(|piece| piece.letter == 'K');
        bare.then_some("bare kings")
    }
}
