//! The middleware of every request and response: checks and headers.

use std::sync::Arc;

use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{
    guard::{Guard, Pass},
    listener::Peer,
};

/// Passes a request on or rejects it; adds the headers of all responses.
pub(super) async fn check(
    State(guard): State<Arc<Guard>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let _busy = peer.busy();
    let local = peer.local();
    let pass = guard.check(local, request.uri(), request.headers());
    let is_get = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = match pass {
        Err(rejection) => rejection.into_response(),
        Ok(Pass::Key) if is_get => {
            let mut response = next.run(request).await;
            let cookie = guard.cookie(local);
            if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
        Ok(_) => next.run(request).await,
    };
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self' ws://{local}; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        let name = HeaderName::from_static(name);
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
