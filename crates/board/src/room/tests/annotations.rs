//! Comments and glyphs of a record are kept when its game is opened and recorded again.

use serde_json::{Value, json};

use super::conversation::Conversation;

/// Opens the game of `turns`, a text of a record without its tags, and returns its new record.
fn opened(conversation: &mut Conversation, variant: &str, turns: &str) {
    let text = format!("[Event \"x\"]\n[Variant \"{variant}\"]\n\n{turns}\n");
    let load = json!({"id": 1, "do": "load", "text": text});
    let answer: Value = serde_json::from_str(&conversation.ask(&load.to_string())).unwrap();
    assert_eq!(answer.get("error"), None, "{answer}");
    assert_eq!(answer.get("fault"), None, "{answer}");
}

/// Returns the turns of the record of the table, on one line.
fn recorded(conversation: &mut Conversation) -> String {
    let answer = conversation.ask(r#"{"id":2,"do":"record"}"#);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let record = answer["record"].as_str().unwrap();
    let (_, turns) = record.split_once("\n\n").unwrap();
    turns.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_annotated_game_is_recorded_as_it_was_read() {
    let mut conversation = Conversation::new();
    for (variant, turns) in [
        // Marks, other glyphs, several of either, and several comments.
        (
            "chess",
            "1. e4 $1 $14 {+0.35/9 0.051s} {the best} {by test} e5 $6 {-M2/12} 2. Nf3 $146 Nc6 *",
        ),
        // Comments before the first turns of the game and of variations.
        (
            "chess",
            "{an old game} {not a good one} 1. e4 {first} ({a quiet one} 1. d4 $5 {also} d5 ({rare} \
             1... f5 $2 {bad}) 2. c4) ({English} 1. c4) 1... e5 {second} *",
        ),
        (
            "hop",
            "{before} 1. e2e4 $4 {why} ({or} 1. d2d4 $13) 1... g8f6@d5 $3 *",
        ),
        // The comment at the end: of the last turn, a reason, or beside the reason of the rules.
        ("chess", "1. e4 e5 {one} {unclear} *"),
        ("chess", "1. e4 e5 {Black resigns} 1-0"),
        ("chess", "1. e4 e5 1/2-1/2"),
        (
            "chess",
            "1. f3 e5 2. g4 $4 Qh4# $1 {the fastest} {checkmate} 0-1",
        ),
        // There need not be any turns.
        ("chess", "{nothing was played} *"),
        ("chess", "{nothing was played} {Black is absent} 1-0"),
    ] {
        opened(&mut conversation, variant, turns);
        assert_eq!(recorded(&mut conversation), turns);
    }
}

#[test]
fn annotations_of_lines_that_begin_alike_are_all_kept() {
    let mut conversation = Conversation::new();
    let turns =
        "1. e4 {+0.35} $1 {one} (1. e4 {-0.10} $10 {two} c5 {three}) ({four} 1. e4 e6) e5 *";
    opened(&mut conversation, "chess", turns);
    let expected = "1. e4 $1 $10 {+0.35} {four} {one} {two} e5 (1... c5 {three}) (1... e6) *";
    assert_eq!(recorded(&mut conversation), expected);
}

#[test]
fn comments_stay_when_a_variation_becomes_the_main_line() {
    let mut conversation = Conversation::new();
    let turns = "{before} 1. e4 {one} ({two} 1. d4 $5 {three}) 1... e5 *";
    opened(&mut conversation, "chess", turns);
    conversation.ask(r#"{"id":3,"do":"promote","at":3}"#);
    let expected = "{before} 1. d4 $5 {two} {three} (1. e4 {one} e5) *";
    assert_eq!(recorded(&mut conversation), expected);
}

#[test]
fn the_page_is_told_comments_and_signs_as_a_text() {
    let mut conversation = Conversation::new();
    let turns = "{before} 1. e4 $1 $14 {one} {two} ({three} 1. d4 $6 $99 {four}) 1... e5 *";
    opened(&mut conversation, "chess", turns);
    let hello = conversation.ask(r#"{"id":3,"do":"hello"}"#);
    let hello: Value = serde_json::from_str(&hello).unwrap();
    let nodes = hello["table"]["nodes"].as_array().unwrap();
    let comments: Vec<Option<&str>> = nodes.iter().map(|node| node["comment"].as_str()).collect();
    let expected = [
        Some("before"),
        Some("! ⩲ one two"),
        None,
        Some("three ?! four"),
    ];
    assert_eq!(comments, expected, "{nodes:?}");
}
