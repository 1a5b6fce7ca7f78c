//! The terms of the evaluation.

use jabberwock_game::Color;

use crate::{
    board::Square,
    evaluation::{EvalTerm, terms},
};

/// Returns the index of a square in a term that is listed by squares.
pub(super) fn place(square: Square, us: Color) -> usize {
    match us {
        Color::White => square.flipped().index(),
        Color::Black => square.opposite().flipped().index(),
    }
}

terms! {
    from 0;
    /// Pieces, by role without the king.
    MATERIAL = "material" [5];
    /// Pieces besides pawns and the king: without any the game is lost (chaotic X18).
    ARMY = "army" [10];
    /// Pawns by square, a8 first; Black's after a half turn.
    PLACE_PAWN = "place.pawn" [64];
    /// Merchants by square.
    PLACE_MERCHANT = "place.merchant" [64];
    /// Knights by square.
    PLACE_KNIGHT = "place.knight" [64];
    /// Rooks by square.
    PLACE_ROOK = "place.rook" [64];
    /// Archbishops by square.
    PLACE_ARCHBISHOP = "place.archbishop" [64];
    /// The king by square.
    PLACE_KING = "place.king" [64];
    /// Squares a pawn can go to.
    MOBILITY_PAWN = "mobility.pawn" [15];
    /// Squares a merchant can go to.
    MOBILITY_MERCHANT = "mobility.merchant" [9];
    /// Squares a knight can go to or capture on. Immobilized pieces are not counted here
    /// and below.
    MOBILITY_KNIGHT = "mobility.knight" [9];
    /// Squares a rook can go to or capture on.
    MOBILITY_ROOK = "mobility.rook" [15];
    /// Squares an archbishop can go to or capture on.
    MOBILITY_ARCHBISHOP = "mobility.archbishop" [22];
    /// Squares more if own pawns stepped aside: of a rook, of an archbishop.
    MOBILITY_BEHIND = "mobility.behind" [2];
    /// Immobilized knights, rooks, archbishops, king.
    HELD = "held" [4];
    /// Knights, rooks, archbishops, king that are beside merchants of both players.
    FREED = "freed" [4];
    /// Two merchants.
    MERCHANT_PAIR = "merchant.pair" [1];
    /// Distance between merchants.
    MERCHANT_APART = "merchant.apart" [8];
    /// Steps that two merchants need to stand on both sides of the enemy king; the last kind is
    /// never: fewer merchants, or a king in the corner.
    MERCHANT_SIEGE = "merchant.siege" [16];
    /// The enemy king can be backstabbed in one step: by the player to move, by the other.
    BACKSTAB_KING = "backstab.king" [2];
    /// Enemy merchants, knights, rooks, archbishops that can be.
    BACKSTAB_PIECE = "backstab.piece" [4];
    /// Pieces attacked and not defended, by role.
    THREAT_HANGING = "threat.hanging" [5];
    /// Defended pieces attacked by lesser ones, by role.
    THREAT_LESSER = "threat.lesser" [5];
    /// Enemy pieces that pawns can push, by role.
    PUSH = "push" [6];
    /// Units of attack on the squares around the enemy king.
    KING_DANGER = "king.danger" [24];
    /// Checks that knights, rooks, archbishops can give without loss.
    KING_CHECK = "king.check" [3];
    /// Empty squares on the lines and diagonals from the own king.
    KING_LINES = "king.lines" [28];
    /// Own pieces around the king.
    KING_GUARD = "king.guard" [9];
    /// An own merchant beside the king, which cannot be immobilized then.
    KING_MERCHANT = "king.merchant" [1];
    /// Pawns beside each other.
    PAWN_BESIDE = "pawn.beside" [1];
    /// Tempo: the side to move.
    TEMPO = "tempo" [1];
}
