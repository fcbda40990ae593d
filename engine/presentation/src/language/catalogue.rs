//! Reads the messages of a language, once for each process.

use std::collections::HashMap;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use super::Language;

/// The messages of a language.
pub(super) struct Catalogue {
    language: Language,
    files: Vec<File>,
    /// Which file has a message, by its place.
    places: HashMap<&'static str, usize>,
}

/// The messages of a file. It is parsed when one of them is asked for: a command needs few files, and starts
/// in less time than it takes to parse all of them.
struct File {
    text: &'static str,
    parsed: OnceLock<Messages>,
}

/// Messages that were parsed.
struct Messages {
    /// All of them.
    bundle: FluentBundle<FluentResource>,
    /// Those without variables, as they are shown.
    plain: HashMap<&'static str, String>,
}

/// Names the files of a language.
macro_rules! files {
    ($code:literal) => {
        [
            include_str!(concat!("../../../../assets/locales/", $code, "/desktop-refusals.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/desktop-words.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/shared-answers.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/shared-edits.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/shared-errors.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/shared-folders.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/shared-jobs.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/shared-reasons.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/shared-refusals.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/shared-viewed.ftl")),
            include_str!(concat!(
                "../../../../assets/locales/",
                $code,
                "/terminal-actions-files.ftl"
            )),
            include_str!(concat!(
                "../../../../assets/locales/",
                $code,
                "/terminal-actions-jobs.ftl"
            )),
            include_str!(concat!(
                "../../../../assets/locales/",
                $code,
                "/terminal-actions-panels.ftl"
            )),
            include_str!(concat!(
                "../../../../assets/locales/",
                $code,
                "/terminal-actions-words.ftl"
            )),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-dialogs.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-jobs.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-messages.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-numbers.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-plans.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-programs.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-reports.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-forms.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-help.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-jobs-view.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-pages.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-panels.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-questions.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-transfer.ftl")),
            include_str!(concat!("../../../../assets/locales/", $code, "/terminal-viewer.ftl")),
        ]
    };
}

impl Catalogue {
    /// Gives the catalogue of a language.
    pub(super) fn of(language: Language) -> &'static Self {
        static ENGLISH: OnceLock<Catalogue> = OnceLock::new();
        static GERMAN: OnceLock<Catalogue> = OnceLock::new();
        match language {
            Language::English => ENGLISH.get_or_init(|| Self::new(language, &files!("en"))),
            Language::German => GERMAN.get_or_init(|| Self::new(language, &files!("de"))),
        }
    }

    fn new(language: Language, files: &[&'static str]) -> Self {
        let mut places = HashMap::new();
        for (place, file) in files.iter().enumerate() {
            places.extend(file.lines().filter_map(identifier_of).map(|id| (id, place)));
        }
        let file = |text: &&'static str| File { text, parsed: OnceLock::new() };
        Self { language, files: files.iter().map(file).collect(), places }
    }

    /// Gives the messages of the file that has a message.
    fn messages(&self, id: &str) -> Option<&Messages> {
        let file = self.files.get(*self.places.get(id)?)?;
        Some(file.parsed.get_or_init(|| Messages::parse(self.language, file.text)))
    }

    /// Gives a text without variables.
    pub(super) fn plain(&self, id: &str) -> Option<&str> {
        self.messages(id)?.plain.get(id).map(String::as_str)
    }

    /// Gives a text with its variables.
    pub(super) fn filled(&self, id: &str, variables: &FluentArgs<'_>) -> Option<String> {
        let bundle = &self.messages(id)?.bundle;
        let pattern = bundle.get_message(id)?.value()?;
        // A variable that is not given shows as its name; the test of the texts finds those.
        let mut missing = Vec::new();
        Some(bundle.format_pattern(pattern, Some(variables), &mut missing).into_owned())
    }
}

impl Messages {
    /// Parses a file; what is wrong in it is left out here, and found by `tests/tests/texts.rs`.
    fn parse(language: Language, file: &'static str) -> Self {
        let identifier: Vec<LanguageIdentifier> = language.code().parse().into_iter().collect();
        let mut bundle = FluentBundle::new_concurrent(identifier);
        // A terminal would show the marks as cells, and no language of ours is written from right to left.
        bundle.set_use_isolating(false);
        let resource = FluentResource::try_new(file.to_owned()).unwrap_or_else(|(read, _)| read);
        bundle.add_resource_overriding(resource);
        let mut plain = HashMap::new();
        for id in file.lines().filter_map(identifier_of) {
            let mut missing = Vec::new();
            let pattern = bundle.get_message(id).and_then(|message| message.value());
            let Some(pattern) = pattern else { continue };
            let text = bundle.format_pattern(pattern, None, &mut missing).into_owned();
            if missing.is_empty() {
                plain.insert(id, text);
            }
        }
        Self { bundle, plain }
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
