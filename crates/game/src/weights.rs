//! The numbers in a text of weights ([`crate::Evaluate::weights`]).

/// The weights of `text` in the order in which they are written.
pub fn numbers(text: &str) -> Vec<i32> {
    let lines = text.lines().map(without_comment);
    lines
        .flat_map(str::split_ascii_whitespace)
        .filter_map(weights)
        .flatten()
        .collect()
}

/// `text` with other weights in place of its own: names, comments and, as far as there is room, the
/// columns stay. Where `numbers` runs out the text keeps its own.
pub fn with_numbers(text: &str, numbers: &[i32]) -> String {
    let mut numbers = numbers.iter().copied();
    text.lines()
        .map(|line| line_with_numbers(line, &mut numbers) + "\n")
        .collect()
}

fn line_with_numbers(line: &str, numbers: &mut impl Iterator<Item = i32>) -> String {
    let content = without_comment(line);
    let mut written = String::new();
    for word in content.split_ascii_whitespace() {
        // Words are parts of the line, so their distance from its beginning is their column.
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        let replaced = match weights(word) {
            Some(old) => {
                let new = old.into_iter().map(|old| numbers.next().unwrap_or(old));
                let new: Vec<String> = new.map(|number| number.to_string()).collect();
                new.join(":")
            }
            None => word.to_owned(),
        };
        let end = start + word.len();
        let least = usize::from(start > 0);
        let blanks = end
            .saturating_sub(written.len() + replaced.len())
            .max(least);
        written.extend(std::iter::repeat_n(' ', blanks));
        written.push_str(&replaced);
    }
    let comment = &line[content.len()..];
    if !comment.is_empty() {
        let blanks = content.len().saturating_sub(written.len());
        written.extend(std::iter::repeat_n(' ', blanks));
        written.push_str(comment);
    }
    written
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// The one or two weights that `word` is.
fn weights(word: &str) -> Option<Vec<i32>> {
    let halves = word.splitn(2, ':');
    halves.map(|half| half.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::{numbers, with_numbers};

    const TEXT: &str = "\
# 1 comment
material  # pawn, 2 knights
     85:100   330:305
tempo 12:-3
slope 7
";

    #[test]
    fn numbers_are_read_in_order_and_comments_are_not() {
        assert_eq!(numbers(TEXT), [85, 100, 330, 305, 12, -3, 7]);
        assert_eq!(numbers("1:x 1:2:3 - x4"), [0; 0]);
    }

    #[test]
    fn other_numbers_leave_the_rest_of_the_text_alone() {
        assert_eq!(with_numbers(TEXT, &numbers(TEXT)), TEXT);
        assert_eq!(with_numbers(TEXT, &[]), TEXT);
        let changed = with_numbers(TEXT, &[5, -6, 1000, -1000, 0, 11_111, -8]);
        let expected = "\
# 1 comment
material  # pawn, 2 knights
       5:-6 1000:-1000
tempo 0:11111
slope -8
";
        assert_eq!(changed, expected);
    }
}
