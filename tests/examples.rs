//! The examples of every game are played: they show what they say.

use std::fs;

use jabberwock_engine::open;
use jabberwock_game::Outcome;
use jabberwock_variants::{Example, entries};

/// Plays an example in the game called `name`.
fn play(name: &str, example: &Example) -> Result<(), String> {
    let mut session = open(name).map_err(|error| error.to_string())?;
    session
        .set_position(example.position)
        .map_err(|error| error.to_string())?;
    let before = session.position();
    // A game in layers has fields of its own behind those of its base.
    let begins = |text: &str, fields: &str| {
        text.strip_prefix(fields)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    if !begins(&before, example.position) {
        return Err(format!("the position is written {before}"));
    }
    if let Some(outcome) = session.outcome() {
        return Err(format!("the game is over: {outcome}"));
    }
    let turn = session
        .play(example.turn)
        .map_err(|error| error.to_string())?;
    if turn != example.turn {
        return Err(format!("the turn is written {turn}"));
    }
    let after = session.position();
    if !begins(&after, example.after) {
        return Err(format!("the position after is {after}"));
    }
    let ends = session.outcome().as_ref().map(Outcome::to_string);
    if ends.as_deref() != example.ends {
        return Err(format!("the outcome is {ends:?}"));
    }
    Ok(())
}

#[test]
fn every_example_shows_what_it_says() {
    let mut played = 0;
    for entry in entries() {
        for example in entry.examples() {
            if let Err(error) = play(entry.name, &example) {
                panic!("{}, {}: {error}", entry.name, example.name);
            }
            played += 1;
        }
    }
    assert!(played > 100, "{played} examples");
}

#[test]
fn an_example_that_shows_something_else_is_noticed() {
    let entry = entries().iter().find(|entry| entry.name == "chess");
    let example = entry.expect("chess").examples()[0];
    assert_eq!(play("chess", &example), Ok(()));
    let mut wrong = [example; 3];
    wrong[0].after = "8/8/8/8/8/8/8/8 b - - 0 1";
    wrong[1].turn = "e2e5";
    wrong[2].ends = Some("1-0 {checkmate}");
    for example in wrong {
        assert!(play("chess", &example).is_err(), "{example:?}");
    }
}

#[test]
fn rules_that_examples_name_exist() {
    let rules: String = fs::read_dir("docs/rules")
        .expect("the rules")
        .map(|file| fs::read_to_string(file.expect("a file").path()).expect("text"))
        .collect();
    for entry in entries() {
        for example in entry.examples() {
            let words = example.see.split(|c: char| !c.is_ascii_alphanumeric());
            let numbers = words.filter(|word| {
                let (letter, digits) = word.split_at(word.len().min(1));
                "CDGHKX".contains(letter) && digits.starts_with(|c: char| c.is_ascii_digit())
            });
            for number in numbers {
                let head = format!("\n{number}. ");
                assert!(rules.contains(&head), "{}: {number}", example.name);
            }
        }
    }
}
