//! From a variant's name to a game in progress.

use jabberwock_game::Evaluate;
use jabberwock_variants::{Entry, Method, UnknownVariant, Visitor};

use crate::session::{Session, planned_game::PlannedGame, searched_game::SearchedGame};

/// A new game of the variant that is called `name` or has it as an alias.
///
/// # Errors
/// If there is no such variant.
pub fn open(name: &str) -> Result<Box<dyn Session>, UnknownVariant> {
    struct Opener;

    impl Visitor for Opener {
        type Output = Box<dyn Session>;

        fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) -> Box<dyn Session> {
            open_unregistered(entry, variant)
        }
    }

    let entry = jabberwock_variants::find(name)?;
    Ok(match entry.method {
        Method::Searched => entry.accept(Opener),
        Method::Planned(mega) => Box::new(PlannedGame::new(entry, mega)),
    })
}

/// A new game of `variant`, which need not be in the registry: where a name or a description is asked
/// for, `entry` gives its own.
pub fn open_unregistered<V: Evaluate>(entry: &'static Entry, variant: V) -> Box<dyn Session> {
    Box::new(SearchedGame::new(entry, variant))
}
