//! What the engine does where the system gives it less than was asked for.
#![cfg(unix)]

use std::{
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// How long a test waits for the end of a program that hangs.
const PATIENCE: Duration = Duration::from_mins(2);

/// Starts the program by a shell, in at most `kibibytes` of address space.
fn start_within(kibibytes: u32, arguments: &str) -> Child {
    let program = assert_cmd::cargo::cargo_bin!("jabberwock");
    Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {kibibytes}; exec \"$0\" {arguments}"))
        .arg(program)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The exit status and the output of `child`, which ends by itself.
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
    let child = start_within(400_000, "analyze chess --hash 1 --depth 2 --threads 8");
    let (success, output, errors) = finish(child);
    assert!(success && output.contains("\nbest "), "{output}{errors}");
    // Eight threads have stacks of 512 MiB; on one processor only four are tried.
    if thread::available_parallelism().unwrap().get() > 1 {
        assert!(errors.contains("the search goes on with "), "{errors}");
    }
}
