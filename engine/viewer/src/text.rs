//! Shows a file as lines of text.

use std::io;
use std::path::Path;

use crate::document::{About, At, Content, Found, Line, Spelling, Tint, View};
use crate::encoding::Encoding;
use crate::find::Pattern;
use crate::index::Index;
use crate::lines::Lines;
use crate::phrase::DocumentKind;
use crate::plain;
use crate::source::{CancelToken, Change, Source};
use crate::syntax::{self, Syntax};

/// Bytes that are loaded before and after a place, at most.
const AROUND: u64 = 512 << 10;

/// The most bytes that are counted for a line number while the user waits.
const HURRY: u64 = 4 << 20;

/// The most lines that are read for their colours while the user waits.
const HURRY_LINES: usize = 500;

/// Smaller files are counted before they are shown at all.
const SMALL: u64 = 1 << 20;

/// Larger files are not read to their end only to tell how many lines they have.
const COUNTED: u64 = 256 << 20;

/// Larger files are not read to their end only to tell how many hits they have.
const ALL_HITS: u64 = 16 << 20;

/// A file as lines.
#[derive(Debug)]
pub(crate) struct Text {
    lines: Lines,
    index: Index,
    syntax: Option<Syntax>,
    /// What it is called.
    kind: String,
    pattern: Option<Pattern>,
    /// Bytes of the mark that tells the encoding.
    mark: usize,
    has_returns: bool,
    /// A window that was given without its colours.
    plain: Option<(At, u16)>,
}

/// A line before it has colours.
struct Raw {
    at: u64,
    number: Option<u64>,
    text: Vec<u8>,
}

impl Text {
    /// Takes a file whose beginning is known, and the encoding that the user chose.
    pub(crate) fn new(
        source: Source,
        path: &Path,
        head: &[u8],
        chosen: Option<Encoding>,
        spelling: &Spelling,
    ) -> Self {
        let (found, mark) = Encoding::of(head);
        let encoding = chosen.unwrap_or(found);
        let mark = if encoding == found { mark } else { 0 };
        let first = encoding.breaks(head).next().unwrap_or(head.len());
        let has_returns = encoding.has_return(&head[..first]);
        let first = encoding.decode(&head[mark.min(first)..first]);
        let small = source.size() <= syntax::LARGEST;
        let syntax = small.then(|| Syntax::of(path, &String::from_utf8_lossy(&first))).flatten();
        let language = |syntax: &Syntax| DocumentKind::Language(syntax.name().to_owned());
        let kind = spelling.kind(syntax.as_ref().map_or(DocumentKind::Text, language));
        let lines = Lines { source, encoding };
        let index = Index::default();
        Self { lines, index, syntax, kind, pattern: None, mark, has_returns, plain: None }
    }

    /// Tells what is known.
    pub(crate) fn about(&mut self) -> io::Result<About> {
        let mut facts = vec![self.lines.encoding.name().to_owned()];
        if self.has_returns {
            facts.push("CRLF".to_owned());
        }
        let lines = self.index.total(&mut self.lines)?;
        Ok(About { kind: self.kind.clone(), facts, size: Some(self.lines.source.size()), lines })
    }

    /// Loads what is around a place; nothing if the result is no longer needed.
    pub(crate) fn window(
        &mut self,
        at: At,
        rows: u16,
        cancel: &CancelToken,
    ) -> io::Result<Option<View>> {
        self.plain = None;
        self.load(at, rows, cancel, true)
    }

    /// Tells whether work is left for times without a request.
    pub(crate) fn has_work(&self) -> bool {
        let size = self.lines.source.size();
        self.plain.is_some() || (self.index.counted() < size && size <= COUNTED)
    }

    /// Does that work, and gives its result.
    pub(crate) fn work(&mut self, cancel: &CancelToken) -> io::Result<Option<View>> {
        if let Some((at, rows)) = self.plain.take() {
            let view = self.load(at, rows, cancel, false)?;
            // The screen may stand elsewhere by now; only the content is new.
            return Ok(view.map(|view| View { place: None, at_end: false, ..view }));
        }
        if !self.index.count(&mut self.lines, u64::MAX, cancel)? {
            return Ok(None);
        }
        Ok(Some(View { about: Some(self.about()?), ..View::default() }))
    }

    /// Takes the size that the file has now, and forgets what was counted of one that has shrunk.
    pub(crate) fn refresh(&mut self) -> io::Result<Change> {
        let change = self.lines.source.refresh()?;
        match change {
            Change::Shrunk => {
                self.index.clear();
                self.plain = None;
                if let Some(syntax) = &mut self.syntax {
                    syntax.clear();
                }
            }
            Change::None | Change::Grown => {}
        }
        Ok(change)
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
    ) -> io::Result<Option<View>> {
        self.pattern = Pattern::new(typed, self.lines.encoding);
        let Some(pattern) = self.pattern.clone() else {
            return self.window(At::Offset(from), rows, cancel);
        };
        let source = &self.lines.source;
        let (hit, wrapped) = pattern.search(source, from, back, cancel)?;
        let Some(hit) = hit else {
            return Ok(Some(View {
                about: Some(self.about()?),
                found: Some(None),
                ..View::default()
            }));
        };
        let small = source.size() <= ALL_HITS;
        let of = if small { Some(pattern.rank(source, hit, cancel)?) } else { None };
        let Some(mut view) = self.window(At::Offset(hit), rows, cancel)? else { return Ok(None) };
        let start = self.lines.around(hit)?;
        let line = if self.lines.is_line(start)? { self.number(start, cancel)? } else { None };
        let before = self.lines.source.slice(start, hit)?.to_vec();
        let before = self.lines.encoding.decode(&before);
        let column = String::from_utf8_lossy(&before).chars().count() as u64 + 1;
        view.found = Some(Some(Found { at: hit, line, column, of, wrapped }));
        Ok(Some(view))
    }

    fn load(
        &mut self,
        at: At,
        rows: u16,
        cancel: &CancelToken,
        hurry: bool,
    ) -> io::Result<Option<View>> {
        if self.lines.source.size() <= SMALL {
            self.index.count(&mut self.lines, SMALL, cancel)?;
        }
        let Some(place) = self.place(at, cancel)? else { return Ok(None) };
        let rows = usize::from(rows.max(1));
        let mut first = place;
        for _ in 0..3 * rows {
            if first == 0 || place - first > AROUND {
                break;
            }
            first = self.lines.before(first)?;
        }
        let (raws, end) = self.raws(first, place, 4 * rows, cancel)?;
        let tints = self.tints(&raws, cancel, hurry)?;
        if tints.is_none() {
            self.plain = Some((at, rows as u16));
        }
        let tints = tints.unwrap_or_default();
        let none = Vec::new();
        let lines = raws
            .iter()
            .enumerate()
            .map(|(nth, raw)| self.line(raw, tints.get(nth).unwrap_or(&none)));
        let lines: Vec<Line> = lines.collect();
        let is_end = end >= self.lines.source.size();
        let content = Some(Content::Lines { lines, is_start: first == 0, is_end });
        let place = Some(place);
        let (about, at_end) = (Some(self.about()?), at == At::End);
        Ok(Some(View { about, content, place, at_end, ..View::default() }))
    }

    /// Gives the beginning of the line at a place.
    fn place(&mut self, at: At, cancel: &CancelToken) -> io::Result<Option<u64>> {
        let size = self.lines.source.size();
        match at {
            At::Offset(at) => {
                let unit = self.lines.encoding.unit() as u64;
                let last = size.saturating_sub(unit);
                self.lines.around((at / unit * unit).min(last)).map(Some)
            }
            At::Percent(percent) => {
                let at = u128::from(size) * u128::from(percent.min(100)) / 100;
                self.place(At::Offset(at as u64), cancel)
            }
            At::Line(number) => self.index.place(&mut self.lines, number, cancel),
            At::End => self.lines.before(size).map(Some),
        }
    }

    /// Reads lines from one place on, and gives the place after the last one.
    fn raws(
        &mut self,
        first: u64,
        place: u64,
        after: usize,
        cancel: &CancelToken,
    ) -> io::Result<(Vec<Raw>, u64)> {
        let mut raws = Vec::new();
        let mut number = self.number(first, cancel)?;
        let (mut at, mut left) = (first, after);
        let size = self.lines.source.size();
        while at < size && left > 0 && at.saturating_sub(place) < AROUND {
            let next = self.lines.after(at)?;
            let is_line = self.lines.is_line(at)?;
            if is_line && at != first {
                number = number.map(|number| number + 1);
            }
            let own = number.filter(|_| is_line);
            raws.push(Raw { at, number: own, text: self.text(at, next)? });
            left -= usize::from(at >= place);
            if next <= at {
                break;
            }
            at = next;
        }
        Ok((raws, at))
    }

    fn text(&mut self, from: u64, to: u64) -> io::Result<Vec<u8>> {
        let from = if from == 0 { self.mark as u64 } else { from };
        let encoding = self.lines.encoding;
        Ok(encoding.decode(self.lines.source.slice(from, to)?))
    }

    /// Gives the number of the line at a place, if that does not take long.
    fn number(&mut self, at: u64, cancel: &CancelToken) -> io::Result<Option<u64>> {
        if at.saturating_sub(self.index.counted()) <= HURRY {
            self.index.count(&mut self.lines, at, cancel)?;
        }
        self.index.number(&self.lines, at)
    }

    /// Gives the colours of lines; nothing if that takes too long for a user who waits.
    #[expect(clippy::type_complexity, reason = "a range with its meaning, for each line")]
    fn tints(
        &mut self,
        raws: &[Raw],
        cancel: &CancelToken,
        hurry: bool,
    ) -> io::Result<Option<Vec<Vec<(std::ops::Range<usize>, Tint)>>>> {
        let first = raws.iter().find_map(|raw| raw.number);
        let (Some(syntax), Some(first)) = (&mut self.syntax, first) else {
            return Ok(Some(Vec::new()));
        };
        let mut line = syntax.seek(first as usize - 1) as u64 + 1;
        if hurry && (first - line) as usize > HURRY_LINES {
            return Ok(None);
        }
        let Some(mut at) = self.index.place(&mut self.lines, line, cancel)? else {
            return Ok(None);
        };
        while line < first {
            if cancel.is_over() {
                return Ok(None);
            }
            let mut next = self.lines.after(at)?;
            let text = self.text(at, next)?;
            // Pieces of a long line are one line to the grammar, which only sees the first.
            while next < self.lines.source.size() && !self.lines.is_line(next)? {
                next = self.lines.after(next)?;
            }
            if let Some(syntax) = &mut self.syntax {
                syntax.feed(&String::from_utf8_lossy(&text));
            }
            at = next;
            line += 1;
        }
        let Some(syntax) = &mut self.syntax else { return Ok(Some(Vec::new())) };
        let tint = |raw: &Raw| match (raw.number, std::str::from_utf8(&raw.text)) {
            (None, _) => Vec::new(),
            (Some(_), Ok(text)) => syntax.feed(text),
            (Some(_), Err(_)) => {
                syntax.feed(&String::from_utf8_lossy(&raw.text));
                Vec::new()
            }
        };
        Ok(Some(raws.iter().map(tint).collect()))
    }

    fn line(&self, raw: &Raw, tints: &[(std::ops::Range<usize>, Tint)]) -> Line {
        let encoding = self.lines.encoding;
        let start = if raw.at == 0 { self.mark as u64 } else { raw.at };
        let place = |index: usize| start + encoding.len(&raw.text[..index]) as u64;
        // Decoded text is UTF-8, whatever the encoding of the file.
        let pattern = self.pattern.as_ref().and_then(|pattern| pattern.decoded(encoding));
        let hits = pattern.map_or_else(Vec::new, |pattern| pattern.hits(&raw.text));
        let hits: Vec<_> = hits.into_iter().map(|hit| (hit.clone(), place(hit.start))).collect();
        Line { at: raw.at, number: raw.number, spans: plain::spans(&raw.text, tints, &hits) }
    }
}
