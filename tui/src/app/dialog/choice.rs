//! A dialog option with a fixed list of answers, one of which is selected.

/// An option with its possible answers.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The name of the option.
    pub label: &'static str,
    /// The answers: name, consequence.
    pub answers: &'static [(&'static str, &'static str)],
}

impl Choice {
    /// Gives the answer beside one, around the end.
    pub(crate) fn beside(&self, chosen: usize, forward: bool) -> usize {
        let all = self.answers.len();
        (chosen + if forward { 1 } else { all - 1 }) % all
    }
}
