//! A new variant appears on the page merely by its entry in the registry.

use jabberwock_engine::open_unregistered;
use jabberwock_game::{
    Color, Coord, Evaluate, Evaluator, HistoryIndex, Key, Layer, Level, Outcome, Position,
    PositionError, Profile, Reason, Scene, SceneSquare, Score, Scored, Sink, Stage, Step, Term,
    Turn, TurnError, Variant,
};
use jabberwock_variants::find;
use serde_json::Value;

use super::conversation::Conversation;

/// The players alternately move one stone one or two squares to the right. The one who moves it to
/// h1 wins.
#[derive(Clone, Copy, Debug)]
struct Walk;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Stone {
    /// The file, 0 for a.
    file: u8,
    turn: Color,
}

/// The last file.
const HOME: u8 = 7;

impl Position for Stone {
    fn turn(&self) -> Color {
        self.turn
    }

    fn key(&self) -> Key {
        Key::random(1, u64::from(self.file)) ^ Key::random(2, self.turn as u64)
    }

    fn recomputed_key(&self) -> Key {
        self.key()
    }

    fn generate<S: Sink>(&self, stage: Stage, sink: &mut S) {
        let steps = [1, 2].map(Step::new).into_iter();
        for step in steps.filter(|&step| stage == Stage::Quiet && self.is_legal(step)) {
            sink.push(step);
        }
    }

    fn is_legal(&self, step: Step) -> bool {
        step.bits() <= 2.min(u32::from(HOME - self.file))
    }

    fn is_noisy(&self, _: Step) -> bool {
        false
    }

    fn play(&mut self, step: Step) {
        self.file += step.bits() as u8;
        self.turn = !self.turn;
    }

    fn is_check(&self) -> bool {
        false
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = Reason::new("the stone is home");
        (self.file == HOME).then(|| Outcome::win(!self.turn, reason))
    }

    fn clock(&self) -> u32 {
        u32::from(self.file)
    }

    fn null_move(&self) -> Option<Stone> {
        None
    }
}

impl Variant for Walk {
    type Position = Stone;

    const PROFILE: Profile = Profile {
        step_depth: &[1],
        ply_limit: None,
        repetitions: 3,
        butterfly_slots: 1,
        piece_to_slots: 1,
        victim_slots: 1,
        continuations: &[1],
        params: "",
    };

    const START: &'static str = "a w";

    fn parse(&self, text: &str) -> Result<Stone, PositionError> {
        let file = text
            .bytes()
            .next()
            .filter(|file| (b'a'..=b'h').contains(file));
        let file = file.ok_or_else(|| PositionError::field("file", text, "expected a to h"))?;
        let turn = match text.get(1..) {
            Some(" w") => Color::White,
            Some(" b") => Color::Black,
            _ => return Err(PositionError::field("turn", text, "expected w or b")),
        };
        let file = file - b'a';
        Ok(Stone { file, turn })
    }

    fn text(&self, pos: &Stone) -> String {
        let file = char::from(b'a' + pos.file);
        let turn = match pos.turn {
            Color::White => 'w',
            Color::Black => 'b',
        };
        format!("{file} {turn}")
    }

    fn parse_turn(&self, pos: &Stone, text: &str) -> Result<Turn, TurnError> {
        let mut steps = Vec::new();
        pos.generate(Stage::Quiet, &mut steps);
        let found = steps
            .into_iter()
            .find(|&step| self.turn_text(pos, &[step]) == text);
        let step =
            found.ok_or_else(|| TurnError::illegal(text, "one or two squares to the right"))?;
        Ok([step].into_iter().collect())
    }

    fn turn_text(&self, pos: &Stone, turn: &[Step]) -> String {
        let steps: u32 = turn.iter().map(|step| step.bits()).sum();
        let [from, to] = [pos.file, pos.file + steps as u8].map(|file| Coord::new(file, 0));
        format!("{from}{to}")
    }

    fn scene(&self, pos: &Stone) -> Scene {
        let stone = Layer {
            glyph: "stone",
            owner: None,
            form: None,
            level: Level::On,
            symbol: "o".into(),
        };
        let mut scene = Scene::new(HOME + 1, 1, pos.turn);
        scene.squares.push(SceneSquare {
            square: Coord::new(pos.file, 0),
            layers: vec![stone],
        });
        scene
    }

    fn mirror(&self, _: &Stone) -> Option<Stone> {
        None
    }
}

impl Evaluate for Walk {
    type Evaluator = Even;

    fn history_index(_: &Stone, _: Step) -> HistoryIndex {
        HistoryIndex::default()
    }

    fn victim(_: &Stone, _: Step) -> u8 {
        0
    }

    fn score_moves(_: &Stone, _: Stage, _: &mut [Scored]) {}

    fn captured_value(_: &Stone, _: Step) -> i32 {
        0
    }

    fn see_ge(_: &Stone, _: Step, threshold: i32) -> bool {
        threshold <= 0
    }

    fn correction_key(pos: &Stone) -> Key {
        pos.key()
    }
}

/// Evaluates every position as even.
#[derive(Clone, Debug, Default)]
struct Even;

impl Evaluator<Stone> for Even {
    fn evaluate(&mut self, _: &Stone, _: usize) -> Score {
        Score(0)
    }

    fn terms(&mut self, _: &Stone) -> Vec<Term> {
        Vec::new()
    }
}

/// Returns the answer to `text`, as an object.
fn ask(conversation: &mut Conversation, text: &str) -> Value {
    serde_json::from_str(&conversation.ask(text)).unwrap()
}

#[test]
fn a_new_variant_is_played_on_the_page_by_its_defaults() {
    let mut conversation = Conversation::new();
    conversation.open(open_unregistered(find("chess").unwrap(), Walk));
    let hello = ask(&mut conversation, r#"{"id":1,"do":"hello"}"#);
    assert_eq!(hello["table"]["origin"], "a w");
    let look = ask(&mut conversation, r#"{"id":2,"do":"look"}"#);
    assert_eq!(look["scene"]["width"], 8);
    assert_eq!(look["scene"]["squares"][0]["layers"][0]["glyph"], "stone");
    let prompt = ask(&mut conversation, r#"{"id":3,"do":"prompt","taps":["a1"]}"#);
    let targets = prompt["prompt"]["targets"].as_array().unwrap();
    let taps: Vec<&Value> = targets.iter().map(|target| &target["tap"]).collect();
    assert_eq!(taps, ["b1", "c1"]);
    let refused = ask(
        &mut conversation,
        r#"{"id":4,"do":"turn","at":0,"text":"a1h1"}"#,
    );
    let reason = refused["error"]["reason"].as_str().unwrap();
    assert!(reason.contains("one or two squares"), "{reason}");
    // Black wins: with five squares left two are walked, and after any turn from there the rest is.
    ask(
        &mut conversation,
        r#"{"id":5,"do":"seat","black":{"player":"self","pace":{"nodes":1000}}}"#,
    );
    ask(&mut conversation, r#"{"id":6,"do":"go"}"#);
    let mut at = 0;
    let mut square = 'a';
    while at < 20 {
        let next = char::from(square as u8 + if at == 0 { 2 } else { 1 });
        let turn = format!(r#"{{"id":7,"do":"turn","at":{at},"taps":["{square}1","{next}1"]}}"#);
        assert_eq!(ask(&mut conversation, &turn).get("error"), None, "{turn}");
        // The program's turn.
        let event = loop {
            let event: Value = serde_json::from_str(&conversation.next(1)).unwrap();
            if event["event"] == "turn" {
                break event;
            }
        };
        at = event["at"].as_u64().unwrap();
        let made = event["node"]["turn"].as_str().unwrap();
        square = char::from(made.as_bytes()[2]);
        if square == 'h' {
            assert_eq!(event["node"]["outcome"]["result"], "0-1", "{event}");
            return;
        }
    }
    panic!("the game does not end");
}
