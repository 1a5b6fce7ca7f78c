//! The end of the server and of its connections.

use std::{
    io,
    sync::mpsc::{self, Receiver, Sender},
    thread,
    time::{Duration, Instant},
};

use jabberwock_board::{LIMITS, Mailbox, Message, Record, Room};
use jabberwock_search::Settings;

use crate::{client::Client, socket::Socket};

/// The maximum time for immediate actions.
const PATIENCE: Duration = Duration::from_mins(1);

/// Starts a server; returns the mailbox of its room, and the receiver of its result, too.
fn serve() -> (Client, Mailbox, Receiver<io::Result<()>>) {
    let (mailbox, messages) = Mailbox::new();
    let room = Room::new(Settings::default(), mailbox.clone());
    let (sender, ended) = mpsc::channel();
    let own = mailbox.clone();
    let client = Client::serve(move |server| {
        sender.send(server.run(room, &own, messages)).ok();
    });
    (client, mailbox, ended)
}

/// Makes the room call `act` on its thread; `false` if its mailbox is full.
fn act_in_room(mailbox: &Mailbox, act: impl FnOnce() + Send + 'static) -> bool {
    let record = Record::read("[Variant \"hop\"]\n[Result \"*\"]\n\n1. e2e4 *\n").unwrap();
    mailbox.send(Message::Record(record, Box::new(|_| act())))
}

/// Blocks the room until the result is dropped, and fills its mailbox.
fn fill(mailbox: &Mailbox) -> Sender<()> {
    let (begins, begun) = mpsc::channel();
    let (release, released) = mpsc::channel();
    assert!(act_in_room(mailbox, move || {
        begins.send(()).unwrap();
        // Fails when the other end is dropped.
        released.recv().ok();
    }));
    begun.recv_timeout(PATIENCE).unwrap();
    while mailbox.send(Message::Disconnected(u64::MAX)) {}
    release
}

/// Waits until the room has taken the messages of a full mailbox.
fn empty(mailbox: &Mailbox) {
    let (sender, taken) = mpsc::channel();
    while !act_in_room(mailbox, {
        let sender = sender.clone();
        move || sender.send(()).unwrap()
    }) {
        thread::sleep(Duration::from_millis(1));
    }
    taken.recv_timeout(PATIENCE).unwrap();
}

#[test]
fn a_server_whose_room_panics_ends_and_says_so() {
    let (_client, mailbox, ended) = serve();
    assert!(act_in_room(&mailbox, || panic!(
        "this panic is part of a test"
    )));
    let result = ended.recv_timeout(PATIENCE).expect("an end");
    let error = result.expect_err("an error").to_string();
    assert!(error.contains("panicked"), "{error}");
}

#[test]
fn a_server_is_stopped_while_the_mailbox_is_full() {
    let (client, mailbox, ended) = serve();
    let full = fill(&mailbox);
    client.stop();
    // The server has time to send its last message.
    let early = ended.recv_timeout(Duration::from_millis(300));
    assert!(early.is_err(), "the room is still busy");
    drop(full);
    let result = ended.recv_timeout(PATIENCE);
    // Stops the server if the test fails, too.
    mailbox.send(Message::End);
    result.expect("an end").expect("no error");
}

#[test]
fn a_page_that_leaves_while_the_mailbox_is_full_has_left_its_table() {
    const NEW: &str = r#"{"id":1,"do":"new","variant":"chess","separate":true}"#;
    let (client, mailbox, _) = serve();
    let mut pages: Vec<Socket> = (0..LIMITS.connections)
        .map(|_| Socket::open(&client))
        .collect();
    for page in &mut pages[..LIMITS.tables] {
        assert!(page.ask(NEW).contains("\"table\":"));
    }
    let mut other = pages.pop().unwrap();
    assert!(other.ask(NEW).contains("\"limit\""));
    let full = fill(&mailbox);
    pages.remove(0);
    // There is a free place when the server has noticed that the page has disconnected.
    while Socket::try_open(&client).1 == 503 {}
    drop(full);
    empty(&mailbox);
    let end = Instant::now() + PATIENCE;
    loop {
        let answer = other.ask(NEW);
        if !answer.contains("\"limit\"") {
            break;
        }
        assert!(Instant::now() < end, "{answer}");
        thread::sleep(Duration::from_millis(10));
    }
}
