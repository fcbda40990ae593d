//! Tests of errors as text.

use super::*;

#[test]
fn one_line_names_action_path_and_reason() {
    let error = OpError::new(Action::Read, "a\nb", Errno::IO);
    assert_eq!(error.to_string(), "cannot read 'a\\nb': Input/output error");
    assert_eq!(error.code, Code::Io);
    let refused = OpError::refused(Action::Copy, Code::SameFile, "a").with("b");
    assert_eq!(
        refused.to_string(),
        "cannot copy 'a' to 'b': source and destination are the same file"
    );
}
