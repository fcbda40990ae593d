//! Detects what the terminal can show from environment variables such as `TERM`.

use std::io::{IsTerminal, stderr, stdin};
use std::time::Duration;

use crate::app::look::{Colors, Depth, Look};

/// How long crossterm looks for a key where nothing waits for one: with no time at all it gives none.
pub(crate) const GLANCE: Duration = Duration::from_millis(1);

/// Shows text as it is.
pub(crate) const PLAIN: Look =
    Look { depth: Depth::Mono, colors: Colors::Dark, ascii: false, icons: false };

/// Finds out how many colours and which characters the terminal has.
pub(crate) fn detect(var: impl Fn(&str) -> Option<String>) -> Look {
    let var = |name: &str| var(name).filter(|value| !value.is_empty());
    let term = var("TERM").unwrap_or_default();
    let depth = if var("NO_COLOR").is_some() || term == "dumb" || term.is_empty() {
        Depth::Mono
    } else if var("COLORTERM").is_some_and(|it| it == "truecolor" || it == "24bit") {
        Depth::True
    } else if term.contains("256") || term.contains("kitty") || term.contains("alacritty") {
        Depth::Cube
    } else {
        Depth::Sixteen
    };
    // rxvt, konsole and others tell `foreground;background` as numbers of the 16 colours.
    let shown_on = var("COLORFGBG").and_then(|it| it.rsplit(';').next()?.parse::<u8>().ok());
    let light = shown_on.is_some_and(|it| it == 7 || (9..=15).contains(&it));
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| var(name));
    let ascii = matches!(term.as_str(), "linux" | "dumb") || !is_utf8(locale.as_deref());
    Look { depth, colors: if light { Colors::Light } else { Colors::Dark }, ascii, icons: false }
}

/// Tells whether a locale's characters are UTF-8; the C locale's are not.
pub(crate) fn is_utf8(locale: Option<&str>) -> bool {
    let codeset = locale.and_then(|name| name.split_once('.')).map(|(_, codeset)| codeset);
    codeset.is_some_and(|codeset| {
        let codeset = codeset.split('@').next().unwrap_or(codeset);
        codeset.eq_ignore_ascii_case("utf-8") || codeset.eq_ignore_ascii_case("utf8")
    })
}

/// Whether standard input and standard error are a terminal, so that the user can be asked.
pub(crate) fn is_attended() -> bool {
    stdin().is_terminal() && stderr().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(vars: &[(&str, &str)]) -> Look {
        detect(|name| {
            vars.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn colours_follow_what_the_terminal_says() {
        assert_eq!(told(&[]).depth, Depth::Mono);
        assert_eq!(told(&[("TERM", "dumb")]).depth, Depth::Mono);
        assert_eq!(told(&[("TERM", "xterm")]).depth, Depth::Sixteen);
        assert_eq!(told(&[("TERM", "xterm-256color")]).depth, Depth::Cube);
        let full = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];
        assert_eq!(told(&full).depth, Depth::True);
        assert_eq!(told(&[full[0], full[1], ("NO_COLOR", "1")]).depth, Depth::Mono);
        assert_eq!(told(&[full[0], full[1], ("NO_COLOR", "")]).depth, Depth::True);
        assert!(told(&[full[0], ("COLORFGBG", "0;15")]).colors == Colors::Light);
        assert!(told(&[full[0], ("COLORFGBG", "15;0")]).colors == Colors::Dark);
    }

    #[test]
    fn other_locales_than_utf8_get_ascii() {
        let (xterm, utf8) = (("TERM", "xterm"), ("LANG", "C.UTF-8"));
        assert!(!told(&[xterm, utf8]).ascii);
        assert!(told(&[xterm]).ascii);
        assert!(told(&[("TERM", "linux"), utf8]).ascii);
        assert!(told(&[xterm, utf8, ("LC_ALL", "C")]).ascii);
        assert!(is_utf8(Some("de_DE.utf8@euro")) && !is_utf8(Some("de_DE")));
    }
}
