//! Defines the lines of pages.

use crate::app::look::Paint;

/// One line: columns at which parts begin.
pub type Line = Vec<(u16, String, Paint)>;
