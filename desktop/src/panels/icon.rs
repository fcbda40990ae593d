//! Chooses the icon of an entry: by its type, and for files by the extension.

use std::ffi::OsStr;
use std::path::Path;

use fcp_browse::Meta;
use fcp_engine::event::FileKind;

use crate::wire::Icon;

/// Extensions of pictures that a thumbnail can be made of.
const PICTURES: [&str; 7] = ["jpg", "jpeg", "png", "gif", "webp", "bmp", "jfif"];

/// Extensions by the icon of their files.
const EXTENSIONS: [(Icon, &[&str]); 6] = [
    (
        Icon::Image,
        &[
            "svg", "tif", "tiff", "heic", "heif", "avif", "jxl", "nef", "cr2", "cr3", "arw", "dng",
            "raf", "orf", "rw2", "psd", "xcf", "ico",
        ],
    ),
    (
        Icon::Video,
        &["mp4", "mov", "mkv", "avi", "webm", "m4v", "mpg", "mpeg", "mts", "m2ts", "wmv", "ogv"],
    ),
    (Icon::Audio, &["mp3", "flac", "wav", "ogg", "opus", "m4a", "aac", "aiff", "wma", "mid"]),
    (
        Icon::Archive,
        &[
            "zip", "tar", "gz", "tgz", "xz", "txz", "bz2", "tbz2", "zst", "7z", "rar", "deb",
            "rpm", "iso", "jar", "apk", "lz4",
        ],
    ),
    (
        Icon::Code,
        &[
            "rs", "c", "h", "cc", "cpp", "hpp", "py", "js", "ts", "svelte", "html", "css", "sh",
            "go", "java", "kt", "rb", "php", "pl", "lua", "sql", "json", "toml", "yaml", "yml",
            "xml", "ini", "conf", "cfg", "lock",
        ],
    ),
    (
        Icon::Document,
        &[
            "txt", "md", "rst", "tex", "pdf", "odt", "ods", "odp", "doc", "docx", "xls", "xlsx",
            "ppt", "pptx", "rtf", "csv", "epub", "log",
        ],
    ),
];

/// Gives the icon of an entry.
pub(super) fn icon(name: &OsStr, kind: FileKind, meta: Option<&Meta>) -> Icon {
    let kind = match (kind, meta) {
        (FileKind::Unknown, Some(meta)) => meta.kind,
        (kind, _) => kind,
    };
    match kind {
        FileKind::Directory => Icon::Folder,
        FileKind::Symlink => match meta.and_then(|meta| meta.leads_to) {
            Some(FileKind::Directory) => Icon::Folder,
            Some(FileKind::File) => of_file(name),
            _ => Icon::Link,
        },
        FileKind::File | FileKind::Unknown => of_file(name),
        FileKind::BlockDevice | FileKind::CharDevice | FileKind::Fifo | FileKind::Socket => {
            Icon::Device
        }
    }
}

fn of_file(name: &OsStr) -> Icon {
    let Some(extension) = extension(name) else { return Icon::File };
    if PICTURES.contains(&extension.as_str()) {
        return Icon::Image;
    }
    let mut groups = EXTENSIONS.iter();
    let found = groups.find(|(_, known)| known.contains(&extension.as_str()));
    found.map_or(Icon::File, |(icon, _)| *icon)
}

/// Tells whether a thumbnail can be made of a file, to judge by its name.
pub(super) fn is_picture(name: &OsStr) -> bool {
    extension(name).is_some_and(|extension| PICTURES.contains(&extension.as_str()))
}

fn extension(name: &OsStr) -> Option<String> {
    Some(Path::new(name).extension()?.to_str()?.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_follow_types_and_extensions() {
        let of = |name: &str, kind| icon(OsStr::new(name), kind, None);
        assert_eq!(of("a.JPG", FileKind::File), Icon::Image);
        assert_eq!(of("a.tar.gz", FileKind::File), Icon::Archive);
        assert_eq!(of("Makefile", FileKind::File), Icon::File);
        assert_eq!(of("photos.zip", FileKind::Directory), Icon::Folder);
        assert_eq!(of("pipe", FileKind::Fifo), Icon::Device);
        assert_eq!(of("lost", FileKind::Symlink), Icon::Link);
        let to = |leads_to| Meta { kind: FileKind::Symlink, leads_to, ..Meta::default() };
        let link = |leads_to| icon(OsStr::new("a.md"), FileKind::Symlink, Some(&to(leads_to)));
        assert_eq!(link(Some(FileKind::Directory)), Icon::Folder);
        assert_eq!(link(Some(FileKind::File)), Icon::Document);
        assert_eq!(link(None), Icon::Link);
    }

    #[test]
    fn a_thumbnail_is_for_what_can_be_decoded() {
        assert!(is_picture(OsStr::new("a.PNG")));
        assert!(!is_picture(OsStr::new("a.nef")) && !is_picture(OsStr::new("png")));
    }
}
