//! Spells what was typed as names may have it: an accent in one letter with its own, or behind it.
//!
//! macOS writes names decomposed, and keyboards type composed letters. Names are bytes and stay what they are; so the few
//! letters that were typed are spelled in both ways, and not millions of names.

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
