//! Texts of positions and turns.

use super::{START, after, board};

const KNIGHTS: &str = "{a1,b1,c1,d1,e1,f1,g1,h1=g1f3}";

#[test]
fn the_start_is_read_back_at_every_level() {
    for level in 1..=8 {
        assert_eq!(board(level, START).text(), START);
    }
}

#[test]
fn equal_games_share_an_entry() {
    let board = after(&board(1, START), &[KNIGHTS]);
    assert_eq!(
        board.text(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1 \
         {a1,b1,c1,d1,e1,f1,g1,h1=rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R_b_KQkq_-_1_1}"
    );
}

#[test]
fn the_positions_with_known_counts_are_canonical() {
    let lines = include_str!("../perft.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(" ; ");
        let level = if fields.next() == Some("mega") { 1 } else { 2 };
        let text = fields.next().expect("a position");
        assert_eq!(board(level, text).text(), text);
    }
}
