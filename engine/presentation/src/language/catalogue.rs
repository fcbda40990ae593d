//! Reads the messages of a language, once for each process.

use std::collections::HashMap;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use super::Language;

/// The messages of a language.
pub(super) struct Catalogue {
    /// All of them.
    bundle: FluentBundle<FluentResource>,
    /// Those without variables, as they are shown.
    plain: HashMap<String, String>,
}

/// Names the files of a language.
macro_rules! files {
    ($code:literal) => {
        [
            include_str!(concat!("../../../../assets/locales/", $code, "/desktop-refusals.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/desktop-words.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-jobs.ftl")),
        ]
    };
}

impl Catalogue {
    /// Gives the catalogue of a language.
    pub(super) fn of(language: Language) -> &'static Self {
        static ENGLISH: OnceLock<Catalogue> = OnceLock::new();
        static GERMAN: OnceLock<Catalogue> = OnceLock::new();
        match language {
            Language::English => ENGLISH.get_or_init(|| Self::read(language, files!("en"))),
            Language::German => GERMAN.get_or_init(|| Self::read(language, files!("de"))),
        }
    }

    /// Reads messages; what is wrong in a file is left out here, and found by `tests/tests/texts.rs`.
    fn read(language: Language, files: impl IntoIterator<Item = &'static str>) -> Self {
        let identifier: Vec<LanguageIdentifier> = language.code().parse().into_iter().collect();
        let mut bundle = FluentBundle::new_concurrent(identifier);
        // A terminal would show the marks as cells, and no language of ours is written from right to left.
        bundle.set_use_isolating(false);
        let mut names = Vec::new();
        for file in files {
            let resource =
                FluentResource::try_new(file.to_owned()).unwrap_or_else(|(read, _)| read);
            names.extend(file.lines().filter_map(identifier_of).map(str::to_owned));
            bundle.add_resource_overriding(resource);
        }
        let mut plain = HashMap::with_capacity(names.len());
        for name in names {
            let mut missing = Vec::new();
            let pattern = bundle.get_message(&name).and_then(|message| message.value());
            let Some(pattern) = pattern else { continue };
            let text = bundle.format_pattern(pattern, None, &mut missing).into_owned();
            if missing.is_empty() {
                plain.insert(name, text);
            }
        }
        Self { bundle, plain }
    }

    /// Gives a text without variables.
    pub(super) fn plain(&self, id: &str) -> Option<&str> {
        self.plain.get(id).map(String::as_str)
    }

    /// Gives a text with its variables.
    pub(super) fn filled(&self, id: &str, variables: &FluentArgs<'_>) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        // A variable that is not given shows as its name; the test of the texts finds those.
        let mut missing = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(variables), &mut missing).into_owned())
    }
}

/// Gives the identifier of the message that begins in a line.
fn identifier_of(line: &str) -> Option<&str> {
    let (name, _) = line.split_once('=')?;
    let name = name.trim_end();
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    (name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_part))
        .then_some(name)
}
