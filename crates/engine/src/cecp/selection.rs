//! The turns that a search considers (`exclude` and `include`).

/// Either all turns but some, or only some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TurnSelection {
    /// All but these.
    Except(Vec<String>),
    /// Only these turns.
    Only(Vec<String>),
}

impl Default for TurnSelection {
    fn default() -> TurnSelection {
        TurnSelection::Except(Vec::new())
    }
}

impl TurnSelection {
    /// Returns a selection without any turn.
    pub(super) fn none() -> TurnSelection {
        TurnSelection::Only(Vec::new())
    }

    pub(super) fn exclude(&mut self, turn: String) {
        match self {
            TurnSelection::Except(turns) if !turns.contains(&turn) => turns.push(turn),
            TurnSelection::Except(_) => {}
            TurnSelection::Only(turns) => turns.retain(|other| *other != turn),
        }
    }

    pub(super) fn include(&mut self, turn: String) {
        match self {
            TurnSelection::Except(turns) => turns.retain(|other| *other != turn),
            TurnSelection::Only(turns) if !turns.contains(&turn) => turns.push(turn),
            TurnSelection::Only(_) => {}
        }
    }

    /// Returns the turns not considered.
    pub(super) fn except(&self) -> &[String] {
        match self {
            TurnSelection::Except(turns) => turns,
            TurnSelection::Only(_) => &[],
        }
    }

    /// Returns the only turns considered. An empty selection has no effect until a turn is
    /// included.
    pub(super) fn only(&self) -> Option<&[String]> {
        match self {
            TurnSelection::Only(turns) if !turns.is_empty() => Some(turns),
            _ => None,
        }
    }
}
