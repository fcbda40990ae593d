//! Makes the requests that are carried out with the rights of the administrator.

use fcp_engine::path::WirePath;
use fcp_engine::spec::JobSpec;
use fcp_presentation::elevation;

use super::effect::Elevated;
use crate::{format, state};

/// Gives the items that a request is about: those that failed, where it retries a job.
pub(crate) fn items(spec: &JobSpec) -> &[WirePath] {
    let only = &spec.options.filter.only;
    if only.is_empty() { &spec.sources } else { only }
}

/// Makes a request with its words; new files do not get the permissions in `umask`.
///
/// # Errors
/// Says that a job of this kind cannot be done like that.
pub(crate) fn request(spec: JobSpec, umask: u32) -> Result<Elevated, String> {
    let what = format::items(items(&spec).len() as u64);
    let words = format!("{} {what} as administrator", state::doing(Some(spec.verb)));
    let (request, sum) = elevation::hand_over(spec, umask)?;
    Ok(Elevated { words, request, sum })
}
