//! Who may speak to the server: the checks that every request has to pass.
//!
//! Any page that a browser shows may send requests to this computer. `Host` must be the address of
//! this server, so that no other name leads here (DNS rebinding); `Origin`, where there is one, must
//! be this server's page; and a key, which other pages do not have, is in a cookie that they cannot
//! read or cause to be sent.

use std::net::SocketAddr;

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};

use super::key::Key;

/// The path of the WebSocket.
const SOCKET: &str = "/table";

/// What is checked.
#[derive(Debug)]
pub(super) struct Guard {
    key: Key,
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rejection {
    /// `Host` is not the address of the server.
    Host,
    /// `Origin` is another page, or missing.
    Origin,
    /// Neither the key nor its cookie.
    Key,
}

/// What a request that passes brings with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// The cookie.
    Cookie,
    /// The key in the address: the cookie is to be set.
    Key,
}

impl Guard {
    pub(super) fn new(key: Key) -> Guard {
        Guard { key }
    }

    /// The cookie that lets requests pass.
    pub(super) fn cookie(&self, local: SocketAddr) -> String {
        let name = cookie_name(local);
        format!("{name}={}; HttpOnly; SameSite=Strict; Path=/", self.key)
    }

    /// Checks a request that has come to the address `local`.
    pub(super) fn check(
        &self,
        local: SocketAddr,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<Pass, Rejection> {
        let own = local.to_string();
        let is_own = |host: &HeaderValue| host.as_bytes().eq_ignore_ascii_case(own.as_bytes());
        let mut hosts = headers.get_all(header::HOST).iter();
        let is_host = hosts.next().is_some_and(is_own) && hosts.next().is_none();
        let is_target = uri.authority().is_none_or(|target| target.as_str() == own);
        if !is_host || !is_target {
            return Err(Rejection::Host);
        }
        let own_origin = format!("http://{own}");
        let mut origins = headers.get_all(header::ORIGIN).iter().peekable();
        let is_required = uri.path() == SOCKET;
        if (origins.peek().is_none() && is_required)
            || origins.any(|origin| origin.as_bytes() != own_origin.as_bytes())
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

/// The name of the cookie. Cookies are shared by all servers of a host, whatever their ports.
fn cookie_name(local: SocketAddr) -> String {
    format!("jabberwock-{}", local.port())
}
