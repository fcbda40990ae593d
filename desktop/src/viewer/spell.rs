//! Spells what the viewer says itself: numbers and times, such as those of the entries of an archive, as the page does,
//! and errors as the rest of the window tells them.

use fcp_presentation::language::Language;
use fcp_presentation::viewed::{self, Numbers};
use fcp_presentation::{errors, tr};
use fcp_viewer::Spelling;
use jiff::Timestamp;
use jiff::tz::TimeZone;

const UNITS: [&str; 6] = ["B", "kB", "MB", "GB", "TB", "PB"];

/// How the page writes numbers.
const NUMBERS: Numbers = Numbers { size, count };

/// How the window spells what is in a file.
pub(super) const SPELLING: Spelling = Spelling {
    size,
    short_size: size,
    count,
    time,
    // The name of the file is the title of the viewer.
    error: errors::cannot,
    phrase: |phrase| viewed::phrase(phrase, NUMBERS),
};

fn marks() -> (char, char) {
    Language::current().marks()
}

/// Gives a size in powers of 1,000, with three digits: `1.24 GB`.
pub(super) fn size(bytes: u64) -> String {
    let (mut scaled, mut unit) = (bytes as f64, 0);
    while scaled >= 999.5 && unit + 1 < UNITS.len() {
        scaled /= 1000.0;
        unit += 1;
    }
    let digits = match scaled {
        _ if unit == 0 => 0,
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    let number = format!("{scaled:.digits$}").replace('.', &marks().0.to_string());
    format!("{number} {}", UNITS[unit])
}

/// Gives a number with a sign between thousands.
pub(super) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(marks().1);
        }
        text.push(digit);
    }
    text
}

/// Gives a time of day in this year as `21 Nov, 14:02`, and an older one as `21 Nov 2025`.
pub(super) fn time(micros: i64, now: i64) -> String {
    spelled(micros, now, &TimeZone::system())
}

fn spelled(micros: i64, now: i64, zone: &TimeZone) -> String {
    let civil = |micros| Some(zone.to_datetime(Timestamp::from_microsecond(micros).ok()?));
    let (Some(then), Some(now)) = (civil(micros), civil(now)) else { return "–".to_owned() };
    let (day, month) = (then.day().to_string(), month(then.month()));
    if then.year() == now.year() {
        let time = then.strftime("%H:%M").to_string();
        tr!("desktop-day-time", day = day, month = month, time = time)
    } else {
        tr!("desktop-day-of-year", day = day, month = month, year = then.year().to_string())
    }
}

fn month(number: i8) -> &'static str {
    match number {
        1 => tr!("desktop-month-1"),
        2 => tr!("desktop-month-2"),
        3 => tr!("desktop-month-3"),
        4 => tr!("desktop-month-4"),
        5 => tr!("desktop-month-5"),
        6 => tr!("desktop-month-6"),
        7 => tr!("desktop-month-7"),
        8 => tr!("desktop-month-8"),
        9 => tr!("desktop-month-9"),
        10 => tr!("desktop-month-10"),
        11 => tr!("desktop-month-11"),
        _ => tr!("desktop-month-12"),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use fcp_engine::error::{Action, OpError};
    use rustix::io::Errno;

    use super::*;

    #[test]
    fn sizes_have_three_digits() {
        let cases = [(0, "0 B"), (999, "999 B"), (1000, "1.00 kB"), (9_999, "10.0 kB")];
        for (bytes, text) in cases {
            assert_eq!(size(bytes), text);
        }
        assert_eq!(size(48_200_000_000), "48.2 GB");
        assert_eq!(size(999_600), "1.00 MB");
        assert_eq!((count(999), count(1_234_567)), ("999".to_owned(), "1,234,567".to_owned()));
    }

    #[test]
    fn older_times_lose_their_clock() {
        let now = 1_782_076_447_000_000;
        let show = |micros| spelled(micros, now, &TimeZone::UTC);
        assert_eq!(show(now), "21 Jun, 21:14");
        assert_eq!(show(now - 300 * 86_400_000_000), "25 Aug 2025");
        assert_eq!(show(i64::MAX), "–");
    }

    #[test]
    fn errors_are_told_in_the_language_and_without_the_path() {
        let error = OpError::new(Action::Open, Path::new("/a/b.txt"), Errno::ACCESS);
        let tell = || (SPELLING.error)(&error);
        assert_eq!(tell(), "Cannot open: permission denied");
        let german = Language::German.speaking(tell);
        assert_eq!(german, "Öffnen nicht möglich: keine Berechtigung");
    }

    #[test]
    fn numbers_and_times_are_written_as_in_the_language() {
        let now = 1_782_076_447_000_000;
        let show = |micros| spelled(micros, now, &TimeZone::UTC);
        Language::German.speaking(|| {
            assert_eq!(size(48_200_000_000), "48,2 GB");
            assert_eq!(count(1_234_567), "1.234.567");
            assert_eq!(show(now), "21. Juni, 21:14");
            assert_eq!(show(now - 300 * 86_400_000_000), "25. Aug. 2025");
        });
    }
}
