//! A player over CECP, version 2: another program as a child process.

mod features;

use std::time::{Duration, Instant};

use jabberwock_engine::{Session, cecp_turns};
use jabberwock_game::{Color, Score};
use jabberwock_search::{SearchInfo, StopToken};
use jabberwock_variants::{Entry, NORMAL};

use self::features::Features;
use super::{
    interface::{Answer, Player, PlayerError, TurnRequest},
    process::{Process, Program},
    uci::mate_score,
};
use crate::{records::san, time_control::TimeControl};

/// The maximum time for a program's features if it does not send `done=0`.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(5);
/// The time that a program may still take for a move after claiming the end of the game.
const AFTER_CLAIM: Duration = Duration::from_secs(1);
/// The time between two lines: some programs (GNU Chess 6) handle one line of each block they read
/// and the others only after the next block.
const LINE_GAP: Duration = Duration::from_millis(1);
/// Scores from this value on are mates.
const MATE: i32 = 100_000;

/// A program after the `protover` handshake.
#[derive(Debug)]
pub(super) struct Cecp {
    process: Process,
    features: Features,
    /// The program's name of the variant.
    variant: String,
    /// The position text of the variant's start.
    start: String,
    time_control: TimeControl,
    options: Vec<(String, String)>,
    /// Whether the program is to ponder, which it does by itself over CECP.
    ponders: bool,
    /// The number of turns that the program was sent or has played.
    known_turns: usize,
    /// Whether the program answers an opponent's turn without `go`.
    is_playing: bool,
    pings: u32,
}

impl Cecp {
    /// Starts `program` and prepares it for `entry`'s game.
    pub(super) fn open(
        program: &Program,
        entry: &'static Entry,
        start: &str,
        time_control: TimeControl,
        patience: Duration,
        stop: &StopToken,
    ) -> Result<Cecp, PlayerError> {
        let mut process = Process::start(program, LINE_GAP)?;
        for line in &program.init {
            process.send(line);
        }
        process.send("xboard");
        process.send("protover 2");
        let features = read_features(&mut process, patience, stop)?;
        let names = [entry.name]
            .into_iter()
            .chain(entry.aliases.iter().copied());
        let normal = entry.xboard_name() == Some(NORMAL) && features.variants.is_empty();
        let variant = names
            .filter(|&name| features.variants.iter().any(|known| known == name))
            .map(str::to_owned)
            .next()
            .or_else(|| normal.then(|| NORMAL.to_owned()))
            .ok_or_else(|| {
                PlayerError::Setup(format!("the program does not play {}", entry.name))
            })?;
        for (name, _) in &program.options {
            if !features
                .options
                .iter()
                .any(|known| known.eq_ignore_ascii_case(name))
            {
                return Err(PlayerError::Setup(format!(
                    "the program has no option \"{name}\""
                )));
            }
        }
        if time_control.nodes.is_some() && !features.nps {
            let problem = "the program cannot be held to a number of nodes";
            return Err(PlayerError::Setup(problem.to_owned()));
        }
        Ok(Cecp {
            process,
            features,
            variant,
            start: start.to_owned(),
            time_control,
            options: program.options.clone(),
            ponders: program.ponder,
            known_turns: 0,
            is_playing: false,
            pings: 0,
        })
    }

    fn send_time_control(&mut self) {
        let TimeControl {
            clock,
            move_time,
            nodes,
            depth,
        } = self.time_control;
        if let Some(clock) = clock {
            // `time` gives the exact time before every turn; the smallest base that all programs
            // read is 1 s.
            let base = (clock.base.as_secs_f64().ceil() as u64).max(1);
            self.process.send(format!(
                "level {} {}:{:02} {}",
                clock.turns.unwrap_or(0),
                base / 60,
                base % 60,
                clock.increment.as_secs_f64()
            ));
        }
        if let Some(nodes) = nodes {
            self.process.send("nps 1");
            self.process.send(format!("st {nodes}"));
        } else if let Some(time) = move_time {
            self.process.send(format!("st {}", time.as_secs_f64()));
        }
        if let Some(depth) = depth {
            self.process.send(format!("sd {depth}"));
        }
        if clock.is_none() && move_time.is_none() && nodes.is_none() {
            // Without a time control the program would use its default.
            self.process.send("st 86400");
        }
    }

    /// Sends the turns of `game` that the program does not know.
    fn send_turns(&mut self, game: &dyn Session) {
        for turn in cecp_turns(game, self.known_turns) {
            self.process.send(if self.features.usermove {
                format!("usermove {turn}")
            } else {
                turn
            });
        }
    }

    fn send_clocks(&mut self, game: &dyn Session, request: &TurnRequest<'_>) {
        if !self.features.time {
            return;
        }
        let mover = game.turn();
        for (name, color) in [("time", mover), ("otim", mover.other())] {
            if let Some(clock) = request.clocks[color] {
                let centiseconds = clock.remaining.as_millis() / 10;
                self.process.send(format!("{name} {centiseconds}"));
            }
        }
    }

    /// Waits until the program has handled everything sent to it, if it supports `ping`.
    fn wait_until_ready(&mut self, request: &TurnRequest<'_>) -> Result<(), PlayerError> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        self.process.send(format!("ping {}", self.pings));
        let pong = format!("pong {}", self.pings);
        loop {
            let line = self.process.receive(request.deadline, request.stop)?;
            if line.trim() == pong {
                return Ok(());
            }
            check_refusal(&line)?;
        }
    }
}

/// Reads the program's features until `done=1`.
fn read_features(
    process: &mut Process,
    patience: Duration,
    stop: &StopToken,
) -> Result<Features, PlayerError> {
    let begun = Instant::now();
    let mut features = Features::default();
    loop {
        let limit = match features.done {
            Some(true) => return Ok(features),
            Some(false) => patience,
            None => FEATURE_TIMEOUT.min(patience),
        };
        match process.receive(begun + limit, stop) {
            Ok(line) => {
                if let Some(text) = line.trim().strip_prefix("feature ") {
                    for answer in features.read(text) {
                        process.send(answer);
                    }
                }
            }
            // Programs of protocol version 1 send no features.
            Err(PlayerError::Hang) if features.done.is_none() => return Ok(features),
            Err(error) => return Err(error),
        }
    }
}

/// Returns an error if the line rejects a turn or a position. Other messages for the user do not.
fn check_refusal(line: &str) -> Result<(), PlayerError> {
    let line = line.trim();
    let message = line.strip_prefix("tellusererror").unwrap_or_default();
    let refused = line.starts_with("Illegal move")
        || line.starts_with("Error (illegal")
        || message.to_ascii_lowercase().contains("illegal position");
    if refused {
        return Err(PlayerError::Refusal(line.to_owned()));
    }
    Ok(())
}

impl Player for Cecp {
    fn new_game(
        &mut self,
        game: &dyn Session,
        request: &TurnRequest<'_>,
    ) -> Result<(), PlayerError> {
        self.process.discard_pending();
        self.process.send("new");
        if self.variant != NORMAL {
            let line = format!("variant {}", self.variant);
            self.process.send(line);
        }
        self.process.send("force");
        for (name, value) in self.options.clone() {
            self.process.send(match name.to_ascii_lowercase().as_str() {
                word @ ("memory" | "cores") => format!("{word} {value}"),
                _ if value.is_empty() => format!("option {name}"),
                _ => format!("option {name}={value}"),
            });
        }
        self.process
            .send(if self.ponders { "hard" } else { "easy" });
        self.process.send("post");
        self.send_time_control();
        let origin = game.origin();
        if origin != self.start {
            if !self.features.setboard {
                let problem = "the program cannot set up a position";
                return Err(PlayerError::Setup(problem.to_owned()));
            }
            self.process.send(format!("setboard {origin}"));
        }
        self.known_turns = 0;
        self.is_playing = false;
        self.wait_until_ready(request)
    }

    fn choose_turn(
        &mut self,
        game: &dyn Session,
        request: &TurnRequest<'_>,
    ) -> Result<Answer, PlayerError> {
        let turns = game.turns();
        if self.is_playing && turns.len() == self.known_turns + 1 {
            // A program may resign in the opponent's time.
            let pending = self.process.pending_lines();
            if pending.filter(|line| resigns(line, game.turn())).count() > 0 {
                return Ok(Answer::resignation(None));
            }
            self.send_clocks(game, request);
            self.send_turns(game);
        } else {
            self.process.send("force");
            self.send_turns(game);
            self.wait_until_ready(request)?;
            self.send_clocks(game, request);
            self.process.send("go");
            self.is_playing = true;
        }
        self.known_turns = turns.len() + 1;
        let mut info = None;
        let mut deadline = request.deadline;
        let mut claim: Option<String> = None;
        loop {
            let line = match (self.process.receive(deadline, request.stop), claim) {
                (Err(PlayerError::Hang), Some(claim)) => return Err(PlayerError::Refusal(claim)),
                (line, earlier) => {
                    claim = earlier;
                    line?
                }
            };
            check_refusal(&line)?;
            if let Some(turn) = read_move(&line) {
                return Ok(Answer {
                    turn: Some(native(game, turn)),
                    info,
                    elapsed: Some(self.process.elapsed()),
                });
            }
            match line.split_ascii_whitespace().next() {
                _ if resigns(&line, game.turn()) => {
                    return Ok(Answer::resignation(info));
                }
                Some("1-0" | "0-1" | "1/2-1/2") => {
                    // The claim may refer to the position after a move that is printed next.
                    claim = Some(line.clone());
                    deadline = deadline.min(Instant::now() + AFTER_CLAIM);
                }
                _ => info = read_thinking(&line).or(info),
            }
        }
    }

    fn game_over(&mut self, result: &str) {
        self.process.send(format!("result {result}"));
    }

    fn is_reusable(&self) -> bool {
        self.features.reuse
    }
}

/// Returns the turn in `move e2e4`, or in the form of old programs, `1. ... e2e4`.
fn read_move(line: &str) -> Option<&str> {
    let mut words = line.split_ascii_whitespace();
    match (words.next()?, words.next().unwrap_or_default()) {
        ("move", turn) => Some(turn),
        (number, "...") if number.starts_with(|first: char| first.is_ascii_digit()) => words.next(),
        _ => None,
    }
}

/// Whether `player` resigns with this line: `resign`, or as a result, `0-1 {White resigns}`.
fn resigns(line: &str, player: Color) -> bool {
    let (word, comment) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    match (word, player) {
        ("resign" | "resigns", _) => true,
        ("0-1", Color::White) | ("1-0", Color::Black) => {
            comment.to_ascii_lowercase().contains("resign")
        }
        _ => false,
    }
}

/// Returns the native text of `turn`, a move of chess that may be in standard algebraic notation:
/// programs may announce moves in either form. A text that is not a legal move is returned
/// unchanged.
fn native(game: &dyn Session, turn: &str) -> String {
    if !san::is_usual(game.entry()) {
        return turn.to_owned();
    }
    san::read(game, turn).unwrap_or_else(|_| turn.to_owned())
}

/// Reads a line of thinking output: `depth score centiseconds nodes ... pv`.
fn read_thinking(line: &str) -> Option<SearchInfo<String>> {
    let mut words = line.split_ascii_whitespace();
    let depth = words
        .next()?
        .trim_end_matches(['.', '&', '+', '-', '?'])
        .parse()
        .ok()?;
    let score = words.next()?.parse::<i32>().ok()?;
    let centiseconds = words.next()?.parse::<u64>().ok()?;
    let nodes = words.next()?.parse().ok()?;
    Some(SearchInfo {
        depth,
        multi_pv: 1,
        line_count: 1,
        score: match score {
            // Some programs count from 0, or count no moves at all.
            MATE.. => mate_score((score - MATE).max(1)),
            ..=-100_000 => mate_score(score.saturating_add(MATE)),
            _ => Score::from_eval(score),
        },
        nodes,
        elapsed: Duration::from_millis(centiseconds.saturating_mul(10)),
        ..SearchInfo::default()
    })
}

#[cfg(test)]
mod tests;
