//! Commands that wait for the end of a search or job.

use std::collections::VecDeque;

use super::command::Command;

/// The maximum number of waiting commands.
const MAX_COMMANDS: usize = 1_000;

/// The maximum total length of their lines, in bytes: that of the longest line that is read.
const MAX_BYTES: usize = 16 << 20;

/// A queue of commands with their lines, of bounded size.
#[derive(Debug, Default)]
pub(super) struct CommandQueue {
    commands: VecDeque<(Command, String)>,
    /// The total length of the lines.
    bytes: usize,
    /// The number of the first commands that were followed by `stop`.
    stopped: usize,
}

/// A command taken from the queue.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct QueuedCommand {
    pub(super) command: Command,
    pub(super) line: String,
    /// Whether `stop` came after it: an activity that it starts must end immediately.
    pub(super) is_stopped: bool,
}

/// Error for a full queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many commands wait for the end of the search")]
pub(super) struct QueueFull;

impl CommandQueue {
    /// Appends a command.
    ///
    /// # Errors
    /// If the queue is full; it is then unchanged.
    pub(super) fn push(&mut self, command: Command, line: &str) -> Result<(), QueueFull> {
        if self.commands.len() >= MAX_COMMANDS || self.bytes + line.len() > MAX_BYTES {
            return Err(QueueFull);
        }
        self.bytes += line.len();
        self.commands.push_back((command, line.to_owned()));
        Ok(())
    }

    /// Records that `stop` came after the waiting commands.
    pub(super) fn stop(&mut self) {
        self.stopped = self.commands.len();
    }

    /// Takes the first command.
    pub(super) fn pop(&mut self) -> Option<QueuedCommand> {
        let (command, line) = self.commands.pop_front()?;
        self.bytes -= line.len();
        let is_stopped = self.stopped > 0;
        self.stopped = self.stopped.saturating_sub(1);
        Some(QueuedCommand {
            command,
            line,
            is_stopped,
        })
    }

    /// Removes all commands.
    pub(super) fn clear(&mut self) {
        *self = CommandQueue::default();
    }
}

#[cfg(test)]
mod tests {
    use super::{Command, CommandQueue, MAX_BYTES, MAX_COMMANDS, QueueFull, QueuedCommand};

    #[test]
    fn commands_come_out_in_order_and_make_room() {
        let mut waiting = CommandQueue::default();
        for number in 0..MAX_COMMANDS {
            let line = number.to_string();
            waiting.push(Command::NewGame, &line).unwrap();
        }
        assert_eq!(waiting.push(Command::Bench, "last"), Err(QueueFull));
        let first = QueuedCommand {
            command: Command::NewGame,
            line: "0".to_owned(),
            is_stopped: false,
        };
        assert_eq!(waiting.pop(), Some(first));
        assert_eq!(waiting.push(Command::Bench, "last"), Ok(()));
        waiting.clear();
        assert_eq!(waiting.pop(), None);
    }

    #[test]
    fn lines_are_limited_together() {
        let mut waiting = CommandQueue::default();
        let half = "x".repeat(MAX_BYTES / 2);
        waiting.push(Command::NewGame, &half).unwrap();
        waiting.push(Command::NewGame, &half).unwrap();
        assert_eq!(waiting.push(Command::NewGame, "x"), Err(QueueFull));
        waiting.pop();
        assert_eq!(waiting.push(Command::NewGame, "x"), Ok(()));
    }
}
