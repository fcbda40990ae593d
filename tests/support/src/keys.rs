//! The bytes that a terminal sends for each key.

pub const BACKSPACE: &str = "\x7f";
pub const DOWN: &str = "\x1b[B";
pub const END: &str = "\x1b[F";
pub const ENTER: &str = "\r";
pub const ESC: &str = "\x1b";
pub const HOME: &str = "\x1b[H";
pub const INSERT: &str = "\x1b[2~";
pub const RIGHT: &str = "\x1b[C";
pub const TAB: &str = "\t";

pub const F2: &str = "\x1bOQ";
pub const F3: &str = "\x1bOR";
pub const F4: &str = "\x1bOS";
pub const F5: &str = "\x1b[15~";
pub const F6: &str = "\x1b[17~";
pub const F7: &str = "\x1b[18~";
pub const F8: &str = "\x1b[19~";
pub const F10: &str = "\x1b[21~";
pub const SHIFT_F10: &str = "\x1b[21;2~";

pub const ALT_B: &str = "\x1bb";
pub const ALT_D: &str = "\x1bd";
pub const ALT_H: &str = "\x1bh";
pub const ALT_QUESTION: &str = "\x1b?";
pub const ALT_Z: &str = "\x1bz";
pub const CTRL_D: &str = "\x04";
pub const CTRL_F: &str = "\x06";
pub const CTRL_N: &str = "\x0e";
pub const CTRL_O: &str = "\x0f";
pub const CTRL_P: &str = "\x10";
pub const CTRL_V: &str = "\x16";
pub const CTRL_X: &str = "\x18";
pub const CTRL_Y: &str = "\x19";
pub const CTRL_Z: &str = "\x1a";
