//! Jabberwock: a chess engine for games that no other engine plays.

mod arguments;
mod commands;
mod failure;
mod interrupt;
mod json;
mod position_args;
mod record_args;
mod values;

use std::{
    io::{self, BufWriter, IsTerminal, Write},
    process::ExitCode,
};

use clap::CommandFactory;

fn main() -> ExitCode {
    if !jabberwock_engine::is_processor_supported() {
        return refuse_processor();
    }
    run()
}

/// Writes that the processor is not supported. Formatting code may already use instructions that
/// the processor lacks, so the message is written in parts.
fn refuse_processor() -> ExitCode {
    let parts = ["error: ", jabberwock_engine::UNSUPPORTED_PROCESSOR, "\n"];
    for part in parts {
        // If this fails there is nowhere left to write to.
        let _ = io::stderr().write_all(part.as_bytes());
    }
    ExitCode::from(2)
}

/// Never inlined, so that none of its instructions is executed before the check of the processor.
#[inline(never)]
fn run() -> ExitCode {
    let result = arguments::read().and_then(|arguments| {
        arguments.start_log();
        if let Some(command) = arguments.command {
            let mut out = BufWriter::new(io::stdout().lock());
            command.run(arguments::Arguments::command(), &mut out)?;
            return Ok(out.flush()?);
        }
        let recorder = arguments.recorder()?;
        let on_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        jabberwock_engine::run(io::stdin(), io::stdout(), on_terminal, recorder)?;
        Ok(())
    });
    match result {
        Ok(()) if interrupt::is_interrupted() => ExitCode::from(interrupt::EXIT_STATUS),
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
