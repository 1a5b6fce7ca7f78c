//! The files of the page, embedded in the binary.

use std::sync::OnceLock;

use jabberwock_game::fnv1a;

use crate::rules;

/// A file.
#[derive(Debug)]
pub(super) struct Asset {
    path: String,
    pub(super) media_type: &'static str,
    /// Its `ETag`.
    pub(super) tag: String,
    pub(super) bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";

/// Embeds files of `crates/board/page`, one per line.
macro_rules! files {
    ($($name:literal,)*) => {
        &[$(($name, include_bytes!(concat!("../../page/", $name)).as_slice()),)*]
    };
}

/// The files, one per line.
const FILES: &[(&str, &[u8])] = files![
    "app.js",
    "base.css",
    "board-gestures.js",
    "board-view.js",
    "board.css",
    "board.js",
    "choices.js",
    "clock.js",
    "connection.js",
    "entry.js",
    "eval-bar.js",
    "game.js",
    "icon.svg",
    "index.html",
    "lines.js",
    "lit-html.LICENSE",
    "lit-html.js",
    "match.css",
    "match.js",
    "overview.js",
    "panels.css",
    "panels.js",
    "pieces.js",
    "pieces.svg",
    "preview.js",
    "settings.js",
    "sounds.js",
    "stage.js",
    "tabler-icons.LICENSE",
    "taps.js",
    "view-analysis.js",
    "view-curve.js",
    "view-entry.js",
    "view-match.js",
    "view-mega.js",
    "view-new.js",
    "view-panels.js",
    "view-seats.js",
    "view-tree.js",
    "words.js",
];

/// Returns the file at `path`, which is compared verbatim.
pub(super) fn find(path: &str) -> Option<&'static Asset> {
    static ASSETS: OnceLock<Vec<Asset>> = OnceLock::new();
    let assets = ASSETS.get_or_init(all);
    assets.iter().find(|asset| asset.path == path)
}

fn all() -> Vec<Asset> {
    let files = FILES.iter().map(|&(name, bytes)| {
        let path = if name == "index.html" { "" } else { name };
        Asset::new(format!("/{path}"), media_type(name), bytes)
    });
    let rules = rules::names().filter_map(|name| {
        // Once during the life of the program.
        let html: &'static str = Box::leak(rules::page(name)?.into_boxed_str());
        Some(Asset::new(format!("/rules/{name}"), HTML, html.as_bytes()))
    });
    files.chain(rules).collect()
}

impl Asset {
    fn new(path: String, media_type: &'static str, bytes: &'static [u8]) -> Asset {
        Asset {
            path,
            media_type,
            tag: format!("\"{:016x}\"", fnv1a(bytes.iter().copied())),
            bytes,
        }
    }
}

/// Returns the media type of the file `name`.
fn media_type(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending {
        "html" => HTML,
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::find;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        for item in fs::read_dir(folder).unwrap() {
            let name = item.unwrap().file_name().into_string().unwrap();
            let (_, ending) = name.rsplit_once('.').unwrap_or_default();
            if ["html", "js", "css", "svg", "LICENSE"].contains(&ending) {
                let path = name.strip_suffix("index.html").unwrap_or(&name);
                assert!(find(&format!("/{path}")).is_some(), "{name}");
            }
        }
    }
}
