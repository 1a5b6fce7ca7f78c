//! The answers to `help`.

/// The commands of UCI.
pub(crate) const UCI: &str = include_str!("../uci/help.txt");

/// The commands of CECP.
pub(crate) const CECP: &str = include_str!("../cecp/help.txt");

/// The text printed before the commands of both protocols while none is chosen.
pub(crate) const OPEN: &str = "\
The first command that is not in both lists chooses the protocol; `go` alone is CECP's, and so is a
turn such as e2e4.
";
