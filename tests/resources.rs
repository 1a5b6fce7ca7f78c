//! The engine where the system provides less memory or fewer threads than requested.
#![cfg(unix)]

use std::{
    io::Write,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The maximum time that a test waits for the end of a program that hangs.
const PATIENCE: Duration = Duration::from_mins(2);

/// Starts the program by a shell, in at most `kibibytes` of address space, to read `input`.
fn start_within(kibibytes: u32, arguments: &str, input: &str) -> Child {
    let program = assert_cmd::cargo::cargo_bin!("jabberwock");
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {kibibytes}; exec \"$0\" {arguments}"))
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    child
}

/// Returns the exit status and the output of `child`, which ends by itself.
fn finish(mut child: Child) -> (bool, String, String) {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the program does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.success(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn results_that_cannot_be_written_are_no_success() {
    for arguments in ["--help", "--version", "match --help", "moves chess"] {
        let child = Command::new("sh")
            .args(["-c", &format!("exec \"$0\" {arguments} >/dev/full")])
            .arg(assert_cmd::cargo::cargo_bin!("jabberwock"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let (success, _, errors) = finish(child.unwrap());
        assert!(!success, "{arguments}");
        assert!(errors.starts_with("error: cannot write: "), "{errors}");
    }
}

#[test]
fn a_search_goes_on_with_the_threads_that_can_be_started() {
    let child = start_within(400_000, "analyze chess --hash 1 --depth 2 --threads 8", "");
    let (success, output, errors) = finish(child);
    assert!(success && output.contains("\nbest "), "{output}{errors}");
    // Eight threads have stacks of 512 MiB; on one processor only four are tried.
    if thread::available_parallelism().unwrap().get() > 1 {
        assert!(errors.contains("the search goes on with "), "{errors}");
    }
}

#[test]
fn a_hash_larger_than_the_memory_there_is_is_refused_on_the_command_line() {
    let child = start_within(2_000_000, "analyze chess --hash 65536 --depth 1", "");
    let (success, output, errors) = finish(child);
    assert!(!success && output.is_empty(), "{output}");
    let message = "error: a hash table of 65536 MiB does not fit in memory, of which 1953 MiB are available\n";
    assert_eq!(errors, message);
}

#[test]
fn a_hash_larger_than_the_memory_there_is_is_refused_in_both_protocols() {
    let reason = "option Hash: a hash table of 65536 MiB does not fit in memory, of which 1953 MiB are available";
    let uci = "uci\nsetoption name Hash value 65536\nisready\ngo depth 3\n";
    let (success, output, errors) = finish(start_within(2_000_000, "", uci));
    let refusal =
        format!("info string Error ({reason}): setoption name Hash value 65536\nreadyok\n");
    assert!(success && output.contains(&refusal), "{output}{errors}");
    assert!(output.contains("\nbestmove "), "{output}");
    let cecp = "xboard\nmemory 65536\nping 1\nquit\n";
    let (success, output, errors) = finish(start_within(2_000_000, "", cecp));
    let refusal = format!("Error ({reason}): memory 65536\npong 1\n");
    assert!(success && output.contains(&refusal), "{output}{errors}");
}
