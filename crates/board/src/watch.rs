//! A match in progress, shown to watchers.
//!
//! The threads that play report to a [`MatchFeed`], and never wait for watchers. It keeps only the
//! newest state; each watcher takes that when it can send something. So a watcher that does not
//! read skips states, and delays nobody.

mod gallery;
mod newest;
mod watcher;

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jabberwock_arena::{
    referee::GameProgress,
    report::{self, MatchReport},
    schedule::Pairing,
    scoreboard::Scoreboard,
    tournament::{FinishedGame, Tournament},
};
use tokio::sync::watch::{Receiver, Sender, channel};

use gallery::Gallery;
use newest::Newest;

pub(crate) use newest::LiveTurn;
pub(crate) use watcher::Watcher;

/// A match that is shown. Clones show the same one.
#[derive(Clone, Debug)]
pub struct MatchFeed {
    newest: Sender<Newest>,
    /// Notified of the end only: a paused watcher must not be woken by every turn.
    end: Sender<()>,
    gallery: Arc<Mutex<Gallery>>,
}

impl MatchFeed {
    /// Creates the feed of `tournament`, of which the games of `scoreboard` are finished.
    pub fn new(tournament: &Tournament, scoreboard: &Scoreboard) -> MatchFeed {
        let (newest, _) = channel(Newest::new(standings(tournament, scoreboard)));
        let gallery = Gallery::new(tournament, newest.clone());
        MatchFeed {
            newest,
            end: Sender::new(()),
            gallery: Arc::new(Mutex::new(gallery)),
        }
    }

    /// Reports that a game has begun, or a turn was made in it.
    pub fn progress(&self, pairing: Pairing, progress: &GameProgress<'_>) {
        self.newest
            .send_modify(|newest| newest.progress(pairing, progress));
    }

    /// Reports that a game has ended.
    pub fn finished(&self, tournament: &Tournament, game: &FinishedGame<'_>) {
        let standings = standings(tournament, game.scoreboard);
        self.newest
            .send_modify(|newest| newest.finished(game, standings));
    }

    /// Reports that the match is over.
    pub fn over(&self) {
        self.newest.send_modify(Newest::over);
        self.end.send_replace(());
    }

    /// Returns a watcher, and the receiver by which it is notified of changes.
    pub(crate) fn watcher(&self) -> (Watcher, Receiver<Newest>) {
        let watcher = Watcher::new(self.gallery.clone());
        (watcher, self.newest.subscribe())
    }

    /// Returns the receiver that is notified of the end of the match only.
    pub(crate) fn end(&self) -> Receiver<()> {
        self.end.subscribe()
    }

    /// Waits until every watcher has taken the last state.
    pub(crate) async fn all_gone(&self) {
        self.newest.closed().await;
    }
}

/// Returns the results so far, and their summary.
fn standings(tournament: &Tournament, scoreboard: &Scoreboard) -> (MatchReport, String) {
    let report = MatchReport::new(&tournament.into(), scoreboard, None);
    (report, report::line(tournament, scoreboard))
}

/// Locks the gallery, which only one watcher at a time uses.
fn lock(gallery: &Mutex<Gallery>) -> MutexGuard<'_, Gallery> {
    gallery.lock().unwrap_or_else(PoisonError::into_inner)
}
