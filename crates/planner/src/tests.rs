//! Plans of small and large games.

mod drafts;

use std::time::Instant;

use jabberwock_game::{Color, GameHistory, Score};
use jabberwock_search::{Limits, Settings, StopToken};
use jabberwock_variants::mega::{Board, Game, Play};
use rand::{SeedableRng, rngs::StdRng};

use crate::{MoveReason, PlanReport, PlanRequest, PlanResult, Planner, ReportScore, some_turn};

fn start(level: u8) -> Board {
    let game = Game::start(level);
    game.large().expect("a mega-game").clone()
}

fn board(text: &str) -> Board {
    Board::parse(1, text).expect("a sound position")
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn plan_with(
    planner: &mut Planner,
    board: &Board,
    history: &GameHistory,
    limits: &Limits,
) -> PlanResult {
    let request = PlanRequest {
        multi_pv: 1,
        requested_at: Instant::now(),
        board,
        history,
        limits,
        only: None,
        except: &[],
        draft: None,
    };
    planner.plan(&request, &StopToken::new(), &mut |_| ())
}

/// Returns the plan of a new planner for `board`.
fn plan(board: &Board) -> PlanResult {
    let mut planner = Planner::new(Settings::default());
    plan_with(
        &mut planner,
        board,
        &GameHistory::new(board.key()),
        &nodes(20_000),
    )
}

fn played(done: &PlanResult) -> (String, Score) {
    let plan = done.plan.as_ref().expect("a plan");
    (plan.play.to_string(), plan.score)
}

#[test]
fn a_game_that_can_be_won_is_won() {
    let text = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 {a1=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1}";
    let done = plan(&board(text));
    let (play, _) = played(&done);
    assert!(play.contains("a1=a1a8"), "{play}");
    let report = PlanReport::new(&done.plan.expect("a plan"));
    let words = report.to_string();
    assert!(words.contains("a1 a1a8 wins"), "{words}");
}

#[test]
fn checks_are_answered_before_all_else() {
    // Ten boards may be played on, the white queen's is in check.
    let text = "4k3/8/8/8/8/8/P7/RNBQKBNR w - - 0 1 \
                {d1=4k3/8/8/8/8/8/4r3/4K2R_w_-_-_0_1;b1=4k3/8/8/8/8/8/8/R3K3_w_-_-_0_1}";
    let board = board(text);
    let (play, _) = played(&plan(&board));
    let play = Play::parse(1, &play).expect("a turn");
    let square = jabberwock_variants::board::Square::D1;
    assert!(play.on(square).is_some(), "{play}");
}

#[test]
fn a_mega_mate_is_given() {
    // The dethroned king cannot flee, and nobody can take the rook.
    let text = "4k!3/8/8/8/8/8/8/R+3K3 w - - 3 40 {e1=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1}";
    let (play, score) = played(&plan(&board(text)));
    assert_eq!(score, Score::mate_in(1));
    assert!(["a1a8"].contains(&play.as_str()), "{play}");
}

#[test]
fn a_win_in_sight_is_not_given_away_by_the_third_occurrence() {
    // The knight mates on its second move, by way of b5, d5 or e4.
    let text = "4k!3/p7/8/8/8/2N+5/8/4K3 w - - 9 40 {e1,a7=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1}";
    let board = board(text);
    let (first, score) = played(&plan(&board));
    assert_eq!(score, Score::mate_in(3), "{first}");
    let wins = ["c3b5", "c3d5", "c3e4"].map(|text| Play::parse(1, text).expect("a turn"));
    let mut history = GameHistory::default();
    for win in &wins {
        let after = board.after(win).expect("a legal turn");
        history.push(after.key());
        history.push(after.key());
    }
    history.push(board.key());
    let mut planner = Planner::new(Settings::default());
    let done = plan_with(&mut planner, &board, &history, &nodes(20_000));
    let (other, score) = played(&done);
    assert!(wins.iter().all(|win| win.to_string() != other), "{other}");
    assert!(score > Score::DRAW, "{other} {score}");
    let request = PlanRequest {
        multi_pv: 1,
        requested_at: Instant::now(),
        board: &board,
        history: &history,
        limits: &nodes(20_000),
        only: Some(&wins),
        except: &[],
        draft: None,
    };
    let done = planner.plan(&request, &StopToken::new(), &mut |_| ());
    assert_eq!(played(&done).1, Score::DRAW);
}

#[test]
fn a_win_that_would_expose_the_own_king_is_left() {
    // Winning on e4 takes the black pawn away, which shields the white king from the armed rook.
    let text = "k3r+3/8/8/8/4p3/8/8/4K3 w - - 0 9 {e4=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1}";
    let board = board(text);
    let (play, _) = played(&plan(&board));
    let play = Play::parse(1, &play).expect("a turn");
    assert!(board.after(&play).is_ok(), "{play}");
    assert!(!play.to_string().contains("e4=a1a8"), "{play}");
}

#[test]
fn every_level_has_a_turn_without_a_search_and_a_board_turn_by_a_plan() {
    for level in 1..=8 {
        let board = start(level);
        let turn = some_turn(&board, &[]).expect("a turn");
        assert!(board.after(&turn).is_ok(), "{turn}");
        let mut planner = Planner::new(Settings::default());
        let history = GameHistory::new(board.key());
        let done = plan_with(&mut planner, &board, &history, &nodes(3_000));
        let plan = done.plan.expect("a plan");
        assert!(board.after(&plan.play).is_ok(), "{}", plan.play);
        assert!(matches!(plan.play, Play::Boards(_)), "{}", plan.play);
    }
}

#[test]
fn a_stopped_planner_still_has_a_legal_turn() {
    let stop_token = StopToken::new();
    stop_token.stop();
    for level in [1, 2, 8] {
        let board = start(level);
        let request = PlanRequest {
            multi_pv: 1,
            requested_at: Instant::now(),
            board: &board,
            history: &GameHistory::new(board.key()),
            limits: &Limits::default(),
            only: None,
            except: &[],
            draft: None,
        };
        let mut planner = Planner::new(Settings::default());
        let done = planner.plan(&request, &stop_token, &mut |_| ());
        let turn = done.plan.map(|plan| plan.play);
        let turn = turn.or_else(|| some_turn(&board, &[])).expect("a turn");
        assert!(board.after(&turn).is_ok(), "{turn}");
    }
}

#[test]
fn the_turn_that_is_planned_has_the_best_score_and_the_others_follow_in_order() {
    // A mega-move gives up the tempo of a board turn.
    let mut board = start(1);
    for _ in 0..3 {
        let plan = plan(&board).plan.expect("a plan");
        assert!(!plan.alternatives.is_empty());
        let others = plan.alternatives.iter().map(|(_, score)| *score);
        let scores: Vec<Score> = std::iter::once(plan.score).chain(others).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
        board = board.after(&plan.play).expect("a legal turn");
    }
}

#[test]
fn as_many_turns_as_are_asked_for_have_scores() {
    let board = start(1);
    let request = PlanRequest {
        multi_pv: 20,
        requested_at: Instant::now(),
        board: &board,
        history: &GameHistory::new(board.key()),
        limits: &nodes(60_000),
        only: None,
        except: &[],
        draft: None,
    };
    let mut planner = Planner::new(Settings::default());
    let done = planner.plan(&request, &StopToken::new(), &mut |_| ());
    let plan = done.plan.expect("a plan");
    assert!(plan.alternatives.len() >= 19, "{}", plan.alternatives.len());
}

#[test]
fn the_same_nodes_make_the_same_plan() {
    let mut rng = StdRng::seed_from_u64(3);
    let mut board = start(1);
    for _ in 0..12 {
        let turn = board.random_turn(&mut rng).expect("a turn");
        board = board.after(&turn).expect("a legal turn");
    }
    let (first, second) = (plan(&board), plan(&board));
    assert_eq!(played(&first), played(&second));
    assert_eq!(first.nodes, second.nodes);
}

/// Plays a game against a random player and returns its number of turns.
fn beat_chance(level: u8, color: Color, nodes_a_turn: u64) -> u32 {
    let mut rng = StdRng::seed_from_u64(u64::from(level));
    let mut planner = Planner::new(Settings::default());
    let mut board = start(level);
    let mut history = GameHistory::new(board.key());
    for number in 0..1_000 {
        let play = if board.turn() == color {
            let done = plan_with(&mut planner, &board, &history, &nodes(nodes_a_turn));
            done.plan.expect("a plan").play
        } else {
            board.random_turn(&mut rng).expect("a turn")
        };
        board = board
            .after(&play)
            .unwrap_or_else(|error| panic!("{board:?} {play}: {error}"));
        history.push(board.key());
        if let Some(outcome) = board.outcome() {
            assert_eq!(outcome.winner, Some(color), "{outcome} {board:?}");
            return number;
        }
    }
    panic!("the game does not end: {board:?}");
}

#[test]
fn chance_is_beaten_with_either_color() {
    for color in Color::ALL {
        let turns = beat_chance(1, color, 4_000);
        assert!(turns < 600, "{turns}");
    }
}

/// Returns the report of the plan for `board`.
fn report(board: &Board) -> PlanReport {
    PlanReport::new(&plan(board).plan.expect("a plan"))
}

#[test]
fn a_report_says_for_each_board_what_is_made_there_and_why() {
    // Ten boards may be played on: d1 must be answered, a1 can be won, the others are equal.
    let text = "4k3/8/8/8/8/8/P7/RNBQKBNR w - - 0 1 \
                {d1=4k3/8/8/8/8/8/4r3/4K2R_w_-_-_0_1;a1=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1}";
    let report = report(&board(text));
    let on = |place: &str| {
        let boards = report.turn.boards.iter();
        let found = boards.clone().find(|board| board.place == place);
        found.unwrap_or_else(|| panic!("{report}"))
    };
    assert_eq!(on("a1").turn.as_deref(), Some("a1a8"));
    assert_eq!(on("a1").score, Some(ReportScore::Mate(1)));
    assert_eq!(on("a1").mates_in, Some(1));
    assert!(on("d1").is_besieged && !on("a1").is_besieged);
    assert!(on("d1").gain > 0 && on("a1").gain > 0);
    assert_eq!(report.turn.boards.len(), 8);
    assert_eq!(report.turn.left_alone.len(), 2);
    assert_eq!(report.turn.reason, None);
    let data = serde_json::to_value(&report).expect("data");
    assert_eq!(data["turn"], report.turn.turn);
    let place = |name: &str| {
        let boards = data["boards"].as_array().expect("boards");
        boards.iter().find(|board| board["place"] == name).cloned()
    };
    assert_eq!(place("a1").expect("a1")["score"]["mate"], 1);
    assert!(data["left_alone"][0]["turn"].is_string());
    assert!(data.get("inner").is_none());
}

#[test]
fn a_report_of_a_mega_move_says_its_purpose() {
    let text = "4k!3/8/8/8/8/8/8/R+3K3 w - - 3 40 {e1=4k3/8/8/8/8/8/8/R3K3_b_-_-_0_1}";
    let report = report(&board(text));
    assert_eq!(report.turn.reason, Some(MoveReason::EndsGame));
    assert_eq!(report.to_string(), "mega-move a1a8 ends the game");
    let data = serde_json::to_value(&report).expect("data");
    assert_eq!(data["reason"], "ends-game");
}

#[test]
fn a_report_of_a_recursive_game_names_the_path_to_a_turn() {
    for level in 2..=4 {
        let report = report(&start(level));
        let words = report.to_string();
        let (path, rest) = words.split_once(' ').expect("a path and a turn");
        assert_eq!(path.split('/').count(), usize::from(level), "{words}");
        let (turn, rest) = rest.split_once(' ').expect("a turn and the rest");
        assert!(Play::parse(0, turn).is_ok(), "{words}");
        let more = 8_u64.pow(u32::from(level) - 1) - 1;
        assert!(rest.starts_with(&format!("and {more} more ")), "{words}");
        let inner = report.turn.boards[0].inner.expect("an inner plan");
        assert_eq!(
            Some(&report.inner[inner].turn),
            report.turn.boards[0].turn.as_ref()
        );
        // Equal games are planned and explained once.
        assert_eq!(report.inner.len(), usize::from(level) - 1, "{words}");
    }
}

#[test]
fn a_win_given_up_for_the_mega_king_is_not_reported_as_made() {
    let text = "k3r+3/8/8/8/4p3/8/8/4K3 w - - 0 9 {e4=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1}";
    let board = board(text);
    let turn = Play::parse(1, "{a8,e1=e2e4;e4=a1b1}").expect("a turn");
    let history = GameHistory::new(board.key());
    let request = PlanRequest {
        multi_pv: 1,
        requested_at: Instant::now(),
        board: &board,
        history: &history,
        limits: &nodes(20_000),
        only: Some(std::slice::from_ref(&turn)),
        except: &[],
        draft: None,
    };
    let mut planner = Planner::new(Settings::default());
    let result = planner.plan(&request, &StopToken::new(), &mut |_| ());
    let report = PlanReport::new(&result.plan.expect("a plan"));
    let mut boards = report.turn.boards.iter();
    let made = boards.find(|board| board.place == "e4").expect("e4");
    assert_eq!((made.turn.as_deref(), made.score), (Some("a1b1"), None));
    let words = report.to_string();
    assert!(
        words.contains("e4 a1b1 instead of its best turn"),
        "{words}"
    );
}
