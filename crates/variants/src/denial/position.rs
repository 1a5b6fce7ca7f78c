//! The position: the base's position with the state of denials.

use jabberwock_game::{Color, Key, Outcome, Position as _, Reason, Sink, Stage, Step};

use super::{
    base::{Base, Steps},
    exclusion::{ExclusionFilter, PartialTurn},
    layer::Options,
    right::{MAX_DENIALS, Right},
};

/// A draw claimed by the holder after three denials in the game (D11).
pub const DRAW_CLAIMED: Reason = Reason::new("draw claimed");
/// A stalemate that the stalemated player does not deny (D9).
pub const STALEMATE_ACCEPTED: Reason = Reason::new("stalemate accepted");

/// The step that takes back the last turn (D2).
pub const DENY: Step = Step::new(u32::MAX);
/// The step that ends the game as a draw (D9, D11).
pub const DRAW: Step = Step::new(u32::MAX - 1);

/// A turn with its movement's number ([`super::Movement`]); the choice of promotion is omitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordedTurn<S> {
    pub(super) steps: S,
    pub(super) number: u64,
}

/// A position of a game with denials.
#[derive(Clone, Debug)]
pub struct Position<B: Base> {
    pub(super) now: B::Position,
    /// The position before the last turn if that can be denied. Within a turn: the position before
    /// it if its movement will matter.
    pub(super) before: Option<B::Position>,
    /// The steps since `before`.
    pub(super) last: RecordedTurn<B::Steps>,
    /// The movement that is forbidden to the player to move, who holds the right (D5).
    pub(super) excluded: Option<RecordedTurn<B::Steps>>,
    /// The reason of the draw by which the game has ended, which the rest of the position does not
    /// show (D17).
    pub(super) drawn: Option<Reason>,
    pub(super) right: Right,
    pub(super) options: Options,
    /// The number of turns by which an equal position may be further back than the base's
    /// [`jabberwock_game::Position::reversible_turns`]: a denial restores the base's count, but
    /// both the denied turn and the denial were made (D2, D15).
    extra_reversible_turns: u32,
    /// The value of [`jabberwock_game::Position::key`].
    pub(super) key: Key,
    /// The value of [`jabberwock_game::Position::table_key`].
    pub(super) table_key: Key,
}

/// Compares everything but `extra_reversible_turns`, which depends on how the position was reached.
impl<B: Base> PartialEq for Position<B> {
    fn eq(&self, other: &Position<B>) -> bool {
        self.now == other.now
            && self.right == other.right
            && self.before == other.before
            && self.last == other.last
            && self.excluded == other.excluded
            && self.drawn == other.drawn
            && self.options == other.options
    }
}

impl<B: Base> Eq for Position<B> {}

impl<S: Steps> RecordedTurn<S> {
    pub(super) fn none() -> RecordedTurn<S> {
        RecordedTurn {
            steps: S::default(),
            number: 0,
        }
    }
}

impl<B: Base> Position<B> {
    /// Returns the position `now` with a right, but no turn that can be denied or movement that is
    /// excluded.
    pub(super) fn new(now: B::Position, right: Right, options: Options) -> Position<B> {
        let pos = Position {
            now,
            before: None,
            last: RecordedTurn::none(),
            excluded: None,
            drawn: None,
            right,
            options,
            extra_reversible_turns: 0,
            key: Key(0),
            table_key: Key(0),
        };
        pos.with_updated_keys()
    }

    /// Returns this position as reached by `turn` from `before`, which can be denied.
    pub(super) fn with_deniable(mut self, before: B::Position, turn: &[Step]) -> Position<B> {
        self.last = recorded::<B>(&before, turn);
        self.before = Some(before);
        self.with_updated_keys()
    }

    /// This position with the movement of `turn` excluded.
    pub(super) fn with_excluded(mut self, turn: &[Step]) -> Position<B> {
        self.excluded = Some(recorded::<B>(&self.now, turn));
        self.with_updated_keys()
    }

    /// This position with `now` as the position of the base game and no movement excluded.
    pub(super) fn with_now(&self, now: B::Position) -> Position<B> {
        let pos = Position {
            now,
            excluded: None,
            ..self.clone()
        };
        pos.with_updated_keys()
    }

    /// Returns the position of the base game.
    pub fn now(&self) -> &B::Position {
        &self.now
    }

    /// Returns the state of the right to deny.
    pub fn right(&self) -> Right {
        self.right
    }

    /// Returns the position before the last turn and its steps, if the player to move holds the
    /// right and the turn can be denied.
    pub fn deniable(&self) -> Option<(&B::Position, &[Step])> {
        let before = self.before.as_ref()?;
        self.now
            .at_turn_start()
            .then_some((before, self.last.steps.as_slice()))
    }

    /// Returns a turn with the movement that is forbidden to the player to move (D5).
    pub fn excluded(&self) -> Option<&[Step]> {
        self.excluded.as_ref().map(|made| made.steps.as_slice())
    }

    /// Whether `turn` has the excluded movement.
    pub(super) fn excludes(&self, turn: &[Step]) -> bool {
        self.excluded
            .as_ref()
            .is_some_and(|excluded| B::movement(&self.now, turn).number == excluded.number)
    }

    /// Whether the player to move may deny (D2). The loss of a king cannot be denied (D16).
    pub fn may_deny(&self) -> bool {
        self.deniable().is_some() && self.drawn.is_none() && self.now.outcome().is_none()
    }

    /// Returns the reason of the draw that the player to move may make, if any (D9, D11).
    pub(super) fn offered_draw(&self) -> Option<Reason> {
        if !self.might_draw() {
            return None;
        }
        self.draw_where(self.has_base_step())
    }

    /// Whether the conditions of [`Position::offered_draw`] that need no step generation hold.
    fn might_draw(&self) -> bool {
        self.now.at_turn_start()
            && self.drawn.is_none()
            && (self.may_claim() || self.may_deny())
            && self.now.outcome().is_none()
            && !self.now.is_check()
    }

    fn may_claim(&self) -> bool {
        self.options.claim
            && self.right.count == MAX_DENIALS
            && self.right.holder == self.now.turn()
    }

    /// Returns the reason of the draw that the player may make if [`Position::might_draw`] holds;
    /// `has_step` is whether the player has a legal step of the base game. Without a step and a
    /// denial the game has ended (D8).
    fn draw_where(&self, has_step: bool) -> Option<Reason> {
        if has_step {
            self.may_claim().then_some(DRAW_CLAIMED)
        } else {
            self.may_deny().then_some(STALEMATE_ACCEPTED)
        }
    }

    /// Whether the base has a legal step that can lead to a movement that is not excluded.
    fn has_base_step(&self) -> bool {
        if self.excluded.is_none() {
            return self.now.has_legal_step();
        }
        Stage::ALL.iter().any(|&stage| {
            let mut count = jabberwock_game::Count::default();
            self.generate_base(Some(stage), &mut count);
            count.0 > 0
        })
    }

    /// Pushes the base's steps, those of `stage` or all, that can lead to a movement other than the
    /// excluded one.
    fn generate_base<S: Sink>(&self, stage: Option<Stage>, sink: &mut S) {
        match &self.excluded {
            None => generate::<B, _>(&self.now, stage, sink),
            Some(excluded) => {
                let mut others = ExclusionFilter {
                    partial: self.partial(excluded.number),
                    sink,
                };
                generate::<B, _>(&self.now, stage, &mut others);
            }
        }
    }

    /// Whether the turn that replaces a denied one has begun. All its further steps are noisy: the
    /// only noisy step of the base game may be excluded.
    fn is_within_replacement(&self) -> bool {
        self.excluded.is_some() && !self.now.at_turn_start()
    }

    fn partial(&self, excluded: u64) -> PartialTurn<'_, B> {
        PartialTurn {
            before: self.before.as_ref().unwrap_or(&self.now),
            here: &self.now,
            made: self.last.steps.clone(),
            excluded,
        }
    }

    /// Returns the position with the players exchanged; `mirror` does so for the base.
    pub(super) fn mirrored(
        &self,
        mirror: impl Fn(&B::Position) -> Option<B::Position>,
    ) -> Option<Position<B>> {
        let now = mirror(&self.now)?;
        let mirrored =
            |steps: &[Step]| -> Vec<Step> { steps.iter().map(|&step| B::mirrored(step)).collect() };
        let right = Right {
            holder: !self.right.holder,
            ..self.right
        };
        let mut pos = Position::new(now, right, self.options);
        if let Some((before, turn)) = self.deniable() {
            pos = pos.with_deniable(mirror(before)?, &mirrored(turn));
        }
        if let Some(turn) = self.excluded() {
            pos = pos.with_excluded(&mirrored(turn));
        }
        pos.drawn = self.drawn;
        Some(pos.with_updated_keys())
    }

    fn deny(&mut self) {
        let Some(before) = self.before.take() else {
            return;
        };
        self.now = before;
        self.excluded = Some(std::mem::replace(&mut self.last, RecordedTurn::none()));
        self.right = Right {
            holder: self.now.turn(),
            count: (self.right.count + 1).min(MAX_DENIALS),
            immune: true,
        };
        self.extra_reversible_turns += 2;
    }

    /// Begins a turn: the last one can no longer be denied.
    fn begin_turn(&mut self) {
        if self.excluded.is_none() && self.now.reversible_turns() == 0 {
            self.extra_reversible_turns = 0;
        }
        let held = self.right.holder == self.now.turn();
        let matters = self.excluded.is_some() || !held && !self.right.immune;
        self.before = matters.then(|| self.now.clone());
        self.last = RecordedTurn::none();
    }

    /// Updates the right after a complete turn of `mover` (D2, D3).
    fn end_turn(&mut self, mover: Color) {
        if mover != self.right.holder {
            self.right.immune = false;
            if let Some(before) = &self.before {
                let steps = self.last.steps.as_slice();
                let movement = B::movement(before, steps);
                if movement.denial.holds(self.options.soft) {
                    self.last.number = movement.number;
                    if let Some(last) = self.last.steps.last_mut() {
                        *last = B::without_letter(*last);
                    }
                    return;
                }
            }
        }
        self.excluded = None;
        self.before = None;
        self.last = RecordedTurn::none();
    }
}

/// Returns the record of a turn.
fn recorded<B: Base>(before: &B::Position, turn: &[Step]) -> RecordedTurn<B::Steps> {
    RecordedTurn {
        number: B::movement(before, turn).number,
        steps: without_letter::<B>(turn),
    }
}

/// Returns the turn without its choice of promotion.
pub(super) fn without_letter<B: Base>(turn: &[Step]) -> B::Steps {
    let mut steps = B::Steps::default();
    for &step in turn {
        steps.push(step);
    }
    if let Some(last) = steps.last_mut() {
        *last = B::without_letter(*last);
    }
    steps
}

/// Pushes the steps of `stage`, or all, to `sink`.
fn generate<B: Base, S: Sink>(pos: &B::Position, stage: Option<Stage>, sink: &mut S) {
    match stage {
        Some(stage) => pos.generate(stage, sink),
        None => pos.generate_all(sink),
    }
}

/// A sink that counts the steps it forwards.
struct Counted<'a, S> {
    sink: &'a mut S,
    count: u64,
}

impl<S: Sink> Sink for Counted<'_, S> {
    fn push(&mut self, step: Step) {
        self.count += 1;
        self.sink.push(step);
    }

    #[inline]
    fn push_turns(&mut self, steps: impl ExactSizeIterator<Item = Step>) {
        self.count += steps.len() as u64;
        self.sink.push_turns(steps);
    }
}

impl<B: Base> jabberwock_game::Position for Position<B> {
    fn turn(&self) -> Color {
        self.now.turn()
    }

    fn at_turn_start(&self) -> bool {
        self.now.at_turn_start()
    }

    /// Does not include the position that a denial restores (D15).
    fn key(&self) -> Key {
        self.key
    }

    fn recomputed_key(&self) -> Key {
        let last = self
            .deniable()
            .map_or(0, |(before, turn)| B::movement(before, turn).number);
        let origin = match &self.before {
            Some(before) if !self.at_turn_start() => before,
            _ => &self.now,
        };
        let excluded = self.excluded().map(|turn| B::movement(origin, turn).number);
        self.now.recomputed_key() ^ self.state_key(last, excluded)
    }

    /// Includes the position that a denial restores, as the turns after a denial depend on it.
    fn table_key(&self) -> Key {
        self.table_key
    }

    #[inline]
    fn key_after(&self, step: Step) -> Option<Key> {
        if matches!(step, DENY | DRAW) || self.excluded.is_some() {
            return None;
        }
        let now = self.now.key_after(step)?;
        Some(now ^ self.denial_key_after(step))
    }

    fn generate<S: Sink>(&self, stage: Stage, sink: &mut S) {
        if self.drawn.is_some() {
            return;
        }
        if self.is_within_replacement() {
            if stage == Stage::Noisy {
                self.generate_base(None, sink);
            }
        } else if stage == Stage::Noisy || !self.might_draw() {
            self.generate_base(Some(stage), sink);
        } else {
            let mut counted = Counted { sink, count: 0 };
            self.generate_base(Some(stage), &mut counted);
            let has_step = counted.count > 0 || self.has_base_step();
            if self.draw_where(has_step).is_some() {
                sink.push(DRAW);
            }
        }
        if stage == Stage::Quiet && self.may_deny() {
            sink.push(DENY);
        }
    }

    fn generate_all<S: Sink>(&self, sink: &mut S) {
        if self.drawn.is_some() {
            return;
        }
        let mut counted = Counted { sink, count: 0 };
        self.generate_base(None, &mut counted);
        let has_step = counted.count > 0;
        if self.might_draw() && self.draw_where(has_step).is_some() {
            sink.push(DRAW);
        }
        if self.may_deny() {
            sink.push(DENY);
        }
    }

    fn is_legal(&self, step: Step) -> bool {
        match step {
            DENY => self.may_deny(),
            DRAW => self.offered_draw().is_some(),
            _ => {
                self.drawn.is_none()
                    && self.now.is_legal(step)
                    && self
                        .excluded
                        .as_ref()
                        .is_none_or(|excluded| self.partial(excluded.number).allows(step))
            }
        }
    }

    fn is_noisy(&self, step: Step) -> bool {
        !matches!(step, DENY | DRAW) && (self.is_within_replacement() || self.now.is_noisy(step))
    }

    fn completes_turn(&self, step: Step) -> bool {
        matches!(step, DENY | DRAW) || self.now.completes_turn(step)
    }

    #[inline]
    fn play(&mut self, step: Step) {
        match step {
            DENY => self.deny(),
            DRAW => self.drawn = self.offered_draw(),
            _ => {
                let mover = self.now.turn();
                if self.now.at_turn_start() {
                    self.begin_turn();
                }
                if self.before.is_some() {
                    self.last.steps.push(step);
                }
                self.now.play(step);
                if self.now.at_turn_start() {
                    self.end_turn(mover);
                }
            }
        }
        self.update_keys();
    }

    fn refusal(&self) -> Option<Step> {
        self.may_deny().then_some(DENY)
    }

    /// A player who may deny has a step, even in checkmate (D9).
    fn has_legal_step(&self) -> bool {
        self.drawn.is_none() && (self.may_deny() || self.has_base_step())
    }

    fn is_check(&self) -> bool {
        self.now.is_check()
    }

    fn is_forced_to_respond(&self) -> bool {
        self.now.is_forced_to_respond()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.drawn.map(Outcome::draw).or_else(|| self.now.outcome())
    }

    fn outcome_when_stuck(&self) -> Outcome {
        self.now.outcome_when_stuck()
    }

    fn clock(&self) -> u32 {
        self.now.clock()
    }

    /// A turn that can be denied may have been denied and made again, even if it is irreversible
    /// once accepted.
    fn reversible_turns(&self) -> u32 {
        let base = match self.deniable() {
            Some((before, _)) => before.reversible_turns() + 1,
            None => self.now.reversible_turns(),
        };
        base + self.extra_reversible_turns
    }

    fn drawn_by_material(&self) -> Option<Reason> {
        self.now.drawn_by_material()
    }

    /// The last turn is accepted and can no longer be denied. A player whose movement was denied is
    /// often better off not making another.
    fn null_move(&self) -> Option<Position<B>> {
        if self.excluded.is_some() || self.drawn.is_some() {
            return None;
        }
        let mut right = self.right;
        right.immune &= right.holder == self.now.turn();
        Some(Position {
            extra_reversible_turns: self.extra_reversible_turns,
            ..Position::new(self.now.null_move()?, right, self.options)
        })
    }
}
