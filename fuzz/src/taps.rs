//! Taps and the prompts after them.

use arbitrary::Arbitrary;
use jabberwock_engine::Session;
use jabberwock_game::Tap;
use jabberwock_variants::entries;

use super::edits::{Base, Edits, check_message, plain_text, structure};

/// The most taps of a list.
const MAX_TAPS: usize = 24;

/// A tap: one of those offered, or any text.
#[derive(Arbitrary, Debug)]
enum Choice {
    Offered(u8),
    Edited(u8, Edits),
}

/// Points at squares and choices of a position of any game.
pub fn prompt(data: &[u8]) {
    #[derive(Arbitrary, Debug)]
    struct Input {
        base: Base,
        choices: Vec<Choice>,
    }
    if let Some(text) = plain_text(data) {
        for entry in entries() {
            let session = jabberwock_engine::open(entry.name).expect("a name of the registry");
            let taps = text.split_whitespace().map(str::parse).take(MAX_TAPS);
            match taps.collect::<Result<Vec<Tap>, _>>() {
                Err(error) => check_message(&error.to_string()),
                Ok(taps) => drop(offered(session.as_ref(), &taps)),
            }
        }
    } else if let Some(input) = structure::<Input>(data) {
        let names: Vec<&str> = entries().iter().map(|entry| entry.name).collect();
        let session = input.base.session(&names);
        let mut taps = Vec::new();
        for choice in input.choices.iter().take(MAX_TAPS) {
            let Some(targets) = offered(session.as_ref(), &taps) else {
                break;
            };
            let (Choice::Offered(index) | Choice::Edited(index, _)) = choice;
            let Some(target) = targets.get(usize::from(*index) % targets.len().max(1)) else {
                break;
            };
            match choice {
                Choice::Offered(_) => taps.push(target.clone()),
                Choice::Edited(_, edits) => match edits.apply(&target.to_string()).parse() {
                    Ok(tap) => taps.push(tap),
                    Err(error) => check_message(&error.to_string()),
                },
            }
        }
    }
}

/// Returns the taps offered after `taps` and checks them: a complete turn is legal, every target is
/// read back from its text, and the last one may follow. `None` if no turn begins with `taps`.
fn offered(session: &dyn Session, taps: &[Tap]) -> Option<Vec<Tap>> {
    let prompt = match session.prompt(taps) {
        Ok(prompt) => prompt,
        Err(error) => {
            check_message(&error.to_string());
            return None;
        }
    };
    if let Some(turn) = &prompt.turn {
        assert_eq!(session.read_turn(turn).as_ref(), Ok(turn));
    }
    for target in &prompt.targets {
        let text = target.tap.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&target.tap));
    }
    let targets: Vec<Tap> = prompt
        .targets
        .into_iter()
        .map(|target| target.tap)
        .collect();
    if let Some(mut last) = targets.last().cloned() {
        // Of equal boards it may be possible to play on some only.
        for boards in &mut last.boards {
            boards.truncate(1);
        }
        let longer: Vec<Tap> = taps.iter().chain([&last]).cloned().collect();
        let next = session.prompt(&longer);
        assert!(next.is_ok(), "{last} is offered and refused: {next:?}");
    }
    Some(targets)
}
