//! Jabberwock.
fn main() {}
