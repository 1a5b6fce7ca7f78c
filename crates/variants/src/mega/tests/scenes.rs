//! Scenes.

use jabberwock_game::{Color, MarkKind, Position as _, Variant};

use super::{START, after, board};
use crate::{
    board::scene::tests::{marked, on},
    mega::{Mega, Position},
};

#[test]
fn each_different_game_is_described_once() {
    let scene = after(&board(1, START), &["{a1,b1,c1,d1,e1,f1,g1=e2e4;h1=d2d4}"]).scene();
    assert_eq!((scene.level, scene.turn), (1, Color::Black));
    assert_eq!((scene.boards.len(), scene.games.len()), (32, 3));
    let game_of = |name: &str| {
        let mut boards = scene.boards.iter();
        let found = boards.find(|board| board.square.to_string() == name);
        found.expect("a board stands there").game
    };
    assert_eq!(game_of("a1"), game_of("g1"));
    assert_eq!(on(&scene.games[game_of("h1")], "d4"), "White pawn on");
    assert_eq!(on(&scene.games[game_of("h8")], "d4"), "");
    let position = scene.games[game_of("h1")].position.as_deref();
    let text = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(position, Some(text));
}

#[test]
fn boards_to_play_on_and_to_answer_are_marked() {
    let check = "4k3/8/8/8/8/8/8/r3K3_w_-_-_0_1";
    let text = format!("4k!3/8/8/8/8/8/p-7/N2RK+3 w - - 0 1 {{a1={check}}}");
    let scene = board(1, &text).scene();
    assert_eq!(on(&scene, "e8"), "Black king dethroned on");
    assert_eq!(on(&scene, "a2"), "Black pawn disarmed on");
    assert_eq!(marked(&scene, MarkKind::Playable), "White: a1 d1");
    assert_eq!(marked(&scene, MarkKind::Besieged), "White: a1");
    let states: Vec<(bool, bool)> = scene
        .boards
        .iter()
        .map(|board| (board.playable, board.besieged))
        .collect();
    assert_eq!(states, [(true, true), (true, false)]);
}

#[test]
fn only_the_board_asked_for_and_one_level_below_are_described() {
    let outer = board(3, START);
    for (place, level) in [("", 3), ("a1", 2), ("a1/b2", 1), ("a1/b2/c1", 0)] {
        let scene = outer.scene_at(place).expect("a game is running there");
        assert_eq!(scene.level, level, "{place}");
        assert_eq!(scene.games.len(), usize::from(level > 0), "{place}");
        assert!(scene.games.iter().all(|game| game.games.is_empty()));
        assert!(scene.position.is_some());
    }
}

#[test]
fn within_a_turn_boards_show_what_has_been_played_on_them() {
    let mega = Mega::of_level(1);
    let mut pos = Position::new(board(1, START));
    let turn = mega.parse_turn(&pos, "{a1,b1,c1,d1,e1,f1,g1,h1=e2e4}");
    pos.play(turn.expect("it is legal")[0]);
    let scene = mega.scene(&pos);
    let [first, second] = [&scene.boards[0], &scene.boards[1]];
    assert_eq!((first.turn, first.playable), (Color::Black, false));
    assert_eq!((second.turn, second.playable), (Color::White, true));
    assert_eq!(on(&scene.games[first.game], "e4"), "White pawn on");
}
