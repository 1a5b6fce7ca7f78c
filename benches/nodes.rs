//! Search speed: nodes a second of every variant, from its first bench position.

use std::{hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jabberwock_engine::{SearchRequest, bench::positions, open};
use jabberwock_search::{Limits, StopToken};
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
    let request = SearchRequest {
        limits: Limits {
            nodes: Some(NODES),
            ..Limits::default()
        },
        ..SearchRequest::default()
    };
    let result = session.search_blocking(&request, &StopToken::new(), None);
    black_box(result.expect("the request names no turns"));
}

criterion_group!(benches, nodes);
criterion_main!(benches);
