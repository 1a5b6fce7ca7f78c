//! The conversation with the person.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use jabberwock_arena::records::san;
use jabberwock_engine::{SearchResult, Session};
use jabberwock_game::{DrawStyle, Score, shortened, taps_of_text};
use jabberwock_search::StopToken;

use super::{
    command::{Command, parse},
    completion::Words,
    draft::Draft,
    game::Game,
    help,
    input::{Input, Typed},
    save::{self, AutoSave},
    screen,
};
use crate::{failure::Failure, interrupt::mark_as_interrupted};

/// A command or turn that cannot be carried out.
type Refused = String;

/// The conversation about a game.
pub(super) struct Dialog {
    game: Game,
    draft: Draft,
    input: Input,
    save: AutoSave,
    style: DrawStyle,
    /// The seed of the engine's choices.
    seed: Option<u64>,
    /// Whether the end of the game was printed.
    is_end_written: bool,
}

impl Dialog {
    pub(super) fn new(
        game: Game,
        input: Input,
        save: AutoSave,
        style: DrawStyle,
        seed: Option<u64>,
    ) -> Dialog {
        Dialog {
            game,
            draft: Draft::default(),
            input,
            save,
            style,
            seed,
            is_end_written: false,
        }
    }

    /// Plays until the person leaves. Then, whatever has ended the conversation, the game is saved
    /// where it is to go.
    ///
    /// # Errors
    /// If the output is closed, the search fails, or the game cannot be saved.
    pub(super) fn run(mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let talked = self.talk(out);
        let saved = self.save.save_now();
        match saved {
            Ok(Some(path)) if talked.is_ok() => {
                writeln!(out, "the game is saved to {}", path.display())?;
            }
            Ok(_) => {}
            Err(error) => return Err(Failure::write(&self.save.path().unwrap_or_default(), error)),
        }
        talked
    }

    fn talk(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        self.show(out)?;
        writeln!(out, "help lists the commands")?;
        loop {
            self.write_end(out)?;
            if self.game.is_engines_turn() {
                self.engine_turn(out)?;
                continue;
            }
            let (session, draft) = (self.game.session.as_ref(), self.prompt());
            let typed = self.input.read(&draft, || words(session), out)?;
            let line = match typed {
                Typed::Line(line) => line,
                Typed::TooLong(beginning) => {
                    writeln!(out, "? the line is too long: {}", shortened(&beginning))?;
                    continue;
                }
                Typed::Interrupt => {
                    mark_as_interrupted();
                    return Ok(());
                }
                Typed::End => return Ok(()),
            };
            let done = match parse(&line, self.session().entry()) {
                Ok(Command::Quit) => return Ok(()),
                Ok(command) => self.carry_out(command, out)?,
                Err(reason) => Err(reason),
            };
            if let Err(reason) = done {
                writeln!(out, "? {reason}")?;
            }
            self.save.set_game(self.game.record());
        }
    }

    fn session(&self) -> &dyn Session {
        self.game.session.as_ref()
    }

    fn has_boards(&self) -> bool {
        self.session().listed_turns().is_none()
    }

    /// Returns `White 4:32 (3 of 8)> `.
    fn prompt(&self) -> String {
        if self.game.end().is_some() {
            return "> ".to_owned();
        }
        let mut text = self.session().turn().to_string();
        if let Some(left) = self.game.time_left() {
            text = format!("{text} {}", screen::clock(left));
        }
        let turn = (!self.draft.is_empty()).then(|| self.draft.prompt(self.session()));
        if let Some(Ok(prompt)) = turn
            && let Some(turn) = prompt.board_turn
        {
            let chosen: usize = turn.chosen.iter().map(|chosen| chosen.places.len()).sum();
            text = format!("{text} ({chosen} of {})", turn.need);
        }
        text + "> "
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        // There is always a board at the outermost place.
        match self.session().scene("") {
            Ok(scene) => screen::board(out, &scene, self.style)?,
            Err(error) => log::error!("{error}"),
        }
        if self.session().is_check() && self.game.end().is_none() {
            writeln!(out, "check")?;
        }
        Ok(())
    }

    /// Writes the result of the game and its reason, once.
    fn write_end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.game.end() {
            Some(end) if !self.is_end_written => {
                self.is_end_written = true;
                writeln!(out, "{} {{{}}}", end.result.text(), end.reason)
            }
            Some(_) => Ok(()),
            None => {
                self.is_end_written = false;
                Ok(())
            }
        }
    }

    /// Runs a search that a signal stops.
    fn search<T>(&self, search: impl FnOnce(&Game, &StopToken) -> T) -> T {
        let stop = StopToken::new();
        self.save.set_search(Some(stop.clone()));
        let result = search(&self.game, &stop);
        self.save.set_search(None);
        result
    }

    fn engine_turn(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let player = self.session().turn();
        out.flush()?;
        let result = self.search(|game, stop| game.think(self.seed, stop));
        let result = result.map_err(|error| Failure::Search(error.to_string()))?;
        if let Some(failure) = result.failure {
            return Err(Failure::Search(failure));
        }
        let Some(turn) = result.best else {
            return Err(Failure::Search("there is no turn".to_owned()));
        };
        let made = self.game.play(&turn).map_err(Failure::Search)?;
        self.save.set_game(self.game.record());
        self.show(out)?;
        if let Some(turn) = made {
            writeln!(out, "{player} plays {turn}")?;
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        command: Command,
        out: &mut dyn Write,
    ) -> Result<Result<(), Refused>, Failure> {
        let is_over = self.game.end().is_some();
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Help => self.help(out)?,
            Command::Flip => {
                self.style.flip = !self.style.flip;
                self.show(out)?;
            }
            Command::Show(place) => match self.session().scene(&place) {
                Ok(scene) => screen::board(out, &scene, self.style)?,
                Err(error) => return Ok(Err(error.to_string())),
            },
            Command::Moves(prefix) => return Ok(self.moves(&prefix, out)?),
            Command::Eval => screen::evaluation(out, self.session())?,
            Command::Save(file) => return Ok(self.save_to(file, out)?),
            Command::Undo => {
                if self.game.undo() == 0 {
                    return Ok(Err("there is no turn to take back".to_owned()));
                }
                self.draft = Draft::default();
                self.show(out)?;
            }
            _ if is_over => {
                let undo = if self.game.can_undo() {
                    "; undo takes a turn back"
                } else {
                    ""
                };
                return Ok(Err(format!("the game is over{undo}")));
            }
            Command::Hint => self.hint(out)?,
            Command::Draw => return self.draw(out),
            Command::Resign => self.game.resign(),
            Command::Turn(text) => return Ok(self.turn(&text, out)?),
            Command::BoardTurn { place, turn } => {
                return Ok(self.choose(&place, &turn, out)?);
            }
            Command::List => return Ok(self.list(out)?),
            Command::Drop(place) => return Ok(self.drop(&place)),
            Command::Fill => return self.fill(out),
            Command::Go => return Ok(self.make_draft(out)?),
        }
        Ok(Ok(()))
    }

    fn help(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", help::GENERAL)?;
        if self.has_boards() {
            write!(out, "{}", help::BOARDS)?;
        } else if san::is_usual(self.session().entry()) {
            write!(out, "{}", help::CHESS)?;
        }
        Ok(())
    }

    /// Makes the turn `text`, or prints its possible continuations.
    fn turn(&mut self, text: &str, out: &mut dyn Write) -> io::Result<Result<(), Refused>> {
        let text = match self.in_algebraic("", text) {
            Ok(turn) => turn,
            Err(reason) => return Ok(Err(reason)),
        };
        if let Err(error) = self.session().read_turn(&text) {
            let prompt = self.session().prompt(&taps_of_text(&text));
            return Ok(Err(match prompt {
                Ok(prompt) if prompt.turn.is_none() && !prompt.targets.is_empty() => {
                    format!("{text} is the beginning of a turn. {}", prompt.words)
                }
                _ => error.to_string(),
            }));
        }
        if let Err(reason) = self.game.play(&text) {
            return Ok(Err(reason));
        }
        self.draft = Draft::default();
        self.show(out)?;
        Ok(Ok(()))
    }

    /// Returns the native text of `text`, a turn of chess or Chess960 on the board at `place` in
    /// algebraic notation; the same text where it is not written so.
    ///
    /// # Errors
    /// If several turns are meant.
    fn in_algebraic(&self, place: &str, text: &str) -> Result<String, Refused> {
        let turns = match self.session().listed_turns() {
            Some(listed) if san::is_usual(self.session().entry()) => listed.legal_turns().ok(),
            Some(_) => None,
            None => {
                let boards = self.session().survey().unwrap_or_default().boards;
                let mut boards = boards.into_iter();
                boards
                    .find(|(name, _)| name == place)
                    .map(|(_, turns)| turns)
            }
        };
        let scene = self.session().scene(place);
        let (Some(turns), Ok(scene)) = (turns, scene) else {
            return Ok(text.to_owned());
        };
        match san::turns_meant(&scene, &turns, text)[..] {
            [] => Ok(text.to_owned()),
            [turn] => Ok(turn.to_owned()),
            ref several => Err(format!("\"{text}\" may be {}", several.join(" or "))),
        }
    }

    fn moves(&self, prefix: &str, out: &mut dyn Write) -> io::Result<Result<(), Refused>> {
        if let Some(listed) = self.session().listed_turns() {
            let turns = match listed.legal_turns() {
                Ok(turns) => turns,
                Err(error) => return Ok(Err(error.to_string())),
            };
            let fitting = turns.iter().filter(|turn| turn.starts_with(prefix));
            screen::columns(out, fitting.map(String::as_str))?;
            return Ok(Ok(()));
        }
        let survey = self.session().survey().unwrap_or_default();
        if prefix.is_empty() {
            screen::survey(out, &survey)?;
            return Ok(Ok(()));
        }
        let mut boards = survey.boards.iter();
        match boards.find(|(place, _)| place == prefix) {
            Some((_, turns)) => {
                screen::columns(out, turns.iter().map(String::as_str))?;
                Ok(Ok(()))
            }
            None => Ok(Err(format!(
                "you may not play on \"{}\"",
                shortened(prefix)
            ))),
        }
    }

    fn hint(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let draft = self.draft.prompt(self.session()).ok();
        let draft = draft.and_then(|prompt| prompt.board_turn?.draft);
        let result = self.advice(draft)?;
        match result.best {
            Some(turn) => writeln!(out, "hint: {turn} ({})", in_pawns(result.score))?,
            None => writeln!(out, "there is no turn")?,
        }
        Ok(())
    }

    fn advice(&self, draft: Option<String>) -> Result<SearchResult<String>, Failure> {
        let result = self.search(|game, stop| game.advise(draft, stop));
        result.map_err(|error| Failure::Search(error.to_string()))
    }

    /// Claims a draw where the rules have that turn; else offers one.
    fn draw(&mut self, out: &mut dyn Write) -> Result<Result<(), Refused>, Failure> {
        if self.session().read_turn("draw").is_ok() {
            return Ok(self.turn("draw", out)?);
        }
        // The engine agrees if it is not better off. Two persons have agreed before they type it.
        if self.game.has_engine() && self.advice(None)?.score < Score::DRAW {
            writeln!(out, "the draw is declined: the engine is better off")?;
            return Ok(Ok(()));
        }
        self.game.agree_to_draw();
        Ok(Ok(()))
    }

    fn save_to(
        &self,
        file: Option<PathBuf>,
        out: &mut dyn Write,
    ) -> io::Result<Result<(), Refused>> {
        let Some(path) = file.or_else(|| self.save.path()) else {
            return Ok(Err("save FILE: name the file".to_owned()));
        };
        let Some(game) = self.game.record() else {
            return Ok(Err("no turn has been made yet".to_owned()));
        };
        match save::write(&path, &game) {
            Ok(()) => {
                self.save.mark_as_saved(&path, &game);
                writeln!(out, "the game is saved to {}", path.display())?;
                Ok(Ok(()))
            }
            Err(error) => Ok(Err(format!("{}: {error}", path.display()))),
        }
    }

    /// Chooses a turn on boards of a game of games.
    fn choose(
        &mut self,
        place: &str,
        turn: &str,
        out: &mut dyn Write,
    ) -> io::Result<Result<(), Refused>> {
        let first = place.split(',').next().unwrap_or_default();
        let turn = match self.in_algebraic(first, turn) {
            Ok(turn) => turn,
            Err(reason) => return Ok(Err(reason)),
        };
        match self.draft.with(self.session(), place, &turn) {
            Ok(draft) => self.draft = draft,
            Err(reason) => return Ok(Err(reason)),
        }
        if let Ok(prompt) = self.draft.prompt(self.session())
            && prompt.turn.is_some()
        {
            writeln!(out, "the turn is complete: go makes it")?;
        }
        Ok(Ok(()))
    }

    fn list(&self, out: &mut dyn Write) -> io::Result<Result<(), Refused>> {
        match self.draft.prompt(self.session()) {
            Ok(prompt) => {
                screen::draft(out, &self.draft.list(), &prompt)?;
                Ok(Ok(()))
            }
            Err(reason) => Ok(Err(reason)),
        }
    }

    fn drop(&mut self, place: &str) -> Result<(), Refused> {
        if place.is_empty() {
            self.draft = Draft::default();
            return Ok(());
        }
        if self.draft.drop_place(place)? {
            Ok(())
        } else {
            Err(format!("nothing is chosen on \"{}\"", shortened(place)))
        }
    }

    /// Lets the engine complete the turn.
    fn fill(&mut self, out: &mut dyn Write) -> Result<Result<(), Refused>, Failure> {
        let prompt = match self.draft.prompt(self.session()) {
            Ok(prompt) => prompt,
            Err(reason) => return Ok(Err(reason)),
        };
        let result = self.advice(prompt.board_turn.and_then(|turn| turn.draft))?;
        let Some(turn) = result.best else {
            return Ok(Err("there is no turn".to_owned()));
        };
        match Draft::of_turn(&turn) {
            Some(draft) => self.draft = draft,
            None => return Ok(Err(format!("the engine would make the mega-move {turn}"))),
        }
        Ok(self.list(out)?)
    }

    /// Makes the turn that was put together.
    fn make_draft(&mut self, out: &mut dyn Write) -> io::Result<Result<(), Refused>> {
        let prompt = match self.draft.prompt(self.session()) {
            Ok(prompt) => prompt,
            Err(reason) => return Ok(Err(reason)),
        };
        if let Some(turn) = prompt.turn {
            return self.turn(&turn, out);
        }
        screen::draft(out, &[], &prompt)?;
        let reason = "the turn is not complete; fill lets the engine complete it";
        Ok(Err(reason.to_owned()))
    }
}

/// Returns the words that may be typed.
fn words(session: &dyn Session) -> Words {
    if let Some(listed) = session.listed_turns() {
        return Words {
            turns: listed.legal_turns().unwrap_or_default(),
            boards: None,
        };
    }
    let survey = session.survey().unwrap_or_default();
    Words {
        turns: survey.moves,
        boards: Some(survey.boards),
    }
}

/// Returns `+0.35` or `mate in 3`.
fn in_pawns(score: Score) -> String {
    match score.mate_moves() {
        Some(moves) if moves > 0 => format!("mate in {moves}"),
        Some(moves) => format!("mated in {}", -moves),
        None => format!("{:+.2}", f64::from(score.0) / 100.0),
    }
}
