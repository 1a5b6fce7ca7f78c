//! A file to which games are appended.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use super::{
    file_text::{own_text, read_bytes, require_regular_file},
    read::{MatchGame, parse},
};

/// A file to which games are appended, locked against other matches.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
    /// The length of the complete games, in bytes.
    complete: usize,
    /// The incomplete game after them, as a killed match leaves it.
    incomplete: Vec<u8>,
}

impl RecordFile {
    /// Creates a new file.
    ///
    /// # Errors
    /// If the file exists or cannot be created.
    pub fn create(path: &Path) -> io::Result<RecordFile> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        lock(&file)?;
        Ok(RecordFile {
            file,
            path: path.to_owned(),
            complete: 0,
            incomplete: Vec::new(),
        })
    }

    /// Opens a file to continue, or creates it, and reads its games. The file is not changed; call
    /// [`RecordFile::remove_incomplete`] before games are appended.
    ///
    /// # Errors
    /// If the file cannot be read and written, is in use by another match, or has anything else in it
    /// than records of this program.
    pub fn open(path: &Path) -> io::Result<(RecordFile, Vec<MatchGame>)> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        require_regular_file(&file.metadata()?)?;
        lock(&file)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let (games, complete) = read_games(&bytes)?;
        let file = RecordFile {
            file,
            path: path.to_owned(),
            complete,
            incomplete: bytes.split_off(complete),
        };
        Ok((file, games))
    }

    /// Reads the games of a file that is to be continued later; none if it does not exist. It is not locked.
    ///
    /// # Errors
    /// If the file cannot be read, is no regular file, or has anything else in it than records of this
    /// program.
    pub fn read(path: &Path) -> io::Result<Vec<MatchGame>> {
        match read_bytes(path) {
            Ok(bytes) => Ok(read_games(&bytes)?.0),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Moves an incomplete game at the end to a file beside the record, whose name ends with
    /// `.incomplete`.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn remove_incomplete(&mut self) -> io::Result<()> {
        if !self.incomplete.is_empty() {
            keep_incomplete(&self.path, &self.incomplete)?;
            self.file.set_len(self.complete as u64)?;
            self.incomplete.clear();
        }
        self.file.seek(SeekFrom::End(0))?;
        Ok(())
    }

    /// Appends the text of a game and waits until it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, game: &str) -> io::Result<()> {
        self.file.write_all(game.as_bytes())?;
        self.file.sync_data()
    }
}

/// Appends a game that is not complete to a file beside `record`, whose name ends with `.incomplete`.
///
/// # Errors
/// If it cannot be written.
pub fn keep_incomplete(record: &Path, game: &[u8]) -> io::Result<()> {
    let mut name = record.as_os_str().to_owned();
    name.push(".incomplete");
    let mut beside = OpenOptions::new().append(true).create(true).open(name)?;
    beside.write_all(game)?;
    beside.write_all(b"\n\n")?;
    beside.sync_data()
}

/// The games of a match's record and how many of its `bytes` they take.
fn read_games(bytes: &[u8]) -> io::Result<(Vec<MatchGame>, usize)> {
    parse(own_text(bytes)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Locks a file of games until it is closed.
///
/// # Errors
/// If another process has locked it.
pub fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(io::Error::new(
            io::ErrorKind::ResourceBusy,
            "another process writes its games to this file",
        )),
        Err(TryLockError::Error(error)) => {
            // Some file systems have no locks.
            log::warn!("cannot lock the record: {error}");
            Ok(())
        }
    }
}
