//! The command line, seen from outside.

#[path = "support/program.rs"]
mod program;

use std::{
    fs,
    io::Write,
    process::Stdio,
    time::{Duration, Instant},
};

use jabberwock_variants::entries;
use program::{answer, command, run};
use serde_json::Value;

/// Answers of `inspect` to bytes of input.
fn inspect(variant: &str, input: &[u8]) -> Vec<Value> {
    let mut child = command(&["inspect", variant])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn variants_lists_every_row_of_the_registry() {
    let text = answer(&["variants"]);
    assert_eq!(text.lines().count(), entries().len());
    for (line, entry) in text.lines().zip(entries()) {
        assert!(line.starts_with(entry.name), "{line}");
        assert!(line.ends_with(entry.description), "{line}");
    }
    let list: Value = serde_json::from_str(&answer(&["variants", "--json"])).unwrap();
    assert_eq!(list[0]["name"], "chess");
    assert_eq!(list[0]["start"], START);
    assert_eq!(list[0]["board"], "8x8");
    let options = list[0]["options"].as_array().unwrap();
    assert!(options.iter().any(|option| option["name"] == "Hash"));
}

#[test]
fn an_alias_is_as_good_as_a_name() {
    assert_eq!(answer(&["moves", "normal"]), answer(&["moves", "chess"]));
}

#[test]
fn show_draws_the_board_and_says_how_the_game_stands() {
    let text = answer(&["show", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4"]);
    assert!(text.contains("| r |"), "{text}");
    let position = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert!(text.contains(&format!("position {position}\n")), "{text}");
    assert!(text.contains("to move  White\n"), "{text}");
    assert!(text.contains("check    yes\n"), "{text}");
    assert!(text.ends_with("outcome  0-1 {checkmate}\n"), "{text}");
}

#[test]
fn show_prints_scenes_as_json() {
    let shown = |arguments: &[&str]| -> Value {
        let text = answer(arguments);
        assert_eq!(text.lines().count(), 1, "{text}");
        serde_json::from_str(&text).unwrap()
    };
    let scene = shown(&["show", "hop", "--moves", "e2e4 g8f6@d5", "--json"]);
    assert_eq!(scene["variant"], "hop");
    assert_eq!(scene["turn"], "white");
    assert_eq!(scene["check"], false);
    assert_eq!(scene["outcome"], Value::Null);
    let position = "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2 -/d5";
    assert_eq!(scene["position"], position);
    let squares = scene["squares"].as_array().unwrap();
    let on_d5 = squares.iter().find(|at| at["square"] == "d5").unwrap();
    assert_eq!(on_d5["layers"][0]["glyph"], "hopper");
    assert_eq!(on_d5["layers"][0]["owner"], "black");
    let path =
        serde_json::json!({"kind": "last_turn", "squares": ["g8", "f6", "d5"], "owner": "black"});
    assert!(
        scene["marks"].as_array().unwrap().contains(&path),
        "{scene}"
    );
    let mate = shown(&["show", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4", "--json"]);
    assert_eq!(mate["check"], true);
    assert_eq!(mate["outcome"], "0-1 {checkmate}");
    let mega = shown(&["show", "recursive-2", "--json", "--board", "a1"]);
    assert_eq!(
        (&mega["level"], &mega["games"][0]["level"]),
        (&1.into(), &0.into())
    );
    assert_eq!(mega["games"][0]["position"], START);
}

#[test]
fn show_counts_repetitions_over_the_moves() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    let text = answer(&["show", "chess", "--moves", &there_and_back]);
    assert!(text.ends_with("outcome  1/2-1/2 {repetition}\n"), "{text}");
}

#[test]
fn nothing_can_be_denied_after_the_end_of_a_game() {
    let show = |clock: u32| {
        let position = format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 60 b0 -");
        answer(&["show", "denial", "--position", &position, "--moves", "a1b1"])
    };
    let going_on = show(98);
    assert!(going_on.contains("a1b1 can be denied"), "{going_on}");
    let over = show(99);
    assert!(over.contains("outcome  1/2-1/2 {100 plies}"), "{over}");
    assert!(!over.contains("can be denied"), "{over}");
}

#[test]
fn show_follows_the_sample_game_of_hop_chess() {
    let game = "e2e4 g8f6@d5 d2d4@d3 e7e6@b4 b1c3@g5 f8e7@b4 c1g5,g5f6@e5 e6e5,e5d4@b4 d1d4@e5 \
                g7f6@b4 e4e5,e5f6@e4 b8a6@c5 f6e7@d5 c7c5,c5d4@b4 e7d8q@f3 e8d8@e8 c3e2@f3 \
                d4d3@b4 c2d3@c1 a6b4,b4d3@e8 e1d2@h3 d3b2@c4 d2c2@a4 b2c4,c4a3@e8 c2b3@c1 \
                h8e8,e8e5@a5 e2d4@c6 d8e8@e3 d4c6,c6e5@c6 a7a5@a4 b3a3@b1 b7b5@b4 f1b5@e1";
    let text = answer(&["show", "hop", "--moves", game]);
    let end = "r1b1k3/3p1p1p/8/pB2N3/8/K7/P4PPP/R5NR b - - 0 17 e1/b4";
    assert!(text.contains(&format!("position {end}\n")), "{text}");
}

#[test]
fn moves_lists_turns_sorted_bytewise() {
    let text = answer(&[
        "moves",
        "chess",
        "--position",
        "7k/P7/8/8/8/8/8/K7 w - - 0 1",
    ]);
    let turns: Vec<&str> = text.lines().collect();
    assert_eq!(
        turns,
        ["a1a2", "a1b1", "a1b2", "a7a8b", "a7a8n", "a7a8q", "a7a8r"]
    );
}

#[test]
fn perft_counts_every_depth_up_to_the_one_asked_for() {
    for threads in ["1", "2"] {
        let text = answer(&["perft", "chess", "3", "--threads", threads]);
        let counts: Vec<&str> = text
            .lines()
            .map(|line| {
                let words: Vec<&str> = line.split(' ').collect();
                assert_eq!(words.len(), 4, "{line}");
                words[1]
            })
            .collect();
        assert_eq!(counts, ["20", "400", "8902"]);
    }
}

#[test]
fn perft_divides_the_deepest_count() {
    for threads in ["1", "2"] {
        let text = answer(&["perft", "chess", "3", "--divide", "--threads", threads]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 20 + 3);
        assert_eq!(lines[2], "a2a3 380");
        assert!(lines[22].starts_with("3 8902 "), "{text}");
    }
    let text = answer(&["perft", "chess", "1", "--divide", "--json"]);
    let count: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(count["nodes"], 20);
    assert_eq!(count["turns"][0], serde_json::json!(["a2a3", 1]));
}

#[test]
fn perft_of_every_variant_agrees_with_its_moves() {
    for entry in entries() {
        let moves = answer(&["moves", entry.name]);
        let total = moves
            .lines()
            .last()
            .and_then(|line| line.strip_prefix("total "));
        let turns = match total {
            Some(total) if total.starts_with("unknown") => continue,
            Some(total) => total.to_owned(),
            None => moves.lines().count().to_string(),
        };
        let text = answer(&["perft", entry.name, "1"]);
        assert!(text.starts_with(&format!("1 {turns} ")), "{text}");
    }
}

#[test]
fn analyze_prints_a_line_per_depth_and_the_best_turn_last() {
    let text = answer(&["analyze", "chess", "--depth", "4", "--hash", "1"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    for (index, line) in lines[..4].iter().enumerate() {
        let beginning = format!("depth {} seldepth ", index + 1);
        assert!(line.starts_with(&beginning), "{line}");
        for field in ["multipv 1", "score cp ", "nodes ", "nps ", "time ", "pv "] {
            assert!(line.contains(field), "{line}");
        }
    }
    assert!(lines[4].starts_with("best "), "{text}");
}

#[test]
fn analyze_finds_a_mate_in_every_line_asked_for() {
    let position = "7k/8/6K1/8/8/8/R7/1R6 w - - 0 1";
    let text = answer(&[
        "analyze",
        "chess",
        "--position",
        position,
        "--mate",
        "1",
        "--multipv",
        "2",
        "--json",
    ]);
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let last = lines.last().unwrap();
    assert_eq!(last["outcome"], Value::Null);
    let best = last["best"].as_str().unwrap();
    let mates = answer(&["show", "chess", "--position", position, "--moves", best]);
    assert!(mates.ends_with("outcome  1-0 {checkmate}\n"), "{mates}");
    let first = lines
        .iter()
        .rev()
        .find(|line| line["multipv"] == 1)
        .unwrap();
    assert_eq!(first["score"]["mate"], 1);
    assert_eq!(first["pv"][0], best);
    assert!(lines.iter().any(|line| line["multipv"] == 2));
}

#[test]
fn analyze_ends_when_a_mate_is_proven_unless_told_to_go_on() {
    let position = "7k/8/6K1/8/8/8/R7/1R6 w - - 0 1";
    let analyze = |more: &[&str]| {
        let arguments = ["analyze", "chess", "--position", position, "--depth", "60"];
        answer(&[&arguments[..], more].concat())
    };
    let (text, whole) = (analyze(&[]), analyze(&["--go-on"]));
    assert!(
        text.ends_with("best a2a8\n") && whole.contains("depth 60 "),
        "{text}"
    );
    assert!(
        !text.contains("depth 60 ") && text.contains(" score mate 1 "),
        "{text}"
    );
}

#[test]
fn analyze_keeps_within_its_limits() {
    let start = Instant::now();
    answer(&["analyze", "chess", "--time", "0.2"]);
    let took = start.elapsed();
    assert!(took > Duration::from_millis(190), "{took:?}");
    assert!(took < Duration::from_mins(1), "{took:?}");
    answer(&["analyze", "chess", "--nodes", "1000"]);
}

#[test]
fn analyze_says_how_a_finished_game_ended() {
    let text = answer(&["analyze", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4"]);
    assert_eq!(text, "outcome 0-1 {checkmate}\nbest none\n");
    // Draws by count or material leave turns.
    let dead = ["--position", "8/8/8/8/8/8/8/K1k5 w - - 0 1"];
    let repeated = ["--moves", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"];
    for (position, outcome) in [(dead, "dead position"), (repeated, "repetition")] {
        let words = [&["analyze", "chess", "--depth", "1"][..], &position].concat();
        let text = answer(&words);
        let outcome = format!("1/2-1/2 {{{outcome}}}");
        let end = format!("\noutcome {outcome}\nbest ");
        assert!(text.contains(&end), "{text}");
        let text = answer(&[&words[..], &["--json"]].concat());
        let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!(last["outcome"], outcome, "{text}");
        assert!(last["best"].is_string(), "{text}");
    }
}

#[test]
fn eval_shows_terms_and_a_total_for_the_mover() {
    for entry in entries() {
        let text = answer(&["eval", entry.name]);
        assert!(text.lines().count() > 2, "{text}");
        let terms = text.split("\n\nWhite's men").next().unwrap();
        let last = terms.lines().last().unwrap();
        assert!(last.starts_with("total cp "), "{last}");
        assert!(last.ends_with(" for White"), "{last}");
    }
}

#[test]
fn eval_shows_what_each_man_is_worth() {
    let values = |variant: &str, position: &str| {
        let text = answer(&["eval", variant, "--position", position]);
        let (_, men) = text.split_once("\nWhite's men").unwrap();
        let words: Vec<String> = men.split_whitespace().map(ToOwned::to_owned).collect();
        move |man: &str| {
            let (square, letter) = man.split_once(' ').unwrap();
            let mut triples = words.windows(3);
            let found = triples.find(|words| words[0] == square && words[1] == letter);
            let value: i32 = found.unwrap_or_else(|| panic!("{man}"))[2].parse().unwrap();
            value
        }
    };
    let value = values("chess", "4k3/1p6/8/8/8/8/1P6/Q3K2r w - - 0 1");
    assert!(value("a1 Q") > value("h1 r") && value("h1 r") > value("b2 P"));
    assert!(value("b7 p") > 0);
    // The pieces of a stack are listed separately, and a hopper is one.
    let value = values("crazy", "8/7k/8/8/2(RQ)5/8/8/K7 w - - 0 1");
    assert!(value("c4 Q") > value("c4 R"));
    let value = values("hop", "3qk3/8/8/8/8/8/8/R3K3 w Q - 0 10 d4/a5");
    assert!(value("d4 hopper") > 0);
}

#[test]
fn inspect_answers_a_position_with_its_turns_and_what_they_lead_to() {
    let answers = inspect("chess", format!("{START}\n").as_bytes());
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["position"], START);
    assert_eq!(answers[0]["check"], false);
    assert_eq!(answers[0]["outcome"], Value::Null);
    let turns = answers[0]["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 20);
    assert_eq!(turns[0][0], "a2a3");
    let after = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(turns[0][1], after);
}

#[test]
fn inspect_makes_a_turn_and_reports_how_the_game_ended() {
    let before = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    let answers = inspect("chess", format!("{before}\td8h4\n").as_bytes());
    assert_eq!(answers[0]["position"], before);
    assert_eq!(answers[0]["turn"], "d8h4");
    assert_eq!(answers[0]["outcome"], "0-1 {checkmate}");
    let after = answers[0]["after"].as_str().unwrap();
    let answers = inspect("chess", after.as_bytes());
    assert_eq!(answers[0]["check"], true);
    assert_eq!(answers[0]["turns"], serde_json::json!([]));
    assert_eq!(answers[0]["outcome"], "0-1 {checkmate}");
}

#[test]
fn inspect_answers_every_line_whatever_it_holds() {
    let mut input = b"\n\xff\xfe\x00\n".to_vec();
    input.extend(vec![b'x'; 2 << 20]);
    input.extend(format!("\n\t\t\n{START}\te2e5\n{START} 7\n{START}\r\n").as_bytes());
    let answers = inspect("chess", &input);
    assert_eq!(answers.len(), 7);
    for bad in &answers[..6] {
        let error = bad["error"].as_str().unwrap();
        assert!(error.len() < 500, "{error}");
    }
    let error = &answers[4]["error"];
    assert_eq!(
        error,
        "illegal turn \"e2e5\": the pawn cannot go from e2 to e5"
    );
    assert_eq!(answers[6]["position"], START);
}

#[test]
fn bench_counts_the_same_nodes_twice_and_writes_them_down() {
    let folder = tempfile();
    let bench = |arguments: &[&str]| {
        let output = command(arguments).current_dir(&folder).output().unwrap();
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        let words: Vec<&str> = text.split_whitespace().take(2).collect();
        words.join(" ")
    };
    let first = bench(&["bench", "chess"]);
    assert!(first.starts_with("chess "), "{first}");
    fs::create_dir_all(folder.join("benches")).unwrap();
    assert_eq!(bench(&["bench", "chess", "--bless"]), first);
    let signature = fs::read_to_string(folder.join("benches/signature.txt")).unwrap();
    assert_eq!(signature, first + "\n");
    fs::remove_dir_all(folder).unwrap();
}

fn tempfile() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("jabberwock-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn every_command_explains_itself_with_an_example() {
    let commands = [
        "variants", "show", "moves", "perft", "analyze", "eval", "inspect", "bench",
    ];
    for name in commands {
        let help = answer(&[name, "--help"]);
        assert!(help.contains(&format!("jabberwock {name}")), "{help}");
    }
    let help = answer(&["--help"]);
    for name in commands {
        assert!(help.contains(name), "{help}");
    }
    assert!(answer(&["--version"]).starts_with("jabberwock "));
}

#[test]
fn diagnostics_go_to_standard_error() {
    let output = run(&["--log", "trace", "moves", "chess"]);
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        answer(&["moves", "chess"])
    );
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let mut child = command(&["inspect", "chess"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(format!("{START}\n").as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

const MEGA: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 {}";

#[test]
fn turns_that_are_too_many_are_listed_by_board_and_counted() {
    let text = answer(&["moves", "mega"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 20 + 32 * 20 + 1);
    assert_eq!(lines[0], "a2a3");
    assert_eq!(lines[20], "a1 a2a3");
    assert_eq!(lines[40], "b1 a2a3");
    assert_eq!(lines[660], "total 269268480000000020");
    let over = "8/8/8/8/8/4k3/8/r+3K!3 w - - 0 50 {}";
    assert!(answer(&["moves", "mega", "--position", over]).ends_with("total 0\n"));
}

#[test]
fn inspect_counts_the_turns_of_mega_games() {
    let answers = inspect("mega", format!("{MEGA}\n").as_bytes());
    let answer = &answers[0];
    assert_eq!(answer["position"], MEGA);
    assert_eq!(answer["check"], false);
    assert_eq!(answer["outcome"], Value::Null);
    assert_eq!(answer["count"], "269268480000000020");
    assert_eq!(answer["mega_moves"].as_array().unwrap().len(), 20);
    assert_eq!(answer["boards"]["h8"][0], "a2a3");
    let turn = "{h1,b1,c1,d1,e1,f1,g1,a1=e2e4}";
    let answers = inspect("mega", format!("{MEGA}\t{turn}\n").as_bytes());
    assert_eq!(answers[0]["turn"], "{a1,b1,c1,d1,e1,f1,g1,h1=e2e4}");
    let answers = inspect("mega", format!("{MEGA}\t{{a1=e2e4}}\n").as_bytes());
    assert!(answers[0]["error"].as_str().unwrap().contains("G6"));
}

#[test]
fn show_draws_boards_on_boards() {
    let armed = "4k!3/8/8/8/8/8/8/R+3K-2N w - - 3 9 {h1=4k3/8/8/8/8/8/8/4K2R_w_-_-_0_1}";
    let text = answer(&["show", "mega", "--position", armed]);
    for part in ["| R+ |", "| K- |", "| k! |", "to play on h1", "check    no"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let text = answer(&["show", "mega", "--position", armed, "--board", "h1"]);
    assert!(
        text.ends_with("position 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n"),
        "{text}"
    );
    let text = answer(&["show", "recursive-2", "--board", "a1/b2"]);
    assert!(text.contains("| r | n | b | q | k | b | n | r |"), "{text}");
    for (variant, board, problem) in [
        ("mega", "a3", "no game is running on a3"),
        ("mega", "a1/b2", "no board b2 on a board of chess"),
        ("mega", "i9", "\"i9\" is not a square"),
        ("chess", "a1", "no boards on the squares"),
    ] {
        let output = run(&["show", variant, "--board", board]);
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn perft_of_mega_games_says_how_deep_it_can_count() {
    let text = answer(&["perft", "mega", "1"]);
    assert!(text.starts_with("1 269268480000000020 "), "{text}");
    let output = run(&["perft", "mega", "2"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("depth 2: the turns are too many"), "{error}");
    let few = "8/8/8/8/4k3/8/8/R+3K+3 w - - 0 1 {}";
    let text = answer(&["perft", "mega", "3", "--position", few]);
    assert_eq!(text.lines().count(), 3, "{text}");
}

#[test]
fn analyze_plans_around_a_draft() {
    let draft = "{b1={c1=a2a3;d1=h2h3}}";
    let text = answer(&[
        "analyze",
        "recursive-2",
        "--nodes",
        "9000",
        "--json",
        "--draft",
        draft,
    ]);
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let turn = last["best"].as_str().unwrap();
    assert!(
        turn.contains("c1=a2a3") && turn.contains("d1=h2h3"),
        "{turn}"
    );
    let plan = text.lines().find(|line| line.contains("\"plan\"")).unwrap();
    let plan: Value = serde_json::from_str(plan).unwrap();
    assert_eq!(plan["plan"]["boards"][0]["place"], "b1");
    assert_eq!(plan["plan"]["boards"][0]["is_drafted"], true);
    assert_eq!(plan["plan"]["boards"][1]["is_drafted"], false);
    let words = answer(&["analyze", "mega", "--nodes", "9000", "--draft", "{h1=f2f3}"]);
    assert!(words.contains("plan h1 f2f3 given, "), "{words}");
}

#[test]
fn analyze_says_where_a_draft_cannot_stand() {
    for (game, draft, error) in [
        ("mega", "{a1=e2e5}", "illegal turn \"{a1=e2e5}\": on a1: "),
        ("mega", "{a4=e2e4}", "on a4: no game is running here (G11)"),
        ("recursive-2", "{a1={b1=e2e5}}", "on a1, b1: "),
        ("mega", "a1 e2e4", "\"a1 e2e4\" is not a turn"),
        ("chess", "e2e4", "not planned board by board"),
    ] {
        let output = run(&["analyze", game, "--depth", "1", "--draft", draft]);
        assert_eq!(output.status.code(), Some(2), "{draft}");
        let found = String::from_utf8(output.stderr).unwrap();
        assert!(found.contains(error), "{found}");
    }
}

#[test]
fn analyze_gives_the_plan_of_a_mega_game_as_data() {
    let text = answer(&["analyze", "recursive-2", "--nodes", "20000", "--json"]);
    let mut plans = text.lines().filter_map(|line| {
        let value: Value = serde_json::from_str(line).unwrap();
        value.get("plan").cloned()
    });
    let plan = plans.next().expect("a plan");
    let boards = plan["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 8, "{plan}");
    assert_eq!(plan["left_alone"].as_array().unwrap().len(), 24, "{plan}");
    for board in boards {
        let (place, turn) = (&board["place"], board["turn"].as_str().unwrap());
        assert!(plan["turn"].as_str().unwrap().contains(turn), "{place}");
        assert!(board["score"]["cp"].is_i64(), "{place}");
        let inner = usize::try_from(board["inner"].as_u64().unwrap()).unwrap();
        assert_eq!(plan["inner"][inner]["turn"], turn, "{place}");
        assert_eq!(plan["inner"][inner]["boards"].as_array().unwrap().len(), 8);
    }
    let words = answer(&["analyze", "recursive-2", "--nodes", "20000"]);
    let line = words.lines().find(|line| line.starts_with("plan "));
    let line = line.expect("a plan in words");
    assert!(line.contains(" and 7 more "), "{line}");
}

#[test]
fn counters_stay_at_their_greatest_value() {
    for (variant, placement, turn) in [
        ("chess", "7k/8/8/8/8/8/8/K7 b - -", "h8g8"),
        ("crazy-free", "7k/8/8/8/8/8/8/K7 b - -", "h8g8,g8h8"),
    ] {
        let text = format!("{placement} 1000000 1000000");
        let made = inspect(variant, format!("{text}\t{turn}\n").as_bytes());
        let after = made[0]["after"].as_str().unwrap();
        assert!(after.ends_with(" 1000000 1000000"), "{after}");
        let read = inspect(variant, format!("{after}\n").as_bytes());
        assert_eq!(read[0]["position"], after);
    }
}
