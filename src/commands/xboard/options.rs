//! The options that XBoard needs for a game.

use jabberwock_variants::Entry;

/// Disables features that do not work in games whose rules XBoard does not implement: testing
/// moves, adjudicating, and rejecting claims.
const FOREIGN_RULES: [(&str, &str); 9] = [
    ("testLegality", "false"),
    ("showTargetSquares", "true"),
    ("testClaims", "false"),
    ("checkMates", "false"),
    ("materialDraws", "false"),
    ("trivialDraws", "false"),
    ("ruleMoves", "0"),
    ("repeatsToDraw", "0"),
    ("adjudicateLossThreshold", "0"),
];

/// Returns the options for the game of `entry`, name and value; `None` if no board of XBoard can
/// show it.
pub(super) fn of_game(entry: &Entry) -> Option<Vec<(String, String)>> {
    if let Some(name) = entry.xboard_name() {
        return Some(vec![("variant".to_owned(), name.to_owned())]);
    }
    entry.xboard?;
    let own = [("variant", entry.name), ("boardSize", "72")];
    let options = own.into_iter().chain(FOREIGN_RULES);
    Some(
        options
            .chain([("saveSettingsOnExit", "false")])
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use jabberwock_variants::{Entry, entries};

    use super::of_game;

    /// Returns the games that XBoard can show, but those whose rules it knows.
    fn games() -> impl Iterator<Item = &'static Entry> {
        let games = entries().iter().filter(|entry| of_game(entry).is_some());
        games.filter(|entry| entry.xboard_name().is_none())
    }

    /// Returns the text of a file of `contrib/xboard`.
    fn contributed(name: &str) -> String {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib/xboard");
        fs::read_to_string(directory.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns `Crazy Chess Soft` for `crazy-soft`.
    fn title(entry: &Entry) -> String {
        let capitalised = |word: &str| word[..1].to_uppercase() + &word[1..];
        let mut words: Vec<String> = entry.name.split('-').map(capitalised).collect();
        words.insert(1, "Chess".to_owned());
        words.join(" ")
    }

    #[test]
    fn every_game_has_a_file_of_its_options() {
        for entry in games() {
            let options = of_game(entry).unwrap().into_iter();
            let lines: Vec<String> = options
                .map(|(name, value)| format!("-{name} {value}"))
                .collect();
            let text = contributed(&format!("{}.xop", entry.name));
            assert_eq!(text.lines().collect::<Vec<_>>(), lines);
        }
    }

    #[test]
    fn every_game_has_a_line_in_the_list_of_engines() {
        let lines: Vec<String> = games()
            .map(|entry| {
                format!(
                    "\"{}\" -fcp jabberwock -fd \"\" -variant {} -testLegality false -showTargetSquares true",
                    title(entry),
                    entry.name
                )
            })
            .collect();
        let chess = "\"Jabberwock\" -fcp jabberwock -fd \"\"";
        let list = format!(
            "-firstChessProgramNames {{{chess}\n{}\n}}\n",
            lines.join("\n")
        );
        assert_eq!(contributed("engines.xop"), list);
    }

    #[test]
    fn the_engine_package_names_every_game() {
        let names: Vec<&str> = games().map(|entry| entry.name).collect();
        let text = format!("plugin spec 0.0\njabberwock\nchess,{}\n", names.join(","));
        assert_eq!(contributed("jabberwock.eng"), text);
    }
}
