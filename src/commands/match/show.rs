//! The match on a page in the browser.

use std::{
    io::{self, Write},
    thread::{self, JoinHandle},
};

use jabberwock_arena::{
    referee::GameProgress,
    schedule::Pairing,
    scoreboard::Scoreboard,
    tournament::{FinishedGame, Tournament},
};
use jabberwock_board::{
    MatchFeed,
    server::{Address, Server, Stop},
};

use super::Args;
use crate::failure::Failure;

/// A page on which a match is shown.
pub(super) struct Show {
    feed: MatchFeed,
    stop: Stop,
    server: JoinHandle<io::Result<()>>,
}

/// Binds the address of the page, if `args` ask for one.
///
/// # Errors
/// If it cannot be used.
pub(super) fn bind(args: &Args) -> Result<Option<Server>, Failure> {
    let Some(port) = args.board else {
        return Ok(None);
    };
    let address = Address { ip: None, port };
    let server = Server::bind(address).map_err(|error| Failure::listen(address, &error))?;
    Ok(Some(server))
}

impl Show {
    /// Shows `tournament`, of which the games of `scoreboard` are finished, and prints where.
    ///
    /// # Errors
    /// If no thread can be created.
    pub(super) fn start(
        server: Server,
        tournament: &Tournament,
        scoreboard: &Scoreboard,
    ) -> Result<Show, Failure> {
        let feed = MatchFeed::new(tournament, scoreboard);
        let (stop, url) = (server.stop(), server.url());
        let shown = feed.clone();
        let server = thread::Builder::new()
            .name("page".to_owned())
            .spawn(move || server.show(&shown))
            .map_err(|error| Failure::Options(format!("cannot show the match: {error}")))?;
        // Standard output is for the results. If this fails it cannot be reported.
        writeln!(io::stderr(), "the match is shown at {url}").ok();
        Ok(Show { feed, stop, server })
    }

    /// A game has begun, or a turn was made in it.
    pub(super) fn progress(&self, pairing: Pairing, progress: &GameProgress<'_>) {
        self.feed.progress(pairing, progress);
    }

    /// A game has ended.
    pub(super) fn finished(&self, tournament: &Tournament, game: &FinishedGame<'_>) {
        self.feed.finished(tournament, game);
    }

    /// Sends the end of the match to its watchers, and ends the server.
    pub(super) fn finish(self) {
        self.feed.over();
        self.stop.stop();
        match self.server.join() {
            Ok(Ok(())) => {}
            Ok(Err(error)) => log::warn!("the page: {error}"),
            Err(_) => log::warn!("the page could not be served to the end"),
        }
    }
}
