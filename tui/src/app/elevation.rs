//! Makes the requests that are carried out with the rights of the administrator.

use fcp_engine::spec::{JobSpec, Verb};
use fcp_presentation::{elevation, tr};

use super::effect::Elevated;
use crate::{format, state};

/// Makes a request with its words; new files do not get the permissions in `umask`.
///
/// # Errors
/// Says that a job of this kind cannot be done like that.
pub(crate) fn request(spec: JobSpec, umask: u32) -> Result<Elevated, String> {
    let items = format::items(elevation::items(&spec).len() as u64);
    let words = match spec.verb {
        Verb::Copy => tr!("elevated-copy", items = items),
        Verb::Move => tr!("elevated-move", items = items),
        Verb::Delete => tr!("elevated-delete", items = items),
        verb => tr!("elevated-other", doing = state::doing(Some(verb)), items = items),
    };
    let (request, sum) = elevation::hand_over(spec, umask)?;
    Ok(Elevated { words, request, sum })
}
