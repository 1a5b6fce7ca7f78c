//! Random games of every game that `XBoard` can show, sent by one `ShownGame` and received by
//! another.

use jabberwock_game::Color;
use jabberwock_variants::entries;
use rayon::prelude::*;

use super::{
    super::shown_game::{PlyReading, ShownGame},
    *,
};
use crate::{open::open, session::Session};

/// Maximum number of plies of a turn.
const LONGEST: usize = 11;

/// Maximum number of turns of a game.
const LENGTH: usize = 150;

/// Series of games that are played at the same time.
const SERIES: usize = 4;

/// A deterministic generator of numbers (xorshift, Marsaglia 2003).
pub(super) struct Random(u64);

impl Random {
    /// Creates a generator whose numbers differ from seed to seed.
    pub(super) fn new(seed: usize) -> Random {
        Random(0x9e37_79b9_7f4a_7c15 ^ seed as u64)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }
}

/// Statistics over games.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    turns: usize,
    plies: usize,
    longest: usize,
    /// Turns after which the board does not show the position.
    wrong: usize,
}

impl Count {
    fn and(self, other: Count) -> Count {
        Count {
            turns: self.turns + other.turns,
            plies: self.plies + other.plies,
            longest: self.longest.max(other.longest),
            wrong: self.wrong + other.wrong,
        }
    }
}

/// One game, sent by one `ShownGame` to the other over the board of `XBoard`.
struct Game {
    session: Box<dyn Session>,
    sender: ShownGame,
    receiver: ShownGame,
    boards: Vec<Board>,
}

impl Game {
    fn new(name: &str) -> Game {
        let session = open(name).unwrap();
        let shown = || ShownGame::new(session.as_ref()).unwrap();
        let (sender, receiver) = (shown(), shown());
        Game {
            boards: vec![sender.board().clone()],
            sender,
            receiver,
            session,
        }
    }

    /// Sends a turn, and makes it.
    fn make(&mut self, turn: &str, count: &mut Count) {
        let rules = self.sender.rules().clone();
        let before = self.boards.len();
        let turn_of = self.session.turn();
        let burst = self.sender.encode(self.session.as_ref(), turn);
        let mut reading = PlyReading::Beginning;
        for text in &burst.plies {
            assert_eq!(reading, PlyReading::Beginning, "{turn}");
            assert!(text.split(',').all(|leg| leg.len() < 20), "{text}");
            let ply = ply_sent(text);
            let mut board = self.boards.last().unwrap().clone();
            let relayed = board.relayed(&ply).text(SIZE);
            assert_eq!(board.play(&rules, &ply), Ok(()), "{turn}: {text}");
            self.boards.push(board);
            reading = self.receiver.receive(self.session.as_ref(), &relayed);
        }
        match reading {
            PlyReading::Refusal(read, plies) => {
                assert_eq!(read, turn);
                self.boards.truncate(self.boards.len() - plies);
            }
            reading => {
                assert_eq!(reading, PlyReading::Turn(turn.to_owned()));
                let sent = self.boards.len() - before;
                assert!(
                    sent <= LONGEST && sent % 2 == 1,
                    "{turn}: {:?}",
                    burst.plies
                );
            }
        }
        assert_eq!(self.boards.last().unwrap().side, !turn_of);
        self.session.play(turn).unwrap();
        let board = self.boards.last().unwrap();
        assert_eq!(self.sender.board(), board);
        assert_eq!(self.receiver.board(), board);
        let scene = self.session.scene("").unwrap();
        count.turns += 1;
        count.plies += burst.plies.len();
        count.longest = count.longest.max(burst.plies.len());
        count.wrong += usize::from(board.squares != self.sender.layout().squares(&scene));
    }

    /// Restarts the game: one `ShownGame` sends, the other one receives.
    fn restart(&mut self) {
        let before = self.boards.last().unwrap().clone();
        let fresh = self.sender.restart(self.session.as_ref());
        assert_eq!(fresh.take_back, self.boards.len() - 1);
        let expected = self.receiver.restart(self.session.as_ref());
        assert_eq!(fresh.plies, expected.plies);
        self.receiver.expect(expected);
        let rules = self.sender.rules().clone();
        // XBoard begins with White, on the board of `setup`.
        let setup = self.sender.setup();
        let fen = setup.split(") ").nth(1).unwrap().split_once(' ').unwrap().1;
        let mut board = before.clone();
        board.squares = self.sender.layout().read_fen(fen).unwrap().squares;
        board.stock = self.sender.start().stock;
        board.side = Color::White;
        board.advanced = None;
        self.boards = vec![board];
        for text in &fresh.plies {
            let mut board = self.boards.last().unwrap().clone();
            let ply = ply_sent(text);
            let relayed = board.relayed(&ply).text(SIZE);
            assert_eq!(board.play(&rules, &ply), Ok(()), "{text}");
            let reading = self.receiver.receive(self.session.as_ref(), &relayed);
            assert_eq!(reading, PlyReading::Beginning, "{text}");
            self.boards.push(board);
        }
        let board = self.boards.last().unwrap();
        assert_eq!(board.squares, before.squares);
        assert_eq!(board.side, before.side);
        for shown in [&self.sender, &self.receiver] {
            assert_eq!(shown.plies(), self.boards.len() - 1);
            assert!(!shown.is_within_turn());
        }
    }

    /// Takes a whole turn back, unless the last one was a refusal.
    fn take_back(&mut self) {
        let plies = self.receiver.last_plies();
        if plies == 0 {
            return;
        }
        self.boards.truncate(self.boards.len() - plies);
        for shown in [&mut self.receiver, &mut self.sender] {
            assert_eq!(shown.back(plies), Some(1));
            assert!(!shown.is_within_turn());
            assert_eq!(shown.board(), self.boards.last().unwrap());
        }
        self.session.undo().unwrap();
    }
}

/// Plays random games of `turns` turns in all.
fn play(name: &str, turns: usize, seed: usize) -> Count {
    let mut random = Random::new(seed);
    let mut count = Count::default();
    while count.turns < turns {
        let mut game = Game::new(name);
        for _ in 0..LENGTH {
            if game.session.outcome().is_some() {
                break;
            }
            let mut legal = game.session.listed_turns().unwrap().legal_turns().unwrap();
            // A claim of a draw has no plies.
            legal.retain(|turn| turn != "draw");
            if legal.is_empty() {
                break;
            }
            game.make(&legal[random.below(legal.len())], &mut count);
            if random.below(8) == 0 {
                game.take_back();
            }
            if random.below(20) == 0 {
                game.restart();
            }
        }
    }
    count
}

/// Returns the number of turns of each game, which the environment may set.
fn turns() -> usize {
    let asked = std::env::var("XBOARD_TURNS").ok();
    asked.map_or(300, |text| text.parse().unwrap())
}

#[test]
#[expect(
    clippy::print_stdout,
    reason = "the counts are shown to whoever asks the test for its output"
)]
fn every_turn_of_random_games_is_sent_and_received_and_shown() {
    let shown: Vec<_> = entries()
        .iter()
        .filter(|entry| entry.xboard.is_some())
        .collect();
    shown.par_iter().for_each(|entry| {
        // Those whose names have more than one word differ in rules that are not shown.
        let part = if entry.name.contains('-') { 10 } else { 1 };
        let turns = turns().div_ceil(part * SERIES);
        let series = (0..SERIES).into_par_iter();
        let count = series
            .map(|seed| play(entry.name, turns, seed))
            .reduce(Count::default, Count::and);
        let mean = count.plies as f64 / count.turns as f64;
        println!("{}: {mean:.2} plies a turn, {count:?}", entry.name);
        assert!(
            count.wrong * 1000 < count.turns,
            "{}: {count:?}",
            entry.name
        );
    });
}

#[test]
fn a_king_in_an_enemy_rook_may_pass_in_several_ways() {
    let mut game = Game::new("crazy");
    let position = "8/8/3(rKk)4/8/8/8/8/8 w - - 4 37 b2 -";
    game.session.set_position(position).unwrap();
    let turns = game.session.listed_turns().unwrap().legal_turns().unwrap();
    assert_eq!(turns.len(), 8);
    for turn in &turns {
        let shown = || ShownGame::new(game.session.as_ref()).unwrap();
        let (mut sender, mut receiver) = (shown(), shown());
        let mut board = sender.board().clone();
        let burst = sender.encode(game.session.as_ref(), turn);
        let mut reading = PlyReading::Beginning;
        for text in &burst.plies {
            assert_eq!(reading, PlyReading::Beginning, "{turn}");
            let ply = ply_sent(text);
            let relayed = board.relayed(&ply).text(SIZE);
            assert_eq!(board.play(sender.rules(), &ply), Ok(()), "{turn}: {text}");
            reading = receiver.receive(game.session.as_ref(), &relayed);
        }
        assert_eq!(reading, PlyReading::Turn(turn.clone()));
    }
}

#[test]
fn noise_changes_nothing() {
    for name in ["hop", "denial", "crazy", "chakra", "chaotic"] {
        let mut game = Game::new(name);
        let before = game.receiver.board().clone();
        let noise = [
            "",
            "e2",
            "e9e4",
            "a1a1",
            "e2e4,",
            "@@@",
            "Z@e4",
            "a1`1",
            "e7e5,e5e4",
            "\u{e9}2e4",
        ];
        for text in noise {
            let reading = game.receiver.receive(game.session.as_ref(), text);
            assert_eq!(reading, PlyReading::Nothing, "{name}: {text}");
            assert_eq!(game.receiver.go_to(text), None, "{name}: {text}");
        }
        assert_eq!(game.receiver.back(1), None);
        assert!(!game.receiver.is_within_turn());
        assert_eq!(*game.receiver.board(), before);
        assert_eq!(before.side, Color::White);
    }
}

#[test]
fn a_setup_names_every_piece_and_leaves_the_kings_slot_empty() {
    let game = Game::new("hop");
    let setup = game.sender.setup();
    let mut words = setup.split(' ');
    assert_eq!(words.next(), Some("setup"));
    let letters = words.next().unwrap().trim_matches(['(', ')']);
    assert_eq!(letters.len(), 132);
    assert!(
        letters.starts_with("PNBRQH..") && letters[..66].ends_with('Z'),
        "{letters}"
    );
    assert_eq!(words.next(), Some("8x8+6_lion"));
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hh]";
    assert_eq!(words.next(), Some(fen));
}
