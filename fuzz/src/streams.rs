//! Streams of commands of both protocols, with searches running on tiny limits. Every search gets
//! one result and every question one answer.

use std::collections::VecDeque;

use arbitrary::Arbitrary;
use jabberwock_engine::open;
use jabberwock_variants::entries;

use super::{
    client::{Dialogue, Next, converse},
    edits::{Base, Edits, plain_text, some_turn, structure},
};

/// The most commands of a stream.
const MAX_COMMANDS: usize = 48;

/// A command of UCI.
#[derive(Arbitrary, Clone, Debug)]
pub enum UciCommand {
    Identify,
    NewGame,
    Variant(u8),
    Position {
        base: Base,
        turns: Vec<u8>,
    },
    /// `position` with an edited text.
    Damaged {
        base: Base,
        edits: Edits,
    },
    Go {
        limit: UciLimit,
        multi_pv: u8,
    },
    Stop,
    PonderHit,
    Threads(u8),
    Clear,
    Show,
    Evaluate,
    Noise(String),
    /// The client waits until all before is read.
    Wait,
}

/// The limit of a search.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum UciLimit {
    Nodes(u8),
    Depth(bool),
    MoveTime(u8),
    Clock(u8),
    Mate,
    Infinite,
    Ponder(u8),
}

/// Sends UCI commands.
pub fn uci(data: &[u8]) {
    if let Some(text) = plain_text(data) {
        let lines = text.lines().map(ToOwned::to_owned).collect();
        converse(Lines(lines));
    } else if let Some(commands) = structure::<Vec<UciCommand>>(data) {
        check_uci(&commands);
    }
}

/// Sends `commands` to the engine, and checks that every `go` gets one `bestmove` or is refused,
/// and every `isready` its `readyok`.
pub fn check_uci(commands: &[UciCommand]) {
    let mut lines = VecDeque::from(["uci".to_owned()]);
    let mut questions = 0;
    let mut searches = 0;
    for command in commands.iter().take(MAX_COMMANDS) {
        questions += usize::from(matches!(command, UciCommand::Wait));
        searches += usize::from(matches!(command, UciCommand::Go { .. }));
        lines.extend(command.lines());
    }
    let output = converse(UciDialogue {
        lines,
        searches,
        answered: None,
        questions: 0,
        is_over: false,
    });
    let count = |line: &str| output.lines().filter(|printed| *printed == line).count();
    assert_eq!(count("readyok"), questions + 1, "{output}");
    assert_eq!(answers(&output), searches, "{commands:?}\n{output}");
    // Nothing is printed after the last question but its answer, nor after `quit`.
    assert!(output.ends_with("\nreadyok\n"), "{commands:?}\n{output}");
    assert!(
        !output.contains("panicked") && !output.contains("no thread"),
        "{output}"
    );
}

/// Returns the searches that ended or were refused.
fn answers(output: &str) -> usize {
    let is_answer = |line: &&str| {
        line.starts_with("bestmove ")
            || line.starts_with("info string Error (") && line.contains("): go ")
    };
    output.lines().filter(is_answer).count()
}

impl UciCommand {
    fn lines(&self) -> Vec<String> {
        let line = match self {
            UciCommand::Identify => "uci".to_owned(),
            UciCommand::NewGame => "ucinewgame".to_owned(),
            UciCommand::Variant(index) => {
                let entries = entries();
                let name = entries[usize::from(*index) % entries.len()].name;
                format!("setoption name UCI_Variant value {name}")
            }
            UciCommand::Position { base, turns } => return positions(base, turns),
            UciCommand::Damaged { base, edits } => {
                let names: Vec<&str> = entries().iter().map(|entry| entry.name).collect();
                let text = base.session(&names).position();
                format!("position fen {}", edits.apply(&text))
            }
            UciCommand::Go { limit, multi_pv } => {
                let multi_pv = 1 + multi_pv % 4;
                let option = format!("setoption name MultiPV value {multi_pv}");
                return vec![option, format!("go {}", limit.text())];
            }
            UciCommand::Stop => "stop".to_owned(),
            UciCommand::PonderHit => "ponderhit".to_owned(),
            UciCommand::Threads(number) => {
                format!("setoption name Threads value {}", 1 + number % 2)
            }
            UciCommand::Clear => "setoption name Clear Hash".to_owned(),
            UciCommand::Show => "d".to_owned(),
            UciCommand::Evaluate => "eval".to_owned(),
            // A word before it, so that it is not by chance a command that is counted.
            UciCommand::Noise(text) => format!("noise{text}"),
            UciCommand::Wait => "isready".to_owned(),
        };
        vec![line.replace(['\n', '\r'], " ")]
    }
}

/// Commands that choose a game and set up one of its positions with turns.
fn positions(base: &Base, turns: &[u8]) -> Vec<String> {
    let names: Vec<&str> = entries().iter().map(|entry| entry.name).collect();
    let mut session = base.session(&names);
    let name = session.entry().name;
    let text = session.position();
    let mut made = Vec::new();
    for &choice in turns.iter().take(4) {
        if let Some(turn) = some_turn(session.as_ref(), choice) {
            session.play(&turn).expect("a legal turn");
            made.push(turn);
        }
    }
    vec![
        format!("setoption name UCI_Variant value {name}"),
        format!("position fen {text} moves {}", made.join(" ")),
    ]
}

impl UciLimit {
    fn text(self) -> String {
        match self {
            UciLimit::Nodes(nodes) => format!("nodes {nodes}"),
            UciLimit::Depth(deeper) => format!("depth {} nodes 2000", 1 + u8::from(deeper)),
            UciLimit::MoveTime(time) => format!("movetime {}", time % 8),
            UciLimit::Clock(time) => format!("wtime {time} btime {time} winc 1 binc 1"),
            UciLimit::Mate => "mate 1 nodes 500".to_owned(),
            UciLimit::Infinite => "infinite".to_owned(),
            UciLimit::Ponder(time) => format!("ponder wtime {time} btime {time}"),
        }
    }
}

/// Sends lines and ends the input at once.
#[derive(Debug)]
struct Lines(VecDeque<String>);

impl Dialogue for Lines {
    fn next(&mut self, _: &str) -> Next {
        self.0.pop_front().map_or(Next::End, Next::Send)
    }
}

/// Sends lines, then stops searches until all have ended, asks a last question and quits.
#[derive(Debug)]
struct UciDialogue {
    lines: VecDeque<String>,
    /// The searches asked for.
    searches: usize,
    /// The searches answered when `stop` was sent last.
    answered: Option<usize>,
    /// The times `isready` was sent.
    questions: usize,
    is_over: bool,
}

impl Dialogue for UciDialogue {
    fn next(&mut self, output: &str) -> Next {
        if output.lines().filter(|line| *line == "readyok").count() < self.questions {
            return Next::Wait;
        }
        if let Some(line) = self.lines.pop_front() {
            self.questions += usize::from(line == "isready");
            return Next::Send(line);
        }
        let answered = answers(output);
        if answered < self.searches {
            if self.answered == Some(answered) {
                return Next::Wait;
            }
            // The next search begins before the result of the one before is printed.
            self.answered = Some(answered);
            return Next::Send("stop".to_owned());
        }
        if self.is_over {
            return Next::Send("quit".to_owned());
        }
        self.is_over = true;
        self.questions += 1;
        Next::Send("isready".to_owned())
    }
}

/// A command of CECP.
#[derive(Arbitrary, Clone, Debug)]
pub enum CecpCommand {
    New,
    Variant(u8),
    Position {
        base: Base,
    },
    Damaged {
        base: Base,
        edits: Edits,
    },
    /// A turn of the start position of the game, by its index; it may not be legal.
    Turn {
        variant: u8,
        choice: u8,
    },
    Word(u8),
    Option(u8),
    Exclude {
        variant: u8,
        choice: u8,
    },
    Noise(String),
    Ping,
    /// The client waits for the answer to its last `ping`.
    Wait,
}

/// Commands without arguments, or with fixed ones. Those that set clocks allow little time.
const WORDS: &[&str] = &[
    "force",
    "go",
    "playother",
    "?",
    "undo",
    "remove",
    "hint",
    "bk",
    "draw",
    "post",
    "nopost",
    "hard",
    "easy",
    "pause",
    "resume",
    "analyze",
    "exit",
    ".",
    "computer",
    "result 1-0 {x}",
    "st 0.01",
    "sd 2",
    "sd 1",
    "level 0 0:01 0",
    "time 5",
    "otim 100",
    "cores 2",
    "memory 1",
    "protover 2",
    "help",
    "d",
    "nps 1000",
    "setscore 30 2",
    "exclude all",
    "include all",
    "xboard",
    "reset",
    "edit",
    "lift e2",
    "put e4",
    "hover e3",
    "cores 1",
];

const OPTIONS: &[&str] = &[
    "option MultiPV=3",
    "option MultiPV=1",
    "option Resign=1",
    "option Clear Hash",
    "option Board",
    "option Turn Encoding=native",
    "option Turn Encoding=xboard",
    "option Turn Encoding=auto",
    "option Position=startpos",
    "option Move Overhead=0",
];

/// Sends CECP commands.
pub fn cecp(data: &[u8]) {
    if let Some(text) = plain_text(data) {
        let lines = text.lines().map(ToOwned::to_owned).collect();
        converse(Lines(lines));
    } else if let Some(commands) = structure::<Vec<CecpCommand>>(data) {
        check_cecp(&commands);
    }
}

/// Sends `commands` to the engine, and checks that every `ping` gets its `pong`, in order.
pub fn check_cecp(commands: &[CecpCommand]) {
    let mut lines: VecDeque<String> = ["xboard", "protover 2", "st 0.01"].map(Into::into).into();
    let mut pings = 0;
    let mut dialogue = CecpDialogue::default();
    for command in commands.iter().take(MAX_COMMANDS) {
        match command {
            CecpCommand::Ping => {
                pings += 1;
                lines.push_back(format!("ping {pings}"));
            }
            CecpCommand::Wait => lines.push_back(WAIT.to_owned()),
            other => lines.extend(other.lines()),
        }
    }
    pings += 1;
    lines.extend(["force", "exit", "resume"].map(Into::into));
    lines.extend([format!("ping {pings}"), WAIT.to_owned(), "quit".to_owned()]);
    dialogue.lines = lines;
    let output = converse(dialogue);
    let answers: Vec<&str> = output
        .lines()
        .filter_map(|line| line.strip_prefix("pong "))
        .collect();
    let expected: Vec<String> = (1..=pings).map(|number| number.to_string()).collect();
    assert_eq!(answers, expected, "{commands:?}\n{output}");
    let end = format!("\npong {pings}\n");
    assert!(output.ends_with(&end), "{commands:?}\n{output}");
    assert!(
        !output.contains("panicked") && !output.contains("no thread"),
        "{output}"
    );
}

/// Stands for waiting, among lines to be sent.
const WAIT: &str = "\0";

impl CecpCommand {
    fn lines(&self) -> Vec<String> {
        let entries = entries();
        let name = |index: u8| entries[usize::from(index) % entries.len()].name;
        let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        let turn = |variant: u8, choice: u8| {
            let session = open(name(variant)).expect("a name of the registry");
            some_turn(session.as_ref(), choice).unwrap_or_default()
        };
        match self {
            CecpCommand::New => vec!["new".to_owned(), "st 0.01".to_owned()],
            CecpCommand::Variant(index) => vec![format!("variant {}", name(*index))],
            CecpCommand::Position { base } => {
                let session = base.session(&names);
                let variant = format!("variant {}", session.entry().name);
                vec![variant, format!("setboard {}", session.position())]
            }
            CecpCommand::Damaged { base, edits } => {
                let text = edits.apply(&base.session(&names).position());
                vec![format!("setboard {}", text.replace(['\n', '\r'], " "))]
            }
            CecpCommand::Turn { variant, choice } => {
                vec![format!("usermove {}", turn(*variant, *choice))]
            }
            CecpCommand::Word(index) => vec![WORDS[usize::from(*index) % WORDS.len()].to_owned()],
            CecpCommand::Option(index) => {
                vec![OPTIONS[usize::from(*index) % OPTIONS.len()].to_owned()]
            }
            CecpCommand::Exclude { variant, choice } => {
                vec![format!("exclude {}", turn(*variant, *choice))]
            }
            CecpCommand::Noise(text) => vec![format!("noise{}", text.replace(['\n', '\r'], " "))],
            CecpCommand::Ping | CecpCommand::Wait => Vec::new(),
        }
    }
}

/// Sends lines, and waits for the answer to the last `ping` where it is told to.
#[derive(Debug, Default)]
struct CecpDialogue {
    lines: VecDeque<String>,
    last_ping: Option<String>,
}

impl Dialogue for CecpDialogue {
    fn next(&mut self, output: &str) -> Next {
        while self.lines.front().is_some_and(|line| line == WAIT) {
            let last = self.last_ping.as_deref();
            let answer = last.map(|number| format!("pong {number}"));
            if answer.is_some_and(|answer| !output.lines().any(|line| line == answer)) {
                return Next::Wait;
            }
            self.lines.pop_front();
        }
        let Some(line) = self.lines.pop_front() else {
            return Next::End;
        };
        if let Some(number) = line.strip_prefix("ping ") {
            self.last_ping = Some(number.to_owned());
        }
        Next::Send(line)
    }
}
