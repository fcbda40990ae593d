//! Shows a difference.

use std::ffi::{CString, OsStr};
use std::fmt;
use std::os::unix::ffi::OsStrExt;

use super::{Aspect, Difference};

/// Shows bytes so that nothing in them reaches the terminal.
pub(super) fn escape(bytes: impl AsRef<OsStr>) -> String {
    bytes.as_ref().as_bytes().escape_ascii().to_string()
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |(seconds, nanoseconds): (i64, i64)| format!("{seconds}.{nanoseconds:09}");
        let value = |value: &Option<Vec<u8>>| match value {
            Some(bytes) => format!("'{}'", bytes.escape_ascii()),
            None => "nothing".to_owned(),
        };
        if self.path.as_os_str().is_empty() {
            f.write_str("the operand itself: ")?;
        } else {
            write!(f, "'{}': ", escape(&self.path))?;
        }
        match &self.aspect {
            Aspect::Missing => f.write_str("missing on the right"),
            Aspect::Extra => f.write_str("only on the right"),
            Aspect::Type(left, right) => write!(f, "type {left:?}, then {right:?}"),
            Aspect::Size(left, right) => write!(f, "size {left}, then {right}"),
            Aspect::Data(offset) => write!(f, "data differs from byte {offset} on"),
            Aspect::Target(left, right) => {
                let shown = |target: &CString| target.as_bytes().escape_ascii().to_string();
                write!(f, "target '{}', then '{}'", shown(left), shown(right))
            }
            Aspect::Device(left, right) => {
                write!(f, "device {}:{}, then {}:{}", left.0, left.1, right.0, right.1)
            }
            Aspect::Mode(left, right) => write!(f, "mode {left:04o}, then {right:04o}"),
            Aspect::Owner(left, right) => {
                write!(f, "owner {}:{}, then {}:{}", left.0, left.1, right.0, right.1)
            }
            Aspect::Mtime(left, right) => {
                write!(f, "mtime {}, then {}", time(*left), time(*right))
            }
            Aspect::Xattr(name, left, right) => {
                let name = name.as_bytes().escape_ascii();
                write!(f, "xattr '{name}' {}, then {}", value(left), value(right))
            }
            Aspect::HardLinks(left, right) => {
                write!(f, "a link to '{}', then to '{}'", escape(left), escape(right))
            }
            Aspect::Holes(left, right) => {
                write!(f, "occupies {left} bytes, then {right}: holes were lost")
            }
        }
    }
}
