//! Spells what was typed as names may have it: an accent in one letter with its own, or behind it.
//!
//! macOS writes names decomposed, and keyboards type composed letters. Names are bytes and stay what they are; so the few
//! letters that were typed are spelled in both ways, and not millions of names.

use fcp_engine::Wildcard;
use unicode_normalization::UnicodeNormalization;

/// Gives a text as it may be written: as it is, composed, and decomposed; each once.
pub(super) fn spellings(text: &str) -> Vec<String> {
    let mut all = vec![text.to_owned()];
    if !text.is_ascii() {
        for other in [text.nfc().collect::<String>(), text.nfd().collect()] {
            if !all.contains(&other) {
                all.push(other);
            }
        }
    }
    all
}

/// Gives what was typed as globs, one for each spelling; none if it is no glob, as `[a`, but a part of a name.
///
/// `read` understands one. With `folds`, capitals and small letters are the same.
pub(super) fn globs(
    text: &str,
    folds: bool,
    read: impl Fn(&[u8]) -> Option<Wildcard>,
) -> Option<Vec<Wildcard>> {
    if !text.contains(['*', '?', '[']) {
        return None;
    }
    // In brackets, a letter and the accent behind it would be two.
    let all = if text.contains('[') { vec![text.to_owned()] } else { spellings(text) };
    let glob = |text: &String| {
        let glob = read(text.as_bytes())?;
        Some(if folds { glob.folding() } else { glob })
    };
    all.iter().map(glob).collect()
}
