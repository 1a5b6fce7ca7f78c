//! The descriptions of the games that are sent to pages.

use std::{collections::BTreeSet, sync::OnceLock};

use jabberwock_engine::{Session, open};
use jabberwock_game::{Layer, Scene};
use jabberwock_variants::{Entry, entries, mega::Mega};

use crate::{
    message::{Glyph, Variant},
    rules,
    table::opponents::{Opponent, opponents},
};

/// Returns every game of the registry.
pub(crate) fn games() -> &'static [Variant] {
    static GAMES: OnceLock<Vec<Variant>> = OnceLock::new();
    GAMES.get_or_init(|| entries().iter().filter_map(described).collect())
}

fn described(entry: &'static Entry) -> Option<Variant> {
    let mut session = open(entry.name).ok()?;
    let scene = session.scene("").ok()?;
    let start = session.position();
    Some(Variant {
        name: entry.name,
        aliases: entry.aliases.to_vec(),
        title: title(entry),
        description: entry.description,
        start,
        width: scene.width,
        height: scene.height,
        level: entry.planned().map_or(0, Mega::level),
        glyphs: glyphs(session.as_mut(), &scene),
        opponents: opponents(entry).map(Opponent::described).to_vec(),
        rules: rules::pages_of(entry),
        examples: entry.examples().len(),
    })
}

/// Returns the title of a game: the beginning of its description, or else its name.
fn title(entry: &Entry) -> String {
    if let Some((title, _)) = entry.description.split_once(':') {
        return title.to_owned();
    }
    let mut letters = entry.name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let rest = letters.map(|letter| if letter == '-' { ' ' } else { letter });
    first.into_iter().chain(rest).collect()
}

/// Returns the glyphs on the boards of the game of `session`: at its `start` and in its examples.
fn glyphs(session: &mut dyn Session, start: &Scene) -> Vec<Glyph> {
    let mut glyphs = Vec::new();
    add_glyphs(start, &mut glyphs);
    let examples = session.entry().examples();
    // Several examples may share a position and differ in their turns.
    let positions: BTreeSet<&str> = examples.iter().map(|example| example.position).collect();
    for position in positions {
        if session.set_position(position).is_ok()
            && let Ok(scene) = session.scene("")
        {
            add_glyphs(&scene, &mut glyphs);
        }
    }
    glyphs
}

fn add_glyphs(scene: &Scene, glyphs: &mut Vec<Glyph>) {
    let on_squares = scene.squares.iter().flat_map(|square| &square.layers);
    let in_trays = scene.trays.iter().flat_map(|tray| &tray.layers);
    for layer in on_squares.chain(in_trays) {
        let Layer {
            glyph,
            form,
            symbol,
            ..
        } = layer;
        let is_known = |known: &Glyph| known.glyph == *glyph && known.form == *form;
        if !glyphs.iter().any(is_known) {
            glyphs.push(Glyph {
                glyph,
                form: *form,
                symbol: symbol.to_string(),
            });
        }
    }
    for game in &scene.games {
        add_glyphs(game, glyphs);
    }
}

#[cfg(test)]
mod tests {
    use super::games;

    #[test]
    fn games_have_titles_sizes_opponents_and_rules() {
        for game in games() {
            assert!(game.title.starts_with(char::is_uppercase), "{game:?}");
            assert_eq!((game.width, game.height), (8, 8), "{}", game.name);
            assert_eq!(game.opponents.len(), 10, "{}", game.name);
            assert!(!game.rules.is_empty(), "{}", game.name);
        }
    }

    #[test]
    fn glyphs_are_those_that_the_games_show() {
        for (name, glyph) in [
            ("chess", "king"),
            ("hop", "hopper"),
            ("chakra", "samurai"),
            ("chakra", "chakra"),
            ("chaotic", "merchant"),
            ("mega", "king"),
        ] {
            let game = games().iter().find(|game| game.name == name).unwrap();
            assert!(
                game.glyphs.iter().any(|known| known.glyph == glyph),
                "{game:?}"
            );
        }
    }
}
