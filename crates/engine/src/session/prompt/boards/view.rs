//! The prompt of a partially entered board turn.

use jabberwock_game::{Coord, Tap};
use jabberwock_variants::{
    board::{Bitboard, Square},
    mega::{Board, Game},
};

use super::{
    super::{Prompt, PromptTarget},
    board_turn::{BoardTurn, ChosenBoards, Refusal},
    draft::{Entered, GameDraft, Group, count},
    instruction,
    mega_moves::MoveDraft,
    small::SmallBoards,
};

/// Returns the prompt of `draft`, a turn of the outermost `board`.
pub(super) fn prompt(board: &Board, draft: &GameDraft, small_boards: &SmallBoards) -> Prompt {
    let mut targets = Vec::new();
    add_targets(draft, &[], small_boards, &mut targets);
    targets.sort_by(|a, b| a.tap.cmp(&b.tap));
    let legal = draft
        .complete
        .as_ref()
        .and_then(|complete| Some((&complete.play, complete.after.as_ref().ok()?.large()?)));
    let scene = match (legal, &draft.entered) {
        (Some((_, after)), _) => after.scene(),
        (None, Entered::Boards(groups)) => board.scene_within(&games_after(groups)),
        (None, _) => board.scene(),
    };
    let mut board_turn = board_turn(draft);
    if let Some(board_turn) = &mut board_turn {
        board_turn.draft = draft.finished_parts().map(|play| play.to_string());
        board_turn.refusal = draft.refusal().as_ref().map(Refusal::from);
    }
    Prompt {
        words: match &board_turn {
            Some(board_turn) => instruction::of_board_turn(board_turn, &targets),
            None => instruction::of_mega_move(&targets).to_owned(),
        },
        targets,
        turn: legal.map(|(play, _)| play.to_string()),
        scene,
        board_turn,
    }
}

/// Returns the games after the complete turns of `groups`, in the order of squares.
fn games_after(groups: &[Group]) -> Vec<(Square, Game)> {
    let mut games = Vec::new();
    for group in groups {
        let after = group.draft.complete.as_ref();
        if let Some(after) = after.and_then(|complete| complete.after.as_ref().ok()) {
            games.extend(
                group
                    .squares
                    .into_iter()
                    .map(|square| (square, after.clone())),
            );
        }
    }
    games.sort_by_key(|&(square, _)| square);
    games
}

/// Returns the board turn of `draft`, a game of level 1 or higher, unless a mega-move is entered.
fn board_turn(draft: &GameDraft) -> Option<BoardTurn> {
    let (Entered::Boards(groups), Game::Large(board)) = (&draft.entered, &draft.game) else {
        return None;
    };
    let complete = groups.iter().filter(|group| group.draft.complete.is_some());
    let answered: Bitboard = complete.flat_map(|group| group.squares).collect();
    let chosen = groups.iter().map(|group| ChosenBoards {
        places: coords(group.squares),
        turn: group
            .draft
            .complete
            .as_ref()
            .map(|complete| complete.play.to_string()),
        board_turn: board_turn(&group.draft),
    });
    Some(BoardTurn {
        need: board.boards_of_a_turn(),
        chosen: chosen.collect(),
        besieged: coords(board.besieged().without(answered)),
        draft: None,
        refusal: None,
    })
}

fn coords(squares: Bitboard) -> Vec<Coord> {
    squares.into_iter().map(Coord::from).collect()
}

/// Adds the targets of the next tap in the game of `draft` on `boards`.
fn add_targets(
    draft: &GameDraft,
    boards: &[Vec<Coord>],
    small_boards: &SmallBoards,
    targets: &mut Vec<PromptTarget>,
) {
    if draft.complete.is_some() {
        return;
    }
    let own = match (&draft.entered, &draft.game) {
        (Entered::Small(draft), _) => draft.targets(),
        (Entered::Move(draft), _) => draft.targets(),
        (Entered::Boards(groups), Game::Large(board)) => {
            add_board_targets(board, groups, boards, small_boards, targets);
            if groups.is_empty() {
                MoveDraft::new(board).targets()
            } else {
                Vec::new()
            }
        }
        (Entered::Boards(_), Game::Small(_)) => Vec::new(),
    };
    targets.extend(own.into_iter().map(|target| PromptTarget {
        tap: Tap {
            boards: boards.to_vec(),
            target: target.tap.target,
        },
        ..target
    }));
}

/// Adds the targets of the next tap on the boards of `board`.
fn add_board_targets(
    board: &Board,
    groups: &[Group],
    boards: &[Vec<Coord>],
    small_boards: &SmallBoards,
    targets: &mut Vec<PromptTarget>,
) {
    let mut add = |squares: Bitboard, draft: &GameDraft| {
        let path = [boards, &[coords(squares)]].concat();
        add_targets(draft, &path, small_boards, targets);
    };
    for group in groups {
        add(group.squares, &group.draft);
    }
    if count(groups) == board.boards_of_a_turn() || !board.has_board_turn() {
        return;
    }
    let begun: Bitboard = groups.iter().flat_map(|group| group.squares).collect();
    let mut others: Vec<(Bitboard, &Game)> = Vec::new();
    for square in board.playable().without(begun) {
        let Some(game) = board.game(square) else {
            continue;
        };
        match others.iter_mut().find(|(_, other)| *other == game) {
            Some((squares, _)) => *squares |= Bitboard::of(square),
            None => others.push((Bitboard::of(square), game)),
        }
    }
    for (squares, game) in others {
        add(squares, &GameDraft::new(game.clone(), small_boards));
    }
}
