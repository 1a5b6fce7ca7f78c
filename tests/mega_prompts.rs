//! Turns of games of games entered by taps, board by board.

#[path = "mega_prompts/laws.rs"]
mod laws;

use jabberwock_engine::{Prompt, PromptError, SearchRequest, Session, open};
use jabberwock_game::{Coord, Tap};
use jabberwock_search::{Limits, StopToken};
use jabberwock_variants::mega::Play;

/// White can win on e4 and e5 in one turn, and the game of the king on e1 may be lost; behind them
/// an armed rook looks at the mega-king.
const LINE: &str = "k3r+3/8/8/4p3/4p3/8/8/R3K3 w - - 0 9 \
    {e4,e5=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1;a1=4k3/8/8/8/8/8/4r3/4K3_w_-_-_0_1}";

fn taps(text: &str) -> Vec<Tap> {
    let taps = text.split_whitespace().map(str::parse);
    taps.collect::<Result<_, _>>()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn text(taps: &[Tap]) -> String {
    let taps: Vec<String> = taps.iter().map(ToString::to_string).collect();
    taps.join(" ")
}

fn session(variant: &str, position: &str) -> Box<dyn Session> {
    let mut session = open(variant).expect("a game");
    if !position.is_empty() {
        let set = session.set_position(position);
        set.unwrap_or_else(|error| panic!("{error}"));
    }
    session
}

fn prompt(session: &dyn Session, entered: &str) -> Prompt {
    let prompt = session.prompt(&taps(entered));
    prompt.unwrap_or_else(|error| panic!("{error}"))
}

fn refused(session: &dyn Session, entered: &str) -> PromptError {
    let prompt = session.prompt(&taps(entered));
    prompt.expect_err("taps that do not fit")
}

fn offers(prompt: &Prompt, tap: &Tap) -> bool {
    prompt.targets.iter().any(|target| target.tap.covers(tap))
}

/// Returns the refusal of a board turn as errors of `read_turn` say it.
fn refusal(prompt: &Prompt) -> Option<String> {
    let refusal = prompt.board_turn.as_ref()?.refusal.as_ref()?;
    Some(if refusal.place.is_empty() {
        refusal.reason.clone()
    } else {
        format!(
            "on {}: {}",
            refusal.place.replace('/', ", "),
            refusal.reason
        )
    })
}

#[test]
fn a_prompt_says_what_is_needed_chosen_and_besieged() {
    let session = session(
        "mega",
        "4k3/8/8/8/8/8/P7/RNBQKBNR w - - 0 1 {d1=4k3/8/8/8/8/8/4r3/4K2R_w_-_-_0_1}",
    );
    let first = prompt(&*session, "");
    assert_eq!(
        first.words,
        "Choose a mega-piece to move, or play on 8 boards; you are in check on d1 and lose what you \
         do not answer"
    );
    let board_turn = first.board_turn.expect("a board turn");
    assert_eq!(board_turn.need, 8);
    assert_eq!(board_turn.besieged, [Coord::new(3, 0)]);
    let part = prompt(&*session, "a1/e2 d1/e1 b1,c1/g1 d1/e2 b1/f3");
    let board_turn = part.board_turn.clone().expect("a board turn");
    let chosen: Vec<(String, Option<&str>)> = board_turn
        .chosen
        .iter()
        .map(|chosen| {
            (
                format!("{:?}", names(&chosen.places)),
                chosen.turn.as_deref(),
            )
        })
        .collect();
    let expected = [
        ("a1", None),
        ("b1", Some("g1f3")),
        ("c1", None),
        ("d1", Some("e1e2")),
    ];
    assert_eq!(
        chosen,
        expected.map(|(place, turn)| (format!("{:?}", [place]), turn))
    );
    assert!(board_turn.besieged.is_empty());
    assert_eq!(
        part.words,
        "Complete the turn on a1 c1, and play on 4 more boards"
    );
    assert!(offers(&part, &taps("a1/e4")[0]) && !offers(&part, &taps("b1/e4")[0]));
    assert!(offers(&part, &taps("e8,f1/e2")[0]), "{:?}", part.targets);
    assert!(!offers(&part, &taps("e1")[0]));
    assert_eq!(board_turn.draft.as_deref(), Some("{b1=g1f3;d1=e1e2}"));
}

fn names(squares: &[Coord]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}

#[test]
fn a_list_without_the_taps_of_a_board_is_the_draft_without_it() {
    let session = session("recursive-2", "");
    let with = "a1/b1/e2 c1/d1/g1 a1/c1/e2 a1/b1/e4 a1/h1/b1 c1/d1/f3";
    let without = "a1/c1/e2 c1/d1/g1 a1/h1/b1 c1/d1/f3";
    assert_ne!(prompt(&*session, with), prompt(&*session, without));
    let left: Vec<&str> = with
        .split(' ')
        .filter(|tap| !tap.starts_with("a1/b1/"))
        .collect();
    assert_eq!(
        prompt(&*session, &left.join(" ")),
        prompt(&*session, without)
    );
}

#[test]
fn equal_boards_are_tapped_together_at_every_level() {
    let session = session("recursive-3", "");
    let eight = "a1,b1,c1,d1,e1,f1,g1,h1";
    let all = format!("{eight}/{eight}/{eight}");
    let entered = format!("{all}/e2 {all}/e4");
    let turn = prompt(&*session, &entered).turn.expect("a turn");
    let part = format!("{{{eight}=e2e4}}");
    assert_eq!(turn, format!("{{{eight}={{{eight}={part}}}}}"));
    // The prompt is small, however many boards there are.
    assert!(prompt(&*session, "").targets.len() < 100);
}

#[test]
fn a_prompt_says_at_once_that_no_board_turn_is_legal() {
    let session = session("mega", "k7/8/8/8/8/8/8/r+3K3 w - - 0 9 {}");
    let first = prompt(&*session, "");
    assert!(
        first
            .targets
            .iter()
            .all(|target| target.tap.boards.is_empty())
    );
    assert!(refusal(&first).expect("a refusal").ends_with("(G8)"));
    assert!(
        first.words.starts_with("Choose a mega-piece to move: "),
        "{}",
        first.words
    );
    let error = refused(&*session, "e1/e2");
    assert!(error.reason.ends_with("(G8)"), "{error}");
}

#[test]
fn a_draft_that_cannot_be_completed_is_refused_before_it_is_complete() {
    let session = session("mega", LINE);
    let part = prompt(&*session, "e4/a1 e4/a8 e5/a1 e5/a8");
    let refusal = part
        .board_turn
        .expect("a board turn")
        .refusal
        .expect("a refusal");
    assert_eq!(refusal.place, "");
    assert_eq!(
        refusal.reason,
        "the mega-king would be in check whatever else is played (G8)"
    );
    assert_eq!(
        prompt(&*session, "e4/a1 e4/a8")
            .board_turn
            .expect("one")
            .refusal,
        None
    );
}

#[test]
fn mega_moves_are_entered_like_those_of_any_game() {
    let session = session("mega", "4k3/P+7/8/8/8/8/8/R3K3 w Q - 0 9 {}");
    assert!(offers(&prompt(&*session, ""), &taps("a7")[0]));
    let promotion = prompt(&*session, "a7 a8");
    let labels: Vec<Option<&str>> = promotion
        .targets
        .iter()
        .map(|target| target.label.as_deref())
        .collect();
    assert_eq!(labels.len(), 4);
    assert!(labels.contains(&Some("queen")), "{labels:?}");
    assert_eq!(prompt(&*session, "a7 a8 =n").turn.as_deref(), Some("a7a8n"));
    for castling in ["e1 c1", "e1 a1"] {
        assert_eq!(prompt(&*session, castling).turn.as_deref(), Some("e1c1"));
    }
    let to = prompt(&*session, "e1");
    let target = to.targets.iter().find(|target| target.tap == taps("c1")[0]);
    assert_eq!(names(&target.expect("castling").takes), ["a1"]);
    assert_eq!(to.board_turn, None);
}

#[test]
fn taps_that_do_not_fit_are_named_with_the_board_and_the_reason() {
    let session = session("mega", "");
    for (entered, index, reason) in [
        (
            "e2 a1/e2",
            1,
            "a mega-piece moves, so no board may be chosen (G5)",
        ),
        (
            "a1/e2 e2",
            1,
            "boards are chosen, so no mega-piece may move (G5)",
        ),
        ("a1/e5", 0, "on a1: possible here: "),
        ("a1/e2 a1/e4 a1/e4", 2, "on a1: the turn is complete"),
        ("e4/e2", 0, "on e4: no game is running here (G11)"),
        ("z9/e2", 0, "there is no square z9"),
        (
            "a1/e2 a1,b1/e4",
            1,
            "the boards a1 and b1 or the taps there differ",
        ),
        (
            "a1,b1,c1,d1,e1,f1,g1,h1,a2/e2",
            0,
            "a turn on 9 boards instead of 8 of 32 (G6)",
        ),
        (
            "a1/b1/e2",
            0,
            "on a1: a small board has no boards to play on",
        ),
    ] {
        let error = refused(&*session, entered);
        assert_eq!(error.index, index, "{entered}: {error}");
        assert!(error.reason.starts_with(reason), "{entered}: {error}");
    }
}

#[test]
fn the_turns_entered_are_a_draft_to_plan_around() {
    let session = session("recursive-2", "");
    let part = prompt(&*session, "c1/b1/e2 c1/b1/e4 d1/e2 d1/e3 e1/e1/e2");
    let draft = part.board_turn.expect("a board turn").draft;
    assert_eq!(draft.as_deref(), Some("{c1={b1=e2e4};d1=e2e3}"));
    let request = SearchRequest {
        limits: Limits {
            nodes: Some(5_000),
            ..Limits::default()
        },
        draft,
        ..SearchRequest::default()
    };
    let result = session.search_blocking(&request, &StopToken::new(), None);
    let turn = result.expect("a result").best.expect("a turn");
    let turn = Play::parse(2, &turn).expect("a turn");
    let draft = Play::parse(2, "{c1={b1=e2e4};d1=e2e3}").expect("a draft");
    assert!(turn.contains(&draft), "{turn}");
}

#[test]
fn a_scene_shows_the_turns_entered_and_then_the_turn_made() {
    let session = session("mega", "");
    let part = prompt(&*session, "a1/e2 a1/e4").scene;
    let board = |square: Coord| part.boards.iter().find(|board| board.square == square);
    let [first, other] =
        [Coord::new(0, 0), Coord::new(1, 0)].map(|square| board(square).expect("a board"));
    assert!(!first.playable && other.playable);
    let position = |game: usize| part.games[game].position.clone().expect("a position");
    assert!(
        position(first.game).contains("4P3"),
        "{}",
        position(first.game)
    );
    assert!(!position(other.game).contains("4P3"));
    let all = "a1,b1,c1,d1,e1,f1,g1,h1";
    let whole = prompt(&*session, &format!("{all}/e2 {all}/e4")).scene;
    assert_eq!(whole.turn, jabberwock_game::Color::Black);
}
