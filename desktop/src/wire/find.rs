//! Wire types about searches below a folder: what is looked for, and what was found.

wire! {
    /// What is looked for.
    pub struct FindAsk {
        /// A part of the name, or a glob.
        pub pattern: String,
        /// Whether hidden files are found.
        pub hidden: bool,
        /// Whether what `.gitignore` names is left out.
        pub gitignore: bool,
        /// Whether only files, or only folders, are found.
        pub kinds: FindKinds,
        /// At least so many bytes.
        pub larger: Option<u64>,
        /// At most so many bytes.
        pub smaller: Option<u64>,
        /// Changed within so many days.
        pub days: Option<u32>,
        /// Only files with this text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub contains: Option<FindText>,
    }

    /// The text that files contain.
    pub struct FindText {
        /// As typed.
        pub text: String,
        /// How it is read.
        pub reads: FindReads,
        /// Whether capitals and small letters differ.
        pub case: FindCase,
    }

    /// How the text of a search in files is read.
    #[derive(Copy, Default, Eq)]
    pub enum FindReads {
        /// As it was typed.
        #[default]
        Text,
        /// As it was typed, as whole words.
        Words,
        /// As a regular expression.
        Regex,
    }

    /// Whether capitals and small letters differ.
    #[derive(Copy, Default, Eq)]
    pub enum FindCase {
        /// They differ if there is a capital in the text.
        #[default]
        Smart,
        /// They differ.
        Matters,
        /// They are the same.
        Ignored,
    }

    /// Which types are found.
    #[derive(Copy, Default, Eq)]
    pub enum FindKinds {
        /// All.
        #[default]
        Both,
        /// All but folders.
        Files,
        /// Folders.
        Directories,
    }

    /// How far a search is, or how it ended.
    #[derive(Copy, Default, Eq)]
    pub struct FindProgress {
        /// Files that were searched for the text, or entries that were looked at where none is looked for.
        pub among: u64,
        /// Folders that could not be listed.
        pub unlisted: u64,
        /// Files that could not be read.
        pub unread: u64,
        /// Whether it ended because it had found as much as it may.
        pub full: bool,
        /// Whether the user stopped it.
        pub stopped: bool,
    }

    /// The line of a file in which a search found its text.
    #[derive(Eq)]
    pub struct RowLine {
        /// Its number, counted from 1.
        pub number: u64,
        /// What comes before the match.
        pub before: String,
        /// The match.
        pub hit: String,
        /// What comes after the match.
        pub after: String,
        /// Lines of the file that match.
        pub lines: u64,
        /// Whether the counting ended before the end of the file.
        pub more: bool,
    }
}
