//! `man`: manual pages, one for the program and one for each command.

use std::{fs, io::Write, path::PathBuf};

use crate::failure::Failure;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  jabberwock man ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Write the pages to this directory, which is created if it is missing
    directory: PathBuf,
}

impl Args {
    pub(super) fn run(&self, program: clap::Command, out: &mut dyn Write) -> Result<(), Failure> {
        let in_directory = |error| Failure::write(&self.directory, error);
        fs::create_dir_all(&self.directory).map_err(in_directory)?;
        clap_mangen::generate_to(program, &self.directory).map_err(in_directory)?;
        let directory = self.directory.display();
        Ok(writeln!(out, "the manual pages are in {directory}")?)
    }
}
