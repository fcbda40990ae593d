//! The names of all actions, as keymaps write them.
//!
//! One keymap serves the terminal and the window. Each has actions that the other lacks; a key that is bound to
//! one of those does nothing there, and a name that neither knows is a mistake in the user's file.

use crate::settings::did_you_mean;

/// Actions of the terminal, most of which the window has as well.
pub const TERMINAL: &[&str] = &[
    "after-queue",
    "answer",
    "back",
    "bookmark-add",
    "bookmarks",
    "bulk-rename",
    "cancel",
    "cancel-all",
    "checksums",
    "clear",
    "columns",
    "command",
    "compare-files",
    "compare-folders",
    "compare-panels",
    "connect",
    "copy",
    "copy-command",
    "copy-here",
    "copy-name",
    "copy-path",
    "cut",
    "delete",
    "details",
    "directory-sizes",
    "down",
    "drawer",
    "duplicate",
    "edit",
    "enter",
    "equal-panels",
    "escape",
    "extract",
    "extract-here",
    "filter",
    "find",
    "finished",
    "first",
    "forward",
    "go-to",
    "half-page-down",
    "half-page-up",
    "hard-link",
    "help",
    "hidden",
    "history",
    "home",
    "job-down",
    "job-first",
    "job-limit",
    "job-start",
    "job-up",
    "jobs",
    "last",
    "letter-give",
    "letter-go",
    "limit-all",
    "limit-lane",
    "make-directory",
    "make-file",
    "mark",
    "mark-all",
    "mark-extension",
    "mark-files",
    "mark-glob",
    "mark-here",
    "mark-invert",
    "mark-none",
    "mark-range",
    "mark-restore",
    "mark-up",
    "marks-everywhere",
    "menu",
    "mode",
    "mounts",
    "move",
    "one-panel",
    "open",
    "open-other",
    "open-with",
    "owner",
    "pack",
    "page-down",
    "page-up",
    "palette",
    "parent",
    "paste",
    "paste-hard-link",
    "paste-relative-symlink",
    "paste-symlink",
    "pause",
    "pause-all",
    "pause-lane",
    "preview",
    "properties",
    "questions",
    "queue-mode",
    "quit",
    "quit-here",
    "redo",
    "reload",
    "rename",
    "repeat",
    "retry",
    "retry-administrator",
    "root",
    "search",
    "search-next",
    "search-previous",
    "share-storage",
    "shell",
    "sort-extension",
    "sort-menu",
    "sort-name",
    "sort-reverse",
    "sort-size",
    "sort-time",
    "suspend",
    "swap-panels",
    "switch-panel",
    "symlink",
    "tab-1",
    "tab-2",
    "tab-3",
    "tab-4",
    "tab-5",
    "tab-6",
    "tab-7",
    "tab-8",
    "tab-9",
    "tab-close",
    "tab-new",
    "tab-next",
    "tab-previous",
    "trash",
    "trashed",
    "undo",
    "undo-job",
    "unmark-glob",
    "up",
    "user-menu",
    "user-screen",
    "view",
    "view-hex",
    "viewer-close",
    "viewer-edit",
    "viewer-encoding",
    "viewer-find",
    "viewer-find-back",
    "viewer-find-next",
    "viewer-find-previous",
    "viewer-follow",
    "viewer-go-to",
    "viewer-hex",
    "viewer-left",
    "viewer-next",
    "viewer-numbers",
    "viewer-preview",
    "viewer-previous",
    "viewer-reload",
    "viewer-right",
    "viewer-wrap",
    "watch-plan",
    "yank",
];

/// Actions that only the window has.
pub const WINDOW: &[&str] = &[
    "change-keys",
    "compact",
    "empty-trash",
    "grid",
    "left",
    "list",
    "open-tab",
    "preferences",
    "region-next",
    "region-previous",
    "restore",
    "right",
    "show-copier",
    "show-places",
    "theme-dark",
    "theme-light",
    "theme-system",
    "verify",
];

/// Actions that work on this machine alone: both apps refuse them where the panel in use shows another machine.
pub const HERE: &[&str] = &[
    "bulk-rename",
    "checksums",
    "command",
    "copy-here",
    "cut",
    "directory-sizes",
    "duplicate",
    "edit",
    "extract",
    "extract-here",
    "find",
    "make-file",
    "mode",
    "open-with",
    "owner",
    "pack",
    "paste-hard-link",
    "paste-relative-symlink",
    "paste-symlink",
    "properties",
    "restore",
    "share-storage",
    "shell",
    "user-menu",
    "user-screen",
];

/// Actions about both panels that work on this machine alone, refused where either shows another.
pub const HERE_IN_BOTH: &[&str] =
    &["compare-files", "compare-folders", "hard-link", "symlink", "verify"];

/// Tells whether an action is refused where the panel in use, or the other one, shows another machine.
pub fn is_misplaced(name: &str, here_is_far: bool, other_is_far: bool) -> bool {
    (here_is_far && HERE.contains(&name))
        || ((here_is_far || other_is_far) && HERE_IN_BOTH.contains(&name))
}

/// Tells whether the terminal or the window has an action of this name.
pub fn is_known(name: &str) -> bool {
    TERMINAL.contains(&name) || WINDOW.contains(&name)
}

/// Says that no action has a name, and which was probably meant.
pub fn unknown(name: &str) -> String {
    let meant = did_you_mean(name, TERMINAL.iter().chain(WINDOW).copied());
    format!("no action is called '{name}'{meant}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_name_is_listed_twice() {
        let all: Vec<&str> = TERMINAL.iter().chain(WINDOW).copied().collect();
        let different: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(different.len(), all.len());
    }

    #[test]
    fn what_is_for_one_machine_alone_is_refused_where_it_would_meet_another() {
        assert!(HERE.iter().chain(HERE_IN_BOTH).all(|name| is_known(name)));
        assert!(is_misplaced("mode", true, false) && !is_misplaced("mode", false, true));
        assert!(is_misplaced("symlink", false, true) && !is_misplaced("symlink", false, false));
        for name in [
            "copy",
            "move",
            "trash",
            "delete",
            "rename",
            "make-directory",
            "view",
            "reload",
            "copy-path",
        ] {
            assert!(!is_misplaced(name, true, true), "{name}");
        }
    }

    #[test]
    fn a_name_with_a_typo_is_unknown_and_the_right_one_is_suggested() {
        assert!(is_known("copy") && is_known("theme-dark") && !is_known("cpy"));
        assert_eq!(unknown("cpy"), "no action is called 'cpy' (did you mean 'copy'?)");
    }
}
