//! The results of a match whose games are in several records.

use std::{io::Write, path::PathBuf};

use jabberwock_arena::{join::join, records::read_file, sprt::Sprt};

use crate::{failure::Failure, json::json};

/// Prints the results of the games in the records at `paths`; `sprt` replaces the test that they
/// name.
pub(super) fn run(
    paths: &[PathBuf],
    sprt: Option<Sprt>,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let read = |path: &PathBuf| {
        let text = read_file(path).map_err(|error| Failure::file(path, error))?;
        Ok((path.display().to_string(), text))
    };
    let records = paths.iter().map(read);
    let report = join(&records.collect::<Result<Vec<_>, Failure>>()?, sprt)?;
    if as_json {
        writeln!(out, "{}", json(&report))?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(out.flush()?)
}
