// The messages between the page and its server. Written by a test of crates/board from the
// types in crates/board/src/message: do not edit.

export type Envelope = {
/** A number that the reply repeats. */
id: number, };

export type Request = { "do": "hello",
/** The table to join; by default the one that was opened last, if there is one. */
table?: number, } | { "do": "variants" } | { "do": "examples",
/** Its name or alias. */
variant: string, } | { "do": "new",
/** Its name or alias. */
variant: string,
/** The start position; by default the start of the game. */
position?: string,
/** Turns to make first. */
turns?: Array<string>,
/** Whether to open another table for it. One is also opened if there is none yet. */
separate?: boolean, } | { "do": "load",
/** The text of a record (PGN). */
text?: string,
/** The number of a record that was posted before. */
record?: number,
/** The number of the game, from 0. */
game?: number, } | { "do": "goto",
/** The node. */
at: number, } | { "do": "delete",
/** The node. */
at: number, } | { "do": "promote",
/** The node. */
at: number, } | { "do": "look",
/** The node. */
at?: number,
/** A board of a game of games: `a1`, `a1/b2`; empty for the whole. */
place?: string, } | { "do": "prompt",
/** The node. */
at?: number,
/** The taps so far. */
taps?: Array<string>, } | { "do": "turn",
/** The node at which the turn was chosen. The request is refused if it is no longer
 * current. */
at: number,
/** The taps of a complete turn. */
taps?: Array<string>,
/** The text of the turn, if there are no taps. */
text?: string, } | { "do": "after",
/** The node. */
at?: number,
/** The turns. */
turns: Array<string>,
/** A board of a game of games, as for `look`. */
place?: string, } | { "do": "complete",
/** The node. */
at?: number,
/** The beginning of a turn. */
text: string, } | { "do": "evaluate",
/** The node. */
at?: number, } | { "do": "seat",
/** White's seat; unchanged if left out. */
white?: SeatRequest,
/** Black's seat; unchanged if left out. */
black?: SeatRequest, } | { "do": "go" } | { "do": "pause" } | { "do": "move-now" } | { "do": "resign",
/** The player, `white` or `black`: the player to move by default. */
color?: Color, } | { "do": "takeback" } | { "do": "analyse",
/** Whether to analyze. */
on: boolean,
/** The node; by default the current node, also after it changes. */
at?: number,
/** A board of a game of games, as for `look`. */
place?: string,
/** The number of lines, 1 to 5. */
lines?: number, } | { "do": "fill",
/** The node. */
at?: number,
/** The taps so far. */
taps?: Array<string>,
/** Seconds of search, up to 60. */
seconds?: number, } | { "do": "watch",
/** Its number, from 1. */
game: number, } | { "do": "record" } | { "do": "text",
/** The node. */
at?: number, };

export type SeatRequest = {
/** `person`, `opponent-N`, `self`, `level-N`, `random`, `mcts`, `material-N` or `lowest-N`. */
player: string,
/** The limits of each turn; an opponent has its own, to which a clock may be added. */
pace?: Pace, };

export type Pace = {
/** A clock: `300`, `300+3`, `40/300+3`: turns of a period, seconds, seconds added a turn. */
clock?: string,
/** Seconds for a turn. */
seconds?: number,
/** Nodes searched for a turn. */
nodes?: number,
/** Depth searched for a turn, in plies. */
depth?: number, };

export type Reply = {
/** The number of the request; `None` if it could not be read. */
re: number | null, } & ({
/** The reason. */
error: Refusal, } | Hello | Variants | Examples | Loaded | Look | Prompted | {
/** The turns, sorted, at most 50. */
turns: Array<string>, } | StaticEvaluation | Fill | {
/** The record. */
record: string, } | Shown | {
/** The current node. */
at: number, });

export type Payload = {
/** The reason. */
error: Refusal, } | Hello | Variants | Examples | Loaded | Look | Prompted | {
/** The turns, sorted, at most 50. */
turns: Array<string>, } | StaticEvaluation | Fill | {
/** The record. */
record: string, } | Shown | {
/** The current node. */
at: number, };

export type Refusal = {
/** The kind, for programs: `bad-request`, `no-table`, `no-node`, `moved-on`, `position`, `turn`,
 * `taps`, `record`, `variant`, `seat`, `playing`, `limit`, `watching`, `no-game`. */
kind: string,
/** The reason, a sentence for people; with the number of a broken rule in parentheses. */
reason: string,
/** The offending text, at most 200 characters of it. */
text: string, };

export type Hello = {
/** The program and its version. */
program: string,
/** The time of its start, in milliseconds since 1970: after another start it has other tables. */
started: number,
/** The limits. */
limits: Limits,
/** Search threads, shared by all tables. */
threads: number,
/** Mebibytes of the transposition tables, shared by all tables. */
hash: number,
/** The table that was joined, if there is one. */
table: TableState | null,
/** The watched match, during which nothing can be changed. */
match?: MatchState, };

export type Limits = {
/** Bytes of a message. */
message: number,
/** Bytes of a record that is posted. */
record: number,
/** Connections. */
connections: number,
/** Tables. */
tables: number,
/** Nodes of a table. */
nodes: number,
/** Taps of a request. */
taps: number,
/** Pending requests of a connection. */
waiting: number,
/** Lines of an analysis. */
lines: number, };

export type Variants = {
/** The games, in the order of the registry. */
variants: Array<Variant>, };

export type Variant = {
/** Its name. */
name: string,
/** Other names. */
aliases: Array<string>,
/** Its title: `Hop Chess`. */
title: string,
/** A description in one line. */
description: string,
/** The start position. */
start: string,
/** The number of files. */
width: number,
/** The number of ranks. */
height: number,
/** The nesting depth of games of games; 0 if the squares hold nothing but pieces. */
level: number,
/** The objects on its boards. */
glyphs: Array<Glyph>,
/** Opponents, the weakest first. */
opponents: Array<Opponent>,
/** The pages with its rules, its own first: `/rules/NAME`. */
rules: Array<string>,
/** The number of examples. */
examples: number, };

export type Glyph = {
/** The name for display. */
glyph: string,
/** Its state, if the kind has several. */
form?: string,
/** Its text in letter drawings. */
symbol: string, };

export type Opponent = {
/** Its name as a player: `opponent-4`. */
player: string,
/** A short description. */
label: string,
/** Its limits. */
pace: Pace, };

export type Examples = {
/** The examples. */
examples: Array<Example>, };

export type Example = {
/** Its name. */
name: string,
/** The text of the position. */
position: string,
/** The description. */
see: string,
/** A turn to try. */
turn: string, };

export type Loaded = {
/** The table. */
table: number,
/** The current node. */
at: number,
/** `load`: the number of the record, by which its other games can be opened. */
record?: number,
/** `load`: the games of the record. */
games?: Array<RecordSummary>,
/** `load`: the error in the game that was opened, which is shown as far as it can be read. */
fault?: string, };

export type Posted = {
/** The number of the record, for `load`. */
record: number,
/** Its games. */
games: Array<RecordSummary>, };

export type RecordSummary = {
/** White's name. */
white: string,
/** Black's name. */
black: string,
/** `1-0`, `0-1`, `1/2-1/2` or `*`. */
result: string,
/** The name of the game. */
variant: string,
/** The number of turns. */
turns: number, };

export type Look = {
/** The node. */
at: number,
/** The board of a game of games; empty for the whole. */
place: string,
/** The name of the game. */
variant: string,
/** Whether the player to move is in check. */
check: boolean,
/** The outcome, if the game has ended. */
outcome: GameOutcome | null,
/** The scene (`docs/scenes.md`). */
scene: Scene, };

export type Prompted = {
/** The node. */
at: number,
/** The prompt. */
prompt: Prompt,
/** The legal turns that begin with the taps, if they are 20 or fewer. */
turns?: Array<string>, };

export type StaticEvaluation = {
/** The node. */
at: number,
/** Its terms. */
terms: Array<Term>,
/** The total, for White. */
total: Score,
/** The player to move. */
turn: Color, };

export type Term = {
/** The name of the term. */
name: string,
/** White's share. */
white: number,
/** Black's share. */
black: number, };

export type Fill = {
/** The node. */
at: number,
/** The canonical text of the turn. */
turn: string,
/** Taps that enter it: those of the request, and the added ones. */
taps: Array<string>,
/** The added turns, board by board. */
chosen: Array<Chosen>,
/** The score of the turn, for White. */
score: Score, };

export type Chosen = {
/** The board. */
place: string,
/** The turn there. */
turn: string, };

export type Shown = {
/** The node. */
at: number,
/** The text of the position at the root. */
origin: string,
/** The turns from the root. */
turns: Array<string>,
/** The text of the position. */
position: string,
/** The command that shows it. */
command: string, };

export type Event = { "event": "table" } & TableState | { "event": "turn" } & TurnMade | { "event": "goto",
/** The node. */
at: number,
/** The outcome of the game there, by the rules or otherwise. */
outcome?: GameOutcome, } | { "event": "seats",
/** White's seat. */
white: Seat,
/** Black's seat. */
black: Seat, } | { "event": "clock" } & ClockState | { "event": "outcome" } & GameOutcome | { "event": "analysis" } & Analysis | { "event": "analysing",
/** The number of lines; `None` if it is off. */
lines: number | null, } | { "event": "plan",
/** The node. */
at: number,
/** The plan. */
plan: PlanReport,
/** The plan in words. */
words: string, } | { "event": "match" } & MatchState | { "event": "failure",
/** The failure. */
text: string, };

export type TurnMade = {
/** The node that it leads to, which is now the current one. */
at: number,
/** The node, as in the table's state. It may have existed before. */
node: Node,
/** Whether the node is new. */
is_new: boolean, };

export type ClockState = {
/** Seconds that White has left; `None` without a clock. */
white: number | null,
/** Seconds that Black has left; `None` without a clock. */
black: number | null,
/** The player whose clock runs. */
running: Color | null, };

export type GameOutcome = {
/** `1-0`, `0-1` or `1/2-1/2`. */
result: string,
/** The reason: `checkmate`, `White resigns`. */
reason: string, };

export type Analysis = {
/** The analyzed node. */
at: number,
/** The analyzed board, as for `look`. */
place: string,
/** Finished depth in plies. */
depth: number,
/** The longest line searched, in turns. */
seldepth: number,
/** Steps made. */
nodes: number,
/** Steps made per second. */
nps: number,
/** Seconds since the search began. */
seconds: number,
/** The best lines, the best one first. */
lines: Array<AnalysisLine>,
/** Whether the search has ended: nothing more follows for this node. */
done: boolean, };

export type AnalysisLine = {
/** Its score, for White. */
score: Score,
/** The depth at which it was found. */
depth: number,
/** Its turns. */
turns: Array<string>, };

export type Score = { "cp": number } | { "mate": number };

export type TableState = {
/** The number of the table. */
table: number,
/** The name of the game. */
variant: string,
/** The text of the position at the root. */
origin: string,
/** All nodes, parents before children. The first is the root. */
nodes: Array<Node>,
/** The current node. */
at: number,
/** White's seat. */
white: Seat,
/** Black's seat. */
black: Seat,
/** The clocks. */
clock: ClockState,
/** Whether clocks run and programs make their turns. */
playing: boolean,
/** The outcome, if the game at the current node has ended. */
outcome: GameOutcome | null,
/** The number of lines being analysed; `None` if analysis is off. */
analysis: number | null,
/** A heading made from the record of the game, if it has one. */
heading?: string, };

export type Node = {
/** Its number, which is never reused in the game. The root has 0. */
node: number,
/** The node before the turn; `None` for the root. */
parent: number | null,
/** The canonical text of the turn that leads here; `None` for the root. */
turn: string | null,
/** The player to move here. */
to_move: Color,
/** The number of turns that lead here. */
number: number,
/** The nodes after the turns made here, the main line first. */
children: Array<number>,
/** The score that the player of the turn reported, for White. */
score?: Score,
/** The seconds that the turn took. */
seconds?: number,
/** Comments about the turn from a record; at the root about the game. */
comment?: string,
/** The outcome, if the game has ended here. */
outcome?: GameOutcome, };

export type Seat = {
/** As in the request: `person`, `opponent-4`, `self`. */
player: string,
/** The limits of each turn. */
pace: Pace, };

export type MatchState = {
/** The name of the game. */
variant: string,
/** Scheduled games. */
scheduled: number,
/** Finished games. */
finished: number,
/** The first player's results so far in a line, with the state of a sequential test. */
summary: string,
/** The players and their results. */
players: Array<Standing>,
/** The games in progress. */
games: Array<WatchedGame>,
/** Games that have ended, the last one first; older ones are dropped. */
ended: Array<WatchedGame>,
/** Whether the match is over: nothing more follows. */
over: boolean, };

export type Standing = {
/** Its name. */
name: string,
/** Its time control: `1+0.01`. */
limits: string,
/** Finished games. */
games: number,
/** Points, half a point for a draw. */
points: number,
/** The estimate of its Elo, or a bound, and the error: `49.0`, `40.2`; `-` if there is none. */
elo: [string, string],
/** Points against each player; `None` against itself. */
against: Array<number | null>, };

export type WatchedGame = {
/** Its number, from 1, by which `watch` follows it. */
game: number,
/** White. */
white: WatchedPlayer,
/** Black. */
black: WatchedPlayer,
/** The number of turns made. */
turns: number,
/** The clocks. */
clock: ClockState,
/** The outcome, if the game has ended. */
outcome?: GameOutcome,
/** The look of its board, if the game is in progress and the board has changed since the
 * previous event. */
look?: Look, };

export type WatchedPlayer = {
/** Its name. */
name: string,
/** The score that it last reported, for White. */
score?: Score, };

export type Color = "white" | "black";

export type Level = "floor" | "on" | "inside" | "tray";

export type MarkKind = "check" | "last_turn" | "immobilized" | "transmitter" | "deniable" | "excluded" | "playable" | "besieged";

export type TargetKind = "move" | "capture" | "on" | "choice";

export type ReportScore = { "cp": number } | { "mate": number };

export type MoveReason = "answers-mega-check" | "ends-game" | "gives-mega-check" | "best-score" | "given";

export type Scene = { width: number, height: number, position?: string, turn: Color, squares: Array<SceneSquare>, trays: Array<Tray>, marks: Array<Mark>, legend: Array<string>, facts: Array<string>, rights: Array<string>, level: number, boards?: Array<SubgameBoard>, games?: Array<Scene>, };

export type SceneSquare = { square: string, layers: Array<Layer>, };

export type Layer = { glyph: string, owner?: Color, form?: string, level: Level, symbol: string, };

export type Tray = { name: string, owner: Color, layers: Array<Layer>, };

export type Mark = { kind: MarkKind, squares: Array<string>, owner?: Color, };

export type SubgameBoard = { square: string, turn: Color, playable: boolean, besieged: boolean, game: number, };

export type Prompt = { targets: Array<PromptTarget>, turn: string | null, scene: Scene, words: string, board_turn?: BoardTurn, };

export type PromptTarget = { tap: string, kind: TargetKind, label?: string, glyph?: string, takes: Array<string>, };

export type BoardTurn = { need: number, chosen: Array<ChosenBoards>, besieged: Array<string>, draft?: string, refusal?: TurnRefusal, };

export type ChosenBoards = { places: Array<string>, turn: string | null, board_turn?: BoardTurn, };

export type TurnRefusal = { place: string, reason: string, };

export type PlanReport = { turn: string, score: ReportScore, reason?: MoveReason, boards: Array<BoardReport>, left_alone: Array<BoardReport>, inner?: Array<TurnReport>, };

export type TurnReport = { turn: string, score: ReportScore, reason?: MoveReason, boards: Array<BoardReport>, left_alone: Array<BoardReport>, };

export type BoardReport = { place: string, turn: string | null, score: ReportScore | null, gain: number, is_besieged: boolean, is_drafted: boolean, mates_in?: number, inner?: number, };
