//! Computes checksums, and reads and writes lines as `b3sum`, `sha256sum` and `xxhsum` do.

mod hasher;
mod line;
mod list_file;
mod sparse;

pub use crate::contract::checksum::{Algorithm, Checksum};
pub use hasher::Hasher;
pub use line::{Listed, Stated, parse_line, push_line};
pub use list_file::ListFile;
pub(crate) use list_file::nearest;
pub(crate) use sparse::SparseHasher;
