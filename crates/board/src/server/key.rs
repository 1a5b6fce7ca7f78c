//! The key of the page, required of every request to the server.

use std::{fmt, io};

/// 128 random bits, new at each start.
#[derive(Clone)]
pub struct Key(String);

impl Key {
    /// Creates a key.
    ///
    /// # Errors
    /// If the system provides no random numbers.
    pub fn new() -> io::Result<Key> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
        Ok(Key(digits.collect()))
    }

    /// Whether `text` is this key, compared in constant time.
    pub(super) fn is(&self, text: &str) -> bool {
        let pairs = self.0.bytes().zip(text.bytes());
        let differences = pairs.fold(0, |differences, (a, b)| differences | (a ^ b));
        self.0.len() == text.len() && differences == 0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Does not show the key, so that it is not logged.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn a_key_is_new_and_fits_only_itself() {
        let [key, other] = [Key::new().unwrap(), Key::new().unwrap()].map(|key| key.to_string());
        assert_eq!(key.len(), 32);
        assert_ne!(key, other);
        assert!(Key(key.clone()).is(&key));
        for wrong in [&other, &key[1..], "", &format!("{key}0")] {
            assert!(!Key(key.clone()).is(wrong), "{wrong}");
        }
    }
}
