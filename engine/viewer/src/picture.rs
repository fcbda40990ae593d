//! Decodes pictures within bounds of memory, and fits them to the place where they are drawn.

use std::io::BufReader;

use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};

use crate::document::{About, Content, Spelling, View};
use crate::phrase::{DocumentKind, Phrase};
use crate::source::{CancelToken, Source};

/// The longest side that is decoded, in pixels.
const LONGEST: u32 = 32 << 10;

/// The most memory that a decoded picture takes: 100 megapixels, and a little.
const LARGEST: u64 = 512 << 20;

/// The longest side that is kept to be drawn at other sizes.
const KEPT: u32 = 2_560;

/// A picture that fits its place.
#[derive(Clone, Debug)]
pub struct Image {
    /// Its pixels, at most as many as the place has.
    pub pixels: DynamicImage,
    /// A number that is the same whenever the same picture is drawn, at any size.
    pub id: u32,
}

/// A picture as it was decoded, not larger than any screen.
#[derive(Debug)]
pub(crate) struct Decoded {
    about: About,
    small: DynamicImage,
    cell: (u16, u16),
    id: u32,
}

impl Decoded {
    /// Decodes a picture.
    ///
    /// # Errors
    /// Why it cannot be shown.
    pub(crate) fn decode(
        source: &Source,
        format: ImageFormat,
        cell: (u16, u16),
        spelling: &Spelling,
        cancel: &CancelToken,
    ) -> Result<Self, Phrase> {
        let told = |error: image::ImageError| match error {
            image::ImageError::Limits(_) => Phrase::TooLarge(None),
            other => Phrase::Damaged(other.to_string()),
        };
        let input = BufReader::new(source.reader(cancel.clone()));
        let mut reader = ImageReader::with_format(input, format);
        let mut limits = Limits::default();
        (limits.max_image_width, limits.max_image_height) = (Some(LONGEST), Some(LONGEST));
        limits.max_alloc = Some(LARGEST);
        reader.limits(limits);
        let mut decoder = reader.into_decoder().map_err(told)?;
        let (width, height) = decoder.dimensions();
        let count = |pixels: u32| (spelling.count)(pixels.into());
        let measures = format!("{} × {}", count(width), count(height));
        if decoder.total_bytes() > LARGEST {
            return Err(Phrase::TooLarge(Some((width, height))));
        }
        let turned = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let mut image = DynamicImage::from_decoder(decoder).map_err(told)?;
        if width > KEPT || height > KEPT {
            image = image.thumbnail(KEPT, KEPT);
        }
        image.apply_orientation(turned);
        let about = About {
            kind: spelling.kind(DocumentKind::Picture(name(format))),
            facts: vec![measures],
            size: Some(source.size()),
            lines: None,
        };
        Ok(Self { about, small: image, cell, id: 0x0066_6370 ^ width ^ (height << 12) })
    }

    /// Fits the picture to so many columns and rows; a small one keeps its size.
    pub(crate) fn view(&self, size: (u16, u16)) -> View {
        let content = Some(Content::Picture(self.fit(size)));
        View { about: Some(self.about.clone()), content, ..View::default() }
    }

    fn fit(&self, (columns, rows): (u16, u16)) -> Image {
        let pixels = |cells: u16, cell: u16| u32::from(cells.max(1)) * u32::from(cell.max(1));
        let (wide, high) = (pixels(columns, self.cell.0), pixels(rows, self.cell.1));
        let is_larger = self.small.width() > wide || self.small.height() > high;
        let pixels = if is_larger {
            self.small.resize(wide, high, FilterType::Triangle)
        } else {
            self.small.clone()
        };
        Image { pixels, id: self.id }
    }
}

fn name(format: ImageFormat) -> &'static str {
    match format {
        ImageFormat::Png => "PNG",
        ImageFormat::Jpeg => "JPEG",
        ImageFormat::Gif => "GIF",
        ImageFormat::WebP => "WebP",
        ImageFormat::Bmp => "BMP",
        _ => "Other",
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{Rgba, RgbaImage};

    use super::*;
    use crate::document::BARE;

    fn decode(bytes: Vec<u8>) -> Result<Decoded, Phrase> {
        let cancel = CancelToken::new(&std::sync::Arc::default(), 0);
        Decoded::decode(&Source::memory(bytes), ImageFormat::Png, (1, 2), &BARE, &cancel)
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let image = RgbaImage::from_pixel(width, height, Rgba([200, 10, 20, 255]));
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn a_picture_fits_its_place() {
        let picture = decode(png(300, 100)).unwrap();
        assert_eq!(picture.about.kind, "Kind(Picture(\"PNG\"))");
        assert_eq!(picture.about.facts, ["300 × 100"]);
        let image = picture.fit((60, 20));
        assert_eq!((image.pixels.width(), image.pixels.height()), (60, 20));
        assert_eq!(image.id, picture.fit((7, 7)).id);
        let small = decode(png(4, 3)).unwrap().fit((60, 20)).pixels;
        assert_eq!((small.width(), small.height()), (4, 3), "a small one is not blown up");
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_decoded() {
        let mut bytes = png(1, 1);
        // Width and height of the header; its checksum is not what is tested.
        bytes[16..24].copy_from_slice(&[0, 0x01, 0, 0, 0, 0x01, 0, 0]);
        let told = decode(bytes).unwrap_err();
        assert!(matches!(told, Phrase::TooLarge(_) | Phrase::Damaged(_)), "{told:?}");
        let wide = decode(png(LONGEST + 1, 1)).unwrap_err();
        assert_eq!(wide, Phrase::TooLarge(None));
    }
}
