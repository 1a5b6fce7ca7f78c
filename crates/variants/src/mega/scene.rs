//! The scene of a position.

use jabberwock_game::{
    Coord, Layer, MarkKind, Position as _, PositionError, Scene, SubgameBoard, Variant as _,
};

use super::{
    board::{Board, Game},
    piece::MegaPiece,
    play::Play,
    position::Position,
};
use crate::{
    board::{Bitboard, Square, scene},
    chess::Chess,
};

impl Position {
    /// Returns the scene of the outermost board. Within a turn, boards show the games after the
    /// complete parts of the turn and are not playable again.
    pub(super) fn scene(&self) -> Scene {
        let mut scene = self.board().scene_within(self.done());
        if !self.at_turn_start() {
            scene.marks.retain(|mark| mark.kind != MarkKind::Check);
        }
        scene
    }
}

impl Board {
    /// Returns the scene at the start of a turn. It describes one level below.
    pub fn scene(&self) -> Scene {
        self.scene_within(&[])
    }

    /// Returns the scene within a board turn that has led to the games `done` so far. These boards
    /// show them and are not playable again.
    pub fn scene_within(&self, done: &[(Square, Game)]) -> Scene {
        let (mut scene, games) = outline(self, done);
        scene.games = games.iter().map(game_scene).collect();
        scene
    }

    /// Returns the scene, with its position, of the board on `path`: `a1`, or `a1/b2` for one on
    /// the board of a1; empty for this one.
    ///
    /// # Errors
    /// If there is no running game.
    pub fn scene_at(&self, path: &str) -> Result<Scene, PositionError> {
        let error = |reason: String| PositionError::field("board", path, reason);
        let mut board = self;
        let mut place = String::new();
        let mut names = path.split('/').filter(|_| !path.is_empty());
        while let Some(name) = names.next() {
            let square =
                Square::parse(name).ok_or_else(|| error(format!("\"{name}\" is not a square")))?;
            place.push_str(name);
            match board.game(square) {
                None => return Err(error(format!("no game is running on {place}"))),
                Some(Game::Large(inner)) => board = inner,
                Some(game @ Game::Small(_)) => match names.next() {
                    None => return Ok(game_scene(game)),
                    Some(name) => {
                        let reason = format!("there is no board {name} on a board of chess");
                        return Err(error(reason));
                    }
                },
            }
            place.push('/');
        }
        Ok(Scene {
            position: Some(board.text()),
            ..board.scene()
        })
    }
}

impl Play {
    /// Returns the squares of a mega-move, or the boards played on.
    pub fn path(&self) -> Vec<Coord> {
        match self {
            Play::Move { from, to, .. } => vec![(*from).into(), (*to).into()],
            Play::Boards(groups) => {
                let boards: Bitboard = groups.iter().flat_map(|(squares, _)| *squares).collect();
                scene::coords(boards)
            }
        }
    }
}

/// Returns the scene of `game`, without the games on it.
fn game_scene(game: &Game) -> Scene {
    let (scene, position) = match game {
        Game::Small(pos) => (Chess.scene(pos), Chess.text(pos)),
        Game::Large(board) => (outline(board, &[]).0, board.text()),
    };
    Scene {
        position: Some(position),
        ..scene
    }
}

/// Returns the scene without the games, and the distinct games. `done` are boards played on in this
/// turn, with the games after their turns.
fn outline(board: &Board, done: &[(Square, Game)]) -> (Scene, Vec<Game>) {
    let us = board.turn();
    let mut scene = scene::scene(us, board.pieces().occupied(), |square| {
        board.piece_at(square).map(layer).into_iter().collect()
    });
    scene.level = board.level();
    let played: Bitboard = done.iter().map(|&(square, _)| square).collect();
    let goes_on = board.outcome().is_none();
    let to_play = |squares: Bitboard| {
        squares
            .into_iter()
            .filter(|&square| goes_on && !played.contains(square))
            .collect::<Bitboard>()
    };
    let (playable, besieged) = (to_play(board.playable()), to_play(board.besieged()));
    let mut games: Vec<Game> = Vec::new();
    for square in board.running() {
        let after = done.iter().find(|&&(at, _)| at == square);
        let Some(game) = after.map(|(_, game)| game).or(board.game(square)) else {
            continue;
        };
        let known = games.iter().position(|other| other == game);
        scene.boards.push(SubgameBoard {
            square: square.into(),
            turn: game.turn(),
            playable: playable.contains(square),
            besieged: besieged.contains(square),
            game: known.unwrap_or(games.len()),
        });
        if known.is_none() {
            games.push(game.clone());
        }
    }
    scene::mark_check(&mut scene, board.is_check(), Some(board.pieces().king(us)));
    scene.mark(MarkKind::Playable, scene::coords(playable), Some(us));
    scene.mark(MarkKind::Besieged, scene::coords(besieged), Some(us));
    scene.legend = legend(board);
    let en_passant = board
        .en_passant()
        .map(|square| format!("en passant {square}"));
    scene.rights = board
        .castling()
        .in_words()
        .into_iter()
        .chain(en_passant)
        .collect();
    (scene, games)
}

fn layer(piece: MegaPiece) -> Layer {
    let layer = scene::piece(piece.piece);
    match piece.state.name() {
        None => layer,
        state => Layer {
            form: state,
            symbol: piece.to_string().into(),
            ..layer
        },
    }
}

fn legend(board: &Board) -> Vec<String> {
    let (playable, besieged) = (names(board.playable()), names(board.besieged()));
    vec![
        "+ armed, - disarmed, ! dethroned, else its game is running".to_owned(),
        format!("to play on {playable}"),
        format!("in check   {besieged}"),
    ]
}

/// Returns `a1 b1`, or `none`.
fn names(squares: Bitboard) -> String {
    if squares.is_empty() {
        return "none".to_owned();
    }
    let names = squares.into_iter().map(|square| square.to_string());
    names.collect::<Vec<_>>().join(" ")
}
