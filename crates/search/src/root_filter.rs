//! Restriction of the turns searched at the root.

use jabberwock_game::{Step, Turn};

/// The turns that are searched at the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct RootFilter {
    /// If given, only these turns are searched.
    pub(crate) only: Option<Vec<Turn>>,
    /// These turns are not searched.
    pub(crate) except: Vec<Turn>,
}

impl RootFilter {
    /// Whether all turns are searched.
    pub(crate) fn is_open(&self) -> bool {
        self.only.is_none() && self.except.is_empty()
    }

    /// Whether `step` is searched after the steps `made` of the root turn.
    pub(crate) fn allows(&self, made: &[Step], step: Step) -> bool {
        let follows = |turn: &Turn| {
            turn.len() > made.len() && turn[..made.len()] == *made && turn[made.len()] == step
        };
        let is_excepted = |turn: &Turn| turn.len() == made.len() + 1 && follows(turn);
        self.only
            .as_ref()
            .is_none_or(|only| only.iter().any(follows))
            && !self.except.iter().any(is_excepted)
    }
}

#[cfg(test)]
mod tests {
    use jabberwock_game::{Step, Turn};

    use super::RootFilter;

    #[test]
    fn a_step_is_allowed_if_an_allowed_turn_goes_on_with_it() {
        let [a, b, c] = [1, 2, 3].map(Step::new);
        let mut filter = RootFilter::default();
        assert!(filter.is_open() && filter.allows(&[], a));
        filter.only = Some(vec![Turn::from_slice(&[a, b])]);
        assert!(filter.allows(&[], a) && filter.allows(&[a], b));
        assert!(!filter.allows(&[], b) && !filter.allows(&[a], c));
        filter.only = None;
        filter.except = vec![Turn::from_slice(&[a, b])];
        assert!(filter.allows(&[], a) && filter.allows(&[a], c));
        assert!(!filter.allows(&[a], b));
    }
}
