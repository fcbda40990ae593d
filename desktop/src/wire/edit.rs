//! Wire types about small changes: renames, attributes, new items.

use fcp_engine::event::FileKind;

use super::{Crumb, EntryId, Items, Name, PanelSide, PlanId};

/// Means a small change that was made; changes are counted from 1.
pub type ChangeId = u64;

wire! {
    /// A small change, which is no job.
    #[serde(tag = "edit")]
    pub enum EditAsk {
        /// Give an entry another name.
        Rename {
            /// The entry.
            id: EntryId,
            /// The name as typed; `\xE9` is a byte.
            to: String,
        },
        /// Make a folder, and those on the way to it.
        MakeDirectory {
            /// Where.
            side: PanelSide,
            /// The name as typed.
            name: String,
        },
        /// Make an empty file.
        MakeFile {
            /// Where.
            side: PanelSide,
            /// The name as typed.
            name: String,
        },
        /// Make links to entries, all or none.
        Links {
            /// To which.
            items: Items,
            /// A path as typed, relative to a panel's folder: that of the only link, or the folder of several.
            at: String,
            /// The panel.
            side: PanelSide,
            /// How they lead to the entries.
            kind: LinkKind,
        },
        /// Change modes.
        Mode {
            /// Whose.
            items: Items,
            /// As `chmod` takes it: `755`, `u+x,go-w`.
            mode: String,
            /// Whether what is in folders changes, too.
            recursive: bool,
        },
        /// Change owners.
        Owner {
            /// Whose.
            items: Items,
            /// Name or number of the user; empty leaves it.
            user: String,
            /// Name or number of the group; empty leaves it.
            group: String,
            /// Whether what is in folders changes, too.
            recursive: bool,
        },
    }

    /// How a link leads to an entry.
    #[derive(Copy, Eq)]
    pub enum LinkKind {
        /// A symlink that holds a path from the root.
        Absolute,
        /// A symlink that holds a path from its own folder.
        Relative,
        /// Another name of a file.
        Hard,
    }

    /// How new names are made for many.
    #[derive(Eq)]
    pub struct RenameRule {
        /// The new name; `[N]` name, `[E]` extension, `[C]` counter, `[Y]-[M]-[D]` date.
        pub template: String,
        /// What is replaced in it.
        pub find: String,
        /// What it is replaced by.
        pub replace: String,
        /// Whether `find` is a regular expression.
        pub regex: bool,
        /// Whether capitals make a difference.
        pub case: bool,
        /// What becomes of letters.
        pub letters: Letters,
        /// First number of the counter.
        pub start: i64,
        /// Steps of the counter.
        pub step: i64,
        /// Digits of the counter.
        pub digits: u32,
    }

    /// What becomes of letters.
    #[derive(Copy, Eq)]
    pub enum Letters {
        /// They stay.
        Keep,
        /// Small.
        Lower,
        /// Capital.
        Upper,
        /// Each word with a capital.
        Title,
    }

    /// What a rule makes of names.
    pub struct RenamePreview {
        /// The number of the preview, which `rename_rows` and `rename_all` take.
        pub preview: PlanId,
        /// Whether names would change, and all of them can.
        pub ready: bool,
        /// The first names, in their order.
        pub rows: Vec<RenameRow>,
        /// How many names there are.
        pub total: u64,
        /// How many change.
        pub changed: u64,
        /// How many cannot.
        pub problems: u64,
        /// The first row that cannot.
        pub first_problem: Option<u64>,
        /// What is wrong with the rule itself.
        pub mistake: Option<String>,
    }

    /// One name of many.
    pub struct RenameRow {
        /// As it is.
        pub old: Name,
        /// As it will be.
        pub new: Name,
        /// Why not, in words.
        pub problem: Option<String>,
    }

    /// What is known of entries.
    pub struct Properties {
        /// The entries.
        pub items: u64,
        /// The first one.
        pub name: Name,
        /// The folder it is in.
        pub folder: Vec<Crumb>,
        /// Its type.
        pub kind: FileKind,
        /// Its size, or that of all as far as measured.
        pub bytes: u64,
        /// What they take on disk.
        pub allocated: u64,
        /// Files in all.
        pub files: u64,
        /// Folders in all.
        pub folders: u64,
        /// Whether all of them were counted.
        pub is_whole: bool,
        /// Time of modification.
        pub mtime: Option<i64>,
        /// Time of the last change of its metadata.
        pub ctime: Option<i64>,
        /// Time of birth, where the filesystem knows.
        pub btime: Option<i64>,
        /// Mode bits.
        pub mode: u32,
        /// The same as `rwxr-xr-x`.
        pub mode_text: String,
        /// Name or number of the owner.
        pub user: String,
        /// Name or number of the group.
        pub group: String,
        /// Names it has.
        pub links: u64,
        /// Where a symlink leads.
        pub target: Option<Name>,
        /// Names and sizes of extended attributes.
        pub xattrs: Vec<Xattr>,
        /// Type of the filesystem.
        pub filesystem: String,
    }

    /// An extended attribute.
    pub struct Xattr {
        /// Its name.
        pub name: Name,
        /// Its value as text, if it is short and text.
        pub value: Option<String>,
        /// Its size in bytes.
        pub size: u64,
    }
}
