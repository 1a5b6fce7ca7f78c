//! Tuning from the command line, from games to weights that players can be given.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

fn jabberwock(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jabberwock"))
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .output()
        .unwrap()
}

fn done(folder: &Path, arguments: &str) -> String {
    let output = jabberwock(folder, arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(folder: &Path, arguments: &str) -> String {
    let output = jabberwock(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments}");
    assert!(output.stdout.is_empty(), "{arguments}");
    String::from_utf8(output.stderr).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("jabberwock-tune-{name}-{}", std::process::id()));
    fs::remove_dir_all(&folder).ok();
    fs::create_dir(&folder).unwrap();
    folder
}

#[test]
fn games_become_weights_that_a_player_can_be_given() {
    let folder = scratch("weights");
    let data = "tune data chess --games 12 --nodes 50 --seed 2 --out chess.data";
    let first = done(&folder, data);
    assert!(first.starts_with("12 games (+"), "{first}");
    let kept = fs::read_to_string(folder.join("chess.data")).unwrap();
    assert_eq!(done(&folder, data), first);
    assert_eq!(fs::read_to_string(folder.join("chess.data")).unwrap(), kept);

    let fit = "tune texel chess --data chess.data --epochs 3 --out weights.txt";
    let report = done(&folder, fit);
    let epochs: Vec<&str> = report
        .lines()
        .filter(|line| line.starts_with("epoch "))
        .collect();
    assert_eq!(epochs.len(), 4, "{report}");
    assert!(epochs[0].contains(" held out "), "{report}");
    let json = done(&folder, &format!("{fit} --json"));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json["positions"].as_u64().unwrap() > 50, "{json}");

    let game = "match --variant chess --player self,name=tuned,weights=weights.txt --player self \
                --games 2 --nodes 50 --json";
    done(&folder, game);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_become_a_network_that_a_player_can_be_given() {
    let folder = scratch("network");
    let data = "tune data chaotic --games 30 --nodes 50 --quiet-margin 10000 --out chaotic.data";
    done(&folder, data);
    let training = "tune network chaotic --data chaotic.data --epochs 2 --out chaotic.net";
    let report = done(&folder, training);
    assert!(report.contains("\nepoch 2 loss "), "{report}");
    assert!(report.contains(" 2 of 2 epochs, "), "{report}");
    for network in ["chaotic.net", "none"] {
        let game = format!(
            "match --variant chaotic --player self,name=learnt,net={network} --player self --games 2 \
             --nodes 50 --json"
        );
        done(&folder, &game);
    }
    for (variant, network, message) in [
        (
            "chess",
            "chaotic.net",
            "a network of \"chaotic\", not of \"chess\"",
        ),
        ("chaotic", "chaotic.data", "the header is invalid"),
        ("chaotic", "nowhere", "nowhere: "),
        ("mega", "chaotic.net", "uses no network"),
    ] {
        let player = format!("self,net={network}");
        let game = format!("match --variant {variant} --player {player} --player random --games 2");
        let text = refused(&folder, &game);
        assert!(text.contains(message), "{network}: {text}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn parameters_are_tuned_into_a_file_that_a_player_can_be_given() {
    let folder = scratch("params");
    let run = "tune spsa hop --iterations 2 --pairs 1 --nodes 40 --rate 3 \
                 --params rfp_margin,lmr_base --out search.txt";
    let report = done(&folder, run);
    for name in ["rfp_margin ", "lmr_base "] {
        let mut lines = report.lines();
        let is_listed = lines.any(|line| line.starts_with(name) && line.contains(" -> "));
        assert!(is_listed, "{report}");
    }
    assert!(report.ends_with("2 iterations\n"), "{report}");
    let game = "match --variant hop --player self,name=tuned,params=search.txt --player self \
                --games 2 --nodes 50 --json";
    done(&folder, game);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn parameters_of_the_planner_are_tuned_by_games_of_games() {
    let folder = scratch("planner");
    let run = "tune spsa mega --iterations 1 --pairs 1 --nodes 1 --rate 3 --params ring,tempo_base \
                 --out planner.txt";
    let report = done(&folder, run);
    for name in ["ring 14 -> ", "tempo_base 20 -> "] {
        assert!(
            report.lines().any(|line| line.starts_with(name)),
            "{report}"
        );
    }
    let game = "match --variant mega --player self,name=tuned,params=planner.txt --player self \
                --games 2 --nodes 1 --longest 4";
    done(&folder, game);
    fs::write(folder.join("other.txt"), "rfp_margin 80\nrings 20\n").unwrap();
    let game = "match --variant mega --player self,params=other.txt --player self --games 2";
    let text = refused(&folder, game);
    assert!(
        text.contains("\"rings 20\"") && text.contains("unknown parameter"),
        "{text}"
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn invalid_settings_are_named() {
    let folder = scratch("refused");
    fs::write(folder.join("other.data"), "# data of something else\n").unwrap();
    fs::write(folder.join("notes"), "my notes\n").unwrap();
    for (arguments, complaint) in [
        ("tune data checkers --out x", "unknown variant \"checkers\""),
        (
            "tune data chess --out other.data",
            "other.data is of a run with other settings",
        ),
        ("tune texel chess --data nowhere --out x", "nowhere: "),
        ("tune data chess --record nowhere --out x", "nowhere: "),
        ("tune data chess --player first --out x", "--record"),
        (
            "tune data chess --record notes --nodes 5 --out x",
            "cannot be used with",
        ),
        (
            "tune texel chess --data other.data --out x",
            "too few games in the data",
        ),
        (
            "tune texel chess --data other.data --out x --lambda 2",
            "--lambda",
        ),
        (
            "tune spsa chess --params height --out x",
            "no parameter \"height\"",
        ),
        (
            "tune spsa chess --params iteration_time --out x",
            "\"iteration_time\" matters with a clock only",
        ),
        (
            "tune spsa mega --params rfp_margin --out x",
            "no parameter \"rfp_margin\"",
        ),
        (
            "tune spsa chess --iterations 1 --pairs 1 --nodes 1 --out notes",
            "notes exists already",
        ),
        (
            "tune texel chess --data other.data --out notes",
            "notes exists already",
        ),
        (
            "tune data chess --out notes",
            "notes is of a run with other",
        ),
    ] {
        assert_refused(&folder, arguments, complaint);
    }
    let notes = fs::read_to_string(folder.join("notes")).unwrap();
    assert_eq!(notes, "my notes\n");
    fs::remove_dir_all(folder).unwrap();
}

/// Returns the output of a run in `folder` that is interrupted as soon as `has_begun` holds.
#[cfg(unix)]
fn interrupted(folder: &Path, arguments: &str, has_begun: impl Fn() -> bool) -> String {
    let words: Vec<&str> = arguments.split(' ').collect();
    interrupted_words(folder, &words, has_begun)
}

/// Returns the same of arguments that may have blanks.
#[cfg(unix)]
fn interrupted_words(folder: &Path, words: &[&str], has_begun: impl Fn() -> bool) -> String {
    let child = Command::new(env!("CARGO_BIN_EXE_jabberwock"))
        .current_dir(folder)
        .args(words)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while !has_begun() {
        thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_keeps_its_games_and_is_resumed() {
    let folder = scratch("interrupted");
    let data = folder.join("chess.data");
    let arguments = "tune data chess --games 100000 --nodes 50 --seed 2 --out chess.data";
    let has_games = || fs::read_to_string(&data).is_ok_and(|text| text.contains("# game 0 "));
    let printed = interrupted(&folder, arguments, has_games);
    let text = fs::read_to_string(&data).unwrap();
    let games = text.matches("# game ").count();
    assert!(
        printed.starts_with(&format!("{games} games (+")),
        "{printed}"
    );
    let more = format!(
        "tune data chess --games {} --nodes 50 --seed 2 --out chess.data",
        games + 2
    );
    let printed = done(&folder, &more);
    assert!(
        printed.starts_with(&format!("{} games (+", games + 2)),
        "{printed}"
    );
    assert!(fs::read_to_string(&data).unwrap().starts_with(&text));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
#[cfg(unix)]
fn a_run_interrupted_before_its_first_iteration_is_resumed() {
    let folder = scratch("early");
    let run =
        "tune spsa chess --iterations 1 --pairs 1 --params null_base --out search.txt --nodes";
    // The games of an iteration by this many nodes a turn end long after the test.
    let printed = interrupted(&folder, &format!("{run} 100000000"), || {
        folder.join("search.txt.checkpoint").exists()
    });
    assert!(printed.ends_with("0 iterations\n"), "{printed}");
    assert_refused(
        &folder,
        &format!("{run} 1"),
        "is of a run with other settings",
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
#[cfg(unix)]
fn a_training_interrupted_while_it_reads_ends_at_once() {
    use std::os::unix::process::ExitStatusExt as _;

    let folder = scratch("reading");
    let pipe = folder.join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_jabberwock"))
        .current_dir(&folder)
        .args("tune network chess --data pipe --out network.bin".split(' '))
        .spawn()
        .unwrap();
    // It is opened when the other end is, and has no end as long as this one is open.
    let data = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(sent.success());
    drop(data);
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    assert!(!folder.join("network.bin").exists());
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn data_that_cannot_be_written_whole_are_not_left_behind() {
    let folder = scratch("cut");
    let part = "tune data chess --games 4 --nodes 40 --shard 1/1 --out part.data";
    done(&folder, part);
    let join = "tune data chess --join part.data --out joined.data";
    // The system refuses more than a block, as it does on a full disk.
    let script = format!("trap '' XFSZ; ulimit -f 1; exec \"$0\" {join}");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_jabberwock")])
        .current_dir(&folder)
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("cannot write joined.data: "), "{error}");
    assert!(!folder.join("joined.data").exists());
    assert!(done(&folder, join).starts_with("4 games"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn positions_are_scored_by_a_player_with_a_limit_only() {
    let folder = scratch("rescored");
    fs::write(folder.join("other.data"), "# data of something else\n").unwrap();
    for (arguments, complaint) in [
        ("tune rescore chess --data other.data --out x", "--by"),
        ("tune rescore chess --by self,nodes=5 --out x", "--data"),
        (
            "tune rescore chess --data nowhere --by self,nodes=5 --out x",
            "nowhere: ",
        ),
        (
            "tune rescore chess --data other.data --by self --out x",
            "self: it needs a limit",
        ),
        (
            "tune rescore chess --data other.data --by self,nodes=5 --scale 0 --out x",
            "--scale",
        ),
    ] {
        assert_refused(&folder, arguments, complaint);
    }
    let scored = "tune rescore chess --data other.data --by self,nodes=5 --out scored.data";
    assert!(done(&folder, scored).starts_with("0 games"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_program_scores_positions_within_its_limit_over_both_protocols() {
    let folder = scratch("protocols");
    let data = "tune data chess --games 2 --nodes 40 --out played.data";
    let played = done(&folder, data);
    let lines = ["uci", "cecp"].map(|protocol| {
        let program = env!("CARGO_BIN_EXE_jabberwock");
        let by = format!("cmd={program},proto={protocol},depth=1");
        let name = format!("{protocol}.data");
        let rescore = format!("tune rescore chess --data played.data --by {by} --out {name}");
        let scored = done(&folder, &rescore);
        assert_eq!(scored.split(", ").next(), played.split(", ").next());
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
        lines
    });
    assert!(lines[0].len() > 20, "{lines:?}");
    assert_eq!(lines[0], lines[1]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
#[cfg(unix)]
fn scores_interrupted_while_a_program_starts_are_those_found_so_far() {
    let folder = scratch("starting");
    fs::write(folder.join("other.data"), "# data of something else\n").unwrap();
    let rescore = "tune rescore chess --data other.data --out scored.data --by";
    let mut words: Vec<&str> = rescore.split(' ').collect();
    words.push("cmd=sh -c \"echo > started; exec sleep 1000\",proto=uci,nodes=5");
    let has_started = || folder.join("started").exists();
    let printed = interrupted_words(&folder, &words, has_started);
    assert!(printed.starts_with("0 games"), "{printed}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn positions_that_searches_evaluate_get_the_static_evaluations_of_a_program() {
    let folder = scratch("static");
    let data = "tune data chess --games 2 --nodes 60 --evaluated 5 --out searched.data";
    let played = done(&folder, data);
    let rescore = "tune rescore chess --data searched.data --static --out scored.data --by ";
    assert_refused(
        &folder,
        &format!("{rescore}self"),
        "self: it gives no static evaluation",
    );
    fs::remove_file(folder.join("scored.data")).unwrap();
    // The program gives itself what its searches found.
    let program = format!(
        "{rescore}cmd={},proto=uci",
        env!("CARGO_BIN_EXE_jabberwock")
    );
    assert_eq!(done(&folder, &program), played);
    let lines = |name: &str| {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
        lines
    };
    let searched = lines("searched.data");
    assert!(searched.len() > 200, "{}", searched.len());
    assert_eq!(lines("scored.data"), searched);
    let again = format!("{program} --scale 2");
    assert_refused(&folder, &again, "scored.data");
    fs::remove_dir_all(folder).unwrap();
}

/// Checks that `arguments` are refused with a message that has `complaint`.
fn assert_refused(folder: &Path, arguments: &str, complaint: &str) {
    let error = refused(folder, arguments);
    assert!(error.contains(complaint), "{arguments}: {error}");
    assert!(error.starts_with("error: "), "{error}");
}
