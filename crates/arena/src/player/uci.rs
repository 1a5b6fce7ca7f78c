//! A child process that speaks UCI.

use std::{
    fmt::Write,
    str::FromStr,
    time::{Duration, Instant},
};

use jabberwock_engine::Session;
use jabberwock_game::{Color, Score};
use jabberwock_search::{Bound, Limits, SearchInfo, StopToken};
use jabberwock_variants::{Entry, FISCHERANDOM, NORMAL};

use super::{
    interface::{Answer, Player, PlayerError, TurnRequest},
    process::{Process, Program},
};

/// A program after the `uci` handshake.
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
        for (name, value) in &program.options {
            if !offered
                .iter()
                .any(|offer| offer.name.eq_ignore_ascii_case(name))
            {
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
        };
        player.wait_until_ready(deadline, stop)?;
        Ok(player)
    }

    /// Waits until the program has handled everything sent to it.
    fn wait_until_ready(&mut self, deadline: Instant, stop: &StopToken) -> Result<(), PlayerError> {
        self.process.send("isready");
        while self.process.receive(deadline, stop)?.trim() != "readyok" {}
        Ok(())
    }
}

/// The options that choose a game.
const VARIANT: &str = "UCI_Variant";
const CHESS960: &str = "UCI_Chess960";

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

/// The option by which the program plays the game, and its value; `None` if the game is chess and the
/// program has no option for it.
fn selection(
    offered: &[Offer],
    entry: &'static Entry,
) -> Result<Option<(&'static str, &'static str)>, PlayerError> {
    let offer = |name: &str| {
        let mut offers = offered.iter();
        offers.find(|offer| offer.name.eq_ignore_ascii_case(name))
    };
    if let Some(variants) = offer(VARIANT) {
        let names = [entry.name]
            .into_iter()
            .chain(entry.aliases.iter().copied());
        let mut known = names.filter(|&name| variants.values.iter().any(|value| value == name));
        if let Some(name) = known.next() {
            return Ok(Some((VARIANT, name)));
        }
    } else if entry.xboard_name() == Some(NORMAL) {
        // A program without the option plays chess.
        return Ok(None);
    }
    if entry.xboard_name() == Some(FISCHERANDOM) && offer(CHESS960).is_some() {
        return Ok(Some((CHESS960, "true")));
    }
    let problem = format!("the program does not play {}", entry.name);
    Err(PlayerError::Setup(problem))
}

impl Player for Uci {
    fn new_game(&mut self, _: &dyn Session, request: &TurnRequest<'_>) -> Result<(), PlayerError> {
        self.process.send("ucinewgame");
        self.wait_until_ready(request.deadline, request.stop)
    }

    fn choose_turn(
        &mut self,
        game: &dyn Session,
        request: &TurnRequest<'_>,
    ) -> Result<Answer, PlayerError> {
        self.process.discard_pending();
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
        self.process.send(position);
        self.process.send(go(request));
        let mut info = None;
        loop {
            let line = self.process.receive(request.deadline, request.stop)?;
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "info" => info = read_info(rest).or(info),
                "bestmove" => {
                    let turn = rest.split_ascii_whitespace().next().unwrap_or_default();
                    return Ok(Answer {
                        turn: Some(turn.to_owned()),
                        info,
                        elapsed: Some(self.process.elapsed()),
                    });
                }
                _ => {}
            }
        }
    }
}

/// `go wtime 1000 btime 900 winc 10 binc 10`
fn go(request: &TurnRequest<'_>) -> String {
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

/// Reads what follows `info`; `None` if it has no score, or is not about the best line.
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

/// `cp 35`, `mate -2`
fn score(kind: Option<&str>, value: Option<&str>) -> Option<Score> {
    let value: i32 = value?.parse().ok()?;
    match kind? {
        "cp" => Some(Score::from_eval(value)),
        "mate" => Some(mate_score(value)),
        _ => None,
    }
}

/// The score of a mate in `moves` moves; of a mate by the opponent if negative.
pub(super) fn mate_score(moves: i32) -> Score {
    let moves = moves.clamp(-Score::MAX_DISTANCE / 2, Score::MAX_DISTANCE / 2);
    if moves > 0 {
        Score::mate_in(2 * moves - 1)
    } else {
        Score::mated_in(-2 * moves)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jabberwock_game::Score;
    use jabberwock_search::{Bound, SearchInfo};

    use jabberwock_variants::find;

    use super::{CHESS960, VARIANT, offer, read_info, selection};

    #[test]
    fn the_info_of_the_best_line_is_read() {
        let text = "depth 3 seldepth 5 multipv 1 score cp -31 lowerbound nodes 99 nps 9 hashfull 7 \
                    time 11 pv e2e4 depth 7";
        let expected = SearchInfo {
            depth: 3,
            seldepth: 5,
            multi_pv: 1,
            line_count: 1,
            score: Score(-31),
            bound: Bound::Lower,
            nodes: 99,
            elapsed: Duration::from_millis(11),
            hashfull: 7,
            pv: ["e2e4", "depth", "7"].map(str::to_owned).to_vec(),
        };
        assert_eq!(read_info(text), Some(expected));
        let mate = read_info("depth 4 score mate -2 nodes 120").unwrap();
        assert_eq!((mate.score, mate.nodes), (Score::mated_in(4), 120));
        let partial = read_info("score cp 5").unwrap();
        assert_eq!((partial.depth, partial.nodes), (0, 0), "not reported");
    }

    #[test]
    fn infos_without_a_score_and_of_other_lines_are_ignored() {
        for text in [
            "",
            "depth 9 multipv 2 score cp 700 nodes 999",
            "string depth 50 score cp 9",
            "depth x score cp y",
            "depth 9 currmove e2e4 currmovenumber 1",
        ] {
            assert_eq!(read_info(text), None, "{text}");
        }
    }

    #[test]
    fn chess960_is_chosen_by_its_own_option_or_by_the_variant() {
        let offers = |lines: &[&str]| lines.iter().copied().filter_map(offer).collect::<Vec<_>>();
        let own = "option name UCI_Chess960 type check default false";
        let variants = "option name UCI_Variant type combo default chess var chess";
        let both = "option name UCI_Variant type combo default chess var chess var chess960";
        let chosen = |lines: &[&str], game| selection(&offers(lines), find(game).unwrap());
        for lines in [&[own][..], &[variants, own]] {
            assert_eq!(chosen(lines, "chess960").unwrap(), Some((CHESS960, "true")));
        }
        let by_variant = Some((VARIANT, "chess960"));
        assert_eq!(chosen(&[both, own], "chess960").unwrap(), by_variant);
        assert_eq!(chosen(&[own], "chess").unwrap(), None);
        for lines in [&[][..], &[variants]] {
            let error = chosen(lines, "chess960").unwrap_err().to_string();
            assert!(error.contains("chess960"), "{error}");
        }
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
