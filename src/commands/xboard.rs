//! `xboard`: a game in XBoard, with the options that it needs.

mod options;

use std::{
    env,
    io::{self, Write},
    path::{Path, PathBuf},
    process::Command,
};

use jabberwock_variants::find;

use crate::failure::Failure;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  jabberwock xboard hop

Starts XBoard for a person against the engine, or with --watch for the engine against itself.
Options of XBoard may follow after `--` and come last, so that they count:
  jabberwock xboard hop --watch -- -tc 1 -boardSize 54")]
pub(crate) struct Args {
    /// Name or alias of the game
    variant: String,
    /// Let the engine play both sides
    #[arg(long)]
    watch: bool,
    /// Print the options of XBoard, one a line, and start nothing
    #[arg(long)]
    print: bool,
    /// Other options for XBoard
    #[arg(last = true, value_name = "OPTIONS")]
    others: Vec<String>,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let entry = find(&self.variant)?;
        let mut options = options::of_game(entry).ok_or_else(|| {
            Failure::Options(format!(
                "XBoard has no board for {0}; play it at the command line (`jabberwock analyze {0}`) \
                 or over UCI",
                entry.name
            ))
        })?;
        if self.watch {
            options.insert(0, ("initialMode".to_owned(), "twoMachines".to_owned()));
        }
        if self.print {
            for (name, value) in options {
                writeln!(out, "-{name} {value}")?;
            }
            if !self.others.is_empty() {
                writeln!(out, "{}", self.others.join(" "))?;
            }
            return Ok(());
        }
        let engine = env::current_exe();
        let engine = engine.map_err(Failure::system("cannot find this program"))?;
        let mut command = Command::new(program()?);
        command.args(start_of('f', &engine));
        if self.watch {
            command.args(start_of('s', &engine));
        }
        for (name, value) in options {
            command.args([format!("-{name}"), value]);
        }
        let status = command.args(&self.others).status();
        let status = status.map_err(Failure::system("cannot start XBoard"))?;
        if status.success() {
            Ok(())
        } else {
            let error = io::Error::other(status.to_string());
            Err(Failure::System {
                what: "XBoard has failed",
                error,
            })
        }
    }
}

/// Returns the options by which XBoard starts `engine` as its first (`f`) or second (`s`) one. It
/// divides a command at blanks, but not a directory.
fn start_of(seat: char, engine: &Path) -> Vec<String> {
    let text = |path: &Path| path.display().to_string();
    match (engine.parent(), engine.file_name()) {
        (Some(directory), Some(name)) if text(engine).contains(' ') => vec![
            format!("-{seat}d"),
            text(directory),
            format!("-{seat}cp"),
            format!("./{}", name.display()),
        ],
        _ => vec![format!("-{seat}cp"), text(engine)],
    }
}

/// Returns the path of XBoard; Debian keeps games in a separate directory.
fn program() -> Result<PathBuf, Failure> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(["/usr/games", "/usr/local/games"].map(PathBuf::from))
        .map(|directory| directory.join("xboard"))
        .find(|file| file.is_file())
        .ok_or_else(|| {
            let missing = io::Error::from(io::ErrorKind::NotFound);
            Failure::Options(format!(
                "xboard: {missing}; install it (Debian: apt install xboard) or add its directory to PATH"
            ))
        })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::start_of;

    #[test]
    fn no_command_has_a_blank() {
        let plain = start_of('f', Path::new("/usr/bin/jabberwock"));
        assert_eq!(plain, ["-fcp", "/usr/bin/jabberwock"]);
        let blank = start_of('s', Path::new("/my games/jabberwock"));
        assert_eq!(blank, ["-sd", "/my games", "-scp", "./jabberwock"]);
    }
}
