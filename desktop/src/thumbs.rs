//! Small pictures, shown over a protocol of our own: `thumb://localhost/ID`.

/// Which files have thumbnails, and those that were made.
#[derive(Debug, Default)]
pub(crate) struct Thumbs {}
