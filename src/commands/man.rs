//! `man`: manual pages, one for the program and one for each command.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap_mangen::Man;

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
        let mut program = program.disable_help_subcommand(true);
        program.build();
        write_pages(&program, &self.directory).map_err(in_directory)?;
        let directory = self.directory.display();
        Ok(writeln!(out, "the manual pages are in {directory}")?)
    }
}

/// Writes the pages of `command` and of all below it. Their last lines name the program and its version, which
/// only the page of the program itself would do otherwise.
fn write_pages(command: &clap::Command, directory: &Path) -> io::Result<()> {
    const SOURCE: &str = concat!("jabberwock ", env!("CARGO_PKG_VERSION"));
    for below in command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
    {
        write_pages(below, directory)?;
    }
    let page = Man::new(command.clone()).source(SOURCE);
    page.generate_to(directory).map(|_| ())
}
