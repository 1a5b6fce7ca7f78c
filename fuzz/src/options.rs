//! Options of both protocols.

use arbitrary::Arbitrary;
use jabberwock_engine::options::{Offered, Options, offered_by};

use super::edits::{Edits, check_message, plain_text, structure};

/// Values near which edits begin.
const VALUES: &[&str] = &[
    "1", "16", "true", "false", "auto", "startpos", "chess", "-1", "1e3", "",
];

/// Sets options, one after another.
pub fn options(data: &[u8]) {
    #[derive(Arbitrary, Debug)]
    struct Setting {
        cecp: bool,
        name: u8,
        name_edits: Option<Edits>,
        value: u8,
        value_edits: Edits,
    }
    let mut options = Options::default();
    if let Some(text) = plain_text(data) {
        for line in text.lines().take(64) {
            let (name, value) = line.split_once('=').unwrap_or((line, ""));
            set(&mut options, Offered::Uci, name, value);
            set(&mut options, Offered::Cecp, name, value);
        }
    } else if let Some(settings) = structure::<Vec<Setting>>(data) {
        for setting in settings.iter().take(64) {
            let protocol = if setting.cecp {
                Offered::Cecp
            } else {
                Offered::Uci
            };
            let specs: Vec<_> = offered_by(protocol).collect();
            let mut name = specs[usize::from(setting.name) % specs.len()]
                .name
                .to_owned();
            if let Some(edits) = &setting.name_edits {
                name = edits.apply(&name);
            }
            let value = VALUES[usize::from(setting.value) % VALUES.len()];
            set(
                &mut options,
                protocol,
                &name,
                &setting.value_edits.apply(value),
            );
        }
    }
}

/// A value is in its range, or refused with a message and without an effect.
fn set(options: &mut Options, protocol: Offered, name: &str, value: &str) {
    let before = options.clone();
    if let Err(error) = options.set(protocol, name, value) {
        assert_eq!(*options, before);
        assert!(!error.to_string().is_empty());
        if name.len() + value.len() < 200 {
            check_message(&error.to_string().replace(char::is_control, ""));
        }
    }
    let settings = options.settings;
    assert!((1..=1 << 16).contains(&settings.hash_mib));
    assert!((1..=1 << 10).contains(&settings.threads));
    assert!((1..=256).contains(&options.multi_pv));
}
