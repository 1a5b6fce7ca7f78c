//! Parts shared by both protocols: lines of input, messages and their dispatch.

pub(crate) mod board_text;
pub(crate) mod dispatcher;
pub(crate) mod front_end;
pub(crate) mod help;
pub(crate) mod input;
pub(crate) mod lag;
