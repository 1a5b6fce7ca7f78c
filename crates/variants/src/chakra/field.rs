//! What lies on the board and beside it: men, chakras, pools.

use jabberwock_game::{ByColor, Color, Key};

use super::men::{Man, Pool, Role};
use crate::board::{Bitboard, Square, zobrist};

static MEN: [[Key; 64]; 2 * Role::COUNT] = zobrist::key_rows(0x4001);
static CHAKRAS: [[Key; 64]; 4] = zobrist::key_rows(0x4002);
static POOLS: [[Key; POOL_SLOTS]; 2] = zobrist::key_rows(0x4003);
/// At most two men of a kind wait.
const POOL_SLOTS: usize = 2 * Role::COUNT;

/// How a chakra moves (chakra C11, C12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A knight's leap.
    Knight,
    /// A king's step.
    King,
}

impl Mode {
    /// The mode after turning over.
    pub const fn other(self) -> Mode {
        match self {
            Mode::Knight => Mode::King,
            Mode::King => Mode::Knight,
        }
    }

    /// `n` or `k`, as position texts write it.
    pub const fn letter(self) -> char {
        match self {
            Mode::Knight => 'n',
            Mode::King => 'k',
        }
    }
}

/// The men and chakras as sets of squares, the pools, and the Zobrist key of them all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    colors: ByColor<Bitboard>,
    roles: [Bitboard; Role::COUNT],
    /// The two squares of a Transmitter, or none.
    chakras: ByColor<Bitboard>,
    /// The chakras, of both players, that are in king mode.
    king_mode: Bitboard,
    key: Key,
    pools: ByColor<Pool>,
    double_steps: bool,
}

impl Field {
    /// An empty one; `double_steps` says whether pawns have them (chakra C7).
    pub(super) fn new(double_steps: bool) -> Field {
        Field {
            double_steps,
            ..Field::default()
        }
    }

    /// Whether pawns on their second rank have a double step (chakra C7).
    pub fn double_steps(&self) -> bool {
        self.double_steps
    }

    /// Puts a man on an empty square, or takes the one that stands there away.
    #[inline]
    pub(super) fn toggle(&mut self, man: Man, square: Square) {
        let bit = Bitboard::of(square);
        self.colors[man.color] ^= bit;
        self.roles[man.role.index()] ^= bit;
        self.key ^= MEN[man.index()][square.index()];
    }

    /// Lays a chakra on a square without one, or takes the one that lies there away.
    pub(super) fn toggle_chakra(&mut self, color: Color, mode: Mode, square: Square) {
        let bit = Bitboard::of(square);
        self.chakras[color] ^= bit;
        if mode == Mode::King {
            self.king_mode ^= bit;
        }
        self.key ^= CHAKRAS[chakra_index(color, mode)][square.index()];
    }

    /// Adds a captured man to his side's pool (chakra C8, C10).
    pub(super) fn add_to_pool(&mut self, man: Man) {
        let pool = &mut self.pools[man.color];
        self.key ^= POOLS[man.color.index()][pool_slot(man.role, pool.count(man.role))];
        pool.add(man.role);
    }

    /// Takes a man out of his side's pool, where he is.
    pub(super) fn take_from_pool(&mut self, man: Man) {
        let pool = &mut self.pools[man.color];
        pool.remove(man.role);
        self.key ^= POOLS[man.color.index()][pool_slot(man.role, pool.count(man.role))];
    }

    /// The squares with a man of `color`.
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The squares with a man of `role`.
    pub fn role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// The squares where `color`'s men of `role` stand.
    pub fn men(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color] & self.roles[role.index()]
    }

    /// The squares with a man.
    pub fn occupied(&self) -> Bitboard {
        self.colors.0[0] | self.colors.0[1]
    }

    /// Where `color`'s only king stands.
    pub fn king(&self, color: Color) -> Square {
        self.men(color, Role::King).sole()
    }

    /// The squares of `color`'s two chakras; empty if they have been captured.
    pub fn chakras(&self, color: Color) -> Bitboard {
        self.chakras[color]
    }

    /// `color`'s chakras under no man.
    pub fn vacant(&self, color: Color) -> Bitboard {
        self.chakras[color].without(self.occupied())
    }

    /// The mode of the chakra that lies on `square`.
    pub fn mode(&self, square: Square) -> Mode {
        if self.king_mode.contains(square) {
            Mode::King
        } else {
            Mode::Knight
        }
    }

    /// `color`'s captured men that may return.
    pub fn pool(&self, color: Color) -> Pool {
        self.pools[color]
    }

    /// What kind of man stands on `square`.
    pub fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|&role| self.role(role).contains(square))
    }

    /// The man that stands on `square`.
    pub fn man_at(&self, square: Square) -> Option<Man> {
        let role = self.role_at(square)?;
        let white = self.colors[Color::White].contains(square);
        Some(Man {
            color: if white { Color::White } else { Color::Black },
            role,
        })
    }

    /// The key of everything here.
    pub fn key(&self) -> Key {
        self.key
    }

    /// The key of everything here, computed anew.
    pub fn recomputed_key(&self) -> Key {
        self.rebuilt(|color| color, |square| square).key
    }

    /// The same with the players exchanged and the board turned over.
    pub fn mirrored(&self) -> Field {
        self.rebuilt(|color| !color, Square::flipped)
    }

    /// Everything taken up and laid down again, elsewhere and by others.
    fn rebuilt(&self, owner: impl Fn(Color) -> Color, place: impl Fn(Square) -> Square) -> Field {
        let mut field = Field::new(self.double_steps);
        for square in self.occupied() {
            if let Some(man) = self.man_at(square) {
                let color = owner(man.color);
                field.toggle(Man { color, ..man }, place(square));
            }
        }
        for color in Color::ALL {
            for square in self.chakras(color) {
                field.toggle_chakra(owner(color), self.mode(square), place(square));
            }
            for role in self.pool(color).roles() {
                for _ in 0..self.pool(color).count(role) {
                    field.add_to_pool(Man {
                        color: owner(color),
                        role,
                    });
                }
            }
        }
        field
    }
}

/// A side's chakras of one mode cannot be told apart (chakra C23).
const fn chakra_index(color: Color, mode: Mode) -> usize {
    color.index() * 2 + mode as usize
}

/// The slot of the man who joins `waiting` others of his kind.
const fn pool_slot(role: Role, waiting: u32) -> usize {
    role.index() * 2 + waiting as usize
}
