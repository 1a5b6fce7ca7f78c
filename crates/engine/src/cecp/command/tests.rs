use super::*;
use crate::protocol::help::CECP;

fn command(line: &str) -> Command {
    parse(line).unwrap().unwrap()
}

fn error(line: &str) -> String {
    parse(line).unwrap_err().to_string()
}

#[test]
fn commands_without_effect_are_ignored() {
    for line in [
        "",
        " \t",
        "xboard",
        "accepted setboard",
        "random",
        "otim 12",
    ] {
        assert_eq!(parse(line), Ok(None), "{line}");
    }
}

#[test]
fn the_base_time_is_minutes_or_minutes_and_seconds() {
    let level = |line: &str| match command(line) {
        Command::Level(level) => (level.moves, level.base, level.increment),
        other => panic!("{other:?}"),
    };
    let (second, ten) = (Duration::from_secs(1), Duration::from_secs(10));
    assert_eq!(level("level 40 5 0"), (40, 300 * second, Duration::ZERO));
    assert_eq!(level("level 0 0:10 0.1"), (0, ten, second / 10));
    assert_eq!(level("level 0 2 12"), (0, 120 * second, 12 * second));
    assert_eq!(
        level("level 40 25+5 0"),
        (40, 1500 * second, Duration::ZERO)
    );
}

#[test]
fn a_clock_that_has_run_out_has_no_time_left() {
    assert_eq!(command("time -250"), Command::Time(Duration::ZERO));
    assert_eq!(
        command("time 250"),
        Command::Time(Duration::from_millis(2500))
    );
}

#[test]
fn options_may_have_blanks_in_their_names_and_no_value() {
    let option = |name: &str, value: &str| Command::Option {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    assert_eq!(
        command("option Move Overhead=30"),
        option("Move Overhead", "30")
    );
    assert_eq!(command("option Clear Hash"), option("Clear Hash", ""));
}

#[test]
fn an_unknown_command_may_be_a_move() {
    assert_eq!(command(" e2e4@a3 "), Command::Bare("e2e4@a3".to_owned()));
    assert_eq!(command("edit"), Command::Bare("edit".to_owned()));
}

#[test]
fn what_is_wrong_with_a_line_is_named() {
    for (line, message) in [
        ("force now", "too many parameters"),
        ("usermove", "the move is missing"),
        ("variant", "the variant's name is missing"),
        ("setboard", "the position is missing"),
        ("ping", "the ping is missing"),
        ("ping x", "the ping must be a whole number"),
        ("ping -1", "the ping must be a whole number"),
        ("level", "the number of moves is missing"),
        ("level x 5 0", "the number of moves must be a whole number"),
        ("level 40", "the base time is missing"),
        (
            "level 40 x 0",
            "the base time must be minutes or minutes:seconds",
        ),
        (
            "level 40 5:x 0",
            "the base time must be minutes or minutes:seconds",
        ),
        (
            "level 40 99999999999 0",
            "the base time must be minutes or minutes:seconds",
        ),
        ("level 40 5 -1", "the increment must be a number of seconds"),
        (
            "level 40 5 inf",
            "the increment must be a number of seconds",
        ),
        ("level 40 5", "the increment is missing"),
        ("level 40 5 0 0", "too many parameters"),
        ("st 0", "the time must be a number of seconds above 0"),
        ("st NaN", "the time must be a number of seconds above 0"),
        (
            "st 99999999999999999999",
            "the time must be a number of seconds above 0",
        ),
        ("sd 0", "the depth must be a whole number above 0"),
        ("sd deep", "the depth must be a whole number above 0"),
        ("nps", "the rate is missing"),
        ("nps -1", "the rate must be a whole number"),
        ("time", "the time is missing"),
        (
            "otim soon",
            "the time must be a whole number of centiseconds",
        ),
        ("memory", "the size is missing"),
        ("cores", "the number of cores is missing"),
        ("option", "the option's name is missing"),
        ("exclude", "the move is missing"),
        ("include", "the move is missing"),
        ("setscore", "the score is missing"),
        ("setscore 35", "the depth is missing"),
        ("setscore x 3", "the score must be a number of centipawns"),
        ("setscore 35 3 1", "too many parameters"),
    ] {
        assert_eq!(error(line), message, "{line}");
    }
}

#[test]
fn help_describes_commands_and_only_commands() {
    let lines = CECP.lines().skip(2);
    for line in lines {
        let word = line.split([' ', ',']).next().unwrap();
        let is_unknown = matches!(parse(word), Ok(Some(Command::Bare(_))));
        assert!(!is_unknown, "{line}");
    }
    for word in [
        "new",
        "variant",
        "setboard",
        "usermove",
        "go",
        "playother",
        "force",
        "?",
        "undo",
        "remove",
        "analyze",
        "exit",
        "post",
        "nopost",
        ".",
        "hint",
        "exclude",
        "include",
        "setscore",
        "level",
        "st",
        "sd",
        "nps",
        "time",
        "otim",
        "hard",
        "easy",
        "memory",
        "cores",
        "option",
        "draw",
        "result",
        "bk",
        "ping",
        "pause",
        "resume",
        "d",
        "show",
        "help",
        "quit",
        "protover",
    ] {
        let is_unknown = matches!(parse(word), Ok(Some(Command::Bare(_))));
        assert!(!is_unknown, "{word}");
        let mut words = CECP.split([' ', ',', '`', '\n']);
        assert!(words.any(|other| other == word), "{word}");
    }
}
