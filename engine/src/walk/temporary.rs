//! Makes and recognizes the names of unfinished files.

use std::ffi::{CStr, CString};

/// Beginning of every temporary name.
const TEMPORARY: &str = ".fcp-";

/// What the temporary names of one run of a job have in common; short, so that they fit wherever any
/// name does.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark {
    /// Of all runs of the job.
    key: u32,
    /// Of this run: the millisecond in which it began, which comes again after 49 days.
    run: u32,
}

impl Mark {
    /// Makes the mark of a run that begins now.
    pub(crate) fn new(key: u32) -> Self {
        Self { key, run: (fcp_sys::now() / 1000) as u32 }
    }

    /// What all runs of the job have in common.
    pub(crate) fn key(self) -> u32 {
        self.key
    }

    /// Makes what the temporary names begin with that belong to no run.
    pub(crate) fn of(key: u32) -> String {
        Self { key, run: 0 }.of_job()
    }

    fn of_job(self) -> String {
        format!("{TEMPORARY}{:08x}-", self.key)
    }

    pub(crate) fn of_run(self) -> String {
        format!("{}{:08x}", self.of_job(), self.run)
    }

    /// A name for what is made for a moment to try something: a later run removes what a kill leaves of it.
    pub(crate) fn trial(self) -> CString {
        CString::new(format!("{}-{:x}", self.of_run(), fcp_sys::now())).unwrap_or_default()
    }

    /// Whether a temporary file is of this job, but not of this run.
    pub(crate) fn is_of_earlier_run(self, name: &CStr) -> bool {
        let is = |beginning: &str| name.to_bytes().starts_with(beginning.as_bytes());
        is(&self.of_job()) && !is(&self.of_run())
    }
}

/// Tells whether a name is one that the engine gives to files that are not finished.
pub fn is_temporary(name: &[u8]) -> bool {
    let Some((key, rest)) =
        name.strip_prefix(TEMPORARY.as_bytes()).and_then(|rest| rest.split_at_checked(8))
    else {
        return false;
    };
    key.iter().all(u8::is_ascii_hexdigit) && rest.starts_with(b"-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_a_minute_apart_have_marks_of_their_own() {
        let mark = Mark::new(0xab);
        let name = |mark: Mark| CString::new(mark.of_run() + "00000001").unwrap();
        assert!(!mark.is_of_earlier_run(&name(mark)));
        assert!(!mark.is_of_earlier_run(&mark.trial()));
        for later in [1, 1 << 16, 1 << 31] {
            let next = Mark { run: mark.run.wrapping_add(later), ..mark };
            assert!(next.is_of_earlier_run(&name(mark)), "{later} ms later");
            assert!(next.is_of_earlier_run(&mark.trial()), "{later} ms later");
        }
    }

    #[test]
    fn temporary_names_are_recognised() {
        let mark = Mark::new(0xab);
        assert!(is_temporary(mark.of_run().as_bytes()));
        assert!(is_temporary(mark.trial().to_bytes()));
        for name in [".fcp-", ".fcp-notes", ".fcp-000000g0-1", "x.fcp-000000ab-1", ".fcprc"] {
            assert!(!is_temporary(name.as_bytes()), "{name}");
        }
    }
}
