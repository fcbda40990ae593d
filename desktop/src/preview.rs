//! What is shown of the entry under the cursor.

use crate::app::App;
use crate::wire::{PanelSide, Preview, Refusal};

pub(crate) fn preview(_app: &App, _side: PanelSide) -> Result<Preview, Refusal> {
    Err(Refusal::Gone)
}
