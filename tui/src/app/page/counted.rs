//! Says how many there are of something.

use fcp_presentation::tr;

use crate::format::count as shown;

/// Counts empty folders.
pub(crate) fn empty_folders(n: u64) -> String {
    tr!("count-empty-folders", count = n, shown = shown(n))
}

/// Counts marked items.
pub(crate) fn marked_items(n: u64) -> String {
    tr!("count-marked-items", count = n, shown = shown(n))
}

/// Counts lines.
pub(crate) fn lines(n: u64) -> String {
    tr!("count-lines", count = n, shown = shown(n))
}

/// Counts bytes.
pub(crate) fn bytes(n: u64) -> String {
    tr!("count-bytes", count = n, shown = shown(n))
}

/// Counts problems.
pub(crate) fn problems(n: u64) -> String {
    tr!("count-problems", count = n, shown = shown(n))
}

/// Counts differences.
pub(crate) fn differences(n: u64) -> String {
    tr!("count-differences", count = n, shown = shown(n))
}

/// Counts questions.
pub(crate) fn questions(n: u64) -> String {
    tr!("count-questions", count = n, shown = shown(n))
}

/// Counts questions that a job will ask again.
pub(crate) fn asked_again(n: u64) -> String {
    tr!("job-asked-again", count = n, shown = shown(n))
}

/// Says for how many jobs a limit is, each of them.
pub(crate) fn each_job(n: u64) -> String {
    tr!("limit-each-job", count = n, shown = shown(n))
}

/// Says how many answers a key gives.
pub(crate) fn answers_to_apply(n: u64) -> String {
    tr!("conflicts-apply", count = n, shown = shown(n))
}

/// Says how many questions have no answer yet.
pub(crate) fn left_open(n: u64) -> String {
    tr!("conflicts-left-open", shown = shown(n))
}

/// Says that two folders are the same, with so many files, as far as they were compared.
pub(crate) fn same_files(n: u64, by_content: bool) -> String {
    if by_content {
        tr!("compare-same-files", count = n, shown = shown(n))
    } else {
        tr!("compare-same-sizes", count = n, shown = shown(n))
    }
}

/// Says how many items are marked.
pub(crate) fn marked(n: u64) -> String {
    tr!("count-marked", shown = shown(n))
}

/// Says how many items are not shown.
pub(crate) fn not_shown(n: u64) -> String {
    tr!("count-not-shown", shown = shown(n))
}

/// Says how many items are not in a list.
pub(crate) fn not_listed(n: u64) -> String {
    tr!("report-not-listed", shown = shown(n))
}

/// Says how many items failed.
pub(crate) fn failed(n: u64) -> String {
    tr!("count-failed", shown = shown(n))
}

/// Says how many items were skipped.
pub(crate) fn skipped(n: u64) -> String {
    tr!("count-skipped", shown = shown(n))
}

/// Says how many questions got no answer.
pub(crate) fn unanswered(n: u64) -> String {
    tr!("count-unanswered", shown = shown(n))
}

/// Says how many jobs are paused.
pub(crate) fn paused(n: u64) -> String {
    tr!("count-paused", shown = shown(n))
}

/// Says how many jobs ended with failures.
pub(crate) fn with_failures(n: u64) -> String {
    tr!("count-with-failures", shown = shown(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_byte_is_one() {
        assert_eq!([bytes(1), bytes(0), bytes(2_000)], ["1 byte", "0 bytes", "2,000 bytes"]);
    }
}
