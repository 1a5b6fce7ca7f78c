//! Every kind of player chooses turns.

use std::time::{Duration, Instant};

use jabberwock_engine::open;
use jabberwock_game::ByColor;
use jabberwock_search::{Limits, StopToken};
use jabberwock_variants::{entries, find, mega::Mega};

use super::{Answer, PlayerError, PlayerSpec, TurnRequest};
use crate::time_control::TimeControl;

/// Returns the answer of the player `spec` within `limits`.
fn answer(
    spec: &str,
    variant: &str,
    position: Option<&str>,
    limits: &Limits,
    stop: &StopToken,
) -> Result<Answer, PlayerError> {
    let deadline = Instant::now() + Duration::from_mins(1);
    answer_until(deadline, spec, variant, position, limits, stop)
}

/// Does the same with a player that is treated as hung from `deadline` on.
fn answer_until(
    deadline: Instant,
    spec: &str,
    variant: &str,
    position: Option<&str>,
    limits: &Limits,
    stop: &StopToken,
) -> Result<Answer, PlayerError> {
    let mut game = open(variant).unwrap();
    if let Some(position) = position {
        game.set_position(position).unwrap();
    }
    let request = TurnRequest {
        limits: limits.clone(),
        clocks: ByColor::default(),
        deadline,
        stop,
    };
    let spec: PlayerSpec = spec.parse().unwrap();
    let mut player = spec.open(find(variant).unwrap(), TimeControl::default(), 1, stop)?;
    player.new_game(game.as_ref(), &request)?;
    let answer = player.choose_turn(game.as_ref(), &request)?;
    game.play(&answer.turn.clone().unwrap()).unwrap();
    Ok(answer)
}

fn turn(spec: &str, position: &str) -> String {
    let limits = Limits {
        nodes: Some(1000),
        ..Limits::default()
    };
    let answer = answer(spec, "chess", Some(position), &limits, &StopToken::new());
    answer.unwrap().turn.unwrap()
}

#[test]
fn a_mate_in_one_is_found() {
    for spec in ["material-1", "material-2", "mcts", "self"] {
        let found = turn(spec, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        assert_eq!(found, "a1a8", "{spec}");
    }
}

#[test]
fn men_are_taken_if_they_are_not_defended() {
    let hanging = "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1";
    assert_eq!(turn("material-1", hanging), "e3d5");
    let defended = "3k4/2p5/3p4/8/2Q5/8/3N4/4K3 w - - 0 1";
    assert_eq!(turn("material-1", defended), "c4c7");
    assert_ne!(turn("material-2", defended), "c4c7");
}

#[test]
fn every_player_plays_every_game() {
    let limits = Limits {
        nodes: Some(20),
        ..Limits::default()
    };
    for entry in entries() {
        let specs: &[&str] = match entry.planned().map(Mega::level) {
            None => &["self", "random", "material-1", "mcts"],
            Some(1 | 2) => &["self", "random", "lowest-1"],
            Some(_) => &["self", "random"],
        };
        for spec in specs {
            let answer = answer(spec, entry.name, None, &limits, &StopToken::new());
            assert!(answer.is_ok(), "{spec} {}: {answer:?}", entry.name);
        }
    }
}

#[test]
fn players_stop_thinking_when_the_match_ends() {
    let stop = StopToken::new();
    stop.stop();
    for spec in ["self", "material-5", "mcts"] {
        let begun = Instant::now();
        let answer = answer(spec, "chess", None, &Limits::default(), &stop);
        assert_eq!(answer, Err(PlayerError::Interrupted), "{spec}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{spec}");
    }
}

#[test]
fn a_deep_count_of_material_ends_at_the_deadline() {
    let begun = Instant::now();
    let deadline = begun + Duration::from_millis(200);
    let (limits, stop) = (Limits::default(), StopToken::new());
    let answer = answer_until(deadline, "material-20", "chess", None, &limits, &stop);
    assert!(answer.is_ok(), "{answer:?}");
    assert!(begun.elapsed() >= Duration::from_millis(200));
}
