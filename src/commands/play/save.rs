//! Saving the game: as a file in PGN, also when the terminal is closed.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jabberwock_arena::records::{RecordedGame, RecordedResult};
use jabberwock_search::StopToken;

use crate::interrupt::{EXIT_STATUS, on_every_interrupt};

/// The game that is saved when the program ends, shared with the thread that handles signals.
#[derive(Clone, Debug)]
pub(super) struct AutoSave(Arc<Mutex<State>>);

/// The destination of a game when the program ends.
#[derive(Clone, Debug)]
pub(super) enum Destination {
    /// Nowhere: it is saved by command only.
    Nowhere,
    /// To the file that the person has named.
    Named(PathBuf),
    /// To a new file, if the game is not finished.
    New(PathBuf),
}

impl Destination {
    fn path(&self) -> Option<&Path> {
        match self {
            Destination::Nowhere => None,
            Destination::Named(path) | Destination::New(path) => Some(path),
        }
    }
}

#[derive(Debug)]
struct State {
    destination: Destination,
    /// The game, if it is to be saved.
    unsaved: Option<RecordedGame>,
    /// The text that was saved last where the game is to go.
    saved: Option<String>,
    /// Stops the engine's search, if one is running.
    search: Option<StopToken>,
}

impl AutoSave {
    /// Saves to `destination`. From now on a signal stops the engine's search or, if none is under
    /// way, saves the game and ends the program.
    pub(super) fn new(destination: Destination) -> AutoSave {
        let save = AutoSave(Arc::new(Mutex::new(State {
            destination,
            unsaved: None,
            saved: None,
            search: None,
        })));
        let shared = save.clone();
        on_every_interrupt(move || shared.handle_signal());
        save
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn handle_signal(&self) {
        let search = self.state().search.take();
        if let Some(search) = search {
            search.stop();
            return;
        }
        if let Err(error) = self.save_now() {
            log::error!("the game is not saved: {error}");
        }
        process::exit(i32::from(EXIT_STATUS));
    }

    /// The game is now this one; `None` if there is nothing to save.
    pub(super) fn set_game(&self, game: Option<RecordedGame>) {
        let mut state = self.state();
        let is_finished = |game: &RecordedGame| game.result != RecordedResult::Unknown;
        let is_wanted = |game: &RecordedGame| {
            let is_needless = matches!(state.destination, Destination::New(_)) && is_finished(game);
            !is_needless && state.saved.as_ref() != Some(&game.text())
        };
        state.unsaved = game.filter(is_wanted);
    }

    /// The person has saved `game` to `path`: it need not be saved again, unless it is to go to
    /// another file by name.
    pub(super) fn mark_as_saved(&self, path: &Path, game: &RecordedGame) {
        let mut state = self.state();
        let is_elsewhere = matches!(&state.destination, Destination::Named(named) if named != path);
        if !is_elsewhere {
            state.saved = Some(game.text());
        }
    }

    /// The running search, which a signal stops; `None` after it.
    pub(super) fn set_search(&self, search: Option<StopToken>) {
        self.state().search = search;
    }

    /// Returns the file of the game.
    pub(super) fn path(&self) -> Option<PathBuf> {
        self.state().destination.path().map(Path::to_owned)
    }

    /// Saves unsaved turns, and returns the file.
    ///
    /// # Errors
    /// If the file cannot be written; the game then counts as not saved.
    pub(super) fn save_now(&self) -> io::Result<Option<PathBuf>> {
        let mut state = self.state();
        let path = state.destination.path().map(Path::to_owned);
        let (Some(path), Some(game)) = (path, state.unsaved.take()) else {
            return Ok(None);
        };
        match write(&path, &game) {
            Ok(()) => Ok(Some(path)),
            Err(error) => {
                state.unsaved = Some(game);
                Err(error)
            }
        }
    }
}

/// Writes the game atomically. If `path` is a link, its target is written; a device or a pipe is
/// written in place, since it cannot be replaced by another file.
pub(super) fn write(path: &Path, game: &RecordedGame) -> io::Result<()> {
    let path = followed(path);
    if fs::metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(&path, game.text());
    }
    let part = part_of(&path);
    fs::write(&part, game.text())?;
    fs::rename(&part, &path)
}

/// Finds out before a game whether it can be written to `path`.
///
/// # Errors
/// If there is no such folder, no file can be made in it, or `path` is a folder itself.
pub(super) fn check(path: &Path) -> io::Result<()> {
    let path = followed(path);
    match fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() => Ok(()),
        _ => {
            let part = part_of(&path);
            fs::write(&part, "")?;
            fs::remove_file(&part)
        }
    }
}

/// Returns the target of `path`, if it is a link.
fn followed(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Returns the file that becomes the one at `path` when it is complete.
fn part_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

/// Returns a file in the current directory that does not exist yet, for a game of `variant`.
pub(super) fn new_file(variant: &str) -> PathBuf {
    let time = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    let names = (1_u32..).map(|number| match number {
        1 => PathBuf::from(format!("jabberwock-{variant}-{time}.pgn")),
        _ => PathBuf::from(format!("jabberwock-{variant}-{time}-{number}.pgn")),
    });
    let mut free = names.filter(|path| !path.exists());
    free.next().unwrap_or_default()
}
