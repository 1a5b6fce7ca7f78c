//! Listing and counting turns one by one.

use std::ops::ControlFlow;

use jabberwock_game::{Position, Scene, Step, Tap, try_for_each_turn, try_for_each_turn_unmade};
use jabberwock_search::StopToken;

/// The maximum number of turns that are listed. Positions of the games have a few thousand at most;
/// constructed ones reach some tens of thousands.
pub const MAX_LISTED: usize = 100_000;

/// Error for a position with more legal turns than are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position has more than {0} legal turns, too many to be listed")]
pub struct TooManyTurns(pub usize);

/// Error for a game of games whose turns cannot be counted to this depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("depth {0}: the {problem}", problem = if *.0 == 1 {
    "number of turns is unknown, it has too many digits"
} else {
    "turns are too many to be made one by one"
})]
pub struct TooDeepToCount(pub u32);

/// Collects the results of `item` for each legal turn of `pos` and the position after it.
///
/// # Errors
/// If there are more than `most`.
pub(super) fn listed<P: Position, T>(
    pos: &P,
    most: usize,
    mut item: impl FnMut(&[Step], &P) -> T,
) -> Result<Vec<T>, TooManyTurns> {
    let mut list = Vec::new();
    let all = try_for_each_turn(pos, &mut |turn, after| {
        add(&mut list, most, || item(turn, after))
    });
    checked(list, most, all)
}

/// Collects the results of `item` for each legal turn of `pos`.
///
/// # Errors
/// If there are more than `most`.
pub(super) fn listed_unmade<P: Position, T>(
    pos: &P,
    most: usize,
    mut item: impl FnMut(&[Step]) -> T,
) -> Result<Vec<T>, TooManyTurns> {
    let mut list = Vec::new();
    let all = try_for_each_turn_unmade(pos, &mut |turn| add(&mut list, most, || item(turn)));
    checked(list, most, all)
}

/// Adds an item to a list of at most `most`.
fn add<T>(list: &mut Vec<T>, most: usize, item: impl FnOnce() -> T) -> ControlFlow<()> {
    if list.len() == most {
        return ControlFlow::Break(());
    }
    list.push(item());
    ControlFlow::Continue(())
}

/// Returns the list, if there was room for `all` turns.
fn checked<T>(list: Vec<T>, most: usize, all: ControlFlow<()>) -> Result<Vec<T>, TooManyTurns> {
    match all {
        ControlFlow::Continue(()) => Ok(list),
        ControlFlow::Break(()) => Err(TooManyTurns(most)),
    }
}

/// A legal turn, and the board after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnWithScene {
    /// The turn.
    pub turn: String,
    /// The preferred list of taps that enters it.
    pub taps: Vec<Tap>,
    /// The board after it.
    pub scene: Scene,
    /// The kind of the turn.
    pub kind: TurnKind,
}

/// The effect of a turn beyond changing the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// The opponent is to move next.
    Ordinary,
    /// It takes back the opponent's last turn, who makes another.
    Refusal,
    /// It only ends the game.
    Claim,
}

/// The legal turns of a game with few enough turns to be listed.
pub trait ListedTurns {
    /// Returns all legal turns, sorted bytewise.
    ///
    /// # Errors
    /// If there are more than [`MAX_LISTED`].
    fn legal_turns(&self) -> Result<Vec<String>, TooManyTurns>;

    /// Returns all legal turns with the position after each, sorted by turn.
    ///
    /// # Errors
    /// If there are more than [`MAX_LISTED`].
    fn successors(&self) -> Result<Vec<(String, String)>, TooManyTurns>;

    /// Returns all legal turns with the board after each, sorted by turn.
    ///
    /// # Errors
    /// If there are more than [`MAX_LISTED`].
    fn turns_with_scenes(&self) -> Result<Vec<TurnWithScene>, TooManyTurns>;

    /// Returns the number of sequences of `depth` turns. With `bulk`, last turns are counted
    /// without being made.
    fn perft(&self, depth: u32, bulk: bool) -> u64;

    /// Returns the number of sequences of `depth` turns, by bulk counting; `None` if `stop` is set
    /// before it ends.
    fn perft_until(&self, depth: u32, stop: &StopToken) -> Option<u64>;

    /// Returns the number of sequences behind each legal turn, sorted by turn, on rayon's current
    /// pool.
    ///
    /// # Errors
    /// If there are more than [`MAX_LISTED`] turns.
    fn divide(&self, depth: u32) -> Result<Vec<(String, u64)>, TooManyTurns>;
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Variant;
    use jabberwock_variants::chess::Chess;

    use super::{TooManyTurns, listed, listed_unmade};

    #[test]
    fn turns_are_listed_up_to_the_greatest_number_and_no_further() {
        let start = Chess.start();
        let list = |most| listed(&start, most, |_, _| ()).map(|list| list.len());
        let unmade = |most| listed_unmade(&start, most, |_| ()).map(|list| list.len());
        assert_eq!((list(20), unmade(20)), (Ok(20), Ok(20)));
        let too_many = Err(TooManyTurns(19));
        assert_eq!((list(19), unmade(19)), (too_many, too_many));
        assert_eq!(
            TooManyTurns(19).to_string(),
            "the position has more than 19 legal turns, too many to be listed"
        );
    }
}
