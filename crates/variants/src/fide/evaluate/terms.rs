//! The terms for FIDE pieces. Games with more terms declare them after these.

use jabberwock_game::Color;

use crate::{
    board::Square,
    evaluation::{EvalTerm, terms},
};

/// Returns the index of a square in a term that is listed by squares.
pub fn place(square: Square, us: Color) -> usize {
    square.of(!us).index()
}

terms! {
    from 0;
    /// Pieces, by role without the king.
    MATERIAL = "material" [5];
    /// Pawns by square, a8 first.
    PLACE_PAWN = "place.pawn" [64];
    /// Knights by square.
    PLACE_KNIGHT = "place.knight" [64];
    /// Bishops by square.
    PLACE_BISHOP = "place.bishop" [64];
    /// Rooks by square.
    PLACE_ROOK = "place.rook" [64];
    /// Queens by square.
    PLACE_QUEEN = "place.queen" [64];
    /// The king by square.
    PLACE_KING = "place.king" [64];
    /// Squares a knight can go to.
    MOBILITY_KNIGHT = "mobility.knight" [9];
    /// Squares a bishop can go to.
    MOBILITY_BISHOP = "mobility.bishop" [14];
    /// Squares a rook can go to.
    MOBILITY_ROOK = "mobility.rook" [15];
    /// Squares a queen can go to.
    MOBILITY_QUEEN = "mobility.queen" [28];
    /// Two bishops.
    BISHOP_PAIR = "bishop.pair" [1];
    /// Own pawns on the bishop's color of square.
    BISHOP_PAWNS = "bishop.pawns" [1];
    /// Knight or bishop on a square defended by a pawn that no enemy pawn can ever attack.
    OUTPOST = "outpost" [2];
    /// Knight or bishop right behind a pawn.
    SHIELDED = "shielded" [2];
    /// Rook on a file without pawns, or without own ones.
    ROOK_FILE = "rook.file" [2];
    /// Rook on the seventh rank with a king on the eighth or pawns on the seventh.
    ROOK_SEVENTH = "rook.seventh" [1];
    /// Pawns without own pawns on the files beside.
    PAWN_ISOLATED = "pawn.isolated" [1];
    /// Pawns with an own pawn ahead on their file.
    PAWN_DOUBLED = "pawn.doubled" [1];
    /// Pawns that cannot step ahead safely nor be defended by a pawn again.
    PAWN_BACKWARD = "pawn.backward" [1];
    /// Pawns side by side, by rank.
    PAWN_PHALANX = "pawn.phalanx" [8];
    /// Pawns defended by a pawn, by rank.
    PAWN_SUPPORTED = "pawn.supported" [8];
    /// Passed pawns by rank.
    PASSED_RANK = "passed.rank" [8];
    /// Passed pawns with a piece in front, by rank.
    PASSED_BLOCKED = "passed.blocked" [8];
    /// Passed pawns that can step ahead without being attacked, by rank.
    PASSED_FREE = "passed.free" [8];
    /// Distance of the own king to the square ahead of a passed pawn beyond the middle.
    PASSED_OWN_KING = "passed.own_king" [8];
    /// Distance of the enemy king to it.
    PASSED_ENEMY_KING = "passed.enemy_king" [8];
    /// On each file beside and on the king's: the rank of the nearest own pawn not behind it, 0
    /// for none.
    KING_SHELTER = "king.shelter" [8];
    /// On the same files: the rank of the nearest enemy pawn not behind it, 0 for none.
    KING_STORM = "king.storm" [8];
    /// Checks that can be given without loss, by role.
    KING_CHECK = "king.check" [5];
    /// Units of attack on the squares around the enemy king.
    KING_DANGER = "king.danger" [32];
    /// Pieces attacked by a pawn, by role.
    THREAT_PAWN = "threat.pawn" [5];
    /// Pieces attacked by a knight or bishop, by role.
    THREAT_MINOR = "threat.minor" [5];
    /// Pieces attacked by a rook, by role.
    THREAT_ROOK = "threat.rook" [5];
    /// Undefended pieces attacked by the king.
    THREAT_KING = "threat.king" [1];
    /// Pieces attacked and not defended.
    THREAT_HANGING = "threat.hanging" [1];
    /// Pieces that a pawn can safely step up to and attack.
    THREAT_STEP = "threat.step" [1];
    /// Against a lone king: its distance from the edge.
    MATING_EDGE = "mating.edge" [4];
    /// Against a lone king: the kings' distance.
    MATING_KINGS = "mating.kings" [8];
    /// With bishop and knight against a lone king: its steps from a corner of the bishop's color.
    MATING_CORNER = "mating.corner" [8];
    /// Tempo: the side to move.
    TEMPO = "tempo" [1];
}
