//! The rules of the games as HTML.
//!
//! Each page of `docs/rules` becomes a fragment in which the rule H13 has the id `H13`.

use jabberwock_variants::{Entry, mega::Mega};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// The pages, one per line.
const PAGES: &[(&str, &str)] = &[
    ("chess", include_str!("../../../docs/rules/chess.md")),
    ("chess960", include_str!("../../../docs/rules/chess960.md")),
    ("hop", include_str!("../../../docs/rules/hop.md")),
    ("chakra", include_str!("../../../docs/rules/chakra.md")),
    ("chaotic", include_str!("../../../docs/rules/chaotic.md")),
    ("denial", include_str!("../../../docs/rules/denial.md")),
    ("crazy", include_str!("../../../docs/rules/crazy.md")),
    ("mega", include_str!("../../../docs/rules/mega.md")),
    ("notation", include_str!("../../../docs/rules/notation.md")),
];

/// The page about the notation of all games.
const NOTATION: &str = "notation";

/// The table of all pages, which lists the games that each game is built on.
const TABLE: &str = include_str!("../../../docs/rules/README.md");

/// Returns the names of the pages of a game: its own, those of the games it is built on, the
/// notation.
pub(crate) fn pages_of(entry: &Entry) -> Vec<&'static str> {
    let own = match entry.planned().map(Mega::level) {
        Some(_) => find("mega"),
        None => PAGES.iter().map(|&(name, _)| name).find(|&name| {
            let rest = entry.name.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        }),
    };
    let mut pages: Vec<&str> = own.into_iter().collect();
    if let Some(own) = own {
        let start = format!("| [{own}.md](");
        let row = TABLE.lines().find(|line| line.starts_with(&start));
        let bases = row
            .and_then(|row| row.split('|').nth(3))
            .unwrap_or_default();
        pages.extend(bases.split(',').filter_map(|base| find(base.trim())));
    }
    pages.extend(find(NOTATION));
    pages
}

/// Returns the names of all pages.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|&(name, _)| name)
}

fn find(name: &str) -> Option<&'static str> {
    let page = PAGES.iter().find(|(known, _)| *known == name);
    page.map(|&(known, _)| known)
}

/// Returns the page `name` as a fragment of HTML; `None` if there is no such page.
pub(crate) fn page(name: &str) -> Option<String> {
    let (_, text) = PAGES.iter().find(|(known, _)| *known == name)?;
    let text = with_paragraphs(text);
    let mut events = Vec::new();
    let mut is_start = false;
    for event in with_own_links(Parser::new_ext(&text, Options::ENABLE_TABLES)) {
        match event {
            Event::Start(Tag::Paragraph) => {
                is_start = true;
            }
            Event::Text(text) => {
                if std::mem::take(&mut is_start) {
                    let number = rule_number(&text);
                    events.push(paragraph(number));
                }
                events.push(Event::Text(text));
            }
            Event::End(TagEnd::Paragraph) => {
                events.push(Event::Html("</p>\n".into()));
            }
            other => {
                if std::mem::take(&mut is_start) {
                    events.push(paragraph(None));
                }
                events.push(other);
            }
        }
    }
    let mut html = String::new();
    html::push_html(&mut html, events.into_iter());
    Some(html)
}

/// Returns the events with links between pages of rules. A link to another document, which is not served,
/// becomes plain text.
fn with_own_links<'a>(events: impl Iterator<Item = Event<'a>>) -> impl Iterator<Item = Event<'a>> {
    let mut is_left_out = false;
    events.filter_map(move |event| match event {
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => {
            let address = address(&dest_url);
            is_left_out = address.is_none();
            let link = |dest_url| Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            };
            address.map(|dest_url| Event::Start(link(dest_url)))
        }
        Event::End(TagEnd::Link) if std::mem::take(&mut is_left_out) => None,
        other => Some(other),
    })
}

/// Returns the beginning of a paragraph, with an id if it is a rule with a number.
fn paragraph(number: Option<&str>) -> Event<'static> {
    Event::Html(match number {
        Some(number) => format!("<p id=\"{number}\">").into(),
        None => "<p>".into(),
    })
}

/// Returns the number at the beginning of a rule: `H13` in `H13. A piece`.
fn rule_number(text: &str) -> Option<&str> {
    let (number, _) = text.split_once('.')?;
    let rest = number.strip_prefix(|letter: char| letter.is_ascii_uppercase())?;
    let digits = rest.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && rest.len() <= digits.len() + 1).then_some(number)
}

/// Returns `text` with a paragraph for each rule.
fn with_paragraphs(text: &str) -> String {
    let mut result = String::with_capacity(text.len() + 256);
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        if !fenced && rule_number(line).is_some() {
            result.push('\n');
        }
        result.push_str(line);
        result.push('\n');
    }
    result
}

/// Returns the target of a link: another page of rules, or the link itself; `None` for another document.
fn address<'a>(link: &str) -> Option<CowStr<'a>> {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let Some(name) = file.strip_suffix(".md") else {
        return Some(link.to_owned().into());
    };
    let page = find(name)?;
    Some(if anchor.is_empty() {
        format!("/rules/{page}").into()
    } else {
        format!("/rules/{page}#{anchor}").into()
    })
}

#[cfg(test)]
mod tests {
    use jabberwock_variants::find as find_variant;

    use super::{find, names, page, pages_of};

    #[test]
    fn every_rule_has_an_id() {
        for (name, numbers) in [
            ("hop", &["H1", "H13", "H16"][..]),
            ("crazy", &["K1", "K17", "K43", "E4"]),
            ("mega", &["G1", "G18a", "G21"]),
            ("denial", &["D1", "D18"]),
        ] {
            let html = page(name).unwrap();
            for number in numbers {
                let start = format!("<p id=\"{number}\">{number}. ");
                assert_eq!(html.matches(&start).count(), 1, "{number}");
            }
            assert_eq!(
                html.matches("<p>").count() + html.matches("<p id=").count(),
                html.matches("</p>").count(),
                "{name}"
            );
        }
    }

    #[test]
    fn a_games_pages_begin_with_its_own() {
        for (name, pages) in [
            ("hop", &["hop", "chess", "notation"][..]),
            ("crazy-soft", &["crazy", "chess", "denial", "notation"]),
            ("chakra-modern", &["chakra", "notation"]),
            ("recursive-4", &["mega", "chess", "notation"]),
        ] {
            assert_eq!(pages_of(find_variant(name).unwrap()), pages, "{name}");
        }
        assert!(page("../chess").is_none());
    }

    #[test]
    fn links_between_pages_lead_to_pages() {
        let html = page("crazy").unwrap();
        assert!(html.contains("href=\"/rules/denial\""), "{html}");
        assert!(!html.contains(".md\""));
    }

    #[test]
    fn no_link_leads_to_what_is_not_served() {
        for name in names() {
            let html = page(name).unwrap();
            for link in html.split("href=\"").skip(1) {
                let link = link.split('"').next().unwrap();
                if link.contains("://") {
                    continue;
                }
                let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = path.strip_prefix("/rules/").unwrap_or(path);
                let target = if target.is_empty() { name } else { target };
                assert!(find(target).is_some(), "{name}: {link}");
                let id = format!("id=\"{anchor}\"");
                assert!(
                    anchor.is_empty() || page(target).unwrap().contains(&id),
                    "{name}: {link}"
                );
            }
        }
        let notation = page("notation").unwrap();
        assert!(notation.contains("(analyse.md)"), "{notation}");
    }
}
