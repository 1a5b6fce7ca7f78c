//! The description of a match in its records.

use std::{fmt, str::FromStr};

use jabberwock_game::shortened;

use crate::{schedule::Format, sprt::Sprt};

/// The parameters of a match other than the game, the seed, and the descriptions of players; the
/// value of the tag `Match`:
/// `gauntlet; games 200; openings random 4; margin 0; patience 10; players self, material-2`.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchDescription {
    /// The pairing system.
    pub format: Format,
    /// Games of each pairing. A match may be continued with more.
    pub games: usize,
    /// The sequential test of the first player's results.
    pub sprt: Option<Sprt>,
    /// `random N`, or the fingerprint of the openings of a file.
    pub openings: String,
    /// The rules of the match other than those of the game, `name value` each.
    pub rules: Vec<String>,
    /// The names of the players, in the order of their numbers.
    pub players: Vec<String>,
}

/// Error for a text that is not a description of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid [Match \"{0}\"]")]
pub struct DescriptionError(String);

/// The separator of the parts of a description.
const SEPARATOR: &str = "; ";

impl fmt::Display for MatchDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.format.text();
        write!(
            f,
            "{format}; games {}; openings {}",
            self.games, self.openings
        )?;
        if let Some(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        }) = self.sprt
        {
            write!(f, "; sprt {elo0} {elo1} {alpha} {beta}")?;
        }
        for rule in &self.rules {
            write!(f, "{SEPARATOR}{rule}")?;
        }
        let names = self.players.iter();
        let names = names.map(|name| name.replace('\\', "\\\\").replace(',', "\\,"));
        let names: Vec<String> = names.collect();
        write!(f, "; players {}", names.join(", "))
    }
}

impl FromStr for MatchDescription {
    type Err = DescriptionError;

    fn from_str(text: &str) -> Result<MatchDescription, DescriptionError> {
        read(text).ok_or_else(|| DescriptionError(shortened(text)))
    }
}

fn read(text: &str) -> Option<MatchDescription> {
    let (head, players) = text.split_once("; players ")?;
    let mut parts = head.split(SEPARATOR);
    let format = Format::from_text(parts.next()?)?;
    let games = parts.next()?.strip_prefix("games ")?.parse().ok()?;
    let openings = parts.next()?.strip_prefix("openings ")?.to_owned();
    let mut rules: Vec<String> = parts.map(str::to_owned).collect();
    let mut hypotheses = None;
    if let Some(numbers) = rules.first().and_then(|rule| rule.strip_prefix("sprt ")) {
        hypotheses = Some(sprt(numbers)?);
        rules.remove(0);
    }
    let players = names(players);
    (players.len() >= 2 && games > 0).then_some(MatchDescription {
        format,
        games,
        sprt: hypotheses,
        openings,
        rules,
        players,
    })
}

/// Parses `0 5 0.05 0.05`.
fn sprt(text: &str) -> Option<Sprt> {
    let numbers: Option<Vec<f64>> = text.split(' ').map(|number| number.parse().ok()).collect();
    match numbers?[..] {
        [elo0, elo1, alpha, beta] => Sprt::new(elo0, elo1, alpha, beta).ok(),
        _ => None,
    }
}

/// Parses names separated by commas; a backslash escapes a comma or a backslash of a name.
fn names(text: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, names.last_mut()) {
            ('\\', Some(name)) => name.extend(letters.next()),
            (',', _) => {
                names.push(String::new());
                // The blank after the comma.
                letters.next();
            }
            (_, name) => name.into_iter().for_each(|name| name.push(letter)),
        }
    }
    names
}

impl MatchDescription {
    /// Returns the first difference between this description and `other`, if there is one. The
    /// number of games and the test may differ, as they only determine the end of a match.
    pub fn difference(&self, other: &MatchDescription) -> Option<String> {
        let list = |names: &[String]| names.join(", ");
        let parts = |description: &MatchDescription| {
            [
                ("it is a", description.format.text().to_owned()),
                ("its players are", list(&description.players)),
                ("its openings are", description.openings.clone()),
                ("its rules are", list(&description.rules)),
            ]
        };
        let mut pairs = parts(self).into_iter().zip(parts(other));
        let ((what, own), (_, others)) = pairs.find(|((_, own), (_, others))| own != others)?;
        let [others, own] = [others, own].map(|text| shortened(&text));
        Some(format!("{what} {others} and not {own}"))
    }
}

#[cfg(test)]
mod tests {
    use super::MatchDescription;
    use crate::{schedule::Format, sprt::Sprt};

    fn description() -> MatchDescription {
        MatchDescription {
            format: Format::RoundRobin,
            games: 200,
            sprt: None,
            openings: "random 4".to_owned(),
            rules: ["margin 0", "draw turns=8,score=10,after=80"]
                .map(str::to_owned)
                .into(),
            players: ["self", "a, b; players \\c,"].map(str::to_owned).into(),
        }
    }

    #[test]
    fn a_description_is_read_as_written() {
        let mut description = description();
        for sprt in [None, Some(Sprt::new(-2.5, 5.0, 0.05, 0.1).unwrap())] {
            description.sprt = sprt;
            let text = description.to_string();
            assert_eq!(text.parse(), Ok(description.clone()), "{text}");
        }
        assert_eq!(
            description.to_string(),
            "round robin; games 200; openings random 4; sprt -2.5 5 0.05 0.1; margin 0; \
             draw turns=8,score=10,after=80; players self, a\\, b; players \\\\c\\,"
        );
    }

    #[test]
    fn text_that_describes_no_match_is_refused() {
        for text in [
            "",
            "gauntlet; games 2; openings random 4",
            "swiss; games 2; openings random 4; players a, b",
            "gauntlet; games x; openings random 4; players a, b",
            "gauntlet; games 0; openings random 4; players a, b",
            "gauntlet; openings random 4; games 2; players a, b",
            "gauntlet; games 2; openings random 4; players a",
            "gauntlet; games 2; openings random 4; sprt 5 0 0.05 0.05; players a, b",
        ] {
            let error = text.parse::<MatchDescription>().unwrap_err();
            assert_eq!(error.to_string(), format!("invalid [Match \"{text}\"]"));
        }
    }

    #[test]
    fn matches_differ_by_what_is_played_and_not_by_when_they_end() {
        let known = description();
        let longer = MatchDescription {
            games: 400,
            sprt: Sprt::new(0.0, 5.0, 0.05, 0.05).ok(),
            ..description()
        };
        assert_eq!(known.difference(&longer), None);
        let openings = MatchDescription {
            openings: "random 8".to_owned(),
            ..description()
        };
        assert_eq!(
            known.difference(&openings).unwrap(),
            "its openings are random 8 and not random 4"
        );
        let gauntlet = MatchDescription {
            format: Format::Gauntlet,
            ..description()
        };
        assert_eq!(
            known.difference(&gauntlet).unwrap(),
            "it is a gauntlet and not round robin"
        );
    }

    #[test]
    fn long_texts_of_other_matches_are_shortened() {
        let other = MatchDescription {
            openings: "x".repeat(100_000),
            ..description()
        };
        let difference = description().difference(&other).unwrap();
        assert!(difference.len() < 300, "{}", difference.len());
        assert!(
            difference.ends_with("x... and not random 4"),
            "{difference}"
        );
    }
}
