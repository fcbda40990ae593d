//! Colours and glyphs by their meaning.
//!
//! A place on the screen asks for a role; what that looks like depends on the terminal. The
//! background of the screen is never painted, and without colour every difference survives as
//! bold, dim, underline or reverse.

use ratatui::style::{Color, Modifier, Style};

/// What a colour of text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Names and values.
    Text,
    /// The number you look for, titles.
    Strong,
    /// Labels, sizes, times, units.
    Muted,
    /// Rules and tracks.
    Faint,
    /// The screen behind a dialog.
    Ghost,
    /// Focus, keys, progress, folders.
    Accent,
    /// Sparklines.
    Trace,
    /// Marked items.
    Mark,
    /// Symlinks.
    Link,
    /// Needs you, paused, hostile characters.
    Wait,
    /// Failed.
    Bad,
    /// Done.
    Good,
    /// Text on a button or a badge.
    Ink,
}

/// What a background means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The one active row.
    Cursor,
    /// The cursor of the other panel.
    Idle,
    /// A dialog.
    Surface,
    /// A text field.
    Field,
    /// The button of Enter.
    Primary,
    /// A badge that calls for you.
    Badge,
    /// What a search found.
    Hit,
}

/// How a piece of text is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    role: Role,
    bold: bool,
    italic: bool,
    ground: Option<Ground>,
}

impl Paint {
    /// Makes the text bold.
    #[must_use]
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Makes the text slanted.
    #[must_use]
    pub const fn italic(self) -> Self {
        Self { italic: true, ..self }
    }

    /// Puts the text on a background.
    #[must_use]
    pub const fn on(self, ground: Ground) -> Self {
        Self { ground: Some(ground), ..self }
    }

    /// Puts the text on a background, unless it has one.
    #[must_use]
    pub const fn or_on(self, ground: Option<Ground>) -> Self {
        match self.ground {
            Some(_) => self,
            None => Self { ground, ..self },
        }
    }

    /// Takes weight and background from another paint.
    #[must_use]
    pub const fn like(self, other: Self) -> Self {
        Self { role: self.role, ..other }
    }
}

const fn plain(role: Role) -> Paint {
    Paint { role, bold: false, italic: false, ground: None }
}

/// [`Role::Text`].
pub const TEXT: Paint = plain(Role::Text);
/// [`Role::Strong`], always bold.
pub const STRONG: Paint = plain(Role::Strong).bold();
/// [`Role::Muted`].
pub const MUTED: Paint = plain(Role::Muted);
/// [`Role::Faint`].
pub const FAINT: Paint = plain(Role::Faint);
/// [`Role::Ghost`].
pub const GHOST: Paint = plain(Role::Ghost);
/// [`Role::Accent`].
pub const ACCENT: Paint = plain(Role::Accent);
/// [`Role::Trace`].
pub const TRACE: Paint = plain(Role::Trace);
/// [`Role::Mark`].
pub const MARK: Paint = plain(Role::Mark);
/// [`Role::Link`].
pub const LINK: Paint = plain(Role::Link);
/// [`Role::Wait`].
pub const WAIT: Paint = plain(Role::Wait);
/// [`Role::Bad`].
pub const BAD: Paint = plain(Role::Bad);
/// [`Role::Good`].
pub const GOOD: Paint = plain(Role::Good);
/// [`Role::Ink`], always bold.
pub const INK: Paint = plain(Role::Ink).bold();

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None: bold, dim, underline and reverse only.
    Mono,
    /// The user's own sixteen.
    Sixteen,
    /// The xterm cube.
    Cube,
    /// 24 bits.
    True,
}

/// The colours and glyphs of this terminal.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// How many colours there are.
    pub depth: Depth,
    /// Whether the background is light.
    pub light: bool,
    /// Whether only ASCII can be shown.
    pub ascii: bool,
}

/// One role in every depth, dark first: 24 bits, xterm cube, the user's sixteen.
struct Shades {
    rgb: [u32; 2],
    cube: [u8; 2],
    sixteen: [Option<Color>; 2],
    mono: Modifier,
}

const fn shades(
    rgb: [u32; 2],
    cube: [u8; 2],
    sixteen: [Option<Color>; 2],
    mono: Modifier,
) -> Shades {
    Shades { rgb, cube, sixteen, mono }
}

const NONE: Modifier = Modifier::empty();

impl Role {
    #[rustfmt::skip]
    const fn shades(self) -> Shades {
        use Color::{Black, Blue, Cyan, DarkGray, Gray, Green, LightBlue, LightCyan, LightGreen,
            LightMagenta, LightRed, LightYellow, Magenta, Red, White, Yellow};
        match self {
            Self::Text => shades([0xcf_d5de, 0x2c_323b], [252, 236], [None, None], NONE),
            Self::Strong => shades([0xf4_f6f9, 0x0c_0f13], [255, 232], [Some(White), Some(Black)], Modifier::BOLD),
            Self::Muted => shades([0x8b_94a3, 0x5f_6875], [246, 241], [None, None], NONE),
            Self::Faint => shades([0x3f_4754, 0xc3_c9d1], [238, 251], [Some(DarkGray), Some(Gray)], Modifier::DIM),
            Self::Ghost => shades([0x54_5d6b, 0xaa_b1bb], [240, 248], [None, None], Modifier::DIM),
            Self::Accent => shades([0x7d_b8f5, 0x1a_5fb4], [111, 25], [Some(LightBlue), Some(Blue)], Modifier::BOLD),
            Self::Trace => shades([0x46_719f, 0x86_aedb], [67, 110], [Some(Blue), Some(LightBlue)], NONE),
            Self::Mark => shades([0xd5_a6f0, 0x83_37a8], [183, 91], [Some(LightMagenta), Some(Magenta)], Modifier::BOLD),
            Self::Link => shades([0x73_c4bf, 0x0b_6e69], [79, 23], [Some(LightCyan), Some(Cyan)], NONE),
            Self::Wait => shades([0xf0_bb66, 0x8f_5400], [215, 94], [Some(LightYellow), Some(Yellow)], Modifier::BOLD),
            Self::Bad => shades([0xf2_8b82, 0xb3_261e], [210, 124], [Some(LightRed), Some(Red)], Modifier::BOLD),
            Self::Good => shades([0x8f_d096, 0x26_752f], [114, 28], [Some(LightGreen), Some(Green)], NONE),
            Self::Ink => shades([0x0f_151d, 0xff_ffff], [233, 231], [Some(Black), Some(Black)], NONE),
        }
    }
}

impl Ground {
    #[rustfmt::skip]
    const fn shades(self) -> Shades {
        use Color::{Blue, Cyan, Gray, LightBlue, LightYellow};
        match self {
            Self::Cursor => shades([0x25_4466, 0xcd_e2fb], [24, 153], [Some(Blue), Some(Gray)], Modifier::REVERSED),
            Self::Idle => shades([0x20_262f, 0xe8_ebef], [235, 254], [None, None], Modifier::UNDERLINED),
            Self::Surface => shades([0x1a_1f27, 0xff_ffff], [234, 231], [None, None], NONE),
            Self::Field => shades([0x26_2d38, 0xed_f0f4], [236, 255], [None, None], Modifier::UNDERLINED),
            Self::Primary => shades([0x7d_b8f5, 0x1a_5fb4], [111, 25], [Some(LightBlue), Some(Cyan)], Modifier::REVERSED),
            Self::Badge => shades([0xf0_bb66, 0x8f_5400], [215, 94], [Some(LightYellow), Some(LightYellow)], Modifier::REVERSED),
            Self::Hit => shades([0x5b_4a1f, 0xff_e6a8], [58, 223], [None, None], Modifier::REVERSED),
        }
    }
}

impl Look {
    /// Gives the terminal's way to show a paint.
    pub fn style(self, paint: Paint) -> Style {
        let mut style = Style::reset();
        let fore = paint.role.shades();
        // On few colours plain text stays the user's own.
        if self.depth == Depth::True || paint.role != Role::Text {
            style.fg = self.color(&fore).or(style.fg);
        }
        let mut bits = if paint.bold { Modifier::BOLD } else { NONE };
        if paint.italic {
            bits |= Modifier::ITALIC;
        }
        match self.depth {
            Depth::Mono => bits |= fore.mono,
            Depth::Sixteen if matches!(paint.role, Role::Muted | Role::Ghost) => {
                bits |= Modifier::DIM;
            }
            Depth::Sixteen | Depth::Cube | Depth::True => {}
        }
        if let Some(ground) = paint.ground {
            let back = ground.shades();
            let color = self.color(&back);
            style.bg = color.or(style.bg);
            if color.is_none() {
                bits |= back.mono;
            }
        }
        if bits.contains(Modifier::REVERSED) {
            bits.remove(Modifier::DIM);
        }
        style.add_modifier(bits)
    }

    fn color(self, shades: &Shades) -> Option<Color> {
        let pick = usize::from(self.light);
        match self.depth {
            Depth::Mono => None,
            Depth::Sixteen => shades.sixteen[pick],
            Depth::Cube => Some(Color::Indexed(shades.cube[pick])),
            Depth::True => {
                let [_, r, g, b] = shades.rgb[pick].to_be_bytes();
                Some(Color::Rgb(r, g, b))
            }
        }
    }
}

/// Gives the colour that shows a pixel best; none where there are too few.
pub fn pixel(rgb: Option<[u8; 3]>, depth: Depth) -> Option<Color> {
    let [r, g, b] = rgb?;
    match depth {
        Depth::Mono | Depth::Sixteen => None,
        Depth::True => Some(Color::Rgb(r, g, b)),
        Depth::Cube => {
            // Six levels each: 0, and 95 to 255 in steps of 40; and 24 greys from 8 to 238.
            let level = |c: u8| if c < 48 { 0 } else { (c.max(75) - 35) / 40 };
            let value = |level: u8| if level == 0 { 0 } else { 55 + 40 * level };
            let far = |one: [u8; 3]| -> u32 {
                one.iter().zip([r, g, b]).map(|(p, q)| u32::from(p.abs_diff(q)).pow(2)).sum()
            };
            let levels = [r, g, b].map(level);
            let mean = ((u16::from(r) + u16::from(g) + u16::from(b)) / 3) as u8;
            let grey = (mean.max(8) - 8).saturating_add(5).min(234) / 10;
            let grey = grey.min(23);
            if far([8 + 10 * grey; 3]) < far(levels.map(value)) {
                Some(Color::Indexed(232 + grey))
            } else {
                Some(Color::Indexed(16 + 36 * levels[0] + 6 * levels[1] + levels[2]))
            }
        }
    }
}

/// Gives the ASCII stand-in of a glyph that we draw, or `?` for what names hold.
pub fn ascii(symbol: &str) -> Option<&'static str> {
    Some(match symbol {
        _ if symbol.is_ascii() => return None,
        "━" | "║" | "▅" | "▆" => "=",
        "─" | "–" | "·" | "▃" | "▄" => "-",
        "╸" | "▌" | "►" | "→" | "›" => ">",
        "│" | "┃" => "|",
        "╭" | "╮" | "╰" | "╯" | "┴" | "✓" => "+",
        "•" => "*",
        "▼" => "v",
        "▲" | "↑" => "^",
        "✗" => "x",
        "…" => "~",
        "‹" => "<",
        "▁" | "▂" => "_",
        "▇" | "█" => "#",
        _ => "?",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Look = Look { depth: Depth::Mono, light: false, ascii: false };

    #[test]
    fn without_colour_there_is_no_colour() {
        let style = LOOK.style(BAD.on(Ground::Cursor));
        assert_eq!((style.fg, style.bg), (Some(Color::Reset), Some(Color::Reset)));
        assert!(style.add_modifier.contains(Modifier::REVERSED | Modifier::BOLD));
    }

    #[test]
    fn the_screen_keeps_its_background() {
        for depth in [Depth::Sixteen, Depth::Cube, Depth::True] {
            assert_eq!(Look { depth, ..LOOK }.style(MUTED).bg, Some(Color::Reset));
        }
    }
}
