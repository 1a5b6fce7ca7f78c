use jabberwock_game::{Coord, Tap, TapTarget};

use super::{PromptTarget, TargetKind};
use crate::{Prompt, PromptError, Session, open};

fn read(taps: &str) -> Vec<Tap> {
    taps.split_whitespace()
        .map(|tap| tap.parse().unwrap())
        .collect()
}

fn at(game: &str, position: &str) -> Box<dyn Session> {
    let mut session = open(game).unwrap();
    if !position.is_empty() {
        session.set_position(position).unwrap();
    }
    session
}

fn prompt(session: &dyn Session, taps: &str) -> Prompt {
    let prompt = session.prompt(&read(taps));
    prompt.unwrap_or_else(|error| panic!("{error}"))
}

/// Returns `e3`, `on e4` or `capture d5 (d5 e6)`.
fn target_text(target: &PromptTarget) -> String {
    let kind = match target.kind {
        TargetKind::Move => "",
        TargetKind::Capture => "capture ",
        TargetKind::On => "on ",
        TargetKind::Choice => "choice ",
    };
    let takes: Vec<String> = target.takes.iter().map(Coord::to_string).collect();
    let takes = match takes.join(" ") {
        none if none.is_empty() => none,
        some => format!(" ({some})"),
    };
    format!("{kind}{}{takes}", target.tap)
}

fn targets(session: &dyn Session, taps: &str) -> String {
    let prompt = prompt(session, taps);
    let targets: Vec<String> = prompt.targets.iter().map(target_text).collect();
    targets.join(", ")
}

/// Returns one of the targets after `taps`.
fn target(session: &dyn Session, taps: &str, tap: &str) -> String {
    let prompt = prompt(session, taps);
    let found = prompt
        .targets
        .iter()
        .find(|target| target.tap.to_string() == tap);
    found.map_or_else(|| "none".to_owned(), target_text)
}

fn prompt_error(session: &dyn Session, taps: &str) -> PromptError {
    session.prompt(&read(taps)).expect_err(taps)
}

#[test]
fn a_move_is_entered_by_its_two_squares() {
    let chess = at("chess", "");
    assert_eq!(prompt(&*chess, "").words, "Choose a piece to move");
    assert_eq!(prompt(&*chess, "").targets.len(), 10);
    assert_eq!(targets(&*chess, "e2"), "e3, e4");
    assert_eq!(prompt(&*chess, "e2").words, "Choose where it goes");
    assert_eq!(prompt(&*chess, "e2").turn, None);
    let complete = prompt(&*chess, "e2 e4");
    assert_eq!(complete.turn.as_deref(), Some("e2e4"));
    assert_eq!(complete.targets, []);
    assert_eq!(complete.words, "The turn is complete");
    assert!(!complete.scene.layers(Coord::new(4, 3)).is_empty());
}

#[test]
fn the_piece_captured_is_named_wherever_it_stands() {
    let chess = at("chess", "4k3/8/8/2Pp4/4P3/8/8/4K3 w - d6 0 1");
    assert_eq!(targets(&*chess, "e4"), "capture d5 (d5), e5");
    assert_eq!(targets(&*chess, "c5"), "c6, capture d6 (d5)");
}

#[test]
fn castling_is_entered_by_king_and_rook_too() {
    let chess = at("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(
        targets(&*chess, "e1"),
        "d1, f1, g1 (h1), h1 (h1), d2, e2, f2"
    );
    for taps in ["e1 g1", "e1 h1"] {
        assert_eq!(prompt(&*chess, taps).turn.as_deref(), Some("e1g1"));
    }
}

#[test]
fn a_promotion_is_a_choice_with_the_glyph_of_the_piece() {
    let chess = at("chess", "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(targets(&*chess, "e7"), "on d8 (d8)");
    let prompt = prompt(&*chess, "e7 d8");
    assert_eq!(prompt.words, "Choose: bishop, knight, queen or rook");
    for target in prompt.targets {
        assert_eq!(target.kind, TargetKind::Choice);
        assert_eq!(target.takes, [Coord::new(3, 7)]);
        assert_eq!(target.label.as_deref(), target.glyph);
    }
}

#[test]
fn after_the_piece_the_hopper_is_to_be_put() {
    let hop = at(
        "hop",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2 d4/-",
    );
    assert_eq!(targets(&*hop, "e2"), "on e3, on e4");
    let half = prompt(&*hop, "e2 e4");
    assert_eq!(half.words, "Put your hopper on an empty square");
    assert!(half.scene.layers(Coord::new(4, 1)).is_empty());
    assert!(!half.scene.layers(Coord::new(4, 3)).is_empty());
    assert_eq!(target(&*hop, "e2 e4", "e2"), "e2");
    assert_eq!(prompt(&*hop, "e2 e4 d4").turn.as_deref(), Some("e2e4@d4"));
}

#[test]
fn a_hop_is_entered_by_any_route_or_straight() {
    // By a4 or by d1.
    let hop = at("hop", "4k3/8/8/8/3p4/8/4K3/R7 w - - 0 9 a4/d1");
    assert_eq!(target(&*hop, "a1", "d4"), "on d4 (d4)");
    assert_eq!(target(&*hop, "a1", "a4"), "on a4");
    for taps in ["a1 d4 h8", "a1 a4 d4 h8", "a1 d1 d4 h8"] {
        assert_eq!(
            prompt(&*hop, taps).turn.as_deref(),
            Some("a1a4,a4d4@h8"),
            "{taps}"
        );
    }
}

#[test]
fn a_chakra_is_moved_turned_over_or_both() {
    let chakra = at("chakra", "");
    assert_eq!(targets(&*chakra, "a2"), "a2, on c3, on b4");
    assert_eq!(prompt(&*chakra, "a2 a2").turn.as_deref(), Some("a2a2+"));
    // The only choice need not be made, but may be.
    assert_eq!(prompt(&*chakra, "a2 a2 =+").turn.as_deref(), Some("a2a2+"));
    assert_eq!(targets(&*chakra, "a2 c3"), "choice =+, .");
    assert_eq!(
        prompt(&*chakra, "a2 c3").words,
        "Choose: turn the chakra over or leave the chakra as it is"
    );
    assert_eq!(prompt(&*chakra, "a2 c3 .").turn.as_deref(), Some("a2c3"));
    assert_eq!(prompt(&*chakra, "a2 c3 =+").turn.as_deref(), Some("a2c3+"));
}

#[test]
fn a_pass_is_a_word() {
    let chakra = at("chakra", "7k/8/8/8/8/8/8/KA6 w b1n,c3n/- - 0 1");
    assert_eq!(target(&*chakra, "", "pass"), "pass");
    assert_eq!(prompt(&*chakra, "pass").turn.as_deref(), Some("@@@@"));
}

#[test]
fn a_captured_transmitter_is_taken_at_both_ends() {
    let chakra = at("chakra", "7k/8/8/8/8/8/8/K7 w -/b2n,e5k - 0 1");
    assert_eq!(target(&*chakra, "a1", "b2"), "capture b2 (b2 e5)");
}

#[test]
fn a_push_and_a_backstab_name_the_pieces_they_move_and_take() {
    let push = at("chaotic", "k6n/8/8/8/3r4/8/8/K2P3R w - - 0 1");
    assert_eq!(target(&*push, "d1", "d3"), "d3 (d4)");
    assert_eq!(target(&*push, "d1", "d2"), "d2");
    let backstab = at("chaotic", "k6n/8/8/8/3Mr3/6M1/8/K7 w - - 0 1");
    assert_eq!(target(&*backstab, "g3", "f4"), "capture f4 (e4)");
}

#[test]
fn all_that_an_all_round_capture_takes_is_named() {
    let crazy = at("crazy-free", "");
    assert_eq!(target(&*crazy, "d1", "=*"), "choice =* (c1 e1 c2 d2 e2)");
    assert_eq!(prompt(&*crazy, "d1 c2 d1").turn.as_deref(), Some("d1*"));
}

#[test]
fn a_captured_queen_takes_her_neighbours() {
    let crazy = at("crazy-free", "7k/8/8/8/1pqn4/8/8/K1R5 w - - 0 1");
    assert_eq!(target(&*crazy, "c1", "c4"), "capture c4 (b4 c4 d4)");
}

#[test]
fn a_bishop_that_rises_has_been_taken() {
    let crazy = at("crazy-free", "7k/8/8/8/2b5/8/8/K1R5 w - - 0 1");
    assert_eq!(target(&*crazy, "c1", "c4"), "capture c4 (c4)");
}

#[test]
fn a_ghost_that_vanishes_has_not_been_taken() {
    let crazy = at("crazy-free", "7k/8/8/8/2B~5/8/8/K1R5 w - - 0 1");
    assert_eq!(target(&*crazy, "c1", "c2"), "c2");
}

#[test]
fn a_king_makes_two_steps() {
    let crazy = at("crazy-free", "7k/8/8/8/8/2p5/8/K7 w - - 0 1");
    assert_eq!(targets(&*crazy, "a1"), "on b1, on a2, on b2");
    let half = prompt(&*crazy, "a1 b2");
    assert_eq!(half.words, "Choose the king's second step");
    assert!(half.scene.layers(Coord::new(0, 0)).is_empty());
    assert_eq!(target(&*crazy, "a1 b2", "c3"), "capture c3 (c3)");
    assert_eq!(
        prompt(&*crazy, "a1 b2 a1").turn.as_deref(),
        Some("a1b2,b2a1")
    );
}

#[test]
fn a_knight_takes_on_its_way_before_it_arrives() {
    let crazy = at("crazy-free", "7k/8/8/8/8/6p1/8/K5N1 w - - 0 1");
    assert_eq!(target(&*crazy, "g1", "g3"), "on g3 (g3)");
    assert_eq!(
        targets(&*crazy, "g1 g3"),
        "capture f3 (g3), capture h3 (g3)"
    );
    assert_eq!(prompt(&*crazy, "g1 g3 f3").turn.as_deref(), Some("g1f3xg3"));
}

#[test]
fn a_capture_of_a_rook_is_told_from_a_jump_inside() {
    let crazy = at("crazy-free", "7k/8/8/8/2r5/8/8/K1R5 w - - 0 1");
    assert_eq!(targets(&*crazy, "c1 c4"), "choice =^, capture . (c4)");
    assert_eq!(
        prompt(&*crazy, "c1 c4").words,
        "Choose: jump inside the rook or capture the rook"
    );
}

#[test]
fn disguises_exchange_and_may_go_on() {
    let crazy = at("crazy-free", "7k/8/8/8/8/4N3/3PP3/K7 w - - 0 1");
    assert_eq!(target(&*crazy, "e2", "e3"), "on e3 (e3)");
    assert_eq!(targets(&*crazy, "e2 e3"), "d2 (e3), . (e3)");
    assert_eq!(prompt(&*crazy, "e2 e3 .").turn.as_deref(), Some("e2=e3"));
    assert_eq!(
        prompt(&*crazy, "e2 e3 d2").turn.as_deref(),
        Some("e2=e3+d2")
    );
}

#[test]
fn a_denial_is_a_word_beside_the_moves() {
    let mut denial = at("denial", "");
    denial.play("e2e4").unwrap();
    let prompt = prompt(&*denial, "");
    assert_eq!(
        prompt.words,
        "Choose a piece to move, or: deny the last turn"
    );
    let last = prompt.targets.last().unwrap();
    assert_eq!(last.tap.target, TapTarget::Word("deny".to_owned()));
    assert_eq!((last.kind, &last.takes[..]), (TargetKind::Move, &[][..]));
}

#[test]
fn in_a_finished_game_nothing_can_be_pointed_at() {
    let mated = at("chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    let over = prompt(&*mated, "");
    assert_eq!((over.targets.len(), over.turn), (0, None));
    assert_eq!(over.words, "The game is over: 1-0 {checkmate}");
    assert_eq!(
        prompt_error(&*mated, "g8 f8").to_string(),
        "no legal turn begins with \"g8\": The game is over: 1-0 {checkmate}"
    );
}

#[test]
fn an_error_names_the_tap_that_does_not_fit_and_says_what_does() {
    let chess = at("chess", "");
    let error = prompt_error(&*chess, "e2 e5 e6");
    assert_eq!(
        error.to_string(),
        "no legal turn continues \"e2 e5\": possible here: e3 or e4"
    );
    assert_eq!(error.index, 1);
    assert_eq!(
        prompt_error(&*chess, "e2 e4 e5").to_string(),
        "no legal turn continues \"e2 e4 e5\": the turn is complete"
    );
    assert_eq!(
        prompt_error(&*chess, "pass").to_string(),
        "no legal turn begins with \"pass\": \
         possible here: b1, g1, a2, b2, c2, d2, e2, f2, g2 or h2"
    );
    let long = Tap::choice("x".repeat(100_000));
    let error = chess.prompt(&[long]).unwrap_err();
    assert!(error.to_string().len() < 500);
}

#[test]
fn a_prompt_depends_on_nothing_but_position_and_taps() {
    let mut session = at("crazy", "");
    let before = prompt(&*session, "d2");
    session.play("e2e4").unwrap();
    assert_ne!(prompt(&*session, "d7"), before);
    session.undo().unwrap();
    assert_eq!(prompt(&*session, "d2"), before);
    assert_eq!(prompt(&*session.fork(), "d2"), before);
}
