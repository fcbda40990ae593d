//! Spells numbers and times in what the viewer lists, such as the entries of an archive, as the page does.

use jiff::Timestamp;
use jiff::tz::TimeZone;

const UNITS: [&str; 6] = ["B", "kB", "MB", "GB", "TB", "PB"];

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
    format!("{scaled:.digits$} {}", UNITS[unit])
}

/// Gives a number with a comma between thousands.
pub(super) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
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
    let form = if then.year() == now.year() { "%-d %b, %H:%M" } else { "%-d %b %Y" };
    then.strftime(form).to_string()
}

#[cfg(test)]
mod tests {
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
}
