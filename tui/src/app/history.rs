//! The lines that the user typed before, for the up and down keys.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Lines that are kept for each purpose.
const KEPT: usize = 50;

/// Bytes of the longest line that is kept.
const LONGEST: usize = 4_096;

/// Lines by what they were typed for, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct History(BTreeMap<String, Vec<String>>);

impl History {
    /// Gives the lines typed for a purpose.
    pub(crate) fn of(&self, purpose: &str) -> Vec<String> {
        self.0.get(purpose).cloned().unwrap_or_default()
    }

    /// Keeps a line; one that was typed before moves to the front.
    pub(crate) fn keep(&mut self, purpose: &str, line: &str) {
        if line.is_empty() || line.len() > LONGEST {
            return;
        }
        let lines = self.0.entry(purpose.to_owned()).or_default();
        lines.retain(|known| known != line);
        lines.insert(0, line.to_owned());
        lines.truncate(KEPT);
    }

    /// Adds the lines that were typed in other programs, behind those of this one.
    pub(crate) fn add(&mut self, others: Self) {
        for (purpose, others) in others.0 {
            let lines = self.0.entry(purpose).or_default();
            let new = others.into_iter().filter(|line| !lines.contains(line)).collect::<Vec<_>>();
            lines.extend(new);
            lines.truncate(KEPT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_kept_once_and_not_for_ever() {
        let mut history = History::default();
        (0..KEPT + 5).for_each(|n| history.keep("find", &format!("line {n}")));
        history.keep("find", "line 40");
        history.keep("find", "");
        let lines = history.of("find");
        assert_eq!(
            (lines.len(), lines[0].as_str(), lines[1].as_str()),
            (KEPT, "line 40", "line 54")
        );
        assert!(history.of("mark").is_empty());
    }
}
