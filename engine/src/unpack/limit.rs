//! Bounds how large an archive may become.

/// Bytes that any archive may become.
const ALWAYS: u64 = 1 << 30;

/// How many times its own size a larger archive may become: text is packed to a tenth, and what is packed to less
/// than this is zeros, as in images of disks, or made to fill a disk.
const TIMES: u64 = 200;

/// Bytes that an entry counts for besides its data: a million empty files fill a disk as well.
const ENTRY: u64 = 512;

/// Gives how many bytes an archive of this size may become where the request names no limit.
pub fn usual_limit(packed: u64) -> u64 {
    packed.saturating_mul(TIMES).max(ALWAYS)
}

/// What is left of the size that an archive may become.
#[derive(Debug)]
pub(super) struct Budget {
    left: Option<u64>,
}

/// Says that an archive becomes larger than it may.
#[derive(Debug)]
pub(super) struct TooLarge;

impl Budget {
    /// Begins with what the request allows, or with what suits an archive of this size; 0 allows everything.
    pub(super) fn new(limit: Option<u64>, packed: u64) -> Self {
        let left = match limit {
            Some(0) => None,
            Some(limit) => Some(limit),
            None => Some(usual_limit(packed)),
        };
        Self { left }
    }

    /// Takes the share of an entry.
    pub(super) fn enter(&mut self) -> Result<(), TooLarge> {
        self.take(ENTRY)
    }

    /// Takes the share of some bytes of data.
    pub(super) fn take(&mut self, bytes: u64) -> Result<(), TooLarge> {
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(bytes).ok_or(TooLarge)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_becomes_no_larger_than_it_may() {
        let mut small = Budget::new(None, 10);
        assert!(small.take(ALWAYS - ENTRY).is_ok() && small.enter().is_ok());
        assert!(small.take(1).is_err());
        let mut large = Budget::new(None, ALWAYS);
        assert!(large.take(ALWAYS * TIMES).is_ok() && large.take(1).is_err());
        assert!(Budget::new(Some(7), 10).take(8).is_err());
        assert!(Budget::new(Some(0), 10).take(u64::MAX).is_ok());
    }
}
