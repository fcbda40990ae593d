//! Puts what a comparison tells into words.

use std::path::PathBuf;

use fcp_browse::{CompareSpec, Compared, Row, Verdict};
use fcp_engine::event::FileKind;
use ratatui::text::Line;

use crate::cli::quoting::{Bytes, Quoting};
use crate::format;

/// Columns of the verdict.
const VERDICT: usize = 11;

/// Says how the sides of an entry compare.
fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Same => "same",
        Verdict::LeftOnly => "left only",
        Verdict::RightOnly => "right only",
        Verdict::LeftNewer => "left newer",
        Verdict::RightNewer => "right newer",
        Verdict::Different => "different",
        Verdict::TypeChanged => "type",
        Verdict::Failed => "failed",
    }
}

/// Gives the line of a row; that of two files names both.
pub(super) fn row(row: &Row, files: Option<&[PathBuf; 2]>, quoting: Quoting) -> Bytes {
    let word = verdict(row.verdict);
    let word = Bytes::from(format!("{word:<VERDICT$}  ").as_str());
    if let Some([left, right]) = files {
        let quoted = |path: &PathBuf| quoting.colon(path.as_os_str());
        return word.raw(&quoted(left)).text("  ").raw(&quoted(right));
    }
    let mut name = row.path.0.as_os_str().to_owned();
    if name.is_empty() {
        name.push(".");
    }
    let is_directory = |kind: Option<FileKind>| kind.is_none_or(|kind| kind == FileKind::Directory);
    let kinds = [row.left, row.right].map(|side| side.map(|facts| facts.kind));
    if row.error.is_none() && kinds.into_iter().all(is_directory) {
        name.push("/");
    }
    word.raw(&quoting.colon(&name))
}

/// Says how far a comparison is.
pub(super) fn progress(compared: &Compared) -> Line<'static> {
    let looked_at = format::items(compared.looked_at);
    let differences = format::counted(compared.differences(), "difference", "differences");
    Line::from(format!("Comparing   {looked_at}   {differences}"))
}

/// Says what was found in all.
pub(super) fn sum(compared: &Compared, spec: &CompareSpec) -> String {
    let mut parts = Vec::new();
    for kind in Verdict::ALL {
        let count = compared.of(kind);
        if count.rows == 0 || matches!(kind, Verdict::Same | Verdict::Failed) {
            continue;
        }
        let word = match kind {
            Verdict::TypeChanged => "of different types",
            kind => verdict(kind),
        };
        parts.push(format!("{} {word} ({})", format::count(count.rows), format::size(count.bytes)));
    }
    let differences = match compared.differences() {
        0 => "No differences".to_owned(),
        n => format::counted(n, "difference", "differences"),
    };
    let what = if spec.content { "content" } else { "size and time" };
    let same = format::counted(compared.same.rows, "file has", "files have");
    let mut text = differences;
    if !parts.is_empty() {
        text = format!("{text}: {}", parts.join(", "));
    }
    text = format!("{text}; {same} the same {what}");
    if compared.failed.rows > 0 {
        text = format!("{text}; {} could not be compared", format::items(compared.failed.rows));
    }
    if compared.mounts > 0 {
        let mounts = format::counted(compared.mounts, "mount point", "mount points");
        text = format!("{text}; {mounts} left out");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;

    use fcp_browse::{Count, Facts};

    use super::*;

    const FILE: Facts = Facts { kind: FileKind::File, size: 1, mtime: 0, files: 1, print: 0 };

    fn line(path: &[u8], verdict: Verdict, sides: [Option<Facts>; 2]) -> String {
        let path = PathBuf::from(OsString::from_vec(path.to_vec()));
        let [left, right] = sides;
        let quoting = Quoting { utf8: true, terminal: false };
        row(&Row { path: path.into(), verdict, left, right, error: None }, None, quoting)
            .to_string()
    }

    #[test]
    fn rows_begin_with_the_verdict_and_quote_what_must_be() {
        assert_eq!(line(b"a/b", Verdict::LeftOnly, [Some(FILE), None]), "left only    a/b");
        let folder = Facts { kind: FileKind::Directory, ..FILE };
        assert_eq!(line(b"d e", Verdict::RightOnly, [None, Some(folder)]), "right only   'd e/'");
        let line_feed = line(b"a\n\xff", Verdict::RightNewer, [Some(FILE), Some(FILE)]);
        assert_eq!(line_feed, r"right newer  'a'$'\n\377'");
        assert_eq!(line(b"t", Verdict::TypeChanged, [Some(folder), Some(FILE)]), "type         t");
    }

    #[test]
    fn the_sum_names_each_verdict_that_occurs() {
        let same = Count { rows: 1_200, files: 1_200, bytes: 0 };
        let none = Compared { same, ..Compared::default() };
        let spec = CompareSpec::default();
        assert_eq!(sum(&none, &spec), "No differences; 1,200 files have the same size and time");
        let some = Compared {
            left_only: Count { rows: 1, files: 3, bytes: 2 << 20 },
            type_changed: Count { rows: 1, files: 1, bytes: 0 },
            failed: Count { rows: 2, files: 0, bytes: 0 },
            mounts: 1,
            ..none
        };
        let content = CompareSpec { content: true, ..spec };
        assert_eq!(
            sum(&some, &content),
            "2 differences: 1 left only (2.00 MiB), 1 of different types (0 B); 1,200 files have the same \
             content; 2 items could not be compared; 1 mount point left out"
        );
    }
}
