//! Opens documents for the viewer.

use fcp_presentation::{errors, viewed};
use fcp_viewer::{Loader, Open, Spelling};
use jiff::tz::TimeZone;

use crate::app::viewer::{Graphics, View};
use crate::app::{report, when};
use crate::format;

/// How terminals write numbers.
const NUMBERS: viewed::Numbers = viewed::Numbers { size: format::size, count: format::count };

/// How terminals spell what is in a file.
pub(crate) const SPELLING: Spelling = Spelling {
    size: format::size,
    short_size: format::size_short,
    count: format::count,
    time: |time, now| when::when(time, now, &TimeZone::system()),
    error: |error| format!("{}   {}", errors::cannot(error), report::errno(error)),
    phrase: |phrase| viewed::phrase(phrase, NUMBERS),
};

/// Opens a document; its pictures are encoded on its own thread.
pub(crate) fn open(
    loader: &Loader,
    ticket: u64,
    (open, graphics): (Open, Graphics),
    tell: impl Fn(u64, Box<View>) + Send + Sync + 'static,
) {
    let draw = move |image| graphics.draw(image);
    loader.open(ticket, open, move |ticket, view| tell(ticket, Box::new(view.draw(draw))));
}
