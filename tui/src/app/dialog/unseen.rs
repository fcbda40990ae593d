//! Says which marked items a dialog acts on although the panel does not show them.

use fcp_presentation::tr;
pub(crate) use fcp_presentation::unseen::Unseen;

use crate::format;

/// Says how many there are and names the first ones; nothing if all is shown.
pub(crate) fn words(unseen: &Unseen) -> Option<String> {
    let Unseen { count, names } = unseen;
    let shown = format::count(*count);
    (*count > 0).then(|| tr!("dialog-not-shown", shown = shown, names = names.as_str()))
}
