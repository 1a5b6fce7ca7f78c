//! Single plies and plans on boards set up for them.

use jabberwock_game::{ByColor, Color};

use super::{
    super::{board::HOLDINGS, plan::plan, ply::Relayed},
    *,
};

fn rules(parent: XBoardParent, holdings: &[u8]) -> Rules {
    Rules {
        size: SIZE,
        parent,
        holdings: holdings.to_vec(),
        order: b"KPNBRQS".to_vec(),
        pawn: Some(b'P'),
    }
}

/// Returns a board of pieces, each its letter and square.
fn board(pieces: &str, side: Color) -> Board {
    let mut squares = vec![None; 64];
    for piece in pieces.split_whitespace() {
        let letter = piece.as_bytes()[0];
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        squares[usize::from(at(&piece[1..]))] = Some(Piece::new(letter, color));
    }
    Board {
        squares,
        stock: ByColor([[0; HOLDINGS]; 2]),
        side,
        advanced: None,
    }
}

/// Returns the board after `plies`.
fn after(rules: &Rules, mut board: Board, plies: &[&str]) -> Board {
    for text in plies {
        assert_eq!(board.play(rules, &ply_sent(text)), Ok(()), "{text}");
    }
    board
}

/// The board on which the plies below were tried in the real program.
const TRIED: &str = "ke8 pd5 pc4 Nb3 Pe3 Pe2 Ra1 Ke1 Rh1";

#[test]
fn a_ply_does_what_it_does_in_the_real_program() {
    let chu = rules(XBoardParent::Chu, b"");
    for (ply, pieces) in [
        ("b3c4,c4d5", "ke8 Nd5 Pe3 Pe2 Ra1 Ke1 Rh1"),
        ("b3c4,c4a6", "ke8 pd5 Na6 Pe3 Pe2 Ra1 Ke1 Rh1"),
        ("b3c4,c4b3", "ke8 pd5 Nb3 Pe3 Pe2 Ra1 Ke1 Rh1"),
        ("b3e5,e5c5", "ke8 pd5 pc4 Nc5 Pe3 Pe2 Ra1 Ke1 Rh1"),
        ("b3a1,a1c5", "ke8 pd5 pc4 Nc5 Pe3 Pe2 Ke1 Rh1"),
        ("b3xc4xd5-e6", "ke8 Ne6 Pe3 Pe2 Ra1 Ke1 Rh1"),
        ("e1xd5xc4-e1", "ke8 Nb3 Pe3 Pe2 Ra1 Ke1 Rh1"),
        ("a1a4s", "ke8 pd5 pc4 Nb3 Pe3 Pe2 Sa4 Ke1 Rh1"),
        ("a1b3", "ke8 pd5 pc4 Rb3 Pe3 Pe2 Na1 Ke1 Rh1"),
        ("b3a1,a1a1s", "ke8 pd5 pc4 Pe3 Pe2 Sa1 Ke1 Rh1"),
        ("@@@@", TRIED),
    ] {
        let made = after(&chu, board(TRIED, Color::White), &[ply]);
        assert_eq!(made.squares, board(pieces, Color::Black).squares, "{ply}");
        assert_eq!(made.side, Color::Black);
    }
    let lion = rules(XBoardParent::Lion, b"");
    let made = after(&lion, board(TRIED, Color::White), &["a1b3"]);
    let captured = board("ke8 pd5 pc4 Rb3 Pe3 Pe2 Ke1 Rh1", Color::Black);
    assert_eq!(made.squares, captured.squares);
}

#[test]
fn a_ply_is_relayed_as_by_the_real_program() {
    let black = board("nb6", Color::Black);
    let board = board(TRIED, Color::White);
    for (ply, text) in [
        ("b3c4,c4d5", "b3c4,c4d5"),
        ("b3a1,a1c5", "b3c5,a1d5"),
        ("b3xc4xd5-e6", "b3c4,c4d5,d5e6"),
        ("b3a1,a1a1s", "b3a1,a1b1"),
        ("b3e5,e5c5", "b3e5,e5c5"),
    ] {
        assert_eq!(board.relayed(&ply_sent(ply)).text(SIZE), text, "{ply}");
    }
    assert_eq!(
        black.relayed(&ply_sent("b6e5,e5c4")).text(SIZE),
        "b6c4,e5b4"
    );
    let reduced = matches!(
        black.relayed(&ply_sent("b6e5,e5c4")),
        Relayed::Reduced { .. }
    );
    assert!(reduced);
}

#[test]
fn what_the_real_program_refuses_is_refused() {
    let chu = rules(XBoardParent::Chu, b"PN");
    for ply in ["e4e5", "e8e7", "a1a1", "N@e4", "Q@e4", "P@e2"] {
        let mut board = board(TRIED, Color::White);
        let before = board.clone();
        assert!(board.play(&chu, &ply_sent(ply)).is_err(), "{ply}");
        assert_eq!(board, before, "{ply}");
    }
}

#[test]
fn a_captured_piece_is_held_by_its_enemy() {
    let chu = rules(XBoardParent::Chu, b"PN");
    let made = after(&chu, board(TRIED, Color::White), &["b3c4"]);
    assert_eq!(made.stock[Color::White][..2], [1, 0]);
    // An exchange gives the own piece to the opponent, and a removal the remover.
    let made = after(
        &chu,
        board(TRIED, Color::White),
        &["a1b3", "@@@@", "a1c4,c4a1"],
    );
    assert_eq!(made.stock[Color::Black][..2], [0, 2]);
    // A type that is not shown counts as the first.
    let made = after(&chu, board(TRIED, Color::White), &["b3a1"]);
    assert_eq!(made.stock[Color::Black][..2], [1, 0]);
}

#[test]
fn xboards_own_en_passant_is_used_only_by_diagonal_pawn_captures() {
    let chu = rules(XBoardParent::Chu, b"");
    let pawns = board("pc7 Pd5 Ke1 ke8", Color::Black);
    let made = after(&chu, pawns.clone(), &["c7c5", "d5c6"]);
    assert_eq!(made.squares, board("Pc6 Ke1 ke8", Color::Black).squares);
    let advanced = after(&chu, pawns, &["c7c5"]);
    assert!(advanced.clone().play(&chu, &ply_sent("d5c7")).is_err());
    // After any other ply there is no en passant.
    let later = after(&chu, advanced, &["@@@@", "@@@@", "d5c6"]);
    assert_eq!(
        later.squares,
        board("Pc6 pc5 Ke1 ke8", Color::Black).squares
    );
    let mut far = board("Pa5 ph4 Ke1 ke8", Color::White);
    assert!(far.play(&chu, &ply_sent("a5h5")).is_err());
}

#[test]
fn plans_are_short_and_exact() {
    for (parent, before, after_it, plies) in [
        (XBoardParent::Lion, "Ke1 ke8 Pe2", "Ke1 ke8 Pe4", 1),
        (XBoardParent::Lion, "Ke1 ke8 Rh1", "Kg1 ke8 Rf1", 3),
        (XBoardParent::Lion, "Ke1 ke8 Pd7", "Ke1 ke8 Qd8", 1),
        // Two captured on the way.
        (XBoardParent::Lion, "Ke1 ke8 Rc3 nc5 bc6", "Ke1 ke8 Rc7", 1),
        // A piece pushes another of either side.
        (XBoardParent::Chu, "Ke1 ke8 Pe3 nd7", "Ke1 ke8 Pe6 na7", 3),
        (XBoardParent::Chu, "Ke1 ke8 Pe3 Nd7", "Ke1 ke8 Pe6 Na7", 3),
        // Two own pieces change places.
        (XBoardParent::Chu, "Ke1 ke8 Pe2 Ne3", "Ke1 ke8 Ne2 Pe3", 1),
        // Nothing happens.
        (XBoardParent::Chu, "Ke1 ke8", "Ke1 ke8", 1),
        // The eight neighbours of a queen vanish.
        (
            XBoardParent::Chu,
            "Ka1 kh8 Qd4 pc3 pd3 pe3 pc4 Ne4 pc5 pd5 Pe5",
            "Ka1 kh8 Qd4",
            7,
        ),
    ] {
        let rules = rules(parent, b"");
        let target = board(after_it, Color::Black);
        let mut board = board(before, Color::White);
        let plan = plan(&rules, &board, &target.squares);
        for ply in &plan {
            assert_eq!(board.play(&rules, ply), Ok(()));
        }
        assert_eq!(board.squares, target.squares, "{after_it}: {plan:?}");
        assert!(plan.len() <= plies, "{after_it}: {plan:?}");
        assert_eq!(plan.len() % 2, 1);
    }
}

#[test]
fn a_piece_that_cannot_be_dropped_is_left_out() {
    let rules = rules(XBoardParent::Chu, b"");
    let target = board("Ke1 ke8 Nb1", Color::Black);
    let plan = plan(&rules, &board("Ke1 ke8", Color::White), &target.squares);
    assert_eq!(plan, [Ply::Pass]);
}

#[test]
fn no_piece_that_is_held_removes_another_for_the_sake_of_a_drop() {
    let lion = rules(XBoardParent::Lion, b"PS");
    let before = board("Ke1 Nf3 Se5 sb2 ke8", Color::White);
    let target = board("Ke1 Ng5 Sa3 sb2 ke8", Color::Black).squares;
    let plies: Vec<String> = plan(&lion, &before, &target)
        .iter()
        .map(|ply| ply.text(SIZE))
        .collect();
    assert_eq!(plies, ["f3g5", "@@@@", "e5a3"]);
}
