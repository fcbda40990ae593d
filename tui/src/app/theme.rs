//! Themes: read the colour of each role from files.

use std::sync::LazyLock;

use fcp_presentation::settings::{Entry, Mistake, Reader};
use ratatui::style::{Color, Modifier};

use super::look::{Ground, Role};

mod nearest;

/// One colour for each kind of terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shade {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// The number among the 256 colours of xterm.
    pub cube: u8,
    /// One of the user's own sixteen; none is the default of the terminal.
    pub sixteen: Option<Color>,
    /// Whether it is dim where there are sixteen colours.
    pub dim: bool,
    /// The modifier that replaces it without colour.
    pub mono: Modifier,
}

/// A colour for each meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Theme {
    texts: [Shade; TEXTS.len()],
    grounds: [Shade; GROUNDS.len()],
}

/// Meanings of text, by the names they have in files.
const TEXTS: [(&str, Role); 13] = [
    ("text", Role::Text),
    ("strong", Role::Strong),
    ("muted", Role::Muted),
    ("faint", Role::Faint),
    ("ghost", Role::Ghost),
    ("accent", Role::Accent),
    ("trace", Role::Trace),
    ("mark", Role::Mark),
    ("link", Role::Link),
    ("wait", Role::Wait),
    ("bad", Role::Bad),
    ("good", Role::Good),
    ("ink", Role::Ink),
];

/// Meanings of backgrounds, by the names they have in files.
const GROUNDS: [(&str, Ground); 8] = [
    ("cursor", Ground::Cursor),
    ("idle", Ground::Idle),
    ("surface", Ground::Surface),
    ("field", Ground::Field),
    ("primary", Ground::Primary),
    ("badge", Ground::Badge),
    ("danger", Ground::Danger),
    ("hit", Ground::Hit),
];

/// The themes that come with the program: their names and their files.
pub(crate) const BUILT_IN: [(&str, &str); 5] = [
    ("dark", include_str!("../../../assets/themes/dark.toml")),
    ("light", include_str!("../../../assets/themes/light.toml")),
    ("high-contrast", include_str!("../../../assets/themes/high-contrast.toml")),
    ("high-contrast-light", include_str!("../../../assets/themes/high-contrast-light.toml")),
    ("warm", include_str!("../../../assets/themes/warm.toml")),
];

static DARK: LazyLock<Theme> = LazyLock::new(|| Theme::built_in("dark").unwrap_or_default());
static LIGHT: LazyLock<Theme> = LazyLock::new(|| Theme::built_in("light").unwrap_or_default());

/// Gives the theme for dark backgrounds.
pub(crate) fn dark() -> &'static Theme {
    &DARK
}

/// Gives the theme for light backgrounds.
pub(crate) fn light() -> &'static Theme {
    &LIGHT
}

impl Theme {
    /// Gives a theme that comes with the program.
    pub(crate) fn built_in(name: &str) -> Option<Self> {
        let (name, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        // These two say everything; the others are based on them.
        let base = if matches!(*name, "dark" | "light") { Self::default() } else { *dark() };
        Some(Self::read_on(base, name, text).0)
    }

    /// Reads a theme, and what is wrong in it.
    ///
    /// What it leaves out is as in the theme that `based-on` names: one of those that come with the
    /// program, `dark` if none is named.
    pub(crate) fn read(file: &str, text: &str) -> (Self, Vec<Mistake>) {
        Self::read_on(*dark(), file, text)
    }

    fn read_on(base: Self, file: &str, text: &str) -> (Self, Vec<Mistake>) {
        let mut reader = Reader::new(file, text);
        let entries = reader.entries();
        let named = entries.iter().find(|entry| entry.name == "based-on");
        let mut theme = named.map_or(base, |entry| self::base(&mut reader, entry));
        for entry in entries {
            let text = TEXTS.iter().position(|(name, _)| *name == entry.name);
            let ground = GROUNDS.iter().position(|(name, _)| *name == entry.name);
            match (text, ground) {
                (Some(n), _) => theme.texts[n] = shade(&mut reader, entry, theme.texts[n]),
                (_, Some(n)) => theme.grounds[n] = shade(&mut reader, entry, theme.grounds[n]),
                (None, None) if entry.name == "based-on" => {}
                (None, None) => {
                    let names = TEXTS.iter().map(|(name, _)| *name);
                    let names = names.chain(GROUNDS.iter().map(|(name, _)| *name));
                    let names: Vec<_> = names.chain(["based-on"]).collect();
                    reader.unknown(&entry, &names);
                }
            }
        }
        (theme, reader.mistakes())
    }

    /// Gives the colour of text.
    pub(crate) fn text(&self, role: Role) -> &Shade {
        let place = TEXTS.iter().position(|(_, known)| *known == role);
        &self.texts[place.unwrap_or(0)]
    }

    /// Gives the colour of a background.
    pub(crate) fn ground(&self, ground: Ground) -> &Shade {
        let place = GROUNDS.iter().position(|(_, known)| *known == ground);
        &self.grounds[place.unwrap_or(0)]
    }
}

fn base(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Theme {
    let names = BUILT_IN.map(|(name, _)| (name, name));
    let name = reader.choice(entry, &names).unwrap_or("dark");
    Theme::built_in(name).unwrap_or_default()
}

/// Reads a colour: `"#7db8f5"`, or one for each kind of terminal.
fn shade<'a>(reader: &mut Reader<'a>, entry: Entry<'a>, base: Shade) -> Shade {
    if !entry.is_table() {
        let rgb = reader.string(&entry).and_then(|text| rgb(reader, &entry, &text));
        return rgb.map_or(base, |rgb| follow(base, rgb));
    }
    let mut shade = base;
    let parts = reader.table(entry);
    // The other values follow from `rgb`, unless the file sets them.
    for part in parts.iter().filter(|part| part.name == "rgb") {
        let rgb = reader.string(part).and_then(|text| rgb(reader, part, &text));
        shade = rgb.map_or(base, |rgb| follow(base, rgb));
    }
    for part in parts {
        match part.name.as_str() {
            "rgb" => {}
            "cube" => {
                let cube = reader.number(&part, 0..256).map(|n| n as u8);
                shade.cube = cube.unwrap_or(shade.cube);
            }
            "sixteen" => {
                if let Some((color, dim)) = reader.choice(&part, &SIXTEEN) {
                    (shade.sixteen, shade.dim) = (color, dim);
                }
            }
            "mono" => {
                shade.mono = reader.choice(&part, &MONO).unwrap_or(shade.mono);
            }
            _ => reader.unknown(&part, &["rgb", "cube", "sixteen", "mono"]),
        }
    }
    shade
}

/// Gives a shade with another colour and the same modifiers.
fn follow(base: Shade, rgb: [u8; 3]) -> Shade {
    let sixteen = base.sixteen.map(|_| nearest::sixteen(rgb));
    Shade { rgb, cube: nearest::cube(rgb), sixteen, ..base }
}

fn rgb(reader: &mut Reader<'_>, entry: &Entry<'_>, text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|it| it.len() == 6 && it.is_ascii());
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    if number.is_none() {
        let text = format!("'{text}' is not a colour; write one as '#7db8f5'");
        reader.wrong(&entry.place, text);
    }
    let [_, r, g, b] = number?.to_be_bytes();
    Some([r, g, b])
}

/// The user's own colours: name, colour, whether it is dim.
#[rustfmt::skip]
const SIXTEEN: [(&str, (Option<Color>, bool)); 18] = [
    ("default", (None, false)),
    ("dim", (None, true)),
    ("black", (Some(Color::Black), false)),
    ("red", (Some(Color::Red), false)),
    ("green", (Some(Color::Green), false)),
    ("yellow", (Some(Color::Yellow), false)),
    ("blue", (Some(Color::Blue), false)),
    ("magenta", (Some(Color::Magenta), false)),
    ("cyan", (Some(Color::Cyan), false)),
    ("white", (Some(Color::Gray), false)),
    ("bright-black", (Some(Color::DarkGray), false)),
    ("bright-red", (Some(Color::LightRed), false)),
    ("bright-green", (Some(Color::LightGreen), false)),
    ("bright-yellow", (Some(Color::LightYellow), false)),
    ("bright-blue", (Some(Color::LightBlue), false)),
    ("bright-magenta", (Some(Color::LightMagenta), false)),
    ("bright-cyan", (Some(Color::LightCyan), false)),
    ("bright-white", (Some(Color::White), false)),
];

/// The modifiers that replace colours on terminals without any.
const MONO: [(&str, Modifier); 5] = [
    ("plain", Modifier::empty()),
    ("bold", Modifier::BOLD),
    ("dim", Modifier::DIM),
    ("underline", Modifier::UNDERLINED),
    ("reverse", Modifier::REVERSED),
];

#[cfg(test)]
mod tests;
