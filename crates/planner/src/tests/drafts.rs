//! Plans around drafts.

use super::*;

fn around(board: &Board, draft: &str) -> PlanReport {
    let draft = Play::parse(board.level(), draft).expect("a turn");
    let history = GameHistory::new(board.key());
    let request = PlanRequest {
        multi_pv: 1,
        requested_at: Instant::now(),
        board,
        history: &history,
        limits: &nodes(20_000),
        only: None,
        except: &[],
        draft: Some(&draft),
    };
    let mut planner = Planner::new(Settings::default());
    let result = planner.plan(&request, &StopToken::new(), &mut |_| ());
    let plan = result.plan.expect("a plan");
    assert!(plan.play.contains(&draft), "{} and {draft}", plan.play);
    assert!(board.after(&plan.play).is_ok(), "{}", plan.play);
    PlanReport::new(&plan)
}

#[test]
fn the_boards_of_a_draft_are_kept_and_the_best_others_chosen() {
    // Ten boards may be played on: d1 must be answered, a1 can be won, the others are equal.
    let text = "4k3/8/8/8/8/8/P7/RNBQKBNR w - - 0 1 \
                {d1=4k3/8/8/8/8/8/4r3/4K2R_w_-_-_0_1;a1=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1}";
    let board = board(text);
    let report = around(&board, "{g1=a2a3;a2=h2h4}");
    let places: Vec<&str> = report
        .turn
        .boards
        .iter()
        .map(|board| board.place.as_str())
        .collect();
    assert_eq!(places.len(), 8);
    assert!(places[..2].contains(&"g1") && places[..2].contains(&"a2"));
    assert!(
        places.contains(&"d1") && places.contains(&"a1"),
        "{places:?}"
    );
    let drafted = report.turn.boards.iter().map(|board| board.is_drafted);
    assert_eq!(drafted.filter(|&drafted| drafted).count(), 2);
    assert!(report.to_string().contains("a2 h2h4 given, "), "{report}");
}

#[test]
fn a_draft_that_loses_is_planned_around() {
    // The rook leaves the first rank to the queen, and the queen on b1 is given up for nothing.
    let text = "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1 \
                {a1=q3k3/8/8/8/8/8/5PPP/R5K1_w_-_-_0_1;b1=4k3/8/8/3q4/8/8/8/3QK3_w_-_-_0_1}";
    let board = board(text);
    let report = around(&board, "{a1=a1b1;b1=d1h5}");
    let score = |place: &str| {
        let mut boards = report.turn.boards.iter();
        let found = boards.find(|board| board.place == place).expect(place);
        (found.turn.clone(), found.score)
    };
    assert_eq!(score("a1").0.as_deref(), Some("a1b1"));
    let (turn, Some(ReportScore::Centipawns(lost))) = score("b1") else {
        panic!("{report}");
    };
    assert_eq!(turn.as_deref(), Some("d1h5"));
    let best = super::report(&board);
    let mut boards = best.turn.boards.iter();
    let free = boards.find(|board| board.place == "b1").expect("b1");
    let Some(ReportScore::Centipawns(kept)) = free.score else {
        panic!("{best}");
    };
    assert!(lost < kept, "{lost} {kept}");
}

#[test]
fn a_drafted_move_that_mates_or_draws_is_valued_as_that() {
    let text = "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1 \
                {a1=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1;b1=7k/8/8/8/8/8/5Q2/4K3_w_-_-_0_1}";
    let report = around(&board(text), "{a1=a1a8;b1=f2f7}");
    let scores: Vec<_> = ["a1", "b1"]
        .map(|place| {
            let mut boards = report.turn.boards.iter();
            let found = boards.find(|board| board.place == place);
            found.and_then(|board| board.score)
        })
        .into();
    assert_eq!(
        scores,
        [Some(ReportScore::Mate(1)), Some(ReportScore::Centipawns(0))]
    );
}

#[test]
fn parts_of_turns_within_are_planned_around_too() {
    let report = around(&start(2), "{b1={c1=a2a3;d1=h2h3}}");
    assert_eq!(report.turn.boards.len(), 8);
    let first = &report.turn.boards[0];
    assert!(first.place == "b1" && first.is_drafted, "{report}");
    let inner = &report.inner[first.inner.expect("an inner plan")];
    assert_eq!(inner.boards.len(), 8);
    assert!(inner.boards[0].is_drafted && inner.boards[1].is_drafted);
    assert!(!inner.boards[2].is_drafted);
    // The other boards stand as at the start, and are planned without the draft.
    assert_eq!(report.inner.len(), 2);
    around(&start(3), "{a1={b1={c1=a2a3};c1=e2e4}}");
    around(&start(8), "{a1=e2e4}");
}

#[test]
fn a_whole_turn_is_the_plan_around_it() {
    let report = around(&start(1), "e2e4");
    assert_eq!(report.turn.turn, "e2e4");
    let turn = "{a1,b1,c1,d1,e1,f1,g1,h1=a2a3}";
    assert_eq!(around(&start(1), turn).turn.turn, turn);
}

#[test]
fn a_mega_move_of_the_draft_is_given() {
    let report = around(&start(1), "f2f3");
    assert_eq!(report.to_string(), "mega-move f2f3 is given");
    let data = serde_json::to_value(&report).expect("data");
    assert_eq!(data["reason"], "given");
}
