//! Maps roles, such as accent or warning, to colours and glyphs that the terminal can show.
//!
//! A place on the screen asks for a role; what that looks like depends on the terminal. The
//! background of the screen is never painted, and without colour every difference survives as
//! bold, dim, underline or reverse.

use ratatui::style::{Color, Modifier, Style};

use super::theme::{self, Shade, Theme};

/// What a colour of text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
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
pub(crate) enum Ground {
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
    /// The button that deletes for good.
    Danger,
    /// What a search has found.
    Hit,
}

/// How a piece of text is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    role: Role,
    bold: bool,
    italic: bool,
    underlined: bool,
    ground: Option<Ground>,
}

impl Paint {
    /// Makes the text bold.
    #[must_use]
    pub(crate) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Makes the text slanted.
    #[must_use]
    pub(crate) const fn italic(self) -> Self {
        Self { italic: true, ..self }
    }

    /// Underlines the text.
    #[must_use]
    pub(crate) const fn underlined(self) -> Self {
        Self { underlined: true, ..self }
    }

    /// Puts the text on a background.
    #[must_use]
    pub(crate) const fn on(self, ground: Ground) -> Self {
        Self { ground: Some(ground), ..self }
    }

    /// Puts the text on a background, unless it has one.
    #[must_use]
    pub(crate) const fn or_on(self, ground: Option<Ground>) -> Self {
        match self.ground {
            Some(_) => self,
            None => Self { ground, ..self },
        }
    }

    /// Takes weight and background from another paint.
    #[must_use]
    pub(crate) const fn like(self, other: Self) -> Self {
        Self { role: self.role, ..other }
    }

    /// Takes the background from another paint.
    #[must_use]
    pub(crate) const fn like_ground(self, other: Self) -> Self {
        Self { ground: other.ground, ..self }
    }
}

const fn plain(role: Role) -> Paint {
    Paint { role, bold: false, italic: false, underlined: false, ground: None }
}

/// [`Role::Text`].
pub(crate) const TEXT: Paint = plain(Role::Text);
/// [`Role::Strong`], always bold.
pub(crate) const STRONG: Paint = plain(Role::Strong).bold();
/// [`Role::Muted`].
pub(crate) const MUTED: Paint = plain(Role::Muted);
/// [`Role::Faint`].
pub(crate) const FAINT: Paint = plain(Role::Faint);
/// [`Role::Ghost`].
pub(crate) const GHOST: Paint = plain(Role::Ghost);
/// [`Role::Accent`].
pub(crate) const ACCENT: Paint = plain(Role::Accent);
/// [`Role::Trace`].
pub(crate) const TRACE: Paint = plain(Role::Trace);
/// [`Role::Mark`].
pub(crate) const MARK: Paint = plain(Role::Mark);
/// [`Role::Link`].
pub(crate) const LINK: Paint = plain(Role::Link);
/// [`Role::Wait`].
pub(crate) const WAIT: Paint = plain(Role::Wait);
/// [`Role::Bad`].
pub(crate) const BAD: Paint = plain(Role::Bad);
/// [`Role::Good`].
pub(crate) const GOOD: Paint = plain(Role::Good);
/// [`Role::Ink`], always bold.
pub(crate) const INK: Paint = plain(Role::Ink).bold();

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
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
pub(crate) struct Look {
    /// How many colours there are.
    pub depth: Depth,
    /// What each colour is.
    pub colors: Colors,
    /// Whether only ASCII can be shown.
    pub ascii: bool,
    /// Whether names have icons, for which the terminal needs a font that has them.
    pub icons: bool,
}

/// Where the colours come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colors {
    /// The theme for dark backgrounds.
    Dark,
    /// The theme for light backgrounds.
    Light,
    /// Another theme; it lives as long as the program.
    Theme(&'static Theme),
}

impl Colors {
    fn theme(self) -> &'static Theme {
        match self {
            Self::Dark => theme::dark(),
            Self::Light => theme::light(),
            Self::Theme(theme) => theme,
        }
    }
}

impl Look {
    /// Gives the terminal's way to show a paint.
    pub(crate) fn style(self, paint: Paint) -> Style {
        let theme = self.colors.theme();
        let mut style = Style::reset();
        let fore = theme.text(paint.role);
        // On few colours plain text stays the user's own.
        if self.depth == Depth::True || paint.role != Role::Text {
            style.fg = self.color(fore).or(style.fg);
        }
        let mut bits = if paint.bold { Modifier::BOLD } else { Modifier::empty() };
        if paint.underlined {
            bits |= Modifier::UNDERLINED;
        }
        if paint.italic {
            bits |= Modifier::ITALIC;
        }
        match self.depth {
            Depth::Mono => bits |= fore.mono,
            Depth::Sixteen if fore.dim => bits |= Modifier::DIM,
            Depth::Sixteen | Depth::Cube | Depth::True => {}
        }
        if let Some(ground) = paint.ground {
            let back = theme.ground(ground);
            let color = self.color(back);
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

    fn color(self, shade: &Shade) -> Option<Color> {
        match self.depth {
            Depth::Mono => None,
            Depth::Sixteen => shade.sixteen,
            Depth::Cube => Some(Color::Indexed(shade.cube)),
            Depth::True => {
                let [r, g, b] = shade.rgb;
                Some(Color::Rgb(r, g, b))
            }
        }
    }
}

/// Gives the colour that shows a pixel best; none where there are too few.
pub(crate) fn pixel(rgb: Option<[u8; 3]>, depth: Depth) -> Option<Color> {
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

/// Gives the ASCII stand-in of a letter or a mark that our own texts have; names are spelt before.
pub(crate) fn letter(symbol: &str) -> Option<&'static str> {
    Some(match symbol {
        "ä" => "a",
        "ö" => "o",
        "ü" => "u",
        "ß" => "s",
        "Ä" => "A",
        "Ö" => "O",
        "Ü" => "U",
        "„" | "“" => "\"",
        _ => return None,
    })
}

/// Gives the ASCII stand-in of a glyph that we draw, or `?` for what names hold.
pub(crate) fn ascii(symbol: &str) -> Option<&'static str> {
    Some(match symbol {
        _ if symbol.is_ascii() => return None,
        "━" | "║" | "▅" | "▆" => "=",
        "─" | "–" | "·" | "▃" | "▄" => "-",
        "╸" | "▌" | "►" | "→" | "›" => ">",
        "│" | "┃" => "|",
        "╭" | "╮" | "╰" | "╯" | "┴" | "✓" => "+",
        "•" => "*",
        "▼" | "↓" => "v",
        "▲" | "↑" => "^",
        "✗" => "x",
        "≠" => "!",
        "…" | "≈" => "~",
        "‹" | "←" => "<",
        "▁" | "▂" => "_",
        "▇" | "█" => "#",
        _ => "?",
    })
}

/// Spells a name for a terminal that shows ASCII alone, so that two names still differ on it: what has
/// no likeness there is escaped.
pub(crate) fn spelt_in_ascii(name: &str) -> String {
    let has_likeness = |unit: &str| ascii(unit).is_none_or(|plain| plain != "?");
    let spell = |unit: &str| -> String {
        if has_likeness(unit) {
            return unit.to_owned();
        }
        unit.chars().map(|c| c.escape_unicode().to_string()).collect()
    };
    crate::text::units(name).map(spell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Look =
        Look { depth: Depth::Mono, colors: Colors::Dark, ascii: false, icons: false };

    #[test]
    fn without_colour_there_is_no_colour() {
        let style = LOOK.style(BAD.on(Ground::Cursor));
        assert_eq!((style.fg, style.bg), (Some(Color::Reset), Some(Color::Reset)));
        assert!(style.add_modifier.contains(Modifier::REVERSED | Modifier::BOLD));
    }

    #[test]
    fn names_differ_in_ascii_too() {
        assert_eq!(spelt_in_ascii("~/…/plain.txt"), "~/…/plain.txt");
        assert_eq!(spelt_in_ascii("夏.jpg"), r"\u{590f}.jpg");
        assert_ne!(spelt_in_ascii("夏.jpg"), spelt_in_ascii("冬.jpg"));
    }

    #[test]
    fn the_screen_keeps_its_background() {
        for depth in [Depth::Sixteen, Depth::Cube, Depth::True] {
            assert_eq!(Look { depth, ..LOOK }.style(MUTED).bg, Some(Color::Reset));
        }
    }
}
