use super::*;

const HOP: NetworkKind = NetworkKind {
    game: "hop",
    base: "all",
};

fn network() -> Network {
    let shape = Shape {
        planes: 4,
        hidden: 32,
        buckets: 2,
    };
    let numbers = |count: usize| (0..count).map(|number| number as i16 % 97 - 40).collect();
    let parameters = Parameters {
        input_weights: numbers(shape.inputs() * shape.hidden),
        hidden_biases: numbers(shape.hidden),
        output_weights: numbers(2 * shape.hidden * shape.buckets),
        output_biases: vec![-70_000, 3],
    };
    Network::new(shape, "hop", "all", "2 positions, seed 1", parameters)
}

#[test]
fn a_network_is_read_as_it_was_written() {
    let bytes = network().to_bytes();
    assert_eq!(Network::from_bytes(&bytes, HOP, 4), Ok(network()));
}

#[test]
fn networks_of_other_games_evaluations_and_sizes_are_refused() {
    let bytes = network().to_bytes();
    let chess = NetworkKind {
        game: "chess",
        ..HOP
    };
    let error = Network::from_bytes(&bytes, chess, 4).unwrap_err();
    assert_eq!(error.to_string(), "a network of \"hop\", not of \"chess\"");
    let placement = NetworkKind {
        base: "placement",
        ..HOP
    };
    let error = Network::from_bytes(&bytes, placement, 4).unwrap_err();
    let expected = "a network that corrects \"all\", not \"placement\"";
    assert_eq!(error.to_string(), expected);
    let error = Network::from_bytes(&bytes, HOP, 6).unwrap_err();
    assert_eq!(error.to_string(), "a network of 4 planes, not of 6");
}

#[test]
fn damaged_files_are_refused() {
    let bytes = network().to_bytes();
    for cut in 0..bytes.len() {
        assert!(read(&bytes[..cut]).is_err(), "{cut} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(read(&longer), Err(NetworkError::Length { .. })));
    let mut changed = bytes.clone();
    let last = changed.len() - 100;
    changed[last] ^= 1;
    assert_eq!(read(&changed), Err(NetworkError::Checksum));
    for (old, new) in [
        ("network 2", "network 3"),
        ("hidden 32", "hidden 33"),
        ("hidden 32", "hidden 99999999999999999999"),
        ("planes 4", "planes 4000000000000"),
        ("buckets 2", "buckets 0"),
        ("game", "gone"),
    ] {
        let text = String::from_utf8_lossy(&bytes[..120]).replace(old, new);
        assert!(read(text.as_bytes()).is_err(), "{new}");
        let mut whole = text.into_bytes();
        whole.extend(&bytes[120..]);
        assert!(read(&whole).is_err(), "{new}");
    }
}

#[test]
fn a_message_quotes_damaged_headers_on_one_line() {
    let title = b"jabberwock network 2\n";
    for rest in [
        &b"\x00\xff\r\n"[..],
        b"no newline\0\x1b[31m",
        &[b'\r'; 2000],
    ] {
        let message = read(&[title, rest].concat()).unwrap_err().to_string();
        assert!(!message.contains(char::is_control), "{message:?}");
        assert!(message.len() < 500, "{message}");
    }
}
