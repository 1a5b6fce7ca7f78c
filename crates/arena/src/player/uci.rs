//! A player over UCI: another program as a child process.

mod evaluation;
mod options;

use std::{
    fmt::Write,
    str::FromStr,
    time::{Duration, Instant},
};

use jabberwock_engine::Session;
use jabberwock_game::{Color, Score};
use jabberwock_search::{Bound, Limits, SearchInfo, StopToken};
use jabberwock_variants::Entry;

use self::{
    evaluation::read_evaluation,
    options::{find, offer, selection},
};
use super::{
    interface::{Answer, Player, PlayerError, TurnRequest},
    process::{Process, Program},
};

/// The option that a program has if it can ponder.
const PONDER: &str = "Ponder";

/// A program after the `uci` handshake.
#[derive(Debug)]
pub(super) struct Uci {
    process: Process,
    /// The position text of `startpos`.
    start: String,
    /// Whether the program is to ponder.
    ponders: bool,
    /// The turn of the opponent that the program expects.
    expected: Option<String>,
    /// The turn of the opponent that the program ponders on.
    pondering: Option<String>,
}

impl Uci {
    /// Starts `program` and prepares it for `entry`'s game.
    pub(super) fn open(
        program: &Program,
        entry: &'static Entry,
        start: &str,
        patience: Duration,
        stop: &StopToken,
    ) -> Result<Uci, PlayerError> {
        let mut process = Process::start(program, Duration::ZERO)?;
        let deadline = Instant::now() + patience;
        for line in &program.init {
            process.send(line);
        }
        process.send("uci");
        let mut offered = Vec::new();
        loop {
            let line = process.receive(deadline, stop)?;
            match line.trim() {
                "uciok" => break,
                line => offered.extend(offer(line)),
            }
        }
        match selection(&offered, entry)? {
            Some((option, value)) => process.send(format!("setoption name {option} value {value}")),
            None => log::debug!("the program plays chess only"),
        }
        if program.ponder {
            if find(&offered, PONDER).is_none() {
                return Err(PlayerError::Setup("the program cannot ponder".to_owned()));
            }
            process.send(format!("setoption name {PONDER} value true"));
        }
        for (name, value) in &program.options {
            if find(&offered, name).is_none() {
                return Err(PlayerError::Setup(format!(
                    "the program has no option \"{name}\""
                )));
            }
            process.send(if value.is_empty() {
                format!("setoption name {name}")
            } else {
                format!("setoption name {name} value {value}")
            });
        }
        let mut player = Uci {
            process,
            start: start.to_owned(),
            ponders: program.ponder,
            expected: None,
            pondering: None,
        };
        player.wait_until_ready(deadline, stop)?;
        Ok(player)
    }

    /// Waits until the program has handled everything sent to it.
    fn wait_until_ready(&mut self, deadline: Instant, stop: &StopToken) -> Result<(), PlayerError> {
        self.read_until_ready(deadline, stop, |_| ())
    }

    /// Like [`Uci::wait_until_ready`]; `on_line` gets the lines before the answer.
    fn read_until_ready(
        &mut self,
        deadline: Instant,
        stop: &StopToken,
        mut on_line: impl FnMut(&str),
    ) -> Result<(), PlayerError> {
        self.process.send("isready");
        loop {
            let line = self.process.receive(deadline, stop)?;
            match line.trim() {
                "readyok" => return Ok(()),
                line => on_line(line),
            }
        }
    }

    /// Waits for the result of a search and returns it.
    fn receive_result(&mut self, request: &TurnRequest<'_>) -> Result<SearchedTurn, PlayerError> {
        let mut info = None;
        loop {
            let line = self.process.receive(request.deadline, request.stop)?;
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "info" => info = read_info(rest).or(info),
                "bestmove" => {
                    let (turn, expected) = read_best_move(rest);
                    return Ok(SearchedTurn {
                        turn,
                        expected,
                        info,
                        elapsed: self.process.elapsed(),
                    });
                }
                _ => {}
            }
        }
    }

    /// Ends a search in the opponent's time; returns the time that the program takes for it.
    fn stop_pondering(&mut self, request: &TurnRequest<'_>) -> Result<Duration, PlayerError> {
        if self.pondering.take().is_none() {
            return Ok(Duration::ZERO);
        }
        self.process.send("stop");
        Ok(self.receive_result(request)?.elapsed)
    }

    /// Returns the command that sets up `game`, with `next` as an additional turn.
    fn position(&self, game: &dyn Session, next: Option<&str>) -> String {
        let origin = game.origin();
        let mut position = if origin == self.start {
            "position startpos".to_owned()
        } else {
            format!("position fen {origin}")
        };
        let turns = game.turns();
        for (index, turn) in turns.into_iter().chain(next).enumerate() {
            position.push_str(if index == 0 { " moves " } else { " " });
            position.push_str(turn);
        }
        position
    }
}

/// The result of a search.
struct SearchedTurn {
    turn: String,
    /// The opponent's turn that the program expects.
    expected: Option<String>,
    info: Option<SearchInfo<String>>,
    /// The time from the last line sent to the answer.
    elapsed: Duration,
}

impl Player for Uci {
    fn new_game(&mut self, _: &dyn Session, request: &TurnRequest<'_>) -> Result<(), PlayerError> {
        // The end of the previous game has stopped it.
        if self.pondering.take().is_some() {
            self.receive_result(request)?;
        }
        self.expected = None;
        self.process.send("ucinewgame");
        self.wait_until_ready(request.deadline, request.stop)
    }

    fn static_evaluation(
        &mut self,
        game: &dyn Session,
        request: &TurnRequest<'_>,
    ) -> Result<Option<Score>, PlayerError> {
        let position = self.position(game, None);
        self.process.send(position);
        self.process.send("eval");
        let mut white = None;
        self.read_until_ready(request.deadline, request.stop, |line| {
            white = white.or_else(|| read_evaluation(line));
        })?;
        Ok(white.map(|white| match game.turn() {
            Color::White => white,
            Color::Black => -white,
        }))
    }

    fn choose_turn(
        &mut self,
        game: &dyn Session,
        request: &TurnRequest<'_>,
    ) -> Result<Answer, PlayerError> {
        let mut stopping = Duration::ZERO;
        let pondering = self.pondering.as_deref();
        if pondering.is_some_and(|turn| game.turns().last() == Some(&turn)) {
            self.pondering = None;
            self.process.send("ponderhit");
        } else {
            stopping = self.stop_pondering(request)?;
            self.process.discard_pending();
            let position = self.position(game, None);
            self.process.send(position);
            self.process.send(format!("go{}", limits(request)));
        }
        let result = self.receive_result(request)?;
        self.expected = result.expected;
        Ok(Answer {
            turn: Some(result.turn),
            info: result.info,
            elapsed: Some(stopping + result.elapsed),
        })
    }

    fn ponder(&mut self, game: &dyn Session, request: &TurnRequest<'_>) {
        let expected = self.expected.take().filter(|_| self.ponders);
        // A program may expect a turn that is not legal.
        let Some(turn) = expected.and_then(|turn| game.read_turn(&turn).ok()) else {
            return;
        };
        let position = self.position(game, Some(&turn));
        self.process.send(position);
        self.process.send(format!("go ponder{}", limits(request)));
        self.pondering = Some(turn);
    }

    fn game_over(&mut self, _: &str) {
        // The answer is awaited before the next game.
        if self.pondering.is_some() {
            self.process.send("stop");
        }
    }
}

/// Parses the text after `bestmove`: the turn, and the reply that the program expects.
fn read_best_move(text: &str) -> (String, Option<String>) {
    let mut words = text.split_ascii_whitespace();
    let turn = words.next().unwrap_or_default().to_owned();
    let expected = words.skip_while(|&word| word != "ponder").nth(1);
    (turn, expected.map(str::to_owned))
}

/// Returns the limits of a search, as they follow `go`: ` wtime 1000 btime 900 winc 10 binc 10`.
fn limits(request: &TurnRequest<'_>) -> String {
    let mut text = String::new();
    let mut add = |name: &str, value: u128| {
        // Writing to a string cannot fail.
        let _ = write!(text, " {name} {value}");
    };
    let Limits {
        clock,
        move_time,
        nodes,
        depth,
        ..
    } = &request.limits;
    if clock.is_some() {
        for (color, time, increment) in [
            (Color::White, "wtime", "winc"),
            (Color::Black, "btime", "binc"),
        ] {
            if let Some(clock) = request.clocks[color] {
                add(time, clock.remaining.as_millis());
                add(increment, clock.increment.as_millis());
            }
        }
    }
    if let Some(turns) = clock.and_then(|clock| clock.moves_to_go) {
        add("movestogo", turns.into());
    }
    if let Some(time) = move_time {
        add("movetime", time.as_millis().max(1));
    }
    if let Some(nodes) = nodes {
        add("nodes", (*nodes).into());
    }
    if let Some(depth) = depth {
        add("depth", (*depth).into());
    }
    text
}

/// Parses the text after `info`; `None` if it has no score, or is not about the best line.
fn read_info(text: &str) -> Option<SearchInfo<String>> {
    fn number<T: FromStr + Default>(word: Option<&str>) -> T {
        word.and_then(|word| word.parse().ok()).unwrap_or_default()
    }
    let mut words = text.split_ascii_whitespace();
    let mut info = SearchInfo {
        multi_pv: 1,
        line_count: 1,
        ..SearchInfo::default()
    };
    let mut has_score = false;
    while let Some(word) = words.next() {
        match word {
            "multipv" if words.next() != Some("1") => return None,
            "depth" => info.depth = number(words.next()),
            "seldepth" => info.seldepth = number(words.next()),
            "nodes" => info.nodes = number(words.next()),
            "time" => info.elapsed = Duration::from_millis(number(words.next())),
            "hashfull" => info.hashfull = number(words.next()),
            "score" => {
                info.score = score(words.next(), words.next())?;
                has_score = true;
            }
            "lowerbound" => info.bound = Bound::Lower,
            "upperbound" => info.bound = Bound::Upper,
            "string" => break,
            "pv" => {
                info.pv = words.map(str::to_owned).collect();
                break;
            }
            _ => {}
        }
    }
    has_score.then_some(info)
}

/// Parses `cp 35` or `mate -2`.
fn score(kind: Option<&str>, value: Option<&str>) -> Option<Score> {
    let value: i32 = value?.parse().ok()?;
    match kind? {
        "cp" => Some(Score::from_eval(value)),
        "mate" => Some(mate_score(value)),
        _ => None,
    }
}

/// Returns the score of a mate in `moves` moves; of a mate by the opponent if negative.
pub(super) fn mate_score(moves: i32) -> Score {
    let moves = moves.clamp(-Score::MAX_DISTANCE / 2, Score::MAX_DISTANCE / 2);
    if moves > 0 {
        Score::mate_in(2 * moves - 1)
    } else {
        Score::mated_in(-2 * moves)
    }
}

#[cfg(test)]
mod tests;
