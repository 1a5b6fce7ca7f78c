//! Types of other crates that messages contain, as in JSON.
//!
//! Each has the fields that its namesake is serialized with; tests compare them.

use serde::Deserialize;
use ts_rs::{Config, TS};

/// Declares types of JSON: structures, and unions of texts.
macro_rules! json_types {
    ($($(#[$attribute:meta])* struct $name:ident { $($(#[$of_field:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$attribute])*
            #[derive(Debug, Deserialize, TS)]
            #[serde(deny_unknown_fields)]
            #[expect(dead_code, reason = "only the shape counts")]
            pub(in crate::message) struct $name { $($(#[$of_field])* $field: $type,)* }
        )*

        /// Appends all declarations to `text`.
        pub(in crate::message) fn declare(config: &Config, text: &mut String) {
            for declaration in [
                Color::decl(config), Level::decl(config), MarkKind::decl(config),
                TargetKind::decl(config), ReportScore::decl(config), MoveReason::decl(config),
                $($name::decl(config),)*
            ] {
                text.push_str("\nexport ");
                text.push_str(&declaration);
                text.push('\n');
            }
        }
    };
}

/// A player.
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub(in crate::message) enum Color {
    White,
    Black,
}

/// The place of a layer.
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub(in crate::message) enum Level {
    Floor,
    On,
    Inside,
    Tray,
}

/// The reason for a mark.
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub(in crate::message) enum MarkKind {
    Check,
    LastTurn,
    Immobilized,
    Transmitter,
    Deniable,
    Excluded,
    Playable,
    Besieged,
}

/// The effect of a target.
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub(in crate::message) enum TargetKind {
    Move,
    Capture,
    On,
    Choice,
}

/// A score for the player to move.
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "only the shape counts")]
pub(in crate::message) enum ReportScore {
    Cp(i32),
    Mate(i32),
}

/// The reason for the choice of a mega-move.
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub(in crate::message) enum MoveReason {
    AnswersMegaCheck,
    EndsGame,
    GivesMegaCheck,
    BestScore,
    Given,
}

json_types! {
    struct Scene {
        width: u8,
        height: u8,
        #[ts(optional)]
        position: Option<String>,
        turn: Color,
        squares: Vec<SceneSquare>,
        trays: Vec<Tray>,
        marks: Vec<Mark>,
        legend: Vec<String>,
        facts: Vec<String>,
        rights: Vec<String>,
        level: u8,
        #[serde(default)]
        #[ts(optional, as = "Option<Vec<SubgameBoard>>")]
        boards: Vec<SubgameBoard>,
        #[serde(default)]
        #[ts(optional, as = "Option<Vec<Scene>>")]
        games: Vec<Scene>,
    }
    struct SceneSquare {
        square: String,
        layers: Vec<Layer>,
    }
    struct Layer {
        glyph: String,
        #[ts(optional)]
        owner: Option<Color>,
        #[ts(optional)]
        form: Option<String>,
        level: Level,
        symbol: String,
    }
    struct Tray {
        name: String,
        owner: Color,
        layers: Vec<Layer>,
    }
    struct Mark {
        kind: MarkKind,
        squares: Vec<String>,
        #[ts(optional)]
        owner: Option<Color>,
    }
    struct SubgameBoard {
        square: String,
        turn: Color,
        playable: bool,
        besieged: bool,
        game: usize,
    }
    struct Prompt {
        targets: Vec<PromptTarget>,
        turn: Option<String>,
        scene: Scene,
        words: String,
        #[ts(optional)]
        board_turn: Option<BoardTurn>,
    }
    struct PromptTarget {
        tap: String,
        kind: TargetKind,
        #[ts(optional)]
        label: Option<String>,
        #[ts(optional)]
        glyph: Option<String>,
        takes: Vec<String>,
    }
    struct BoardTurn {
        need: u32,
        chosen: Vec<ChosenBoards>,
        besieged: Vec<String>,
        #[ts(optional)]
        draft: Option<String>,
        #[ts(optional)]
        refusal: Option<TurnRefusal>,
    }
    struct ChosenBoards {
        places: Vec<String>,
        turn: Option<String>,
        #[ts(optional)]
        board_turn: Option<BoardTurn>,
    }
    struct TurnRefusal {
        place: String,
        reason: String,
    }
    struct PlanReport {
        turn: String,
        score: ReportScore,
        #[ts(optional)]
        reason: Option<MoveReason>,
        boards: Vec<BoardReport>,
        left_alone: Vec<BoardReport>,
        #[serde(default)]
        #[ts(optional, as = "Option<Vec<TurnReport>>")]
        inner: Vec<TurnReport>,
    }
    struct TurnReport {
        turn: String,
        score: ReportScore,
        #[ts(optional)]
        reason: Option<MoveReason>,
        boards: Vec<BoardReport>,
        left_alone: Vec<BoardReport>,
    }
    struct BoardReport {
        place: String,
        turn: Option<String>,
        score: Option<ReportScore>,
        gain: i32,
        is_besieged: bool,
        is_drafted: bool,
        #[ts(optional)]
        mates_in: Option<u32>,
        #[ts(optional)]
        inner: Option<usize>,
    }
}
