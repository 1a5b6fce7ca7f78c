//! Analysis mode, and the turns it considers.

use jabberwock_game::Score;
use jabberwock_search::{Limits, RootProgress};

use super::{Mode, Purpose, State};
use crate::{
    cecp::{
        rejection::Rejection,
        reply::{Reply, Status},
        selection::TurnSelection,
    },
    session::SearchRequest,
};

impl State {
    /// Handles `analyze`.
    pub(super) fn begin_analysis(&mut self) {
        self.abandon_search();
        self.mode = Mode::Analyze;
        self.pass_first();
        self.start_mode_search();
    }

    /// Handles `exit`.
    pub(super) fn end_analysis(&mut self) -> Result<(), Rejection> {
        if self.mode != Mode::Analyze {
            return Err(Rejection::Command("not analyzing".to_owned()));
        }
        self.force();
        Ok(())
    }

    /// Restarts the analysis, if there is one, because its input has changed.
    pub(super) fn restart_analysis(&mut self) {
        if self.mode != Mode::Analyze {
            return;
        }
        self.abandon_search();
        let request = SearchRequest {
            limits: Limits {
                infinite: true,
                ..Limits::default()
            },
            except: self.selection.except().to_vec(),
            only: self.selection.only().map(<[String]>::to_vec),
            ..SearchRequest::default()
        };
        self.start_search(Purpose::Analyze, request);
    }

    /// Handles `.`.
    pub(super) fn status(&mut self) {
        let Some(search) = &self.search else {
            return;
        };
        if !matches!(search.purpose, Purpose::Analyze | Purpose::Move) {
            return;
        }
        let latest = search.latest.as_ref();
        // Before its first line, a search may still wait for the end of another one.
        let progress = latest.and_then(|_| self.session.root_progress());
        let status = Status {
            elapsed: search.started.elapsed(),
            nodes: latest.map_or(0, |latest| latest.nodes),
            depth: latest.map_or(0, |latest| latest.depth),
            moves_left: progress.as_ref().map_or(0, RootProgress::left),
            moves: progress.as_ref().map_or(0, RootProgress::total),
            best: latest.and_then(|latest| latest.pv.first().cloned()),
        };
        self.print(Reply::Status(status));
    }

    /// Handles `exclude` and `include` with a turn.
    pub(super) fn select(
        &mut self,
        change: fn(&mut TurnSelection, String),
        text: &str,
    ) -> Result<(), Rejection> {
        let turn = self.session.read_turn(text)?;
        change(&mut self.selection, turn);
        self.restart_analysis();
        Ok(())
    }

    /// Handles `exclude all` and `include all`.
    pub(super) fn select_all(&mut self, selection: TurnSelection) {
        self.selection = selection;
        self.restart_analysis();
    }

    /// Handles `setscore`.
    pub(super) fn set_score(&mut self, centipawns: i32, depth: u32) {
        self.session.assume(Score::from_eval(centipawns), depth);
        self.restart_analysis();
    }
}
