//! `variants`: the list of games.

use std::io::Write;

use jabberwock_engine::{
    open,
    options::{Offered, OptionKind, Options, offered_by},
};
use jabberwock_variants::{Entry, entries};
use serde_json::{Value, json};

use crate::failure::Failure;

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  jabberwock variants --json")]
pub(crate) struct Args {
    /// Print one JSON array, with start positions and options
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.json {
            let list: Result<Vec<Value>, Failure> = entries().iter().map(described).collect();
            writeln!(out, "{:#}", Value::from(list?))?;
            return Ok(());
        }
        let width = entries().iter().map(|entry| title(entry).len()).max();
        for entry in entries() {
            let width = width.unwrap_or_default();
            writeln!(out, "{:width$}  {}", title(entry), entry.description)?;
        }
        Ok(())
    }
}

/// Returns `chess (normal, fide)`.
fn title(entry: &Entry) -> String {
    if entry.aliases.is_empty() {
        entry.name.to_owned()
    } else {
        format!("{} ({})", entry.name, entry.aliases.join(", "))
    }
}

fn described(entry: &Entry) -> Result<Value, Failure> {
    // Every notation names squares a1 to h8 (`docs/rules/notation.md`).
    let board = "8x8";
    Ok(json!({
        "name": entry.name,
        "aliases": entry.aliases,
        "description": entry.description,
        "start": open(entry.name)?.position(),
        "board": board,
        "options": options(),
    }))
}

fn options() -> Vec<Value> {
    let defaults = Options::default();
    let option = |name: &str, kind: &OptionKind| match kind {
        OptionKind::Spin { min, max, get, .. } => {
            json!({"name": name, "type": "spin", "default": get(&defaults), "min": min, "max": max})
        }
        OptionKind::Check { get, .. } => {
            json!({"name": name, "type": "check", "default": get(&defaults)})
        }
        OptionKind::Choice { values, .. } => {
            json!({"name": name, "type": "combo", "values": values, "default": values[0]})
        }
        OptionKind::Position => json!({"name": name, "type": "string"}),
        OptionKind::ClearHash | OptionKind::ShowPosition => json!({"name": name, "type": "button"}),
        OptionKind::Variant => json!({"name": name, "type": "combo"}),
    };
    offered_by(Offered::Uci)
        .map(|spec| option(spec.name, &spec.kind))
        .collect()
}
