//! A WebSocket, frame by frame.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

use crate::client::Client;

/// A page's connection, frame by frame.
pub(crate) struct Socket(TcpStream);

/// A frame from the server.
#[derive(Debug, PartialEq)]
pub(crate) enum Frame {
    Text(String),
    /// A close frame with its reason.
    Close(String),
    /// The connection has ended.
    End,
}

impl Socket {
    pub(crate) fn open(client: &Client) -> Socket {
        let (stream, answer) = Socket::try_open(client);
        assert_eq!(answer, 101);
        Socket(stream)
    }

    pub(crate) fn try_open(client: &Client) -> (TcpStream, u16) {
        let (cookie, origin) = (client.cookie(), client.origin());
        let headers = [("Cookie", cookie.as_str()), ("Origin", origin.as_str())];
        let (stream, answer) = client.open_socket(&headers);
        (stream, answer.status)
    }

    /// Sends a frame, masked by zeros; `false` if the connection has ended.
    pub(crate) fn send_frame(&mut self, kind: u8, bytes: &[u8]) -> bool {
        let mut frame = vec![0x80 | kind];
        match u16::try_from(bytes.len()) {
            Ok(length @ 0..=125) => frame.push(0x80 | length as u8),
            Ok(length) => {
                frame.push(0x80 | 0x7e);
                frame.extend(length.to_be_bytes());
            }
            Err(_) => {
                frame.push(0x80 | 0x7f);
                frame.extend((bytes.len() as u64).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(bytes);
        self.0.write_all(&frame).is_ok()
    }

    /// Sends `text` repeatedly, until the server has accepted nothing for a while: it waits for
    /// this page to read.
    pub(crate) fn send_without_waiting(&mut self, text: &str) {
        let patience = Duration::from_secs(1);
        self.0.set_write_timeout(Some(patience)).unwrap();
        while self.send(text) {}
    }

    pub(crate) fn send(&mut self, text: &str) -> bool {
        self.send_frame(1, text.as_bytes())
    }

    fn bytes(&mut self, count: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; count];
        self.0.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }

    fn frame(&mut self) -> Option<Frame> {
        let head = self.bytes(2)?;
        let length = match head[1] & 0x7f {
            126 => u16::from_be_bytes(self.bytes(2)?.try_into().ok()?).into(),
            127 => u64::from_be_bytes(self.bytes(8)?.try_into().ok()?),
            length => length.into(),
        };
        let bytes = self.bytes(length as usize)?;
        Some(match head[0] & 0x0f {
            1 => Frame::Text(String::from_utf8(bytes).ok()?),
            8 => Frame::Close(String::from_utf8_lossy(bytes.get(2..)?).into_owned()),
            other => panic!("frame {other}"),
        })
    }

    pub(crate) fn next(&mut self) -> Frame {
        self.frame().unwrap_or(Frame::End)
    }

    pub(crate) fn ask(&mut self, text: &str) -> String {
        assert!(self.send(text));
        loop {
            match self.next() {
                Frame::Text(text) if text.starts_with("{\"re\":") => return text,
                Frame::Text(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}
