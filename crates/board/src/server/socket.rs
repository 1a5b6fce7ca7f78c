//! A page's WebSocket: forwards texts to the room, and its replies and events back.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{
        ConnectInfo, State,
        ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code},
    },
    http::StatusCode,
    response::{IntoResponse, Response},
};
use tokio::{sync::mpsc::Receiver, task::spawn_blocking, time::timeout};

use super::{connections, listener::Peer, shared::Shared};
use crate::{Connection, LIMITS, Message, message::Refusal};

/// The largest message that is read, in bytes. Messages above the limit are answered; a larger one
/// ends the connection.
pub(super) const READ: usize = 4 * LIMITS.message;
/// The maximum time for sending a message to the page.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// A request to open a connection.
pub(super) type Upgrade =
    Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>;

/// The reason why a connection ends.
pub(super) type End = Option<CloseFrame>;

/// `GET /table`.
pub(super) async fn upgrade(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    upgrade: Upgrade,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let Some((page, outgoing)) = shared.connections.add() else {
        let text = format!("there are {} pages already\n", LIMITS.connections);
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let busy = peer.busy();
    let failed = shared.clone();
    upgrade
        .max_message_size(READ)
        .max_frame_size(READ)
        .on_failed_upgrade(move |error| {
            log::warn!("{error}");
            failed.connections.remove(page);
        })
        .on_upgrade(async move |socket| {
            let mut exchange = Exchange {
                socket,
                page,
                shared,
                waiting: 0,
            };
            exchange.run(outgoing).await;
            drop(busy);
        })
}

/// The input of a page.
pub(super) enum Received {
    Text(String),
    /// Input that is refused without being parsed.
    Refused(Refusal),
    /// Input that needs no answer.
    Nothing,
}

/// Reads the input of a page.
///
/// # Errors
/// If the connection ends.
pub(super) fn read(frame: Option<Result<Frame, axum::Error>>) -> Result<Received, End> {
    Ok(match frame {
        Some(Ok(Frame::Text(text))) if text.len() > LIMITS.message => {
            let reason = format!("a message has at most {} bytes", LIMITS.message);
            Received::Refused(Refusal::limit(reason, &text))
        }
        Some(Ok(Frame::Text(text))) => Received::Text(text.to_string()),
        Some(Ok(Frame::Binary(_))) => {
            Received::Refused(Refusal::bad_request("a message is text", ""))
        }
        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => Received::Nothing,
        Some(Ok(Frame::Close(_))) | None => return Err(None),
        Some(Err(error)) => {
            log::info!("a page's connection ends: {error}");
            return Err(Some(close(close_code::SIZE, "not a message, or too long")));
        }
    })
}

/// Sends `text` to a page.
///
/// # Errors
/// If the page does not read it, or the connection has ended.
pub(super) async fn write(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), End> {
    match timeout(WRITE_TIMEOUT, socket.send(Frame::Text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(None),
        Err(_) => Err(Some(close(close_code::POLICY, "the page does not read"))),
    }
}

/// Ends a connection.
pub(super) async fn finish(socket: &mut WebSocket, end: End) {
    if let Some(frame) = end {
        let close = socket.send(Frame::Close(Some(frame)));
        // If this fails, it is closed nevertheless.
        timeout(WRITE_TIMEOUT, close).await.ok();
    }
}

/// Returns the reason for the end of a connection, as sent to the page.
fn close(code: u16, reason: &'static str) -> CloseFrame {
    let reason = reason.into();
    CloseFrame { code, reason }
}

/// One end of a connection.
struct Exchange {
    socket: WebSocket,
    page: Connection,
    shared: Arc<Shared>,
    /// The number of requests without a reply.
    waiting: usize,
}

impl Exchange {
    /// Forwards messages in both directions until the connection ends.
    async fn run(&mut self, mut outgoing: Receiver<connections::Frame>) {
        let mailbox = &self.shared.mailbox;
        if mailbox.send(Message::Connected(self.page)) {
            let end = loop {
                let step = tokio::select! {
                    biased;
                    frame = outgoing.recv() => self.send(frame).await,
                    frame = self.socket.recv() => self.receive(frame),
                };
                if let Err(end) = step {
                    break end;
                }
            };
            finish(&mut self.socket, end).await;
        }
        self.shared.connections.remove(self.page);
        let mailbox = self.shared.mailbox.clone();
        let disconnected = Message::Disconnected(self.page);
        // It must not be lost, and other connections must not wait for room in the mailbox.
        let sent = spawn_blocking(move || mailbox.send_waiting(disconnected));
        // Fails only if the server has ended.
        sent.await.ok();
    }

    /// Sends a message of the room to the page.
    async fn send(&mut self, frame: Option<connections::Frame>) -> Result<(), End> {
        let text = match frame {
            Some(connections::Frame::Reply(text)) => {
                self.waiting = self.waiting.saturating_sub(1);
                text.into()
            }
            Some(connections::Frame::Event(text)) => (*text).into(),
            None => return Err(Some(close(close_code::POLICY, "the page does not read"))),
        };
        write(&mut self.socket, text).await
    }

    /// Passes a message of the page to the room.
    fn receive(&mut self, frame: Option<Result<Frame, axum::Error>>) -> Result<(), End> {
        let message = match read(frame)? {
            Received::Text(text) => Message::Text(self.page, text),
            Received::Refused(refusal) => Message::Refused(self.page, refusal),
            Received::Nothing => return Ok(()),
        };
        if self.waiting >= LIMITS.waiting {
            return Err(Some(close(
                close_code::POLICY,
                "too many requests are waiting",
            )));
        }
        self.waiting += 1;
        if self.shared.mailbox.send(message) {
            Ok(())
        } else {
            Err(Some(close(close_code::AGAIN, "the server has no time")))
        }
    }
}
