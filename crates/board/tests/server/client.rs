//! A server in this process, and a client that writes its requests by hand.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    thread::{self, JoinHandle},
    time::Duration,
};

use jabberwock_board::{
    Mailbox, Room,
    server::{Address, Server, Stop},
};
use jabberwock_search::Settings;

/// The maximum time for an answer.
const PATIENCE: Duration = Duration::from_mins(5);

/// A server, which is stopped when dropped.
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) key: String,
    stop: Stop,
    server: Option<JoinHandle<()>>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The headers, with names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Client {
    /// Starts a server at any free port.
    pub(crate) fn start() -> Client {
        let (mailbox, messages) = Mailbox::new();
        let mut room = Room::new(Settings::default(), mailbox.clone());
        room.open("hop", None, &[]).unwrap();
        Client::serve(move |server| server.run(room, &mailbox, messages).unwrap())
    }

    /// Runs a server at any free port by `run`.
    pub(crate) fn serve(run: impl FnOnce(Server) + Send + 'static) -> Client {
        let address = Address {
            ip: None,
            port: Some(0),
        };
        let server = Server::bind(address).unwrap();
        let url = server.url();
        let (address, key) = url
            .strip_prefix("http://")
            .and_then(|url| url.split_once("/?key="))
            .unwrap();
        Client {
            address: address.parse().unwrap(),
            key: key.to_owned(),
            stop: server.stop(),
            server: Some(thread::spawn(move || run(server))),
        }
    }

    /// Returns the cookie that the page gets.
    pub(crate) fn cookie(&self) -> String {
        format!("jabberwock-{}={}", self.address.port(), self.key)
    }

    /// Returns the origin of the page.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Returns the answer to a request without a body; `request` is its lines.
    pub(crate) fn raw(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        write!(stream, "{request}Connection: close\r\n\r\n").unwrap();
        read_answer(&mut stream)
    }

    pub(crate) fn get(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", self.address);
        for (name, value) in headers {
            request.extend([name, ": ", value, "\r\n"]);
        }
        self.raw(&request)
    }

    /// Posts `body`, with the cookie.
    pub(crate) fn post(&self, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Length: {}\r\nConnection: close\r\n",
            self.address,
            self.cookie(),
            body.len()
        );
        for (name, value) in headers {
            request.extend([name, ": ", value, "\r\n"]);
        }
        let mut stream = self.connect();
        write!(stream, "{request}\r\n").unwrap();
        // The server may answer before it has read everything, and close.
        stream.write_all(body).ok();
        read_answer(&mut stream)
    }

    /// Requests a WebSocket.
    pub(crate) fn upgrade(&self, headers: &[(&str, &str)]) -> Answer {
        let (_, answer) = self.open_socket(headers);
        answer
    }

    /// Requests a WebSocket; also returns the connection.
    pub(crate) fn open_socket(&self, headers: &[(&str, &str)]) -> (TcpStream, Answer) {
        let mut request = format!(
            "GET /table HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
            self.address
        );
        for (name, value) in headers {
            request.extend([name, ": ", value, "\r\n"]);
        }
        let mut stream = self.connect();
        write!(stream, "{request}\r\n").unwrap();
        let head = read_head(&mut stream);
        (stream, parse(&head, Vec::new()))
    }
}

impl Client {
    /// Stops the server.
    pub(crate) fn stop(&self) {
        self.stop.stop();
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.stop();
        if let Some(server) = self.server.take() {
            server.join().unwrap();
        }
    }
}

/// Returns the lines of an answer before its body.
fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        if stream.read(&mut byte).unwrap_or(0) == 0 {
            break;
        }
        head.push(byte[0]);
    }
    String::from_utf8(head).unwrap()
}

fn read_answer(stream: &mut TcpStream) -> Answer {
    let head = read_head(stream);
    let mut body = Vec::new();
    // A connection that is reset after the answer has no more data.
    stream.read_to_end(&mut body).ok();
    parse(&head, body)
}

fn parse(head: &str, body: Vec<u8>) -> Answer {
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1));
    let headers = lines.filter_map(|line| line.split_once(": "));
    Answer {
        status: status.and_then(|status| status.parse().ok()).unwrap_or(0),
        headers: headers
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect(),
        body,
    }
}
