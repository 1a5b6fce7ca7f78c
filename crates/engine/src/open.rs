//! From a variant's name to a game in progress.

use jabberwock_game::Evaluate;
use jabberwock_variants::{Entry, Visitor};

use crate::session::{Session, mega::MegaGame, searched_game::SearchedGame};

/// A name that no variant has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant \"{0}\"")]
pub struct UnknownVariant(
    /// The name as given.
    pub String,
);

/// A new game of the variant that is called `name` or has it as an alias.
///
/// # Errors
/// If there is no such variant.
pub fn open(name: &str) -> Result<Box<dyn Session>, UnknownVariant> {
    struct Opener;

    impl Visitor for Opener {
        type Output = Box<dyn Session>;

        fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) -> Box<dyn Session> {
            Box::new(SearchedGame::new(entry, variant))
        }
    }

    let entry = jabberwock_variants::find(name);
    entry
        .map(|entry| -> Box<dyn Session> {
            match entry.mega_level() {
                None => entry.accept(Opener),
                Some(level) => Box::new(MegaGame::new(entry, level)),
            }
        })
        .ok_or_else(|| UnknownVariant(name.to_owned()))
}
