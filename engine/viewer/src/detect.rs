//! Detects the type of a file, by its content and then by its name.

use std::path::Path;

use image::ImageFormat;

use crate::encoding::Encoding;
use crate::head::is_text;
use crate::phrase::DocumentKind;

/// Bytes that are looked at.
pub(crate) const HEAD: usize = 8 << 10;

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Lines.
    Text,
    /// A picture.
    Picture(ImageFormat),
    /// A zip archive.
    Zip,
    /// A tar archive.
    Tar,
    /// Something that gzip packed.
    Gzip,
    /// Anything else, and what it is.
    Data(DocumentKind),
}

/// Beginnings that tell what is not text.
const MAGIC: [(&[u8], Kind); 14] = [
    (b"PK\x03\x04", Kind::Zip),
    (b"PK\x05\x06", Kind::Zip),
    (b"\x1f\x8b", Kind::Gzip),
    (b"\x89PNG\r\n\x1a\n", Kind::Picture(ImageFormat::Png)),
    (b"\xff\xd8\xff", Kind::Picture(ImageFormat::Jpeg)),
    (b"GIF8", Kind::Picture(ImageFormat::Gif)),
    (b"%PDF-", Kind::Data(DocumentKind::Named("PDF"))),
    (b"\x7fELF", Kind::Data(DocumentKind::Program)),
    (b"\xfd7zXZ\0", Kind::Data(DocumentKind::Archive("xz"))),
    (b"\x28\xb5\x2f\xfd", Kind::Data(DocumentKind::Archive("zstd"))),
    (b"7z\xbc\xaf\x27\x1c", Kind::Data(DocumentKind::Archive("7z"))),
    (b"Rar!\x1a\x07", Kind::Data(DocumentKind::Archive("RAR"))),
    (b"SQLite format 3\0", Kind::Data(DocumentKind::Database("SQLite"))),
    (b"fLaC", Kind::Data(DocumentKind::Audio("FLAC"))),
];

/// Names that tell the type of a file whose content does not.
const NAMES: [(&str, DocumentKind); 8] = [
    ("mp3", DocumentKind::Audio("MP3")),
    ("mp4", DocumentKind::Video("MP4")),
    ("mkv", DocumentKind::Video("Matroska")),
    ("cr3", DocumentKind::CameraRaw),
    ("nef", DocumentKind::CameraRaw),
    ("iso", DocumentKind::DiskImage),
    ("wasm", DocumentKind::Named("WebAssembly")),
    ("class", DocumentKind::JavaClass),
];

/// Tells what a file is by its first bytes.
pub(crate) fn kind(path: &Path, head: &[u8]) -> Kind {
    let known = MAGIC.iter().find(|(magic, _)| head.starts_with(magic));
    if let Some((_, kind)) = known {
        return kind.clone();
    }
    if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") {
        return Kind::Picture(ImageFormat::WebP);
    }
    // `BM`, the size, four zeros: two letters alone begin many texts.
    if head.starts_with(b"BM") && head.get(6..10) == Some(&[0; 4]) {
        return Kind::Picture(ImageFormat::Bmp);
    }
    if head.starts_with(b"BZh") && head.get(4..10) == Some(b"1AY&SY") {
        return Kind::Data(DocumentKind::Archive("bzip2"));
    }
    if head.get(257..262) == Some(b"ustar") {
        return Kind::Tar;
    }
    if Encoding::of(head).1 > 0 || is_text(head) {
        return Kind::Text;
    }
    let extension = path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase());
    let named = NAMES.iter().find(|(name, _)| extension.as_deref() == Some(*name));
    Kind::Data(named.map_or(DocumentKind::Data, |(_, kind)| kind.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_tells_more_than_names() {
        let kind = |name: &str, head: &[u8]| kind(Path::new(name), head);
        assert_eq!(kind("a.txt", b"\x89PNG\r\n\x1a\nx"), Kind::Picture(ImageFormat::Png));
        assert_eq!(kind("a.png", b"only words"), Kind::Text);
        assert_eq!(kind("a", b""), Kind::Text);
        assert_eq!(kind("a", b"caf\xe9 in Latin-1"), Kind::Text);
        assert_eq!(kind("a", b"a\0b"), Kind::Data(DocumentKind::Data));
        assert_eq!(kind("a.CR3", b"a\0b"), Kind::Data(DocumentKind::CameraRaw));
        assert_eq!(kind("a", b"\xff\xfea\0"), Kind::Text);
        assert_eq!(kind("a", b"BM is not a picture"), Kind::Text);
        assert_eq!(kind("a", &[0xe9; 99]), Kind::Data(DocumentKind::Data));
    }
}
