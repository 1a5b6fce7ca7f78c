//! `play`: games at the terminal, driven through pipes and through a real pseudo-terminal.

#![cfg(unix)]

use std::{
    fs::{self, File},
    io::{Read, Write},
    os::fd::AsFd,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use nix::{
    poll::{PollFd, PollFlags, PollTimeout, poll},
    pty::openpty,
};

/// The maximum time that a test waits for expected output.
const PATIENCE: Duration = Duration::from_mins(2);

/// Plays by `lines` through a pipe; gives what is printed.
fn play(arguments: &[&str], lines: &str) -> String {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("jabberwock"))
        .arg("play")
        .args(arguments)
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env_remove("LANG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = lines.to_owned();
    // The program may end before it has read everything.
    let writer = thread::spawn(move || drop(input.write_all(text.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let name = format!("jabberwock-play-{name}-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn assert_in_order(printed: &str, parts: &[&str]) {
    let mut rest = printed;
    for part in parts {
        let at = rest.find(part);
        let at = at.unwrap_or_else(|| panic!("\"{part}\" is missing in\n{rest}\nof\n{printed}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn a_person_mates_the_engine_by_algebraic_notation() {
    let position = "r1bqkbnr/1ppp1ppp/p1n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4";
    let printed = play(
        &["chess", "--position", position],
        "Qxf7#\nundo\nNf3\nquit\n",
    );
    assert_in_order(
        &printed,
        &[
            "White> Qxf7#",
            "| r |   | b | q | k | b | n | r |",
            "|[Q]|",
            "1-0 {checkmate}",
            "> undo",
            "White> Nf3",
            "Black plays ",
        ],
    );
}

#[test]
fn through_a_pipe_everything_is_printed_before_a_line_is_waited_for() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("jabberwock"))
        .args(["play", "chess", "--nodes", "50", "--ascii"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    let (sender, printed) = channel();
    let reader = thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut buffer) {
            let sent = sender.send(buffer[..count].to_vec());
            sent.unwrap();
        }
    });
    let mut seen = String::new();
    let mut expect = |text: &str| {
        while !seen.contains(text) {
            let bytes = printed.recv_timeout(PATIENCE);
            let bytes = bytes.unwrap_or_else(|_| panic!("\"{text}\" does not come: {seen}"));
            seen += &String::from_utf8(bytes).unwrap();
        }
        seen.clear();
    };
    // Nothing has been written yet.
    expect("White> ");
    input.write_all(b"e2e4\n").unwrap();
    expect("White> ");
    input.write_all(b"quit\n").unwrap();
    assert!(child.wait().unwrap().success());
    reader.join().unwrap();
}

#[test]
fn castling_of_chess960_is_typed_in_algebraic_notation() {
    let position = "1r1k3r/8/8/8/8/8/8/1R1K3R w HBhb - 0 1";
    let printed = play(
        &["chess960", "--side", "both", "--position", position],
        "O-O\nO-O-O\nquit\n",
    );
    assert_in_order(
        &printed,
        &[
            "White> O-O",
            " 1 |   | R |   |[ ]|   | R | K |[ ]|",
            "Black> O-O-O",
            " 8 |   |[ ]| k |[r]|",
            "White> quit",
        ],
    );
}

#[test]
fn the_engine_answers_in_every_game() {
    for entry in jabberwock_variants::entries() {
        let first = match entry.name {
            name if name.starts_with("recursive") => continue,
            "mega" => "fill\ngo\n".to_owned(),
            name => {
                let session = jabberwock_engine::open(name).unwrap();
                let turns = session.listed_turns().unwrap().legal_turns().unwrap();
                format!("{}\n", turns[turns.len() / 2])
            }
        };
        let printed = play(&[entry.name, "--level", "1"], &first);
        assert_in_order(&printed, &["White> ", "Black plays ", "White> "]);
    }
}

#[test]
fn bad_input_is_named_and_changes_nothing() {
    let printed = play(
        &["hop", "--side", "both"],
        "e2e5\nfnord\ne2e4 e7e5\nundo\nsave\ngo\ne2e4\ne7e5\nmoves d2d4@e\n",
    );
    assert_in_order(
        &printed,
        &[
            "White> e2e5\n? ",
            "\"e2e5\"",
            "? ",
            "\"fnord\"",
            "? \"e2e4 e7e5\" is neither a turn nor a command",
            "? there is no turn to take back",
            "? save FILE: name the file",
            "? ",
            "\"go\"",
            "White> e2e4\n",
            "Black> e7e5\n? e7e5 is the beginning of a turn. ",
            "Black> moves",
        ],
    );
}

#[test]
fn the_commands_of_a_game_do_what_they_say() {
    let folder = folder("commands");
    let file = folder.join("game.pgn");
    let file = file.display();
    let lines = format!("e2e4\ndeny\nd2d4\nflip\neval\nhint\nsave {file}\nresign\ndraw\n");
    let printed = play(&["denial", "--side", "both"], &lines);
    assert_in_order(
        &printed,
        &[
            "Black holds the right to deny",
            "White> e2e4",
            "Black> deny",
            "White> d2d4",
            "Black> flip",
            "     h   g   f   e   d   c   b   a",
            "Black> eval",
            "total",
            "hint: ",
            "the game is saved to ",
            "Black> resign",
            "1-0 {Black resigns}",
            "> draw\n? the game is over",
        ],
    );
    let saved = fs::read_to_string(folder.join("game.pgn")).unwrap();
    assert_in_order(
        &saved,
        &[
            "[Result \"*\"]",
            "[Variant \"denial\"]",
            "1. e2e4 deny 2. d2d4 *",
        ],
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn undo_is_named_after_the_end_where_there_is_a_turn_to_take_back() {
    let printed = play(
        &["chess", "--side", "both", "--moves", "e2e4"],
        "resign\nhint\nundo\n",
    );
    let over = "> hint\n? the game is over\n";
    assert_in_order(&printed, &[over, "> undo\n? there is no turn to take back"]);
    let printed = play(&["chess", "--side", "both"], "e2e4\nresign\nhint\n");
    assert_in_order(
        &printed,
        &["> hint\n? the game is over; undo takes a turn back\n"],
    );
}

#[test]
fn a_turn_of_a_game_of_games_is_put_together_board_by_board() {
    let lines =
        "a1 e2e4\na1 e2e5\nb1 Nf3\na9 e2e4\nlist\ngo\ndrop b1\ndrop b1\nh8\nfill\nc1 d2d4\ngo\n";
    let printed = play(&["mega", "--side", "both"], lines);
    assert_in_order(
        &printed,
        &[
            "White> a1 e2e4",
            "White (1 of 8)> a1 e2e5\n? a1 e2e5: ",
            "White (1 of 8)> b1 Nf3",
            "White (2 of 8)> a9 e2e4\n? ",
            "White (2 of 8)> list\na1 e2e4\nb1 g1f3\n2 of 8 boards are chosen",
            "? the turn is not complete",
            "drop b1\n",
            "? nothing is chosen on \"b1\"",
            "White (1 of 8)> h8\n",
            "White (1 of 8)> fill\n",
            "a1",
            " e2e4",
            "the turn is complete: go makes it",
            "White (8 of 8)> ",
            "go\n",
            "Black> ",
        ],
    );
}

#[test]
fn arguments_that_are_not_valid_are_refused() {
    for (arguments, named) in [
        (&["fnord"][..], "\"fnord\""),
        (&["chess", "--level", "11"], "11"),
        (&["chess", "--side", "red"], "red"),
        (&["chess", "--moves", "e2e5"], "\"e2e5\""),
        (&["chess", "--tc", "soon"], "soon"),
        // Found out before the game is played, not when it is to be saved.
        (&["chess", "--save", "/no/folder/a.pgn"], "/no/folder/a.pgn"),
        (&["chess", "--save", "/"], "/: is a directory"),
    ] {
        let output = Command::new(assert_cmd::cargo::cargo_bin!("jabberwock"))
            .arg("play")
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(
            errors.starts_with("error: ") && errors.contains(named),
            "{errors}"
        );
    }
}

#[test]
fn an_unfinished_game_goes_to_its_file_when_the_input_ends() {
    let folder = folder("input-ends");
    let file = folder.join("game.pgn");
    let printed = play(
        &["crazy", "--side", "both", "--save", file.to_str().unwrap()],
        "e2e4\n",
    );
    assert!(printed.contains("the game is saved to "), "{printed}");
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.ends_with("1. e2e4 *\n\n"), "{saved}");
    fs::remove_dir_all(folder).unwrap();
}

/// A program on a terminal of its own.
struct Terminal {
    child: Child,
    master: File,
    /// Reads what is printed, by a descriptor of its own.
    reader: JoinHandle<()>,
    is_closed: Arc<AtomicBool>,
    printed: Receiver<Vec<u8>>,
    seen: String,
}

impl Terminal {
    /// Starts `play` in `folder`, as the first process of a session that has the terminal.
    fn start(arguments: &[&str], folder: &Path) -> Terminal {
        let pty = openpty(None, None).unwrap();
        // The program must not have the other end, or the terminal would not close: a copy is not
        // inherited, as the original is.
        let master = File::from(pty.master).try_clone().unwrap();
        let slave = File::from(pty.slave);
        let child = Command::new("setsid")
            .args(["--ctty", "--wait"])
            .arg(assert_cmd::cargo::cargo_bin!("jabberwock"))
            .arg("play")
            .args(arguments)
            .env("TERM", "xterm")
            .env("LC_ALL", "C.UTF-8")
            .env_remove("NO_COLOR")
            .current_dir(folder)
            .stdin(slave.try_clone().unwrap())
            .stdout(slave.try_clone().unwrap())
            .stderr(slave)
            .spawn()
            .unwrap();
        let (sender, printed) = channel();
        let mut reader = master.try_clone().unwrap();
        let is_closed = Arc::new(AtomicBool::new(false));
        let closed = Arc::clone(&is_closed);
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while !closed.load(Ordering::Relaxed) {
                let mut ready = [PollFd::new(reader.as_fd(), PollFlags::POLLIN)];
                if poll(&mut ready, PollTimeout::from(20_u8)).unwrap() == 0 {
                    continue;
                }
                match reader.read(&mut buffer) {
                    Ok(count @ 1..) if sender.send(buffer[..count].to_vec()).is_ok() => {}
                    _ => break,
                }
            }
        });
        Terminal {
            child,
            master,
            reader,
            is_closed,
            printed,
            seen: String::new(),
        }
    }

    /// Waits until `text` is shown, after what was waited for before.
    fn expect(&mut self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.seen.find(text) {
                self.seen.drain(..at + text.len());
                return;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.printed.recv_timeout(left) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("\"{text}\" is not shown: {:?}", self.seen)
                }
            }
        }
    }

    /// Closes the terminal, as a person closes its window.
    fn close(self) -> Child {
        self.is_closed.store(true, Ordering::Relaxed);
        self.reader.join().unwrap();
        drop(self.master);
        self.child
    }

    fn send(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }
}

/// Returns the text of the one game saved in `folder`, once it is there.
fn saved_game(folder: &Path) -> String {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let files = fs::read_dir(folder)
            .unwrap()
            .map(|item| item.unwrap().path());
        let mut games = files.filter(|path| path.extension().is_some_and(|end| end == "pgn"));
        if let Some(path) = games.next() {
            return fs::read_to_string(path).unwrap();
        }
        assert!(Instant::now() < deadline, "no game is saved");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn on_a_terminal_turns_are_edited_completed_and_drawn_in_color() {
    let folder = folder("terminal");
    let mut terminal = Terminal::start(&["hop", "--side", "both"], &folder);
    terminal.expect("♖");
    terminal.expect("White> ");
    // A letter that is taken back, then the only turns that begin so by Tab.
    terminal.send("b1cx\u{7f}\t\r");
    terminal.expect("\u{1b}[1;7m ♘ \u{1b}[0m");
    terminal.expect("Black> ");
    terminal.send("undo\r");
    terminal.expect("White> ");
    // The line before the last one in the history.
    terminal.send("\u{1b}[A\u{1b}[A\r");
    terminal.expect("Black> ");
    terminal.send("quit\r");
    terminal.expect("the game is saved to ");
    assert!(terminal.child.wait().unwrap().success());
    let saved = saved_game(&folder);
    assert!(saved.ends_with("1. b1c3 *\n\n"), "{saved}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_new_file_is_only_for_an_unfinished_game_that_is_not_saved() {
    let folder = folder("needless");
    let games = || {
        let files = fs::read_dir(&folder).unwrap();
        files.count()
    };
    let mut terminal = Terminal::start(&["chess", "--side", "both"], &folder);
    terminal.expect("White> ");
    terminal.send("e4\r");
    terminal.expect("Black> ");
    terminal.send("resign\r");
    terminal.expect("Black resigns");
    terminal.expect("> ");
    terminal.send("quit\r");
    assert!(terminal.child.wait().unwrap().success());
    assert_eq!(games(), 0);

    let mut terminal = Terminal::start(&["chess", "--side", "both"], &folder);
    terminal.expect("White> ");
    terminal.send("e4\r");
    terminal.expect("Black> ");
    terminal.send("save mine.pgn\r");
    terminal.expect("the game is saved to mine.pgn");
    terminal.expect("Black> ");
    terminal.send("help\r");
    terminal.expect("an unfinished game is saved");
    terminal.expect("Black> ");
    terminal.send("quit\r");
    assert!(terminal.child.wait().unwrap().success());
    assert_eq!(games(), 1);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_game_goes_to_the_file_of_its_name_wherever_else_it_is_saved() {
    let folder = folder("named");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (end, other) = (path("end.pgn"), path("other.pgn"));
    let lines = format!("e2e4\nsave {other}\nresign\n");
    let printed = play(&["chess", "--side", "both", "--save", &end], &lines);
    assert!(
        printed.contains(&format!("the game is saved to {end}")),
        "{printed}"
    );
    let saved = fs::read_to_string(&end).unwrap();
    assert!(saved.ends_with("1. e4 {Black resigns} 1-0\n\n"), "{saved}");
    assert!(fs::read_to_string(&other).unwrap().ends_with("1. e4 *\n\n"));
    let printed = play(&["chess", "--side", "both", "--save", &end], "e2e4\nsave\n");
    assert_eq!(
        printed.matches("the game is saved to ").count(),
        1,
        "{printed}"
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_game_is_written_to_what_is_there_already_rather_than_in_its_place() {
    let folder = folder("in-place");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (file, link, pipe) = (path("file.pgn"), path("link.pgn"), path("pipe"));
    fs::write(&file, "").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    play(&["chess", "--side", "both", "--save", &link], "e2e4\n");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().ends_with("1. e4 *\n\n"));

    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    // The pipe is kept open for both ends, so that nobody waits for the other.
    let mut end = File::options().read(true).write(true).open(&pipe).unwrap();
    play(&["chess", "--side", "both", "--save", &pipe], "d2d4\n");
    assert!(!fs::metadata(&pipe).unwrap().is_file());
    let mut saved = vec![0; 1000];
    let length = end.read(&mut saved).unwrap();
    assert!(String::from_utf8_lossy(&saved[..length]).ends_with("1. d4 *\n\n"));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_game_with_clocks_is_saved_with_its_time_control() {
    let folder = folder("clocks");
    let file = folder.join("game.pgn");
    let saved_with = |limits: &[&str]| {
        let save = ["chess", "--side", "both", "--save", file.to_str().unwrap()];
        play(&[&save, limits].concat(), "e2e4\n");
        fs::read_to_string(&file).unwrap()
    };
    for control in ["300", "300+2", "40/5400+0.5"] {
        let saved = saved_with(&["--tc", control]);
        let tag = format!("\n[TimeControl \"{control}\"]\n");
        assert!(saved.contains(&tag), "{saved}");
    }
    let saved = saved_with(&["--st", "2"]);
    assert!(!saved.contains("TimeControl"), "{saved}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_loss_on_time_is_saved_as_one() {
    let folder = folder("late");
    let file = folder.join("game.pgn");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("jabberwock"))
        .args(["play", "chess", "--side", "both", "--tc", "3", "--save"])
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"e2e4\n").unwrap();
    thread::sleep(Duration::from_millis(3_500));
    input.write_all(b"e7e5\n").unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.contains("[Termination \"time forfeit\"]"), "{saved}");
    let end = "1. e4 {Black exceeds the time} 1-0\n\n";
    assert!(saved.ends_with(end), "{saved}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn control_c_on_a_terminal_saves_the_game_and_ends_with_its_status() {
    let folder = folder("control-c");
    for (keys, status) in [("\u{3}", 130), ("\u{4}", 0)] {
        let mut terminal = Terminal::start(&["chess", "--side", "both"], &folder);
        terminal.expect("White> ");
        terminal.send("Nf3\r");
        terminal.expect("Black> ");
        terminal.send(keys);
        terminal.expect("the game is saved to ");
        assert_eq!(terminal.child.wait().unwrap().code(), Some(status));
        let saved = saved_game(&folder);
        assert!(saved.ends_with("1. Nf3 *\n\n"), "{saved}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_terminal_that_is_closed_in_mid_game_leaves_the_game_in_a_file() {
    let folder = folder("closed");
    let mut terminal = Terminal::start(&["chess", "--side", "both"], &folder);
    terminal.expect("White> ");
    terminal.send("Nf3\r");
    terminal.expect("Black> ");
    let mut child = terminal.close();
    let saved = saved_game(&folder);
    assert!(saved.ends_with("1. Nf3 *\n\n"), "{saved}");
    child.wait().unwrap();
    fs::remove_dir_all(folder).unwrap();
}
