//! Other words for actions, and for features that do not exist yet, so that the palette and the menus find them.
//!
//! They are the messages `action-NAME-words`, `missing-NAME-words` and `configured-NAME-words`.

use std::collections::BTreeSet;

use fcp_presentation::language::{Language, named};

use super::action::Action;

/// Features that users look for and that do not exist yet, by the names of their messages.
const MISSING: &[&str] = &[
    "shares",
    "times",
    "eject",
    "tree",
    "split",
    "random",
    "plugins",
    "encrypt",
    "print",
    "attributes",
];

/// What users look for and the configuration file sets, by the names of its messages.
const CONFIGURED: &[&str] = &["settings", "themes"];

/// Gives other words for an action in the current language, divided by spaces.
pub(crate) fn words(action: Action) -> &'static str {
    named(&format!("action-{}-words", action.name())).unwrap_or_default()
}

/// Gives all words by which a user finds an action: those of the language, and the English ones, which
/// manuals and other programs have taught.
pub(crate) fn all(action: Action) -> String {
    with_english(|| words(action).to_owned(), || format!("{} {}", action.title(), words(action)))
}

/// Gives the titles of features that do not exist yet, and the words by which users look for them.
pub(crate) fn missing() -> impl Iterator<Item = (&'static str, String)> {
    titled("missing", MISSING)
}

/// Gives the titles of what the configuration file sets, and the words by which users look for them.
pub(crate) fn configured() -> impl Iterator<Item = (&'static str, String)> {
    titled("configured", CONFIGURED)
}

fn titled(
    kind: &'static str,
    names: &'static [&'static str],
) -> impl Iterator<Item = (&'static str, String)> {
    let text =
        move |name: &str, which: &str| named(&format!("{kind}-{name}-{which}")).unwrap_or_default();
    names.iter().map(move |name| {
        let words = || text(name, "words").to_owned();
        (text(name, "title"), with_english(words, words))
    })
}

/// Joins words of the current language with other ones in English, if that is another language.
fn with_english(words: impl FnOnce() -> String, english: impl FnOnce() -> String) -> String {
    let words = words();
    if Language::current() == Language::English {
        return words;
    }
    let english = Language::English.speaking(english).to_lowercase();
    let mut seen = BTreeSet::new();
    let all = words.split_whitespace().chain(english.split_whitespace());
    all.filter(|word| seen.insert(*word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_that_do_not_exist_have_a_title_and_words_in_every_language() {
        for language in Language::ALL {
            language.speaking(|| {
                assert_eq!(missing().count(), MISSING.len());
                let titled = missing().chain(configured());
                assert!(
                    titled.into_iter().all(|(title, words)| !title.is_empty() && !words.is_empty())
                );
            });
        }
    }

    #[test]
    fn a_german_user_finds_actions_by_german_and_by_english_words() {
        assert_eq!(all(Action::Trash), "trash remove discard");
        let german = Language::German.speaking(|| (words(Action::Trash), all(Action::Trash)));
        assert_eq!(german.0, "löschen entfernen wegwerfen müll");
        assert_eq!(german.1, "löschen entfernen wegwerfen müll move to trash remove discard");
    }
}
