//! Hop Chess once more: slow, obvious, and written from `docs/rules/hop.md` alone. It shares
//! nothing with the rules that play; the tests compare the two.

use std::collections::BTreeMap;

/// A man: his letter in upper case, and whether he is White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) letter: char,
    pub(crate) white: bool,
}

impl Man {
    /// The man that a placement's letter stands for.
    pub(crate) fn new(letter: char) -> Man {
        Man {
            letter: letter.to_ascii_uppercase(),
            white: letter.is_ascii_uppercase(),
        }
    }
}

/// The two kinds of movement a queen chooses between (H9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Orthogonal,
    Diagonal,
}

const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// A square as file and rank, both 0 to 7.
pub(crate) type Square = (i32, i32);

fn on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

pub(crate) fn name((file, rank): Square) -> String {
    let file = char::from(b'a' + file as u8);
    format!("{file}{}", rank + 1)
}

pub(crate) fn square(text: &str) -> Square {
    let bytes = text.as_bytes();
    assert_eq!(bytes.len(), 2, "{text} is a square");
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

/// One leg of a man's way over the board, the promotion on its end square included.
#[derive(Clone, Copy, Debug)]
struct Leg {
    from: Square,
    to: Square,
    promotion: Option<char>,
}

/// A whole man's move.
#[derive(Clone, Debug)]
struct Route {
    legs: Vec<Leg>,
    /// The man that stands at the end of it.
    man: Man,
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
                format!("{}{}{promotion}", name(leg.from), name(leg.to))
            })
            .collect();
        legs.join(",")
    }
}

/// A position at the start of a turn, or between its two parts.
#[derive(Clone, Debug)]
pub(crate) struct Hop {
    pub(crate) men: [[Option<Man>; 8]; 8],
    pub(crate) white_to_move: bool,
    /// Those of `KQkq` that are left.
    pub(crate) castling: String,
    pub(crate) passed_over: Option<Square>,
    pub(crate) half: u32,
    pub(crate) full: u32,
    /// White's, Black's.
    pub(crate) hoppers: [Option<Square>; 2],
}

impl Hop {
    fn man(&self, (file, rank): Square) -> Option<Man> {
        self.men[rank as usize][file as usize]
    }

    pub(crate) fn set(&mut self, (file, rank): Square, man: Option<Man>) {
        self.men[rank as usize][file as usize] = man;
    }

    pub(crate) fn squares() -> impl Iterator<Item = Square> {
        (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
    }

    fn is_own(&self, square: Square, white: bool) -> bool {
        self.man(square).is_some_and(|man| man.white == white)
    }

    /// Where `man` gets in one leg from `at`: the squares, and the kind of movement for queens.
    fn leg_ends(&self, man: Man, at: Square, kind: Option<Kind>) -> Vec<(Square, Option<Kind>)> {
        let mut ends = Vec::new();
        let mut ride = |directions: &[(i32, i32)], range: i32, kind: Option<Kind>| {
            for &(right, up) in directions {
                for distance in 1..=range {
                    let to = (at.0 + right * distance, at.1 + up * distance);
                    if !on_board(to) || self.is_own(to, man.white) {
                        break;
                    }
                    ends.push((to, kind));
                    if self.man(to).is_some() {
                        break;
                    }
                }
            }
        };
        match man.letter {
            'N' => ride(&KNIGHT, 1, None),
            'B' => ride(&DIAGONAL, 7, None),
            'R' => ride(&ORTHOGONAL, 7, None),
            'K' => {
                ride(&ORTHOGONAL, 1, None);
                ride(&DIAGONAL, 1, None);
            }
            'Q' => {
                // H9: whoever began orthogonally goes on orthogonally.
                if kind != Some(Kind::Diagonal) {
                    ride(&ORTHOGONAL, 7, Some(Kind::Orthogonal));
                }
                if kind != Some(Kind::Orthogonal) {
                    ride(&DIAGONAL, 7, Some(Kind::Diagonal));
                }
            }
            'P' => {
                // H10.
                let up = if man.white { 1 } else { -1 };
                let ahead = (at.0, at.1 + up);
                if on_board(ahead) && self.man(ahead).is_none() {
                    ends.push((ahead, None));
                    let second = if man.white { 1 } else { 6 };
                    let twice = (at.0, at.1 + 2 * up);
                    if at.1 == second && self.man(twice).is_none() {
                        ends.push((twice, None));
                    }
                }
                for to in [(at.0 - 1, at.1 + up), (at.0 + 1, at.1 + up)] {
                    if on_board(to) && self.is_own(to, !man.white) {
                        ends.push((to, None));
                    }
                }
            }
            letter => panic!("no man is called {letter}"),
        }
        ends
    }

    /// Every route of the man on `from`, castling and en passant left out. Kings may be captured.
    fn plain_routes(&self, from: Square) -> Vec<Route> {
        let man = self.man(from).expect("a man");
        let mut lifted = self.clone();
        // H6: while it moves on, its starting square counts as empty.
        lifted.set(from, None);
        let mut routes = Vec::new();
        lifted.extend_routes(
            man,
            from,
            None,
            [false, false],
            &mut Vec::new(),
            &mut routes,
        );
        routes
    }

    fn extend_routes(
        &self,
        man: Man,
        at: Square,
        kind: Option<Kind>,
        used: [bool; 2],
        legs: &mut Vec<Leg>,
        routes: &mut Vec<Route>,
    ) {
        for (to, kind) in self.leg_ends(man, at, kind) {
            let promotes = man.letter == 'P' && (to.1 == 0 || to.1 == 7);
            let choices: &[Option<char>] = if promotes {
                &[Some('Q'), Some('R'), Some('B'), Some('N')]
            } else {
                &[None]
            };
            for &promotion in choices {
                let after = Man {
                    letter: promotion.unwrap_or(man.letter),
                    white: man.white,
                };
                legs.push(Leg {
                    from: at,
                    to,
                    promotion,
                });
                if let Some(hopper) = self.hoppers.iter().position(|&square| square == Some(to)) {
                    // H6, H7, H8: on again, each hopper once, kings never. H11: a new queen is
                    // free to choose.
                    if !used[hopper] && man.letter != 'K' {
                        let mut used = used;
                        used[hopper] = true;
                        let kind = if promotion.is_some() { None } else { kind };
                        self.extend_routes(after, to, kind, used, legs, routes);
                    }
                } else if to != legs[0].from {
                    routes.push(Route {
                        legs: legs.clone(),
                        man: after,
                        captured: self.man(to).map(|_| to),
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
        let man = Man {
            letter: 'P',
            white: self.white_to_move,
        };
        for from in [(to.0 - 1, to.1 + back), (to.0 + 1, to.1 + back)] {
            if on_board(from) && self.man(from) == Some(man) {
                routes.push(Route {
                    legs: vec![Leg {
                        from,
                        to,
                        promotion: None,
                    }],
                    man,
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
        for (right, must_be_empty, kings_way) in [
            ('K', &[5, 6][..], [4, 5, 6]),
            ('Q', &[1, 2, 3][..], [4, 3, 2]),
        ] {
            let right = if white {
                right
            } else {
                right.to_ascii_lowercase()
            };
            let king = Man { letter: 'K', white };
            if !self.castling.contains(right)
                || must_be_empty
                    .iter()
                    .any(|&file| self.man((file, rank)).is_some())
                || kings_way
                    .iter()
                    .any(|&file| self.hoppers.contains(&Some((file, rank))))
            {
                continue;
            }
            let attacked = kings_way.iter().any(|&file| {
                let mut there = self.clone();
                there.set((4, rank), None);
                there.set((file, rank), Some(king));
                there.is_attacked(white)
            });
            if !attacked {
                routes.push(Route {
                    legs: vec![Leg {
                        from: (4, rank),
                        to: (kings_way[2], rank),
                        promotion: None,
                    }],
                    man: king,
                    captured: None,
                    castling: true,
                });
            }
        }
        routes
    }

    /// Whether the king of White (or Black) could be captured by a man's move (H13).
    pub(crate) fn is_attacked(&self, white: bool) -> bool {
        let king = Man { letter: 'K', white };
        let king = Hop::squares()
            .find(|&square| self.man(square) == Some(king))
            .expect("a king");
        Hop::squares()
            .filter(|&from| self.is_own(from, !white))
            .any(|from| {
                self.plain_routes(from)
                    .iter()
                    .any(|route| route.to() == king)
            })
    }

    /// Whether the player to move is in check.
    pub(crate) fn is_check(&self) -> bool {
        self.is_attacked(self.white_to_move)
    }

    /// The position after a man's move, before the hopper is placed.
    fn after_man(&self, route: &Route) -> Hop {
        let mut after = self.clone();
        let (from, to) = (route.from(), route.to());
        after.set(from, None);
        if let Some(captured) = route.captured {
            after.set(captured, None);
        }
        after.set(to, Some(route.man));
        if route.castling {
            let (rook_from, rook_to) = if to.0 == 6 { (7, 5) } else { (0, 3) };
            let rook = after.man((rook_from, from.1));
            after.set((rook_from, from.1), None);
            after.set((rook_to, from.1), rook);
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
        let moved = self.man(from).expect("a man");
        // H12, H15: a route of one leg, if there is one, is the one a move is written by.
        let double = moved.letter == 'P' && route.legs.len() == 1 && (from.1 - to.1).abs() == 2;
        after.passed_over = double.then_some((from.0, i32::midpoint(from.1, to.1)));
        after.half = if moved.letter == 'P' || route.captured.is_some() {
            0
        } else {
            self.half + 1
        };
        after.full = self.full + u32::from(!self.white_to_move);
        after
    }

    /// H4.
    fn places_hopper(&self) -> bool {
        !(self.white_to_move && self.hoppers == [None, None] && self.full == 1)
    }

    /// Every position that `route` may lead to, by the square the hopper is put on (`None` if no
    /// hopper is placed). The en passant square is kept whether or not a pawn can use it.
    fn completions(&self, route: &Route) -> Vec<(Option<Square>, Hop)> {
        let mut own_lifted = self.after_man(route);
        let own = usize::from(!self.white_to_move);
        own_lifted.hoppers[own] = None;
        let placements: Vec<Option<Square>> = if self.places_hopper() {
            Hop::squares()
                .filter(|&square| {
                    own_lifted.man(square).is_none() && !own_lifted.hoppers.contains(&Some(square))
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

    /// One route for each man's move (H15), the one it is written by.
    fn moves(&self) -> Vec<Route> {
        let mut routes = self.castling_routes();
        routes.extend(self.en_passant_routes());
        for from in Hop::squares().filter(|&from| self.is_own(from, self.white_to_move)) {
            routes.extend(self.plain_routes(from));
        }
        routes.sort_by_key(|route| (route.legs.len(), route.text()));
        let mut moves: Vec<Route> = Vec::new();
        for route in routes {
            let known = moves.iter().any(|known| {
                (known.from(), known.to(), known.man, known.captured)
                    == (route.from(), route.to(), route.man, route.captured)
            });
            if !known {
                moves.push(route);
            }
        }
        moves
    }

    /// Every legal turn by its canonical text, with the position it leads to.
    pub(crate) fn turns(&self) -> BTreeMap<String, Hop> {
        let mut turns = BTreeMap::new();
        for route in self.moves() {
            for (placement, mut after) in self.completions(&route) {
                let placement = placement.map_or(String::new(), |at| format!("@{}", name(at)));
                after.settle_en_passant();
                let text = format!("{}{placement}", route.text());
                assert!(turns.insert(text, after).is_none(), "one text, one turn");
            }
        }
        turns
    }

    /// Every text a legal turn may be written by, with its canonical text: all the routes of H15.
    pub(crate) fn all_texts(&self) -> Vec<(String, String)> {
        let moves = self.moves();
        let mut texts = Vec::new();
        for from in Hop::squares().filter(|&from| self.is_own(from, self.white_to_move)) {
            for route in self.plain_routes(from) {
                let canonical = moves
                    .iter()
                    .find(|known| {
                        (known.from(), known.to(), known.man)
                            == (route.from(), route.to(), route.man)
                    })
                    .expect("every route is one of a move");
                for (placement, _) in self.completions(&route) {
                    let placement = placement.map_or(String::new(), |at| format!("@{}", name(at)));
                    texts.push((
                        format!("{}{placement}", route.text()),
                        format!("{}{placement}", canonical.text()),
                    ));
                }
            }
        }
        texts
    }

    /// The number of sequences of `depth` turns.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        let positions = moves.iter().flat_map(|route| self.completions(route));
        if depth <= 1 {
            return positions.count() as u64;
        }
        positions.map(|(_, after)| after.perft(depth - 1)).sum()
    }
}
