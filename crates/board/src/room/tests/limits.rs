//! Tests of the limits of a room.

use jabberwock_arena::records::{MAX_DEPTH, games};
use serde_json::Value;

use super::conversation::Conversation;
use crate::LIMITS;

#[test]
fn a_table_without_pages_makes_room_for_another() {
    let mut conversation = Conversation::new();
    let new = r#"{"id":1,"do":"new","variant":"chess","separate":true}"#;
    // Every page is at its own table.
    let pages = LIMITS.tables as u64;
    for page in 1..=pages {
        conversation.send(page, new);
        assert!(conversation.next(page).starts_with("{\"event\":\"table\""));
        assert!(conversation.next(page).starts_with("{\"re\":1,\"table\":"));
    }
    conversation.send(99, new);
    let answer: Value = serde_json::from_str(&conversation.next(99)).unwrap();
    assert_eq!(answer["error"]["kind"], "limit", "{answer}");
    conversation.leave(3);
    conversation.send(99, new);
    assert!(conversation.next(99).contains("\"table\":9,"));
    conversation.send(4, r#"{"id":2,"do":"hello","table":3}"#);
    assert!(conversation.next(4).contains("there is no table 3"));
}

#[test]
fn a_table_has_so_many_nodes_and_no_more() {
    let mut conversation = Conversation::new();
    conversation.ask(r#"{"id":1,"do":"new","variant":"chess"}"#);
    let mut parent = 0;
    let mut last = 0;
    // Node by node, each with all its turns.
    let refusal = 'full: loop {
        let complete = format!(r#"{{"id":2,"do":"complete","at":{parent},"text":""}}"#);
        let turns: Value = serde_json::from_str(&conversation.ask(&complete)).unwrap();
        for turn in turns["turns"].as_array().unwrap() {
            conversation.ask(&format!(r#"{{"id":3,"do":"goto","at":{parent}}}"#));
            let make = format!(r#"{{"id":4,"do":"turn","at":{parent},"text":{turn}}}"#);
            let answer: Value = serde_json::from_str(&conversation.ask(&make)).unwrap();
            match answer["at"].as_u64() {
                Some(node) => last = node,
                None => break 'full answer,
            }
        }
        parent += 1;
    };
    assert_eq!(refusal["error"]["kind"], "limit", "{refusal}");
    assert_eq!(last, LIMITS.nodes as u64 - 1);
    // Turns that were made before can be made again.
    conversation.ask(r#"{"id":5,"do":"goto","at":0}"#);
    let again = conversation.ask(r#"{"id":6,"do":"turn","at":0,"text":"e2e4"}"#);
    assert!(again.starts_with("{\"re\":6,\"at\":"), "{again}");
}

#[test]
fn a_record_holds_variations_as_deep_as_can_be_read_back() {
    let mut conversation = Conversation::new();
    conversation.ask(r#"{"id":1,"do":"new","variant":"chess"}"#);
    let mut ask = |request: String| -> Value {
        let answer: Value = serde_json::from_str(&conversation.ask(&request)).unwrap();
        assert_eq!(answer.get("error"), None, "{request}: {answer}");
        answer
    };
    let mut at = 0;
    // In each variation the second turn begins the next.
    for level in 0..2 * MAX_DEPTH {
        let complete = format!(r#"{{"id":2,"do":"complete","at":{at},"text":""}}"#);
        let turns = ask(complete)["turns"].clone();
        let turns = turns.as_array().unwrap();
        let mut other = 0;
        for index in [13 * level, 13 * level + 1] {
            let turn = &turns[index % turns.len()];
            ask(format!(r#"{{"id":3,"do":"goto","at":{at}}}"#));
            let made = ask(format!(r#"{{"id":4,"do":"turn","at":{at},"text":{turn}}}"#));
            other = made["at"].as_u64().unwrap();
        }
        at = other;
    }
    let record = ask(r#"{"id":5,"do":"record"}"#.to_owned())["record"].clone();
    let game = games(record.as_str().unwrap()).next().unwrap().unwrap();
    assert_eq!(game.problem, None, "{record}");
    let mut depth = 0;
    let mut line = &game.main_line;
    while let Some(variation) = line.turns.iter().find_map(|turn| turn.variations.first()) {
        depth += 1;
        line = variation;
    }
    assert_eq!(depth, MAX_DEPTH);
}

#[test]
fn a_search_ends_ten_seconds_after_the_last_page_has_gone() {
    let mut conversation = Conversation::new();
    conversation.ask(r#"{"id":1,"do":"new","variant":"chess"}"#);
    conversation.ask(r#"{"id":2,"do":"analyse","on":true}"#);
    assert!(conversation.is_searching());
    conversation.leave(1);
    conversation.wait(9.0);
    assert!(conversation.is_searching());
    conversation.wait(2.0);
    assert!(!conversation.is_searching());
    // It continues when a page comes back.
    conversation.send(2, r#"{"id":1,"do":"hello"}"#);
    assert!(conversation.next(2).contains("\"analysis\":1"));
    assert!(conversation.is_searching());
}

#[test]
fn analysis_is_reported_ten_times_a_second_at_most() {
    let mut conversation = Conversation::new();
    conversation
        .ask(r#"{"id":1,"do":"new","variant":"chess","position":"7k/8/5KQ1/8/8/8/8/8 w - - 0 1"}"#);
    conversation.ask(r#"{"id":2,"do":"analyse","on":true,"lines":5}"#);
    // The clock only advances while the search runs.
    let mut events = 0;
    let start = std::time::Instant::now();
    loop {
        let text = conversation.next(1);
        assert!(text.starts_with("{\"event\":\"analysis\""), "{text}");
        events += 1;
        if text.contains("\"done\":true") {
            break;
        }
    }
    let allowed = start.elapsed().as_secs_f64() * 10.0 + 2.0;
    assert!(
        f64::from(events) <= allowed,
        "{events} events in {allowed} tenths"
    );
}
