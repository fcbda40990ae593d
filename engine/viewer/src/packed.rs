//! Opens files in archives: their data is unpacked into memory.

use std::path::Path;

use fcp_browse::{PackedData, read_packed};
use fcp_engine::path::DisplayName;

use crate::document::{About, Spelling, Tint, View};
use crate::loader::words;
use crate::source::{CancelToken, Source};

/// Bytes of a file in an archive that are unpacked at most; the rest is not shown.
const MOST: usize = 64 << 20;

/// Opens a file in an archive, or tells why there is nothing to open; none if the path leads through no archive.
pub(crate) fn open(
    path: &Path,
    spelling: &Spelling,
    patience: &CancelToken,
) -> Option<Result<Source, Box<View>>> {
    let told = |kind: &str, text: String, tint| {
        let about = About { kind: kind.to_owned(), ..About::default() };
        Err(Box::new(words(about, text, tint)))
    };
    Some(match read_packed(path, MOST, &|| patience.is_over())? {
        Ok(PackedData::File(bytes, true)) => Ok(Source::memory(bytes)),
        Ok(PackedData::File(_, false)) => {
            let text = "It is larger than 64 MiB; extract it to see what is in it";
            told("File in an archive", text.to_owned(), Tint::Text)
        }
        Ok(PackedData::Symlink(to)) => {
            told("Link", format!("→ {}", DisplayName::new(&to)), Tint::Text)
        }
        Ok(PackedData::Folder) => told("Folder", "A folder in an archive".to_owned(), Tint::Text),
        Ok(PackedData::Special) => {
            told("Special file", "A FIFO or a device has no content to show".to_owned(), Tint::Text)
        }
        Err(error) => told("", (spelling.error)(&error), Tint::Bad),
    })
}
