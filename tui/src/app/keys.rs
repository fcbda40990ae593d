//! Which key does what, in one table per place; the help and the hints are made from it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::action::Action;

/// A place with keys of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The two panels.
    Panels,
    /// The list of jobs.
    Jobs,
}

/// One line of a key table.
#[derive(Debug)]
pub struct Binding {
    /// The keys.
    pub keys: &'static [(KeyCode, KeyModifiers)],
    /// The keys as they are written.
    pub name: &'static str,
    /// A short verb for the line of hints; empty for what everybody tries anyway.
    pub hint: &'static str,
    /// What happens.
    pub help: &'static str,
    /// What is asked for.
    pub action: Action,
}

const NONE: KeyModifiers = KeyModifiers::NONE;

/// Asks before it quits while jobs run, so it is safe to try.
const CTRL_C: (KeyCode, KeyModifiers) = (KeyCode::Char('c'), KeyModifiers::CONTROL);

const fn key(code: KeyCode) -> (KeyCode, KeyModifiers) {
    (code, NONE)
}

const fn char(c: char) -> (KeyCode, KeyModifiers) {
    (KeyCode::Char(c), NONE)
}

macro_rules! table {
    ($($name:literal $hint:literal $help:literal $action:ident: $($key:expr),+;)*) => {
        &[$(Binding {
            keys: &[$($key),+], name: $name, hint: $hint, help: $help, action: Action::$action,
        }),*]
    };
}

const PANELS: &[Binding] = table! {
    "↑" "" "one row up" Up: key(KeyCode::Up);
    "↓" "" "one row down" Down: key(KeyCode::Down);
    "PgUp" "" "one page up" PageUp: key(KeyCode::PageUp);
    "PgDn" "" "one page down" PageDown: key(KeyCode::PageDown);
    "Home" "" "first row" First: key(KeyCode::Home);
    "End" "" "last row" Last: key(KeyCode::End);
    "Enter" "" "open the folder" Open: key(KeyCode::Enter);
    "Backspace" "" "up to the parent folder" Parent: key(KeyCode::Backspace);
    "Tab" "" "to the other panel" Switch: key(KeyCode::Tab);
    "Space Insert" "" "mark, move down" Mark: char(' '), key(KeyCode::Insert);
    "*" "" "invert the marks" MarkInvert: char('*');
    "." "" "show or hide hidden names" Hidden: char('.');
    "Ctrl-R" "" "list both panels again" Reload: (KeyCode::Char('r'), KeyModifiers::CONTROL);
    "F5" "Copy" "copy to the other panel" Copy: key(KeyCode::F(5));
    "F2" "Jobs" "show the jobs" Jobs: key(KeyCode::F(2));
    "n" "" "answer the oldest question" Answer: char('n');
    "F1 ?" "Help" "show these keys" Help: key(KeyCode::F(1)), char('?');
    "F10 q" "Quit" "quit" Quit: key(KeyCode::F(10)), char('q'), CTRL_C;
};

const JOBS: &[Binding] = table! {
    "Space" "Pause" "pause or resume the job" Pause: char(' ');
    "Enter" "Details" "show the report of the job" Details: key(KeyCode::Enter);
    "+" "Sooner" "move the job up in the queue" JobUp: char('+'), char('=');
    "-" "Later" "move the job down in the queue" JobDown: char('-');
    "l" "Limit" "limit the speed of the job" JobLimit: char('l');
    "n" "Answer" "answer the oldest question" Answer: char('n');
    "N t" "" "show all open questions as a table" Questions: char('N'), char('t');
    "F8" "Cancel" "cancel the job" Cancel: key(KeyCode::F(8)), key(KeyCode::Delete);
    "p" "Pause all" "pause or resume all jobs" PauseAll: char('p');
    "P" "" "pause or resume all jobs of this lane" PauseLane: char('P');
    "f" "" "move the job to the front of the queue" JobFirst: char('f');
    "s" "" "start the job now, whatever runs" JobStart: char('s');
    "L" "" "limit the speed of each job of this lane" LimitLane: char('L');
    "a" "" "limit the speed of all jobs together" LimitAll: char('a');
    "m" "" "one job per lane, all at once, or strictly one" QueueMode: char('m');
    "r" "" "do again what failed" Retry: char('r');
    "R" "" "run the job once more" Repeat: char('R');
    "u" "" "take back what the job did" UndoJob: char('u');
    "y" "" "copy the job as a command line" CopyCommand: char('y');
    "h" "" "show the log of finished jobs" Finished: char('h');
    "X" "" "cancel all jobs" CancelAll: char('X');
    "c" "Clear done" "remove the jobs that are over" Clear: char('c');
    "↑" "" "one job up" Up: key(KeyCode::Up);
    "↓" "" "one job down" Down: key(KeyCode::Down);
    "Home" "" "first job" First: key(KeyCode::Home);
    "End" "" "last job" Last: key(KeyCode::End);
    "F1 ?" "" "show these keys" Help: key(KeyCode::F(1)), char('?');
    "F10 q" "" "quit" Quit: key(KeyCode::F(10)), char('q'), CTRL_C;
    "Esc F2 Tab" "Panels" "back to the panels"
        Jobs: key(KeyCode::Esc), key(KeyCode::F(2)), key(KeyCode::Tab);
};

impl Place {
    /// Gives the keys of a place.
    pub const fn bindings(self) -> &'static [Binding] {
        match self {
            Self::Panels => PANELS,
            Self::Jobs => JOBS,
        }
    }

    /// Gives what a key asks for here.
    pub fn action(self, event: KeyEvent) -> Option<Action> {
        // Shift is part of the character already.
        let bits = event.modifiers - KeyModifiers::SHIFT;
        let hit = |binding: &&Binding| binding.keys.contains(&(event.code, bits));
        self.bindings().iter().find(hit).map(|binding| binding.action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things() {
        for place in [Place::Panels, Place::Jobs] {
            let mut keys: Vec<_> = place.bindings().iter().flat_map(|b| b.keys).collect();
            let all = keys.len();
            keys.sort_by_key(|key| format!("{key:?}"));
            keys.dedup();
            assert_eq!(keys.len(), all);
        }
    }
}
