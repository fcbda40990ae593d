//! Decodes and shrinks pictures, with limits on memory and size that hold for any file.

use std::fs::File;
use std::io::{BufReader, Cursor};
use std::path::Path;

use fcp_browse as browse;
use fcp_engine::path::is_far;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

/// Largest file that is decoded, in bytes; a larger one takes too long.
const LARGEST: u64 = 20 << 20;

/// Pixels of a picture that is decoded.
const PIXELS: u64 = 64_000_000;

/// Bytes that a decoder may take.
const MEMORY: u64 = 256 << 20;

/// Quality of JPEG.
const QUALITY: u8 = 82;

/// A picture as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Small {
    /// Its type.
    pub(super) mime: &'static str,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
}

/// Tells by its name whether a file is a picture that can be shown; one of another machine cannot.
pub(crate) fn is_picture(path: &Path) -> bool {
    !is_far(path) && ImageFormat::from_path(path).is_ok_and(|format| format.reading_enabled())
}

/// Gives width and height of a picture as it is shown; none if it is none, or too large for us.
pub(crate) fn size(path: &Path) -> Option<(u32, u32)> {
    let mut decoder = decoder(path)?;
    let turns = matches!(
        decoder.orientation(),
        Ok(Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH)
    );
    let (width, height) = decoder.dimensions();
    Some(if turns { (height, width) } else { (width, height) })
}

/// Makes a picture that fits into a square; none if it cannot be decoded within bounds.
pub(super) fn small(path: &Path, edge: u32) -> Option<Small> {
    let mut decoder = decoder(path)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).ok()?;
    if picture.width().max(picture.height()) > edge {
        picture = picture.thumbnail(edge, edge);
    }
    picture.apply_orientation(orientation);
    encoded(&picture)
}

fn decoder(path: &Path) -> Option<impl ImageDecoder> {
    let file: File = browse::open(path).ok()?;
    if file.metadata().ok()?.len() > LARGEST {
        return None;
    }
    let mut reader = ImageReader::new(BufReader::new(file)).with_guessed_format().ok()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY);
    reader.limits(limits);
    let decoder = reader.into_decoder().ok()?;
    let (width, height) = decoder.dimensions();
    (u64::from(width) * u64::from(height) <= PIXELS).then_some(decoder)
}

/// Encodes what can be seen through as PNG, and all else as JPEG, which is smaller.
fn encoded(picture: &DynamicImage) -> Option<Small> {
    let mut bytes = Cursor::new(Vec::new());
    if picture.color().has_alpha() {
        DynamicImage::from(picture.to_rgba8()).write_to(&mut bytes, ImageFormat::Png).ok()?;
        return Some(Small { mime: "image/png", bytes: bytes.into_inner() });
    }
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    DynamicImage::from(picture.to_rgb8()).write_with_encoder(encoder).ok()?;
    Some(Small { mime: "image/jpeg", bytes: bytes.into_inner() })
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use std::fs;

    use image::{GenericImageView as _, Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;

    fn decoded(small: &Small) -> DynamicImage {
        image::load_from_memory(&small.bytes).unwrap()
    }

    #[test]
    fn pictures_fit_and_keep_their_shape() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("wide.png");
        RgbImage::from_pixel(800, 200, Rgb([200, 30, 30])).save(&path).unwrap();
        let wide = small(&path, 144).unwrap();
        assert_eq!((wide.mime, decoded(&wide).dimensions()), ("image/jpeg", (144, 36)));
        assert_eq!(size(&path), Some((800, 200)));
        let glass = scratch.path().join("glass.png");
        RgbaImage::from_pixel(10, 20, Rgba([0, 0, 0, 9])).save(&glass).unwrap();
        let glass = small(&glass, 144).unwrap();
        assert_eq!((glass.mime, decoded(&glass).dimensions()), ("image/png", (10, 20)));
    }

    #[test]
    fn what_is_no_picture_or_too_much_of_one_is_left() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        fs::write(at("text.png"), "no picture").unwrap();
        assert_eq!(small(&at("text.png"), 144), None);
        // A header that promises far more than it has.
        let mut bomb = b"BM".to_vec();
        bomb.extend([0; 8]);
        for word in [54_u32, 40, 60_000, 60_000] {
            bomb.extend(word.to_le_bytes());
        }
        bomb.extend([1, 0, 24, 0]);
        bomb.extend([0; 24]);
        fs::write(at("bomb.bmp"), bomb).unwrap();
        assert_eq!((small(&at("bomb.bmp"), 144), size(&at("bomb.bmp"))), (None, None));
        let large = File::create(at("large.png")).unwrap();
        large.set_len(LARGEST + 1).unwrap();
        assert_eq!(small(&at("large.png"), 144), None);
        assert_eq!(small(Path::new("/dev/zero"), 144), None);
    }

    #[test]
    fn names_tell_pictures_apart() {
        assert!(["a.PNG", "b.jpeg", "c.JPG", "d.webp"].iter().all(|it| is_picture(it.as_ref())));
        assert!(!["a", "a.txt", "a.avif", "png"].iter().any(|it| is_picture(it.as_ref())));
    }
}
