//! Opens files in archives: their data is unpacked into memory.

use std::path::Path;

use fcp_browse::{PackedData, read_packed};
use fcp_engine::path::DisplayName;

use crate::document::{About, Spelling, Tint, View};
use crate::loader::words;
use crate::phrase::{DocumentKind, Phrase};
use crate::source::{CancelToken, Source};

/// Bytes of a file in an archive that are unpacked at most; the rest is not shown.
const MOST: usize = 64 << 20;

/// Opens a file in an archive, or tells why there is nothing to open; none if the path leads through no archive.
pub(crate) fn open(
    path: &Path,
    spelling: &Spelling,
    cancel: &CancelToken,
) -> Option<Result<Source, Box<View>>> {
    let told = |kind: DocumentKind, text: String| {
        let about = About { kind: spelling.kind(kind), ..About::default() };
        Err(Box::new(words(about, text, Tint::Text)))
    };
    let say = |phrase: Phrase| spelling.say(&phrase);
    Some(match read_packed(path, MOST, &|| cancel.is_over())? {
        Ok(PackedData::File(bytes, true)) => Ok(Source::memory(bytes)),
        Ok(PackedData::File(_, false)) => {
            told(DocumentKind::PackedFile, say(Phrase::PackedTooLarge))
        }
        Ok(PackedData::Symlink(to)) => {
            told(DocumentKind::Link, format!("→ {}", DisplayName::new(&to)))
        }
        Ok(PackedData::Folder) => told(DocumentKind::Folder, say(Phrase::PackedFolder)),
        Ok(PackedData::Special) => told(DocumentKind::PackedSpecial, say(Phrase::PackedSpecial)),
        Err(error) => Err(Box::new(words(About::default(), (spelling.error)(&error), Tint::Bad))),
    })
}
