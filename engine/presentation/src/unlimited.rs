//! What an archive may become that was refused as too large, and the request that allows it.

use fcp_engine::error::Code;
use fcp_engine::path::WirePath;
use fcp_engine::spec::{JobSpec, Verb};
use fcp_engine::view::Failed;

/// Tells which of the archives of a job were refused since they become too large.
pub fn refused<'a>(
    spec: &'a JobSpec,
    failures: &'a [Failed],
) -> impl Iterator<Item = &'a WirePath> {
    let is_refused = |source: &WirePath| {
        failures.iter().any(|it| it.error.code == Code::TooLarge && it.src == *source)
    };
    let extracts = spec.verb == Verb::Extract;
    spec.sources.iter().filter(move |source| extracts && is_refused(source))
}

/// Builds the request that extracts those archives without a limit; none if there are none.
pub fn again(spec: &JobSpec, failures: &[Failed]) -> Option<JobSpec> {
    let sources: Vec<WirePath> = refused(spec, failures).cloned().collect();
    if sources.is_empty() {
        return None;
    }
    Some(JobSpec { sources, ..spec.clone() }.with(|options| options.unpack_limit = Some(0)))
}

#[cfg(test)]
mod tests {
    use fcp_engine::error::{Action, OpError};
    use fcp_engine::spec::Destination;

    use super::*;

    #[test]
    fn only_what_was_refused_as_too_large_is_extracted_without_a_limit() {
        let spec =
            JobSpec::extract(["/a.zip", "/b.zip", "/c.zip"], Destination::Into("/to".into()));
        let failed = |path: &str, code| Failed {
            src: path.into(),
            error: OpError::refused(Action::Unpack, code, path),
        };
        let failures = [failed("/b.zip", Code::TooLarge), failed("/c.zip", Code::Damaged)];
        let anyway = again(&spec, &failures).unwrap();
        assert_eq!(anyway.sources, ["/b.zip".into()]);
        assert_eq!(
            (anyway.options.unpack_limit, &anyway.destination),
            (Some(0), &spec.destination)
        );
        assert_eq!(again(&spec, failures.get(1..).unwrap()), None);
        // A copy refuses nothing so.
        let copy = JobSpec { verb: Verb::Copy, ..spec };
        assert_eq!(again(&copy, &failures), None);
    }
}
