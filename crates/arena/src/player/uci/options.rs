//! The options that a program lists, and the one that selects a game.

use jabberwock_variants::{Entry, FISCHERANDOM, NORMAL};

use crate::player::interface::PlayerError;

/// The options that select a game.
const VARIANT: &str = "UCI_Variant";
const CHESS960: &str = "UCI_Chess960";

/// An option listed by the program.
pub(super) struct Offer {
    name: String,
    /// The values of a combo.
    values: Vec<String>,
}

/// Returns the option `name` among those that a program lists, in any case.
pub(super) fn find<'a>(offered: &'a [Offer], name: &str) -> Option<&'a Offer> {
    offered
        .iter()
        .find(|offer| offer.name.eq_ignore_ascii_case(name))
}

/// Reads `option name N type T ... var V`.
pub(super) fn offer(line: &str) -> Option<Offer> {
    let rest = line.strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let values = rest.split(" var ").skip(1);
    Some(Offer {
        name: name.trim().to_owned(),
        values: values.map(|value| value.trim().to_owned()).collect(),
    })
}

/// Returns the option that selects the game, and its value; `None` if the game is chess and the
/// program has no option for it.
pub(super) fn selection(
    offered: &[Offer],
    entry: &'static Entry,
) -> Result<Option<(&'static str, &'static str)>, PlayerError> {
    if let Some(variants) = find(offered, VARIANT) {
        let names = [entry.name]
            .into_iter()
            .chain(entry.aliases.iter().copied());
        let mut known = names.filter(|&name| variants.values.iter().any(|value| value == name));
        if let Some(name) = known.next() {
            return Ok(Some((VARIANT, name)));
        }
    } else if entry.xboard_name() == Some(NORMAL) {
        // A program without the option plays chess.
        return Ok(None);
    }
    if entry.xboard_name() == Some(FISCHERANDOM) && find(offered, CHESS960).is_some() {
        return Ok(Some((CHESS960, "true")));
    }
    let problem = format!("the program does not play {}", entry.name);
    Err(PlayerError::Setup(problem))
}

#[cfg(test)]
mod tests {
    use jabberwock_variants::find;

    use super::{CHESS960, VARIANT, offer, selection};

    #[test]
    fn chess960_is_chosen_by_its_own_option_or_by_the_variant() {
        let offers = |lines: &[&str]| lines.iter().copied().filter_map(offer).collect::<Vec<_>>();
        let own = "option name UCI_Chess960 type check default false";
        let variants = "option name UCI_Variant type combo default chess var chess";
        let both = "option name UCI_Variant type combo default chess var chess var chess960";
        let chosen = |lines: &[&str], game| selection(&offers(lines), find(game).unwrap());
        for lines in [&[own][..], &[variants, own]] {
            assert_eq!(chosen(lines, "chess960").unwrap(), Some((CHESS960, "true")));
        }
        let by_variant = Some((VARIANT, "chess960"));
        assert_eq!(chosen(&[both, own], "chess960").unwrap(), by_variant);
        assert_eq!(chosen(&[own], "chess").unwrap(), None);
        for lines in [&[][..], &[variants]] {
            let error = chosen(lines, "chess960").unwrap_err().to_string();
            assert!(error.contains("chess960"), "{error}");
        }
    }

    #[test]
    fn options_are_read() {
        let combo = offer("option name UCI_Variant type combo default chess var chess var hop");
        let combo = combo.unwrap();
        assert_eq!(combo.name, "UCI_Variant");
        assert_eq!(combo.values, ["chess", "hop"]);
        assert!(offer("id name Option name type").is_none());
    }
}
