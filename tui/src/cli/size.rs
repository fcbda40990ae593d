//! Parses sizes that the user types, such as `4MiB`.

use std::ffi::OsStr;

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

#[cfg(test)]
mod tests {
    use super::*;

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
