//! Move generation: chess beside shakmaty on the same perft, every leaf made on both sides.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jabberwock_game::{Variant, perft::perft};
use jabberwock_variants::chess::Chess;
use shakmaty::{CastlingMode, Position, fen::Fen};

/// Positions, depths and their counts.
const CASES: [(&str, &str, u32, u64); 2] = [
    (
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
        4_865_609,
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        4_085_603,
    ),
];

fn shakmaty_perft(pos: &shakmaty::Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    pos.legal_moves()
        .iter()
        .map(|&mv| {
            let mut after = pos.clone();
            after.play_unchecked(mv);
            shakmaty_perft(&after, depth - 1)
        })
        .sum()
}

fn movegen(criterion: &mut Criterion) {
    for (name, text, depth, leaves) in CASES {
        let mut group = criterion.benchmark_group(format!("perft {name} {depth}"));
        group
            .throughput(Throughput::Elements(leaves))
            .sample_size(10);
        let ours = Chess.parse(text).expect("a sound position");
        group.bench_function("jabberwock", |bencher| {
            bencher.iter(|| assert_eq!(perft(black_box(&ours), depth), leaves));
        });
        let fen: Fen = text.parse().expect("a sound FEN");
        let theirs: shakmaty::Chess = fen
            .into_position(CastlingMode::Standard)
            .expect("a sound position");
        group.bench_function("shakmaty", |bencher| {
            bencher.iter(|| assert_eq!(shakmaty_perft(black_box(&theirs), depth), leaves));
        });
        group.finish();
    }
}

criterion_group!(benches, movegen);
criterion_main!(benches);
