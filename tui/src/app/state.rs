//! Defines the parts of the model.

use std::collections::BTreeMap;
use std::path::PathBuf;

use fcp_browse::panel::{Panel, Shows};
use fcp_engine::spec::Verb;
use fcp_engine::view::{Eta, Speed};
use fcp_presentation::transfer::Shown;

use super::dialog::form::Form;
use super::mouse::Hit;

/// One side of the screen: tabs, one of which is shown.
#[derive(Debug)]
pub(crate) struct Side {
    /// The tabs; there is always one.
    pub tabs: Vec<Panel>,
    /// The tab that is shown.
    pub tab: usize,
}

/// What is typed into the line of a panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typing {
    /// A name to go to; where the cursor was, to go back there.
    Search {
        /// What was typed.
        text: String,
        /// The row of the cursor before.
        from: usize,
        /// Whether nothing matches.
        missed: bool,
    },
    /// A filter; what it was before.
    Filter {
        /// The filter before.
        before: String,
    },
}

/// Items that were remembered to be pasted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Register {
    /// Copy or move.
    pub verb: Verb,
    /// The items.
    pub sources: Vec<PathBuf>,
    /// What the panel showed of them.
    pub shown: Shown,
}

/// A folder that the user has typed and that is not listed yet.
#[derive(Debug)]
pub(crate) struct Going {
    /// The number of the request.
    pub ticket: u64,
    /// The dialog, which comes back if the folder cannot be listed.
    pub form: Box<Form>,
    /// The folders of before.
    pub visited: Vec<PathBuf>,
}

/// A press of the left button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Press {
    /// On what.
    pub hit: Hit,
    /// When, in microseconds since the Unix epoch.
    pub at: u64,
}

/// Names of users and groups by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Owners {
    /// Users.
    pub users: BTreeMap<u32, String>,
    /// Groups.
    pub groups: BTreeMap<u32, String>,
}

/// The speed and the time left of a job, held still for a second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// When it was taken.
    pub at: u64,
    /// The speed.
    pub rate: Speed,
    /// The time left.
    pub eta: Option<Eta>,
}

/// One sentence in the status line.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    /// What kind of news it is.
    pub tone: Tone,
    /// The sentence.
    pub text: String,
}

/// What kind of news a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Something ended well.
    Good,
    /// Something failed.
    Bad,
    /// Anything else.
    Plain,
}

impl Side {
    /// Starts with one tab.
    pub(crate) fn new(dir: PathBuf) -> Self {
        Self { tabs: vec![Panel::new(dir, Shows::default())], tab: 0 }
    }

    /// Gives the panel that is shown.
    pub(crate) fn panel(&self) -> &Panel {
        &self.tabs[self.tab]
    }

    /// Gives the panel that is shown.
    pub(crate) fn panel_mut(&mut self) -> &mut Panel {
        &mut self.tabs[self.tab]
    }
}
