//! Gives actions their titles.

use super::action::Action;
use super::synonyms;

/// Gives the title of an action, or the name that keymaps use as people write it.
pub(crate) fn label(action: Action) -> String {
    if let Some(title) = synonyms::title(action) {
        return title.to_owned();
    }
    let words = action.name().replace('-', " ");
    let mut chars = words.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
