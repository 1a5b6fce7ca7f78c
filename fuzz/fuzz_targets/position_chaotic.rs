#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| jabberwock_fuzz::run("position_chaotic", data));
