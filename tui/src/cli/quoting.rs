//! Quotes names as GNU programs do, and composes messages of them.

use std::fmt;

pub(crate) use fcp_presentation::quoting::Quoting;

/// A message in the making; names are bytes, so it is, too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bytes(Vec<u8>);

impl From<&str> for Bytes {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl Bytes {
    /// Appends bytes as they are.
    #[must_use]
    pub(crate) fn raw(mut self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(bytes);
        self
    }

    /// Appends text.
    #[must_use]
    pub(crate) fn text(self, text: &str) -> Self {
        self.raw(text.as_bytes())
    }

    /// Gives the message.
    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.0))
    }
}
