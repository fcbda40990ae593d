//! Searches in one file, of any size and content.

use std::ffi::CStr;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Mutex;

use fcp_engine::event::FileKind;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, lock};
use grep_matcher::{LineTerminator, Matcher};
use grep_regex::RegexMatcher;
use grep_searcher::{
    BinaryDetection, MmapChoice, Searcher, SearcherBuilder, Sink, SinkFinish, SinkMatch,
};

use super::contains::Contains;
use super::line::MatchedLine;

/// Memory for one line, per thread; a file with a longer one counts as one that cannot be read.
const LONGEST: usize = 8 << 20;

/// Lines of a file that are counted; then it is left.
const COUNTED: u64 = 1_000;

/// Reads files for a search; each thread borrows one set of buffers.
#[derive(Debug)]
pub(super) struct Reader {
    matcher: RegexMatcher,
    searchers: Mutex<Vec<Searcher>>,
}

/// What came of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// A line matches.
    Hit(MatchedLine),
    /// No line matches, or the file holds no text.
    Nothing,
    /// It could not be read to its end.
    Unread,
    /// It is no regular file any more.
    NoFile,
}

impl Reader {
    pub(super) fn new(contains: &Contains) -> Self {
        Self { matcher: contains.matcher().clone(), searchers: Mutex::default() }
    }

    /// Searches in a file until `is_over`.
    pub(super) fn search(
        &self,
        dir: BorrowedFd<'_>,
        name: &CStr,
        is_over: &dyn Fn() -> bool,
    ) -> Came {
        // A FIFO could have taken the name: it is opened without waiting, and not read.
        let file = match sys::open_quietly(dir, name, false) {
            Ok(file) => file,
            Err(Errno::NOENT | Errno::LOOP) => return Came::NoFile,
            Err(_) => return Came::Unread,
        };
        match sys::stat_fd(file.as_fd()) {
            // Files of the kernel that wait for what comes next say that they are empty, as /proc/kmsg does.
            Ok(meta) if meta.kind == FileKind::File && meta.size == 0 => return Came::Nothing,
            Ok(meta) if meta.kind == FileKind::File => {}
            Ok(_) => return Came::NoFile,
            Err(_) => return Came::Unread,
        }
        let free = lock(&self.searchers).pop();
        let mut searcher = free.unwrap_or_else(searcher);
        let mut lines = Lines { matcher: &self.matcher, first: None, is_binary: false };
        let source = Source { file: File::from(file), is_over };
        let searched = searcher.search_reader(&self.matcher, source, &mut lines);
        lock(&self.searchers).push(searcher);
        match (searched, lines) {
            (Ok(()), Lines { is_binary: true, .. } | Lines { first: None, .. }) => Came::Nothing,
            (Ok(()), Lines { first: Some(line), .. }) => Came::Hit(line),
            (Err(_), _) => Came::Unread,
        }
    }
}

fn searcher() -> Searcher {
    SearcherBuilder::new()
        .line_terminator(LineTerminator::crlf())
        .line_number(true)
        .binary_detection(BinaryDetection::quit(0))
        // A mapped file that another program makes shorter would end this process with SIGBUS.
        .memory_map(MmapChoice::never())
        .heap_limit(Some(LONGEST))
        .build()
}

/// A file that ends early when the search is over.
struct Source<'a> {
    file: File,
    is_over: &'a dyn Fn() -> bool,
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if (self.is_over)() {
            return Err(io::Error::other("the search has ended"));
        }
        self.file.read(buffer)
    }
}

/// Keeps the first line that matches, and counts all.
struct Lines<'a> {
    matcher: &'a RegexMatcher,
    first: Option<MatchedLine>,
    is_binary: bool,
}

impl Sink for Lines<'_> {
    type Error = io::Error;

    fn matched(&mut self, _searcher: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        if let Some(first) = &mut self.first {
            first.lines += 1;
            first.has_more = first.lines >= COUNTED;
            return Ok(!first.has_more);
        }
        let line = found.bytes();
        let hit = self.matcher.find(line).map_err(io::Error::other)?;
        let hit = hit.map_or(0..0, |hit| hit.start()..hit.end());
        self.first = Some(MatchedLine::new(found.line_number().unwrap_or(0), line, hit));
        Ok(true)
    }

    fn binary_data(&mut self, _searcher: &Searcher, _offset: u64) -> io::Result<bool> {
        self.is_binary = true;
        Ok(false)
    }

    fn finish(&mut self, _searcher: &Searcher, end: &SinkFinish) -> io::Result<()> {
        self.is_binary |= end.binary_byte_offset().is_some();
        Ok(())
    }
}
