//! Says why the process of the administrator does nothing of a request, in a form that crosses to the app that asked.

use fcp_engine::engine::ControlError;
use fcp_engine::error::OpError;
use serde::{Deserialize, Serialize};

use crate::{errors, tr};

/// The reason; the app puts it into words, since the process does not know the user's language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "complaint", rename_all = "snake_case")]
pub enum Complaint {
    /// Standard input could not be read.
    Unread {
        /// What the system says.
        error: String,
    },
    /// There are more bytes than a request has.
    TooLarge,
    /// The checksum is that of another request.
    Unconfirmed,
    /// It has not the form of a request.
    Unreadable {
        /// What is wrong in it, in English.
        error: String,
    },
    /// The app is of another version than the process.
    OtherVersion,
    /// No request of this kind is carried out.
    Refused {
        /// Why, in the words of the process.
        text: String,
    },
    /// The process could not give up rights that the job does not need.
    Rights {
        /// What the system says.
        error: String,
    },
    /// The job was not accepted.
    Job {
        /// The failure.
        error: OpError,
    },
    /// The engine did not run the job.
    NotRun {
        /// Why, in English.
        text: String,
    },
}

impl Complaint {
    /// Says it in the language of this process, to follow a colon.
    pub fn told(&self) -> String {
        match self {
            Self::Unread { error } => tr!("elevated-unread", error = error.as_str()),
            Self::TooLarge => tr!("elevated-too-large").to_owned(),
            Self::Unconfirmed => tr!("elevated-unconfirmed").to_owned(),
            Self::Unreadable { error } => tr!("elevated-unreadable", error = error.as_str()),
            Self::OtherVersion => tr!("elevated-other-version").to_owned(),
            Self::Refused { text } | Self::NotRun { text } => text.clone(),
            Self::Rights { error } => tr!("elevated-rights", error = error.as_str()),
            Self::Job { error } => errors::told(error),
        }
    }

    /// Gives it as a line for the app.
    pub fn line(&self) -> String {
        // It is made of texts alone, which can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a line; none if another program wrote it.
    pub fn read(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }
}

impl From<&ControlError> for Complaint {
    fn from(error: &ControlError) -> Self {
        match error {
            ControlError::Refused(error) => Self::Job { error: error.clone() },
            other => Self::NotRun { text: errors::of_control(other) },
        }
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::error::{Action, Code};

    use super::*;

    #[test]
    fn a_complaint_crosses_as_one_line_with_its_failure() {
        let error = OpError::refused(Action::Read, Code::NotFound, "/a\nb");
        let complaint = Complaint::from(&ControlError::Refused(error.clone()));
        let line = complaint.line();
        assert!(!line.contains('\n'));
        assert_eq!(Complaint::read(&line), Some(Complaint::Job { error: error.clone() }));
        assert_eq!(complaint.told(), errors::told(&error));
        assert_eq!(Complaint::read("Error executing command as another user"), None);
        let version = Complaint::read(&Complaint::OtherVersion.line()).unwrap();
        assert_eq!(version.told(), "the request comes from another version of fcp");
    }
}
