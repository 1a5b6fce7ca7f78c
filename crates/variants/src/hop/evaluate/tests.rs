//! Values of positions and steps, one sentence a test.

use jabberwock_game::{
    Evaluate, Evaluator as _, Position as _, Score, Scored, Sink, Stage, Step, Variant,
};

use crate::{
    evaluation::network_base::assert_network_base,
    hop::{Hop, Position, moves::Part},
};

fn read(text: &str) -> Position {
    Hop.parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn networks_correct_material_and_the_right_to_move() {
    for text in include_str!("../bench.txt").lines() {
        assert_network_base(Hop, text, &["material", "tempo"]);
    }
}

fn value(evaluator: &mut <Hop as Evaluate>::Evaluator, hoppers: &str) -> Score {
    let text = format!("3qk3/8/8/8/8/8/8/R3K3 w Q - 0 10 {hoppers}");
    evaluator.evaluate(&read(&text), 0)
}

#[test]
fn a_hopper_on_the_way_to_the_queen_has_a_value() {
    let mut terms = Hop.evaluator();
    terms.remove_network();
    // From a4 the rook goes to d4 and captures on d8.
    assert!(value(&mut terms, "d4/a4") > value(&mut terms, "g5/a4"));
}

#[test]
fn the_network_sees_where_either_hopper_is() {
    let mut network = Hop.evaluator();
    let values = ["d4/a4", "g5/a4", "d4/h5"].map(|hoppers| value(&mut network, hoppers));
    assert_ne!(values[0], values[1]);
    assert_ne!(values[0], values[2]);
}

struct Order(Vec<Scored>);

impl Sink for Order {
    fn push(&mut self, step: Step) {
        self.0.push(Scored { step, value: 0 });
    }
}

/// Returns the values of all placements after a piece's move.
fn placements(pos: &Position, turn: &str) -> Vec<(String, i32)> {
    let turn = Hop.parse_turn(pos, turn).expect("it is legal");
    let mut between = pos.clone();
    between.play(turn[0]);
    let mut order = Order(Vec::new());
    for stage in Stage::ALL {
        between.generate(stage, &mut order);
    }
    Hop::score_moves(&between, Stage::Quiet, &mut order.0);
    let square = |step| match Part::unpack(step) {
        Part::Hopper(square) => square.to_string(),
        Part::Move(mv) => panic!("{mv:?} is no placement"),
    };
    let listed = order.0.iter();
    listed
        .map(|scored| (square(scored.step), scored.value))
        .collect()
}

#[test]
fn placements_that_open_lines_are_tried_first_and_dangerous_ones_last() {
    let pos = read("7k/3q4/8/8/8/8/6KP/1R6 w - - 0 10 e5/-");
    let values = placements(&pos, "h2h3@e5");
    let value = |name: &str| {
        let found = values.iter().find(|(square, _)| square == name);
        found.map_or_else(|| panic!("{name} is not allowed"), |(_, value)| *value)
    };
    // By way of b8 the rook gives check, by way of d1 it attacks the queen; f5 leads the queen to
    // it.
    assert!(value("b8") > value("a8"));
    assert!(value("d1") > value("a8"));
    assert_eq!(value("a8"), 0);
    assert!(value("f5") < value("a8"));
}
