//! A child process that speaks UCI.

use std::{
    fmt::Write,
    time::{Duration, Instant},
};

use jabberwock_engine::Session;
use jabberwock_game::{Color, Score};
use jabberwock_search::{Limits, StopToken};
use jabberwock_variants::Entry;

use super::{
    Answer, Ask, Fault, Player, Thoughts,
    process::{Process, Program},
};

/// A program that has introduced itself.
#[derive(Debug)]
pub(super) struct Uci {
    process: Process,
    /// The position text of `startpos`.
    start: String,
}

impl Uci {
    /// Starts `program` and prepares it for `entry`'s game.
    pub(super) fn open(
        program: &Program,
        entry: &'static Entry,
        start: &str,
        patience: Duration,
        stop: &StopToken,
    ) -> Result<Uci, Fault> {
        let mut process = Process::start(program, Duration::ZERO)?;
        let deadline = Instant::now() + patience;
        for line in &program.init {
            process.say(line);
        }
        process.say("uci");
        let mut offered = Vec::new();
        loop {
            let line = process.hear(deadline, stop)?;
            match line.trim() {
                "uciok" => break,
                line => offered.extend(offer(line)),
            }
        }
        match variant_value(&offered, entry)? {
            Some(name) => process.say(format!("setoption name UCI_Variant value {name}")),
            None => log::debug!("the program plays chess and nothing else"),
        }
        for (name, value) in &program.options {
            if !offered
                .iter()
                .any(|offer| offer.name.eq_ignore_ascii_case(name))
            {
                return Err(Fault::Setup(format!(
                    "the program has no option \"{name}\""
                )));
            }
            process.say(if value.is_empty() {
                format!("setoption name {name}")
            } else {
                format!("setoption name {name} value {value}")
            });
        }
        let mut player = Uci {
            process,
            start: start.to_owned(),
        };
        player.settle(deadline, stop)?;
        Ok(player)
    }

    /// Waits until the program has done all it was told.
    fn settle(&mut self, deadline: Instant, stop: &StopToken) -> Result<(), Fault> {
        self.process.say("isready");
        while self.process.hear(deadline, stop)?.trim() != "readyok" {}
        Ok(())
    }
}

/// An option as the program lists it.
struct Offer {
    name: String,
    /// The values of a combo.
    values: Vec<String>,
}

/// Reads `option name N type T ... var V`.
fn offer(line: &str) -> Option<Offer> {
    let rest = line.strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let values = rest.split(" var ").skip(1);
    Some(Offer {
        name: name.trim().to_owned(),
        values: values.map(|value| value.trim().to_owned()).collect(),
    })
}

/// What `UCI_Variant` is to be set to; `None` if the program offers no choice and chess is played.
fn variant_value(offered: &[Offer], entry: &'static Entry) -> Result<Option<String>, Fault> {
    let is_variant = |offer: &&Offer| offer.name.eq_ignore_ascii_case("UCI_Variant");
    let Some(offer) = offered.iter().find(is_variant) else {
        // A program without the option plays what UCI was made for.
        return if entry.aliases.contains(&"normal") {
            Ok(None)
        } else {
            Err(Fault::Setup(format!(
                "the program does not play {}",
                entry.name
            )))
        };
    };
    let names = [entry.name]
        .into_iter()
        .chain(entry.aliases.iter().copied());
    let mut known = names.filter(|&name| offer.values.iter().any(|value| value == name));
    known
        .next()
        .map(|name| Some(name.to_owned()))
        .ok_or_else(|| Fault::Setup(format!("the program does not play {}", entry.name)))
}

impl Player for Uci {
    fn begin(&mut self, _: &dyn Session, ask: &Ask<'_>) -> Result<(), Fault> {
        self.process.say("ucinewgame");
        self.settle(ask.deadline, ask.stop)
    }

    fn choose(&mut self, game: &dyn Session, ask: &Ask<'_>) -> Result<Answer, Fault> {
        self.process.ignore_backlog();
        let origin = game.origin();
        let mut position = if origin == self.start {
            "position startpos".to_owned()
        } else {
            format!("position fen {origin}")
        };
        let turns = game.turns();
        if !turns.is_empty() {
            position.push_str(" moves ");
            position.push_str(&turns.join(" "));
        }
        self.process.say(position);
        self.process.say(go(ask));
        let mut thoughts = Thoughts::default();
        loop {
            let line = self.process.hear(ask.deadline, ask.stop)?;
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("info") => listen(words, &mut thoughts),
                Some("bestmove") => {
                    return Ok(Answer {
                        turn: Some(words.next().unwrap_or_default().to_owned()),
                        thoughts,
                    });
                }
                _ => {}
            }
        }
    }
}

/// `go wtime 1000 btime 900 winc 10 binc 10`
fn go(ask: &Ask<'_>) -> String {
    let mut text = "go".to_owned();
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
    } = &ask.limits;
    if clock.is_some() {
        for (color, time, increment) in [
            (Color::White, "wtime", "winc"),
            (Color::Black, "btime", "binc"),
        ] {
            if let Some(clock) = ask.clocks[color] {
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

/// Takes score and depth of the best line from the words after `info`.
fn listen<'a>(mut words: impl Iterator<Item = &'a str>, thoughts: &mut Thoughts) {
    let mut heard = *thoughts;
    while let Some(word) = words.next() {
        match word {
            "multipv" if words.next() != Some("1") => return,
            "depth" => heard.depth = words.next().and_then(|depth| depth.parse().ok()),
            "nodes" => heard.nodes = words.next().and_then(|nodes| nodes.parse().ok()),
            "score" => heard.score = score(words.next(), words.next()).or(heard.score),
            "string" => return,
            "pv" => break,
            _ => {}
        }
    }
    *thoughts = heard;
}

/// `cp 35`, `mate -2`
fn score(kind: Option<&str>, value: Option<&str>) -> Option<Score> {
    let value: i32 = value?.parse().ok()?;
    match kind? {
        "cp" => Some(Score::from_eval(value)),
        "mate" => Some(mate(value)),
        _ => None,
    }
}

/// The score of a mate in so many moves, of the opponent's if negative.
pub(super) fn mate(moves: i32) -> Score {
    let moves = moves.clamp(-Score::MAX_DISTANCE / 2, Score::MAX_DISTANCE / 2);
    if moves > 0 {
        Score::mate_in(2 * moves - 1)
    } else {
        Score::mated_in(-2 * moves)
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Score;

    use super::{Thoughts, listen, offer};

    #[test]
    fn the_best_lines_score_and_depth_are_heard() {
        let mut thoughts = Thoughts::default();
        for line in [
            "depth 3 seldepth 5 multipv 1 score cp -31 lowerbound nodes 99 pv e2e4",
            "depth 9 multipv 2 score cp 700 nodes 999",
            "string depth 50 score cp 9",
            "depth 4 score mate -2 nodes 120 pv depth 7",
            "depth x score cp y",
        ] {
            listen(line.split_ascii_whitespace(), &mut thoughts);
        }
        assert_eq!(thoughts.score, Some(Score::mated_in(4)));
        assert_eq!(thoughts.nodes, Some(120));
    }

    #[test]
    fn options_are_read() {
        let combo = offer("option name UCI_Variant type combo default chess var chess var hop");
        let combo = combo.unwrap();
        assert_eq!(combo.name, "UCI_Variant");
        assert_eq!(combo.values, ["chess", "hop"]);
        assert!(offer("id name Option name type").is_none());
    }
}
