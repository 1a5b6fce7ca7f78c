//! The server of the page, on one thread: HTTP for the page's files, a WebSocket for each page.
//!
//! Every request passes the guard first. No path reaches the file system: files are in the binary.
//! The room has its own thread, so prompts never block connections, and searches have theirs.

mod assets;
mod check;
mod connections;
mod guard;
mod http;
mod key;
mod listener;
mod shared;
mod socket;
mod watch_socket;

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use axum::{Router, middleware, routing};
use tokio::{
    runtime::{Builder, Runtime},
    sync::{Notify, Semaphore},
    time::timeout,
};

use crate::{LIMITS, Mailbox, MatchFeed, Message, Room};
use connections::Connections;
use guard::Guard;
use listener::GuardedListener;
use shared::Shared;

pub use key::Key;

/// The preferred port.
pub const DEFAULT_PORT: u16 = 8157;

/// The maximum time for sending the end of a match to its watchers.
const END_TIMEOUT: Duration = Duration::from_secs(2);

/// The address to listen on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// The IP address; without one, this computer only, over IPv4 and IPv6.
    pub ip: Option<IpAddr>,
    /// The port; without one, [`DEFAULT_PORT`] or any free one.
    pub port: Option<u16>,
}

/// A server that is bound to its address but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listeners: Vec<TcpListener>,
    address: SocketAddr,
    key: Key,
    stop: Stop,
}

/// Stops a server. Clones stop the same one.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Notify>);

impl Stop {
    /// Stops the server.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

/// Stops a server when it is dropped, even by a panic.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Server {
    /// Binds the address and creates a key.
    ///
    /// # Errors
    /// If the address cannot be used, or the system provides no random numbers.
    pub fn bind(address: Address) -> io::Result<Server> {
        let ip = address.ip.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let first = match address.port {
            Some(port) => TcpListener::bind((ip, port))?,
            None => {
                TcpListener::bind((ip, DEFAULT_PORT)).or_else(|_| TcpListener::bind((ip, 0)))?
            }
        };
        let bound = first.local_addr()?;
        let mut listeners = vec![first];
        if address.ip.is_none() {
            // Systems without IPv6 have no such address.
            listeners.extend(TcpListener::bind((Ipv6Addr::LOCALHOST, bound.port())));
        }
        Ok(Server {
            listeners,
            address: bound,
            key: Key::new()?,
            stop: Stop::default(),
        })
    }

    /// Returns the address of the page, with its key.
    pub fn url(&self) -> String {
        format!("http://{}/?key={}", self.address, self.key)
    }

    /// Returns a handle that stops the server.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Serves the page until it is stopped. `room` takes the messages of `mailbox` from `messages`.
    ///
    /// # Errors
    /// If a thread cannot be created, or the thread of the room panics.
    pub fn run(self, room: Room, mailbox: &Mailbox, messages: Receiver<Message>) -> io::Result<()> {
        let connections = Connections::default();
        let outgoing = connections.clone();
        let stop = StopOnDrop(self.stop.clone());
        let room = thread::Builder::new()
            .name("room".to_owned())
            .spawn(move || {
                let _stop = stop;
                run_room(room, &messages, &outgoing);
            })?;
        let shared = Arc::new(Shared {
            connections,
            mailbox: mailbox.clone(),
        });
        let app = Router::new()
            .route("/table", routing::get(socket::upgrade))
            .route("/record", routing::post(http::record))
            .with_state(shared);
        let runtime = runtime()?;
        runtime.block_on(serve(self.listeners, app, self.key, &self.stop))?;
        // Only this message ends the room.
        mailbox.send_waiting(Message::End);
        // Connections end with the runtime.
        drop(runtime);
        room.join()
            .map_err(|_| io::Error::other("the thread of the tables panicked"))
    }

    /// Shows a match until it is stopped; then its end is sent to watchers.
    ///
    /// # Errors
    /// If a thread cannot be created.
    pub fn show(self, feed: &MatchFeed) -> io::Result<()> {
        let state = Arc::new(watch_socket::WatchState {
            feed: feed.clone(),
            permits: Arc::new(Semaphore::new(LIMITS.connections)),
        });
        let app = Router::new()
            .route("/table", routing::get(watch_socket::upgrade))
            .with_state(state);
        runtime()?.block_on(async {
            serve(self.listeners, app, self.key, &self.stop).await?;
            // Connections that have not read it by then are closed.
            timeout(END_TIMEOUT, feed.all_gone()).await.ok();
            Ok(())
        })
    }
}

fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

/// Answers connections until `stop`: by `app`, or with a file of the page.
async fn serve(listeners: Vec<TcpListener>, app: Router, key: Key, stop: &Stop) -> io::Result<()> {
    let guard = Arc::new(Guard::new(key));
    let app = app
        .fallback(http::asset)
        .layer(middleware::from_fn_with_state(guard, check::check));
    for listener in listeners {
        listener.set_nonblocking(true)?;
        let listener = GuardedListener::new(tokio::net::TcpListener::from_std(listener)?)?;
        let service = app
            .clone()
            .into_make_service_with_connect_info::<listener::Peer>();
        tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, service).await {
                log::error!("{error}");
            }
        });
    }
    stop.0.notified().await;
    Ok(())
}

/// Runs `room` on this thread until its end.
fn run_room(mut room: Room, messages: &Receiver<Message>, connections: &Connections) {
    /// The waiting time of a room without deadlines.
    const LONG: Duration = Duration::from_hours(1);
    loop {
        let wait = room.deadline();
        let wait = wait.map_or(LONG, |time| time.saturating_duration_since(Instant::now()));
        let outgoing = match messages.recv_timeout(wait) {
            Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => return,
            Ok(message) => room.receive(message, Instant::now()),
            Err(RecvTimeoutError::Timeout) => room.tick(Instant::now()),
        };
        for message in outgoing {
            connections.send(message);
        }
    }
}
