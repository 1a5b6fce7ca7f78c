//! Prompts in random games of every game whose turns can be listed, compared with plain lists.

#[path = "prompts/naive.rs"]
mod naive;

use std::collections::{BTreeSet, HashSet};

use jabberwock_engine::{Prompt, Session, TargetKind, open};
use jabberwock_game::{
    Evaluate, Layer, Position as _, Scene, Tap, TapTarget, Turn, legal_turns, play,
};
use jabberwock_variants::{Entry, Visitor, entries};
use naive::NaiveLists;
use rand::{SeedableRng, rngs::StdRng, seq::IndexedRandom};
use rayon::prelude::*;

/// Turns that a random game is cut off after.
const LONGEST_GAME: usize = 120;

/// Lists that are followed tap by tap in each position.
const FOLLOWED: usize = 3;

/// Plays random games until so many positions have been seen.
struct RandomPlay {
    positions: usize,
    seed: u64,
}

/// Statistics of the comparison.
#[derive(Default)]
struct Counts {
    positions: usize,
    turns: usize,
    lists: usize,
    dropped: usize,
    prompts: usize,
}

fn text(taps: &[Tap]) -> String {
    let texts: Vec<String> = taps.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

struct Checker<'a> {
    session: &'a dyn Session,
    lists: NaiveLists,
    counts: &'a mut Counts,
}

impl Checker<'_> {
    fn prompt(&mut self, taps: &[Tap]) -> Prompt {
        self.counts.prompts += 1;
        let prompt = self.session.prompt(taps).unwrap_or_else(|error| {
            panic!("{error} in {}", self.session.position());
        });
        let targets: Vec<&Tap> = prompt.targets.iter().map(|target| &target.tap).collect();
        let set: BTreeSet<Tap> = targets.iter().copied().cloned().collect();
        assert_eq!(set.len(), targets.len(), "{}", text(taps));
        let next = self.lists.next.get(taps).cloned().unwrap_or_default();
        assert_eq!(set, next, "{} in {}", text(taps), self.session.position());
        assert_eq!(prompt.turn.is_some(), targets.is_empty(), "{}", text(taps));
        prompt
    }

    /// Follows a list from its first tap to its last.
    fn follow(&mut self, index: usize) {
        let (taps, turn) = self.lists.lists[index].clone();
        let mut last = None;
        for count in 0..taps.len() {
            let Prompt { targets, scene, .. } = self.prompt(&taps[..count]);
            let mut targets = targets.into_iter();
            let target = targets.find(|target| target.tap == taps[count]);
            assert!(target.is_some(), "{}", text(&taps));
            last = target.map(|target| (target.kind, scene));
        }
        let complete = self.prompt(&taps);
        assert_eq!(complete.turn, Some(turn), "{}", text(&taps));
        let (kind, before) = last.expect("a list has taps");
        self.check_kind(&taps, kind, [&before, &complete.scene]);
    }

    /// The last tap of a turn is a capture if it makes the things on the board fewer. Ghosts
    /// vanish, and pieces rise as ghosts: where there are any, things cannot simply be counted.
    fn check_kind(&self, taps: &[Tap], kind: TargetKind, scenes: [&Scene; 2]) {
        let is_word = matches!(taps[0].target, TapTarget::Word(_));
        let layers = scenes.map(|scene| scene.squares.iter().flat_map(|at| &at.layers));
        let ghosts = |layer: &Layer| layer.form == Some("ghost");
        if is_word || kind == TargetKind::Choice || layers.clone().into_iter().flatten().any(ghosts)
        {
            return;
        }
        let in_hand = scenes.map(|scene| {
            let hands = scene.trays.iter().filter(|tray| tray.name == "hand");
            hands.map(|tray| tray.layers.len()).sum::<usize>()
        });
        let [before, after] = layers.map(|layers| {
            let things = layers.filter(|layer| layer.glyph != "hopper");
            things.count()
        });
        let (before, after) = (before + in_hand[0], after + in_hand[1]);
        let fewer = after < before;
        let expected = if fewer {
            TargetKind::Capture
        } else {
            TargetKind::Move
        };
        assert_eq!(
            kind,
            expected,
            "{} in {}",
            text(taps),
            self.session.position()
        );
    }

    /// Follows targets at random until a turn is complete.
    fn wander(&mut self, rng: &mut StdRng) {
        let mut taps = Vec::new();
        loop {
            let prompt = self.prompt(&taps);
            match prompt.targets.choose(rng) {
                Some(target) => taps.push(target.tap.clone()),
                None => break,
            }
        }
    }

    fn check(&mut self, rng: &mut StdRng) {
        let lists: Vec<&[Tap]> = self.lists.lists.iter().map(|(taps, _)| &taps[..]).collect();
        let set: HashSet<&[Tap]> = lists.iter().copied().collect();
        assert_eq!(set.len(), lists.len(), "{}", self.session.position());
        for taps in lists {
            let begins = (0..taps.len()).any(|count| set.contains(&taps[..count]));
            assert!(!begins, "{} in {}", text(taps), self.session.position());
        }
        let all: Vec<usize> = (0..self.lists.lists.len()).collect();
        let followed: Vec<usize> = all.sample(rng, FOLLOWED).copied().collect();
        for index in followed {
            self.follow(index);
        }
        self.wander(rng);
    }
}

impl Visitor for RandomPlay {
    type Output = Counts;

    fn visit<V: Evaluate>(self, entry: &'static Entry, variant: V) -> Counts {
        let mut rng = StdRng::seed_from_u64(self.seed);
        let mut counts = Counts::default();
        let mut session = open(entry.name).expect("a variant of the registry");
        let bench = entry.bench.lines().map(str::trim);
        let starts: Vec<&str> = bench.chain([V::START]).collect();
        let mut pos = variant.start();
        while counts.positions < self.positions {
            let turns: Vec<Turn> = legal_turns(&pos);
            counts.positions += 1;
            let over = session.outcome().is_some();
            if over {
                let prompt = session.prompt(&[]).expect("the prompt of a finished game");
                assert!(prompt.targets.is_empty() && prompt.turn.is_none());
            } else {
                let lists = NaiveLists::new(&variant, &pos);
                counts.turns += turns.len();
                counts.lists += lists.lists.len();
                counts.dropped += lists.dropped;
                let mut checker = Checker {
                    session: &*session,
                    lists,
                    counts: &mut counts,
                };
                checker.check(&mut rng);
            }
            let next = turns.choose(&mut rng).filter(|_| {
                !over && session.turns().len() < LONGEST_GAME && pos.outcome().is_none()
            });
            if let Some(turn) = next {
                let text = variant.turn_text(&pos, turn);
                session.play(&text).expect("a legal turn");
                play(&mut pos, turn);
            } else {
                let start = starts.choose(&mut rng).expect("a start");
                session.set_position(start).expect("a position");
                pos = variant.parse(start).expect("a position");
            }
        }
        counts
    }
}

#[expect(clippy::print_stderr, reason = "what was counted")]
fn check(positions: usize, seed: u64) {
    let games = entries().par_iter();
    let games = games.filter(|entry| entry.planned().is_none());
    games.for_each(|entry| {
        let counts = entry.accept(RandomPlay { positions, seed });
        eprintln!(
            "{}: {} positions, {} turns, {} lists, {} more dropped, {} prompts",
            entry.name,
            counts.positions,
            counts.turns,
            counts.lists,
            counts.dropped,
            counts.prompts
        );
    });
}

#[test]
fn targets_are_the_next_taps_of_the_legal_turns() {
    check(2_000, 1);
}

#[test]
#[ignore = "plays 50,000 positions of every game"]
fn targets_are_the_next_taps_of_the_legal_turns_in_many_positions() {
    check(50_000, 2);
}

#[test]
fn a_prompt_is_written_as_json() {
    let chess = open("chess").expect("chess");
    let prompt = chess.prompt(&[Tap::square("e2".parse().expect("a square"))]);
    let json = serde_json::to_value(prompt.expect("a prompt")).expect("JSON");
    assert_eq!(
        json["targets"],
        serde_json::json!([
            {"tap": "e3", "kind": "move", "takes": []},
            {"tap": "e4", "kind": "move", "takes": []},
        ])
    );
    assert_eq!(json["turn"], serde_json::Value::Null);
    assert_eq!(json["words"], "Choose where it goes");
    assert_eq!(json["scene"]["width"], 8);
}
