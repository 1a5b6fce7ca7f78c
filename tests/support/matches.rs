//! Runs of `jabberwock match`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// The maximum time for any action in these tests, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(5);

/// `jabberwock match` with these arguments.
pub(crate) fn arena(words: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("jabberwock"));
    command.arg("match").args(words);
    command
}

/// Returns the standard output of a command that must succeed.
pub(crate) fn success(mut command: Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let complaint = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{status}: {complaint}");
    String::from_utf8(stdout).unwrap()
}

/// Returns the results of a match as JSON.
pub(crate) fn report(words: &[&str]) -> Value {
    let mut command = arena(words);
    command.arg("--json");
    serde_json::from_str(&success(command)).unwrap()
}

/// Returns the message of a match that is refused.
pub(crate) fn refusal(words: &[&str]) -> String {
    let output = arena(words).output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(output.stdout.is_empty());
    assert!(complaint.starts_with("error: "), "{complaint}");
    complaint
}

pub(crate) fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value}"))
}

/// Returns a path at which there is no file.
pub(crate) fn fresh(name: &str) -> PathBuf {
    let name = format!("jabberwock-{}-{name}", std::process::id());
    let path = std::env::temp_dir().join(name);
    // The file is there only if an earlier test failed.
    fs::remove_file(&path).ok();
    path
}

/// Returns the number of games in a record.
pub(crate) fn games_in(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.matches("[Round ").count()
}

/// Starts a match of 400 games, recorded at `path`, and waits until some of them are finished. It
/// cannot end before it is interrupted, however slow this process is.
pub(crate) fn begun(path: &Path) -> Child {
    let words = long_match(path, "400");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut command = arena(&words);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    wait_until("games are recorded", || games_in(path) >= 2);
    child
}

/// Returns the arguments of [`begun`], with so many games.
pub(crate) fn long_match(path: &Path, games: &str) -> Vec<String> {
    let words = "--variant chess --player self,name=a --player self,name=b --nodes 1000 --games";
    let mut words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    words.extend([games, "--record", path.to_str().unwrap()].map(str::to_owned));
    words
}

/// Waits for `condition`.
pub(crate) fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Interrupts a process as Ctrl-C does, and waits for its end.
#[cfg(unix)]
pub(crate) fn interrupt(child: Child) -> Output {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    child.wait_with_output().unwrap()
}
