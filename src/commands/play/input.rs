//! Input of lines: an editor on a terminal, or a pipe.

use std::{
    io::{self, IsTerminal, Write},
    sync::{Arc, Mutex, PoisonError},
};

use jabberwock_engine::{InputLine, lines};
use rustyline::{
    CompletionType, Config, Context, Editor, Helper, Highlighter, Hinter, Validator,
    completion::Completer, error::ReadlineError, history::DefaultHistory,
};

use super::completion::Words;
use crate::failure::Failure;

/// The typed input.
#[derive(Debug)]
pub(super) enum Typed {
    /// A line.
    Line(String),
    /// A line that is too long, of which this is the beginning.
    TooLong(String),
    /// Ctrl-C.
    Interrupt,
    /// Nothing more follows.
    End,
}

/// A source of lines.
pub(super) enum Input {
    /// A person at a terminal.
    Terminal(Box<Editor<LineHelper, DefaultHistory>>),
    /// A program or a file. Prompts and lines are printed, so that the output reads as on a
    /// terminal.
    Pipe(Box<dyn Iterator<Item = io::Result<InputLine>>>),
}

/// Completes turns and commands.
#[derive(Debug, Default, Helper, Highlighter, Hinter, Validator)]
pub(super) struct LineHelper {
    words: Arc<Mutex<Words>>,
}

impl Completer for LineHelper {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..position).unwrap_or_default();
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(words.complete(before))
    }
}

impl Input {
    /// Lines of standard input: edited if both it and standard output are a terminal.
    ///
    /// # Errors
    /// If the terminal cannot be set up.
    pub(super) fn open() -> io::Result<Input> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Input::Pipe(Box::new(lines(io::stdin()))));
        }
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            .build();
        let editor = Editor::with_config(config);
        let mut editor: Editor<LineHelper, DefaultHistory> = editor.map_err(io::Error::other)?;
        editor.set_helper(Some(LineHelper::default()));
        Ok(Input::Terminal(Box::new(editor)))
    }

    /// Whether a person sits at it.
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// Returns the next line. `words` gives what may be typed; it is called on a terminal only.
    ///
    /// # Errors
    /// If the prompt cannot be printed, or the input cannot be read.
    pub(super) fn read(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Words,
        out: &mut dyn Write,
    ) -> Result<Typed, Failure> {
        match self {
            Input::Terminal(editor) => {
                out.flush()?;
                if let Some(helper) = editor.helper_mut() {
                    helper.words = Arc::new(Mutex::new(words()));
                }
                Ok(match editor.readline(prompt) {
                    Ok(line) => Typed::Line(line),
                    Err(ReadlineError::Interrupted) => Typed::Interrupt,
                    Err(ReadlineError::Eof) => Typed::End,
                    Err(error) => {
                        log::warn!("cannot read from the terminal: {error}");
                        Typed::End
                    }
                })
            }
            Input::Pipe(lines) => {
                // A program may wait for the board before it writes.
                write!(out, "{prompt}")?;
                out.flush()?;
                let typed = match lines.next().transpose().map_err(Failure::input)? {
                    Some(InputLine::Whole(line)) => {
                        writeln!(out, "{line}")?;
                        Typed::Line(line)
                    }
                    Some(InputLine::TooLong(beginning)) => {
                        writeln!(out, "{beginning}...")?;
                        Typed::TooLong(beginning)
                    }
                    None => {
                        writeln!(out)?;
                        Typed::End
                    }
                };
                out.flush()?;
                Ok(typed)
            }
        }
    }
}
