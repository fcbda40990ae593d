//! Decides which names of entries are paths that stay below a directory.

/// Why a name is not unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsafe {
    /// It has no parts, or a NUL.
    Invalid,
    /// It is absolute.
    Absolute,
    /// It has `..` among its parts.
    Above,
}

/// Takes a name apart, without `.` and empty parts; none are left of the directory itself.
///
/// # Errors
/// The name leads elsewhere, or no file can have it.
pub fn parts(name: &[u8]) -> Result<Vec<&[u8]>, Unsafe> {
    if name.is_empty() || name.contains(&0) {
        return Err(Unsafe::Invalid);
    }
    if name.starts_with(b"/") {
        return Err(Unsafe::Absolute);
    }
    let parts: Vec<&[u8]> =
        name.split(|byte| *byte == b'/').filter(|part| !matches!(*part, b"" | b".")).collect();
    if parts.iter().any(|part| *part == b"..") {
        return Err(Unsafe::Above);
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_below_are_taken_apart() {
        assert_eq!(parts(b"./a//b/."), Ok(vec![&b"a"[..], b"b"]));
        assert_eq!(parts(b"a\xff/ b"), Ok(vec![&b"a\xff"[..], b" b"]));
        assert_eq!(parts(b"./"), Ok(vec![]));
        assert_eq!(parts(b"/etc/passwd"), Err(Unsafe::Absolute));
        assert_eq!(parts(b"a/../b"), Err(Unsafe::Above));
        assert_eq!(parts(b".."), Err(Unsafe::Above));
        assert_eq!(parts(b""), Err(Unsafe::Invalid));
        assert_eq!(parts(b"a\0b"), Err(Unsafe::Invalid));
        assert_eq!(parts(b"..a/b.."), Ok(vec![&b"..a"[..], b"b.."]));
    }
}
