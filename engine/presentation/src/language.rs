//! Gives the texts of both apps in the language of the user.
//!
//! The texts are Fluent messages (<https://projectfluent.org>) in `assets/locales/`, a folder for each
//! language: `shared-*.ftl` for what both apps say, `terminal-*.ftl` and `window-*.ftl` for the rest; the
//! page of the window reads the same files. Code asks for them with [`tr!`](crate::tr!). A message that
//! a language lacks is shown in English. `tests/tests/texts.rs` fails when a message is missing in a
//! language, is not used, or gets other variables than it names.
//!
//! The commands `fcp`, `fmv`, `frm` and `fcpq` speak English, as their manuals do and as scripts expect.

use std::cell::Cell;
use std::ffi::OsString;
use std::sync::atomic::{AtomicU8, Ordering};

mod catalogue;

/// What the expansion of [`tr!`](crate::tr!) uses.
#[doc(hidden)]
pub use fluent_bundle::FluentArgs;

use catalogue::Catalogue;

/// A language in which the apps speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

/// What `language` in the user's file may be; with `auto`, the environment chooses.
pub const CHOICES: [(&str, Option<Language>); 3] = [
    ("auto", None),
    (Language::English.code(), Some(Language::English)),
    (Language::German.code(), Some(Language::German)),
];

/// The language of this process, as its place in [`Language::ALL`].
static CHOSEN: AtomicU8 = AtomicU8::new(0);

thread_local! {
    /// The language of this thread alone.
    static HERE: Cell<Option<Language>> = const { Cell::new(None) };
}

impl Language {
    /// All languages; English comes first.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Gives its code by ISO 639-1.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// Gives its own name for itself.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
        }
    }

    /// Gives the mark before the decimals of a number, and the one between thousands.
    pub const fn marks(self) -> (char, char) {
        match self {
            Self::English => ('.', ','),
            Self::German => (',', '.'),
        }
    }

    /// Finds the language of a code or of a locale, as `de`, `de_AT.UTF-8` or `de-CH`.
    pub fn named(locale: &str) -> Option<Self> {
        let code = locale.split(['_', '-', '.', '@']).next()?;
        Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// Finds the language that the environment asks for, by the rules of gettext
    /// (<https://www.gnu.org/software/gettext/manual/html_node/Locale-Environment-Variables.html>):
    /// the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty counts; if it is not that of C,
    /// `LANGUAGE` may list others to try first.
    pub fn of_environment(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let value = |name: &str| {
            let value = variable(name)?.into_string().ok()?;
            (!value.is_empty()).then_some(value)
        };
        let locale =
            ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(value).unwrap_or_default();
        if locale.is_empty() || matches!(locale.split('.').next(), Some("C" | "POSIX")) {
            return Self::English;
        }
        let listed = value("LANGUAGE").unwrap_or_default();
        let listed = listed.split(':').filter(|name| !name.is_empty());
        listed.chain([locale.as_str()]).find_map(Self::named).unwrap_or_default()
    }

    /// Makes it the language of this process.
    pub fn choose(self) {
        CHOSEN.store(self as u8, Ordering::Relaxed);
    }

    /// Gives the language in which this thread speaks.
    pub fn current() -> Self {
        let chosen = || Self::ALL.get(usize::from(CHOSEN.load(Ordering::Relaxed))).copied();
        HERE.get().or_else(chosen).unwrap_or_default()
    }

    /// Calls a function on this thread in this language; tests look at screens with it.
    pub fn speaking<T>(self, call: impl FnOnce() -> T) -> T {
        /// Gives the thread its language back, also after a panic.
        struct Before(Option<Language>);
        impl Drop for Before {
            fn drop(&mut self) {
                HERE.set(self.0);
            }
        }
        let _before = Before(HERE.replace(Some(self)));
        call()
    }

    fn catalogues(self) -> impl Iterator<Item = &'static Catalogue> {
        let english = (self != Self::English).then_some(Self::English);
        [Some(self), english].into_iter().flatten().map(Catalogue::of)
    }
}

/// Gives a text without variables in the current language.
///
/// A message that no language has is shown as its identifier.
pub fn plain(id: &'static str) -> &'static str {
    named(id).unwrap_or(id)
}

/// Gives a text without variables, whose identifier was put together, if there is one.
pub fn named(id: &str) -> Option<&'static str> {
    Language::current().catalogues().find_map(|catalogue| catalogue.plain(id))
}

/// Gives a text with variables in the current language.
///
/// A message that no language has is shown as its identifier.
pub fn filled(id: &'static str, variables: &FluentArgs<'_>) -> String {
    let text =
        Language::current().catalogues().find_map(|catalogue| catalogue.filled(id, variables));
    text.unwrap_or_else(|| id.to_owned())
}

/// Gives a text of the apps in the current language.
///
/// `tr!("quit-title")` is a `&'static str`; `tr!("copy-items", count = 3)` is a `String`. Numbers choose
/// plurals; what is shown of them is passed as text, written as the app writes numbers.
#[macro_export]
macro_rules! tr {
    ($id:literal) => {
        $crate::language::plain($id)
    };
    ($id:literal, $($name:ident = $value:expr),+ $(,)?) => {{
        let mut variables = $crate::language::FluentArgs::new();
        $(variables.set(stringify!($name), $value);)+
        $crate::language::filled($id, &variables)
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> Language {
        Language::of_environment(|name| {
            let found = variables.iter().find(|(known, _)| *known == name)?;
            Some(OsString::from(found.1))
        })
    }

    #[test]
    fn the_environment_chooses_as_gettext_does() {
        assert_eq!(of(&[]), Language::English);
        assert_eq!(of(&[("LANG", "de_DE.UTF-8")]), Language::German);
        assert_eq!(of(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C.UTF-8")]), Language::English);
        assert_eq!(of(&[("LANG", "en_GB.UTF-8"), ("LC_MESSAGES", "de_AT")]), Language::German);
        assert_eq!(of(&[("LANG", "de_DE"), ("LC_ALL", "")]), Language::German);
        assert_eq!(of(&[("LANG", "fr_FR.UTF-8"), ("LANGUAGE", "nl:de:en")]), Language::German);
        assert_eq!(of(&[("LANG", "C"), ("LANGUAGE", "de")]), Language::English);
        assert_eq!(of(&[("LANG", "fr_FR.UTF-8")]), Language::English);
    }

    #[test]
    fn codes_and_locales_name_languages() {
        for language in Language::ALL {
            assert_eq!(Language::named(language.code()), Some(language));
        }
        assert_eq!(Language::named("de-CH"), Some(Language::German));
        assert_eq!(Language::named("den"), None);
    }

    #[test]
    fn a_thread_speaks_its_language_for_a_while() {
        let english = tr!("verb-copy");
        let german = Language::German.speaking(|| tr!("verb-copy"));
        assert_eq!((english, german, tr!("verb-copy")), ("Copy", "Kopieren", "Copy"));
    }

    #[test]
    fn a_text_that_no_language_has_is_its_identifier() {
        assert_eq!(plain("no-such-text"), "no-such-text");
        assert_eq!(filled("no-such-text", &FluentArgs::new()), "no-such-text");
    }
}
