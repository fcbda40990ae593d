//! Encodes pictures for the terminal: as cells of two pixels, or in a protocol that the terminal understands.

use fcp_presentation::tr;
use fcp_viewer::Image;
use image::RgbaImage;
use ratatui::layout::Size;
use ratatui_image::protocol::Protocol;
use ratatui_image::protocol::iterm2::Iterm2;
use ratatui_image::protocol::kitty::Kitty;
use ratatui_image::protocol::sixel::Sixel;

/// How the terminal shows pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Graphics {
    /// What it understands.
    pub protocol: Pixels,
    /// Width and height of a cell in pixels.
    pub cell: (u16, u16),
}

/// What a terminal understands of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pixels {
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
    pub(crate) fn detect(var: impl Fn(&str) -> Option<String>, cell: Option<(u16, u16)>) -> Self {
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

    /// Gives how many pixels of a picture fill a cell.
    pub(crate) fn pixels(self) -> (u16, u16) {
        match self.protocol {
            Pixels::None | Pixels::Blocks => (1, 2),
            Pixels::Kitty | Pixels::Iterm2 | Pixels::Sixel => self.cell,
        }
    }

    /// Encodes a picture that fits its place.
    pub(crate) fn draw(self, image: Image) -> Picture {
        let Image { pixels, id } = image;
        let cells = |pixels: u32, cell: u16| pixels.div_ceil(cell.into()).max(1) as u16;
        let cell = self.pixels();
        let size = Size::new(cells(pixels.width(), cell.0), cells(pixels.height(), cell.1));
        let protocol = match self.protocol {
            Pixels::None => return Picture::Words(tr!("viewer-no-pictures")),
            Pixels::Blocks => return blocks(&pixels.to_rgba8(), size),
            // Kitty keeps pictures by number; one that is drawn again replaces itself.
            Pixels::Kitty => Kitty::new(pixels, size, id, false, false).map(Protocol::Kitty),
            Pixels::Iterm2 => Iterm2::new(pixels, size, false).map(Protocol::ITerm2),
            Pixels::Sixel => Sixel::new(pixels, size, false).map(Protocol::Sixel),
        };
        protocol.map_or(Picture::Words(tr!("viewer-not-encoded")), Picture::Pixels)
    }
}

/// A picture that fits its place.
#[derive(Clone)]
pub(crate) enum Picture {
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

#[cfg(test)]
mod tests {
    use image::{DynamicImage, Rgba};

    use super::*;

    fn drawn(width: u32, height: u32, graphics: Graphics) -> Picture {
        let pixel = |x, _| Rgba([200, 10, 20, if x == 0 { 0 } else { 255 }]);
        let pixels = DynamicImage::ImageRgba8(RgbaImage::from_fn(width, height, pixel));
        graphics.draw(Image { pixels, id: 1 })
    }

    #[test]
    fn two_pixels_are_a_cell() {
        let Picture::Blocks { width, cells } = drawn(4, 3, Graphics::default()) else { panic!() };
        assert_eq!((width, cells.len()), (4, 8));
        assert_eq!(cells[0], [None, None], "nothing where it is transparent");
        assert_eq!(cells[1], [Some([200, 10, 20]); 2]);
        assert_eq!(cells[5], [Some([200, 10, 20]), None]);
    }

    #[test]
    fn a_terminal_without_pictures_says_so() {
        let none = Graphics { protocol: Pixels::None, ..Graphics::default() };
        assert!(matches!(drawn(4, 3, none), Picture::Words(_)));
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
