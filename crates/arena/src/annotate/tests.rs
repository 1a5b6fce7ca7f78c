use jabberwock_engine::SearchRequest;
use jabberwock_game::{Color, Score};
use jabberwock_search::{Limits, StopToken};

use super::{Mark, ReviewSettings, annotate, review, summary, win_probability};
use crate::{
    analysis::AnalysisError,
    records::{Line, RecordedGame, games},
};

fn settings(threads: usize) -> ReviewSettings {
    ReviewSettings {
        request: SearchRequest {
            limits: Limits {
                nodes: Some(2000),
                ..Limits::default()
            },
            multi_pv: 2,
            ..SearchRequest::default()
        },
        threads,
        hash_mib: 1,
    }
}

fn read(text: &str) -> RecordedGame {
    games(text).next().unwrap().unwrap()
}

#[test]
fn probabilities_grow_with_the_score_and_end_with_a_mate() {
    assert!((win_probability(Score(0)) - 0.5).abs() < 1e-9);
    assert!(win_probability(Score(100)) > win_probability(Score(50)));
    assert!((win_probability(Score(-100)) + win_probability(Score(100)) - 1.0).abs() < 1e-9);
    assert!(win_probability(Score::mate_in(3)) >= 1.0);
    assert!(win_probability(Score::mated_in(2)) <= 0.0);
}

#[test]
fn a_blunder_is_marked_with_the_line_that_was_missed() {
    let mut game = read("1. f3 e5 2. g4 {oops} Qh4# {checkmate} 0-1");
    let turns = review(&game, &settings(1), &StopToken::new(), &|| ()).unwrap();
    assert_eq!(turns[2].mark, Some(Mark::Blunder));
    assert_eq!(
        turns[3].mark,
        Some(Mark::Good),
        "every other turn misses the mate"
    );
    let players = summary(&turns);
    assert_eq!(players[Color::White].blunders, 1);
    assert_eq!(
        (players[Color::Black].turns, players[Color::Black].good),
        (2, 1)
    );
    assert!(players[Color::White].average_loss > players[Color::Black].average_loss);
    annotate(&mut game, &turns, "jabberwock");
    let text = game.text();
    let words = text.replace('\n', " ");
    assert!(words.contains("2. g4 $4 {[%eval #-1,"), "{text}");
    assert!(
        words.contains("Qh4# $1 {[%eval #0] [%jabberwock $1]} {checkmate} 0-1"),
        "{text}"
    );
    assert!(text.contains("[Annotator \"jabberwock\"]"), "{text}");
    let again = read(&text);
    assert_eq!(again.main_line, game.main_line);
    assert_eq!(again.text(), text);
    let twice = {
        let mut game = again;
        annotate(&mut game, &turns, "jabberwock");
        game.text()
    };
    assert_eq!(twice, text);
}

/// Returns the turns of each variation.
fn turns_of(variations: &[Line]) -> Vec<String> {
    let texts = variations.iter().map(|line| {
        let turns = line.turns.iter().map(|made| made.turn.as_str());
        turns.collect::<Vec<_>>().join(" ")
    });
    texts.collect()
}

#[test]
fn what_people_have_written_about_turns_stays() {
    let text = "[Annotator \"Ann: I\"]\n\n\
        1. f3 ?! $14 {weak} (1. e4 {best} e5) e5 2. g4! (2. e4) Qh4# 0-1";
    let (mut game, known) = (read(text), read(text));
    let mut turns = review(&game, &settings(1), &StopToken::new(), &|| ()).unwrap();
    assert_eq!(turns[2].mark, Some(Mark::Blunder));
    let best = ["d2d4", "d7d5"].map(str::to_owned);
    for (length, mark) in [(1, Mark::Mistake), (2, Mark::Good)] {
        // f3 keeps the mark of a person; e5 has none.
        turns[0].mark = Some(mark);
        turns[1].mark = Some(mark);
        turns[2].best = best[..length].to_vec();
        annotate(&mut game, &turns, "Jabberwock, 1 nodes");
        game = read(&game.text());
        let made = &game.main_line.turns;
        for (made, known) in made.iter().zip(&known.main_line.turns) {
            assert!(made.nags.starts_with(&known.nags), "{made:?}");
            assert!(made.comments.ends_with(&known.comments), "{made:?}");
            assert!(made.variations.starts_with(&known.variations), "{made:?}");
        }
        assert_eq!(made[0].nags, [6, 14]);
        assert_eq!(made[1].nags, [mark.nag()]);
        assert_eq!(made[2].nags, [1]);
        let line = best[..length].join(" ");
        assert_eq!(turns_of(&made[2].variations), ["e2e4", &line]);
        let annotators = Some("Ann: I:Jabberwock, 1 nodes");
        assert_eq!(game.tag("Annotator"), annotators);
    }
}

#[test]
fn what_an_earlier_annotation_wrote_is_replaced_unless_a_person_has_changed_it() {
    let mut game = read("1. e4 e5 2. Nf3 Nc6 *");
    let mut turns = review(&game, &settings(1), &StopToken::new(), &|| ()).unwrap();
    let lines = [
        ["d2d4", "g8f6", "c2c4"],
        ["c7c5", "g1f3", "d7d6"],
        ["b1c3", "g8f6", "g1f3"],
        ["d7d6", "d2d4", "e5d4"],
    ];
    for (turn, line) in turns.iter_mut().zip(lines) {
        turn.best = line.map(str::to_owned).to_vec();
        turn.mark = Some(Mark::Mistake);
    }
    annotate(&mut game, &turns, "Jabberwock, 1 nodes");
    game = read(&game.text());
    let made = &mut game.main_line.turns;
    // A person adds a comment in a variation, changes a mark, and removes a variation.
    made[1].variations[0].turns[0].comments = vec!["sharp".to_owned()];
    made[2].nags = vec![5];
    made[3].variations.clear();
    for turn in &mut turns {
        turn.best.truncate(2);
        turn.mark = None;
    }
    turns[3].mark = Some(Mark::Good);
    annotate(&mut game, &turns, "Jabberwock, 2 nodes");
    let made = read(&game.text()).main_line.turns;
    assert_eq!(turns_of(&made[0].variations), ["d2d4 g8f6"]);
    // The best line is the beginning of the person's.
    assert_eq!(turns_of(&made[1].variations), ["c7c5 g1f3 d7d6"]);
    assert_eq!(made[1].variations[0].turns[0].comments, ["sharp"]);
    assert_eq!(turns_of(&made[3].variations), ["d7d6 d2d4"]);
    let nags: Vec<&[u8]> = made.iter().map(|made| &made.nags[..]).collect();
    assert_eq!(nags, [&[][..], &[], &[5], &[1]]);
    assert_eq!(game.tag("Annotator"), Some("Jabberwock, 2 nodes"));
}

#[test]
fn an_annotation_is_replaced_in_comments_that_other_programs_have_joined() {
    let mut game = read(
        "1. f3 e5 2. g4 $6 {[%eval #-1,5] [%jabberwock $6] oops} \
         Qh4# $1 {[%eval #0] [%jabberwock $1] checkmate} 0-1",
    );
    let mut turns = review(&game, &settings(1), &StopToken::new(), &|| ()).unwrap();
    for turn in &mut turns {
        turn.mark = None;
    }
    annotate(&mut game, &turns, "Jabberwock, 1 nodes");
    let made = &game.main_line.turns;
    assert!(made.iter().all(|made| made.nags.is_empty()), "{made:?}");
    assert_eq!(made[2].comments[1..], ["oops"]);
    assert_eq!(
        (made[3].comments.len(), game.end.as_deref()),
        (1, Some("checkmate"))
    );
}

#[test]
fn the_evaluation_of_the_last_turn_is_replaced_and_no_reason_of_the_end() {
    let mut game = read("1. e4 e5 1-0");
    let mut turns = review(&game, &settings(1), &StopToken::new(), &|| ()).unwrap();
    annotate(&mut game, &turns, "jabberwock");
    let mut again = read(&game.text());
    assert_eq!(again.end, None);
    assert_eq!(again.main_line, game.main_line);
    let last = turns.last_mut().unwrap();
    (last.after, last.depth) = (Score(-77), 30);
    annotate(&mut again, &turns, "jabberwock");
    let written = again.text().replace('\n', " ");
    assert!(written.contains("e5 {[%eval 0.77,30]}"), "{written}");
    assert_eq!(written.matches("[%eval").count(), 2, "{written}");
}

#[test]
fn only_the_evaluation_of_a_comment_is_replaced() {
    let text = "1. e4 {good [%eval 0.17] [%clk 0:01:00]} e5 {[%eval 0.2] [%clk 0:00:59]} 2. Nf3 {[%eval x} Nc6 *";
    let mut game = read(text);
    let turns = review(&game, &settings(1), &StopToken::new(), &|| ()).unwrap();
    annotate(&mut game, &turns, "jabberwock");
    let kept = game.main_line.turns.iter().map(|made| &made.comments[1..]);
    assert_eq!(
        kept.collect::<Vec<_>>(),
        [
            &["good [%clk 0:01:00]"][..],
            &["[%clk 0:00:59]"],
            &["[%eval x"],
            &[]
        ]
    );
}

#[test]
fn the_number_of_threads_does_not_change_a_review() {
    for text in [
        "[Variant \"hop\"]\n\n1. e2e4 g8f6@d5 2. d2d4@d3 *",
        "[Variant \"chess\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
    ] {
        let game = read(text);
        let of = |threads| review(&game, &settings(threads), &StopToken::new(), &|| ()).unwrap();
        assert_eq!(of(1), of(3));
        assert_eq!(of(1).len(), game.turns().len());
    }
}

#[test]
fn a_player_without_turns_loses_nothing() {
    let player = summary(&[])[Color::Black];
    for loss in [player.average_loss, player.centipawn_loss] {
        assert_eq!(format!("{loss:.1}"), "0.0");
    }
}

#[test]
fn a_stopped_review_says_so() {
    let stop = StopToken::new();
    stop.stop();
    let game = read("1. e4 *");
    let result = review(&game, &settings(1), &stop, &|| ());
    assert_eq!(result, Err(AnalysisError::Interrupted));
}
