//! Opens files on other machines: their beginning is sent.

use std::sync::Arc;

use fcp_browse::far::Machines;
use fcp_engine::link::LOOKED_AT;
use fcp_engine::path::FarPath;

use crate::document::{About, Spelling, Tint, View};
use crate::loader::words;
use crate::phrase::Phrase;
use crate::source::{CancelToken, Source};

/// What was sent of a file.
pub(crate) struct Start {
    pub(crate) source: Source,
    /// That it is not all of the file.
    pub(crate) fact: Option<String>,
}

/// Opens a file on another machine, or tells why it cannot be.
pub(crate) fn open(
    path: &FarPath,
    machines: &Arc<Machines>,
    spelling: &Spelling,
    cancel: &CancelToken,
) -> Result<Start, Box<View>> {
    match machines.look(path, LOOKED_AT, &|| cancel.is_over()) {
        Ok(start) => {
            let bytes = start.data.len() as u64;
            let fact = (bytes < start.size)
                .then(|| spelling.say(&Phrase::FarBeginning { bytes, size: start.size }));
            Ok(Start { source: Source::memory(start.data), fact })
        }
        Err(error) => Err(Box::new(words(About::default(), (spelling.error)(&error), Tint::Bad))),
    }
}

/// Says that what is shown is not all of the file.
pub(crate) fn noted(mut view: View, fact: Option<String>) -> View {
    if let Some(fact) = fact {
        view.about.get_or_insert_default().facts.insert(0, fact);
    }
    view
}
