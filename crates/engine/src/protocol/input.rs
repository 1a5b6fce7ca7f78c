//! Lines of input, of bounded length.

use std::io::{self, BufRead, BufReader, Read};

/// The maximum length of a line, in bytes. Positions and turns of the largest games can be
/// megabytes long.
const LONGEST: usize = 16 << 20;

/// The number of bytes kept of a line that is too long.
const BEGINNING: usize = 80;

/// Written by some programs before the first line.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum InputLine {
    /// A whole line without its line end; invalid UTF-8 is replaced.
    Whole(String),
    /// The beginning of one that is too long.
    TooLong(String),
}

/// Returns the lines of `input` until it ends or cannot be read: then the error is the last item.
pub fn lines(input: impl Read) -> impl Iterator<Item = io::Result<InputLine>> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let (mut is_first, mut is_over) = (true, false);
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let mut line = next_line(&mut input, LONGEST);
        is_over = line.is_err();
        if let Ok(Some(InputLine::Whole(text))) = &mut line
            && std::mem::take(&mut is_first)
            && text.starts_with(BYTE_ORDER_MARK)
        {
            text.drain(..BYTE_ORDER_MARK.len_utf8());
        }
        line.transpose()
    })
}

/// Returns the next line, or `None` at the end of the input. Anything beyond `longest` bytes is
/// skipped.
fn next_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if chunk.is_empty() {
            break;
        }
        any = true;
        let newline = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..newline.unwrap_or(chunk.len())];
        if bytes.len() + part.len() > longest && !too_long {
            too_long = true;
            bytes.extend_from_slice(&part[..part.len().min(BEGINNING)]);
            bytes.truncate(BEGINNING);
            bytes.shrink_to_fit();
        } else if !too_long {
            bytes.extend_from_slice(part);
        }
        let taken = newline.map_or(chunk.len(), |at| at + 1);
        input.consume(taken);
        if newline.is_some() {
            break;
        }
    }
    if !any {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    Ok(Some(if too_long {
        InputLine::TooLong(text)
    } else {
        InputLine::Whole(text)
    }))
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader, Read};

    use super::{BEGINNING, InputLine, lines, next_line};

    fn read(bytes: &[u8], longest: usize) -> Vec<InputLine> {
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut input, longest).expect("a slice is readable"))
            .collect()
    }

    fn whole(text: &str) -> InputLine {
        InputLine::Whole(text.to_owned())
    }

    #[test]
    fn lines_end_with_either_kind_of_newline_or_with_the_input() {
        let lines = read(b"ping 1\r\n\nxboard\nquit", 100);
        assert_eq!(lines, ["ping 1", "", "xboard", "quit"].map(whole));
    }

    #[test]
    fn a_byte_order_mark_before_the_first_line_is_skipped() {
        let read: Vec<InputLine> = lines("\u{feff}uci\n\u{feff}quit".as_bytes())
            .map(Result::unwrap)
            .collect();
        assert_eq!(read, ["uci", "\u{feff}quit"].map(whole));
    }

    #[test]
    fn an_error_is_the_last_item() {
        /// Gives a line and then fails for good.
        struct Broken(&'static [u8]);

        impl Read for Broken {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                match self.0.read(buffer)? {
                    0 => Err(io::ErrorKind::IsADirectory.into()),
                    count => Ok(count),
                }
            }
        }

        let mut lines = lines(Broken(b"uci\nstop"));
        assert_eq!(lines.next().unwrap().unwrap(), whole("uci"));
        let error = lines.next().unwrap().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
        assert!(lines.next().is_none());
    }

    #[test]
    fn invalid_utf8_does_not_end_the_input() {
        let lines = read(b"a\xffb\n\0\nc\n", 100);
        assert_eq!(lines, ["a\u{fffd}b", "\0", "c"].map(whole));
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_except_its_beginning() {
        let long = "x".repeat(300);
        let lines = read(format!("{long}\nping 1\n{long}").as_bytes(), 200);
        let beginning = || InputLine::TooLong("x".repeat(BEGINNING));
        assert_eq!(lines, [beginning(), whole("ping 1"), beginning()]);
    }

    #[test]
    fn a_line_of_exactly_the_longest_length_is_accepted() {
        let longest = "x".repeat(200);
        assert_eq!(read(longest.as_bytes(), 200), [whole(&longest)]);
    }
}
