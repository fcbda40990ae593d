//! Reads columns of the store, and writes paths to them.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::tried::{Tried, Trouble};
use rusqlite::Row;
use rusqlite::types::ValueRef;
use serde::de::DeserializeOwned;

/// Reads a column that holds JSON.
pub(super) fn parsed<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> Tried<T> {
    match row.get_ref(column)? {
        ValueRef::Text(text) => Ok(serde_json::from_slice(text)?),
        _ => Err(Trouble::Data),
    }
}

/// Reads a column that holds JSON or nothing.
pub(super) fn parsed_if<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> Tried<Option<T>> {
    match row.get_ref(column)? {
        ValueRef::Null => Ok(None),
        ValueRef::Text(text) => Ok(Some(serde_json::from_slice(text)?)),
        _ => Err(Trouble::Data),
    }
}

/// Reads a number that has no sign.
pub(super) fn count(row: &Row<'_>, column: usize) -> Tried<u64> {
    Ok(row.get::<_, i64>(column)? as u64)
}

pub(super) fn count_if(row: &Row<'_>, column: usize) -> Tried<Option<u64>> {
    Ok(row.get::<_, Option<i64>>(column)?.map(|number| number as u64))
}

/// Reads a path, which is bytes.
pub(super) fn path(row: &Row<'_>, column: usize) -> Tried<PathBuf> {
    match row.get_ref(column)? {
        ValueRef::Blob(bytes) => Ok(PathBuf::from(OsStr::from_bytes(bytes))),
        _ => Err(Trouble::Data),
    }
}

/// What a column of a path holds.
pub(super) fn bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}
