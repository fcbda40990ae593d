//! What commands take and give.

use std::sync::Arc;

use tauri::State;

use crate::app::App;
use crate::wire::Refusal;

/// The result of a command that gives nothing.
pub(super) type Done = Result<(), Refusal>;

/// The parts of the program, as Tauri hands them to a command.
pub(super) type Held<'a> = State<'a, Arc<App>>;
