//! Creation of a game in progress from a variant's name.

use jabberwock_game::Evaluate;
use jabberwock_variants::{Entry, Method, UnknownVariant, Visitor};

use crate::session::{Session, planned_game::PlannedGame, searched_game::SearchedGame};

/// Creates a game of the variant with the name or alias `name`.
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

/// Creates a game of `variant`, which need not be in the registry: its name and description are
/// those of `entry`.
pub fn open_unregistered<V: Evaluate>(entry: &'static Entry, variant: V) -> Box<dyn Session> {
    Box::new(SearchedGame::new(entry, variant))
}
