//! Reads lists of checksums.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, stdin};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use fcp_engine::sum::{Algorithm, Listed, parse_line};

/// Longest line that is looked at, in bytes: a path of any length, each byte escaped, and a checksum.
const LONGEST: u64 = 64 << 10;

/// A list that is read line by line.
pub(super) struct List {
    input: Box<dyn BufRead + Send>,
    algorithm: Option<Algorithm>,
    /// Whether its lines end as those of Windows do; the first one tells.
    is_crlf: Option<bool>,
}

/// What reading lists came to beside their lines.
#[derive(Debug, Default)]
pub(super) struct Flaws {
    /// Lines that state no checksum of a file.
    pub(super) not_understood: AtomicU64,
    /// Why a list could not be read to its end.
    pub(super) error: Mutex<Option<io::Error>>,
}

impl List {
    /// Opens a list; `-` is standard input.
    pub(super) fn open(path: &Path, algorithm: Option<Algorithm>) -> io::Result<Self> {
        let input: Box<dyn BufRead + Send> = if path == Path::new("-") {
            Box::new(BufReader::new(stdin()))
        } else {
            Box::new(BufReader::new(File::open(path)?))
        };
        Ok(Self { input, algorithm, is_crlf: None })
    }

    /// Gives the lines that state checksums, and notes others.
    pub(super) fn lines(mut self, flaws: &Flaws) -> impl Iterator<Item = Listed> + Send {
        let mut line = Vec::new();
        std::iter::from_fn(move || {
            loop {
                match self.next(&mut line) {
                    Ok(true) => {}
                    Ok(false) => return None,
                    Err(error) => {
                        *flaws.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        return None;
                    }
                }
                // The known tools skip comments, too.
                if line.is_empty() || line.starts_with(b"#") {
                    continue;
                }
                match parse_line(&line, self.algorithm) {
                    Some(listed) => return Some(listed),
                    None => flaws.not_understood.fetch_add(1, Ordering::Relaxed),
                };
            }
        })
    }

    /// Reads a line without its line feed, and of one that is too long the beginning.
    fn next(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        line.clear();
        if self.input.by_ref().take(LONGEST).read_until(b'\n', line)? == 0 {
            return Ok(false);
        }
        if line.last() == Some(&b'\n') {
            line.pop();
            // A name may end so, too, but then hardly that of the first file.
            let ends_so = line.last() == Some(&b'\r');
            if ends_so && *self.is_crlf.get_or_insert(ends_so) {
                line.pop();
            }
            self.is_crlf.get_or_insert(ends_so);
        } else if line.len() as u64 == LONGEST {
            let mut rest = Vec::new();
            while self.input.by_ref().take(LONGEST).read_until(b'\n', &mut rest)? > 0
                && rest.last() != Some(&b'\n')
            {
                rest.clear();
            }
            // It is no line of a list, whatever it begins with.
            *line = vec![0];
        }
        Ok(true)
    }
}
