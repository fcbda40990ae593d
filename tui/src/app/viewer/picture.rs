//! Decodes pictures within bounds of memory, and fits them to the cells of the terminal.

use std::io::BufReader;

use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, RgbaImage};
use ratatui::layout::Size;
use ratatui_image::protocol::Protocol;
use ratatui_image::protocol::iterm2::Iterm2;
use ratatui_image::protocol::kitty::Kitty;
use ratatui_image::protocol::sixel::Sixel;

use super::source::{Patience, Source};
use super::{About, Content, View};
use crate::format;

/// The longest side that is decoded, in pixels.
const LONGEST: u32 = 32 << 10;

/// The most memory that a decoded picture takes: 100 megapixels, and a little.
const LARGEST: u64 = 512 << 20;

/// The longest side that is kept to be drawn at other sizes.
const KEPT: u32 = 2_560;

/// How the terminal shows pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Graphics {
    /// What it understands.
    pub protocol: Pixels,
    /// Width and height of a cell in pixels.
    pub cell: (u16, u16),
}

/// What a terminal understands of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pixels {
    /// Nothing.
    None,
    /// Two pixels a cell, upper and lower half, by colours.
    #[default]
    Blocks,
    /// Kitty's protocol.
    Kitty,
    /// iTerm2's protocol.
    Iterm2,
    /// Sixels.
    Sixel,
}

impl Default for Graphics {
    fn default() -> Self {
        Self { protocol: Pixels::default(), cell: (8, 16) }
    }
}

impl Graphics {
    /// Guesses by variables what the terminal understands, for a cell of so many pixels.
    ///
    /// The terminal is not queried: its answer would arrive among the keys, or never.
    pub fn detect(var: impl Fn(&str) -> Option<String>, cell: Option<(u16, u16)>) -> Self {
        let var = |name: &str| var(name).filter(|value| !value.is_empty());
        let (term, program) = (var("TERM"), var("TERM_PROGRAM"));
        let is = |value: &Option<String>, names: &[&str]| {
            value.as_ref().is_some_and(|value| names.iter().any(|name| value.contains(name)))
        };
        // A multiplexer passes pictures on only if it is configured to.
        let inside = var("TMUX").is_some() || is(&term, &["tmux", "screen"]);
        let protocol = if inside {
            Pixels::Blocks
        } else if is(&term, &["kitty", "ghostty"]) || is(&program, &["ghostty"]) {
            Pixels::Kitty
        } else if is(&program, &["iTerm", "WezTerm", "mintty"]) {
            Pixels::Iterm2
        } else if is(&term, &["foot", "mlterm"]) {
            Pixels::Sixel
        } else {
            Pixels::Blocks
        };
        let cell = cell.filter(|(w, h)| *w > 0 && *h > 0).unwrap_or(Self::default().cell);
        Self { protocol, cell }
    }
}

/// A picture that fits its place.
#[derive(Clone)]
pub enum Picture {
    /// Two pixels a cell; transparent ones are nothing.
    Blocks {
        /// Columns.
        width: u16,
        /// Upper and lower half of each cell, row by row.
        cells: Vec<[Option<[u8; 3]>; 2]>,
    },
    /// Something for the terminal.
    Pixels(Protocol),
    /// Nothing, since the terminal cannot.
    Words(&'static str),
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Blocks { .. } => "Blocks",
            Self::Pixels(_) => "Pixels",
            Self::Words(_) => "Words",
        })
    }
}

/// A picture as it was decoded, not larger than any screen.
#[derive(Debug)]
pub(super) struct Image {
    about: About,
    small: DynamicImage,
    graphics: Graphics,
    id: u32,
}

impl Image {
    /// Decodes a picture.
    ///
    /// # Errors
    /// A sentence why it cannot be shown.
    pub(super) fn decode(
        source: &Source,
        format: ImageFormat,
        graphics: Graphics,
        patience: &Patience,
    ) -> Result<Self, String> {
        let told = |error: image::ImageError| match error {
            image::ImageError::Limits(_) => "Too large to draw".to_owned(),
            other => format!("Damaged: {other}"),
        };
        let input = BufReader::new(source.reader(patience.clone()));
        let mut reader = ImageReader::with_format(input, format);
        let mut limits = Limits::default();
        (limits.max_image_width, limits.max_image_height) = (Some(LONGEST), Some(LONGEST));
        limits.max_alloc = Some(LARGEST);
        reader.limits(limits);
        let mut decoder = reader.into_decoder().map_err(told)?;
        let (width, height) = decoder.dimensions();
        let measures =
            format!("{} × {}", format::count(width.into()), format::count(height.into()));
        if decoder.total_bytes() > LARGEST {
            return Err(format!("Too large to draw: {measures}"));
        }
        let turned = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let mut image = DynamicImage::from_decoder(decoder).map_err(told)?;
        if width > KEPT || height > KEPT {
            image = image.thumbnail(KEPT, KEPT);
        }
        image.apply_orientation(turned);
        let about = About {
            kind: format!("{} image", name(format)),
            facts: vec![measures],
            size: Some(source.size()),
            lines: None,
        };
        // Kitty keeps pictures by number; one that is drawn again replaces itself.
        Ok(Self { about, small: image, graphics, id: 0x0066_6370 ^ width ^ (height << 12) })
    }

    /// Fits the picture to so many columns and rows.
    pub(super) fn view(&self, size: (u16, u16)) -> View {
        let picture = self.fit(size.0.max(1), size.1.max(1));
        let content = Some(Content::Picture(picture));
        View { about: Some(self.about.clone()), content, ..View::default() }
    }

    fn fit(&self, columns: u16, rows: u16) -> Picture {
        let cell = match self.graphics.protocol {
            Pixels::None => return Picture::Words("This terminal shows no pictures"),
            Pixels::Blocks => (1, 2),
            Pixels::Kitty | Pixels::Iterm2 | Pixels::Sixel => self.graphics.cell,
        };
        let (wide, high) =
            (u32::from(columns) * u32::from(cell.0), u32::from(rows) * u32::from(cell.1));
        let image = if self.small.width() > wide || self.small.height() > high {
            self.small.resize(wide, high, FilterType::Triangle)
        } else {
            self.small.clone()
        };
        let cells = |pixels: u32, cell: u16| pixels.div_ceil(cell.into()).max(1) as u16;
        let size = Size::new(cells(image.width(), cell.0), cells(image.height(), cell.1));
        let protocol = match self.graphics.protocol {
            Pixels::None | Pixels::Blocks => return blocks(&image.to_rgba8(), size),
            Pixels::Kitty => Kitty::new(image, size, self.id, false, false).map(Protocol::Kitty),
            Pixels::Iterm2 => Iterm2::new(image, size, false).map(Protocol::ITerm2),
            Pixels::Sixel => Sixel::new(image, size, false).map(Protocol::Sixel),
        };
        protocol.map_or(Picture::Words("The picture could not be encoded"), Picture::Pixels)
    }
}

/// Makes cells of two pixels each.
fn blocks(image: &RgbaImage, size: Size) -> Picture {
    let pixel = |x: u32, y: u32| {
        let [r, g, b, alpha] = image.get_pixel_checked(x, y)?.0;
        (alpha >= 128).then_some([r, g, b])
    };
    let rows = 0..u32::from(size.height);
    let cells = rows.flat_map(|y| {
        (0..u32::from(size.width)).map(move |x| [pixel(x, 2 * y), pixel(x, 2 * y + 1)])
    });
    Picture::Blocks { width: size.width, cells: cells.collect() }
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

    use super::*;

    fn decode(bytes: Vec<u8>, graphics: Graphics) -> Result<Image, String> {
        let patience = Patience::new(&std::sync::Arc::default(), 0);
        Image::decode(&Source::memory(bytes), ImageFormat::Png, graphics, &patience)
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let image = RgbaImage::from_fn(width, height, |x, _| {
            image::Rgba([200, 10, 20, if x == 0 { 0 } else { 255 }])
        });
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn a_picture_fits_its_cells() {
        let image = decode(png(300, 100), Graphics::default()).unwrap();
        assert_eq!(image.about.kind, "PNG image");
        assert_eq!(image.about.facts, ["300 × 100"]);
        let Picture::Blocks { width, cells } = image.fit(60, 20) else { panic!() };
        assert_eq!((width, cells.len()), (60, 60 * 10));
        assert_eq!(cells[5], [Some([200, 10, 20]); 2]);
        let small = decode(png(4, 3), Graphics::default()).unwrap();
        let Picture::Blocks { width, cells } = small.fit(60, 20) else { panic!() };
        assert_eq!((width, cells.len()), (4, 8), "a small one is not blown up");
        assert_eq!(cells[0], [None, None], "nothing where it is transparent");
        assert_eq!(cells[5], [Some([200, 10, 20]), None]);
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_decoded() {
        let mut bytes = png(1, 1);
        // Width and height of the header; its checksum is not what is tested.
        bytes[16..24].copy_from_slice(&[0, 0x01, 0, 0, 0, 0x01, 0, 0]);
        let told = decode(bytes, Graphics::default()).unwrap_err();
        assert!(told.starts_with("Too large") || told.starts_with("Damaged"), "{told}");
        let wide = decode(png(LONGEST + 1, 1), Graphics::default()).unwrap_err();
        assert_eq!(wide, "Too large to draw");
    }

    #[test]
    fn terminals_tell_by_their_variables() {
        let told = |vars: &[(&str, &str)]| {
            let var = |name: &str| {
                vars.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            };
            Graphics::detect(var, None).protocol
        };
        assert_eq!(told(&[("TERM", "xterm-kitty")]), Pixels::Kitty);
        assert_eq!(told(&[("TERM", "xterm-kitty"), ("TMUX", "x")]), Pixels::Blocks);
        assert_eq!(told(&[("TERM", "foot")]), Pixels::Sixel);
        assert_eq!(told(&[("TERM_PROGRAM", "WezTerm")]), Pixels::Iterm2);
        assert_eq!(told(&[]), Pixels::Blocks);
    }
}
