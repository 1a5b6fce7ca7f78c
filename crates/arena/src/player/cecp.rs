//! A child process that speaks CECP, version 2.

use std::time::{Duration, Instant};

use jabberwock_engine::Session;
use jabberwock_game::Score;
use jabberwock_search::StopToken;
use jabberwock_variants::Entry;

use super::{
    Answer, Ask, Fault, Player, Thoughts,
    process::{Process, Program},
    uci::mate,
};
use crate::pace::Pace;

/// How long a program may take to list its features if it does not ask for more.
const INTRODUCTION: Duration = Duration::from_secs(2);
/// How long a program that claims the game is over may still move.
const AFTER_CLAIM: Duration = Duration::from_secs(1);
/// The time between two lines: some programs (GNU Chess 6) take one line from whatever a read gives
/// them, and see the others only when more comes.
const GAP: Duration = Duration::from_millis(1);
/// Scores from here on are mates.
const MATE: i32 = 100_000;

/// A program that has introduced itself.
#[derive(Debug)]
pub(super) struct Cecp {
    process: Process,
    features: Features,
    /// What the program calls the game.
    variant: String,
    /// The position text of the game's start.
    start: String,
    pace: Pace,
    options: Vec<(String, String)>,
    /// How many turns of the game the program knows.
    known: usize,
    /// Whether the program answers to the opponent's turns.
    plays: bool,
    pings: u32,
}

/// What the program can do, as far as it matters here.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a feature of its own"
)]
struct Features {
    ping: bool,
    setboard: bool,
    usermove: bool,
    reuse: bool,
    nps: bool,
    time: bool,
    variants: Vec<String>,
    options: Vec<String>,
    done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            ping: false,
            setboard: false,
            usermove: false,
            reuse: true,
            nps: false,
            time: true,
            variants: Vec::new(),
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Takes what follows `feature`; the names.
    fn read(&mut self, text: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut rest = text.trim_start();
        while let Some((name, after)) = rest.split_once('=') {
            let (value, after) = if let Some(quoted) = after.strip_prefix('"') {
                quoted.split_once('"').unwrap_or((quoted, ""))
            } else {
                after.split_once(' ').unwrap_or((after, ""))
            };
            let yes = value == "1";
            match name {
                "ping" => self.ping = yes,
                "setboard" => self.setboard = yes,
                "usermove" => self.usermove = yes,
                "reuse" => self.reuse = yes,
                "nps" => self.nps = yes,
                "time" => self.time = yes,
                "memory" | "smp" if yes => {
                    let option = if name == "smp" { "cores" } else { name };
                    self.options.push(option.to_owned());
                }
                "variants" => self.variants = value.split(',').map(str::to_owned).collect(),
                "option" => {
                    let option = value.split(" -").next().unwrap_or_default();
                    self.options.push(option.to_owned());
                }
                "done" => self.done = Some(yes),
                _ => {}
            }
            names.push(name.to_owned());
            rest = after.trim_start();
        }
        names
    }
}

impl Cecp {
    /// Starts `program` and prepares it for `entry`'s game.
    pub(super) fn open(
        program: &Program,
        entry: &'static Entry,
        start: &str,
        pace: Pace,
        patience: Duration,
        stop: &StopToken,
    ) -> Result<Cecp, Fault> {
        let mut process = Process::start(program, GAP)?;
        for line in &program.init {
            process.say(line);
        }
        process.say("xboard");
        process.say("protover 2");
        let features = introduce(&mut process, patience, stop)?;
        let names = [entry.name]
            .into_iter()
            .chain(entry.aliases.iter().copied());
        let normal = entry.aliases.contains(&"normal") && features.variants.is_empty();
        let variant = names
            .filter(|&name| features.variants.iter().any(|known| known == name))
            .map(str::to_owned)
            .next()
            .or_else(|| normal.then(|| "normal".to_owned()))
            .ok_or_else(|| Fault::Setup(format!("the program does not play {}", entry.name)))?;
        for (name, _) in &program.options {
            if !features
                .options
                .iter()
                .any(|known| known.eq_ignore_ascii_case(name))
            {
                return Err(Fault::Setup(format!(
                    "the program has no option \"{name}\""
                )));
            }
        }
        if pace.nodes.is_some() && !features.nps {
            let problem = "the program cannot be held to a number of nodes";
            return Err(Fault::Setup(problem.to_owned()));
        }
        Ok(Cecp {
            process,
            features,
            variant,
            start: start.to_owned(),
            pace,
            options: program.options.clone(),
            known: 0,
            plays: false,
            pings: 0,
        })
    }

    fn set_pace(&mut self) {
        let Pace {
            control,
            move_time,
            nodes,
            depth,
        } = self.pace;
        if let Some(control) = control {
            // The exact time is told before every turn; the smallest base that all read is 1 s.
            let base = (control.base.as_secs_f64().ceil() as u64).max(1);
            self.process.say(format!(
                "level {} {}:{:02} {}",
                control.turns.unwrap_or(0),
                base / 60,
                base % 60,
                control.increment.as_secs_f64()
            ));
        }
        if let Some(nodes) = nodes {
            self.process.say("nps 1");
            self.process.say(format!("st {nodes}"));
        } else if let Some(time) = move_time {
            self.process.say(format!("st {}", time.as_secs_f64()));
        }
        if let Some(depth) = depth {
            self.process.say(format!("sd {depth}"));
        }
        if control.is_none() && move_time.is_none() && nodes.is_none() {
            // Without any clock the program would take its own.
            self.process.say("st 86400");
        }
    }

    fn send_turn(&mut self, turn: &str) {
        self.process.say(if self.features.usermove {
            format!("usermove {turn}")
        } else {
            turn.to_owned()
        });
    }

    fn send_clocks(&mut self, game: &dyn Session, ask: &Ask<'_>) {
        if !self.features.time {
            return;
        }
        let mover = game.turn();
        for (name, color) in [("time", mover), ("otim", mover.other())] {
            if let Some(clock) = ask.clocks[color] {
                let centiseconds = clock.remaining.as_millis() / 10;
                self.process.say(format!("{name} {centiseconds}"));
            }
        }
    }

    /// Waits until the program has done all it was told.
    fn settle(&mut self, ask: &Ask<'_>) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        self.process.say(format!("ping {}", self.pings));
        let pong = format!("pong {}", self.pings);
        loop {
            let line = self.process.hear(ask.deadline, ask.stop)?;
            if line.trim() == pong {
                return Ok(());
            }
            refusal(&line)?;
        }
    }
}

/// Reads the program's features until they are complete.
fn introduce(
    process: &mut Process,
    patience: Duration,
    stop: &StopToken,
) -> Result<Features, Fault> {
    let begun = Instant::now();
    let mut features = Features::default();
    loop {
        let limit = match features.done {
            Some(true) => return Ok(features),
            Some(false) => patience,
            None => INTRODUCTION.min(patience),
        };
        match process.hear(begun + limit, stop) {
            Ok(line) => {
                if let Some(text) = line.trim().strip_prefix("feature ") {
                    for name in features.read(text) {
                        process.say(format!("accepted {name}"));
                    }
                }
            }
            // Programs of version 1 say nothing.
            Err(Fault::Hang) if features.done.is_none() => return Ok(features),
            Err(fault) => return Err(fault),
        }
    }
}

/// A fault if the program refuses a turn or a position.
fn refusal(line: &str) -> Result<(), Fault> {
    let line = line.trim();
    let refused = line.starts_with("Illegal move")
        || line.starts_with("Error (illegal")
        || line.starts_with("tellusererror");
    if refused {
        return Err(Fault::Refusal(line.to_owned()));
    }
    Ok(())
}

impl Player for Cecp {
    fn begin(&mut self, game: &dyn Session, ask: &Ask<'_>) -> Result<(), Fault> {
        self.process.ignore_backlog();
        self.process.say("new");
        if self.variant != "normal" {
            let line = format!("variant {}", self.variant);
            self.process.say(line);
        }
        self.process.say("force");
        for (name, value) in self.options.clone() {
            self.process.say(match name.to_ascii_lowercase().as_str() {
                word @ ("memory" | "cores") => format!("{word} {value}"),
                _ if value.is_empty() => format!("option {name}"),
                _ => format!("option {name}={value}"),
            });
        }
        self.process.say("easy");
        self.process.say("post");
        self.set_pace();
        let origin = game.origin();
        if origin != self.start {
            if !self.features.setboard {
                let problem = "the program cannot set up a position";
                return Err(Fault::Setup(problem.to_owned()));
            }
            self.process.say(format!("setboard {origin}"));
        }
        self.known = 0;
        self.plays = false;
        self.settle(ask)
    }

    fn choose(&mut self, game: &dyn Session, ask: &Ask<'_>) -> Result<Answer, Fault> {
        let turns = game.turns();
        if self.plays && turns.len() == self.known + 1 {
            self.process.ignore_backlog();
            self.send_clocks(game, ask);
            self.send_turn(turns[self.known]);
        } else {
            self.process.say("force");
            for turn in &turns[self.known..] {
                self.send_turn(turn);
            }
            self.settle(ask)?;
            self.send_clocks(game, ask);
            self.process.say("go");
            self.plays = true;
        }
        self.known = turns.len() + 1;
        let mut thoughts = Thoughts::default();
        let mut deadline = ask.deadline;
        let mut claim: Option<String> = None;
        loop {
            let line = match (self.process.hear(deadline, ask.stop), claim) {
                (Err(Fault::Hang), Some(claim)) => return Err(Fault::Refusal(claim)),
                (line, kept) => {
                    claim = kept;
                    line?
                }
            };
            refusal(&line)?;
            if let Some(turn) = announced(&line) {
                return Ok(Answer {
                    turn: Some(turn.to_owned()),
                    thoughts,
                });
            }
            match line.split_ascii_whitespace().next() {
                Some("resign" | "resigns") => {
                    return Ok(Answer {
                        turn: None,
                        thoughts,
                    });
                }
                Some("1-0" | "0-1" | "1/2-1/2") => {
                    // It may be about the position after a move that is about to be printed.
                    claim = Some(line.clone());
                    deadline = deadline.min(Instant::now() + AFTER_CLAIM);
                }
                _ => listen(&line, &mut thoughts),
            }
        }
    }

    fn end(&mut self, result: &str) {
        self.process.say(format!("result {result}"));
    }

    fn is_reusable(&self) -> bool {
        self.features.reuse
    }
}

/// The turn that a line announces: `move e2e4`, or in the form of old programs `1. ... e2e4`.
fn announced(line: &str) -> Option<&str> {
    let mut words = line.split_ascii_whitespace();
    match (words.next()?, words.next().unwrap_or_default()) {
        ("move", turn) => Some(turn),
        (number, "...") if number.starts_with(|first: char| first.is_ascii_digit()) => words.next(),
        _ => None,
    }
}

/// Takes score and depth from a line of thinking: `depth score centiseconds nodes ...`.
fn listen(line: &str, thoughts: &mut Thoughts) {
    let mut words = line.split_ascii_whitespace();
    let depth = words.next().and_then(|word| {
        word.trim_end_matches(['.', '&', '+', '-', '?'])
            .parse()
            .ok()
    });
    let score = words.next().and_then(|word| word.parse::<i32>().ok());
    let time = words.next().and_then(|word| word.parse::<u64>().ok());
    let nodes = words.next().and_then(|word| word.parse::<u64>().ok());
    if let (Some(depth), Some(score), Some(_), Some(nodes)) = (depth, score, time, nodes) {
        *thoughts = Thoughts {
            score: Some(match score {
                MATE.. => mate(score - MATE),
                ..=-100_000 => mate(score + MATE),
                _ => Score::from_eval(score),
            }),
            depth: Some(depth),
            nodes: Some(nodes),
        };
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Score;

    use super::{Features, Thoughts, announced, listen, refusal};

    #[test]
    fn features_are_read_with_and_without_quotes() {
        let mut features = Features::default();
        let names = features.read("done=0 ping=1 variants=\"normal,hop\" usermove=1");
        assert_eq!(names, ["done", "ping", "variants", "usermove"]);
        features.read("option=\"Move Overhead -spin 10 0 100\" memory=1 done=1");
        assert!(features.ping && features.usermove && !features.setboard);
        assert_eq!(features.variants, ["normal", "hop"]);
        assert_eq!(features.options, ["Move Overhead", "memory"]);
        assert_eq!(features.done, Some(true));
        features.read("broken=\"no end");
        features.read("=");
    }

    #[test]
    fn lines_of_thinking_are_heard_and_others_are_not() {
        let mut thoughts = Thoughts::default();
        listen("7. 35 12 4321 9 100 0\te2e4", &mut thoughts);
        assert_eq!(thoughts.score, Some(Score(35)));
        assert_eq!((thoughts.depth, thoughts.nodes), (Some(7), Some(4321)));
        listen("# 1 2 3 4", &mut thoughts);
        listen("8 good 1 1", &mut thoughts);
        assert_eq!(thoughts.depth, Some(7));
        listen("9 -100002 1 1 e2e4", &mut thoughts);
        assert_eq!(thoughts.score, Some(Score::mated_in(4)));
    }

    #[test]
    fn turns_are_announced_in_two_ways() {
        assert_eq!(announced("move e7e8q"), Some("e7e8q"));
        assert_eq!(announced("2. ... g1f3"), Some("g1f3"));
        assert_eq!(announced("move"), Some(""));
        for line in ["2. g1f3", "1 +26 0 4 Na3", "My move is : g1f3", ""] {
            assert_eq!(announced(line), None);
        }
    }

    #[test]
    fn a_refused_turn_is_a_fault() {
        assert!(refusal("Illegal move (in check): e2e4").is_err());
        assert!(refusal("tellusererror Illegal position").is_err());
        assert!(refusal("Error (unknown command): easy").is_ok());
    }
}
