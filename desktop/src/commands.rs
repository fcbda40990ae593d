//! The commands of the web UI, as `ui-web/src/model/commands.ts` names them; each only calls another module.
//!
//! They run beside the main thread, so that no disk keeps the window waiting.

#![allow(clippy::needless_pass_by_value, reason = "commands take what was sent")]

pub(crate) mod files;
pub(crate) mod jobs;
pub(crate) mod panels;
pub(crate) mod plans;
pub(crate) mod questions;
mod types;
pub(crate) mod window;

/// Names all commands; `build.rs` allows them to our windows.
macro_rules! all {
    () => {
        tauri::generate_handler![
            $crate::commands::window::subscribe,
            $crate::commands::panels::panel,
            $crate::commands::panels::panels,
            $crate::commands::panels::complete,
            $crate::commands::plans::plan,
            $crate::commands::plans::replan,
            $crate::commands::plans::start,
            $crate::commands::plans::foresee,
            $crate::commands::plans::discard,
            $crate::commands::files::edit,
            $crate::commands::files::spelled,
            $crate::commands::files::rename_preview,
            $crate::commands::files::rename_rows,
            $crate::commands::files::rename_all,
            $crate::commands::panels::compare_folders,
            $crate::commands::panels::comparison,
            $crate::commands::panels::comparison_rows,
            $crate::commands::files::stop_changes,
            $crate::commands::files::undo,
            $crate::commands::files::redo,
            $crate::commands::files::hold,
            $crate::commands::files::properties,
            $crate::commands::files::checksum,
            $crate::commands::files::stop_checksum,
            $crate::commands::files::compare_checksum,
            $crate::commands::panels::preview,
            $crate::commands::panels::viewer,
            $crate::commands::files::open,
            $crate::commands::files::programs,
            $crate::commands::files::open_with,
            $crate::commands::files::copy_files,
            $crate::commands::files::paste,
            $crate::commands::files::copy_text,
            $crate::commands::files::copy_line,
            $crate::commands::window::drag_out,
            $crate::commands::window::drag_over,
            $crate::commands::window::choose,
            $crate::commands::jobs::job,
            $crate::commands::jobs::jobs,
            $crate::commands::jobs::report,
            $crate::commands::jobs::log,
            $crate::commands::jobs::history,
            $crate::commands::jobs::command_line,
            $crate::commands::jobs::after_queue,
            $crate::commands::jobs::too_large,
            $crate::commands::files::run_command,
            $crate::commands::questions::answer,
            $crate::commands::questions::question,
            $crate::commands::questions::compare,
            $crate::commands::questions::open_both,
            $crate::commands::questions::rules,
            $crate::commands::questions::apply_rules,
            $crate::commands::questions::diff,
            $crate::commands::questions::diff_rows,
            $crate::commands::questions::diff_next,
            $crate::commands::questions::close_diff,
            $crate::commands::plans::elevate,
            $crate::commands::plans::elevate_now,
            $crate::commands::plans::stop_elevated,
            $crate::commands::panels::eject,
            $crate::commands::panels::machines,
            $crate::commands::window::edit_keys,
            $crate::commands::window::prefer,
            $crate::commands::window::show_window,
            $crate::commands::window::quit,
        ]
    };
}
pub(crate) use all;
