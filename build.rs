//! What `--version` says of the build.

use std::{env, process::Command};

/// The commit that is checked out, with `-dirty` if files differ from it; `None` without git, as in
/// an unpacked archive.
fn commit() -> Option<String> {
    let output = Command::new("git")
        .args(["describe", "--always", "--dirty", "--abbrev=12"])
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn main() {
    let variable = |name| env::var(name).unwrap_or_default();
    let profile = variable("PROFILE");
    println!("cargo:rerun-if-changed=build.rs");
    // Builds for development are not repeated after every commit for the sake of its name.
    let commit = if profile == "release" {
        println!("cargo:rerun-if-changed=src");
        println!("cargo:rerun-if-changed=crates");
        println!("cargo:rerun-if-changed=.git/logs/HEAD");
        commit().unwrap_or_else(|| "unknown".to_owned())
    } else {
        "not named in development builds".to_owned()
    };
    println!("cargo:rustc-env=JABBERWOCK_COMMIT={commit}");
    let features = variable("CARGO_CFG_TARGET_FEATURE").replace(',', " ");
    let target = variable("TARGET");
    println!(
        "cargo:rustc-env=JABBERWOCK_BUILD={profile} for {target}, processor features {features}"
    );
}
