//! Tells which code stands for an errno, and what it means in words.

use super::Code;
use fcp_sys::Errno;

impl Code {
    /// Classifies an errno of the kernel.
    pub(crate) fn from_errno(errno: Errno) -> Self {
        match errno {
            Errno::NOENT => Self::NotFound,
            Errno::PERM | Errno::ACCESS => Self::PermissionDenied,
            Errno::EXIST => Self::Exists,
            Errno::NOSPC | Errno::DQUOT => Self::NoSpace,
            Errno::ROFS => Self::ReadOnly,
            Errno::NAMETOOLONG => Self::NameTooLong,
            Errno::NOTDIR => Self::NotADirectory,
            Errno::LOOP => Self::Loop,
            Errno::NOTEMPTY => Self::NotEmpty,
            Errno::XDEV => Self::CrossDevice,
            Errno::IO => Self::Io,
            Errno::OPNOTSUPP | Errno::NOSYS => Self::Unsupported,
            _ => Self::Other,
        }
    }
}

impl Code {
    /// Gives the reason in plain words, for failures that carry no errno.
    pub fn words(self) -> &'static str {
        match self {
            Self::NotFound => "it does not exist",
            Self::PermissionDenied => "permission denied",
            Self::Exists => "the destination exists",
            Self::NoSpace => "no space left",
            Self::ReadOnly => "the filesystem is read-only",
            Self::NameTooLong => "the name is too long",
            Self::SameFile => "source and destination are the same file",
            Self::IntoItself => "a directory cannot go into itself",
            Self::OmittedDirectory => "it is a directory, and -r was not given",
            Self::OverDirectory => "a directory with this name exists",
            Self::OverNonDirectory => "a file with this name exists",
            Self::JustCreated => "this job has just created it from another source",
            Self::NotADirectory => "it is not a directory",
            Self::DanglingSymlink => "the destination is a symlink that leads nowhere",
            Self::BackupIsSource => "the backup would overwrite the source",
            Self::SourceChanged => "the source changed meanwhile",
            Self::EndsEarly => "the file is shorter than its size says",
            Self::Mismatch => "the copy differs from the source",
            Self::Unsupported => "not supported here",
            Self::Loop => "a symlink leads back to a directory above it",
            Self::NotEmpty => "the directory is not empty",
            Self::Root => "it is the root directory",
            Self::WorkingDirectory => "it is the working directory, or above it",
            Self::DotDirectory => "'.' and '..' are not deleted",
            Self::MountPoint => "something else is mounted there, or it is a subvolume",
            Self::CrossDevice => "it is on another filesystem or subvolume",
            Self::OtherDevice => {
                "it is not on the filesystem that it was on when the job started; is the disk connected?"
            }
            Self::ChangedSince => "it has changed since",
            Self::OriginalGone => "its original was not found, or the job did not make it",
            Self::OriginalDiffers => "it differs from its original",
            Self::OriginalUnreadable => "its original cannot be read",
            Self::MovedBetween => "a move between machines is not undone; move the items back",
            Self::NotInTrash => "it is no longer in the trash",
            Self::Replaced => "what was there was not kept",
            Self::NoHome => "there is no home directory; set HOME, or XDG_DATA_HOME for the trash",
            Self::Unreadable => {
                "the request of this job cannot be read; it is damaged, or a newer version wrote it"
            }
            Self::Io => "input/output error",
            Self::Overlap => "it is also another source or the destination, or is inside one",
            Self::NotAnArchive => {
                "it is not an archive of a known format (zip, tar, 7z, gz, xz, zst)"
            }
            Self::Damaged => "it is damaged or cut off",
            Self::Encrypted => "it is encrypted",
            Self::UnsafeName => "its name leads out of the folder, or through a link",
            Self::TooLarge => "its content is larger than the limit for archives",
            Self::UnknownEnding => {
                "the name of an archive ends in .zip, .tar, .tar.gz (.tgz), .tar.xz (.txz) or .tar.zst (.tzst)"
            }
            Self::NotUtf8 => "its name is not UTF-8; zip allows only UTF-8, tar any name",
            Self::InvalidName => "its filesystem does not allow this name",
            Self::EarlierFailed => "the job that it was to follow did not complete",
            Self::NotKept => "its filesystem cannot store them",
            Self::Disconnected => "the connection ended before all was there",
            Self::Interrupted => "it was interrupted; look at what is there",
            Self::UnderWay => {
                "the same copy is under way there; wait until it has ended, or stop it"
            }
            Self::Unfinished => {
                "an undo or redo of it was interrupted; the same once more finishes it"
            }
            Self::Unreachable => {
                "there is no connection; ssh must reach that machine without a question, as it does with a key in ssh-agent"
            }
            Self::NoFcp => {
                "that machine has no fcp, or another version of it; install the same one there"
            }
            Self::Refused => "the other machine refused it",
            Self::Elsewhere => "it is on another machine, where this cannot be done",
            Self::Usage => "invalid request",
            Self::Internal => "internal error, please report it",
            Self::Other => "unknown error",
        }
    }
}
