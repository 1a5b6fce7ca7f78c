//! How the server ends.

use std::{
    io,
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use jabberwock_board::{Mailbox, Message, Record, Room};
use jabberwock_search::Settings;

use crate::client::Client;

/// How long something may take that takes no time.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server, the mailbox of its room, and how the server ends.
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

/// Lets the room call `act` on its thread.
fn act_in_room(mailbox: &Mailbox, act: impl FnOnce() + Send + 'static) {
    let record = Record::read("[Variant \"hop\"]\n[Result \"*\"]\n\n1. e2e4 *\n").unwrap();
    assert!(mailbox.send(Message::Record(record, Box::new(|_| act()))));
}

#[test]
fn a_server_whose_room_panics_ends_and_says_so() {
    let (_client, mailbox, ended) = serve();
    act_in_room(&mailbox, || panic!("this panic is part of a test"));
    let result = ended.recv_timeout(PATIENCE).expect("an end");
    let error = result.expect_err("an error").to_string();
    assert!(error.contains("panicked"), "{error}");
}
