//! Defines every action that a key, the palette or a button can trigger.
//!
//! The texts of an action are the messages `action-NAME-title`, `action-NAME-hint` and `action-NAME-help`.

use fcp_presentation::language::named;
use fcp_presentation::tr;

/// Where an action has a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Moving about, everywhere.
    Moving,
    /// Folders, tabs, panels.
    Places,
    /// How a panel shows its folder.
    Showing,
    /// Which files an action is about.
    Marking,
    /// What is done with files.
    Files,
    /// The queue.
    Jobs,
    /// The viewer; it means nothing in the panels.
    Viewer,
    /// The program.
    Program,
}

impl Group {
    /// All groups that mean something in the panels, in the order of the help.
    pub(crate) const ALL: &'static [Self] = &[
        Self::Moving,
        Self::Places,
        Self::Showing,
        Self::Marking,
        Self::Files,
        Self::Jobs,
        Self::Program,
    ];

    /// Gives its heading.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Moving => tr!("group-moving"),
            Self::Places => tr!("group-places"),
            Self::Showing => tr!("group-showing"),
            Self::Marking => tr!("group-marking"),
            Self::Files => tr!("group-files"),
            Self::Jobs => tr!("group-jobs"),
            Self::Viewer => tr!("group-viewer"),
            Self::Program => tr!("group-program"),
        }
    }
}

macro_rules! actions {
    ($($group:ident { $($action:ident $name:literal;)* })*) => {
        /// What can be asked for in the panels and in the jobs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum Action {
            $($(#[doc = concat!("The action that keymaps call `", $name, "`.")] $action,)*)*
        }

        impl Action {
            /// All actions, in the order of the help.
            pub(crate) const ALL: &'static [Self] = &[$($(Self::$action,)*)*];

            /// Gives the name by which keymaps know the action.
            pub(crate) const fn name(self) -> &'static str {
                match self { $($(Self::$action => $name,)*)* }
            }

            /// Gives where the help lists the action.
            pub(crate) const fn group(self) -> Group {
                match self { $($(Self::$action => Group::$group,)*)* }
            }
        }
    };
}

actions! {
    Moving {
        Up "up";
        Down "down";
        PageUp "page-up";
        PageDown "page-down";
        HalfUp "half-page-up";
        HalfDown "half-page-down";
        First "first";
        Last "last";
        Switch "switch-panel";
        Escape "escape";
    }
    Places {
        Open "open";
        Enter "enter";
        Parent "parent";
        Back "back";
        Forward "forward";
        Home "home";
        Root "root";
        GoTo "go-to";
        Connect "connect";
        History "history";
        Bookmarks "bookmarks";
        BookmarkAdd "bookmark-add";
        LetterGo "letter-go";
        LetterGive "letter-give";
        Mounts "mounts";
        Find "find";
        Trashed "trashed";
        TabNew "tab-new";
        TabClose "tab-close";
        TabNext "tab-next";
        TabPrevious "tab-previous";
        Tab1 "tab-1";
        Tab2 "tab-2";
        Tab3 "tab-3";
        Tab4 "tab-4";
        Tab5 "tab-5";
        Tab6 "tab-6";
        Tab7 "tab-7";
        Tab8 "tab-8";
        Tab9 "tab-9";
        SwapPanels "swap-panels";
        EqualPanels "equal-panels";
        OpenOther "open-other";
    }
    Showing {
        Hidden "hidden";
        SortName "sort-name";
        SortSize "sort-size";
        SortTime "sort-time";
        SortExtension "sort-extension";
        SortReverse "sort-reverse";
        SortMenu "sort-menu";
        Columns "columns";
        Filter "filter";
        Search "search";
        SearchNext "search-next";
        SearchPrevious "search-previous";
        Reload "reload";
        OnePanel "one-panel";
        Preview "preview";
        Sizes "directory-sizes";
        Compare "compare-panels";
        CompareFolders "compare-folders";
        CompareFiles "compare-files";
        Screen "user-screen";
    }
    Marking {
        Mark "mark";
        MarkUp "mark-up";
        MarkHere "mark-here";
        MarkRange "mark-range";
        MarkAll "mark-all";
        MarkFiles "mark-files";
        MarkNone "mark-none";
        MarkInvert "mark-invert";
        MarkGlob "mark-glob";
        UnmarkGlob "unmark-glob";
        MarkExtension "mark-extension";
        MarksEverywhere "marks-everywhere";
        MarkRestore "mark-restore";
    }
    Files {
        Copy "copy";
        CopyHere "copy-here";
        Duplicate "duplicate";
        Move "move";
        Yank "yank";
        Cut "cut";
        Paste "paste";
        PasteSymlink "paste-symlink";
        PasteRelative "paste-relative-symlink";
        PasteHardLink "paste-hard-link";
        Rename "rename";
        BulkRename "bulk-rename";
        MakeDirectory "make-directory";
        MakeFile "make-file";
        Symlink "symlink";
        HardLink "hard-link";
        Extract "extract";
        ExtractHere "extract-here";
        Pack "pack";
        ShareStorage "share-storage";
        Trash "trash";
        Delete "delete";
        Mode "mode";
        Owner "owner";
        View "view";
        ViewHex "view-hex";
        Edit "edit";
        OpenWith "open-with";
        Command "command";
        UserMenu "user-menu";
        Shell "shell";
        Checksums "checksums";
        Properties "properties";
        CopyPath "copy-path";
        CopyName "copy-name";
        Undo "undo";
        Redo "redo";
    }
    Jobs {
        Jobs "jobs";
        Drawer "drawer";
        Answer "answer";
        Questions "questions";
        Pause "pause";
        PauseLane "pause-lane";
        PauseAll "pause-all";
        Cancel "cancel";
        CancelAll "cancel-all";
        JobUp "job-up";
        JobDown "job-down";
        JobFirst "job-first";
        JobStart "job-start";
        JobLimit "job-limit";
        LimitLane "limit-lane";
        LimitAll "limit-all";
        QueueMode "queue-mode";
        AfterQueue "after-queue";
        Details "details";
        Retry "retry";
        RetryElevated "retry-administrator";
        Repeat "repeat";
        UndoJob "undo-job";
        CopyCommand "copy-command";
        Finished "finished";
        WatchPlan "watch-plan";
        Clear "clear";
    }
    Viewer {
        ViewerWrap "viewer-wrap";
        ViewerHex "viewer-hex";
        ViewerNumbers "viewer-numbers";
        ViewerLeft "viewer-left";
        ViewerRight "viewer-right";
        ViewerGoTo "viewer-go-to";
        ViewerFind "viewer-find";
        ViewerFindBack "viewer-find-back";
        ViewerFindNext "viewer-find-next";
        ViewerFindPrevious "viewer-find-previous";
        ViewerFollow "viewer-follow";
        ViewerReload "viewer-reload";
        ViewerEncoding "viewer-encoding";
        ViewerEdit "viewer-edit";
        ViewerPreview "viewer-preview";
        ViewerNext "viewer-next";
        ViewerPrevious "viewer-previous";
        ViewerClose "viewer-close";
    }
    Program {
        Help "help";
        Palette "palette";
        Menu "menu";
        Quit "quit";
        Suspend "suspend";
        QuitHere "quit-here";
    }
}

impl Action {
    /// Gives its title, for the menus and the palette.
    pub(crate) fn title(self) -> &'static str {
        self.text("title")
    }

    /// Gives a short verb for the line of hints.
    pub(crate) fn hint(self) -> &'static str {
        self.text("hint")
    }

    /// Gives what happens, for the help and the palette.
    pub(crate) fn help(self) -> &'static str {
        self.text("help")
    }

    fn text(self, which: &str) -> &'static str {
        named(&format!("action-{}-{which}", self.name())).unwrap_or(self.name())
    }

    /// Finds an action by the name that keymaps use.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fcp_presentation::actions::TERMINAL;
    use fcp_presentation::language::Language;

    use super::*;
    use crate::app::keymap::{Keymap, Place};
    use crate::text;

    #[test]
    fn keymaps_know_the_name_of_every_action() {
        let names: BTreeSet<_> = Action::ALL.iter().map(|action| action.name()).collect();
        assert_eq!(names, TERMINAL.iter().copied().collect());
    }

    #[test]
    fn each_action_is_found_by_its_own_name() {
        let names: BTreeSet<_> = Action::ALL.iter().map(|action| action.name()).collect();
        assert_eq!(names.len(), Action::ALL.len());
        for &action in Action::ALL {
            assert_eq!(Action::named(action.name()), Some(action));
        }
    }

    /// The sources of the functions that carry out the actions of a group.
    fn effects(group: Group) -> Vec<&'static str> {
        let act = include_str!("update/act.rs");
        let jobs = include_str!("update/jobs.rs");
        let sources: &[(&'static str, &str)] = match group {
            Group::Moving => &[(act, "fn step(")],
            Group::Places | Group::Showing => &[(include_str!("update/places.rs"), "fn act(")],
            Group::Marking => &[(include_str!("update/marking.rs"), "fn act(")],
            Group::Files => &[(include_str!("update/files.rs"), "fn act(")],
            Group::Jobs => &[(jobs, "fn act("), (act, "fn act(")],
            Group::Viewer => &[(include_str!("viewer/state.rs"), "fn act(")],
            Group::Program => &[(act, "fn program(")],
        };
        let body = |&(source, name): &(&'static str, &str)| {
            let (_, after) = source.split_once(name).unwrap();
            after.split_once("\n}\n").unwrap().0
        };
        sources.iter().map(body).collect()
    }

    /// Each group's match ends in an arm for the actions of other groups, so the compiler misses none.
    #[test]
    fn each_action_has_an_effect() {
        for &action in Action::ALL {
            let name = format!("Action::{action:?}");
            let is_done = effects(action.group()).iter().any(|source| {
                let mut after = source.split(&name).skip(1);
                after.any(|rest| !rest.starts_with(char::is_alphanumeric))
            });
            assert!(is_done, "{name} does nothing");
        }
    }

    #[test]
    fn each_action_has_a_title_a_hint_and_a_help_in_every_language() {
        for language in Language::ALL {
            language.speaking(|| {
                for &action in Action::ALL {
                    let texts = [action.title(), action.hint(), action.help()];
                    let code = language.code();
                    for text in texts {
                        assert_ne!(text, action.name(), "{code}: {}", action.name());
                        assert!(text.starts_with(char::is_uppercase), "{code}: {text}");
                        assert!(!text.ends_with(' '), "{code}: {text}");
                    }
                    assert!(!action.help().ends_with('.'), "{code}: {}", action.help());
                    assert!(text::width(action.hint()) <= 16, "{code}: {}", action.hint());
                }
            });
        }
        let help = Language::German.speaking(|| Action::Copy.help());
        assert_eq!(
            (help, Action::Copy.help()),
            ("Auf die andere Seite kopieren", "Copy to the other panel")
        );
    }

    #[test]
    fn the_words_of_function_keys_fit_into_eighty_columns_in_german() {
        let keymap = Keymap::preset("commander").unwrap();
        for place in [Place::Panels, Place::Viewer] {
            for binding in keymap.bindings(place) {
                let [key] = binding.keys.as_slice() else { continue };
                let Some(1..=10) = key.function() else { continue };
                let hint = Language::German.speaking(|| binding.action.hint());
                assert!(text::width(hint) <= 5, "{key}: {hint}");
            }
        }
    }
}
