//! Completing a draft of a turn in a game of games.

use std::{str::FromStr, time::Duration};

use jabberwock_engine::SearchResult;
use jabberwock_game::{Color, Coord, Tap, taps_of_text};
use jabberwock_variants::mega::{Mega, Play};

use super::{
    Table,
    draft::{PendingFill, Requester},
    look::parse_taps,
};
use crate::message::{Chosen, Fill, Payload, Refusal, Score};

/// The maximum time of a search, in seconds.
const LONGEST: f64 = 60.0;

impl Table {
    /// Starts the completion of the turn that `taps` begin; the reply follows.
    ///
    /// # Errors
    /// If the game is not a game of games, the taps begin no board turn, or another draft is being
    /// completed.
    pub(crate) fn fill(
        &mut self,
        requester: Requester,
        at: Option<u32>,
        taps: &[String],
        seconds: f64,
    ) -> Result<(), Refusal> {
        let node = self.node(at)?;
        if self.session.entry().planned().is_none() {
            let reason = "only turns of games of games are filled in";
            return Err(Refusal::bad_request(reason, self.session.entry().name));
        }
        if !(seconds > 0.0 && seconds <= LONGEST) {
            let reason = format!("the seconds are more than 0 and at most {LONGEST}");
            return Err(Refusal::bad_request(reason, &seconds.to_string()));
        }
        if self.fill.is_some() {
            return Err(Refusal::playing("another draft is being completed"));
        }
        if self.is_programs_turn() {
            return Err(Refusal::playing("it is the program's turn"));
        }
        let parsed = parse_taps(taps)?;
        self.walk_to(node);
        let prompt = self.session.prompt(&parsed);
        let prompt = prompt.map_err(|error| Refusal::taps(&error))?;
        let Some(board_turn) = prompt.board_turn else {
            let reason = "there is nothing to fill in: no board turn is begun";
            return Err(Refusal::new("taps", reason, &taps.join(" ")));
        };
        // If no board may be played on, a mega-move can still be made.
        let refusal = board_turn.refusal;
        if let Some(refusal) = refusal.filter(|_| !board_turn.chosen.is_empty()) {
            return Err(Refusal::new("taps", refusal.reason, &refusal.place));
        }
        let complete = board_turn.chosen.iter();
        let complete = complete.filter(|chosen| chosen.turn.is_some());
        self.fill = Some(PendingFill {
            requester,
            at: node,
            draft: board_turn.draft,
            known: complete.flat_map(|chosen| chosen.places.clone()).collect(),
            time: Duration::from_secs_f64(seconds),
        });
        Ok(())
    }

    /// Refuses the draft, which cannot be completed.
    pub(super) fn refuse_fill(&mut self, reason: &str) {
        if let Some(fill) = self.fill.take() {
            let refusal = Refusal::new("taps", reason, &fill.draft.unwrap_or_default());
            self.replies.push((fill.requester, Err(refusal)));
        }
    }

    /// Handles the completion of the draft by the search.
    pub(super) fn finish_fill(&mut self, result: &SearchResult<String>, color: Color) {
        let Some(fill) = &self.fill else {
            return;
        };
        let (at, known) = (fill.at, fill.known.clone());
        if let Some(failure) = &result.failure {
            return self.refuse_fill(&format!("the search failed: {failure}"));
        }
        let level = self.session.entry().planned().map_or(0, Mega::level);
        let turn = result.best.as_deref();
        let Some(play) = turn.and_then(|turn| Play::parse(level, turn).ok()) else {
            return self.refuse_fill("no turn is legal");
        };
        self.walk_to(at);
        let turn = play.to_string();
        let enters = |taps: &[Tap]| {
            let prompt = self.session.prompt(taps);
            prompt.is_ok_and(|prompt| prompt.turn.as_deref() == Some(turn.as_str()))
        };
        // Equal turns on different games cannot be tapped together.
        let together = taps_of(&play, true);
        let taps = if enters(&together) {
            together
        } else {
            taps_of(&play, false)
        };
        let chosen = chosen(&play, &known);
        if let Some(fill) = self.fill.take() {
            let filled = Payload::Fill(Fill {
                at,
                turn,
                taps: taps.iter().map(ToString::to_string).collect(),
                chosen,
                score: Score::of(color, result.score),
            });
            self.replies.push((fill.requester, Ok(filled)));
        }
    }
}

/// Returns the turns of `play` on boards other than `known`, in the order of the turn's text.
fn chosen(play: &Play, known: &[Coord]) -> Vec<Chosen> {
    let Play::Boards(groups) = play else {
        return Vec::new();
    };
    let mut chosen = Vec::new();
    for (squares, inner) in groups {
        let turn = inner.to_string();
        for square in *squares {
            let place = square.to_string();
            if Coord::from_str(&place).is_ok_and(|coord| !known.contains(&coord)) {
                let turn = turn.clone();
                chosen.push(Chosen { place, turn });
            }
        }
    }
    chosen
}

/// Returns taps that enter `play`; equal turns on several boards `together` or one by one.
fn taps_of(play: &Play, together: bool) -> Vec<Tap> {
    let mut taps = Vec::new();
    add_taps(play, together, &mut Vec::new(), &mut taps);
    taps
}

fn add_taps(play: &Play, together: bool, boards: &mut Vec<Vec<Coord>>, taps: &mut Vec<Tap>) {
    match play {
        Play::Move { .. } => {
            taps.extend(taps_of_text(&play.to_string()).into_iter().map(|tap| Tap {
                boards: boards.clone(),
                ..tap
            }));
        }
        Play::Boards(groups) => {
            for (squares, inner) in groups {
                let squares = squares.into_iter();
                let squares = squares.filter_map(|square| square.to_string().parse().ok());
                let squares: Vec<Coord> = squares.collect();
                let sets = if together { squares.len().max(1) } else { 1 };
                for set in squares.chunks(sets) {
                    boards.push(set.to_vec());
                    add_taps(inner, together, boards, taps);
                    boards.pop();
                }
            }
        }
    }
}
