//! Defines every action that a key, the palette or a button can trigger.

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
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Moving => "Moving",
            Self::Places => "Places",
            Self::Showing => "Showing",
            Self::Marking => "Marking",
            Self::Files => "Files",
            Self::Jobs => "Jobs",
            Self::Viewer => "Viewer",
            Self::Program => "Program",
        }
    }
}

macro_rules! actions {
    ($($group:ident { $($action:ident $name:literal $hint:literal $help:literal;)* })*) => {
        /// What can be asked for in the panels and in the jobs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum Action {
            $($(#[doc = $help] $action,)*)*
        }

        impl Action {
            /// All actions, in the order of the help.
            pub(crate) const ALL: &'static [Self] = &[$($(Self::$action,)*)*];

            /// Gives the name by which keymaps know the action.
            pub(crate) const fn name(self) -> &'static str {
                match self { $($(Self::$action => $name,)*)* }
            }

            /// Gives a short verb for the line of hints.
            pub(crate) const fn hint(self) -> &'static str {
                match self { $($(Self::$action => $hint,)*)* }
            }

            /// Gives what happens, for the help and the palette.
            pub(crate) const fn help(self) -> &'static str {
                match self { $($(Self::$action => $help,)*)* }
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
        Up "up" "Up" "One row up";
        Down "down" "Down" "One row down";
        PageUp "page-up" "Page up" "One page up";
        PageDown "page-down" "Page down" "One page down";
        HalfUp "half-page-up" "Half up" "Half a page up";
        HalfDown "half-page-down" "Half down" "Half a page down";
        First "first" "First" "First row";
        Last "last" "Last" "Last row";
        Switch "switch-panel" "Other panel" "Other panel, or back from the jobs";
        Escape "escape" "Back" "End a search, a filter or a range";
    }
    Places {
        Open "open" "Open" "Enter the folder, or open the file";
        Enter "enter" "Enter" "Enter a folder, and no file";
        Parent "parent" "Up" "Go up to the parent folder";
        Back "back" "Back" "Previous folder";
        Forward "forward" "Forward" "Go forward again";
        Home "home" "Home" "Go to the home folder";
        Root "root" "Root" "Go to the root folder";
        GoTo "go-to" "Go to" "Go to a path";
        History "history" "History" "Choose a recent folder";
        Bookmarks "bookmarks" "Bookmarks" "Choose a bookmark";
        BookmarkAdd "bookmark-add" "Bookmark" "Bookmark this folder";
        LetterGo "letter-go" "Go to letter" "Go to the folder of a letter";
        LetterGive "letter-give" "Letter" "Give this folder a letter";
        Mounts "mounts" "Mounts" "Choose a mounted filesystem";
        Find "find" "Find" "Names or text in files, as a panel";
        Trashed "trashed" "Trash" "Show the trash: restore, delete, empty";
        TabNew "tab-new" "New tab" "Open this folder in a new tab";
        TabClose "tab-close" "Close tab" "Close the tab";
        TabNext "tab-next" "Next tab" "Next tab";
        TabPrevious "tab-previous" "Previous tab" "Previous tab";
        Tab1 "tab-1" "Tab 1" "First tab";
        Tab2 "tab-2" "Tab 2" "Second tab";
        Tab3 "tab-3" "Tab 3" "Third tab";
        Tab4 "tab-4" "Tab 4" "Fourth tab";
        Tab5 "tab-5" "Tab 5" "Fifth tab";
        Tab6 "tab-6" "Tab 6" "Sixth tab";
        Tab7 "tab-7" "Tab 7" "Seventh tab";
        Tab8 "tab-8" "Tab 8" "Eighth tab";
        Tab9 "tab-9" "Tab 9" "Ninth tab";
        SwapPanels "swap-panels" "Swap" "Swap the panels";
        EqualPanels "equal-panels" "Equal" "Show this folder in the other panel";
        OpenOther "open-other" "Open there" "Enter the folder in the other panel";
    }
    Showing {
        Hidden "hidden" "Hidden" "Show or hide hidden names";
        SortName "sort-name" "By name" "Sort by name; again reverses";
        SortSize "sort-size" "By size" "Sort by size; again reverses";
        SortTime "sort-time" "By time" "Sort by time; again reverses";
        SortExtension "sort-extension" "By extension" "Sort by extension; again reverses";
        SortReverse "sort-reverse" "Reverse" "Reverse the order";
        SortMenu "sort-menu" "Sort" "Choose the order";
        Columns "columns" "Columns" "Choose the columns and their order";
        Filter "filter" "Filter" "Show only names that match";
        Search "search" "Search" "Go to names that match as you type";
        SearchNext "search-next" "Next match" "Next name that matches";
        SearchPrevious "search-previous" "Previous match" "Previous name that matches";
        Reload "reload" "Reload" "List both panels again";
        OnePanel "one-panel" "One panel" "Show one panel, or both";
        Preview "preview" "Preview" "Show the file beside the panel";
        Sizes "directory-sizes" "Sizes" "Count the sizes of folders";
        Compare "compare-panels" "Compare" "Mark differences of the panels";
        CompareFolders "compare-folders" "In step" "Compare both folders with subfolders, and bring them in step";
        CompareFiles "compare-files" "Differences" "Show how two files differ, line by line";
        Screen "user-screen" "Screen" "Show the shell below, in this folder; the same key returns";
    }
    Marking {
        Mark "mark" "Mark" "Mark or unmark, move down";
        MarkUp "mark-up" "Mark up" "Mark or unmark, move up";
        MarkHere "mark-here" "Mark" "Mark or unmark, do not move";
        MarkRange "mark-range" "Range" "Begin or end a range; moving marks";
        MarkAll "mark-all" "All" "Mark all";
        MarkFiles "mark-files" "Files" "Mark all files, no folders";
        MarkNone "mark-none" "None" "Unmark all";
        MarkInvert "mark-invert" "Invert" "Swap marked and unmarked";
        MarkGlob "mark-glob" "Mark by name" "Mark names that match a pattern";
        UnmarkGlob "unmark-glob" "Unmark by name" "Unmark names that match a pattern";
        MarkExtension "mark-extension" "Same kind" "Mark all with this extension";
        MarksEverywhere "marks-everywhere" "All marks" "Act on what is marked in all folders";
        MarkRestore "mark-restore" "Restore marks" "Restore the last marks";
    }
    Files {
        Copy "copy" "Copy" "Copy to the other panel";
        CopyHere "copy-here" "Copy here" "Copy under another name";
        Duplicate "duplicate" "Duplicate" "Copy into the same folder, under free names";
        Move "move" "Move" "Move to the other panel";
        Yank "yank" "Yank" "Copy to the clipboard of fcp-tui";
        Cut "cut" "Cut" "Cut to the clipboard of fcp-tui";
        Paste "paste" "Paste" "Copy or move the clipboard here";
        Rename "rename" "Rename" "Rename the item under the cursor";
        BulkRename "bulk-rename" "Rename all" "Rename the marked items by a pattern";
        MakeDirectory "make-directory" "Mkdir" "Make a folder";
        MakeFile "make-file" "New file" "Make an empty file";
        Symlink "symlink" "Symlink" "Make a symlink in the other panel";
        HardLink "hard-link" "Hard link" "Make a hard link in the other panel";
        Extract "extract" "Extract" "Extract archives to the other panel";
        ExtractHere "extract-here" "Extract here" "Extract archives into this folder";
        Pack "pack" "Pack" "Pack items into an archive";
        ShareStorage "share-storage" "Share" "Let equal files share their storage; shows first what that frees";
        Trash "trash" "Trash" "Move to the trash";
        Delete "delete" "Delete" "Delete permanently; asks first";
        Mode "mode" "Permissions" "Change the permissions";
        Owner "owner" "Owner" "Change owner and group";
        View "view" "View" "View the file, archive or folder";
        ViewHex "view-hex" "Hex" "View the bytes";
        Edit "edit" "Edit" "Edit with $EDITOR";
        OpenWith "open-with" "Open with" "Choose the program that opens the file";
        Command "command" "Command" "Run a command here";
        UserMenu "user-menu" "Your commands" "Choose one of your own commands, which config.toml lists";
        Shell "shell" "Shell" "Open a shell here";
        Checksums "checksums" "Checksums" "Compute checksums, and compare with one that you have";
        CopyPath "copy-path" "Copy path" "Copy the quoted path to the clipboard";
        CopyName "copy-name" "Copy name" "Copy the quoted name to the clipboard";
        Undo "undo" "Undo" "Undo the last change; asks first for a job";
        Redo "redo" "Redo" "Redo the change that was undone last";
    }
    Jobs {
        Jobs "jobs" "Jobs" "Go to the jobs, or back";
        Drawer "drawer" "Drawer" "Show or hide the jobs below";
        Answer "answer" "Answer" "Answer open questions";
        Questions "questions" "Needs you" "Show all open questions as a table";
        Pause "pause" "Pause" "Pause or resume the job";
        PauseLane "pause-lane" "Pause disk" "Pause or resume all jobs of this disk";
        PauseAll "pause-all" "Pause all" "Pause or resume all jobs";
        Cancel "cancel" "Cancel" "Cancel the job";
        CancelAll "cancel-all" "Cancel all" "Cancel all jobs";
        JobUp "job-up" "Sooner" "Move the job up in the queue";
        JobDown "job-down" "Later" "Move the job down in the queue";
        JobFirst "job-first" "First" "Move the job to the front of the queue";
        JobStart "job-start" "Start now" "Start the job now, beside running jobs";
        JobLimit "job-limit" "Limit" "Limit the speed of the job";
        LimitLane "limit-lane" "Limit disk" "Limit each job of this disk";
        LimitAll "limit-all" "Limit all" "Limit the speed of all jobs together";
        QueueMode "queue-mode" "Order" "One per disk, all at once, or one by one";
        AfterQueue "after-queue" "Afterwards" "Choose what follows when your jobs have completed";
        Details "details" "Details" "Show the report of the job";
        Retry "retry" "Retry" "Retry the failed items";
        RetryElevated "retry-administrator" "As administrator" "Retry the failed items as administrator, by sudo";
        Repeat "repeat" "Run again" "Run the job once more";
        UndoJob "undo-job" "Undo" "Undo the job; asks first";
        CopyCommand "copy-command" "Command" "Copy the job as a command line";
        Finished "finished" "Finished" "Show the log of finished jobs";
        Clear "clear" "Clear done" "Remove finished jobs from the list";
    }
    Viewer {
        ViewerWrap "viewer-wrap" "Wrap" "Break long lines, or cut them";
        ViewerHex "viewer-hex" "Hex" "Show bytes, or lines again";
        ViewerNumbers "viewer-numbers" "Numbers" "Show or hide the numbers of lines";
        ViewerLeft "viewer-left" "Left" "Move left in lines that are cut";
        ViewerRight "viewer-right" "Right" "Move right in lines that are cut";
        ViewerGoTo "viewer-go-to" "Go to" "Go to a line, a part as 50%, or a byte as 0x1F00";
        ViewerFind "viewer-find" "Find" "Find text, or bytes as x:DEAD";
        ViewerFindBack "viewer-find-back" "Find above" "Find towards the beginning";
        ViewerFindNext "viewer-find-next" "Next match" "Go to the next match";
        ViewerFindPrevious "viewer-find-previous" "Previous match" "Go to the previous match";
        ViewerFollow "viewer-follow" "Follow" "Stay at the end while the file grows";
        ViewerEdit "viewer-edit" "Edit" "Edit the file with $EDITOR";
        ViewerPreview "viewer-preview" "Preview" "Show the file beside the panel instead";
        ViewerNext "viewer-next" "Next" "View the next file of the panel";
        ViewerPrevious "viewer-previous" "Previous" "View the previous file of the panel";
        ViewerClose "viewer-close" "Quit" "Go back to the panels";
    }
    Program {
        Help "help" "Help" "Show the keys";
        Palette "palette" "Palette" "Choose among all actions by typing";
        Menu "menu" "Menu" "Open the menus: Left, File, Command, Options, Right";
        Quit "quit" "Quit" "Quit";
        Suspend "suspend" "Suspend" "Suspend; fg in the shell continues";
        QuitHere "quit-here" "Quit" "Quit, keep the folder of the shell";
    }
}

impl Action {
    /// Finds an action by the name that keymaps use.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fcp_presentation::actions::TERMINAL;

    use super::*;

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
            assert!(action.help().starts_with(char::is_uppercase) && !action.help().ends_with('.'));
        }
    }
}
