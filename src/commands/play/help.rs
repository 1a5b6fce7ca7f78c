//! The answer to `help`.

/// The commands of every game.
pub(super) const GENERAL: &str = "\
a turn          as docs/rules/notation.md writes it; the beginning of one shows how it may go on
moves [TEXT]    the legal turns, or those that begin with TEXT
hint            what the engine would play
undo            take your last turn back
eval            the static evaluation by terms
deny            refuse the last turn, where the game has it
draw            offer a draw, or claim one where the game has it
resign          give the game up
save [FILE]     write the game as PGN
show            draw the board again
flip            draw it from the other side
quit            leave; an unfinished game is saved if it has a file
";

/// Additional help for chess and Chess960.
pub(super) const CHESS: &str = "\
Turns may also be typed in algebraic notation: Nf3, exd5, O-O, e8=Q
";

/// The commands of games of games.
pub(super) const BOARDS: &str = "\
a1              draw the board on a1 (a1/b2 is one on the board of a1)
a1 e2e4         choose the turn e2e4 on that board; equal boards together: a1,b1 e2e4
list            the boards chosen so far, and what is missing
drop a1         forget the turn on a1; `drop` alone forgets all
fill            let the engine complete the turn around what is chosen
go              make the turn
moves a1        the turns on that board
";
