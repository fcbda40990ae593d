//! Formats numbers for people: sizes, speeds, counts and durations.
//!
//! Sizes have binary units, as `df -h` prints them, and three digits. `assets/format-golden.json`
//! is the table that these functions and the desktop's are tested against. German writes `1,2` and `31.204`.

use fcp_engine::event::Summary;
use fcp_engine::view::Eta;
use fcp_presentation::language::Language;
use fcp_presentation::tr;

fn marks() -> (char, char) {
    Language::current().marks()
}

/// A family of size units.
struct Units {
    base: u64,
    names: [&'static str; 7],
}

const BINARY: Units = Units { base: 1024, names: ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] };

/// Column form of [`BINARY`].
const SHORT: Units = Units { base: 1024, names: ["B", "K", "M", "G", "T", "P", "E"] };

impl Units {
    /// Gives the number in three digits, and the index of its unit.
    fn scale(&self, bytes: u64) -> (String, usize) {
        // Plain bytes stay exact, so that 1001 B is not 0.98 KiB.
        if bytes < self.base {
            return (bytes.to_string(), 0);
        }
        let last = self.names.len() - 1;
        (1..last)
            .find_map(|unit| Some((self.digits(bytes, unit)?, unit)))
            .unwrap_or_else(|| (self.digits(bytes, last).unwrap_or_default(), last))
    }

    /// Gives the number in a unit, or none if it takes more than three digits.
    fn digits(&self, bytes: u64, unit: usize) -> Option<String> {
        // Integers round half up exactly, as the desktop's Math.round does.
        let size = u128::from(self.base).pow(unit as u32);
        let rounded = |scale: u128| (u128::from(bytes) * scale + size / 2) / size;
        let (hundredths, tenths, ones) = (rounded(100), rounded(10), rounded(1));
        if hundredths < 1000 {
            Some(format!("{}{}{:02}", hundredths / 100, marks().0, hundredths % 100))
        } else if tenths < 1000 {
            Some(format!("{}{}{}", tenths / 10, marks().0, tenths % 10))
        } else {
            (ones < 1000).then(|| ones.to_string())
        }
    }

    fn size(&self, bytes: u64) -> String {
        let (number, unit) = self.scale(bytes);
        format!("{number} {}", self.names[unit])
    }

    fn progress(&self, done: u64, total: u64) -> String {
        let (whole, unit) = self.scale(total);
        let part = match unit {
            0 => Some(done.to_string()),
            // Below one of the total's unit the digits would run out.
            _ if u128::from(done) < u128::from(self.base).pow(unit as u32) => None,
            _ => self.digits(done, unit),
        };
        let part = part.unwrap_or_else(|| self.size(done));
        tr!("size-of", part = part, whole = format!("{whole} {}", self.names[unit]))
    }
}

/// Gives a size in prose: `31.4 MiB`.
pub(crate) fn size(bytes: u64) -> String {
    BINARY.size(bytes)
}

/// Gives a size in a column, at most six wide: `31.4 M`.
pub(crate) fn size_short(bytes: u64) -> String {
    SHORT.size(bytes)
}

/// Gives how much of a size is done: `41.2 of 64.0 GiB`.
pub(crate) fn size_of(done: u64, total: u64) -> String {
    BINARY.progress(done, total)
}

/// Gives a speed in bytes per second: `412 MiB/s`.
pub(crate) fn rate(bytes_per_second: u64) -> String {
    format!("{}/s", size(bytes_per_second))
}

/// Gives a number with thousands separators: `31,204`.
pub(crate) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(marks().1);
        }
        out.push(digit);
    }
    out
}

/// Gives a count with its noun, for programs that speak English: `1 item`, `31,204 items`.
pub(crate) fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

/// Gives a count of snapshots: `2 subvolume snapshots`.
pub(crate) fn snapshots(n: u64) -> String {
    tr!("count-snapshots", count = n, shown = count(n))
}

/// Gives a count of items: `31,204 items`.
pub(crate) fn items(n: u64) -> String {
    tr!("count-items", count = n, shown = count(n))
}

/// Gives a count of files: `31,204 files`.
pub(crate) fn files(n: u64) -> String {
    tr!("count-files", count = n, shown = count(n))
}

/// Gives a count of folders: `31,204 folders`.
pub(crate) fn folders(n: u64) -> String {
    tr!("count-folders", count = n, shown = count(n))
}

/// Gives a count of jobs: `2 jobs`.
pub(crate) fn jobs(n: u64) -> String {
    tr!("count-jobs", count = n, shown = count(n))
}

/// Gives how many items are done: `18,204 of 31,550 items`.
pub(crate) fn items_of(done: u64, total: u64) -> String {
    tr!("count-items-of", count = total, shown = count(total), done = count(done))
}

/// Gives how many items a job has done, what became of the files in their way, and how many it removed:
/// `37 items (30 replaced, 1 renamed), removed 2`.
pub(crate) fn done(summary: &Summary) -> String {
    let shown = |n: u64| (n > 0).then(|| count(n));
    let replaced = shown(summary.replaced).map(|n| tr!("done-replaced", shown = n));
    let renamed = shown(summary.renamed).map(|n| tr!("done-renamed", shown = n));
    let notes: Vec<String> = [replaced, renamed].into_iter().flatten().collect();
    let mut done = items(summary.done.saturating_sub(summary.removed));
    if !notes.is_empty() {
        done = tr!("done-with-notes", items = done, notes = notes.join(", "));
    }
    if summary.removed > 0 {
        done = tr!("done-and-removed", done = done, shown = count(summary.removed));
    }
    done
}

/// Gives whole percent: `64 %`.
pub(crate) fn percent(percent: u8) -> String {
    format!("{percent} %")
}

/// Gives a duration in microseconds: `240 ms`, `3.2 s`, `41 s`, `2 min 41 s`, `3 h 12 min`.
pub(crate) fn duration(micros: u64) -> String {
    let (millis, seconds) = (micros / 1_000, micros / 1_000_000);
    let (minutes, hours) = (seconds / 60, seconds / 3_600);
    match seconds {
        0 => format!("{millis} ms"),
        1..10 => format!("{seconds}{}{} s", marks().0, millis / 100 % 10),
        10..60 => format!("{seconds} s"),
        60..3_600 => format!("{minutes} min {} s", seconds % 60),
        3_600..86_400 => format!("{hours} h {} min", minutes % 60),
        86_400.. => format!("{} d {} h", hours / 24, hours % 24),
    }
}

/// Gives the time left as a range: `50–70 s left`.
///
/// The bounds are rounded outwards to steps that a person can believe.
pub(crate) fn left(eta: Eta) -> String {
    let (lo, hi) = (eta.lo / 1_000_000, eta.hi.div_ceil(1_000_000));
    let (unit, name) = match hi {
        ..=5 => return tr!("left-seconds").to_owned(),
        6..=100 => (1, "s"),
        101..=6_000 => (60, "min"),
        6_001..=172_800 => (3_600, "h"),
        172_801.. => (86_400, "d"),
    };
    let step = match hi.div_ceil(unit) {
        ..=10 => 1,
        11..=30 => 5,
        31.. => 10,
    };
    let (lo, hi) = (lo / (unit * step) * step, hi.div_ceil(unit * step) * step);
    match lo {
        0 => tr!("left-under", time = format!("{hi} {name}")),
        lo if lo == hi => tr!("left-about", time = format!("{hi} {name}")),
        lo => tr!("left-range", time = format!("{lo}–{hi} {name}")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The desktop's units; it puts a no-break space before them.
    const DECIMAL: Units = Units { base: 1000, names: ["B", "kB", "MB", "GB", "TB", "PB", "EB"] };

    fn table(name: &str) -> Vec<Value> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/format-golden.json");
        let golden: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        golden[name].as_array().unwrap().clone()
    }

    fn number(row: &Value, key: &str) -> u64 {
        row[key].as_str().unwrap().parse().unwrap()
    }

    fn decimal(text: &str) -> String {
        text.replace(' ', "\u{a0}")
    }

    #[test]
    fn sizes_are_golden() {
        for row in table("size") {
            let bytes = number(&row, "bytes");
            assert_eq!(size(bytes), row["binary"], "{bytes}");
            assert_eq!(size_short(bytes), row["short"], "{bytes}");
            assert_eq!(decimal(&DECIMAL.size(bytes)), row["decimal"], "{bytes}");
            assert_eq!(rate(bytes), format!("{}/s", row["binary"].as_str().unwrap()));
            assert!(size_short(bytes).len() <= 6);
        }
    }

    #[test]
    fn parts_of_sizes_are_golden() {
        for row in table("size_of") {
            let (done, total) = (number(&row, "done"), number(&row, "total"));
            assert_eq!(size_of(done, total), row["binary"]);
            let text = DECIMAL.progress(done, total).replace("\u{20}of\u{20}", "|");
            assert_eq!(decimal(&text).replace('|', " of "), row["decimal"]);
        }
    }

    #[test]
    fn counts_are_golden() {
        for row in table("items") {
            assert_eq!(items(number(&row, "items")), row["text"]);
        }
    }

    #[test]
    fn durations_are_golden() {
        for row in table("duration") {
            assert_eq!(duration(number(&row, "micros")), row["text"], "{row}");
        }
    }

    #[test]
    fn ranges_of_time_left_are_golden() {
        for row in table("left") {
            let eta = Eta { lo: number(&row, "lo"), hi: number(&row, "hi") };
            assert_eq!(left(eta), row["text"], "{row}");
        }
    }

    #[test]
    fn german_numbers_have_a_comma_and_points() {
        Language::German.speaking(|| {
            assert_eq!(size(1_288_490_189), "1,20 GiB");
            assert_eq!(size_short(32_925_286), "31,4 M");
            assert_eq!(size_of(44_238_281_933, 68_719_476_736), "41,2 von 64,0 GiB");
            assert_eq!((count(31_204), rate(432_013_312)), ("31.204".into(), "412 MiB/s".into()));
            assert_eq!((items(1), items(31_204)), ("1 Objekt".into(), "31.204 Objekte".into()));
            assert_eq!(items_of(18_204, 31_550), "18.204 von 31.550 Objekten");
            assert_eq!(duration(3_200_000), "3,2 s");
            assert_eq!(left(Eta { lo: 1, hi: 2 }), "noch wenige Sekunden");
            assert_eq!(left(Eta { lo: 51_000_000, hi: 69_000_000 }), "noch 50–70 s");
        });
        assert_eq!((size(1_288_490_189), count(31_204)), ("1.20 GiB".into(), "31,204".into()));
    }
}
