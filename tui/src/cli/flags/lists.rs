//! The values that flags accept; `|` joins several names of one value.

/// Words of `--reflink`.
pub(crate) const REFLINK: &[&str] = &["auto", "always", "never"];
/// Words of `--sparse`.
pub(crate) const SPARSE: &[&str] = &["never", "auto", "always"];
/// Words of `--update`.
pub(crate) const UPDATE: &[&str] = &["all", "none", "none-fail", "older"];
/// Words of `--backup`.
pub(crate) const BACKUP: &[&str] = &["none|off", "simple|never", "existing|nil", "numbered|t"];
/// The same as our own programs take it: xcp calls `auto` what keeps numbers where there are some.
pub(crate) const OWN_BACKUP: &[&str] =
    &["none|off", "simple|never", "existing|nil|auto", "numbered|t"];
/// Words of the lists of `--preserve` and `--no-preserve`.
pub(crate) const PRESERVE: &[&str] =
    &["mode", "timestamps", "ownership", "links", "context", "xattr", "all"];
/// Words of `--driver`.
pub(crate) const DRIVER: &[&str] =
    &["parfile", "parblock", "reflink", "copy_file_range", "read_write"];
/// Words of `--verify`.
pub(crate) const VERIFY: &[&str] = &["compare", "blake3", "sha256", "xxh3"];
/// Words of `--on-conflict`; `rename` may have a pattern after a colon.
pub(crate) const ON_CONFLICT: &[&str] = &[
    "ask",
    "fail",
    "skip",
    "overwrite",
    "rename",
    "newer",
    "older",
    "larger",
    "smaller",
    "different",
    "different-content",
];
/// Words of `--on-error`; `retry` may have a number after a colon.
pub(crate) const ON_ERROR: &[&str] = &["skip", "ask", "abort", "retry"];
/// Words of `--names`.
pub(crate) const NAMES: &[&str] = &["keep", "portable", "original"];
/// Words of `--snapshot-subvolumes`.
pub(crate) const SNAPSHOT: &[&str] = &["writable", "read-only|ro"];
/// Words of `--mirror`.
pub(crate) const MIRROR: &[&str] = &["trash", "delete"];
/// Words of `--queue`.
pub(crate) const QUEUE: &[&str] = &["paused", "first", "now"];
/// Words of `--progress` and `--color`.
pub(crate) const WHEN: &[&str] = &["auto", "always", "never"];
/// Words of `rm --interactive`.
pub(crate) const INTERACTIVE: &[&str] = &["never|no|none", "once", "always|yes"];
