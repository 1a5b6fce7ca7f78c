//! Any input of a page is answered by one message, and changes nothing.

use serde_json::Value;

use super::conversation::Conversation;

/// Returns the answer to `text`, after which the table must be unchanged.
fn refused(conversation: &mut Conversation, text: &str) -> Value {
    let before = conversation.ask(r#"{"id":0,"do":"hello","table":1}"#);
    let answer = conversation.ask(text);
    let after = conversation.ask(r#"{"id":0,"do":"hello","table":1}"#);
    assert_eq!(before, after, "{text:.200}");
    assert!(answer.len() < 3_000, "{answer}");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let error = &answer["error"];
    assert!(
        error["reason"]
            .as_str()
            .is_some_and(|reason| !reason.is_empty()),
        "{answer}"
    );
    let shown = error["text"].as_str().unwrap().chars().count();
    assert!(shown <= 203, "{shown}: {answer}");
    answer
}

/// Creates a conversation at a table of `variant`.
fn at_table(variant: &str) -> Conversation {
    let mut conversation = Conversation::new();
    let new = format!(r#"{{"id":1,"do":"new","variant":"{variant}"}}"#);
    assert!(conversation.ask(&new).contains("\"table\":1"));
    conversation
}

#[test]
fn what_is_no_request_is_named() {
    let mut conversation = at_table("chess");
    for text in [
        "",
        "{",
        "[]",
        "null",
        "7",
        "\"hello\"",
        "{\"id\":1}",
        "{\"do\":\"look\"}",
        "\0",
        "{\"id\":-1,\"do\":\"look\"}",
        "{\"id\":1e99,\"do\":\"look\"}",
        "{\"id\":\"1\",\"do\":\"look\"}",
        "{\"id\":1,\"do\":\"fly\"}",
        "{\"id\":1,\"do\":7}",
        "{\"id\":1,\"do\":\"look\",\"at\":\"x\"}",
        "{\"id\":1,\"do\":\"look\",\"at\":-1}",
        "{\"id\":1,\"do\":\"look\",\"at\":4294967296}",
        "{\"id\":1,\"do\":\"goto\"}",
        "{\"id\":1,\"do\":\"prompt\",\"taps\":\"e2\"}",
        "{\"id\":1,\"do\":\"turn\",\"at\":0}",
        "{\"id\":1,\"do\":\"analyse\",\"on\":1}",
        "{\"id\":1,\"do\":\"analyse\",\"on\":true,\"lines\":6}",
        "{\"id\":1,\"do\":\"analyse\",\"on\":true,\"lines\":0}",
        "{\"id\":1,\"do\":\"fill\"}",
        "{\"id\":1,\"do\":\"hello\",\"table\":99}",
    ] {
        let answer = refused(&mut conversation, text);
        let kind = answer["error"]["kind"].as_str().unwrap();
        assert!(
            ["bad-request", "no-table"].contains(&kind),
            "{text}: {answer}"
        );
    }
    let unknown = format!(r#"{{"id":1,"do":"{}\n"}}"#, "fly".repeat(100_000));
    refused(&mut conversation, &unknown);
    let answer = refused(&mut conversation, r#"{"id":1,"do":"fly\n"}"#);
    let reason = answer["error"]["reason"].as_str().unwrap();
    assert!(
        reason.contains("`look`") && !reason.contains('\n'),
        "{reason}"
    );
    let deep = "[".repeat(100_000);
    refused(&mut conversation, &deep);
    refused(
        &mut conversation,
        &format!(r#"{{"id":1,"do":"look","at":{deep}"#),
    );
}

/// Requests whose texts refer to nothing, each with the kind of its refusal.
const NAMELESS: &[(&str, &str)] = &[
    (r#"{"id":1,"do":"look","at":7}"#, "no-node"),
    (r#"{"id":1,"do":"look","place":"z9"}"#, "position"),
    (r#"{"id":1,"do":"look","place":"e4"}"#, "position"),
    (r#"{"id":1,"do":"look","place":"\u0000"}"#, "position"),
    (r#"{"id":1,"do":"prompt","taps":["e2","e9"]}"#, "taps"),
    (r#"{"id":1,"do":"prompt","taps":["<b>"]}"#, "taps"),
    (r#"{"id":1,"do":"turn","at":0,"taps":["a1/e2"]}"#, "taps"),
    (r#"{"id":1,"do":"turn","at":0,"text":"<script>"}"#, "turn"),
    (r#"{"id":1,"do":"after","turns":["e2e5"]}"#, "turn"),
    (r#"{"id":1,"do":"new","variant":"go"}"#, "variant"),
    (
        r#"{"id":1,"do":"new","variant":"hop","position":"8/8"}"#,
        "position",
    ),
    (
        r#"{"id":1,"do":"new","variant":"chess","turns":["e2e5"]}"#,
        "turn",
    ),
    (r#"{"id":1,"do":"load","text":""}"#, "record"),
    (r#"{"id":1,"do":"load","record":5}"#, "record"),
    (r#"{"id":1,"do":"examples","variant":"\u0000"}"#, "variant"),
    (r#"{"id":1,"do":"resign"}"#, "playing"),
    (r#"{"id":1,"do":"takeback"}"#, "playing"),
];

#[test]
fn texts_that_name_nothing_are_named() {
    let mut conversation = at_table("mega");
    for &(text, kind) in NAMELESS {
        let answer = refused(&mut conversation, text);
        assert_eq!(answer["error"]["kind"], kind, "{text}: {answer}");
    }
}

#[test]
fn texts_that_are_too_long_are_named_in_part() {
    let mut conversation = at_table("mega");
    let long = "a1/".repeat(300_000);
    let taps = vec!["\"a1/e2\""; 10_000].join(",");
    for (text, kind) in [
        (
            format!(r#"{{"id":1,"do":"look","place":"{long}"}}"#),
            "position",
        ),
        (
            format!(r#"{{"id":1,"do":"analyse","on":true,"place":"{long}"}}"#),
            "position",
        ),
        (
            format!(r#"{{"id":1,"do":"prompt","taps":["{long}"]}}"#),
            "taps",
        ),
        (
            format!(r#"{{"id":1,"do":"prompt","taps":[{taps}]}}"#),
            "limit",
        ),
        (
            format!(r#"{{"id":1,"do":"fill","taps":[{taps}]}}"#),
            "limit",
        ),
        (
            format!(r#"{{"id":1,"do":"turn","at":0,"text":"{long}"}}"#),
            "turn",
        ),
        (
            format!(r#"{{"id":1,"do":"new","variant":"mega","position":"{long}"}}"#),
            "position",
        ),
    ] {
        let answer = refused(&mut conversation, &text);
        assert_eq!(answer["error"]["kind"], kind, "{text:.200}: {answer}");
    }
}
