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

/// A file to which games are appended, locked against other processes.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
    /// The initial contents of the file.
    bytes: Vec<u8>,
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
            bytes: Vec::new(),
        })
    }

    /// Opens a file to continue, or creates it. The file is not changed; call
    /// [`RecordFile::keep_complete`] before games are appended.
    ///
    /// # Errors
    /// If the file cannot be read and written, is not a regular file, or is in use by another
    /// process.
    pub fn open(path: &Path) -> io::Result<RecordFile> {
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
        Ok(RecordFile {
            file,
            path: path.to_owned(),
            bytes,
        })
    }

    /// Returns the initial contents of the file. If they end in the middle of a character, that is
    /// omitted.
    ///
    /// # Errors
    /// If they are not UTF-8 otherwise.
    pub fn text(&self) -> io::Result<&str> {
        own_text(&self.bytes)
    }

    /// Reads the games of a file that is to be continued later; none if it does not exist. It is
    /// not locked.
    ///
    /// # Errors
    /// If the file cannot be read, is not a regular file, or contains anything but records of this
    /// program.
    pub fn read(path: &Path) -> io::Result<Vec<MatchGame>> {
        match read_bytes(path) {
            Ok(bytes) => Ok(complete_games(own_text(&bytes)?)?.0),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Keeps the first `complete` bytes, which are whole games. An incomplete game after them, left
    /// by a killed process, is moved to a file beside the record, whose name ends with
    /// `.incomplete`.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn keep_complete(&mut self, complete: usize) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.bytes);
        let incomplete = bytes.get(complete..).unwrap_or_default();
        if !incomplete.trim_ascii().is_empty() {
            keep_incomplete(&self.path, incomplete)?;
        }
        if !incomplete.is_empty() {
            self.file.set_len(complete as u64)?;
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

/// Returns the complete games at the beginning of a match's record, and their length in bytes.
///
/// # Errors
/// If the text contains anything but records of this program.
pub fn complete_games(text: &str) -> io::Result<(Vec<MatchGame>, usize)> {
    parse(text).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Appends a game that is not complete to a file beside `record`.
fn keep_incomplete(record: &Path, game: &[u8]) -> io::Result<()> {
    let mut name = record.as_os_str().to_owned();
    name.push(".incomplete");
    let mut beside = OpenOptions::new().append(true).create(true).open(name)?;
    beside.write_all(game)?;
    beside.write_all(b"\n\n")?;
    beside.sync_data()
}

/// Locks a file of games until it is closed.
fn lock(file: &File) -> io::Result<()> {
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
