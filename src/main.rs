//! Jabberwock: a chess engine for the games that no engine plays.

mod arguments;
mod commands;
mod failure;
mod interrupt;
mod position_args;
mod values;

use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
};

fn main() -> ExitCode {
    let result = arguments::read().and_then(|arguments| {
        arguments.start_log();
        let mut out = BufWriter::new(io::stdout().lock());
        match arguments.command {
            Some(command) => command.run(&mut out)?,
            None => jabberwock_engine::run(io::stdin(), &mut out)?,
        }
        Ok(out.flush()?)
    });
    match result {
        Ok(()) if interrupt::is_interrupted() => ExitCode::from(interrupt::EXIT_STATUS),
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
