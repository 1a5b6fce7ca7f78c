//! Numbers that matches can tune: each has a name, a range and a default, and texts hold those that
//! differ from their defaults.

/// A set of whole numbers that matches can tune. [`tunable!`](crate::tunable!) declares one.
pub trait Tunable: Copy + Default {
    /// Name, smallest, default and largest value of each number.
    const ALL: &'static [(&'static str, i32, i32, i32)];

    /// Sets the number `name`; false if it does not exist or `value` is out of range.
    fn set(&mut self, name: &str, value: i32) -> bool;

    /// Returns the number `name`, if it exists.
    fn get(&self, name: &str) -> Option<i32>;

    /// Returns the defaults with the changes of `text`: lines `name value`, `#` begins a comment.
    ///
    /// # Errors
    /// If a line is malformed, the number does not exist, or its value is out of range.
    fn read(text: &str) -> Result<Self, ParamsError> {
        let mut params = Self::default();
        for line in text.lines() {
            let error = |reason| ParamsError {
                line: jabberwock_game::shortened(line),
                reason,
            };
            match words(line)[..] {
                [] => {}
                [name, value] => {
                    let value = value.parse().map_err(|_| error("not a number"))?;
                    if params.get(name).is_none() {
                        return Err(error("unknown parameter"));
                    }
                    if !params.set(name, value) {
                        return Err(error("out of range"));
                    }
                }
                _ => return Err(error("not a name and a number")),
            }
        }
        Ok(params)
    }

    /// Returns the numbers that differ from their defaults, as [`Tunable::read`] reads them.
    fn text(&self) -> String {
        Self::ALL
            .iter()
            .filter_map(|&(name, _, default, _)| {
                let value = self.get(name)?;
                (value != default).then(|| format!("{name} {value}\n"))
            })
            .collect()
    }
}

/// Returns the words of a line, without its comment.
fn words(line: &str) -> Vec<&str> {
    let content = line.split('#').next().unwrap_or_default();
    content.split_ascii_whitespace().collect()
}

/// An invalid line in a text of parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{line}\" sets no parameter: {reason}")]
pub struct ParamsError {
    /// The offending line, at most 80 characters of it.
    pub line: String,
    /// The problem with it.
    pub reason: &'static str,
}

/// Declares a struct of `i32` that is [`crate::Tunable`]: its comment and name, then
/// `name: default in smallest..=largest;` for each number.
#[macro_export]
macro_rules! tunable {
    ($(#[$about:meta])* pub struct $type:ident;
        $($(#[$doc:meta])* $name:ident: $default:literal in $min:literal..=$max:literal;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "a group of parameters has one comment")]
        pub struct $type {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for $type {
            fn default() -> $type {
                $type { $($name: $default,)* }
            }
        }

        impl $crate::Tunable for $type {
            const ALL: &'static [(&'static str, i32, i32, i32)] =
                &[$((stringify!($name), $min, $default, $max),)*];

            fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($min..=$max).contains(&value) => self.$name = value,)*
                    _ => return false,
                }
                true
            }

            fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::Tunable as _;
    use crate::Params;

    #[test]
    fn a_text_holds_the_differences_from_the_default() {
        let text = "rfp_margin 80 # tuned\n\n# nothing\nlmr_base 55\n";
        let params = Params::read(text).unwrap();
        assert_eq!((params.rfp_margin, params.lmr_base), (80, 55));
        assert_eq!(params.text(), "rfp_margin 80\nlmr_base 55\n");
        assert_eq!(Params::read(&params.text()), Ok(params));
        assert_eq!(Params::read(""), Ok(Params::default()));
    }

    #[test]
    fn invalid_lines_are_errors() {
        for (line, reason) in [
            ("rfp_margin", "not a name and a number"),
            ("rfp_margin 1 2", "not a name and a number"),
            ("rfp_margin x", "not a number"),
            ("rfp_margin 100000", "out of range"),
            ("margin 1", "unknown parameter"),
        ] {
            let error = Params::read(line).unwrap_err();
            assert_eq!((error.line.as_str(), error.reason), (line, reason));
        }
    }
}
