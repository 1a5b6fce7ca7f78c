//! The terms of the evaluation.

use crate::evaluation::{EvalTerm, terms};

terms! {
    from 0;
    /// Pieces, by role without the king; ghosts are not counted.
    MATERIAL = "material" [5];
    /// Pawns by square, a8 first, inside rooks too.
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
    /// Pieces inside a rook of their own side, by role.
    INSIDE_OWN = "inside.own" [6];
    /// Pieces inside a rook of the other side, by role.
    INSIDE_ENEMY = "inside.enemy" [6];
    /// Ghosts of the player to move, which vanish after the turn, and of the other.
    GHOST = "ghost" [2];
    /// Squares a piece can go to, captures included, by role without pawn and king.
    MOBILITY = "mobility" [4];
    /// Enemy pieces on the square that are attacked, by attacker (pawn to queen) and victim.
    THREAT = "threat.direct" [30];
    /// Enemy pieces on the square that knights attack on their way.
    THREAT_WAY = "threat.way" [6];
    /// Enemy pieces next to the king, by role: it captures even defended ones and comes home.
    THREAT_KING = "threat.king" [6];
    /// Enemy pieces two steps from the king.
    THREAT_FAR_KING = "threat.far_king" [6];
    /// Enemy pieces around a queen, by role: those captured with it.
    BLAST_ENEMY = "blast.enemy" [6];
    /// Own pieces around an own queen, by role.
    BLAST_OWN = "blast.own" [6];
    /// The king on the square, inside an own rook, inside an enemy rook.
    KING_PLACE = "king.place" [3];
    /// Pieces above the king in its rook.
    KING_BELOW = "king.below" [4];
    /// Own queens in the king's zone.
    KING_QUEENS = "king.queens" [3];
    /// Squares around the king that enemy pieces attack.
    KING_AROUND = "king.around" [9];
    /// Enemy pieces that attack squares around the king.
    KING_DANGER = "king.danger" [12];
    /// Passed pawns by rank.
    PASSED = "pawn.passed" [8];
    /// Pieces that pawns might exchange themselves with: own ones, enemy ones.
    DISGUISE = "pawn.disguise" [2];
    /// Tempo: the side to move.
    TEMPO = "tempo" [1];
}
