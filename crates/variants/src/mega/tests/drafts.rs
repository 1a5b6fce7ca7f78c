//! Incomplete turns and their completion.

use std::sync::Arc;

use rand::{RngExt as _, SeedableRng, rngs::StdRng};

use super::{START, board};
use crate::{
    board::Bitboard,
    mega::{Board, Play},
};

/// Returns a part of `play`, chosen at random at every level.
fn part(play: &Play, rng: &mut StdRng) -> Play {
    let Play::Boards(groups) = play else {
        return play.clone();
    };
    let mut parts: Vec<(Bitboard, Arc<Play>)> = Vec::new();
    for (squares, play) in groups {
        for square in *squares {
            if parts.is_empty() || rng.random_bool(0.4) {
                parts.push((Bitboard::of(square), Arc::new(part(play, rng))));
            }
        }
    }
    Play::boards(parts)
}

/// Parts of random turns of random games are completed.
fn complete_parts(level: u8, positions: u32) {
    let mut rng = StdRng::seed_from_u64(u64::from(level));
    let mut now = board(level, START);
    let mut refused_by_g8 = 0;
    for _ in 0..positions {
        let Some(turn) = now.random_turn(&mut rng) else {
            now = board(level, START);
            continue;
        };
        let draft = part(&turn, &mut rng);
        let completed = now.complete(&draft, &[]);
        let completed = completed.unwrap_or_else(|error| panic!("{now:?} {draft}: {error}"));
        assert!(now.after(&completed).is_ok(), "{now:?} {draft} {completed}");
        assert!(completed.contains(&draft), "{now:?} {draft} {completed}");
        assert!(turn.contains(&draft) && !draft.contains(&completed) || draft == completed);
        refused_by_g8 += u32::from(!now.has_board_turn());
        now = now.after(&turn).expect("a legal turn");
    }
    assert!(refused_by_g8 > 0 || level > 1);
}

#[test]
fn every_part_of_a_legal_turn_is_completed_to_a_legal_turn() {
    complete_parts(1, 1_500);
    complete_parts(2, 60);
    complete_parts(3, 8);
}

/// Returns every choice of one legal turn on each of three boards; all three must be played on.
fn all_turns(board: &Board) -> Vec<Play> {
    let mut turns: Vec<Vec<(Bitboard, Arc<Play>)>> = vec![Vec::new()];
    assert!(board.playable().len() <= 8);
    for square in board.playable() {
        let game = board.game(square).and_then(|game| game.small());
        let steps = crate::mega::play::small_moves(game.expect("a game of chess"));
        let plays: Vec<Arc<Play>> = steps
            .into_iter()
            .map(|step| Arc::new(Play::of(crate::fide::Move::unpack(step))))
            .collect();
        turns = turns
            .into_iter()
            .flat_map(|turn| {
                plays.iter().map(move |play| {
                    let mut turn = turn.clone();
                    turn.push((Bitboard::of(square), Arc::clone(play)));
                    turn
                })
            })
            .collect();
    }
    turns.into_iter().map(Play::boards).collect()
}

#[test]
fn a_draft_is_refused_exactly_if_no_legal_turn_contains_it() {
    for text in [
        // Winning on e4 opens the line of the armed rook.
        "k3r+3/8/8/8/4p3/8/8/4K3 w - - 0 9 {e4=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1}",
        // Two pawns on the line: one of the two may be won.
        "k3r+3/8/8/4p3/4p3/8/8/4K3 w - - 0 9 \
         {e4,e5=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1;e1=7k/8/8/8/8/8/P7/K7_w_-_-_0_1;\
         a8=7k/8/8/8/8/8/P7/K7_w_-_-_0_1}",
    ] {
        let board = board(1, text);
        let turns = all_turns(&board);
        let legal: Vec<&Play> = turns
            .iter()
            .filter(|turn| board.after(turn).is_ok())
            .collect();
        assert!(!legal.is_empty() && legal.len() < turns.len());
        let mut refused = 0;
        let mut rng = StdRng::seed_from_u64(1);
        let illegal = turns.iter().filter(|turn| board.after(turn).is_err());
        for turn in turns.iter().step_by(7).chain(illegal) {
            let draft = part(turn, &mut rng);
            let possible = legal.iter().any(|turn| turn.contains(&draft));
            let completed = board.complete(&draft, &[]);
            assert_eq!(completed.is_ok(), possible, "{draft}: {completed:?}");
            if let Err(error) = completed {
                refused += 1;
                assert!(error.to_string().contains("(G8)"), "{error}");
            }
        }
        assert!(refused > 0);
    }
}

#[test]
fn what_is_wrong_with_a_draft_is_named_with_its_place() {
    let wrong = |level: u8, text: &str, draft: &str| {
        let draft = Play::parse(level, draft).expect("a turn");
        let error = board(level, text).complete(&draft, &[]);
        error.expect_err("a refused draft").to_string()
    };
    for (draft, error) in [
        ("{e4=e2e4}", "on e4: no game is running here (G11)"),
        ("{a1,b1,c1,d1,e1,f1,g1,h1,a2=e2e4}", "a turn on 9 boards"),
        ("{a1=e2e4;b1=e2e5}", "on b1: "),
        ("e2e5", "cannot go from e2 to e5"),
    ] {
        let found = wrong(1, START, draft);
        assert!(
            found.contains(error) || found.contains("moves only"),
            "{draft}: {found}"
        );
    }
    let waiting = "k7/8/8/8/8/8/8/4K3 w - - 0 9 {a8=4k3/8/8/8/8/8/4P3/4K3_b_-_-_0_1}";
    let found = wrong(1, waiting, "{a8=e2e4}");
    assert_eq!(found, "on a8: it is Black's move here (G3)");
    let found = wrong(2, START, "{a1={b1=e2e4;c1=e2e5}}");
    assert!(found.starts_with("on a1, c1: "), "{found}");
    let check = "k7/8/8/8/8/8/8/r+3K3 w - - 0 9 {}";
    let found = wrong(1, check, "{e1=e2e4}");
    let reason = "the mega-king would be in check whatever else is played (G8)";
    assert_eq!(found, reason);
    let found = wrong(1, check, "{a8,e1=e2e4}");
    assert_eq!(found, "the mega-king would be in check (G8)");
}

#[test]
fn a_turn_within_that_must_not_win_is_completed_without_a_win() {
    // On e4 stands a mega-game in which a1a8 mates; winning it would open the line of the rook.
    let inner = "4k!3/8/8/8/8/8/8/R+3K3_w_-_-_3_40_{e1=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1}";
    let text = format!("k3r+3/8/8/8/4p3/8/8/4K3 w - - 0 9 {{e4={inner}}}");
    let board = board(2, &text);
    let draft = Play::parse(2, "{e4=a1a8}").expect("a turn");
    let error = board.complete(&draft, &[]).expect_err("a win");
    assert!(error.to_string().ends_with("(G8)"), "{error}");
    for draft in ["{e4=a1a7}", "{a8={a1=e2e4}}", "{e1=e2e4;a8={h1=a2a3}}"] {
        let draft = Play::parse(2, draft).expect("a turn");
        let turn = board.complete(&draft, &[]);
        let turn = turn.unwrap_or_else(|error| panic!("{draft}: {error}"));
        assert!(board.after(&turn).is_ok() && turn.contains(&draft));
    }
}
