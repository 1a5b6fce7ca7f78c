//! Connections that are closed when they send nothing, or not all of a request.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{extract::connect_info::Connected, serve::IncomingStream, serve::Listener};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, Sleep, sleep, sleep_until},
};

/// The maximum time for receiving a complete request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum number of connections; others wait until one ends.
const MOST: usize = 128;
/// The delay after the system has refused a connection.
const PAUSE: Duration = Duration::from_millis(200);

/// A listener whose connections have limits.
#[derive(Debug)]
pub(super) struct GuardedListener {
    listener: TcpListener,
    local: SocketAddr,
    permits: Arc<Semaphore>,
}

impl GuardedListener {
    pub(super) fn new(listener: TcpListener) -> io::Result<GuardedListener> {
        Ok(GuardedListener {
            local: listener.local_addr()?,
            listener,
            permits: Arc::new(Semaphore::new(MOST)),
        })
    }
}

impl Listener for GuardedListener {
    type Io = GuardedStream;
    type Addr = Peer;

    async fn accept(&mut self) -> (GuardedStream, Peer) {
        loop {
            let Ok(permit) = self.permits.clone().acquire_owned().await else {
                sleep(PAUSE).await;
                continue;
            };
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    // Answers are small and should not be delayed.
                    stream.set_nodelay(true).ok();
                    let peer = Peer::new(stream.local_addr().unwrap_or(self.local));
                    let stream = GuardedStream {
                        stream,
                        peer: peer.clone(),
                        timer: Box::pin(sleep(REQUEST_TIMEOUT)),
                        _permit: permit,
                    };
                    return (stream, peer);
                }
                Err(error) => {
                    log::warn!("no connection: {error}");
                    sleep(PAUSE).await;
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<Peer> {
        Ok(Peer::new(self.local))
    }
}

/// A connection, as seen by the handlers of its requests.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    local: SocketAddr,
    activity: Arc<Activity>,
}

#[derive(Debug)]
struct Activity {
    /// The number of requests being answered and of page connections.
    busy: AtomicUsize,
    /// The time since which there is none.
    idle_since: Mutex<Instant>,
}

impl Peer {
    fn new(local: SocketAddr) -> Peer {
        let activity = Activity {
            busy: AtomicUsize::new(0),
            idle_since: Mutex::new(Instant::now()),
        };
        Peer {
            local,
            activity: Arc::new(activity),
        }
    }

    /// Returns the local address of the connection.
    pub(super) fn local(&self) -> SocketAddr {
        match self.local.ip() {
            // A listener for both families reports IPv4 addresses in IPv6 form.
            IpAddr::V6(ip) => match ip.to_ipv4_mapped() {
                Some(ip) => (ip, self.local.port()).into(),
                None => self.local,
            },
            IpAddr::V4(Ipv4Addr { .. }) => self.local,
        }
    }

    /// Marks the connection as in use during the life of the result.
    pub(super) fn busy(&self) -> Busy {
        self.activity.busy.fetch_add(1, Ordering::Relaxed);
        Busy(self.activity.clone())
    }
}

impl Connected<IncomingStream<'_, GuardedListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, GuardedListener>) -> Peer {
        stream.remote_addr().clone()
    }
}

/// Marks a connection as in use.
#[derive(Debug)]
pub(super) struct Busy(Arc<Activity>);

impl Drop for Busy {
    fn drop(&mut self) {
        let mut since = self.0.idle_since.lock();
        **since.as_mut().unwrap_or_else(|error| error.get_mut()) = Instant::now();
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection that is closed when it is idle for too long.
#[derive(Debug)]
pub(super) struct GuardedStream {
    stream: TcpStream,
    peer: Peer,
    timer: Pin<Box<Sleep>>,
    _permit: OwnedSemaphorePermit,
}

impl GuardedStream {
    /// Returns `result`, or an error if the connection has been idle for too long.
    fn within_time<T>(
        &mut self,
        context: &mut Context<'_>,
        result: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let activity = &self.peer.activity;
        if activity.busy.load(Ordering::Relaxed) > 0 {
            return result;
        }
        let since = activity.idle_since.lock();
        let end = *since.unwrap_or_else(PoisonError::into_inner) + REQUEST_TIMEOUT;
        let is_late = Instant::now() >= end;
        if !is_late && result.is_ready() {
            return result;
        }
        if self.timer.deadline() != end {
            self.timer = Box::pin(sleep_until(end));
        }
        if is_late || self.timer.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        result
    }
}

impl AsyncRead for GuardedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.within_time(context, result)
    }
}

impl AsyncWrite for GuardedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, buffer);
        self.within_time(context, result)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, buffers);
        self.within_time(context, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
