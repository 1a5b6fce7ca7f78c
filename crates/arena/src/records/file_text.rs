//! Reading of files that hold records.

use std::{
    fs::{self, Metadata},
    io,
    path::Path,
};

/// Reads a text file. Bytes that are not UTF-8 are decoded as Latin-1, as in old records.
///
/// # Errors
/// If it cannot be read, or is not a regular file.
pub fn read_file(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(read_bytes(path)?);
    Ok(text.unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect()))
}

/// Reads a regular file.
pub(super) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    require_regular_file(&fs::metadata(path)?)?;
    fs::read(path)
}

/// Rejects anything but a regular file: reading a device may never end.
pub(crate) fn require_regular_file(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else {
        let kind = io::ErrorKind::InvalidInput;
        Err(io::Error::new(kind, "not a regular file"))
    }
}

/// Decodes a file written by this program. If it ends in the middle of a character, that is
/// omitted.
///
/// # Errors
/// If it is not UTF-8 otherwise.
pub(super) fn own_text(bytes: &[u8]) -> io::Result<&str> {
    let whole = match str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    };
    str::from_utf8(whole).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
