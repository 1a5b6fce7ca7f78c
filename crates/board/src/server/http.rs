//! Requests that are answered immediately: the page's files, the rules, posted records.

use std::{sync::Arc, time::Duration};

use axum::{
    body::{Body, to_bytes},
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use tokio::{sync::oneshot, task::spawn_blocking, time::timeout};

use super::{assets, shared::Shared};
use crate::{
    LIMITS, Message, Record,
    message::{Payload, Refusal, json},
};

/// The maximum time for receiving the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_mins(1);

/// `GET /...`: a file of the page, or rules.
pub(super) async fn asset(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        let allow = [(header::ALLOW, "GET, HEAD")];
        return (StatusCode::METHOD_NOT_ALLOWED, allow).into_response();
    }
    let Some(asset) = assets::find(uri.path()) else {
        return (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response();
    };
    let common = [
        (header::ETAG, asset.tag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::CONTENT_TYPE, asset.media_type.to_owned()),
    ];
    let known = headers.get_all(header::IF_NONE_MATCH).iter();
    let mut known = known.filter_map(|tags| tags.to_str().ok());
    if known.any(|tags| tags.split(',').any(|tag| tag.trim() == asset.tag)) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, asset.bytes).into_response()
}

/// `POST /record`: a record, for games that are larger than a message.
pub(super) async fn record(State(shared): State<Arc<Shared>>, body: Body) -> Response {
    let Ok(body) = timeout(BODY_TIMEOUT, to_bytes(body, LIMITS.record)).await else {
        return StatusCode::REQUEST_TIMEOUT.into_response();
    };
    let Ok(bytes) = body else {
        let reason = format!("a record has at most {} bytes", LIMITS.record);
        let error = Refusal::limit(reason, "");
        return in_json(
            StatusCode::PAYLOAD_TOO_LARGE,
            json(&Payload::Error { error }),
        );
    };
    // Old records are in Latin-1.
    let text = String::from_utf8(bytes.to_vec())
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect());
    let read = spawn_blocking(move || Record::read(&text));
    let record = match read.await {
        Ok(Ok(record)) => record,
        Ok(Err(error)) => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return in_json(status, json(&Payload::Error { error }));
        }
        Err(_) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    };
    let (sender, answer) = oneshot::channel();
    let answer_to = Box::new(move |answer: String| {
        // Fails only if the request was cancelled.
        sender.send(answer).ok();
    });
    if !shared.mailbox.send(Message::Record(record, answer_to)) {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    match answer.await {
        Ok(answer) => in_json(StatusCode::OK, answer),
        Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

/// Returns an answer in JSON.
fn in_json(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}
