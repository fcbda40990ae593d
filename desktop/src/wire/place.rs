//! Wire types about places.

use super::Name;

/// Means a place, as long as the list that named it is the newest.
pub type PlaceId = u32;

wire! {
    /// A place to go to.
    pub struct PlaceState {
        /// Its number.
        pub id: PlaceId,
        /// Its section.
        pub section: Section,
        /// What it is, for its icon and for names that are translated.
        pub kind: PlaceKind,
        /// Its name.
        pub name: Name,
        /// Bytes free, of a device.
        pub free: Option<u64>,
        /// Bytes there are, of a device.
        pub size: Option<u64>,
        /// Type of the filesystem, of a device.
        pub filesystem: String,
    }

    /// A section of places.
    #[derive(Copy, Eq)]
    pub enum Section {
        /// The user's folders.
        Places,
        /// What is mounted.
        Devices,
        /// What the user keeps.
        Bookmarks,
    }

    /// What a place is.
    #[derive(Copy, Eq)]
    pub enum PlaceKind {
        /// The user's folder.
        Home,
        /// The folder of documents.
        Documents,
        /// The folder of downloads.
        Downloads,
        /// The folder of pictures.
        Pictures,
        /// The folder of music.
        Music,
        /// The folder of videos.
        Videos,
        /// The desktop.
        Desktop,
        /// The trash.
        Trash,
        /// The filesystem that all others are mounted in.
        System,
        /// A disk.
        Disk,
        /// A removable medium.
        Removable,
        /// Another machine.
        Network,
        /// A bookmark.
        Bookmark,
    }
}
