//! Defines the lines of pages.

use crate::app::look::Paint;

/// One line: columns at which parts begin.
pub(crate) type Line = Vec<(u16, String, Paint)>;
