//! A watcher's WebSocket: sends the newest state of a match whenever the watcher can take it, and
//! answers.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    extract::{ConnectInfo, State, ws::WebSocket},
    http::StatusCode,
    response::{IntoResponse, Response},
};

use tokio::{sync::Semaphore, time::sleep};

use super::{
    listener::Peer,
    socket::{End, READ, Received, Upgrade, finish, read, write},
};
use crate::{LIMITS, MatchFeed, watch::Watcher};

/// The minimum interval between two updates for watchers of a match.
const PACE: Duration = Duration::from_millis(250);

/// A match, and a permit for each watcher.
#[derive(Debug)]
pub(super) struct WatchState {
    pub(super) feed: MatchFeed,
    pub(super) permits: Arc<Semaphore>,
}

/// `GET /table`.
pub(super) async fn upgrade(
    State(state): State<Arc<WatchState>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    upgrade: Upgrade,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    let Ok(permit) = state.permits.clone().try_acquire_owned() else {
        let text = format!("there are {} watchers already\n", LIMITS.connections);
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let busy = peer.busy();
    upgrade
        .max_message_size(READ)
        .max_frame_size(READ)
        .on_upgrade(async move |mut socket| {
            let end = serve_watcher(&mut socket, &state.feed).await;
            finish(&mut socket, end).await;
            drop((permit, busy));
        })
}

/// Serves a watcher until the match or the connection ends. States that occur while the watcher
/// does not read are skipped.
async fn serve_watcher(socket: &mut WebSocket, feed: &MatchFeed) -> End {
    let (mut watcher, mut newest) = feed.watcher();
    let mut end = feed.end();
    let mut is_paused = false;
    let pause = sleep(PACE);
    tokio::pin!(pause);
    loop {
        let step = tokio::select! {
            frame = socket.recv() => answer(socket, &mut watcher, read(frame)).await,
            () = &mut pause, if is_paused => {
                is_paused = false;
                Ok(())
            }
            // A match does not wait for its paused watchers.
            _ = end.changed(), if is_paused => {
                is_paused = false;
                Ok(())
            }
            changed = newest.changed(), if !is_paused => {
                is_paused = true;
                pause.as_mut().reset((Instant::now() + PACE).into());
                let is_over = changed.is_err() || newest.borrow_and_update().is_over();
                let sent = send_all(socket, watcher.news(Instant::now())).await;
                sent.and(if is_over { Err(None) } else { Ok(()) })
            }
        };
        if let Err(end) = step {
            return end;
        }
    }
}

/// Answers the input of a watcher.
async fn answer(
    socket: &mut WebSocket,
    watcher: &mut Watcher,
    received: Result<Received, End>,
) -> Result<(), End> {
    let messages = match received? {
        Received::Text(text) => watcher.request(&text, Instant::now()),
        Received::Refused(refusal) => vec![Watcher::refused(refusal)],
        Received::Nothing => return Ok(()),
    };
    send_all(socket, messages).await
}

async fn send_all(socket: &mut WebSocket, messages: Vec<String>) -> Result<(), End> {
    for message in messages {
        write(socket, message.into()).await?;
    }
    Ok(())
}
