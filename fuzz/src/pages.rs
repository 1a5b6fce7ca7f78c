//! Messages of pages to the room of their tables.

use std::{sync::mpsc::Receiver, time::Instant};

use arbitrary::Arbitrary;
use jabberwock_board::{Mailbox, Message, Outgoing, Room};
use jabberwock_search::Settings;
use serde_json::{Value, json};

use super::edits::{Edits, check_message, plain_text, structure};

/// The most messages of an input.
const MAX_MESSAGES: usize = 24;

/// The most letters with which a refusal repeats 200 letters of a text: control characters are
/// escaped by up to six, and three dots stand for what was cut off.
const MAX_LETTERS: usize = 200 * 6 + 3;

/// The one page.
const PAGE: u64 = 1;

/// Requests of every kind.
const REQUESTS: &[&str] = &[
    r#"{"id":1,"do":"hello","table":1}"#,
    r#"{"id":1,"do":"examples","variant":"hop"}"#,
    r#"{"id":1,"do":"new","variant":"hop","turns":["e2e4"]}"#,
    r#"{"id":1,"do":"new","variant":"denial","turns":["e2e4"]}"#,
    r#"{"id":1,"do":"new","variant":"mega","separate":true}"#,
    r#"{"id":1,"do":"new","variant":"recursive-2"}"#,
    r#"{"id":1,"do":"new","variant":"chess","position":"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}"#,
    r#"{"id":1,"do":"load","text":"[Variant \"hop\"]\n[Result \"*\"]\n\n1. e2e4 (1. d2d4) g8f6@d5 *\n"}"#,
    r#"{"id":1,"do":"load","record":1,"game":0}"#,
    r#"{"id":1,"do":"goto","at":0}"#,
    r#"{"id":1,"do":"goto","at":1}"#,
    r#"{"id":1,"do":"delete","at":1}"#,
    r#"{"id":1,"do":"promote","at":2}"#,
    r#"{"id":1,"do":"look","at":0,"place":"a1/b2"}"#,
    r#"{"id":1,"do":"prompt","taps":["a1/e2","a1/e4"]}"#,
    r#"{"id":1,"do":"prompt","at":1,"taps":["e2"]}"#,
    r#"{"id":1,"do":"turn","at":0,"taps":["e2","e4"]}"#,
    r#"{"id":1,"do":"turn","at":1,"text":"e7e5"}"#,
    r#"{"id":1,"do":"after","at":0,"turns":["e2e4","e7e5"],"place":""}"#,
    r#"{"id":1,"do":"complete","text":"e"}"#,
    r#"{"id":1,"do":"evaluate"}"#,
    r#"{"id":1,"do":"seat","white":{"player":"person","pace":{"clock":"300+3"}},"black":{"player":"opponent-2"}}"#,
    r#"{"id":1,"do":"seat","black":{"player":"self","pace":{"nodes":10,"depth":2,"seconds":0.5}}}"#,
    r#"{"id":1,"do":"go"}"#,
    r#"{"id":1,"do":"pause"}"#,
    r#"{"id":1,"do":"move-now"}"#,
    r#"{"id":1,"do":"resign","color":"white"}"#,
    r#"{"id":1,"do":"takeback"}"#,
    r#"{"id":1,"do":"analyse","on":true,"lines":2}"#,
    r#"{"id":1,"do":"analyse","on":false}"#,
    r#"{"id":1,"do":"fill","taps":["a1/e2","a1/e4"],"seconds":0.01}"#,
    r#"{"id":1,"do":"record"}"#,
    r#"{"id":1,"do":"text","at":0}"#,
];

/// The next action of the page.
#[derive(Arbitrary, Debug)]
enum Step {
    /// It sends a request.
    Request(u8),
    /// It sends a request that is damaged.
    Edited(u8, Edits),
    /// It points at what is offered, and makes the turn when there is one.
    Point(Vec<u8>),
}

/// Sends messages to a room: a line each, or requests and what is made of them.
pub fn page(data: &[u8]) {
    #[derive(Arbitrary, Debug)]
    struct Input {
        steps: Vec<Step>,
    }
    let mut conversation = Conversation::new();
    if let Some(text) = plain_text(data) {
        for line in text.lines().take(MAX_MESSAGES) {
            conversation.send(line);
        }
    } else if let Some(input) = structure::<Input>(data) {
        for step in input.steps.iter().take(MAX_MESSAGES) {
            match step {
                Step::Request(index) => conversation.send(request(*index)),
                Step::Edited(index, edits) => conversation.send(&edits.apply(request(*index))),
                Step::Point(choices) => conversation.point(choices),
            }
        }
    }
    conversation.end();
}

fn request(index: u8) -> &'static str {
    REQUESTS[usize::from(index) % REQUESTS.len()]
}

/// A room with one page. Time stands still, so that clocks do.
struct Conversation {
    room: Room,
    messages: Receiver<Message>,
    now: Instant,
    /// Drafts that are being completed. They are replied to later, or refused when another request
    /// ends them.
    fills: usize,
}

impl Conversation {
    fn new() -> Conversation {
        let (mailbox, messages) = Mailbox::new();
        let settings = Settings {
            hash_mib: 1,
            ..Settings::default()
        };
        let mut conversation = Conversation {
            room: Room::new(settings, mailbox),
            messages,
            now: Instant::now(),
            fills: 0,
        };
        let sent = conversation
            .room
            .receive(Message::Connected(PAGE), conversation.now);
        assert!(sent.is_empty(), "{sent:?}");
        conversation.send(REQUESTS[2]);
        conversation
    }

    /// Sends `text`. It has at most one reply, a completed draft's comes later; one that refuses
    /// changes nothing.
    fn send(&mut self, text: &str) {
        while let Ok(message) = self.messages.try_recv() {
            let sent = self.room.receive(message, self.now);
            let replies = sent
                .iter()
                .filter(|sent| matches!(sent, Outgoing::Reply(..)));
            self.fills -= replies.count();
        }
        let before = self.state();
        let replies = self.replies(text);
        let late = replies.len().saturating_sub(1);
        assert!(late <= self.fills, "{text}: {replies:?}");
        self.fills -= late;
        let is_fill = serde_json::from_str(text).is_ok_and(|value: Value| value["do"] == "fill");
        let Some(reply) = replies.first() else {
            assert!(is_fill, "no reply to {text}");
            self.fills += 1;
            return;
        };
        if let Some(error) = reply.get("error") {
            check_message(error["reason"].as_str().expect("a reason"));
            let repeated = error["text"].as_str().expect("a text");
            assert!(repeated.chars().count() <= MAX_LETTERS, "{repeated}");
            assert_eq!(self.state(), before, "{text}");
        }
    }

    /// Enters a turn by what is offered.
    fn point(&mut self, choices: &[u8]) {
        let mut taps: Vec<Value> = Vec::new();
        for &choice in choices.iter().take(MAX_MESSAGES) {
            let request = json!({ "id": 2, "do": "prompt", "taps": taps });
            let replies = self.replies(&request.to_string());
            let prompt = &replies[0]["prompt"];
            if prompt["turn"].is_string() {
                let request = json!({ "id": 3, "do": "turn", "taps": taps });
                self.send(&request.to_string());
                return;
            }
            let targets = prompt["targets"].as_array().map_or(&[][..], Vec::as_slice);
            let Some(target) = targets.get(usize::from(choice) % targets.len().max(1)) else {
                return;
            };
            taps.push(target["tap"].clone());
        }
    }

    /// Returns the state that is sent to a newly connected page.
    fn state(&mut self) -> Value {
        let mut replies = self.replies(r#"{"id":9,"do":"hello"}"#);
        replies.pop().expect("a reply to hello")
    }

    /// Returns the replies to `text`, without events.
    fn replies(&mut self, text: &str) -> Vec<Value> {
        let message = Message::Text(PAGE, text.to_owned());
        let mut replies = Vec::new();
        for sent in self.room.receive(message, self.now) {
            match sent {
                Outgoing::Reply(_, text) => {
                    replies.push(serde_json::from_str(&text).expect("an object"));
                }
                Outgoing::Event(_, text) => {
                    let _: Value = serde_json::from_str(&text).expect("an object");
                }
            }
        }
        replies
    }

    /// Ends all searches. They do not wait for room in a mailbox that is gone.
    fn end(self) {
        drop(self.messages);
        drop(self.room);
    }
}
