//! Puts what checksums tell into words.

use fcp_browse::{CheckVerdict, Checked, SumTotals};
use fcp_engine::path::DisplayName;
use fcp_engine::sum::{Checksum, push_line};
use ratatui::text::Line;
use std::path::Path;

use crate::cli::quoting::{Bytes, Quoting};
use crate::format;

/// Columns of the verdict.
const VERDICT: usize = 9;

/// Says how a file compares with its list.
fn verdict(verdict: CheckVerdict) -> &'static str {
    match verdict {
        CheckVerdict::Same => "same",
        CheckVerdict::Different => "different",
        CheckVerdict::Missing => "missing",
        CheckVerdict::Extra => "extra",
        CheckVerdict::Failed => "failed",
    }
}

/// Gives the line of a checksum; on a terminal nothing in a name steers it.
pub(super) fn sum(checksum: &Checksum, path: &Path, quoting: Quoting) -> Bytes {
    let name = DisplayName::new(path);
    if quoting.terminal && name.is_hostile() {
        return Bytes::from(format!("{checksum}  {name}").as_str());
    }
    let mut line = Vec::new();
    push_line(&mut line, checksum, path);
    // The console ends lines.
    line.pop();
    Bytes::default().raw(&line)
}

/// Gives the line of a file that was compared with its list.
pub(super) fn checked(checked: &Checked, quoting: Quoting) -> Bytes {
    let word = verdict(checked.verdict);
    let name = quoting.colon(checked.path.0.as_os_str());
    Bytes::from(format!("{word:<VERDICT$}  ").as_str()).raw(&name)
}

/// Says how far a computation is.
pub(super) fn progress((files, bytes): (u64, u64)) -> Line<'static> {
    let files = format::counted(files, "file", "files");
    Line::from(format!("Reading   {files}   {}", format::size(bytes)))
}

/// Says what a check found in all.
pub(super) fn totals(totals: &SumTotals) -> String {
    let files = format::counted(totals.files, "file", "files");
    let mut text = format!("{files} checked ({})", format::size(totals.bytes));
    let mut parts = Vec::new();
    for (count, one, many) in [
        (totals.different, "differs", "differ"),
        (totals.missing, "is missing", "are missing"),
        (totals.extra, "is not listed", "are not listed"),
        (totals.failed, "could not be read", "could not be read"),
    ] {
        if count > 0 {
            parts.push(format!("{} {}", format::count(count), if count == 1 { one } else { many }));
        }
    }
    let all = if totals.files > 0 { "all as listed" } else { "nothing is listed" };
    text = format!("{text}: {}", if parts.is_empty() { all.to_owned() } else { parts.join(", ") });
    if totals.not_understood > 0 {
        let lines = format::counted(totals.not_understood, "line was", "lines were");
        text = format!("{text}; {lines} not understood");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_name_what_is_wrong_alone() {
        let fine = SumTotals { files: 1_204, bytes: 3 << 20, ..SumTotals::default() };
        assert_eq!(totals(&fine), "1,204 files checked (3.00 MiB): all as listed");
        let wrong =
            SumTotals { different: 1, missing: 2, extra: 1, failed: 3, not_understood: 1, ..fine };
        assert_eq!(
            totals(&wrong),
            "1,204 files checked (3.00 MiB): 1 differs, 2 are missing, 1 is not listed, 3 could not be read; \
             1 line was not understood"
        );
        assert_eq!(totals(&SumTotals::default()), "0 files checked (0 B): nothing is listed");
    }

    #[test]
    fn on_a_terminal_names_steer_nothing() {
        let checksum =
            Checksum::parse(fcp_engine::sum::Algorithm::Xxh3, b"2d06800538d394c2").unwrap();
        let name = Path::new("\x1b[31m");
        let shown = |terminal| sum(&checksum, name, Quoting { utf8: true, terminal }).to_string();
        assert_eq!(shown(true), "2d06800538d394c2  \\x1b[31m");
        assert_eq!(shown(false), "XXH3 (\x1b[31m) = 2d06800538d394c2");
    }
}
