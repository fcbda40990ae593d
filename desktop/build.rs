//! Checks that the web UI has been built, and lists the commands that its pages may call.

use tauri_build::{AppManifest, Attributes};

/// Our commands; nothing else can be called, and each is allowed to our windows alone.
const COMMANDS: &[&str] = &[
    "subscribe",
    "panel",
    "panels",
    "complete",
    "plan",
    "replan",
    "start",
    "foresee",
    "discard",
    "edit",
    "spelled",
    "rename_preview",
    "rename_rows",
    "rename_all",
    "compare_folders",
    "comparison",
    "comparison_rows",
    "undo",
    "redo",
    "hold",
    "properties",
    "checksum",
    "stop_checksum",
    "compare_checksum",
    "preview",
    "viewer",
    "open",
    "programs",
    "open_with",
    "copy_files",
    "paste",
    "copy_text",
    "copy_line",
    "drag_out",
    "drag_over",
    "choose",
    "job",
    "jobs",
    "report",
    "log",
    "history",
    "command_line",
    "after_queue",
    "too_large",
    "run_command",
    "answer",
    "question",
    "compare",
    "open_both",
    "rules",
    "apply_rules",
    "diff",
    "diff_rows",
    "diff_next",
    "close_diff",
    "elevate",
    "elevate_now",
    "stop_elevated",
    "stop_changes",
    "eject",
    "machines",
    "edit_keys",
    "prefer",
    "show_window",
    "quit",
];

fn main() {
    println!("cargo:rerun-if-changed=../ui-web/dist");
    assert!(
        std::path::Path::new("../ui-web/dist/index.html").exists(),
        "the web UI is not built: run `npm ci && npm run build` in ui-web/ first"
    );
    let attributes = Attributes::new().app_manifest(AppManifest::new().commands(COMMANDS));
    if let Err(error) = tauri_build::try_build(attributes) {
        panic!("{error:#}");
    }
}
