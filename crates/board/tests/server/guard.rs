//! Access control of the server, over raw HTTP.

use crate::client::Client;

/// The headers that every response has.
const HEADERS: &[(&str, &str)] = &[
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

#[test]
fn the_key_opens_the_page_and_then_its_cookie() {
    let client = Client::start();
    let first = client.get(&format!("/?key={}", client.key), &[]);
    assert_eq!(first.status, 200, "{first:?}");
    let cookie = first.header("set-cookie").expect("a cookie");
    let port = client.address.port();
    let expected = format!(
        "jabberwock-{port}={}; HttpOnly; SameSite=Strict; Path=/",
        client.key
    );
    assert_eq!(cookie, expected);
    let cookie = client.cookie();
    for path in ["/", "/app.js", "/base.css", "/pieces.svg", "/rules/hop"] {
        let page = client.get(path, &[("Cookie", &cookie)]);
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.body.is_empty(), "{path}");
        let tag = page.header("etag").expect("a tag").to_owned();
        let again = client.get(path, &[("Cookie", &cookie), ("If-None-Match", &tag)]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
}

#[test]
fn without_the_key_nothing_is_answered() {
    let client = Client::start();
    let wrong = "0".repeat(32);
    let name = format!("jabberwock-{}", client.address.port());
    for (path, cookie) in [
        ("/".to_owned(), String::new()),
        ("/app.js".to_owned(), String::new()),
        ("/table".to_owned(), String::new()),
        ("/nowhere".to_owned(), String::new()),
        (format!("/?key={wrong}"), String::new()),
        (format!("/?key={}", &client.key[..31]), String::new()),
        ("/?key=".to_owned(), String::new()),
        // The key is for the page alone.
        (format!("/app.js?key={}", client.key), String::new()),
        ("/".to_owned(), format!("{name}={wrong}")),
        ("/".to_owned(), format!("{name}x={}", client.key)),
    ] {
        let origin = client.origin();
        let headers = [("Cookie", cookie.as_str()), ("Origin", origin.as_str())];
        let answer = client.get(&path, &headers);
        assert_eq!(answer.status, 401, "{path} {cookie}");
        assert!(
            answer.text().contains("printed in its terminal"),
            "{answer:?}"
        );
        assert!(!answer.text().contains(&client.key));
    }
}

#[test]
fn another_host_is_refused_even_with_the_key() {
    let client = Client::start();
    let (cookie, port) = (client.cookie(), client.address.port());
    for host in [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("localhost:{port}"),
        format!("127.0.0.1:{port}.evil.example"),
        format!("127.0.0.1:{port}\r\nHost: evil.example"),
        String::new(),
    ] {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n");
        let answer = client.raw(&request);
        assert!([400, 403].contains(&answer.status), "{host}: {answer:?}");
    }
    let without = client.raw(&format!("GET / HTTP/1.0\r\nCookie: {cookie}\r\n"));
    assert_eq!(without.status, 403, "{without:?}");
    let absolute = format!(
        "GET http://evil.example/ HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\n",
        client.address
    );
    assert_eq!(client.raw(&absolute).status, 403);
}

#[test]
fn another_origin_is_refused_and_the_socket_needs_its_own() {
    let client = Client::start();
    let (cookie, port) = (client.cookie(), client.address.port());
    for origin in [
        "null".to_owned(),
        "http://evil.example".to_owned(),
        format!("https://127.0.0.1:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        format!("http://localhost:{port}"),
        "http://127.0.0.1".to_owned(),
    ] {
        for path in ["/", "/table", "/app.js"] {
            let answer = client.get(path, &[("Cookie", &cookie), ("Origin", &origin)]);
            assert_eq!(answer.status, 403, "{origin} {path}");
        }
        let answer = client.post("/record", &[("Origin", &origin)], b"");
        assert_eq!(answer.status, 403, "{origin}");
    }
    assert_eq!(client.upgrade(&[("Cookie", &cookie)]).status, 403);
    let origin = client.origin();
    let own = [("Cookie", cookie.as_str()), ("Origin", origin.as_str())];
    assert_eq!(client.upgrade(&own).status, 101);
    assert_eq!(client.get("/", &own).status, 200);
}

#[test]
fn no_path_leads_to_files() {
    let client = Client::start();
    let cookie = client.cookie();
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/etc/passwd",
        "//etc/passwd",
        "/rules/../../Cargo.toml",
        "/rules/%2e%2e",
        "/rules/hop%00",
        "/index.html/",
        "/app.js/../app.js",
        "/APP.JS",
        "/app%2ejs",
        "/.git/config",
        "/messages.d.ts",
        "/rules/",
    ] {
        let answer = client.get(path, &[("Cookie", &cookie)]);
        assert_eq!(answer.status, 404, "{path}");
    }
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"] {
        let request = format!(
            "{method} / HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\n",
            client.address
        );
        assert_eq!(client.raw(&request).status, 405, "{method}");
    }
}

#[test]
fn every_response_has_the_headers() {
    let client = Client::start();
    let cookie = client.cookie();
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self' ws://{}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        client.address
    );
    for (path, headers) in [
        ("/", vec![("Cookie", cookie.as_str())]),
        ("/nowhere", vec![("Cookie", cookie.as_str())]),
        ("/", vec![]),
        ("/", vec![("Origin", "http://evil.example")]),
        ("/table", vec![("Cookie", cookie.as_str())]),
    ] {
        let answer = client.get(path, &headers);
        let own = answer.header("content-security-policy");
        assert_eq!(own, Some(policy.as_str()), "{path}");
        for (name, value) in HEADERS {
            assert_eq!(answer.header(name), Some(*value), "{path} {name}");
        }
        let cors = answer.headers.iter();
        let mut cors = cors.filter(|(name, _)| name.starts_with("access-control-"));
        assert!(cors.next().is_none(), "{path}");
    }
}
