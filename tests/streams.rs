//! Random sequences of commands of both protocols against a running search: every `go` gets one
//! `bestmove` or is refused, every `isready` its `readyok`, every `ping` its `pong`, in order.

#[path = "../fuzz/src/lib.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    missing_debug_implementations
)]
mod fuzz;

use fuzz::{
    edits::Base,
    streams::{CecpCommand, UciCommand, UciLimit, check_cecp, check_uci},
};
use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

/// Sequences in the short form, and in the long one.
const SEQUENCES: u32 = 60;
const MANY_SEQUENCES: u32 = 5_000;

/// Returns a runner with a fixed seed, that writes no files.
fn runner(cases: u32) -> TestRunner {
    let config = Config {
        cases,
        failure_persistence: None,
        // A sequence that fails takes long; shortening it takes longer.
        max_shrink_iters: 100,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, rng)
}

fn base() -> impl Strategy<Value = Base> {
    (any::<u8>(), any::<u8>(), vec(any::<u8>(), 0..4)).prop_map(|(game, position, turns)| Base {
        game,
        position,
        turns,
    })
}

fn limit() -> impl Strategy<Value = UciLimit> {
    prop_oneof![
        any::<u8>().prop_map(UciLimit::Nodes),
        any::<bool>().prop_map(UciLimit::Depth),
        any::<u8>().prop_map(UciLimit::MoveTime),
        any::<u8>().prop_map(UciLimit::Clock),
        Just(UciLimit::Mate),
        Just(UciLimit::Infinite),
        any::<u8>().prop_map(UciLimit::Ponder),
    ]
}

fn uci_command() -> impl Strategy<Value = UciCommand> {
    let go = (limit(), any::<u8>());
    let position = (base(), vec(any::<u8>(), 0..4));
    prop_oneof![
        6 => go.prop_map(|(limit, multi_pv)| UciCommand::Go { limit, multi_pv }),
        4 => Just(UciCommand::Stop),
        3 => Just(UciCommand::PonderHit),
        2 => position.prop_map(|(base, turns)| UciCommand::Position { base, turns }),
        2 => Just(UciCommand::Wait),
        1 => any::<u8>().prop_map(UciCommand::Variant),
        1 => any::<u8>().prop_map(UciCommand::Threads),
        1 => Just(UciCommand::NewGame),
        1 => Just(UciCommand::Clear),
        1 => Just(UciCommand::Show),
        1 => Just(UciCommand::Evaluate),
    ]
}

fn cecp_command() -> impl Strategy<Value = CecpCommand> {
    let turn = (any::<u8>(), any::<u8>());
    prop_oneof![
        10 => any::<u8>().prop_map(CecpCommand::Word),
        3 => turn.prop_map(|(variant, choice)| CecpCommand::Turn { variant, choice }),
        3 => Just(CecpCommand::Ping),
        2 => Just(CecpCommand::Wait),
        1 => any::<u8>().prop_map(CecpCommand::Variant),
        1 => any::<u8>().prop_map(CecpCommand::Option),
        1 => base().prop_map(|base| CecpCommand::Position { base }),
        1 => Just(CecpCommand::New),
    ]
}

fn check_uci_sequences(cases: u32) {
    let tested = runner(cases).run(&vec(uci_command(), 1..24), |commands| {
        check_uci(&commands);
        Ok(())
    });
    tested.unwrap_or_else(|failure| panic!("{failure}"));
}

fn check_cecp_sequences(cases: u32) {
    let tested = runner(cases).run(&vec(cecp_command(), 1..24), |commands| {
        check_cecp(&commands);
        Ok(())
    });
    tested.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn every_uci_search_has_one_result_whatever_comes_between() {
    check_uci_sequences(SEQUENCES);
}

#[test]
fn every_cecp_ping_is_answered_whatever_comes_between() {
    check_cecp_sequences(SEQUENCES);
}

#[test]
#[ignore = "5,000 conversations"]
fn every_uci_search_has_one_result_in_many_conversations() {
    check_uci_sequences(MANY_SEQUENCES);
}

#[test]
#[ignore = "5,000 conversations"]
fn every_cecp_ping_is_answered_in_many_conversations() {
    check_cecp_sequences(MANY_SEQUENCES);
}
