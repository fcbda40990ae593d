//! A dialog option with a fixed list of answers, one of which is selected.

use fcp_presentation::language;

/// An option with its possible answers, by the identifiers of their texts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The identifier of its name.
    pub label: &'static str,
    /// The identifiers of the answers: name, consequence.
    pub answers: &'static [(&'static str, &'static str)],
}

impl Choice {
    /// Gives its name.
    pub(crate) fn label(&self) -> &'static str {
        language::plain(self.label)
    }

    /// Gives the names of the answers.
    pub(crate) fn names(&self) -> impl ExactSizeIterator<Item = &'static str> + Clone + use<> {
        let answers = self.answers;
        answers.iter().map(|(name, _)| language::plain(name))
    }

    /// Gives the name of an answer.
    pub(crate) fn name(&self, answer: usize) -> &'static str {
        self.answers.get(answer).map_or("", |(name, _)| language::plain(name))
    }

    /// Gives the consequence of an answer.
    pub(crate) fn consequence(&self, answer: usize) -> &'static str {
        self.answers.get(answer).map_or("", |(_, consequence)| language::plain(consequence))
    }

    /// Gives the answer beside one, around the end.
    pub(crate) fn beside(&self, chosen: usize, forward: bool) -> usize {
        let all = self.answers.len();
        (chosen + if forward { 1 } else { all - 1 }) % all
    }
}

#[cfg(test)]
mod tests {
    use fcp_presentation::language::Language;

    use super::*;
    use crate::app::dialog::{bulk, form, transfer};

    #[test]
    fn every_language_has_the_texts_of_all_choices() {
        let single = [&form::BELOW, &form::AFTER, &form::TARGET, &transfer::SUBVOLUMES];
        let lists: [&[Choice]; 4] =
            [&form::FIND_TEXT, &form::FIND, &transfer::CHOICES, &bulk::CHOICES];
        let fixed = transfer::FIXED.iter().map(|(_, choice)| choice);
        for choice in single.into_iter().chain(lists.into_iter().flatten()).chain(fixed) {
            let of_answers = choice.answers.iter().flat_map(|(name, note)| [*name, *note]);
            for id in of_answers.chain([choice.label]) {
                for language in Language::ALL {
                    let text = language.speaking(|| language::named(id));
                    assert!(text.is_some(), "{}: {id}", language.code());
                }
            }
        }
    }
}
