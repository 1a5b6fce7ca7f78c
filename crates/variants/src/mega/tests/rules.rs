//! The derived facts and the rules one by one.

use jabberwock_game::{Color, GameHistory, Position as _, Variant as _, adjudicate};

use super::{START, after, board};
use crate::{
    board::{Bitboard, Square},
    mega::{Board, Mega, Play, Position, State},
};

/// A small game in which White mates by a1a8.
const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1";
/// A small game in which White to move is in check by the rook on a1.
const CHECK: &str = "4k3/8/8/8/8/8/8/r3K3_w_-_-_0_1";

/// Returns the reason why `turn` is not legal on `board`.
fn why_illegal(board: &Board, turn: &str) -> String {
    let play = Play::parse(board.level(), turn).expect("a turn");
    let why_illegal = board.after(&play).expect_err(turn);
    why_illegal.to_string()
}

fn outcome(board: &Board) -> String {
    let outcome = board.outcome();
    outcome
        .map(|outcome| outcome.to_string())
        .unwrap_or_default()
}

fn squares(names: &str) -> Bitboard {
    let names = names
        .split(' ')
        .map(|name| Square::parse(name).expect("a square"));
    names.collect()
}

#[test]
fn black_answers_the_first_board_turn_on_the_same_eight_boards_or_by_a_mega_move() {
    let board = after(&board(1, START), &["{a1,b1,c1,a2,b2,a7,b8,h8=e2e4}"]);
    assert_eq!(board.playable(), squares("a1 b1 c1 a2 b2 a7 b8 h8"));
    assert_eq!(board.boards_of_a_turn(), 8);
    assert_eq!(board.moves().len(), 20);
    let turns = 20u64.pow(8) + 20;
    assert_eq!(board.count_turns(), turns.into());
    let reason = why_illegal(&board, "{a1,b1,c1,a2,b2,a7,b8=e7e5}");
    assert_eq!(reason, "a turn on 7 boards instead of 8 of 8 (G6)");
    let reason = why_illegal(&board, "{a1,b1,c1,a2,b2,a7,b8,g8=e7e5}");
    assert_eq!(reason, "on g8: it is White's move here (G3)");
}

#[test]
fn a_win_on_an_own_board_arms_it_and_gives_check_at_once() {
    let text = format!("k+7/8/8/8/8/8/8/R3K+3 w - - 0 1 {{a1={MATE}}}");
    let board = after(&board(1, &text), &["{a1=a1a8}"]);
    assert_eq!(board.text(), "k+7/8/8/8/8/8/8/R+3K+3 b - - 0 1 {}");
    assert!(board.is_check());
    assert!(board.is_attacked(Square::A8, Color::White));
}

#[test]
fn a_win_on_an_enemys_board_empties_its_square() {
    let text = format!("k+7/8/8/3r4/8/8/8/4K+3 w - - 0 1 {{d5={MATE}}}");
    let board = after(&board(1, &text), &["{d5=a1a8}"]);
    assert_eq!(board.text(), "k+7/8/8/8/8/8/8/4K+3 b - - 0 1 {}");
}

#[test]
fn a_mega_king_whose_game_is_lost_stays_and_is_dethroned() {
    let text = format!("r3k3/8/8/8/8/8/8/4K+3 w q - 0 1 {{e8={MATE}}}");
    let board = after(&board(1, &text), &["{a8=e2e4;e8=a1a8}"]);
    assert_eq!(
        board.text(),
        "r3k!3/8/8/8/8/8/8/4K+3 b - - 0 1 \
         {a8=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1}"
    );
    assert_eq!(board.in_state(State::Dethroned), squares("e8"));
    assert!(why_illegal(&board, "e8d8").contains("G12"));
}

#[test]
fn a_draw_disarms() {
    // The rook takes the last piece: bare kings.
    let bare = "7k/8/8/8/8/8/4r3/4K3_w_-_-_0_1";
    let text = format!("k+7/8/8/3r4/8/8/8/N3K+3 w - - 0 1 {{a1,d5={bare}}}");
    let board = after(&board(1, &text), &["{a1,d5=e1e2}"]);
    assert_eq!(board.text(), "k+7/8/8/3r-4/8/8/8/N-3K+3 b - - 0 1 {}");
}

#[test]
fn checks_left_unanswered_for_a_mega_move_lose_their_games() {
    let text = format!("4r+2k+/8/8/7b/8/8/8/N3K+3 w - - 5 9 {{a1,h5={CHECK}}}");
    let start = board(1, &text);
    assert!(start.is_check());
    assert_eq!(start.besieged(), squares("a1 h5"));
    assert!(
        !start.has_board_turn(),
        "in mega-check no board turn is legal"
    );
    let after = after(&start, &["e1f1"]);
    assert_eq!(after.text(), "4r+2k+/8/8/7b+/8/8/8/5K+2 b - - 6 9 {}");
    // The bishop that becomes armed attacks d1.
    assert!(why_illegal(&start, "e1d1").contains("G8"));
    let play = Play::parse(1, "e1f1").expect("a turn");
    let lost = start.changes(&play).expect("changes").into_iter();
    let lost: Bitboard = lost.map(|change| change.square).collect();
    assert_eq!(lost, squares("a1 h5"));
}

#[test]
fn more_than_eight_checks_cannot_all_be_answered() {
    let text =
        format!("k+7/8/8/8/8/8/PPPPPPPP/1N2K+3 w - - 0 1 {{b1,a2,b2,c2,d2,e2,f2,g2,h2={CHECK}}}");
    let start = board(1, &text);
    assert_eq!(start.playable().len(), 9);
    let after = after(&start, &["{a2,b2,c2,d2,e2,f2,g2,h2=e1e2}"]);
    assert!(after.piece_at(Square::B1).is_none());
    assert_eq!(after.running().len(), 8);
}

#[test]
fn a_check_may_be_left_where_the_choice_of_boards_is_free() {
    // Nine boards, one of them with a check: leaving it loses the pawn on e2 and opens the line to
    // the rook.
    let text = format!("k+3r+3/8/8/8/8/8/PPPPPPPP/N3K+3 w - - 0 1 {{e2={CHECK}}}");
    let start = board(1, &text);
    let without_e2 = "{a1,a2,b2,c2,d2,f2,g2,h2=e2e4}";
    assert!(why_illegal(&start, without_e2).contains("G8"));
    let with_e2 = "{a1,a2,b2,c2,d2,f2,g2=e2e4;e2=e1e2}";
    assert!(
        start
            .after(&Play::parse(1, with_e2).expect("a turn"))
            .is_ok()
    );
    // Any seven others, twenty moves each, and three answers; besides the mega-moves that keep the
    // line closed.
    let boards = 8 * 20u64.pow(7) * 3;
    let turns = start.count_turns() - start.moves().len();
    assert_eq!(turns, boards.into());
    for mv in start.moves() {
        assert!(mv.role == crate::fide::Role::King, "{mv:?} opens the line");
    }
}

#[test]
fn winning_on_an_enemys_board_may_not_open_a_line_to_ones_mega_king() {
    let text = format!("4r+2k+/8/8/4n3/8/8/8/4K+3 w - - 0 1 {{e5={MATE}}}");
    let start = board(1, &text);
    assert!(why_illegal(&start, "{e5=a1a8}").contains("G8"));
    let moves = crate::chess::Chess
        .parse(&MATE.replace('_', " "))
        .map(|pos| super::super::play::small_moves(&pos).len())
        .expect("a position");
    assert_eq!(
        start.count_turns(),
        (start.moves().len() + moves - 1).into()
    );
    let pos = Position::new(start);
    let steps = jabberwock_game::legal_turns(&pos);
    assert_eq!(
        steps.len(),
        pos.board().count_turns().to_u32_digits()[0] as usize
    );
}

#[test]
fn only_armed_mega_pieces_capture_and_only_what_is_armed_or_disarmed() {
    let board = board(1, "k+7/8/8/8/8/r+3R+2b-/8/3K+4 w - - 0 1 {}");
    let rook = board.moves().into_iter().filter(|mv| mv.from == Square::E3);
    let rook: Bitboard = rook.map(|mv| mv.to).collect();
    assert!(rook.contains(Square::A3) && rook.contains(Square::H3));
    let neutral = super::board(1, "k+7/8/8/8/8/r3R3/8/3K+4 w - - 0 1 {}");
    let moves = neutral.moves();
    assert!(moves.iter().all(|mv| mv.captured.is_none()));
    let armed = super::board(1, "k+7/8/8/8/8/r3R+3/8/3K+4 w - - 0 1 {}");
    let moves = armed.moves();
    assert!(
        moves.iter().all(|mv| mv.captured.is_none()),
        "a3 is neutral"
    );
}

#[test]
fn mega_kings_that_are_not_armed_may_stand_side_by_side() {
    let peace = board(1, "8/8/8/3k4/8/3K4/8/8 w - - 0 1 {}");
    assert!(after(&peace, &["d3d4"]).pieces().king(Color::White) == Square::D4);
    let armed = board(1, "8/8/8/3k+4/8/3K4/8/8 w - - 0 1 {}");
    assert!(why_illegal(&armed, "d3d4").contains("G8"));
    let own = board(1, "8/8/8/3k-4/8/3K+4/8/8 w - - 0 1 {}");
    assert!(after(&own, &["d3d4"]).is_check());
}

#[test]
fn only_armed_mega_pawns_reach_the_last_rank_and_they_promote() {
    let text = "7k/P+P6/8/8/8/8/8/7K w - - 0 1 {b7=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1}";
    let start = board(1, text);
    let pawns: Vec<String> = start
        .moves()
        .into_iter()
        .filter(|mv| mv.role == crate::fide::Role::Pawn)
        .map(|mv| Play::of(mv).to_string())
        .collect();
    assert_eq!(pawns, ["a7a8q", "a7a8r", "a7a8b", "a7a8n"]);
    let after = after(&start, &["a7a8n"]);
    assert_eq!(
        after.piece_at(Square::A8).map(|p| p.to_string()),
        Some("N+".into())
    );
    assert!(why_illegal(&start, "a7a8").contains("G17"));
    assert!(why_illegal(&start, "b7b8q").contains("G12"));
}

#[test]
fn armed_mega_pawns_capture_en_passant_what_is_not_neutral() {
    for (pawn, captured) in [("p-", true), ("p+", true), ("p", false)] {
        let text = format!("4k3/3{pawn}4/8/2P+5/8/8/8/4K3 b - - 3 1 {{}}");
        let board = after(&board(1, &text), &["d7d5"]);
        assert_eq!(board.en_passant(), captured.then_some(Square::D6), "{pawn}");
        if captured {
            let after = after(&board, &["c5d6"]);
            assert!(after.piece_at(Square::D5).is_none());
        }
    }
    let neutral = after(
        &board(1, "4k3/3p-4/8/2P5/8/8/8/4K3 b - - 3 1 {}"),
        &["d7d5"],
    );
    assert_eq!(neutral.en_passant(), None);
}

#[test]
fn kings_castle_whatever_their_states_but_not_through_attacks_of_armed_men() {
    let free = "r3k2r/8/8/8/8/8/8/R-3K2R+ w KQkq - 0 1 {}";
    let castled = after(&board(1, free), &["e1g1"]);
    assert!(
        castled
            .text()
            .starts_with("r3k2r/8/8/8/8/8/8/R-4R+K1 b kq - 1 1")
    );
    let castled = after(&board(1, free), &["e1c1"]);
    assert!(castled.text().starts_with("r3k2r/8/8/8/8/8/8/2KR-3R+ b kq"));
    let crossed = board(1, "r3kr+1r/8/8/8/8/8/8/R-3K2R+ w KQq - 0 1 {}");
    assert!(why_illegal(&crossed, "e1g1").contains("cannot go"));
    let neutral = board(1, "r3kr1r/8/8/8/8/8/8/R-3K2R+ w KQq - 0 1 {}");
    assert!(
        neutral
            .after(&Play::parse(1, "e1g1").expect("a turn"))
            .is_ok()
    );
}

#[test]
fn a_king_who_loses_his_own_game_while_castling_is_dethroned_where_he_went() {
    let text = format!("4k3/8/8/8/8/8/8/R-3K2R w KQ - 0 1 {{e1,h1={CHECK}}}");
    let castled = after(&board(1, &text), &["e1g1"]);
    // The rook's game is lost too: it came to f1 and left.
    assert!(
        castled
            .text()
            .starts_with("4k3/8/8/8/8/8/8/R-5K!1 b - - 1 1"),
        "{castled:?}"
    );
}

#[test]
fn whoever_has_no_legal_turn_loses() {
    let mated = board(1, "k!6R+/8/8/8/8/8/8/4K+3 b - - 0 1 {}");
    assert_eq!(outcome(&mated), "1-0 {mega-checkmate}");
    let stalemated = board(1, "k!7/8/8/8/8/8/8/4K+3 b - - 0 1 {}");
    assert_eq!(outcome(&stalemated), "1-0 {mega-stalemate}");
    // A board to play on saves from stalemate, not from mate.
    let game = "4k3/8/8/8/8/8/4P3/4K3_b_-_-_0_1";
    let free = board(
        1,
        &format!("k!7/8/8/8/8/8/6p1/4K+1B-1 b - - 0 1 {{g2={game}}}"),
    );
    assert_eq!(outcome(&free), "");
    assert_eq!((free.moves().len(), free.boards_of_a_turn()), (0, 1));
    let mated = board(
        1,
        &format!("k!6R+/8/8/8/8/8/6p1/4K+1B-1 b - - 0 1 {{g2={game}}}"),
    );
    assert_eq!(outcome(&mated), "1-0 {mega-checkmate}");
    assert_eq!(mated.count_turns(), 0u8.into());
}

#[test]
fn a_hundred_mega_moves_without_progress_draw_and_mate_goes_first() {
    let start = board(1, "k7/8/8/8/8/8/8/4K+2N- w - - 99 80 {}");
    let drawn = after(&start, &["h1g3"]);
    assert_eq!(
        (drawn.halfmove_clock(), outcome(&drawn).as_str()),
        (100, "1/2-1/2 {100 plies}")
    );
    assert_eq!(drawn.count_turns(), 0u8.into());
    assert!(why_illegal(&drawn, "a8b8").contains("over"));
    let reset = after(&start, &["{a8=e2e4}"]);
    assert_eq!(reset.halfmove_clock(), 0);
    let mating = board(1, "k!7/8/8/8/8/8/7R+/4K+3 w - - 99 80 {}");
    assert_eq!(outcome(&after(&mating, &["h2h8"])), "1-0 {mega-checkmate}");
    assert_eq!(outcome(&after(&mating, &["h2h7"])), "1-0 {mega-stalemate}");
}

#[test]
fn repetition_compares_the_games_without_their_counters() {
    const BOARDS: &str = "a1,b1,c1,d1,e1,f1,g1,h1";
    let variant = Mega::of_level(1);
    let mut pos = variant.start();
    let mut history = GameHistory::new(pos.key());
    for round in 0..2 {
        assert!(
            adjudicate(&pos, &history, variant.profile()).is_none(),
            "{round}"
        );
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let play = Play::parse(1, &format!("{{{BOARDS}={mv}}}")).expect("a turn");
            pos.make(&play).expect("a legal turn");
            history.push(pos.key());
        }
        assert_eq!(pos.clock(), 0);
    }
    let end = adjudicate(&pos, &history, variant.profile());
    assert_eq!(
        end.map(|end| end.to_string()),
        Some("1/2-1/2 {repetition}".into())
    );
}

#[test]
fn an_inner_game_won_by_mega_stalemate_is_won() {
    let inner = "k!7/8/8/8/8/8/7R+/4K+3_w_-_-_0_1_{}";
    let text = format!("k+7/8/8/8/8/8/8/R3K+3 w - - 0 1 {{a1={inner}}}");
    let board = after(&board(2, &text), &["{a1=h2h7}"]);
    assert_eq!(board.text(), "k+7/8/8/8/8/8/8/R+3K+3 b - - 0 1 {}");
}

#[test]
fn a_game_left_alone_is_judged_by_its_own_mega_king_only() {
    // White to move is in check on a small board of the game on a1, not in mega-check there.
    let inner = format!("k+7/8/8/8/8/8/8/N3K+3_w_-_-_0_1_{{a1={CHECK}}}");
    let text = format!("k+7/8/8/8/8/8/8/N3K+3 w - - 0 1 {{a1={inner}}}");
    let start = board(2, &text);
    assert!(start.besieged().is_empty());
    let after_king = after(&start, &["e1e2"]);
    assert_eq!(after_king.running(), squares("a1"));
    // A mega-move in that game loses the small one.
    let after_inner = after(&start, &["{a1=e1e2}"]);
    let inner = after_inner.game(Square::A1).and_then(|game| game.large());
    assert!(inner.expect("it goes on").piece_at(Square::A1).is_none());
}
