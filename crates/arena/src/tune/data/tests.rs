use std::{collections::HashSet, env, fs, path::PathBuf};

use jabberwock_game::{Position, Variant};
use jabberwock_search::StopToken;
use jabberwock_variants::chess::Chess;

use super::{DataPlan, DataProgress, games, generate};
use crate::tune::{dataset::Dataset, error::TuneError};

const PLAN: DataPlan = DataPlan {
    games: 20,
    nodes: 60,
    opening: 4,
    quiet_margin: 30,
    seed: 3,
    threads: 1,
};

fn scratch(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("jabberwock-data-{name}-{}", std::process::id()));
    fs::remove_file(&path).ok();
    path
}

fn run(plan: &DataPlan, path: &std::path::Path) -> Result<DataProgress, TuneError> {
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
        let error = run(&PLAN, std::path::Path::new(device)).unwrap_err();
        assert_eq!(error.to_string(), format!("{device}: not a regular file"));
    }
}
