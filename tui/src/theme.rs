//! Colours by role, for every terminal program.

use ratatui::style::{Color, Modifier, Style};

/// Names what a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Names and values.
    Text,
    /// The number you look for, titles.
    Strong,
    /// Labels, units, time.
    Muted,
    /// Rules and tracks.
    Faint,
    /// The screen behind a dialog.
    Ghost,
    /// Focus, keys, progress, directories.
    Accent,
    /// Copied, not yet on disk; sparklines.
    Trace,
    /// Marked items.
    Mark,
    /// Symlinks.
    Link,
    /// Needs you, paused, hostile characters.
    Wait,
    /// Failed, delete for good.
    Bad,
    /// Done.
    Good,
    /// Text on [`Ground::Primary`], [`Ground::Badge`] and [`Ground::Danger`].
    Ink,
}

/// Names what a background is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The one active row.
    Cursor,
    /// The cursor of the other panel.
    Idle,
    /// A dialog.
    Surface,
    /// Text input.
    Field,
    /// The button of the Enter key.
    Primary,
    /// A badge.
    Badge,
    /// The button that deletes for good.
    Danger,
    /// Search hits.
    Hit,
}

/// Says how many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None: bold, dim, underline and reverse only.
    Mono,
    /// The user's own palette.
    Sixteen,
    /// The 256 of xterm.
    Indexed,
    /// All.
    True,
}

/// Says whether the terminal's background is dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// Light text on dark.
    Dark,
    /// Dark text on light.
    Light,
}

/// Says whether lines may use more than ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// All of the set.
    Unicode,
    /// For `TERM=linux` and locales that are not UTF-8.
    Ascii,
}

/// Gives styles for roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// How many colours there are.
    pub depth: Depth,
    /// What they are shown on.
    pub background: Background,
    /// Which characters there are.
    pub glyphs: Glyphs,
}

/// A colour in every depth, dark and light; `None` is the terminal's own.
struct Shade {
    rgb: [u32; 2],
    indexed: [u8; 2],
    sixteen: [Option<u8>; 2],
    mono: Modifier,
}

const fn shade(rgb: [u32; 2], indexed: [u8; 2], sixteen: [Option<u8>; 2], mono: Modifier) -> Shade {
    Shade { rgb, indexed, sixteen, mono }
}

const PLAIN: Modifier = Modifier::empty();

impl Role {
    fn shade(self) -> Shade {
        use Modifier as M;
        let own = [None, None];
        let two = |dark, light| [Some(dark), Some(light)];
        match self {
            Self::Text => shade([0xcf_d5de, 0x2c_323b], [252, 236], own, PLAIN),
            Self::Strong => shade([0xf4_f6f9, 0x0c_0f13], [255, 232], two(15, 0), M::BOLD),
            Self::Muted => shade([0x8b_94a3, 0x5f_6875], [246, 241], own, PLAIN),
            Self::Faint => shade([0x3f_4754, 0xc3_c9d1], [238, 251], two(8, 7), M::DIM),
            Self::Ghost => shade([0x54_5d6b, 0xaa_b1bb], [240, 248], own, M::DIM),
            Self::Accent => shade([0x7d_b8f5, 0x1a_5fb4], [111, 25], two(12, 4), M::BOLD),
            Self::Trace => shade([0x46_719f, 0x86_aedb], [67, 110], two(4, 12), PLAIN),
            Self::Mark => shade([0xd5_a6f0, 0x83_37a8], [183, 91], two(13, 5), M::BOLD),
            Self::Link => shade([0x73_c4bf, 0x0b_6e69], [79, 23], two(14, 6), PLAIN),
            Self::Wait => shade([0xf0_bb66, 0x8f_5400], [215, 94], two(11, 3), M::BOLD),
            Self::Bad => shade([0xf2_8b82, 0xb3_261e], [210, 124], two(9, 1), M::BOLD),
            Self::Good => shade([0x8f_d096, 0x26_752f], [114, 28], two(10, 2), PLAIN),
            Self::Ink => shade([0x0f_151d, 0xff_ffff], [233, 231], two(0, 0), PLAIN),
        }
    }

    /// Whether 16 colours have only dimness for it.
    fn dims(self) -> bool {
        matches!(self, Self::Muted | Self::Ghost)
    }
}

impl Ground {
    fn shade(self) -> Shade {
        use Modifier as M;
        let own = [None, None];
        let two = |dark, light| [Some(dark), Some(light)];
        match self {
            Self::Cursor => shade([0x25_4466, 0xcd_e2fb], [24, 153], two(4, 7), M::REVERSED),
            Self::Idle => shade([0x20_262f, 0xe8_ebef], [235, 254], own, M::UNDERLINED),
            Self::Surface => shade([0x1a_1f27, 0xff_ffff], [234, 231], own, PLAIN),
            Self::Field => shade([0x26_2d38, 0xed_f0f4], [236, 255], own, M::UNDERLINED),
            Self::Primary => shade([0x7d_b8f5, 0x1a_5fb4], [111, 25], two(12, 6), M::REVERSED),
            Self::Badge => shade([0xf0_bb66, 0x8f_5400], [215, 94], two(11, 11), M::REVERSED),
            Self::Danger => shade([0xf2_8b82, 0xb3_261e], [210, 124], two(9, 9), M::REVERSED),
            Self::Hit => shade([0x5b_4a1f, 0xff_e6a8], [58, 223], own, M::REVERSED),
        }
    }
}

impl Theme {
    /// Shows nothing but the text itself.
    pub const PLAIN: Self =
        Self { depth: Depth::Mono, background: Background::Dark, glyphs: Glyphs::Unicode };

    /// Finds out what the terminal can show from the variables it sets.
    pub fn detect(var: impl Fn(&str) -> Option<String>) -> Self {
        let var = |name: &str| var(name).filter(|value| !value.is_empty());
        let term = var("TERM").unwrap_or_default();
        let depth = if var("NO_COLOR").is_some() || term == "dumb" || term.is_empty() {
            Depth::Mono
        } else if var("COLORTERM").is_some_and(|it| it == "truecolor" || it == "24bit") {
            Depth::True
        } else if term.contains("256") || term.contains("kitty") || term.contains("alacritty") {
            Depth::Indexed
        } else {
            Depth::Sixteen
        };
        // rxvt, konsole and others tell `foreground;background` as numbers of the 16 colours.
        let shown_on = var("COLORFGBG").and_then(|it| it.rsplit(';').next()?.parse::<u8>().ok());
        let light = shown_on.is_some_and(|it| it == 7 || (9..=15).contains(&it));
        let background = if light { Background::Light } else { Background::Dark };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| var(name));
        let ascii = matches!(term.as_str(), "linux" | "dumb") || !is_utf8(locale.as_deref());
        let glyphs = if ascii { Glyphs::Ascii } else { Glyphs::Unicode };
        Self { depth, background, glyphs }
    }

    /// Gives the style of text.
    pub fn style(self, role: Role) -> Style {
        let shade = role.shade();
        match self.depth {
            Depth::Mono => Style::new().add_modifier(shade.mono),
            // The default colour is readable on every background; an assumed one may not be.
            _ if role == Role::Text => Style::new(),
            Depth::Sixteen if role.dims() => Style::new().add_modifier(Modifier::DIM),
            _ => self.color(&shade).map_or_else(Style::new, |color| Style::new().fg(color)),
        }
    }

    /// Gives the style of text that is to be bold where the weight carries meaning.
    pub fn bold(self, role: Role) -> Style {
        self.style(role).add_modifier(Modifier::BOLD)
    }

    /// Gives the style of text on a background.
    pub fn on(self, role: Role, ground: Ground) -> Style {
        let shade = ground.shade();
        let style = self.style(role);
        match self.depth {
            Depth::Mono if shade.mono.contains(Modifier::REVERSED) => {
                style.remove_modifier(Modifier::DIM).add_modifier(shade.mono)
            }
            Depth::Mono => style.add_modifier(shade.mono),
            Depth::Sixteen if matches!(ground, Ground::Idle | Ground::Field | Ground::Hit) => {
                style.add_modifier(shade.mono)
            }
            _ => self.color(&shade).map_or(style, |color| style.bg(color)),
        }
    }

    /// Puts a line into ASCII where the terminal has no more.
    pub fn glyphs(self, text: &str) -> String {
        if self.glyphs == Glyphs::Unicode {
            return text.to_owned();
        }
        text.chars()
            .map(|c| match c {
                '━' | '║' | '═' | '▅' | '▆' => '=',
                '─' | '·' | '–' | '−' | '▃' | '▄' => '-',
                '╸' | '▌' | '►' | '→' | '›' => '>',
                '←' | '‹' => '<',
                '│' | '┃' => '|',
                '•' | '●' => '*',
                '▼' | '↓' => 'v',
                '▲' | '↑' => '^',
                '✓' => '+',
                '✗' | '×' => 'x',
                '…' | '≈' => '~',
                '≠' => '!',
                '█' | '▇' => '#',
                '▁' | '▂' => '_',
                '‘' | '’' => '\'',
                '“' | '”' => '"',
                c => c,
            })
            .collect()
    }

    fn color(self, shade: &Shade) -> Option<Color> {
        let at = usize::from(self.background == Background::Light);
        match self.depth {
            Depth::Mono => None,
            Depth::Sixteen => shade.sixteen[at].map(Color::Indexed),
            Depth::Indexed => Some(Color::Indexed(shade.indexed[at])),
            Depth::True => Some(Color::from_u32(shade.rgb[at])),
        }
    }
}

/// Tells whether a locale's characters are UTF-8; the C locale's are not.
pub fn is_utf8(locale: Option<&str>) -> bool {
    let codeset = locale.and_then(|name| name.split_once('.')).map(|(_, codeset)| codeset);
    codeset.is_some_and(|codeset| {
        let codeset = codeset.split('@').next().unwrap_or(codeset);
        codeset.eq_ignore_ascii_case("utf-8") || codeset.eq_ignore_ascii_case("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(vars: &[(&str, &str)]) -> Theme {
        Theme::detect(|name| {
            vars.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn colours_follow_what_the_terminal_says() {
        let utf8 = ("LANG", "C.UTF-8");
        assert_eq!(detect(&[]).depth, Depth::Mono);
        assert_eq!(detect(&[("TERM", "dumb")]).depth, Depth::Mono);
        assert_eq!(detect(&[("TERM", "xterm")]).depth, Depth::Sixteen);
        assert_eq!(detect(&[("TERM", "xterm-256color")]).depth, Depth::Indexed);
        let full = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
        assert_eq!(detect(&full).depth, Depth::True);
        assert_eq!(detect(&[full[0], full[1], ("NO_COLOR", "1")]).depth, Depth::Mono);
        assert_eq!(detect(&[full[0], full[1], ("NO_COLOR", "")]).depth, Depth::True);
        assert_eq!(detect(&[full[0], ("COLORFGBG", "0;15")]).background, Background::Light);
        assert_eq!(detect(&[full[0], ("COLORFGBG", "15;0")]).background, Background::Dark);
        assert_eq!(detect(&[full[0], utf8]).glyphs, Glyphs::Unicode);
        assert_eq!(detect(&[("TERM", "linux"), utf8]).glyphs, Glyphs::Ascii);
        assert_eq!(detect(&[full[0], utf8, ("LC_ALL", "C")]).glyphs, Glyphs::Ascii);
    }

    #[test]
    fn each_depth_has_its_own_colours() {
        let theme = |depth| Theme { depth, ..Theme::PLAIN };
        assert_eq!(theme(Depth::True).style(Role::Accent).fg, Some(Color::Rgb(0x7d, 0xb8, 0xf5)));
        assert_eq!(theme(Depth::Indexed).style(Role::Accent).fg, Some(Color::Indexed(111)));
        assert_eq!(theme(Depth::Sixteen).style(Role::Accent).fg, Some(Color::Indexed(12)));
        assert_eq!(theme(Depth::Mono).style(Role::Accent).fg, None);
        let cursor = theme(Depth::Mono).on(Role::Text, Ground::Cursor);
        assert!(cursor.add_modifier.contains(Modifier::REVERSED));
    }

    #[test]
    fn ascii_has_a_sign_for_every_glyph() {
        let theme = Theme { glyphs: Glyphs::Ascii, ..Theme::PLAIN };
        assert_eq!(theme.glyphs("━━╸── ✓ 50–70 s → …"), "==>-- + 50-70 s > ~");
    }
}
