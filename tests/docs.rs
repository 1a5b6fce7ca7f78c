//! Checks that the output shown in the documents is that of the program.
//!
//! A fenced block that begins with `$ jabberwock`, or with a pipe into it, is a session: each line
//! with `$` is run by a shell, the lines below it are the expected standard output. A line `...`
//! matches any lines, `...` within a line any text. A block of commands without output is only run
//! for its success.

#![cfg(unix)]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, id},
};

/// One command of a document.
struct Example {
    place: String,
    command: String,
    expected: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns every document that may show sessions.
fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for item in fs::read_dir(folder).unwrap() {
            let path = item.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the examples in the fenced blocks of `text` that begin with `$ jabberwock`.
fn examples(name: &str, text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let (mut fenced, mut session) = (false, false);
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            fenced = !fenced;
            session = false;
        } else if let Some(command) = line.strip_prefix("$ ")
            && fenced
        {
            session =
                session || command.starts_with("jabberwock") || command.contains("| jabberwock");
            if session {
                found.push(Example {
                    place: format!("{name}:{}", number + 1),
                    command: command.to_owned(),
                    expected: Vec::new(),
                });
            }
        } else if session && let Some(example) = found.last_mut() {
            match example.command.strip_suffix('\\') {
                Some(begun) => example.command = begun.to_owned() + line.trim_start(),
                None => example.expected.push(line.to_owned()),
            }
        }
    }
    found
}

/// Whether `line` is `pattern`, in which `...` stands for any text.
fn is_line(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("...");
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        let Some(found) = rest.find(part) else {
            return false;
        };
        rest = &rest[found + part.len()..];
    }
    rest.ends_with(last)
}

/// Whether `lines` are `patterns`, in which a line `...` stands for any number of lines.
fn are_lines(patterns: &[String], lines: &[&str]) -> bool {
    match patterns.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=lines.len()).any(|skipped| are_lines(rest, &lines[skipped..]))
        }
        Some((first, rest)) => lines
            .split_first()
            .is_some_and(|(line, lines)| is_line(first, line) && are_lines(rest, lines)),
    }
}

/// Runs the examples of `document` in an empty folder that has the project's openings.
fn check(document: &Path) -> usize {
    let name = document.strip_prefix(root()).unwrap().display().to_string();
    let examples = examples(&name, &fs::read_to_string(document).unwrap());
    let folder = env::temp_dir().join(format!("jabberwock-docs-{}", id()));
    fs::create_dir_all(&folder).unwrap();
    std::os::unix::fs::symlink(root().join("tuning"), folder.join("tuning")).ok();
    let program = assert_cmd::cargo::cargo_bin!("jabberwock");
    let path = env::join_paths(
        std::iter::once(program.parent().unwrap().to_owned())
            .chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
    );
    for example in &examples {
        let output = Command::new("sh")
            .args(["-c", &example.command])
            .current_dir(&folder)
            .env("PATH", path.as_ref().unwrap())
            .env_remove("RUST_LOG")
            .output()
            .unwrap();
        let Example { place, command, .. } = example;
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{place}: {command}: {errors}");
        let text = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            example.expected.is_empty() || are_lines(&example.expected, &lines),
            "{place}: `{command}` prints\n{text}"
        );
    }
    fs::remove_dir_all(&folder).unwrap();
    examples.len()
}

#[test]
fn examples_in_the_documents_print_what_the_documents_say() {
    let counts = documents().iter().map(|path| check(path)).sum::<usize>();
    assert!(counts > 50, "only {counts} examples were found");
}

#[test]
fn dots_stand_for_any_text_and_any_lines() {
    assert!(is_line("a ... c", "a b c") && is_line("...", "") && is_line("a...b...c", "a1b2c"));
    assert!(!is_line("a ... c", "a b d") && !is_line("a", "ab") && !is_line("a...a", "a"));
    let patterns = ["a", "...", "c"].map(str::to_owned);
    assert!(are_lines(&patterns, &["a", "c"]) && are_lines(&patterns, &["a", "b", "b", "c"]));
    assert!(!are_lines(&patterns, &["a", "b"]) && !are_lines(&patterns, &["a", "c", "d"]));
}
