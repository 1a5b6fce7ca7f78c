//! Analysis mode, and the turns it considers.

use jabberwock_game::Score;
use jabberwock_search::Limits;

use super::{Mode, Purpose, Refusal, State};
use crate::{
    SearchRequest,
    cecp::reply::{Reply, Status},
};

/// The turns that a search considers: all but some, or only some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Selection {
    /// All but these.
    Except(Vec<String>),
    /// Only these.
    Only(Vec<String>),
}

impl Default for Selection {
    fn default() -> Selection {
        Selection::Except(Vec::new())
    }
}

impl Selection {
    /// No turn at all.
    pub(super) fn none() -> Selection {
        Selection::Only(Vec::new())
    }

    pub(super) fn exclude(&mut self, turn: String) {
        match self {
            Selection::Except(turns) if !turns.contains(&turn) => turns.push(turn),
            Selection::Except(_) => {}
            Selection::Only(turns) => turns.retain(|other| *other != turn),
        }
    }

    pub(super) fn include(&mut self, turn: String) {
        match self {
            Selection::Except(turns) => turns.retain(|other| *other != turn),
            Selection::Only(turns) if !turns.contains(&turn) => turns.push(turn),
            Selection::Only(_) => {}
        }
    }

    /// The turns not considered.
    pub(super) fn except(&self) -> &[String] {
        match self {
            Selection::Except(turns) => turns,
            Selection::Only(_) => &[],
        }
    }

    /// The only turns considered. An empty selection has no effect until a turn is included.
    pub(super) fn only(&self) -> Option<&[String]> {
        match self {
            Selection::Only(turns) if !turns.is_empty() => Some(turns),
            _ => None,
        }
    }
}

impl State {
    /// `analyze`
    pub(super) fn begin_analysis(&mut self) {
        self.abandon();
        self.mode = Mode::Analyze;
        self.proceed();
    }

    /// `exit`
    pub(super) fn end_analysis(&mut self) -> Result<(), Refusal> {
        if self.mode != Mode::Analyze {
            return Err(Refusal::Command("not analyzing".to_owned()));
        }
        self.force();
        Ok(())
    }

    /// Begins the analysis anew, because something it depends on has changed.
    pub(super) fn analyze_afresh(&mut self) {
        if self.mode != Mode::Analyze {
            return;
        }
        self.abandon();
        let request = SearchRequest {
            limits: Limits {
                infinite: true,
                ..Limits::default()
            },
            except: self.selection.except().to_vec(),
            only: self.selection.only().map(<[String]>::to_vec),
            ..SearchRequest::default()
        };
        self.think(Purpose::Analyze, request);
    }

    /// `.`
    pub(super) fn status(&mut self) {
        let Some(activity) = &self.activity else {
            return;
        };
        if !matches!(activity.purpose, Purpose::Analyze | Purpose::Move) {
            return;
        }
        let latest = activity.latest.as_ref();
        let listable = self.session.is_listable();
        let status = Status {
            elapsed: activity.started.elapsed(),
            nodes: latest.map_or(0, |latest| latest.nodes),
            depth: latest.map_or(0, |latest| latest.depth),
            turns: if listable {
                self.session.perft(1, true)
            } else {
                0
            },
            best: latest.and_then(|latest| latest.pv.first().cloned()),
        };
        self.say(Reply::Status(status));
    }

    /// `exclude` and `include` with a turn.
    pub(super) fn select(
        &mut self,
        change: fn(&mut Selection, String),
        text: &str,
    ) -> Result<(), Refusal> {
        let turn = self.session.read_turn(text)?;
        change(&mut self.selection, turn);
        self.analyze_afresh();
        Ok(())
    }

    /// `exclude all` and `include all`.
    pub(super) fn select_all(&mut self, selection: Selection) {
        self.selection = selection;
        self.analyze_afresh();
    }

    /// `setscore`
    pub(super) fn set_score(&mut self, centipawns: i32, depth: u32) {
        self.session.assume(Score::from_eval(centipawns), depth);
        self.analyze_afresh();
    }
}
