//! Shows a file as bytes in hexadecimal.

use std::io;

use crate::document::{About, At, Content, Found, View};
use crate::encoding::Encoding;
use crate::find::Pattern;
use crate::source::{BLOCK, CancelToken, Change, Source};

/// The most bytes in a row; windows begin at multiples of it.
pub const WIDEST: u64 = 16;

/// Gives how many bytes a row of so many columns holds, and how many digits an offset has.
pub fn layout(columns: u16, size: u64) -> (u64, usize) {
    let digits = if size > 1 << 32 { 12 } else { 8 };
    // An offset, three columns a byte and one between the halves and
    // one before the text, which takes one a byte.
    let wide = |bytes: usize| digits + 2 + 3 * bytes + 2 + bytes;
    let fits = [WIDEST, 8, 4].into_iter().find(|bytes| wide(*bytes as usize) <= columns.into());
    (fits.unwrap_or(2), digits)
}

/// A file as bytes.
#[derive(Debug)]
pub(crate) struct Hex {
    source: Source,
    kind: String,
    pattern: Option<Pattern>,
}

impl Hex {
    /// Takes a file and what it is.
    pub(crate) fn new(source: Source, kind: String) -> Self {
        Self { source, kind, pattern: None }
    }

    fn about(&self) -> About {
        About { kind: self.kind.clone(), size: Some(self.source.size()), ..About::default() }
    }

    /// Loads what is around a place.
    pub(crate) fn window(&mut self, at: At, rows: u16) -> io::Result<View> {
        let size = self.source.size();
        let place = match at {
            At::Offset(at) => at.min(size.saturating_sub(1)),
            At::Line(number) => number.saturating_sub(1).saturating_mul(WIDEST).min(size),
            At::Percent(percent) => (u128::from(size) * u128::from(percent.min(100)) / 100) as u64,
            At::End => size.saturating_sub(1),
        };
        let around = (u64::from(rows.max(1)) * WIDEST * 4).min(BLOCK as u64 / 4);
        let from = place.saturating_sub(around) / WIDEST * WIDEST;
        let to = (place + around).min(size);
        let long = self.pattern.as_ref().map_or(0, |pattern| pattern.len() as u64);
        let bytes = self.source.slice(from, to + long)?;
        let hits = self.pattern.as_ref().map_or_else(Vec::new, |pattern| {
            let hits = pattern.hits(bytes).into_iter();
            hits.map(|hit| (from + hit.start as u64, hit.len())).collect()
        });
        let data = bytes[..bytes.len().min((to - from) as usize)].to_vec();
        let content = Some(Content::Bytes { at: from, data, hits });
        let (place, at_end) = (Some(place), at == At::End);
        Ok(View { about: Some(self.about()), content, place, at_end, ..View::default() })
    }

    /// Takes the size that the file has now.
    pub(crate) fn refresh(&mut self) -> io::Result<Change> {
        self.source.refresh()
    }

    /// Looks for a pattern, past the end if need be, and loads what is around the hit.
    ///
    /// # Errors
    /// `Interrupted` if the result is no longer needed.
    pub(crate) fn find(
        &mut self,
        typed: &str,
        from: u64,
        back: bool,
        rows: u16,
        cancel: &CancelToken,
    ) -> io::Result<View> {
        self.pattern = Pattern::new(typed, Encoding::Utf8);
        let Some(pattern) = self.pattern.clone() else {
            return self.window(At::Offset(from), rows);
        };
        let (hit, wrapped) = pattern.search(&self.source, from, back, cancel)?;
        let Some(at) = hit else {
            return Ok(View { about: Some(self.about()), found: Some(None), ..View::default() });
        };
        let view = self.window(At::Offset(at), rows)?;
        let found = Found { at, line: None, column: at % WIDEST + 1, of: None, wrapped };
        Ok(View { found: Some(Some(found)), ..view })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_fit_their_columns() {
        assert_eq!(layout(80, 99), (16, 8));
        assert_eq!(layout(75, 99), (8, 8));
        assert_eq!(layout(38, 99), (4, 8));
        assert_eq!(layout(120, 1 << 40), (16, 12));
    }

    #[test]
    fn windows_begin_at_whole_rows() {
        let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
        let mut hex = Hex::new(Source::memory(bytes.clone()), "Data".to_owned());
        let view = hex.window(At::Offset(50_001), 20).unwrap();
        let Some(Content::Bytes { at, data, .. }) = view.content else { panic!() };
        assert!(at.is_multiple_of(WIDEST) && at < 50_001 && at + data.len() as u64 > 50_100);
        assert_eq!(data, bytes[at as usize..at as usize + data.len()]);
        let view = hex.window(At::End, 20).unwrap();
        assert_eq!(view.place, Some(99_999));
    }

    #[test]
    fn bytes_are_found() {
        let mut hex =
            Hex::new(Source::memory(vec![0, 1, 0xde, 0xad, 0xde, 0xad]), "Data".to_owned());
        let cancel = CancelToken::new(&std::sync::Arc::default(), 0);
        let view = hex.find("x:dead", 3, false, 20, &cancel).unwrap();
        assert_eq!(view.found.unwrap().unwrap().at, 4);
        let Some(Content::Bytes { hits, .. }) = view.content else { panic!() };
        assert_eq!(hits, [(2, 2), (4, 2)]);
    }
}
