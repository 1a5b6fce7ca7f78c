//! The limits of the server, over raw connections.

use std::io::{Read, Write};

use crate::{
    client::Client,
    socket::{Frame, Socket},
};

const HELLO: &str = r#"{"id":1,"do":"hello"}"#;

#[test]
fn sixteen_pages_may_be_connected() {
    let client = Client::start();
    let mut pages: Vec<Socket> = (0..16).map(|_| Socket::open(&client)).collect();
    for page in &mut pages {
        assert!(page.ask(HELLO).contains("\"program\""));
    }
    assert_eq!(Socket::try_open(&client).1, 503);
    pages.pop();
    // The server learns of the end as soon as it reads it.
    while Socket::try_open(&client).1 == 503 {}
}

#[test]
fn messages_that_are_too_long_or_no_text_are_refused() {
    let client = Client::start();
    let mut page = Socket::open(&client);
    let long = format!(r#"{{"id":1,"do":"load","text":"{}"}}"#, "x".repeat(2 << 20));
    let answer = page.ask(&long);
    assert!(
        answer.contains("\"kind\":\"limit\"") && answer.contains("1048576"),
        "{answer}"
    );
    assert!(answer.len() < 1000, "{answer}");
    assert!(page.send_frame(2, b"\0\x01"));
    let Frame::Text(answer) = page.next() else {
        panic!("no answer");
    };
    assert!(answer.contains("a message is text"), "{answer}");
    assert!(page.ask(HELLO).contains("\"program\""));
    // A message that is far too long is not even read.
    let _ = page.send(&"x".repeat(5 << 20));
    assert!(matches!(page.next(), Frame::Close(_) | Frame::End));
    assert!(Socket::open(&client).ask(HELLO).contains("\"program\""));
}

#[test]
fn a_page_with_too_many_requests_waiting_is_disconnected() {
    let client = Client::start();
    let mut page = Socket::open(&client);
    // A record of many games keeps the tables busy.
    let games = r#"[Variant \"hop\"]\n[Result \"*\"]\n\n1. e2e4 *\n\n"#.repeat(15_000);
    assert!(page.send(&format!(r#"{{"id":1,"do":"load","text":"{games}"}}"#)));
    for _ in 0..200 {
        page.send(HELLO);
    }
    let mut replies = 0;
    loop {
        match page.next() {
            Frame::Text(_) => replies += 1,
            Frame::Close(reason) => {
                assert_eq!(reason, "too many requests are waiting");
                break;
            }
            Frame::End => break,
        }
        assert!(replies < 200, "every request was answered");
    }
    assert!(Socket::open(&client).ask(HELLO).contains("\"program\""));
}

#[test]
fn a_page_that_does_not_read_is_disconnected_and_the_others_are_served() {
    let client = Client::start();
    let (mut silent, mut other) = (Socket::open(&client), Socket::open(&client));
    // Replies accumulate until the system accepts no more.
    while silent.send(r#"{"id":1,"do":"variants"}"#) {
        assert!(other.ask(HELLO).contains("\"program\""));
    }
}

#[test]
fn a_request_that_never_ends_is_given_up() {
    let client = Client::start();
    let mut slow = client.connect();
    write!(slow, "GET / HTTP/1.1\r\nHost: {}\r\nX-", client.address).unwrap();
    assert!(Socket::open(&client).ask(HELLO).contains("\"program\""));
    let mut rest = Vec::new();
    // The end comes from the server; the client would wait for minutes.
    slow.read_to_end(&mut rest).ok();
    assert!(!String::from_utf8_lossy(&rest).contains("200"), "{rest:?}");
}

#[test]
fn records_are_posted_up_to_their_limit() {
    let client = Client::start();
    let record = "[White \"a\"]\n[Variant \"hop\"]\n[Result \"*\"]\n\n1. e2e4 *\n";
    let answer = client.post("/record", &[], record.as_bytes());
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(
        answer.text(),
        "{\"record\":1,\"games\":[{\"white\":\"a\",\"black\":\"?\",\"result\":\"*\",\"variant\":\"hop\",\"turns\":1}]}"
    );
    let mut page = Socket::open(&client);
    page.ask(HELLO);
    let loaded = page.ask(r#"{"id":2,"do":"load","record":1}"#);
    assert!(loaded.starts_with("{\"re\":2,\"table\":1,"), "{loaded}");
    let bad = client.post("/record", &[], b"\0\xff<b>");
    assert_eq!(bad.status, 422, "{bad:?}");
    assert!(bad.text().contains("\"kind\":\"record\""), "{bad:?}");
    let large = client.post("/record", &[], &vec![b' '; (16 << 20) + 1]);
    assert_eq!(large.status, 413, "{:?}", large.headers);
}
