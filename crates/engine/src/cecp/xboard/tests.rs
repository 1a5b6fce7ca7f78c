mod games;
mod gestures;
mod plans;
mod positions;

use jabberwock_variants::xboard::XBoardParent;

use super::{
    board::{Board, Piece, Rules},
    ply::{Kills, Move, Ply, Received},
    square::{Size, Square},
};

/// The board of most games.
const SIZE: Size = Size { files: 8, ranks: 8 };

fn at(name: &str) -> Square {
    SIZE.parse(name).unwrap()
}

/// Returns the ply that `XBoard` reads from `text`, sent by an engine.
fn ply_sent(text: &str) -> Ply {
    if let Some((start, end)) = text.split_once('-') {
        let mut squares = start.split('x').map(at);
        return Ply::Move(Move {
            from: squares.next().unwrap(),
            to: at(end),
            kills: squares.collect(),
            letter: None,
        });
    }
    match Received::parse(text, SIZE).unwrap() {
        Received::Whole(ply) => ply,
        Received::Legs(legs, letter) => {
            let kills: Kills = legs[1..].iter().map(|&(from, _)| from).collect();
            Ply::Move(Move {
                from: legs[0].0,
                to: legs[legs.len() - 1].1.unwrap(),
                kills,
                letter,
            })
        }
    }
}
