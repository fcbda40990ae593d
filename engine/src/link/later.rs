//! Understands what a later version tells beyond what this one knows.
//!
//! Both speak one protocol, and fields that are unknown are ignored anyway. But events, warnings and codes are added
//! without another protocol, and a job that this end only shows must not end because of them.

use std::io;

use serde::Deserialize;
use serde_json::Value;

use super::message::Message;
use super::wire::foreign;
use crate::contract::error::{Action, Code};

/// Events without which a job would not end here, or would wait for ever.
const NEEDED: [&str; 2] = ["job.summary", "question.asked"];

/// Reads a message that has a step or a code which this version does not know; none if it is only told, and can be left out.
///
/// # Errors
/// The message cannot be left out.
pub(super) fn of_later_version(payload: &[u8]) -> io::Result<Option<Message>> {
    let mut told: Value = serde_json::from_slice(payload).map_err(|_| foreign())?;
    name_failures(&mut told);
    if let Ok(message) = Message::deserialize(&told) {
        return Ok(Some(message));
    }
    let text = |at| told.pointer(at).and_then(Value::as_str).unwrap_or_default();
    match text("/type") {
        "event" if !NEEDED.contains(&text("/event/type")) => Ok(None),
        "warned" => Ok(None),
        _ => Err(foreign()),
    }
}

/// Gives failures a step and a code that this version knows.
fn name_failures(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(name_failures),
        Value::Object(fields) => {
            for (name, value) in fields {
                let known = match name.as_str() {
                    "action" if value.is_string() && Action::deserialize(&*value).is_err() => {
                        "copy"
                    }
                    "code" if value.is_string() && Code::deserialize(&*value).is_err() => "other",
                    _ => {
                        name_failures(value);
                        continue;
                    }
                };
                *value = known.into();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
