//! The real XBoard on its own screen.

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::program::answer;

/// Programs that a game in XBoard takes, with the Debian package of each.
const PROGRAMS: [(&str, &str); 3] = [
    ("xboard", "xboard"),
    ("Xvfb", "xvfb"),
    ("xdotool", "xdotool"),
];

/// The longest wait for a screen, a window or an answer.
const PATIENCE: Duration = Duration::from_mins(1);

/// Pixels of the window beside the board, both sides together.
const MARGIN: i32 = 4;

/// Returns the command that starts the engine.
pub(crate) fn engine() -> String {
    let program = assert_cmd::cargo::cargo_bin!("jabberwock");
    program.display().to_string()
}

/// Returns the options that `jabberwock xboard` gives XBoard for `variant`, and the test's own.
pub(crate) fn with_options(variant: &str, own: &[&str]) -> Vec<String> {
    let lines = answer(&["xboard", variant, "--print"]);
    let options = lines.lines().flat_map(|line| line.split(' '));
    let own = own.iter().copied();
    options.chain(own).map(str::to_owned).collect()
}

/// Whether XBoard can be started here; where it cannot, says what is missing. With
/// `JABBERWOCK_XBOARD=required` in the environment a program that is missing is an error.
///
/// # Panics
/// If a program is required and missing.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn available() -> bool {
    let missing: Vec<&str> = PROGRAMS
        .into_iter()
        .filter(|(program, _)| find(program).is_none())
        .map(|(_, package)| package)
        .collect();
    if missing.is_empty() {
        return true;
    }
    let required = env::var("JABBERWOCK_XBOARD").is_ok_and(|value| value == "required");
    assert!(!required, "missing: {}", missing.join(" "));
    eprintln!("SKIPPED, not installed: {}", missing.join(" "));
    false
}

/// Returns the path of `program`; Debian keeps games in a separate directory.
fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|directory| directory.join(program))
        .find(|file| file.is_file())
}

/// A process that ends when it is dropped.
#[derive(Debug)]
struct Process(Child);

impl Process {
    /// # Panics
    /// If it is still running after `limit`.
    fn wait(&mut self, limit: Duration) -> ExitStatus {
        let deadline = Instant::now() + limit;
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < deadline, "no end after {limit:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// An X server without a display device, under a number that it chooses itself.
#[derive(Debug)]
pub(crate) struct Screen {
    _server: Process,
    name: String,
}

impl Screen {
    pub(crate) fn start() -> Screen {
        let mut server = Command::new(find("Xvfb").unwrap())
            .args(["-displayfd", "1", "-screen", "0", "1280x1024x24"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = server.stdout.take().unwrap();
        let server = Process(server);
        let mut number = String::new();
        BufReader::new(output).read_line(&mut number).unwrap();
        assert!(!number.is_empty(), "the X server has ended");
        Screen {
            _server: server,
            name: format!(":{}", number.trim()),
        }
    }

    /// Returns a command on this screen.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(find(program).unwrap());
        command.env("DISPLAY", &self.name);
        command
    }
}

/// A run of XBoard that keeps its files in a directory of its own.
#[derive(Debug)]
pub(crate) struct XBoard<'a> {
    process: Process,
    screen: &'a Screen,
    directory: PathBuf,
}

impl XBoard<'_> {
    /// Starts it on `screen` with `arguments`; `name` tells the directories of tests apart.
    pub(crate) fn start<'a>(screen: &'a Screen, name: &str, arguments: &[String]) -> XBoard<'a> {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("xboard-{name}"));
        if directory.exists() {
            fs::remove_dir_all(&directory).unwrap();
        }
        fs::create_dir_all(&directory).unwrap();
        let process = screen
            .command("xboard")
            .args(["-debugMode", "true", "-nameOfDebugFile", "xboard.debug"])
            .args(["-saveGameFile", "games.pgn", "-savePositionFile", "end.fen"])
            .args(["-popupExitMessage", "false", "-animateMoving", "false"])
            .args(["-saveSettingsOnExit", "false"])
            .args(arguments)
            .current_dir(&directory)
            .env("HOME", &directory)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        XBoard {
            process: Process(process),
            screen,
            directory,
        }
    }

    /// Waits until it ends by itself.
    pub(crate) fn finish(&mut self) {
        let status = self.process.wait(PATIENCE);
        assert!(status.success(), "{status}\n{}", self.debug_output());
    }

    /// Returns the text of one of its files, empty if there is none.
    pub(crate) fn file(&self, name: &str) -> String {
        fs::read_to_string(self.directory.join(name)).unwrap_or_default()
    }

    /// Returns all lines between it and the engines.
    pub(crate) fn debug_output(&self) -> String {
        self.file("xboard.debug")
    }

    /// Asserts that nothing in the debug output is a complaint.
    pub(crate) fn assert_no_complaint(&self) {
        const COMPLAINTS: [&str; 6] = [
            "Forfeit",
            "Illegal move \"",
            "did not send",
            "Ignoring",
            "Off-board",
            "Error writing",
        ];
        for line in self.debug_output().lines() {
            let complaint = COMPLAINTS.iter().find(|&&words| line.contains(words));
            assert!(complaint.is_none(), "{line}");
        }
    }

    /// Waits until the debug output contains `text` at least `times` times.
    pub(crate) fn wait_for(&self, text: &str, times: usize) {
        let deadline = Instant::now() + PATIENCE;
        while self.debug_output().matches(text).count() < times {
            let output = self.debug_output();
            assert!(Instant::now() < deadline, "no \"{text}\":\n{output}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks on `square` of a board of eight files and ranks with White below.
    pub(crate) fn click(&self, square: &str) {
        self.click_on(square, 0);
    }

    /// The same where holdings are beside the board, two files on each side; `j6` is among them.
    pub(crate) fn click_beside_holdings(&self, square: &str) {
        self.click_on(square, 2);
    }

    /// Clicks on a square of a board with so many more files on each side.
    fn click_on(&self, square: &str, beside: i32) {
        let mut letters = square.bytes();
        let mut number = |first: u8| i32::from(letters.next().unwrap() - first);
        let (file, rank) = (number(b'a') + beside, number(b'1'));
        let (width, height) = self.window();
        let size = (width - MARGIN) / (8 + 2 * beside);
        let x = MARGIN / 2 + size * file + size / 2;
        let y = height - MARGIN / 2 - size * rank - size / 2;
        self.click_at(x, y);
    }

    fn click_at(&self, x: i32, y: i32) {
        let (x, y) = (x.to_string(), y.to_string());
        assert!(self.xdotool(&["mousemove", &x, &y, "click", "1"]));
    }

    /// Clicks on Black's clock until XBoard sends the pass: it ignores the click while it still
    /// draws the last move.
    pub(crate) fn pass_by_clock(&self) {
        let deadline = Instant::now() + PATIENCE;
        while !self.debug_output().contains(">first : usermove @@@@") {
            assert!(Instant::now() < deadline, "no pass");
            let (width, _) = self.window();
            self.click_at(width * 3 / 4, 48);
            thread::sleep(Duration::from_secs(3));
        }
    }

    /// Presses `key` in the window of the board.
    pub(crate) fn press(&self, key: &str) {
        let board = ["search", "--onlyvisible", "--class", "xboard"];
        assert!(self.xdotool(&[&board[..], &["windowfocus"]].concat()));
        assert!(self.xdotool(&["key", key]));
    }

    /// Types `text` into the window that asks which turn is meant, once there is one.
    pub(crate) fn answer(&self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        let focus = [
            "search",
            "--onlyvisible",
            "--name",
            " query$",
            "windowfocus",
        ];
        while !self.xdotool(&focus) {
            assert!(Instant::now() < deadline, "no question");
            thread::sleep(Duration::from_millis(100));
        }
        assert!(self.xdotool(&["type", text]));
        assert!(self.xdotool(&["key", "Return"]));
    }

    /// Whether `xdotool` succeeds.
    fn xdotool(&self, arguments: &[&str]) -> bool {
        let mut command = self.screen.command("xdotool");
        let status = command.args(arguments).stderr(Stdio::null()).status();
        status.unwrap().success()
    }

    /// Width and height of the window in pixels, once it is shown. It has no frame and is at the
    /// left top.
    fn window(&self) -> (i32, i32) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let output = self
                .screen
                .command("xdotool")
                .args(["search", "--onlyvisible", "--class", "xboard"])
                .args(["getwindowgeometry", "--shell"])
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let number = |name: &str| {
                let line = text.lines().find_map(|line| line.strip_prefix(name));
                line.and_then(|number| number.parse().ok())
            };
            if let (Some(width), Some(height)) = (number("WIDTH="), number("HEIGHT=")) {
                return (width, height);
            }
            assert!(Instant::now() < deadline, "no window");
            thread::sleep(Duration::from_millis(50));
        }
    }
}
