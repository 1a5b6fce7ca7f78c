//! A build without the page: no match is shown.

use jabberwock_arena::{
    referee::GameProgress,
    schedule::Pairing,
    scoreboard::Scoreboard,
    tournament::{FinishedGame, Tournament},
};

use super::Args;
use crate::failure::Failure;

/// Uninhabited: this build has no page.
#[derive(Clone, Copy)]
pub(super) enum Show {}

/// Never called: this build has no page.
#[expect(clippy::unnecessary_wraps, reason = "as in a build with the page")]
pub(super) fn bind(_: &Args) -> Result<Option<Show>, Failure> {
    Ok(None)
}

impl Show {
    pub(super) fn start(server: Show, _: &Tournament, _: &Scoreboard) -> Result<Show, Failure> {
        match server {}
    }

    pub(super) fn progress(self, _: Pairing, _: &GameProgress<'_>) {
        match self {}
    }

    pub(super) fn finished(self, _: &Tournament, _: &FinishedGame<'_>) {
        match self {}
    }

    pub(super) fn finish(self) {
        match self {}
    }
}
