//! Defines what the viewer says in words: as codes, which an app puts into the language of the user.

use fcp_engine::error::OpError;

/// What a document is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    /// A text in no language that is known.
    Text,
    /// A text in this language, by its own name.
    Language(String),
    /// A directory.
    Folder,
    /// A symlink.
    Link,
    /// A pipe with a name.
    Fifo,
    /// A socket.
    Socket,
    /// A block device.
    BlockDevice,
    /// A character device.
    CharacterDevice,
    /// A file in an archive.
    PackedFile,
    /// A pipe, socket or device in an archive.
    PackedSpecial,
    /// A picture that cannot be shown.
    Image,
    /// A picture of this format.
    Picture(&'static str),
    /// An archive, or something that was packed, of this format.
    Archive(&'static str),
    /// A tar archive that gzip packed.
    TarGzip,
    /// Sound of this format.
    Audio(&'static str),
    /// Moving pictures of this format.
    Video(&'static str),
    /// A database of this format.
    Database(&'static str),
    /// What has a name that is alike in all languages.
    Named(&'static str),
    /// An executable.
    Program,
    /// What a camera recorded.
    CameraRaw,
    /// The image of a disk.
    DiskImage,
    /// A compiled class of Java.
    JavaClass,
    /// Anything else.
    Data,
}

/// Something that the viewer says of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phrase {
    /// What it is.
    Kind(DocumentKind),
    /// So many items are in it.
    Items(u64),
    /// So many bytes are in it once it is unpacked.
    Unpacked(u64),
    /// So many files are in it and below it.
    FilesInAll(u64),
    /// The same while they are counted.
    FilesSoFar(u64),
    /// A number of folders.
    Folders(u64),
    /// A number of files.
    Files(u64),
    /// A number of symlinks.
    Links(u64),
    /// A number of items that are nothing of these.
    Others(u64),
    /// So many bytes are in the files.
    InFiles(u64),
    /// So many of the items are hidden.
    Hidden(u64),
    /// A folder has nothing in it.
    EmptyFolder,
    /// The title above the newest files.
    NewestFiles,
    /// The title above the largest files.
    LargestFiles,
    /// So many entries of an archive are not listed.
    More(u64),
    /// The list of entries ends too early, for this reason.
    ListEnds(OpError),
    /// An archive has nothing in it.
    EmptyArchive,
    /// A picture is too large, with its width and height if they are known.
    TooLarge(Option<(u32, u32)>),
    /// A picture is damaged, and what a library says.
    Damaged(String),
    /// A file in an archive is larger than what is unpacked.
    PackedTooLarge,
    /// Only the beginning of a file on another machine is there: so many bytes, of so many.
    FarBeginning {
        /// The bytes that are there.
        bytes: u64,
        /// The bytes of the file.
        size: u64,
    },
    /// A folder in an archive.
    PackedFolder,
    /// A pipe, socket or device in an archive.
    PackedSpecial,
    /// A symlink leads nowhere.
    DanglingLink,
    /// Why a pipe is not read.
    FifoUnread,
    /// Why a socket is not read.
    SocketUnread,
    /// Why a device is not read.
    DeviceUnread,
    /// A file has become shorter while it was shown.
    Shrunk,
    /// The thread that reads a file has failed: a bug of the program.
    Failed,
    /// No thread could be started, and why.
    NoThread(String),
    /// A file cannot be read, and why.
    Unreadable(String),
}
