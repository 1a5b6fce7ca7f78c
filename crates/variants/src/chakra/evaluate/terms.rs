//! The terms of the evaluation.

use jabberwock_game::Color;

use crate::{
    board::Square,
    evaluation::{EvalTerm, terms},
};

/// Returns the index of a square in a term that is listed by squares, its files folded.
pub(super) fn place(square: Square, us: Color) -> usize {
    let seen = square.of(!us);
    let file = seen.file().index();
    seen.rank().index() * 4 + file.min(7 - file)
}

terms! {
    from 0;
    /// Pieces, by role without the king.
    MATERIAL = "material" [6];
    /// Pawns by square, a8 first, the files folded: a to d stand for h to e too.
    PLACE_PAWN = "place.pawn" [32];
    /// Apes by square.
    PLACE_APE = "place.ape" [32];
    /// Courtesans by square.
    PLACE_COURTESAN = "place.courtesan" [32];
    /// The monk by square.
    PLACE_MONK = "place.monk" [32];
    /// The samurai by square.
    PLACE_SAMURAI = "place.samurai" [32];
    /// The queen by square.
    PLACE_QUEEN = "place.queen" [32];
    /// The king by square.
    PLACE_KING = "place.king" [32];
    /// Squares an ape can go to, by transmission too.
    MOBILITY_APE = "mobility.ape" [11];
    /// Squares a courtesan can go to.
    MOBILITY_COURTESAN = "mobility.courtesan" [16];
    /// Squares the monk can go to.
    MOBILITY_MONK = "mobility.monk" [20];
    /// Squares the samurai can go to.
    MOBILITY_SAMURAI = "mobility.samurai" [21];
    /// Squares the queen can go to.
    MOBILITY_QUEEN = "mobility.queen" [30];
    /// Courtesans that see their king.
    COURTESAN_SIGHT = "courtesan.sight" [1];
    /// Captured pieces that may return while there are pawns: Q, S, M, A, C.
    POOL = "pool" [5];
    /// The Transmitter has not been captured.
    TRANSMITTER_KEPT = "transmitter.kept" [1];
    /// The Transmitter by the number of its vacant chakras.
    TRANSMITTER_VACANT = "transmitter.vacant" [3];
    /// Pieces that can be transmitted at once.
    TRANSMITTER_USERS = "transmitter.users" [8];
    /// Enemy pieces that a transmission captures, by role.
    TRANSMITTER_PREY = "transmitter.prey" [6];
    /// Chakras by square.
    CHAKRA_PLACE = "chakra.place" [32];
    /// Chakras in knight mode, in king mode.
    CHAKRA_MODE = "chakra.mode" [2];
    /// Chakras by distance from the own king.
    CHAKRA_OWN_KING = "chakra.own_king" [8];
    /// Chakras by distance from the enemy king.
    CHAKRA_ENEMY_KING = "chakra.enemy_king" [8];
    /// Vacant chakras next to the enemy king: without cover, covered.
    CHAKRA_LOOSE = "chakra.loose" [2];
    /// Chakras under an own piece, under an enemy piece.
    CHAKRA_HELD = "chakra.held" [2];
    /// The king stands on an own chakra and protects the Transmitter.
    CHAKRA_KING = "chakra.king" [1];
    /// Pawns without own pawns on the files beside.
    PAWN_ISOLATED = "pawn.isolated" [1];
    /// Pawns with an own pawn ahead on their file.
    PAWN_DOUBLED = "pawn.doubled" [1];
    /// Pawns side by side, by rank.
    PAWN_PHALANX = "pawn.phalanx" [8];
    /// Pawns defended by a pawn, by rank.
    PAWN_SUPPORTED = "pawn.supported" [8];
    /// Pawns that can be transmitted to a rank at once.
    PAWN_TRANSMITTED = "pawn.transmitted" [8];
    /// Passed pawns by rank while a piece waits to return.
    PASSED_RANK = "passed.rank" [8];
    /// Passed pawns by rank while none does.
    PASSED_VAIN = "passed.vain" [8];
    /// Passed pawns that can step ahead without being attacked, by rank.
    PASSED_FREE = "passed.free" [8];
    /// Pawns that can promote at once, by the best piece that waits: Q, S, M, A, C.
    PROMOTION = "promotion" [5];
    /// On each file beside and on the king's: the rank of the nearest own pawn not behind it, 0
    /// for none.
    KING_SHELTER = "king.shelter" [8];
    /// On the same files: the rank of the nearest enemy pawn not behind it, 0 for none.
    KING_STORM = "king.storm" [8];
    /// Checks that can be given without loss, by ape, courtesan, monk, samurai, queen.
    KING_CHECK = "king.check" [5];
    /// Units of attack on the squares around the enemy king.
    KING_DANGER = "king.danger" [32];
    /// Pieces attacked by a pawn, by role.
    THREAT_PAWN = "threat.pawn" [6];
    /// Pieces attacked by an ape or a courtesan, by role.
    THREAT_MINOR = "threat.minor" [6];
    /// Pieces attacked by monk or samurai, by role.
    THREAT_MAJOR = "threat.major" [6];
    /// Pieces attacked and not defended.
    THREAT_HANGING = "threat.hanging" [1];
    /// Tempo: the side to move.
    TEMPO = "tempo" [1];
}
