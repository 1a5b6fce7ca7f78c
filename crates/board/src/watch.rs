//! A match while it is played, shown to watchers.
//!
//! The threads that play tell a [`MatchFeed`] what has happened, and never wait for anybody. It keeps
//! nothing but the newest state; each watcher takes that when it can send something. So a watcher
//! that does not read misses states in between, and delays nobody.

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
    /// Tells of the end only: a watcher in its pause is not to be woken by every turn.
    end: Sender<()>,
    gallery: Arc<Mutex<Gallery>>,
}

impl MatchFeed {
    /// The feed of `tournament`, of which the games of `scoreboard` are finished.
    pub fn new(tournament: &Tournament, scoreboard: &Scoreboard) -> MatchFeed {
        let (newest, _) = channel(Newest::new(standings(tournament, scoreboard)));
        let gallery = Gallery::new(tournament, newest.clone());
        MatchFeed {
            newest,
            end: Sender::new(()),
            gallery: Arc::new(Mutex::new(gallery)),
        }
    }

    /// A game has begun, or a turn was made in it.
    pub fn progress(&self, pairing: Pairing, progress: &GameProgress<'_>) {
        self.newest
            .send_modify(|newest| newest.progress(pairing, progress));
    }

    /// A game has ended.
    pub fn finished(&self, tournament: &Tournament, game: &FinishedGame<'_>) {
        let standings = standings(tournament, game.scoreboard);
        self.newest
            .send_modify(|newest| newest.finished(game, standings));
    }

    /// The match is over.
    pub fn over(&self) {
        self.newest.send_modify(Newest::over);
        self.end.send_replace(());
    }

    /// A watcher, and the receiver by which it is notified of changes.
    pub(crate) fn watcher(&self) -> (Watcher, Receiver<Newest>) {
        let watcher = Watcher::new(self.gallery.clone());
        (watcher, self.newest.subscribe())
    }

    /// The receiver that is notified of the end of the match, and of nothing else.
    pub(crate) fn end(&self) -> Receiver<()> {
        self.end.subscribe()
    }

    /// Waits until every watcher has taken the last state.
    pub(crate) async fn all_gone(&self) {
        self.newest.closed().await;
    }
}

/// The results so far, and their line.
fn standings(tournament: &Tournament, scoreboard: &Scoreboard) -> (MatchReport, String) {
    let report = MatchReport::new(&tournament.into(), scoreboard, None);
    (report, report::line(tournament, scoreboard))
}

/// The gallery, which only one watcher at a time uses.
fn lock(gallery: &Mutex<Gallery>) -> MutexGuard<'_, Gallery> {
    gallery.lock().unwrap_or_else(PoisonError::into_inner)
}
