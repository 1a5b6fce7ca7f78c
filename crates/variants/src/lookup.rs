//! Lookup of registry entries by name.

use jabberwock_game::shortened;

use crate::registry::{Entry, entries};

/// Minimum similarity of a suggested name, from 0 (nothing in common) to 1 (equal).
const SIMILAR: f64 = 0.8;

/// Longer names, in bytes, are not compared with the known ones, as they may be very long.
const LONGEST_COMPARED: usize = 64;

/// Error for a name that no variant has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant \"{name}\"{}", tip(*.suggestion))]
pub struct UnknownVariant {
    /// The name as given, shortened.
    pub name: String,
    /// The most similar variant name, if any is similar enough.
    pub suggestion: Option<&'static str>,
}

fn tip(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |name| format!("; did you mean \"{name}\"?"))
}

/// Returns the variant with the name or alias `name`. Case, blanks, hyphens and underscores are
/// ignored.
///
/// # Errors
/// If there is no such variant.
pub fn find(name: &str) -> Result<&'static Entry, UnknownVariant> {
    let wanted = plain(name);
    let named = |entry: &&'static Entry| names(entry).any(|known| plain(known) == wanted);
    entries().iter().find(named).ok_or_else(|| UnknownVariant {
        name: shortened(name),
        suggestion: (wanted.len() <= LONGEST_COMPARED)
            .then(|| nearest(&wanted))
            .flatten(),
    })
}

fn names(entry: &'static Entry) -> impl Iterator<Item = &'static str> {
    std::iter::once(entry.name).chain(entry.aliases.iter().copied())
}

/// Returns `name` in the normal form for comparisons.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|letter| !matches!(letter, '-' | '_' | ' '))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns the name most similar to `wanted`, if one is similar enough.
fn nearest(wanted: &str) -> Option<&'static str> {
    let all = entries().iter().flat_map(names);
    let similarity = |name: &str| strsim::jaro(&plain(name), wanted);
    all.map(|name| (similarity(name), name))
        .filter(|&(similarity, _)| similarity >= SIMILAR)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn names_are_found_in_any_case_and_with_or_without_hyphens() {
        for (name, found) in [
            ("Chess", "chess"),
            ("CRAZY", "crazy"),
            ("Crazy Chess", "crazy"),
            ("hop-chess", "hop"),
            ("denial_soft", "denial-soft"),
            ("Mega-Chess", "mega"),
            ("recursive2", "recursive-2"),
        ] {
            assert_eq!(find(name).unwrap().name, found, "{name}");
        }
    }

    #[test]
    fn a_name_of_megabytes_is_refused_briefly() {
        let error = find(&"chess\x1b".repeat(1 << 20)).unwrap_err();
        assert_eq!(error.suggestion, None);
        let text = error.to_string();
        assert!(text.len() < 1000 && !text.contains('\x1b'), "{text}");
    }

    #[test]
    fn a_name_that_is_nearly_right_gets_a_suggestion() {
        for (name, suggestion) in [
            ("ches", Some("chess")),
            ("chaotc", Some("chaotic")),
            ("tiddlywinks", None),
            ("", None),
        ] {
            assert_eq!(find(name).unwrap_err().suggestion, suggestion, "{name}");
        }
        let error = find("chackra").unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown variant \"chackra\"; did you mean \"chakra\"?"
        );
    }
}
