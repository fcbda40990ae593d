//! Holds the request that a process with the rights of the administrator carries out, as both apps hand it over.
//!
//! The process gets the request on standard input and its checksum as an argument. So the log of `sudo` or of polkit
//! names the request, and the process carries out no other one than the user confirmed.

mod complaint;
mod facts;
mod refused;
pub mod trust;

use fcp_engine::error::{Code, OpError};
use fcp_engine::event::Command;
use fcp_engine::spec::{
    ConflictPolicy, DirectoryPolicy, ErrorPolicy, JobSpec, MismatchPolicy, Verb,
};
use fcp_engine::sum::{Algorithm, Hasher};
use serde::{Deserialize, Serialize};

pub use complaint::Complaint;
pub use facts::{belongs_to_root, items, replaces, source_folder, targets};

/// The flag of `fcp-tui` with which the process is started; the checksum of the request follows.
pub const FLAG: &str = "carry-out";

/// The flag with which the process writes events and reads commands, for a program that shows its progress.
pub const STREAM_FLAG: &str = "carry-out-events";

/// The version of the request's form.
const VERSION: u32 = 1;

/// Bytes of the largest request: that of some hundred thousand items.
pub const LARGEST: u64 = 64 << 20;

/// What is handed to the process.
#[derive(Debug, Serialize, Deserialize)]
pub struct Request {
    version: u32,
    /// Permissions that new files do not get, as for the user.
    pub umask: u32,
    /// The job.
    pub spec: JobSpec,
}

/// Tells whether a job can be done with the rights of the administrator.
///
/// Archives are not read as root, since they may be malicious, and none is written. The trash is the user's own: the user
/// could not restore items that root moves there.
pub fn is_possible(verb: Verb) -> bool {
    match verb {
        Verb::Copy | Verb::Move | Verb::Delete => true,
        Verb::Trash
        | Verb::Restore
        | Verb::Undo
        | Verb::Verify
        | Verb::Dedupe
        | Verb::Extract
        | Verb::Pack => false,
    }
}

/// Tells whether the administrator may do what failed: EACCES or EPERM.
pub fn may_help(error: &OpError) -> bool {
    error.code == Code::PermissionDenied
}

/// Says why a request is not carried out as administrator, if it is not.
pub fn refusal(spec: &JobSpec) -> Option<&'static str> {
    refused::reason(spec)
}

/// Tells whether the process obeys a command: only those that pause, resume or cancel the one job of the request.
pub fn is_obeyed(command: &Command) -> bool {
    matches!(command, Command::Pause { .. } | Command::Resume { .. } | Command::Cancel { .. })
}

/// Gives the bytes of a request, which are one line, and their checksum.
///
/// # Errors
/// Says that a job of this kind cannot be done like that.
pub fn hand_over(spec: JobSpec, umask: u32) -> Result<(Vec<u8>, String), String> {
    if let Some(why) = refusal(&spec) {
        return Err(why.to_owned());
    }
    let request = Request { version: VERSION, umask, spec };
    let bytes = serde_json::to_vec(&request).map_err(|error| error.to_string())?;
    let sum = checksum(&bytes);
    Ok((bytes, sum))
}

/// Reads a request, if it has this checksum.
///
/// # Errors
/// Says why it is not carried out.
pub fn read(bytes: &[u8], sum: &str) -> Result<Request, Complaint> {
    if bytes.len() as u64 > LARGEST {
        return Err(Complaint::TooLarge);
    }
    if checksum(bytes) != sum {
        return Err(Complaint::Unconfirmed);
    }
    let request: Request = serde_json::from_slice(bytes)
        .map_err(|error| Complaint::Unreadable { error: error.to_string() })?;
    if request.version != VERSION {
        return Err(Complaint::OtherVersion);
    }
    match refusal(&request.spec) {
        Some(why) => Err(Complaint::Refused { text: why.to_owned() }),
        None => Ok(request),
    }
}

/// Makes the job skip items instead of asking about them, since no user can answer.
pub fn leave_unasked(spec: &mut JobSpec) {
    let options = &mut spec.options;
    if options.on_conflict == ConflictPolicy::Ask {
        options.on_conflict = ConflictPolicy::Skip;
    }
    if options.on_directory == DirectoryPolicy::Ask {
        options.on_directory = DirectoryPolicy::Skip;
    }
    if options.on_mismatch == MismatchPolicy::Ask {
        options.on_mismatch = MismatchPolicy::Skip;
    }
    if options.on_error == ErrorPolicy::Ask {
        options.on_error = ErrorPolicy::Skip;
    }
}

fn checksum(bytes: &[u8]) -> String {
    let mut hasher = Hasher::new(Algorithm::Sha256);
    hasher.update(bytes);
    hasher.finish().to_string()
}

#[cfg(test)]
mod tests {
    use fcp_engine::error::Action;
    use fcp_engine::spec::Destination;

    use super::*;

    fn spec(verb: Verb) -> JobSpec {
        JobSpec { verb, ..JobSpec::copy(["/a\nb"], Destination::Into("/b".into())) }
    }

    #[test]
    fn a_request_of_another_kind_is_not_handed_over() {
        for verb in [Verb::Trash, Verb::Undo, Verb::Restore, Verb::Verify, Verb::Dedupe] {
            assert!(hand_over(spec(verb), 0o22).is_err());
        }
        let (bytes, sum) = hand_over(spec(Verb::Copy), 0o22).unwrap();
        assert_eq!((sum.len(), checksum(&bytes)), (64, sum));
    }

    #[test]
    fn a_request_is_one_line_and_is_read_only_with_its_checksum() {
        let (bytes, sum) = hand_over(spec(Verb::Move), 0o27).unwrap();
        assert!(!bytes.contains(&b'\n'));
        let read_again = read(&bytes, &sum).unwrap();
        assert_eq!((read_again.umask, read_again.spec), (0o27, spec(Verb::Move)));
        assert_eq!(read(&bytes, &checksum(b"another")).unwrap_err(), Complaint::Unconfirmed);
        let newer = br#"{"version":2}"#;
        assert!(matches!(read(newer, &checksum(newer)), Err(Complaint::Unreadable { .. })));
    }

    #[test]
    fn the_process_obeys_no_command_that_would_do_more_than_the_request() {
        let submit = Command::Submit { spec: Box::new(spec(Verb::Delete)) };
        assert!(!is_obeyed(&submit) && !is_obeyed(&Command::Status));
        assert!(is_obeyed(&Command::Cancel { job: None }));
    }

    #[test]
    fn no_question_is_left_that_no_user_could_answer() {
        let mut asking = spec(Verb::Copy).with(|options| {
            options.on_conflict = ConflictPolicy::Ask;
            options.on_directory = DirectoryPolicy::Ask;
            options.on_mismatch = MismatchPolicy::Ask;
            options.on_error = ErrorPolicy::Ask;
        });
        leave_unasked(&mut asking);
        let options = asking.options;
        assert_eq!(
            (options.on_conflict, options.on_error),
            (ConflictPolicy::Skip, ErrorPolicy::Skip)
        );
        assert_eq!(options.on_directory, DirectoryPolicy::Skip);
        assert_eq!(options.on_mismatch, MismatchPolicy::Skip);
    }

    #[test]
    fn only_missing_permission_is_a_case_for_the_administrator() {
        let denied = OpError::refused(Action::Read, Code::PermissionDenied, "/a");
        assert!(may_help(&denied));
        let missing = OpError::refused(Action::Read, Code::NotFound, "/a");
        assert!(!may_help(&missing));
    }
}
