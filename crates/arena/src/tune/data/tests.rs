use std::{
    collections::HashSet,
    env, fs,
    num::NonZeroU32,
    path::{Path, PathBuf},
};

use jabberwock_game::{Color, Evaluate, Evaluator, Position, Variant};
use jabberwock_search::StopToken;
use jabberwock_variants::{chess::Chess, find};

use super::{
    DataPlan, DataProgress, PositionChoice, RecordPlan, RescorePlan, from_records, games, generate,
    join, rescore,
};
use crate::tune::{dataset::Dataset, error::TuneError};

const PLAN: DataPlan = DataPlan {
    games: 20,
    shard: None,
    nodes: 60,
    opening: 4,
    choice: PositionChoice::Quiet(30),
    seed: 3,
    threads: 1,
};

fn scratch(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("jabberwock-data-{name}-{}", std::process::id()));
    fs::remove_file(&path).ok();
    path
}

fn run(plan: &DataPlan, path: &Path) -> Result<DataProgress, TuneError> {
    generate(Chess, "chess", plan, path, &StopToken::new(), &mut |_| ())
}

#[test]
fn positions_are_quiet_different_and_read_back() {
    let path = scratch("whole");
    let done = run(&PLAN, &path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let mut keys = HashSet::new();
    let mut count = 0;
    for game in games(&text) {
        for (line, position, _) in game.unwrap().positions {
            let position = Chess.parse(position).unwrap();
            assert!(!position.is_check(), "line {line}");
            assert!(keys.insert(position.key()), "line {line}");
            count += 1;
        }
    }
    assert_eq!((done.games, done.positions), (PLAN.games, count));
    assert_eq!(done.results.iter().sum::<u64>(), PLAN.games);
    assert!(count > 100, "{count}");
    let data = Dataset::read(Chess, &path).unwrap();
    assert_eq!(data.len() as u64, count);
    fs::remove_file(path).unwrap();
}

/// Returns the texts and scores of the positions that the searches of one game evaluate, one of
/// `interval`.
fn evaluated(interval: u32) -> Vec<(String, i32)> {
    let path = scratch(&format!("evaluated-{interval}"));
    let plan = DataPlan {
        games: 1,
        choice: PositionChoice::Evaluated(NonZeroU32::new(interval).unwrap()),
        ..PLAN
    };
    run(&plan, &path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let games: Vec<_> = games(&text).map(Result::unwrap).collect();
    let positions = games.iter().flat_map(|game| &game.positions);
    let positions = positions.map(|&(_, text, score)| (text.to_owned(), score));
    let positions = positions.collect();
    fs::remove_file(path).unwrap();
    positions
}

#[test]
fn positions_of_searches_have_their_static_evaluation() {
    let (all, some) = (evaluated(1), evaluated(8));
    let mut evaluator = Chess.evaluator();
    for (text, score) in &all {
        let position = Chess.parse(text).unwrap();
        assert!(!position.is_check(), "{text}");
        let eval = evaluator.evaluate(&position, 0).0;
        let for_white = match position.turn() {
            Color::White => eval,
            Color::Black => -eval,
        };
        assert_eq!(*score, for_white, "{text}");
    }
    let share = some.len() as f64 / all.len() as f64;
    assert!(
        (0.08..0.17).contains(&share),
        "{} of {}",
        some.len(),
        all.len()
    );
    // A position that occurs again, with other counters, is written once.
    let key = |(text, _): &(String, i32)| Chess.parse(text).unwrap().key();
    let all: HashSet<_> = all.iter().map(key).collect();
    assert!(some.iter().all(|position| all.contains(&key(position))));
}

#[test]
fn a_killed_run_ends_with_the_same_file_with_any_number_of_threads() {
    let (whole, killed) = (scratch("once"), scratch("twice"));
    run(&PLAN, &whole).unwrap();
    let expected = fs::read_to_string(&whole).unwrap();
    run(&DataPlan { games: 9, ..PLAN }, &killed).unwrap();
    let mut text = fs::read_to_string(&killed).unwrap();
    assert!(expected.starts_with(&text));
    // A position of a game that was not finished, and a line cut short.
    text.push_str("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\t100\n4k3/8/8/8");
    fs::write(&killed, text).unwrap();
    run(&DataPlan { threads: 2, ..PLAN }, &killed).unwrap();
    assert_eq!(fs::read_to_string(&killed).unwrap(), expected);
    for path in [whole, killed] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_file_of_another_run_and_an_invalid_line_are_refused() {
    let path = scratch("refused");
    run(&DataPlan { games: 1, ..PLAN }, &path).unwrap();
    let other = run(&DataPlan { seed: 4, ..PLAN }, &path);
    assert!(
        matches!(other, Err(TuneError::OtherRun { .. })),
        "{other:?}"
    );
    let text = fs::read_to_string(&path).unwrap() + "hello\n# game 1 1-0\n";
    fs::write(&path, &text).unwrap();
    let line = text.lines().count() - 1;
    let error = run(&PLAN, &path).unwrap_err().to_string();
    assert!(
        error.ends_with(&format!("line {line}: invalid position: \"hello\"")),
        "{error}"
    );
    fs::remove_file(path).unwrap();
}

#[test]
#[cfg(unix)]
fn a_device_is_refused_instead_of_read() {
    for device in ["/dev/full", "/dev/zero"] {
        let error = run(&PLAN, Path::new(device)).unwrap_err();
        assert_eq!(error.to_string(), format!("{device}: not a regular file"));
    }
}

/// Returns the files of the shards of a run, each in its own `folder`.
fn shards(name: &str, count: usize) -> Vec<PathBuf> {
    let shards = (1..=count).map(|number| {
        let path = scratch(&format!("{name}-{number}"));
        let shard = format!("{number}/{count}").parse().ok();
        let done = run(&DataPlan { shard, ..PLAN }, &path).unwrap();
        assert_eq!(done.games as usize, PLAN.games as usize / count);
        path
    });
    shards.collect()
}

#[test]
fn joined_shards_are_the_file_of_the_whole_run() {
    let (whole, joined) = (scratch("unsharded"), scratch("joined"));
    let done = run(&PLAN, &whole).unwrap();
    let mut parts = shards("part", 4);
    parts.reverse();
    assert_eq!(join(Chess, "chess", &parts, &joined).unwrap(), done);
    let expected = fs::read_to_string(&whole).unwrap();
    assert_eq!(fs::read_to_string(&joined).unwrap(), expected);
    // Concatenated they have the same games, and may have positions twice.
    let texts = parts.iter().map(|path| fs::read_to_string(path).unwrap());
    fs::write(&joined, texts.collect::<String>()).unwrap();
    let data = Dataset::read(Chess, &joined).unwrap();
    assert!(data.len() as u64 >= done.positions);
    for path in parts.into_iter().chain([whole, joined]) {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_shard_is_resumed_as_itself_only() {
    let path = scratch("shard");
    let shard = "2/4".parse().ok();
    let plan = DataPlan { shard, ..PLAN };
    run(&DataPlan { games: 9, ..plan }, &path).unwrap();
    let begun = fs::read_to_string(&path).unwrap();
    assert!(begun.contains("# game 5 "), "{begun}");
    run(&plan, &path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.starts_with(&begun) && text.contains("\n# game 17 "),
        "{text}"
    );
    for shard in [None, "3/4".parse().ok(), "2/5".parse().ok()] {
        let other = run(&DataPlan { shard, ..PLAN }, &path);
        assert!(
            matches!(other, Err(TuneError::OtherRun { .. })),
            "{other:?}"
        );
    }
    fs::remove_file(path).unwrap();
}

/// Returns the reason why `parts` are not joined, without the names of temporary files.
fn refused(parts: &[PathBuf]) -> String {
    let out = scratch("bad-joined");
    let error = join(Chess, "chess", parts, &out).unwrap_err().to_string();
    assert!(!out.exists());
    match error.split_once("-data-") {
        Some((_, rest)) => rest.replace(&format!("-{}", std::process::id()), ""),
        None => error,
    }
}

#[test]
fn parts_that_do_not_make_a_run_are_refused() {
    let parts = shards("bad", 2);
    assert_eq!(refused(&parts[..1]), "shard 2/2 is missing");
    let twice = [parts[0].clone(), parts[0].clone()];
    assert_eq!(refused(&twice), "bad-1: shard 1/2 is there twice");
    let text = fs::read_to_string(&parts[1]).unwrap();
    for (changed, problem) in [
        (
            text.replace("seed 3", "seed 4"),
            "bad-2: a file of another run",
        ),
        (
            text.replace("of chess", "of hop"),
            "bad-2: a file of another run",
        ),
        (
            text.replace("shard 2/2", "shard 2/3"),
            "bad-2: a file of another run",
        ),
        (
            text.replace(", shard 2/2", ""),
            "bad-2: not the file of a shard",
        ),
        ("my notes\n".to_owned(), "bad-2: not the file of a shard"),
        (String::new(), "bad-2: not the file of a shard"),
        (
            text.replace("# game 5 ", "# game 4 "),
            "bad-2: game 4 is there in place of game 5",
        ),
        (
            text[..text.rfind("# game").unwrap()].to_owned(),
            "bad-2: the last game is cut",
        ),
        (
            text[..text.len() - 1].to_owned(),
            "bad-2: the last game is cut",
        ),
    ] {
        fs::write(&parts[1], changed).unwrap();
        let error = refused(&parts);
        assert!(error.starts_with(problem), "{error}");
    }
    for path in parts {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_part_without_its_last_games_and_one_that_is_not_there_are_refused() {
    let mut parts = shards("short", 2);
    let text = fs::read_to_string(&parts[1]).unwrap();
    let (games, after) = text.split_once("# game 5 ").unwrap();
    let (result, _) = after.split_once('\n').unwrap();
    fs::write(&parts[1], format!("{games}# game 5 {result}\n")).unwrap();
    let error = refused(&parts);
    assert!(
        error.starts_with("short-2: game ") && error.contains(" is missing"),
        "{error}"
    );
    parts.push(scratch("nowhere"));
    assert!(refused(&parts).starts_with("nowhere: "));
    parts.pop();
    for path in parts {
        fs::remove_file(path).unwrap();
    }
}

/// A record of two games and of one that is not finished.
const RECORD: &str = "\
[White \"first\"]
[Black \"second\"]
[Result \"1-0\"]

1. e4 {+0.30/8 0.1s} e5 {-0.20/8 0.1s} 2. Nf3 Nc6 {-0.10/8 0.1s} 3. Bb5 {+M9/8 0.1s} Nf6 {-0.40/8 0.1s}
4. Bxc6 {+0.50/8 0.1s} 1-0

[White \"second\"]
[Black \"first\"]
[Result \"1/2-1/2\"]

1. e4 {+0.10/8 0.1s} c5 {-0.15/8 0.1s} 1/2-1/2

[White \"second\"]
[Black \"first\"]
[Result \"*\"]

1. d4 {+0.10/8 0.1s} *
";

/// Returns the lines of the data of a record, without the first.
fn recorded(name: &str, record: &str, player: Option<&str>) -> Result<Vec<String>, TuneError> {
    let (source, out) = (scratch(&format!("{name}.pgn")), scratch(name));
    fs::write(&source, record).unwrap();
    let plan = RecordPlan {
        records: vec![source.clone()],
        player: player.map(str::to_owned),
        quiet_margin: 10_000,
    };
    let done = from_records(Chess, "chess", &plan, &out);
    fs::remove_file(source).unwrap();
    let done = done?;
    let text = fs::read_to_string(&out).unwrap();
    let data = Dataset::read(Chess, &out).unwrap();
    assert_eq!(data.len() as u64, done.positions);
    let again = from_records(Chess, "chess", &plan, &out);
    assert!(again.is_err(), "a file was replaced");
    fs::remove_file(out).unwrap();
    Ok(text.lines().skip(1).map(str::to_owned).collect())
}

#[test]
fn records_give_their_quiet_positions_with_the_scores_of_players() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t30";
    let replies = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\t20",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\t10",
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3\t40",
    ];
    let (first, second) = ("# game 0 1-0", "# game 1 1/2-1/2");
    // A capture, a mate, turns without a score and duplicate positions are omitted.
    let all = recorded("all", RECORD, None).unwrap();
    let expected = [&[start], &replies[..], &[first, second]].concat();
    assert_eq!(all, expected);
    let of_second = recorded("second", RECORD, Some("second")).unwrap();
    let start = start.replace("\t30", "\t10");
    let expected = [&replies[..], &[first, &start, second]].concat();
    assert_eq!(of_second, expected);
}

#[test]
fn records_that_cannot_be_used_are_refused() {
    let complaint = |name: &str, record: &str, player| {
        let error = recorded(name, record, player).expect_err(name);
        error.to_string()
    };
    let unknown = complaint("unknown", RECORD, Some("third"));
    assert_eq!(unknown, "no game in the records is of a player \"third\"");
    let hop = RECORD.replacen("[Result", "[Variant \"hop\"]\n[Result", 1);
    let other = complaint("other", &hop, None);
    assert!(other.ends_with("line 1: a game of hop"), "{other}");
    let broken = RECORD.replace("2. Nf3", "2. Nf4");
    let broken = complaint("broken", &broken, None);
    assert!(
        broken.contains("line 5") && broken.contains("Nf4"),
        "{broken}"
    );
}

/// Returns the positions of `source` scored by `player`.
fn rescored(
    source: &Path,
    out: &Path,
    player: &str,
    scale: f64,
    threads: usize,
) -> Result<DataProgress, TuneError> {
    let plan = RescorePlan {
        files: vec![source.to_owned()],
        player: player.parse().unwrap(),
        is_static: false,
        scale,
        seed: 1,
        threads,
    };
    let entry = find("chess").unwrap();
    rescore(Chess, entry, &plan, out, &StopToken::new(), &mut |_, _| ())
}

/// Text and score for White of the positions in the file at `path`.
fn scores(path: &Path) -> Vec<(String, i32)> {
    let text = fs::read_to_string(path).unwrap();
    let games = games(&text).flat_map(|game| game.unwrap().positions);
    games
        .map(|(_, text, score)| (text.to_owned(), score))
        .collect()
}

#[test]
fn positions_get_the_scores_of_another_player() {
    let [source, out, doubled, resumed] = ["source", "rescored", "doubled", "resumed"].map(scratch);
    let [alone, alone_out] = ["alone", "alone-rescored"].map(scratch);
    let [mated, mated_out] = ["mated", "mated-rescored"].map(scratch);
    run(&PLAN, &source).unwrap();
    let done = rescored(&source, &out, "self,nodes=80", 1.0, 1).unwrap();
    assert_eq!(done.games, PLAN.games);
    let (before, after) = (scores(&source), scores(&out));
    let texts = |scores: &[(String, i32)]| -> HashSet<String> {
        scores.iter().map(|(text, _)| text.clone()).collect()
    };
    assert!(texts(&after).is_subset(&texts(&before)));
    assert!(
        2 * after.len() > before.len(),
        "{} of {}",
        after.len(),
        before.len()
    );
    assert!(
        after.iter().any(|scored| !before.contains(scored)),
        "nothing has changed"
    );
    // Searches do not depend on the positions before.
    let text = fs::read_to_string(&source).unwrap();
    let last = text.rfind("# game 18 ").unwrap();
    fs::write(&alone, &text[last..]).unwrap();
    rescored(&alone, &alone_out, "self,nodes=80", 1.0, 1).unwrap();
    assert!(after.ends_with(&scores(&alone_out)));
    // Searches evaluate positions that end the game, which have no score.
    let (position, _) = &scores(&alone)[0];
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let with_mate = text[last..].replacen(position, &format!("{mate}\t20\n{position}"), 1);
    fs::write(&mated, with_mate).unwrap();
    rescored(&mated, &mated_out, "self,nodes=80", 1.0, 1).unwrap();
    assert_eq!(scores(&mated_out), scores(&alone_out));

    rescored(&source, &doubled, "self,nodes=80", 2.0, 2).unwrap();
    let twice = after.iter().map(|(text, score)| (text.clone(), 2 * score));
    let twice: Vec<_> = twice.filter(|(_, score)| score.abs() <= 1500).collect();
    assert_eq!(scores(&doubled), twice);

    let expected = fs::read_to_string(&out).unwrap();
    let half = expected.find("# game 9 ").unwrap();
    fs::write(&resumed, &expected[..half]).unwrap();
    rescored(&source, &resumed, "self,nodes=80", 1.0, 2).unwrap();
    assert_eq!(fs::read_to_string(&resumed).unwrap(), expected);
    let other = rescored(&source, &resumed, "self,nodes=90", 1.0, 1);
    assert!(
        matches!(other, Err(TuneError::OtherRun { .. })),
        "{other:?}"
    );
    for path in [source, out, doubled, resumed, alone, alone_out] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn players_that_cannot_score_positions_are_named() {
    let [source, out] = ["unscored", "no-scores"].map(scratch);
    run(&DataPlan { games: 1, ..PLAN }, &source).unwrap();
    for (player, complaint) in [
        (
            "self,name=idle",
            "idle: it needs a limit: nodes, depth or st",
        ),
        ("random,nodes=5", "random: it reports no score"),
        ("cmd=/nonexistent/engine,nodes=5", "engine: "),
    ] {
        let error = rescored(&source, &out, player, 1.0, 1)
            .unwrap_err()
            .to_string();
        assert!(error.starts_with(complaint), "{error}");
        fs::remove_file(&out).ok();
    }
    fs::remove_file(source).unwrap();
}
