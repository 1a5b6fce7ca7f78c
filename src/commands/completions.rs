//! `completions`: the command line for shells to complete.

use std::io::Write;

use clap_complete::{Shell, generate};

use crate::failure::Failure;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  jabberwock completions bash > ~/.local/share/bash-completion/completions/jabberwock")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    pub(super) fn run(&self, program: clap::Command, out: &mut dyn Write) -> Result<(), Failure> {
        let mut script = Vec::new();
        let mut program = program;
        generate(self.shell, &mut program, "jabberwock", &mut script);
        Ok(out.write_all(&script)?)
    }
}
