//! Parses sizes and ages that the user types, such as `4MiB` and `30d`.

use std::ffi::OsStr;
use std::time::Duration;

use super::misuse::Misuse;

/// Reads `4096`, `64k`, `1M`, `4MiB` (powers of 1024) or `5MB` (powers of 1000).
pub(crate) fn parse_size(flag: &'static str, text: &OsStr) -> Result<u64, Misuse> {
    text.to_str().and_then(size).ok_or_else(|| Misuse::Value {
        flag,
        value: text.to_owned(),
        why: "a size, e.g. 4096, 64k, 1M or 4MiB",
    })
}

fn size(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..end].parse().ok()?;
    let unit = text[end..].trim_start().to_ascii_lowercase();
    let mut rest = unit.chars();
    let power = match rest.next() {
        None => return Some(number),
        Some('b') if unit.len() == 1 => return Some(number),
        Some(letter) => 1 + "kmgtpe".find(letter)? as u32,
    };
    let base: u64 = match rest.as_str() {
        "" | "ib" => 1024,
        "b" => 1000,
        _ => return None,
    };
    number.checked_mul(base.checked_pow(power)?)
}

/// Reads an age, such as `12h`, `30d` or `8w`.
///
/// # Errors
/// It is none.
pub(crate) fn parse_age(flag: &'static str, text: &OsStr) -> Result<Duration, Misuse> {
    let age = || {
        let text = text.to_str()?;
        let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
        let seconds = match unit {
            "h" => 60 * 60,
            "d" => 24 * 60 * 60,
            "w" => 7 * 24 * 60 * 60,
            _ => return None,
        };
        Some(Duration::from_secs(number.parse::<u64>().ok()?.checked_mul(seconds)?))
    };
    age().ok_or_else(|| Misuse::Value {
        flag,
        value: text.to_owned(),
        why: "a number of hours, days or weeks, e.g. 12h, 30d or 8w",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_hours_days_or_weeks() {
        let age = |text: &str| parse_age("--older-than", OsStr::new(text)).ok();
        let hours = |hours: u64| Some(Duration::from_secs(hours * 3600));
        assert_eq!([age("12h"), age("30d"), age("8w"), age("0d")], [12, 720, 1344, 0].map(hours));
        for wrong in ["", "30", "d", "-1d", "1.5d", "30 d", "30m", "99999999999999999999w"] {
            assert_eq!(age(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn units_are_binary_unless_they_say_otherwise() {
        for (text, bytes) in [
            ("0", Some(0)),
            ("4096", Some(4096)),
            ("512B", Some(512)),
            ("64k", Some(64 << 10)),
            ("64K", Some(64 << 10)),
            ("1M", Some(1 << 20)),
            ("4MiB", Some(4 << 20)),
            ("4 MiB", Some(4 << 20)),
            ("5MB", Some(5_000_000)),
            ("2G", Some(2 << 30)),
            ("16E", None),
            ("", None),
            ("k", None),
            ("1x", None),
            ("1Mi", None),
            ("-1", None),
            ("1é", None),
        ] {
            assert_eq!(size(text), bytes, "{text}");
        }
    }
}
