//! Input of the command line: what is accepted and what is refused, and Ctrl-C.

#[path = "support/program.rs"]
mod program;

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Command, Stdio},
};

use program::{answer, command, run};

/// Returns an empty folder of the test `name`.
fn folder(name: &str) -> PathBuf {
    let name = format!("jabberwock-input-{name}-{}", std::process::id());
    let folder = env::temp_dir().join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir(&folder).unwrap();
    folder
}

/// Returns the standard error of a command that is refused.
fn complaint(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn bad_arguments_are_named_with_status_2() {
    for (arguments, expected) in [
        (
            &["perft", "chess", "0"][..],
            "error: invalid value '0' for '<DEPTH>': 0 is not in 1..=64",
        ),
        (
            &["perft", "chess"],
            "error: the following required arguments were not provided:",
        ),
        (
            &["analyze", "chess", "--time", "-1"],
            "error: invalid value '-1' for '--time <S>': must be more than 0",
        ),
        (
            &["analyze", "chess", "--time", "0"],
            "error: invalid value '0' for '--time <S>': must be more than 0",
        ),
        (
            &["analyze", "chess", "--time", "nan"],
            "error: invalid value 'nan' for '--time <S>': not a number of seconds up to a year",
        ),
        (&["fly"], "error: unrecognized subcommand 'fly'"),
        (
            &["moves", "ches"],
            "error: unknown variant \"ches\"; did you mean \"chess\"?",
        ),
        (
            &["bench", "ches"],
            "error: unknown variant \"ches\"; did you mean \"chess\"?",
        ),
        (
            &["show", "chess", "--position", "8/8"],
            "error: bad position: placement \"8/8\": 2 ranks instead of 8",
        ),
        (
            &["show", "chess", "--moves", "e2e4 e2e4"],
            "error: illegal turn \"e2e4\": e2 is empty",
        ),
        (
            &["show", "chess", "--moves", "e4"],
            "error: \"e4\" is not a turn: not two squares like e2e4 or e7e8q",
        ),
        (
            &["perft", "recursive-6", "1"],
            "error: depth 1: the number of turns is unknown, it has too many digits",
        ),
        (
            &["perft", "mega", "1", "--divide"],
            "error: --divide: the turns of a game of games cannot be listed one by one",
        ),
    ] {
        let text = complaint(arguments);
        assert_eq!(text.lines().next(), Some(expected), "{text}");
    }
}

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    for (arguments, expected) in [
        (
            &["perft", "chess", "-1"][..],
            "error: invalid value '-1' for '<DEPTH>': -1 is not in 1..=64",
        ),
        (
            &["openings", "chess", "--count", "-1"],
            "error: invalid value '-1' for '--count <N>': -1 is not in 1..=1000000",
        ),
        (
            &["analyze", "chess", "--nodes", "many"],
            "error: invalid value 'many' for '--nodes <N>': not a whole number",
        ),
        (
            &["analyze", "chess", "--depth", "4294967296"],
            "error: invalid value '4294967296' for '--depth <D>': 4294967296 is too large",
        ),
        (
            &["match", "--games", "99999999999999999999"],
            "error: invalid value '99999999999999999999' for '--games <N>': \
             99999999999999999999 is not in 1..=10000000",
        ),
        (
            &["bench", "--log", "off", "--json", "--", "-1"],
            "error: unknown variant \"-1\"; `jabberwock variants` lists them",
        ),
        (
            &["show", "chess", "--position", "8"],
            "error: bad position: placement \"8\": 1 rank instead of 8",
        ),
    ] {
        let text = complaint(arguments);
        assert_eq!(text.lines().next(), Some(expected), "{text}");
    }
}

#[test]
fn the_levels_of_diagnostics_are_listed() {
    let text = complaint(&["--log", "loud"]);
    let levels = "[possible values: off, error, warn, info, debug, trace]";
    assert!(text.contains("'loud'") && text.contains(levels), "{text}");
}

#[test]
fn openings_that_are_refused_are_named_with_their_file() {
    let folder = folder("openings");
    let path = folder.join("bad.txt");
    for (text, problem) in [
        ("e2e4\nd7d5\n", "opening \"d7d5\": "),
        ("# none\n", "there is no opening"),
        ("1. e4 Ke7 *\n", "line 1: turn 2: illegal turn \"Ke7\": "),
    ] {
        fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let players = ["--player", "self", "--player", "random"];
        let error = complaint(
            &[
                &["match", "--variant", "chess", "--openings", path],
                &players[..],
            ]
            .concat(),
        );
        let expected = format!("error: {path}: {problem}");
        assert!(error.starts_with(&expected), "{error}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn manual_pages_name_the_program_and_its_version() {
    let folder = folder("man");
    answer(&["man", folder.to_str().unwrap()]);
    let pages: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert!(
        pages.contains(&folder.join("jabberwock-tune-data.1")),
        "{pages:?}"
    );
    let source = concat!("\"jabberwock ", env!("CARGO_PKG_VERSION"), "\"");
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let title = text.lines().find(|line| line.starts_with(".TH "));
        assert!(
            title.is_some_and(|title| title.contains(source)),
            "{title:?}"
        );
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_command_that_is_missing_is_asked_for_by_the_help() {
    let text = complaint(&["tune"]);
    assert!(text.starts_with("Learn weights and "), "{text}");
    assert!(text.contains("\nCommands:\n  data "), "{text}");
}

#[test]
fn the_level_of_diagnostics_is_the_last_option_of_every_command() {
    let overview = answer(&["help"]);
    let commands = overview.lines().skip_while(|line| *line != "Commands:");
    let commands = commands.skip(1).take_while(|line| !line.is_empty());
    for command in commands.filter_map(|line| line.split_whitespace().next()) {
        let help = answer(&["help", command]);
        let options = help.lines().map(str::trim_start);
        let options: Vec<&str> = options.filter(|line| line.starts_with('-')).collect();
        let log = options.iter().position(|line| line.starts_with("--log "));
        let next = log.and_then(|log| options.get(log + 1)).copied();
        assert!(
            command == "help" || next.is_some_and(|next| next.starts_with("-h, --help")),
            "{command}: {options:?}"
        );
    }
}

#[test]
#[cfg(unix)]
fn standard_input_that_cannot_be_read_is_named_with_status_2() {
    for arguments in [&[][..], &["inspect", "chess"], &["play", "chess"]] {
        let directory = fs::File::open(env::temp_dir()).unwrap();
        let output = command(arguments).stdin(directory).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.starts_with("error: standard input: ") && error.lines().count() == 1,
            "{error}"
        );
    }
}

#[test]
fn the_page_is_served_at_an_address_that_stands_for_no_others() {
    const ALL: &str = "stands for all addresses of this computer; name one of them";
    for (address, reason) in [
        ("0.0.0.0", ALL),
        ("::", ALL),
        ("::ffff:0.0.0.0", ALL),
        ("localhost", "invalid IP address syntax"),
    ] {
        let text = complaint(&["board", "--listen", address]);
        let expected = format!("error: invalid value '{address}' for '--listen <ADDR>': {reason}");
        assert_eq!(text.lines().next(), Some(expected.as_str()), "{text}");
    }
}

#[test]
fn a_wrong_word_gets_the_nearest_right_one_and_the_usage() {
    let text = complaint(&["analyse", "hop"]);
    assert!(
        text.contains("tip: a similar subcommand exists: 'analyze'"),
        "{text}"
    );
    assert!(text.contains("Usage: jabberwock"), "{text}");
    let text = complaint(&["analyze", "hop", "--dept", "3"]);
    assert!(
        text.contains("tip: a similar argument exists: '--depth'"),
        "{text}"
    );
    let text = complaint(&["show", "chackra"]);
    assert_eq!(
        text,
        "error: unknown variant \"chackra\"; did you mean \"chakra\"?\n"
    );
    let text = complaint(&["show", "tiddlywinks"]);
    let expected = "error: unknown variant \"tiddlywinks\"; `jabberwock variants` lists them\n";
    assert_eq!(text, expected);
}

#[test]
fn annotate_names_every_limit_that_will_do() {
    let text = complaint(&["annotate", "a.pgn", "-o", "b.pgn"]);
    assert!(
        text.contains("  <--time <S>|--nodes <N>|--list>\n"),
        "{text}"
    );
    for limit in ["--time", "--nodes"] {
        let text = complaint(&["annotate", "a.pgn", limit, "1"]);
        assert!(text.contains("\n  --output <OUT>\n"), "{text}");
    }
}

#[test]
fn help_of_tuning_says_what_is_taken() {
    let network = answer(&["tune", "network", "--help"]);
    assert!(network.contains("[default: 0.001]"), "{network}");
    let spsa = answer(&["tune", "spsa", "--help"]);
    assert!(spsa.contains("goes on with the same number"), "{spsa}");
    assert!(!spsa.contains("earlier runs included"), "{spsa}");
}

#[test]
fn names_of_games_are_read_in_any_case_and_spelling() {
    for (name, game) in [
        ("CRAZY", "crazy"),
        ("CrazyChess", "crazy"),
        ("mega-chess", "mega"),
    ] {
        assert_eq!(answer(&["show", name]), answer(&["show", game]), "{name}");
    }
}

#[test]
fn every_command_on_a_position_takes_position_fen_startpos_and_moves() {
    let mated = "f2f3 e7e5 g2g4 d8h4";
    let end = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    for arguments in [
        &["show", "chess"][..],
        &["moves", "chess"],
        &["eval", "chess"],
        &["perft", "chess", "1"],
        &["analyze", "chess", "--depth", "1"],
    ] {
        let with = |more: &[&str]| {
            let text = answer(&[arguments, more].concat());
            // The perft's and the analysis's times vary.
            let lines = text.lines().map(|line| line.split(" nps ").next().unwrap());
            let words = lines.map(|line| line.split_whitespace().take(3).collect::<Vec<_>>());
            words
                .collect::<Vec<_>>()
                .concat()
                .join(" ")
                .replace(" 0.000", "")
        };
        let moved = with(&["--moves", mated]);
        assert_eq!(moved, with(&["--position", "startpos", "--moves", mated]));
        assert_eq!(moved, with(&["--position", end]));
        assert_eq!(moved, with(&["--fen", end]));
    }
}

#[test]
fn a_chess_position_is_refused_in_hop_chess_with_what_it_lacks() {
    let text = complaint(&["show", "hop", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]);
    assert!(text.contains("-/-"), "{text}");
    assert!(text.starts_with("error: bad position: hoppers"), "{text}");
}

/// Starts a long command, and interrupts it after its first line. Returns its output; its exit
/// status is 130.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> String {
    let mut child = command(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    reader.read_line(&mut text).unwrap();
    // A shell's own `kill`: not every system has it as a program.
    let killed = Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status()
        .unwrap();
    assert!(killed.success());
    for line in reader.lines() {
        text += &(line.unwrap() + "\n");
    }
    assert_eq!(child.wait().unwrap().code(), Some(130), "{text}");
    text
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_an_analysis_with_the_best_turn_so_far() {
    let text = interrupted(&["analyze", "chess", "--time", "600"]);
    assert!(text.lines().last().unwrap().starts_with("best "), "{text}");
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_a_perft_with_the_counts_so_far() {
    let text = interrupted(&["perft", "chess", "20"]);
    assert!(text.starts_with("1 20 "), "{text}");
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_a_bench_with_the_games_so_far() {
    let text = interrupted(&["bench"]);
    assert!(text.starts_with("chess "), "{text}");
}

#[test]
fn a_page_that_cannot_be_served_is_named() {
    // An address for documentation (RFC 5737), which no computer has.
    let text = complaint(&["board", "--no-open", "--listen", "192.0.2.1", "--port", "8"]);
    let expected = "error: cannot listen on 192.0.2.1:8: ";
    assert!(text.contains(expected), "{text}");
    let text = complaint(&["board", "nope"]);
    let expected = "error: unknown variant \"nope\"; `jabberwock variants` lists them";
    assert_eq!(text.trim_end(), expected);
}

#[test]
fn the_options_of_xboard_are_printed_as_they_are_given_to_it() {
    let arguments = ["xboard", "hop", "--watch", "--print", "--", "-tc", "1"];
    let text = answer(&arguments);
    assert!(
        text.starts_with("-initialMode twoMachines\n-variant hop\n"),
        "{text}"
    );
    assert!(text.ends_with("\n-tc 1\n"), "{text}");
}

#[test]
#[cfg(unix)]
fn an_xboard_that_cannot_be_started_is_named_with_status_1() {
    let folder = folder("xboard");
    fs::write(folder.join("xboard"), "not a program").unwrap();
    let output = command(&["xboard", "chess"])
        .env("PATH", &folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("error: cannot start XBoard: "), "{error}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_command_that_prints_pairings_makes_no_file() {
    let folder = folder("pairings");
    let record = folder.join("new.pgn");
    let text = answer(&[
        "match",
        "--variant",
        "chess",
        "--player",
        "random,name=a",
        "--player",
        "random,name=b",
        "--games",
        "2",
        "--plies",
        "2",
        "--pairings",
        "--resume",
        "--record",
        record.to_str().unwrap(),
    ]);
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(!record.exists());
    fs::remove_dir_all(folder).unwrap();
}

/// A disk is full where a file may have no bytes.
#[test]
#[cfg(target_os = "linux")]
fn a_file_that_cannot_be_written_is_named_with_status_1_and_one_that_cannot_be_read_with_2() {
    let folder = folder("full");
    fs::write(folder.join("one.pgn"), "[Event \"a\"]\n\n1. f3 *\n").unwrap();
    let players = "match --variant chess --player random,name=a --player random,name=b --plies 2";
    for (arguments, file) in [
        ("annotate one.pgn --nodes 1 -o out.pgn", "out.pgn"),
        ("tune data chess --games 1 --nodes 1 --out a.data", "a.data"),
        (
            "tune spsa chess --iterations 1 --nodes 1 --out s.txt",
            "s.txt.checkpoint",
        ),
        ("play chess --side both --save p.pgn", "p.pgn"),
        (
            &format!("{players} --games 2 --longest 4 --record m.pgn"),
            "cannot record",
        ),
    ] {
        let program = assert_cmd::cargo::cargo_bin!("jabberwock")
            .display()
            .to_string();
        let script = format!("trap '' XFSZ; ulimit -f 0; echo e2e4 | {program} {arguments}");
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(&folder)
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments}: {error}");
        assert!(error.contains(file), "{arguments}: {error}");
    }
    for arguments in [
        "annotate none.pgn --nodes 1 -o other.pgn",
        "tune texel chess --data none.data --out other.txt",
        "tune texel chess --data none.data --weights none.txt --out other.txt",
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let text = complaint(&words);
        assert!(text.starts_with("error: none."), "{text}");
    }
    fs::remove_dir_all(folder).unwrap();
}
