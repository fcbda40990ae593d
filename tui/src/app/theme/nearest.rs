//! Finds the nearest colour among those that a terminal can show.

use ratatui::style::Color;

/// Steps of the xterm cube.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The sixteen colours as xterm has them; the user's own ones cannot be known.
const SIXTEEN: [(Color, [u8; 3]); 16] = [
    (Color::Black, [0, 0, 0]),
    (Color::Red, [205, 0, 0]),
    (Color::Green, [0, 205, 0]),
    (Color::Yellow, [205, 205, 0]),
    (Color::Blue, [0, 0, 238]),
    (Color::Magenta, [205, 0, 205]),
    (Color::Cyan, [0, 205, 205]),
    (Color::Gray, [229, 229, 229]),
    (Color::DarkGray, [127, 127, 127]),
    (Color::LightRed, [255, 0, 0]),
    (Color::LightGreen, [0, 255, 0]),
    (Color::LightYellow, [255, 255, 0]),
    (Color::LightBlue, [92, 92, 255]),
    (Color::LightMagenta, [255, 0, 255]),
    (Color::LightCyan, [0, 255, 255]),
    (Color::White, [255, 255, 255]),
];

/// Gives the nearest of the 256 colours of xterm, without the first sixteen, which are the user's own.
pub(super) fn cube(rgb: [u8; 3]) -> u8 {
    let distance = |number: u8| distance(rgb, of(number));
    (16..=255).min_by_key(|&number| distance(number)).unwrap_or(16)
}

/// Gives the nearest of the sixteen colours.
pub(super) fn sixteen(rgb: [u8; 3]) -> Color {
    let nearest = SIXTEEN.iter().min_by_key(|(_, known)| distance(rgb, *known));
    nearest.map_or(Color::Reset, |(color, _)| *color)
}

/// Gives what one of the 256 colours is.
pub(super) fn of(number: u8) -> [u8; 3] {
    match number {
        0..=15 => SIXTEEN[usize::from(number)].1,
        16..=231 => {
            let n = usize::from(number - 16);
            [STEPS[n / 36], STEPS[n / 6 % 6], STEPS[n % 6]]
        }
        232..=255 => [8 + (number - 232) * 10; 3],
    }
}

/// How far apart colours look; the eye is keenest for green and dullest for blue.
fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    let parts = one.iter().zip(other).zip([3, 4, 2]);
    parts.map(|((&a, b), weight)| weight * u32::from(a.abs_diff(b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_nearest_to_itself() {
        for number in 16..=255 {
            assert_eq!(of(cube(of(number))), of(number));
        }
        for (color, rgb) in SIXTEEN {
            assert_eq!(sixteen(rgb), color);
        }
    }
}
