//! Move generation, every leaf made: chess beside shakmaty on the same perft, and Hop Chess.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jabberwock_game::{Variant, perft::perft};
use jabberwock_variants::{chess::Chess, hop::Hop};
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

/// The same for Hop Chess: the start and positions from the middle of games.
const HOP_CASES: [(&str, &str, u32, u64); 3] = [
    (
        "hop start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -/-",
        3,
        8_877_901,
    ),
    (
        "hop opening",
        "r1bqkbnr/pp2pppp/2np4/2p5/8/6P1/PPPPPPBP/RNBQK1NR b KQkq - 0 4 d4/f5",
        2,
        1_089_788,
    ),
    (
        "hop ending",
        "r1b1k3/3p1p1p/8/pB2N3/8/K7/P4PPP/R5NR b - - 0 17 e1/b4",
        2,
        995_378,
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

fn hop(criterion: &mut Criterion) {
    for (name, text, depth, leaves) in HOP_CASES {
        let mut group = criterion.benchmark_group(format!("perft {name} {depth}"));
        group
            .throughput(Throughput::Elements(leaves))
            .sample_size(10);
        let pos = Hop.parse(text).expect("a sound position");
        group.bench_function("jabberwock", |bencher| {
            bencher.iter(|| assert_eq!(perft(black_box(&pos), depth), leaves));
        });
        group.finish();
    }
}

criterion_group!(benches, movegen, hop);
criterion_main!(benches);
