//! Tests of reading themes, and of their contrast.

use super::*;
use crate::app::look::{Colors, Depth, Look, MARK, MUTED};

fn read(text: &str) -> (Theme, Vec<String>) {
    let (theme, mistakes) = Theme::read("mine.toml", text);
    (theme, mistakes.iter().map(ToString::to_string).collect())
}

/// How clearly two colours differ, from 1 to 21, as the WCAG defines it.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let light = |[r, g, b]: [u8; 3]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    let (one, other) = (light(one) + 0.05, light(other) + 0.05);
    one.max(other) / one.min(other)
}

#[test]
fn themes_that_come_with_the_program_have_no_mistake() {
    for (name, text) in BUILT_IN {
        let (theme, mistakes) = Theme::read(name, text);
        assert_eq!(mistakes, [], "{name}");
        for shade in theme.texts.iter().chain(&theme.grounds) {
            assert_ne!(shade.rgb, [0; 3].map(|_: u8| 1), "{name}");
        }
    }
}

#[test]
fn text_stands_out_on_every_ground_it_is_put_on() {
    use Ground::{Badge, Cursor, Danger, Field, Hit, Idle, Primary, Surface};
    for (name, _) in BUILT_IN {
        let theme = Theme::built_in(name).unwrap();
        // The themes do not set the terminal's background; these are the ones they are made for.
        let screen: &[[u8; 3]] = match name {
            "light" | "high-contrast-light" => &[[0xff; 3], [0xfa, 0xf9, 0xf7]],
            _ => &[[0; 3], [0x13, 0x17, 0x1d]],
        };
        let full = if name.starts_with("high-contrast") { 7.0 } else { 4.5 };
        let mut poor = Vec::new();
        let mut reads = |role: Role, ground: Option<Ground>| {
            let fore = theme.text(role);
            let back = ground.map(|ground| theme.ground(ground));
            for &screen in screen {
                let rgb = (fore.rgb, back.map_or(screen, |back| back.rgb));
                let back = back.map_or(screen, |back| nearest::of(back.cube));
                for (depth, least, (fore, back)) in
                    [("rgb", full, rgb), ("256", 4.5, (nearest::of(fore.cube), back))]
                {
                    let found = contrast(fore, back);
                    if found < least {
                        poor.push(format!("{name}, {depth}: {role:?} on {ground:?} is {found:.2}"));
                    }
                }
            }
        };
        let texts = [Role::Text, Role::Strong, Role::Muted, Role::Accent, Role::Mark, Role::Link];
        for role in texts.into_iter().chain([Role::Wait, Role::Bad, Role::Good]) {
            reads(role, None);
            for ground in [Surface, Field, Idle, Cursor] {
                // On the row of the cursor, muted text is drawn as plain text.
                if ground != Cursor || role != Role::Muted {
                    reads(role, Some(ground));
                }
            }
        }
        for ground in [Primary, Badge, Danger] {
            reads(Role::Ink, Some(ground));
        }
        reads(Role::Strong, Some(Hit));
        poor.dedup();
        assert!(poor.is_empty(), "{poor:#?}");
    }
}

#[test]
fn one_line_is_a_theme() {
    let (theme, mistakes) = read("mark = \"#00ff00\"\n");
    assert_eq!(mistakes, [""; 0]);
    let mark = theme.text(Role::Mark);
    assert_eq!((mark.rgb, mark.cube, mark.sixteen), ([0, 255, 0], 46, Some(Color::LightGreen)));
    assert_eq!(mark.mono, Modifier::BOLD);
    assert_eq!(theme.text(Role::Text), dark().text(Role::Text));
    let (theme, _) = read("based-on = \"light\"\nidle = \"#ffffff\"\n");
    assert_eq!(theme.ground(Ground::Idle).sixteen, None);
    assert_eq!(theme.text(Role::Text), light().text(Role::Text));
}

#[test]
fn mistakes_leave_the_colour_as_it_was() {
    let text = "based-on = \"drak\"\nmark = \"green\"\ncursr = \"#000000\"\n\
        link = { rgb = \"#73c4bf\", cube = 300, sixteen = \"pink\", blink = true }\n";
    let (theme, mistakes) = read(text);
    assert_eq!(
        mistakes[0],
        "mine.toml, line 1: 'based-on' can be 'dark', 'light', 'high-contrast', \
        'high-contrast-light' or 'warm', not 'drak'"
    );
    assert_eq!(mistakes[1], "mine.toml, line 2: 'green' is not a colour; write one as '#7db8f5'");
    assert_eq!(
        mistakes[2],
        "mine.toml, line 3: nothing is called 'cursr' (did you mean 'cursor'?)"
    );
    assert_eq!(mistakes[3], "mine.toml, line 4: 'cube' is from 0 to 255");
    assert_eq!(mistakes[5], "mine.toml, line 4: nothing is called 'blink'");
    assert_eq!(theme.text(Role::Mark), dark().text(Role::Mark));
}

#[test]
fn a_look_takes_its_colours_from_its_theme() {
    let (theme, _) = read("mark = \"#010203\"\n");
    let look = |depth| Look {
        depth,
        colors: Colors::Theme(Box::leak(Box::new(theme))),
        ascii: false,
        icons: false,
    };
    assert_eq!(look(Depth::True).style(MARK).fg, Some(Color::Rgb(1, 2, 3)));
    assert_eq!(look(Depth::Sixteen).style(MARK).fg, Some(Color::Black));
    assert!(look(Depth::Sixteen).style(MUTED).add_modifier.contains(Modifier::DIM));
}
