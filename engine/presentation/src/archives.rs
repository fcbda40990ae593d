//! The formats in which the apps make archives, and the names that these get.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use fcp_engine::path::WirePath;
use fcp_engine::spec::{ConflictPolicy, JobSpec};
use serde::{Deserialize, Serialize};

use crate::transfer::OnConflict;

/// A format in which archives are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum ArchiveFormat {
    /// zip, which every system reads.
    Zip,
    /// tar without compression.
    Tar,
    /// tar, packed by gzip.
    TarGz,
    /// tar, packed by xz.
    TarXz,
    /// tar, packed by zstd.
    #[default]
    TarZst,
}

/// Endings of names, and the formats they ask for; the first one of a format is the one that names get.
const ENDINGS: [(&str, ArchiveFormat); 8] = [
    (".zip", ArchiveFormat::Zip),
    (".tar", ArchiveFormat::Tar),
    (".tar.gz", ArchiveFormat::TarGz),
    (".tar.xz", ArchiveFormat::TarXz),
    (".tar.zst", ArchiveFormat::TarZst),
    (".tgz", ArchiveFormat::TarGz),
    (".txz", ArchiveFormat::TarXz),
    (".tzst", ArchiveFormat::TarZst),
];

impl ArchiveFormat {
    /// Gives the ending of the names of such archives.
    pub fn ending(self) -> &'static str {
        ENDINGS.iter().find(|(_, format)| *format == self).map_or("", |(ending, _)| ending)
    }

    /// Takes a name apart into what stands before its ending and the format which that asks for; none if it has no
    /// such ending, or nothing before it.
    pub fn split(name: &OsStr) -> Option<(OsString, Self)> {
        let bytes = name.as_bytes();
        ENDINGS.iter().find_map(|(ending, format)| {
            let cut = bytes.len().checked_sub(ending.len()).filter(|cut| *cut > 0)?;
            let (stem, end) = bytes.split_at_checked(cut)?;
            let is_it = end.eq_ignore_ascii_case(ending.as_bytes());
            is_it.then(|| (OsStr::from_bytes(stem).to_owned(), *format))
        })
    }

    /// Gives the name of an archive from a typed one.
    ///
    /// The ending that the typed name has counts more than this format, unless the user chose the format after it.
    pub fn named(self, typed: OsString, is_chosen_last: bool) -> OsString {
        let has = Self::split(Path::new(&typed).file_name().unwrap_or_default());
        let mut bytes = typed.into_vec();
        if let Some((stem, format)) = has {
            if !is_chosen_last || format == self {
                return OsString::from_vec(bytes);
            }
            let name = bytes.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
            bytes.truncate(name + stem.len());
        }
        bytes.extend_from_slice(self.ending().as_bytes());
        OsString::from_vec(bytes)
    }
}

/// Gives the name that an archive of some items gets if the user types no other: that of the only item, or of the
/// folder that they are in.
pub fn archive_name(sources: &[PathBuf], dir: &Path) -> OsString {
    let only = match sources {
        [only] => only.file_name(),
        _ => dir.file_name(),
    };
    let mut name = only.unwrap_or(OsStr::new("archive")).to_owned();
    name.push(ArchiveFormat::default().ending());
    name
}

/// Builds the request that packs items into an archive.
pub fn packing(
    sources: impl IntoIterator<Item = PathBuf>,
    archive: PathBuf,
    on_conflict: OnConflict,
) -> JobSpec {
    let sources: Vec<WirePath> = sources.into_iter().map(WirePath::from).collect();
    JobSpec::pack(sources, archive).with(|options| {
        options.on_conflict = ConflictPolicy::from(on_conflict);
        // Both apps say beside Replace that replaced files are moved to the trash.
        options.keep_replaced = on_conflict != OnConflict::OverwriteForGood;
        options.totals = true;
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_can_make_what_each_ending_asks_for() {
        for (ending, format) in ENDINGS {
            let name = OsString::from(format!("a.b{ending}"));
            assert!(fcp_engine::can_be_archive(&name), "{ending}");
            assert_eq!(ArchiveFormat::split(&name), Some(("a.b".into(), format)));
            assert!(!fcp_engine::can_be_archive(OsStr::new(ending)), "{ending}");
            assert_eq!(ArchiveFormat::split(OsStr::new(ending)), None);
            assert_eq!(ArchiveFormat::split(&format.named("x".into(), false)).unwrap().1, format);
        }
        assert_eq!(ArchiveFormat::split(OsStr::new("a.7z")), None);
    }

    #[test]
    fn the_ending_that_the_user_types_counts() {
        let named = |typed: &str| ArchiveFormat::TarZst.named(typed.into(), false);
        assert_eq!(named("photos"), "photos.tar.zst");
        assert_eq!(named("photos.ZIP"), "photos.ZIP");
        assert_eq!(named("old/photos.tgz"), "old/photos.tgz");
        assert_eq!(named("photos.2026"), "photos.2026.tar.zst");
        let chosen = |typed: &str| ArchiveFormat::TarGz.named(typed.into(), true);
        assert_eq!(chosen("old.zip/photos.ZIP"), "old.zip/photos.tar.gz");
        assert_eq!((chosen("photos"), chosen("a.tgz")), ("photos.tar.gz".into(), "a.tgz".into()));
        let odd = OsString::from_vec(b"caf\xe9".to_vec());
        assert_eq!(ArchiveFormat::Zip.named(odd, false).into_vec(), b"caf\xe9.zip");
    }

    #[test]
    fn an_archive_is_named_after_what_it_holds() {
        let one = [PathBuf::from("/a/notes.txt")];
        assert_eq!(archive_name(&one, Path::new("/a")), "notes.txt.tar.zst");
        let two = ["/a/x".into(), PathBuf::from("/a/y")];
        assert_eq!(archive_name(&two, Path::new("/a")), "a.tar.zst");
        assert_eq!(archive_name(&two, Path::new("/")), "archive.tar.zst");
    }

    #[test]
    fn a_replaced_archive_is_kept_unless_the_user_wants_it_gone() {
        let with = |on_conflict| packing(["/a".into()], "/to/a.zip".into(), on_conflict).options;
        assert_eq!(with(OnConflict::Ask).on_conflict, ConflictPolicy::Ask);
        assert!(with(OnConflict::Ask).keep_replaced && with(OnConflict::Overwrite).keep_replaced);
        assert!(!with(OnConflict::OverwriteForGood).keep_replaced);
    }
}
