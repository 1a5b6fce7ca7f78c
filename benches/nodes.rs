//! Search speed: nodes a second of every variant, from its first bench position.

use std::{hint::black_box, sync::mpsc, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jabberwock_engine::{Event, ThinkRequest, bench::positions, open};
use jabberwock_search::Limits;
use jabberwock_variants::{Entry, entries};

/// Nodes of one search.
const NODES: u64 = 100_000;

fn nodes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nodes");
    group.throughput(Throughput::Elements(NODES));
    group.sample_size(10);
    group.measurement_time(Duration::from_secs(5));
    for entry in entries() {
        group.bench_function(entry.name, |bencher| bencher.iter(|| search(entry)));
    }
    group.finish();
}

/// Searches [`NODES`] nodes with empty memory.
fn search(entry: &'static Entry) {
    let mut session = open(entry.name).expect("a row of the registry can be opened");
    if let Some(position) = positions(entry).next() {
        session
            .set_position(position)
            .expect("bench positions are positions");
    }
    let request = ThinkRequest {
        limits: Limits {
            nodes: Some(NODES),
            ..Limits::default()
        },
        ..ThinkRequest::default()
    };
    let (sender, receiver) = mpsc::channel();
    let listener = Box::new(move |event| {
        if let Event::Result(result) = event {
            // The receiver waits below.
            sender.send(result).ok();
        }
    });
    let thinking = session
        .think(&request, listener)
        .expect("the request names no turns");
    black_box(receiver.recv().expect("every search concludes"));
    thinking.join();
}

criterion_group!(benches, nodes);
criterion_main!(benches);
