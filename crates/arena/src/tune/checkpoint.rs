//! Files from which an interrupted run is resumed.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::error::TuneError;

/// The contents of a checkpoint file.
#[derive(Debug, Serialize, Deserialize)]
struct Checkpoint<S, T> {
    settings: S,
    state: T,
}

/// Writes the state of a run with these settings. The file is replaced atomically.
pub(super) fn save_checkpoint<S: Serialize, T: Serialize>(
    path: &Path,
    settings: S,
    state: T,
) -> Result<(), TuneError> {
    let text = serde_json::to_string(&Checkpoint { settings, state })
        .map_err(io::Error::from)
        .map_err(TuneError::write(path))?;
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    write_through(&new, &text).map_err(TuneError::write(&new))?;
    fs::rename(&new, path).map_err(TuneError::write(path))
}

/// Writes a file and waits until it is on the disk: a rename may otherwise reach the disk before
/// its contents.
fn write_through(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Reads the state of a run with these settings; if there is no such file, the run begins with the
/// state `first`, which is saved, so that a run interrupted before its first pass can be resumed.
///
/// # Errors
/// If the file cannot be read or written, or is of a run with other settings.
pub(super) fn resume_or_begin<S, T>(
    path: &Path,
    settings: &S,
    first: impl FnOnce() -> T,
) -> Result<T, TuneError>
where
    S: Serialize + DeserializeOwned + PartialEq,
    T: Serialize + DeserializeOwned,
{
    if let Some(state) = load_checkpoint(path, settings)? {
        return Ok(state);
    }
    let state = first();
    save_checkpoint(path, settings, &state)?;
    Ok(state)
}

/// Reads the state of a run with these settings; `None` if there is no such file.
///
/// # Errors
/// If the file cannot be read, or is of a run with other settings.
fn load_checkpoint<S, T>(path: &Path, settings: &S) -> Result<Option<T>, TuneError>
where
    S: DeserializeOwned + PartialEq,
    T: DeserializeOwned,
{
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(TuneError::file(path)(error)),
    };
    match serde_json::from_str::<Checkpoint<S, T>>(&text) {
        Ok(checkpoint) if checkpoint.settings == *settings => Ok(Some(checkpoint.state)),
        _ => Err(TuneError::OtherRun {
            path: path.to_owned(),
        }),
    }
}
