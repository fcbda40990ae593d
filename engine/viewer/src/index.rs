//! Finds the number of a line, or the line of a number, by counting only as far as the view needs.

use std::io;

use crate::lines::Lines;
use crate::source::{BLOCK, CancelToken};

/// Bytes between places whose number is remembered.
const STEP: u64 = 1 << 20;

/// Line breaks counted from the beginning on.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// Line breaks before each multiple of [`STEP`].
    marks: Vec<u64>,
    /// How far was counted, and the line breaks up to there.
    counted: u64,
    breaks: u64,
}

impl Index {
    /// Tells how far was counted.
    pub(crate) fn counted(&self) -> u64 {
        self.counted
    }

    /// Forgets everything, since the file is another.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Counts up to a place; gives `false` if the result is no longer needed.
    pub(crate) fn count(
        &mut self,
        lines: &mut Lines,
        to: u64,
        cancel: &CancelToken,
    ) -> io::Result<bool> {
        let to = to.min(lines.source.size());
        let mut buffer = Vec::new();
        while self.counted < to {
            if cancel.is_over() {
                return Ok(false);
            }
            self.block(lines, &mut buffer, u64::MAX)?;
        }
        Ok(true)
    }

    /// Counts one block; gives the place after the line break that has a number, if it is there.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file has shrunk: what was counted is of no use then.
    fn block(
        &mut self,
        lines: &Lines,
        buffer: &mut Vec<u8>,
        wanted: u64,
    ) -> io::Result<Option<u64>> {
        if self.counted.is_multiple_of(STEP) && self.marks.len() as u64 == self.counted / STEP {
            self.marks.push(self.breaks);
        }
        buffer.resize(BLOCK, 0);
        // Blocks end at multiples of their length, even after one that was short.
        let len = BLOCK - (self.counted % BLOCK as u64) as usize;
        let len = lines.source.read(self.counted, &mut buffer[..len])?;
        if len == 0 {
            return Err(cut_short());
        }
        let bytes = &buffer[..len];
        let hit = match wanted.checked_sub(self.breaks + 1) {
            Some(nth) if wanted != u64::MAX => lines.encoding.breaks(bytes).nth(nth as usize),
            _ => None,
        };
        let hit = hit.map(|end| self.counted + end as u64);
        self.breaks += lines.encoding.breaks(bytes).count() as u64;
        self.counted += len as u64;
        Ok(hit)
    }

    /// Gives the number of the line that begins at a place, from 1, if it was counted so far.
    pub(crate) fn number(&self, lines: &Lines, at: u64) -> io::Result<Option<u64>> {
        if at > self.counted {
            return Ok(None);
        }
        if at == self.counted {
            return Ok(Some(self.breaks + 1));
        }
        let mut walk = self.walk_from(at / STEP);
        let mut buffer = Vec::new();
        while walk.counted + (BLOCK as u64) <= at {
            walk.block(lines, &mut buffer, u64::MAX)?;
        }
        buffer.resize((at - walk.counted) as usize, 0);
        let len = lines.source.read(walk.counted, &mut buffer)?;
        if len < buffer.len() {
            return Err(cut_short());
        }
        Ok(Some(walk.breaks + lines.encoding.breaks(&buffer[..len]).count() as u64 + 1))
    }

    /// Gives where a line begins, counting as far as needed, or the last one if there are fewer.
    /// Gives nothing if the result is no longer needed.
    pub(crate) fn place(
        &mut self,
        lines: &mut Lines,
        number: u64,
        cancel: &CancelToken,
    ) -> io::Result<Option<u64>> {
        let wanted = number.saturating_sub(1);
        if wanted == 0 {
            return Ok(Some(0));
        }
        let mut buffer = Vec::new();
        if wanted <= self.breaks {
            let mark = self.marks.partition_point(|&breaks| breaks < wanted).saturating_sub(1);
            let mut walk = self.walk_from(mark as u64);
            while walk.counted < self.counted {
                if let Some(place) = walk.block(lines, &mut buffer, wanted)? {
                    return Ok(Some(place));
                }
            }
        }
        while self.counted < lines.source.size() {
            if cancel.is_over() {
                return Ok(None);
            }
            if let Some(place) = self.block(lines, &mut buffer, wanted)? {
                return Ok(Some(place));
            }
        }
        let last = lines.source.size().saturating_sub(lines.encoding.unit() as u64);
        lines.around(last).map(Some)
    }

    /// Gives the number of lines, once everything was counted.
    pub(crate) fn total(&self, lines: &mut Lines) -> io::Result<Option<u64>> {
        let size = lines.source.size();
        if self.counted < size {
            return Ok(None);
        }
        let ends = lines.is_line(size)?;
        Ok(Some(self.breaks + u64::from(!ends)))
    }

    /// Goes back to a mark to count on from there.
    fn walk_from(&self, mark: u64) -> Self {
        let breaks = self.marks.get(mark as usize).copied().unwrap_or(0);
        // The marks stay here; a walk adds none.
        Self { marks: Vec::new(), counted: mark * STEP, breaks }
    }
}

/// Tells that the file has shrunk since its size was taken.
fn cut_short() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::encoding::Encoding;
    use crate::source::Source;

    fn lines(bytes: Vec<u8>) -> Lines {
        Lines { source: Source::memory(bytes), encoding: Encoding::Utf8 }
    }

    fn cancel(own: u64) -> CancelToken {
        CancelToken::new(&Arc::new(AtomicU64::new(0)), own)
    }

    #[test]
    fn numbers_and_places_agree() {
        // 100 bytes a line, 3 MiB and a bit: several marks.
        let text = format!("{}\n", "x".repeat(99)).repeat(33_000);
        let mut lines = lines(text.into_bytes());
        let mut index = Index::default();
        let cancel = cancel(0);
        assert_eq!(index.place(&mut lines, 20_000, &cancel).unwrap(), Some(1_999_900));
        assert!(index.counted() < 2_500_000, "no more is counted than needed");
        assert_eq!(index.number(&lines, 1_999_900).unwrap(), Some(20_000));
        assert_eq!(index.number(&lines, 3_000_000).unwrap(), None);
        assert_eq!(index.place(&mut lines, 12, &cancel).unwrap(), Some(1_100));
        assert!(index.count(&mut lines, u64::MAX, &cancel).unwrap());
        for n in [1, 2, 10_486, 10_487, 20_000, 33_000] {
            assert_eq!(index.place(&mut lines, n, &cancel).unwrap(), Some((n - 1) * 100), "{n}");
            assert_eq!(index.number(&lines, (n - 1) * 100).unwrap(), Some(n));
        }
        assert_eq!(index.place(&mut lines, 99_999, &cancel).unwrap(), Some(3_299_900));
        assert_eq!(index.total(&mut lines).unwrap(), Some(33_000));
    }

    #[test]
    fn counting_stops_when_it_is_not_wanted() {
        let mut lines = lines(vec![b'\n'; 1 << 20]);
        let mut index = Index::default();
        assert!(!index.count(&mut lines, u64::MAX, &cancel(1)).unwrap());
        assert_eq!(index.counted(), 0);
    }

    #[test]
    fn a_file_that_has_shrunk_is_an_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        file.as_file().set_len(3 << 20).unwrap();
        let source = Source::open(file.path()).unwrap();
        let mut lines = Lines { source, encoding: Encoding::Utf8 };
        let mut index = Index::default();
        assert!(index.count(&mut lines, 2 << 20, &cancel(0)).unwrap());
        file.as_file().set_len(5).unwrap();
        let cut = |result: io::Result<()>| {
            assert_eq!(result.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        };
        cut(index.number(&lines, (1 << 20) + 400_000).map(drop));
        cut(index.number(&lines, (1 << 20) + 7).map(drop));
        cut(index.count(&mut lines, u64::MAX, &cancel(0)).map(drop));
        cut(index.place(&mut lines, 99, &cancel(0)).map(drop));
    }

    #[test]
    fn the_last_line_counts_without_a_break() {
        let totals = [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2)];
        for (text, total) in totals {
            let mut lines = lines(text.as_bytes().to_vec());
            let mut index = Index::default();
            assert!(index.count(&mut lines, u64::MAX, &cancel(0)).unwrap());
            assert_eq!(index.total(&mut lines).unwrap(), Some(total), "{text:?}");
        }
    }
}
