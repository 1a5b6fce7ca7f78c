//! The checks that every request to the server must pass.
//!
//! Any page that a browser shows may send requests to this computer. `Host` must be the address of
//! this server, so that no other name resolves to it (DNS rebinding); `Origin`, if present, must be
//! this server's page; and a key, which other pages do not have, must be in a cookie that they
//! cannot read or cause to be sent.

use std::{
    iter,
    net::{IpAddr, SocketAddr},
};

use axum::{
    http::{HeaderMap, StatusCode, Uri, header, uri::Authority},
    response::{IntoResponse, Response},
};

use super::key::Key;

/// The path of the WebSocket.
const SOCKET: &str = "/table";
/// The port of addresses without one.
const HTTP_PORT: u16 = 80;

/// The checks of requests.
#[derive(Debug)]
pub(super) struct Guard {
    key: Key,
}

/// The reason why a request is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rejection {
    /// `Host` is not the address of the server.
    Host,
    /// `Origin` is another page, or missing.
    Origin,
    /// Neither the key nor its cookie is present.
    Key,
}

/// The credential of an accepted request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// The cookie.
    Cookie,
    /// The key in the address: the cookie must be set.
    Key,
}

impl Guard {
    pub(super) fn new(key: Key) -> Guard {
        Guard { key }
    }

    /// Returns the cookie that authorizes requests.
    pub(super) fn cookie(&self, local: SocketAddr) -> String {
        let name = cookie_name(local);
        format!("{name}={}; HttpOnly; SameSite=Strict; Path=/", self.key)
    }

    /// Checks a request received at the address `local`.
    pub(super) fn check(
        &self,
        local: SocketAddr,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<Pass, Rejection> {
        let own = Own::new(local);
        let mut hosts = headers.get_all(header::HOST).iter();
        let is_host = hosts.next().is_some_and(|host| own.is_host(host)) && hosts.next().is_none();
        let target = uri.authority().map(Authority::as_str);
        let is_target = target.is_none_or(|target| own.is_host(target));
        if !is_host || !is_target {
            return Err(Rejection::Host);
        }
        let mut origins = headers.get_all(header::ORIGIN).iter().peekable();
        let is_required = uri.path() == SOCKET;
        if (origins.peek().is_none() && is_required)
            || origins.any(|origin| !own.is_origin(origin.as_bytes()))
        {
            return Err(Rejection::Origin);
        }
        let name = cookie_name(local);
        let cookies = headers.get_all(header::COOKIE).iter();
        let has_cookie = cookies
            .filter_map(|cookies| cookies.to_str().ok())
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .any(|(key, value)| key == name && self.key.is(value));
        let parameters = uri.query().unwrap_or_default().split('&');
        let mut keys = parameters.filter_map(|parameter| parameter.strip_prefix("key="));
        if uri.path() == "/" && keys.any(|key| self.key.is(key)) {
            Ok(Pass::Key)
        } else if has_cookie {
            Ok(Pass::Cookie)
        } else {
            Err(Rejection::Key)
        }
    }
}

/// The texts of the address of this server.
struct Own {
    with_port: String,
    /// For the HTTP port only: browsers omit it.
    without_port: Option<String>,
}

impl Own {
    fn new(local: SocketAddr) -> Own {
        let without_port = (local.port() == HTTP_PORT).then(|| match local.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        });
        Own {
            with_port: local.to_string(),
            without_port,
        }
    }

    /// Whether `host` is the address.
    fn is_host(&self, host: impl AsRef<[u8]>) -> bool {
        let mut own = iter::once(&self.with_port).chain(&self.without_port);
        own.any(|own| host.as_ref().eq_ignore_ascii_case(own.as_bytes()))
    }

    /// Whether `origin` is the page at the address.
    fn is_origin(&self, origin: &[u8]) -> bool {
        let host = origin.strip_prefix(b"http://");
        host.is_some_and(|host| self.is_host(host))
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let (status, text) = match self {
            Rejection::Host => (
                StatusCode::FORBIDDEN,
                "This server answers only to the address that it has printed.\n",
            ),
            Rejection::Origin => (
                StatusCode::FORBIDDEN,
                "Only the page of this server may ask for this.\n",
            ),
            Rejection::Key => (
                StatusCode::UNAUTHORIZED,
                "The key is missing, or of an earlier start: open the address that Jabberwock has \
                 printed in its terminal.\n",
            ),
        };
        (status, text).into_response()
    }
}

/// Returns the name of the cookie. Cookies are shared by all servers of a host, whatever their
/// ports.
fn cookie_name(local: SocketAddr) -> String {
    format!("jabberwock-{}", local.port())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, Uri, header};

    use super::{Guard, Key, Pass, Rejection};

    /// Checks a request for the page at `local` with the right key.
    fn check(local: &str, headers: &[(HeaderName, &str)]) -> Result<Pass, Rejection> {
        let key = Key::new().unwrap();
        let uri: Uri = format!("/?key={key}").parse().unwrap();
        let headers = headers.iter().cloned();
        let headers: HeaderMap = headers
            .map(|(name, value)| (name, value.parse().unwrap()))
            .collect();
        Guard::new(key).check(local.parse().unwrap(), &uri, &headers)
    }

    #[test]
    fn the_port_of_http_may_be_left_out_and_no_other() {
        for (local, name) in [
            ("127.0.0.1:80", "127.0.0.1"),
            ("[::1]:80", "[::1]"),
            ("192.0.2.7:80", "192.0.2.7"),
        ] {
            for host in [name, local] {
                let origin = format!("http://{host}");
                let headers = [(header::HOST, host), (header::ORIGIN, &origin)];
                assert_eq!(check(local, &headers), Ok(Pass::Key), "{local} {host}");
            }
            let other = local.replace(":80", ":8080");
            let answer = check(&other, &[(header::HOST, name)]);
            assert_eq!(answer, Err(Rejection::Host), "{other} {name}");
            let origin = format!("http://{name}");
            let answer = check(&other, &[(header::HOST, &other), (header::ORIGIN, &origin)]);
            assert_eq!(answer, Err(Rejection::Origin), "{other} {origin}");
        }
    }

    #[test]
    fn another_name_is_refused_on_the_port_of_http_too() {
        for host in [
            "evil.example",
            "evil.example:80",
            "localhost",
            "127.0.0.2",
            "127.0.0.1:8080",
            "127.0.0.1:",
            "127.0.0.1.evil.example",
            "",
        ] {
            let answer = check("127.0.0.1:80", &[(header::HOST, host)]);
            assert_eq!(answer, Err(Rejection::Host), "{host}");
            let origin = format!("http://{host}");
            let headers = [(header::HOST, "127.0.0.1"), (header::ORIGIN, &origin)];
            assert_eq!(check("127.0.0.1:80", &headers), Err(Rejection::Origin));
        }
        let headers = [
            (header::HOST, "127.0.0.1"),
            (header::ORIGIN, "https://127.0.0.1"),
        ];
        assert_eq!(check("127.0.0.1:80", &headers), Err(Rejection::Origin));
    }
}
